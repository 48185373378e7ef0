"""Whether an address is known must not show: in two worlds that differ in that alone, a stranger
gets the same pages for the same work."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core import mail
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.forms import SignupForm
from accounts.models import User
from tests.accounts.helpers import PASSWORD, person, sign_up

pytestmark = pytest.mark.django_db

EMAIL = "ann@example.org"
Step = Callable[[Client], object]


def post(page: str, **data: str) -> Step:
    return lambda client: client.post(reverse(page), data, follow=True)


def get(page: str) -> Step:
    return lambda client: client.get(reverse(page), follow=True)


def wrong_codes(page: str) -> list[Step]:
    return [post(page, code="BBBB-BBBB")] * 6


WALKS: dict[str, list[Step]] = {
    "sign-up": [
        post("account_signup", email=EMAIL, password1="ещё одни слова", website=""),
        get("account_signup"),
        get("account_login"),
        get("account_email_verification_sent"),
        post("account_email_verification_sent", action="resend"),
        post("account_email_verification_sent", action="change", email="other@example.org"),
        *wrong_codes("account_email_verification_sent"),
        post("account_signup", email=EMAIL, password1="ещё одни слова", website=""),
    ],
    "sign-up, given up": [
        post("account_signup", email=EMAIL, password1="ещё одни слова", website=""),
        post("account_logout", next="/accounts/signup/"),
        get("account_email_verification_sent"),
    ],
    "sign-up with a weak password": [post("account_signup", email=EMAIL, password1="слабый", website="")],
    "code": [
        post("account_request_login_code", email=EMAIL),
        get("account_login"),
        post("account_confirm_login_code", action="resend"),
        *wrong_codes("account_confirm_login_code"),
        *[post("account_request_login_code", email=EMAIL)] * 3,
    ],
    "code, given up": [
        post("account_request_login_code", email=EMAIL),
        post("account_logout", next="/accounts/login/code/"),
        get("account_confirm_login_code"),
        get("account_email_verification_sent"),
    ],
    "reset": [post("account_reset_password", email=EMAIL)] * 4,
    "wrong password": [post("account_login", login=EMAIL, password="не тот пароль")] * 7,
}


@contextmanager
def work() -> Iterator[list[str]]:
    """Note every hashing of a password."""
    hashed: list[str] = []
    encode = MD5PasswordHasher.encode

    def noted(self: MD5PasswordHasher, password: str, salt: str) -> str:
        hashed.append(password)
        return encode(self, password, salt)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(MD5PasswordHasher, "encode", noted)
        yield hashed


def plain(page: bytes) -> str:
    """Return a page without the tokens that differ anyway."""
    html = page.decode()
    html = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "TOKEN", html)
    return re.sub(r'"X-CSRFToken": "\w+"', "TOKEN", html)


def walk(steps: list[Step]) -> list[tuple[object, ...]]:
    """Take the steps as a stranger; note page, way, cookies, letters and hashings of each."""
    cache.clear()
    client = Client()
    seen: list[tuple[object, ...]] = []
    for step in steps:
        mail.outbox.clear()
        with work() as hashed:
            response = step(client)
        seen.append(
            (
                response.status_code,  # type: ignore[attr-defined]
                response.redirect_chain,  # type: ignore[attr-defined]
                plain(response.content),  # type: ignore[attr-defined]
                sorted(client.cookies),
                [letter.to for letter in mail.outbox],
                len(hashed),
            )
        )
    return seen


@pytest.mark.parametrize("password", [PASSWORD, None], ids=["with a password", "by code only"])
@pytest.mark.parametrize("name", WALKS)
def test_a_known_address_gets_the_same_pages_letters_and_hashings_as_a_new_one(name, password):
    unknown = walk(WALKS[name])
    User.objects.all().delete()
    person(EMAIL, password)
    known = walk(WALKS[name])
    for number, (one, other) in enumerate(zip(unknown, known, strict=True)):
        assert one == other, f"step {number} of {name}"


def test_the_walks_do_reach_letters_and_hashings():
    """So that the comparison above compares something."""
    assert walk(WALKS["sign-up"])[0][4:] == ([[EMAIL]], 1)
    assert walk(WALKS["code"])[0][4:] == ([[EMAIL]], 0)
    assert walk(WALKS["reset"])[0][4:] == ([[EMAIL]], 0)
    assert walk(WALKS["wrong password"])[0][4:] == ([], 1)


def test_the_letters_themselves_say_which_it_is_to_the_owner_of_the_mailbox_only():
    person(EMAIL)
    sign_up(Client(), EMAIL)
    known = mail.outbox[-1].body
    sign_up(Client(), "new@example.org")
    new = mail.outbox[-1].body
    assert reverse("account_reset_password") in known and reverse("account_reset_password") not in new


@pytest.mark.parametrize("page", ["account_request_login_code", "account_reset_password"])
def test_the_number_of_queries_for_a_known_and_an_unknown_address_is_close(page):
    person(EMAIL)
    counts = []
    for email in (EMAIL, "new@example.org"):
        client = Client()
        client.get(reverse(page))
        with CaptureQueriesContext(connection) as queries:
            client.post(reverse(page), {"email": email})
        counts.append(len(queries))
    assert abs(counts[0] - counts[1]) <= 3, counts


def test_two_sign_ups_with_one_address_at_the_same_moment_end_in_one_account(monkeypatch):
    """The second finds the address free, and taken when it writes."""
    cache.clear()

    def quicker(self: SignupForm, request: object) -> User:
        monkeypatch.undo()
        person(EMAIL)
        return SignupForm.save(self, request)  # type: ignore[arg-type]

    monkeypatch.setattr(SignupForm, "save", quicker)
    response = sign_up(Client(), EMAIL)
    assert response.status_code == 200
    assert response.redirect_chain[-1][0] == reverse("account_email_verification_sent")
    assert User.objects.count() == 1
