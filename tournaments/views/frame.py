"""What the pages of scores share: the clock, answers that nobody keeps, who reads, and the ways between them."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone

from accounts import selectors as people
from tournaments import words
from tournaments.models import FINAL, Group, Tournament


def now() -> datetime:
    """Return the time at which the request is being answered: views read the clock here and hand it on."""
    return timezone.now()


def typed(request: HttpRequest, name: str) -> str:
    """Return a field of the sent form as text, without NULs; empty where it is missing."""
    return request.POST.get(name, "").replace("\0", "")


def page(request: HttpRequest, template: str, context: Mapping[str, Any], status: int = 200) -> HttpResponse:
    """Draw a page that depends on who reads it: nothing between here and the reader may keep it."""
    return private(render(request, template, dict(context), status=status))


def private(response: HttpResponse) -> HttpResponse:
    """Forbid to keep an answer."""
    response["Cache-Control"] = "no-store, private"
    return response


def go(url: str) -> HttpResponse:
    """Send the reader on after a form was accepted, so that a reload sends nothing again."""
    response = HttpResponseRedirect(url)
    response.status_code = 303
    return private(response)


def context(request: HttpRequest, tournament: Tournament, mine: set[int] | None = None) -> dict[str, Any]:
    """Return what every page of scores is drawn from.

    `tournament`, `zone` (the tournament's), `is_organiser`, `over`, and `ways`: number and name of each table
    that there is. `mine` are the reader's personas, where they are known already.
    """
    mine = people.persona_ids_of(request.user) if mine is None else mine
    groups = list(Group.objects.filter(tournament=tournament))
    for group in groups:
        group.tournament = tournament
    # The final comes after the groups that it comes of.
    groups.sort(key=lambda group: (group.number == FINAL, group.number))
    return {
        "tournament": tournament,
        "zone": tournament.time_zone,
        "is_organiser": tournament.organiser_id in mine,
        "ways": [(group.number, words.group_name(group.number, group.name)) for group in groups],
        "over": tournament.stage == Tournament.Stage.OVER,
    }
