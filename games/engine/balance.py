"""Set-ups that may be played but are lopsided: what a host should be told before opening a game.

Nothing here forbids anything; what is impossible is a problem of the ruleset or the composition.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

from games.engine.composition import REST, Composition
from games.engine.options import MOST_PLAYERS
from games.engine.roles import Side, side_of
from games.engine.ruleset import Ruleset

# The mafia's share of the players: published tables stand between a fifth and a third.
LEAST_SHARE, MOST_SHARE = 6.5, 3.0
SHORT_DAY = timedelta(hours=20)
# Numbers of players that games of this kind have; beyond them a table is rarely used.
LOOKED_AT = range(5, 31)


@dataclass(frozen=True, slots=True)
class Warning:
    """One thing to consider: the reason, from and to how many players (0: whatever the number), and the numbers in it.

    Reasons: `many_mafia` (mafia, players), `few_mafia` (mafia, players), `one_miss` (mafia, players):
    under parity one wrong day and one night end the game; `no_powers` (mafia): several mafiosi and
    nobody who checks or treats; `maniac_early`: a maniac among few; `night_longer`; `silent_short`
    (hours): the silent leave, and a day is shorter than people sleep and work.
    """

    reason: str
    first: int = 0
    last: int = 0
    mafia: int = 0
    players: int = 0
    hours: int = 0


def warnings(rules: Ruleset, composition: Composition) -> list[Warning]:
    """Return all that is lopsided, of the composition by ranges of players, then of the times. Never raises."""
    return [*_of_composition(rules, composition), *_of_times(rules)]


def _of_composition(rules: Ruleset, composition: Composition) -> Iterator[Warning]:
    found: dict[str, list[Warning]] = {}
    most = min(rules.max_players or MOST_PLAYERS, LOOKED_AT[-1])
    for players in range(max(rules.min_players, LOOKED_AT[0]), most + 1):
        for warning in _at(rules, composition, players):
            ranges = found.setdefault(warning.reason, [])
            last = ranges[-1] if ranges else None
            if last is not None and last.last == players - 1 and last.mafia == warning.mafia:
                ranges[-1] = Warning(last.reason, last.first, players, last.mafia, last.players)
            else:
                ranges.append(warning)
    for ranges in found.values():
        yield from ranges


def _at(rules: Ruleset, composition: Composition, players: int) -> Iterator[Warning]:
    """What is lopsided with so many players."""
    row = composition.row_for(players)
    if row is None:
        return
    counts = {role: count for role, count in row.counts if role != REST}
    mafia = sum(count for role, count in counts.items() if _side(role) == Side.MAFIA)
    specials = sum(counts.values())
    if mafia < 1 or specials > players:
        return

    def warning(reason: str) -> Warning:
        return Warning(reason, players, players, mafia, players)

    town = players - sum(count for role, count in counts.items() if _side(role) != Side.TOWN)
    if mafia * MOST_SHARE > players:
        yield warning("many_mafia")
    elif mafia * LEAST_SHARE < players:
        yield warning("few_mafia")
    # One of the town jailed, one killed: is it over then?
    if rules.mafia_wins == "parity" and town - 2 <= mafia:
        yield warning("one_miss")
    if mafia > 1 and not any(counts.get(role) for role in ("commissioner", "doctor")):
        yield warning("no_powers")
    if counts.get("maniac") and players < 10:
        yield warning("maniac_early")


def _side(role: str) -> Side | None:
    try:
        return side_of(role)
    except KeyError:
        return None


def _of_times(rules: Ruleset) -> Iterator[Warning]:
    hours = int(rules.day.total_seconds() // 3600)
    slow = rules.day >= timedelta(hours=2)
    if slow and rules.day < SHORT_DAY and (rules.silent_removed or rules.inactive_removed):
        yield Warning("silent_short", hours=hours)
    if rules.night > rules.day:
        yield Warning("night_longer")
