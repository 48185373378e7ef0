"""Anything typed into any form of a game: never a fault of the site, and what was refused is given back."""

from html import unescape
from typing import Any

import pytest
from django.urls import NoReverseMatch
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import urls
from tests.factories import HOST, ROLES, Played, make_game

pytestmark = pytest.mark.django_db

FIELDS = ("text", "target", "first", "last", "day", "name", "announcement", "email", "to", "seat", "reason", "by")
FIELDS += ("number", "code", "phase", "confirm", "preview", "key", "member", "seen")
# Whatever a keyboard, a broken client or a bad joke may send.
TEXTS = st.one_of(
    st.text(max_size=60),
    st.sampled_from(
        ["", " ", "\0", "٣", "-1", "0", "99999999999999999999", "1e9", "None", "ночь", "+", "отмена", "Груздь"]
        + ["[vote]", "[vote]Груздь[/vote]", "[quote=" * 40, "<script>alert(1)</script>", "я" * 45_000, "\u202eгруздь"]
    ),
)
FORMS = st.dictionaries(st.sampled_from(FIELDS), st.lists(TEXTS, min_size=1, max_size=2), max_size=6)
QUERIES = st.dictionaries(st.sampled_from(("page", "post", "quote", "after", "by", "only", "next", "to")), TEXTS)
MANY = settings(max_examples=25, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))


def _addresses(played: Played) -> list[str]:
    """Return every address of the game that needs nothing but the game, and each act of the desk."""
    found = []
    for pattern in urls.urlpatterns:
        for more in ({}, {"act": "extend"}, {"act": "heart"}, {"act": "rename"}, {"seat": 1}, {"token": "nonsense"}):
            try:
                found.append(played.url(str(pattern.name), **more))
            except NoReverseMatch:
                continue
    assert len(found) > 25
    return sorted(set(found))


@pytest.mark.parametrize("station", ["signup", "day", "night"])
def test_no_form_and_no_address_breaks(station: str) -> None:
    played = make_game(7)
    if station != "signup":
        played.to_day(ROLES)
    if station == "night":
        played.end_phase()
    addresses = _addresses(played)
    readers = [played.client(name) for name in ("", "Мухомор", "Груздь", HOST)]
    for client in readers:
        client.raise_request_exception = False

    @MANY
    @given(data=st.data(), fields=FORMS, query=QUERIES)
    def everything(data: Any, fields: dict[str, list[str]], query: dict[str, str]) -> None:
        who = data.draw(st.sampled_from(range(len(readers))))
        url = data.draw(st.sampled_from(addresses))
        token = played.persona(("", "Мухомор", "Груздь", HOST)[who]).token if who else "x"
        answer = readers[who].get(url, query)
        assert answer.status_code < 500, (url, query)
        answer = readers[who].post(url, {"as": token, **fields})
        assert answer.status_code < 500, (url, fields)

    everything()


@MANY
@given(text=st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=80))
def test_a_refused_text_is_given_back(text: str, seven: Played) -> None:
    """The thread is closed at night: whatever was typed stands in the form again."""
    answer = seven.client("Груздь").post(seven.url("post"), seven.form("Груздь", text=text))
    assert answer.status_code == 422
    assert text in unescape(answer.content.decode())


@pytest.fixture
def seven() -> Played:
    """A game of seven in its first night."""
    return make_game(7).to_day(ROLES).end_phase()
