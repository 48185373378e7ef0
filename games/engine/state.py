"""The state of a game. It holds seats by number, no names; what it keeps grows with seats and days, not with posts.

How events change it stands in `evolve.py`.
"""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any, Self

from games.engine.clock import Calendar
from games.engine.codec import dump, load
from games.engine.count import weighed
from games.engine.roles import ROLES, Power, Side, side_of
from games.engine.ruleset import Ruleset

VERSION = 3
OVER = ("finished", "cancelled")


@dataclass(frozen=True, slots=True)
class Phase:
    """The open phase. `remaining` is set while the host's pause stops the clock."""

    name: str
    day: int
    opened: datetime
    deadline: datetime | None = None
    remaining: timedelta | None = None
    resumes: datetime | None = None
    # What the host gave (or, below zero, took): a day cut short makes nobody silent.
    moved: timedelta = timedelta(0)
    # Behind a curtain: the phase that has ended, and whether the host has published its report.
    ended: str = ""
    raised: bool = False


@dataclass(frozen=True, slots=True)
class Out:
    """How and when a player left; `role` is what was shown of it."""

    how: str
    phase: str
    day: int
    role: str = ""


class Changeable:
    """A frozen dataclass without slots that can be copied with changes, many times faster than by `replace`.

    A log is read by copying states: what a copy costs is what an event costs.
    """

    def changed(self, **changes: Any) -> Self:
        """Return a copy with some fields changed. A name that is no field is an AssertionError."""
        copy = object.__new__(type(self))
        made = self.__dict__.copy()
        made.update(changes)
        assert len(made) == len(self.__dict__), changes
        object.__setattr__(copy, "__dict__", made)
        return copy


@dataclass(frozen=True)
class Seat(Changeable):
    """One player. `posted` and `voted` tell of the present day: taking part, and a vote that counts."""

    number: int
    role: str = ""
    acts_as: str = ""
    out: Out | None = None
    acknowledged: bool = False
    posted: bool = False
    voted: bool = False
    voided: bool = False
    notices: tuple[tuple[int, int], ...] = ()
    advance: tuple[tuple[int, int], ...] = ()
    treated: tuple[int, int] | None = None
    treated_self: int = 0
    # Whom the seat blocked last, and in which night: (night, target).
    blocked: tuple[int, int] | None = None
    # What the own checks showed: (night, target, what it is).
    checks: tuple[tuple[int, int, str], ...] = ()
    # What comparisons showed: (night, first, second, the same side).
    comparisons: tuple[tuple[int, int, int, bool], ...] = ()
    # Whom the seat watched, and who came: (night, target, visitors).
    watches: tuple[tuple[int, int, tuple[int, ...]], ...] = ()
    # The night in which luck was used up.
    luck_used: int = 0
    # Has declared the office that gives two votes.
    declared: bool = False

    @property
    def alive(self) -> bool:
        """Whether the player is in play."""
        return self.out is None

    @property
    def power(self) -> Power | None:
        """The night power held now, an heir's included."""
        role = self.acts_as or self.role
        return ROLES[role].power if role else None

    @property
    def side(self) -> Side | None:
        """The side of the dealt role."""
        return side_of(self.role) if self.role else None

    def away(self, day: int) -> bool:
        """Whether an absence notice covers the day."""
        return any(first <= day <= last for first, last in self.notices)

    def advance_for(self, day: int) -> int | None:
        """The advance vote for the day, if one was left."""
        return next((target for when, target in self.advance if when == day), None)


@dataclass(frozen=True, slots=True)
class Vote:
    """A vote in force."""

    seat: int
    target: int
    how: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Order:
    """A night order in force; no target means an order to do nothing. `second` is for comparisons."""

    seat: int
    power: str
    target: int | None
    second: int | None = None


@dataclass(frozen=True, slots=True)
class Round:
    """A closed round of voting, for the protocol: `day`, `runoff` or `verdict`.

    In a verdict a vote for the accused is FOR, and one for nobody (0) is AGAINST.
    """

    round: str
    day: int
    votes: tuple[tuple[int, int], ...]
    # Seats whose vote counted twice.
    double: tuple[int, ...] = ()

    @property
    def counted(self) -> Counter[int]:
        """How many votes each candidate had, the night (0) among them."""
        return weighed(self.votes, self.double)


@dataclass(frozen=True, slots=True)
class Fact:
    """One line of a report: what, of whom, which role was shown, and by which sides."""

    kind: str
    seat: int = 0
    role: str = ""
    by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """What the thread is told at nightfall, at dawn, or of a heart attack."""

    kind: str
    day: int
    facts: tuple[Fact, ...] = ()


@lru_cache(maxsize=256)
def _calendar(timezone: str, weekly_pause: str) -> Calendar:
    """The calendar of a zone and its pauses, looked at once."""
    return Calendar(timezone, weekly_pause)


@dataclass(frozen=True)
class State(Changeable):
    """Everything that is so after the events so far."""

    ruleset: Ruleset
    composition: dict[str, Any]
    commitment: str
    phase: Phase
    seq: int = 0
    last_at: datetime | None = None
    seats: tuple[Seat, ...] = ()
    next_seat: int = 1
    extended: bool = False
    votes: tuple[Vote, ...] = ()
    bench: tuple[int, ...] = ()
    candidates: tuple[int, ...] = ()
    done: tuple[int, ...] = ()
    # What was said in a trial: (seat, FOR).
    verdicts: tuple[tuple[int, bool], ...] = ()
    # Whom the bench named in last words: (seat, target).
    named: tuple[tuple[int, int], ...] = ()
    silent: tuple[int, ...] = ()
    inactive: tuple[int, ...] = ()
    living_at_close: int = 0
    orders: tuple[Order, ...] = ()
    reminded: bool = False
    # Every victim that was named to the host this night, taken back or not: (mafioso, victim).
    marks_sent: tuple[tuple[int, int], ...] = ()
    # Whom each mafioso wants as boss: (seat, target).
    boss_votes: tuple[tuple[int, int], ...] = ()
    awake: tuple[int, ...] = ()
    rounds: tuple[Round, ...] = ()
    reports: tuple[Report, ...] = ()
    told: tuple[tuple[int, tuple[str, ...]], ...] = ()
    quiet: int = 0
    left_this_round: bool = False
    guarded: bool = False
    winner: str = ""
    reason: str = ""
    winners: tuple[int, ...] = ()

    @property
    def living(self) -> tuple[Seat, ...]:
        """The players in play, in seat order."""
        return tuple([seat for seat in self.seats if seat.out is None])

    @property
    def calendar(self) -> Calendar:
        """The game's calendar of zone and weekly pauses."""
        return _calendar(self.ruleset.timezone, self.ruleset.weekly_pause)

    def place(self, number: int) -> int:
        """Return where in `seats` the seat of that number stands, or -1. Seats stand in the order of their numbers."""
        seats = self.seats
        # Where nobody has withdrawn before the deal, the number says it.
        if 0 < number <= len(seats) and seats[number - 1].number == number:
            return number - 1
        for place, seat in enumerate(seats):
            if seat.number == number:
                return place
        return -1

    def seat(self, number: int) -> Seat | None:
        """Return the seat of that number, or None."""
        place = self.place(number)
        return self.seats[place] if place >= 0 else None

    def vote_of(self, number: int) -> Vote | None:
        """Return the vote in force of a seat."""
        for vote in self.votes:
            if vote.seat == number:
                return vote
        return None

    def order_of(self, number: int) -> Order | None:
        """Return the order in force of a seat."""
        for order in self.orders:
            if order.seat == number:
                return order
        return None

    def holders(self, power: Power) -> tuple[Seat, ...]:
        """The living who hold a power now."""
        return tuple(seat for seat in self.living if seat.power == power)

    def dealt_any(self, trait: str) -> bool:
        """Whether a role with the trait (`avenges`, `declares`, ...) was dealt: which roles are in play is public."""
        return any(seat.role and getattr(ROLES[seat.role], trait) for seat in self.seats)

    def verdict_of(self, number: int) -> bool | None:
        """Return what a seat has said in the trial: FOR, AGAINST or nothing."""
        for seat, guilty in self.verdicts:
            if seat == number:
                return guilty
        return None

    @property
    def votes_in(self) -> str:
        """The phase in which the day's first vote is held: the evening where there is one."""
        return "day" if self.ruleset.evening is None else "evening"

    @property
    def voting(self) -> bool:
        """Whether votes for candidates are open in this phase."""
        return self.phase.name in (self.votes_in, "runoff")

    def is_side(self, number: int, side: Side) -> bool:
        """Whether the seat's dealt role is of the side."""
        seat = self.seat(number)
        return bool(seat and seat.role and side_of(seat.role) == side)

    def paused(self, now: datetime) -> bool:
        """Whether the clock stands now: by the host's hand or by the calendar, which a sign-up does not follow."""
        if self.phase.name in (*OVER, "signup"):
            return False
        return self.phase.remaining is not None or self.calendar.paused_at(now)

    def to_json(self) -> dict[str, Any]:
        """Return the state as plain data for a snapshot."""
        made: dict[str, Any] = dump(self)
        return made

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "State":
        """Return the state of a snapshot made by the same `VERSION`."""
        made = load(cls, data)
        assert isinstance(made, State)
        return made


class Making(State):
    """A state of its owner's own, on the way from one state to another: `changed` changes it, and nobody else has it.

    However many events are applied, one copy is made. `evolve.fold` alone makes one, and gives it away as a `State`.
    """

    @classmethod
    def of(cls, state: State) -> "Making":
        """Return a copy to work on."""
        making = object.__new__(cls)
        object.__setattr__(making, "__dict__", state.__dict__.copy())
        return making

    def changed(self, **changes: Any) -> Self:
        """Change some fields of this very state. Names are checked when it is done."""
        self.__dict__.update(changes)
        return self

    def released(self) -> State:
        """Give it away as the state that it has become; it is not to be changed any more."""
        made = object.__new__(State)
        object.__setattr__(made, "__dict__", self.__dict__)
        return made
