"""A new game in three steps: nothing is lost on the way, and each step is judged by itself."""

import html
import re
from dataclasses import replace
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import translation

from accounts.models import Persona
from games.engine.ruleset import CONFERENCE, PRESETS, Ruleset
from games.models import Game
from games.paces import PACES, THEMES, WAYS, pace_of, way_of
from games.views.new_game import DRAFT, MOST_KEPT
from tests.factories import client_of, make_user
from tests.games.test_create_game import CREATE, errors, fields_of, filled, host

pytestmark = pytest.mark.django_db


def go(client: Client, page: str, where: str, **changes: str | None) -> Any:
    """Press a button of the page as it stands, after typing the changes (None: a box is cleared)."""
    sent = {**fields_of(page), **changes, "go": where}
    return client.post(CREATE, {name: value for name, value in sent.items() if value is not None}, follow=True)


def text(answer: Any) -> str:
    return str(answer.content.decode())


def words(answer: Any) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", text(answer))).split())


def step_of(page: str) -> str:
    found = re.search(r'name="step" value="(\d)"', page)
    assert found is not None
    return found[1]


def part(page: str, anchor: str) -> str:
    """Return one of the parts that follow what is typed, as text."""
    found = re.search(rf'<(\w+)[^>]* id="set-{anchor}".*?</\1>', page, re.DOTALL)
    assert found is not None, anchor
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", found[0])).split())


# ---------- the way through


@pytest.mark.parametrize("language", ["ru", "en"])
def test_whoever_presses_the_button_thrice_has_a_good_game(clock: Any, language: str) -> None:
    client = host(language=language)
    page = text(client.get(CREATE))
    for step in ("1", "2"):
        assert step_of(page) == step
        answer = go(client, page, "next")
        page = text(answer)
        assert (answer.status_code, errors(page)) == (200, "")
    assert step_of(page) == "3" and not Game.objects.exists()
    answer = go(client, page, "open")
    game = Game.objects.get()
    assert answer.redirect_chain == [(reverse("games:table", args=[game.slug]), 303)]
    with translation.override(language):
        assert (game.title, game.theme) in [(str(title), str(theme)) for title, theme in THEMES]
        assert game.language == language
    assert pace_of(Ruleset.restore(game.options)) == "calm"


def test_each_step_has_an_address_so_the_browsers_own_buttons_work(clock: Any) -> None:
    client = host()
    page = text(client.get(CREATE))
    answer = client.post(CREATE, {**fields_of(page), "title": "Суп", "go": "next"})
    assert (answer.status_code, answer["Location"]) == (303, f"{CREATE}?step=2")
    page = text(client.get(answer["Location"]))
    answer = client.post(CREATE, {**fields_of(page), "day": "36 ч", "go": "next"})
    assert answer["Location"] == f"{CREATE}?step=3"
    # The button of the browser asks for the earlier addresses again: what was sent stands there.
    for address, step in ((f"{CREATE}?step=3", "3"), (f"{CREATE}?step=2", "2"), (CREATE, "1")):
        page = text(client.get(address))
        sent = fields_of(page)
        assert (step_of(page), sent["title"], sent["day"]) == (step, "Суп", "36 ч")


def test_forth_and_back_loses_nothing(clock: Any) -> None:
    client = host()
    page = text(client.get(CREATE))
    page = text(go(client, page, "next", title="Ночной экспресс", description="Две\nстроки"))
    page = text(go(client, page, "next", day="36 ч", silent_removed=None, hammer="on"))
    page = text(go(client, page, "1", **{"row-0-mafia": "2", "row-7-players": "40"}))
    assert step_of(page) == "1"
    page = text(go(client, page, "3"))
    assert step_of(page) == "3"
    page = text(go(client, page, "back"))
    assert step_of(page) == "2"
    sent = fields_of(page)
    assert (sent["title"], sent["day"], sent["row-0-mafia"]) == ("Ночной экспресс", "36 ч", "2")
    assert sent["description"].replace("\r", "") == "Две\nстроки"
    assert "silent_removed" not in sent and sent["hammer"] == "on"
    assert step_of(text(go(client, page, "back"))) == "1"


def test_what_was_begun_is_found_again_and_can_be_begun_anew(clock: Any) -> None:
    client = host()
    begun = go(client, text(client.get(CREATE)), "next", title="Начатое")
    assert "ещё не открыто" not in words(begun)
    page = text(client.get(CREATE))
    assert fields_of(page)["title"] == "Начатое" and "ещё не открыто" in page
    key = fields_of(page)["key"]
    page = text(go(client, page, "anew"))
    assert fields_of(page)["title"] != "Начатое" and "ещё не открыто" not in page
    assert fields_of(page)["key"] != key
    # What was opened is no draft any more.
    go(client, page, "open", title="Открытое")
    assert DRAFT not in client.session and fields_of(text(client.get(CREATE)))["title"] != "Открытое"


def test_a_draft_is_its_writers_alone(clock: Any) -> None:
    client = host()
    go(client, text(client.get(CREATE)), "next", title="Секрет")
    other = client_of(make_user("other@example.org", member="Сосед"))
    assert "Секрет" not in text(other.get(CREATE)) and "Секрет" not in text(other.get(f"{CREATE}?step=2"))


def test_what_is_too_long_for_a_draft_still_goes_along(clock: Any) -> None:
    client = host()
    long = "я" * (MOST_KEPT + 1)
    answer = client.post(CREATE, {**filled(client), "description": long, "go": "3"})
    assert answer.status_code == 200 and step_of(text(answer)) == "3"
    assert fields_of(text(answer))["description"] == long and DRAFT not in client.session


@pytest.mark.parametrize(
    ("address", "step"),
    [("?step=2", "1"), ("?step=0", "1"), ("?step=x", "1"), ("?step=%00", "1"), ("?step=" + "9" * 50, "1")],
)
def test_an_address_of_a_step_without_a_draft_begins_at_the_beginning(clock: Any, address: str, step: str) -> None:
    answer = host().get(CREATE + address)
    assert answer.status_code == 200 and step_of(text(answer)) == step


def test_one_form_sent_twice_at_one_moment_opens_one_game(clock: Any) -> None:
    client = host()
    sent = filled(client)
    persona = Persona.objects.get(name="Старый Маяк")
    # The first sending is still being answered.
    cache.set(f"new:{persona.pk}:{sent['key'].encode().hex()}", "", 60)
    answer = client.post(CREATE, {**sent, "go": "open"})
    assert (answer.status_code, answer["Location"]) == (303, reverse("games:list"))
    assert not Game.objects.exists()


# ---------- what is wrong


def test_a_refused_step_has_an_address_too(clock: Any) -> None:
    client = host()
    page = text(client.get(CREATE))
    assert "data-at=" not in page
    answer = client.post(CREATE, {**fields_of(page), "title": "", "day": "36 ч", "go": "next"})
    assert answer.status_code == 422 and f'data-at="{CREATE}?step=1"' in text(answer)
    assert fields_of(text(client.get(f"{CREATE}?step=2")))["day"] == "36 ч"


def test_each_step_is_judged_when_one_leaves_it_forward(clock: Any) -> None:
    client = host()
    page = text(client.get(CREATE))
    answer = go(client, page, "next", title="", day="сорок", deadline_at="вчера")
    page = text(answer)
    assert (answer.status_code, step_of(page)) == (422, "1")
    assert "Название" in errors(page) and "Набор до" in errors(page) and "День:" not in errors(page)
    # What is wrong further on is told there, and kept.
    page = text(go(client, page, "next", title="Ночной экспресс", deadline_at="2026-06-20T21:00"))
    assert (step_of(page), errors(page)) == ("2", "")
    answer = go(client, page, "next", **{"row-0-mafia": "лис"})
    page = text(answer)
    assert (answer.status_code, step_of(page)) == (422, "2")
    assert "«сорок»" in errors(page) and "В строке" not in errors(page)
    assert 'href="#id_day"' in page and fields_of(page)["day"] == "сорок"
    page = text(go(client, page, "next", day="40 ч"))
    assert (step_of(page), errors(page)) == ("3", "")
    answer = go(client, page, "open")
    page = text(answer)
    assert (answer.status_code, step_of(page)) == (422, "3")
    assert "В строке 1" in errors(page) and fields_of(page)["row-0-mafia"] == "лис"


def test_opening_with_something_wrong_leads_to_its_first_step(clock: Any) -> None:
    client = host()
    for changes, step in (
        ({"title": "", "row__0__mafia": "x"}, "1"),
        ({"preset": "chess"}, "1"),
        ({"day": "?", "row__0__mafia": "x"}, "2"),
        ({"row__0__mafia": "x"}, "3"),
    ):
        client.post(CREATE, {"go": "anew"})
        answer = client.post(CREATE, {**filled(client, **changes), "go": "open"})
        page = text(answer)
        assert (answer.status_code, step_of(page)) == (422, step), changes
        assert errors(page) and "All that" not in page
        # Every step in which something is wrong says so in the list of steps.
        wrong = {number for number in "123" if f'value="{number}"' in "".join(_marked(page))}
        assert step in wrong and ("3" in wrong) == ("row__0__mafia" in changes)
    assert not Game.objects.exists()


def _marked(page: str) -> list[str]:
    bar = page[page.index('<ol class="steps-bar') : page.index("</ol>")]
    return [
        button for button in re.findall(r"<button.*?</button>", bar, re.DOTALL) if "Здесь нужно поправить" in button
    ]


BAD: dict[str, tuple[str, ...]] = {
    "title": ("", "  ", "\0", "x" * 81, "\u202e"),
    "theme": ("x" * 81,),
    "description": ("x" * 2001,),
    "language": ("", "xx", "\0"),
    "deadline_at": ("", "\0", "2026-02-30T21:00", "2026-06-08T11:00", "9" * 3000, "2030-01-01T00:00", "сегодня"),
    "timezone": ("", "\0", "Mars/Olympus", "../../etc/passwd", "x" * 3000),
    "day": ("", "0", "-1 ч", "48", "91 д", "1e9 h", "٤٨ h", "\0" * 9, "9" * 3000),
    "min_players": ("", "2", "101", "-6", "6.5", "шесть", "9" * 3000),
    "max_players": ("5", "101", "x"),
    "day_ends_at": ("24:00", "9 вечера", "21", "\0x"),
    "weekly_pause": ("сб", "Mon 00:00 - Mon 00:00", "x" * 3000),
    "notice_max": ("0", "x"),
    "stalemate_after": ("", "-1", "x"),
    "tie": ("", "duel"),
    "mafia_kill": ("", "dictator"),
    "row-0-players": ("x", "101", "1.5", "-1"),
    "row-1-mafia": ("x", "101", "\u0663", "9" * 3000),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_of_every_kind_gets_a_sentence_and_stays(clock: Any, name: str) -> None:
    client = host()
    whole = filled(client)
    for bad in BAD[name]:
        answer = client.post(CREATE, {**whole, name: bad, "go": "open"})
        page = text(answer)
        assert answer.status_code == 422, (name, bad)
        assert re.search(r"\w{3,}", errors(page)), (name, bad)
        kept = fields_of(page).get(name, "")
        if name not in ("language", "timezone", "tie", "mafia_kill", "title") and len(bad) < 100:
            assert html.unescape(kept).strip() == bad.replace("\0", "").strip(), (name, bad)
    assert not Game.objects.exists()


@pytest.mark.parametrize("button", ["next", "back", "1", "2", "3", "calm"])
def test_no_button_is_without_an_answer_whatever_the_fields_hold(clock: Any, button: str) -> None:
    client = host()
    whole = filled(client)
    for number in (0, 1):
        bad = {name: values[min(number, len(values) - 1)] for name, values in BAD.items()}
        answer = client.post(CREATE, {**whole, **bad, "step": "2", "go": button}, follow=True)
        assert answer.status_code == (422 if button == "next" else 200)
        assert fields_of(text(answer))["row-1-mafia"] == BAD["row-1-mafia"][number]


@pytest.mark.parametrize("sent", ["", "0", "4", "-1", "x", "9" * 40, "\0"])
def test_nonsense_for_a_step_or_a_button_is_no_error(clock: Any, sent: str) -> None:
    client = host()
    for name in ("step", "go", "key"):
        answer = client.post(CREATE, {**filled(client), name: sent})
        assert answer.status_code in (200, 303, 422)


# ---------- paces


def pressed(page: str) -> list[str]:
    return chosen(page, "pace")


def chosen(page: str, group: str) -> list[str]:
    """Return what is pressed in a group of buttons of which one may be."""
    (buttons,) = re.findall(rf'<fieldset class="paces[^"]*" id="{group}">(.*?)</fieldset>', page, re.DOTALL)
    return re.findall(r'value="([\w-]+)" aria-pressed="true"', buttons)


@pytest.mark.parametrize("language", ["ru", "en"])
@pytest.mark.parametrize("name", PACES)
def test_a_pace_sets_all_times_and_makes_a_good_game(clock: Any, name: str, language: str) -> None:
    client = host(language=language)
    page = text(client.get(CREATE))
    page = text(go(client, page, f"way-{PACES[name].way}"))
    page = text(go(client, page, "next", runoff_ends_at="03:00", guard_wait="1 h"))
    answer = go(client, page, name, title="Ночной экспресс", hammer="on")
    page = text(answer)
    assert answer.redirect_chain == [(f"{CREATE}?step=2#pace", 303)]
    assert pressed(page) == [name]
    assert part(page, "status") == "" and "said is-warn" not in page
    answer = go(client, page, "open")
    game = Game.objects.get()
    rules = Ruleset.restore(game.options)
    assert pace_of(rules) == name and rules.hammer and game.title == "Ночной экспресс"


@pytest.mark.parametrize("language", ["ru", "en"])
def test_a_conference_is_a_choice_of_the_first_step(clock: Any, language: str) -> None:
    """The preset brings every option of its own, its paces, and makes a game that can be played."""
    client = host(language=language)
    page = text(client.get(CREATE))
    assert chosen(page, "way") == ["way-forum"] and pressed(page) == ["calm"]
    answer = go(client, page, "way-conference", title="Прямой эфир")
    page = text(answer)
    assert answer.redirect_chain == [(f"{CREATE}?step=1#way", 303)]
    assert chosen(page, "way") == ["way-conference"] and pressed(page) == ["live"]
    assert fields_of(page)["theme"] == "", "the suggested theme is for clones"
    assert fields_of(page)["title"] == "Прямой эфир" and "said is-warn" not in page
    page = text(go(client, text(go(client, page, "next")), "3"))
    assert "Отличается" not in page and "Differs" not in page
    assert go(client, page, "open").status_code == 200
    game = Game.objects.get()
    rules = Ruleset.restore(game.options)
    assert rules == replace(CONFERENCE, timezone=rules.timezone) and way_of(rules) == "conference"
    assert pace_of(rules) == "live" and not rules.problems()


def test_a_way_can_be_taken_back_and_keeps_the_zone(clock: Any) -> None:
    client = host()
    page = text(go(client, text(client.get(CREATE)), "way-conference", timezone="Asia/Tokyo", theme="грибы"))
    assert fields_of(page)["evening"] == "2 мин" and fields_of(page)["mafia_kill"] == "boss"
    page = text(go(client, page, "way-forum", hammer="on"))
    found = fields_of(page)
    assert (found["evening"], found["mafia_kill"], found["day"]) == ("", "plurality", "48 ч")
    assert (found["timezone"], found["theme"]) == ("Asia/Tokyo", "грибы") and "hammer" not in found
    assert chosen(page, "way") == ["way-forum"] and pressed(page) == ["calm"]


def test_every_preset_is_a_way_and_every_pace_is_of_one() -> None:
    assert set(WAYS) == set(PRESETS) and {pace.way for pace in PACES.values()} == set(WAYS)
    for name, preset in PRESETS.items():
        assert way_of(preset) == name and PACES[pace_of(preset)].way == name


def test_no_pace_is_pressed_when_a_time_was_changed(clock: Any) -> None:
    client = host()
    page = text(go(client, text(client.get(CREATE)), "2"))
    assert pressed(page) == ["calm"]
    assert pressed(text(go(client, page, "2", night="23 ч"))) == []


def test_a_folded_group_says_what_differs_and_opens_where_something_is_wrong(clock: Any) -> None:
    client = host()
    page = text(go(client, text(client.get(CREATE)), "2", hammer="on"))
    groups = {name: (bool(is_open), head) for name, is_open, head in _groups(page)}
    assert groups["phases"][0] and not groups["votes"][0] and not groups["seldom"][0]
    assert "Больше половины" in groups["votes"][1] and "Отличается" not in groups["phases"][1]
    page = text(go(client, page, "next", outage_after="вечность"))
    groups = {name: (bool(is_open), head) for name, is_open, head in _groups(page)}
    assert groups["seldom"][0] and not groups["votes"][0]


def _groups(page: str) -> list[tuple[str, str, str]]:
    return re.findall(r'id="group-(\w+)"( open)?><summary>(.*?)</summary>', page, re.DOTALL)


def test_what_may_change_later_is_marked(clock: Any) -> None:
    page = text(host().get(CREATE))
    for name, mark in (("day", "до раздачи"), ("weekly_pause", "можно менять всегда"), ("hammer", ""), ("names", "")):
        found = re.search(rf'<label for="id_{name}">(.*?)</label>', page, re.DOTALL)
        assert found is not None
        assert (mark in found[1]) if mark else ("менять" not in found[1]), name
