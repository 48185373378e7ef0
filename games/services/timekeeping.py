"""What the clock does: the tick's heartbeat, outages, and ending what is due (`rules.md` section 2)."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from games import attendance
from games.engine.state import OVER
from games.models import Game, Heartbeat, Outage
from games.services.work import Work, work_on

# A gap shorter than this is ordinary lateness of a tick, whatever a game's options say.
SHORTEST_OUTAGE = timedelta(seconds=60)


def due_games(now: datetime) -> list[tuple[int, int]]:
    """Return (id, log position) of the games that have something to end, the longest due first. One query."""
    ready = Q(retry_after=None) | Q(retry_after__lte=now)
    rows = Game.objects.filter(ready, due_at__lte=now).order_by("due_at", "pk")
    return list(rows.values_list("pk", "seq")[:500])


def advance(*, game_id: int, now: datetime, seq: int | None = None) -> bool:
    """End what is due in one game, once. Return whether anything was.

    Safe to call at any time and any number of times: a game that has moved on since `seq` was
    read, or has nothing due, is left alone. What an outage took is given back first.
    """
    with work_on(game_id, now) as work:
        if seq is not None and work.game.seq != seq:
            return False
        credit_outages(work)
        events = work.table.advance(work.at)
        work.record(events)
        return bool(events)


def credit_outages(work: Work) -> None:
    """Give the open phase back what outages took of it that this game has not been credited for."""
    newest = 0
    for outage in Outage.objects.filter(pk__gt=work.game.outages_seen).order_by("pk"):
        newest = outage.pk
        work.record(work.table.credit(outage.start, outage.end, at=work.at))
    if newest:
        # Nobody could be there while the site was away.
        attendance.count_anew(work.game, work.table.state.ruleset, work.at)
        work.game.outages_seen = newest
        work.game.save(update_fields=["outages_seen"])


def beat(now: datetime) -> Iterable[int]:
    """Note that the clock is alive. After a gap, note the outage and return the games to credit."""
    with transaction.atomic():
        row = Heartbeat.objects.select_for_update(no_key=True).filter(pk=1).first()
        if row is None:
            Heartbeat.objects.create(pk=1, at=now)
            return []
        gap = now - row.at
        if gap > SHORTEST_OUTAGE:
            Outage.objects.create(start=row.at, end=now)
        if gap > timedelta(0):
            Heartbeat.objects.filter(pk=1).update(at=now)
    if gap <= SHORTEST_OUTAGE:
        return []
    return list(Game.objects.exclude(phase__in=OVER).values_list("pk", flat=True))


def credit(*, game_id: int, now: datetime) -> None:
    """Credit one game for the outages that it has not been credited for."""
    with work_on(game_id, now) as work:
        credit_outages(work)
