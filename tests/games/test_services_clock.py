"""The clock at service level: late servers, outages, stale messages, pauses, the guard."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import services
from games.models import Event, Game, Outage
from games.services import timekeeping
from games.services.work import load_state, project, work_on
from tests.factories import ROLES, Played, make_game
from tests.games.checks import last, log_holds, said

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("log_watched")]
TICK = timedelta(seconds=2)


def deadline(played: Played) -> datetime:
    """Return the open phase's deadline."""
    found = played.state().phase.deadline
    assert found is not None
    return found


def events(played: Played) -> int:
    """Return the length of the log."""
    return Event.objects.filter(game=played.game).count()


def outage(played: Played, start: datetime, length: timedelta) -> list[int]:
    """Let the site be away from `start` on for so long; return the games that the next tick credits."""
    services.beat(start)
    return list(services.beat(start + length))


# ---------- ends once, and not early


def test_nothing_ends_before_its_deadline_and_everything_at_it(clock: Any) -> None:
    played = make_game(clock=clock).to_day(ROLES)
    end = deadline(played)
    assert services.due_games(end - timedelta(microseconds=1)) == []
    assert not services.advance(game_id=played.game.pk, now=end - timedelta(microseconds=1))
    assert services.due_games(end) == [(played.game.pk, played.state().seq)]
    assert services.advance(game_id=played.game.pk, now=end)
    assert played.phase == "night"


def test_a_phase_is_ended_once_however_often_it_is_asked_for(clock: Any) -> None:
    played = make_game(clock=clock).to_day(ROLES)
    end, seq = deadline(played), played.state().seq
    assert services.advance(game_id=played.game.pk, now=end, seq=seq)
    after, posted = events(played), last(played.game.thread)
    for later in (timedelta(0), timedelta(hours=2), timedelta(hours=12), timedelta(days=30)):
        assert not services.advance(game_id=played.game.pk, now=end + later, seq=seq), "the same message again"
    assert (events(played), last(played.game.thread)) == (after, posted)
    assert not services.advance(game_id=played.game.pk, now=end + TICK)


def test_a_message_from_before_a_change_is_not_taken(clock: Any) -> None:
    played = make_game(clock=clock).to_day(ROLES)
    seq, end = played.state().seq, deadline(played)
    services.extend(game=played.game, host=played.host, by=timedelta(hours=-1), at=timezone.now())
    assert not services.advance(game_id=played.game.pk, now=end, seq=seq)
    assert services.advance(game_id=played.game.pk, now=end, seq=played.state().seq)


@pytest.mark.parametrize("late", [timedelta(seconds=3), timedelta(hours=7), timedelta(days=3)])
def test_a_late_server_takes_time_from_nobody(clock: Any, late: timedelta) -> None:
    played = make_game(clock=clock, options={"outage_credit": "off"}).to_day(ROLES)
    played.away(*played.living())
    end = deadline(played)
    for name, lasts in (("night", timedelta(hours=24)), ("day", timedelta(hours=48))):
        end += late
        assert services.advance(game_id=played.game.pk, now=end)
        assert not services.advance(game_id=played.game.pk, now=end), "two phases are never ended back to back"
        phase = played.state().phase
        assert (phase.name, phase.opened, phase.deadline) == (name, end, end + lasts)
        end = deadline(played)


def test_what_arrives_late_is_refused_though_the_phase_stands_open(clock: Any) -> None:
    played = make_game(clock=clock).to_night()
    clock.move_to(deadline(played))
    answer = played.tell("Рыжик", "Груздь")
    assert answer.refusal is not None and answer.refusal.code == "deadline_passed"
    assert services.advance(game_id=played.game.pk, now=timezone.now())
    assert played.state().orders == ()


def test_due_games_come_in_one_query_the_longest_due_first(clock: Any) -> None:
    first = make_game(clock=clock, deadline=timedelta(hours=5))
    second = make_game(clock=clock, tag="2", deadline=timedelta(hours=3))
    make_game(clock=clock, tag="3", deadline=timedelta(days=3))
    with CaptureQueriesContext(connection) as queries:
        due = services.due_games(timezone.now() + timedelta(hours=6))
    assert [pk for pk, _seq in due] == [second.game.pk, first.game.pk]
    assert len(queries) == 1


def test_two_commands_of_one_moment_stand_in_the_order_of_their_locks(clock: Any) -> None:
    played = make_game(clock=clock).to_day(ROLES)
    later = timezone.now() + timedelta(seconds=1)
    services.cast_vote(game=played.game, seat=5, target=6, at=later)
    services.cast_vote(game=played.game, seat=6, target=5, at=later - timedelta(milliseconds=500))
    times = list(Event.objects.filter(game=played.game).order_by("seq").values_list("at", flat=True))
    assert times == sorted(times)


def test_a_game_that_moved_under_its_lock_is_noticed() -> None:
    played = make_game().to_day(ROLES)
    with work_on(played.game.pk, played.now()) as work:
        with pytest.raises(RuntimeError, match="moved under its lock"):
            project(work.game, work.table, was=work.game.seq - 1)
    log_holds(played.game)


# ---------- early ends


def test_votes_end_the_day_early_by_the_option_and_in_a_pause_at_the_resume(clock: Any) -> None:
    played = make_game(clock=clock, options={"votes_end_early": "on"}).to_day(ROLES)
    played.votes("Груздь", *[name for name in played.seats if name != "Груздь"])
    services.pause(game=played.game, host=played.host, at=timezone.now())
    played.vote("Груздь", "Опёнок")
    assert played.phase == "day"
    services.resume(game=played.game, host=played.host, at=timezone.now())
    assert played.phase == "last_word"


def test_an_early_night_waits_for_its_shortest_length(clock: Any) -> None:
    played = make_game(clock=clock, options={"night_ends_early": "on", "night_min": "1h"}).to_day(ROLES).to_night()
    opened, shown = played.state().phase.opened, deadline(played)
    for name, target in {"Мухомор": "Груздь", "Поганка": "Груздь", "Боровик": "Опёнок", "Рыжик": "пас"}.items():
        played.tell(name, target)
    assert played.phase == "night"
    assert Game.objects.get(pk=played.game.pk).deadline == shown, "the deadline that is shown does not move"
    assert services.due_games(opened + timedelta(minutes=59)) == []
    assert not services.advance(game_id=played.game.pk, now=opened + timedelta(minutes=59))
    assert services.advance(game_id=played.game.pk, now=opened + timedelta(hours=1))
    assert played.phase == "day"


# ---------- outages


def test_an_outage_is_given_back_exactly_once(clock: Any) -> None:
    played = make_game(clock=clock).to_day(ROLES)
    before, at = deadline(played), timezone.now()
    games = outage(played, at, timedelta(minutes=20))
    assert games == [played.game.pk]
    assert list(services.beat(at + timedelta(minutes=20))) == [], "the other of two ticks finds nothing"
    now = at + timedelta(minutes=20)
    for _time in range(3):
        timekeeping.credit(game_id=played.game.pk, now=now)
        services.advance(game_id=played.game.pk, now=now)
    assert deadline(played) == before + timedelta(minutes=20)
    assert Outage.objects.count() == 1
    credited = [line for line in said(played) if "Потерянное время возвращено" in line]
    assert len(credited) == 1 and "20 минут" in credited[0]


def test_a_phase_that_fell_due_in_an_outage_is_not_ended_by_it(clock: Any) -> None:
    played = make_game(clock=clock).to_day(ROLES)
    end = deadline(played)
    services.beat(end - timedelta(minutes=30))
    now = end + timedelta(minutes=30)
    services.beat(now)
    assert not services.advance(game_id=played.game.pk, now=now), "what was lost is given back before anything ends"
    assert deadline(played) == end + timedelta(hours=1)
    played.vote("Груздь", "Опёнок")
    assert services.advance(game_id=played.game.pk, now=end + timedelta(hours=1))


@pytest.mark.parametrize(
    ("options", "gap", "given"),
    [
        ({}, timedelta(minutes=10), timedelta(0)),
        ({}, timedelta(minutes=10, seconds=1), timedelta(minutes=10, seconds=1)),
        ({"outage_after": "2m"}, timedelta(minutes=3), timedelta(minutes=3)),
        ({"outage_after": "2m"}, timedelta(seconds=61), timedelta(0)),
        ({"outage_credit": "off"}, timedelta(hours=9), timedelta(0)),
    ],
)
def test_what_counts_as_an_outage(clock: Any, options: dict[str, str], gap: timedelta, given: timedelta) -> None:
    played = make_game(clock=clock, options=options).to_day(ROLES)
    before, at = deadline(played), timezone.now()
    for game_id in outage(played, at, gap):
        timekeeping.credit(game_id=game_id, now=at + gap)
    assert deadline(played) == before + given


def test_ordinary_lateness_of_a_tick_is_no_outage(clock: Any) -> None:
    make_game(clock=clock).to_day(ROLES)
    at = timezone.now()
    for seconds in (0, 2, 4, 64, 63, 124):
        assert list(services.beat(at + timedelta(seconds=seconds))) == []
    assert not Outage.objects.exists()


def test_a_clock_set_back_makes_no_outage(clock: Any) -> None:
    at = timezone.now()
    services.beat(at)
    services.beat(at - timedelta(hours=1))
    assert list(services.beat(at + timedelta(seconds=2))) == []
    assert not Outage.objects.exists()


def test_a_pause_needs_no_credit(clock: Any) -> None:
    played = make_game(clock=clock).to_day(ROLES)
    services.pause(game=played.game, host=played.host, at=timezone.now())
    left, at = played.state().phase.remaining, timezone.now()
    for game_id in outage(played, at, timedelta(hours=5)):
        timekeeping.credit(game_id=game_id, now=at + timedelta(hours=5))
    services.resume(game=played.game, host=played.host, at=at + timedelta(hours=6))
    assert left is not None and deadline(played) == at + timedelta(hours=6) + left


def test_of_an_outage_only_playing_time_is_given_back(clock: Any) -> None:
    # It is Monday noon in Moscow: two hours of the outage lie before the weekly pause, one after it.
    played = make_game(clock=clock, options={"weekly_pause": "Mon 14:00 - Tue 09:00"}).to_day(ROLES)
    before, at = deadline(played), timezone.now()
    gap = timedelta(hours=22)
    for game_id in outage(played, at, gap):
        timekeeping.credit(game_id=game_id, now=at + gap)
    assert deadline(played) == before + timedelta(hours=3)


def test_a_game_made_after_an_outage_owes_it_nothing(clock: Any) -> None:
    first = make_game(clock=clock)
    outage(first, timezone.now(), timedelta(hours=5))
    clock.shift(timedelta(hours=6))
    second = make_game(clock=clock, tag="2")
    before = deadline(second)
    timekeeping.credit(game_id=second.game.pk, now=timezone.now())
    assert deadline(second) == before


def test_each_open_game_is_credited_and_no_finished_one(clock: Any) -> None:
    first, second = make_game(clock=clock).to_day(ROLES), make_game(clock=clock, tag="2")
    over = make_game(clock=clock, tag="3").to_day({"Мухомор3": "mafia"}).to_end()
    games = outage(first, timezone.now(), timedelta(hours=1))
    assert sorted(games) == [first.game.pk, second.game.pk] and over.game.pk not in games
    log = events(over)
    timekeeping.credit(game_id=over.game.pk, now=timezone.now() + timedelta(hours=1))
    assert events(over) == log


# ---------- pauses, time given and taken


def test_what_was_left_before_a_pause_is_left_after_it(clock: Any) -> None:
    played = make_game(clock=clock).to_day(ROLES)
    left = deadline(played) - timezone.now()
    services.pause(game=played.game, host=played.host, at=timezone.now())
    assert services.due_games(timezone.now() + timedelta(days=400)) == []
    clock.shift(timedelta(days=3))
    played.post("Груздь", "Пауза, но говорить можно.").vote("Груздь", "Опёнок")
    services.resume(game=played.game, host=played.host, at=timezone.now())
    assert deadline(played) == timezone.now() + left
    lines = said(played)
    assert any(line.startswith("Пауза.") for line in lines) and any("Часы снова идут" in line for line in lines)


def test_time_is_moved_once_for_what_was_seen(clock: Any) -> None:
    played = make_game(clock=clock).to_day(ROLES)
    before, by = deadline(played), timedelta(hours=2)
    seen = ("day", 1, timedelta(0))
    common: dict[str, Any] = {"game": played.game, "host": played.host, "by": by, "at": timezone.now()}
    assert [services.extend(**common, seen=seen) for _time in range(3)] == [True, False, False]
    assert deadline(played) == before + by
    with pytest.raises(Exception, match="wrong_phase"):
        services.extend(**common, seen=("night", 1, timedelta(0)))
    assert services.extend(**common) and deadline(played) == before + 2 * by


def test_a_paused_phase_can_be_moved_too(clock: Any) -> None:
    played = make_game(clock=clock).to_day(ROLES)
    services.pause(game=played.game, host=played.host, at=timezone.now())
    left = played.state().phase.remaining
    assert left is not None
    services.extend(game=played.game, host=played.host, by=timedelta(hours=3), at=timezone.now())
    assert played.state().phase.remaining == left + timedelta(hours=3)
    services.extend(game=played.game, host=played.host, by=-timedelta(days=30), at=timezone.now())
    assert (played.phase, played.state().phase.remaining) == ("day", timedelta(0)), "a pause ends no phase"


# ---------- the guard


def test_the_guard_resumes_by_itself_and_removes_nobody(clock: Any) -> None:
    played = make_game(clock=clock).to_day(ROLES).end_phase()
    state = played.state()
    assert (state.phase.name, state.guarded, len(state.living)) == ("night", True, 7)
    assert state.phase.remaining == timedelta(hours=24)
    resumes = state.phase.opened + timedelta(hours=24)
    assert state.phase.resumes == resumes
    assert services.due_games(resumes - TICK) == []
    assert services.advance(game_id=played.game.pk, now=resumes)
    state = played.state()
    assert (state.phase.remaining, state.phase.deadline) == (None, resumes + timedelta(hours=24))
    assert len(state.living) == 7


def test_the_hosts_answer_to_the_guard_counts_from_then_on(clock: Any) -> None:
    played = make_game(clock=clock).to_day(ROLES).end_phase()
    played.heart_attack("Лисичка")
    assert played.state().phase.remaining == timedelta(hours=24), "a heart attack is no resume"
    clock.shift(timedelta(hours=1))
    services.resume(game=played.game, host=played.host, at=timezone.now())
    assert deadline(played) == timezone.now() + timedelta(hours=24)
    assert services.due_games(deadline(played) - TICK) == []


def test_a_pause_by_the_host_takes_the_guards_own_resume_away(clock: Any) -> None:
    played = make_game(clock=clock).to_day(ROLES).end_phase()
    services.pause(game=played.game, host=played.host, at=timezone.now())
    assert services.due_games(timezone.now() + timedelta(days=30)) == []


def test_state_is_read_from_the_log_where_the_snapshot_is_of_another_version() -> None:
    played = make_game().to_day(ROLES)
    state = played.state()
    game = Game.objects.get(pk=played.game.pk)
    game.snapshot.version += 1
    game.snapshot.state = {"nonsense": True}
    game.snapshot.save()
    assert load_state(Game.objects.get(pk=game.pk)) == state
    played.vote("Груздь", "Опёнок")
    log_holds(played.game)
