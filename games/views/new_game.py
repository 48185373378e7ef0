"""Opening a game, in three steps with a summary of the rules beside them.

All three steps are one form, of which one step is shown: what was typed in the others goes along,
so nothing is lost on the way forth and back, with or without script. Only the last button opens the game.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, cast

from django.contrib import messages
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext_lazy, pgettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.decorators import MemberRequest, member_required
from common.refusal import Refusal
from games import balance_words, rules_words, services
from games.engine.composition import Composition, suggested
from games.forms import NewGameForm
from games.views import base
from games.views.create import FORM_KNOWN, table_context

STEPS = (gettext_lazy("The game"), gettext_lazy("Times and rules"), gettext_lazy("Roles"))
LAST = len(STEPS)
# The fields of the first step; the composition is the third, and the options are the second.
FIRST = ("title", "theme", "description", "language", "preset", "deadline_at", "timezone")

# Ways to pace a game: what a button puts into the fields of times.
PACES: dict[str, tuple[Any, dict[str, str]]] = {
    "calm": (
        gettext_lazy("Calm: 48 hours a day"),
        {"day": "48h", "night": "24h", "last_word": "4h", "runoff": "12h", "deal": "24h", "weekly_pause": ""},
    ),
    "brisk": (
        gettext_lazy("Brisk: 24 hours a day"),
        {"day": "24h", "night": "12h", "last_word": "2h", "runoff": "6h", "deal": "12h", "weekly_pause": ""},
    ),
    "weekends": (
        gettext_lazy("Calm, weekends off"),
        {
            "day": "48h",
            "night": "24h",
            "last_word": "4h",
            "runoff": "12h",
            "deal": "24h",
            "weekly_pause": "Sat 00:00 - Mon 00:00",
        },
    ),
    "evening": (
        gettext_lazy("One evening: 20 minutes a day"),
        {"day": "20m", "night": "10m", "last_word": "3m", "runoff": "5m", "deal": "10m", "weekly_pause": ""},
    ),
}


def _form(request: HttpRequest, data: Mapping[str, Any] | None, at: datetime) -> NewGameForm:
    return NewGameForm(
        data,
        now=at,
        zone=timezone.get_current_timezone(),
        table=suggested(),
        language=(get_language() or "ru")[:2],
    )


@require_http_methods(["GET", "HEAD", "POST"])
@member_required
def create(request: HttpRequest) -> HttpResponse:
    """Open a game: a member becomes its host."""
    at = base.now()
    if request.method != "POST":
        return _page(request, _form(request, None, at), 1, at)
    step, go = _step(request.POST.get("step")), request.POST.get("go", "open")
    data = request.POST.copy()
    if go in PACES:
        data.update(PACES[go][1])
        form = _form(request, data, at)
        _only(form, lambda name: False)
        return _page(request, form, step, at)
    form = _form(request, data, at)
    if go == "open":
        return _open(request, form, at)
    if go != "next":
        # Back, to a named step, or only the rules anew: nothing is judged on the way.
        _only(form, lambda name: False)
        to = step - 1 if go == "back" else _step(go, step)
        return _page(request, form, max(1, to), at)
    _only(form, lambda name: step_of(name) == step)
    if form.errors:
        return _page(request, form, step, at, status=422)
    return _page(request, form, min(LAST, step + 1), at)


def _open(request: HttpRequest, form: NewGameForm, at: datetime) -> HttpResponse:
    member = cast(MemberRequest, request).member
    once = f"new:{member.pk}:{(base.sent_key(request) or '')[:64].encode().hex()}"
    if (slug := cache.get(once)) is not None:
        return base.go(reverse("games:table", args=[slug]))
    if not form.is_valid() or form.deadline is None or form.composition is None:
        wrong = [step_of(name) for name in form.errors]
        return _page(request, form, min(wrong, default=1), at, status=422)
    try:
        game = services.create_game(
            host=member,
            title=form.cleaned_data["title"],
            theme=form.cleaned_data["theme"],
            description=form.cleaned_data["description"],
            language=form.cleaned_data["language"],
            ruleset=form.rules,
            composition=form.composition,
            deadline=form.deadline,
            at=at,
        )
    except Refusal as refusal:
        return _page(request, form, LAST, at, status=422, refused=base.sentence(refusal))
    cache.set(once, game.slug, FORM_KNOWN)
    messages.success(request, _("The sign-up is open. Your desk has all that a host needs."))
    return base.go(reverse("games:table", args=[game.slug]))


@require_POST
@member_required
def summary(request: HttpRequest) -> HttpResponse:
    """The rules in words as the form stands, for an open page. What can't be read yet is said so."""
    form = _form(request, request.POST, base.now())
    return base.page(request, "games/_summary.html", _summary(form))


def step_of(name: str) -> int:
    """Return the step that a field stands in; what belongs to no field stands in the first."""
    return 1 if name in FIRST or name == "__all__" else LAST if name == "composition" else 2


def _step(text: str | None, default: int = 1) -> int:
    number = base.number(text)
    return number if number is not None and 1 <= number <= LAST else default


def _only(form: NewGameForm, wanted: Any) -> None:
    """Judge the form, and keep what is wrong with the wanted fields alone."""
    for name in [name for name in form.errors if not wanted(name)]:
        del form.errors[name]


def _summary(form: NewGameForm) -> dict[str, Any]:
    """Return the rules in words as far as they can be read, what is lopsided, and what can't be read yet."""
    judged = form
    if not form.is_bound:
        # The usual values, judged as if they had been typed.
        judged = type(form)(
            _initial(form), now=form.now, zone=form.zone, table=suggested(), language=str(form["language"].initial)
        )
    errors = {name: list(texts) for name, texts in judged.errors.items()}
    composition = judged.composition or Composition(())
    unread = [judged.fields[name].label for name in errors if name in judged.fields and step_of(name) == 2]
    return {
        "sections": rules_words.rules_of(judged.rules, composition),
        "warnings": [*errors.get("composition", ()), *balance_words.warnings_of(judged.rules, composition)],
        "unread": unread,
    }


def _initial(form: NewGameForm) -> dict[str, Any]:
    """Return the form's usual values as a browser would send them."""
    data: dict[str, Any] = {}
    for bound in form:
        value = bound.initial
        if bound.name == "composition":
            for number, row in enumerate(value or []):
                data |= {f"row-{number}-{key}": text for key, text in row.items()}
        elif isinstance(value, bool):
            data |= {bound.name: "on"} if value else {}
        else:
            data[bound.name] = "" if value is None else str(value)
    return data


def _page(
    request: HttpRequest, form: NewGameForm, step: int, at: datetime, *, status: int = 200, refused: str = ""
) -> HttpResponse:
    shown = _summary(_form(request, request.POST, at) if form.is_bound and not form.errors else form)
    context = {
        "form": form,
        "key": base.sent_key(request) or base.form_key(),
        "as_name": cast(MemberRequest, request).member.name,
        "refused": refused,
        "step": step,
        "last": LAST,
        "steps": [
            {"number": number, "title": title, "here": number == step, "wrong": _wrong(form, number)}
            for number, title in enumerate(STEPS, start=1)
        ],
        "paces": [(name, label) for name, (label, _values) in PACES.items()],
        "step_title": STEPS[step - 1],
        "step_said": pgettext("new game", "Step %(n)d of %(all)d") % {"n": step, "all": LAST},
        **table_context(form),
        **shown,
    }
    return base.page(request, "games/create.html", context, status)


def _wrong(form: NewGameForm, number: int) -> bool:
    return form.is_bound and any(step_of(name) == number for name in form.errors)


urlpatterns = [
    path("games/new/", create, name="create"),
    path("games/new/summary/", summary, name="create_summary"),
]
