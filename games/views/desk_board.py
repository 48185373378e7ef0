"""What stands on the host's desk: who must do what, what will happen by itself, and what waits for the host.

Drawn from the host's view of the game and from public posts alone: nobody's owner, no letter
between players and nothing of the mafia's room is ever asked for here.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from common.clock_words import day_and_time, in_words
from forum import selectors as forum
from games import words
from games.engine.roles import ROLES, Side
from games.engine.ruleset import Ruleset
from games.engine.sight import SeatView, View
from games.models import Heartbeat, Seat
from games.selectors import Access

# Near its end is a phase with less than this part of it left.
NEAR = 6
SILENCE = timedelta(seconds=30)
IN_PLAY = ("deal", "day", "last_word", "runoff", "night")


@dataclass(frozen=True, slots=True)
class Row:
    """One player on the desk. `state` is `ok`, `wait` or "" (nothing is asked); `doing` says it in words."""

    number: int
    name: str
    alive: bool
    role: str
    enemy: bool
    state: str
    doing: str
    last: datetime | None
    unread: int
    notes: tuple[str, ...]
    rename_asked: bool


@dataclass(frozen=True, slots=True)
class Step:
    """Something that the clock does without the host. `strong` is the next thing, `text` says what comes of it."""

    at: datetime | None
    strong: str
    text: str = ""

    @property
    def when(self) -> str:
        """The time in the reader's zone, with the date: a sign-up may last for weeks."""
        return day_and_time(self.at, timezone.get_current_timezone()) if self.at else ""


@dataclass(slots=True)
class Board:
    """Everything above the forms."""

    rows: list[Row]
    column: str
    count: str
    steps: list[Step]
    unread: list[Row] = field(default_factory=list)
    idle: str = ""
    failing: bool = False
    silent_since: datetime | None = None
    never_ticked: bool = False
    guarded: bool = False
    spared: str = ""
    warnings: list[str] = field(default_factory=list)


def board(access: Access, view: View, at: datetime) -> Board:
    """Return what stands on the desk at a moment. A constant number of queries."""
    game = access.game
    ruleset = Ruleset.restore(game.options)
    rows = _rows(access, view)
    beat = Heartbeat.objects.filter(pk=1).values_list("at", flat=True).first()
    over = not view.deadline
    guarded = view.guarded and view.paused_by_host
    column, count = _column(view)
    return Board(
        rows=rows,
        column=column,
        count=count,
        steps=list(_steps(access, view, ruleset, at)),
        unread=[row for row in rows if row.unread],
        idle=_unacknowledged(access, view),
        failing=game.failures > 0 and not over,
        silent_since=beat if beat is not None and at - beat > SILENCE else None,
        never_ticked=beat is None,
        guarded=guarded,
        warnings=list(_warnings(access, view)),
        spared=_names(access, [*view.would_leave[0], *view.would_leave[1]]) if guarded else "",
    )


# ---------- the players


def _rows(access: Access, view: View) -> list[Row]:
    seats = list(access.seats.values())
    last = forum.last_posted(access.game.thread)
    unread = forum.unread_letters([seat.talk_id for seat in seats], access.game.host)
    votes = {voter: count.target for count in view.counts for voter in count.voters}
    found = []
    for seen in sorted(view.seats, key=lambda seat: (not seat.alive, seat.number)):
        seat = access.seats[seen.number]
        state, doing = _doing(access, view, seen, votes)
        found.append(
            Row(
                number=seen.number,
                name=seat.persona.name,
                alive=seen.alive,
                role=words.capital(words.role(seen.role)) if seen.role else "",
                enemy=bool(seen.role) and ROLES[seen.role].side != Side.TOWN,
                state=state,
                doing=doing,
                last=last.get(seat.persona_id),
                unread=unread.get(seat.talk_id, 0),
                notes=tuple(_notes(access, view, seen, seat)),
                rename_asked=seat.rename_asked,
            )
        )
    return found


def _doing(access: Access, view: View, seen: SeatView, votes: dict[int, int]) -> tuple[str, str]:
    """Say what the player has done of what the phase asks for, in the column of the phase."""
    if not seen.alive:
        out = words.HOW.get(seen.how, seen.how)
        return "", _("%(how)s, %(when)s") % {"how": out, "when": words.when_out(seen.out_phase, seen.out_day)}
    if view.phase == "deal":
        return ("ok", pgettext("desk", "confirmed")) if seen.acknowledged else ("wait", pgettext("desk", "not yet"))
    if view.votes_open:
        target = votes.get(seen.number)
        return ("wait", pgettext("desk", "no vote")) if target is None else ("ok", _name(access, target))
    if view.phase == "last_word" and seen.on_bench:
        return ("ok", _("all is said")) if seen.done else ("wait", _("has the last word"))
    if view.phase == "night":
        if seen.ordered is None:
            return "", pgettext("desk", "no power")
        if not seen.ordered:
            return "wait", pgettext("desk", "waiting")
        return "ok", _name(access, seen.order) if seen.order is not None else pgettext("desk", "pass")
    return "", ""


def _column(view: View) -> tuple[str, str]:
    """Return the head of the phase's column, and how many have done what it asks for."""
    living = [seat for seat in view.seats if seat.alive]
    if view.phase == "deal":
        done = sum(bool(seat.acknowledged) for seat in living)
        return _("Role read"), _("confirmed: %(n)d of %(all)d") % {"n": done, "all": len(living)}
    if view.votes_open:
        done = sum(bool(seat.voted) for seat in living)
        return pgettext("desk", "Vote"), _("votes: %(n)d of %(all)d") % {"n": done, "all": len(living)}
    if view.phase == "last_word":
        return pgettext("desk", "Last word"), ""
    if view.phase == "night":
        asked = [seat for seat in living if seat.ordered is not None]
        done = sum(bool(seat.ordered) for seat in asked)
        return _("Order of this night"), _("orders: %(n)d of %(all)d") % {"n": done, "all": len(asked)}
    if view.phase == "signup":
        return "", ngettext("%(n)d on the list", "%(n)d on the list", len(living)) % {"n": len(living)}
    return pgettext("desk", "Way out"), ""


def _notes(access: Access, view: View, seen: SeatView, seat: Seat) -> Iterator[str]:
    if seat.rename_asked:
        yield _("asked for another nickname")
    if not seen.alive:
        return
    if seen.acts_as and seen.acts_as != seen.role:
        yield _("in place of: %(role)s") % {"role": words.role(seen.acts_as)}
    if seen.acknowledged is False and view.phase not in ("deal", "finished", "cancelled"):
        yield _("role not confirmed")
    for first, last in seen.notices:
        if last >= view.day:
            yield _away(first, last)
    for number, day, target in view.advance_votes:
        if number == seen.number:
            yield _("in advance, day %(day)d: %(name)s") % {"day": day, "name": _name(access, target)}
    if seen.number in view.would_leave[0]:
        yield _("spared: silence") if view.guarded else _("would leave: silence")
    if seen.number in view.would_leave[1]:
        yield _("spared: inactivity") if view.guarded else _("would leave: inactivity")


def _away(first: int, last: int) -> str:
    if first == last:
        return _("away on day %(day)d") % {"day": first}
    return _("away on days %(first)d–%(last)d") % {"first": first, "last": last}


def _unacknowledged(access: Access, view: View) -> str:
    if view.phase != "deal":
        return ""
    return _names(access, [seat.number for seat in view.seats if seat.acknowledged is False])


def _name(access: Access, number: int) -> str:
    return _("the night") if number == 0 else access.names.get(number, f"№ {number}")


def _names(access: Access, numbers: Sequence[int]) -> str:
    return ", ".join(_name(access, number) for number in sorted(numbers))


# ---------- what the clock does


def _steps(access: Access, view: View, ruleset: Ruleset, at: datetime) -> Iterator[Step]:
    if view.phase not in (*IN_PLAY, "signup"):
        yield Step(None, _("Nothing: the game is over."))
        return
    if view.closing:
        yield Step(None, _("The time is over, the result comes in a moment."))
        return
    if view.paused_by_host:
        if view.due is None:
            yield Step(None, _("Nothing: the clock stands until you let it run."))
            return
        yield Step(view.due, _("The clock runs again."), _("Nobody is removed."))
    calendar = ruleset.calendar()
    ends = calendar.pause_end(at) if view.phase != "signup" else None
    if ends is not None and not view.paused_by_host:
        yield Step(ends, _("The weekly pause ends."), _("Until then the clock stands still."))
    pause = calendar.next_pause(at) if view.phase != "signup" else None
    due = None if view.paused_by_host else view.due
    if pause is not None and ends is None and due is not None and pause[0] < due:
        yield Step(pause[0], _("The weekly pause begins."), _("What is left of the phase stays as it is."))
    yield Step(due, *_outcome(access, view, ruleset))


def _outcome(access: Access, view: View, ruleset: Ruleset) -> tuple[str, str]:
    """Say what happens at the end of the phase, as things stand."""
    if view.phase == "signup":
        return _signup_ends(view, ruleset)
    if view.phase == "deal":
        return pgettext("desk", "Day 1."), _("Sooner, once everybody has confirmed the role.")
    if view.phase == "day":
        return _("The vote closes."), " ".join([_leading(access, view, ruleset), _leaving(access, view)]).strip()
    if view.phase == "last_word":
        if len(view.bench) > 1:
            return _("The second round."), _("The choice: %(names)s.") % {"names": _names(access, view.candidates)}
        return pgettext("desk", "Nightfall."), " ".join(
            [_("To jail: %(name)s.") % {"name": _names(access, view.bench)}, _leaving(access, view)]
        ).strip()
    if view.phase == "runoff":
        alone = [count for count in view.counts if count.leads]
        jailed = alone[0].target if len(alone) == 1 else 0
        text = _("To jail: %(name)s.") % {"name": _name(access, jailed)} if jailed else _("Nobody goes to jail.")
        return pgettext("desk", "Nightfall."), f"{text} {_leaving(access, view)}".strip()
    return pgettext("desk", "Dawn."), _("The report, the check for a victory, day %(n)d.") % {"n": view.day + 1}


def ended_now(access: Access, view: View) -> tuple[str, ...]:
    """Say what comes of it if the host ends the open phase now, as things stand."""
    ruleset = Ruleset.restore(access.game.options)
    if view.phase == "day":
        # A day that was cut short makes nobody silent, so nobody leaves for that.
        return _("The vote closes."), _leading(access, view, ruleset)
    return tuple(part for part in _outcome(access, view, ruleset) if part)


def _warnings(access: Access, view: View) -> Iterator[str]:
    """Say what the host may want to look at before the clock goes on."""
    living = [seat for seat in view.seats if seat.alive]
    near = False
    if view.phase in IN_PLAY and view.deadline is not None and view.remaining is not None and not view.closing:
        near = view.remaining * NEAR < view.deadline - view.opened
    if view.phase == "signup":
        ruleset = Ruleset.restore(access.game.options)
        lacking = ruleset.min_players - len(view.seats)
        if lacking > 0 and (view.remaining or timedelta(0)) < timedelta(days=1):
            yield ngettext(
                "Less than a day is left, and %(n)d player is lacking. Give time, or tell people of the game.",
                "Less than a day is left, and %(n)d players are lacking. Give time, or tell people of the game.",
                lacking,
            ) % {"n": lacking}
        asked = [number for number, seat in access.seats.items() if seat.rename_asked]
        if asked:
            yield _("Asked for another nickname, and not changed yet: %(names)s.") % {"names": _names(access, asked)}
    if near and view.votes_open:
        waiting = [seat.number for seat in living if seat.voted is False and not seat.away]
        if waiting:
            yield _("The vote closes soon, and these have no vote: %(names)s.") % {"names": _names(access, waiting)}
    if near and view.phase == "night":
        waiting = [seat.number for seat in living if seat.ordered is False]
        if waiting:
            yield _("Dawn is near, and no order has come from: %(names)s.") % {"names": _names(access, waiting)}
    away = [seat.number for seat in living if seat.away]
    if away and view.phase == "day":
        yield _("Away today, with a notice: %(names)s.") % {"names": _names(access, away)}


def _signup_ends(view: View, ruleset: Ruleset) -> tuple[str, str]:
    now, least = len(view.seats), ruleset.min_players
    if now >= least:
        return _("The deal of roles."), _("There are enough players.")
    lacking = ngettext("%(n)d more player is needed.", "%(n)d more players are needed.", least - now) % {
        "n": least - now
    }
    if ruleset.signup_extension and not view.extended:
        moved = _("Otherwise the deadline moves once, by %(by)s.") % {"by": in_words(ruleset.signup_extension)}
        return _("The deal of roles, if there are enough players."), f"{lacking} {moved}"
    otherwise = _("Otherwise the game is called off.")
    return _("The deal of roles, if there are enough players."), f"{lacking} {otherwise}"


def _leading(access: Access, view: View, ruleset: Ruleset) -> str:
    """Say whom the count leads to, as it stands."""
    lead = [count.target for count in view.counts if count.leads]
    if not lead or lead == [0]:
        return _("As things stand nobody goes to jail.")
    if len(lead) == 1 or ruleset.tie == "runoff":
        return _("As things stand the last word goes to: %(names)s.") % {
            "names": _names(access, [number for number in lead if number])
        }
    if ruleset.tie == "random":
        return _("As things stand the lot decides between: %(names)s.") % {"names": _names(access, lead)}
    return _("As things stand it is a tie, and nobody goes to jail.")


def _leaving(access: Access, view: View) -> str:
    """Say who leaves for silence and inactivity, or that the guard asks the host instead."""
    silent, inactive = view.would_leave
    if not silent and not inactive:
        return ""
    lead = [count.target for count in view.counts if count.leads]
    jailed = set(view.bench) if len(view.bench) == 1 else (set(lead) if len(lead) == 1 else set())
    if len((set(silent) | set(inactive)) - jailed) > view.living / 2:
        return _("More than half would leave for silence: then nobody does, the night opens paused and you are asked.")
    parts = []
    if silent:
        parts.append(_("For silence would leave: %(names)s.") % {"names": _names(access, silent)})
    if inactive:
        parts.append(_("For inactivity would leave: %(names)s.") % {"names": _names(access, inactive)})
    return " ".join(parts)
