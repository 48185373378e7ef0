"""What can happen in a game, as frozen dataclasses, and their JSON form.

An event carries what came of a command, never the request. It names seats, and posts by their
number; no person, no nickname and no free text, so that a text can be blanked without touching
the log. `NIGHT` stands where a vote is for the night.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, ClassVar

from games.engine.codec import dump, load
from games.engine.ruleset import Ruleset

NIGHT = 0
FORMAT = 1


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, and when."""

    at: datetime

    kind: ClassVar[str] = ""


KINDS: dict[str, type[Event]] = {}


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
    """A phase began. `remaining` is set where it opens paused, `resumes` where it then goes on by itself."""

    phase: str
    day: int
    deadline: datetime | None
    bench: tuple[int, ...] = ()
    candidates: tuple[int, ...] = ()
    remaining: timedelta | None = None
    resumes: datetime | None = None


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


# ---- day


@dataclass(frozen=True, slots=True)
class TookPart(Event):
    """The first post of a player on this day."""

    seat: int


@dataclass(frozen=True, slots=True)
class VoteCast(Event):
    """An open vote. `how`: `control`, `post` or `advance`."""

    seat: int
    target: int
    how: str = "control"


@dataclass(frozen=True, slots=True)
class VoteWithdrawn(Event):
    """A vote was taken back by its owner."""

    seat: int
    how: str = "control"


@dataclass(frozen=True, slots=True)
class VoteVoided(Event):
    """A vote fell away because its target left the game; its owner is told and counts as having voted."""

    seat: int
    target: int


@dataclass(frozen=True, slots=True)
class NoticeGiven(Event):
    """An absence notice for the days `first` to `last`."""

    seat: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class AdvanceVoteLeft(Event):
    """A vote for a later day, seen by its owner and the host only."""

    seat: int
    day: int
    target: int


@dataclass(frozen=True, slots=True)
class AdvanceVoteLapsed(Event):
    """An advance vote whose target has left the game."""

    seat: int
    target: int


@dataclass(frozen=True, slots=True)
class VoteClosed(Event):
    """A round of voting is over: `round` is `day` or `runoff`. `leaders` have the most votes."""

    round: str
    day: int
    votes: tuple[tuple[int, int], ...]
    leaders: tuple[int, ...]
    living: int
    silent: tuple[int, ...] = ()
    inactive: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TieDrawn(Event):
    """A tie was settled by the game's seed."""

    among: tuple[int, ...]
    chosen: int


@dataclass(frozen=True, slots=True)
class LastWordDone(Event):
    """Somebody on the bench has said all."""

    seat: int


@dataclass(frozen=True, slots=True)
class NightFell(Event):
    """The day's report begins; `jailed` is 0 where nobody is."""

    day: int
    jailed: int


@dataclass(frozen=True, slots=True)
class GuardRaised(Event):
    """More than half would have left for silence: nobody does, and the host is asked."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlayerOut(Event):
    """A player left the game: `jailed`, `killed`, `silent`, `inactive` or `heart_attack`.

    `role` is what is shown of it, empty where it stays hidden. `by` names the killers' sides.
    """

    seat: int
    how: str
    role: str
    by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HeartAttack(Event):
    """The host removed a player; `post` is the number of the post that gives the reason."""

    seat: int
    post: int = 0


# ---- night


@dataclass(frozen=True, slots=True)
class OrderGiven(Event):
    """A night order; no `target` is an order to do nothing."""

    seat: int
    power: str
    target: int | None


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
    `awake` are those alive at nightfall: each gets one message.
    """

    day: int
    killed: tuple[tuple[int, tuple[str, ...]], ...]
    treated: tuple[tuple[int, int], ...]
    failed: bool
    checked: bool
    awake: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CheckMade(Event):
    """What a check showed, for its owner alone."""

    seat: int
    target: int
    result: str


@dataclass(frozen=True, slots=True)
class Promoted(Event):
    """A seat takes over the power of a role whose last holder is out."""

    seat: int
    role: str


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


# A class made with slots replaces the one it was made from, so the module is asked, not the base class.
for _cls in [made for made in globals().values() if isinstance(made, type) and issubclass(made, Event)]:
    if _cls is Event:
        continue
    _cls.kind = "".join("_" + letter.lower() if letter.isupper() else letter for letter in _cls.__name__).lstrip("_")
    KINDS[_cls.kind] = _cls


def to_json(event: Event) -> dict[str, Any]:
    """Return the event as plain data: `kind`, `v` (the form's version) and its fields."""
    return {"kind": event.kind, "v": FORMAT, **dump(event)}


def from_json(data: dict[str, Any]) -> Event:
    """Return the event of a plain form; an unknown form, kind or field is an error, never skipped.

    Raises: KeyError, TypeError, ValueError.
    """
    if data["v"] != FORMAT:
        raise ValueError(f"an event of form {data['v']}, which this code does not know")
    rest = {name: value for name, value in data.items() if name not in ("kind", "v")}
    made = load(KINDS[data["kind"]], rest)
    assert isinstance(made, Event)
    return made
