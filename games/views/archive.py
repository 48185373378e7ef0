"""What has been: the archive, a game's protocol, and after its end the whole story and the check of the deal."""

from django.conf import settings
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import path
from django.views.decorators.http import require_safe

from accounts import selectors as people
from games import listing, selectors, story, words
from games.engine.ruleset import Ruleset
from games.engine.sight import SeatView, View
from games.views import base

# What anyone may repeat a deal with, read once.
CHECKER = (settings.BASE_DIR / "scripts" / "verify_deal.py").read_text(encoding="utf-8")
OVER = ("finished", "cancelled")


@require_safe
def archive(request: HttpRequest) -> HttpResponse:
    """The games that are over, the newest end first."""
    page = Paginator(listing.over(), listing.ARCHIVE_PAGE).get_page(request.GET.get("page"))
    found = listing.listed(list(page), people.persona_ids_of(request.user))
    return base.page(request, "games/archive.html", {"games": found, "page": page})


@require_safe
def protocol(request: HttpRequest, slug: str) -> HttpResponse:
    """The host's protocol: a line for each phase that brought something, and every past day's votes."""
    access, at = selectors.access(slug, request.user), base.now()
    view = selectors.view_for(access, at)
    over = view.phase in OVER
    killers = over or Ruleset.restore(access.game.options).report_killer
    context = base.game_context(access, view, at)
    context |= {
        "entries": story.protocol(view, access.names, killers=killers),
        "votes": story.past_votes(view, access.names),
        "over": over,
    }
    return base.page(request, "games/protocol.html", context)


def _left(seat: SeatView, view: View) -> str:
    return f"{words.way_out(seat.how, trial=view.trial)}, {words.when_out(seat.out_phase, seat.out_day)}"


@require_safe
def whole_story(request: HttpRequest, slug: str) -> HttpResponse:
    """The story of a game that is over, the night's secrets included. Before its end there is no such page."""
    access, at = selectors.access(slug, request.user), base.now()
    chapters = selectors.chronicle(access.game)
    view = selectors.view_for(access, at)
    context = base.game_context(access, view, at)
    context |= {
        "parts": story.story(chapters, selectors.names_ever(access.game)),
        "seats": [
            {
                "name": access.names.get(seat.number, ""),
                "role": words.role(seat.role) if seat.role else "",
                "winner": seat.winner,
                "out": "" if seat.alive else _left(seat, view),
            }
            for seat in view.seats
        ],
        "won": words.WON.get(view.winner, words.PHASE["cancelled"]),
        "reason": words.REASON.get(view.reason, ""),
    }
    return base.page(request, "games/story.html", context)


@require_safe
def proof(request: HttpRequest, slug: str) -> HttpResponse:
    """How to check the deal of a game that is over. Before its end there is no such page."""
    access, at = selectors.access(slug, request.user), base.now()
    evidence = selectors.proof_of(access.game)
    view = selectors.view_for(access, at)
    names, dealt = evidence["names"], evidence["dealt"]
    assert isinstance(names, list) and isinstance(dealt, list)
    context = base.game_context(access, view, at)
    context |= {
        "seed": evidence["seed"],
        "commitment": evidence["commitment"],
        "kept": evidence["commitment"] == access.game.commitment,
        "dealt": [(name, words.role(role)) for name, role in zip(names, dealt, strict=True)],
        "checker": CHECKER,
    }
    return base.page(request, "games/proof.html", context)


@require_safe
def proof_json(request: HttpRequest, slug: str) -> HttpResponse:
    """The deal as a file for `scripts/verify_deal.py`."""
    access = selectors.access(slug, request.user)
    answer = JsonResponse(selectors.proof_of(access.game), json_dumps_params={"ensure_ascii": False, "indent": 2})
    answer["Content-Disposition"] = f'attachment; filename="deal-{access.game.slug}.json"'
    return base.private(answer)


urlpatterns = [
    path("games/archive/", archive, name="archive"),
    path("games/<slug:slug>/protocol/", protocol, name="protocol"),
    path("games/<slug:slug>/story/", whole_story, name="story"),
    path("games/<slug:slug>/deal/", proof, name="proof"),
    path("games/<slug:slug>/deal.json", proof_json, name="proof_json"),
]
