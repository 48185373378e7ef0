"""What a game is worth: the table of points and the points with their reasons (`rules.md` section 11; E097)."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from games.engine.roles import ROLES, Side, side_of
from tests.tournaments.test_record import e097, record
from tournaments.points import DEFAULT, MOST_CENTS, Point, PointsTable, problems, score, total
from tournaments.record import GameRecord, SeatRecord
from tournaments.standings import gather, line_of


def points(table: PointsTable = DEFAULT, *, cancelled: bool = False, **facts: Any) -> dict[str, tuple[int, int]]:
    """Return what one seat gets, by reasons: (cents, how many)."""
    seat = SeatRecord(1, "Ann", **{"role": "citizen", **facts})
    ended = datetime(2026, 3, 2, 9, tzinfo=UTC)
    made = GameRecord((seat,), (1,) if seat.how else (), "" if cancelled else "town", "", cancelled, 3, ended)
    return {point.reason: (point.cents, point.count) for point in score(made, table)[1]}


# ---- the figures of section 11


@pytest.mark.parametrize(
    ("role", "cents"),
    [("citizen", 400), ("mafia", 500), ("commissioner", 500), ("doctor", 500), ("sergeant", 500), ("maniac", 700)],
)
def test_a_victory_by_role(role: str, cents: int) -> None:
    assert points(role=role, won=True) == {"victory": (cents, 1)}
    assert points(role=role) == {}


def test_every_role_has_a_victory_and_a_further_one_that_of_its_side() -> None:
    assert set(DEFAULT.victory) == set(ROLES)
    for name, role in ROLES.items():
        if role.optional:
            assert DEFAULT.victory[name] == {Side.TOWN: 400, Side.MAFIA: 500, Side.MANIAC: 700}[side_of(name)]


@pytest.mark.parametrize(("days", "cents"), [(1, 25), (3, 75), (5, 125), (6, 150), (7, 150), (20, 150)])
def test_days_survived_up_to_a_bound(days: int, cents: int) -> None:
    assert points(days=days) == {"days": (cents, days)}


@pytest.mark.parametrize(
    ("how", "day", "found"),
    [
        ("killed", 1, {"first_night": (50, 1), "days": (25, 1)}),
        ("killed", 2, {"days": (25, 1)}),
        ("jailed", 1, {"days": (25, 1)}),
        ("taken", 1, {"days": (25, 1)}),
        # Whoever leaves in the first night by a heart attack was not killed.
        ("heart_attack", 1, {"days": (25, 1), "heart_attack": (-100, 1)}),
    ],
)
def test_killed_in_the_first_night(how: str, day: int, found: dict[str, tuple[int, int]]) -> None:
    assert points(how=how, day=day, days=1) == found


@pytest.mark.parametrize(("acts", "cents"), [(1, 100), (2, 200), (3, 200), (5, 200)])
def test_finds_and_prevented_kills_up_to_a_bound(acts: int, cents: int) -> None:
    assert points(found=tuple(range(acts))) == {"found_mafioso": (cents, acts)}
    assert points(prevented=tuple((night, 1) for night in range(acts))) == {"prevented_kill": (cents, acts)}


def test_the_bound_of_acts_is_one_for_both_kinds() -> None:
    both = {"found": (4,), "prevented": ((1, 2), (2, 2))}
    assert points(**both) == {"found_mafioso": (100, 1), "prevented_kill": (100, 2)}
    assert points(PointsTable(acts_most=None), **both) == {"found_mafioso": (100, 1), "prevented_kill": (200, 2)}
    # What a bound leaves nothing of is no point.
    assert points(found=(4, 5), prevented=((1, 2),)) == {"found_mafioso": (200, 2)}


def test_a_heart_attack_costs_a_point_and_keeps_the_days() -> None:
    facts = {"how": "heart_attack", "day": 3, "days": 2}
    assert points(**facts) == {"days": (50, 2), "heart_attack": (-100, 1)}
    # The record says who shares a victory: by the option, those who left so may.
    assert points(**facts, won=True)["victory"] == (400, 1)


def test_a_cancelled_game_gives_nothing() -> None:
    assert points(cancelled=True, days=3, found=(2,), how="heart_attack", day=4) == {}


def test_points_stand_in_the_order_in_which_they_are_told() -> None:
    found = points(won=True, role="commissioner", days=1, how="killed", day=1, found=(2,), prevented=((1, 1),))
    assert list(found) == ["victory", "days", "first_night", "found_mafioso", "prevented_kill"]
    assert total([Point("victory", 500), Point("heart_attack", -100)]) == 400


# ---- other tables


def test_nights_can_be_paid_too_and_the_bound_is_one_for_days_and_nights() -> None:
    assert points(PointsTable(per_night=10), days=3, nights=2) == {"days": (75, 3), "nights": (20, 2)}
    assert points(PointsTable(per_night=10), days=5, nights=5) == {"days": (125, 5), "nights": (25, 5)}
    assert points(PointsTable(per_night=10), days=7, nights=6) == {"days": (150, 7)}
    assert points(PointsTable(per_night=10, per_day_most=None), days=7, nights=6) == {
        "days": (175, 7),
        "nights": (60, 6),
    }
    assert points(PointsTable(per_day=0, per_night=10), days=7, nights=1) == {"nights": (10, 1)}


def test_e097_points_by_the_day_of_leaving() -> None:
    plain = {"citizen": 300, "mafia": 300, "maniac": 300}
    table = PointsTable(
        victory=plain, per_day=100, per_day_most=None, first_night=0, found_mafioso=0, prevented_kill=0, heart_attack=0
    )
    made = record(e097())
    scored = {seat.name: score(made, table)[seat.number] for seat in made.seats}
    assert scored == {
        # Executed on the first evening and killed in the first night are different things.
        "Груздь": [Point("victory", 300)],
        "Опёнок": [Point("victory", 300), Point("days", 100, 1)],
        "Лисичка": [Point("days", 100, 1)],
        "Волнушка": [Point("days", 200, 2)],
        "Боровик": [Point("victory", 300), Point("days", 200, 2)],
        "Маслёнок": [Point("victory", 300), Point("days", 200, 2)],
        "Рыжик": [Point("victory", 300), Point("days", 200, 2)],
    }
    # Two games of one entry are two lines, and one sum.
    opyonok = next(seat for seat in made.seats if seat.name == "Опёнок")
    lines = [line_of(7, opyonok, scored["Опёнок"])] * 2
    assert [(line.cents, line.games) for line in lines] == [(400, 1), (400, 1)]
    (both,) = gather(lines)
    assert (both.entry, both.cents, both.victories, both.days, both.games) == (7, 800, 2, 2, 2)


# ---- the table as data


def test_a_table_comes_back_from_json_as_it_was() -> None:
    other = PointsTable(victory={"citizen": 1, "mafia": 2, "maniac": 3, "doctor": 4}, per_day_most=None, per_night=7)
    for table in (DEFAULT, other):
        stored = json.loads(json.dumps(table.to_json()))
        assert problems(stored) == []
        assert PointsTable.from_json(stored) == table
    assert other.victory["sergeant"] == 1 and other.victory["lawyer"] == 2 and other.victory["doctor"] == 4
    assert PointsTable.from_json({}) == DEFAULT != other


def test_a_point_comes_back_from_json_as_it_was() -> None:
    point = Point("days", 75, 3)
    assert Point.from_json(json.loads(json.dumps(point.to_json()))) == point


VICTORY = {"citizen": 400, "mafia": 500, "maniac": 700}


@pytest.mark.parametrize(
    ("data", "codes"),
    [
        (None, ["table:unreadable"]),
        ([1], ["table:unreadable"]),
        ({"version": 2}, ["version:unknown"]),
        ({"version": True}, ["version:unknown"]),
        ({"victory": 4}, ["victory:unreadable"]),
        ({"victory": {"citizen": 400, "mafia": 500}}, ["victory.maniac:missing"]),
        ({"victory": {**VICTORY, "king": 1}}, ["victory.king:unknown"]),
        ({"victory": {**VICTORY, "doctor": "5"}}, ["victory.doctor:not_whole"]),
        ({"victory": {**VICTORY, "doctor": None}}, ["victory.doctor:not_whole"]),
        ({"victory": {**VICTORY, "doctor": -1}}, ["victory.doctor:below_zero"]),
        ({"per_day": 0.25}, ["per_day:not_whole"]),
        ({"per_day": True}, ["per_day:not_whole"]),
        ({"per_day": None}, ["per_day:not_whole"]),
        ({"per_day": -25}, ["per_day:below_zero"]),
        ({"per_day_most": -1}, ["per_day_most:below_zero"]),
        ({"acts_most": None, "per_day_most": None}, []),
        ({"first_night": MOST_CENTS}, []),
        ({"first_night": MOST_CENTS + 1}, ["first_night:too_great"]),
        ({"heart_attack": 100}, ["heart_attack:above_zero"]),
        ({"heart_attack": 0}, []),
        ({"heart_attack": -MOST_CENTS - 1}, ["heart_attack:too_great"]),
        ({"per_week": 1}, ["per_week:unknown"]),
        ({"per_day": -1, "first_night": "x"}, ["per_day:below_zero", "first_night:not_whole"]),
    ],
)
def test_everything_that_is_wrong_is_told_at_once(data: object, codes: list[str]) -> None:
    assert problems(data) == codes
    if codes:
        with pytest.raises(ValueError, match=codes[0]):
            PointsTable.from_json(data)
    else:
        PointsTable.from_json(data)
