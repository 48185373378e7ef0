"""Points for games that are over: made from their logs, and anew at any time (`rules.md` section 11)."""

from collections.abc import Iterable
from datetime import datetime

from games import selectors as games
from games.engine.state import OVER
from games.services.work import load_events
from tournaments.models import Entry, Happening, Match, Score, Tournament
from tournaments.points import Point, score, total
from tournaments.record import GameRecord, record_of
from tournaments.services import finals
from tournaments.services.hosts import follow_desk
from tournaments.services.work import Work, work_on
from tournaments.standings import Line, line_of


def record(match: Match) -> GameRecord:
    """Return what a match's game was. Raises ValueError while the game is not over: its log is a secret."""
    game = match.game
    if game is None or game.phase not in OVER:
        raise ValueError("only a game that is over is scored")
    return record_of(load_events(game), games.names_ever(game))


def scores_of(work: Work, match: Match) -> list[Score]:
    """Return the scores of a match as the log of its game gives them, unsaved."""
    read = record(match)
    worths = score(read, work.table)
    by_seat = _entries_by_seat(match)
    return [
        _score(match, entry, line_of(entry.number, seat, worths[seat.number]), worths[seat.number], seat.role)
        for seat in read.seats
        for entry in [by_seat[seat.number]]
    ]


def _entries_by_seat(match: Match) -> dict[int, Entry]:
    assert match.game is not None
    by_persona = {entry.persona_id: entry for entry in Entry.objects.filter(tournament=match.tournament_id)}
    return {number: by_persona[persona] for number, persona in match.game.seats.values_list("number", "persona")}


def _score(match: Match, entry: Entry, line: Line, points: Iterable[Point], role: str) -> Score:
    points = list(points)
    assert total(points) == line.cents
    return Score(
        match=match,
        entry=entry,
        cents=line.cents,
        victories=line.victories,
        mafia_wins=line.mafia_wins,
        days=line.days,
        heart_attacks=line.heart_attacks,
        role=role,
        points=[point.to_json() for point in points],
    )


def score_match(work: Work, match: Match) -> None:
    """Score a match of a locked tournament whose game is over, once; one that was cancelled is played again."""
    game = match.game
    assert game is not None
    if match.state != Match.State.PLAYING or game.phase not in OVER:
        return
    follow_desk(work, match)
    if game.phase == "cancelled":
        match.state, match.again = Match.State.VOID, True
        match.save(update_fields=["state", "again"])
        work.tell(Happening.Kind.VOIDED, match=match.pk, reason="", again=True)
    else:
        Score.objects.bulk_create(scores_of(work, match))
        match.state, match.scored_at = Match.State.OVER, work.at
        match.save(update_fields=["state", "scored_at"])
        work.tell(Happening.Kind.SCORED, match=match.pk, winner=game.winner)
    finals.settle(work, match.group)


def rescore(*, tournament: Tournament, at: datetime) -> int:
    """Make all scores anew from the logs; return how many were different, which is told openly where any was.

    Adjustments stand beside the scores and are left as they are, as are walk-overs. Done twice it changes nothing.
    """
    with work_on(tournament.pk, at) as work:
        changed = 0
        done = Match.objects.filter(tournament=work.tournament, state=Match.State.OVER, game__isnull=False)
        for match in done.select_related("group", "game").order_by("pk"):
            changed += _rescore(work, match)
        if changed:
            work.tell(Happening.Kind.RESCORED, scores=changed)
        return changed


_TALLIES = ("cents", "victories", "mafia_wins", "days", "heart_attacks", "role", "points")


def _rescore(work: Work, match: Match) -> int:
    fresh = {one.entry_id: one for one in scores_of(work, match)}
    stored = {one.entry_id: one for one in Score.objects.filter(match=match)}
    different = [
        entry
        for entry in fresh.keys() | stored.keys()
        if entry not in fresh or entry not in stored or _tallies(fresh[entry]) != _tallies(stored[entry])
    ]
    if different:
        Score.objects.filter(match=match, entry__in=different).delete()
        Score.objects.bulk_create([fresh[entry] for entry in sorted(different) if entry in fresh])
    return len(different)


def _tallies(one: Score) -> tuple[object, ...]:
    return tuple(getattr(one, name) for name in _TALLIES)
