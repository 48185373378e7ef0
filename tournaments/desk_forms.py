"""The forms of the desk of organiser and hosts: what was typed is read here, services judge whether it can be."""

import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.set_up import Line
from tournaments.services.work import LONGEST_REASON

_POINTS = re.compile(r"([-+\u2212]?)([0-9]{1,3})(?:[.,]([0-9]{1,2}))?", re.ASCII)
SURE = gettext_lazy("Tick the box: this can't be taken back.")


class ActForm(forms.Form):
    """A form of one act. Several stand on one page, so ids carry the act and what it is about."""

    act = ""

    def __init__(self, data: Mapping[str, Any] | None = None, *, about: int = 0, **initial: Any) -> None:
        super().__init__(data, auto_id=f"{self.act}-{about}-%s", label_suffix="", initial=initial)
        self.about = about

    @property
    def anchor(self) -> str:
        """Return where the form stands on the page."""
        return f"{self.act}-{self.about}"


def _reason() -> Line:
    return Line(
        label=gettext_lazy("Reason, everybody will see it"),
        max_length=LONGEST_REASON,
        error_messages={"required": gettext_lazy("Give a reason: everybody is told.")},
    )


def _sure(label: Any) -> forms.BooleanField:
    return forms.BooleanField(label=label, error_messages={"required": SURE})


def _hidden() -> forms.IntegerField:
    return forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=2**31)


def _choice(label: Any) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        label=label,
        coerce=int,
        error_messages={
            "required": gettext_lazy("Choose from the list."),
            "invalid_choice": gettext_lazy("This does not stand on the list any more. Choose again."),
        },
    )


class StartForm(ActForm):
    """Beginning a group's match."""

    act = "start"
    match = _hidden()


class PostponeForm(ActForm):
    """Putting a match off."""

    act = "postpone"
    match = _hidden()
    minutes = forms.IntegerField(
        label=gettext_lazy("By how many minutes"),
        min_value=1,
        max_value=720,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        error_messages={"required": gettext_lazy("Write by how many minutes.")},
    )
    reason = _reason()


class WalkOverForm(ActForm):
    """Ending a match without playing it."""

    act = "walk_over"
    match = _hidden()
    reason = _reason()
    sure = _sure(gettext_lazy("Yes, end it without a game"))


class HostForm(ActForm):
    """Giving a group to a host, by the member name."""

    act = "host"
    group = _hidden()
    name = Line(
        label=gettext_lazy("Member name of the host"),
        max_length=100,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        error_messages={"required": gettext_lazy("Write the name of a member.")},
    )


class ChoosingForm(ActForm):
    """A form with a list of matches, and of entries where it has one."""

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        matches: list[tuple[int, str]],
        entries: list[tuple[int, str]] | None = None,
    ) -> None:
        super().__init__(data)
        for name, choices in (("match", matches), ("entry", entries or [])):
            field = self.fields.get(name)
            if isinstance(field, forms.TypedChoiceField):
                field.choices = [("", _("Choose")), *choices]


class VoidForm(ChoosingForm):
    """Voiding a match."""

    act = "void"
    match = _choice(gettext_lazy("Game"))
    reason = _reason()
    again = forms.BooleanField(label=gettext_lazy("The game is played again"), required=False, initial=True)
    sure = _sure(gettext_lazy("Yes, void this game: its points fall away"))


class AdjustForm(ChoosingForm):
    """Points beside the table."""

    act = "adjust"
    match = _choice(gettext_lazy("Game"))
    entry = _choice(gettext_lazy("Player"))
    points = forms.CharField(
        label=gettext_lazy("Points"),
        max_length=12,
        widget=forms.TextInput(attrs={"inputmode": "text", "autocomplete": "off"}),
        help_text=gettext_lazy("For example 0.5 or -1."),
        error_messages={"required": gettext_lazy("Write how many points.")},
    )
    reason = _reason()

    def clean_points(self) -> int:
        """Read points as cents: with a point or a comma, two digits after it at most."""
        found = _POINTS.fullmatch("".join(str(self.cleaned_data["points"]).split()))
        if found is None:
            raise forms.ValidationError(_("This is no number of points. Write it as 0.5 or -1."))
        sign, whole, rest = found.groups()
        cents = int(whole) * 100 + int((rest or "").ljust(2, "0"))
        return -cents if sign in ("-", "\u2212") else cents


class CloseForm(ActForm):
    """Closing entries before their time."""

    act = "close"
    sure = _sure(gettext_lazy("Yes, close entries now and draw the groups"))


class CallOffForm(ActForm):
    """Calling the tournament off."""

    act = "call_off"
    reason = _reason()
    sure = _sure(gettext_lazy("Yes, call the tournament off"))


class GroupForm(ActForm):
    """Taking or declining a group that was offered."""

    act = "take"
    group = _hidden()


class DeclineForm(GroupForm):
    """Declining a group."""

    act = "decline"


class RescoreForm(ActForm):
    """Counting all points anew."""

    act = "rescore"
