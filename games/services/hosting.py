"""What the host does at the desk. Each goes through the engine and the log like anything else."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from accounts.models import Persona
from common.refusal import Refusal
from forum import services as forum
from forum.models import Post
from games import nudges
from games.engine.composition import Composition
from games.engine.state import OVER
from games.herald import Context
from games.models import Game, Notice, Seat
from games.services.lobby import give_up_seat
from games.services.work import Work, work_on

# The mark of a player's letter that waits for nothing any more: the host has answered it, or put it aside.
ANSWERED = "answered"


def host_only(work: Work, persona: Persona | None) -> None:
    """Refuse `not_host` to everybody but the host of the game."""
    if persona is None or persona.pk != work.game.host_id:
        raise Refusal("not_host")


def deal_now(*, game: Game, host: Persona | None, at: datetime) -> None:
    """Deal before the sign-up deadline.

    Raises `not_host`, `roster_locked`, `too_few_players`, `composition_invalid`.
    """
    with work_on(game.pk, at) as work:
        host_only(work, host)
        work.record(work.table.deal(at=work.at))


def pause(*, game: Game, host: Persona | None, at: datetime) -> None:
    """Stop the clock (section 5)."""
    with work_on(game.pk, at) as work:
        host_only(work, host)
        work.record(work.table.pause(at=work.at))


def resume(*, game: Game, host: Persona | None, at: datetime) -> None:
    """Let the clock run again; an early end reached in the pause takes effect now."""
    with work_on(game.pk, at) as work:
        host_only(work, host)
        work.record(work.table.resume(at=work.at))
        work.settle()


def extend(
    *,
    game: Game,
    host: Persona | None,
    by: timedelta,
    at: datetime,
    seen: tuple[str, int, timedelta] | None = None,
) -> bool:
    """Give the open phase more time, or less; cut to nothing it ends at once. Return whether it was done.

    `seen` is the phase, its day and what had been given when the form was drawn. A form for
    another phase is refused, `wrong_phase`; one that was sent twice, or drawn before the time was
    moved, moves nothing more.
    """
    with work_on(game.pk, at) as work:
        host_only(work, host)
        phase = work.table.state.phase
        if seen is not None and seen[:2] != (phase.name, phase.day):
            raise Refusal("wrong_phase", phase="")
        if seen is not None and seen[2] != phase.moved:
            return False
        work.record(work.table.extend(by, at=work.at))
        due = work.table.due_at()
        if by < timedelta(0) and due is not None and due <= work.at:
            work.record(work.table.advance(work.at))
        return True


def publish_report(*, game: Game, host: Persona | None, words: str, at: datetime) -> bool:
    """Publish the report that lies ready, with the host's own words before it or none (option `curtain`).

    Return whether the next phase has opened with it. In a pause, which ends no phase, it comes when
    the clock runs again; the words stand in the thread at once. Raises `not_host`, `wrong_phase`
    (also for words after it was published), and `text_too_long` for the words.
    """
    words = words.strip()
    with work_on(game.pk, at) as work:
        host_only(work, host)
        if words:
            forum.checked_text(words)
        events = work.table.raise_curtain(at=work.at)
        if words and not events:
            raise Refusal("wrong_phase", phase="")
        work.record(events)
        work.settle(Context(reason=words))
        comes_now = work.table.state.phase.name != "curtain"
        if words and not comes_now:
            work.write(work.game.thread, work.game.host, words, mark="host")
        return comes_now


def give_heart_attack(*, game: Game, host: Persona | None, seat: int, reason: str, at: datetime) -> None:
    """Remove a player, with a reason that the thread is told (section 4).

    Raises `not_host`, `text_empty` and `text_too_long` for the reason, and what `Table.heart_attack` raises.
    """
    with work_on(game.pk, at) as work:
        host_only(work, host)
        forum.checked_text(reason)
        number = forum.next_number(work.game.thread)
        work.record(work.table.heart_attack(seat, at=work.at, post=number), Context(reason=reason.strip()))
        work.settle()


def call_off(*, game: Game, host: Persona | None, at: datetime) -> None:
    """End the game without a winner."""
    with work_on(game.pk, at) as work:
        host_only(work, host)
        work.record(work.table.cancel(at=work.at))


def change_options(
    *, game: Game, host: Persona | None, options: Mapping[str, Any], composition: Composition | None, at: datetime
) -> None:
    """Change what may still change (section 12's stars). Raises `roster_locked` for what may not."""
    with work_on(game.pk, at) as work:
        host_only(work, host)
        work.record(work.table.change(options, composition, at=work.at))


def ask_rename(*, game: Game, host: Persona | None, seat: int, at: datetime) -> None:
    """Ask a clone to choose another nickname, before the deal; the player is told."""
    with work_on(game.pk, at) as work:
        host_only(work, host)
        work.table.rename(seat, at=work.at)
        row = work.seats[seat]
        if row.rename_asked:
            return
        row.rename_asked = True
        row.save(update_fields=["rename_asked"])
        Notice.objects.get_or_create(
            key=f"{work.game.pk}-{seat}-rename-{work.table.state.seq}",
            defaults={"game": work.game, "persona": row.persona, "kind": "rename", "at": work.at},
        )
        nudges.told(row.persona)


def remove_clone(*, game: Game, host: Persona | None, seat: int, at: datetime) -> None:
    """Take an unfit clone off the list, before the deal."""
    with work_on(game.pk, at) as work:
        host_only(work, host)
        give_up_seat(work, seat, work.table.leave(seat, at=work.at, removed=True))


def host_post(*, game: Game, host: Persona | None, source: str, at: datetime, key: str | None = None) -> Post:
    """Post in the thread as the host, at any time. A vote tag in it is text: the host never votes."""
    with work_on(game.pk, at) as work:
        host_only(work, host)
        assert host is not None
        return work.write(work.game.thread, host, source, key=key, mark="host")


def _player(work: Work, seat: int) -> Seat:
    """Return the row of a player to whom the host writes. Raises `target_unknown`."""
    row = work.seats.get(seat)
    if row is None:
        raise Refusal("target_unknown", near=())
    return row


def host_message(
    *,
    game: Game,
    host: Persona | None,
    seat: int,
    source: str,
    at: datetime,
    key: str | None = None,
    up_to: int | None = None,
) -> Post:
    """Write to one player in the talk with the host; it answers what the player has asked.

    `up_to` is the number of the last letter that the host had read: what came after it still waits
    for an answer. Without it everything before the answer is answered.
    """
    with work_on(game.pk, at) as work:
        host_only(work, host)
        assert host is not None
        row = _player(work, seat)
        if work.table.state.phase.name in OVER:
            raise Refusal("wrong_phase", phase=work.table.state.phase.name)
        written = work.write(row.talk, host, source, key=key)
        forum.set_marks(row.talk, ANSWERED, up_to=written.number if up_to is None else up_to, but=host)
        Notice.objects.get_or_create(
            key=f"{work.game.pk}-{seat}-host_letter-{written.thread_id}-{written.number}",
            defaults={"game": work.game, "persona": row.persona, "kind": "host_letter", "at": work.at},
        )
        return written


def put_aside(*, game: Game, host: Persona | None, seat: int, up_to: int, at: datetime) -> None:
    """Let a player's letters up to a number wait for no answer. The player is told nothing."""
    with work_on(game.pk, at) as work:
        host_only(work, host)
        assert host is not None
        row = _player(work, seat)
        forum.set_marks(row.talk, ANSWERED, up_to=up_to, but=host)


def hide_post(*, game: Game, host: Persona | None, number: int, at: datetime) -> None:
    """Hide a post of the game thread: a stub stays, and a vote in it stands.

    Raises `not_host`, `post_unknown` also for the moderator's own, which can't be hidden.
    """
    with work_on(game.pk, at) as work:
        host_only(work, host)
        post = Post.objects.filter(thread=work.game.thread, number=number).first()
        if post is None or post.author_id is None:
            raise Refusal("post_unknown")
        forum.hide(post, work.at)
