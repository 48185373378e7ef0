"""The history of a game's open votes: what everybody could see, from the public events of a log alone.

Votes are open to all (`rules.md` section 2), so whoever reads the thread may read this. Orders, advance
votes that still lie with the host, and whatever else a log holds are not looked at: see `PUBLIC`.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from games.engine import events as e
from games.engine.count import weighed
from games.engine.state import OVER

# All that the history is made from. Each of these the thread has told everybody, at the same moment.
PUBLIC: frozenset[type[e.Event]] = frozenset(
    {
        e.PhaseOpened,
        e.VoteCast,
        e.VoteWithdrawn,
        e.VoteVoided,
        e.VoteClosed,
        e.VerdictGiven,
        e.VerdictClosed,
        e.MayorDeclared,
        e.PlayerOut,
        e.NoticeGiven,
    }
)


@dataclass(frozen=True, slots=True)
class Act:
    """One thing that happened to one vote.

    `kind`: `cast`, `withdrawn`, `void` (its target has left the game) or `gone` (its voter has). `target` is
    the candidate of the vote, 0 the night; in a trial the accused for FOR, and 0 for AGAINST. `before` is
    what a new vote replaces. `how`: `control`, `post` or `advance`, where somebody did it. `position` is that
    of the log and for finding the post; to show it would tell how much happens that nobody sees.
    """

    position: int
    at: datetime
    seat: int
    kind: str
    target: int
    how: str = ""
    before: int | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """How a vote stood from a position of the log on.

    `votes` are (voter, target) in the order in which they were cast, `double` the living whose vote counts
    twice, `voided` those whose vote fell away and who have not voted again: they count as having voted.
    """

    position: int
    at: datetime
    votes: tuple[tuple[int, int], ...]
    living: tuple[int, ...]
    double: tuple[int, ...] = ()
    voided: tuple[int, ...] = ()

    @property
    def counted(self) -> Counter[int]:
        """How many votes each candidate had, the night (0) among them."""
        return weighed(self.votes, self.double)

    @property
    def voteless(self) -> tuple[int, ...]:
        """The living who had no vote in force."""
        voters = {voter for voter, _target in self.votes}
        return tuple(seat for seat in self.living if seat not in voters)

    @property
    def missing(self) -> tuple[int, ...]:
        """The living who had not voted: without a vote in force, and not because it fell away."""
        return tuple(seat for seat in self.voteless if seat not in self.voided)


@dataclass(frozen=True, slots=True)
class Ballot:
    """A vote from its opening to its close: of a day, its second round (`runoff`) or a trial (`verdict`).

    `ended` is the position of its close, None while it is open; `counted_out` is false where it was broken
    off before it could be counted. `standings` begin with that at the opening.
    """

    round: str
    day: int
    position: int
    opened: datetime
    standings: tuple[Standing, ...]
    acts: tuple[Act, ...] = ()
    accused: int = 0
    ended: int | None = None
    closed: datetime | None = None
    counted_out: bool = False

    def at(self, position: int) -> Standing:
        """Return how it stood at a position of the log from its opening on; after its close, how it ended."""
        place = bisect_right(self.standings, position, key=lambda one: one.position)
        return self.standings[max(place - 1, 0)]

    def open_at(self, position: int) -> bool:
        """Whether it was open at a position of the log."""
        return self.position <= position and (self.ended is None or position < self.ended)

    @property
    def last(self) -> Standing:
        """How it stands now, or ended."""
        return self.standings[-1]


@dataclass(frozen=True, slots=True)
class History:
    """All votes of a game, the oldest first; where each day began in the log; and where the game ended.

    `notices` are the absence notices by seat: (first day, last day).
    """

    ballots: tuple[Ballot, ...] = ()
    days: tuple[tuple[int, int], ...] = ()
    over: int | None = None
    notices: dict[int, tuple[tuple[int, int], ...]] = field(default_factory=dict)

    def at(self, position: int) -> Ballot | None:
        """Return the vote that was open at a position of the log, or else the last one before it."""
        place = bisect_right(self.ballots, position, key=lambda one: one.position)
        return self.ballots[place - 1] if place else None

    def away(self, seat: int, day: int) -> bool:
        """Whether an absence notice covers the day."""
        return any(first <= day <= last for first, last in self.notices.get(seat, ()))


def history(
    log: Iterable[tuple[int, e.Event]], *, seats: Iterable[int], votes_in: str, until: datetime | None = None
) -> History:
    """Return the history of a log's open votes, up to the moment `until`.

    `log` are events with their positions, oldest first; what is not `PUBLIC` is passed over. `seats` are
    those that were dealt a role; `votes_in` is the phase in which a day's first vote is held (`State.votes_in`).
    """
    teller = _Teller(list(seats), votes_in)
    for position, event in log:
        if until is not None and event.at > until:
            break
        hear = _HEARD.get(type(event))
        if hear is not None:
            hear(teller, position, event)
    return teller.told()


class _Teller:
    """Follows the log, and keeps what is open."""

    def __init__(self, living: list[int], votes_in: str) -> None:
        self.living = living
        self.votes_in = votes_in
        self.declared: set[int] = set()
        self.votes: dict[int, int] = {}
        self.voided: set[int] = set()
        self.ballots: list[Ballot] = []
        self.open: Ballot | None = None
        self.standings: list[Standing] = []
        self.acts: list[Act] = []
        self.days: list[tuple[int, int]] = []
        self.over: int | None = None
        self.notices: dict[int, tuple[tuple[int, int], ...]] = {}

    def told(self) -> History:
        ballots = [*self.ballots, *([self._so_far(self.open)] if self.open else [])]
        return History(tuple(ballots), tuple(self.days), self.over, self.notices)

    def _so_far(self, ballot: Ballot) -> Ballot:
        return replace(ballot, standings=tuple(self.standings), acts=tuple(self.acts))

    def stands(self, position: int, at: datetime) -> None:
        """Keep how the open vote stands from here on."""
        living = tuple(self.living)
        double = tuple(seat for seat in living if seat in self.declared)
        standing = Standing(position, at, tuple(self.votes.items()), living, double, tuple(sorted(self.voided)))
        self.standings.append(standing)

    def acted(self, act: Act) -> None:
        self.acts.append(act)
        self.stands(act.position, act.at)

    def close(self, position: int, at: datetime, *, counted_out: bool) -> None:
        if self.open is not None:
            made = self._so_far(self.open)
            self.ballots.append(replace(made, ended=position, closed=at, counted_out=counted_out))
            self.open = None

    # ---- what happened

    def phase_opened(self, position: int, event: e.PhaseOpened) -> None:
        # A vote that was not counted before the next phase was broken off.
        self.close(position, event.at, counted_out=False)
        if event.phase == "day":
            self.days.append((event.day, position))
        if event.phase in OVER:
            self.over = position
        if event.phase not in (self.votes_in, "runoff", "verdict"):
            return
        self.votes, self.voided, self.standings, self.acts = {}, set(), [], []
        self.stands(position, event.at)
        name = "day" if event.phase == self.votes_in else event.phase
        accused = event.bench[0] if name == "verdict" and event.bench else 0
        self.open = Ballot(name, event.day, position, event.at, (), accused=accused)

    def vote_cast(self, position: int, event: e.VoteCast) -> None:
        self._cast(position, event.at, event.seat, event.target, event.how)

    def verdict_given(self, position: int, event: e.VerdictGiven) -> None:
        accused = self.open.accused if self.open else 0
        self._cast(position, event.at, event.seat, accused if event.guilty else 0, event.how)

    def _cast(self, position: int, at: datetime, seat: int, target: int, how: str) -> None:
        before = self.votes.pop(seat, None)
        self.votes[seat] = target
        self.voided.discard(seat)
        self.acted(Act(position, at, seat, "cast", target, how, before))

    def vote_withdrawn(self, position: int, event: e.VoteWithdrawn) -> None:
        target = self.votes.pop(event.seat, None)
        self.voided.discard(event.seat)
        if target is not None:
            self.acted(Act(position, event.at, event.seat, "withdrawn", target, event.how))

    def vote_voided(self, position: int, event: e.VoteVoided) -> None:
        self.votes.pop(event.seat, None)
        self.voided.add(event.seat)
        self.acted(Act(position, event.at, event.seat, "void", event.target))

    def player_out(self, position: int, event: e.PlayerOut) -> None:
        if event.seat in self.living:
            self.living.remove(event.seat)
        self.voided.discard(event.seat)
        target = self.votes.pop(event.seat, None)
        if self.open is None:
            return
        if target is None:
            self.stands(position, event.at)
        else:
            self.acted(Act(position, event.at, event.seat, "gone", target))

    def mayor_declared(self, position: int, event: e.MayorDeclared) -> None:
        self.declared.add(event.seat)
        if self.open is not None:
            self.stands(position, event.at)

    def closed(self, position: int, event: e.VoteClosed | e.VerdictClosed) -> None:
        self.close(position, event.at, counted_out=True)

    def notice_given(self, position: int, event: e.NoticeGiven) -> None:
        self.notices[event.seat] = (*self.notices.get(event.seat, ()), (event.first, event.last))


_HEARD: dict[type[e.Event], Callable[[_Teller, int, Any], None]] = {
    e.PhaseOpened: _Teller.phase_opened,
    e.VoteCast: _Teller.vote_cast,
    e.VoteWithdrawn: _Teller.vote_withdrawn,
    e.VoteVoided: _Teller.vote_voided,
    e.VoteClosed: _Teller.closed,
    e.VerdictGiven: _Teller.verdict_given,
    e.VerdictClosed: _Teller.closed,
    e.MayorDeclared: _Teller.mayor_declared,
    e.PlayerOut: _Teller.player_out,
    e.NoticeGiven: _Teller.notice_given,
}
assert frozenset(_HEARD) == PUBLIC
