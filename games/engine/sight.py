"""What a viewer may know of a game: the one gate for its state.

`view` is a pure function of state, viewer and time. Pages, exports and bots are drawn from its
answer alone. Two states that differ only in what the viewer may not know give equal views.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from games.engine import day
from games.engine.events import NIGHT, Event, PhaseOpened
from games.engine.position import IN_PLAY
from games.engine.roles import ROLES, Power, Role
from games.engine.state import OVER, VOTING, Report, Round, Seat, State
from games.engine.table import Table


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks: the holder of a seat, the host, or a reader (neither)."""

    seat: int = 0
    host: bool = False


READER = Viewer()
HOST = Viewer(host=True)


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat as this viewer knows it. `role` is empty where it is not known; marks are None where none are shown."""

    number: int
    alive: bool
    role: str = ""
    mate: bool = False
    me: bool = False
    how: str = ""
    out_phase: str = ""
    out_day: int = 0
    voted: bool | None = None
    away: bool = False
    on_bench: bool = False
    done: bool = False
    acknowledged: bool | None = None
    ordered: bool | None = None
    order: int | None = None
    winner: bool = False
    notices: tuple[tuple[int, int], ...] = ()
    acts_as: str = ""


@dataclass(frozen=True, slots=True)
class Count:
    """A candidate's votes; `leads` marks whoever has the most."""

    target: int
    voters: tuple[int, ...]
    leads: bool


@dataclass(frozen=True, slots=True)
class Mine:
    """What the viewer knows of the own seat."""

    seat: int
    alive: bool
    role: str
    side: str
    power: str
    mates: tuple[int, ...]
    acknowledged: bool
    vote: int | None
    ordered: bool
    order: int | None
    notices: tuple[tuple[int, int], ...]
    advance: tuple[tuple[int, int], ...]
    promoted: bool
    can: frozenset[str]
    vote_targets: tuple[int, ...] = ()
    order_targets: tuple[int, ...] = ()
    advance_days: tuple[int, ...] = ()
    first_open_day: int = 0
    notice_days_left: int = 0
    # What the own checks showed: (night, target, role or side).
    checks: tuple[tuple[int, int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class View:
    """All that a viewer may know of a game at one moment."""

    phase: str
    day: int
    opened: datetime
    deadline: datetime | None
    paused: bool
    paused_by_host: bool
    remaining: timedelta | None
    closing: bool
    living: int
    seats: tuple[SeatView, ...]
    votes_open: bool
    counts: tuple[Count, ...]
    voteless: tuple[int, ...]
    bench: tuple[int, ...]
    candidates: tuple[int, ...]
    reports: tuple[Report, ...]
    rounds: tuple[Round, ...]
    winner: str
    reason: str
    winners: tuple[int, ...]
    composition: dict[str, int] = field(default_factory=dict)
    mine: Mine | None = None
    host: bool = False
    guarded: bool = False
    would_leave: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    advance_votes: tuple[tuple[int, int, int], ...] = ()
    orders: tuple[tuple[int, str, int | None], ...] = ()
    # When the phase ends or goes on by itself; for the host, since an early end tells of orders.
    due: datetime | None = None
    # What the host has given or taken of the open phase, and whether the sign-up's deadline has moved by itself.
    moved: timedelta = timedelta(0)
    extended: bool = False


def view(state: State, viewer: Viewer, now: datetime) -> View:
    """Return what the viewer may know of the state at the moment `now` (`design.md`, "Secrets")."""
    phase = state.phase
    over = phase.name in OVER
    me = state.seat(viewer.seat) if viewer.seat else None
    voting = phase.name in VOTING and (phase.name != "day" or state.ruleset.evening is None)
    counts = _counts(state) if voting else ()
    paused = state.paused(now)
    dealt = [seat.role for seat in state.seats]
    # In the registry's order: that of the seats would tell where the roles sit.
    counted = {role: dealt.count(role) for role in ROLES if role in dealt}
    remaining = phase.remaining
    if remaining is None and phase.deadline is not None and not over:
        left = phase.deadline - now if phase.name == "signup" else state.calendar.playing_between(now, phase.deadline)
        remaining = max(timedelta(0), left)
    return View(
        phase=phase.name,
        day=phase.day,
        opened=phase.opened,
        deadline=phase.deadline,
        paused=paused,
        paused_by_host=phase.remaining is not None,
        remaining=remaining,
        closing=not over and phase.remaining is None and phase.deadline is not None and now >= phase.deadline,
        living=len(state.living),
        seats=tuple(_seat(state, seat, me, viewer, voting) for seat in state.seats),
        votes_open=voting,
        counts=counts,
        voteless=tuple(s.number for s in state.living if not state.vote_of(s.number)) if voting else (),
        bench=state.bench if phase.name in ("last_word", "runoff", "verdict") else (),
        candidates=state.candidates if phase.name == "runoff" else (),
        reports=state.reports if viewer.host or over or state.ruleset.report_killer else _without_killers(state),
        rounds=state.rounds,
        winner=state.winner,
        reason=state.reason,
        winners=state.winners,
        composition=counted,
        mine=_mine(state, me, now) if me else None,
        host=viewer.host,
        guarded=state.guarded and viewer.host and phase.name == "night",
        would_leave=_would_leave(state) if viewer.host else ((), ()),
        advance_votes=_advance_votes(state) if viewer.host else (),
        orders=tuple((o.seat, o.power, o.target) for o in state.orders) if viewer.host else (),
        due=Table(state).due_at() if viewer.host else None,
        moved=phase.moved,
        extended=state.extended,
    )


def _without_killers(state: State) -> tuple[Report, ...]:
    """The reports as the thread has them where it is not told by whom somebody was killed."""
    return tuple(
        replace(report, facts=tuple(replace(fact, by=()) if fact.by else fact for fact in report.facts))
        for report in state.reports
    )


def _would_leave(state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Who would leave as silent and as inactive, for the host; at a guarded night, who was spared."""
    if state.phase.name == "day":
        return day.would_leave(state)
    if state.phase.name in ("last_word", "verdict", "runoff") or (state.phase.name == "night" and state.guarded):
        alive = {seat.number for seat in state.living}
        return tuple(n for n in state.silent if n in alive), tuple(n for n in state.inactive if n in alive)
    return (), ()


def _counts(state: State) -> tuple[Count, ...]:
    lead = day.leaders(state)
    found = [Count(target, tuple(voters), target in lead) for target, voters in day.tally(state).items()]
    return tuple(sorted(found, key=lambda count: (-len(count.voters), count.target == NIGHT, count.target)))


def _knows(role: Role, other: str) -> bool:
    return other in role.knows


def _seat(state: State, seat: Seat, me: Seat | None, viewer: Viewer, voting: bool) -> SeatView:
    over = state.phase.name in OVER
    mate = bool(me and me.role and seat.role and seat.number != me.number and _knows(ROLES[me.role], seat.role))
    known = viewer.host or over or mate or (me is not None and seat.number == me.number)
    role = seat.role if known else (seat.out.role if seat.out else "")
    order = state.order_of(seat.number)
    host_night = viewer.host and state.phase.name == "night" and seat.alive and seat.power is not None
    return SeatView(
        number=seat.number,
        alive=seat.alive,
        role=role,
        mate=mate,
        me=me is not None and seat.number == me.number,
        how=seat.out.how if seat.out else "",
        out_phase=seat.out.phase if seat.out else "",
        out_day=seat.out.day if seat.out else 0,
        voted=state.vote_of(seat.number) is not None if voting and seat.alive else None,
        away=seat.alive and seat.away(state.phase.day),
        on_bench=seat.number in state.bench,
        done=seat.number in state.done,
        acknowledged=seat.acknowledged if viewer.host and seat.role else None,
        ordered=order is not None if host_night else None,
        order=order.target if order and host_night else None,
        winner=seat.number in state.winners,
        notices=seat.notices if seat.alive else (),
        acts_as=seat.acts_as if viewer.host else "",
    )


def _advance_votes(state: State) -> tuple[tuple[int, int, int], ...]:
    """The advance votes still to come, for the host: (seat, day, target)."""
    return tuple((s.number, d, target) for s in state.living for d, target in s.advance if d > state.phase.day)


def _mine(state: State, me: Seat, now: datetime) -> Mine:
    role = ROLES[me.role] if me.role else None
    table = Table(state)
    order = state.order_of(me.number)
    vote = state.vote_of(me.number)
    can = _can(state, me, now)
    first = table.first_open_day()
    taken = len({d for a, b in me.notices for d in range(a, b + 1)})
    most = state.ruleset.notice_max or 0
    return Mine(
        seat=me.number,
        alive=me.alive,
        role=me.role,
        side=role.side.value if role else "",
        power=me.power.value if me.power else "",
        mates=tuple(
            s.number for s in state.seats if role and s.number != me.number and s.role and _knows(role, s.role)
        ),
        acknowledged=me.acknowledged,
        vote=vote.target if vote else None,
        ordered=order is not None,
        order=order.target if order else None,
        notices=me.notices,
        advance=me.advance,
        promoted=bool(me.acts_as),
        can=can,
        vote_targets=table.legal_votes(me.number) if "vote" in can else (),
        order_targets=table.legal_targets(me.number) if "order" in can else (),
        advance_days=tuple(sorted({d for a, b in me.notices for d in range(a, b + 1) if d > state.phase.day})),
        first_open_day=first,
        notice_days_left=max(0, most - taken),
        checks=me.checks,
    )


def _can(state: State, me: Seat, now: datetime) -> frozenset[str]:
    """What the seat may do now, as names of acts; what a passed deadline forbids is left out."""
    phase = state.phase
    if phase.name == "signup":
        return frozenset({"post", "host"})
    if phase.name in OVER:
        return frozenset({"post"})
    late = phase.remaining is None and phase.deadline is not None and now >= phase.deadline
    if not me.alive or late:
        return frozenset()
    can = {"host"}
    if not me.acknowledged:
        can.add("acknowledge")
    if phase.name in ("day", "evening", "runoff", "verdict"):
        can.add("post")
    if phase.name in VOTING and (phase.name != "day" or state.ruleset.evening is None):
        can.add("vote")
    if phase.name == "last_word" and me.number in state.bench:
        can |= {"post", "done"}
    if phase.name == "night" and me.power is not None:
        can.add("order")
    if phase.name in IN_PLAY and state.ruleset.notice_max:
        can.add("away")
    if state.ruleset.private_messages:
        can.add("letter")
    if me.power == Power.MARK:
        can.add("room")
    return frozenset(can)


@dataclass(frozen=True, slots=True)
class Chapter:
    """One phase of a finished game: the events of it, all opened."""

    phase: str
    day: int
    opened: datetime
    events: tuple[Event, ...]


def chronicle(events: Sequence[Event]) -> list[Chapter]:
    """Return a whole log by phases, for a game that is over.

    Raises ValueError for a log that does not end in `finished` or `cancelled`: its secrets are
    still secrets.
    """
    if not events or not (isinstance(events[-1], PhaseOpened) and events[-1].phase in OVER):
        raise ValueError("only a finished game tells everything")
    found: list[tuple[str, int, datetime, list[Event]]] = [("signup", 0, events[0].at, [])]
    for event in events:
        if isinstance(event, PhaseOpened):
            found.append((event.phase, event.day, event.at, []))
        else:
            found[-1][3].append(event)
    return [Chapter(phase, number, opened, tuple(inside)) for phase, number, opened, inside in found]
