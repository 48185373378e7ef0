"""Reads for the pages of scores: tables with each game's points, one game, the end. Public facts only.

A number of queries that does not grow with groups, games or players. The organiser's seed is read for lots:
what comes of it may be shown (`services.work.Work.seed`), itself only by `draw_of` after the end.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from django.http import Http404

from games import listing
from games import selectors as games
from games.engine.state import OVER
from games.models import Game
from games.services.work import load_events
from tournaments.awards import Award, Played, awards
from tournaments.models import FINAL, Adjustment, Entry, Group, Match, Score, Tournament, TournamentSeed
from tournaments.record import GameRecord, record_of
from tournaments.standings import Line, Placed
from tournaments.tables import Tables, tables_of


def tournament_at(slug: str) -> Tournament:
    """Return the tournament at an address. Raises Http404."""
    found = Tournament.objects.select_related("organiser").filter(slug=slug).first()
    if found is None:
        raise Http404
    return found


@dataclass(frozen=True, slots=True)
class Row:
    """One entry in a table. `games`: what it has from each of the group's games, None for one it did not play.

    `qualifies`: goes on to the final as the table stands; `last`: the line of qualification is under it.
    """

    placed: Placed
    entry: Entry
    games: tuple[int | None, ...]
    qualifies: bool = False
    last: bool = False
    mine: bool = False

    @property
    def line(self) -> Line:
        """What the entry has in this table."""
        return self.placed.line


@dataclass(frozen=True, slots=True)
class Sheet:
    """All tables of a tournament as they stand, and the games that they are made of."""

    tournament: Tournament
    groups: Mapping[int, Group]
    matches: tuple[Match, ...]
    tables: Tables
    # Cents of an entry (its number) from a match (its primary key), corrections included.
    cents: Mapping[tuple[int, int], int]
    seed: bytes | None = field(repr=False)

    def of(self, number: int) -> list[Match]:
        """Return the matches of a group, in their order."""
        return [match for match in self.matches if match.group.number == number]

    def done(self, number: int) -> bool:
        """Whether a group has all its games behind it: then those who are equal are told apart by lot."""
        settled = {match.number for match in self.of(number) if is_settled(match)}
        return len(settled) >= (self.tournament.games_each if number else self.tournament.final_games)

    def placed(self, number: int) -> list[Placed]:
        """Return the places in a group. Before its last game those who are equal in everything share a place."""
        return self.tables.placed(number, self.seed if self.done(number) else None)

    def rows(self, number: int, mine: Collection[int] = ()) -> list[Row]:
        """Return the table of a group; `mine` are the personas that the reader is."""
        placed, goes_on = self.placed(number), self._goes_on(number)
        counted = [match.pk for match in self.of(number) if match.state == Match.State.OVER]
        rows = []
        for one in placed:
            entry = self.tables.entries[one.line.entry]
            rows.append(
                Row(
                    one,
                    entry,
                    tuple(self.cents.get((match, entry.number)) for match in counted),
                    entry.number in goes_on,
                    bool(goes_on) and entry.number == goes_on[-1],
                    entry.persona_id in mine,
                )
            )
        return rows

    def counted(self, number: int) -> list[Match]:
        """Return the matches of a group that stand in its table: those that are over."""
        return [match for match in self.of(number) if match.state == Match.State.OVER]

    def _goes_on(self, number: int) -> list[int]:
        """Return who of a group goes on to the final as its table stands, the best first; nobody of the final's."""
        if number == FINAL:
            return []
        order = [one.line.entry for one in self.placed(number)]
        there = [entry for entry in order if self.tables.entries[entry].withdrawn_at is None]
        return there[: self.tournament.qualifiers]


def is_settled(match: Match) -> bool:
    """Whether a match is behind its group: played, or void for good."""
    return match.state == Match.State.OVER or (match.state == Match.State.VOID and not match.again)


def sheet_of(tournament: Tournament) -> Sheet:
    """Return all tables of a tournament. Eight queries."""
    groups = {group.number: group for group in Group.objects.filter(tournament=tournament).select_related("host")}
    by_pk = {group.pk: group for group in groups.values()}
    matches = list(Match.objects.filter(tournament=tournament).select_related("game").order_by("number", "attempt"))
    for group in groups.values():
        group.tournament = tournament
    for match in matches:
        match.group = by_pk[match.group_id]
    cents: dict[tuple[int, int], int] = {}
    counted = {"match__tournament": tournament, "match__state": Match.State.OVER}
    for model in (Score, Adjustment):
        rows = model._default_manager.filter(**counted).values_list("match_id", "entry__number", "cents")
        for match_id, number, worth in rows:
            cents[match_id, number] = cents.get((match_id, number), 0) + worth
    seed = TournamentSeed.objects.filter(tournament=tournament).values_list("seed", flat=True).first()
    return Sheet(tournament, groups, tuple(matches), tables_of(tournament), cents, bytes(seed) if seed else None)


def group_at(tournament: Tournament, number: int) -> Group:
    """Return a group by its number (0 is the final). Raises Http404."""
    found = Group.objects.filter(tournament=tournament, number=number).select_related("host").first()
    if found is None:
        raise Http404
    found.tournament = tournament
    return found


# ---------- one game ----------


def match_at(tournament: Tournament, pk: int) -> Match:
    """Return a match of a tournament. Raises Http404."""
    rows = Match.objects.filter(tournament=tournament, pk=pk).select_related("group__host", "game")
    found = rows.first()
    if found is None:
        raise Http404
    found.tournament = found.group.tournament = tournament
    return found


@dataclass(frozen=True, slots=True)
class Scored:
    """What an entry has from one game: the score of its log (None where it did not play), and open corrections."""

    entry: Entry
    score: Score | None
    adjustments: tuple[Adjustment, ...]

    @property
    def cents(self) -> int:
        """All of it together."""
        return (self.score.cents if self.score else 0) + sum(one.cents for one in self.adjustments)


def scored(match: Match) -> list[Scored]:
    """Return who has what from a match that is over, the most first; then who belonged to it and did not play.

    Nothing for a match that is not over. Three queries.
    """
    if match.state != Match.State.OVER:
        return []
    scores = {one.entry_id: one for one in Score.objects.filter(match=match)}
    given: dict[int, list[Adjustment]] = {}
    for one in Adjustment.objects.filter(match=match).select_related("by"):
        given.setdefault(one.entry_id, []).append(one)
    rows = Entry.objects.filter(tournament=match.tournament_id).select_related("persona").order_by("number")
    found = [
        Scored(entry, scores.get(entry.pk), tuple(given.get(entry.pk, ())))
        for entry in rows
        if entry.pk in scores or entry.pk in given or _belongs(entry, match)
    ]
    return sorted(found, key=lambda one: (one.score is None, -one.cents, one.entry.number))


def _belongs(entry: Entry, match: Match) -> bool:
    return entry.finalist if match.group.final else entry.group_id == match.group_id and not entry.reserve


# ---------- the end ----------


def played_of(tournament: Tournament) -> list[Played]:
    """Return what everybody did in each game, from the stored scores; corrections and walk-overs are left out."""
    rows = Score.objects.filter(match__tournament=tournament, match__state=Match.State.OVER).exclude(role="")
    return [
        _played(number, role, cents, victories, days, {one["reason"]: one["count"] for one in points})
        for number, role, cents, victories, days, points in rows.values_list(
            "entry__number", "role", "cents", "victories", "days", "points"
        )
    ]


def _played(
    number: int, role: str, cents: int, victories: int, days: int, counts: Mapping[str, int]
) -> Played:  # fmt: skip
    return Played(
        entry=number,
        role=role,
        cents=cents,
        won=bool(victories),
        days=days,
        found=counts.get("found_mafioso", 0),
        prevented=counts.get("prevented_kill", 0),
        first_night="first_night" in counts,
    )


def awards_of(tournament: Tournament) -> list[Award]:
    """Return the awards of a tournament that is over. Raises Http404 before that. One query."""
    if tournament.stage != Tournament.Stage.OVER:
        raise Http404
    return awards(played_of(tournament))


def frozen(tournament: Tournament) -> bool:
    """Whether the table of points stands: a game has been dealt, or the tournament has ended."""
    return tournament.ended or Match.objects.filter(tournament=tournament, game__isnull=False).exists()


# ---------- trying a table of points out ----------

PREVIEWED = 20


def finished_games() -> list[Game]:
    """Return the games of the site on which a table of points can be tried: the newest that were played to the end."""
    return list(listing.over().filter(phase="finished")[:PREVIEWED])


def finished_game(slug: str) -> Game | None:
    """Return a game on which a table can be tried by its address; None where there is no such one."""
    return listing.over().filter(phase="finished", slug=slug).first()


def opened(game: Game) -> GameRecord:
    """Return what a game was, from its whole log. Raises Http404 while it is not over: its log is a secret."""
    if game.phase not in OVER:
        raise Http404
    return record_of(load_events(game), games.names_ever(game))
