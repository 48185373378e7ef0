"""The parts of a form that sets up games: options and composition, kinds of fields, a moment that was typed.

A set-up is judged by the engine (`ruleset.read`, `Composition.problems`), never by a field: so all
that is wrong with it comes at once, in the words of `games.problems`, and what was typed stays.
"""

import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, time
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from accounts.zones import offered_zones
from forum.bbcode import legible
from games import balance_words, words
from games.engine.composition import REST, Composition
from games.engine.options import MOST_PLAYERS, OPTIONS, Group, Kind, Option, Problem
from games.engine.roles import ROLES
from games.engine.ruleset import PRESETS, Ruleset, read
from games.options_words import GROUP, OPTION, SELDOM, SELDOM_TITLE, label, typed, value_words
from games.paces import way_of
from games.problems import in_words, sentence

LONGEST_VALUE = 500
MOST_ROWS = 60
# Empty lines below the table, for a host who wants more of them.
SPARE_ROWS = 2
# From this line on the table is folded: few games are so large.
FOLDED_FROM = 30
# Up to so many options stand unfolded.
FEW_OPTIONS = 5
COUNTED = tuple(role for role in ROLES if role != REST)
_NUMBER = re.compile(r"[0-9]{1,3}", re.ASCII)
_MOMENTS = ("%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M", "%d.%m.%Y %H:%M")


class Typed(forms.Field):
    """A field that takes what was typed as it is: the engine says what is wrong with it, an empty one included."""

    def validate(self, value: object) -> None:
        """Pass everything."""

    def to_python(self, value: object) -> str:
        """Return the text, cut to a length that no value has."""
        return str(value or "")[:LONGEST_VALUE].replace("\0", "").strip()


class Line(forms.CharField):
    """A line of text without signs that can't be shown; blanks at its ends and double ones go."""

    def to_python(self, value: object) -> str:
        """Return the cleaned line."""
        return " ".join(legible(str(value or "").replace("\0", "")).split())


class Prose(forms.CharField):
    """A text of several lines without signs that can't be shown."""

    def to_python(self, value: object) -> str:
        """Return the cleaned text."""
        return legible(str(value or "").replace("\0", "")).strip()


class RoleTable(forms.Widget):
    """The composition as lines of numbers, `row-3-players`, `row-3-mafia`; the page draws it."""

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> list[dict[str, str]]:
        """Return every line that has anything in it, under the numbers that the page gave them."""
        rows = []
        for number in range(MOST_ROWS):
            cells = {key: str(data.get(f"row-{number}-{key}") or "").strip()[:20] for key in ("players", *COUNTED)}
            rows.append(cells if any(cells.values()) else {})
        while rows and not rows[-1]:
            rows.pop()
        return rows


def _as_typed(composition: Composition) -> list[dict[str, str]]:
    """Return the lines of a composition as a host would type them, with empty ones before the folded."""
    lines = [
        {"players": str(row.players), **{role: str(count) for role, count in row.counts}} for row in composition.rows
    ]
    small = [line for line in lines if not _is_folded(line)]
    return [*small, *({} for _i in range(SPARE_ROWS)), *(line for line in lines if _is_folded(line))]


def _is_folded(line: Mapping[str, str]) -> bool:
    players = line.get("players", "")
    return bool(_NUMBER.fullmatch(players)) and int(players) > FOLDED_FROM


def _option_field(option: Option, present: object, default: object) -> forms.Field:
    """Return the field of an option: a box to tick, a choice, or a line to type in."""
    words, called = OPTION[option.name], label(option.name)
    hint = _("%(help)s By default: %(value)s.") % {
        "help": words.help,
        "value": value_words(option.name, default),
    }
    if option.kind is Kind.ONOFF:
        return forms.BooleanField(label=called, help_text=hint, required=False, initial=bool(present))
    if option.kind is Kind.CHOICE:
        choices = [(value, words.choices[value]) for value in option.values]
        return Typed(label=called, help_text=hint, initial=present, widget=forms.Select(choices=choices))
    if option.kind is Kind.ZONE:
        zones = sorted({*offered_zones(), str(present)})
        select = forms.Select(choices=[(zone, zone.replace("_", " ")) for zone in zones])
        return Typed(label=called, help_text=str(words.help), initial=present, widget=select)
    line = forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"})
    initial = typed(option.name, present)
    return Typed(label=called, help_text=hint, required=not option.can_be_off, initial=initial, widget=line)


class SetUpForm(forms.Form):
    """Options and composition of a game.

    After `is_valid`, `options` holds what was typed for each option, `rules` the rules that come of
    it and `composition` the table (None where the form has none): as far as they can be read.
    Of a form that nothing was typed into, `rules` and `composition` are those that it offers.
    """

    options: dict[str, object]
    rules: Ruleset
    composition: Composition | None
    # A word beside the labels of some fields.
    notes: Mapping[str, str] = {}

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, base: Ruleset, names: Iterable[str], table: Composition | None
    ) -> None:
        """Show the options `names` with the values of `base`, and the composition if there is one to show.

        What is usual is said by the preset that is nearest to `base`.
        """
        super().__init__(data)
        self.base, self.rules, self.composition = base, base, table
        self.usual = PRESETS[way_of(base)]
        self.shown = tuple(names)
        for name in self.shown:
            self.fields[name] = _option_field(OPTIONS[name], getattr(base, name), getattr(self.usual, name))
        if table is not None:
            self.fields["composition"] = forms.Field(
                label=label("composition"), required=False, initial=_as_typed(table), widget=RoleTable()
            )

    def groups(self) -> list[dict[str, Any]]:
        """Return the options as they stand together: anchor, title, fields, what differs from usual, and whether open.

        What is seldom used comes last. Open are the times, and whatever something is wrong in.
        """
        parts: list[tuple[str, str, list[str]]] = [
            (group.value, str(GROUP[group]), [name for name in self._free() if _group(name) is group])
            for group in sorted(Group, key=lambda group: group is not Group.PHASES)
        ]
        parts.append(("seldom", str(SELDOM_TITLE), [name for name in self._free() if name in SELDOM]))
        found = []
        for anchor, title, names in parts:
            if names:
                fields = [self[name] for name in names]
                changed = [label(name) for name in names if getattr(self.rules, name) != getattr(self.usual, name)]
                wrong = self.is_bound and any(bound.errors for bound in fields)
                found.append(
                    {
                        "anchor": anchor,
                        "title": title,
                        "fields": fields,
                        "changed": changed,
                        "open": wrong or anchor == Group.PHASES.value or not self.is_long(),
                    }
                )
        return found

    def is_long(self) -> bool:
        """Tell whether there are so many options that most of them are better folded."""
        return len(self.shown) > FEW_OPTIONS

    def _free(self) -> list[str]:
        return [name for name in self.shown if name != "timezone"]

    def rows(self) -> list[dict[str, Any]]:
        """Return the lines of the composition for the page: number, cells (name, value, label), start, folded."""
        values: list[dict[str, str]] = self["composition"].value() or []
        spare = max(0, SPARE_ROWS - sum(not row for row in values))
        said = {"players": "", **{role: words.role(role) for role in COUNTED}}
        lines = []
        for number, row in enumerate([*values, *({} for _i in range(spare))][:MOST_ROWS]):
            cells = [
                {"name": f"row-{number}-{key}", "key": key, "value": row.get(key, ""), "label": said[key]}
                for key in ("players", *COUNTED)
            ]
            players = row.get("players", "")
            start = int(players) if _NUMBER.fullmatch(players) else None
            lines.append({"number": number + 1, "cells": cells, "folded": _is_folded(row), "start": start})
        return lines

    def base_rules(self) -> Ruleset:
        """Return the rules that the typed options change."""
        return self.base

    def clean(self) -> dict[str, Any]:
        """Let the engine judge the whole set-up, and put each problem beside its field."""
        cleaned = super().clean() or {}
        self.options = {name: cleaned[name] for name in self.shown if name in cleaned}
        # What the page does not offer is judged as well: it is refused with the engine's own reason.
        for name in OPTIONS:
            if name not in self.fields and name in self.data:
                self.options[name] = str(self.data[name])[:LONGEST_VALUE]
        self.rules, problems = read(self.base_rules(), self.options)
        self.composition = None
        if "composition" in self.fields:
            self.composition, wrong = _read_table(cleaned.get("composition") or [], self.rules)
            problems = [*problems, *wrong]
        for problem in problems:
            self.tell(problem)
        return cleaned

    def tell(self, problem: Problem) -> None:
        """Show a problem: at its field, or on top where the page has no field for it."""
        if problem.option in self.fields:
            self.add_error(problem.option, sentence(problem))
        else:
            self.add_error(None, in_words(problem))


def _group(name: str) -> Group | None:
    return None if name in SELDOM else OPTIONS[name].group


def _read_table(rows: list[dict[str, str]], rules: Ruleset) -> tuple[Composition, list[Problem]]:
    """Read the typed lines; return the table as far as it can be read, and all that is wrong with it."""
    read_rows, problems = [], []
    for number, row in enumerate(rows, start=1):
        if not row:
            continue
        numbers = {key: _count(text, empty_is=None if key == "players" else 0) for key, text in row.items()}
        if None in numbers.values():
            problems.append(Problem("composition", "unreadable", {"row": number}))
        else:
            read_rows.append({"players": numbers.pop("players"), "roles": numbers})
    made = Composition.from_json({"rows": read_rows})
    # With a line missing, it is no news that no line is there for somebody.
    wrong = [problem for problem in made.problems(rules) if not (problems and problem.reason == "no_row")]
    return made, [*problems, *wrong]


def _count(text: str, empty_is: int | None) -> int | None:
    if not text:
        return empty_is
    return int(text) if _NUMBER.fullmatch(text) and int(text) <= MOST_PLAYERS else None


def table_context(form: SetUpForm, signup_ends: time | None = None) -> dict[str, Any]:
    """Return what a page needs to draw the table of roles and what is lopsided: `rows`, `remarks`.

    A row knows what it comes to (`said`), if it can be read.
    """
    table = form.composition or Composition(())
    remarks = balance_words.remarks_of(form.rules, table, signup_ends)
    if "composition" not in form.fields:
        return {"rows": [], "remarks": remarks}
    said = balance_words.rows_of(form.rules, table, remarks)
    rows = [{**row, "said": said.get(row["start"])} for row in form.rows()]
    return {
        "rows": [row for row in rows if not row["folded"]],
        "folded_rows": [row for row in rows if row["folded"]],
        "remarks": remarks,
    }


def moment_typed(text: str, now: datetime) -> datetime | None:
    """Read a local date and time of these years; None for anything else."""
    for pattern in _MOMENTS:
        try:
            local = datetime.strptime(text, pattern)  # noqa: DTZ007 (the game's zone is put to it afterwards)
        except ValueError:
            continue
        return local if abs(local.year - now.astimezone(UTC).year) <= 50 else None
    return None
