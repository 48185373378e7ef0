"""What a game has been, in the reader's words: the protocol for everybody, the whole story after the end.

The protocol is drawn from what everybody may know (`sight.View`). The story is drawn from the
opened log of a game that is over, the night's secrets included; every kind of event has words here
or is named in `UNTOLD`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from common import clock_words
from games import words
from games.engine import events as e
from games.engine.chronicle import Chapter
from games.engine.sight import View

Names = Mapping[int, str]

# ---------- the protocol ----------


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the protocol: which phase, and what it brought."""

    when: str
    facts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ballot:
    """A candidate of a past vote, who voted for it, and whether nobody had more."""

    name: str
    night: bool
    voters: tuple[str, ...]
    leads: bool


@dataclass(frozen=True, slots=True)
class PastVote:
    """A closed round of voting."""

    title: str
    ballots: tuple[Ballot, ...]


def protocol(view: View, names: Names, *, killers: bool) -> list[Entry]:
    """Return the host's protocol, a line for each report. `killers`: whether it may be said who killed."""
    phases = {seat.number: words.phase_name(seat.out_phase, seat.out_day) for seat in view.seats if not seat.alive}
    entries = []
    for report in view.reports:
        if report.kind == "nightfall":
            when = _("Evening %(n)d") % {"n": report.day}
        elif report.kind == "dawn":
            when = words.phase_name("night", report.day)
        else:
            when = phases.get(report.facts[0].seat, "") if report.facts else ""
        facts = [
            _fact(fact.kind, names.get(fact.seat, ""), fact.role, fact.by if killers else ()) for fact in report.facts
        ]
        entries.append(Entry(when, tuple(facts)))
    return entries


def _fact(kind: str, name: str, role: str, by: Sequence[str]) -> str:
    if kind in words.HOW:
        said = _("%(how)s: %(name)s, %(role)s") % {"how": words.HOW[kind], "name": name, "role": words.role(role)}
        if by:
            killers = ", ".join(str(words.SIDE_BY[side]) for side in by)
            said = _("%(said)s (killed by: %(who)s)") % {"said": said, "who": killers}
        return said
    if kind == "won":
        return str(words.WON[role])
    return {
        "nobody_jailed": _("nobody is jailed"),
        "nobody_killed": _("nobody is killed"),
        "treated": _("treated by the doctor: %(name)s") % {"name": name},
        "checked": _("the commissioner has checked somebody"),
        "mafia_failed": _("the mafia fired and missed"),
    }[kind]


def past_votes(view: View, names: Names) -> list[PastVote]:
    """Return every past vote, the most votes first."""
    found = []
    for past in view.rounds:
        counts: dict[int, list[int]] = {}
        for voter, target in past.votes:
            counts.setdefault(target, []).append(voter)
        most = max((len(voters) for voters in counts.values()), default=0)
        order = sorted(counts.items(), key=lambda pair: (-len(pair[1]), pair[0] == e.NIGHT, pair[0]))
        ballots = [
            Ballot(
                _("Night") if target == e.NIGHT else names.get(target, ""),
                target == e.NIGHT,
                tuple(names.get(voter, "") for voter in voters),
                len(voters) == most,
            )
            for target, voters in order
        ]
        found.append(PastVote(words.phase_name(past.round, past.day), tuple(ballots)))
    return found


# ---------- the story ----------


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that happened. `secret`: at the time only those whom it concerned knew of it."""

    at: datetime
    text: str
    secret: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """A phase of the story."""

    title: str
    opened: datetime
    lines: tuple[Line, ...]


@dataclass(slots=True)
class Teller:
    """Knows the names and, once they are dealt, the roles."""

    names: Names
    roles: dict[int, str] = field(default_factory=dict)

    def name(self, seat: int) -> str:
        """Return the nickname of a seat, or the night's own word."""
        return _("the night") if seat == e.NIGHT else self.names.get(seat, f"№ {seat}")

    def who(self, seat: int) -> str:
        """Return a nickname with the role that was dealt: `Anna (doctor)`."""
        role = self.roles.get(seat)
        if not role:
            return self.name(seat)
        return _("%(name)s (%(role)s)") % {"name": self.name(seat), "role": words.role(role)}

    def all(self, seats: Sequence[int]) -> str:
        """Return nicknames with commas."""
        return ", ".join(self.name(seat) for seat in seats)


def story(chapters: Sequence[Chapter], names: Names) -> list[Part]:
    """Return the whole story of a finished game by phases, in the reader's words."""
    teller = Teller(names)
    parts = []
    for chapter in chapters:
        lines = []
        for event in chapter.events:
            if isinstance(event, e.RolesDealt):
                teller.roles.update(event.roles)
            if type(event) in UNTOLD:
                continue
            lines.append(Line(event.at, TELL[type(event)](teller, event), type(event) in SECRET))
        title = words.phase_name(chapter.phase, chapter.day)
        parts.append(Part(title, chapter.opened, tuple(lines)))
    return parts


def nights(chapters: Sequence[Chapter], names: Names) -> list[Part]:
    """Return what happened in the nights of a finished game: who ordered what, and what came of it."""
    told = (e.RolesDealt, e.OrderGiven, e.OrderWithdrawn, e.OrderVoided, e.CheckMade, e.Promoted, e.NightResolved)
    kept = [replace(one, events=tuple(event for event in one.events if isinstance(event, told))) for one in chapters]
    parts = story(kept, names)
    return [part for one, part in zip(kept, parts, strict=True) if one.phase == "night" and part.lines]


def _length(value: timedelta) -> str:
    return clock_words.in_words(value)


def _seat_left(t: Teller, event: e.SeatLeft) -> str:
    if event.how == "removed":
        return _("%(name)s: taken off the list by the host.") % {"name": t.name(event.seat)}
    return _("%(name)s: the seat is given back.") % {"name": t.name(event.seat)}


def _roles_dealt(t: Teller, event: e.RolesDealt) -> str:
    dealt = ", ".join(t.who(seat) for seat in sorted(event.roles))
    return _("The roles are dealt: %(dealt)s.") % {"dealt": dealt}


def _deadline_moved(t: Teller, event: e.DeadlineMoved) -> str:
    if event.by < timedelta(0):
        return _("The host takes time, so much less: %(length)s.") % {"length": _length(-event.by)}
    if event.by:
        return _("The host gives time, so much more: %(length)s.") % {"length": _length(event.by)}
    return _("The calendar of pauses has changed.")


def _vote_cast(t: Teller, event: e.VoteCast) -> str:
    said = f"{t.name(event.seat)} → {t.name(event.target)}"
    return _("%(vote)s (left in advance)") % {"vote": said} if event.how == "advance" else said


def _notice(t: Teller, event: e.NoticeGiven) -> str:
    if event.first == event.last:
        return _("%(name)s: absence notice, day %(day)d.") % {"name": t.name(event.seat), "day": event.first}
    days = f"{event.first}–{event.last}"
    return _("%(name)s: absence notice, days %(days)s.") % {"name": t.name(event.seat), "days": days}


def _vote_closed(t: Teller, event: e.VoteClosed) -> str:
    if not event.leaders:
        return _("The vote is closed: nobody has voted.")
    return _("The vote is closed. The most votes: %(names)s.") % {"names": t.all(event.leaders)}


def _night_fell(t: Teller, event: e.NightFell) -> str:
    if event.jailed:
        return _("Night falls. To jail: %(name)s.") % {"name": t.name(event.jailed)}
    return _("Night falls. Nobody is jailed.")


def _guard(t: Teller, event: e.GuardRaised) -> str:
    return ngettext(
        "%(n)d player would leave for silence, too many at once: nobody does, the host decides.",
        "%(n)d players would leave for silence, too many at once: nobody does, the host decides.",
        len(event.seats),
    ) % {"n": len(event.seats)}


def _player_out(t: Teller, event: e.PlayerOut) -> str:
    how = str(words.HOW[event.how])
    if event.by:
        how = _("%(how)s, by: %(who)s") % {"how": how, "who": ", ".join(str(words.SIDE_BY[side]) for side in event.by)}
    return _("%(who)s leaves the game: %(how)s.") % {"who": t.who(event.seat), "how": how}


def _order(t: Teller, event: e.OrderGiven) -> str:
    if event.target is None:
        return _("%(who)s: to do nothing") % {"who": t.who(event.seat)}
    said = {"who": t.who(event.seat), "target": t.name(event.target)}
    return {
        "mark": _("%(who)s: mark, %(target)s"),
        "kill": _("%(who)s: to kill, %(target)s"),
        "treat": _("%(who)s: to treat, %(target)s"),
        "check": _("%(who)s: to check, %(target)s"),
    }[event.power] % said


def _night_resolved(t: Teller, event: e.NightResolved) -> str:
    if event.killed:
        said = _("Dawn. Killed in the night: %(names)s.") % {"names": t.all([seat for seat, _by in event.killed])}
    else:
        said = _("Dawn. Nobody is killed.")
    missed = _("The mafia fired and missed.")
    return f"{said} {missed}" if event.failed else said


def _game_won(t: Teller, event: e.GameWon) -> str:
    said = _("%(won)s. %(reason)s") % {"won": words.WON[event.winner], "reason": words.REASON[event.reason]}
    winners = _("The winners: %(names)s.") % {"names": t.all(event.winners)}
    return f"{said} {winners}" if event.winners else said


def _of_seat(text: Callable[[], str]) -> Callable[[Teller, Any], str]:
    """Make a line about one seat; `text` is worded in the reader's language when it is told."""
    return lambda t, event: text() % {"name": t.name(event.seat), "who": t.who(event.seat)}


def _fixed(text: Callable[[], str]) -> Callable[[Teller, Any], str]:
    return lambda t, event: text()


TELL: dict[type[e.Event], Callable[[Teller, Any], str]] = {
    e.GameCreated: _fixed(lambda: _("The sign-up is open, the seal of the deal is published.")),
    e.OptionsChanged: _fixed(lambda: _("The host has changed the rules of the game.")),
    e.SeatTaken: _of_seat(lambda: _("%(name)s joins.")),
    e.SeatLeft: _seat_left,
    e.SeatRenamed: _of_seat(lambda: _("%(name)s: a new nickname.")),
    e.SignupExtended: _fixed(lambda: _("Too few players: the sign-up goes on.")),
    e.RolesDealt: _roles_dealt,
    e.ClockPaused: _fixed(lambda: _("The host stops the clock.")),
    e.ClockResumed: _fixed(lambda: _("The clock runs again.")),
    e.DeadlineMoved: _deadline_moved,
    e.OutageCredited: lambda t, event: _("The site was away; given back: %(length)s.") % {"length": _length(event.by)},
    e.VoteCast: _vote_cast,
    e.VoteWithdrawn: _of_seat(lambda: _("%(name)s: the vote is withdrawn.")),
    e.VoteVoided: _of_seat(lambda: _("%(name)s: the vote falls away, its target has left the game.")),
    e.NoticeGiven: _notice,
    e.AdvanceVoteLeft: lambda t, event: (
        _("%(name)s: vote left in advance for day %(day)d, %(target)s")
        % {"name": t.name(event.seat), "day": event.day, "target": t.name(event.target)}
    ),
    e.AdvanceVoteLapsed: _of_seat(lambda: _("%(name)s: the advance vote has lapsed, its target has left the game.")),
    e.VoteClosed: _vote_closed,
    e.TieDrawn: lambda t, event: _("The lot among equals: %(name)s.") % {"name": t.name(event.chosen)},
    e.LastWordDone: _of_seat(lambda: _("%(name)s: all is said.")),
    e.NightFell: _night_fell,
    e.GuardRaised: _guard,
    e.PlayerOut: _player_out,
    e.OrderGiven: _order,
    e.OrderWithdrawn: _of_seat(lambda: _("%(who)s: the order is withdrawn")),
    e.OrderVoided: _of_seat(lambda: _("%(who)s: the order falls away, its target has left the game")),
    e.MafiaReminded: lambda t, event: (
        _("The mafia is reminded of its marks: %(names)s") % {"names": t.all(event.seats)}
    ),
    e.NightResolved: _night_resolved,
    e.CheckMade: lambda t, event: (
        _("%(who)s learns of %(target)s: %(result)s")
        % {"who": t.who(event.seat), "target": t.name(event.target), "result": words.shown(event.result)}
    ),
    e.Promoted: lambda t, event: (
        _("%(who)s takes over the duty: %(role)s") % {"who": t.who(event.seat), "role": words.role(event.role)}
    ),
    e.StalemateNear: _fixed(lambda: _("The thread is warned: one more quiet round is a draw.")),
    e.GameWon: _game_won,
    e.GameCancelled: lambda t, event: pgettext("story", "The game is called off.") + f" {words.REASON[event.reason]}",
}

SECRET: frozenset[type[e.Event]] = frozenset(
    {e.AdvanceVoteLeft, e.AdvanceVoteLapsed, e.OrderGiven, e.OrderWithdrawn, e.OrderVoided, e.MafiaReminded}
    | {e.CheckMade, e.Promoted, e.RolesDealt}
)

# A chapter's head, what a post shows by itself, counts that nobody reads, and a heart attack's
# reason, which stands in the thread; the leaving itself is told.
UNTOLD: frozenset[type[e.Event]] = frozenset(
    {e.PhaseOpened, e.RoleAcknowledged, e.TookPart, e.RoundEnded, e.HeartAttack}
)
