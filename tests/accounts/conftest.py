"""Fixtures of the tests about people."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
import time_machine


@pytest.fixture
def time_machine_at() -> Callable[[str], time_machine.travel]:
    """Go to a moment given as "2026-05-01 12:00", UTC."""

    def travel(moment: str) -> time_machine.travel:
        return time_machine.travel(datetime.fromisoformat(moment).replace(tzinfo=UTC), tick=False)

    return travel
