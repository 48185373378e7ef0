"""What a host is warned of: lopsided compositions and times."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.balance import warnings
from games.engine.composition import Composition, suggested
from games.engine.ruleset import FORUM, Ruleset


def table(*rows: tuple[int, dict[str, int]]) -> Composition:
    return Composition.from_json({"rows": [{"players": players, "roles": roles} for players, roles in rows]})


def reasons(composition: Composition, **options: Any) -> dict[str, tuple[int, int]]:
    rules = Ruleset.from_options("forum", {"timezone": "Europe/Moscow", **options})
    return {one.reason: (one.first, one.last) for one in warnings(rules, composition)}


def test_the_usual_set_up_is_not_lopsided() -> None:
    assert warnings(FORUM, suggested()) == []


@pytest.mark.parametrize(
    ("rows", "options", "expected"),
    [
        ([(6, {"mafia": 3, "commissioner": 1})], {"max_players": 8}, {"many_mafia": (6, 8)}),
        ([(6, {"mafia": 1, "commissioner": 1})], {"max_players": 12}, {"few_mafia": (7, 12)}),
        ([(6, {"mafia": 2})], {"max_players": 7}, {"no_powers": (6, 7)}),
        ([(6, {"mafia": 2, "doctor": 1})], {"max_players": 7, "mafia_wins": "parity"}, {"one_miss": (6, 6)}),
        (
            [(6, {"mafia": 1, "commissioner": 1, "maniac": 1}), (10, {"mafia": 2, "doctor": 1, "maniac": 1})],
            {"max_players": 10, "mafia_wins": "elimination"},
            {"maniac_early": (6, 9), "few_mafia": (7, 9)},
        ),
    ],
)
def test_lopsided_compositions(rows: Any, options: dict[str, Any], expected: dict[str, tuple[int, int]]) -> None:
    assert reasons(table(*rows), **options) == expected


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"day": "12h", "night": "10h"}, {"silent_short"}),
        ({"day": "12h", "night": "10h", "silent_removed": "off", "inactive_removed": "off"}, set()),
        # A game of one evening: whoever comes to it is there.
        ({"day": "20m", "night": "10m"}, set()),
        ({"day": "24h", "night": "36h"}, {"night_longer"}),
    ],
)
def test_lopsided_times(options: dict[str, Any], expected: set[str]) -> None:
    assert set(reasons(suggested(), **options)) == expected


roles = st.dictionaries(
    st.sampled_from(["mafia", "commissioner", "doctor", "sergeant", "maniac", "nobody"]),
    st.integers(0, 100),
    max_size=6,
)


@given(rows=st.lists(st.tuples(st.integers(0, 100), roles), max_size=5), parity=st.booleans())
def test_no_table_makes_it_fail(rows: Any, parity: bool) -> None:
    found = reasons(table(*rows), mafia_wins="parity" if parity else "elimination")
    assert all(0 < first <= last for reason, (first, last) in found.items())
