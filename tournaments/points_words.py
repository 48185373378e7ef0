"""The table of points in words: names of its figures, what is wrong with one, and reading what was typed."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from games import words as game_words
from games.engine.roles import ROLES
from tournaments.points import BOUNDS, PLAIN, PointsTable
from tournaments.refusals import FIGURE_WRONG, FIGURES
from tournaments.words import brief, capital

VICTORY = "victory."
# The figures besides the victories, in the order in which they are shown.
OTHERS = (
    "per_day",
    "per_night",
    "per_day_most",
    "first_night",
    "found_mafioso",
    "prevented_kill",
    "acts_most",
    "heart_attack",
)
_TYPED = re.compile(r"([-\u2212+]?)([0-9]{1,6})(?:[.,]([0-9]{1,2}))?", re.ASCII)


def roles_shown(composition: Mapping[str, Any] | None, table: PointsTable) -> list[str]:
    """Return the roles whose victory stands in the table: the usual ones, those of the game, and what differs."""
    shown = {*PLAIN.values(), "commissioner", "doctor", "sergeant", *_roles_in(composition)}
    shown |= {name for name, role in ROLES.items() if table.victory[name] != table.victory[PLAIN[role.side]]}
    return [name for name in ROLES if name in shown]


def _roles_in(data: object) -> set[str]:
    """Return the roles that are named anywhere in a composition as it is stored."""
    if isinstance(data, Mapping):
        found = {str(key) for key, value in data.items() if value}
        return (found & set(ROLES)).union(*(_roles_in(value) for value in data.values()))
    if isinstance(data, list | tuple):
        return set().union(*(_roles_in(value) for value in data))
    return {data} & set(ROLES) if isinstance(data, str) else set()


def label(name: str) -> str:
    """Return what a figure is for: `victory.mafia` is a victory by role."""
    if name.startswith(VICTORY):
        role = name.removeprefix(VICTORY)
        return capital(game_words.role(role)) if role in game_words.ROLE else role
    return str(FIGURES.get(name, name))


def value(table: PointsTable, name: str) -> int | None:
    """Return a figure of the table; None is a bound that is off."""
    found: int | None = table.victory[name.removeprefix(VICTORY)] if name.startswith(VICTORY) else getattr(table, name)
    return found


def shown(table: PointsTable, name: str) -> str:
    """Return a figure in words."""
    cents = value(table, name)
    return _("no bound") if cents is None else brief(cents)


def names(roles: Iterable[str]) -> list[str]:
    """Return the names of all figures in order: victories by role, then the others."""
    return [*(f"{VICTORY}{role}" for role in roles), *OTHERS]


def typed(table: PointsTable, name: str) -> str:
    """Return a figure as it stands in its field; an empty field is a bound that is off."""
    cents = value(table, name)
    return "" if cents is None else brief(cents).replace("\u2212", "-")


def read(text: str, name: str) -> tuple[int | None, str]:
    """Read what was typed in the field of a figure: its cents (None for a bound that is off), and what is wrong."""
    text = "".join(text.split())
    if not text:
        return None, "" if name in BOUNDS else "missing"
    found = _TYPED.fullmatch(text)
    if found is None:
        return None, "not_whole"
    sign, whole, rest = found.groups()
    cents = int(whole) * 100 + int((rest or "").ljust(2, "0"))
    return (-cents if sign in ("-", "\u2212") else cents), ""


def table_of(
    sent: Mapping[str, str], table: PointsTable, roles: Iterable[str]
) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the table that was typed over the present one, and by the name of each unreadable field what is wrong."""
    data = table.to_json()
    wrong = {}
    for name in names(roles):
        cents, problem = read(sent.get(name, ""), name)
        if problem:
            wrong[name] = problem
        elif name.startswith(VICTORY):
            data["victory"][name.removeprefix(VICTORY)] = cents
        else:
            data[name] = cents
    return data, wrong


def by_name(codes: Iterable[str]) -> dict[str, str]:
    """Return the codes of `points.problems` by the name of their figure."""
    return dict(code.rsplit(":", 1) for code in codes)


def sentence(problem: str) -> str:
    """Return what is wrong with a figure, in words."""
    return capital(str(FIGURE_WRONG[problem]))
