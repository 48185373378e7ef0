"""How many of each role (`rules.md` section 10): the suggested table, and all that can be wrong with one."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.refusal import Refusal
from games.engine.composition import Composition, Row, problems_of, suggested
from games.engine.options import MOST_PLAYERS, Problem
from games.engine.roles import ROLES, USUAL, Side, side_of
from games.engine.ruleset import CONFERENCE, FORUM, Ruleset
from games.engine.victory import judge

SMALL = replace(FORUM, min_players=3)


def table(*rows: tuple[int, dict[str, int]]) -> Composition:
    return Composition(tuple(Row(players, tuple(counts.items())) for players, counts in rows))


def reasons(counts: dict[str, int], players: int, ruleset: Ruleset = FORUM) -> list[str]:
    return [problem.reason for problem in problems_of(counts, players, ruleset)]


def refused(data: object) -> list[Problem]:
    with pytest.raises(Refusal) as refusal:
        Composition.from_json(data)
    assert refusal.value.code == "composition_invalid"
    problems = refusal.value.params["problems"]
    assert isinstance(problems, list)
    return problems


# ---- the suggested table


@pytest.mark.parametrize(
    ("players", "mafia", "doctor", "sergeant"),
    [
        (5, 1, 0, 0),
        (6, 1, 0, 0),
        (7, 2, 1, 0),
        (11, 2, 1, 0),
        (12, 3, 1, 0),
        (13, 3, 1, 0),
        (14, 3, 1, 1),
        (18, 3, 1, 1),
        (19, 4, 1, 1),
        (24, 4, 1, 1),
        (25, 5, 1, 1),
        (30, 5, 1, 1),
        (31, 6, 1, 1),
        (97, 17, 1, 1),
        (100, 17, 1, 1),
    ],
)
def test_suggested(players: int, mafia: int, doctor: int, sergeant: int) -> None:
    expected = {"mafia": mafia, "commissioner": 1, "doctor": doctor, "sergeant": sergeant}
    citizens = players - sum(expected.values())
    expected = {"citizen": citizens} | {role: count for role, count in expected.items() if count}
    assert suggested().for_players(players) == expected
    if players < 15:
        assert suggested(maniac=True).for_players(players) == expected
    else:
        assert suggested(maniac=True).for_players(players) == expected | {"citizen": citizens - 1, "maniac": 1}


@pytest.mark.parametrize("maniac", [True, False])
@pytest.mark.parametrize(
    "ruleset", [FORUM, CONFERENCE, replace(FORUM, min_players=5), replace(CONFERENCE, min_players=5)]
)
def test_the_suggested_table_is_sound_for_every_number_of_players(maniac: bool, ruleset: Ruleset) -> None:
    composition = suggested(maniac=maniac)
    assert composition.problems(ruleset) == []
    for players in range(ruleset.min_players, MOST_PLAYERS + 1):
        roles = composition.roles_for(players)
        assert len(roles) == players
        assert judge(roles, ruleset.mafia_wins) is None


def test_the_suggested_table_does_not_reach_below_five() -> None:
    assert suggested().problems(SMALL) == [Problem("composition", "no_row", {"players": 3})]


# ---- looking up


def test_a_row_holds_up_to_the_next() -> None:
    composition = table((3, {"mafia": 1}), (8, {"mafia": 2, "doctor": 1}))
    assert composition.for_players(7) == {"citizen": 6, "mafia": 1}
    assert composition.for_players(8) == {"citizen": 5, "mafia": 2, "doctor": 1}
    assert composition.roles_for(4) == ["citizen", "citizen", "citizen", "mafia"]


def test_looking_up_what_is_not_there() -> None:
    for composition, players, reason in (
        (table((5, {"mafia": 1})), 4, "no_row"),
        (table(), 4, "no_row"),
        (table((3, {"mafia": 2, "doctor": 2})), 3, "too_many_roles"),
    ):
        with pytest.raises(Refusal) as refusal:
            composition.for_players(players)
        assert refusal.value.code == "composition_invalid"
        assert [problem.reason for problem in refusal.value.params["problems"]] == [reason]  # type: ignore[attr-defined]


# ---- what can be wrong


@pytest.mark.parametrize(
    ("counts", "players", "expected"),
    [
        ({"mafia": 1}, 6, []),
        ({"mafia": 2}, 6, []),
        ({"mafia": 1, "citizen": 5}, 6, []),
        ({}, 6, ["no_mafia"]),
        ({"mafia": 0}, 6, ["no_mafia"]),
        ({"mafia": 3}, 6, ["mafia_not_fewer"]),
        ({"mafia": 6}, 6, ["mafia_not_fewer"]),
        # A maniac is not town.
        ({"mafia": 2, "maniac": 1}, 6, []),
        ({"mafia": 3, "maniac": 1}, 7, ["mafia_not_fewer"]),
        ({"mafia": 3, "maniac": 1}, 8, []),
        ({"mafia": 1, "maniac": 2}, 8, ["too_many_of"]),
        ({"mafia": 1, "sergeant": 1}, 6, ["without"]),
        ({"mafia": 1, "sergeant": 1, "commissioner": 0}, 6, ["without"]),
        ({"mafia": 1, "sergeant": 2, "commissioner": 1}, 6, []),
        ({"mafia": 4, "doctor": 3}, 6, ["too_many_roles"]),
        ({"mafia": 1, "citizen": 4}, 6, ["not_all_seats"]),
        ({"mafia": 1, "citizen": 6}, 6, ["too_many_roles"]),
        ({"mafia": 1, "spy": 1}, 6, ["unknown_role"]),
        ({"mafia": 1}, 5, ["too_few_players"]),
        # Everything at once.
        ({"maniac": 2, "sergeant": 1, "spy": 3}, 5,
         ["too_few_players", "unknown_role", "too_many_roles", "too_many_of", "without", "no_mafia"]),
    ],
)  # fmt: skip
def test_problems_of_one_number_of_players(counts: dict[str, int], players: int, expected: list[str]) -> None:
    assert reasons(counts, players) == expected


@pytest.mark.parametrize("wins", ["parity", "elimination"])
@given(
    counts=st.fixed_dictionaries({n: st.integers(0, 5 if n in USUAL else 2) for n in ROLES if n != "citizen"}),
    citizens=st.integers(0, 8),
)
def test_a_sound_composition_is_a_game_that_can_begin(wins: str, counts: dict[str, int], citizens: int) -> None:
    roles = [role for role, count in {**counts, "citizen": citizens}.items() for _i in range(count)]
    found = reasons(counts, len(roles), replace(SMALL, mafia_wins=wins))
    sides = [side_of(role) for role in roles]
    wrong = (
        sides.count(Side.MAFIA) < 1
        or sides.count(Side.MAFIA) >= sides.count(Side.TOWN)
        or len(roles) < 3
        or counts["maniac"] > 1
        or (counts["sergeant"] > 0 and counts["commissioner"] == 0)
        or counts["twins"] == 1
    )
    assert bool(found) == wrong
    if not found:
        assert judge(roles, wins) is None


def test_problems_carry_what_a_sentence_needs() -> None:
    assert problems_of({"mafia": 3, "maniac": 1, "sergeant": 1}, 7, replace(FORUM, min_players=8)) == [
        Problem("composition", "too_few_players", {"players": 7, "min_players": 8}),
        Problem("composition", "without", {"players": 7, "role": "sergeant", "needs": "commissioner"}),
        Problem("composition", "mafia_not_fewer", {"players": 7, "mafia": 3, "town": 3}),
    ]
    assert problems_of({"mafia": 1, "maniac": 3}, 9, FORUM) == [
        Problem("composition", "too_many_of", {"players": 9, "role": "maniac", "most": 1})
    ]


def test_a_table_is_judged_for_the_numbers_of_players_that_the_game_may_have() -> None:
    composition = table((3, {"mafia": 3}), (7, {"mafia": 2}), (20, {"doctor": 1}), (30, {"doctor": 2}))
    assert composition.problems(replace(FORUM, min_players=7, max_players=19)) == []
    assert composition.problems(replace(FORUM, max_players=25)) == [
        Problem("composition", "mafia_not_fewer", {"players": 6, "mafia": 3, "town": 3}),
        Problem("composition", "no_mafia", {"players": 20}),
    ]
    # Each row's problem is told once.
    assert [problem.params["players"] for problem in composition.problems(FORUM)] == [6, 20, 30]


def test_rows_that_are_missing_or_twice_there() -> None:
    assert table().problems(FORUM) == [Problem("composition", "no_row", {"players": 6})]
    twice = table((6, {"mafia": 1}), (6, {"mafia": 2}))
    assert twice.problems(FORUM) == [Problem("composition", "row_twice", {"players": 6})]


def test_rules_that_contradict_themselves_do_not_hide_the_table() -> None:
    assert [p.reason for p in table().problems(replace(FORUM, min_players=8, max_players=4))] == ["no_row"]
    assert table().problems(replace(FORUM, min_players=1000)) == []


# ---- stored


COUNTS = st.dictionaries(st.sampled_from(list(ROLES)), st.integers(1, MOST_PLAYERS))


@given(st.dictionaries(st.integers(0, MOST_PLAYERS), COUNTS))
def test_a_table_survives_json(rows: dict[int, dict[str, int]]) -> None:
    stored = {"rows": [{"players": players, "roles": counts} for players, counts in rows.items()]}
    composition = Composition.from_json(json.loads(json.dumps(stored)))
    assert Composition.from_json(json.loads(json.dumps(composition.to_json()))) == composition
    assert {row.players: dict(row.counts) for row in composition.rows} == rows
    assert list(composition.rows) == sorted(composition.rows, key=lambda row: row.players)
    hash(composition)


def test_reading_drops_roles_of_nobody() -> None:
    read = Composition.from_json({"rows": [{"players": 6, "roles": {"doctor": 0, "mafia": 1}}]})
    assert read == table((6, {"mafia": 1}))


@pytest.mark.parametrize("data", [None, [], {}, "rows", {"rows": 5}, {"rows": {"players": 6}}])
def test_what_is_no_table(data: object) -> None:
    assert refused(data) == [Problem("composition", "unreadable", {"row": 0})]


@pytest.mark.parametrize("number", [None, True, "6", 6.0, -1, 101, 10**9, [6]])
def test_rows_that_can_not_be_read_are_all_told(number: object) -> None:
    good = {"players": 6, "roles": {"mafia": 1}}
    data = {
        "rows": [{"players": number, "roles": {}}, good, {"players": 7, "roles": {"mafia": number}}, 5, {"players": 7}]
    }
    assert refused(data) == [Problem("composition", "unreadable", {"row": row}) for row in (1, 3, 4, 5)]
