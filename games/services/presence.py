"""Who is there, and who has been gone for too long (`rules.md` sections 4 and 12: `presence`).

Being seen is one small write beside the game: no lock of the game, no event, nothing that anybody
but the host can notice. A heart attack by itself is an act of the clock, like the end of a phase.
"""

from collections.abc import Iterator
from datetime import datetime

from django.db import transaction
from django.db.models import Q

from common.refusal import Refusal
from forum import services as forum
from games import attendance
from games.engine.position import IN_PLAY
from games.engine.ruleset import Ruleset
from games.models import Game, Presence, Seat
from games.services.timekeeping import credit_outages
from games.services.work import Work, work_on


def note_presence(*, game: Game, seat: Seat, at: datetime) -> bool:
    """Note that a player is there. Return whether anything was written: at most once in `NOTE_EVERY`.

    In a game without the option `presence`, or for somebody who is not in play, nothing is asked or
    written. Whoever comes back to a game that everybody had left (the site could not be reached)
    lets being away count anew for all.
    """
    if not attendance.is_kept(game):
        return False
    known = _seen_at(game)
    if seat.pk not in known:
        return False
    last = known[seat.pk]
    if last is not None and at - last < attendance.NOTE_EVERY:
        return False
    rules = Ruleset.restore(game.options)
    if not attendance.deserted(known.values(), at):
        return _note(rules, seat, at)
    with transaction.atomic():
        # Under the game's lock, so that two who come back at once do not hold each other up.
        Game.objects.select_for_update(no_key=True, of=("self",)).get(pk=game.pk)
        if attendance.deserted(_seen_at(game).values(), at):
            attendance.count_anew(game, rules, at)
        return _note(rules, seat, at)


def _seen_at(game: Game) -> dict[int, datetime | None]:
    return dict(Presence.objects.filter(seat__game=game).values_list("seat", "seen_at"))


def _note(rules: Ruleset, seat: Seat, at: datetime) -> bool:
    earlier = Presence.objects.filter(Q(seen_at=None) | Q(seen_at__lt=at), pk=seat.pk)
    return bool(earlier.update(seen_at=at, due_at=attendance.due(rules, at)))


def games_of_the_missing(now: datetime) -> list[int]:
    """Return the games in which somebody may have been gone for too long. One query."""
    rows = Presence.objects.filter(due_at__lte=now, seat__game__paused=False)
    running = rows.exclude(seat__game__phase__in=attendance.IDLE)
    return list(running.order_by("seat__game_id").values_list("seat__game_id", flat=True).distinct()[:500])


def remove_missing(*, game_id: int, now: datetime) -> int:
    """Give those a heart attack who have been gone for longer than `auto_heart_attack_after`. Return how many.

    Safe to call at any time and any number of times. Nobody is removed in a pause, in a game that is
    not in play, for time in which the site was away, or while nobody at all is there; what comes
    between the deadline and the end of a phase waits for the next phase.
    """
    removed = 0
    with work_on(game_id, now) as work:
        credit_outages(work)
        for number in _missing(work):
            if not _can_leave(work, number):
                continue
            post = forum.next_number(work.game.thread)
            try:
                events = work.table.heart_attack(number, at=work.at, post=post, itself=True)
            except Refusal as refusal:
                if refusal.code != "deadline_passed":
                    raise
                break
            work.record(events)
            work.settle()
            removed += 1
    return removed


def _missing(work: Work) -> Iterator[int]:
    """Name the seats that have been gone for too long, the longest first. Their rows are locked."""
    state, game = work.table.state, work.game
    if not state.ruleset.presence or not _runs(work):
        return
    rows = Presence.objects.select_for_update(no_key=True, of=("self",)).filter(seat__game=game)
    known = list(rows.select_related("seat").order_by("due_at", "seat__number"))
    if attendance.deserted((row.seen_at for row in known), work.at):
        attendance.count_anew(game, state.ruleset, work.at)
        return
    yield from [row.seat.number for row in known if row.due_at is not None and row.due_at <= work.at]


def _runs(work: Work) -> bool:
    """Tell whether being away counts now: in play, and with the clock running."""
    state = work.table.state
    name = state.phase.name
    return name in IN_PLAY and name not in attendance.IDLE and not state.paused(work.at)


def _can_leave(work: Work, number: int) -> bool:
    """Tell whether a seat is still in play, after what has come of those who left before."""
    found = work.table.state.seat(number)
    return found is not None and found.alive and _runs(work)


def put_off(*, game_id: int, until: datetime) -> None:
    """Let a game whose missing could not be removed wait, so that it does not fail at every tick."""
    Presence.objects.filter(seat__game=game_id, due_at__lt=until).update(due_at=until)
