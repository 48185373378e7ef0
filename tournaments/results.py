"""Reads of what is over: the sheet of a finished game, awards, the season, and the seed that is public then."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet
from django.http import Http404

from accounts.models import Persona
from games import selectors as games
from games.engine.state import OVER
from games.services.work import load_events
from tournaments.lots import game_seed
from tournaments.models import Adjustment, Entry, Match, Score, Tournament, TournamentSeed
from tournaments.points import Point
from tournaments.record import GameRecord, ProtocolLine, protocol_lines, record_of
from tournaments.standings import Line, Placed, gather, rank

# The roles of those who have nothing but their lives.
PLAIN = "citizen"


@dataclass(frozen=True, slots=True)
class Sheet:
    """A match that is over: its scores with every point's reason, the corrections, and the protocol of its game.

    `record` and `protocol` are missing for one that ended without a game. `names` are those of the seats.
    """

    match: Match
    scores: Sequence[tuple[Score, Sequence[Point]]]
    adjustments: Sequence[Adjustment]
    record: GameRecord | None
    protocol: Sequence[ProtocolLine]
    names: Mapping[int, str]


def sheet_of(tournament: Tournament, match_id: int) -> Sheet:
    """Return the sheet of a match. Raises Http404 for one that is not over, or of another tournament."""
    rows = Match.objects.select_related("group__tournament", "group__host", "game__host")
    match = rows.filter(pk=match_id, tournament=tournament, state=Match.State.OVER).first()
    if match is None:
        raise Http404
    scores = list(
        Score.objects.filter(match=match).select_related("entry__persona").order_by("-cents", "entry__number")
    )
    adjustments = list(Adjustment.objects.filter(match=match).select_related("entry__persona", "by"))
    record, names = None, {}
    if match.game is not None:
        names = games.names_ever(match.game)
        record = record_of(load_events(match.game), names)
    return Sheet(
        match=match,
        scores=[(score, [Point.from_json(point) for point in score.points]) for score in scores],
        adjustments=adjustments,
        record=record,
        protocol=protocol_lines(record) if record is not None else [],
        names=names,
    )


@dataclass(frozen=True, slots=True)
class Award:
    """What a tournament honours beside the places: `kind` (of `AWARDS`), who, and for how many. Equals share it."""

    kind: str
    entries: Sequence[Entry]
    count: int


def _acts(reason: str) -> Callable[[Score], int]:
    return lambda score: sum(point["count"] for point in score.points if point["reason"] == reason)


AWARDS: Mapping[str, Callable[[Score], int]] = {
    "commissioner": _acts("found_mafioso"),
    "doctor": _acts("prevented_kill"),
    "citizen": lambda score: score.days if score.role == PLAIN else 0,
    "mafioso": lambda score: score.mafia_wins,
    "victories": lambda score: score.victories,
}


def awards(tournament: Tournament) -> list[Award]:
    """Return the awards of a tournament that is over, those that nobody has earned left out. Raises Http404 before."""
    if tournament.stage != Tournament.Stage.OVER:
        raise Http404
    rows = Score.objects.filter(match__tournament=tournament, match__state=Match.State.OVER)
    scores = list(rows.select_related("entry__persona"))
    entries = {score.entry_id: score.entry for score in scores}
    given = []
    for kind, worth in AWARDS.items():
        counts: Counter[int] = Counter()
        for score in scores:
            counts[score.entry_id] += worth(score)
        most = max(counts.values(), default=0)
        if most:
            best = [entries[entry] for entry, count in counts.items() if count == most]
            given.append(Award(kind, sorted(best, key=lambda one: one.place or one.number), most))
    return given


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """A public name in a season: what it has from all its tournaments, how many there were, and the best place."""

    placed: Placed
    persona: Persona
    tournaments: int
    best: int


def season(year: int) -> list[SeasonRow]:
    """Return the table of the tournaments that ended in a year (UTC), by what everybody has from all their games.

    A clone is a name of its own: whose it was is nobody's to see. Equals share a place. Three queries.
    """
    entries = list(
        Entry.objects.filter(
            tournament__stage=Tournament.Stage.OVER, tournament__ended_at__year=year, place__isnull=False
        ).select_related("persona")
    )
    by_entry = {entry.pk: entry for entry in entries}
    lines = [Line(entry.persona_id) for entry in entries]
    counted = {
        "entry__tournament__stage": Tournament.Stage.OVER,
        "entry__tournament__ended_at__year": year,
        "match__state": Match.State.OVER,
    }
    for score in Score.objects.filter(entry__place__isnull=False, **counted):
        tallies = (score.cents, score.victories, score.mafia_wins, score.days, score.heart_attacks, 1)
        lines.append(Line(by_entry[score.entry_id].persona_id, *tallies))
    for entry, cents in Adjustment.objects.filter(entry__place__isnull=False, **counted).values_list("entry", "cents"):
        lines.append(Line(by_entry[entry].persona_id, cents))
    places: dict[int, list[int]] = {}
    for one in entries:
        places.setdefault(one.persona_id, []).append(one.place or 0)
    personas = {one.persona_id: one.persona for one in entries}
    rows = [
        SeasonRow(placed, personas[placed.line.entry], len(places[placed.line.entry]), min(places[placed.line.entry]))
        for placed in rank(gather(lines))
    ]
    return sorted(rows, key=lambda row: (row.placed.place, row.persona.skeleton))


def results_of(persona: Persona) -> QuerySet[Entry]:
    """Return the places of one public name in tournaments that are over, the newest first."""
    rows = Entry.objects.filter(persona=persona, tournament__stage=Tournament.Stage.OVER, place__isnull=False)
    return rows.select_related("tournament").order_by("-tournament__ended_at", "-pk")


def proof_of(tournament: Tournament) -> dict[str, object]:
    """Return what anyone needs to repeat the draws and deals (`lots`): seed, commitment, and the seed of each game.

    Raises Http404 until the tournament has ended.
    """
    if not tournament.ended:
        raise Http404
    seed = bytes(TournamentSeed.objects.get(tournament=tournament).seed)
    played = Match.objects.filter(tournament=tournament, game__phase__in=OVER).select_related("group", "game")
    return {
        "commitment": tournament.commitment,
        "seed": seed.hex(),
        "games": [
            {
                "group": match.group.number,
                "number": match.number,
                "attempt": match.attempt,
                "game": match.game.slug if match.game is not None else "",
                "seed": game_seed(seed, match.group.number, match.number, match.attempt).hex(),
            }
            for match in played.order_by("group__number", "number", "attempt")
        ],
    }
