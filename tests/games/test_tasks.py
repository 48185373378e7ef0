"""The tick and what it sends out: exactly once, and one failing game never holds up the others."""

import logging
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games import services, tasks
from games.engine.table import Table
from games.models import Event, Game, Heartbeat, Outage, Reservation, Seed, Snapshot
from mafiaforum.celery import app
from tests.factories import ROLES, Played, make_game
from tests.games.checks import log_holds

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _here_and_now() -> Iterator[None]:
    """Let tasks run at once in this process, as a worker would run them."""
    app.conf.task_always_eager = True
    yield
    app.conf.task_always_eager = False


def opened(played: Played) -> list[str]:
    """Return the phases that were opened, in order."""
    rows = Event.objects.filter(game=played.game, kind="phase_opened").order_by("seq")
    return [f"{row.data['phase']} {row.data['day']}" for row in rows]


def due_now(played: Played, clock: Any) -> None:
    """Move the clock to the deadline of the open phase, ticks going on meanwhile."""
    deadline = played.state().phase.deadline
    assert deadline is not None
    clock.move_to(deadline)
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": deadline - timedelta(seconds=2)})


def test_the_tick_beats_and_ends_what_is_due(clock: Any) -> None:
    played = make_game(clock=clock).to_day(ROLES)
    other = make_game(clock=clock, tag="2", deadline=timedelta(days=9))
    tasks.tick()
    assert Heartbeat.objects.get().at == timezone.now()
    assert played.phase == "day"
    due_now(played, clock)
    tasks.tick()
    assert (played.phase, other.phase) == ("night", "signup")


def test_two_ticks_end_a_phase_once(clock: Any) -> None:
    played = make_game(clock=clock).to_day(ROLES)
    due_now(played, clock)
    seen = services.due_games(timezone.now())
    tasks.tick()
    tasks.tick()
    for game_id, seq in seen * 3:
        tasks.advance(game_id, seq)
    assert opened(played) == ["deal 0", "day 1", "night 1"]


def test_a_message_carries_no_deadline_and_nothing_secret(clock: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    played = make_game(clock=clock).to_day(ROLES)
    due_now(played, clock)
    sent: list[tuple[Any, Any]] = []
    monkeypatch.setattr(tasks.advance, "apply_async", lambda args, **options: sent.append((args, options)))
    tasks.tick()
    assert sent == [((played.game.pk, played.game.seq), {"expires": 10})]
    assert played.phase == "day", "until a worker takes the message nothing has happened"
    tasks.tick()
    assert len(sent) == 2, "a lost message is sent again by the next tick"


def test_the_tick_gives_an_outage_back_before_it_ends_anything(clock: Any) -> None:
    played = make_game(clock=clock).to_day(ROLES)
    tasks.tick()
    end = played.state().phase.deadline
    assert end is not None
    clock.move_to(end + timedelta(minutes=5))
    tasks.tick()
    assert played.phase == "day"
    assert Outage.objects.count() == 1
    gap = Outage.objects.get().end - Outage.objects.get().start
    assert played.state().phase.deadline == end + gap and gap > timedelta(minutes=5)
    tasks.tick()
    assert Outage.objects.count() == 1


def test_the_tick_lets_go_what_was_held_for_too_long(clock: Any) -> None:
    played = make_game(5, clock=clock)
    services.reserve(game=played.game, email="new@example.org", name="Чага", announcement="Я.", at=timezone.now())
    tasks.tick()
    assert Reservation.objects.count() == 1
    clock.shift(timedelta(minutes=30))
    tasks.tick()
    assert Reservation.objects.count() == 0


# ---------- a game that fails


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> set[bytes]:
    """Seeds of games whose rules fail: put one in, and its game can't be taken on."""
    seeds: set[bytes] = set()
    advance = Table.advance

    def failing(self: Table, now: Any) -> Any:
        events = advance(self, now)
        if self.seed in seeds and events:
            raise ZeroDivisionError("a fault in the rules")
        return events

    monkeypatch.setattr(Table, "advance", failing)
    return seeds


def seed_of(played: Played) -> bytes:
    """Return the seed by which a game is known to the fault."""
    return bytes(Seed.objects.get(game=played.game).seed)


def test_a_failing_game_backs_off_and_the_others_go_on(clock: Any, broken: set[bytes], caplog: Any) -> None:
    sick, well = make_game(clock=clock).to_day(ROLES), make_game(clock=clock, tag="2")
    well.to_day({"Мухомор2": "mafia", "Поганка2": "mafia"})
    broken.add(seed_of(sick))
    log = Event.objects.filter(game=sick.game).count()
    due_now(sick, clock)
    with caplog.at_level(logging.ERROR, logger="games.tasks"):
        tasks.tick()
    assert "will be tried again" in caplog.text
    assert (sick.phase, well.phase) == ("day", "night")
    assert Event.objects.filter(game=sick.game).count() == log, "nothing is half done"
    sick.game.refresh_from_db()
    assert (sick.game.failures, sick.game.retry_after) == (1, timezone.now() + tasks.BACK_OFF)

    clock.shift(tasks.BACK_OFF - timedelta(seconds=1))
    assert services.due_games(timezone.now()) == [], "it waits its turn"
    clock.shift(timedelta(seconds=1))
    tasks.tick()
    sick.game.refresh_from_db()
    assert sick.game.failures == 2

    broken.clear()
    clock.shift(tasks.BACK_OFF)
    tasks.tick()
    assert sick.phase == "night"
    assert (sick.game.failures, sick.game.retry_after) == (0, None)
    log_holds(sick.game)


def test_people_can_go_on_in_a_game_that_failed(clock: Any, broken: set[bytes]) -> None:
    sick = make_game(clock=clock).to_day(ROLES)
    broken.add(seed_of(sick))
    due_now(sick, clock)
    tasks.tick()
    with pytest.raises(Exception, match="deadline_passed"):
        sick.vote("Груздь", "Опёнок")
    sick.tell("Груздь", "Ведущий, что случилось?")
    services.host_post(game=sick.game, host=sick.host, source="Чиним.", at=timezone.now())


def test_a_game_whose_state_cant_be_read_holds_nobody_up(clock: Any) -> None:
    sick, well = make_game(clock=clock).to_day(ROLES), make_game(clock=clock, tag="2")
    well.to_day({"Мухомор2": "mafia", "Поганка2": "mafia"})
    Snapshot.objects.filter(game=sick.game).update(state={"spoilt": 1})
    due_now(well, clock)
    tasks.tick()
    assert well.phase == "night"
    assert Game.objects.get(pk=sick.game.pk).failures == 1


def test_a_failing_credit_holds_nobody_up(clock: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    sick, well = make_game(clock=clock).to_day(ROLES), make_game(clock=clock, tag="2")
    tasks.tick()
    before = well.state().phase.deadline
    seed, credit = seed_of(sick), Table.credit

    def failing(self: Table, *times: Any, at: Any) -> Any:
        if self.seed == seed:
            raise ZeroDivisionError("a fault in the rules")
        return credit(self, *times, at=at)

    monkeypatch.setattr(Table, "credit", failing)
    clock.shift(timedelta(hours=1))
    tasks.tick()
    assert before is not None and well.state().phase.deadline == before + timedelta(hours=1)
    monkeypatch.setattr(Table, "credit", credit)
    clock.shift(timedelta(minutes=1))
    owed = sick.state().phase.deadline
    assert owed is not None
    due_now(sick, clock)
    tasks.tick()
    assert (sick.phase, sick.state().phase.deadline) == ("day", owed + timedelta(hours=1)), "the debt is kept"


def test_a_finished_game_is_never_due(clock: Any) -> None:
    played = make_game(clock=clock).to_day(ROLES).to_end()
    assert services.due_games(timezone.now() + timedelta(days=999)) == []
    assert not services.advance(game_id=played.game.pk, now=timezone.now() + timedelta(days=999))


def test_a_message_of_a_game_that_is_gone_does_no_harm() -> None:
    tasks.advance(999_999, 1)
