"""Who is there: rows of `Presence`, kept in games with the option `presence` and while they are played.

`follow` is called after every change of a game's state, as `doors.follow` is. What a row says
reaches the host alone (`selectors.attendance`), and nothing of it stands in the log.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from games.engine.ruleset import Ruleset
from games.engine.state import OVER, State
from games.models import Bot, Game, Presence, Seat

# A browser wakes a hidden page once a minute, and a lost way back takes some seconds: whoever was
# not seen for so long has lost the connection, or has closed the page.
GONE_AFTER = timedelta(seconds=75)
# So often an open page says that it is there, and at most so often that is written down.
ASK_EVERY, NOTE_EVERY = timedelta(seconds=20), timedelta(seconds=15)
# Phases in which nothing is asked of anybody by a deadline of minutes: being away does not count.
IDLE = frozenset({"signup", "deal", "curtain", *OVER})


def is_kept(game: Game) -> bool:
    """Tell whether presence is kept in this game now: by its rules, and while it is played."""
    return bool(game.options.get("presence")) and game.phase not in ("signup", *OVER)


def due(rules: Ruleset, since: datetime) -> datetime | None:
    """Return when somebody away since then has a heart attack by itself; weekly pauses do not count."""
    after = rules.auto_heart_attack_after
    return None if after is None else rules.calendar().add(since, after)


def is_gone(seen_at: datetime | None, now: datetime) -> bool:
    """Tell whether somebody who was last seen then (None: never) is gone now."""
    return seen_at is None or now - seen_at > GONE_AFTER


def deserted(seen: Iterable[datetime | None], now: datetime) -> bool:
    """Tell whether nobody at all is there: then it is the site that can't be reached, and nobody has left."""
    return all(is_gone(one, now) for one in seen)


def count_anew(game: Game, rules: Ruleset, at: datetime) -> None:
    """Let being away count from `at` on for everybody: nobody could be there before, or nobody had to."""
    if rules.presence:
        Presence.objects.filter(seat__game=game).update(due_at=due(rules, at))


def follow(game: Game, seats: dict[int, Seat], before: State, state: State) -> None:
    """Do what a change of state asks: rows from the deal to the way out, and a count that begins anew.

    Being away counts from the opening of the first day, and from the end of a pause by hand or of
    a curtain. What has counted under other weekly pauses does not count under the new ones.
    """
    if not state.ruleset.presence:
        return
    name, was = state.phase.name, before.phase.name
    if name in OVER:
        if was not in OVER:
            Presence.objects.filter(seat__game=game).delete()
        return
    if name == "signup" or state.last_at is None:
        return
    if was == "signup":
        _open(game, seats)
    elif before.living != state.living:
        gone = [seats[seat.number].pk for seat in state.seats if not seat.alive and seat.number in seats]
        Presence.objects.filter(seat__in=gone).delete()
    begins = was in IDLE and name not in IDLE
    resumed = before.phase.remaining is not None and state.phase.remaining is None
    if begins or resumed or before.ruleset.weekly_pause != state.ruleset.weekly_pause:
        count_anew(game, state.ruleset, state.last_at)


def _open(game: Game, seats: dict[int, Seat]) -> None:
    """Make a row for everybody but bots: those have no connection to lose."""
    bots = set(Bot.objects.filter(seat__game=game).values_list("seat", flat=True))
    Presence.objects.bulk_create(Presence(seat=seat) for seat in seats.values() if seat.pk not in bots)
