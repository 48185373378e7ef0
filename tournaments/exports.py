"""The tables of a tournament as a file for spreadsheets, and text that is safe to paste."""

import csv
import io
from collections.abc import Iterator

from django.utils.formats import get_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments import words
from tournaments.models import FINAL
from tournaments.selectors_scores import Row, Sheet

# What a spreadsheet takes for the beginning of a formula, also behind blanks.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\u2212", "\uff1d", "\uff0b", "\uff0d", "\uff20")
_ROUND = str.maketrans("[]", "()")
# Spreadsheets know UTF-8 by it.
_BOM = "\ufeff"


def plainly(text: str) -> str:
    """Return a text on one line that no reader of BBCode takes for a tag: pasted into a thread it is no vote."""
    return " ".join(text.translate(_ROUND).split())


def safe(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula, whatever it begins with."""
    return f"'{text}" if text.lstrip().startswith(_FORMULA) or text[:1] in _FORMULA else text


def number(cents: int) -> str:
    """Return points as a spreadsheet of the reader's language reads a number; what is below zero is no formula."""
    return words.figure(cents).replace("\u2212", "-")


def standings(sheet: Sheet) -> str:
    """Return all tables as CSV in the reader's language: the groups in order, then the final.

    Where decimals are written with a comma, cells are parted by semicolons, as spreadsheets there expect it.
    """
    out = io.StringIO()
    comma = get_format("DECIMAL_SEPARATOR") == ","
    writer = csv.writer(out, delimiter=";" if comma else ",", lineterminator="\r\n")
    numbers = sorted(sheet.groups, key=lambda one: (one == FINAL, one))
    most = max((len(sheet.counted(one)) for one in numbers), default=0)
    writer.writerow([safe(cell) for cell in _head(most)])
    for one in numbers:
        name = words.group_name(one, sheet.groups[one].name)
        for row in sheet.rows(one):
            writer.writerow(list(_cells(name, row, most)))
    return _BOM + out.getvalue()


def _head(games: int) -> Iterator[str]:
    yield _("Table")
    yield _("Place")
    yield _("Entry No.")
    yield _("Player")
    yield from (words.capital(_("game %(n)d") % {"n": one}) for one in range(1, games + 1))
    yield _("Points")
    yield from (words.capital(str(words.STEP[step])) for step in ("victories", "mafia_wins", "days", "heart_attacks"))
    yield _("Games played")
    yield _("Tie broken by")
    yield _("Place in the tournament")


def _cells(table: str, row: Row, games: int) -> Iterator[str | int]:
    line = row.line
    yield safe(table)
    yield row.placed.place
    yield row.entry.number
    yield safe(row.entry.persona.name)
    brought = [number(cents) if cents is not None else "" for cents in row.games]
    yield from [*brought, *[""] * (games - len(brought))]
    yield number(line.cents)
    yield from (line.victories, line.mafia_wins, line.days, line.heart_attacks, line.games)
    broken = row.placed.broken_by
    yield safe(str(words.STEP[broken])) if broken else pgettext("place", "shared") if row.placed.shared else ""
    yield row.entry.place or ""
