"""Scores in the reader's language: points and their reasons, how a tie was broken, protocols, awards.

Russian nicknames have no gender and are not declined, so every sentence puts a noun before a name or a colon
after it (`games.words`).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise

from django.utils.formats import get_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from games import words as game_words
from tournaments.models import Match
from tournaments.points import Point, PointsTable
from tournaments.record import GameRecord, ProtocolLine, protocol_lines
from tournaments.standings import LOT, Placed, compared

Text = str | Promise

# ---------- figures ----------


def figure(cents: int, *, signed: bool = False) -> str:
    """Write points with two decimals and the language's decimal sign: `9,75`, `−0,50`; `signed`: `+1,00`."""
    sign = "\u2212" if cents < 0 else "+" if signed and cents else ""
    whole, rest = divmod(abs(cents), 100)
    return f"{sign}{whole}{get_format('DECIMAL_SEPARATOR')}{rest:02d}"


def brief(cents: int, *, signed: bool = False) -> str:
    """Write points for a sentence: as `figure`, whole numbers without decimals."""
    said = figure(cents, signed=signed)
    return said if cents % 100 else said[:-3]


def capital(text: str) -> str:
    """Return a text with its first letter large."""
    return game_words.capital(text)


# ---------- reasons of points ----------

_REASONS: dict[str, Callable[[int], str]] = {
    "victory": lambda n: _("victory"),
    "days": lambda n: ngettext("survived %(n)d day", "survived %(n)d days", n) % {"n": n},
    "nights": lambda n: ngettext("survived %(n)d night", "survived %(n)d nights", n) % {"n": n},
    "first_night": lambda n: _("killed in the first night"),
    "found_mafioso": lambda n: ngettext("%(n)d mafioso found", "%(n)d mafiosi found", n) % {"n": n},
    "prevented_kill": lambda n: ngettext("%(n)d kill prevented", "%(n)d kills prevented", n) % {"n": n},
    "heart_attack": lambda n: pgettext("way out", "heart attack"),
    "walk_over": lambda n: _("there for a game that was not played"),
}
# What one of each is worth stands in the table under this name.
_EACH = {
    "days": "per_day",
    "nights": "per_night",
    "found_mafioso": "found_mafioso",
    "prevented_kill": "prevented_kill",
}


def reason(point: Point, table: PointsTable | None = None) -> str:
    """Return a point with its reason: `survived 3 days: 0.75`.

    With the table, it is said where a bound of the table makes it less than it would be.
    """
    said = _REASONS[point.reason](point.count)
    line = _("%(reason)s: %(points)s") % {"reason": said, "points": brief(point.cents)}
    each = getattr(table, _EACH.get(point.reason, ""), None) if table else None
    if isinstance(each, int) and point.cents < each * point.count:
        return _("%(line)s, the most there is") % {"line": line}
    return line


def reasons(points: Iterable[Mapping[str, object]], table: PointsTable | None = None) -> list[str]:
    """Return the points of a stored score, each with its reason."""
    return [reason(Point.from_json(point), table) for point in points]


# ---------- ties ----------

STEP: dict[str, Text] = {
    "victories": gettext_lazy("victories"),
    "mafia_wins": gettext_lazy("wins as mafia or maniac"),
    "days": gettext_lazy("days survived"),
    "heart_attacks": gettext_lazy("heart attacks"),
    LOT: gettext_lazy("lot"),
}
_EQUAL: dict[str, Text] = {
    "victories": gettext_lazy("victories are equal"),
    "mafia_wins": gettext_lazy("wins as mafia or maniac are equal"),
    "days": gettext_lazy("days survived are equal"),
    "heart_attacks": gettext_lazy("heart attacks are equal"),
}
_TOLD: dict[str, Text] = {
    "victories": gettext_lazy("victories %(above)d : %(below)d"),
    "mafia_wins": gettext_lazy("wins as mafia or maniac %(above)d : %(below)d"),
    "days": gettext_lazy("days survived %(above)d : %(below)d"),
    "heart_attacks": gettext_lazy("heart attacks %(above)d : %(below)d"),
}


def ties(rows: Sequence[Placed]) -> list[str]:
    """Return how each tie of points in a table was broken, step by step, a sentence for two neighbours.

    Before anybody has played there is nothing to tell.
    """
    found: dict[str, None] = {}
    for above, below in pairwise(row for row in rows if row.line.games):
        if above.line.cents == below.line.cents:
            found[_tie(above, below)] = None
    return list(found)


def _tie(above: Placed, below: Placed) -> str:
    if above.place == below.place:
        return _("Place %(n)d is shared: equal in everything so far. At the end a lot decides.") % {"n": above.place}
    steps, decided = [_("points are equal")], False
    for step, mine, theirs in compared(above.line, below.line):
        decided = mine != theirs
        steps.append(str(_TOLD[step]) % {"above": mine, "below": theirs} if decided else str(_EQUAL[step]))
    if not decided:
        steps.append(_("the lot has decided"))
    places = {"above": above.place, "below": below.place, "steps": ", ".join(steps)}
    return _("Places %(above)d and %(below)d: %(steps)s.") % places


# ---------- games ----------

WALK_OVER: Text = gettext_lazy("ended without being played")
TO_THE_END: Text = gettext_lazy("lived to the end")
POINTS: Text = gettext_lazy("Points")


def group_name(number: int, letter: str) -> str:
    """Return the name of a group, or of the final (number 0)."""
    return _("Group %(name)s") % {"name": letter} if number else _("Final")


def match_name(match: Match) -> str:
    """Return how a game of a tournament is called in its list: `game 2`, and the attempt where it was repeated."""
    if match.attempt > 1:
        return _("game %(n)d, attempt %(attempt)d") % {"n": match.number, "attempt": match.attempt}
    return _("game %(n)d") % {"n": match.number}


_LEFT: dict[str, Text] = {
    "jailed": gettext_lazy("jailed %(name)s, %(role)s"),
    "executed": gettext_lazy("executed %(name)s, %(role)s"),
    "killed": gettext_lazy("killed %(name)s, %(role)s"),
    "silent": gettext_lazy("out for silence %(name)s, %(role)s"),
    "inactive": gettext_lazy("out for inactivity %(name)s, %(role)s"),
    "heart_attack": gettext_lazy("heart attack of %(name)s, %(role)s"),
    "taken": gettext_lazy("taken along by the avenger %(name)s, %(role)s"),
}


def left(how: str, name: str, role: str, *, trial: bool) -> str:
    """Return a way out with nickname and role, as the protocol has it: `executed NICK, citizen`."""
    key = "executed" if trial and how == "jailed" else how
    return str(_LEFT[key]) % {"name": name, "role": game_words.role(role)}


def protocol(record: GameRecord, *, trial: bool) -> list[str]:
    """Return the lines of a game's protocol: phase, what happened, nickname, role; the end last."""
    return [_protocol_line(line, record, trial) for line in protocol_lines(record)]


def _protocol_line(line: ProtocolLine, record: GameRecord, trial: bool) -> str:
    if line.phase == "finished":
        return _("end: %(outcome)s") % {"outcome": outcome(line.role or line.how)}
    said = left(line.how, record.seat(line.seat).name, line.role, trial=trial)
    return f"{when(line.phase, line.day)}: {said}"


def when(phase: str, day: int) -> str:
    """Return a part of a game, small letters: `evening 1`."""
    named = {
        "day": _("day %(n)d"),
        "evening": _("evening %(n)d"),
        "night": _("night %(n)d"),
    }.get(phase, _("deal of roles"))
    return named % {"n": day} if "%" in named else named


def outcome(winner: str) -> str:
    """Return how a game ended, small letters: by the winner (a side, `draw`) or `cancelled`."""
    said = str(game_words.WON.get(winner, game_words.PHASE["cancelled"]))
    return said[:1].lower() + said[1:]


# ---------- awards ----------

AWARD: dict[str, Text] = {
    "best_commissioner": gettext_lazy("Best commissioner"),
    "best_doctor": gettext_lazy("Best doctor"),
    "longest_lived": gettext_lazy("Longest-lived citizen"),
    "best_mafioso": gettext_lazy("Best mafioso"),
    "best_maniac": gettext_lazy("Best maniac"),
    "best_game": gettext_lazy("Best single game"),
    "first_victim": gettext_lazy("First to be visited at night"),
}
_FOR: dict[str, Callable[[int], str]] = {
    "best_commissioner": _REASONS["found_mafioso"],
    "best_doctor": _REASONS["prevented_kill"],
    "longest_lived": lambda n: (
        ngettext("survived %(n)d day as a citizen", "survived %(n)d days as a citizen", n) % {"n": n}
    ),
    "best_mafioso": lambda n: ngettext("%(n)d victory with the mafia", "%(n)d victories with the mafia", n) % {"n": n},
    "best_maniac": lambda n: ngettext("%(n)d victory as the maniac", "%(n)d victories as the maniac", n) % {"n": n},
    "best_game": lambda n: _("points in one game: %(points)s") % {"points": figure(n)},
    "first_victim": lambda n: (
        ngettext("killed in the first night %(n)d time", "killed in the first night %(n)d times", n) % {"n": n}
    ),
}


def award_for(code: str, value: int) -> str:
    """Return what an award is given for: `3 mafiosi found`."""
    return _FOR[code](value)
