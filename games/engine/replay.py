"""A finished game, step by step, from any viewpoint: what happened, who noticed it then, and what was known then.

A step is one thing that people noticed: an event, or a group of them that came at once (a dawn, the
end of a vote). What is bookkeeping belongs to the step before it, and a whole sign-up is one step.
Steps are numbered through for everybody; a viewpoint walks over those that it did not notice.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from games.engine import events as e
from games.engine.evolve import fold
from games.engine.roles import Power, Side, side_of
from games.engine.sight import View, Viewer, view
from games.engine.state import OVER, State

# Nobody notices it: it belongs to the step before.
QUIET = (e.TookPart, e.RoleAcknowledged, e.RoundEnded)
# What a turn of the game begins with, and what may come with it at the same moment.
TURNS = (
    *(e.RolesDealt, e.VoteClosed, e.VerdictClosed, e.NightFell, e.NightResolved, e.HeartAttack, e.CurtainRaised),
    *(e.Promoted, e.PhaseOpened, e.GameCancelled),
)
ALONG = (
    *(e.TieDrawn, e.NightFell, e.NightResolved, e.PlayerOut, e.GuardRaised, e.Promoted, e.CheckMade, e.ComparisonMade),
    *(e.WatchMade, e.VoteVoided, e.OrderVoided, e.StalemateNear, e.GameWon, e.PhaseOpened),
)
# For the player alone whom it concerns.
OWN = (
    *(e.OrderGiven, e.OrderWithdrawn, e.OrderVoided, e.AdvanceVoteLeft, e.AdvanceVoteLapsed),
    *(e.CheckMade, e.ComparisonMade, e.WatchMade, e.Promoted),
)
# The parts of a day are one chapter.
CHAPTER = {"evening": "day", "last_word": "day", "runoff": "day", "verdict": "day"}


@dataclass(frozen=True, slots=True)
class NameSent(e.Event):
    """What the mafia saw of a mark under a boss: that one of them has sent this name, and not who."""

    target: int


@dataclass(frozen=True, slots=True)
class Step:
    """One step: the log's positions `first` to `last`, and the phase that was open after it.

    `told` pairs each event with the seats that noticed it; None is everybody, nobody is the host alone.
    """

    number: int
    first: int
    last: int
    at: datetime
    phase: str
    day: int
    chapter: tuple[str, int]
    told: tuple[tuple[e.Event, frozenset[int] | None], ...]

    def noticed(self, viewer: Viewer) -> bool:
        """Whether this viewpoint noticed anything of it."""
        return viewer.host or any(seats is None or viewer.seat in seats for _event, seats in self.told)


@dataclass(frozen=True, slots=True)
class Scene:
    """A step as a viewpoint had it: all that it knew after it, and what it heard, in the form in which it did."""

    step: Step
    view: View
    heard: tuple[e.Event, ...]


@dataclass(frozen=True, slots=True)
class Recording:
    """A whole finished game in steps."""

    events: tuple[e.Event, ...]
    steps: tuple[Step, ...]

    def at(self, number: int) -> Step:
        """Return the step of a number, or the nearest there is."""
        return self.steps[min(max(number, 1), len(self.steps)) - 1]

    def beside(self, step: Step, viewer: Viewer) -> tuple[Step | None, Step | None]:
        """Return the steps before and after this one that the viewpoint noticed."""
        before = (one for one in reversed(self.steps[: step.number - 1]) if one.noticed(viewer))
        after = (one for one in self.steps[step.number :] if one.noticed(viewer))
        return next(before, None), next(after, None)

    def seen(self, viewer: Viewer) -> list[Step]:
        """Return the steps that the viewpoint noticed."""
        return [step for step in self.steps if step.noticed(viewer)]

    def scene(self, step: Step, viewer: Viewer) -> Scene:
        """Return a step as the viewpoint had it. The log is folded once, up to the end of the step."""
        return scene_of(step, fold(self.events[: step.last]), viewer)


def scene_of(step: Step, state: State, viewer: Viewer) -> Scene:
    """Return a step as the viewpoint had it, with the state that the game was in after it."""
    seen = view(state, viewer, step.at)
    if viewer.host or state.phase.name in OVER:
        return Scene(step, seen, tuple(event for event, _seats in step.told))
    told = [event for event, seats in step.told if seats is None or viewer.seat in seats]
    killers = state.ruleset.report_killer
    return Scene(step, seen, tuple(_as_heard(event, viewer.seat, seen, killers) for event in told))


def record(events: Sequence[e.Event]) -> Recording:
    """Return a finished game in steps. Raises ValueError for a log that does not end in `finished` or `cancelled`."""
    if not events or not (isinstance(events[-1], e.PhaseOpened) and events[-1].phase in OVER):
        raise ValueError("only a finished game can be replayed")
    return Recording(tuple(events), tuple(_Recorder().read(events)))


class _Recorder:
    """Reads a log once: groups its events, and keeps as much of the game as says who noticed them."""

    def __init__(self) -> None:
        self.phase, self.day, self.chapter = "signup", 0, ("signup", 0)
        self.by_boss = False
        self.gang: set[int] = set()
        # The names that the mafia have sent this night: (mafioso, victim).
        self.sent: set[tuple[int, int]] = set()
        self.steps: list[Step] = []

    def read(self, events: Iterable[e.Event]) -> list[Step]:
        """Return the steps of a log."""
        open_step: list[tuple[e.Event, frozenset[int] | None]] = []
        first = 1
        for seq, event in enumerate(events, start=1):
            quiet = isinstance(event, QUIET)
            if open_step and not quiet and not self._belongs(event, [one for one, _seats in open_step]):
                self._close(open_step, first, seq - 1)
                open_step, first = [], seq
            seats = self._audience(event)
            self._follow(event)
            if not quiet:
                open_step.append((event, seats))
        self._close(open_step, first, seq)
        return self.steps

    def _close(self, told: list[tuple[e.Event, frozenset[int] | None]], first: int, last: int) -> None:
        at = told[-1][0].at
        step = Step(len(self.steps) + 1, first, last, at, self.phase, self.day, self.chapter, tuple(told))
        self.steps.append(step)

    def _belongs(self, event: e.Event, group: list[e.Event]) -> bool:
        """Whether an event came with those of the step before it."""
        if self.phase == "signup" and not isinstance(event, TURNS):
            return True
        if event.at != group[-1].at:
            return False
        if isinstance(event, e.MafiaReminded):
            return isinstance(group[-1], e.OrderGiven)
        if not isinstance(group[0], TURNS):
            return False
        if isinstance(event, e.AdvanceVoteLapsed) or (isinstance(event, e.VoteCast) and event.how == "advance"):
            return True
        # With the phase that opens a turn is over.
        opened = any(isinstance(one, e.PhaseOpened) for one in group)
        return isinstance(event, ALONG) and not opened

    def _audience(self, event: e.Event) -> frozenset[int] | None:
        """Return the seats that notice an event as it happens; None for everybody."""
        if isinstance(event, e.OrderGiven) and self._names_anew(event):
            return frozenset({event.seat, *self.gang})
        if isinstance(event, OWN):
            return frozenset({event.seat})
        if isinstance(event, e.MafiaReminded):
            return frozenset(event.seats)
        if isinstance(event, e.BossChosen):
            return frozenset(self.gang)
        return frozenset() if isinstance(event, e.CurtainRaised) else None

    def _names_anew(self, event: e.OrderGiven) -> bool:
        """Whether the mafia see another name in their room: under a boss they are shown all that were sent."""
        names = {target for _seat, target in self.sent}
        return self.by_boss and event.power == Power.MARK and event.target is not None and event.target not in names

    def _follow(self, event: e.Event) -> None:
        match event:
            case e.GameCreated() | e.OptionsChanged():
                self.by_boss = event.ruleset.mafia_kill == "boss"
            case e.RolesDealt():
                self.gang = {seat for seat, role in event.roles.items() if side_of(role) == Side.MAFIA}
            case e.PhaseOpened():
                self.phase, self.day = event.phase, event.day
                open_now = event.ended or event.phase
                self.chapter = (CHAPTER.get(open_now, open_now), event.day)
                if event.phase == "night":
                    self.sent = set()
            case e.OrderGiven() if event.power == Power.MARK and event.target is not None:
                self.sent.add((event.seat, event.target))
            case e.PlayerOut():
                self.gang.discard(event.seat)
                self.sent = {pair for pair in self.sent if event.seat not in pair}


def _as_heard(event: e.Event, seat: int, seen: View, killers: bool) -> e.Event:
    """Return an event as a player (or a reader, 0) heard of it: what it did not tell them is taken out.

    `killers`: the game tells by whom somebody was killed.
    """
    match event:
        case e.RolesDealt():
            known = {one.number: one.role for one in seen.seats}
            return replace(event, roles={number: known.get(number, "") for number in event.roles})
        case e.OrderGiven() if event.seat != seat and event.target is not None:
            return NameSent(event.at, event.target)
        case e.MafiaReminded():
            return replace(event, seats=(seat,))
        case e.VoteClosed():
            return replace(event, silent=(), inactive=())
        case e.GuardRaised():
            # How many is public, who is not.
            return replace(event, seats=(e.NIGHT,) * len(event.seats))
        case e.PlayerOut():
            return event if killers else replace(event, by=())
        case e.NightResolved():
            killed = tuple((number, by if killers else ()) for number, by in event.killed)
            bare = replace(event, killed=killed, treated=(), checked=False, awake=())
            return replace(bare, blocks=(), blocked=(), lucky=())
        case e.PhaseOpened(phase="curtain"):
            return replace(event, bench=())
    return event
