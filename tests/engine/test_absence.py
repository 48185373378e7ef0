"""Absence notices and advance votes (`rules.md` section 2, "Nightfall")."""

import pytest

from games.engine import events as e
from tests.engine.board import SECOND, Board, only

CAST = "Ann mafia, Bob, Cat, Dan, Eve, Fay, Gil"


# ---- absence notices


@pytest.mark.parametrize(
    ("phase", "first"),
    [("deal", 1), ("day", 1), ("last_word", 2), ("runoff", 2), ("night", 2), ("day 2", 2)],
)
def test_the_first_day_that_a_notice_may_still_cover(phase: str, first: int) -> None:
    board = Board(CAST, phase="deal", silent_removed=False, inactive_removed=False)
    if phase != "deal":
        board.until("day")
        board.do("Ann vote Bob; Bob vote Ann")
        board.until(phase)
    assert board.table.first_open_day() == first
    assert board.refused(f"Gil away {first - 1}") == "day_over"
    assert board.refused(f"Gil away {first - 1}-{first}") == "day_over"
    assert board.refused(f"Gil away {first}") == ""


@pytest.mark.parametrize(
    ("given", "more", "code"),
    [
        ("", "1-5", ""),
        ("", "1-6", "notice_too_long"),
        ("1-5", "6", "notice_too_long"),
        ("1-3", "2-5", ""),
        ("1-3", "2-6", "notice_too_long"),
        ("1; Gil away 4-5; Gil away 9", "7", ""),
        ("1; Gil away 4-5; Gil away 9", "6-7", "notice_too_long"),
        ("", "1-999999999", "notice_too_long"),
    ],
)
def test_so_many_days_for_a_player_in_a_game(given: str, more: str, code: str) -> None:
    board = Board(CAST)
    if given:
        board.do(f"Gil away {given}")
    assert board.refused(f"Gil away {more}") == code


def test_days_that_are_covered_already_change_nothing() -> None:
    board = Board(CAST)
    board.do("Gil away 1-5")
    assert board.do("Gil away 2-4") == []
    assert board.state.seats[-1].notices == ((1, 5),)


def test_without_the_option_there_are_no_notices() -> None:
    board = Board(CAST, notice_max="off")
    assert board.refused("Gil away 1") == "notice_too_long"


def test_a_notice_may_be_given_to_the_last_moment_of_the_vote() -> None:
    board = Board(CAST)
    board.to_deadline(less=SECOND / 1000)
    assert board.refused("Gil away 1") == ""
    board.to_deadline()
    assert board.refused("Fay away 1") == "deadline_passed"


def test_a_notice_saves_on_its_days_alone() -> None:
    board = Board(CAST)
    board.do("Gil away 1-2")
    for day in (1, 2, 3):
        board.until(f"day {day}")
        board.do("Ann vote Bob; Bob vote Ann; Cat vote Ann; Dan vote Bob; Eve vote Cat; Fay vote Dan")
        board.until(f"night {day}")
        assert ("Gil" in board.out) == (day == 3)


# ---- advance votes


def test_an_advance_vote_is_cast_when_its_day_opens() -> None:
    board = Board(CAST, silent_removed=False, inactive_removed=False)
    board.do("Gil away 2-3; Gil advance 2 Bob; Gil advance 2 Ann; Gil advance 3 Bob")
    assert board.do("Gil advance 2 Ann") == []
    board.until("night")
    assert board.tally == {}
    happened = board.end()
    cast = only(happened, e.VoteCast)
    assert (cast.how, cast.at, board.tally) == ("advance", board.at, {"Ann": "Gil"})
    board.do("Gil vote Dan")
    assert board.tally == {"Dan": "Gil"}


def test_an_advance_vote_lapses_where_its_target_has_left() -> None:
    board = Board(CAST, silent_removed=False, inactive_removed=False)
    board.do("Gil away 2; Gil advance 2 Fay; host heart Fay")
    board.until("day 2")
    assert (board.tally, board.told) == ({}, {"Gil": ["advance_lapsed"]})
    board.until("night 2")
    assert list(board.out) == ["Fay"]


def test_an_advance_vote_can_be_withdrawn_or_voided_on_its_day_and_the_notice_saves() -> None:
    for act, told in (("Gil unvote", {}), ("host heart Fay", {"Gil": ["vote_void"]})):
        board = Board(CAST, silent_removed=True, inactive_removed=True)
        everybody = "Ann vote Bob; Bob vote Ann; Cat vote Ann; Dan vote Bob; Eve vote Cat; Fay vote Dan"
        board.do(f"{everybody}; Gil away 1-2; Gil advance 2 Fay")
        board.until("day 2")
        assert board.tally == {"Fay": "Gil"}
        board.do(f"{everybody}; {act}")
        assert board.told == told
        board.until("night 2")
        assert "Gil" not in board.out


def test_an_advance_vote_is_not_carried_into_the_runoff() -> None:
    board = Board(CAST, silent_removed=False, inactive_removed=False)
    board.do("Gil away 2; Gil advance 2 Ann")
    board.until("day 2")
    board.do("Bob vote Dan")
    board.until("runoff 2")
    assert board.tally == {}


def test_an_advance_vote_of_who_has_left_is_not_cast() -> None:
    board = Board(CAST, silent_removed=False, inactive_removed=False)
    board.do("Gil away 2; Gil advance 2 Ann; host heart Gil")
    board.until("day 2")
    assert board.tally == {}


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("Gil advance 1 Ann", "day_over"),
        ("Gil advance 0 Ann", "day_over"),
        ("Gil advance 2 Ann", ""),
        ("Gil advance 3 Ann", "no_notice"),
        ("Fay advance 2 Ann", "no_notice"),
        ("Fay advance 2 Zoe", "no_notice"),
        ("Gil advance 2 Gil", "target_self"),
        ("Gil advance 2 night", "night_vote_off"),
        ("Gil advance 2 Zoe", "target_unknown"),
        ("Gil advance 2 Eve", "target_not_alive"),
        ("Zoe advance 1 Ann", "not_in_game"),
        ("Eve advance 1 Ann", "not_alive"),
    ],
)
def test_what_forbids_an_advance_vote(command: str, code: str) -> None:
    board = Board(CAST)
    board.do("Gil away 2; host heart Eve")
    assert board.refused(command) == code


def test_advance_votes_can_hammer_a_day_as_it_opens() -> None:
    board = Board("Ann mafia, Bob, Cat, Dan", hammer=True, silent_removed=False, inactive_removed=False)
    board.do("; ".join(f"{name} away 2; {name} advance 2 Ann" for name in ("Bob", "Cat", "Dan")))
    board.until("day 2")
    assert board.tally == {"Ann": "Bob Cat Dan"}
    assert board.table.due_at() == board.at
    board.end()
    assert board.phase == "last_word 2"
