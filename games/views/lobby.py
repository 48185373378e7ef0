"""The front page, the list of games, and taking, renaming or giving back a seat."""

from datetime import datetime

from django.contrib import messages
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.core.validators import validate_email
from django.http import HttpRequest, HttpResponse
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import entrance
from accounts import selectors as people
from accounts.models import User
from common import names
from common.refusal import Refusal
from games import listing, selectors, services, waiting
from games.models import Game, Reservation
from games.selectors import Access
from games.views import base
from games.views.table import render_table

# How many games of a kind the front page shows.
ON_FRONT = 5
LONGEST_EMAIL = 254
# How long a form that was sent twice is known by its key.
FORM_KNOWN = 3600


@require_safe
def front(request: HttpRequest) -> HttpResponse:
    """The front page: what waits for the reader, the open sign-ups, what is being played, what has ended."""
    at = base.now()
    mine = people.persona_ids_of(request.user)
    signups = listing.listed(list(listing.signups()[: ON_FRONT + 1]), mine)
    running = listing.listed(list(listing.running()[:ON_FRONT]), mine)
    own = waiting.waiting_for(request.user, at)
    context = {
        "now": at,
        "practice": next((one.game for one in own if one.game.kind == Game.Kind.PRACTICE), None),
        "show": next((one for one in running if one.game.kind == Game.Kind.SHOW), None),
        "waiting": [one for one in own if one.needed],
        "quiet": [one for one in own if not one.needed],
        "lead": next((one for one in signups if not one.mine and not one.full), None),
        "signups": signups[:ON_FRONT],
        "running": running,
        "over": listing.listed(list(listing.over()[:3]), mine),
        "signups_count": listing.signups().count(),
        "running_count": listing.running().count(),
    }
    return base.page(request, "games/front.html", context)


@require_safe
def games(request: HttpRequest) -> HttpResponse:
    """All open sign-ups and all games that are being played."""
    signups = Paginator(listing.signups(), listing.PAGE).get_page(request.GET.get("signups"))
    mine = people.persona_ids_of(request.user)
    running = Paginator(listing.running(), listing.PAGE).get_page(request.GET.get("page"))
    context = {
        "now": base.now(),
        "signups": listing.listed(list(signups), mine),
        "signups_page": signups,
        "running": listing.listed(list(running), mine),
        "running_page": running,
    }
    return base.page(request, "games/list.html", context)


# ---------- taking a seat ----------


@require_POST
def join(request: HttpRequest, slug: str) -> HttpResponse:
    """Take a seat: at once for somebody logged in, for a newcomer by a code that comes by e-mail."""
    access, at = selectors.access(slug, request.user), base.now()
    kept = {name: base.typed(request, name) for name in ("name", "announcement", "email")}
    try:
        if isinstance(request.user, User) and not request.user.is_guest:
            return _join(request, request.user, access, kept, at)
        return _reserve(request, access, kept, at)
    except Refusal as refusal:
        status = 429 if refusal.code == "rate_limited" else 422
        return render_table(request, access, at, status=status, form="join", refusal=refusal, kept=kept)


def _join(request: HttpRequest, user: User, access: Access, kept: dict[str, str], at: datetime) -> HttpResponse:
    # Nobody acts as a clone yet; but a form that was opened under another name is not this person's.
    if request.POST.get("as"):
        base.check_as(request, access)
    try:
        services.join(game=access.game, user=user, name=kept["name"], announcement=kept["announcement"], at=at)
    except Refusal as refusal:
        # The same form a second time: the seat is taken, as it was asked for.
        seat = access.seat or selectors.access(access.game.slug, user).seat
        same = seat is not None and seat.persona.name == names.clean(kept["name"])
        if refusal.code != "already_joined" or not same:
            raise
    return base.go(base.game_url(access))


def _reserve(request: HttpRequest, access: Access, kept: dict[str, str], at: datetime) -> HttpResponse:
    """Hold a seat for a visitor and mail the code. The answer is the same for every address."""
    email = _email(kept["email"])
    _limit(request, "join")
    key = base.sent_key(request)
    if (token := _known(key)) is not None:
        return base.go(base.game_url(access, "join_code", token=token))
    _limit(request, "join_letter", email, dry_run=True)
    # Whoever starts again in this browser gives back what was held for the first try.
    earlier = request.session.get(_held_key(access))
    if earlier:
        services.give_back_reservation(game=access.game, token=earlier)
    try:
        held, code = services.reserve(
            game=access.game, email=email, name=kept["name"], announcement=kept["announcement"], at=at
        )
    except Refusal:
        if (token := _known(key)) is not None:
            return base.go(base.game_url(access, "join_code", token=token))
        raise
    _limit(request, "join_letter", email)
    if key:
        cache.set(_form_key(key), held.token, FORM_KNOWN)
    request.session[_held_key(access)] = held.token
    entrance.mail_code(email, code)
    return base.go(base.game_url(access, "join_code", token=held.token))


def _email(typed: str) -> str:
    """Return a typed address, cleaned. Raises `email_invalid`."""
    email = typed.strip().lower()
    try:
        validate_email(email)
    except ValidationError:
        raise Refusal("email_invalid") from None
    if len(email) > LONGEST_EMAIL:
        raise Refusal("email_invalid")
    return email


def _limit(request: HttpRequest, action: str, key: str | None = None, dry_run: bool = False) -> None:
    """Count a try. Raises `rate_limited` for too many."""
    if not entrance.may_try(request, action, key, dry_run=dry_run):
        raise Refusal("rate_limited")


def _form_key(key: str) -> str:
    return f"join:{key[:64].encode().hex()}"


def _known(key: str | None) -> str | None:
    """Return the token of the seat that this very form has held already."""
    found: str | None = cache.get(_form_key(key)) if key else None
    return found


def _held_key(access: Access) -> str:
    return f"held:{access.game.slug}"


@require_http_methods(["GET", "HEAD", "POST"])
def join_code(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """The page for the code from the letter; the right code takes the held seat and logs in."""
    access, at = selectors.access(slug, request.user), base.now()
    if "again" in request.POST:
        return _start_again(request, access, token, at)
    held = selectors.reservation(access.game, token, at)
    if held is None:
        messages.warning(request, _("The held seat is free again. Begin the sign-up anew."))
        return base.go(base.game_url(access))
    refusal, code = None, base.typed(request, "code")[:40]
    if request.method == "POST":
        try:
            _limit(request, "join_code")
            guest = request.user if isinstance(request.user, User) and request.user.is_guest else None
            user, _seat = services.confirm_reservation(token=token, code=code, at=at, guest=guest)
        except Refusal as refused:
            refusal = refused
        else:
            request.session.pop(_held_key(access), None)
            entrance.log_in(request, user)
            messages.success(request, _("The seat is yours."))
            return base.go(base.game_url(access))
    return _code_page(request, access, held, code, refusal)


def _code_page(
    request: HttpRequest, access: Access, held: Reservation, code: str, refusal: Refusal | None
) -> HttpResponse:
    context = {
        "game": access.game,
        "held": held,
        "code": code,
        "refused": base.said(refusal, access) if refusal else "",
        "known": refusal is not None and refusal.code in ("already_joined", "host_cannot_play"),
    }
    status = 200 if refusal is None else 429 if refusal.code == "rate_limited" else 422
    return base.page(request, "games/join_code.html", context, status)


def _start_again(request: HttpRequest, access: Access, token: str, at: datetime) -> HttpResponse:
    """Give the held seat back and show the form with what was typed, to mend an address or a nickname."""
    held = services.give_back_reservation(game=access.game, token=token)
    request.session.pop(_held_key(access), None)
    if held is None:
        return base.go(base.game_url(access))
    kept = {"name": held.persona.name, "announcement": held.announcement, "email": held.email}
    return render_table(request, access, at, form="join", kept=kept)


# ---------- one's own seat ----------


@require_POST
def withdraw(request: HttpRequest, slug: str) -> HttpResponse:
    """Give the seat back, until the deal."""
    access, at = selectors.access(slug, request.user), base.now()
    try:
        base.check_as(request, access)
        if access.seat is None:
            raise Refusal("not_in_game")
        services.withdraw(game=access.game, seat=access.seat.number, at=at)
    except Refusal as refusal:
        return render_table(request, access, at, status=422, form="withdraw", refusal=refusal)
    messages.success(request, _("The seat is given back, the nickname is free again."))
    return base.go(base.game_url(access))


@require_POST
def rename(request: HttpRequest, slug: str) -> HttpResponse:
    """Take another nickname, until the deal."""
    access, at = selectors.access(slug, request.user), base.now()
    kept = {"name": base.typed(request, "name")}
    try:
        base.check_as(request, access)
        if access.seat is None:
            raise Refusal("not_in_game")
        services.rename(game=access.game, seat=access.seat.number, name=kept["name"], at=at)
    except Refusal as refusal:
        return render_table(request, access, at, status=422, form="rename", refusal=refusal, kept=kept)
    return base.go(reverse("games:table", args=[slug]))


urlpatterns = [
    path("", front, name="front"),
    path("games/", games, name="list"),
    path("games/<slug:slug>/join/", join, name="join"),
    path("games/<slug:slug>/join/<str:token>/", join_code, name="join_code"),
    path("games/<slug:slug>/withdraw/", withdraw, name="withdraw"),
    path("games/<slug:slug>/rename/", rename, name="rename"),
]
