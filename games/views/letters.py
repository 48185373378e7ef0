"""Letters of the players, the closed room, and a player's talk with the host (`rules.md` section 7).

Whoever has no place in a conversation gets the same 404 as for one that does not exist.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import path
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from common.refusal import Refusal
from forum import markup
from forum import selectors as forum
from forum import services as forum_services
from forum.models import Post, Thread
from games import selectors, services
from games.engine.state import OVER
from games.models import Room
from games.selectors import Access
from games.views import bar, base, bell, mailbox, panels, thread
from games.views.gang import gang

read_or_write = require_http_methods(["GET", "HEAD", "POST"])


@require_safe
def letters(request: HttpRequest, slug: str) -> HttpResponse:
    """The list of all conversations of a player."""
    access, at = selectors.seat_access(slug, request.user), base.now()
    context = _frame(access, at)
    return base.page(request, "games/letters.html", {**context, "may_begin": _may_begin(access, context)})


# ---------- a new letter ----------


@read_or_write
def letter_new(request: HttpRequest, slug: str) -> HttpResponse:
    """Write to one or several living players: the same people always share one conversation."""
    access, at = selectors.seat_access(slug, request.user), base.now()
    if request.method != "POST":
        to = [str(number) for number in map(base.number, request.GET.getlist("to")) if number is not None]
        return _new_page(request, access, at, {"to": to})
    text, to = base.typed(request, "text"), [one[:12] for one in request.POST.getlist("to")][:200]
    kept = {"text": text, "to": to}
    try:
        base.check_as(request, access)
        if "preview" in request.POST:
            return _new_page(request, access, at, kept, preview=_preview(access, text))
        written = services.write_letter(
            game=access.game,
            seat=_seat(access),
            to=[_recipient(one) for one in to],
            source=text,
            at=at,
            key=base.sent_key(request),
        )
    except Refusal as refusal:
        return _new_page(request, access, at, kept, refusal=refusal)
    return base.go(f"{base.game_url(access, 'letter', token=written.thread.token)}#p{written.number}")


def _recipient(text: str) -> int:
    number = base.number(text)
    if number is None:
        raise Refusal("target_unknown", near=())
    return number


def _new_page(
    request: HttpRequest,
    access: Access,
    at: datetime,
    kept: Mapping[str, Any],
    refusal: Refusal | None = None,
    preview: str = "",
) -> HttpResponse:
    context = _frame(access, at)
    chosen = kept.get("to", [])
    context |= {
        "recipients": [
            {"number": seat.number, "name": access.names[seat.number], "chosen": str(seat.number) in chosen}
            for seat in context["view"].seats
            if seat.alive and not seat.me
        ],
        "composer": _composer(access, "letter_new", kept.get("text", ""), refusal, preview),
        "closed": _closed_for_new(access, context),
        "send": _("Send the letter"),
    }
    if context["closed"] and not kept.get("text"):
        context["composer"] = None
    return base.page(request, "games/letter_new.html", context, 422 if refusal else 200)


def _may_begin(access: Access, context: Mapping[str, Any]) -> bool:
    return not _closed_for_new(access, context)


def _closed_for_new(access: Access, context: Mapping[str, Any]) -> dict[str, Any] | None:
    """Say why no letter can be begun now, or nothing."""
    view = context["view"]
    if view.phase in OVER:
        return _notice(_("The game is over"), _("The letters stay for those who wrote them; nobody adds to them."))
    if view.phase == "signup":
        return _notice(_("The game has not begun"), _("Players write letters to each other once the roles are dealt."))
    if view.mine is None or not view.mine.alive:
        return _notice(_("You are out of the game"), _("What was written to you before stays yours to read."))
    if not bar.rules_of(access).private_messages:
        return _notice(_("No letters in this game"), _("Its rules know no letters between players."))
    if view.phase == "curtain":
        return _waits()
    return None


def _waits() -> dict[str, Any]:
    """Say that letters and the mafia's room wait behind a curtain (section 2)."""
    return _notice(
        _("The report is being written"), _("Letters wait until the host publishes it. The host can be written to.")
    )


# ---------- a conversation ----------


@read_or_write
def letter(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """One conversation, or the closed room: read it, and write in it."""
    access, at = selectors.access(slug, request.user), base.now()
    persona = access.seat.persona if access.seat is not None else None
    found = forum.thread_for(token, persona)
    room = Room.objects.filter(game=access.game, thread=found).first() if found is not None else None
    if found is None or room is None:
        raise Http404

    def send(text: str, key: str | None) -> Post:
        if access.seat is None:
            raise Refusal("not_in_game")
        return services.reply(game=access.game, seat=access.seat.number, token=token, source=text, at=at, key=key)

    if room.kind == Room.Kind.MAFIA and "gang" in request.GET and getattr(request, "htmx", False):
        return _boss_now(request, access, at, token)
    about, closed = _about(access, at, room), _closed_in(access, room)
    return _conversation(request, access, at, found, send, about, "letter", {"token": token}, closed)


def _about(access: Access, at: datetime, room: Room, refused: str = "") -> dict[str, Any]:
    """Return what a room's page says of it; in the mafia's, who leads them (`refused`: of the election's form)."""
    # Whoever reads an opened room without having sat in it has no place of one's own there.
    persona = access.seat.persona if access.seat is not None else None
    place = forum.glances([room.thread_id], persona).get(room.thread_id) if persona is not None else None
    members = place.members if place is not None else ()
    names = mailbox.others(access, members)
    is_room = room.kind == Room.Kind.MAFIA
    url = base.game_url(access, "letter", token=room.thread.token)
    return {
        "title": ", ".join(names) if members else _("The mafia's room"),
        "names": names,
        "is_room": is_room,
        "open_to_all": room.thread.readers == Thread.Readers.EVERYBODY,
        "gang": gang(access, selectors.view_for(access, at), url, refused) if is_room and members else None,
    }


def _boss_now(request: HttpRequest, access: Access, at: datetime, token: str) -> HttpResponse:
    """Answer an open room with who leads and who wants whom; nothing (204) where that is as it was."""
    panel = gang(access, selectors.view_for(access, at), base.game_url(access, "letter", token=token))
    if panel is None or request.GET.get("gang") == panel["mark"]:
        return base.private(HttpResponse(status=204))
    return base.page(request, "games/_gang.html", {"gang": panel})


def _own_room(access: Access) -> Room | None:
    """Return the mafia's room where the person sits in it."""
    if access.seat is None:
        return None
    rooms = Room.objects.filter(game=access.game, kind=Room.Kind.MAFIA, thread__members__persona=access.seat.persona_id)
    return rooms.select_related("thread").first()


def room_url(access: Access) -> str:
    """Return the address of the room in which the person sits, or that of the game's page."""
    room = _own_room(access)
    return base.game_url(access, "letter", token=room.thread.token) if room is not None else base.game_url(access)


def draw_room(request: HttpRequest, access: Access, at: datetime, refused: str) -> HttpResponse | None:
    """Draw the mafia's room with the sentence of a refused choice of a boss (422); None for whoever sits in none."""
    room = _own_room(access)
    if room is None:
        return None
    about, closed = _about(access, at, room, refused), _closed_in(access, room)
    where = {"token": room.thread.token}
    return _page(request, access, at, room.thread, about, "letter", where, closed, status=422)


def _closed_in(access: Access, room: Room) -> dict[str, Any] | None:
    """Say why nobody writes in a conversation now, or nothing."""
    if access.game.phase in OVER:
        return _notice(_("The game is over"), _("What was written here stays to be read."))
    if access.seat is not None and not access.seat.alive:
        return _notice(_("You are out of the game"), _("You see what was written while you were in it."))
    if room.kind == Room.Kind.LETTER and not bar.rules_of(access).private_messages:
        return _notice(_("No letters in this game"), _("Its rules know no letters between players."))
    if access.game.phase == "curtain" and access.seat is not None:
        return _waits()
    if access.seat is None or not forum.may_post(room.thread, access.seat.persona):
        return _notice(_("Nobody is left to answer"), _("The others are out of the game. What was written stays."))
    return None


@read_or_write
def talk(request: HttpRequest, slug: str) -> HttpResponse:
    """A player's talk with the host: the order of the night on top, messages, and the answers to them."""
    access, at = selectors.seat_access(slug, request.user), base.now()
    seat = _seat(access)
    found = access.seats[seat].talk

    def send(text: str, key: str | None) -> Post:
        sure = "sure" in request.POST
        return services.message_host(game=access.game, seat=seat, text=text, at=at, key=key, sure=sure).post

    about = {"title": _("The host"), "names": [], "is_talk": True}
    closed = None
    if access.game.phase in OVER:
        closed = _notice(_("The game is over"), _("What was written here stays to be read."))
    elif not access.seats[seat].alive:
        closed = _notice(_("You are out of the game"), _("What the host wrote to you stays yours to read."))
    return _conversation(request, access, at, found, send, about, "talk", {}, closed)


def _conversation(
    request: HttpRequest,
    access: Access,
    at: datetime,
    found: Thread,
    send: Callable[[str, str | None], Post],
    about: dict[str, Any],
    name: str,
    where: dict[str, str],
    closed: dict[str, Any] | None,
) -> HttpResponse:
    """Answer a request to a conversation: its page, what is new in it, or a message that was sent."""
    url = base.game_url(access, name, **where)
    if request.method != "POST":
        if "after" in request.GET and getattr(request, "htmx", False):
            return _what_is_new(request, access, found, url)
        return _page(request, access, at, found, about, name, where, closed, text=_quoted(request, access, found))
    text = base.typed(request, "text")
    try:
        base.check_as(request, access)
        if "preview" in request.POST:
            preview = _preview(access, text)
            return _page(request, access, at, found, about, name, where, closed, text=text, preview=preview)
        written = send(text, base.sent_key(request))
    except Refusal as refusal:
        return _page(request, access, at, found, about, name, where, closed, text=text, refusal=refusal)
    return base.go(f"{url}#p{written.number}")


def _page(
    request: HttpRequest,
    access: Access,
    at: datetime,
    found: Thread,
    about: dict[str, Any],
    name: str,
    where: dict[str, str],
    closed: dict[str, Any] | None,
    *,
    text: str = "",
    refusal: Refusal | None = None,
    preview: str = "",
    status: int = 200,
) -> HttpResponse:
    persona = access.seat.persona if access.seat is not None else None
    bounds = forum.reading_range(found, persona) or (1, 0)
    pages = forum.page_of(bounds[1], thread.PAGE)
    wanted = base.number(request.GET.get("page"))
    post = base.number(request.GET.get("post"))
    page = min(max(1, forum.page_of(post, thread.PAGE) if post is not None else wanted or pages), pages)
    posts = forum.posts(found, persona, *forum.numbers_on(page, thread.PAGE))
    read = forum.read_up_to(found, persona) if persona is not None else 0
    new = bounds[1] - read if 0 < read < bounds[1] else 0
    if persona is not None and posts:
        forum_services.mark_read(found, persona, posts[-1].number)
        bell.seen(request, access, at, "host_letter" if about.get("is_talk") else "letter")
    context, url = _frame(access, at), base.game_url(access, name, **where)
    context |= {
        **about,
        "posts": thread.to_html(posts, _reading(access, url, read + 1 if new else 0, new, closed is None)),
        "page": page,
        "pages": pages,
        "live_thread": f"{url}?after={bounds[1]}" if page == pages else "",
        "closed": closed,
        "composer": None if closed and not text else _composer(access, name, text, refusal, preview, **where),
        "send": _("Send"),
    }
    if about.get("is_talk"):
        context["order"] = panels.order(access, context["view"])
        context["back"] = "talk"
    return base.page(request, "games/letter.html", context, 422 if refusal else status)


def _what_is_new(request: HttpRequest, access: Access, found: Thread, url: str) -> HttpResponse:
    """Answer an open page with what was written since; nothing (204) where nothing was."""
    persona = access.seat.persona if access.seat is not None else None
    after = max(0, base.number(request.GET.get("after")) or 0)
    posts = forum.posts(found, persona, after + 1, after + 2 * thread.PAGE)
    if not posts:
        return base.private(HttpResponse(status=204))
    if persona is not None:
        forum_services.mark_read(found, persona, posts[-1].number)
    tail = render_to_string("games/_tail.html", {"live_thread": f"{url}?after={posts[-1].number}"})
    return base.private(HttpResponse(thread.to_html(posts, _reading(access, url, 0, 0, True)) + tail))


# ---------- parts ----------


def _frame(access: Access, at: datetime) -> dict[str, Any]:
    """Return what all these pages show: the game's frame, and the list of conversations."""
    view = selectors.view_for(access, at)
    return {**base.game_context(access, view, at), "mail": mailbox.mailbox(access)}


def _seat(access: Access) -> int:
    assert access.seat is not None, "only players come here"
    return access.seat.number


def _reading(access: Access, url: str, first_new: int, new: int, may_write: bool) -> thread.Reading:
    return thread.Reading(
        url=url,
        me=access.seat.persona_id if access.seat is not None else 0,
        host=access.game.host_id,
        quotes=may_write,
        first_new=first_new,
        new=new,
        messages=True,
        folds=True,
    )


def _quoted(request: HttpRequest, access: Access, found: Thread) -> str:
    """Return what the quote link of a message puts into the field."""
    wanted = base.number(request.GET.get("quote"))
    if wanted is None or access.seat is None:
        return ""
    posts = forum.posts(found, access.seat.persona, wanted, wanted)
    if not posts or posts[0].author is None:
        return ""
    return markup.quote(posts[0].author.name, posts[0].number, posts[0].source)


def _preview(access: Access, text: str) -> SafeString:
    return mark_safe(forum_services.checked_text(text, language=access.game.language)[1])  # noqa: S308 (cleaned)


def _composer(
    access: Access, name: str, text: str, refusal: Refusal | None, preview: str, **where: str
) -> dict[str, Any]:
    persona = access.persona
    return {
        "action": base.game_url(access, name, **where),
        "as_name": persona.name if persona else "",
        "text": text,
        "hidden": base.hidden(access, key=base.form_key()),
        "refused": base.said(refusal, access) if refusal is not None else "",
        # A warning that the sender may override by a button of its own.
        "warned": refusal is not None and refusal.code in panels.WARNINGS,
        "preview": preview,
        "keep": f"{name}:{access.game.slug}:{where.get('token', '')}:{persona.token[:8] if persona else ''}",
    }


def _notice(title: str, text: str) -> dict[str, Any]:
    return {"title": title, "text": text, "icon": "lock", "acts": []}


urlpatterns = [
    path("games/<slug:slug>/letters/", letters, name="letters"),
    path("games/<slug:slug>/letters/new/", letter_new, name="letter_new"),
    path("games/<slug:slug>/letters/<str:token>/", letter, name="letter"),
    path("games/<slug:slug>/talk/", talk, name="talk"),
]
