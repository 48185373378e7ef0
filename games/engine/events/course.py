"""Sign-up, deal, the clock, and the end of a game."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from games.engine.events.base import Event
from games.engine.ruleset import Ruleset

# ---- sign-up and deal


@dataclass(frozen=True, slots=True)
class GameCreated(Event):
    """The game opens for sign-ups under this ruleset, spelt out for good."""

    ruleset: Ruleset
    composition: dict[str, Any]
    commitment: str
    deadline: datetime


@dataclass(frozen=True, slots=True)
class OptionsChanged(Event):
    """The host changed options that may still change (`rules.md` section 12)."""

    ruleset: Ruleset
    composition: dict[str, Any]


@dataclass(frozen=True, slots=True)
class SeatTaken(Event):
    """Somebody joined; the seat has the next free number."""

    seat: int


@dataclass(frozen=True, slots=True)
class SeatLeft(Event):
    """A seat was given up before the deal: `withdrew` or `removed` by the host."""

    seat: int
    how: str


@dataclass(frozen=True, slots=True)
class SeatRenamed(Event):
    """A clone has another nickname, before the deal."""

    seat: int


@dataclass(frozen=True, slots=True)
class SignupExtended(Event):
    """Too few players at the deadline: it moves, once."""

    deadline: datetime


@dataclass(frozen=True, slots=True)
class RolesDealt(Event):
    """Every seat has a role. `forced`: not from the seed (a script's deal)."""

    roles: dict[int, str]
    forced: bool = False


@dataclass(frozen=True, slots=True)
class RoleAcknowledged(Event):
    """A player answered the role with `+`."""

    seat: int


# ---- the clock


@dataclass(frozen=True, slots=True)
class PhaseOpened(Event):
    """A phase began. `remaining` is set where it opens paused, `resumes` where it then goes on by itself.

    `ended`: the phase whose report lies ready behind a curtain.
    """

    phase: str
    day: int
    deadline: datetime | None
    bench: tuple[int, ...] = ()
    candidates: tuple[int, ...] = ()
    remaining: timedelta | None = None
    resumes: datetime | None = None
    ended: str = ""


@dataclass(frozen=True, slots=True)
class CurtainRaised(Event):
    """The host publishes the report that lies ready (option `curtain`)."""


@dataclass(frozen=True, slots=True)
class ClockPaused(Event):
    """The host stopped the clock with so much of the phase left."""

    remaining: timedelta


@dataclass(frozen=True, slots=True)
class ClockResumed(Event):
    """The clock runs again. `itself`: after the guard's wait, nobody having answered."""

    deadline: datetime
    itself: bool = False


@dataclass(frozen=True, slots=True)
class DeadlineMoved(Event):
    """The host gave or took time; `remaining` is set while the clock stands."""

    by: timedelta
    deadline: datetime
    remaining: timedelta | None = None


@dataclass(frozen=True, slots=True)
class OutageCredited(Event):
    """The server was away: the phase is lengthened by what it missed."""

    by: timedelta
    deadline: datetime


# ---- the end


@dataclass(frozen=True, slots=True)
class RoundEnded(Event):
    """A day and its night are over; so many rounds in a row nobody has left."""

    quiet: int


@dataclass(frozen=True, slots=True)
class StalemateNear(Event):
    """One more round in which nobody leaves is a draw."""

    rounds: int


@dataclass(frozen=True, slots=True)
class GameWon(Event):
    """The game is over: a side or `draw`, why, and the seats that share the victory."""

    winner: str
    reason: str
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameCancelled(Event):
    """The game ends without a winner: `too_few_players` or `host`."""

    reason: str
