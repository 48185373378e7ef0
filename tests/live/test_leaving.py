"""Whoever logs out, or changes the password, hears nothing more: the streams end at once."""

from typing import Any

import pytest

from common import channels
from tests.factories import client_of, make_user


@pytest.mark.django_db(transaction=True)
def test_logging_out_ends_the_streams(published: list[set[str]]) -> None:
    user = make_user("anna@example.org")
    assert client_of(user).post("/accounts/logout/").status_code == 302
    assert published == [{channels.closing(channels.of_user(user.pk))}]


@pytest.mark.django_db(transaction=True)
def test_a_new_password_ends_the_streams(published: list[set[str]], settings: Any) -> None:
    user = make_user("boris@example.org")
    user.set_password("a quiet evening")
    user.save()
    client = client_of(user)
    fields = {"oldpassword": "a quiet evening", "password1": "a loud morning", "password2": "a loud morning"}
    answer = client.post("/accounts/password/change/", fields)
    if "reauthenticate" in answer.headers.get("Location", ""):
        client.post(answer.headers["Location"], {"password": "a quiet evening"})
        answer = client.post("/accounts/password/change/", fields)
    user.refresh_from_db()
    assert user.check_password("a loud morning"), answer.content.decode()[:3000]
    assert published == [{channels.closing(channels.of_user(user.pk))}]
