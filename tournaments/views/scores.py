"""Tables and games: standings of a group, the scores and protocol of a game, all of it as a file and on paper."""

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.http import require_safe

from accounts import selectors as people
from games import selectors as games
from games import words as game_words
from games.engine.ruleset import Ruleset
from games.engine.state import OVER
from games.models import Game
from tournaments import exports, words
from tournaments import selectors as reads
from tournaments.models import CheckIn, Match, Tournament
from tournaments.points import PointsTable
from tournaments.record import GameRecord, SeatRecord
from tournaments.selectors_scores import Scored, Sheet, group_at, match_at, scored, sheet_of
from tournaments.services.scoring import record
from tournaments.views import frame

State = Match.State


@require_safe
def group(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The standings of one group, or of the final (number 0), with what each game brought and how ties were broken."""
    tournament = reads.found(slug)
    found = group_at(tournament, number)
    mine = people.persona_ids_of(request.user)
    context = frame.context(request, tournament, mine)
    context |= {"group": found, **_table(sheet_of(tournament), number, mine)}
    return frame.page(request, "tournaments/group.html", context)


def _table(sheet: Sheet, number: int, mine: set[int]) -> dict[str, Any]:
    """Return one table as `_standings.html` draws it, and the group's games."""
    rows = sheet.rows(number, mine)
    return {
        "number": number,
        "name": words.group_name(number, sheet.groups[number].name),
        "host": sheet.groups[number].host,
        "rows": rows,
        "counted": [(match, words.match_name(match)) for match in sheet.counted(number)],
        "games_all": sheet.tournament.games_each if number else sheet.tournament.final_games,
        "done": sheet.done(number),
        "drawn": sheet.drawn(number),
        "qualifies": any(row.qualifies for row in rows),
        "ties": words.ties([row.placed for row in rows]),
        "matches": [(match, words.match_name(match), _stands(match)) for match in sheet.of(number)],
    }


def _stands(match: Match) -> str:
    """Return how a match stands in a few words: its public phase while it is played."""
    if match.walk_over:
        return str(words.WALK_OVER)
    if match.state == State.OVER and match.game is not None:
        return words.outcome(match.game.winner)
    if match.state == State.PLAYING and match.game is not None:
        return game_words.phase_name(match.game.phase, match.game.day)
    return str(State(match.state).label)


# ---------- one game ----------


@require_safe
def match(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """One game: who is there before it, what everybody may see while it runs, its scores and protocol after it."""
    tournament, at = reads.found(slug), frame.now()
    found = match_at(tournament, pk)
    context = frame.context(request, tournament)
    context |= {
        "match": found,
        "game": found.game,
        "now": at,
        "group_name": words.group_name(found.group.number, found.group.name),
        "name": words.match_name(found),
        "stands": _stands(found),
    }
    if found.state == State.OVER:
        context |= _scores(tournament, found)
    elif found.state == State.PLAYING and found.game is not None:
        context |= _in_play(found.game)
    elif found.state in (State.PLANNED, State.CHECKIN):
        context["there"] = [
            one.entry.persona.name
            for one in CheckIn.objects.filter(match=found).select_related("entry__persona").order_by("entry__number")
        ]
    return frame.page(request, "tournaments/match.html", context)


def _in_play(game: Game) -> dict[str, Any]:
    """Return what a visitor may see of a game that is being played; nothing else of it comes to this page."""
    access = games.access(game.slug, AnonymousUser())
    view = games.view_for(access, frame.now())
    return {
        "seats": [
            {
                "name": access.names.get(seat.number, ""),
                "alive": seat.alive,
                "out": "" if seat.alive else game_words.when_out(seat.out_phase, seat.out_day),
                "role": game_words.role(seat.role) if seat.role and not seat.alive else "",
            }
            for seat in view.seats
        ],
        "deadline": game.deadline,
        "ended": game.phase in OVER,
    }


def _scores(tournament: Tournament, found: Match) -> dict[str, Any]:
    """Return the scores of a game that is over, and its protocol; a game that was not played has none."""
    table = PointsTable.from_json(tournament.points)
    played = record(found) if found.game is not None else None
    trial = found.game is not None and Ruleset.restore(found.game.options).trial
    by_name = {seat.name: seat for seat in played.seats} if played else {}
    rows = [_row(one, by_name.get(one.entry.persona.name), table, trial=trial) for one in scored(found)]
    return {
        "lines": [row for row in rows if row["played"] or row["adjustments"]],
        "missed": [row["entry"].persona.name for row in rows if not row["played"] and not row["adjustments"]],
        "protocol": protocol_text(tournament, found, played, rows, trial=trial),
        "size": min(24, 4 + len(rows) + (len(played.left) if played else 0)),
    }


def _row(one: Scored, seat: SeatRecord | None, table: PointsTable, *, trial: bool) -> dict[str, Any]:
    return {
        "entry": one.entry,
        "played": one.score is not None,
        "role": game_words.role(one.score.role) if one.score and one.score.role else "",
        "won": bool(one.score and one.score.victories),
        "fate": _fate(seat, trial=trial) if seat else "",
        "reasons": words.reasons(one.score.points, table) if one.score else [],
        "adjustments": one.adjustments,
        "cents": one.cents,
    }


def _fate(seat: SeatRecord, *, trial: bool) -> str:
    """Return how somebody left, or that nobody made them."""
    if not seat.how:
        return str(words.TO_THE_END)
    return f"{words.when(seat.phase, seat.day)}, {game_words.way_out(seat.how, trial=trial)}"


def protocol_text(
    tournament: Tournament, found: Match, played: GameRecord | None, rows: list[dict[str, Any]], *, trial: bool
) -> str:
    """Return a game as text to copy: its protocol, then the points of everybody with their reasons."""
    head = f"{tournament.title}. {words.group_name(found.group.number, found.group.name)}, {words.match_name(found)}"
    parts = [[head, *(words.protocol(played, trial=trial) if played else [_stands(found), found.reason])]]
    parts.append([str(words.POINTS), *(_said(row) for row in rows if row["played"] or row["adjustments"])])
    return "\n\n".join("\n".join(exports.plainly(line) for line in part if line) for part in parts)


def _said(row: dict[str, Any]) -> str:
    """Return one line of points: `NICK, role: 4.75 (victory: 4; survived 3 days: 0.75)`."""
    why = [
        *row["reasons"],
        *(f"{words.brief(one.cents, signed=True)}, {one.reason.rstrip('.')}" for one in row["adjustments"]),
    ]
    who = ", ".join(part for part in (row["entry"].persona.name, row["role"]) if part)
    return f"{who}: {words.figure(row['cents'])}" + (f" ({'; '.join(why)})" if why else "")


# ---------- files and paper ----------


@require_safe
def standings_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """All tables as a file for a spreadsheet."""
    tournament = reads.found(slug)
    answer = HttpResponse(exports.standings(sheet_of(tournament)), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="standings-{tournament.slug}.csv"'
    return frame.private(answer)


@require_safe
def printed(request: HttpRequest, slug: str) -> HttpResponse:
    """All tables and games on one page, for paper."""
    tournament, at = reads.found(slug), frame.now()
    sheet = sheet_of(tournament)
    context = frame.context(request, tournament)
    context |= {"now": at, "tables": [_table(sheet, number, set()) for number, _name in context["ways"]]}
    return frame.page(request, "tournaments/print.html", context)


urlpatterns = [
    path("tournaments/<slug:slug>/groups/<int:number>/", group, name="group"),
    path("tournaments/<slug:slug>/matches/<int:pk>/", match, name="match"),
    path("tournaments/<slug:slug>/standings.csv", standings_csv, name="standings"),
    path("tournaments/<slug:slug>/print/", printed, name="print"),
]
