"""Who hosts a group: never somebody who plays in it, under whatever name (`rules.md` section 11).

Where members play under their own names that is plain to see, and the organiser's word is enough.
Where clones play it takes two, as with the desk of a game: were it done at once, the one refusal it knows would
tell the organiser which member owns a clone of the group. So the organiser offers, and the member takes.
"""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Q, QuerySet

from accounts import selectors as people
from accounts.models import Persona
from common.refusal import Refusal
from games import services as games
from games.engine.state import OVER
from tournaments import seating
from tournaments.models import OPEN, Entry, Group, Happening, Match, Tournament
from tournaments.services.matches import final_begun, stop_waiting
from tournaments.services.work import Work, work_on


def assign_host(
    *, tournament: Tournament, by: Persona | None, group: Group, host: Persona | None, at: datetime
) -> bool:
    """Give a group to a host, or offer it; return whether it was given.

    With it goes the desk of the game that the group plays. In a tournament of clones it is offered, and a
    later offer takes the place of an earlier one; the organiser, who plays nowhere, takes it at once.

    Raises `not_organiser`, `wrong_stage`, `member_unknown` for nobody or a clone, `hosts_already`,
    and of names that everybody sees `host_cannot_play`.
    """
    with work_on(tournament.pk, at) as work:
        work.organiser_only(by)
        work.not_ended()
        group = work.group(group)
        if host is None or host.kind != Persona.Kind.MEMBER:
            raise Refusal("member_unknown")
        if host.pk == group.host_id:
            raise Refusal("hosts_already")
        if work.tournament.names == Tournament.Names.CLONE and host.pk != work.tournament.organiser_id:
            _offer(group, host)
            return False
        _hand_over(work, group, host)
        return True


def replace_host(*, group: Group, by: Persona | None, host: Persona | None, at: datetime) -> bool:
    """Give a group to another host, in the middle of a game too; as `assign_host`."""
    return assign_host(tournament=group.tournament, by=by, group=group, host=host, at=at)


def assign_hosts(*, tournament: Tournament, by: Persona | None, hosts: Sequence[Persona], at: datetime) -> int:
    """Spread hosts over the groups that have none, nobody over the own one; return how many groups got one.

    Where clones play, each group without a host is offered to one of them, in their order. Raises
    `not_organiser`, `wrong_stage`, `member_unknown`.
    """
    with work_on(tournament.pk, at) as work:
        work.organiser_only(by)
        work.not_ended()
        if any(host.kind != Persona.Kind.MEMBER for host in hosts):
            raise Refusal("member_unknown")
        bare = list(Group.objects.filter(tournament=work.tournament, host=None).order_by("number"))
        busy = set(Group.objects.filter(tournament=work.tournament).values_list("host", flat=True))
        free = [host for host in hosts if host.pk not in busy]
        if work.tournament.names == Tournament.Names.CLONE:
            for group, host in zip(bare, free, strict=False):
                _offer(group, host)
            return 0
        players = [set(_players(group).values_list("persona", flat=True)) for group in bare]
        by_number = {host.pk: host for host in free}
        found = seating.assign_hosts(players, by_number)
        for group, number in zip(bare, found, strict=True):
            if number is not None:
                _hand_over(work, work.group(group), by_number[number])
        return sum(number is not None for number in found)


def take_group(*, group: Group, member: Persona, at: datetime) -> None:
    """Take a group that was offered, and the desk of the game that it plays.

    Raises `not_host` for whoever it is not offered to, `wrong_stage`, `host_cannot_play` where the
    member plays in it.
    """
    with work_on(group.tournament_id, at) as work:
        work.not_ended()
        group = work.group(group)
        _offered_only(group, member)
        _hand_over(work, group, member)


def decline_group(*, group: Group, member: Persona, at: datetime) -> None:
    """Decline a group. Raises `not_host` for whoever it is not offered to."""
    with work_on(group.tournament_id, at) as work:
        group = work.group(group)
        _offered_only(group, member)
        _offer(group, None)


def follow_desk(work: Work, match: Match) -> None:
    """Let the host who took the desk of a game on the game's own page be the group's, unless a player of the group."""
    game, group = match.game, match.group
    if game is not None and game.host_id != group.host_id and not _plays_in(work, group, game.host):
        _seat(work, group, game.host)


def _offer(group: Group, host: Persona | None) -> None:
    group.offered_to = host
    group.save(update_fields=["offered_to"])


def _offered_only(group: Group, member: Persona) -> None:
    if group.offered_to_id != member.pk:
        raise Refusal("not_host")


def _hand_over(work: Work, group: Group, host: Persona) -> None:
    """Make a member the host of a group, and of the game that it plays. Raises `host_cannot_play`."""
    if _plays_in(work, group, host):
        raise Refusal("host_cannot_play")
    playing = Match.objects.filter(group=group, state=Match.State.PLAYING).select_related("game__host").first()
    game = playing.game if playing else None
    if game is not None and game.phase not in OVER and game.host_id != host.pk:
        games.offer_desk(game=game, host=game.host, to=host, at=work.at)
        games.take_desk(game=game, member=host, at=work.at)
    _seat(work, group, host)


def _seat(work: Work, group: Group, host: Persona) -> None:
    group.host, group.offered_to = host, None
    group.save(update_fields=["host", "offered_to"])
    work.tell(Happening.Kind.HOST, group=group.number, host=host.name)
    for match in Match.objects.filter(group=group, state__in=OPEN):
        stop_waiting(match)


def _plays_in(work: Work, group: Group, host: Persona) -> bool:
    """Whether a member plays in a group, under whatever name: for the service, never for a page."""
    theirs = people.persona_ids_of(people.owner_of(host)) | {host.pk}
    return _players(group).filter(persona__in=theirs).exists()


def _players(group: Group) -> QuerySet[Entry]:
    """Return who belongs to a group, who has checked in to step in there, and who may yet belong to the final."""
    if not group.final:
        belongs = Q(group=group)
    elif final_begun(group):
        belongs = Q(finalist=True)
    else:
        # Any of them may yet step in: were the host among them, everybody would see who is passed over.
        belongs = Q(group__isnull=False)
    stepping = Q(pk__in=Match.objects.filter(group=group, state__in=OPEN).values("check_ins__entry"))
    return Entry.objects.filter(belongs | stepping, tournament=group.tournament_id, withdrawn_at=None)
