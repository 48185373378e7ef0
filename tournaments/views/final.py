"""The end of a tournament: places, awards, and how anybody can check what was drawn."""

from itertools import groupby
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import path
from django.views.decorators.http import require_safe

from accounts import selectors as people
from tournaments import words
from tournaments.models import FINAL, Entry, Tournament
from tournaments.proof import kept, proof_of
from tournaments.selectors_scores import Sheet, awards_of, sheet_of, tournament_at
from tournaments.standings import Line
from tournaments.views import frame

# What anyone may repeat the draw with, read once.
CHECKER = (settings.BASE_DIR / "scripts" / "verify_tournament.py").read_text(encoding="utf-8")
PODIUM = 3


def _over(slug: str) -> Tournament:
    """Return the tournament at an address. Raises Http404 before its end: there is no such page yet."""
    tournament = tournament_at(slug)
    if tournament.stage != Tournament.Stage.OVER:
        raise Http404
    return tournament


@require_safe
def final(request: HttpRequest, slug: str) -> HttpResponse:
    """Places, podium, awards, the seed and how to check what was drawn from it."""
    tournament = _over(slug)
    sheet = sheet_of(tournament)
    mine = people.persona_ids_of(request.user)
    places = _places(sheet, mine)
    names = {number: entry.persona.name for number, entry in sheet.tables.entries.items()}
    proof = proof_of(sheet)
    assert isinstance(proof["lots"], list)
    context = frame.context(request, tournament, mine)
    context |= {
        "podium": [one for one in places if one["place"] <= PODIUM],
        "places": places,
        "by_group": all(one["final"] is None for one in places),
        "finals": [(match, words.match_name(match)) for match in sheet.of(FINAL)],
        "awards": [
            {
                "title": words.AWARD[award.code],
                "names": [names[number] for number in award.entries],
                "why": words.award_for(award.code, award.value),
            }
            for award in awards_of(tournament)
        ],
        "seed": proof["seed"],
        "kept": kept(sheet),
        "lots": len(proof["lots"]),
        "checker": CHECKER,
    }
    return frame.page(request, "tournaments/final.html", context)


def _places(sheet: Sheet, mine: set[int]) -> list[dict[str, Any]]:
    """Return everybody with the place in the end, the first first; several of one place say that they share it."""
    finals = {line.entry: line for line in sheet.tables.lines.get(FINAL, [])}
    groups: dict[int, Line] = {
        line.entry: line for number, lines in sheet.tables.lines.items() if number != FINAL for line in lines
    }
    placed = sorted(
        (entry for entry in sheet.tables.entries.values() if entry.place is not None),
        key=lambda entry: (entry.place or 0, entry.number),
    )
    found = []
    for place, sharing in groupby(placed, key=lambda entry: entry.place or 0):
        entries = list(sharing)
        found += [_place(place, entry, finals, groups, shared=len(entries) > 1) for entry in entries]
    for one in found:
        one["mine"] = one["entry"].persona_id in mine
    return found


def _place(
    place: int, entry: Entry, finals: dict[int, Line], groups: dict[int, Line], *, shared: bool
) -> dict[str, Any]:
    in_final, in_group = finals.get(entry.number), groups.get(entry.number)
    return {
        "place": place,
        "shared": shared,
        "entry": entry,
        "name": entry.persona.name,
        "group": words.group_name(entry.group.number, entry.group.name) if entry.group else "",
        "final": in_final.cents if in_final else None,
        "cents": in_group.cents if in_group else 0,
        "victories": (in_final.victories if in_final else 0) + (in_group.victories if in_group else 0),
    }


@require_safe
def draw_json(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything that was drawn as a file for `scripts/verify_tournament.py`."""
    tournament = _over(slug)
    answer = JsonResponse(proof_of(sheet_of(tournament)), json_dumps_params={"ensure_ascii": False, "indent": 2})
    answer["Content-Disposition"] = f'attachment; filename="draw-{tournament.slug}.json"'
    return frame.private(answer)


urlpatterns = [
    path("tournaments/<slug:slug>/final/", final, name="final"),
    path("tournaments/<slug:slug>/draw.json", draw_json, name="draw_json"),
]
