"""Fixtures of the tests of games and their pages."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
import time_machine

from games.services.work import Work
from tests.games.checks import Watch
from tests.games.visits import Visit
from tests.memory import memory

# A Monday, noon in Moscow.
START = datetime(2026, 6, 8, 9, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    """Stop the time at `START`; the traveller moves it (`shift`, `move_to`). Games played before are put back."""
    with time_machine.travel(START, tick=False) as traveller, memory.while_time_stands(traveller):
        yield traveller


@pytest.fixture
def log_watched(db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Watch]:
    """Hold snapshots, columns and seats against the log after every command of the test.

    What is put back from the memory is held against its log with the next command, and at the end.
    """
    watch = Watch(monkeypatch)
    with memory.allowing(Work.record):
        yield watch
    watch.end()


@pytest.fixture
def visit(db: None, clock: time_machine.Traveller) -> Visit:
    """A visitor who has pressed the button to play now."""
    return Visit(clock)
