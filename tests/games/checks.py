"""Checks that hold after whatever a service does, and readings of what was written."""

from typing import Any

from django.utils.html import strip_tags

from forum.models import Post, Thread
from games.engine.evolve import fold
from games.engine.state import OVER, State
from games.engine.table import Table
from games.models import Game, Seat, Snapshot
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


def watch(monkeypatch: Any) -> list[int]:
    """Check the log after every recorded batch; return a list that grows by one for each."""
    record, count = Work.record, []

    def checked(self: Work, events: Any, context: Any = None) -> None:
        record(self, events, context)
        if events:
            log_holds(self.game)
            count.append(self.game.seq)

    monkeypatch.setattr(Work, "record", checked)
    return count


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
