"""The rooms of the dead and of the onlookers (option `graveyard`): to enter, to read, to write.

The living find nothing here before the end of the game: the same 404 as in a game without these rooms.
Which seat a person has is asked of the owner (`selectors.access`), whatever else that person is called.
"""

from typing import Any, cast

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from common.refusal import Refusal
from forum import selectors as forum
from forum.models import Post, Thread
from games import selectors, services
from games.engine.state import OVER
from games.models import Room
from games.selectors import Access
from games.views import base
from games.views.conversation import Talk, answer, notice
from games.views.mailbox import may_enter
from games.views.table_page import render_table

read_or_write = require_http_methods(["GET", "HEAD", "POST"])


@read_or_write
def dead(request: HttpRequest, slug: str) -> HttpResponse:
    """The room of the dead: whoever has left the game writes here, the host reads."""
    access, at = selectors.access(slug, request.user), base.now()

    def send(text: str, key: str | None) -> Post:
        if access.seat is None:
            raise Refusal("not_in_game")
        return services.write_among_dead(game=access.game, seat=access.seat.number, source=text, at=at, key=key)

    room = _room(access, Room.Kind.DEAD)
    seen_by = _("seen by those who are out of the game, and by the host")
    return answer(request, access, at, _talk(access, room, "dead", _("The room of the dead"), seen_by, send))


@read_or_write
def onlookers(request: HttpRequest, slug: str) -> HttpResponse:
    """The room of the onlookers: members without a seat who have entered write here, the host reads."""
    access, at = selectors.access(slug, request.user), base.now()

    def send(text: str, key: str | None) -> Post:
        if not isinstance(request.user, User):
            raise Refusal("not_in_game")
        return services.write_among_onlookers(game=access.game, user=request.user, source=text, at=at, key=key)

    room = _room(access, Room.Kind.ONLOOKERS)
    # Neither who is in it nor how many: somebody who takes a seat leaves it, and nobody must notice.
    seen_by = _("seen by onlookers and the host")
    return answer(request, access, at, _talk(access, room, "onlookers", _("The room of the onlookers"), seen_by, send))


@require_POST
def look_on(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter the room of the onlookers; a visitor is sent to the log-in first, a person without a name to choose one."""
    access, at = selectors.access(slug, request.user), base.now()
    if not may_enter(access):
        raise Http404
    if (first := base.to_a_name(request, access, base.game_url(access))) is not None:
        return first
    try:
        base.check_as(request, access)
        services.enter_onlookers(game=access.game, user=cast(User, request.user), at=at)
    except Refusal as refusal:
        return render_table(request, access, at, status=422, form="look_on", refusal=refusal)
    return base.go(base.game_url(access, "onlookers"))


def _room(access: Access, kind: str) -> Room:
    room = selectors.graveyard_of(access).get(kind)
    if room is None:
        raise Http404
    return room


def _talk(access: Access, room: Room, name: str, title: str, seen_by: str, send: Any) -> Talk:
    about = {
        "title": title,
        "names": [],
        "seen_by": seen_by,
        "open_to_all": room.thread.readers == Thread.Readers.EVERYBODY,
        "heading": _("Your post"),
    }
    return Talk(room.thread, access.persona, name, send, lambda _view: about, _closed(access, room), rings=room.kind)


def _closed(access: Access, room: Room) -> dict[str, Any] | None:
    """Say why this reader does not write here, or nothing."""
    if access.game.phase in OVER:
        return notice(_("The game is over"), _("What was written here stays to be read."))
    if not forum.may_post(room.thread, access.persona):
        return notice(_("You read along"), _("The host reads here and does not write."))
    return None


urlpatterns = [
    path("games/<slug:slug>/dead/", dead, name="dead"),
    path("games/<slug:slug>/onlookers/", onlookers, name="onlookers"),
    path("games/<slug:slug>/onlookers/enter/", look_on, name="look_on"),
]
