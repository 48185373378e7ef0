"""What a game is worth: a small table, which the organiser changes before the first deal and everybody reads."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from common.refusal import Refusal
from games import words as game_words
from games.models import Game
from tournaments import points, services, words
from tournaments import points_words as say
from tournaments import selectors as reads
from tournaments.models import Tournament
from tournaments.points import PointsTable
from tournaments.refusals import sentence
from tournaments.selectors_scores import finished_game, finished_games, frozen, opened
from tournaments.views import frame


@require_http_methods(["GET", "HEAD", "POST"])
def table(request: HttpRequest, slug: str) -> HttpResponse:
    """The table of points: read by everybody, typed by the organiser, tried on a finished game by both.

    A form is tried (`do` is `preview`) or kept; refused, it comes back as typed, with a sentence at each figure.
    To a form of anybody but the organiser there is nothing here.
    """
    tournament = reads.found(slug)
    context = frame.context(request, tournament)
    stands = PointsTable.from_json(tournament.points)
    roles = say.roles_shown(tournament.composition, stands)
    if request.method != "POST":
        asked = finished_game(request.GET.get("game", "").replace("\0", ""))
        return _page(request, context, stands, {}, tried=_tried(asked, stands, stands), game=asked)
    if not context["is_organiser"]:
        raise Http404
    sent = {name: frame.typed(request, name)[:40] for name in say.names(roles)}
    data, wrong = say.table_of(sent, stands, roles)
    # Where a field can't be read the figure that stands is in `data`, and nothing is wrong with that.
    wrong = say.by_name(points.problems(data)) | wrong
    try:
        if frame.typed(request, "as") != tournament.organiser.token:
            raise Refusal("wrong_persona")
        if request.POST.get("do") == "preview":
            game = finished_game(frame.typed(request, "game"))
            tried = None if wrong else _tried(game, PointsTable.from_json(data), stands)
            lost = not wrong and game is None
            return _page(request, context, stands, wrong, sent=sent, tried=tried, game=game, lost=lost)
        if wrong and not frozen(tournament):
            return _page(request, context, stands, wrong, sent=sent)
        services.change_points(tournament=tournament, by=tournament.organiser, table=data, at=frame.now())
    except Refusal as refusal:
        if refusal.code == "points_invalid":
            problems: Any = refusal.params["problems"]
            return _page(request, context, stands, say.by_name(problems), sent=sent)
        return _page(request, context, stands, {}, sent=sent, refused=sentence(refusal))
    messages.success(request, _("The table is kept. Everybody can read it."))
    return frame.go(reverse("tournaments:points", args=[slug]))


def _page(
    request: HttpRequest,
    context: Mapping[str, Any],
    stands: PointsTable,
    wrong: Mapping[str, str],
    *,
    sent: Mapping[str, str] | None = None,
    tried: dict[str, Any] | None = None,
    game: Game | None = None,
    refused: str = "",
    lost: bool = False,
) -> HttpResponse:
    """Draw the table, with the fields as they were typed, and what is wrong with each."""
    tournament: Tournament = context["tournament"]
    stands_still = frozen(tournament)
    figures = [
        {
            "name": name,
            "label": say.label(name),
            "shown": say.shown(stands, name),
            "typed": say.typed(stands, name) if sent is None else sent.get(name, ""),
            "error": say.sentence(wrong[name]) if name in wrong else "",
        }
        for name in say.names(say.roles_shown(tournament.composition, stands))
    ]
    named = {one["name"] for one in figures}
    refusals = [refused] if refused else []
    refusals += [f"{say.label(name)}: {say.sentence(code)}" for name, code in wrong.items() if name not in named]
    refusals += [_("There is no such finished game. Choose one from the list.")] if lost else []
    errors = [
        ({"auto_id": f"p-{one['name']}", "html_name": "", "label": one["label"]}, [one["error"]])
        for one in figures
        if one["error"]
    ]
    failed = bool(errors or refusals)
    page = {
        **context,
        "frozen": stands_still,
        "edits": context["is_organiser"] and not stands_still,
        "victories": [one for one in figures if one["name"].startswith(say.VICTORY)],
        "others": [one for one in figures if not one["name"].startswith(say.VICTORY)],
        "general": refusals,
        "fields": errors,
        "count": len(errors) + len(refusals),
        "tried": tried,
        "chosen": game,
        "games": finished_games(),
        "as_token": tournament.organiser.token if context["is_organiser"] else "",
    }
    return frame.page(request, "tournaments/points.html", page, status=422 if failed else 200)


def _tried(game: Game | None, table: PointsTable, stands: PointsTable) -> dict[str, Any] | None:
    """Return what a finished game would be worth by a table, and by the one that stands; None without a game."""
    if game is None:
        return None
    record = opened(game)
    typed, now = points.score(record, table), points.score(record, stands)
    rows: list[dict[str, Any]] = [
        {
            "name": seat.name,
            "role": game_words.role(seat.role) if seat.role else "",
            "reasons": [words.reason(point, table) for point in typed[seat.number]],
            "cents": points.total(typed[seat.number]),
            "before": points.total(now[seat.number]),
        }
        for seat in record.seats
    ]
    rows.sort(key=lambda row: -row["cents"])
    changed = any(row["cents"] != row["before"] for row in rows)
    return {"game": game, "rows": rows, "changed": changed, "outcome": words.outcome(record.winner)}


urlpatterns = [path("tournaments/<slug:slug>/points/", table, name="points")]
