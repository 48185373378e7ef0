"""Showing the host a post of the thread, or a letter that one may read, with a reason (`rules.md` section 7)."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.models import Persona, User
from common.refusal import Refusal
from forum.models import Post, Thread
from games import selectors, services
from games.selectors import Access
from games.services import complaints
from games.views import base, thread

read_or_write = require_http_methods(["GET", "HEAD", "POST"])


@dataclass(frozen=True, slots=True)
class Place:
    """Where the post stands: its thread, the address of the page, and the token of a conversation ("": the thread)."""

    thread: Thread
    url: str
    token: str = ""


@read_or_write
def report(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the host a post of the thread (`post`, its number). Readers without account or name are sent to get one."""
    access = selectors.access(slug, request.user)
    if access.host or not access.game.rings:
        raise Http404
    back = {"next": request.get_full_path()}
    if not isinstance(request.user, User):
        return base.private(HttpResponseRedirect(f"{reverse('account_login')}?{urlencode(back)}"))
    if access.persona is None:
        return base.private(HttpResponseRedirect(f"{reverse('accounts:name')}?{urlencode(back)}"))
    return _answer(request, access, access.persona, Place(access.game.thread, base.game_url(access)))


@read_or_write
def report_letter(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """Show the host a letter (`post`, its number in the conversation), and nothing else of the conversation."""
    access = selectors.seat_access(slug, request.user)
    assert access.seat is not None, "only players come here"
    found = complaints.letters_of(access.game, access.seat.persona, token) if access.game.rings else None
    if found is None:
        raise Http404
    return _answer(
        request, access, access.seat.persona, Place(found, base.game_url(access, "letter", token=token), token)
    )


def _answer(request: HttpRequest, access: Access, reporter: Persona, place: Place) -> HttpResponse:
    number = base.number(request.GET.get("post") or request.POST.get("post")) or 0
    try:
        post = complaints.reportable(access.game, place.thread, reporter, number)
    except Refusal:
        raise Http404 from None
    if request.method != "POST":
        return _page(request, access, place, post)
    reason, at = base.typed(request, "text"), base.now()
    sent: dict[str, Any] = {"game": access.game, "reporter": reporter, "number": number, "reason": reason, "at": at}
    try:
        base.check_as(request, access)
        if place.token:
            services.report_letter(**sent, token=place.token)
        else:
            services.report_post(**sent)
    except Refusal as refusal:
        return _page(request, access, place, post, reason, base.said(refusal, access))
    messages.success(request, _("The host is told. Nobody else is."))
    return base.go(f"{place.url}?post={number}#p{number}")


def _page(
    request: HttpRequest, access: Access, place: Place, post: Post, reason: str = "", refused: str = ""
) -> HttpResponse:
    at = base.now()
    reading = thread.Reading(url=place.url, host=access.game.host_id, messages=bool(place.token))
    context = base.game_context(access, selectors.view_for(access, at), at) | {
        "post": thread.to_html([post], reading),
        "is_letter": bool(place.token),
        "back": f"{place.url}?post={post.number}#p{post.number}",
        "action": request.path,
        "hidden": base.hidden(access, post=post.number),
        "text": reason,
        "refused": refused,
        "limit": complaints.LONGEST_REASON,
    }
    return base.page(request, "games/report.html", context, 422 if refused else 200)


urlpatterns = [
    path("games/<slug:slug>/report/", report, name="report"),
    path("games/<slug:slug>/letters/<str:token>/report/", report_letter, name="report_letter"),
]
