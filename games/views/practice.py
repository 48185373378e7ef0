"""Play now: a practice game on the spot, without an address; its hints, and what is opened at its end."""

from django.http import HttpRequest, HttpResponse
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts import entrance
from accounts import services as accounts
from accounts.models import User
from games import hints, selectors, services, story, words
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


def hints_context(request: HttpRequest, access: Access, view: View) -> dict[str, object]:
    """Return what stands under the phase bar of a game with bots: the hint, the button for it, or whom one watches."""
    kind, seated = access.game.kind, access.seat is not None
    found = hints.hint(view) if kind == Game.Kind.PRACTICE and seated else None
    hidden = found is not None and bool(request.session.get(HIDDEN))
    return {
        "hinted": kind != Game.Kind.REAL,
        "hint": None if hidden else found,
        "hints_off": hidden,
        "onlooker": kind == Game.Kind.SHOW and not seated and view.phase not in OVER,
    }


def practice_end(access: Access, view: View) -> dict[str, object] | None:
    """Return what a practice game was for whoever played it: which side won, and its nights, opened."""
    mine = view.mine
    if access.game.kind != Game.Kind.PRACTICE or access.seat is None or mine is None or view.phase not in OVER:
        return None
    if mine.seat in view.winners:
        title = _("Your side has won")
    else:
        title = _("Your side has lost") if view.winner and view.winner != "draw" else _("Nobody has won")
    return {
        "title": title,
        "role": words.role(mine.role) if mine.role else "",
        "nights": story.nights(selectors.chronicle(access.game), access.names),
    }


urlpatterns = [
    path("play/", play, name="play"),
    path("games/<slug:slug>/hints/", show_hints, name="hints"),
]
