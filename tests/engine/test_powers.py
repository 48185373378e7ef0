"""Treating, checking, and the sergeant (`rules.md` section 2, "Night")."""

import pytest

from games.engine import events as e
from tests.engine.board import CALM, Board, kinds

TOWN = "Ann mafia, Bob doctor, Cat commissioner, Dan, Eve, Fay"
FORCE = "Ann mafia, Cat commissioner, Sam sergeant, Sue sergeant, Dan, Eve, Fay, Gil"


def night(seats: str = TOWN, **options: object) -> Board:
    return Board(seats, phase="night", **{**CALM, "stalemate_after": 0, **options})


def dawn(orders: str, seats: str = TOWN, **options: object) -> Board:
    board = night(seats, **options)
    board.do(orders)
    board.end()
    return board


# ---- treating


@pytest.mark.parametrize(
    ("orders", "out"),
    [
        ("Ann order Dan; Bob order Dan", {}),
        ("Ann order Dan; Mac order Dan; Bob order Dan", {}),
        ("Ann order Dan; Mac order Eve; Bob order Dan", {"Eve": "killed citizen"}),
        ("Ann order Dan; Mac order Dan; Bob order Eve", {"Dan": "killed citizen"}),
        ("Ann order Bob; Bob order Bob", {}),
        ("Ann order Bob; Bob order Dan", {"Bob": "killed doctor"}),
        ("Ann order Dan; Mac order Eve; Bob order Dan; Bes order Eve", {}),
        ("Ann order Dan; Bob order Dan; Bes order Dan", {}),
        # A doctor who dies that night still treats.
        ("Ann order Bob; Mac order Dan; Bob order Dan", {"Bob": "killed doctor"}),
        # A doctor who leaves before dawn does not.
        ("Ann order Dan; Bob order Dan; host heart Bob", {"Bob": "heart_attack doctor", "Dan": "killed citizen"}),
    ],
)
def test_treating_saves_from_every_attack_of_that_night(orders: str, out: dict[str, str]) -> None:
    board = dawn(orders, "Ann mafia, Bob doctor, Bes doctor, Mac maniac, Dan, Eve, Fay")
    assert board.out == out
    assert "mafia_failed" not in board.report


def test_a_stopped_attack_is_not_told_and_the_treated_hears_nothing() -> None:
    board = dawn("Ann order Dan; Bob order Dan")
    assert board.report == ["nobody_killed", "treated Dan"]
    assert board.told == {}


@pytest.mark.parametrize(
    ("nights", "codes"),
    [
        (("Dan", "Dan"), ("", "repeat_target")),
        (("Bob", "Bob"), ("", "repeat_target")),
        (("Dan", "Eve", "Dan"), ("", "", "")),
        (("Dan", "", "Dan"), ("", "", "")),
        (("Bob", "Dan", "Bob"), ("", "", "")),
    ],
)
def test_not_twice_running(nights: tuple[str, ...], codes: tuple[str, ...]) -> None:
    board = night()
    free = night(doctor_repeat="free")
    for number, (patient, code) in enumerate(zip(nights, codes, strict=True), start=1):
        board.until(f"night {number}")
        free.until(f"night {number}")
        if patient:
            assert board.refused(f"Bob order {patient}") == code
            assert free.refused(f"Bob order {patient}") == ""


def test_an_order_that_was_not_carried_out_uses_nothing_up() -> None:
    board = dawn("Bob order Dan; Bob order Eve", doctor_self="once")
    board.until("night 2")
    assert board.refused("Bob order Dan") == ""
    assert board.refused("Bob order Eve") == "repeat_target"
    board = dawn("Bob order Bob; Bob cancel", doctor_self="once")
    board.until("night 2")
    assert board.refused("Bob order Bob") == ""


@pytest.mark.parametrize(
    ("option", "codes"),
    [("free", ("", "", "")), ("once", ("", "self_heal_used", "self_heal_used")), ("never", ("target_self",) * 3)],
)
def test_the_doctor_himself_is_an_option(option: str, codes: tuple[str, ...]) -> None:
    board = night(doctor_self=option, doctor_repeat="free")
    for number, code in enumerate(codes, start=1):
        board.until(f"night {number}")
        assert board.refused("Bob order Bob") == code
        assert board.refused("Bob order Dan") == ""
        if not code:
            board.do("Bob order Bob")


def test_several_doctors_have_limits_of_their_own() -> None:
    seats = "Ann mafia, Bob doctor, Bes doctor, Dan, Eve, Fay"
    board = dawn("Bob order Dan; Bes order Eve", seats)
    assert board.report == ["nobody_killed", "treated Dan", "treated Eve"]
    board.until("night 2")
    assert board.refused("Bob order Dan") == board.refused("Bes order Eve") == "repeat_target"
    assert board.refused("Bob order Eve") == board.refused("Bes order Dan") == ""
    assert dawn("Bob order Dan; Bes order Dan", seats).report == ["nobody_killed", "treated Dan"]


# ---- checking


@pytest.mark.parametrize(
    ("target", "role", "side"),
    [("Ann", "mafia", "mafia"), ("Mac", "maniac", "maniac"), ("Dan", "citizen", "town"), ("Bob", "doctor", "town")],
)
def test_a_check_shows_the_dealt_role_or_the_side(target: str, role: str, side: str) -> None:
    seats = "Ann mafia, Bob doctor, Cat commissioner, Mac maniac, Dan, Eve"
    assert dawn(f"Cat order {target}", seats).told == {"Cat": [f"check {target} {role}"]}
    assert dawn(f"Cat order {target}", seats, check_shows="side").told == {"Cat": [f"check {target} {side}"]}


def test_the_killed_commissioner_gets_his_answer_and_the_killed_are_checked() -> None:
    board = dawn("Cat order Dan; Ann order Cat")
    assert (board.out, board.told) == ({"Cat": "killed commissioner"}, {"Cat": ["check Dan citizen"]})
    board = dawn("Cat order Dan; Ann order Dan")
    assert (board.out, board.told) == ({"Dan": "killed citizen"}, {"Cat": ["check Dan citizen"]})


def test_several_commissioners_each_check() -> None:
    board = dawn("Cat order Ann; Cal order Dan", "Ann mafia, Cat commissioner, Cal commissioner, Dan, Eve, Fay")
    assert board.told == {"Cat": ["check Ann mafia"], "Cal": ["check Dan citizen"]}


# ---- the sergeant


@pytest.mark.parametrize(
    "acts",
    [
        "host heart Cat",  # by day
        "Dan vote Cat; until night",
        "until night; host heart Cat",
        "until night; Ann order Cat; until day 2",
    ],
)
def test_the_first_sergeant_moves_up_when_no_commissioner_lives(acts: str) -> None:
    board = Board(FORCE, **CALM)
    for act in acts.split("; "):
        if act.startswith("until"):
            board.until(act.removeprefix("until "))
        else:
            board.do(act)
    promoted = [x for x in board.log if isinstance(x, e.Promoted)]
    assert [(board.name(x.seat), x.role) for x in promoted] == [("Sam", "commissioner")]
    assert board.told["Sam"] == ["promoted commissioner"]
    board.until("night")
    assert board.refused("Sue order Ann") == "no_power"
    board.do("Sam order Ann")
    board.until("day 2") if board.phase == "night 1" else board.until("day 3")
    assert board.told["Sam"] == ["check Ann mafia"]


def test_a_sergeant_who_took_over_is_shown_as_a_sergeant() -> None:
    board = Board(FORCE, **CALM)
    board.do("host heart Cat; host heart Sam")
    assert board.out["Sam"] == "heart_attack sergeant"
    assert board.told == {"Sue": ["promoted commissioner"]}
    board.do("host heart Sue")
    assert board.report == ["heart_attack Sue sergeant"]


def test_no_sergeant_moves_up_while_a_commissioner_lives() -> None:
    board = Board("Ann mafia, Cat commissioner, Cal commissioner, Sam sergeant, Dan, Eve", **CALM)
    board.do("host heart Cat")
    assert "promoted" not in kinds(board.log)
    board.do("host heart Cal")
    assert "promoted" in kinds(board.log)
