"""What happens by day: votes, notices, the count, the bench, and whoever leaves."""

from dataclasses import dataclass

from games.engine.events.base import Event


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
    # Seats whose vote counted twice.
    double: tuple[int, ...] = ()


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
class VengeanceNamed(Event):
    """Somebody on the bench has named a player in the last word; `target` is 0 where the name was taken back."""

    seat: int
    target: int


@dataclass(frozen=True, slots=True)
class VerdictGiven(Event):
    """An open FOR (`guilty`) or AGAINST in a trial. `how`: `control` or `post`."""

    seat: int
    guilty: bool
    how: str = "control"


@dataclass(frozen=True, slots=True)
class VerdictClosed(Event):
    """A trial is over. `votes` pairs seats with FOR; `double` are those whose word counted twice."""

    day: int
    accused: int
    votes: tuple[tuple[int, bool], ...]
    condemned: bool
    double: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class MayorDeclared(Event):
    """A player has declared an office that gives two votes from now on."""

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
    """A player left the game: `jailed`, `taken` (by an avenger), `killed`, `silent`, `inactive` or `heart_attack`.

    `role` is what is shown of it, empty where it stays hidden. `by` names the killers' sides.
    """

    seat: int
    how: str
    role: str
    by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HeartAttack(Event):
    """The host removed a player; `post` is the number of the post that gives the reason.

    `itself`: nobody's hand, the player was gone for too long (option `auto_heart_attack_after`).
    """

    seat: int
    post: int = 0
    itself: bool = False
