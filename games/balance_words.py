"""What `games.engine.balance` finds lopsided, in words: whole sentences, with numbers and with advice."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import time
from itertools import pairwise
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from common import clock_words
from games.engine.balance import Remark, remarks
from games.engine.composition import REST, Composition
from games.engine.options import MOST_PLAYERS
from games.engine.ruleset import Ruleset
from games.options_words import label


@dataclass(frozen=True, slots=True)
class Said:
    """A remark in words; `mild` is a hint, and `row` the line of the composition that it is about (0: none)."""

    text: str
    mild: bool
    row: int


@dataclass(frozen=True, slots=True)
class Row:
    """What a line of the composition comes to: for how many players, how many citizens, and what is lopsided."""

    players: str
    citizens: str
    remarks: tuple[Said, ...]


def remarks_of(rules: Ruleset, composition: Composition, signup_ends: time | None = None) -> list[Said]:
    """Return a sentence for all that is lopsided in a set-up, warnings before hints."""
    found = sorted(remarks(rules, composition, signup_ends), key=lambda remark: remark.mild)
    return [Said(SAID[remark.reason](remark), remark.mild, remark.row) for remark in found]


def rows_of(rules: Ruleset, composition: Composition, said: list[Said]) -> dict[int, Row]:
    """Return what each line of a composition comes to, by the number of players at which it starts.

    Lines for numbers of players that the game can't have are left out.
    """
    most = rules.max_players or MOST_PLAYERS
    starts = sorted({row.players for row in composition.rows})
    found = {}
    for start, following in pairwise([*starts, MOST_PLAYERS + 1]):
        first, last = max(start, rules.min_players), min(following - 1, most)
        row = composition.row_for(start)
        if first > last or row is None:
            continue
        special = sum(count for role, count in row.counts if role != REST)
        least = max(0, first - special)
        citizens = _("%(n)d and more") % {"n": least} if last == MOST_PLAYERS else _span(least, max(0, last - special))
        found[start] = Row(_players(first, last), citizens, tuple(one for one in said if one.row == start))
    return found


def _span(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}–{last}"


def _players(first: int, last: int) -> str:
    """Say how many players: `7 players`, `7–11 players`, `25 players and more`."""
    if last == MOST_PLAYERS and first != last:
        return ngettext("%(n)d player and more", "%(n)d players and more", first) % {"n": first}
    return ngettext("%(span)s player", "%(span)s players", last) % {"span": _span(first, last)}


def with_players(first: int, last: int) -> str:
    """Say with how many players: `With 7 players`, `With 7–11 players`, `With 25 players and more`."""
    if last == MOST_PLAYERS and first != last:
        return ngettext("With %(n)d player and more", "With %(n)d players and more", first) % {"n": first}
    return ngettext("With %(span)s player", "With %(span)s players", last) % {"span": _span(first, last)}


def _number(value: object) -> int:
    return int(str(value))


def _values(remark: Remark) -> dict[str, Any]:
    """Return what a sentence may hold: the numbers as they are, the rest in words."""
    values: dict[str, Any] = {**remark.params}
    if remark.row:
        values["range"] = with_players(remark.first, remark.last)
        values["at"] = with_players(remark.first, remark.first)
    if "mafia" in values:
        count = _number(values["mafia"])
        values["mafia"] = ngettext("%(n)d mafioso", "%(n)d mafiosi", count) % {"n": count}
    if "length" in values:
        values["length"] = clock_words.in_words(values["length"])
    if "phase" in values:
        values["phase"] = label(str(values["phase"]))
    if "time" in values:
        values["time"] = f"{values['time']:%H:%M}"
    return values


def _plain(text: Callable[[], str]) -> Callable[[Remark], str]:
    return lambda remark: text() % _values(remark)


def _no_pause(remark: Remark) -> str:
    days, players = _number(remark.params["days"]), _number(remark.params["players"])
    return ngettext(
        "%(range)s the game takes about %(days)d day without a rest. A weekly pause, such as "
        "Sat 00:00 - Mon 00:00, gives people their weekends; it can be added at any time.",
        "%(range)s the game takes about %(days)d days without a rest. A weekly pause, such as "
        "Sat 00:00 - Mon 00:00, gives people their weekends; it can be added at any time.",
        days,
    ) % {"range": with_players(players, players), "days": days}


SAID: dict[str, Callable[[Remark], str]] = {
    "many_mafia": _plain(
        lambda: _(
            "%(range)s there are %(mafia)s: a third of the table or more. The town will hardly have time to find "
            "anybody. %(at)s the usual number is %(usual)d."
        )
    ),
    "few_mafia": _plain(
        lambda: _(
            "%(range)s there are %(mafia)s: fewer than one in six. The mafia will have a hard time. "
            "%(at)s the usual number is %(usual)d."
        )
    ),
    "one_miss": _plain(
        lambda: _(
            "%(range)s there are %(mafia)s against %(town)d of the town: one wrong day and one night, and the game is "
            "over. Take a mafioso away, or let the mafia win only when nobody else is in play."
        )
    ),
    "no_powers": _plain(
        lambda: _(
            "%(range)s there are %(mafia)s and neither commissioner nor doctor: the town has nothing to go by but "
            "talk. A commissioner would help."
        )
    ),
    "many_powers": _plain(
        lambda: _(
            "%(range)s the town has many roles with a power (%(powers)d) against %(mafia)s. The mafia will soon have "
            "no secret left. Take a power away."
        )
    ),
    "tiny_powers": _plain(
        lambda: _(
            "%(range)s a commissioner and a doctor together leave the mafia hardly a chance: so small a table is "
            "checked through in two nights. Keep one of them."
        )
    ),
    "early_maniac": _plain(
        lambda: _(
            "%(range)s there is a maniac: two killers empty so small a town in a few nights. "
            "A maniac is usual from 15 players on."
        )
    ),
    "silent_short": _plain(
        lambda: _(
            "A day lasts %(length)s, and whoever is silent in it leaves. People sleep and work: give a day of 24 hours "
            "or more, or let the silent stay."
        )
    ),
    "longer_than_day": _plain(
        lambda: _("%(phase)s: %(length)s, longer than the whole day in which the town talks. Less is enough.")
    ),
    "night_short": _plain(
        lambda: _("A night lasts %(length)s, and whoever sleeps through it sends no order. Give eight hours or more.")
    ),
    "late_hour": _plain(
        lambda: _(
            "%(phase)s: the end is at %(time)s, when most people sleep. An hour of the evening suits more of them."
        )
    ),
    "late_signup": _plain(
        lambda: _("The sign-up ends at %(time)s, when most people sleep. An hour of the evening suits more of them.")
    ),
    "no_pause": _no_pause,
    "gone_by_post": _plain(
        lambda: _(
            "%(phase)s: so long that everybody closes the page now and then, and whoever is gone for %(length)s has a "
            "heart attack. Leave that off, or play in minutes."
        )
    ),
    "gone_soon": _plain(
        lambda: _(
            "Whoever is gone for %(length)s has a heart attack. A phone that looks for a network may need longer: "
            "5 minutes are usual."
        )
    ),
    "watched_by_post": _plain(
        lambda: _(
            "The host is shown who is connected, and this is of use at a table in minutes only. "
            "%(phase)s: %(length)s, and people will come and go."
        )
    ),
}
