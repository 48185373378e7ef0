"""Fixtures of the tests of the live streams."""

from collections.abc import Iterator
from typing import Any

import pytest

from common import nudges
from tests.live.running import Live
from tests.secrets.conftest import clock

__all__ = ["clock"]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """Run both for all tests of this module."""
    live = Live(tmp_path_factory.mktemp("live"))
    live.broker.start()
    live.streams.start()
    live.wait_until(200)
    yield live
    live.streams.stop()
    live.broker.stop()


@pytest.fixture
def live(running: Live, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Live:
    """The two, with this process as a publisher."""
    settings.REDIS_URL = running.url
    monkeypatch.setattr(nudges, "_broker", nudges._Broker())
    return running
