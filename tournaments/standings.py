"""Places in a table: points, then the steps that break ties, then the lot (`rules.md` section 11)."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from games.engine.deal import choose
from tournaments.points import Point, total
from tournaments.record import SeatRecord

# The steps that break a tie of points, in this order, before the lot.
STEPS = ("victories", "mafia_wins", "days", "heart_attacks")
LOT = "lot"
# Of these, fewer are better.
_FEWER = ("heart_attacks",)


@dataclass(frozen=True, slots=True)
class Line:
    """What an entry has so far: of one game, or of several together. `mafia_wins` are wins as mafia or maniac."""

    entry: int
    cents: int = 0
    victories: int = 0
    mafia_wins: int = 0
    days: int = 0
    heart_attacks: int = 0
    games: int = 0

    def plus(self, other: "Line") -> "Line":
        """Return both lines of one entry together. Raises ValueError for two entries."""
        if other.entry != self.entry:
            raise ValueError(f"lines of the entries {self.entry} and {other.entry}")
        return Line(
            self.entry,
            self.cents + other.cents,
            self.victories + other.victories,
            self.mafia_wins + other.mafia_wins,
            self.days + other.days,
            self.heart_attacks + other.heart_attacks,
            self.games + other.games,
        )


@dataclass(frozen=True, slots=True)
class Placed:
    """A line with its place, from 1 on.

    `broken_by` is the step (of `STEPS`, or `lot`) that put it above the next one of as many points; it is None
    where points decided, and for the last. `shared`: others have the very same place, since all steps are equal
    and no lot was drawn.
    """

    place: int
    line: Line
    broken_by: str | None = None
    shared: bool = False


def line_of(entry: int, seat: SeatRecord, points: Iterable[Point]) -> Line:
    """Return the line of one game for whoever had the seat in it."""
    return Line(
        entry,
        cents=total(points),
        victories=int(seat.won),
        mafia_wins=int(seat.won_against_town),
        days=seat.days,
        heart_attacks=int(seat.heart_attack),
        games=1,
    )


def gather(lines: Iterable[Line]) -> list[Line]:
    """Return one line for each entry, in the order of their numbers. The order of the lines given does not matter."""
    found: dict[int, Line] = {}
    for line in lines:
        found[line.entry] = found[line.entry].plus(line) if line.entry in found else line
    return [found[entry] for entry in sorted(found)]


def rank(lines: Iterable[Line], seed: bytes | None = None, purpose: str = "") -> list[Placed]:
    """Return the lines with their places, the first place first; the order of the lines given does not matter.

    Whoever is equal at every step gets a place by a lot from the seed: for each place in turn one is chosen among
    those still equal, in the order of their numbers, by `choose(seed, purpose, place, how many)`. So anybody can
    repeat it, and two tables of one tournament need two purposes. Without a seed those who are equal share the
    best of their places, and stand in the order of their numbers.

    Raises ValueError where an entry has two lines (`gather` makes one of them).
    """
    ordered = sorted(lines, key=lambda line: (_worth(line), line.entry))
    if len({line.entry for line in ordered}) < len(ordered):
        raise ValueError("an entry with two lines")
    rows: list[tuple[int, Line]] = []
    for _worth_of_all, alike in groupby(ordered, key=_worth):
        equal, first = list(alike), len(rows) + 1
        if seed is None:
            rows += [(first, line) for line in equal]
            continue
        for place in range(first, first + len(equal)):
            rows.append((place, equal.pop(choose(seed, purpose, place, len(equal)))))
    return [_placed(rows, at) for at in range(len(rows))]


def compared(above: Line, below: Line) -> list[tuple[str, int, int]]:
    """Return how two lines of as many points were told apart: (step, value above, value below) up to what decided.

    All steps where none did, and none where points decided.
    """
    if above.cents != below.cents:
        return []
    steps = []
    for step in STEPS:
        steps.append((step, getattr(above, step), getattr(below, step)))
        if steps[-1][1] != steps[-1][2]:
            break
    return steps


def _worth(line: Line) -> tuple[int, ...]:
    """Return what a line is sorted by: the less, the better."""
    return (-line.cents, *(getattr(line, step) * (1 if step in _FEWER else -1) for step in STEPS))


def _placed(rows: list[tuple[int, Line]], at: int) -> Placed:
    place, line = rows[at]
    shared = sum(other == place for other, _line in rows) > 1
    # Who shares a place was put above the next place by the same step as the last of them.
    below = next((other for number, other in rows[at + 1 :] if number != place), None)
    if below is None or below.cents != line.cents:
        return Placed(place, line, None, shared)
    step, mine, theirs = compared(line, below)[-1]
    return Placed(place, line, LOT if mine == theirs else step, shared)
