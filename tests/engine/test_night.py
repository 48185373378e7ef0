"""Orders and dawn (`rules.md` section 2, "Night" and "Dawn")."""

import pytest

from games.engine import events as e
from games.engine.sight import Viewer, view
from tests.engine.board import CALM, SECOND, Board, kinds, length, only

TOWN = "Ann mafia, Bob doctor, Cat commissioner, Dan, Eve, Fay"
FORCE = "Ann mafia, Cat commissioner, Sam sergeant, Sue sergeant, Dan, Eve, Fay, Gil"
GANG = "Ann mafia, Abe mafia, Amy mafia, Dan, Eve, Fay, Gil, Hal, Ian"


def night(seats: str = TOWN, **options: object) -> Board:
    return Board(seats, phase="night", **{**CALM, "stalemate_after": 0, **options})


def dawn(orders: str, seats: str = TOWN, **options: object) -> Board:
    board = night(seats, **options)
    board.do(orders)
    board.end()
    return board


# ---- who may order, and whom


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("Ann order Dan", ""),
        ("Ann order pass", ""),
        ("Ann order Ann", "target_teammate"),
        ("Ann order Abe", "target_teammate"),
        ("Mac order Mac", "target_self"),
        ("Mac order Ann", ""),
        ("Ann order Mac", ""),
        ("Bob order Bob", ""),
        ("Bob order Ann", ""),
        ("Cat order Cat", "target_self"),
        ("Cat order Bob", ""),
        ("Cat order Gil", "target_not_alive"),
        ("Cat order Zoe", "target_unknown"),
        ("Cat order night", "target_unknown"),
        ("Dan order Ann", "no_power"),
        ("Dan order Zoe", "no_power"),
        ("Dan order pass", "no_power"),
        ("Dan cancel", "no_power"),
        ("Ser order Ann", "no_power"),
        ("Gil order Ann", "not_alive"),
        ("Gil cancel", "not_alive"),
        ("Zoe order Ann", "not_in_game"),
    ],
)
def test_who_may_order_whom(command: str, code: str) -> None:
    board = night("Ann mafia, Abe mafia, Bob doctor, Cat commissioner, Ser sergeant, Mac maniac, Dan, Gil")
    board.do("host heart Gil")
    assert board.refused(command) == code


def test_legal_targets_are_those_that_are_taken() -> None:
    board = night("Ann mafia, Abe mafia, Bob doctor, Cat commissioner, Mac maniac, Dan, Eve")
    for name in ("Ann", "Bob", "Cat", "Mac"):
        taken = [other for other in board.alive.split() if not board.refused(f"{name} order {other}")]
        assert board.names(board.table.legal_targets(board.number(name))) == " ".join(taken)
    assert board.table.legal_targets(board.number("Dan")) == ()
    assert board.table.legal_targets(99) == ()


@pytest.mark.parametrize("phase", ["deal", "day", "last_word", "runoff"])
def test_no_order_outside_the_night(phase: str) -> None:
    board = Board(TOWN, phase="deal", **CALM)
    if phase != "deal":
        board.until("day")
        board.do("Dan vote Eve; Eve vote Dan")
        board.until(phase)
    assert board.refused("Ann order Dan") == board.refused("Ann cancel") == board.refused("Dan order Ann")
    assert board.refused("Ann order Dan") == "wrong_phase"


def test_an_order_at_three_instants() -> None:
    board = night()
    board.to_deadline(less=SECOND / 1000)
    board.do("Ann order Dan")
    board.to_deadline()
    assert board.refused("Ann order Eve") == board.refused("Ann cancel") == "deadline_passed"
    board.skip("3s")
    assert board.refused("Ann order Eve") == board.refused("Bob order Zoe") == "deadline_passed"
    board.end()
    assert board.out == {"Dan": "killed citizen"}


def test_an_order_of_one_night_is_none_of_the_next() -> None:
    board = dawn("Bob order Dan; Cat order Ann")
    board.until("night 2")
    assert board.state.orders == ()
    board.end()
    assert board.told == {} and "treated Dan" not in board.report


# ---- changing one's mind


def test_a_new_order_replaces_the_earlier_one() -> None:
    assert dawn("Ann order Dan; Ann order Eve").out == {"Eve": "killed citizen"}


@pytest.mark.parametrize("last", ["Ann cancel", "Ann order pass"])
def test_an_order_can_be_taken_back(last: str) -> None:
    board = dawn(f"Ann order Dan; {last}")
    assert (board.out, board.report) == ({}, ["nobody_killed"])


def test_the_same_order_again_and_no_order_to_cancel_are_nothing() -> None:
    board = night()
    assert board.do("Ann cancel") == []
    board.do("Ann order Dan; Bob order pass")
    assert board.do("Ann order Dan; Bob order pass") == []


def test_a_refused_order_leaves_the_earlier_one() -> None:
    board = night()
    board.do("Cat order Ann")
    assert board.refused("Cat order Cat") == "target_self"
    board.end()
    assert board.told == {"Cat": ["check Ann mafia"]}


def test_the_own_checks_stay_known_to_whoever_made_them() -> None:
    board = night("Ann mafia, Abe mafia, Cat commissioner, Bob doctor, Dan, Eve, Fay")
    board.do("Cat order Ann")
    board.end()
    board.until("night")
    board.do("Cat order Eve")
    board.end()
    ann, eve = board.number("Ann"), board.number("Eve")
    checks = {seat.number: view(board.state, Viewer(seat.number), board.at).mine for seat in board.state.seats}
    mine = {board.name(number): found.checks for number, found in checks.items() if found and found.checks}
    assert mine == {"Cat": ((1, ann, "mafia"), (2, eve, "citizen"))}


# ---- the mafia's kill


@pytest.mark.parametrize(
    ("marks", "plurality", "majority"),
    [
        ("", "", ""),
        ("Ann order pass; Abe order pass", "", ""),
        ("Ann order Dan", "Dan", "failed"),
        ("Ann order Dan; Abe order Dan", "Dan", "Dan"),
        ("Ann order Dan; Abe order Dan; Amy order Dan", "Dan", "Dan"),
        ("Ann order Dan; Abe order Dan; Amy order Eve", "Dan", "Dan"),
        ("Ann order Dan; Abe order Eve", "failed", "failed"),
        ("Ann order Dan; Abe order Eve; Amy order Fay", "failed", "failed"),
        ("Ann order Dan; Abe order Eve; Amy order pass", "failed", "failed"),
        ("Ann order Dan; Abe order pass; Amy order pass", "Dan", "failed"),
        ("Ann order Dan; Abe order Eve; Abe cancel", "Dan", "failed"),
        ("Ann order Dan; Ann cancel", "", ""),
        # Of two who live, one is not more than half.
        ("Ann order Dan; host heart Amy", "Dan", "failed"),
        ("Ann order Dan; Abe order Eve; host heart Abe", "Dan", "failed"),
        ("Ann order Dan; Abe order Eve; host heart Abe; host heart Amy", "Dan", "Dan"),
        ("Ann order Dan; Abe order Eve; host heart Dan", "Eve", "failed"),
    ],
)
def test_whom_the_marks_kill(marks: str, plurality: str, majority: str) -> None:
    for rule, victim in (("plurality", plurality), ("majority", majority)):
        board = dawn(marks, GANG, mafia_kill=rule)
        killed = [name for name, how in board.out.items() if how.startswith("killed")]
        assert killed == ([victim] if victim not in ("", "failed") else []), rule
        assert ("mafia_failed" in board.report) == (victim == "failed"), rule


def test_when_marks_differ_those_who_sent_none_are_reminded_once() -> None:
    board = night(GANG)
    assert "mafia_reminded" not in kinds(board.do("Ann order Dan"))
    reminded = only(board.do("Abe order Eve"), e.MafiaReminded)
    assert board.names(reminded.seats) == "Amy"
    assert "mafia_reminded" not in kinds(board.do("Abe order Dan; Abe order Fay"))
    board.until("night 2")
    board.do("Ann order Dan")
    assert "mafia_reminded" in kinds(board.do("Abe order Eve"))


def test_nobody_is_reminded_where_all_have_sent_or_passed() -> None:
    board = night(GANG)
    assert "mafia_reminded" not in kinds(board.do("Amy order pass; Ann order Dan; Abe order Eve"))


# ---- leaving in the night


def test_orders_of_who_leaves_and_orders_aimed_at_him_fall_away() -> None:
    board = night()
    board.do("Ann order Dan; Bob order Dan; Cat order Dan; Cat order Eve")
    board.do("host heart Dan")
    assert board.told == {"Ann": ["order_void"], "Bob": ["order_void"]}
    assert [board.name(order.seat) for order in board.state.orders] == ["Cat"]
    board.do("Bob order Fay")
    board.end()
    assert board.report == ["nobody_killed", "treated Fay"]


def test_the_commissioner_who_leaves_in_the_night_learns_nothing() -> None:
    board = night()
    board.do("Cat order Ann; host heart Cat")
    board.end()
    assert board.told == {}


# ---- dawn


def test_everybody_alive_at_nightfall_is_to_hear_at_dawn() -> None:
    board = night()
    board.do("Ann order Dan; host heart Eve")
    resolved = only(board.end(), e.NightResolved)
    assert board.names(resolved.awake) == "Ann Bob Cat Dan Eve Fay"


@pytest.mark.parametrize(
    ("options", "report"),
    [
        ({}, ["treated Eve", "killed Dan citizen by mafia by maniac"]),
        ({"report_treated": False}, ["killed Dan citizen by mafia by maniac"]),
        ({"report_check": True}, ["treated Eve", "checked", "killed Dan citizen by mafia by maniac"]),
    ],
)
def test_what_the_report_of_dawn_holds(options: dict[str, object], report: list[str]) -> None:
    seats = "Ann mafia, Bob doctor, Cat commissioner, Mac maniac, Dan, Eve, Fay"
    board = dawn("Ann order Dan; Mac order Dan; Bob order Eve; Cat order Ann", seats, **options)
    assert board.report == report
    assert list(board.out) == ["Dan"]


def test_nobody_checked_is_not_reported_as_a_check() -> None:
    assert "checked" not in dawn("Cat order pass", report_check=True).report
    assert "checked" in dawn("Cat order Ann", report_check=True).report


def test_two_deaths_come_together() -> None:
    board = dawn("Ann order Mac; Mac order Dan", "Ann mafia, Mac maniac, Dan, Eve, Fay")
    assert board.out == {"Mac": "killed maniac", "Dan": "killed citizen"}


# ---- how long a night lasts


@pytest.mark.parametrize("option", [False, True])
def test_a_night_ends_when_all_orders_are_in_by_option_but_not_too_soon(option: bool) -> None:
    board = night(night_ends_early=option, night_min="90m")
    opened, deadline = board.at, board.state.phase.deadline
    board.do("Ann order Dan; Bob order pass")
    assert board.table.due_at() == deadline
    board.do("Cat order Ann")
    assert board.phase == "night 1" and board.state.phase.deadline == deadline
    assert board.table.due_at() == (opened + length("90m") if option else deadline)
    board.do("Cat cancel")
    assert board.table.due_at() == deadline
    board.wait("2h")
    board.do("Cat order Ann")
    assert board.phase == ("day 2" if option else "night 1")


def test_who_is_promoted_in_the_night_is_waited_for() -> None:
    board = Board(FORCE, phase="night", **CALM, night_ends_early=True)
    board.wait("1h")
    board.do("Ann order Dan; host heart Cat")
    assert board.phase == "night 1"
    board.do("Sam order Ann")
    assert board.phase == "day 2"


def test_a_heart_attack_can_complete_the_orders() -> None:
    board = night(night_ends_early=True)
    board.wait("1h")
    board.do("Ann order Dan; Bob order pass; host heart Cat")
    assert board.phase == "day 2"


def test_a_pause_does_not_end_the_night_and_orders_are_taken_in_it() -> None:
    board = night(night_ends_early=True)
    board.wait("1h")
    board.do("host pause; Ann order Dan; Bob order pass; Cat order pass")
    assert (board.phase, board.table.due_at()) == ("night 1", None)
    board.skip("50h")
    board.do("host resume")
    assert board.phase == "day 2"
