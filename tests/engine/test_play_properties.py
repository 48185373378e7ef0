"""What holds of every game, whoever does whatever whenever (`rules.md`, all of it).

Hundreds of random games under random rules. A game that fails is named by its seed, and its script
is shown: `Walk(seed)` plays it again.
"""

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cache

import pytest

from common.refusal import Refusal
from games.engine import events as e
from games.engine.state import State
from games.engine.table import Table
from tests.engine.board import SEED, kinds
from tests.engine.history import History, sound
from tests.engine.test_refusals import CODES
from tests.engine.walk import NAMES, Walk

BATCHES, BATCH = 8, 20
MOMENT = timedelta(microseconds=1)


@contextmanager
def told(seed: int) -> Iterator[list[Walk]]:
    """Say which game failed, and show the end of its script; the game is put into the list."""
    games: list[Walk] = []
    try:
        yield games
    except Exception as error:
        script = "\n".join(games[0].script[-40:]) if games else "(before it began)"
        raise AssertionError(f"Walk({seed}) fails: {error!r}\n{script}") from error


class Watcher:
    """Holds a game to its history and to what is sound, step by step."""

    def __init__(self) -> None:
        self.history: History | None = None
        self.log: list[e.Event] = []

    def __call__(self, before: State, events: list[e.Event], after: State) -> None:
        if self.history is None:
            self.history = History(e.GameCreated(before.phase.opened, before.ruleset, {}, "", before.phase.opened))
        self.history.follow(before, events, after)
        sound(after)
        self.log += events
        assert after.seq == before.seq + len(events)
        assert after.last_at == events[-1].at
        if isinstance(events[-1], e.PhaseOpened):
            stored = json.loads(json.dumps(after.to_json()))
            assert State.from_json(stored) == after


def clockwork(walk: Walk) -> None:
    """What must hold of the clock at any moment."""
    table, phase = walk.table, walk.state.phase
    due = table.due_at()
    if walk.over:
        assert due is None
    elif phase.remaining is not None:
        assert due == phase.resumes
    else:
        assert due is not None and phase.deadline is not None and due <= phase.deadline
        assert phase.name == "signup" or not walk.state.paused(due) or due == phase.deadline
    if due is not None and due > walk.at:
        assert table.advance(walk.at) == []
    if due is not None:
        assert table.advance(due - MOMENT) == []
        assert table.advance(due) != []


@dataclass
class Summary:
    """What happened in a batch of games."""

    ended: Counter[str] = field(default_factory=Counter)
    seen: Counter[str] = field(default_factory=Counter)


@cache
def played(batch: int) -> Summary:
    """Play a batch of games, each checked at every step, and say what happened in them."""
    found = Summary()
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        with told(seed) as games:
            walk = Walk(seed, watch=Watcher())
            games.append(walk)
            for step in range(400):
                if walk.over:
                    break
                if step % 3 == 0:
                    clockwork(walk)
                walk.step()
            found.ended["by itself" if walk.over else "by deadlines"] += 1
            walk.finish()
            clockwork(walk)
            found.ended[walk.state.winner or walk.phase] += 1
            found.seen.update(kinds(walk.log))
            replayed(walk)
            stays_finished(walk)
    return found


@pytest.mark.parametrize("batch", range(BATCHES))
def test_every_game_is_sound_from_the_first_step_to_the_last(batch: int) -> None:
    assert sum(played(batch).ended.values()) == 2 * BATCH


def test_everything_happens_in_these_games() -> None:
    """Random games prove little where nothing comes about."""
    seen: Counter[str] = Counter()
    ended: Counter[str] = Counter()
    for batch in range(BATCHES):
        seen += played(batch).seen
        ended += played(batch).ended
    assert set(e.KINDS) - set(seen) == set()
    assert {"town", "mafia", "maniac", "draw", "cancelled", "by itself", "by deadlines"} <= set(ended)
    assert ended["by itself"] > BATCHES * BATCH / 2


def replayed(walk: Walk) -> None:
    """Hold a log, stored and read again, to the state that was reached step by step."""
    stored = json.dumps([e.to_json(event) for event in walk.log])
    read = [e.from_json(data) for data in json.loads(stored)]
    assert read == walk.log
    assert Table.replay(read, seed=SEED).state == walk.state
    assert json.dumps([e.to_json(event) for event in read]) == stored
    middle = len(read) // 2
    half = Table.replay(read[:middle]).state
    assert Table(State.from_json(json.loads(json.dumps(half.to_json())))).after(read[middle:]).state == walk.state


def stays_finished(walk: Walk) -> None:
    """Nothing happens any more after the end."""
    before = walk.state
    for actor in (*NAMES[:3], "Zoe"):
        for act in ("post", "vote Bob", "unvote", "done", "away 50", "advance 50 Bob", "order Bob", "cancel", "ack"):
            assert walk.refused(f"{actor} {act}") in (*CODES, "")
            assert walk.state is before
        assert walk.refused(f"{actor} leave") and walk.refused(f"{actor} rename")
    for act in ("heart Ann", "pause", "resume", "extend 1h", "cancel", "deal", "change hammer=on", "remove Ann"):
        assert walk.refused(f"host {act}") in CODES
    assert walk.refused("New join") in ("roster_locked", "wrong_phase")
    assert walk.table.advance(walk.at + timedelta(days=1000)) == []
    assert walk.table.credit(walk.at, walk.at + timedelta(days=1), at=walk.at) == []


def test_every_refusal_has_a_code_of_the_rulebook_and_changes_nothing() -> None:
    seen: Counter[str] = Counter()
    for seed in range(1000, 1040):
        with told(seed) as games:
            walk = Walk(seed)
            games.append(walk)
            for _step in range(150):
                if walk.over:
                    break
                walk.step()
                state = walk.state
                for _try in range(3):
                    command = walk.random_command()
                    try:
                        walk.command(command)
                    except Refusal as refusal:
                        seen[refusal.code] += 1
                        assert refusal.code in CODES
                    assert walk.state is state and len(walk.log) == state.seq
    assert len(seen) > 12, seen


@pytest.mark.parametrize("weekly_pause", ["off", "Fri 21:00 - Mon 09:00"])
def test_deadlines_alone_bring_every_game_to_an_end(weekly_pause: str) -> None:
    for seed in range(2000, 2025):
        with told(seed) as games:
            walk = Walk(seed)
            games.append(walk)
            walk.finish()
            assert walk.over


def test_the_same_game_twice_is_the_same_game() -> None:
    """The engine has no dice and no clock of its own."""
    for seed in (1, 2, 3):
        first, second = Walk(seed), Walk(seed)
        first.run(200)
        second.run(200)
        assert first.log == second.log
