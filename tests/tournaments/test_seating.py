"""Groups: sizes, the draw, and hosts (`rules.md` section 11; example E095)."""

from collections import Counter
from itertools import permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.seating import assign_hosts, draw, sizes

SEED = bytes(range(32))
KNOWN = [[2, 4, 7, 8, 9, 16, 17, 22], [1, 5, 6, 10, 11, 14, 19], [3, 12, 13, 15, 18, 20, 21]]
ENTRIES = st.lists(st.integers(1, 500), min_size=1, max_size=60, unique=True)
SEEDS = st.binary(min_size=32, max_size=32)


# ---- sizes


@pytest.mark.parametrize(
    ("players", "groups", "expected"),
    [
        (22, 3, [8, 7, 7]),
        (17, 2, [9, 8]),
        (23, 4, [6, 6, 6, 5]),
        # Two of the 22 withdraw before the groups are published.
        (20, 3, [7, 7, 6]),
        (5, 1, [5]),
        (5, 5, [1] * 5),
    ],
)
def test_e095_sizes_differ_by_one_at_most(players: int, groups: int, expected: list[int]) -> None:
    assert sizes(players, groups) == sizes(players, groups=groups) == expected


@settings(deadline=None)
@given(st.integers(1, 300), st.data())
def test_sizes_are_even_and_leave_nobody_out(players: int, data: st.DataObject) -> None:
    groups = data.draw(st.integers(1, players))
    found = sizes(players, groups)
    assert len(found) == groups and sum(found) == players
    assert found == sorted(found, reverse=True) and found[0] - found[-1] <= 1 and found[-1] >= 1


@pytest.mark.parametrize(
    ("players", "size", "expected"),
    [
        (27, 9, [9, 9, 9]),
        (28, 9, [10, 9, 9]),
        (31, 9, [8, 8, 8, 7]),
        (10, 9, [10]),
        # Groups of 12 and of 6 are as far from 9: the fewer groups.
        (12, 9, [12]),
        (13, 9, [7, 6]),
        (3, 9, [3]),
        (1, 1, [1]),
        (4, 1, [1] * 4),
    ],
)
def test_a_size_that_is_wanted_is_come_near_to(players: int, size: int, expected: list[int]) -> None:
    assert sizes(players, size=size) == expected


@settings(deadline=None)
@given(st.integers(1, 120), st.integers(1, 30))
def test_no_other_number_of_groups_comes_nearer_to_a_size(players: int, size: int) -> None:
    found = sizes(players, size=size)
    assert found == sizes(players, len(found))
    off = [abs(players / groups - size) for groups in range(1, players + 1)]
    assert off[len(found) - 1] == min(off)


@pytest.mark.parametrize(
    "given",
    [{}, {"groups": 2, "size": 9}, {"groups": 0}, {"groups": 6}, {"groups": -1}, {"size": 0}, {"size": -3}],
)
def test_what_can_not_be_divided(given: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="either|can't|no groups"):
        sizes(5, **given)


@pytest.mark.parametrize("given", [{"groups": 1}, {"size": 9}])
def test_nobody_makes_no_groups(given: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="can't|no groups"):
        sizes(0, **given)


# ---- the draw


@settings(deadline=None)
@given(ENTRIES, SEEDS, st.data())
def test_everybody_is_in_one_group_and_nobody_in_two(entries: list[int], seed: bytes, data: st.DataObject) -> None:
    groups = data.draw(st.integers(1, len(entries)))
    drawn = draw(entries, groups, seed)
    assert Counter(entry for group in drawn for entry in group) == Counter(entries)
    assert [len(group) for group in drawn] == sizes(len(entries), groups)
    assert all(group == sorted(group) for group in drawn)


@settings(deadline=None)
@given(ENTRIES, SEEDS, st.randoms(use_true_random=False))
def test_the_draw_can_be_repeated_in_whatever_order_the_entries_come(
    entries: list[int], seed: bytes, rng: Random
) -> None:
    groups = (len(entries) + 1) // 2
    drawn = draw(entries, groups, seed)
    rng.shuffle(entries)
    assert draw(entries, groups, seed) == drawn


def test_what_was_drawn_once_is_drawn_for_ever() -> None:
    """Known answers: a tournament that is over must be checkable by every later version."""
    assert draw(range(1, 23), 3, SEED) == KNOWN
    assert draw(range(1, 23), 3, bytes(32)) != KNOWN


def test_every_way_to_divide_is_equally_likely() -> None:
    rng = Random(1)
    found = Counter(str(draw([3, 8, 11, 20], 2, rng.randbytes(32))) for _draw in range(3000))
    # 5 degrees of freedom: beyond 20.5 comes once in a thousand fair draws; the seeds here are fixed.
    assert len(found) == 6
    assert sum((count - 500) ** 2 / 500 for count in found.values()) < 20.5


def test_an_entry_can_not_be_drawn_twice() -> None:
    with pytest.raises(ValueError, match="twice"):
        draw([1, 2, 3, 2], 2, SEED)
    with pytest.raises(ValueError, match="can't"):
        draw([], 1, SEED)


# ---- hosts


@pytest.mark.parametrize(
    ("groups", "hosts", "expected"),
    [
        ([[1, 2], [3, 4]], [8, 9], [8, 9]),
        # A host in the own group changes places with another.
        ([[1, 2], [3, 4]], [1, 9], [9, 1]),
        ([[1, 2], [3, 4], [5, 6]], [1, 3, 5], [5, 1, 3]),
        ([[1, 2], [3, 4]], [1, 2], [None, 1]),
        # Too few; more than are needed: those who come first; one twice is one.
        ([[1, 2], [3, 4], [5, 6]], [8], [8, None, None]),
        ([[1, 2], [3, 4]], [7, 8, 9], [7, 8]),
        ([[1, 2], [3, 4]], [7, 7, 9], [7, 9]),
        ([[1, 2, 7]], [7], [None]),
        ([], [7], []),
    ],
)
def test_a_host_is_never_in_the_own_group(
    groups: list[list[int]], hosts: list[int], expected: list[int | None]
) -> None:
    found = assign_hosts(groups, hosts)
    assert found == expected
    assert all(host not in group for host, group in zip(found, groups, strict=True))


@settings(deadline=None)
@given(
    st.lists(st.integers(1, 12), min_size=1, max_size=12, unique=True),
    st.lists(st.integers(1, 16), max_size=5, unique=True),
    st.data(),
)
def test_as_many_groups_as_possible_have_a_host(players: list[int], hosts: list[int], data: st.DataObject) -> None:
    groups = draw(players, data.draw(st.integers(1, min(4, len(players)))), SEED)
    found = assign_hosts(groups, hosts)
    taken = [host for host in found if host is not None]
    assert len(set(taken)) == len(taken) and set(taken) <= set(hosts)
    assert all(host not in group for host, group in zip(found, groups, strict=True))
    # Every way to seat the hosts, tried out.
    padded = [*hosts, *([None] * len(groups))]
    most = max(
        sum(host is not None for host in way)
        for way in set(permutations(padded, len(groups)))
        if all(host not in group for host, group in zip(way, groups, strict=True))
    )
    assert len(taken) == most
