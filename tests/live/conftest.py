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


@pytest.fixture
def published(monkeypatch: pytest.MonkeyPatch) -> list[set[str]]:
    """What is handed to the broker, message by message."""
    messages: list[set[str]] = []
    monkeypatch.setattr(nudges, "publish", lambda message: messages.append(set(message.split())))
    return messages
