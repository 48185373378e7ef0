"""Fixtures of the tests of tournaments."""

from collections.abc import Iterator

import pytest
import time_machine

from tests.tournaments.played import stopped_clock


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    """Stop the time at `START`; what was played before in the same way is put back from the memory."""
    with stopped_clock() as traveller:
        yield traveller
