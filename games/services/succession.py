"""Handing the desk to a member outside the game (`rules.md` section 1, "host").

It takes two: the host offers, the member takes. Were it done at once, the one refusal it knows
(whoever plays here can't host) would tell the host which members own a clone of this game. So the
offer says nothing, and only the member hears why the desk can't be taken.
"""

from datetime import datetime

from accounts import selectors as people
from accounts.models import Persona
from common.refusal import Refusal
from forum import services as forum
from forum.models import Post, ThreadMember
from games import tags
from games.engine.state import OVER
from games.models import GRAVEYARD, Game, Notice, Room, Seat
from games.services.hosting import host_only
from games.services.work import Work, work_on


def offer_desk(*, game: Game, host: Persona | None, to: Persona | None, at: datetime) -> None:
    """Offer the desk to a member, who is told; a later offer takes the place of an earlier one.

    Raises `not_host`, `wrong_phase` when the game is over, `member_unknown` for nobody or a clone,
    `hosts_already` for the host.
    """
    with work_on(game.pk, at) as work:
        host_only(work, host)
        _not_over(work)
        if to is None or to.kind != Persona.Kind.MEMBER:
            raise Refusal("member_unknown")
        if to.pk == work.game.host_id:
            raise Refusal("hosts_already")
        if work.game.offered_to_id == to.pk:
            return
        _offer(work, to)
        _ring(work, to, "desk_offer")


def withdraw_offer(*, game: Game, host: Persona | None, at: datetime) -> None:
    """Take the offer of the desk back; without one nothing happens. Raises `not_host`."""
    with work_on(game.pk, at) as work:
        host_only(work, host)
        _offer(work, None)


def decline_desk(*, game: Game, member: Persona, at: datetime) -> None:
    """Decline the desk. Raises `not_host` for whoever it is not offered to."""
    with work_on(game.pk, at) as work:
        _offered_only(work, member)
        _offer(work, None)


def take_desk(*, game: Game, member: Persona, at: datetime) -> None:
    """Take the desk that was offered: the member hosts from now on, and a line in the thread says so.

    Raises `not_host` for whoever it is not offered to, `wrong_phase` when the game is over,
    `host_cannot_play` where the member has a seat here.
    """
    with work_on(game.pk, at) as work:
        _offered_only(work, member)
        _not_over(work)
        owner = people.owner_of(member)
        theirs = people.persona_ids_of(owner)
        if owner is None or any(row.persona_id in theirs for row in work.seats.values()):
            raise Refusal("host_cannot_play")
        _hand_over(work, member)


def _hand_over(work: Work, to: Persona) -> None:
    game, old = work.game, work.game.host
    talks = Seat.objects.filter(game=game).values_list("talk", flat=True)
    rooms = Room.objects.filter(game=game, kind__in=GRAVEYARD).values_list("thread", flat=True)
    # Whoever has looked on until now reads on as the host.
    ThreadMember.objects.filter(thread__in=rooms, persona=to).delete()
    ThreadMember.objects.filter(thread__in=[game.thread_id, *talks, *rooms], persona=old).update(persona=to)
    game.host, game.offered_to = to, None
    game.save(update_fields=["host", "offered_to"])
    _ring(work, old, "desk_taken")
    forum.write(
        game.thread,
        author=None,
        source=tags.handed_over(old.name, to.name, game.language),
        style=Post.Style.LINE,
        mark="host",
        at=work.at,
        seq=work.table.state.seq,
    )


def _not_over(work: Work) -> None:
    phase = work.table.state.phase.name
    if phase in OVER:
        raise Refusal("wrong_phase", phase=phase)


def _offered_only(work: Work, member: Persona) -> None:
    if work.game.offered_to_id != member.pk:
        raise Refusal("not_host")


def _offer(work: Work, to: Persona | None) -> None:
    work.game.offered_to = to
    work.game.save(update_fields=["offered_to"])


def _ring(work: Work, persona: Persona, kind: str) -> None:
    """Ring once for this offer: offered again after it was declined, the bell rings anew."""
    rung = Notice.objects.filter(game=work.game, persona=persona, kind=kind).count()
    Notice.objects.create(
        game=work.game,
        persona=persona,
        kind=kind,
        key=f"{work.game.pk}-{persona.pk}-{kind}-p{rung}",
        at=work.at,
    )
