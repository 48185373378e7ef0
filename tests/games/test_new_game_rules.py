"""The rules of a new game in words, beside the form: they follow what is typed, and tell what is lopsided."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games.engine.ruleset import Ruleset
from games.options_words import typed
from games.paces import PACES
from tests.games.test_create_game import CREATE, fields_of, filled, host
from tests.games.test_new_game_steps import go, part, text, words

pytestmark = pytest.mark.django_db

SUMMARY = reverse("games:create_summary")


def test_the_rules_are_told_from_the_beginning_and_as_they_are_typed(clock: Any) -> None:
    client = host()
    page = text(client.get(CREATE))
    assert "Продолжительность дня: 48" in part(page, "day")
    assert part(page, "until").startswith("пн") and "15 июня 2026, 21:00" in part(page, "until")
    sent = filled(client, day="36h", day_ends_at="21:00", deadline_at="2026-06-19T20:30", timezone="Asia/Tokyo")
    answer = client.post(SUMMARY, sent)
    page = text(answer)
    assert answer.status_code == 200 and answer["Cache-Control"] == "no-store, private"
    assert "36" in part(page, "day") and "21:00" in part(page, "day")
    assert "пт" in part(page, "until") and "19 июня 2026, 20:30" in part(page, "until")
    assert page.count("hx-swap-oob") == page.count(' id="set-') + 1, "every part finds its place"


def test_the_parts_of_the_answer_are_the_parts_of_the_page(clock: Any) -> None:
    client = host()
    for step in ("1", "2", "3"):
        page = text(go(client, text(client.get(CREATE)), step))
        answer = text(client.post(SUMMARY, fields_of(page)))
        assert set(re.findall(r' id="(set-[\w-]+)"', answer)) == set(re.findall(r' id="(set-[\w-]+)"', page)) - {
            "set-status"
        }
        for anchor in ("facts", "day", "until"):
            assert part(answer, anchor) == part(page, anchor)


@pytest.mark.parametrize(
    ("language", "said"),
    [("ru", ("Это нужно поправить", "День: «3»")), ("en", ("this is to be mended", "Day: “3”"))],
)
def test_what_can_not_be_read_yet_is_named_and_the_rest_is_told(
    clock: Any, language: str, said: tuple[str, ...]
) -> None:
    client = host(language=language)
    answer = client.post(SUMMARY, filled(client, day="3", night="30h"))
    assert "30" in part(text(answer), "night")
    whole = words(answer).replace(" : ", ": ")
    assert said[0] in whole and said[1] in whole


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("ru", ("треть стола или больше", "дольше целого дня", "Набор кончается в 03:00")),
        ("en", ("a third of the table or more", "longer than the whole day", "The sign-up ends at 03:00")),
    ],
)
def test_a_lopsided_set_up_is_warned_of_and_may_be_opened(clock: Any, language: str, said: tuple[str, ...]) -> None:
    client = host(language=language)
    sent = {name: value for name, value in filled(client).items() if not name.startswith("row-")}
    sent |= {
        "max_players": "8",
        "night": "60h",
        "deadline_at": "2026-06-20T03:00",
        "row-4-players": "6",
        "row-4-mafia": "2",
    }
    answer = client.post(SUMMARY, {**sent, "step": "3"})
    whole = words(answer)
    for line in said:
        assert line in whole
    # Beside its own line, and nowhere else among the lines.
    assert said[0] in part(text(answer), "row-5") and said[0] not in part(text(answer), "row-1")
    page = text(client.post(CREATE, {**sent, "go": "3"}, follow=True))
    assert said[0] in part(page, "row-5") and said[0] in part(page, "facts") and said[1] in part(page, "facts")
    assert client.post(CREATE, {**sent, "go": "open"}).status_code == 303


def test_a_line_says_what_it_comes_to(clock: Any) -> None:
    client = host()
    page = text(go(client, text(client.get(CREATE)), "3", max_players="20"))
    assert part(page, "row-1") == "6 игроков, честных жителей: 4"
    assert part(page, "row-2") == "7–11 игроков, честных жителей: 3–7"
    assert part(page, "row-5") == "19–20 игроков, честных жителей: 12–13"
    assert part(page, "row-6") == "", "nobody can be so many"


@pytest.mark.parametrize("junk", ["", "\0", "я" * 2500, "-1", "1e9", "<b>", "99999999999999999999"])
def test_any_half_typed_form_has_a_summary(clock: Any, junk: str) -> None:
    client = host()
    whole = filled(client)
    for sent in (
        {},
        {"title": junk},
        dict.fromkeys(whole, junk),
        *({**whole, name: junk} for name in ("day", "max_players")),
    ):
        answer = client.post(SUMMARY, sent)
        assert answer.status_code == 200
        assert "Продолжительность ночи" in part(text(answer), "night") and "<b>99" not in text(answer)


def test_the_summary_is_for_members_and_by_post(clock: Any) -> None:
    assert Client().post(SUMMARY).status_code == 302
    assert host().get(SUMMARY).status_code == 405


def test_typed_paces_are_read_again_as_they_were_meant() -> None:
    for language in ("ru", "en"):
        with translation.override(language):
            for pace in PACES.values():
                shown = Ruleset.from_options("forum", pace.options)
                again = Ruleset.from_options(
                    "forum", {name: typed(name, getattr(shown, name)) for name in pace.options}
                )
                assert again == shown
