"""The game's thread as a person reads it: which posts were asked for, what is new, and who may write."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from accounts import page_sizes
from forum import selectors as forum
from forum import services as forum_services
from forum.models import Post
from games import selectors
from games.engine.sight import View
from games.engine.state import OVER
from games.selectors import Access
from games.views import base, marks, quoting, sifting, thread
from games.views.chapters import Chapter, headed, outline_of


def may_write(access: Access, view: View) -> bool:
    """Tell whether the person may write in the game's thread now (section 2, "Who may write where")."""
    if access.host:
        return True
    if access.seat is not None:
        return view.mine is not None and "post" in view.mine.can
    return view.phase in OVER and access.persona is not None


def may_report(access: Access) -> bool:
    """Tell whether the person may show posts to the host: under a name, and where a person is the host."""
    return access.persona is not None and not access.host and access.game.rings


def read_thread(request: HttpRequest, access: Access, view: View, notes: Mapping[int, str]) -> dict[str, Any]:
    """Return the posts that were asked for, ready, with the links around them; `notes` are the reader's, by seat.

    Whoever has a name here has then read a page of the thread; posts that are read apart count for nothing.
    """
    game_thread, persona = access.game.thread, access.persona
    size, asked = page_sizes.chosen(request), sifting.wanted(request, access)
    chapters, last = outline_of(access)
    read = forum.read_up_to(game_thread, persona) if persona is not None else 0
    first_new = read + 1 if read and read < last else 0
    new = last - read if first_new else 0
    if asked:
        context, posts = _apart(request, access, asked, chapters, size, last)
        reading = reading_of(access, view, carried=quoting.carried(request))
    else:
        context, posts = _whole(request, access, view, size, last)
        reading = reading_of(access, view, first_new, new, quoting.carried(request))
        if persona is not None and posts and posts[-1].number > read:
            forum_services.mark_read(game_thread, persona, posts[-1].number)
    reading = replace(reading, apart=bool(asked), kept=marks.kept_of(request, access, posts))
    return context | {
        "posts": thread.to_html(headed(posts, chapters) if asked else posts, reading),
        "sifted": asked.query,
        "ways": {
            "jump": base.game_url(access, "jump"),
            "chapters": [(one.title, f"{base.game_url(access)}?post={one.number}#p{one.number}") for one in chapters],
            "last_url": f"{base.game_url(access)}?post={last}#p{last}" if last else "",
            "sizes": [(one, one == size) for one in page_sizes.SIZES],
            # The same posts are in sight whatever the size of the page.
            "here": _here(access, asked, posts),
            "choices": sifting.choices(access, asked, chapters),
        },
        "marking": marks.marking(request, access),
        "noted": marks.noted(access, asked, notes),
        "new": new,
        "new_url": f"{base.game_url(access)}?post={first_new}#new" if first_new else "",
    }


def _whole(request: HttpRequest, access: Access, view: View, size: int, last: int) -> tuple[dict[str, Any], list[Post]]:
    """Return a page of the whole thread."""
    pages = forum.page_of(last, size)
    page = _page(request, access, view, pages, size)
    posts = forum.posts(access.game.thread, access.persona, *forum.numbers_on(page, size))
    return {
        "page": page,
        "pages": pages,
        "page_query": f"{base.game_url(access)}?{quoting.carried(request)}page=",
        "live_thread": live_thread(access, last) if page == pages else "",
    }, posts


def _apart(
    request: HttpRequest, access: Access, asked: sifting.Wanted, chapters: list[Chapter], size: int, last: int
) -> tuple[dict[str, Any], list[Post]]:
    """Return a page of the posts that are read apart."""
    found = sifting.sift(request, access, asked, chapters, size)
    return {
        "sift_words": sifting.in_words(access, asked, chapters, found.count),
        "steps": sifting.steps(base.game_url(access), asked, found, last),
    }, found.posts


def _here(access: Access, asked: sifting.Wanted, posts: list[Post]) -> str:
    """Return the address of what is in sight, which means the same when the page is longer or shorter."""
    if not posts:
        return base.game_url(access)
    place = "from" if asked else "post"
    return f"{base.game_url(access)}?{asked.query}{place}={posts[0].number}#p{posts[0].number}"


def reading_of(access: Access, view: View, first_new: int = 0, new: int = 0, carried: str = "") -> thread.Reading:
    """Return how this person reads the game's thread; `carried` is what is being quoted, as a piece of an address."""
    return thread.Reading(
        url=base.game_url(access),
        me=access.persona.pk if access.persona else 0,
        host=access.game.host_id,
        quotes=may_write(access, view),
        quoting=carried,
        first_new=first_new,
        new=new,
        reports=f"{base.game_url(access)}report/?post=" if may_report(access) else "",
        names=access.mentionable,
        members=frozenset(seat.persona_id for seat in access.seats.values()) if view.phase in OVER else frozenset(),
    )


def live_thread(access: Access, last: int) -> str:
    return f"{base.game_url(access, 'live_thread')}?after={last}"


def _page(request: HttpRequest, access: Access, view: View, pages: int, size: int) -> int:
    """Return the page that is asked for, by its number or by that of a post; by default the last.

    A stranger who opens a game that is over begins at its beginning.
    """
    post, page = base.number(request.GET.get("post")), base.number(request.GET.get("page"))
    if post is not None:
        page = forum.page_of(post, size)
    elif page is None:
        page = 1 if view.phase in OVER and access.seat is None and not access.host else pages
    return min(max(1, page), pages)


def render_live_thread(request: HttpRequest, access: Access, now: datetime) -> HttpResponse:
    """Draw the posts after a number, and ask again from the last of them; nothing (204) where there are none."""
    view = selectors.view_for(access, now)
    after = max(0, base.number(request.GET.get("after")) or 0)
    posts = forum.posts(access.game.thread, access.persona, after + 1, after + 2 * thread.PAGE)
    if not posts:
        return base.private(HttpResponse(status=204))
    persona = access.persona
    if persona is not None:
        forum_services.mark_read(access.game.thread, persona, posts[-1].number)
    reading = replace(reading_of(access, view), kept=marks.kept_of(request, access, posts))
    html = thread.to_html(posts, reading)
    tail = render_to_string("games/_tail.html", {"live_thread": live_thread(access, posts[-1].number)})
    return base.private(HttpResponse(html + tail))
