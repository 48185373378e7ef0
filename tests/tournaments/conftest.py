"""Fixtures of the pages of tournaments."""

from collections.abc import Iterator

import pytest
import time_machine

from tests.tournaments.day import START


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    """Stop the time when a day's tournament is announced; `Visits` moves it along with the day."""
    with time_machine.travel(START, tick=False) as traveller:
        yield traveller
