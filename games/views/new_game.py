"""Opening a game, in three steps, with its rules in words beside them.

All three steps are one form, of which one is shown: what was typed in the others goes along, with or
without script. Every button sends the whole form. It is kept in the session as a draft, and the reader
is sent on to the address of a step: so the browser's own buttons lose nothing either. Only the last
button opens the game.
"""

from collections.abc import Callable, Mapping
from typing import Any, cast

from django.contrib import messages
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.decorators import MemberRequest, member_required
from common import clock_words
from common.refusal import Refusal
from games import brief_words, rules_words, services
from games.engine.clock import zone
from games.engine.composition import Composition, suggested
from games.engine.options import OPTIONS
from games.engine.ruleset import FORUM, PRESETS, read
from games.forms import NewGameForm
from games.options_words import typed
from games.paces import PACES, WAYS, pace_of, theme_of
from games.set_up import COUNTED, MOST_ROWS, table_context
from games.views import base, odds
from games.views.create import FORM_KNOWN

STEPS = (gettext_lazy("The game"), gettext_lazy("Times and rules"), gettext_lazy("Roles"))
LAST = len(STEPS)
# The fields of the first step; the composition is the third, and the options are the second.
FIRST = ("title", "theme", "description", "language", "preset", "deadline_at", "timezone")

# Where the session keeps the form, and how many letters of it at most.
DRAFT, MOST_KEPT = "new_game", 60_000
DRAFTED = frozenset(
    (
        *NewGameForm.base_fields,
        *OPTIONS,
        odds.FIELD,
        *(f"row-{number}-{key}" for number in range(MOST_ROWS) for key in ("players", *COUNTED)),
    )
)
# The buttons that choose a preset.
WAY_BUTTONS = {f"way-{name}": name for name in WAYS}
# How long an opening may take, for a form that is sent twice at the same moment.
OPENING = 60


@require_http_methods(["GET", "HEAD", "POST"])
@member_required
def create(request: HttpRequest) -> HttpResponse:
    """Open a game: a member becomes its host."""
    if request.method == "POST":
        return _sent(request)
    draft = request.session.get(DRAFT) or {}
    fields = draft.get("fields")
    step = _step(request.GET.get("step")) if fields else 1
    found = bool(fields) and "step" not in request.GET
    return _page(request, fields, step, key=draft.get("key", ""), found=found)


def _sent(request: HttpRequest) -> HttpResponse:
    """Answer a button of the form; without one it is the last."""
    step, go, fields = _step(request.POST.get("step")), request.POST.get("go", "open"), _fields(request)
    if go == "anew":
        request.session.pop(DRAFT, None)
        return base.go(reverse("games:create"))
    if go == "open":
        return _open(request, fields)
    if go in WAY_BUTTONS:
        return _go_on(request, _with_way(fields, WAY_BUTTONS[go]), step, "#way")
    if go in PACES:
        fields |= {name: _as_typed(name, text) for name, text in PACES[go].options.items()}
        return _go_on(request, fields, step, "#pace")
    if go == "next":
        if any(step_of(name) == step for name in _form(fields).errors):
            return _refused(request, fields, step, lambda name: step_of(name) == step)
        return _go_on(request, fields, min(LAST, step + 1))
    if go == "back":
        return _go_on(request, fields, max(1, step - 1))
    # To a named step; the one that is open means: show me the rules.
    to = _step(go, step)
    return _go_on(request, fields, to, "#rules" if to == step else "")


def _with_way(fields: dict[str, str], way: str) -> dict[str, str]:
    """Return the form with every option as the preset has it; zone and what is said of the game stay."""
    rules = PRESETS[way]
    kept = {name: text for name, text in fields.items() if name not in OPTIONS or name == "timezone"}
    for name in OPTIONS:
        value = getattr(rules, name)
        if name == "timezone" or value is False:
            continue
        kept[name] = "on" if value is True else typed(name, value)
    _title, theme = theme_of(base.now().astimezone(timezone.get_current_timezone()).date())
    if rules.names == "member" and kept.get("theme", "").strip() == str(theme):
        # The suggestion of the day is for clones.
        kept["theme"] = ""
    return kept | {"preset": way}


def _as_typed(name: str, text: str) -> str:
    """Return an option of a pace as the reader would type it."""
    rules, _problems = read(FORUM, {name: text})
    return typed(name, getattr(rules, name))


def _open(request: HttpRequest, fields: dict[str, str]) -> HttpResponse:
    """Open the game, or show the first step in which something is wrong."""
    member = cast(MemberRequest, request).member
    once = f"new:{member.pk}:{(base.sent_key(request) or '')[:64].encode().hex()}"
    if slug := cache.get(once):
        return base.go(reverse("games:table", args=[slug]))
    form = _form(fields)
    if not form.is_valid() or form.deadline is None or form.composition is None:
        step = min((step_of(name) for name in form.errors), default=1)
        return _refused(request, fields, step, lambda name: True)
    if base.sent_key(request) and not cache.add(once, "", OPENING):
        # The same form is being answered at this moment: the game will stand in the list.
        messages.info(request, _("This game is being opened already. It will stand in the list at once."))
        return base.go(reverse("games:list"))
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
            at=form.now,
        )
    except Refusal as refusal:
        cache.delete(once)
        return _page(request, fields, LAST, status=422, refused=base.sentence(refusal))
    cache.set(once, game.slug, FORM_KNOWN)
    request.session.pop(DRAFT, None)
    messages.success(request, _("The sign-up is open. Your desk has all that a host needs."))
    return base.go(reverse("games:table", args=[game.slug]))


@require_POST
@member_required
def summary(request: HttpRequest) -> HttpResponse:
    """The parts of an open page that tell the rules as the form stands. What can't be read yet is said so."""
    step, form = _step(request.POST.get("step")), _form(_fields(request))
    if request.POST.get("go") == odds.ASKS:
        form.is_valid()
        return odds.answer(request, form, base.now(), reverse("games:create_summary"))
    return base.page(request, "games/_setup_parts.html", _told(form, step) | {"oob": True})


# ---------- the form and its draft ----------


def _fields(request: HttpRequest) -> dict[str, str]:
    """Return what was sent, without NULs."""
    return {name: text.replace("\0", "") for name, text in request.POST.dict().items()}


def _form(fields: Mapping[str, str] | None) -> NewGameForm:
    return NewGameForm(
        fields,
        now=base.now(),
        zone=timezone.get_current_timezone(),
        table=suggested(),
        language=(get_language() or "ru")[:2],
    )


def step_of(name: str) -> int:
    """Return the step that a field stands in; what belongs to no field stands in the first."""
    return 1 if name in FIRST or name == "__all__" else LAST if name == "composition" else 2


def _step(text: str | None, default: int = 1) -> int:
    number = base.number(text)
    return number if number is not None and 1 <= number <= LAST else default


def _keep(request: HttpRequest, fields: Mapping[str, str]) -> bool:
    """Keep what was sent as the draft of this session; say whether it could be kept whole."""
    kept = {name: text for name, text in fields.items() if name in DRAFTED}
    if sum(len(name) + len(text) for name, text in kept.items()) > MOST_KEPT:
        return False
    request.session[DRAFT] = {"key": (base.sent_key(request) or base.form_key())[:64], "fields": kept}
    return True


def _refused(request: HttpRequest, fields: dict[str, str], step: int, judged: Callable[[str], bool]) -> HttpResponse:
    """Show a step with what is wrong; the draft stands at an address of its own, to which one may come back."""
    at = _address(step) if _keep(request, fields) else ""
    return _page(request, fields, step, status=422, judged=judged, at=at)


def _address(step: int) -> str:
    return f"{reverse('games:create')}?step={step}"


def _go_on(request: HttpRequest, fields: dict[str, str], step: int, place: str = "") -> HttpResponse:
    """Send the reader to a step of the draft; what is too long to be kept is shown on the spot."""
    if _keep(request, fields):
        return base.go(_address(step) + place)
    return _page(request, fields, step)


# ---------- the page ----------


def _told(form: NewGameForm, step: int) -> dict[str, Any]:
    """Return the set-up in words, as far as it can be read: the rules, in short and whole, and what to think of."""
    wrong = []
    for name, texts in form.errors.items():
        called = str(form.fields[name].label) if name in form.fields else ""
        wrong += [(called, text) for text in texts]
    composition = form.composition or Composition(())
    table = table_context(form, form.signup_ends())
    facts = brief_words.of_new_game(form.rules, composition, form.deadline)
    if step == LAST:
        facts = [*_about(form), *facts]
    if step == LAST:
        table |= odds.panel(form, base.now(), reverse("games:create_summary"))
    else:
        table |= odds.carried(form)
    until = clock_words.with_zone(form.deadline, zone(form.rules.timezone), year=True) if form.deadline else ""
    return {
        "sections": rules_words.rules_of(form.rules, composition),
        "facts": facts,
        "wrong": wrong,
        "until": until,
        "step": step,
        "last": LAST,
        **table,
    }


def _about(form: NewGameForm) -> list[tuple[str, str]]:
    """Return what the first step says of the game, for a last look."""
    found = []
    for name in ("title", "theme"):
        text = str(form[name].value() or "").strip()
        if text:
            found.append((str(form.fields[name].label), text[:80]))
    return found


def _page(
    request: HttpRequest,
    fields: Mapping[str, str] | None,
    step: int,
    *,
    key: str = "",
    status: int = 200,
    judged: Callable[[str], bool] = lambda name: False,
    refused: str = "",
    found: bool = False,
    at: str = "",
) -> HttpResponse:
    """Draw a step. Of what is wrong only the fields that are `judged` are shown it; the rest stands in the summary."""
    form = _form(fields)
    told = _told(form, step)
    wrong = {step_of(name) for name in form.errors}
    for name in [name for name in form.errors if not judged(name)]:
        del form.errors[name]
    shown = wrong if status == 422 else {number for number in wrong if number < step}
    context = told | {
        "form": form,
        "key": key or base.sent_key(request) or base.form_key(),
        "as_name": cast(MemberRequest, request).member.name,
        "refused": refused,
        "found": found,
        "at": at,
        "steps": [
            {"number": number, "title": title, "here": number == step, "wrong": number in shown}
            for number, title in enumerate(STEPS, start=1)
        ],
        "way": form.way,
        "ways": list(WAYS.values()),
        "pace": pace_of(form.rules),
        "paces": [pace for pace in PACES.values() if pace.way == form.way],
        "step_title": STEPS[step - 1],
        "step_number": step,
    }
    return base.page(request, "games/create.html", context, status)


urlpatterns = [
    path("games/new/", create, name="create"),
    path("games/new/summary/", summary, name="create_summary"),
]
