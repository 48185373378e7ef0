"""Acts that a role or a side brings along: the mafia's choice of a boss, and the mayor's declaration.

Whoever has nothing to do with them is refused like at any other form: nothing here tells who might.
"""

from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.http import require_POST

from common.refusal import Refusal
from games import selectors, services
from games.views import base
from games.views.letters import draw_room, room_url
from games.views.table_page import render_table


@require_POST
def boss(request: HttpRequest, slug: str) -> HttpResponse:
    """Say whom one wants as the mafia's boss (`target`), from their room; a refusal is said there."""
    access, at = selectors.access(slug, request.user), base.now()
    try:
        base.check_as(request, access)
        if access.seat is None:
            raise Refusal("not_in_game")
        target = base.sent_target(request)
        services.choose_boss(game=access.game, seat=access.seat.number, target=target, at=at)
    except Refusal as refusal:
        room = draw_room(request, access, at, base.said(refusal, access))
        return room or render_table(request, access, at, status=422, form="boss", refusal=refusal)
    return base.go(room_url(access))


@require_POST
def declare(request: HttpRequest, slug: str) -> HttpResponse:
    """Declare an office before all, once: asked once more, since it can't be taken back (`confirm`)."""
    access, at = selectors.access(slug, request.user), base.now()
    try:
        base.check_as(request, access)
        if access.seat is None:
            raise Refusal("not_in_game")
        view = selectors.view_for(access, at)
        if "confirm" not in request.POST and view.mine is not None and "declare" in view.mine.can:
            fields = {"confirming": base.hidden(access, confirm=1)}
            return base.page(request, "games/declare.html", {**base.game_context(access, view, at), **fields})
        services.declare_mayor(game=access.game, seat=access.seat.number, at=at)
    except Refusal as refusal:
        return render_table(request, access, at, status=422, form="declare", refusal=refusal)
    return base.go(base.game_url(access))


urlpatterns = [
    path("games/<slug:slug>/boss/", boss, name="boss"),
    path("games/<slug:slug>/declare/", declare, name="declare"),
]
