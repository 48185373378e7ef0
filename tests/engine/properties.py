"""One random game, held at every step to everything that must hold of every game.

`play(seed)` is what the tests run some hundreds of times and `python -m tests.engine.many` thousands.
"""

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta

from games.engine import events as e
from games.engine.state import State
from games.engine.table import Table
from tests.engine.board import SEED, kinds
from tests.engine.history import History, sound
from tests.engine.walk import NAMES, Walk

MOMENT = timedelta(microseconds=1)
STEPS = 400

# What has to come about in the random games, or they prove little: see `History.seen`.
SITUATIONS = (
    *("a block: works", "a boss by choice", "a miss", "a name, but not the boss's", "a boss who took the name back"),
    *("marks that fail by plurality", "marks that fail by majority", "a cure", "luck", "a cover is checked"),
    *("visitors", "a sergeant moves up in night", "a lawyer moves up in deal", "a lawyer moves up in last_word"),
    *("a name without effect", "a name taken back", "a mayor decides", "a mayor in day", "a mayor in evening"),
    *("condemned", "acquitted", "as many for as against", "a hammer", "the guard", "an advance vote"),
    *("verdict of 1", "runoff of 2", "runoff of 3", "last_word of 3"),
    *(f"a heart attack in {p}" for p in "deal day evening last_word verdict runoff night curtain".split()),
    *("a heart attack in a pause", "a heart attack by itself"),
    *(f"a curtain raised after {p}" for p in "day evening last_word verdict runoff night".split()),
)
# What comes about in one game of a hundred or two; thousands of games must have it.
RARE = (
    *("a block: stopped", "a block: circle", "a boss is blocked", "both kill one", "a killed guard"),
    *("half of a comparison falls away", "taken along after last_word", "taken along after verdict"),
    *("a mayor in verdict", "runoff of 1"),
)
ENDS = ("town", "mafia", "maniac", "draw", "cancelled", "by itself", "by deadlines")


@dataclass
class Summary:
    """What happened in games that were played."""

    games: int = 0
    ended: Counter[str] = field(default_factory=Counter)
    seen: Counter[str] = field(default_factory=Counter)
    events: int = 0

    def add(self, other: "Summary") -> None:
        """Count in what happened in others."""
        self.games += other.games
        self.ended += other.ended
        self.seen += other.seen
        self.events += other.events

    def missing(self, *, rare: bool = False) -> list[str]:
        """Return the kinds of events, the situations (the rare ones, too?) and the ends that never came about."""
        wanted = (*e.KINDS, *SITUATIONS, *(RARE if rare else ()))
        return [*(name for name in wanted if not self.seen[name]), *(name for name in ENDS if not self.ended[name])]


@contextmanager
def told(seed: int) -> Iterator[list[Walk]]:
    """Say which game failed, and show the end of its script; the game is put into the list."""
    games: list[Walk] = []
    try:
        yield games
    except Exception as error:
        told_last = [f"{at:%d %H:%M:%S} {command}" for at, command in games[0].script[-40:]] if games else []
        script = "\n".join(told_last) or "(before it began)"
        raise AssertionError(f"Walk({seed}) fails: {error!r}\n{script}") from error


class Watcher:
    """Holds a game to its history and to what is sound, step by step."""

    def __init__(self) -> None:
        self.history: History | None = None
        self.opened = 0

    def __call__(self, before: State, events: list[e.Event], after: State) -> None:
        if self.history is None:
            self.history = History(e.GameCreated(before.phase.opened, before.ruleset, {}, "", before.phase.opened))
        self.history.follow(before, events, after)
        sound(after)
        assert after.seq == before.seq + len(events)
        assert after.last_at == events[-1].at
        if isinstance(events[-1], e.PhaseOpened):
            self.opened += 1
            if self.opened % 4 == 0:
                assert State.from_json(json.loads(json.dumps(after.to_json()))) == after


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


# Of each verb one form; whoever is out, or never was in, must not be able to change anything.
AFTER_ALL = (
    *("vote Bob", "unvote", "done", "away 50", "advance 50 Bob", "order Bob", "order Bob Cat", "cancel", "ack"),
    *("say for", "boss Bob", "declare", "avenge Bob", "leave", "rename"),
)


def stays_finished(walk: Walk, codes: tuple[str, ...]) -> None:
    """Nothing happens any more after the end; whoever played may post."""
    before = walk.state
    for actor in (*NAMES[:3], "Zoe"):
        assert walk.refused(f"{actor} post") in ("", "not_in_game")
        assert walk.state is before
        for act in AFTER_ALL:
            assert walk.refused(f"{actor} {act}") in codes
    for act in (
        "heart Ann",
        "pause",
        "resume",
        "extend 1h",
        "cancel",
        "deal",
        "change hammer=on",
        "remove Ann",
        "raise",
    ):
        assert walk.refused(f"host {act}") in codes
    assert walk.refused("New join") in ("roster_locked", "wrong_phase")
    assert walk.table.advance(walk.at + timedelta(days=1000)) == []
    assert walk.table.credit(walk.at, walk.at + timedelta(days=1), at=walk.at) == []


def play(seed: int, *, thorough: bool = True) -> tuple[Walk, Summary]:
    """Play one game to its end, checked at every step. Raises AssertionError with its script.

    `thorough`: the clock is looked at as well, and the log is stored and read again.
    """
    found = Summary(games=1)
    with told(seed) as games:
        watcher = Watcher()
        walk = Walk(seed, watch=watcher)
        games.append(walk)
        for step in range(STEPS):
            if walk.over:
                break
            if thorough and step % 4 == 0:
                clockwork(walk)
            walk.step()
        found.ended["by itself" if walk.over else "by deadlines"] += 1
        walk.finish()
        found.ended[walk.state.winner or walk.phase] += 1
        found.seen.update(kinds(walk.log))
        found.events = len(walk.log)
        if thorough:
            clockwork(walk)
            replayed(walk)
        if watcher.history is not None:
            found.seen += watcher.history.seen
    return walk, found
