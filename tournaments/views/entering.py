"""Entering a tournament, leaving it, and saying that one is there."""

from dataclasses import dataclass
from datetime import datetime
from typing import cast

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.decorators import MemberRequest, member_required
from accounts.models import Persona
from common import names
from common.refusal import Refusal
from tournaments import board_cards, board_words, services
from tournaments import selectors as reads
from tournaments.desk_forms import SURE
from tournaments.models import Entry, Match, Tournament
from tournaments.selectors import Board
from tournaments.services.entries import day_opens
from tournaments.views import frame
from tournaments.views.acting import check_as, said, sent_number


@dataclass(frozen=True, slots=True)
class Door:
    """A tournament as somebody with a member name stands before it. `entry` is the own one, if it stands."""

    board: Board
    member: Persona
    at: datetime

    @property
    def tournament(self) -> Tournament:
        """Return the tournament."""
        return self.board.tournament

    @property
    def entry(self) -> Entry | None:
        """Return the own entry, unless it was withdrawn."""
        entry = self.board.reader.entry
        return entry if entry is not None and entry.withdrawn_at is None else None

    @property
    def home(self) -> str:
        """Return the address of the board."""
        return reverse("tournaments:board", args=[self.tournament.slug])


def _door(request: HttpRequest, slug: str) -> Door:
    at = frame.now()
    return Door(reads.board(reads.found(slug), request.user, at), cast(MemberRequest, request).member, at)


# ---------- entering


@require_http_methods(["GET", "HEAD", "POST"])
@member_required
def enter(request: HttpRequest, slug: str) -> HttpResponse:
    """The page for entering, under the member name or as a clone of the tournament, and for leaving."""
    door = _door(request, slug)
    if request.method != "POST":
        return _enter_page(request, door)
    name, reserve = frame.typed(request, "name").strip()[:200], bool(request.POST.get("reserve"))
    try:
        check_as(request, door.member)
        entry = services.enter(
            tournament=door.tournament,
            user=cast(MemberRequest, request).user,
            name=name,
            reserve=reserve,
            at=door.at,
        )
    except Refusal as refusal:
        if refusal.code == "already_entered" and _same(door, name):
            return frame.go(door.home)
        return _enter_page(request, door, refusal=refusal, name=name, reserve=reserve)
    if entry.reserve:
        messages.success(request, _("You are on the reserve list: %(name)s.") % {"name": entry.persona.name})
    else:
        messages.success(request, _("You take part: %(name)s.") % {"name": entry.persona.name})
    return frame.go(door.home)


def _same(door: Door, name: str) -> bool:
    """Tell whether a refused entry is the one that stands already: the form was sent twice."""
    if door.entry is None:
        return False
    return door.tournament.names == Tournament.Names.MEMBER or door.entry.persona.name == names.clean(name)


def _enter_page(
    request: HttpRequest,
    door: Door,
    *,
    refusal: Refusal | None = None,
    refused: str = "",
    name: str = "",
    reserve: bool = False,
) -> HttpResponse:
    tournament = door.tournament
    opened = tournament.stage == Tournament.Stage.ENTRY and door.at < tournament.entries_close_at
    late = tournament.stage in (Tournament.Stage.ENTRY, Tournament.Stage.DRAWN, Tournament.Stage.RUNNING)
    of_name = refusal is not None and refusal.code.startswith("nick_")
    context = {
        "entry": door.entry,
        "member": door.member,
        "tournament": tournament,
        "now": door.at,
        "zone": tournament.time_zone,
        "as_token": door.member.token,
        "clones": tournament.names == Tournament.Names.CLONE,
        "opened": opened,
        "late": late and not opened,
        "name": name,
        "reserve": reserve,
        "refused": said(refusal) if refusal else refused,
        "of_name": of_name,
        "facts": board_cards.facts(tournament),
    }
    return frame.page(request, "tournaments/enter.html", context, 422 if refusal or refused else 200)


@require_POST
@member_required
def withdraw(request: HttpRequest, slug: str) -> HttpResponse:
    """Take the own entry back, after a box has been ticked."""
    door = _door(request, slug)
    if door.entry is None:
        return frame.go(door.home)
    try:
        check_as(request, door.member)
        if not request.POST.get("sure"):
            return _enter_page(request, door, refused=str(SURE))
        services.withdraw(tournament=door.tournament, entry=door.entry, at=door.at)
    except Refusal as refusal:
        return _enter_page(request, door, refusal=refusal)
    messages.success(request, _("You are off the list of the tournament."))
    return frame.go(door.home)


# ---------- being there


@require_http_methods(["GET", "HEAD", "POST"])
@member_required
def check_in(request: HttpRequest, slug: str) -> HttpResponse:
    """Say that one is there: for the day, or (`match`) for a game. Only for those who take part."""
    door = _door(request, slug)
    if door.entry is None:
        raise Http404
    if request.method != "POST":
        return _check_in_page(request, door)
    try:
        check_as(request, door.member)
        if request.POST.get("match"):
            match = door.board.matches.get(sent_number(request, "match"))
            if match is None:
                raise Refusal("wrong_match", state="")
            services.check_in(match=match, entry=door.entry, at=door.at)
            words = _("You are checked in. When the game begins, the board leads to it.")
        else:
            services.check_in_day(entry=door.entry, at=door.at)
            words = _("You are checked in for the day. Before each game there is a check-in of its own.")
    except Refusal as refusal:
        return _check_in_page(request, door, refusal)
    messages.success(request, words)
    return frame.go(door.home)


def _check_in_page(request: HttpRequest, door: Door, refusal: Refusal | None = None) -> HttpResponse:
    reader = door.board.reader
    rows = [(match, board_words.where(match), False) for match in reader.can_check_in]
    if reader.card is not None and reader.checked_in and reader.card.match.state == Match.State.CHECKIN:
        rows.insert(0, (reader.card.match, board_words.where(reader.card.match), True))
    opens = day_opens(door.tournament)
    context = {
        "entry": door.entry,
        "member": door.member,
        "tournament": door.tournament,
        "now": door.at,
        "as_token": door.member.token,
        "own": board_cards.own(door.board, door.at),
        "rows": rows,
        "day_opens": opens,
        "day_open": door.at >= opens and not door.tournament.ended,
        "refused": said(refusal) if refusal else "",
    }
    return frame.page(request, "tournaments/check_in.html", context, 422 if refusal else 200)


urlpatterns = [
    path("tournaments/<slug:slug>/enter/", enter, name="enter"),
    path("tournaments/<slug:slug>/withdraw/", withdraw, name="withdraw"),
    path("tournaments/<slug:slug>/check-in/", check_in, name="check_in"),
]
