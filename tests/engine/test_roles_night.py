"""Guards, covers, comparisons, watches, luck and the lawyer's moving up (`rules.md` section 10a)."""

import pytest

from games.engine import events as e
from tests.engine.board import CALM, Board, kinds, only

CAST = (
    "Ann mafia, Abe mafia, Law lawyer, Wolf werewolf, Mac maniac, Bob doctor, Bes doctor, Cat commissioner, "
    "Cor courtesan, Gus bodyguard, Gwen bodyguard, Jan journalist, Wit witness, Luc lucky, Dan, Eve"
)


def night(seats: str = CAST, **options: object) -> Board:
    return Board(seats, phase="night", **{**CALM, "stalemate_after": 0, "doctor_repeat": "free", **options})


def dawn(orders: str, seats: str = CAST, **options: object) -> Board:
    board = night(seats, **options)
    board.do(orders)
    board.end()
    return board


# ---- guards


@pytest.mark.parametrize(
    ("orders", "killed"),
    [
        ("Ann order Dan; Gus order Dan", {"Gus": "mafia"}),
        ("Mac order Dan; Gus order Dan", {"Gus": "maniac"}),
        # All attacks on the target are one death.
        ("Ann order Dan; Mac order Dan; Gus order Dan", {"Gus": "mafia maniac"}),
        ("Ann order Dan; Mac order Eve; Gus order Dan", {"Gus": "mafia", "Eve": "maniac"}),
        # A treatment saves before a guard is needed, and saves a guard.
        ("Ann order Dan; Gus order Dan; Bob order Dan", {}),
        ("Ann order Dan; Gus order Dan; Bob order Gus", {}),
        ("Ann order Dan; Mac order Dan; Gus order Dan; Bob order Gus", {}),
        ("Ann order Dan; Mac order Gus; Gus order Dan; Bob order Gus", {}),
        ("Ann order Dan; Mac order Gus; Gus order Dan; Bob order Dan", {"Gus": "maniac"}),
        # Of two guards the first in seat order steps in; both if each is needed elsewhere.
        ("Ann order Dan; Gus order Dan; Gwen order Dan", {"Gus": "mafia"}),
        ("Ann order Dan; Gus order Dan; Gwen order Dan; Bob order Gus", {}),
        ("Ann order Dan; Mac order Eve; Gus order Dan; Gwen order Eve", {"Gus": "mafia", "Gwen": "maniac"}),
        # A guard may be guarded; what was taken on is not passed on again.
        ("Ann order Gus; Gwen order Gus", {"Gwen": "mafia"}),
        ("Ann order Dan; Gus order Dan; Gwen order Gus", {"Gus": "mafia"}),
        ("Ann order Gus; Mac order Gwen; Gus order Gwen; Gwen order Gus", {"Gus": "maniac", "Gwen": "mafia"}),
        ("Ann order Gus; Gus order Gwen; Gwen order Gus", {"Gwen": "mafia"}),
        # A guard may fall to one attack and stand in for another.
        ("Ann order Dan; Mac order Gus; Gus order Dan", {"Gus": "mafia maniac"}),
        # A blocked guard is none.
        ("Ann order Dan; Gus order Dan; Cor order Gus", {"Dan": "mafia"}),
        ("Ann order Dan; Gus order Dan; Gwen order Dan; Cor order Gus", {"Gwen": "mafia"}),
        # Nobody is attacked, nobody dies.
        ("Gus order Dan; Gwen order Gus", {}),
        ("Ann order Dan; Abe order Eve; Gus order Dan", {}),
        ("Ann order Dan; Gus order pass", {"Dan": "mafia"}),
    ],
)
def test_a_guard_dies_instead(orders: str, killed: dict[str, str]) -> None:
    board = dawn(orders, report_killer=True)
    resolved = only(board.log, e.NightResolved)
    assert {board.name(number): " ".join(by) for number, by in resolved.killed} == killed
    assert sorted(board.out) == sorted(killed)


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("Gus order Gus", "target_self"),
        ("Gus order Ann", ""),
        ("Cor order Cor", "target_self"),
        ("Cor order Law", ""),
        ("Law order Law", ""),
        ("Law order Dan", ""),
        ("Wit order Wit", ""),
        ("Wit order Dan", ""),
        ("Wolf order Ann", "target_teammate"),
        ("Ann order Wolf", "target_teammate"),
        ("Ann order Law", "target_teammate"),
        ("Wolf order Dan", ""),
        ("Gus order Fay", "target_not_alive"),
        ("Law order Zoe", "target_unknown"),
        ("Luc order Dan", "no_power"),
        ("Wit order Dan Eve", "target_second"),
        ("Ann order Dan Eve", "target_second"),
        ("Jan order Dan", "target_second"),
        ("Jan order Dan Dan", "target_twice"),
        ("Jan order Jan Dan", "target_self"),
        ("Jan order Dan Jan", "target_self"),
        ("Jan order Dan Fay", "target_not_alive"),
        ("Jan order Zoe Dan", "target_unknown"),
        ("Jan order Dan Ann", ""),
        ("Jan order pass", ""),
    ],
)
def test_who_may_order_whom(command: str, code: str) -> None:
    board = night(f"{CAST}, Fay")
    board.do("host heart Fay")
    assert board.refused(command) == code


# ---- luck


def test_the_lucky_survive_all_attacks_of_the_first_night() -> None:
    board = dawn("Ann order Luc; Mac order Luc")
    assert board.out == {} and board.report == ["nobody_killed"] and board.told == {}
    board.until("night 2")
    board.do("Mac order Luc")
    board.end()
    assert board.out == {"Luc": "killed lucky"}


@pytest.mark.parametrize(
    ("first", "survives_the_second"),
    [
        ("Ann order Dan", True),
        # Treated, one is not attacked untreated: the luck is still there.
        ("Ann order Luc; Bob order Luc", True),
        ("Ann order Luc; Bob order Luc; Cor order Bob", False),
        # A guard is not needed then, and does not die.
        ("Ann order Luc; Gus order Luc", False),
        ("Ann order Luc; Cor order Ann", True),
    ],
)
def test_luck_is_used_in_the_first_night_of_an_attack_untreated(first: str, survives_the_second: bool) -> None:
    board = dawn(first)
    assert board.out == ({"Dan": "killed citizen"} if "Dan" in first else {})
    board.until("night 2")
    board.do("Abe order Luc")
    board.end()
    assert ("Luc" not in board.out) == survives_the_second
    if survives_the_second:
        board.until("night 3")
        board.do("Abe order Luc")
        board.end()
        assert board.out["Luc"] == "killed lucky"


def test_a_lucky_one_out_of_luck_has_a_guard() -> None:
    board = dawn("Ann order Luc")
    board.until("night 2")
    board.do("Ann order Luc; Gus order Luc")
    board.end()
    assert board.out == {"Gus": "killed bodyguard"}


def test_luck_does_not_help_by_day() -> None:
    board = Board(CAST, **CALM)
    board.do("Ann vote Luc; Dan vote Luc")
    board.until("night")
    assert board.out == {"Luc": "jailed lucky"}


# ---- what checks and comparisons see


@pytest.mark.parametrize(
    ("orders", "role", "side"),
    [
        ("Cat order Ann", "mafia", "mafia"),
        ("Cat order Law", "lawyer", "mafia"),
        ("Cat order Wolf", "citizen", "town"),
        ("Cat order Mac", "maniac", "maniac"),
        ("Cat order Bob", "doctor", "town"),
        ("Cat order Luc", "lucky", "town"),
        ("Law order Ann; Cat order Ann", "citizen", "town"),
        ("Law order Wolf; Cat order Wolf", "citizen", "town"),
        ("Law order Mac; Cat order Mac", "citizen", "town"),
        ("Law order Bob; Cat order Bob", "citizen", "town"),
        ("Law order Law; Cat order Law", "citizen", "town"),
        ("Law order Abe; Cat order Ann", "mafia", "mafia"),
        ("Law order Ann; Cor order Law; Cat order Ann", "mafia", "mafia"),
        # Whoever dies that night has covered all the same, and is seen through a cover.
        ("Law order Ann; Mac order Law; Cat order Ann", "citizen", "town"),
        ("Law order Dan; Ann order Dan; Cat order Dan", "citizen", "town"),
    ],
)
def test_what_a_check_sees(orders: str, role: str, side: str) -> None:
    who = orders.rsplit(" ", 1)[1]
    assert dawn(orders).told == {"Cat": [f"check {who} {role}"]}
    assert dawn(orders, check_shows="side").told == {"Cat": [f"check {who} {side}"]}


@pytest.mark.parametrize("check_shows", ["role", "side"])
@pytest.mark.parametrize(
    ("orders", "seems"),
    [
        ("Jan order Dan Eve", "same"),
        ("Jan order Dan Bob", "same"),
        ("Jan order Ann Abe", "same"),
        ("Jan order Ann Law", "same"),
        ("Jan order Ann Dan", "other"),
        ("Jan order Ann Mac", "other"),
        ("Jan order Mac Dan", "other"),
        # As a check would show them.
        ("Jan order Wolf Dan", "same"),
        ("Jan order Wolf Ann", "other"),
        ("Law order Ann; Jan order Ann Dan", "same"),
        ("Law order Ann; Jan order Ann Abe", "other"),
        ("Law order Mac; Jan order Mac Dan", "same"),
        ("Law order Ann; Cor order Law; Jan order Ann Dan", "other"),
        # Who dies that night has compared, and is compared.
        ("Ann order Jan; Jan order Dan Eve", "same"),
        ("Ann order Dan; Jan order Dan Eve", "same"),
    ],
)
def test_what_a_comparison_sees(orders: str, seems: str, check_shows: str) -> None:
    first, second = orders.split()[-2:]
    board = dawn(orders, check_shows=check_shows)
    assert board.told == {"Jan": [f"compare {first} {second} {seems}"]}
    assert "checked" not in board.report


def test_a_comparison_falls_away_with_either_of_the_two() -> None:
    for gone in ("Dan", "Eve"):
        board = night()
        board.do(f"Jan order Dan Eve; host heart {gone}")
        assert board.told == {"Jan": ["order_void"]} and board.state.orders == ()
        board.do("Jan order Ann Abe")
        board.end()
        assert board.told == {"Jan": ["compare Ann Abe same"]}


def test_a_comparison_is_changed_by_either_name() -> None:
    board = night()
    board.do("Jan order Dan Eve")
    assert board.do("Jan order Dan Eve") == []
    assert kinds(board.do("Jan order Dan Ann")) == ["order_given"]
    board.end()
    assert board.told == {"Jan": ["compare Dan Ann other"]}


# ---- watches


@pytest.mark.parametrize(
    ("orders", "came"),
    [
        ("", "nobody"),
        ("Ann order Dan", "Ann"),
        ("Ann order Dan; Abe order Dan; Wolf order Dan", "Ann Abe Wolf"),
        ("Mac order Dan; Bob order Dan; Cat order Dan; Cor order Dan; Gus order Dan", "Mac Bob Cat Cor Gus"),
        ("Law order Dan; Jan order Dan Eve", "Law Jan"),
        ("Jan order Eve Dan", "Jan"),
        # The mafia come to their victim alone, whoever named somebody else.
        ("Ann order Dan; Abe order Dan; Wolf order Eve", "Ann Abe"),
        ("Ann order Eve; Abe order Eve; Wolf order Dan", "nobody"),
        ("Ann order Dan; Abe order Eve", "nobody"),
        # A victim that was treated has been visited too.
        ("Ann order Dan; Bob order Dan", "Ann Bob"),
        # A blocked player goes nowhere.
        ("Ann order Dan; Cor order Ann", "nobody"),
        ("Bob order Dan; Cor order Bob", "nobody"),
        # Who dies that night has come.
        ("Bob order Dan; Ann order Bob", "Bob"),
        ("Bob order Dan; Bob order Eve", "nobody"),
        ("Bob order Dan; Bob cancel", "nobody"),
    ],
)
def test_who_came(orders: str, came: str) -> None:
    board = dawn(f"Wit order Dan; {orders}")
    assert board.told["Wit"] == [f"watch Dan {came}"]


@pytest.mark.parametrize(
    ("orders", "told"),
    [
        ("Wit order Wit; Ann order Wit; Bob order Wit", "watch Wit Ann Bob"),
        ("Wit order Wit; Ann order Wit", "watch Wit Ann"),
        ("Wit order Wit", "watch Wit nobody"),
        # Whoever treats himself has not come.
        ("Wit order Bob; Bob order Bob", "watch Bob nobody"),
        ("Wit order Law; Law order Law; Cat order Law", "watch Law Cat"),
    ],
)
def test_a_witness_may_watch_himself_and_nobody_visits_himself(orders: str, told: str) -> None:
    assert dawn(orders).told["Wit"] == [told]


def test_under_a_boss_whoever_sent_the_name_comes() -> None:
    seats = "Ann mafia, Abe mafia, Wit witness, Wyn witness, Dan, Eve, Fay, Gil"
    for orders, came in (
        ("Ann order Dan", "Ann"),
        ("Ann order Dan; Abe order Dan", "Ann Abe"),
        ("Ann order Dan; Ann cancel", "Ann"),
        ("Abe order Dan", "nobody"),
        ("Ann order Dan; Abe order Eve", "nobody"),
    ):
        board = dawn(f"Wit order Dan; {orders}", seats, mafia_kill="boss")
        assert board.told["Wit"] == [f"watch Dan {came}"], orders
    board = dawn("Wit order Dan; Wyn order Dan", seats)
    assert board.told == {"Wit": ["watch Dan Wyn"], "Wyn": ["watch Dan Wit"]}


def test_a_blocked_witness_is_told_nothing() -> None:
    assert dawn("Wit order Dan; Cor order Wit").told == {}


# ---- the lawyer


COURT = "Ann mafia, Law lawyer, Leo lawyer, Cat commissioner, Dan, Eve, Fay, Gil, Hal"


@pytest.mark.parametrize("acts", ["host heart Ann", "Dan vote Ann; until night", "until night; host heart Ann"])
def test_the_first_lawyer_marks_when_no_other_mafioso_lives(acts: str) -> None:
    board = Board(COURT, **CALM)
    for act in acts.split("; "):
        board.until("night") if act == "until night" else board.do(act)
    assert [board.name(x.seat) for x in board.log if isinstance(x, e.Promoted)] == ["Law"]
    assert board.told["Law"] == ["promoted mafia"]
    board.until("night 1")
    assert board.refused("Law order Leo") == board.refused("Law order Law") == "target_teammate"
    board.do("Law order Dan; Leo order Law; Cat order Law")
    board.end()
    assert board.out["Dan"] == "killed citizen" and board.told["Cat"] == ["check Law citizen"]


def test_the_second_lawyer_follows_the_first() -> None:
    board = Board(COURT, **CALM)
    board.do("host heart Ann; host heart Law")
    assert board.told == {"Leo": ["promoted mafia"]} and board.out["Law"] == "heart_attack lawyer"


def test_while_a_werewolf_lives_the_lawyer_covers() -> None:
    board = Board("Wolf werewolf, Law lawyer, Dan, Eve, Fay, Gil", **CALM)
    board.do("host heart Dan")
    assert "promoted" not in kinds(board.log)
    board.do("host heart Wolf")
    assert "promoted" in kinds(board.log)


def test_a_cover_that_was_sent_before_moving_up_holds_unless_a_mark_takes_its_place() -> None:
    seats = "Ann mafia, Law lawyer, Cat commissioner, Dan, Eve, Fay, Gil"
    for more, told in (("", "check Law citizen"), ("Law order Dan", "check Law lawyer")):
        board = night(seats)
        board.do(f"Law order Law; Cat order Law; host heart Ann; {more}")
        board.end()
        assert board.told["Cat"] == [told]


def test_a_lawyer_alone_marks_from_the_first_night() -> None:
    board = Board("Law lawyer, Cat commissioner, Dan, Eve, Fay", phase="deal", **CALM)
    assert "promoted" not in kinds(board.log)
    board.until("day")
    assert "promoted" in kinds(board.log)
    board.until("night")
    board.do("Law order Dan")
    board.end()
    assert board.out == {"Dan": "killed citizen"}


def test_lawyer_and_werewolf_count_as_mafia() -> None:
    for role in ("lawyer", "werewolf"):
        board = Board(f"Ann mafia, Abe {role}, Bob, Cat, Dan", mafia_wins="parity", **CALM)
        board.do("host heart Bob")
        assert (board.phase, board.state.winner) == ("finished", "mafia")
        board = Board(f"Abe {role}, Bob, Cat, Dan", **CALM)
        board.do("host heart Abe")
        assert board.state.winner == "town"
