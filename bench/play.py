"""Whole games for the benchmark: everybody acts at random, through the table's commands, nobody is asked in vain."""

from datetime import UTC, datetime, timedelta
from functools import cache
from random import Random

from games.engine import events as e
from games.engine import night
from games.engine.composition import suggested
from games.engine.deal import commitment
from games.engine.ruleset import Ruleset
from games.engine.state import OVER
from games.engine.table import Table

START = datetime(2026, 3, 2, 18, tzinfo=UTC)
SECOND = timedelta(seconds=1)


SEED = bytes(32)


@cache
def opened(preset: str, **options: object) -> tuple[e.Event, ...]:
    """Return the events that open a game for sign-ups; judging a composition for any number of players is not play."""
    rules = Ruleset.from_options(preset, {"timezone": "UTC", **options})
    hour = timedelta(hours=1)
    return tuple(Table.create(rules, suggested(), commitment(SEED), deadline=START, at=START - hour))


class Play:
    """One game of so many players under a preset. Nicknames differ by the number, and so the deal does."""

    def __init__(self, number: int, *, players: int, preset: str, **options: object) -> None:
        self.rng = Random(number)  # noqa: S311 - a game for measuring
        created = opened(preset, **options)
        names = {seat: f"Player {seat} of {number}" for seat in range(1, players + 1)}
        self.log: list[e.Event] = list(created)
        self.table = Table.replay(created, names=names, seed=SEED)
        self.at = START - timedelta(minutes=30)
        for _seat in names:
            self.send(self.table.join(at=self.at))
        self.send(self.table.deal(at=self.at))

    def send(self, events: list[e.Event]) -> None:
        """Put events into the log and stand at the position after them."""
        self.log += events
        self.table = self.table.after(events)

    def run(self, until: str = "") -> "Play":
        """Play until a phase opens, or to the end."""
        while self.table.state.phase.name not in (until, *OVER):
            self._act()
            due = self.table.due_at()
            assert due is not None
            self.at = max(self.at, due)
            self.send(self.table.advance(self.at))
        return self

    def _act(self) -> None:
        """Let everybody do what the open phase asks for."""
        state, rng = self.table.state, self.rng
        self.at += SECOND
        living = state.living
        if state.phase.name == "deal":
            for seat in living:
                self.send(self.table.acknowledge(seat.number, at=self.at))
        elif state.voting:
            targets = state.candidates or tuple(seat.number for seat in living)
            for seat in living:
                target = rng.choice(targets)
                if target != seat.number:
                    self.send(self.table.vote(seat.number, target, at=self.at))
        elif state.phase.name == "last_word":
            for number in state.bench:
                self.send(self.table.post(number, at=self.at))
                self.send(self.table.done(number, at=self.at))
        elif state.phase.name == "verdict":
            for seat in living:
                if self.table.state.phase.name == "verdict":
                    self.send(self.table.say(seat.number, rng.random() < 0.6, at=self.at))
        elif state.phase.name == "day":
            for seat in living:
                self.send(self.table.post(seat.number, at=self.at))
        elif state.phase.name == "night":
            boss = self.table.boss()
            for seat in living:
                if seat.power and (not boss or seat.power != "mark" or seat.number == boss):
                    targets = night.legal_targets(self.table.state, seat)
                    if targets:
                        self.send(self.table.order(seat.number, rng.choice(targets), at=self.at))
