"""Fixtures of all tests that use Django. The engine's tests run without this file."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.utils import timezone, translation


@pytest.fixture(autouse=True)
def _nothing_left_over() -> Iterator[None]:
    """Give every test an empty cache (rate limits count there) and the default language and zone."""
    cache.clear()
    yield
    translation.deactivate()
    timezone.deactivate()
