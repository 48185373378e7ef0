"""Guests at the pages: what they are told, what must wait for an address, and how they add one."""

from urllib.parse import quote

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.http import HttpRequest
from django.test import Client
from django.urls import reverse

from accounts import entrance, selectors, services
from accounts.models import User
from tests.accounts.helpers import code_of_last_letter, logged_in, person, words

pytestmark = pytest.mark.django_db

ADDRESS = reverse("account_email")
CONFIRM = reverse("account_email_verification_sent")


def guest() -> tuple[Client, User]:
    """Return the browser of somebody who has just been made a guest, and the row."""
    client, user = Client(), services.make_guest(language="ru")
    request = HttpRequest()
    request.session = client.session
    entrance.log_in_guest(request, user)
    request.session.save()
    client.cookies["sessionid"] = request.session.session_key
    return client, user


def add(client: Client, email: str = "new@example.org"):
    """Ask for a code to an address, and follow to the page that takes it."""
    return client.post(ADDRESS, {"email": email, "action_add": "1"}, follow=True)


def test_a_guest_stays_logged_in_for_as_long_as_anybody() -> None:
    client, user = guest()
    assert int(client.session["_auth_user_id"]) == user.pk
    assert client.session.get_expiry_age() == 60 * 24 * 3600


def test_the_own_page_says_what_a_guest_is_and_offers_an_address() -> None:
    client, _user = guest()
    page = client.get(reverse("accounts:profile"))
    assert "живёт только в этом браузере" in words(page)
    html = page.content.decode()
    assert f'href="{ADDRESS}"' in html
    assert reverse("account_set_password") not in html and reverse("accounts:name") not in html
    assert ">Гость<" in html.split("<main")[0], "the top line says so as well"


def test_a_guest_adds_an_address_and_is_an_ordinary_person() -> None:
    client, user = guest()
    assert "Добавить почту" in words(client.get(ADDRESS))
    asked = add(client, "New@Example.org ")
    assert asked.redirect_chain[-1][0] == CONFIRM
    user.refresh_from_db()
    assert user.is_guest, "not before the code"
    done = client.post(CONFIRM, {"code": code_of_last_letter()}, follow=True)
    assert done.redirect_chain[-1][0] == reverse("accounts:profile")
    user.refresh_from_db()
    assert (user.email, user.is_guest) == ("new@example.org", False)
    assert list(EmailAddress.objects.values_list("user", "email", "verified", "primary")) == [
        (user.pk, "new@example.org", True, True)
    ]
    assert "живёт только в этом браузере" not in words(done)
    assert not selectors.guests().exists()


def test_whoever_was_a_guest_logs_in_elsewhere_with_a_code_and_sees_what_all_see() -> None:
    client, user = guest()
    add(client)
    client.post(CONFIRM, {"code": code_of_last_letter()})
    other = Client()
    other.post(reverse("account_request_login_code"), {"email": "new@example.org"})
    other.post(reverse("account_confirm_login_code"), {"code": code_of_last_letter()})
    assert int(other.session["_auth_user_id"]) == user.pk
    assert reverse("account_set_password") in other.get(reverse("accounts:profile")).content.decode()
    # A code once more before a password is set, as for everybody.
    answer = other.get(reverse("account_set_password"))
    assert answer["Location"].startswith(reverse("account_request_reauthentication_code"))
    assert other.get(reverse("accounts:name")).status_code == 200


def test_a_wrong_code_adds_nothing() -> None:
    client, user = guest()
    add(client)
    assert "не тот код, что в письме" in words(client.post(CONFIRM, {"code": "BCDF-GHJK"}))
    user.refresh_from_db()
    assert user.is_guest and not EmailAddress.objects.exists()


def test_an_address_of_somebody_else_is_answered_as_any_and_refused_after_the_code_alone() -> None:
    known = person("known@example.org")
    pages, letters = [], []
    for email in ("known@example.org", "other@example.org"):
        client, _user = guest()
        answer = add(client, email)
        pages.append((answer.status_code, answer.redirect_chain, words(answer).replace(email, "")))
        letters.append((mail.outbox[-1].to == [email], str(mail.outbox[-1].subject)))
    assert pages[0] == pages[1] and letters[0] == letters[1]
    client, user = guest()
    add(client, "known2@example.org")
    person("known2@example.org")
    answer = client.post(CONFIRM, {"code": code_of_last_letter()}, follow=True)
    assert answer.status_code == 200
    user.refresh_from_db()
    assert user.is_guest
    assert User.objects.filter(email="known@example.org").get() == known


def test_the_owner_of_a_known_address_hears_so_after_the_code() -> None:
    person("known@example.org")
    client, user = guest()
    add(client, "known@example.org")
    answer = client.post(CONFIRM, {"code": code_of_last_letter()}, follow=True)
    assert "Этот адрес принадлежит другой учётной записи" in words(answer)
    user.refresh_from_db()
    assert user.is_guest


@pytest.mark.parametrize("name", ["account_set_password", "account_change_password", "accounts:name"])
def test_pages_for_later_lead_a_guest_to_the_address_first(name: str) -> None:
    client, _user = guest()
    for method in (client.get, client.post):
        answer = method(reverse(name), follow=True)
        assert answer.redirect_chain == [(ADDRESS, 302)]
        assert "Сначала добавьте почту" in words(answer)


def test_a_page_for_members_leads_a_guest_to_the_address_first() -> None:
    client, user = guest()
    answer = client.get(reverse("games:create"), follow=True)
    assert answer.redirect_chain == [(ADDRESS, 302)] and "Сначала добавьте почту" in words(answer)
    assert selectors.member_of(user) is None
    visitor = Client().get(reverse("games:create"))
    assert visitor["Location"] == f"{reverse('account_login')}?next={quote(reverse('games:create'))}"


def test_somebody_with_an_address_has_to_show_again_who_it_is() -> None:
    """What spares a guest the question spares nobody else."""
    client = logged_in()
    answer = client.post(ADDRESS, {"email": "new@example.org", "action_add": "1"})
    assert answer.status_code == 302 and answer["Location"].startswith(reverse("account_reauthenticate"))
    assert mail.outbox == []


def test_logging_out_warns_a_guest() -> None:
    client, _user = guest()
    assert "вернуться в эту учётную запись" in words(client.get(reverse("account_logout")))
    known = logged_in()
    assert "вернуться в эту учётную запись" not in words(known.get(reverse("account_logout")))


def test_a_guest_may_leave_and_log_in_with_an_account_that_there_is() -> None:
    client, _user = guest()
    page = client.get(reverse("accounts:profile")).content.decode()
    assert f'name="next" value="{reverse("account_login")}"' in page
    answer = client.post(reverse("account_logout"), {"next": reverse("account_login")})
    assert answer["Location"] == reverse("account_login") and "_auth_user_id" not in client.session
