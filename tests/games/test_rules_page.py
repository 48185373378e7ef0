"""The page of rules: anybody reads it, and it says every option of the game in words."""

import re

import pytest
from django.test import Client

from games.engine.options import OPTIONS, Kind
from tests.factories import HOST, Played, make_game

pytestmark = pytest.mark.django_db

# For each option another value than the forum preset's, and what else makes it count.
CHANGED: dict[str, object] = {
    "names": "member", "min_players": 5, "max_players": 12, "signup_extension": "3h", "deal": "3h", "day": "3h",
    "last_word": "3h", "runoff": "3h", "night": "3h", "deal_ends_at": "20:00", "day_ends_at": "20:00",
    "last_word_ends_at": "20:00", "runoff_ends_at": "20:00", "night_ends_at": "20:00", "timezone": "Asia/Tokyo",
    "weekly_pause": "Fri 21:00 - Mon 09:00", "tie": "random", "night_min": "3h", "notice_max": "off",
    "guard_wait": "3h", "mafia_kill": "majority", "doctor_repeat": "free", "doctor_self": "never",
    "check_shows": "side", "mafia_wins": "parity", "stalemate_after": 0, "outage_after": "3h",
    "evening": "3h", "evening_ends_at": "20:00", "verdict": "3h", "verdict_ends_at": "20:00",
    "auto_heart_attack_after": "3h", "curtain": "3h",
}  # fmt: skip


# An option that counts only beside another one.
NEEDED: dict[str, object] = {"night_ends_early": True, "trial": True, "evening": "2h", "presence": True}


def told(played: Played, language: str = "ru") -> str:
    client = Client()
    client.cookies["django_language"] = language
    answer = client.get(played.url("rules"))
    assert answer.status_code == 200
    return " ".join(re.findall(r"<li>([^<]*)</li>", answer.content.decode()))


@pytest.mark.parametrize("name", OPTIONS)
def test_an_option_that_is_changed_changes_the_page(name: str) -> None:
    spec = OPTIONS[name]
    needed: dict[str, object] = {spec.needs: NEEDED[spec.needs]} if spec.needs in NEEDED else {}
    plain = make_game(players=0, options=needed)
    assert (name in CHANGED) == (spec.kind is not Kind.ONOFF)
    value = CHANGED.get(name, not plain.game.options[name])
    other = make_game(players=0, tag="б", options={**needed, name: value})
    for language in ("ru", "en"):
        assert told(plain, language) != told(other, language)


def test_everybody_reads_it_in_every_phase() -> None:
    played = make_game()
    for _phase in range(3):
        for who in ("", "Груздь", HOST):
            page = played.client(who).get(played.url("rules"))
            assert page.status_code == 200 and played.game.commitment in page.content.decode()
        played = played.to_end() if played.phase != "signup" else played.to_day()
    assert played.url("proof") in Client().get(played.url("rules")).content.decode()


def test_only_the_host_is_shown_the_way_to_change_them() -> None:
    played = make_game()
    assert played.url("change") in played.client(HOST).get(played.url("rules")).content.decode()
    assert played.url("change") not in played.client("Груздь").get(played.url("rules")).content.decode()


def test_the_composition_stands_on_it() -> None:
    played = make_game(players=0, options={"max_players": 13})
    text = re.sub(r"<[^>]*>", " ", Client().get(played.url("rules")).content.decode())
    table = text.split("Сколько каких ролей")[1].split("Отпечаток")[0]
    assert "7–11" in table and "12–13" in table and "14" not in table


def test_there_are_no_rules_of_no_game() -> None:
    assert Client().get("/games/nothere1/rules/").status_code == 404
