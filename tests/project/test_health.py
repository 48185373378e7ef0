"""`/healthz`: the database, the tick, the games."""

from datetime import UTC, datetime, timedelta
from unittest import mock

import pytest
from django.db import OperationalError
from django.test import Client

from accounts.models import Persona
from forum.models import Thread
from games.models import Game, Heartbeat
from mafiaforum.health import findings

NOW = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
SECOND = timedelta(seconds=1)
WELL = {"database": "ok", "tick": "ok", "games": "ok"}
pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    """Return a game that is not due, on a site that ticks."""
    Heartbeat.objects.create(at=NOW)
    host = Persona.objects.create(kind=Persona.Kind.MEMBER, name="Маша")
    return Game.objects.create(title="Городок", host=host, thread=Thread.objects.create(), opened_at=NOW)


def test_all_is_well(game: Game) -> None:
    assert findings(NOW) == WELL


def test_no_tick_ever() -> None:
    assert findings(NOW) == {**WELL, "tick": "late"}


@pytest.mark.parametrize(("age", "tick"), [(29, "ok"), (30, "ok"), (31, "late")])
def test_the_tick_has_thirty_seconds(game: Game, age: int, tick: str) -> None:
    assert findings(NOW + age * SECOND)["tick"] == tick


@pytest.mark.parametrize(("overdue", "games"), [(-60, "ok"), (0, "ok"), (30, "ok"), (31, "late")])
def test_a_game_has_thirty_seconds(game: Game, overdue: int, games: str) -> None:
    Game.objects.update(due_at=NOW - overdue * SECOND)
    assert findings(NOW) == {**WELL, "games": games}


def test_a_paused_game_is_not_overdue(game: Game) -> None:
    Game.objects.update(due_at=NOW - 60 * SECOND, paused=True)
    assert findings(NOW) == WELL


@pytest.mark.parametrize(("retry_in", "games"), [(10, "ok"), (-29, "ok"), (-31, "late")])
def test_a_game_that_failed_waits_for_its_next_try(game: Game, retry_in: int, games: str) -> None:
    Game.objects.update(due_at=NOW - 60 * SECOND, retry_after=NOW + retry_in * SECOND)
    assert findings(NOW) == {**WELL, "games": games}


def test_no_database(game: Game) -> None:
    with mock.patch("mafiaforum.health.Heartbeat.objects.filter", side_effect=OperationalError("gone: secret")):
        assert findings(NOW) == {"database": "failed"}


def test_the_answer(client: Client, game: Game) -> None:
    """Two statuses, never kept by anybody, and nothing said of any game."""
    answer = client.get("/healthz")
    assert answer.status_code == 503  # the last tick is of long ago
    assert answer.json() == {"ok": False, **WELL, "tick": "late"}
    assert "no-store" in answer["Cache-Control"]
    assert not answer.cookies
    Heartbeat.objects.update(at=datetime.now(UTC))
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"ok": True, **WELL})
    assert client.head("/healthz").status_code == 200
    assert client.post("/healthz").status_code == 405
