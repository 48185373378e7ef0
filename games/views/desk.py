"""The host's desk: one page that shows all the host may know, one address for each act, the talks with the players.

Whoever does not host the game gets the answer of a game that does not exist.
"""

import re
from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path, reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import selectors as people
from common.refusal import Refusal
from forum import selectors as forum
from forum.services import LONGEST_TEXT, checked_text, mark_read
from games import services
from games.desk_forms import DeskForm
from games.models import Game, Seat
from games.refusals import sentence
from games.selectors import desk_view_for, host_access, view_for
from games.views import base, bell, desk_letters, presence
from games.views.desk_acts import ACTS, Question
from games.views.desk_board import board
from games.views.desk_reports import reports
from games.views.desk_steps import sides
from games.views.desk_words import Desk
from games.views.mailbox import graveyard
from games.views.thread import PAGE, Reading, to_html

_STAMP = re.compile(r"[a-z_]{1,20}-[0-9]{1,4}", re.ASCII)


def _desk(slug: str, request: HttpRequest) -> Desk:
    at = base.now()
    access = host_access(slug, request.user)
    view, ahead, cut = desk_view_for(access, at)
    return Desk(access, view, at, ahead, cut, open=bool(request.session.get(_open_key(slug))))


def _open_key(slug: str) -> str:
    """Name what the session remembers of a desk: that roles and orders are shown."""
    return f"desk-open-{slug}"


@require_safe
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the desk."""
    at_desk = _desk(slug, request)
    bell.seen(request, at_desk.access, at_desk.at, "guard", "report", "question", "desk_offer", "complaint")
    return _draw(request, at_desk)


@require_POST
def desk_act(request: HttpRequest, slug: str, act: str) -> HttpResponse:
    """Do one act, after asking once more where it can't be taken back."""
    at_desk = _desk(slug, request)
    if act == "post":
        return _post(request, at_desk)
    if act == "answer":
        return _answer(request, at_desk)
    if act == "roles":
        return _roles(request, at_desk)
    made = ACTS.get(act)
    if made is None:
        raise Http404
    form = made.form(request.POST, seats=at_desk.seats())
    try:
        base.check_as(request, at_desk.access)
        if made.timed and request.POST.get("phase") != base.phase_mark(at_desk.access):
            raise Refusal("wrong_phase", phase="")
        if not form.is_valid():
            return _draw(request, at_desk, forms={act: form}, status=422)
        if "back" in request.POST:
            return _draw(request, at_desk, forms={act: form})
        question = made.ask(at_desk, form)
        if question is not None and "confirm" not in request.POST:
            return _confirm(request, at_desk, act, form, question)
        words_after = made.do(at_desk, form)
    except Refusal as refusal:
        said = {act: base.said(refusal, at_desk.access)}
        return _draw(request, _desk(slug, request), forms={act: form}, refused=said, status=422)
    messages.success(request, words_after)
    return _back(at_desk)


def _roles(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show roles and orders on the desk, or fold them away: somebody may be looking over the shoulder."""
    try:
        base.check_as(request, desk.access)
    except Refusal as refusal:
        return _draw(request, desk, refused={"roles": base.said(refusal, desk.access)}, status=422)
    if "show" in request.POST:
        request.session[_open_key(desk.game.slug)] = True
    else:
        request.session.pop(_open_key(desk.game.slug), None)
    return base.go(base.game_url(desk.access, "desk") + "#desk-seats")


def _back(desk: Desk) -> HttpResponse:
    """Send the host back to the desk, to the top of it, where what was done is said."""
    return base.go(base.game_url(desk.access, "desk") + "#main")


def _confirm(request: HttpRequest, desk: Desk, act: str, form: DeskForm, question: Question) -> HttpResponse:
    carried = [(name, value) for name in (*form.fields, "phase") if (value := request.POST.get(name))]
    context = base.game_context(desk.access, desk.view, desk.at) | {
        "act": act,
        "question": question,
        "carried": [*base.hidden(desk.access, confirm=1), *carried],
    }
    return base.page(request, "games/desk_confirm.html", context)


def _post(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Post in the thread as the host, or show how it would look."""
    text = base.typed(request, "text")
    try:
        base.check_as(request, desk.access)
        if "preview" in request.POST:
            _source, html = checked_text(text, names=desk.access.mentionable, language=desk.game.language)
            shown = mark_safe(html)  # noqa: S308 (made by the markup's own cleaner)
            return _draw(request, desk, composer={"text": text, "preview": shown, "key": base.sent_key(request)})
        services.host_post(**desk.who, source=text, key=base.sent_key(request))
    except Refusal as refusal:
        said = base.said(refusal, desk.access)
        return _draw(request, desk, composer={"text": text, "refused": said, "key": base.sent_key(request)}, status=422)
    messages.success(request, _("Your post is in the thread."))
    return _back(desk)


def _answer(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Write to a player from the desk: an answer to letters, or unasked; or put the letters aside without one."""
    seat, text, silent = base.sent_number(request, "seat"), base.typed(request, "text"), "silent" in request.POST
    try:
        base.check_as(request, desk.access)
        if seat is None or seat not in desk.access.seats:
            raise Refusal("target_unknown", near=())
        read = base.sent_number(request, "read")
        desk_letters.answer(desk, seat, text, base.sent_key(request), read, silent=silent)
    except Refusal as refusal:
        kept = desk_letters.Answer(text, base.said(refusal, desk.access))
        if seat is None or seat not in desk.access.seats:
            return _draw(request, desk, letter=kept, status=422)
        return _draw(request, _desk(desk.game.slug, request), answers={seat: kept}, status=422)
    name = {"name": desk.name(seat)}
    said = _("No answer needed: %(name)s.") if silent else _("Your letter is with the player: %(name)s.")
    messages.success(request, said % name)
    return _back(desk)


def _draw(
    request: HttpRequest,
    desk: Desk,
    *,
    forms: Mapping[str, DeskForm] | None = None,
    refused: Mapping[str, str] | None = None,
    composer: Mapping[str, Any] | None = None,
    answers: Mapping[int, desk_letters.Answer] | None = None,
    letter: desk_letters.Answer | None = None,
    status: int = 200,
) -> HttpResponse:
    """Draw the desk, with the forms and refusals of what has just been sent in their places."""
    seats, view = desk.seats(), desk.view
    drawn = {act: made.form(seats=seats) for act, made in ACTS.items() if made.form is not DeskForm} | dict(forms or {})
    composer = dict(composer or {})
    # A card stands where its act is possible, and where what was just sent must be answered and kept.
    sent = {*(forms or {}), *(refused or {})}
    letters = desk_letters.waiting(desk, answers or {})
    shown_to_host = reports(desk)
    opened, stamp = request.GET.get("opened", ""), base.phase_mark(desk.access)
    context = base.game_context(desk.access, view, desk.at) | {
        "desk": desk,
        "board": board(desk, letters, len(shown_to_host)),
        "reports": shown_to_host,
        "presence": presence.card(desk.access, desk.at),
        "graveyard": graveyard(desk.access),
        "letters": letters,
        "letter": letter,
        "everybody": [(number, desk.name(number)) for number in desk.access.seats],
        "letter_hidden": base.hidden(desk.access, key=base.form_key()),
        "forms": drawn,
        "refused": dict(refused or {}),
        "stamp": stamp,
        # An open page says what it was opened in; one that answers a form is not loaded anew by itself.
        "opened": ""
        if request.method == "POST"
        else opened
        if _STAMP.fullmatch(opened)
        else base.phase_mark(desk.access),
        "changed": bool(_STAMP.fullmatch(opened)) and opened != stamp,
        "moved": int(view.moved.total_seconds()),
        "trial": sides(desk) if view.phase == "verdict" else "",
        "least": int(desk.game.options["min_players"]),
        "enough": len(view.seats) >= int(desk.game.options["min_players"]),
        "in_play": desk.playing,
        "over": desk.over,
        "cards": {
            "clock": not desk.over or not sent.isdisjoint({"pause", "resume", "extend", "end"}),
            "deal": view.phase == "signup" or "deal" in sent,
            "publish": (view.phase == "curtain" and not view.raised) or "publish" in sent,
            "lead": desk.live and desk.playing and view.phase != "curtain",
            "heart": desk.playing or "heart" in sent,
            "hand": not desk.over or not sent.isdisjoint({"hand", "unhand"}),
            "cancel": not desk.over or "cancel" in sent,
        },
        "offered_to": desk.game.offered_to,
        "composer": composer,
        "composer_keep": f"desk-{desk.game.slug}",
        "to_thread": [{"url": base.game_url(desk.access), "label": _("To the thread")}],
        "composer_hidden": base.hidden(desk.access, key=composer.get("key") or base.form_key()),
        "limit": LONGEST_TEXT,
    }
    return base.page(request, "games/desk.html", context, status)


# ---------- the talk with one player


@require_http_methods(["GET", "HEAD", "POST"])
def desk_talk(request: HttpRequest, slug: str, seat: int) -> HttpResponse:
    """Read the talk with one player and write in it."""
    at = base.now()
    access = host_access(slug, request.user)
    at_desk = Desk(access, view_for(access, at), at)
    row = Seat.objects.filter(game=at_desk.game, number=seat, left=False).select_related("persona", "talk").first()
    if row is None:
        raise Http404
    text, refused, preview, status = "", "", "", 200
    if request.method == "POST":
        text = base.typed(request, "text")
        try:
            base.check_as(request, at_desk.access)
            if "preview" in request.POST:
                _source, preview = checked_text(text, names=access.mentionable, language=at_desk.game.language)
            else:
                read = base.sent_number(request, "read")
                services.host_message(**at_desk.who, seat=seat, source=text, key=base.sent_key(request), up_to=read)
                return base.go(f"{request.path}#reply")
        except Refusal as refusal:
            refused, status = base.said(refusal, at_desk.access), 422
    return _draw_talk(request, at_desk, row, text, refused, preview, status)


def _draw_talk(
    request: HttpRequest, desk: Desk, row: Seat, text: str, refused: str, preview: str, status: int
) -> HttpResponse:
    thread, host = row.talk, desk.game.host
    last = forum.last_number(thread)
    wanted = base.number(request.GET.get("post"))
    pages = forum.page_of(last, PAGE)
    shown = forum.page_of(wanted, PAGE) if wanted else base.number(request.GET.get("page")) or pages
    shown = min(max(shown, 1), pages)
    read = forum.read_up_to(thread, host)
    posts = forum.posts(thread, host, *forum.numbers_on(shown, PAGE))
    if posts and request.method == "GET":
        mark_read(thread, host, posts[-1].number)
    first_new = read + 1 if read < last else 0
    reading = Reading(
        request.path,
        host.pk,
        host.pk,
        first_new=first_new,
        new=last - read,
        messages=True,
        names=desk.access.mentionable,
    )
    context = base.game_context(desk.access, desk.view, desk.at) | {
        "player": row.persona.name,
        "seat": next((seat for seat in desk.view.seats if seat.number == row.number), None),
        "html": to_html(posts, reading),
        "shown": shown,
        "pages": pages,
        "open": forum.may_post(thread, host),
        "text": text,
        "refused": refused,
        "preview": mark_safe(preview),  # noqa: S308 (made by the markup's own cleaner)
        "keep": f"desk-{desk.game.slug}-{row.number}",
        "to_desk": [{"url": base.game_url(desk.access, "desk"), "label": _("To the desk")}],
        # What comes after the last letter on this page still waits for an answer.
        "hidden": base.hidden(desk.access, key=base.sent_key(request) or base.form_key(), read=last),
        "limit": LONGEST_TEXT,
    }
    return base.page(request, "games/desk_talk.html", context, status)


# ---------- the member whom the desk is offered


@require_http_methods(["GET", "HEAD", "POST"])
def desk_offer(request: HttpRequest, slug: str) -> HttpResponse:
    """Take the offered desk or decline it. Everybody else finds nothing here."""
    member = people.member_of(request.user)
    game = Game.objects.select_related("host").filter(slug=slug).first()
    if member is None or game is None or game.offered_to_id != member.pk:
        raise Http404
    refused = ""
    if request.method == "POST":
        try:
            if request.POST.get("as") != member.token:
                raise Refusal("wrong_persona")
            if "take" in request.POST:
                services.take_desk(game=game, member=member, at=base.now())
                return base.go(reverse("games:desk", args=[slug]))
            services.decline_desk(game=game, member=member, at=base.now())
            messages.success(request, _("The desk is declined."))
            return base.go(reverse("games:front"))
        except Refusal as refusal:
            refused = sentence(refusal)
    context = {"game": game, "member": member, "refused": refused}
    return base.page(request, "games/desk_offer.html", context, 422 if refused else 200)


urlpatterns = [
    path("games/<slug:slug>/desk/", desk, name="desk"),
    path("games/<slug:slug>/desk/offer/", desk_offer, name="desk_offer"),
    path("games/<slug:slug>/desk/talk/<int:seat>/", desk_talk, name="desk_talk"),
    path("games/<slug:slug>/desk/<slug:act>/", desk_act, name="desk_act"),
]
