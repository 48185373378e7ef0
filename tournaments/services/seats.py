"""Who sits at a table: the members of its group who are there, then those who step in before the deal.

"Who has not checked in by the deadline is replaced from the reserve list; after the deal, never"
(`rules.md` section 11). Whoever has stepped in belongs to that group from then on, and plays again where a
member misses again; the member who was missed keeps the place in the group.
"""

from collections.abc import Collection, Sequence

from tournaments.models import CheckIn, Entry, Group, Match
from tournaments.services.work import Work
from tournaments.tables import tables_of


def members_of(group: Group) -> list[Entry]:
    """Return whom a group waits for, by number: those drawn into it or the finalists, nobody who has withdrawn."""
    return [entry for entry in belonging(group) if group.final or not entry.reserve]


def belonging(group: Group) -> list[Entry]:
    """Return who belongs to a group, by number: as `members_of`, and whoever has stepped in there before."""
    rows = Entry.objects.filter(tournament=group.tournament_id, withdrawn_at=None).select_related("persona")
    return list(rows.filter(**({"finalist": True} if group.final else {"group": group})).order_by("number"))


def checked_in(match: Match) -> set[int]:
    """Return the primary keys of the entries that are there for a match."""
    return set(CheckIn.objects.filter(match=match).values_list("entry", flat=True))


def seated(
    work: Work, match: Match, here: Collection[int], members: Sequence[Entry], absent: Sequence[Entry]
) -> list[Entry]:
    """Return who plays a match: members who are `here` (primary keys), then those who step in, who are bound by that.

    In a group that is the reserve list, in the order of entering, and first who has stepped in there
    before; in the final, before its first deal, the next in the tables.
    """
    group = match.group
    playing = [entry for entry in members if entry.pk in here]
    free = group.size - len(playing)
    if free <= 0:
        return playing
    if group.final:
        return playing + _next_in_tables(work, match, here, members, absent)
    return playing + _from_reserves(work, group, here, playing, free)


def _from_reserves(work: Work, group: Group, here: Collection[int], playing: Sequence[Entry], free: int) -> list[Entry]:
    """Return so many of the reserve list who are there; whoever steps in for the first time is bound to the group."""
    reserves = Entry.objects.filter(tournament=work.tournament, reserve=True, withdrawn_at=None, pk__in=list(here))
    bound = list(reserves.filter(group=group).select_related("persona").order_by("entered_at", "number"))[:free]
    fresh = list(reserves.filter(group=None).select_related("persona").order_by("entered_at", "number"))[
        : free - len(bound)
    ]
    away = Entry.objects.filter(group=group, reserve=False).exclude(pk__in=[entry.pk for entry in playing])
    missed = list(away.exclude(pk__in=[entry.replaces_id for entry in bound if entry.replaces_id]).order_by("number"))
    for entry, instead_of in zip(fresh, missed, strict=False):
        entry.group, entry.replaces = group, instead_of
        entry.save(update_fields=["group", "replaces"])
    return bound + fresh


def _next_in_tables(
    work: Work, match: Match, here: Collection[int], members: Sequence[Entry], absent: Sequence[Entry]
) -> list[Entry]:
    """Let those who come next in the tables and are there step in for finalists who are not, for the whole final."""
    if Match.objects.filter(group=match.group, game__isnull=False).exists():
        return []
    tables = tables_of(work.tournament)
    taken = {entry.number for entry in members}
    stepping: list[Entry] = []
    for missed in absent:
        entry = tables.entries[missed.number]
        assert entry.group is not None
        following = tables.next_in_line(entry.group.number, work.seed, taken)
        number = next((one for one in following if tables.entries[one].pk in here), None)
        if number is not None:
            taken.add(number)
            stepping.append(hand_on(entry, tables.entries[number]))
    return stepping


def hand_on(entry: Entry, to: Entry) -> Entry:
    """Give a finalist's place to another entry; return that."""
    entry.finalist, to.finalist, to.replaces = False, True, entry
    entry.save(update_fields=["finalist"])
    to.save(update_fields=["finalist", "replaces"])
    return to
