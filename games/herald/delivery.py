"""Writing what a bulletin says: posts, private messages and bells, in the open transaction."""

from collections.abc import Sequence

from django.utils import translation

from accounts.models import Persona
from forum import services as forum
from games.engine import events as e
from games.engine.evolve import apply
from games.engine.state import State
from games.herald.bulletin import HOST, Bulletin, Context
from games.herald.speech import SPEAK
from games.models import Game, Notice, Seat

# Private messages that come unasked may name a role, a check or a power: the page folds them, all alike.
SEALED = "sealed"
# Lines of the control that say what a tag in a post says.
VOTES = ("vote", "unvote")
# What a player has just done, and is answered for: the answer names nothing that the message did not.
_OWN_ACTS = (e.RoleAcknowledged, e.OrderGiven, e.OrderWithdrawn, e.AdvanceVoteLeft)


def _answers(event: e.Event, seat: int) -> bool:
    """Tell whether the batch that begins with an event is this player's own act."""
    return isinstance(event, _OWN_ACTS) and event.seat == seat


def announce(
    game: Game,
    seats: dict[int, Seat],
    before: State,
    events: Sequence[e.Event],
    after: State,
    context: Context | None = None,
) -> None:
    """Say what a recorded batch of events says, in the game's language, whoever's request it was."""
    with translation.override(game.language):
        bulletin = Bulletin(game, seats, before, before, events, context or Context())
        state = before
        for event in events:
            bulletin.before, state = state, apply(state, event)
            bulletin.state = state
            speaker = SPEAK.get(type(event))
            if speaker is not None:
                speaker(bulletin, event)
        _deliver(bulletin, events[-1])


def _deliver(b: Bulletin, last: e.Event) -> None:
    for item in b.items:
        author: Persona | None = b.seats[item.author].persona if item.author else None
        forum.write(
            b.game.thread,
            author=author,
            source=item.to_source(),
            html=item.to_html(),
            style=item.style,
            mark=item.mark,
            tagged=item.mark in VOTES,
            at=last.at,
            seq=b.state.seq,
            forced=True,
        )
    for number, texts in sorted(b.private.items()):
        forum.write(
            b.seats[number].talk,
            author=None,
            source="\n\n".join(texts),
            mark="" if _answers(b.events[0], number) else SEALED,
            at=last.at,
            seq=b.state.seq,
        )
    if not b.game.rings:
        # Whoever plays with bots sits before the page; no bell rings and no mail goes for a day of three minutes.
        return
    Notice.objects.bulk_create(
        [
            Notice(
                game=b.game,
                persona=b.game.host if number == HOST else b.seats[number].persona,
                kind=kind,
                key=f"{b.game.pk}-{number}-{kind}-{key}",
                at=last.at,
            )
            for number, kind, key in dict.fromkeys(b.bells)
            if number == HOST or number in b.seats
        ],
        ignore_conflicts=True,
    )
