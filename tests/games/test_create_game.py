"""Opening a game: what a set-up may be, everything that is wrong at once, and what was typed stays."""

import html
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.engine.composition import Composition, suggested
from games.engine.options import OPTIONS
from games.engine.roles import ROLES
from games.engine.ruleset import FORUM, Ruleset
from games.models import Game
from games.set_up import MOST_ROWS
from tests.factories import client_of, make_user
from tests.games.conftest import START

pytestmark = pytest.mark.django_db

CREATE = reverse("games:create")


def host(**more: Any) -> Client:
    return client_of(make_user("host@example.org", member="Старый Маяк", **more))


def fields_of(page: str) -> dict[str, str]:
    """Return what a browser would send back of the form on the page as it stands."""
    form = page[page.index('<form class="setup"') :]
    sent = {}
    for tag in re.findall(r"<input[^>]*>", form):
        name, kind = re.search(r'name="([^"]*)"', tag), re.search(r'type="([^"]*)"', tag)
        value = re.search(r'value="([^"]*)"', tag)
        if name and not (kind and kind[1] == "checkbox" and "checked" not in tag):
            sent[name[1]] = value[1] if value else ("on" if kind and kind[1] == "checkbox" else "")
    for name, inside in re.findall(r'<select[^>]*name="([^"]*)"[^>]*>(.*?)</select>', form, re.DOTALL):
        chosen = re.search(r'<option value="([^"]*)" selected', inside) or re.search(r'<option value="([^"]*)"', inside)
        sent[name] = chosen[1] if chosen else ""
    for name, inside in re.findall(r'<textarea[^>]*name="([^"]*)"[^>]*>(.*?)</textarea>', form, re.DOTALL):
        sent[name] = html.unescape(inside.removeprefix("\n"))
    return sent


def filled(client: Client, **changes: str | None) -> dict[str, str]:
    """Return the form as the page offers it, with a title, changed as asked; None leaves a field out."""
    sent = fields_of(client.get(CREATE).content.decode()) | {"title": "Ночной экспресс"}
    for name, value in changes.items():
        name = name.replace("__", "-")
        sent.pop(name, None)
        if value is not None:
            sent[name] = value
    return sent


def errors(page: str) -> str:
    """Return the summary of what is wrong, as text."""
    found = re.search(r'<div class="errbox".*?</div>', page, re.DOTALL)
    return " ".join(re.sub(r"<[^>]*>", " ", found[0]).split()).replace(" :", ":") if found else ""


def test_the_form_as_it_is_offered_opens_a_game_by_the_forum_preset(clock) -> None:
    client = host()
    sent = filled(client, theme="попутчики", description="Вагон почти полон.\nМесто у окна ждёт.")
    answer = client.post(CREATE, sent)
    game = Game.objects.get()
    assert answer.status_code == 303 and answer["Location"] == reverse("games:table", args=[game.slug])
    assert (game.title, game.theme, game.language, game.host.name) == (
        "Ночной экспресс", "попутчики", "ru", "Старый Маяк",
    )  # fmt: skip
    rules = Ruleset.restore(game.options)
    assert rules.differences(FORUM) in ([], ["timezone"])
    assert Composition.from_json(game.composition) == suggested()
    assert game.deadline is not None and game.deadline > START and len(game.commitment) == 64
    assert "Вагон почти полон" in client.get(answer["Location"]).content.decode()


@pytest.mark.parametrize("language", ["ru", "en"])
def test_the_page_has_a_field_with_words_for_every_option(language: str) -> None:
    page = host(language=language).get(CREATE).content.decode()
    for name in OPTIONS:
        assert f'name="{name}"' in page, name
    assert ("По умолчанию" if language == "ru" else "By default") in page
    assert page.count('aria-describedby="id_') >= len(OPTIONS)


def test_only_a_member_hosts(clock) -> None:
    visitor = Client().get(CREATE)
    assert visitor.status_code == 302 and reverse("account_login") in visitor["Location"]
    nameless = client_of(make_user("ann@example.org"))
    answer = nameless.post(CREATE, {"title": "Чужая"})
    assert answer.status_code == 302 and reverse("accounts:name") in answer["Location"]
    assert not Game.objects.exists()


def test_all_that_is_wrong_is_said_at_once_and_stays_as_it_was_typed(clock) -> None:
    client = host()
    wrong = {
        "title": "  ", "day": "скоро", "night": "0с", "min_players": "много", "night_ends_at": "25:99",
        "weekly_pause": "пт 21:00 до понедельника", "timezone": "Mars/Olympus", "notice_max": "-3", "tie": "duel",
        "deadline_at": "вчера", "row-0-players": "5", "row-0-mafia": "лис", "row-3-mafia": "0",
    }  # fmt: skip
    answer = client.post(CREATE, filled(client) | wrong)
    page = answer.content.decode()
    assert answer.status_code == 422 and not Game.objects.exists()
    said = errors(page)
    for label in (
        "Название игры", "День:", "Ночь:", "Наименьшее число игроков", "Ночь, до времени суток", "Еженедельные паузы",
        "Часовой пояс", "Дни отсутствия", "Больше всего голосов у нескольких", "Набор до", "Состав",
    ):  # fmt: skip
        assert label in said, (label, said)
    assert "В строке 1" in said and "нет ни одного мафиози" in said
    for name in ("day", "night", "min_players", "night_ends_at", "weekly_pause", "notice_max", "deadline_at"):
        assert f'value="{wrong[name]}"' in page, name
        assert f'href="#id_{name}"' in page and f'id="id_{name}"' in page, name
    assert 'value="лис"' in page and 'href="#id_composition"' in page and 'id="id_composition"' in page


def test_what_people_type_is_read_in_both_languages(clock) -> None:
    client = host()
    sent = filled(
        client, day="2 д", night="90 мин", deal="1h 30m", day_ends_at="21:00", max_players="14",
        weekly_pause="пт 21:00 - пн 09:00, Wed 12:00 - Wed 13:00", silent_removed=None, hammer="on", notice_max="",
    )  # fmt: skip
    assert client.post(CREATE, sent).status_code == 303
    rules = Ruleset.restore(Game.objects.get().options)
    assert (rules.day, rules.night, rules.deal) == (timedelta(days=2), timedelta(minutes=90), timedelta(minutes=90))
    assert rules.weekly_pause == "Fri 21:00 - Mon 09:00, Wed 12:00 - Wed 13:00"
    assert not rules.silent_removed and rules.hammer and rules.notice_max is None and rules.max_players == 14


@pytest.mark.parametrize("forged", [{"preset": "chess"}, {"verdict": "0s"}, {"trial": "on", "mafia_kill": "godfather"}])
def test_what_no_form_offers_is_refused(clock, forged: dict[str, str]) -> None:
    client = host()
    answer = client.post(CREATE, filled(client) | forged)
    assert answer.status_code == 422 and not Game.objects.exists()
    assert errors(answer.content.decode())


def test_curtain_and_graveyard_are_offered_and_make_a_game(clock) -> None:
    client = host()
    answer = client.post(CREATE, filled(client) | {"curtain": "90m", "graveyard": "on"})
    assert answer.status_code == 303
    rules = Ruleset.restore(Game.objects.get().options)
    assert rules.curtain == timedelta(minutes=90) and rules.graveyard


@pytest.mark.parametrize(
    ("typed", "zone", "meant"),
    [
        ("2026-06-10T21:00", "Europe/Moscow", datetime(2026, 6, 10, 18, 0, tzinfo=UTC)),
        ("10.06.2026 21:00", "Asia/Tokyo", datetime(2026, 6, 10, 12, 0, tzinfo=UTC)),
        # The clocks jump over half past two in Berlin: the first moment after.
        ("2027-03-28T02:30", "Europe/Berlin", datetime(2027, 3, 28, 1, 0, tzinfo=UTC)),
        # It comes twice: the first.
        ("2026-10-25 02:30", "Europe/Berlin", datetime(2026, 10, 25, 0, 30, tzinfo=UTC)),
    ],
)
def test_the_deadline_is_meant_in_the_zone_of_the_game(clock, typed: str, zone: str, meant: datetime) -> None:
    client = host()
    assert client.post(CREATE, filled(client, deadline_at=typed, timezone=zone)).status_code == 303
    assert Game.objects.get().deadline == meant


@pytest.mark.parametrize(
    "typed", ["", "завтра", "2026-06-08T11:00", "2028-01-01T00:00", "0001-01-01T00:00", "9999-12-31T23:59"]
)
def test_a_deadline_that_can_not_be_is_refused(clock, typed: str) -> None:
    client = host()
    answer = client.post(CREATE, filled(client, deadline_at=typed))
    assert answer.status_code == 422 and "Набор до" in errors(answer.content.decode())


def test_a_composition_of_ones_own(clock) -> None:
    client = host()
    sent = {name: value for name, value in filled(client).items() if not name.startswith("row-")}
    sent |= {"row-4-players": "3", "row-4-mafia": "1", "row-9-players": "15", "row-9-mafia": "4", "row-9-maniac": "1"}
    assert client.post(CREATE, sent | {"min_players": "3"}).status_code == 303
    made = Composition.from_json(Game.objects.get().composition)
    assert made.for_players(7) == {"mafia": 1, "citizen": 6}
    assert made.for_players(16) == {"mafia": 4, "maniac": 1, "citizen": 11}


def test_a_form_without_a_composition_says_that_nobody_is_dealt(clock) -> None:
    client = host()
    sent = {name: value for name, value in filled(client).items() if not name.startswith("row-")}
    answer = client.post(CREATE, sent)
    assert answer.status_code == 422 and "Ни одна строка не говорит" in errors(answer.content.decode())


@pytest.mark.parametrize(
    "rubbish",
    [
        {},
        {"title": "\0\0"},
        {"title": "x" * 100_000, "description": "y" * 100_000, "day": "9" * 50_000},
        {"language": "xx", "preset": "\0", "deadline_at": "9" * 400},
        {"row-0-players": "-1", "row-1-players": "9" * 3000, "row-59-mafia": "1", "row-99999999999-mafia": "1"},
        {"weekly_pause": "Mon 00:00 - Mon 00:00", "timezone": "../../etc/passwd", "min_players": "1e9"},
        {"composition": "x", "day": "٤٨ h", "min_players": "٦"},
    ],
)
def test_rubbish_gets_an_answer(clock, rubbish: dict[str, str]) -> None:
    client = host()
    for sent in (rubbish, filled(client) | rubbish):
        answer = client.post(CREATE, sent)
        assert answer.status_code in (303, 422)


def test_a_title_is_one_line_without_signs_that_turn_it(clock) -> None:
    client = host()
    assert client.post(CREATE, filled(client, title=" Суп\u202e \n дня ")).status_code == 303
    assert Game.objects.get().title == "Суп дня"


def test_the_same_form_sent_twice_opens_one_game(clock) -> None:
    client = host()
    sent = filled(client)
    first, second = client.post(CREATE, sent), client.post(CREATE, sent)
    assert first["Location"] == second["Location"] and Game.objects.count() == 1
    assert client.post(CREATE, filled(client)).status_code == 303 and Game.objects.count() == 2


def test_the_zone_of_the_host_is_offered(clock) -> None:
    client = host()
    client.cookies["tz"] = "Asia/Vladivostok"
    page = client.get(CREATE).content.decode()
    assert '<option value="Asia/Vladivostok" selected>' in page
    assert 'value="2026-06-15T21:00"' in page
    assert timezone.now() == START


def test_a_table_of_roles_as_long_as_can_be_is_read(clock: Any) -> None:
    """Sixty rows with a number for each role are more fields than a form usually has."""
    client = host()
    rows = {f"row-{row}-{key}": "0" for row in range(MOST_ROWS) for key in ROLES}
    sent = filled(client) | rows | {f"row-{row}-players": str(row + 5) for row in range(MOST_ROWS)}
    assert len(sent) > 1000
    answer = client.post(CREATE, sent)
    assert answer.status_code == 422
    assert sent["title"] in answer.content.decode()
