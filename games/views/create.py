"""A game's rules in words, and what the host may still change of them."""

from datetime import datetime

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from common.refusal import Refusal
from games import brief_words, rules_words, selectors, services, words
from games.engine.composition import Composition
from games.engine.options import OPTIONS
from games.engine.ruleset import Ruleset
from games.forms import changeable_now
from games.options_words import label, value_words
from games.selectors import Access
from games.set_up import SetUpForm, table_context
from games.views import base, odds

# How long a form that was sent twice is known by its key.
FORM_KNOWN = 3600


# ---------- the rules in words ----------


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The rules of a game, written out in words; anybody may read them."""
    access, at = selectors.access(slug, request.user), base.now()
    view = selectors.view_for(access, at)
    ruleset, composition = Ruleset.restore(access.game.options), Composition.from_json(access.game.composition)
    context = base.game_context(access, view, at)
    context |= {
        "sections": rules_words.rules_of(ruleset, composition),
        "roles": [(role, words.capital(words.role(role))) for role in rules_words.roles_in(composition)],
        "table": rules_words.table_of(ruleset, composition),
        "brief": brief_words.of_rules(ruleset),
        "may_change": access.host and bool(changeable_now(view.phase)) and not _is_over(view.phase),
        "checkable": _is_over(view.phase) and bool(view.composition),
    }
    return base.page(request, "games/rules.html", context)


def _is_over(phase: str) -> bool:
    return phase in ("finished", "cancelled")


# ---------- changing what may still change ----------


@require_http_methods(["GET", "HEAD", "POST"])
def change(request: HttpRequest, slug: str) -> HttpResponse:
    """The host changes options that may still change (section 12's stars), and the composition before the deal."""
    access, at = selectors.host_access(slug, request.user), base.now()
    view = selectors.view_for(access, at)
    names = [] if _is_over(view.phase) else changeable_now(view.phase)
    present = Ruleset.restore(access.game.options)
    table = Composition.from_json(access.game.composition) if view.phase == "signup" else None
    data = request.POST if request.method == "POST" else None
    form = SetUpForm(data, base=present, names=names, table=table)
    asks, ask_at = request.POST.get("go") == odds.ASKS and table is not None, base.game_url(access, "change")
    refused = ""
    if request.method == "POST":
        try:
            base.check_as(request, access)
            if form.is_valid() and not asks:
                return _change(request, access, form, at)
        except Refusal as refusal:
            refused = base.said(refusal, access)
    if asks and not refused and request.headers.get("HX-Request"):
        return odds.answer(request, form, at, ask_at)
    context = base.game_context(access, view, at)
    context |= {"form": form, "refused": refused, "open": bool(names), "fixed": _fixed(present, names)}
    context |= table_context(form)
    if table is not None:
        context |= odds.panel(form, at, ask_at)
    wrong = request.method == "POST" and not (asks and form.is_valid() and not refused)
    return base.page(request, "games/change.html", context, 422 if wrong else 200)


def _change(request: HttpRequest, access: Access, form: SetUpForm, at: datetime) -> HttpResponse:
    """Hand the change to the game. Raises Refusal."""
    services.change_options(
        game=access.game, host=access.persona, options=form.options, composition=form.composition, at=at
    )
    messages.success(request, _("Saved. The rules of the game say it in words."))
    return base.go(base.game_url(access, "rules"))


def _fixed(ruleset: Ruleset, names: list[str]) -> list[tuple[str, str]]:
    """Return what can't be changed any more, with its value."""
    return [
        (label(name), value_words(name, getattr(ruleset, name)))
        for name in OPTIONS
        if name not in names and getattr(ruleset, name) is not None
    ]


urlpatterns = [
    path("games/<slug:slug>/rules/", rules, name="rules"),
    path("games/<slug:slug>/desk/options/", change, name="change"),
]
