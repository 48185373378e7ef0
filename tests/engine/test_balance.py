"""What a host is told of a lopsided set-up, and how long a game will about take."""

from collections.abc import Mapping
from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from games.engine.balance import LONG_GAME, Remark, ends_about, remarks, rounds
from games.engine.composition import Composition, suggested
from games.engine.ruleset import FORUM, Ruleset

START = datetime(2026, 6, 8, 18, 0, tzinfo=UTC)


def table(*rows: tuple[int, dict[str, int]]) -> Composition:
    return Composition.from_json({"rows": [{"players": players, "roles": roles} for players, roles in rows]})


def ruleset(**options: Any) -> Ruleset:
    return Ruleset.from_options("forum", {"timezone": "Europe/Moscow", **options})


def found(composition: Composition, **options: Any) -> list[tuple[str, int, int]]:
    return [(one.reason, one.first, one.last) for one in remarks(ruleset(**options), composition)]


def about_times(**options: Any) -> dict[str, Mapping[str, object]]:
    return {one.reason: one.params for one in remarks(ruleset(**options), suggested())}


@pytest.mark.parametrize("mafia_wins", ["elimination", "parity"])
@pytest.mark.parametrize("maniac", [False, True])
def test_the_suggested_tables_are_not_lopsided(mafia_wins: str, maniac: bool) -> None:
    assert found(suggested(maniac=maniac), mafia_wins=mafia_wins) == []


@pytest.mark.parametrize(
    ("rows", "options", "expected"),
    [
        # A third of the table is too much, a little less is not.
        ([(6, {"mafia": 2, "commissioner": 1})], {"max_players": 8}, [("many_mafia", 6, 6)]),
        ([(8, {"mafia": 3, "commissioner": 1})], {"min_players": 8, "max_players": 11}, [("many_mafia", 8, 9)]),
        # One in six is enough, one in seven is not.
        ([(6, {"mafia": 1, "commissioner": 1})], {"max_players": 12}, [("few_mafia", 7, 12)]),
        ([(13, {"mafia": 2, "doctor": 1})], {"min_players": 13, "max_players": 14}, [("few_mafia", 14, 14)]),
        # Each row is told of by itself, also where the next one has the same flaw.
        (
            [(6, {"mafia": 1}), (9, {"mafia": 1, "commissioner": 1})],
            {"max_players": 10},
            [("few_mafia", 7, 8), ("few_mafia", 9, 10)],
        ),
        ([(7, {"mafia": 2})], {"min_players": 7, "max_players": 8}, [("no_powers", 7, 8)]),
        ([(7, {"mafia": 1})], {"min_players": 6, "max_players": 6}, []),
        # Two against four: one of the town jailed, one killed, and it is over.
        (
            [(6, {"mafia": 2, "doctor": 1})],
            {"max_players": 7, "mafia_wins": "parity"},
            [("many_mafia", 6, 6), ("one_miss", 6, 6)],
        ),
        ([(6, {"mafia": 1, "commissioner": 1, "doctor": 1})], {"max_players": 6}, [("tiny_powers", 6, 6)]),
        (
            [(7, {"mafia": 2, "commissioner": 2, "doctor": 2})],
            {"min_players": 7, "max_players": 8},
            [("many_powers", 7, 8)],
        ),
        (
            [(10, {"mafia": 2, "doctor": 1, "maniac": 1})],
            {"min_players": 10, "max_players": 12},
            [("early_maniac", 10, 11)],
        ),
        # What can't be played at all is a problem, and no remark is made about it.
        ([(6, {"mafia": 3, "commissioner": 1})], {"max_players": 6}, []),
        ([(6, {"maniac": 1})], {"max_players": 20}, []),
        ([], {}, []),
    ],
)  # fmt: skip
def test_lopsided_compositions(rows: Any, options: dict[str, Any], expected: list[tuple[str, int, int]]) -> None:
    assert found(table(*rows), **options) == expected


def test_a_remark_names_its_row_and_what_would_be_usual() -> None:
    (remark,) = remarks(ruleset(max_players=9), table((6, {"mafia": 1, "doctor": 1}), (9, {"mafia": 3, "doctor": 1})))[
        1:
    ]
    assert remark == Remark("many_mafia", 9, 9, row=9, params={"mafia": 3, "usual": 2})


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, {}),
        ({"day": "12h", "night": "10h"}, {"silent_short": {"length": timedelta(hours=12)}}),
        ({"day": "12h", "night": "10h", "silent_removed": "off", "inactive_removed": "off"}, {}),
        # Drawn on to an hour of the evening, such a day is a whole one.
        ({"day": "20h", "day_ends_at": "21:00", "night": "12h"}, {}),
        # A game of one evening: whoever comes to it is there.
        ({"day": "20m", "night": "10m", "last_word": "3m", "runoff": "5m"}, {}),
        (
            {"day": "24h", "night": "36h"},
            {"longer_than_day": {"phase": "night", "length": timedelta(hours=36)}},
        ),
        (
            {"day": "24h", "night": "12h", "runoff": "25h"},
            {"longer_than_day": {"phase": "runoff", "length": timedelta(hours=25)}},
        ),
        ({"day": "24h", "night": "12h", "runoff": "25h", "tie": "nobody"}, {}),
        ({"night": "6h"}, {"night_short": {"length": timedelta(hours=6)}}),
        ({"night": "6h", "night_ends_at": "09:00"}, {}),
        ({"day_ends_at": "03:00"}, {"late_hour": {"phase": "day", "time": time(3)}}),
        ({"day_ends_at": "06:00"}, {}),
        ({"runoff_ends_at": "00:00", "tie": "random"}, {}),
        ({"day": "5d", "night": "24h"}, {"no_pause": {"days": 30, "players": 12}}),
        ({"day": "5d", "night": "24h", "max_players": 7}, {}),
        ({"day": "5d", "night": "24h", "weekly_pause": "Sat 00:00 - Mon 00:00"}, {}),
    ],
)
def test_lopsided_times(options: dict[str, Any], expected: dict[str, Mapping[str, object]]) -> None:
    assert about_times(**options) == expected


def test_the_hour_at_which_the_sign_up_ends() -> None:
    assert [one.reason for one in remarks(FORUM, suggested(), time(0, 30))] == ["late_signup"]
    assert remarks(FORUM, suggested(), time(6)) == remarks(FORUM, suggested(), time(23, 59)) == []


# ---------- how long it takes ----------


@pytest.mark.parametrize(
    ("mafia_wins", "players", "expected"),
    [("parity", 6, 2), ("elimination", 6, 2), ("parity", 12, 4), ("elimination", 12, 5), ("elimination", 30, 14)],
)
def test_rounds_of_the_suggested_table(mafia_wins: str, players: int, expected: int) -> None:
    assert rounds(ruleset(mafia_wins=mafia_wins), suggested(), players) == expected


def test_rounds_that_can_be_counted_by_hand() -> None:
    # One mafioso of three under elimination: jailed with 1/3; else one more is killed, and it is over.
    assert rounds(ruleset(min_players=3), table((3, {"mafia": 1})), 3) == 1
    # A maniac makes a game shorter.
    rows = {"mafia": 3, "commissioner": 1}
    without = rounds(FORUM, table((15, rows)), 15)
    with_one = rounds(FORUM, table((15, {**rows, "maniac": 1})), 15)
    assert without is not None and with_one is not None and with_one < without


@pytest.mark.parametrize("players", [0, -1, 5, 101])
def test_no_rounds_where_nobody_can_play(players: int) -> None:
    assert rounds(FORUM, suggested(), players) is None


def test_when_a_game_is_over() -> None:
    # Deal a day, then twice 48 + 4 + 24 hours.
    assert ends_about(FORUM, 2, START) == START + timedelta(hours=24 + 2 * 76)
    # In a pause the clock stands still: one weekend lies in between.
    paused = ruleset(weekly_pause="Sat 00:00 - Mon 00:00")
    assert ends_about(paused, 2, START) == START + timedelta(hours=24 + 2 * 76 + 48)
    # Drawn on to an hour, every day ends at it.
    evenings = ruleset(day="20h", day_ends_at="21:00", last_word="2h", night="12h", night_ends_at="21:00")
    end = ends_about(evenings, 2, START)
    assert end is not None and (end.hour, end.minute) == (18, 0)
    assert ends_about(Ruleset(weekly_pause="Mon 00:00 - Mon 00:00"), 2, START) is None


# ---------- whatever it is asked about


ROLES = ["mafia", "commissioner", "doctor", "sergeant", "maniac", "citizen", "nobody"]
COUNT = st.integers(0, 100)
ROW = st.tuples(COUNT, st.dictionaries(st.sampled_from(ROLES), COUNT, max_size=6))
PLAYERS = st.integers(3, 100)
PEOPLE = st.fixed_dictionaries({"min_players": PLAYERS, "max_players": st.one_of(st.none(), PLAYERS)})
LENGTHS = st.sampled_from(["1s", "20m", "12h", "48h", "30d", "90d"])
HOURS = st.sampled_from(["off", "00:00", "05:59", "12:00"])
PAUSES = st.sampled_from(["off", "Sat 00:00 - Mon 00:00", "Mon 00:01 - Mon 00:00", "Mon 00:00 - Mon 00:00"])


@settings(max_examples=120, deadline=None)
@given(
    rows=st.lists(ROW, max_size=5),
    lengths=st.fixed_dictionaries({name: LENGTHS for name in ("day", "night", "last_word", "runoff")}),
    hours=st.fixed_dictionaries({name: HOURS for name in ("day_ends_at", "night_ends_at")}),
    people=PEOPLE,
    pause=PAUSES,
    parity=st.booleans(),
)
@example(rows=[(3, {"mafia": 40})], lengths={}, hours={}, people={"min_players": 3}, pause="off", parity=False)
def test_no_set_up_makes_it_fail(rows: Any, lengths: Any, hours: Any, people: Any, pause: str, parity: bool) -> None:
    from_pages = {"weekly_pause": pause, "mafia_wins": "parity" if parity else "elimination"}
    options = Ruleset().to_options() | {**lengths, **hours, **people, **from_pages}
    rules, composition = Ruleset.restore(options), table(*rows)
    starts = {row.players for row in composition.rows}
    for remark in remarks(rules, composition, time(3)):
        if remark.row:
            assert remark.row in starts and remark.row <= remark.first <= remark.last <= 100
        if remark.reason == "no_pause":
            assert int(str(remark.params["days"])) >= LONG_GAME.days
    count = rounds(rules, composition, 12)
    if count is not None:
        assert 1 <= count <= 12
        end = ends_about(rules, count, START)
        assert end is None or end > START
