"""The clock of tournaments: who is sent out, and what one failure does to the others."""

from datetime import timedelta
from functools import partial

import pytest
import time_machine
from django.contrib.auth.models import AnonymousUser
from django.core.management import CommandError, call_command
from django.db import connection

from games import bots
from games.models import Heartbeat
from games.services import bot_table, practice
from tests.tournaments.day import SEED, START, announced
from tournaments import selectors, tasks
from tournaments.models import Tournament
from tournaments.services import demo, sweeping

pytestmark = pytest.mark.django_db


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """What is sent to the workers."""
    found: list[int] = []
    monkeypatch.setattr(tasks.sweep_one, "apply_async", lambda args, **how: found.append(args[0]))
    return found


def test_what_is_due_is_sent_out_and_done_once(sent: list[int]) -> None:
    day = announced()
    closes = day.tournament.entries_close_at
    with time_machine.travel(closes - timedelta(seconds=1), tick=False) as clock:
        tasks.sweep()
        assert sent == []
        clock.move_to(closes)
        tasks.sweep()
        assert sent == [day.tournament.pk]
        tasks.sweep_one(day.tournament.pk)
        tasks.sweep_one(day.tournament.pk)
        assert day.fresh().stage == "drawn" and len(day.told("drawn")) == 1
        tasks.sweep()
        assert sent == [day.tournament.pk]


def test_nothing_is_swept_while_an_outage_is_still_to_be_noted(sent: list[int]) -> None:
    day = announced()
    closes = day.tournament.entries_close_at
    Heartbeat.objects.create(pk=1, at=closes - timedelta(minutes=3))
    with time_machine.travel(closes, tick=False):
        tasks.sweep()
        assert sent == []
        Heartbeat.objects.update(at=closes)
        tasks.sweep()
        assert sent == [day.tournament.pk]


def test_one_that_fails_backs_off(
    sent: list[int], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    day = announced()
    closes = day.tournament.entries_close_at

    def fail(work: object) -> None:
        raise ZeroDivisionError

    with time_machine.travel(closes, tick=False) as clock:
        with monkeypatch.context() as broken:
            broken.setattr(sweeping, "draw_groups", fail)
            tasks.sweep_one(day.tournament.pk)
        assert "failed and will be tried again" in caplog.text
        assert day.fresh().stage == "entry"
        tasks.sweep()
        assert sent == []
        clock.shift(tasks.BACK_OFF)
        tasks.sweep()
        assert sent == [day.tournament.pk]


@pytest.mark.timeout(120)
def test_the_demo_stands_in_the_middle_of_its_day(monkeypatch: pytest.MonkeyPatch) -> None:
    # A smaller one, of programs that say nothing and take their time.
    monkeypatch.setattr(demo, "SIZE", 6)
    monkeypatch.setattr(demo, "GROUPS", 2)
    monkeypatch.setattr(bot_table, "SOONEST", 0.3)
    monkeypatch.setattr(bot_table, "LATEST", 0.4)
    monkeypatch.setattr(practice.bots, "decide", partial(bots.decide, talk=False))
    tournament = demo.make_demo(at=START, language="ru", seed=SEED)
    states = set(tournament.matches.values_list("state", flat=True))
    assert tournament.stage == "running" and {"over", "checkin"} <= states
    board = selectors.board(tournament, AnonymousUser(), START)
    waiting = [group.card for group in board.groups if group.card is not None and group.card.match.state == "checkin"]
    put_off = [card for card in waiting if card.match.reason]
    assert [len(card.missing) for card in put_off] == [1]
    assert START < put_off[0].match.check_in_until <= START + demo.ENDS_IN and put_off[0].late > timedelta(0)
    assert Tournament.objects.get(pk=tournament.pk).happenings.filter(kind="scored").exists()
    assert not tournament.matches.filter(game__ended_at__gt=START).exists()


def test_a_running_site_on_sqlite_is_not_held_up_by_the_demo() -> None:
    Heartbeat.objects.create(pk=1, at=START)
    with time_machine.travel(START + timedelta(seconds=20), tick=False):
        if connection.vendor == "sqlite":
            with pytest.raises(CommandError, match="stop it first"):
                call_command("demo_tournament")
    assert not Tournament.objects.exists()
