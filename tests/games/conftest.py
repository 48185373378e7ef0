"""Fixtures of the tests of games and their pages."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
import time_machine

from tests.games.checks import watch

# A Monday, noon in Moscow.
START = datetime(2026, 6, 8, 9, 0, tzinfo=UTC)


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    """Stop the time at `START`; the traveller moves it (`shift`, `move_to`)."""
    with time_machine.travel(START, tick=False) as traveller:
        yield traveller


@pytest.fixture
def log_watched(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Hold snapshot, columns and seats against the log after every command of the test."""
    return watch(monkeypatch)
