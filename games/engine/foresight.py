"""What would come of the open phase, were it to end: the host's preview of the next report.

A plain answer made by playing the state on and keeping nothing. It holds roles and orders, so it
is given to the host alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from games.engine import day
from games.engine import events as e
from games.engine.position import IN_PLAY
from games.engine.sight import Viewer
from games.engine.state import State
from games.engine.table import Table


@dataclass(frozen=True, slots=True)
class Leaver:
    """Who would leave: how, with the dealt role, and at whose hand."""

    seat: int
    how: str
    role: str
    by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Foresight:
    """What ending the open phase brings, as things stand.

    `at` is when it ends, `phase`, `day`, `deadline` are those of the phase that opens then; where that
    is a curtain, the rest is what the report behind it says, were it published at its latest. Where
    a lot would decide, `lot` names among whom and nothing else is known: not even the host sees the
    seed before the end.
    """

    at: datetime
    phase: str = ""
    day: int = 0
    deadline: datetime | None = None
    lot: tuple[int, ...] = ()
    bench: tuple[int, ...] = ()
    leavers: tuple[Leaver, ...] = ()
    # Whom the mass guard would keep.
    spared: tuple[int, ...] = ()
    # (doctor, patient) and (who checks, whom, what is seen).
    treated: tuple[tuple[int, int], ...] = ()
    checks: tuple[tuple[int, int, str], ...] = ()
    # (who compares, two players, of one side) and (who watches, whom, who came), and whose order has no effect.
    compared: tuple[tuple[int, int, int, bool], ...] = ()
    watched: tuple[tuple[int, int, tuple[int, ...]], ...] = ()
    blocked: tuple[int, ...] = ()
    # Whose luck saves them.
    lucky: tuple[int, ...] = ()
    # What the trial ends in; None where there is none.
    condemned: bool | None = None
    missed: bool = False
    promoted: tuple[tuple[int, str], ...] = ()
    living: int = 0
    winner: str = ""
    reason: str = ""
    stalemate: int = 0

    def left_by(self, *how: str) -> tuple[Leaver, ...]:
        """Return those who would leave in one of these ways."""
        return tuple(one for one in self.leavers if one.how in how)


def foresee(state: State, viewer: Viewer, now: datetime, *, cut: bool = False) -> Foresight | None:
    """Return what would come if the open phase ended at its time with all as it is now; for the host only.

    `cut`: if the host took all that is left of it now instead (section 5), which makes nobody silent.
    None where nothing can be said: before the deal, after the end, and for a phase that can't be
    cut short now (a pause by hand keeps it open, or its time is over already).
    """
    phase = state.phase
    if not viewer.host or phase.name not in IN_PLAY or phase.deadline is None:
        return None
    table = Table(state)
    if cut:
        if phase.remaining is not None or now >= phase.deadline:
            return None
        now = max(now, state.last_at or now)
        table = table.after(table.extend(-timedelta(days=10_000), at=now))
    elif phase.remaining is not None:
        table = table.after([e.ClockResumed(now, state.calendar.add(now, phase.remaining))])
    due = table.due_at()
    if due is None:
        return None
    due = max(due, now) if cut else due
    lead = day.leaders(state)
    if phase.name == state.votes_in and state.ruleset.tie == "random" and len(lead) > 1:
        return Foresight(due, lot=lead)
    events = table.advance(due)
    behind = table.after(events)
    told = _told(table, [*events, *_report_behind(behind)], due)
    opened = behind.state.phase
    return replace(told, phase=opened.name, day=opened.day, deadline=opened.deadline, bench=_bench(behind.state))


def _report_behind(table: Table) -> list[e.Event]:
    """Return what comes when a curtain that has been drawn is raised; nothing where there is none."""
    phase = table.state.phase
    return table.advance(phase.deadline) if phase.name == "curtain" and phase.deadline else []


def _bench(state: State) -> tuple[int, ...]:
    """Return who stands before the table; behind a curtain nobody does any more."""
    return state.bench if state.phase.name != "curtain" else ()


def _told(before: Table, events: Sequence[e.Event], at: datetime) -> Foresight:
    """Gather what a list of events says of the end of a phase."""
    after = before.after(events).state
    found: dict[str, Any] = {"living": len(after.living)}
    roles = {seat.number: seat.role for seat in after.seats}
    leavers: list[Leaver] = []
    for event in events:
        match event:
            case e.PlayerOut():
                leavers.append(Leaver(event.seat, event.how, roles[event.seat], event.by))
            case e.GuardRaised():
                found["spared"] = event.seats
            case e.NightResolved():
                found |= {"treated": event.treated, "missed": event.failed}
                found |= {"blocked": event.blocked, "lucky": event.lucky}
            case e.VerdictClosed():
                found["condemned"] = event.condemned
            case e.CheckMade():
                found["checks"] = (*found.get("checks", ()), (event.seat, event.target, event.result))
            case e.ComparisonMade():
                made = (event.seat, event.first, event.second, event.same)
                found["compared"] = (*found.get("compared", ()), made)
            case e.WatchMade():
                found["watched"] = (*found.get("watched", ()), (event.seat, event.target, event.visitors))
            case e.Promoted():
                found["promoted"] = (*found.get("promoted", ()), (event.seat, event.role))
            case e.GameWon():
                found |= {"winner": event.winner, "reason": event.reason}
            case e.StalemateNear():
                found["stalemate"] = event.rounds
            case _:
                pass
    return Foresight(at, leavers=tuple(leavers), **found)
