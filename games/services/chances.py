"""The chances of a composition: asked for by pages, played by a worker a part at a time, kept by what was asked.

The row is the order: whatever asks, and however often, there is one row for one set-up, and one worker
at a time plays. A worker that is lost is followed by the next one, which goes on where the row stands.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime, timedelta

from django.db.models import Q

from games import simulation
from games.engine.composition import REST
from games.engine.ruleset import FORUM, Ruleset
from games.models import Odds

# How many games make an answer, and how many are played between two looks at the clock.
GAMES, STEP = 1000, 20
# A worker that has not come back by then is lost.
LEASE = timedelta(seconds=60)
# So many failures, and it is not tried any more.
TRIES = 3
# Whoever has not asked again for so long is not waiting any more.
PATIENCE = timedelta(minutes=5)
# Not more than so many wait at a time.
MOST_WAITING = 200
ASKED_AGAIN = timedelta(seconds=5)
FORGET_WAITING, FORGET_READY = timedelta(days=1), timedelta(days=180)


def digest_of(setup: Mapping[str, object]) -> str:
    """Return what stands for a set-up, and for the way in which the players play."""
    text = json.dumps([simulation.POLICY, setup], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def ask(*, counts: Mapping[str, int], players: int, rules: Ruleset, at: datetime) -> Odds:
    """Return the chances as far as they are known, and see to it that they will be.

    Nothing is played here. The set-up must be one that can be played; roles that nobody gets and
    citizens do not matter. Where too many wait already, what is returned is not kept.
    """
    roles = {role: count for role, count in sorted(counts.items()) if count and role != REST}
    setup = {"players": players, "roles": roles, "options": simulation.matters(rules)}
    digest = digest_of(setup)
    found = Odds.objects.filter(digest=digest).first()
    if found is None:
        if Odds.objects.filter(state=Odds.State.WAITING).count() >= MOST_WAITING:
            return Odds(digest=digest, setup=setup, asked_at=at)
        found, _new = Odds.objects.get_or_create(digest=digest, defaults={"setup": setup, "asked_at": at})
    if at - found.asked_at > ASKED_AGAIN:
        Odds.objects.filter(pk=found.pk).update(asked_at=at)
    return found


def result(row: Odds) -> simulation.Odds:
    """Return what the games played so far came to."""
    return simulation.Odds(row.town, row.mafia, row.maniac, row.draws, row.days)


def next_wanted(now: datetime) -> int | None:
    """Return the row to play next, that which was asked for last; None where nobody waits or a worker plays already."""
    waiting = Odds.objects.filter(state=Odds.State.WAITING, asked_at__gt=now - PATIENCE)
    if waiting.filter(busy_until__gt=now, failures=0).exists():
        return None
    return waiting.filter(_free(now)).order_by("-asked_at", "pk").values_list("pk", flat=True).first()


def take(row_id: int, now: datetime) -> bool:
    """Take the games of a row in hand; False where another worker has them, or they are played."""
    free = Odds.objects.filter(_free(now), pk=row_id, state=Odds.State.WAITING)
    return bool(free.update(busy_until=now + LEASE))


def _free(now: datetime) -> Q:
    return Q(busy_until=None) | Q(busy_until__lte=now)


def play_on(row_id: int) -> bool:
    """Play a few games more and keep what they came to. Return whether there are more to play.

    Raises what the engine raises. What another has played meanwhile is not counted twice.
    """
    row = Odds.objects.filter(pk=row_id, state=Odds.State.WAITING).first()
    if row is None:
        return False
    so_far = result(row)
    last = min(GAMES, so_far.games + STEP)
    options = FORUM.changed(row.setup["options"])
    more = simulation.simulate(
        row.setup["roles"], row.setup["players"], options, last, bytes.fromhex(row.digest), first=so_far.games
    )
    state = Odds.State.READY if last >= GAMES else Odds.State.WAITING
    Odds.objects.filter(pk=row_id, **asdict(so_far)).update(state=state, **asdict(so_far + more))
    return last < GAMES


def leave(row_id: int) -> None:
    """Let others have the games of a row."""
    Odds.objects.filter(pk=row_id).update(busy_until=None)


def failed(row_id: int, now: datetime) -> None:
    """Note that playing has failed; it is tried again later, and after some failures no more."""
    row = Odds.objects.get(pk=row_id)
    state = Odds.State.FAILED if row.failures + 1 >= TRIES else row.state
    Odds.objects.filter(pk=row_id).update(failures=row.failures + 1, state=state, busy_until=now + LEASE)


def forget_odds(at: datetime) -> int:
    """Delete what nobody has asked for in a long time; return how much."""
    stale = Q(asked_at__lte=at - FORGET_READY) | Q(state=Odds.State.WAITING, asked_at__lte=at - FORGET_WAITING)
    return Odds.objects.filter(stale).delete()[0]
