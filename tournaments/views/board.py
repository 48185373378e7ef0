"""The board of a tournament: the same for everybody, with the reader's own game on top."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.http import require_safe

from accounts import selectors as people
from tournaments import board_cards, board_words
from tournaments import selectors as reads
from tournaments.models import Tournament
from tournaments.proof import public_seed
from tournaments.services.entries import day_opens
from tournaments.views import frame

# How often an open page asks for what is new.
SECONDS = 10


def context_of(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """Return what the board is drawn from."""
    at = frame.now()
    board = reads.board(tournament, request.user, at)
    reader, member = board.reader, people.member_of(request.user)
    entry = reader.entry if reader.entry and reader.entry.withdrawn_at is None else None
    return {
        "board": board,
        "tournament": tournament,
        "now": at,
        "zone": tournament.time_zone,
        "seconds": SECONDS,
        "places": board_cards.places(board, at),
        "own": board_cards.own(board, at),
        "hosted": board_cards.hosted(board, at),
        "facts": board_cards.facts(tournament),
        "coming": board_words.coming(board),
        "happened": board_words.happened(board),
        "entry": entry,
        "day_check_in": entry is not None
        and not tournament.ended
        and entry.checked_in_at is None
        and at >= day_opens(tournament),
        "at_desk": reader.organiser or bool(reader.hosts) or bool(reader.offered),
        "as_token": member.token if member else "",
        "listed": [one for one in board.standing if not one.reserve],
    }


@require_safe
def board(request: HttpRequest, slug: str) -> HttpResponse:
    """The board."""
    tournament = reads.found(slug)
    context = context_of(request, tournament)
    context["seed"] = public_seed(tournament)
    return frame.page(request, "tournaments/board.html", context)


@require_safe
def live(request: HttpRequest, slug: str) -> HttpResponse:
    """The parts of an open board that change. A page of another stage (`seen`) has other parts, and comes anew."""
    tournament = reads.found(slug)
    answer = frame.page(request, "tournaments/_board_live.html", context_of(request, tournament))
    if request.GET.get("seen", tournament.stage) != tournament.stage:
        answer["HX-Refresh"] = "true"
    return answer


urlpatterns = [
    path("tournaments/<slug:slug>/", board, name="board"),
    path("tournaments/<slug:slug>/live/", live, name="live"),
]
