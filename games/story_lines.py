"""What is said of each kind of event in the story of a finished game.

Every kind has words here or is named in `UNTOLD`; a test asks.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from common import clock_words
from games import words
from games.engine import events as e
from games.engine.count import weighed

Names = Mapping[int, str]


@dataclass(slots=True)
class Teller:
    """Knows the names and, once they are dealt, the roles."""

    names: Names
    roles: dict[int, str] = field(default_factory=dict)
    # Whether the game has trials: then whoever is voted out is executed.
    trial: bool = False

    def hear(self, event: e.Event) -> None:
        """Take in what later lines need: the rules, and the deal."""
        if isinstance(event, e.GameCreated):
            self.trial = event.ruleset.trial
        elif isinstance(event, e.RolesDealt):
            self.roles.update(event.roles)

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
        text = _("Night falls. Executed: %(name)s.") if t.trial else _("Night falls. To jail: %(name)s.")
        return text % {"name": t.name(event.jailed)}
    return _("Night falls. Nobody is executed.") if t.trial else _("Night falls. Nobody is jailed.")


def _guard(t: Teller, event: e.GuardRaised) -> str:
    return ngettext(
        "%(n)d player would leave for silence, too many at once: nobody does, the host decides.",
        "%(n)d players would leave for silence, too many at once: nobody does, the host decides.",
        len(event.seats),
    ) % {"n": len(event.seats)}


def _player_out(t: Teller, event: e.PlayerOut) -> str:
    how = words.way_out(event.how, trial=t.trial)
    if event.by:
        how = _("%(how)s, by: %(who)s") % {"how": how, "who": ", ".join(str(words.SIDE_BY[side]) for side in event.by)}
    return _("%(who)s leaves the game: %(how)s.") % {"who": t.who(event.seat), "how": how}


def _order(t: Teller, event: e.OrderGiven) -> str:
    if event.target is None:
        return _("%(who)s: to do nothing") % {"who": t.who(event.seat)}
    said = {"who": t.who(event.seat), "target": t.all([event.target, event.second] if event.second else [event.target])}
    return {
        "mark": _("%(who)s: mark, %(target)s"),
        "kill": _("%(who)s: to kill, %(target)s"),
        "treat": _("%(who)s: to treat, %(target)s"),
        "check": _("%(who)s: to check, %(target)s"),
        "block": _("%(who)s: to spoil the night, %(target)s"),
        "cover": _("%(who)s: to cover, %(target)s"),
        "guard": _("%(who)s: to guard, %(target)s"),
        "compare": _("%(who)s: to compare, %(target)s"),
        "watch": _("%(who)s: to watch, %(target)s"),
    }[event.power] % said


def _night_resolved(t: Teller, event: e.NightResolved) -> str:
    if event.killed:
        said = _("Dawn. Killed in the night: %(names)s.") % {"names": t.all([seat for seat, _by in event.killed])}
    else:
        said = _("Dawn. Nobody is killed.")
    missed = _("The mafia fired and missed.")
    return f"{said} {missed}" if event.failed else said


def _secrets_of_a_night(t: Teller, event: e.NightResolved) -> list[str]:
    """What nobody was told at the time: whose order had no effect, and who was lucky."""
    by = {target: blocker for blocker, target in event.blocks}
    told = []
    for seat in event.blocked:
        if seat in by:
            text = _("%(who)s: the order has no effect, because of %(by)s")
            told.append(text % {"who": t.who(seat), "by": t.who(by[seat])})
        else:
            told.append(_("%(who)s: the order has no effect, blocked in a circle") % {"who": t.who(seat)})
    return [*told, *(_("%(who)s: attacked, and lucky") % {"who": t.who(seat)} for seat in event.lucky)]


def _verdict_given(t: Teller, event: e.VerdictGiven) -> str:
    return f"{t.name(event.seat)}: {_('FOR') if event.guilty else _('AGAINST')}"


def _verdict_closed(t: Teller, event: e.VerdictClosed) -> str:
    counted = weighed(event.votes, event.double)
    return _("The trial is over: %(name)s. FOR: %(for)d, AGAINST: %(against)d.") % {
        "name": t.name(event.accused),
        "for": counted[True],
        "against": counted[False],
    }


def _vengeance(t: Teller, event: e.VengeanceNamed) -> str:
    if event.target:
        text = _("%(name)s, in the last word: %(target)s")
        return text % {"name": t.name(event.seat), "target": t.name(event.target)}
    return _("%(name)s, in the last word: the name is taken back") % {"name": t.name(event.seat)}


def _compared(t: Teller, event: e.ComparisonMade) -> str:
    if event.same:
        text = _("%(who)s learns of %(names)s: they seem to be of one side")
    else:
        text = _("%(who)s learns of %(names)s: they seem to be of different sides")
    return text % {"who": t.who(event.seat), "names": t.all([event.first, event.second])}


def _watched(t: Teller, event: e.WatchMade) -> str:
    said = {"who": t.who(event.seat), "target": t.name(event.target), "visitors": t.all(event.visitors)}
    if event.visitors:
        return _("%(who)s learns who came to %(target)s: %(visitors)s") % said
    return _("%(who)s learns that nobody came to %(target)s") % said


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
    e.VengeanceNamed: _vengeance,
    e.VerdictGiven: _verdict_given,
    e.VerdictClosed: _verdict_closed,
    e.MayorDeclared: _of_seat(lambda: _("%(name)s: the mayor, with two votes from now on.")),
    e.NightFell: _night_fell,
    e.GuardRaised: _guard,
    e.PlayerOut: _player_out,
    e.CurtainRaised: _fixed(lambda: _("The host publishes the report.")),
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
    e.ComparisonMade: _compared,
    e.WatchMade: _watched,
    e.BossChosen: lambda t, event: (
        _("%(who)s wants as boss: %(target)s") % {"who": t.who(event.seat), "target": t.name(event.target)}
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
    | {e.CheckMade, e.ComparisonMade, e.WatchMade, e.BossChosen, e.Promoted, e.RolesDealt}
)

# What a public event hid at its time, line by line.
ASIDE: dict[type[e.Event], Callable[[Teller, Any], list[str]]] = {e.NightResolved: _secrets_of_a_night}

# A chapter's head, what a post shows by itself, counts that nobody reads, and a heart attack's
# reason, which stands in the thread; the leaving itself is told.
UNTOLD: frozenset[type[e.Event]] = frozenset(
    {e.PhaseOpened, e.RoleAcknowledged, e.TookPart, e.RoundEnded, e.HeartAttack}
)
