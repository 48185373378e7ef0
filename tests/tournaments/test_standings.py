"""Places, and how ties are broken (`rules.md` section 11; example E094)."""

from collections import Counter
from functools import cmp_to_key
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.points import Point
from tournaments.record import SeatRecord
from tournaments.standings import LOT, STEPS, Line, Placed, compared, gather, line_of, rank

SEED = bytes(range(32))
# What six who are equal at every step were drawn once.
KNOWN_GROUP = [3, 6, 2, 4, 1, 5]
KNOWN_FINAL = [5, 3, 4, 6, 1, 2]
# Few values of each, so that ties of every depth come about.
LINES = st.builds(
    Line,
    entry=st.integers(1, 40),
    cents=st.sampled_from([-100, 0, 925]),
    victories=st.integers(0, 2),
    mafia_wins=st.integers(0, 1),
    days=st.integers(0, 2),
    heart_attacks=st.integers(0, 1),
    games=st.integers(1, 3),
)
TABLES = st.lists(LINES, max_size=20, unique_by=lambda line: line.entry)
SEEDS = st.binary(min_size=32, max_size=32)


def better(one: Line, other: Line) -> tuple[str | None, int]:
    """Return which step tells two lines apart, and which is better: below zero for the first. Step by step."""
    for step, more in (("cents", 1), ("victories", 1), ("mafia_wins", 1), ("days", 1), ("heart_attacks", -1)):
        mine, theirs = getattr(one, step) * more, getattr(other, step) * more
        if mine != theirs:
            return step, -1 if mine > theirs else 1
    return None, 0


# ---- E094


def e094(**gruzd: int) -> list[Line]:
    return [Line(1, 900, **gruzd), Line(2, 900), Line(3, 400)]


@pytest.mark.parametrize(
    ("step", "steps"),
    [
        ({"victories": 1}, [("victories", 1, 0)]),
        ({"mafia_wins": 1}, [("victories", 0, 0), ("mafia_wins", 1, 0)]),
        ({"days": 4}, [("victories", 0, 0), ("mafia_wins", 0, 0), ("days", 4, 0)]),
    ],
)
def test_e094_equal_points_at_the_top_are_told_apart_by_the_steps(
    step: dict[str, int], steps: list[tuple[str, int, int]]
) -> None:
    table = rank(e094(**step), SEED, "group 1")
    assert [(placed.place, placed.line.entry, placed.broken_by) for placed in table] == [
        (1, 1, list(step)[0]),
        (2, 2, None),
        (3, 3, None),
    ]
    assert compared(table[0].line, table[1].line) == steps
    assert compared(table[1].line, table[2].line) == []


def test_e094_of_fewer_heart_attacks() -> None:
    table = rank(e094(heart_attacks=1), SEED, "group 1")
    assert [(placed.line.entry, placed.broken_by) for placed in table] == [(2, "heart_attacks"), (1, None), (3, None)]
    assert compared(table[0].line, table[1].line)[-1] == ("heart_attacks", 0, 1)


def test_e094_what_is_left_is_for_the_lot_and_never_for_numbers_or_the_time_of_entry() -> None:
    firsts: Counter[int] = Counter()
    for number in range(400):
        table = rank(e094(), number.to_bytes(32, "big"), "group 1")
        assert [placed.place for placed in table] == [1, 2, 3]
        assert [placed.broken_by for placed in table] == [LOT, None, None]
        firsts[table[0].line.entry] += 1
    assert set(firsts) == {1, 2}
    # Beyond 160 to 240 comes once in fifteen thousand fair lots; the seeds here are fixed.
    assert 160 < firsts[1] < 240


def test_the_lot_is_drawn_for_each_table_and_for_ever_the_same() -> None:
    lines = [Line(entry, 900) for entry in range(1, 7)]
    drawn = {purpose: [placed.line.entry for placed in rank(lines, SEED, purpose)] for purpose in ("group 1", "final")}
    assert drawn == {"group 1": KNOWN_GROUP, "final": KNOWN_FINAL}


def test_without_a_seed_the_equal_share_a_stated_place() -> None:
    table = rank([*e094(), Line(4, 400), Line(5, 400, victories=1), Line(6)])
    assert table == [
        Placed(1, Line(1, 900), None, shared=True),
        Placed(1, Line(2, 900), None, shared=True),
        Placed(3, Line(5, 400, victories=1), "victories"),
        Placed(4, Line(3, 400), None, shared=True),
        Placed(4, Line(4, 400), None, shared=True),
        Placed(6, Line(6), None),
    ]


def test_who_shares_a_place_was_put_above_the_next_by_one_step() -> None:
    table = rank([Line(1, 900, days=3), Line(2, 900, days=3), Line(3, 900, days=2)])
    assert [(placed.place, placed.broken_by) for placed in table] == [(1, "days"), (1, "days"), (3, None)]


@pytest.mark.parametrize(
    ("role", "won", "how", "expected"),
    [
        ("citizen", True, "", Line(7, 500, victories=1, days=3, games=1)),
        ("sergeant", True, "killed", Line(7, 500, victories=1, days=3, games=1)),
        ("mafia", True, "", Line(7, 500, victories=1, mafia_wins=1, days=3, games=1)),
        ("lawyer", True, "jailed", Line(7, 500, victories=1, mafia_wins=1, days=3, games=1)),
        ("maniac", True, "", Line(7, 500, victories=1, mafia_wins=1, days=3, games=1)),
        ("mafia", False, "", Line(7, 500, days=3, games=1)),
        ("maniac", False, "heart_attack", Line(7, 500, days=3, heart_attacks=1, games=1)),
        # By the option a victory is shared by whoever was removed.
        ("mafia", True, "heart_attack", Line(7, 500, 1, 1, 3, 1, 1)),
    ],
)
def test_the_line_of_one_game(role: str, won: bool, how: str, expected: Line) -> None:
    seat = SeatRecord(2, "Ann", role, won=won, how=how, days=3)
    assert line_of(7, seat, [Point("victory", 425), Point("days", 75, 3)]) == expected


# ---- any results


@settings(deadline=None)
@given(TABLES, SEEDS)
def test_any_results_have_one_order(lines: list[Line], seed: bytes) -> None:
    table = rank(lines, seed, "group 1")
    assert [placed.place for placed in table] == list(range(1, len(lines) + 1))
    assert Counter(placed.line for placed in table) == Counter(lines)
    assert not any(placed.shared for placed in table)
    for above, below in zip(table, table[1:], strict=False):
        step, order = better(above.line, below.line)
        assert order <= 0
        assert above.broken_by == (None if step == "cents" else step or LOT)
        told = compared(above.line, below.line)
        assert [name for name, _mine, _theirs in told] == list(STEPS[: len(told)])
        assert all(mine == theirs for _name, mine, theirs in told[:-1])
    assert not table or table[-1].broken_by is None


@settings(deadline=None)
@given(TABLES)
def test_any_results_have_an_order_or_a_shared_place(lines: list[Line]) -> None:
    table = rank(lines)
    for placed in table:
        above = sum(better(other, placed.line)[1] < 0 for other in lines)
        alike = sum(better(other, placed.line)[1] == 0 for other in lines)
        assert (placed.place, placed.shared) == (above + 1, alike > 1)
    by_steps = cmp_to_key(lambda one, other: better(one, other)[1])
    assert [placed.line for placed in table] == sorted(sorted(lines, key=lambda line: line.entry), key=by_steps)
    # A lot decides between those alone who share a place.
    drawn = rank(lines, SEED, "group 1")
    assert {p.line.entry for p in table if p.shared} == {
        p.line.entry for p in drawn if any(better(p.line, other)[1] == 0 for other in lines if other != p.line)
    }


@settings(deadline=None)
@given(TABLES, st.one_of(st.none(), SEEDS), st.randoms(use_true_random=False))
def test_the_order_in_which_lines_come_does_not_matter(lines: list[Line], seed: bytes | None, rng: Random) -> None:
    table = rank(lines, seed, "group 1")
    rng.shuffle(lines)
    assert rank(lines, seed, "group 1") == table


@settings(deadline=None)
@given(st.lists(LINES, max_size=20), st.randoms(use_true_random=False))
def test_lines_of_games_are_gathered_in_any_order(lines: list[Line], rng: Random) -> None:
    sums = gather(lines)
    assert [line.entry for line in sums] == sorted({line.entry for line in lines})
    for name in ("cents", "victories", "mafia_wins", "days", "heart_attacks", "games"):
        for one in sums:
            assert getattr(one, name) == sum(getattr(line, name) for line in lines if line.entry == one.entry)
    rng.shuffle(lines)
    assert gather(lines) == sums


def test_what_can_not_be_ranked() -> None:
    assert rank([]) == rank([], SEED, "group 1") == gather([]) == []
    with pytest.raises(ValueError, match="an entry with two lines"):
        rank([Line(1), Line(2), Line(1, 900)])
    with pytest.raises(ValueError, match="lines of the entries 1 and 2"):
        Line(1).plus(Line(2))
