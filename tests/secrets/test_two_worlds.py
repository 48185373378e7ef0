"""Pairs of games that differ in hidden things only: whoever may not know gets the same, byte for byte."""

from collections import Counter
from types import SimpleNamespace
from typing import Any

import pytest

from tests.secrets.answers import first_difference
from tests.secrets.conftest import START
from tests.secrets.pairs import FAMILIES, PAIRS
from tests.secrets.places import FORMS_ONLY, OF_A_GAME, OF_A_THING, OF_THE_SITE, patterns
from tests.secrets.twins import MAIL, asks, differences
from tests.secrets.worlds import EVERYBODY, ROLES, STATIONS, World

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(900), pytest.mark.usefixtures("quiet")]


@pytest.fixture
def time_stands(clock: Any) -> SimpleNamespace:
    """Where every world begins, and the traveller that moves it on."""
    return SimpleNamespace(start=START, traveller=clock)


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.__name__)
def test_nobody_notices_what_is_hidden(family: Any, time_stands: SimpleNamespace) -> None:
    found = [
        f"{pair.name}: {who} at {page} ({station})\n{first_difference(one, other)}"
        for pair, (station, who, page), one, other in differences(list(family()), time_stands)
    ]
    assert not found, "\n".join(found[:10])


def test_there_are_enough_pairs() -> None:
    assert len(PAIRS) >= 50
    assert len({pair.name for pair in PAIRS}) == len(PAIRS)
    for pair in PAIRS:
        assert pair.one != pair.other, pair.name
        assert pair.knows < EVERYBODY, pair.name
        assert set(pair.looks) <= set(STATIONS), pair.name


def test_every_page_of_a_game_is_looked_at() -> None:
    """A new address must be put into the pairs."""
    asked = {*OF_THE_SITE, *OF_A_GAME, *OF_A_THING, *FORMS_ONLY}
    missing = {name for name in patterns() if name.startswith("games:")} - asked
    assert not missing, f"nobody looks at {missing}: put it into tests/secrets/places.py"


def test_every_reader_comes_to_every_page(clock: Any) -> None:
    """At each look some pages are chosen; over all pairs every page is read often, and by every reader."""
    world = World(clock, {})
    for station in STATIONS[1:5]:
        world.go_to(station, ROLES)
    every = {who: list(asks(world, who)) for who in sorted(EVERYBODY)}
    by_page: Counter[str] = Counter()
    by_reader: Counter[str] = Counter()
    for pair in PAIRS:
        all_there_is = [(who, *page) for who in sorted(EVERYBODY - pair.knows) for page in every[who]]
        for station in pair.looks:
            for who, label, _url, _fields in pair.looked_at(station, all_there_is):
                by_page[_kind(label)] += 1
                by_reader[who] += 1
    assert set(by_reader) == set(EVERYBODY)
    assert sum(pair.turn("mail") % MAIL == 0 for pair in PAIRS) >= 25
    assert min(by_reader.values()) >= 25, by_reader.most_common()[-3:]
    seldom = {_kind(label) for page in every.values() for label, _url, _fields in page if by_page[_kind(label)] < 3}
    assert not seldom, seldom


def _kind(label: str) -> str:
    """Return what a page is, without what was sent to it and whose talk it is."""
    return label.split(" {")[0].rstrip(" 0123456789")
