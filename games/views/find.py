"""Search: in the thread of a game, for everybody who reads it, and in a player's own letters.

Membership alone says what can be found (`forum.selectors.search`): no text, no name and no number on
these pages comes from what the reader may not read.
"""

from typing import Any
from urllib.parse import urlencode

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from forum import selectors as forum
from forum.models import Post
from games import selectors, words
from games.models import Room
from games.selectors import Access
from games.views import base, finds
from games.views.mailbox import Mailbox


@require_safe
def search(request: HttpRequest, slug: str) -> HttpResponse:
    """Find posts of the game's thread by words (`q`), maybe of one author (`by`) or of one day (`day`)."""
    access, at = selectors.access(slug, request.user), base.now()
    asked, game = finds.asked(request), access.game
    by, of_author = _author(request, access)
    day, on_day = _day(request, access)
    posts, count = forum.search(
        [game.thread], access.persona, asked.question, of_author & on_day, asked.page, finds.PAGE
    )
    shown = [finds.one(post, asked.question, url=base.game_url(access), host=game.host_id) for post in posts]
    where = {"q": asked.text, **({"by": by} if by else {}), **({"day": day} if day else {})}
    context = base.game_context(access, selectors.view_for(access, at), at)
    context |= finds.context(asked, shown, count, f"?{urlencode(where)}&page=")
    context |= {
        "authors": [("host", _("Host"), by == "host")]
        + [(str(number), name, by == str(number)) for number, name in access.names.items()],
        "days": [(number, words.phase_name("day", number), number == day) for number in range(1, game.day + 1)],
    }
    return base.page(request, "games/search.html", context)


def _author(request: HttpRequest, access: Access) -> tuple[str, Q]:
    """Return whose posts only are looked through, as the address says it and as a condition."""
    by = request.GET.get("by", "")
    if by == "host":
        return by, Q(author=access.game.host_id) | Q(author=None)
    seat = access.seats.get(base.number(by) or 0)
    return (str(seat.number), Q(author=seat.persona_id)) if seat is not None else ("", Q())


def _day(request: HttpRequest, access: Access) -> tuple[int, Q]:
    """Return the day, with its night, that only is looked through, and the condition; 0 for all of them."""
    day = base.number(request.GET.get("day")) or 0
    if not 0 < day <= access.game.day:
        return 0, Q()
    heads = forum.numbers_of(access.game.thread, Post.Style.CHAPTER, "day")
    if len(heads) < day:
        return day, Q(pk__in=())
    until = Q(number__lt=heads[day]) if len(heads) > day else Q()
    return day, Q(number__gte=heads[day - 1]) & until


def found_in_letters(request: HttpRequest, access: Access, mail: Mailbox) -> dict[str, Any]:
    """Return what of a player's conversations has the words of the question: letters, rooms, the talk with the host."""
    asked, seat = finds.asked(request), access.seat
    if seat is None or not asked.question.stems:
        return finds.context(asked, [], 0, "")
    urls = {room.thread_id: (room.thread, _url_of(access, room)) for room in selectors.rooms_of(access)}
    urls[seat.talk_id] = (seat.talk, base.game_url(access, "talk"))
    threads = [thread for thread, _url in urls.values()]
    posts, count = forum.search(threads, seat.persona, asked.question, Q(), asked.page, finds.PAGE)
    names = {row.url: row.name for row in mail.rows}
    shown = [
        finds.one(post, asked.question, url=url, host=access.game.host_id, where=names.get(url, ""))
        for post in posts
        for url in [urls[post.thread_id][1]]
    ]
    return finds.context(asked, shown, count, f"?{urlencode({'q': asked.text})}&page=")


def _url_of(access: Access, room: Room) -> str:
    if room.kind == Room.Kind.DEAD:
        return base.game_url(access, "dead")
    return base.game_url(access, "letter", token=room.thread.token)


urlpatterns = [path("games/<slug:slug>/search/", search, name="search")]
