"""A new game in three steps: nothing is lost on the way, each step is judged alone, the rules are told beside it."""

import html
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.engine.ruleset import Ruleset
from games.models import Game
from games.views.new_game import PACES
from tests.games.test_create_game import CREATE, errors, fields_of, filled, host

pytestmark = pytest.mark.django_db

SUMMARY = reverse("games:create_summary")


def go(client: Client, page: str, where: str, **changes: str) -> Any:
    """Press a button of the page as it stands, after typing the changes."""
    return client.post(CREATE, {**fields_of(page), **changes, "go": where})


def step_of(page: str) -> str:
    found = re.search(r'name="step" value="(\d)"', page)
    assert found is not None
    return found[1]


def text_of(answer: Any) -> str:
    return html.unescape(re.sub(r"<[^>]*>", " ", answer.content.decode()))


def test_next_next_and_open_make_a_game_of_the_usual_values() -> None:
    client = host()
    page = client.get(CREATE).content.decode()
    assert step_of(page) == "1"
    for step in ("2", "3"):
        answer = go(client, page, "next", title="Ночной экспресс")
        page = answer.content.decode()
        assert (answer.status_code, step_of(page), errors(page)) == (200, step, "")
    assert not Game.objects.exists()
    answer = go(client, page, "open")
    assert answer.status_code == 303
    assert Game.objects.get().title == "Ночной экспресс"


def test_forth_and_back_loses_nothing() -> None:
    client = host()
    page = client.get(CREATE).content.decode()
    page = go(client, page, "next", title="Ночной экспресс", description="Две\nстроки").content.decode()
    page = go(client, page, "next", day="36h").content.decode()
    page = go(client, page, "1", **{"row-0-mafia": "2"}).content.decode()
    assert step_of(page) == "1"
    sent = fields_of(page)
    assert (sent["title"], sent["day"], sent["row-0-mafia"]) == ("Ночной экспресс", "36h", "2")
    assert "Две\nстроки" in page
    page = go(client, page, "3").content.decode()
    assert step_of(page) == "3"
    assert step_of(go(client, page, "back").content.decode()) == "2"


def test_each_step_is_judged_when_one_leaves_it_forward() -> None:
    client = host()
    page = client.get(CREATE).content.decode()
    answer = go(client, page, "next", title="", day="сорок")
    page = answer.content.decode()
    assert (answer.status_code, step_of(page)) == (422, "1")
    assert "Название" in errors(page) and "сорок" not in errors(page)
    # What is wrong further on is told there, and kept.
    page = go(client, page, "next", title="Ночной экспресс").content.decode()
    assert (step_of(page), errors(page)) == ("2", "")
    answer = go(client, page, "next")
    assert (answer.status_code, step_of(answer.content.decode())) == (422, "2")
    assert fields_of(answer.content.decode())["day"] == "сорок"


def test_opening_with_something_wrong_leads_to_its_step() -> None:
    client = host()
    for changes, step in (({"title": ""}, "1"), ({"day": "?"}, "2"), ({"row__0__mafia": "x"}, "3")):
        answer = client.post(CREATE, {**filled(client, **changes), "go": "open"})
        assert (answer.status_code, step_of(answer.content.decode())) == (422, step), changes
        assert errors(answer.content.decode())
    assert not Game.objects.exists()


@pytest.mark.parametrize("pace", PACES)
def test_a_pace_sets_the_times_and_makes_a_good_game(pace: str) -> None:
    client = host()
    page = client.get(CREATE).content.decode()
    page = go(client, page, pace, title="Ночной экспресс").content.decode()
    sent = fields_of(page)
    assert {name: sent[name] for name in PACES[pace][1]} == PACES[pace][1]
    answer = go(client, page, "open")
    assert answer.status_code == 303
    rules = Ruleset.restore(Game.objects.get().options)
    assert bool(rules.weekly_pause) == (pace == "weekends")


@pytest.mark.parametrize("sent", ["", "0", "4", "-1", "x", "9" * 40, "\0"])
def test_nonsense_for_a_step_or_a_button_is_no_error(sent: str) -> None:
    client = host()
    for name in ("step", "go"):
        answer = client.post(CREATE, {**filled(client), name: sent})
        assert answer.status_code in (200, 303, 422)


# ---------- the rules beside it


def test_the_rules_are_told_from_the_beginning_and_as_they_are_typed() -> None:
    client = host()
    assert "Продолжительность дня: 48" in text_of(client.get(CREATE)).replace("\xa0", " ")
    answer = client.post(SUMMARY, filled(client, day="36h"))
    assert answer.status_code == 200
    assert "Продолжительность дня: 36" in text_of(answer).replace("\xa0", " ")


def test_what_can_not_be_read_yet_is_named_and_the_rest_is_told() -> None:
    client = host()
    said = text_of(client.post(SUMMARY, filled(client, day="3", night="30h"))).replace("\xa0", " ")
    assert "Пока не читается" in said and "Продолжительность ночи: 30" in said


def test_a_lopsided_set_up_is_warned_of_and_may_be_opened() -> None:
    client = host()
    sent = filled(client, max_players="6", night="60h", row__0__mafia="3", row__0__players="5")
    sent = {name: value for name, value in sent.items() if not re.match(r"row-[1-9]", name)}
    said = text_of(client.post(SUMMARY, sent))
    assert "больше трети" in said.replace("\xa0", " ") and "Ночь длиннее дня" in said
    assert client.post(CREATE, {**sent, "row-0-mafia": "2"}).status_code == 303


@pytest.mark.parametrize("junk", ["", "\0", "я" * 5000, "-1", "1e9", "<b>", "99999999999999999999"])
def test_any_half_typed_form_has_a_summary(junk: str) -> None:
    client = host()
    whole = filled(client)
    for sent in ({}, {"title": junk}, dict.fromkeys(whole, junk)):
        answer = client.post(SUMMARY, sent)
        assert answer.status_code == 200
        assert "Правила, как они сейчас" in text_of(answer)
