"""Fixtures of the tests of the live streams."""

from tests.games.conftest import clock

__all__ = ["clock"]
