"""Forms of a game's life before the deal: its set-up (of the parts in `games.set_up`), and what may still change."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta, tzinfo
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import get_language_info, gettext_lazy
from django.utils.translation import gettext as _

from games.engine.clock import Calendar
from games.engine.composition import Composition
from games.engine.options import OPTIONS, Problem, Until
from games.engine.ruleset import PRESETS
from games.options_words import LATER
from games.paces import theme_of
from games.set_up import Line, Prose, SetUpForm, Typed, moment_typed

LONGEST_SIGNUP = timedelta(days=365)


class NewGameForm(SetUpForm):
    """All that a host says about a new game. `deadline` holds the moment at which sign-ups end, if it can be read."""

    title = Line(
        label=gettext_lazy("Title of the game"),
        max_length=80,
        help_text=gettext_lazy("Title and theme are a suggestion of the day: write your own over them."),
    )
    theme = Line(
        label=gettext_lazy("Theme of the clones"),
        max_length=80,
        required=False,
        help_text=gettext_lazy("What the nicknames are taken from: weather, forgotten things, mushrooms."),
    )
    description = Prose(
        label=gettext_lazy("About the theme"),
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=gettext_lazy("Opens the thread of the game."),
    )
    language = forms.ChoiceField(
        label=gettext_lazy("Language of the moderator"),
        help_text=gettext_lazy("In it the reports of the game are written, whoever reads them."),
    )
    preset = Typed(label=gettext_lazy("Way of playing"), initial="forum", widget=forms.HiddenInput)
    deadline_at = Typed(
        label=gettext_lazy("Sign-up until"),
        widget=forms.TextInput(attrs={"type": "datetime-local"}),
        help_text=gettext_lazy("In the time zone of the game. Enough players, and the roles are dealt then."),
    )

    deadline: datetime | None
    # The preset that was chosen.
    way: str

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, now: datetime, zone: tzinfo, table: Composition, language: str
    ) -> None:
        """Offer what works now, with the values of the preset that was chosen, for a host in this zone and language."""
        zone_name = getattr(zone, "key", "UTC")
        preset = str((data or {}).get("preset") or "forum")
        self.way = preset if preset in PRESETS else "forum"
        super().__init__(data, base=replace(PRESETS[self.way], timezone=zone_name), names=OPTIONS, table=table)
        self.now, self.zone, self.zone_name = now, zone, zone_name
        field = self.fields["language"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(code, get_language_info(code)["name_local"].capitalize()) for code, _n in settings.LANGUAGES]
        field.initial = language
        self.fields["title"].initial, self.fields["theme"].initial = theme_of(now.astimezone(zone).date())
        evening = (now + timedelta(days=7)).astimezone(zone).replace(hour=21, minute=0, second=0, microsecond=0)
        self.fields["deadline_at"].initial = f"{evening:%Y-%m-%dT%H:%M}"
        self.deadline = evening.astimezone(UTC)
        self.notes = {name: str(LATER[OPTIONS[name].until]) for name in self.shown if OPTIONS[name].until in LATER}

    def signup_ends(self) -> time | None:
        """Return the time of day at which the sign-up ends, in the zone of the game."""
        return Calendar(self.rules.timezone).local(self.deadline).time() if self.deadline is not None else None

    def clean(self) -> dict[str, Any]:
        """Judge preset and deadline besides the set-up."""
        cleaned = super().clean()
        preset = cleaned.get("preset") or "forum"
        if preset not in PRESETS:
            self.tell(Problem("preset", "unknown_choice", {"value": preset, "values": list(PRESETS)}))
        self.deadline = None
        local = moment_typed(cleaned.get("deadline_at", ""), self.now)
        if local is None:
            self.add_error("deadline_at", _("Write date and time like this: 2026-05-31 21:00."))
            return cleaned
        moment = Calendar(self.rules.timezone).instant(local)
        if moment <= self.now:
            self.add_error("deadline_at", _("This moment has passed."))
        elif moment > self.now + LONGEST_SIGNUP:
            self.add_error("deadline_at", _("The sign-up lasts a year at most."))
        else:
            self.deadline = moment
        return cleaned


def changeable_now(phase: str) -> list[str]:
    """Return the options that the host may still change in a phase (section 12's stars)."""
    until = {Until.DEAL, Until.ALWAYS} if phase == "signup" else {Until.ALWAYS}
    return [name for name, option in OPTIONS.items() if option.until in until]
