"""What a reader marks for nobody else: bookmarks at posts, and a note on each player.

Both are the person's (`request.user`), whatever the person is called in the game; no page shows them to another,
the host included. A form carries `as`, so that a page opened by one person of a browser writes nothing to another.
"""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any, cast

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.urls import path
from django.utils.text import Truncator
from django.views.decorators.http import require_http_methods

from accounts.models import User
from common.refusal import Refusal
from forum import bookmarks, markup
from forum.models import Post
from games import notes, selectors, tags
from games.selectors import Access
from games.views import base
from games.views.sifting import PLACE, SHOWN, Wanted

# So much of a post stands in the list of bookmarks.
_BEGINNING = 240
# In the address that a bookmark leads back to: the list of bookmarks.
_LIST = "list"

read_or_write = require_http_methods(["GET", "HEAD", "POST"])


def _person(request: HttpRequest, access: Access) -> User | None:
    """Return whose marks are shown: whoever has a name in this game."""
    return request.user if isinstance(request.user, User) and access.persona is not None else None


# ---------- on the game's page ----------


def kept_of(request: HttpRequest, access: Access, posts: Collection[Post]) -> frozenset[int] | None:
    """Return the numbers of the posts at which the reader has a bookmark; None for whoever can't have any."""
    person = _person(request, access)
    return None if person is None else bookmarks.kept_of(person, posts)


def marking(request: HttpRequest, access: Access) -> dict[str, str] | None:
    """Return the form of all bookmark buttons of a page, which leads back to what is shown; None without buttons."""
    if _person(request, access) is None:
        return None
    return {"action": base.game_url(access, "bookmarks"), "place": _place(request.GET)}


def notes_of(request: HttpRequest, access: Access) -> dict[int, str]:
    """Return the reader's notes on the players, by seat."""
    person = _person(request, access)
    return {} if person is None else notes.of(person, access.game)


def noted(access: Access, asked: Wanted, written: Mapping[int, str]) -> list[dict[str, Any]]:
    """Return the notes on the players whose posts are read apart, each with its form; none for a visitor."""
    if access.persona is None:
        return []
    return [_note(access, seat, written.get(seat, "")) for seat in asked.seats]


def _note(access: Access, seat: int, text: str) -> dict[str, Any]:
    return {
        "seat": seat,
        "name": access.names[seat],
        "text": text,
        "action": base.game_url(access, "note", seat=seat),
        "url": f"{base.game_url(access)}?by={seat}",
        "longest": notes.LONGEST,
    }


def _place(asked: QueryDict) -> str:
    """Return what an address of the game's page says of the thread, and nothing else of it."""
    kept = QueryDict(mutable=True)
    for name in (*SHOWN, *PLACE):
        kept.setlist(name, [value[:20] for value in asked.getlist(name)[:100]])
    return kept.urlencode()


# ---------- pages ----------


@read_or_write
def bookmark(request: HttpRequest, slug: str) -> HttpResponse:
    """The reader's bookmarks and notes in this game; POST `keep` or `drop`, with the number of a post."""
    access, at = selectors.access(slug, request.user), base.now()
    if (first := base.to_a_name(request, access, base.game_url(access, "bookmarks"))) is not None:
        return first
    person = cast(User, request.user)
    if request.method != "POST":
        return _list(request, access, person, at)
    dropped, number = "drop" in request.POST, base.sent_number(request, "drop" if "drop" in request.POST else "keep")
    try:
        base.check_as(request, access)
        if number is None:
            raise Refusal("no_such_post")
        if dropped:
            bookmarks.drop(person, access.game.thread, number)
        else:
            bookmarks.keep(person, access.game.thread, access.persona, number, at)
    except Refusal as refusal:
        return _list(request, access, person, at, base.said(refusal, access))
    place = base.typed(request, "place")
    if place == _LIST:
        return base.go(base.game_url(access, "bookmarks"))
    return base.go(f"{base.game_url(access)}?{_place(QueryDict(place[:900])) or f'post={number}'}#p{number}")


def _list(request: HttpRequest, access: Access, person: User, at: datetime, refused: str = "") -> HttpResponse:
    written = notes.of(person, access.game)
    context = base.game_context(access, selectors.view_for(access, at), at)
    context |= {
        "kept": [_row(access, post) for post in bookmarks.kept(person, access.game.thread, access.persona)],
        "most": bookmarks.MOST,
        "notes": [_note(access, seat, written[seat]) for seat in sorted(written.keys() & access.seats.keys())],
        "marking": {"action": base.game_url(access, "bookmarks"), "place": _LIST},
        "refused": refused,
    }
    return base.page(request, "games/bookmarks.html", context, 422 if refused else 200)


def _row(access: Access, post: Post) -> dict[str, Any]:
    """Return a line of the list: whose post, when, and how it begins; of a hidden one, that it is hidden."""
    beginning = " ".join(markup.plain(markup.parse(post.source, tags.TAGS)).split())
    return {
        "number": post.number,
        "url": f"{base.game_url(access)}?post={post.number}#p{post.number}",
        "name": post.author.name if post.author else "",
        "at": post.at,
        "beginning": Truncator(beginning).chars(_BEGINNING),
        "hidden": post.hidden_at is not None,
    }


@read_or_write
def note(request: HttpRequest, slug: str, seat: int) -> HttpResponse:
    """The reader's note on one player; POST `text` keeps it, an empty one takes it away."""
    access, at = selectors.access(slug, request.user), base.now()
    player = access.seats.get(seat)
    if player is None:
        raise Http404
    if (first := base.to_a_name(request, access, base.game_url(access, "note", seat=seat))) is not None:
        return first
    person, refused = cast(User, request.user), ""
    text = notes.of(person, access.game).get(seat, "") if request.method != "POST" else base.typed(request, "text")
    if request.method == "POST":
        try:
            base.check_as(request, access)
            notes.write(person, player, text, at)
        except Refusal as refusal:
            refused = base.said(refusal, access)
        else:
            return base.go(f"{base.game_url(access)}?by={seat}#note-{seat}")
    context = base.game_context(access, selectors.view_for(access, at), at)
    context |= {"note": _note(access, seat, text), "refused": refused}
    return base.page(request, "games/note.html", context, 422 if refused else 200)


urlpatterns = [
    path("games/<slug:slug>/bookmarks/", bookmark, name="bookmarks"),
    path("games/<slug:slug>/notes/<int:seat>/", note, name="note"),
]
