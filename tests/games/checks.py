"""Checks that hold after whatever a service does, and readings of what was written."""

import json
from typing import Any

from django.utils import translation
from django.utils.html import strip_tags
from django.utils.translation import gettext

from forum.models import Post, Thread
from games.engine.events import from_json
from games.engine.evolve import apply, fold
from games.engine.state import OVER, State
from games.engine.table import Table
from games.models import Event, Game, Seat, Snapshot
from games.services.work import Work, load_events
from tests.factories import Played


def log_holds(game: Game) -> State:
    """Check that snapshot, public columns and seats say what the log says; return the state."""
    game = Game.objects.get(pk=game.pk)
    events = load_events(game)
    state = fold(events)
    snapshot = Snapshot.objects.get(game=game)
    assert snapshot.seq == game.seq == len(events) == state.seq
    assert State.from_json(snapshot.state) == state
    phase = state.phase
    assert (game.phase, game.day, game.opened_at, game.deadline) == (
        phase.name,
        phase.day,
        phase.opened,
        phase.deadline,
    )
    assert (game.alive, game.players) == (len(state.living), len(state.seats))
    assert (game.due_at is None) == (Table(state).due_at() is None)
    assert (game.ended_at is not None) == (phase.name in OVER)
    rows = {seat.number: seat for seat in Seat.objects.filter(game=game, left=False)}
    for seat in state.seats:
        row = rows[seat.number]
        assert row.alive == seat.alive
        shown = (seat.out.how, seat.out.phase, seat.out.day, seat.out.role) if seat.out else ("", "", 0, "")
        assert (row.out_how, row.out_phase, row.out_day, row.role_shown) == shown
    return state


class Watch:
    """Holds the snapshot against the log after every recorded batch, and all else at the end."""

    def __init__(self, monkeypatch: Any) -> None:
        self.states: dict[int, State] = {}
        record = Work.record

        def checked(work: Work, events: Any, context: Any = None) -> None:
            known, before = self.states.get(work.game.pk), work.table.state.seq
            record(work, events, context)
            if events:
                if known is not None and known.seq != before:
                    # Something was taken back meanwhile: the whole log is read anew.
                    del self.states[work.game.pk]
                self.look(work.game)

        monkeypatch.setattr(Work, "record", checked)

    def look(self, game: Game) -> None:
        """Apply what the log has more than last time, and hold the snapshot against it."""
        state = self.states.get(game.pk)
        rows = Event.objects.filter(game=game, seq__gt=state.seq if state else 0).order_by("seq")
        for row in rows:
            event = from_json({**row.data, "kind": row.kind, "at": row.at.isoformat()})
            state = apply(state, event)
            assert state.seq == row.seq, "the log has a gap"
        assert state is not None
        snapshot = Snapshot.objects.get(game=game)
        assert (snapshot.seq, game.seq) == (state.seq, state.seq)
        assert snapshot.state == json.loads(json.dumps(state.to_json()))
        self.states[game.pk] = state

    def end(self) -> None:
        """Hold every game that was watched against its whole log."""
        for game in Game.objects.filter(pk__in=self.states):
            assert log_holds(game).seq >= 1


def posts(thread: Thread, after: int = 0) -> list[Post]:
    """Return the posts of a thread behind a number."""
    return list(Post.objects.filter(thread=thread, number__gt=after).order_by("number"))


def words(post: Post) -> str:
    """Return a post as a reader sees it, without tags."""
    return " ".join(strip_tags(post.html.replace("<", " <")).split())


def said(played: Played, after: int = 0) -> list[str]:
    """Return what stands in the game thread behind a number, in words."""
    return [words(post) for post in posts(played.game.thread, after)]


def last(thread: Thread) -> int:
    """Return the number of the newest post."""
    return max((post.number for post in posts(thread)), default=0)


def told(played: Played, name: str, after: int = 0) -> list[str]:
    """Return what the moderator has written to a player, in words."""
    return [words(post) for post in posts(played.seat(name).talk, after) if post.author_id is None]


def ru(text: str, **params: object) -> str:
    """Return a sentence of the house in Russian, by its source; blanks as `words` gives them."""
    with translation.override("ru"):
        return " ".join(str(gettext(text) % params if params else gettext(text)).split())
