"""Play now: a practice game on the spot, without an address; and its hints."""

from django.http import HttpRequest, HttpResponse
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts import entrance
from accounts import services as accounts
from accounts.models import User
from games import hints, selectors, services, story
from games.engine.sight import View
from games.engine.state import OVER
from games.models import Game
from games.selectors import Access
from games.views import base

HIDDEN = "hints_hidden"


@require_POST
def play(request: HttpRequest) -> HttpResponse:
    """Lead to a practice game: a new one, or the person's own that is under way. A visitor becomes a guest."""
    here = {"language": (get_language() or "ru")[:2], "time_zone": timezone.get_current_timezone_name()}
    running = services.practice_of(request.user) if isinstance(request.user, User) else None
    if running is not None:
        return base.go(reverse("games:table", args=[running.slug]))
    if not entrance.may_try(request, "play"):
        return base.page(request, "429.html", {}, 429)
    user = request.user
    if not isinstance(user, User):
        user = accounts.make_guest(**here)
        entrance.log_in_guest(request, user)
    game = services.start_practice(user=user, at=base.now(), **here)
    return base.go(reverse("games:table", args=[game.slug]))


@require_POST
def show_hints(request: HttpRequest, slug: str) -> HttpResponse:
    """Hide the hints of practice games, or show them again, in this browser."""
    access = selectors.access(slug, request.user)
    request.session[HIDDEN] = request.POST.get("show") != "on"
    return base.go(base.game_url(access))


def practice_context(request: HttpRequest, access: Access, view: View) -> dict[str, object]:
    """Return what the page of a practice game shows besides that of any game: the hint, and the end."""
    kind = access.game.kind
    context: dict[str, object] = {"practice": kind == Game.Kind.PRACTICE}
    if kind != Game.Kind.PRACTICE or access.seat is None:
        return context | {"hint": None, "hints_off": False, "practice_end": None}
    hidden = bool(request.session.get(HIDDEN))
    found = hints.hint(view)
    return context | {
        "hint": None if hidden else found,
        "hints_off": hidden and found is not None,
        "practice_end": _end(access, view) if view.phase in OVER else None,
    }


def _end(access: Access, view: View) -> dict[str, object]:
    """Return what a practice game was: whether the reader's side has won, and the nights, opened."""
    chapters = selectors.chronicle(access.game)
    parts = story.story(chapters, access.names)
    mine = view.mine
    won = mine is not None and mine.seat in view.winners
    return {
        "title": _("Your side has won") if won else _("Your side has lost") if view.winner else _("Nobody has won"),
        "nights": [
            part for chapter, part in zip(chapters, parts, strict=True) if chapter.phase == "night" and part.lines
        ],
    }


urlpatterns = [
    path("play/", play, name="play"),
    path("games/<slug:slug>/hints/", show_hints, name="hints"),
]
