"""The game's thread as a person reads it: which posts were asked for, what is new, and who may write."""

from datetime import datetime
from typing import Any

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse

from forum import selectors as forum
from forum import services as forum_services
from forum.models import Post
from games import selectors
from games.engine.sight import View
from games.engine.state import OVER
from games.selectors import Access
from games.views import base, thread

# What a reader may ask of the thread besides its pages.
VOTES = Q(mark__in=("vote", "unvote")) | Q(html__contains='<span class="v') | Q(style=Post.Style.CHAPTER)


def table_url(access: Access) -> str:
    """Return the address of the game's page."""
    return reverse("games:table", kwargs={"slug": access.game.slug})


def may_write(access: Access, view: View) -> bool:
    """Tell whether the person may write in the game's thread now (section 2, "Who may write where")."""
    if access.host:
        return True
    if access.seat is not None:
        return view.mine is not None and "post" in view.mine.can
    return view.phase in OVER and access.persona is not None


def read_thread(request: HttpRequest, access: Access, view: View) -> dict[str, Any]:
    """Return the posts that were asked for, ready, with the links around them; a player has then read them."""
    game_thread, persona = access.game.thread, access.persona
    last = forum.last_number(game_thread)
    where, sift = _sift(request, access)
    known = persona is not None and (access.seat is not None or access.host)
    read = forum.read_up_to(game_thread, persona) if known and persona is not None else 0
    if sift is None:
        pages = forum.page_of(last, thread.PAGE)
        page = _page(request, access, view, pages)
        posts = forum.posts(game_thread, persona, *forum.numbers_on(page, thread.PAGE))
    else:
        page = max(1, base.number(request.GET.get("page")) or 1)
        posts, fitting = forum.sifted(game_thread, persona, sift, page, thread.PAGE)
        pages = forum.page_of(fitting, thread.PAGE)
    first_new = read + 1 if known and read and read < last else 0
    new = last - read if first_new else 0
    if sift is None and known and persona is not None and posts and posts[-1].number > read:
        forum_services.mark_read(game_thread, persona, posts[-1].number)
    return {
        "posts": thread.to_html(posts, reading_of(access, view, first_new if sift is None else 0, new)),
        "page": page,
        "pages": pages,
        "page_query": f"{table_url(access)}?{where}page=",
        "sifted": where,
        "sift_name": _sift_name(request, access, where),
        "new": new,
        "new_url": f"{table_url(access)}?post={first_new}#new" if first_new else "",
        "live_thread": live_thread(access, last) if sift is None and page == pages else "",
    }


def reading_of(access: Access, view: View, first_new: int = 0, new: int = 0) -> thread.Reading:
    """Return how this person reads the game's thread."""
    return thread.Reading(
        url=table_url(access),
        me=access.persona.pk if access.persona else 0,
        host=access.game.host_id,
        quotes=may_write(access, view),
        first_new=first_new,
        new=new,
        names=access.mentionable,
        members=frozenset(seat.persona_id for seat in access.seats.values()) if view.phase in OVER else frozenset(),
    )


def live_thread(access: Access, last: int) -> str:
    return f"{base.game_url(access, 'live_thread')}?after={last}"


def _page(request: HttpRequest, access: Access, view: View, pages: int) -> int:
    """Return the page that is asked for, by its number or by that of a post; by default the last.

    A stranger who opens a game that is over begins at its beginning.
    """
    post, page = base.number(request.GET.get("post")), base.number(request.GET.get("page"))
    if post is not None:
        page = forum.page_of(post, thread.PAGE)
    elif page is None:
        page = 1 if view.phase in OVER and access.seat is None and not access.host else pages
    return min(max(1, page), pages)


def _sift(request: HttpRequest, access: Access) -> tuple[str, Q | None]:
    """Return which posts only are asked for, as a piece of the address and as a condition."""
    by = request.GET.get("by", "")
    if by == "host":
        return "by=host&", Q(author=access.game.host_id) | Q(author=None, style__in=("report", "chapter"))
    seat = access.seats.get(base.number(by) or 0)
    if seat is not None:
        return f"by={seat.number}&", Q(author=seat.persona_id)
    if request.GET.get("only") == "votes":
        return "only=votes&", VOTES
    return "", None


def _sift_name(request: HttpRequest, access: Access, where: str) -> str:
    """Return the nickname whose posts are shown, if it is a player's."""
    if not where.startswith("by=") or where == "by=host&":
        return ""
    return access.names.get(base.number(request.GET.get("by")) or 0, "")


def render_live_thread(request: HttpRequest, access: Access, now: datetime) -> HttpResponse:
    """Draw the posts after a number, and ask again from the last of them; nothing (204) where there are none."""
    view = selectors.view_for(access, now)
    after = max(0, base.number(request.GET.get("after")) or 0)
    posts = forum.posts(access.game.thread, access.persona, after + 1, after + 2 * thread.PAGE)
    if not posts:
        return base.private(HttpResponse(status=204))
    persona = access.persona
    if persona is not None and (access.seat is not None or access.host):
        forum_services.mark_read(access.game.thread, persona, posts[-1].number)
    html = thread.to_html(posts, reading_of(access, view))
    tail = render_to_string("games/_tail.html", {"live_thread": live_thread(access, posts[-1].number)})
    return base.private(HttpResponse(html + tail))
