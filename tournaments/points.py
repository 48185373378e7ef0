"""What a game is worth to each of its players: the table of points, and the points with their reasons.

Points are whole numbers of hundredths ("cents") everywhere: 0.25 is 25. The figures are those of
`rules.md` section 11, and the organiser may change each before the first game.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from games.engine.roles import ROLES, Side
from tournaments.record import GameRecord, SeatRecord

VERSION = 1
# No figure is greater than a hundred points.
MOST_CENTS = 100_00
# The role whose victory a further role of the same side has, where the table does not name it.
PLAIN = {Side.TOWN: "citizen", Side.MAFIA: "mafia", Side.MANIAC: "maniac"}
# The reasons of points, in the order in which they are told.
REASONS = ("victory", "days", "nights", "first_night", "found_mafioso", "prevented_kill", "heart_attack")
# The figures of the table besides the victories; the bounds may be off.
BOUNDS = ("per_day_most", "acts_most")
FIGURES = ("per_day", "per_night", "per_day_most", "first_night", "found_mafioso", "prevented_kill", "acts_most")
PENALTIES = ("heart_attack",)

_VICTORY = {"citizen": 4_00, "mafia": 5_00, "commissioner": 5_00, "doctor": 5_00, "sergeant": 5_00, "maniac": 7_00}


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsTable:
    """Every figure of `rules.md` section 11, in cents. `version` is the form of the table.

    `victory`: by the dealt role. A role that is not named has what its side's plain role has (citizen, mafia,
    maniac), so every role of the game has a value. `per_day`: for each full day survived; `per_night`: for
    each night survived (ours gives none: a tournament may); `per_day_most` bounds both together, None is
    no bound. `first_night`: killed in the first night. `found_mafioso`, `prevented_kill`: for each act,
    `acts_most` bounds them together for a game. `heart_attack` is below zero: a penalty.
    """

    version: int = VERSION
    victory: Mapping[str, int] = field(default_factory=lambda: dict(_VICTORY))
    per_day: int = 25
    per_night: int = 0
    per_day_most: int | None = 1_50
    first_night: int = 50
    found_mafioso: int = 1_00
    prevented_kill: int = 1_00
    acts_most: int | None = 2_00
    heart_attack: int = -1_00

    def __post_init__(self) -> None:
        """Spell the victories out for every role. Raises KeyError where a plain role is needed and has none."""
        told = self.victory
        spelt = {name: told[name] if name in told else told[PLAIN[role.side]] for name, role in ROLES.items()}
        object.__setattr__(self, "victory", spelt)

    def to_json(self) -> dict[str, Any]:
        """Return the table, fit for JSON, every figure spelt out; `from_json` gives an equal one back."""
        return {one.name: getattr(self, one.name) for one in fields(self)} | {"victory": dict(self.victory)}

    @classmethod
    def from_json(cls, data: object) -> "PointsTable":
        """Read a table. A figure that is missing has its default value.

        Raises ValueError with the codes of everything that is wrong (see `problems`).
        """
        wrong = problems(data)
        if wrong or not isinstance(data, Mapping):
            raise ValueError(", ".join(wrong))
        return cls(**data)


@dataclass(frozen=True, slots=True)
class Point:
    """What one reason brings: how much, and for how many (`survived 3 days: 0.75`). `reason` is one of `REASONS`.

    `count` is what happened, also where a bound of the table makes it worth less.
    """

    reason: str
    cents: int
    count: int = 1

    def to_json(self) -> dict[str, Any]:
        """Return the point, fit for JSON."""
        return {"reason": self.reason, "cents": self.cents, "count": self.count}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Point":
        """Read a point that `to_json` wrote. Raises TypeError for anything else."""
        return cls(**data)


def score(record: GameRecord, table: PointsTable) -> dict[int, list[Point]]:
    """Return what each seat gets, by reasons in the order of `REASONS`; what brings nothing is left out.

    A draw gives no victory and all the rest; a cancelled game gives nobody anything.
    """
    if record.cancelled:
        return {seat.number: [] for seat in record.seats}
    return {seat.number: [point for point in _points(seat, table) if point.cents] for seat in record.seats}


def total(points: Iterable[Point]) -> int:
    """Return the sum, in cents."""
    return sum(point.cents for point in points)


def _points(seat: SeatRecord, table: PointsTable) -> Iterable[Point]:
    if seat.won:
        yield Point("victory", table.victory[seat.role])
    survived = _bounded(
        [("days", table.per_day, seat.days), ("nights", table.per_night, seat.nights)], table.per_day_most
    )
    yield from survived
    if seat.killed_first_night:
        yield Point("first_night", table.first_night)
    acts = [
        ("found_mafioso", table.found_mafioso, len(seat.found)),
        ("prevented_kill", table.prevented_kill, len(seat.prevented)),
    ]
    yield from _bounded(acts, table.acts_most)
    if seat.heart_attack:
        yield Point("heart_attack", table.heart_attack)


def _bounded(kinds: Iterable[tuple[str, int, int]], most: int | None) -> Iterable[Point]:
    """Yield points for (reason, cents for each, how many), together no more than `most`: the first come first."""
    left = most
    for reason, each, count in kinds:
        cents = each * count
        if left is not None:
            cents = min(cents, left)
            left -= cents
        yield Point(reason, cents, count)


def problems(data: object) -> list[str]:
    """Return the codes of everything that is wrong with a table that was typed or stored; none where it can be used.

    A code is the name of a figure and a reason: `per_day:not_whole`, `victory.mafia:too_great`. Reasons:

    - `table:unreadable`, `victory:unreadable`: not a table at all
    - `version:unknown`: a form that this code does not know
    - `NAME:unknown`: no such figure, or no such role
    - `victory.ROLE:missing`: a plain role without a value
    - `not_whole`: not a whole number of cents; `below_zero`; `above_zero` (of a penalty); `too_great`
    """
    if not isinstance(data, Mapping):
        return ["table:unreadable"]
    found = []
    if type(data.get("version", VERSION)) is not int or data.get("version", VERSION) != VERSION:
        found.append("version:unknown")
    victory = data.get("victory", _VICTORY)
    if isinstance(victory, Mapping):
        found += [f"victory.{role}:missing" for role in PLAIN.values() if role not in victory]
        for role, cents in victory.items():
            reason = _wrong(cents) if role in ROLES else "unknown"
            found += [f"victory.{role}:{reason}"] if reason else []
    else:
        found.append("victory:unreadable")
    for name, cents in data.items():
        if name in ("version", "victory") or (name in BOUNDS and cents is None):
            continue
        reason = _wrong(cents, penalty=name in PENALTIES) if name in (*FIGURES, *PENALTIES) else "unknown"
        found += [f"{name}:{reason}"] if reason else []
    return found


def _wrong(cents: object, *, penalty: bool = False) -> str:
    """Return what is wrong with a figure, or nothing. `True` is not a number here."""
    if type(cents) is not int:
        return "not_whole"
    if cents and (cents > 0) == penalty:
        return "above_zero" if penalty else "below_zero"
    return "too_great" if abs(cents) > MOST_CENTS else ""


DEFAULT = PointsTable()
