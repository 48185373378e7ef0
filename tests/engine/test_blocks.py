"""Blocks: whose order of the night has no effect (`rules.md` section 10a, courtesan)."""

import pytest

from games.engine import events as e
from tests.engine.board import CALM, Board, kinds, only

CAST = (
    "Ann mafia, Abe mafia, Amy mafia, Law lawyer, Mac maniac, Bob doctor, Cat commissioner, Sam sergeant, "
    "Cor courtesan, Kim courtesan, Lia courtesan, Kay courtesan, Gus bodyguard, Jan journalist, Wit witness, Dan, Eve"
)


def night(seats: str = CAST, **options: object) -> Board:
    return Board(seats, phase="night", **{**CALM, "stalemate_after": 0, "report_check": True, **options})


def dawn(orders: str, **options: object) -> Board:
    board = night(**options)
    board.do(orders)
    board.end()
    return board


def blocked(board: Board) -> tuple[str, str]:
    """Return who blocks whom in effect (`Cor-Kim`), and whose order has no effect."""
    resolved = only([event for event in board.log if isinstance(event, e.NightResolved)][-1:], e.NightResolved)
    pairs = " ".join(f"{board.name(one)}-{board.name(other)}" for one, other in resolved.blocks)
    return pairs, board.names(resolved.blocked)


@pytest.mark.parametrize(
    ("orders", "blocks", "without_effect"),
    [
        ("Cor order Cat; Cat order Ann", "Cor-Cat", "Cat"),
        # Whoever has sent no order has none that could be blocked.
        ("Cor order Cat", "Cor-Cat", ""),
        ("Cor order Dan", "Cor-Dan", ""),
        ("Cor order pass; Cat order Ann", "", ""),
        ("Cor order Cat; Kim order Cat; Cat order Ann", "Cor-Cat Kim-Cat", "Cat"),
        # A block of a blocker comes first, along a chain.
        ("Cor order Kim; Kim order Cat; Cat order Ann", "Cor-Kim", "Kim"),
        ("Kim order Cat; Cor order Kim; Cat order Ann", "Cor-Kim", "Kim"),
        ("Cor order Kim; Kim order Lia; Lia order Cat; Cat order Ann", "Cor-Kim Lia-Cat", "Cat Kim"),
        ("Lia order Kim; Kim order Cor; Cor order Cat; Cat order Ann", "Cor-Cat Lia-Kim", "Cat Kim"),
        ("Cor order Kim; Kim order Lia; Lia order Kay; Kay order Cat; Cat order Ann", "Cor-Kim Lia-Kay", "Kim Kay"),
        # In a circle all fail.
        ("Cor order Kim; Kim order Cor; Cat order Ann", "", "Cor Kim"),
        ("Cor order Kim; Kim order Lia; Lia order Cor; Cat order Ann", "", "Cor Kim Lia"),
        ("Cor order Kim; Kim order Lia; Lia order Kay; Kay order Cor", "", "Cor Kim Lia Kay"),
        ("Cor order Kim; Kim order Cor; Lia order Cat; Cat order Ann", "Lia-Cat", "Cat Cor Kim"),
        ("Cor order Kim; Kim order Cor; Lia order Kay; Kay order Lia", "", "Cor Kim Lia Kay"),
        # A circle is broken from outside: of what is left the block of a blocker comes first.
        ("Lia order Cor; Cor order Kim; Kim order Cor", "Kim-Cor Lia-Cor", "Cor"),
        ("Kay order Cor; Cor order Kim; Kim order Lia; Lia order Cor", "Kim-Lia Kay-Cor", "Cor Lia"),
        ("Kay order Lia; Cor order Kim; Kim order Cor; Lia order Cor", "Kay-Lia", "Cor Kim Lia"),
    ],
)
def test_whose_order_has_no_effect(orders: str, blocks: str, without_effect: str) -> None:
    board = dawn(orders)
    assert blocked(board) == (blocks, without_effect)
    checked = "Cat order Ann" in orders and "Cat" not in without_effect
    assert board.told == ({"Cat": ["check Ann mafia"]} if checked else {})
    assert ("checked" in board.report) == checked


@pytest.mark.parametrize(
    ("orders", "report", "told"),
    [
        ("Bob order Dan; Ann order Dan", ["killed Dan citizen by mafia"], {}),
        ("Bob order Bob", ["nobody_killed"], {}),
        ("Mac order Dan", ["nobody_killed"], {}),
        ("Ann order Dan", ["nobody_killed"], {}),
        ("Gus order Dan; Ann order Dan", ["killed Dan citizen by mafia"], {}),
        ("Jan order Dan Ann", ["nobody_killed"], {}),
        ("Wit order Dan", ["nobody_killed"], {}),
        ("Law order Ann; Cat order Ann", ["nobody_killed", "checked"], {"Cat": ["check Ann mafia"]}),
    ],
)
def test_any_power_is_blocked_and_its_holder_told_nothing(orders: str, report: list[str], told: dict[str, str]) -> None:
    who = orders.split()[0]
    board = dawn(f"Cor order {who}; {orders}")
    assert board.report == report and board.told == told
    assert who not in board.told


def test_a_block_holds_though_its_sender_dies_that_night() -> None:
    board = dawn("Cor order Cat; Cat order Ann; Mac order Cor")
    assert board.out == {"Cor": "killed courtesan"} and board.told == {}


def test_a_block_of_who_leaves_in_the_night_falls_away() -> None:
    board = dawn("Cor order Cat; Cat order Ann; host heart Cor")
    assert board.told == {"Cat": ["check Ann mafia"]}


# ---- the mafia's kill


@pytest.mark.parametrize(
    ("orders", "plurality", "majority"),
    [
        ("Ann order Dan; Cor order Ann", "", ""),
        ("Ann order Dan; Abe order Eve; Cor order Abe", "Dan", "failed"),
        ("Ann order Dan; Abe order Eve; Amy order Dan; Cor order Abe", "Dan", "Dan"),
        ("Ann order Dan; Abe order Eve; Amy order Dan; Cor order Ann", "failed", "failed"),
        # Of three who live, blocked or not, one is not more than half, and two are.
        ("Ann order Dan; Abe order Dan; Cor order Abe", "Dan", "failed"),
        ("Ann order Dan; Abe order Dan; Amy order Dan; Cor order Abe", "Dan", "Dan"),
        ("Ann order Dan; Abe order Dan; Cor order Abe; Kim order Ann", "", ""),
    ],
)
def test_a_blocked_mark_counts_for_nothing(orders: str, plurality: str, majority: str) -> None:
    for rule, victim in (("plurality", plurality), ("majority", majority)):
        board = dawn(orders, mafia_kill=rule)
        killed = [name for name, how in board.out.items() if how.startswith("killed")]
        assert killed == ([victim] if victim not in ("", "failed") else []), rule
        assert ("mafia_failed" in board.report) == (victim == "failed"), rule


# ---- what it uses up


def test_not_the_same_target_twice_running() -> None:
    board = dawn("Cor order Dan")
    board.until("night 2")
    assert board.refused("Cor order Dan") == "repeat_target" and board.refused("Kim order Dan") == ""
    assert board.number("Dan") not in board.table.legal_targets(board.number("Cor"))
    board.do("Cor order Eve")
    board.until("night 3")
    assert board.refused("Cor order Eve") == "repeat_target" and board.refused("Cor order Dan") == ""


@pytest.mark.parametrize("first", ["Cor order Dan; Kim order Cor", "Cor order Dan; Cor cancel", "Cor order pass", ""])
def test_a_block_that_did_not_work_uses_nothing_up(first: str) -> None:
    board = dawn(first)
    board.until("night 2")
    assert board.refused("Cor order Dan") == ""


def test_a_circle_uses_nothing_up() -> None:
    board = dawn("Cor order Kim; Kim order Cor")
    board.until("night 2")
    assert board.refused("Cor order Kim") == board.refused("Kim order Cor") == ""


@pytest.mark.parametrize(("orders", "code"), [("Bob order Dan", "repeat_target"), ("Bob order Dan; Cor order Bob", "")])
def test_a_blocked_treatment_is_none_for_the_rule_of_two_nights(orders: str, code: str) -> None:
    board = dawn(orders)
    assert ("treated Dan" in board.report) == bool(code)
    board.until("night 2")
    assert board.refused("Bob order Dan") == code


@pytest.mark.parametrize(
    ("orders", "code"), [("Bob order Bob", "self_heal_used"), ("Bob order Bob; Cor order Bob", "")]
)
def test_a_blocked_doctor_has_not_treated_himself(orders: str, code: str) -> None:
    board = dawn(orders, doctor_self="once", doctor_repeat="free")
    board.until("night 2")
    assert board.refused("Bob order Bob") == code


# ---- an early end


def test_a_blocked_order_counts_as_sent() -> None:
    board = night("Ann mafia, Cat commissioner, Cor courtesan, Dan, Eve, Fay", night_ends_early=True)
    board.wait("1h")
    board.do("Cor order Cat; Ann order pass")
    assert board.phase == "night 1"
    board.do("Cat order Ann")
    assert board.phase == "day 2" and board.told == {}


def test_whoever_has_nobody_to_name_is_not_waited_for() -> None:
    board = night("Ann mafia, Mac maniac, Cor courtesan", night_ends_early=True)
    board.do("Cor order Ann")
    board.until("night 2")
    board.wait("1h")
    board.do("host heart Mac")
    assert board.phase == "night 2" and board.table.legal_targets(board.number("Cor")) == ()
    board.do("Ann order pass")
    assert board.phase == "day 3"


def test_a_promoted_sergeant_can_be_blocked() -> None:
    board = dawn("host heart Cat; Sam order Ann; Cor order Sam")
    assert "check Ann mafia" not in board.told.get("Sam", [])
    assert "promoted" in kinds(board.log) and blocked(board) == ("Cor-Sam", "Sam")
