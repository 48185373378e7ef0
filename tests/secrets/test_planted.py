"""The comparison of worlds finds leaks: each that is planted is found by a pair that is there for it."""

from types import SimpleNamespace
from typing import Any

import pytest

from tests.secrets.conftest import START
from tests.secrets.leaks import LEAKS, Leak
from tests.secrets.pairs import PAIRS
from tests.secrets.twins import differing

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(600)]


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.what)
def test_a_planted_leak_is_found(leak: Leak, clock: Any) -> None:
    pairs = [pair for pair in PAIRS if pair.name in leak.pairs]
    assert len(pairs) == len(leak.pairs)
    with leak.plant():
        found = differing(pairs, SimpleNamespace(start=START, traveller=clock))
    assert found, f"nobody noticed {leak.what}"
