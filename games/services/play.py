"""What a player does: posts, votes, orders, notices (`rules.md` sections 2 and 6)."""

from dataclasses import dataclass
from datetime import datetime

from django.utils import translation
from django.utils.translation import gettext as _

from accounts.models import Persona
from common.refusal import Refusal
from forum import markup
from forum import services as forum
from forum.bbcode import legible
from forum.models import Post
from games import tags
from games.engine import events as e
from games.engine import speech
from games.engine.roles import Power
from games.engine.state import OVER
from games.engine.table import Table
from games.herald import Context
from games.models import Game, Notice
from games.refusals import sentence
from games.services import misses
from games.services.work import Work, work_on

POSTED = Context(in_post=True)
# The mark of a message to the host that was understood and done: it waits for no answer of a person.
TAKEN = "taken"


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a message to the host.

    `kind` is `ack`, `order`, `pass`, `cancel`, or `none` where the message is only kept. A
    `refusal` says why an order was not taken; the message is kept all the same.
    """

    kind: str
    post: Post
    refusal: Refusal | None = None


def _living(work: Work) -> list[int]:
    return [seat.number for seat in work.table.state.living]


def post(*, game: Game, seat: int, source: str, at: datetime, key: str | None = None, limit_pace: bool = True) -> Post:
    """Post in the game thread; the last vote or withdrawal in the text counts (section 6).

    A text that holds a vote the rules refuse is not posted at all. Raises every refusal of
    `Table.post` and `Table.vote`, the `target_...` of a name, and `forum.services.write`'s.
    """
    with work_on(game.pk, at) as work:
        place = work.seats.get(seat)
        if place is None:
            raise Refusal("not_in_game")
        earlier = forum.already_written(work.game.thread, place.persona, key)
        if earlier is not None:
            return earlier
        if work.table.state.phase.name in OVER:
            return post_afterwards(
                game=game, persona=place.persona, source=source, at=at, key=key, limit_pace=limit_pace
            )
        events = work.table.post(seat, at=work.at)
        table = work.table.after(events)
        # The very text that will be stored, so that counter and page read the same.
        source = legible(source)
        if len(source) > forum.LONGEST_SOURCE:
            raise Refusal("text_too_long", limit=forum.LONGEST_SOURCE, length=len(source))
        tree = markup.parse(source, tags.TAGS)
        said = markup.said(tree)
        events += _said(work, table, seat, said)
        written = work.write(
            work.game.thread,
            place.persona,
            source,
            key=key,
            seq=work.table.state.seq + len(events),
            tags=tags.TAGS,
            render=tags.RENDER,
            limit_pace=limit_pace,
        )
        work.record(events, POSTED)
        work.settle()
        return written


def _said(work: Work, table: Table, seat: int, said: list[tuple[str, str]]) -> list[e.Event]:
    """Return what the tags of a post do: a vote or a name in the last word, a word in a trial, and `done`."""
    events: list[e.Event] = []
    ballot = speech.ballot_of(said)
    if ballot is not None and table.names_vengeance():
        target = 0 if ballot.withdraw else speech.find(ballot.text, work.names, _living(work))
        events += table.name_vengeance(seat, target, at=work.at)
    elif ballot is not None and ballot.withdraw:
        events += table.unvote(seat, at=work.at, how="post")
    elif ballot is not None:
        table.check_vote(seat, work.at)
        target = speech.candidate(ballot.text, work.names, _living(work))
        events += table.vote(seat, target, at=work.at, how="post")
    guilty = speech.verdict_of(said)
    if guilty is not None:
        events += table.say(seat, guilty, at=work.at, how="post")
    if table.state.phase.name == "last_word" and speech.says_done(said):
        events += table.done(seat, at=work.at)
    return events


def post_afterwards(
    *, game: Game, persona: Persona, source: str, at: datetime, key: str | None = None, limit_pace: bool = True
) -> Post:
    """Post in the thread of a game that is over: whoever played in it, and members (section 2).

    Tags of votes are text now. Raises `wrong_phase` before the end, and what `forum.services.write` raises.
    """
    with work_on(game.pk, at) as work:
        if work.table.state.phase.name not in OVER:
            raise Refusal("wrong_phase", phase=work.table.state.phase.name)
        return work.write(work.game.thread, persona, source, key=key, limit_pace=limit_pace)


def cast_vote(*, game: Game, seat: int, target: int | str, at: datetime) -> None:
    """Vote by the control, for a seat's number, the night (0), or a typed name."""
    with work_on(game.pk, at) as work:
        if isinstance(target, str):
            work.table.check_vote(seat, work.at)
            target = speech.candidate(target, work.names, _living(work))
        work.record(work.table.vote(seat, target, at=work.at))
        work.settle()


def withdraw_vote(*, game: Game, seat: int, at: datetime) -> None:
    """Withdraw the vote by the control; without a vote nothing happens."""
    with work_on(game.pk, at) as work:
        work.record(work.table.unvote(seat, at=work.at))


def finish_last_word(*, game: Game, seat: int, at: datetime) -> None:
    """Say by the button that all is said; when the whole bench has, the phase ends."""
    with work_on(game.pk, at) as work:
        work.record(work.table.done(seat, at=work.at))
        work.settle()


def give_verdict(*, game: Game, seat: int, guilty: bool, at: datetime) -> None:
    """Say FOR (`guilty`) or AGAINST in a trial by the control; when all have, the trial may end (section 5)."""
    with work_on(game.pk, at) as work:
        work.record(work.table.say(seat, guilty, at=work.at))
        work.settle()


def declare_mayor(*, game: Game, seat: int, at: datetime) -> None:
    """Declare the mayor's office: two votes from now on (section 10a). The hammer may fall by it."""
    with work_on(game.pk, at) as work:
        work.record(work.table.declare(seat, at=work.at))
        work.settle()


def choose_boss(*, game: Game, seat: int, target: int | str, at: datetime) -> None:
    """Say whom one wants as the mafia's boss, for a seat's number or a typed name."""
    with work_on(game.pk, at) as work:
        if isinstance(target, str):
            work.table.check_boss(seat, work.at)
            target = speech.find(target, work.names, _living(work))
        work.record(work.table.choose_boss(seat, target, at=work.at))
        # At night the boss alone is waited for: whose order is missing may have changed.
        work.settle()


def give_notice(*, game: Game, seat: int, first: int, last: int, at: datetime) -> None:
    """Give an absence notice for days of the game; the thread shows it."""
    with work_on(game.pk, at) as work:
        work.record(work.table.away(seat, first, last, at=work.at))


def leave_advance_vote(*, game: Game, seat: int, day: int, target: int | str, at: datetime) -> None:
    """Leave a vote for a later day, for a seat's number, the night (0), or a typed name."""
    with work_on(game.pk, at) as work:
        table = work.table
        if isinstance(target, str):
            # The name is looked up after what has precedence over it: day and notice.
            table.check_advance(seat, day, at=work.at)
            target = speech.candidate(target, work.names, _living(work))
        work.record(table.advance_vote(seat, day, target, at=work.at))


def message_host(
    *, game: Game, seat: int, text: str, at: datetime, key: str | None = None, sure: bool = True
) -> Answer:
    """Send the host a private message, and take what can be read in it (section 6).

    The message is kept whatever comes of it, and the sender is answered at once. Raises
    `not_in_game`, `not_alive`, and `forum.services.write`'s refusals; whatever forbids an order
    comes back in the answer. With `sure` off a mafioso is warned first, by a refusal of
    `misses.warn`, where the message would make the mafia miss.
    """
    with work_on(game.pk, at) as work:
        place = work.seats.get(seat)
        if place is None:
            raise Refusal("not_in_game")
        found = work.table.state.seat(seat)
        if found is not None and not found.alive:
            raise Refusal("not_alive")
        if work.table.state.phase.name in OVER:
            raise Refusal("wrong_phase", phase=work.table.state.phase.name)
        earlier = forum.already_written(place.talk, place.persona, key)
        if earlier is not None:
            return Answer("none", earlier)
        if not sure:
            misses.warn(work, seat, text)
        written = work.write(place.talk, place.persona, text, key=key)
        with translation.override(work.game.language):
            answer = _take(work, seat, speech.read_message(text, work.names), written)
            if answer.kind != "none":
                forum.set_mark(written, TAKEN)
            if answer.refusal is not None:
                _reply(work, seat, sentence(answer.refusal, work.names))
        if answer.kind == "none" and answer.refusal is None and work.game.rings:
            key = f"{work.game.pk}-{seat}-question-{written.number}"
            Notice.objects.create(game=work.game, persona=work.game.host, kind="question", key=key, at=work.at)
        work.settle()
        return answer


def _take(work: Work, seat: int, message: speech.Message, written: Post) -> Answer:
    """Do what the message asks for, if it asks for anything."""
    table, at = work.table, work.at
    phase = table.state.phase.name
    found = table.state.seat(seat)
    if phase == "signup":
        return Answer("none", written)
    try:
        if message.kind == "ack":
            work.record(table.acknowledge(seat, at=at))
            return Answer("ack", written)
        if phase != "night":
            if _means_an_order(work, message):
                _reply(work, seat, _("No order is taken: orders are taken at night. Your message is kept."))
            return Answer("none", written)
        pair = message.kind == "pair" and found is not None and found.power == Power.COMPARE
        if message.kind in ("text", "pair") and not pair:
            if found is not None and found.power is not None:
                _reply(
                    work,
                    seat,
                    _(
                        "No order is taken from this message. An order is one nickname. "
                        "The message is kept for the host."
                    ),
                )
            return Answer("none", written)
        if found is not None and found.power is None and not _means_an_order(work, message):
            return Answer("none", written)
        if message.kind == "cancel":
            had = table.state.order_of(seat) is not None
            work.record(table.cancel_order(seat, at=at))
            if not had:
                _reply(work, seat, _("There is no order to withdraw."))
            return Answer("cancel", written)
        table.check_order(seat, at)
        if message.kind == "pass":
            events = table.order(seat, None, at=at)
        elif pair:
            first, second = (speech.find(name, work.names, _living(work)) for name in (message.name, message.second))
            events = table.order(seat, first, second=second, at=at)
        else:
            events = table.order(seat, speech.find(message.name, work.names, _living(work)), at=at)
        work.record(events)
        if not events:
            _reply(work, seat, _("That is your order already."))
        return Answer("pass" if message.kind == "pass" else "order", written)
    except Refusal as refusal:
        return Answer("none", written, refusal)


def _means_an_order(work: Work, message: speech.Message) -> bool:
    """Whether the message would be an order at night: a bare `cancel` or `pass`, or names of players."""
    if message.kind in ("cancel", "pass", "pair"):
        return True
    if message.kind != "name":
        return False
    try:
        speech.find(message.name, work.names, _living(work))
    except Refusal as refusal:
        return refusal.code == "target_ambiguous"
    return True


def _reply(work: Work, seat: int, text: str) -> None:
    """Answer in the talk with the host, in the moderator's voice."""
    forum.write(work.seats[seat].talk, author=None, source=text, at=work.at, seq=work.table.state.seq)
