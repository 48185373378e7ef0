"""The final and the end: finalists, who takes a drop-out's place, the places of all (`rules.md` section 11)."""

from datetime import datetime
from itertools import islice

from tournaments.models import FINAL, Entry, Group, Happening, Match, Tournament
from tournaments.services.matches import final_begun, next_number, plan_next, stop_waiting
from tournaments.services.opening import release_names
from tournaments.services.seats import hand_on
from tournaments.services.work import Stage, Work, work_on
from tournaments.tables import Tables, tables_of


def groups_done(work: Work) -> bool:
    """Whether every group has played all its games."""
    groups = Group.objects.filter(tournament=work.tournament, number__gt=FINAL)
    return all(next_number(work, group) is None for group in groups)


def draw_final(*, tournament: Tournament, at: datetime) -> bool:
    """Draw the final from the tables of the groups; return whether anything was done.

    From each group its leaders go on (`Tournament.qualifiers`), by places with the lot; for whoever has
    withdrawn the next of that group, then the best of all. Where leaders are too few for a game, the
    best of all others fill it up; where even they are too few, the tables of the groups decide and the
    tournament ends. The organiser, who plays nowhere, hosts the final until somebody else does.
    Nothing is done before all groups are done, or a second time.
    """
    with work_on(tournament.pk, at) as work:
        if work.tournament.stage != Stage.RUNNING or not groups_done(work):
            return False
        draw(work)
        return True


def draw(work: Work) -> None:
    """Draw the final of a locked tournament whose groups are done."""
    tournament, tables = work.tournament, tables_of(work.tournament)
    chosen = _finalists(work, tables)
    least = work.rules.min_players
    if len(chosen) < least:
        chosen += _best(work, tables, chosen, least - len(chosen))
    if len(chosen) < least:
        end(work)
        return
    Entry.objects.filter(pk__in=[tables.entries[number].pk for number in chosen]).update(finalist=True)
    group = Group.objects.create(tournament=tournament, number=FINAL, size=len(chosen), host_id=tournament.organiser_id)
    work.change(stage=Stage.FINAL)
    work.tell(Happening.Kind.FINAL, finalists=sorted(chosen))
    plan_next(work, group)


def _finalists(work: Work, tables: Tables) -> list[int]:
    """Return the leaders of the groups, and those who come in for leaders who have withdrawn."""
    wanted, chosen = work.tournament.qualifiers, []
    lacking = 0
    for number in (one for one in tables.lines if one != FINAL):
        placed = tables.placed(number, work.seed)
        there = [one.line.entry for one in placed if tables.entries[one.line.entry].withdrawn_at is None]
        chosen += there[:wanted]
        # A group that has become smaller than that leaves its places to the others.
        lacking += min(wanted, len(placed)) - len(there[:wanted])
    return chosen + _best(work, tables, chosen, lacking)


def _best(work: Work, tables: Tables, taken: list[int], wanted: int) -> list[int]:
    """Return so many of those who are left, the best first."""
    placed = (one.line.entry for one in tables.placed_all(work.seed))
    there = (one for one in placed if one not in taken and tables.entries[one].withdrawn_at is None)
    return list(islice(there, wanted))


def replace(work: Work, entry: Entry) -> None:
    """Let the next in line take the place of a finalist who has withdrawn, if the final has not been dealt yet."""
    group = Group.objects.get(tournament=work.tournament, number=FINAL)
    if final_begun(group):
        return
    tables = tables_of(work.tournament)
    gone = tables.entries[entry.number]
    assert gone.group is not None
    taken = {number for number, one in tables.entries.items() if one.finalist}
    number = next(tables.next_in_line(gone.group.number, work.seed, taken), None)
    if number is None:
        return
    hand_on(gone, tables.entries[number])
    work.tell(Happening.Kind.REPLACED, entry=entry.number, by=number)
    for match in Match.objects.filter(group=group, state=Match.State.CHECKIN):
        stop_waiting(match)


def finish(*, tournament: Tournament, at: datetime) -> bool:
    """Give everybody a place and end the tournament; return whether anything was done.

    The final's table gives the first places, then those who were not in it follow by what their groups gave
    them. The seed is public and the clones' names are free from now on. Nothing is done before
    the final has been played, or a second time.
    """
    with work_on(tournament.pk, at) as work:
        group = Group.objects.filter(tournament=work.tournament, number=FINAL).first()
        if work.tournament.stage != Stage.FINAL or group is None or next_number(work, group) is not None:
            return False
        end(work)
        return True


def end(work: Work) -> None:
    """End a locked tournament: places, stage, names."""
    tables = tables_of(work.tournament)
    first = [one.line.entry for one in tables.placed(FINAL, work.seed)]
    rest = [one.line.entry for one in tables.placed_all(work.seed) if one.line.entry not in first]
    for place, number in enumerate([*first, *rest], start=1):
        entry = tables.entries[number]
        entry.place = place
        entry.save(update_fields=["place"])
    work.change(stage=Stage.OVER, ended_at=work.at)
    work.tell(Happening.Kind.OVER, winner=first[0] if first else rest[0] if rest else None)
    release_names(work)


def settle(work: Work, group: Group) -> None:
    """See what comes after a group's match is done: its next one, the final, or the end."""
    if plan_next(work, group) is not None or next_number(work, group) is not None:
        return
    if group.final:
        end(work)
    elif groups_done(work):
        draw(work)
