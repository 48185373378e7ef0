"""The engine's tests: plain Python, without Django (`pytest -p no:django tests/engine`)."""

import pytest
from hypothesis import settings

# How long an example takes says nothing on a machine that does other work as well.
settings.register_profile("engine", deadline=None)
settings.load_profile("engine")


@pytest.fixture(autouse=True)
def _nothing_left_over() -> None:
    """Stand in for the fixture of the same name that tidies Django up: there is none here."""
