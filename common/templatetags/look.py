"""Template tags of the look: icons, seals, the town, times, and fields of forms.

`{% load look %}`, then
    {% icon "hand" %}  {% icon "lock" label=_("Closed") %}
    {% seal name %}  {% seal name size="s" %}  {% host_seal %}
    {% town seats slug %}
    {% when dt %}  {% when dt zone=game_tz %}  {% stamp dt %}  {% since dt %}
    {% left dt now %}  {% left dt now clock=True %}
    {% field form.title %}  {% errbox form %}
    {{ ruleset.day|duration }}  {{ ruleset.day|duration:"days" }}
    {% pager page=3 pages=9 query="?page=" %}
"""

from collections.abc import Sequence
from datetime import datetime, timedelta, tzinfo
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo

from django import template
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.forms import BaseForm, BoundField
from django.forms.widgets import CheckboxInput, CheckboxSelectMultiple, PasswordInput, RadioSelect, Select
from django.template import Context
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from common import clock_words, icons, seals, zones
from common.templatetags.drawn import drawn
from common.town import inside

register = template.Library()

SEAL_SIZES = {"s": (26, "em em-s"), "m": (40, "em"), "l": (64, "em em-l")}


@register.simple_tag
def site_name() -> str:
    """Give the name of the site: the setting SITE_NAME, or a name in the reader's language."""
    return settings.SITE_NAME or _("Town Falls Asleep")


@register.simple_tag(takes_context=True)
def scheme_now(context: Context) -> str:
    """Choose the palette: what the reader asked for, else by the phase of the game, else the reader's system."""
    scheme, phase = context.get("scheme"), context.get("phase_kind")
    if scheme in ("auto", "paper", "ink"):
        return str(scheme)
    if not phase:
        return "auto"
    return "ink" if phase == "night" else "paper"


@register.simple_tag(takes_context=True)
def current(context: Context, view_name: str) -> SafeString:
    """Mark a link of the menus as the page one is on."""
    match = getattr(context.get("request"), "resolver_match", None)
    return mark_safe(' aria-current="page"') if match and match.view_name == view_name else mark_safe("")


# ---------- pictures ----------


@register.simple_tag
def icon(name: str, label: str = "", extra: str = "") -> SafeString:
    """Draw an icon of `static/icons.svg`; alone it needs a `label`, beside a word it is hidden from readers aloud.

    Raises ValueError for a name that is not in the sprite, so that a slip is found by the first test.
    """
    return _icon(_sprite(staticfiles_storage.__class__.__name__), name, label, extra)


# A page has a hundred icons and seals. The same arguments make the same picture, so each is made once; of
# strings that are equal, one may be safe as it stands and the other not (`typed`).


@lru_cache(maxsize=4)
def _sprite(_storage: str) -> str:
    """Return the address of the icons: the same as long as the storage of static files is."""
    return static("icons.svg")


@lru_cache(maxsize=1024, typed=True)
def _icon(sprite: str, name: str, label: str, extra: str) -> SafeString:
    if name not in icons.NAMES:
        raise ValueError(f"no icon {name!r} in icons.svg")
    return format_html(
        '<svg class="ic{}" viewBox="0 0 24 24" aria-hidden="true"><use href="{}#i-{}"/></svg>{}',
        f" {extra}" if extra else "",
        sprite,
        name,
        format_html('<span class="sr">{}</span>', label) if label else "",
    )


@lru_cache(maxsize=4096, typed=True)
def _picture(code: str, size: str, eager: bool) -> SafeString:
    pixels, classes = SEAL_SIZES[size]
    return format_html(
        '<img class="{}" src="{}" width="{}" height="{}" alt=""{}>',
        classes,
        reverse("common:seal", args=[code]),
        pixels,
        pixels,
        "" if eager else mark_safe(' loading="lazy"'),
    )


@register.simple_tag
def seal(name: str, size: str = "m", eager: bool = False) -> SafeString:
    """Show the seal of a public name; the name itself always stands beside it. Sizes: s, m, l."""
    return _picture(seals.code_of(str(name)), size, eager)


@register.simple_tag
def host_seal(size: str = "m", eager: bool = False) -> SafeString:
    """Show the host's own seal, which no name can get."""
    return _picture(seals.HOST_CODE, size, eager)


@register.simple_tag(takes_context=True)
def town(context: Context, seats: Sequence[Any], slug: str, label: str = "") -> SafeString:
    """Draw the town of a game with a window for each seat, lit while it lives.

    `seats` stand in the order of their numbers: booleans, or things with an attribute `alive`.
    Without seats (a front page) it is a town by day or night and nothing more.
    """
    lit = _living(seats)
    if not label and lit:
        label = ngettext(
            "%(alive)s of %(all)s alive: that many windows are lit in the town",
            "%(alive)s of %(all)s alive: that many windows are lit in the town",
            sum(lit),
        ) % {"alive": sum(lit), "all": len(lit)}
    return format_html(
        '<svg class="town" viewBox="0 0 1200 88" preserveAspectRatio="xMidYMax slice"{}>{}</svg>',
        format_html(' role="img" aria-label="{}"', label) if label else mark_safe(' aria-hidden="true"'),
        mark_safe(inside(slug, lit, context.get("phase_kind") == "night")),  # noqa: S308 (numbers and fixed words)
    )


def _living(seats: Sequence[Any]) -> list[bool]:
    return [bool(getattr(one, "alive", one)) for one in seats or ()]


@register.simple_tag
def alive_of(seats: Sequence[Any]) -> str:
    """Write "9 of 14 alive"; `seats` as `town` takes them."""
    lit = _living(seats)
    return ngettext("%(alive)s of %(all)s alive", "%(alive)s of %(all)s alive", sum(lit)) % {
        "alive": sum(lit),
        "all": len(lit),
    }


@register.simple_tag
def tally(count: int, cells: int) -> SafeString:
    """Draw the bar of a candidate: a cell for each living player, filled ones are votes.

    Cells are elements, so no inline style is needed; over thirty seats they are parts of a picture.
    """
    cells = max(cells, count, 1)
    if cells <= 30:
        drawn = "".join('<i class="on"></i>' if n < count else "<i></i>" for n in range(cells))
        return format_html('<div class="tally" aria-hidden="true">{}</div>', mark_safe(drawn))  # noqa: S308
    drawn = "".join(
        f'<rect class="{"on" if n < count else "off"}" x="{n * 4}" width="3" height="10"/>' for n in range(cells)
    )
    return format_html(
        '<svg class="tally" viewBox="0 0 {} 10" preserveAspectRatio="none" aria-hidden="true">{}</svg>',
        cells * 4 - 1,
        mark_safe(drawn),  # noqa: S308
    )


# ---------- time ----------


def _zone(zone: "str | tzinfo | None") -> tzinfo | None:
    return ZoneInfo(zone) if isinstance(zone, str) and zone else (zone or None)


@register.simple_tag
def when(at: datetime, zone: "str | tzinfo | None" = None, year: bool = False) -> SafeString:
    """Write an instant with weekday and named zone for the reader, and in the game's zone when its clock differs."""
    return _when(at, timezone.get_current_timezone(), _zone(zone), year, get_language())


@lru_cache(maxsize=1024)
def _when(at: datetime, mine: tzinfo, theirs: tzinfo | None, year: bool, _language: str | None) -> SafeString:
    beside: str | SafeString = ""
    if theirs is not None and not clock_words.same_clock(at, mine, theirs):
        same_day = at.astimezone(mine).date() == at.astimezone(theirs).date()
        other = f"{at.astimezone(theirs):%H:%M} {zones.in_words(at, theirs)}" if same_day else None
        beside = format_html(' <span class="note">({})</span>', other or clock_words.with_zone(at, theirs))
    return format_html(
        '<time datetime="{}">{} <span class="tz">{}</span></time>{}',
        clock_words.iso(at),
        clock_words.day_and_time(at, mine, year=year),
        zones.in_words(at, mine),
        beside,
    )


@register.simple_tag
def stamp(at: datetime) -> SafeString:
    """Write "Thu 21:00" for posts and lists; the full date and zone stand in the tooltip."""
    return _stamp(at, timezone.get_current_timezone(), get_language())


@lru_cache(maxsize=4096)
def _stamp(at: datetime, zone: tzinfo, _language: str | None) -> SafeString:
    """Posts keep their times, and dates in words cost more than all else of a post: each is written once."""
    return format_html(
        '<time datetime="{}" title="{}">{}</time>',
        clock_words.iso(at),
        clock_words.with_zone(at, zone, year=True),
        clock_words.weekday_and_time(at, zone),
    )


@register.simple_tag
def since(at: datetime) -> SafeString:
    """Write "from Tuesday 12 May, 21:00" under the name of a chapter."""
    mine = timezone.get_current_timezone()
    return format_html(
        '<time datetime="{}" title="{}">{}</time>',
        clock_words.iso(at),
        clock_words.with_zone(at, mine, year=True),
        clock_words.since_when(at, mine),
    )


@register.simple_tag
def left(until: datetime, now: datetime, clock: bool = False) -> SafeString:
    """Write the time left, ticked by `js/timer.js`: "14 h 32 min", or with `clock` "14:32:08"."""
    seconds = clock_words.seconds_left(until, now)
    words = clock_words.in_words(timedelta(seconds=seconds // 60 * 60 if seconds >= 60 else seconds), days=True)
    return format_html(
        '<time role="timer" datetime="{}" data-now="{}" data-form="{}" data-units="{}" aria-label="{}">{}</time>',
        clock_words.iso(until),
        clock_words.iso(now),
        "clock" if clock else "words",
        _("d|h|min|s"),
        _("Left: %(words)s") % {"words": words},
        clock_words.clock_left(seconds) if clock else clock_words.short_left(seconds),
    )


@register.filter
def duration(length: timedelta, form: str = "") -> str:
    """Write a timedelta in words: "48 hours"; with "days", "2 days"."""
    return clock_words.in_words(length, days=form == "days")


@register.filter
def brief(length: timedelta) -> str:
    """Write a timedelta as a label does: "14 h 32 min"."""
    return clock_words.short_left(max(0, int(length.total_seconds())))


# ---------- forms ----------


@register.inclusion_tag("_field.html")
def field(bound: BoundField, label: str = "", hint: str = "") -> dict[str, Any]:
    """Draw one field: label above, hint below, error below it with an icon; the words of it are kept."""
    name, widget = bound.auto_id or bound.html_name, bound.field.widget
    single = isinstance(widget, CheckboxInput)
    many = isinstance(widget, RadioSelect | CheckboxSelectMultiple)
    described = [f"{name}-err"] if bound.errors else []
    hint = hint or str(bound.help_text or "")
    if hint:
        described.append(f"{name}-hint")
    attrs: dict[str, str | bool] = {}
    if not single and not many:
        attrs["class"] = f"{widget.attrs.get('class', '')} in".strip()
    if described:
        attrs["aria-describedby"] = " ".join(described)
    if bound.errors:
        attrs["aria-invalid"] = "true"
    return {
        "bound": bound,
        "name": name,
        "label": label or bound.label,
        "hint": hint,
        "note": getattr(bound.form, "notes", {}).get(bound.name, ""),
        "control": bound.as_widget(attrs=attrs),
        "hidden": bound.is_hidden,
        "single": single,
        "many": many,
        # A list always has a choice in it, if only "as before"; and where a usual value stands, something is needed.
        "optional": not (
            bound.field.required
            or isinstance(widget, CheckboxInput | Select)
            or bound.is_hidden
            or bound.form.get_initial_for_field(bound.field, bound.name)
        ),
    }


@register.inclusion_tag("_errbox.html")
def errbox(form: BaseForm) -> dict[str, Any]:
    """Draw the summary of all that is wrong with a form, with links to the fields."""
    general = list(form.non_field_errors())
    fields = [(bound, list(bound.errors)) for bound in form if bound.errors]
    secret = any(isinstance(bound.field.widget, PasswordInput) for bound in form)  # never sent back
    return {"general": general, "fields": fields, "count": len(general) + len(fields), "kept": not secret}


# ---------- pages of a list ----------


@register.simple_tag
def pager(page: int, pages: int, query: str = "?page=", label: str = "") -> SafeString:
    """Draw the links to the pages of a thread or list: first, last, neighbours, and gaps between."""
    shown = sorted({n for n in (1, page - 1, page, page + 1, pages) if 1 <= n <= pages})
    numbers: list[int | None] = []
    for n in shown:
        if numbers and numbers[-1] is not None and n - numbers[-1] == 2:
            numbers.append(n - 1)
        elif numbers and numbers[-1] is not None and n - numbers[-1] > 2:
            numbers.append(None)
        numbers.append(n)
    return drawn("_pager.html", page=page, pages=pages, numbers=numbers, query=query, label=label or _("Pages"))
