"""Entering, leaving, being there on the day, and the draw of the groups (`rules.md` section 11)."""

from datetime import datetime, time

from django.db.models import Max

from accounts import selectors as people
from accounts import services as accounts
from accounts.models import Persona, User
from common.refusal import Refusal
from tournaments import seating
from tournaments.models import Entry, Group, Happening, Tournament
from tournaments.services import finals
from tournaments.services.matches import plan_next
from tournaments.services.opening import cancel, zone_of
from tournaments.services.work import Stage, Work, note_here, work_on


def enter(*, tournament: Tournament, user: User, at: datetime, name: str = "", reserve: bool = False) -> Entry:
    """Enter a member under the member name or as a clone of this tournament, as the tournament says.

    `reserve` puts on the reserve list, which stays open until the final is drawn. Whoever has withdrawn
    may enter again: on the reserve list that is behind the others.

    Raises `member_name_needed`, `host_cannot_play` for the organiser, `already_entered` whatever the
    person was called there (told to that very person), `entries_closed`, `nick_...`.
    """
    with work_on(tournament.pk, at) as work:
        member = people.member_of(user)
        if member is None:
            raise Refusal("member_name_needed")
        mine = people.persona_ids_of(user)
        if work.tournament.organiser_id in mine:
            raise Refusal("host_cannot_play")
        entries = Entry.objects.filter(tournament=work.tournament)
        if entries.filter(persona__in=mine, withdrawn_at=None).exists():
            raise Refusal("already_entered")
        _entries_open(work, reserve)
        persona = member
        if work.tournament.names == Tournament.Names.CLONE:
            persona = accounts.make_entrant(user, name)
        return put_down(work, persona, reserve=reserve)


def _entries_open(work: Work, reserve: bool) -> None:
    tournament = work.tournament
    if reserve and tournament.stage in (Stage.ENTRY, Stage.DRAWN, Stage.RUNNING):
        return
    if tournament.stage != Stage.ENTRY or work.at >= tournament.entries_close_at:
        raise Refusal("entries_closed", reserve=tournament.stage in (Stage.ENTRY, Stage.DRAWN, Stage.RUNNING))


def put_down(work: Work, persona: Persona, *, reserve: bool = False) -> Entry:
    """Put a persona on the list of a locked tournament, whoever owns it; whoever was on it before keeps the number."""
    entries = Entry.objects.filter(tournament=work.tournament)
    number = (entries.aggregate(last=Max("number"))["last"] or 0) + 1
    put = {"reserve": reserve, "withdrawn_at": None, "entered_at": work.at}
    entry, _made = Entry.objects.update_or_create(
        tournament=work.tournament, persona=persona, defaults=put, create_defaults={**put, "number": number}
    )
    work.tell(Happening.Kind.ENTERED, entry=entry.number, reserve=reserve)
    return entry


def withdraw(*, tournament: Tournament, entry: Entry, at: datetime) -> None:
    """Take an entry back; a second time nothing happens. Whose it is is the caller's to look at.

    Before the draw a clone's name is free again. After it the name stands in the tables, so it is held
    to the end, points are kept, and the groups stay as they are; a finalist who goes before the
    final's first deal makes room for the next (`finals.replace`). Who sits in a game goes on sitting there: that
    is for the host to end. Raises `wrong_stage` when the tournament has ended.
    """
    with work_on(tournament.pk, at) as work:
        work.not_ended()
        entry = Entry.objects.select_related("persona", "group").get(pk=entry.pk, tournament=work.tournament)
        if entry.withdrawn_at is not None:
            return
        entry.withdrawn_at = work.at
        entry.save(update_fields=["withdrawn_at"])
        work.tell(Happening.Kind.WITHDREW, entry=entry.number)
        if work.tournament.stage == Stage.ENTRY:
            if entry.persona.kind == Persona.Kind.ENTRANT:
                accounts.release_name(entry.persona)
        elif work.tournament.stage == Stage.FINAL and entry.finalist:
            finals.replace(work, entry)


def check_in_day(*, entry: Entry, at: datetime) -> None:
    """Note that somebody is there on the day, from midnight in the tournament's zone on; a second time does nothing.

    Raises `wrong_stage`, `entry_withdrawn`, `check_in_closed` before the day with the moment it `opens`.
    """
    with work_on(entry.tournament_id, at) as work:
        work.not_ended()
        entry = Entry.objects.get(pk=entry.pk)
        if entry.withdrawn_at is not None:
            raise Refusal("entry_withdrawn")
        opens = day_opens(work.tournament)
        if work.at < opens:
            raise Refusal("check_in_closed", opens=opens)
        note_here(entry, work.at)


def day_opens(tournament: Tournament) -> datetime:
    """Return when the day of the tournament begins in its time zone."""
    zone = zone_of(tournament)
    return datetime.combine(tournament.starts_at.astimezone(zone), time(0), zone)


def close_entries(*, tournament: Tournament, at: datetime, by: Persona | None = None) -> bool:
    """Draw the groups, or call the tournament off where there are too few; return whether anything was done.

    Where entries lack, the reserve list fills up. By the clock (no `by`) nothing is done before the time or a
    second time. Raises, to the organiser who closes earlier, `not_organiser`, `wrong_stage`.
    """
    with work_on(tournament.pk, at) as work:
        if by is not None:
            work.organiser_only(by)
            work.in_stage(Stage.ENTRY)
        elif work.tournament.stage != Stage.ENTRY or work.at < work.tournament.entries_close_at:
            return False
        draw_groups(work)
        return True


def draw_groups(work: Work) -> None:
    """Draw the groups of a locked tournament from its seed, and plan their first games."""
    tournament, least = work.tournament, work.rules.min_players
    standing = list(Entry.objects.filter(tournament=tournament, withdrawn_at=None).order_by("entered_at", "number"))
    needed = least * (tournament.groups_wanted or 1)
    playing = [entry for entry in standing if not entry.reserve]
    for entry in [entry for entry in standing if entry.reserve][: max(0, needed - len(playing))]:
        entry.reserve = False
        entry.save(update_fields=["reserve"])
        playing.append(entry)
    if len(playing) < needed:
        cancel(work, needed=needed, entered=len(playing))
        return
    by_number = {entry.number: entry for entry in playing}
    drawn = seating.draw(by_number, _groups_for(tournament, len(playing), least), work.seed)
    for number, members in enumerate(drawn, start=1):
        group = Group.objects.create(tournament=tournament, number=number, size=len(members))
        Entry.objects.filter(pk__in=[by_number[one].pk for one in members]).update(group=group)
        plan_next(work, group)
    work.change(stage=Stage.DRAWN)
    work.tell(Happening.Kind.DRAWN, groups=drawn)


def _groups_for(tournament: Tournament, players: int, least: int) -> int:
    """Return how many groups there are: of the wanted size no more than have enough players each."""
    if tournament.groups_wanted is not None:
        return tournament.groups_wanted
    return min(len(seating.sizes(players, size=tournament.group_size)), players // least)
