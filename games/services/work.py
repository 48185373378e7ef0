"""One writer: every change of a game goes through `work_on`.

It opens the transaction, locks the game's row, restores the table, and lets the caller record
what the engine answered: log, snapshot, public columns, the thread's doors, and the herald's
posts and notices, all in the one transaction.
"""

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F

from common import nudges
from forum import services as forum
from forum.models import Persona, Post, Thread
from games import attendance, doors, herald, tags
from games import nudges as readers
from games.engine import events as e
from games.engine.evolve import fold
from games.engine.state import OVER, VERSION, State
from games.engine.table import Table
from games.models import Event, Game, Seat, Seed, Snapshot


class Work:
    """A locked game in an open transaction, at one moment of its life."""

    def __init__(self, game: Game, table: Table, seats: dict[int, Seat], at: datetime) -> None:
        self.game = game
        self.table = table
        self.seats = seats
        self.at = at

    @property
    def names(self) -> dict[int, str]:
        """The nicknames of the seats in play, by seat number."""
        return {number: seat.persona.name for number, seat in self.seats.items()}

    @property
    def mentionable(self) -> dict[int, str]:
        """Whom a text may mention, by persona."""
        return tags.mentionable(self.game, self.seats)

    def refresh_names(self) -> None:
        """Hand the present nicknames to the table, after somebody joined, left or was renamed."""
        self.table.names = self.names

    def record(self, events: Sequence[e.Event], context: "herald.Context | None" = None) -> None:
        """Write what happened, everywhere it must be seen. No events: nothing is done.

        `context` tells the herald what the log may not hold (a reason's text, the number of a post).
        """
        if not events:
            return
        game, before = self.game, self.table.state
        Event.objects.bulk_create(
            Event(game=game, seq=before.seq + i, kind=event.kind, at=event.at, data=event_data(event))
            for i, event in enumerate(events, start=1)
        )
        self.table = self.table.after(events)
        state = self.table.state
        keep_snapshot(game, state)
        project(game, self.table, was=before.seq)
        _project_seats(self.seats, state)
        doors.follow(game, self.seats, before, state)
        attendance.follow(game, self.seats, before, state)
        herald.announce(game, self.seats, before, events, state, context)
        readers.follow(game, self.seats, before, state, self.at)

    def write(self, thread: Thread, author: Persona, source: str, **how: Any) -> Post:
        """Write what a person says in one of the game's threads, now, at this place of the log.

        `how` and what is raised: `forum.services.write`, whose `at`, `seq` and `names` are given here.
        """
        how = {"seq": self.table.state.seq, **how}
        return forum.write(thread, author=author, source=source, at=self.at, names=self.mentionable, **how)

    def settle(self, context: "herald.Context | None" = None) -> None:
        """End the phase if what has just been done ends it early (`rules.md` sections 2 and 5)."""
        due = self.table.due_at()
        if self.table.early() and due is not None and due <= self.at:
            self.record(self.table.advance(self.at), context)


def keep_snapshot(game: Game, state: State) -> None:
    """Keep a state as the game's snapshot. The game's row is locked, so nobody else makes one meanwhile."""
    columns = {"seq": state.seq, "version": VERSION, "state": state.to_json()}
    if not Snapshot.objects.filter(game=game).update(**columns):
        Snapshot.objects.create(game=game, **columns)


def event_data(event: e.Event) -> dict[str, object]:
    """Return what stands in the `data` column of an event's row: all but its kind and time."""
    data = e.to_json(event)
    return {name: value for name, value in data.items() if name not in ("kind", "at")}


def load_events(game: Game) -> list[e.Event]:
    """Return the whole log of a game, oldest first."""
    rows = Event.objects.filter(game=game).order_by("seq")
    return [e.from_json({**row.data, "kind": row.kind, "at": row.at.isoformat()}) for row in rows]


def load_events_of(game: Game, kinds: Collection[type[e.Event]]) -> list[tuple[int, e.Event]]:
    """Return the events of some kinds with their positions in the log, oldest first, up to where the row stands."""
    names = [kind.kind for kind in kinds]
    rows = Event.objects.filter(game=game, kind__in=names, seq__lte=game.seq).order_by("seq")
    return [
        (seq, e.from_json({**data, "kind": kind, "at": at.isoformat()}))
        for seq, kind, at, data in rows.values_list("seq", "kind", "at", "data")
    ]


def load_state(game: Game) -> State:
    """Return the state of a game: the snapshot, or the log folded anew where its version is another."""
    return load_states([game])[game.pk]


def load_states(games: Sequence[Game]) -> dict[int, State]:
    """Return the states of several games by their primary keys; one query where all snapshots are fresh."""
    snapshots = Snapshot.objects.in_bulk([game.pk for game in games]) if games else {}
    states = {}
    for game in games:
        states[game.pk] = _restored(game, snapshots.get(game.pk)) or fold(load_events(game))
    return states


def _restored(game: Game, snapshot: Snapshot | None) -> State | None:
    """Return the state that a snapshot holds, if it is of this program and of where the game's row stands."""
    if snapshot is None or snapshot.version != VERSION or snapshot.seq != game.seq:
        return None
    return State.from_json(snapshot.state)


def catch_up(game: Game) -> State:
    """Return the state of a game as it is now, whatever `game` was read as, and let its row say where that stands."""
    snapshot = Snapshot.objects.filter(game=game).first()
    if snapshot and snapshot.version == VERSION:
        state = State.from_json(snapshot.state)
        game.seq, game.phase, game.day = state.seq, state.phase.name, state.phase.day
        return state
    game.refresh_from_db(fields=["seq", "phase", "day"])
    return load_state(game)


def seats_of(game: Game) -> dict[int, Seat]:
    """Return the seats in play with their personas, by number; whoever left the sign-up is not among them."""
    rows = Seat.objects.filter(game=game, left=False).select_related("persona", "talk").order_by("number")
    return {seat.number: seat for seat in rows}


@contextmanager
def work_on(game_id: int, at: datetime) -> Iterator[Work]:
    """Lock a game and hand out the work on it. Raises Game.DoesNotExist.

    `at` is never less than the time of the log's last event: two commands that arrived at once
    stand in the log in the order in which they got the lock.
    """
    with transaction.atomic(), nudges.together():
        # One query for all that a command begins with; the game's row alone is locked.
        seeds = Seed.objects.select_for_update(no_key=True, of=("game",))
        found = seeds.select_related("game__thread", "game__host", "game__snapshot").filter(game=game_id).first()
        if found is None:
            raise Game.DoesNotExist(f"There is no game {game_id}.")
        game, seed = found.game, bytes(found.seed)
        # Whoever had to wait for the lock has the snapshot of before, beside the row as it is now.
        state = _restored(game, getattr(game, "snapshot", None)) or load_state(game)
        seats = seats_of(game)
        names = {number: seat.persona.name for number, seat in seats.items()}
        moment = max(at, state.last_at) if state.last_at else at
        yield Work(game, Table(state, names=names, seed=seed), seats, moment)


def project(game: Game, table: Table, *, was: int) -> None:
    """Write a game's public columns from its state. `was` is the log position that was read.

    The row must still stand there: a lock that somebody forgot would show here, not in the game.
    Raises RuntimeError.
    """
    state = table.state
    over = state.phase.name in OVER
    columns = {
        "seq": state.seq,
        "phase": state.phase.name,
        "day": state.phase.day,
        "opened_at": state.phase.opened,
        "deadline": state.phase.deadline,
        "paused": state.phase.remaining is not None,
        "players": len(state.seats),
        "alive": len(state.living),
        "winner": state.winner,
        "ended_at": state.phase.opened if over else None,
        "options": state.ruleset.to_options(),
        "composition": state.composition,
        "commitment": state.commitment,
        "due_at": table.due_at(),
        "failures": 0,
        "retry_after": None,
    }
    # The row is locked, and was read under the lock: most of it stands there as it must.
    changed = {name: value for name, value in columns.items() if name == "seq" or getattr(game, name) != value}
    if Game.objects.filter(pk=game.pk, seq=was).update(**changed) != 1:
        raise RuntimeError(f"game {game.pk} moved under its lock: expected log position {was}")
    for name, value in columns.items():
        setattr(game, name, value)


def _project_seats(seats: dict[int, Seat], state: State, *, every: bool = False) -> None:
    """Write the public columns of the seats that changed (or of every seat)."""
    for seat in state.seats:
        row = seats.get(seat.number)
        if row is None or (row.alive == seat.alive and not every):
            continue
        row.alive = seat.alive
        if seat.out:
            row.out_how, row.out_phase, row.out_day = seat.out.how, seat.out.phase, seat.out.day
            row.role_shown = seat.out.role
        row.save(update_fields=["alive", "out_how", "out_phase", "out_day", "role_shown"])


def rebuild(game_id: int, at: datetime) -> None:
    """Remake one game's snapshot, public columns and doors from its log alone."""
    with work_on(game_id, at) as work:
        state = fold(load_events(work.game))
        keep_snapshot(work.game, state)
        project(work.game, Table(state, names=work.names), was=work.game.seq)
        _project_seats(work.seats, state, every=True)
        doors.set_doors(work.game, work.seats, state)


def note_failure(game_id: int, at: datetime, retry_after: datetime) -> None:
    """Let a game that failed back off, so that it does not hold up the others."""
    Game.objects.filter(pk=game_id).update(failures=F("failures") + 1, retry_after=retry_after)
