"""The rooms of the dead and of the onlookers, which the living do not see until the end (option `graveyard`).

Both go on in pauses, by night and behind a curtain. Whoever has no place in one gets the refusal of
a room that does not exist. Who owns what is asked here alone, of persons about themselves.
"""

from datetime import datetime

from accounts import selectors as people
from accounts.models import Persona, User
from common.refusal import Refusal
from forum import selectors as reads
from forum import services as forum
from forum.models import Post, ThreadMember
from games.engine.state import OVER
from games.models import Game, Notice, Room
from games.services.work import Work, work_on


def write_among_dead(
    *, game: Game, seat: int, source: str, at: datetime, key: str | None = None, limit_pace: bool = True
) -> Post:
    """Write in the room of the dead, as somebody who has left the game.

    Raises `not_in_game` for everybody else, `wrong_phase` when the game is over, and what
    `forum.services.write` raises.
    """
    with work_on(game.pk, at) as work:
        found = work.table.state.seat(seat)
        if found is None or found.alive:
            raise Refusal("not_in_game")
        return _write(work, Room.Kind.DEAD, work.seats[seat].persona, source, key, limit_pace)


def enter_onlookers(*, game: Game, user: User, at: datetime) -> None:
    """Let a member without a seat into the room of the onlookers, under the member name; once is enough.

    Raises `not_in_game` for the host, for the owner of a seat and where there is no such room,
    `wrong_phase` when the game is over, `member_name_needed`.
    """
    with work_on(game.pk, at) as work:
        room = _room(work, Room.Kind.ONLOOKERS)
        if _has_seat(work, user) or people.owns(user, work.game.host):
            raise Refusal("not_in_game")
        _not_over(work)
        member = people.member_of(user)
        if member is None:
            raise Refusal("member_name_needed")
        forum.add_member(room.thread, member)


def write_among_onlookers(
    *, game: Game, user: User, source: str, at: datetime, key: str | None = None, limit_pace: bool = True
) -> Post:
    """Write in the room of the onlookers, under the member name.

    Raises `not_in_game` for whoever has not entered and for the owner of a seat, `wrong_phase` when the
    game is over, and what `forum.services.write` raises.
    """
    with work_on(game.pk, at) as work:
        member = people.member_of(user)
        if member is None or _has_seat(work, user):
            raise Refusal("not_in_game")
        return _write(work, Room.Kind.ONLOOKERS, member, source, key, limit_pace)


def leave_onlookers(work: Work, user: User | None) -> None:
    """Take a person who has got a seat out of the room of the onlookers, and what rang from there.

    Nobody is told: who is in the room stands nowhere.
    """
    member = people.member_of(user)
    if member is None or not work.table.state.ruleset.graveyard:
        return
    forum.remove_member(_room(work, Room.Kind.ONLOOKERS).thread, member)
    Notice.objects.filter(game=work.game, persona=member, kind=Room.Kind.ONLOOKERS).delete()


def _has_seat(work: Work, user: User) -> bool:
    mine = people.persona_ids_of(user)
    return any(row.persona_id in mine for row in work.seats.values())


def _not_over(work: Work) -> None:
    phase = work.table.state.phase.name
    if phase in OVER:
        raise Refusal("wrong_phase", phase=phase)


def _room(work: Work, kind: Room.Kind) -> Room:
    room = Room.objects.select_related("thread").filter(game=work.game, kind=kind).first()
    if room is None:
        raise Refusal("not_in_game")
    return room


def _write(work: Work, kind: Room.Kind, author: Persona, source: str, key: str | None, limit_pace: bool) -> Post:
    room = _room(work, kind)
    _not_over(work)
    if not reads.may_post(room.thread, author):
        raise Refusal("not_in_game")
    written = work.write(room.thread, author, source, key=key, limit_pace=limit_pace)
    _ring(work, room, written, author)
    return written


def _ring(work: Work, room: Room, written: Post, author: Persona) -> None:
    """Ring for those who write here, but for whom it has rung and who have not looked since: a room is talkative."""
    if not work.game.rings:
        return
    heard = Notice.objects.filter(game=work.game, kind=room.kind, read_at=None).values("persona")
    members = ThreadMember.objects.filter(thread=room.thread, may_post=True).exclude(persona=author)
    waiting = members.exclude(persona__in=heard).values_list("persona", flat=True)
    Notice.objects.bulk_create(
        [
            Notice(
                game=work.game,
                persona_id=persona,
                kind=room.kind,
                key=f"{work.game.pk}-{room.kind}-{written.pk}-{persona}",
                at=work.at,
            )
            for persona in waiting
        ],
        ignore_conflicts=True,
    )
