"""What happens by night: orders, what came of them, and what is told to whom."""

from dataclasses import dataclass

from games.engine.events.base import Event


@dataclass(frozen=True, slots=True)
class OrderGiven(Event):
    """A night order; no `target` is an order to do nothing. `second` is the other name of a comparison."""

    seat: int
    power: str
    target: int | None
    second: int | None = None


@dataclass(frozen=True, slots=True)
class OrderWithdrawn(Event):
    """An order was taken back by its owner."""

    seat: int


@dataclass(frozen=True, slots=True)
class OrderVoided(Event):
    """An order fell away because its target left the game; its owner is told."""

    seat: int
    target: int


@dataclass(frozen=True, slots=True)
class MafiaReminded(Event):
    """Marks differ: those who sent none are reminded."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NightResolved(Event):
    """What came of the night, before anybody leaves. The report begins.

    `killed` pairs a seat with the sides that attacked it, `treated` doctor with patient.
    `awake` are those alive at nightfall: each gets one message. `blocks` pairs whoever blocked
    with whom, `blocked` are those whose order had no effect, `lucky` those who used up their luck.
    """

    day: int
    killed: tuple[tuple[int, tuple[str, ...]], ...]
    treated: tuple[tuple[int, int], ...]
    failed: bool
    checked: bool
    awake: tuple[int, ...]
    blocks: tuple[tuple[int, int], ...] = ()
    blocked: tuple[int, ...] = ()
    lucky: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class CheckMade(Event):
    """What a check showed, for its owner alone."""

    seat: int
    target: int
    result: str


@dataclass(frozen=True, slots=True)
class ComparisonMade(Event):
    """Whether two players seemed to be of one side, for its owner alone."""

    seat: int
    first: int
    second: int
    same: bool


@dataclass(frozen=True, slots=True)
class WatchMade(Event):
    """Who visited a player in the night, for its owner alone."""

    seat: int
    target: int
    visitors: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BossChosen(Event):
    """Whom one of the mafia wants as their boss."""

    seat: int
    target: int


@dataclass(frozen=True, slots=True)
class Promoted(Event):
    """A seat takes over the power of a role whose last holder is out."""

    seat: int
    role: str
