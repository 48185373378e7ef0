"""Fixtures of the tests of tournaments."""

from collections.abc import Iterator

import pytest
import time_machine

from tests.memory import memory
from tests.tournaments.day import START


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    """Stop the time at `START`; what was played before in the same way is put back from the memory."""
    with time_machine.travel(START, tick=False) as traveller, memory.while_time_stands(traveller):
        yield traveller
