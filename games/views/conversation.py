"""The page of a conversation, whichever it is: a letter, a room, the talk with the host. One page, so that none
looks like another thing.

What a conversation is, who reads it and how one writes in it is said by a `Talk`.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from accounts.models import Persona
from common.refusal import Refusal
from forum import selectors as forum
from forum import services as forum_services
from forum.models import Post, Thread
from games import selectors
from games.engine.sight import View
from games.selectors import Access
from games.views import base, bell, mailbox, panels, quoting, thread
from games.views.reading import may_report


@dataclass(frozen=True, slots=True)
class Talk:
    """A conversation as one person meets it.

    `reader` is the persona that it is read as, `name` and `where` are its address in the game, `send`
    writes in it, `about` returns what its page says of it to whoever has this view of the game, `closed`
    is why nobody writes here now (or None), `rings` the kind of the notices that lead here.
    """

    thread: Thread
    reader: Persona | None
    name: str
    send: Callable[[str, str | None], Post]
    about: Callable[[View], dict[str, Any]]
    closed: dict[str, Any] | None = None
    where: dict[str, str] = field(default_factory=dict)
    rings: str = "letter"

    def url(self, access: Access) -> str:
        """Return the address of the page."""
        return base.game_url(access, self.name, **self.where)


def answer(request: HttpRequest, access: Access, at: datetime, talk: Talk) -> HttpResponse:
    """Answer a request to a conversation: its page, what is new in it, or a message that was sent."""
    if request.method != "POST":
        if "after" in request.GET and getattr(request, "htmx", False):
            return _what_is_new(request, access, talk)
        text = quoting.quoted(request, talk.thread, talk.reader) if talk.reader is not None else ""
        return page(request, access, at, talk, text=text)
    text = base.typed(request, "text")
    try:
        base.check_as(request, access)
        if "preview" in request.POST:
            return page(request, access, at, talk, text=text, shown=preview(access, text))
        written = talk.send(text, base.sent_key(request))
    except Refusal as refusal:
        return page(request, access, at, talk, text=text, refusal=refusal)
    return base.go(f"{talk.url(access)}#p{written.number}")


def page(
    request: HttpRequest,
    access: Access,
    at: datetime,
    talk: Talk,
    *,
    text: str = "",
    refusal: Refusal | None = None,
    shown: str = "",
    status: int = 200,
) -> HttpResponse:
    """Draw a page of a conversation, by default the last; whoever reads it has then read what stands on it.

    `text` is what was typed, `shown` its preview.
    """
    bounds = forum.reading_range(talk.thread, talk.reader) or (1, 0)
    pages = forum.page_of(bounds[1], thread.PAGE)
    wanted = base.number(request.GET.get("page"))
    post = base.number(request.GET.get("post"))
    number = min(max(1, forum.page_of(post, thread.PAGE) if post is not None else wanted or pages), pages)
    posts = forum.posts(talk.thread, talk.reader, *forum.numbers_on(number, thread.PAGE))
    read = forum.read_up_to(talk.thread, talk.reader) if talk.reader is not None else 0
    new = bounds[1] - read if 0 < read < bounds[1] else 0
    if talk.reader is not None and posts:
        forum_services.mark_read(talk.thread, talk.reader, posts[-1].number)
        bell.seen(request, access, at, talk.rings)
    context, url = frame(access, at), talk.url(access)
    context |= {
        **talk.about(context["view"]),
        "posts": thread.to_html(posts, _reading(access, talk, read + 1 if new else 0, new, talk.closed is None)),
        "page": number,
        "pages": pages,
        "live_thread": f"{url}?after={bounds[1]}" if number == pages else "",
        "closed": talk.closed,
        "composer": None if talk.closed and not text else composer(access, talk.name, text, refusal, shown, talk.where),
        "send": _("Send"),
    }
    if talk.reader is not None:
        context["hears_as"] = talk.reader.token[:8]
    return base.page(request, "games/letter.html", context, 422 if refusal else status)


def _what_is_new(request: HttpRequest, access: Access, talk: Talk) -> HttpResponse:
    """Answer an open page with what was written since; nothing (204) where nothing was."""
    after = max(0, base.number(request.GET.get("after")) or 0)
    posts = forum.posts(talk.thread, talk.reader, after + 1, after + 2 * thread.PAGE)
    if not posts:
        return base.private(HttpResponse(status=204))
    if talk.reader is not None:
        forum_services.mark_read(talk.thread, talk.reader, posts[-1].number)
    tail = render_to_string("games/_tail.html", {"live_thread": f"{talk.url(access)}?after={posts[-1].number}"})
    return base.private(HttpResponse(thread.to_html(posts, _reading(access, talk, 0, 0, talk.closed is None)) + tail))


def _reading(access: Access, talk: Talk, first_new: int, new: int, may_write: bool) -> thread.Reading:
    return thread.Reading(
        url=talk.url(access),
        me=talk.reader.pk if talk.reader is not None else 0,
        host=access.game.host_id,
        quotes=may_write,
        first_new=first_new,
        new=new,
        messages=True,
        folds=True,
        # The host reads the other rooms, and whoever sits in no room shows nothing of it.
        reports=f"{talk.url(access)}report/?post="
        if talk.name == "letter" and talk.reader and may_report(access)
        else "",
        names=access.mentionable,
    )


# ---------- parts ----------


def frame(access: Access, at: datetime) -> dict[str, Any]:
    """Return what all these pages show: the game's frame, and the list of conversations."""
    view = selectors.view_for(access, at)
    return {**base.game_context(access, view, at), "mail": mailbox.mailbox(access)}


def preview(access: Access, text: str) -> SafeString:
    """Return a text as it would be sent. Raises `text_empty`, `text_too_long`."""
    _source, html = forum_services.checked_text(text, names=access.mentionable, language=access.game.language)
    return mark_safe(html)  # noqa: S308 (made by the markup's own cleaner)


def composer(
    access: Access, name: str, text: str, refusal: Refusal | None, shown: str, where: dict[str, str]
) -> dict[str, Any]:
    """Return the data of the form to write with (`_composer.html`), for the page `name` at `where`."""
    persona = access.persona
    return {
        "action": base.game_url(access, name, **where),
        "as_name": persona.name if persona else "",
        "text": text,
        "hidden": base.hidden(access, key=base.form_key()),
        "refused": base.said(refusal, access) if refusal is not None else "",
        # A warning that the sender may override by a button of its own.
        "warned": refusal is not None and refusal.code in panels.WARNINGS,
        "preview": shown,
        "collects": quoting.collection(access),
        "keep": f"{name}:{access.game.slug}:{where.get('token', '')}:{persona.token[:8] if persona else ''}",
    }


def notice(title: str, text: str) -> dict[str, Any]:
    """Return what stands in place of the form where nobody writes now."""
    return {"title": title, "text": text, "icon": "lock", "acts": []}
