"""The form of a new tournament: all that its organiser says, with options and composition as for a new game."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any, cast

from django import forms
from django.conf import settings as site
from django.utils.text import format_lazy
from django.utils.translation import get_language_info, gettext_lazy
from django.utils.translation import gettext as _

from common.refusal import Refusal
from games.engine.clock import Calendar
from games.engine.composition import Composition
from games.engine.options import OPTIONS
from games.engine.ruleset import PRESETS
from games.set_up import Line, Prose, SetUpForm, Typed, moment_typed
from tournaments.models import Tournament
from tournaments.refusals import problem_in_words
from tournaments.services import opening

# What the tournament says itself, or what a day has no room for.
OWN = ("names", "max_players", "signup_extension", "weekly_pause")
SHOWN = tuple(name for name in OPTIONS if name not in OWN and not name.endswith("_ends_at"))
# Where a problem of `services.create` stands: the field by the first word of its code.
_FIELD = {
    "title": "title",
    "description": "description",
    "language": "language",
    "zone": "timezone",
    "names": "names",
    "close": "close_at",
    "groups": "split_number",
    "size": "split_number",
    "games": "games_each",
    "qualifiers": "qualifiers",
    "final": "final_games",
    "check": "check_in",
    "rest": "rest",
}


OUT_OF_RANGE = gettext_lazy("Write a whole number from {least} to {most}.")


def _number(label: Any, least: int, most: int, initial: int, hint: Any = "") -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        min_value=least,
        max_value=most,
        initial=initial,
        help_text=hint,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        error_messages={
            "required": gettext_lazy("Write a number."),
            "invalid": gettext_lazy("Write a whole number."),
            **dict.fromkeys(("min_value", "max_value"), format_lazy(OUT_OF_RANGE, least=least, most=most)),
        },
    )


class NewTournamentForm(SetUpForm):
    """All that an organiser says about a new tournament. After `is_valid`, `settings` are arguments of the service."""

    title = Line(label=gettext_lazy("Title of the tournament"), max_length=opening.LONGEST_TITLE)
    description = Prose(
        label=gettext_lazy("About the tournament"),
        max_length=opening.LONGEST_DESCRIPTION,
        required=False,
        widget=forms.Textarea(attrs={"rows": 5}),
    )
    language = forms.ChoiceField(
        label=gettext_lazy("Language of the moderator"),
        help_text=gettext_lazy("In it the reports of all games are written, whoever reads them."),
    )
    start_at = Typed(
        label=gettext_lazy("First games"),
        widget=forms.TextInput(attrs={"type": "datetime-local"}),
        help_text=gettext_lazy("In the time zone of the tournament."),
    )
    close_at = Typed(
        label=gettext_lazy("Entries until"),
        widget=forms.TextInput(attrs={"type": "datetime-local"}),
        help_text=gettext_lazy("Then the groups are drawn. The reserve list stays open."),
    )
    names = forms.ChoiceField(
        label=gettext_lazy("Names"),
        choices=Tournament.Names.choices,
        initial=Tournament.Names.MEMBER,
        help_text=gettext_lazy("A clone keeps its name in all games of the tournament."),
    )
    split = forms.ChoiceField(
        label=gettext_lazy("Groups by"),
        choices=[("groups", gettext_lazy("their number")), ("size", gettext_lazy("players in each"))],
        initial="groups",
    )
    split_number = _number(
        gettext_lazy("How many"), 1, 60, 3, gettext_lazy("Groups, or players in each: the other comes out at the draw.")
    )
    games_each = _number(gettext_lazy("Games of each group"), *opening.GAMES, 3, gettext_lazy("Three or four."))
    qualifiers = _number(gettext_lazy("From each group to the final"), *opening.QUALIFIERS, 2)
    final_games = _number(gettext_lazy("Games of the final"), *opening.FINAL_GAMES, 1, gettext_lazy("One to three."))
    check_in = _number(gettext_lazy("Check-in before a game, minutes"), 1, 60, 10)
    rest = _number(gettext_lazy("Pause between games, minutes"), 1, 720, 10)

    settings: dict[str, Any]

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, now: datetime, zone: tzinfo, table: Composition, language: str
    ) -> None:
        """Offer the conference preset to an organiser in this zone and language."""
        base = replace(PRESETS[opening.PRESET], timezone=getattr(zone, "key", "UTC"))
        super().__init__(data, base=base, names=SHOWN, table=table)
        self.now = now
        field = self.fields["language"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(code, get_language_info(code)["name_local"].capitalize()) for code, _n in site.LANGUAGES]
        field.initial = language
        noon = now.astimezone(zone).replace(hour=12, minute=0, second=0, microsecond=0)
        # A Saturday, a week ahead at least, so that people hear of it.
        start = noon + timedelta(days=7 + (5 - noon.weekday()) % 7)
        self.fields["start_at"].initial = f"{start:%Y-%m-%dT%H:%M}"
        self.fields["close_at"].initial = f"{start - timedelta(hours=1):%Y-%m-%dT%H:%M}"
        self.settings = {}

    def clean(self) -> dict[str, Any]:
        """Judge the day besides the set-up of the games."""
        cleaned = super().clean()
        starts, closes = self._moment("start_at", cleaned), self._moment("close_at", cleaned)
        if starts is None or closes is None or self.errors:
            return cleaned
        by_groups = cleaned["split"] == "groups"
        self.settings = {
            "title": cleaned["title"],
            "description": cleaned["description"],
            "language": cleaned["language"],
            "time_zone": self.rules.timezone,
            "starts_at": starts,
            "entries_close_at": closes,
            "names": cleaned["names"],
            "groups_wanted": cleaned["split_number"] if by_groups else None,
            "group_size": None if by_groups else cleaned["split_number"],
            "games_each": cleaned["games_each"],
            "qualifiers": cleaned["qualifiers"],
            "final_games": cleaned["final_games"],
            "check_in": timedelta(minutes=cleaned["check_in"]),
            "rest": timedelta(minutes=cleaned["rest"]),
            "options": {name: value for name, value in self.options.items() if name in SHOWN and name != "timezone"},
            "composition": self.composition,
        }
        return cleaned

    def _moment(self, name: str, cleaned: Mapping[str, Any]) -> datetime | None:
        local = moment_typed(cleaned.get(name, ""), self.now)
        if local is None:
            self.add_error(name, _("Write date and time like this: 2026-05-31 21:00."))
            return None
        return Calendar(self.rules.timezone).instant(local).astimezone(UTC)

    def take(self, refusal: Refusal) -> None:
        """Put what the service refused beside the fields. Raises it again where no field is meant."""
        problems = cast(list[Any], refusal.params.get("problems", []))
        if refusal.code == "tournament_invalid":
            for code in problems:
                self.add_error(_FIELD.get(code.split("_")[0]), problem_in_words(code))
        elif refusal.code in ("options_invalid", "composition_invalid"):
            for problem in problems:
                self.tell(problem)
        else:
            raise refusal
