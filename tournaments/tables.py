"""The tables of a tournament as they stand: of each group, of the final, and of all who are left.

Added up anew from the scores of games that are over and from open adjustments, each time; no sum is kept.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from tournaments import lots
from tournaments.models import FINAL, Adjustment, Entry, Match, Score, Tournament
from tournaments.standings import Line, Placed, gather, rank

_COLUMNS = ("cents", "victories", "mafia_wins", "days", "heart_attacks")


@dataclass(frozen=True, slots=True)
class Tables:
    """Entries by their numbers, and the lines of each group by its number (0 is the final)."""

    entries: Mapping[int, Entry]
    lines: Mapping[int, list[Line]]

    def placed(self, group: int, seed: bytes | None) -> list[Placed]:
        """Return the places in one group; with a seed, whoever is equal in everything is told apart by lot."""
        return rank(self.lines.get(group, []), seed, lots.of_group(group))

    def placed_all(self, seed: bytes | None) -> list[Placed]:
        """Return the places of everybody by what they have from their groups, those of the final included."""
        lines = [line for number, lines in self.lines.items() if number != FINAL for line in lines]
        return rank(lines, seed, lots.OF_ALL)

    def next_in_line(self, group: int, seed: bytes, taken: Collection[int]) -> Iterator[int]:
        """Yield who takes the place of a drop-out of a group: the next of that group, then the best of all.

        Whoever has withdrawn or is `taken` already is passed over.
        """
        found = dict.fromkeys(one.line.entry for one in (*self.placed(group, seed), *self.placed_all(seed)))
        for number in found:
            if number not in taken and self.entries[number].withdrawn_at is None:
                yield number


def tables_of(tournament: Tournament) -> Tables:
    """Return the tables as they stand now. Three queries.

    A group's table has everybody who belongs to it, also without a game, and the final's all
    finalists and whoever has played in it.
    """
    rows = Entry.objects.filter(tournament=tournament).select_related("persona", "group").order_by("number")
    entries = {entry.number: entry for entry in rows}
    found: dict[int, list[Line]] = {}
    for entry in entries.values():
        if entry.group is not None:
            found.setdefault(entry.group.number, []).append(Line(entry.number))
        if entry.finalist:
            found.setdefault(FINAL, []).append(Line(entry.number))
    counted = {"match__tournament": tournament, "match__state": Match.State.OVER}
    scores = Score.objects.filter(**counted).values_list("match__group__number", "entry__number", *_COLUMNS)
    for group, number, cents, victories, mafia_wins, days, heart_attacks in scores:
        line = Line(number, cents, victories, mafia_wins, days, heart_attacks, games=1)
        found.setdefault(group, []).append(line)
    given = Adjustment.objects.filter(**counted).values_list("match__group__number", "entry__number", "cents")
    for group, number, cents in given:
        found.setdefault(group, []).append(Line(number, cents))
    return Tables(entries, {group: gather(lines) for group, lines in sorted(found.items())})
