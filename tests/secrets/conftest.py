"""Fixtures of the tests of secrets."""

import logging
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
import time_machine

from tests.memory import memory

# A Monday, noon in Moscow.
START = datetime(2026, 6, 8, 9, 0, tzinfo=UTC)


@pytest.fixture
def quiet() -> Iterator[None]:
    """Keep the lines about thousands of pages that are not there out of the log."""
    logging.disable(logging.WARNING)
    yield
    logging.disable(logging.NOTSET)


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    """Stop the time at `START`; the traveller moves it (`shift`, `move_to`). Games played before are put back."""
    with time_machine.travel(START, tick=False) as traveller, memory.while_time_stands(traveller):
        yield traveller
