"""The forms of the host's desk. What may be chosen comes from what the host sees; services judge the rest."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.values import parse_duration

# A phase moved by more than this is a slip of the hand, not a plan.
MOST_TIME = timedelta(days=90)
LONGEST_REASON = 1000
Seats = Sequence[tuple[int, str]]


class DeskForm(forms.Form):
    """A form of one act. Ids carry the act's name: several of them stand on one page.

    `seats` are the (number, nickname) pairs that may be chosen.
    """

    act = ""

    def __init__(self, data: Mapping[str, Any] | None = None, *, seats: Seats = ()) -> None:
        super().__init__(data, auto_id=f"{self.act}-%s", label_suffix="")
        field = self.fields.get("seat")
        if isinstance(field, forms.TypedChoiceField):
            field.choices = [("", _("Choose a player")), *seats]


def _seat_field() -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        label=gettext_lazy("Player"),
        coerce=int,
        error_messages={
            "required": gettext_lazy("Choose a player."),
            "invalid_choice": gettext_lazy("This player is not on the list any more. Choose again."),
        },
    )


class TimeForm(DeskForm):
    """More time for the open phase, or (by the other button) less. `moved` tells a form sent twice."""

    act = "extend"
    by = forms.CharField(
        label=gettext_lazy("By how much"),
        max_length=40,
        help_text=gettext_lazy("For example 2h, 90m, 1d 12h."),
        error_messages={"required": gettext_lazy("Write by how much, for example 2h.")},
    )
    way = forms.ChoiceField(choices=[("more", ""), ("less", "")], required=False)
    moved = forms.IntegerField(required=False, min_value=-(10**9), max_value=10**9, widget=forms.HiddenInput)

    def clean_by(self) -> timedelta:
        """Read the duration: more than nothing, at most 90 days."""
        by = parse_duration(self.cleaned_data["by"])
        if by is None:
            raise forms.ValidationError(_("This is no duration. Write it as 2h, 90m or 1d 12h."))
        if by <= timedelta(0):
            raise forms.ValidationError(_("This moves nothing. Write by how much, for example 2h."))
        if by > MOST_TIME:
            raise forms.ValidationError(_("A phase can be moved by at most 90 days at once."))
        return by

    def signed(self) -> timedelta:
        """Return how far the deadline moves; below zero when time is taken."""
        by: timedelta = self.cleaned_data["by"]
        return -by if self.cleaned_data.get("way") == "less" else by

    def seen_moved(self) -> timedelta:
        """Return what had been moved when the form was drawn."""
        return timedelta(seconds=self.cleaned_data.get("moved") or 0)


class PublishForm(DeskForm):
    """The report that lies ready behind the curtain, with words of the host's own or none."""

    act = "publish"
    words = forms.CharField(
        label=gettext_lazy("Your words before the report"),
        required=False,
        max_length=20_000,
        widget=forms.Textarea({"rows": 4}),
    )


class HeartForm(DeskForm):
    """A heart attack: who, and the reason that everybody reads."""

    act = "heart"
    seat = _seat_field()
    reason = forms.CharField(
        label=gettext_lazy("Reason, everybody will see it"),
        max_length=LONGEST_REASON,
        widget=forms.Textarea({"rows": 2}),
        error_messages={"required": gettext_lazy("Give a reason: the thread is told.")},
    )


class SeatForm(DeskForm):
    """A clone of the sign-up: asked for another nickname, or taken off the list."""

    act = "seat"
    seat = _seat_field()


class NotedForm(DeskForm):
    """A report that the host has looked at."""

    act = "noted"
    number = forms.IntegerField(min_value=1, max_value=2**31 - 1)


class HideForm(DeskForm):
    """A post of the thread, by its number."""

    act = "hide"
    number = forms.IntegerField(
        label=gettext_lazy("Number of the post"),
        min_value=1,
        max_value=2**31 - 1,
        widget=forms.NumberInput({"inputmode": "numeric"}),
        error_messages={"required": gettext_lazy("Write the number that stands beside the post.")},
    )


class HandForm(DeskForm):
    """The member whom the desk is offered."""

    act = "hand"
    name = forms.CharField(
        label=gettext_lazy("Member name"),
        max_length=64,
        widget=forms.TextInput({"autocomplete": "off"}),
        error_messages={"required": gettext_lazy("Write the name of a member.")},
    )
