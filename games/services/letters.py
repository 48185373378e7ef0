"""Letters between living players, and the mafia's room (`rules.md` section 7)."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Count

from common.refusal import Refusal
from forum import services as forum
from forum.models import Post, Thread, ThreadMember
from games.engine.position import ACTIVE
from games.models import Game, Notice, Room
from games.services.work import Work, work_on


def _may_write(work: Work, seat: int) -> None:
    found = work.table.state.seat(seat)
    if found is None:
        raise Refusal("not_in_game")
    if not found.alive:
        raise Refusal("not_alive")
    if work.table.state.phase.name not in ACTIVE:
        raise Refusal("wrong_phase", phase=work.table.state.phase.name)


def write_letter(
    *,
    game: Game,
    seat: int,
    to: Sequence[int],
    source: str,
    at: datetime,
    key: str | None = None,
    limit_pace: bool = True,
) -> Post:
    """Write to one or several living players; the same people always share one conversation.

    Raises `not_in_game`, `not_alive`, `wrong_phase`, `messages_off`, `target_...`, and what
    `forum.services.write` raises.
    """
    with work_on(game.pk, at) as work:
        _may_write(work, seat)
        if not work.table.state.ruleset.private_messages:
            raise Refusal("messages_off")
        others = sorted(set(to))
        if not others:
            raise Refusal("target_unknown", near=())
        for number in others:
            if number == seat:
                raise Refusal("target_self")
            aimed = work.table.state.seat(number)
            if aimed is None:
                raise Refusal("target_unknown", near=())
            if not aimed.alive:
                raise Refusal("target_not_alive", seat=number)
        room = _conversation(work, [seat, *others])
        return _write(work, room, seat, source, key, limit_pace)


def _conversation(work: Work, seats: Sequence[int]) -> Room:
    """Return the conversation of exactly these players, made on first use."""
    personas = [work.seats[number].persona for number in seats]
    rooms = Room.objects.filter(game=work.game, kind=Room.Kind.LETTER).select_related("thread")
    for persona in personas:
        rooms = rooms.filter(thread__members__persona=persona)
    ids = list(rooms.values_list("thread_id", flat=True).distinct())
    sizes = ThreadMember.objects.filter(thread__in=ids).values("thread").annotate(size=Count("pk"))
    fitting = {row["thread"] for row in sizes if row["size"] == len(personas)}
    found = next((room for room in rooms if room.thread_id in fitting), None)
    if found is not None:
        return found
    thread = forum.open_thread(
        readers=Thread.Readers.MEMBERS, writers=Thread.Writers.LISTED, language=work.game.language
    )
    forum.add_members(thread, personas)
    return Room.objects.create(game=work.game, thread=thread, kind=Room.Kind.LETTER)


def reply(
    *, game: Game, seat: int, token: str, source: str, at: datetime, key: str | None = None, limit_pace: bool = True
) -> Post:
    """Write in a conversation or in the mafia's room that one is a member of.

    A room that one is no member of is `not_in_game`, like one that does not exist. The rooms of the
    dead and of the onlookers have doors of their own (`rooms.py`).
    """
    with work_on(game.pk, at) as work:
        _may_write(work, seat)
        room = (
            Room.objects.filter(game=work.game, kind__in=(Room.Kind.MAFIA, Room.Kind.LETTER), thread__token=token)
            .filter(thread__members__persona=work.seats[seat].persona)
            .select_related("thread")
            .first()
        )
        if room is None:
            raise Refusal("not_in_game")
        if room.kind == Room.Kind.LETTER and not work.table.state.ruleset.private_messages:
            raise Refusal("messages_off")
        return _write(work, room, seat, source, key, limit_pace)


def _write(work: Work, room: Room, seat: int, source: str, key: str | None, limit_pace: bool) -> Post:
    author = work.seats[seat].persona
    written = work.write(room.thread, author, source, key=key, limit_pace=limit_pace)
    if not work.game.rings:
        return written
    # Only those who may still read are told: whoever is out gets no sign of what goes on.
    readers = ThreadMember.objects.filter(thread=room.thread, read_until=None).exclude(persona=author)
    Notice.objects.bulk_create(
        [
            Notice(
                game=work.game,
                persona_id=persona,
                kind="letter",
                key=f"{work.game.pk}-letter-{written.pk}-{persona}",
                at=work.at,
            )
            for persona in readers.values_list("persona", flat=True)
        ],
        ignore_conflicts=True,
    )
    return written
