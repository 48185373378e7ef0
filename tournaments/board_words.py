"""The board of a tournament in words: groups, what has happened, how ties were broken, what comes next."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from common.clock_words import in_words
from tournaments.models import Entry, Group, Happening, Match
from tournaments.selectors import Board, GroupBoard, Step
from tournaments.words import figure


def group_title(group: Group) -> str:
    """Return how a group is called."""
    return _("Final") if group.final else _("Group %(name)s") % {"name": group.name}


def groups_of(board: Board) -> list[GroupBoard]:
    """Return all groups, before them the final once it is drawn."""
    return [*([board.final] if board.final else []), *board.groups]


def where(match: Match) -> str:
    """Return which game of which group a match is."""
    return _("%(group)s, game %(n)d") % {"group": group_title(match.group), "n": match.number}


def listed(entries: Iterable[Entry]) -> str:
    """Return the names of entries, with commas."""
    return ", ".join(entry.persona.name for entry in entries)


# ---------- what has happened

MOST_TOLD = 10

Say = Callable[["Told"], str]


@dataclass(frozen=True, slots=True)
class Told:
    """A happening beside the board it is told on."""

    board: Board
    data: dict[str, Any]

    def names(self, numbers: Iterable[int]) -> str:
        """Return the names of entries by their public numbers."""
        return ", ".join(self.name(number) for number in numbers)

    def name(self, number: int | None) -> str:
        """Return the name of an entry."""
        entry = self.board.entries.get(number or 0)
        return entry.persona.name if entry else f"№ {number}"

    @property
    def where(self) -> str:
        """Return which game it is about."""
        match = self.board.matches.get(self.data.get("match", 0))
        return where(match) if match else _("A game")

    @property
    def group(self) -> str:
        """Return which group it is about."""
        number = self.data.get("group")
        found = next((one.group for one in groups_of(self.board) if one.group.number == number), None)
        return group_title(found) if found else _("A group")


def _with_reason(sentence: str, data: dict[str, Any]) -> str:
    reason = data.get("reason")
    return f"{sentence} {_('Reason: %(reason)s') % {'reason': reason}}" if reason else sentence


def _entered(told: Told) -> str:
    name = told.name(told.data["entry"])
    if told.data.get("reserve"):
        return _("On the reserve list: %(name)s.") % {"name": name}
    return _("New on the list: %(name)s.") % {"name": name}


def _called_off(told: Told) -> str:
    if "needed" in told.data:
        return _("The tournament is called off: players needed: %(needed)d, entered: %(entered)d.") % told.data
    return _with_reason(_("The tournament is called off."), told.data)


def _drawn(told: Told) -> str:
    count = len(told.data["groups"])
    return ngettext("Everybody is drawn into %(n)d group.", "The groups are drawn: there are %(n)d of them.", count) % {
        "n": count
    }


def _waits(told: Told) -> str:
    return f"{told.where}: {waits(told.data.get('code', ''), told.data)}"


def waits(code: str, data: dict[str, Any] | None = None) -> str:
    """Say why a game could not begin at the end of its check-in."""
    if code == "no_host":
        return _("the game waits for a host.")
    if code == "too_few_players" and data and "least" in data:
        return _("the game waits, too few players are there: %(now)d, needed: %(least)d.") % data
    if code == "too_few_players":
        return _("the game waits, too few players are there.")
    if code == "host_cannot_play":
        return _("the game waits for another host.")
    return _("the game waits for the organiser.")


def _started(told: Told) -> str:
    parts = [_("%(where)s: the game has begun.") % {"where": told.where}]
    if missing := told.data.get("missing"):
        parts.append(_("Not there: %(names)s.") % {"names": told.names(missing)})
    if stepped := told.data.get("stepped_in"):
        parts.append(_("Stepped in: %(names)s.") % {"names": told.names(stepped)})
    return " ".join(parts)


def _scored(told: Told) -> str:
    won = {
        "town": _("%(where)s: a victory of the town."),
        "mafia": _("%(where)s: a victory of the mafia."),
        "maniac": _("%(where)s: a victory of the maniac."),
    }
    return won.get(told.data.get("winner", ""), _("%(where)s: a draw.")) % {"where": told.where}


def _postponed(told: Told) -> str:
    minutes = int(told.data["minutes"])
    sentence = ngettext("%(where)s: put off by %(n)d minute.", "%(where)s: put off by %(n)d minutes.", minutes) % {
        "where": told.where,
        "n": minutes,
    }
    return _with_reason(sentence, told.data)


def _voided(told: Told) -> str:
    if told.data.get("again"):
        return _with_reason(_("%(where)s: void, it will be played again.") % {"where": told.where}, told.data)
    return _with_reason(_("%(where)s: void, nobody gets points for it.") % {"where": told.where}, told.data)


def _walk_over(told: Told) -> str:
    names = told.names(told.data.get("entries", ()))
    sentence = _("%(where)s: ended without a game. Points go to: %(names)s.") % {
        "where": told.where,
        "names": names or _("nobody"),
    }
    return _with_reason(sentence, told.data)


def _adjusted(told: Told) -> str:
    return _("%(where)s: correction %(points)s for %(name)s. Reason: %(reason)s. Decided by: %(by)s.") % {
        "where": told.where,
        "points": figure(int(told.data["cents"]), signed=True),
        "name": told.name(told.data["entry"]),
        "reason": str(told.data["reason"]).rstrip("."),
        "by": told.data["by"],
    }


def _rescored(told: Told) -> str:
    count = int(told.data["scores"])
    return ngettext(
        "The points were counted anew from the logs: %(n)d line is different.",
        "The points were counted anew from the logs: %(n)d lines are different.",
        count,
    ) % {"n": count}


def _credited(told: Told) -> str:
    lost = in_words(timedelta(seconds=int(told.data["seconds"])))
    if "match" in told.data:
        return _("%(where)s: the site was away, the check-in lasts longer by %(lost)s.") % {
            "where": told.where,
            "lost": lost,
        }
    return _("The site was away, entries are open longer by %(lost)s.") % {"lost": lost}


def _over(told: Told) -> str:
    if not told.data.get("winner"):
        return _("The tournament is over.")
    return _("The tournament is over. First place: %(name)s.") % {"name": told.name(told.data["winner"])}


Kind = Happening.Kind
_SAY: dict[str, Say] = {
    Kind.CREATED: lambda told: _("The tournament is announced, entries are open."),
    Kind.POINTS: lambda told: _("The table of points has changed: version %(version)d.") % told.data,
    Kind.ENTERED: _entered,
    Kind.WITHDREW: lambda told: _("Has withdrawn: %(name)s.") % {"name": told.name(told.data["entry"])},
    Kind.CALLED_OFF: _called_off,
    Kind.DRAWN: _drawn,
    Kind.HOST: lambda told: _("%(group)s: the host is %(name)s.") % {"group": told.group, "name": told.data["host"]},
    Kind.CHECK_IN: lambda told: _("%(where)s: the check-in is open.") % {"where": told.where},
    Kind.WAITS: _waits,
    Kind.STARTED: _started,
    Kind.SCORED: _scored,
    Kind.POSTPONED: _postponed,
    Kind.VOIDED: _voided,
    Kind.WALK_OVER: _walk_over,
    Kind.ADJUSTED: _adjusted,
    Kind.RESCORED: _rescored,
    Kind.CREDITED: _credited,
    Kind.FINAL: lambda told: _("The final is drawn: %(names)s.") % {"names": told.names(told.data["finalists"])},
    Kind.REPLACED: lambda told: (
        _("Final: %(by)s comes in for %(name)s.")
        % {"by": told.name(told.data["by"]), "name": told.name(told.data["entry"])}
    ),
    Kind.OVER: _over,
}


def happened(board: Board) -> list[tuple[datetime, str]]:
    """Return what has happened lately, the newest first, with its moment.

    Once the groups are drawn it is the day that counts: who has entered stands in the tables.
    """
    told = board.happenings
    if board.groups:
        told = [one for one in told if one.kind not in (Kind.CREATED, Kind.ENTERED)]
    return [(one.at, _SAY[one.kind](Told(board, one.data))) for one in told[:MOST_TOLD]]


# ---------- what comes next


def coming(board: Board) -> list[tuple[datetime | None, str]]:
    """Return what comes next, in the order in which it does; no time where that depends.

    What waits past its time stands at its group.
    """
    return [(step.at, _comes(step)) for step in board.coming if step.match is None or not step.match.waits]


def _comes(step: Step) -> str:
    if step.kind == "entries_close":
        return _("Entries close, the groups are drawn.")
    if step.kind == "game" and step.match is not None:
        return where(step.match)
    if step.kind == "game":
        return _("The first games of all groups.")
    if step.kind == "final":
        return _("When all groups have played: their results and the final.")
    return _("After the final: places, awards, and the seed that everything was drawn from.")
