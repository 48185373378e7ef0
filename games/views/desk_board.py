"""What stands on the host's desk: who must do what, and what is wrong with the clock.

Drawn from the host's view of the game and from public posts alone: nobody's owner, no letter
between players and nothing of the mafia's room is ever asked for here.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from common.clock_words import ago
from forum import selectors as forum
from games import words
from games.engine.roles import ROLES, Side
from games.engine.sight import SeatView
from games.models import Heartbeat, Seat
from games.views.desk_ahead import Fact, cut_says, preview
from games.views.desk_attention import Matter, attention
from games.views.desk_letters import Waiting
from games.views.desk_steps import Step, steps
from games.views.desk_words import Desk

SILENCE = timedelta(seconds=30)


@dataclass(frozen=True, slots=True)
class Row:
    """One player on the desk. `state` is `ok`, `wait` or "" (nothing is asked); `doing` says it in words.

    By night both are empty, and so is the role at any time, unless the host has asked for roles.
    """

    number: int
    name: str
    alive: bool
    role: str
    enemy: bool
    state: str
    doing: str
    last: datetime | None
    ago: str
    waiting: int
    notes: tuple[str, ...]
    rename_asked: bool


@dataclass(slots=True)
class Board:
    """Everything but the forms."""

    rows: list[Row]
    # The head of the phase's column, or nothing where there is no such column.
    column: str
    count: str
    steps: list[Step]
    matters: list[Matter] = field(default_factory=list)
    preview: list[Fact] = field(default_factory=list)
    cut: str = ""
    failing: bool = False
    silent_since: datetime | None = None
    never_ticked: bool = False
    guarded: bool = False
    spared: str = ""


def board(desk: Desk, letters: Sequence[Waiting] = (), reports: int = 0) -> Board:
    """Return what stands on the desk. A constant number of queries."""
    view = desk.view
    beat = Heartbeat.objects.filter(pk=1).values_list("at", flat=True).first()
    guarded = view.guarded and view.paused_by_host
    column, count = _column(desk)
    return Board(
        rows=_rows(desk, {one.number: one.count for one in letters}),
        column="" if _folded(desk) else column,
        count=count,
        steps=list(steps(desk)),
        matters=attention(desk, letters, reports),
        preview=preview(desk),
        cut=cut_says(desk),
        failing=desk.game.failures > 0 and not desk.over,
        silent_since=beat if beat is not None and desk.at - beat > SILENCE else None,
        never_ticked=beat is None,
        guarded=guarded,
        spared=desk.names([*view.would_leave[0], *view.would_leave[1]]) if guarded else "",
    )


def _folded(desk: Desk) -> bool:
    """Whether the phase's column would tell of roles, and none are shown: at night, who has an order to give."""
    return desk.view.phase == "night" and not desk.open


# ---------- the players


def _rows(desk: Desk, waiting: Mapping[int, int]) -> list[Row]:
    last = forum.last_posted(desk.game.thread)
    votes = {voter: count.target for count in desk.view.counts for voter in count.voters}
    found = []
    for seen in sorted(desk.view.seats, key=lambda seat: (not seat.alive, seat.number)):
        seat = desk.access.seats[seen.number]
        state, doing = ("", "") if _folded(desk) and seen.alive else _doing(desk, seen, votes)
        role = seen.role if desk.open or desk.over or (seat.role_shown and not seen.alive) else ""
        posted = last.get(seat.persona_id)
        found.append(
            Row(
                number=seen.number,
                name=seat.persona.name,
                alive=seen.alive,
                role=words.capital(words.role(role)) if role else "",
                enemy=bool(role) and ROLES[role].side != Side.TOWN,
                state=state,
                doing=doing,
                last=posted,
                ago=ago(posted, desk.at) if posted else "",
                waiting=waiting.get(seen.number, 0),
                notes=tuple(_notes(desk, seen, seat)),
                rename_asked=seat.rename_asked,
            )
        )
    return found


def _doing(desk: Desk, seen: SeatView, votes: Mapping[int, int]) -> tuple[str, str]:
    """Say what the player has done of what the phase asks for, in the column of the phase."""
    view = desk.view
    if not seen.alive:
        out = words.way_out(seen.how, trial=view.trial)
        return "", _("%(how)s, %(when)s") % {"how": out, "when": words.when_out(seen.out_phase, seen.out_day)}
    if view.phase == "deal":
        return ("ok", pgettext("desk", "confirmed")) if seen.acknowledged else ("wait", pgettext("desk", "not yet"))
    if view.votes_open:
        target = votes.get(seen.number)
        return ("wait", pgettext("desk", "no vote")) if target is None else ("ok", desk.name(target))
    if view.phase == "verdict":
        if seen.verdict is None:
            return "wait", pgettext("desk", "not yet")
        return "ok", _("FOR") if seen.verdict else _("AGAINST")
    if view.phase == "last_word" and seen.on_bench:
        return ("ok", _("all is said")) if seen.done else ("wait", _("has the last word"))
    if view.phase == "night":
        return _order(desk, seen)
    return "", ""


def _order(desk: Desk, seen: SeatView) -> tuple[str, str]:
    """Say what has come of a player's order of this night."""
    if seen.ordered is None:
        return "", pgettext("desk", "no power")
    if not seen.ordered:
        # Where the mafia have a boss nobody waits for the others of them.
        return ("wait", pgettext("desk", "waiting")) if desk.awaits(seen) else ("", pgettext("desk", "not the boss"))
    if seen.order is None:
        return "ok", pgettext("desk", "pass")
    return "ok", ", ".join(desk.name(number) for number in (seen.order, seen.second) if number is not None)


def _column(desk: Desk) -> tuple[str, str]:
    """Return the head of the phase's column, and how many have done what it asks for."""
    view = desk.view
    living = [seat for seat in view.seats if seat.alive]
    if view.phase == "deal":
        done = sum(bool(seat.acknowledged) for seat in living)
        return _("Role read"), _("confirmed: %(n)d of %(all)d") % {"n": done, "all": len(living)}
    if view.votes_open:
        done = sum(bool(seat.voted) for seat in living)
        return pgettext("desk", "Vote"), _("votes: %(n)d of %(all)d") % {"n": done, "all": len(living)}
    if view.phase == "verdict":
        done = sum(seat.verdict is not None for seat in living)
        return pgettext("desk", "Verdict"), _("said: %(n)d of %(all)d") % {"n": done, "all": len(living)}
    if view.phase == "last_word":
        return pgettext("desk", "Last word"), ""
    if view.phase == "night":
        done, asked = desk.orders()
        return _("Order of this night"), _("orders: %(n)d of %(all)d") % {"n": done, "all": asked}
    if view.phase == "signup":
        return "", ngettext("%(n)d on the list", "%(n)d on the list", len(living)) % {"n": len(living)}
    return pgettext("desk", "Way out"), ""


def _notes(desk: Desk, seen: SeatView, seat: Seat) -> Iterator[str]:
    view = desk.view
    if seat.rename_asked:
        yield _("asked for another nickname")
    if not seen.alive:
        if _folded(desk):
            yield _doing(desk, seen, {})[1]
        return
    if desk.open and seen.acts_as and seen.acts_as != seen.role:
        yield _("in place of: %(role)s") % {"role": words.role(seen.acts_as)}
    if seen.declared:
        yield _("declared: two votes")
    if desk.open and seen.boss:
        yield pgettext("desk", "boss of the mafia")
    if desk.open and seen.boss_vote:
        yield _("wants as boss: %(name)s") % {"name": desk.name(seen.boss_vote)}
    if seen.named and view.phase == "last_word":
        yield _("names in the last word: %(name)s") % {"name": desk.name(seen.named)}
    if seen.acknowledged is False and view.phase not in ("deal", "finished", "cancelled"):
        yield _("role not confirmed")
    for first, last in seen.notices:
        if last >= view.day:
            yield _away(first, last)
    for number, day, target in view.advance_votes:
        if number == seen.number:
            yield _("in advance, day %(day)d: %(name)s") % {"day": day, "name": desk.name(target)}
    if seen.number in view.would_leave[0]:
        yield _("spared: silence") if view.guarded else _("would leave: silence")
    if seen.number in view.would_leave[1]:
        yield _("spared: inactivity") if view.guarded else _("would leave: inactivity")


def _away(first: int, last: int) -> str:
    if first == last:
        return _("away on day %(day)d") % {"day": first}
    return _("away on days %(first)d–%(last)d") % {"first": first, "last": last}
