"""What the tests of this folder do again and again."""

import re

from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts import services
from accounts.models import User

PASSWORD = "четыре тихих зонта"
CODE = re.compile(r"^([BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4})$", re.MULTILINE)


def person(email: str, password: str | None = PASSWORD) -> User:
    """Make somebody whose address is confirmed."""
    user = services.user_for_email(email)
    if password and not user.check_password(password):
        user.set_password(password)
        user.save(update_fields=["password"])
    return user


def logged_in(email: str = "ann@example.org", password: str | None = PASSWORD) -> Client:
    """Return a browser in which this person is logged in, without going through the pages."""
    client = Client()
    client.force_login(person(email, password))
    return client


def code_of_last_letter() -> str:
    """Return the code in the newest letter."""
    found = CODE.search(str(mail.outbox[-1].body))
    assert found, mail.outbox[-1].body
    return found[1]


def sign_up(client: Client, email: str, password: str = PASSWORD, **more: str):
    """Fill in the sign-up form and follow to the page that comes."""
    return client.post(reverse("account_signup"), {"email": email, "password1": password, **more}, follow=True)


def words(response) -> str:
    """Return the text of a page without tags, blanks collapsed."""
    html = response.content.decode()
    html = re.sub(r"(?s)<(script|style|head)\b.*?</\1>", " ", html)
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())
