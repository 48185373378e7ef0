"""The comparison of worlds finds leaks: each that is planted is found by a pair that is there for it.

One look at these few pairs is made thoroughly; in the real test there are more pairs and looks.
"""

from contextlib import nullcontext
from dataclasses import replace
from types import SimpleNamespace
from typing import Any
from unittest import mock

import pytest

from tests.memory import memory
from tests.secrets import twins
from tests.secrets.conftest import START
from tests.secrets.leaks import LEAKS, Leak
from tests.secrets.pairs import PAIRS
from tests.secrets.twins import differing

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(600), pytest.mark.usefixtures("quiet")]


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.what)
def test_a_planted_leak_is_found(leak: Leak, clock: Any) -> None:
    pairs = [replace(pair, looks=(leak.look or pair.looks[0],)) for pair in PAIRS if pair.name in leak.pairs]
    assert len(pairs) == len(leak.pairs)
    # A leak of pages changes nothing of what is played: the worlds may come from the memory.
    played_before = nullcontext() if leak.stored else memory.trusting()
    with leak.plant(), played_before, mock.patch.multiple(twins, PER_LOOK=45, MAIL=1):
        found = any(differing([pair], SimpleNamespace(start=START, traveller=clock)) for pair in pairs)
    assert found, f"nobody noticed {leak.what}"
