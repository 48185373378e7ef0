"""Reads of several tournaments that are over: the table of a season, and the places of one public name."""

from dataclasses import dataclass

from django.db.models import QuerySet

from accounts.models import Persona
from tournaments.models import Adjustment, Entry, Match, Score, Tournament
from tournaments.standings import Line, Placed, gather, rank


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
