"""Letters of the players, the closed room, and a player's talk with the host (`rules.md` section 7).

Whoever has no place in a conversation gets the same 404 as for one that does not exist.
"""

from collections.abc import Mapping
from datetime import datetime
from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import Persona
from common.refusal import Refusal
from forum import selectors as forum
from forum.models import Post, Thread
from games import selectors, services
from games.engine.sight import View
from games.engine.state import OVER
from games.models import GRAVEYARD, Room
from games.selectors import Access
from games.views import bar, base, mailbox, panels
from games.views.conversation import Talk, answer, composer, frame, notice, page, preview
from games.views.find import found_in_letters
from games.views.gang import gang

read_or_write = require_http_methods(["GET", "HEAD", "POST"])


@require_safe
def letters(request: HttpRequest, slug: str) -> HttpResponse:
    """The list of all conversations of a player; with a question (`q`) also what of them has its words."""
    access, at = selectors.seat_access(slug, request.user), base.now()
    context = frame(access, at)
    context |= {"may_begin": _may_begin(access, context), **found_in_letters(request, access, context["mail"])}
    return base.page(request, "games/letters.html", context)


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
            return _new_page(request, access, at, kept, shown=preview(access, text))
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
    shown: str = "",
) -> HttpResponse:
    context = frame(access, at)
    chosen = kept.get("to", [])
    context |= {
        "recipients": [
            {"number": seat.number, "name": access.names[seat.number], "chosen": str(seat.number) in chosen}
            for seat in context["view"].seats
            if seat.alive and not seat.me
        ],
        "composer": composer(access, "letter_new", kept.get("text", ""), refusal, shown, {}),
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
        return notice(_("The game is over"), _("The letters stay for those who wrote them; nobody adds to them."))
    if view.phase == "signup":
        return notice(_("The game has not begun"), _("Players write letters to each other once the roles are dealt."))
    if view.mine is None or not view.mine.alive:
        return notice(_("You are out of the game"), _("What was written to you before stays yours to read."))
    if not bar.rules_of(access).private_messages:
        return notice(_("No letters in this game"), _("Its rules know no letters between players."))
    if view.phase == "curtain":
        return _waits()
    return None


def _waits() -> dict[str, Any]:
    """Say that letters and the mafia's room wait behind a curtain (section 2)."""
    return notice(
        _("The report is being written"), _("Letters wait until the host publishes it. The host can be written to.")
    )


# ---------- a conversation ----------


@read_or_write
def letter(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """One conversation, or the closed room: read it, and write in it."""
    access, at = selectors.access(slug, request.user), base.now()
    found = forum.thread_for(token, _persona(access))
    if found is None:
        raise Http404
    rooms = Room.objects.filter(game=access.game, thread=found).exclude(kind__in=GRAVEYARD)
    room = rooms.select_related("thread").first()
    if room is None:
        raise Http404
    if room.kind == Room.Kind.MAFIA and "gang" in request.GET and getattr(request, "htmx", False):
        return _boss_now(request, access, at, token)
    return answer(request, access, at, _talk(access, at, room))


def _talk(access: Access, at: datetime, room: Room, refused: str = "") -> Talk:
    """Return a room as the person meets it; `refused` is the sentence of a refused choice of a boss."""
    token = room.thread.token

    def send(text: str, key: str | None) -> Post:
        if access.seat is None:
            raise Refusal("not_in_game")
        return services.reply(game=access.game, seat=access.seat.number, token=token, source=text, at=at, key=key)

    about, closed = partial(_about, access, room, refused), _closed_in(access, room)
    return Talk(room.thread, _persona(access), "letter", send, about, closed, {"token": token})


def _persona(access: Access) -> Persona | None:
    """Return whom a player reads letters as. Whoever reads an opened room without having sat in it is nobody there."""
    return access.seat.persona if access.seat is not None else None


def _about(access: Access, room: Room, refused: str, view: View) -> dict[str, Any]:
    """Return what a room's page says of it; in the mafia's, who leads them (`refused`: of the election's form)."""
    persona = _persona(access)
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
        "gang": gang(access, view, url, refused) if is_room and members else None,
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
    return page(request, access, at, _talk(access, at, room, refused), status=422)


def _closed_in(access: Access, room: Room) -> dict[str, Any] | None:
    """Say why nobody writes in a conversation now, or nothing."""
    if access.game.phase in OVER:
        return notice(_("The game is over"), _("What was written here stays to be read."))
    if access.seat is not None and not access.seat.alive:
        return notice(_("You are out of the game"), _("You see what was written while you were in it."))
    if room.kind == Room.Kind.LETTER and not bar.rules_of(access).private_messages:
        return notice(_("No letters in this game"), _("Its rules know no letters between players."))
    if access.game.phase == "curtain" and access.seat is not None:
        return _waits()
    if access.seat is None or not forum.may_post(room.thread, access.seat.persona):
        return notice(_("Nobody is left to answer"), _("The others are out of the game. What was written stays."))
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

    def about(view: View) -> dict[str, Any]:
        order = panels.order(access, view)
        return {"title": _("The host"), "names": [], "is_talk": True, "order": order, "back": "talk"}

    closed = None
    if access.game.phase in OVER:
        closed = notice(_("The game is over"), _("What was written here stays to be read."))
    elif not access.seats[seat].alive:
        closed = notice(_("You are out of the game"), _("What the host wrote to you stays yours to read."))
    reader = access.seats[seat].persona
    return answer(request, access, at, Talk(found, reader, "talk", send, about, closed, rings="host_letter"))


def _seat(access: Access) -> int:
    assert access.seat is not None, "only players come here"
    return access.seat.number


urlpatterns = [
    path("games/<slug:slug>/letters/", letters, name="letters"),
    path("games/<slug:slug>/letters/new/", letter_new, name="letter_new"),
    path("games/<slug:slug>/letters/<str:token>/", letter, name="letter"),
    path("games/<slug:slug>/talk/", talk, name="talk"),
]
