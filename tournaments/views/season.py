"""What tournaments add up to: the table of a year, and the results of a member under the member name."""

from datetime import UTC, datetime

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.http import require_safe

from accounts import selectors as people
from accounts.models import Persona
from tournaments import season as seasons
from tournaments.models import Entry, Tournament
from tournaments.views import frame


@require_safe
def season(request: HttpRequest, year: int | None = None) -> HttpResponse:
    """The table of a year, without one of the newest in which a tournament ended.

    Everybody stands there under the name that was played under: a clone is a line of its own.
    """
    over = Tournament.objects.filter(stage=Tournament.Stage.OVER)
    years = [one.year for one in over.datetimes("ended_at", "year", order="DESC", tzinfo=UTC)]
    if year is None:
        year = years[0] if years else frame.now().year
    elif year not in years:
        raise Http404
    mine = people.persona_ids_of(request.user)
    ended = {
        "tournament__ended_at__gte": datetime(year, 1, 1, tzinfo=UTC),
        "tournament__ended_at__lt": datetime(year + 1, 1, 1, tzinfo=UTC),
    }
    winners = Entry.objects.filter(tournament__stage=Tournament.Stage.OVER, place=1, **ended)
    context = {
        "year": year,
        "years": years,
        "rows": [
            {
                "row": row,
                "line": row.placed.line,
                "member": row.persona.kind == Persona.Kind.MEMBER,
                "mine": row.persona.pk in mine,
            }
            for row in seasons.season(year)
        ],
        "winners": winners.select_related("persona", "tournament").order_by("-tournament__ended_at", "number"),
    }
    return frame.page(request, "tournaments/season.html", context)


@require_safe
def member(request: HttpRequest, name: str) -> HttpResponse:
    """The places of a member under the member name. Whose clones played where is nobody's to see.

    There is such a page of whoever has a place somewhere, and for oneself.
    """
    persona = people.holder_of(name.replace("\0", ""))
    if persona is None or persona.kind != Persona.Kind.MEMBER:
        raise Http404
    places = list(seasons.results_of(persona))
    if not places and not people.owns(request.user, persona):
        raise Http404
    return frame.page(request, "tournaments/member.html", {"persona": persona, "places": places})


urlpatterns = [
    path("tournaments/season/", season, name="season"),
    path("tournaments/season/<int:year>/", season, name="season_of"),
    path("tournaments/members/<str:name>/", member, name="member"),
]
