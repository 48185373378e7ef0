"""Presence under many hands: coming back in the very moment, two workers at once, a whole town that comes back."""

import threading
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from games import attendance, services
from games.models import Event, Game, Presence, Seat
from games.services.work import work_on
from tests.concurrency.games import has_no_gap, open_game
from tests.concurrency.test_votes import at_once

pytestmark = pytest.mark.django_db(transaction=True)
AFTER = timedelta(minutes=5)


def live(title: str, now: datetime, *, there: int, players: int = 7) -> tuple[Game, list[Seat]]:
    """Open a live game in which the first players are there now, and the others have been gone for just too long."""
    game = open_game(title, now - timedelta(hours=1), players=players, presence=True, auto_heart_attack_after="5m")
    seats = list(Seat.objects.filter(game=game).order_by("number"))
    for seat in seats:
        seen = now - timedelta(seconds=20) if seat.number <= there else now - AFTER
        Presence.objects.filter(seat=seat).update(seen_at=seen, due_at=seen + AFTER)
    return game, seats


def hearts(game: Game) -> list[int]:
    """Return whose heart attacks the log has."""
    return list(
        Event.objects.filter(game=game, kind="heart_attack").order_by("seq").values_list("data__seat", flat=True)
    )


def test_many_workers_remove_the_missing_once() -> None:
    now = timezone.now()
    game, _seats = live("once", now, there=6)
    removed = at_once(*[lambda: services.remove_missing(game_id=game.pk, now=now)] * 6)
    assert sorted(removed, key=str) == [0, 0, 0, 0, 0, 1]
    assert hearts(game) == [7] and has_no_gap(game)
    assert Presence.objects.filter(seat__game=game).count() == 6


@pytest.mark.parametrize("turn", range(8))
def test_whoever_comes_back_in_that_moment_is_either_out_or_there(turn: int) -> None:
    now = timezone.now()
    game, seats = live(f"back {turn}", now, there=5)
    acts: list[Callable[[], object]] = [lambda: services.remove_missing(game_id=game.pk, now=now)]
    acts += [lambda seat=seat: services.note_presence(game=game, seat=seat, at=now) for seat in seats]
    came = at_once(*acts)
    assert all(isinstance(one, int) for one in came), came
    rows = dict(Presence.objects.filter(seat__game=game).values_list("seat__number", "due_at"))
    out = hearts(game)
    assert came[0] == len(out)
    assert set(rows) == {1, 2, 3, 4, 5, 6, 7} - set(out)
    # Whoever has not been removed was in time, and has the whole time again.
    assert set(rows.values()) == {now + AFTER}
    assert has_no_gap(game)


def test_everybody_who_comes_back_at_once_lets_all_begin_anew() -> None:
    """The pages were away: nobody is removed, and nobody waits for another in a circle."""
    now = timezone.now()
    game, seats = live("away", now, there=0, players=9)
    late = now + timedelta(minutes=3)
    acts: list[Callable[[], object]] = [lambda: services.remove_missing(game_id=game.pk, now=late)] * 2
    acts += [lambda seat=seat: services.note_presence(game=game, seat=seat, at=late) for seat in seats[:7]]
    came = at_once(*acts)
    assert came[:2] == [0, 0] and came[2:] == [True] * 7, came
    assert hearts(game) == []
    rows = dict(Presence.objects.filter(seat__game=game).values_list("seat__number", "due_at"))
    assert set(rows.values()) == {late + AFTER}, "those too who are not back yet"


def test_a_player_who_is_there_does_not_wait_for_the_game() -> None:
    """Another command holds the game's row: being seen needs it not."""
    now = timezone.now()
    game, seats = live("held", now, there=7)
    entered, leave = threading.Event(), threading.Event()

    def hold() -> object:
        with work_on(game.pk, now):
            entered.set()
            return leave.wait(20)

    def come() -> object:
        entered.wait(20)
        try:
            return services.note_presence(game=game, seat=seats[0], at=now)
        finally:
            leave.set()

    assert at_once(hold, come) == [True, True]
    assert attendance.NOTE_EVERY < timedelta(seconds=20)
