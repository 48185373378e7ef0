"""What a viewer may know of a game: the one gate for its state.

`view` is a pure function of state, viewer and time. Pages, exports and bots are drawn from its
answer alone. Two states that differ only in what the viewer may not know give equal views.
"""

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from games.engine import day, gang
from games.engine.deciding import DISCUSSION
from games.engine.events import NIGHT
from games.engine.position import IN_PLAY
from games.engine.roles import ROLES, Role, Side
from games.engine.state import OVER, Report, Round, Seat, State
from games.engine.table import Table


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks: the holder of a seat, the host, or a reader (neither)."""

    seat: int = 0
    host: bool = False


# The phases in which somebody is on the bench.
BENCHED = ("last_word", "runoff", "verdict")
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
    # The other name of a comparison, for the host.
    second: int | None = None
    # Has declared an office: two votes.
    declared: bool = False
    # FOR or AGAINST in an open trial.
    verdict: bool | None = None
    # Whom this player named in the last word of this day.
    named: int = 0
    # Leads the mafia, and whom it wants as their leader: for the mafia and the host.
    boss: bool = False
    boss_vote: int = 0


@dataclass(frozen=True, slots=True)
class Count:
    """A candidate's votes; `leads` marks whoever has the most, `count` weighs a vote that counts twice."""

    target: int
    voters: tuple[int, ...]
    leads: bool
    count: int = 0


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
    # What comparisons showed: (night, first, second, the same side).
    comparisons: tuple[tuple[int, int, int, bool], ...] = ()
    # Whom one watched, and who came: (night, target, visitors).
    watches: tuple[tuple[int, int, tuple[int, ...]], ...] = ()
    # The other name of the own comparison in force.
    second: int | None = None
    # FOR or AGAINST, said in the open trial.
    verdict: bool | None = None
    # Under `mafia_kill: boss`, for the mafia: who leads, whom one wants, whom one may choose, and
    # the victims that any of them has named tonight.
    boss: int = 0
    boss_vote: int = 0
    boss_targets: tuple[int, ...] = ()
    names_sent: tuple[int, ...] = ()


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
    # The phase whose report lies ready behind a curtain.
    ended: str
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
    # FOR and AGAINST in an open trial, in order: (seat, FOR); who stands before it; and who is still to say.
    verdicts: tuple[tuple[int, bool], ...] = ()
    accused: int = 0
    unsaid: tuple[int, ...] = ()
    # Whether days have an evening, in which alone they vote, and whether whoever leads is tried before leaving.
    evening: bool = False
    trial: bool = False
    # What the host has given or taken of the open phase, and whether the sign-up's deadline has moved by itself.
    moved: timedelta = timedelta(0)
    extended: bool = False
    # For the host: the report behind the curtain is published, and comes when the clock runs again.
    raised: bool = False


def view(state: State, viewer: Viewer, now: datetime) -> View:
    """Return what the viewer may know of the state at the moment `now` (`design.md`, "Secrets")."""
    phase = state.phase
    over = phase.name in OVER
    me = state.seat(viewer.seat) if viewer.seat else None
    voting = state.voting
    trial = phase.name == "verdict"
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
        ended=phase.ended,
        seats=tuple(_seat(state, seat, me, viewer) for seat in state.seats),
        votes_open=voting,
        counts=counts,
        voteless=tuple(s.number for s in state.living if not state.vote_of(s.number)) if voting else (),
        bench=state.bench if phase.name in BENCHED else (),
        verdicts=state.verdicts if trial else (),
        accused=state.bench[0] if trial and state.bench else 0,
        unsaid=tuple(s.number for s in state.living if state.verdict_of(s.number) is None) if trial else (),
        evening=state.ruleset.evening is not None,
        trial=state.ruleset.trial,
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
        raised=phase.raised and viewer.host,
    )


def _without_killers(state: State) -> tuple[Report, ...]:
    """The reports as the thread has them where it is not told by whom somebody was killed."""
    return tuple(
        replace(report, facts=tuple(replace(fact, by=()) if fact.by else fact for fact in report.facts))
        for report in state.reports
    )


def _would_leave(state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Who would leave as silent and as inactive, for the host; at a guarded night, who was spared."""
    if state.phase.name == state.votes_in:
        return day.would_leave(state)
    phase = state.phase
    spared = phase.name == "night" and state.guarded
    if phase.name in BENCHED or spared or (phase.name == "curtain" and phase.ended != "night"):
        alive = {seat.number for seat in state.living}
        return tuple(n for n in state.silent if n in alive), tuple(n for n in state.inactive if n in alive)
    return (), ()


def _counts(state: State) -> tuple[Count, ...]:
    lead, counts = day.leaders(state), day.counts(state)
    found = [Count(n, tuple(voters), n in lead, counts[n]) for n, voters in day.tally(state).items()]
    return tuple(sorted(found, key=lambda count: (-count.count, count.target == NIGHT, count.target)))


def _knows(role: Role, other: str) -> bool:
    return other in role.knows


def _seat(state: State, seat: Seat, me: Seat | None, viewer: Viewer) -> SeatView:
    over = state.phase.name in OVER
    mine = me is not None and seat.number == me.number
    mate = bool(me and me.role and seat.role and not mine and _knows(ROLES[me.role], seat.role))
    known = viewer.host or over or mate or mine or seat.declared
    role = seat.role if known else (seat.out.role if seat.out else "")
    order = state.order_of(seat.number)
    host_night = viewer.host and state.phase.name == "night" and seat.alive and seat.power is not None
    gang_only = bool(seat.alive and seat.side == Side.MAFIA and (viewer.host or _in_gang(me)))
    return SeatView(
        number=seat.number,
        alive=seat.alive,
        role=role,
        mate=mate,
        me=mine,
        how=seat.out.how if seat.out else "",
        out_phase=seat.out.phase if seat.out else "",
        out_day=seat.out.day if seat.out else 0,
        voted=state.vote_of(seat.number) is not None if state.voting and seat.alive else None,
        away=seat.alive and seat.away(state.phase.day),
        on_bench=seat.number in state.bench and state.phase.name in BENCHED,
        done=seat.number in state.done,
        acknowledged=seat.acknowledged if viewer.host and seat.role else None,
        ordered=order is not None if host_night else None,
        order=order.target if order and host_night else None,
        second=order.second if order and host_night else None,
        winner=seat.number in state.winners,
        notices=seat.notices if seat.alive else (),
        acts_as=seat.acts_as if viewer.host else "",
        declared=seat.declared,
        verdict=state.verdict_of(seat.number) if state.phase.name == "verdict" else None,
        named=dict(state.named).get(seat.number, 0),
        boss=gang_only and _boss(state) == seat.number,
        boss_vote=dict(state.boss_votes).get(seat.number, 0) if gang_only else 0,
    )


def _boss(state: State) -> int:
    """Who leads the mafia in a game where they have a boss."""
    return gang.boss_of(state) if state.phase.name in IN_PLAY else 0


def _in_gang(me: Seat | None) -> bool:
    """Whether the viewer sits in the mafia's room, alive: whoever is out learns of no boss chosen since."""
    return bool(me and me.alive and me.side == Side.MAFIA)


def _advance_votes(state: State) -> tuple[tuple[int, int, int], ...]:
    """The advance votes still to come, for the host: (seat, day, target); this day's until its evening."""
    talk = state.phase.name == "day" and state.votes_in != "day"
    first = state.phase.day + (not talk)
    return tuple((s.number, d, target) for s in state.living for d, target in s.advance if d >= first)


def _mine(state: State, me: Seat, now: datetime) -> Mine:
    role = ROLES[me.role] if me.role else None
    table = Table(state)
    order = state.order_of(me.number)
    vote = state.vote_of(me.number)
    can = _can(state, me, now)
    first = table.first_open_day()
    taken = len({d for a, b in me.notices for d in range(a, b + 1)})
    most = state.ruleset.notice_max or 0
    leads = _boss(state) if _in_gang(me) else 0
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
        comparisons=me.comparisons,
        watches=me.watches,
        second=order.second if order else None,
        verdict=state.verdict_of(me.number) if state.phase.name == "verdict" else None,
        boss=leads,
        boss_vote=dict(state.boss_votes).get(me.number, 0) if leads else 0,
        boss_targets=tuple(s.number for s in gang.candidates(state)) if "boss" in can else (),
        names_sent=tuple(sorted(gang.names_sent(state))) if leads else (),
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
    if phase.name == "curtain":
        return frozenset(can)
    if phase.name in DISCUSSION:
        can.add("post")
        if ROLES[me.role].declares and not me.declared:
            can.add("declare")
    if state.voting:
        can.add("vote")
    if phase.name == "verdict":
        can.add("verdict")
    if phase.name == "last_word" and me.number in state.bench:
        can |= {"post", "done"}
        if state.dealt_any("avenges"):
            can.add("avenge")
    if phase.name == "night" and me.power is not None:
        can.add("order")
    if phase.name in IN_PLAY and state.ruleset.notice_max:
        can.add("away")
    if state.ruleset.private_messages:
        can.add("letter")
    if me.side == Side.MAFIA:
        can.add("room")
        if state.ruleset.mafia_kill == "boss":
            can.add("boss")
    return frozenset(can)
