"""The table of points: read by all, tried on a finished game, changed by the organiser until the first deal."""

from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.html import escape

from games.models import Game
from tests.factories import client_of, make_game
from tests.memory import memory
from tests.tournaments.day import START, Day
from tournaments.points import DEFAULT, PointsTable
from tournaments.points_words import names, roles_shown, sentence, typed

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    """Stop the time, so that a tournament that was played before is put back."""
    with time_machine.travel(START, tick=False) as traveller, memory.while_time_stands(traveller):
        yield traveller


@pytest.fixture
def day() -> Day:
    return memory.recall("announced", lambda: Day(0, groups=2, hosts=1))


@pytest.fixture
def played(day: Day) -> Game:
    """A finished game of the site: seven players, of whom the town has won."""
    made = make_game(7)
    made.deal({"Мухомор": "mafia", "Поганка": "mafia", "Боровик": "commissioner", "Рыжик": "doctor"})
    made.to_end()
    return Game.objects.get(pk=made.game.pk)


def url(day: Day) -> str:
    return reverse("tournaments:points", args=[day.tournament.slug])


def form(day: Day, **changed: str) -> dict[str, str]:
    """Return the form as it is drawn, with some fields changed; `victory_mafia` is the one of that role."""
    roles = roles_shown(day.tournament.composition, DEFAULT)
    sent = {name: typed(DEFAULT, name) for name in names(roles)}
    sent |= {name.replace("victory_", "victory."): value for name, value in changed.items()}
    return {**sent, "as": day.organiser.token, "do": changed.get("do", "save")}


def organiser(day: Day) -> Client:
    return client_of(day.organiser_user)


def table(day: Day) -> PointsTable:
    return PointsTable.from_json(day.fresh().points)


def test_everybody_reads_the_table_and_nobody_else_changes_it(day: Day) -> None:
    stranger = client_of(day.member("stranger", "Прохожий")[0])
    for client in (Client(), stranger):
        page = client.get(url(day))
        assert page.status_code == 200
        assert b'name="per_day"' not in page.content
        assert "0,25" in page.content.decode()
        assert client.post(url(day), form(day, per_day="1")).status_code == 404
    assert table(day) == DEFAULT


def test_the_organiser_changes_a_figure_openly(day: Day) -> None:
    answer = organiser(day).post(url(day), form(day, per_day="1,00", victory_mafia="3", per_day_most=""))
    assert answer.status_code == 303
    assert table(day) == PointsTable(victory={**DEFAULT.victory, "mafia": 300}, per_day=100, per_day_most=None)
    assert day.tournament.points_version == 2
    assert day.told("points") == [{"version": 2}]
    assert "Редакция таблицы: 2" in Client().get(url(day)).content.decode()


def test_the_same_table_kept_again_changes_nothing(day: Day) -> None:
    assert organiser(day).post(url(day), form(day)).status_code == 303
    assert day.fresh().points_version == 1


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("per_day", "много", "not_whole"),
        ("per_day", "", "missing"),
        ("per_day", "-1", "below_zero"),
        ("heart_attack", "1", "above_zero"),
        ("victory_citizen", "100,01", "too_great"),
        ("victory_mafia", "1,234", "not_whole"),
    ],
)
def test_what_is_wrong_is_said_at_its_field_and_kept_as_typed(day: Day, field: str, value: str, code: str) -> None:
    answer = organiser(day).post(url(day), form(day, found_mafioso="2,5", **{field: value}))
    assert answer.status_code == 422
    page = answer.content.decode()
    assert f'value="{value}"' in page
    assert 'value="2,5"' in page
    assert page.count('aria-invalid="true"') == 1
    with translation.override("ru"):
        assert page.count(escape(sentence(code))) == 2
    assert table(day) == DEFAULT


def test_all_that_is_wrong_is_said_at_once(day: Day) -> None:
    answer = organiser(day).post(url(day), form(day, per_day="x", first_night="-1", heart_attack="1"))
    assert answer.content.decode().count('aria-invalid="true"') == 3


def test_a_form_of_somebody_else_and_odd_fields_do_nothing(day: Day) -> None:
    client = organiser(day)
    assert client.post(url(day), {**form(day, per_day="1"), "as": "x"}).status_code == 422
    assert client.post(url(day), {**form(day, per_day="9" * 5000)}).status_code == 422
    assert client.post(url(day), {**form(day, per_day="1\0")}).status_code == 303
    assert client.post(url(day), {"as": day.organiser.token}).status_code == 422
    assert client.post(url(day), {**form(day), "do": "preview", "game": "nosuch\0"}).status_code == 422
    assert table(day).per_day == 100


def test_a_table_is_tried_on_a_finished_game_and_nothing_is_kept(day: Day, played: Game) -> None:
    sent = {**form(day, victory_citizen="9", per_day_most=""), "do": "preview", "game": played.slug}
    answer = organiser(day).post(url(day), sent)
    assert answer.status_code == 200
    page = answer.content.decode()
    assert played.title in page
    assert "Мелко указано" in page
    assert table(day) == DEFAULT
    shown: Any = Client().get(url(day), {"game": played.slug})
    assert "Мухомор" in shown.content.decode()
    assert "Мелко указано" not in shown.content.decode()


def test_a_running_game_is_no_game_to_try_on(day: Day) -> None:
    made = make_game(7)
    made.deal()
    made.to_day()
    shown = Client().get(url(day), {"game": made.game.slug}).content.decode()
    assert made.game.title not in shown
    sent = {**form(day), "do": "preview", "game": made.game.slug}
    assert organiser(day).post(url(day), sent).status_code == 422


def test_from_the_first_deal_on_the_table_stands() -> None:
    day = memory.recall("dealt", _dealt)
    page = organiser(day).get(url(day)).content.decode()
    assert 'name="per_day"' not in page
    assert "таблица больше не меняется" in page
    answer = organiser(day).post(url(day), form(day, per_day="1"))
    assert answer.status_code == 422
    assert table(day) == DEFAULT


def _dealt() -> Day:
    day = Day(6, groups=1, hosts=1).close().give_hosts()
    day.start(1)
    return day
