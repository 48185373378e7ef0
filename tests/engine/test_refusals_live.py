"""Evening, trial, boss and curtain: every command in every phase, and a heart attack in each (sections 2, 4 and 9)."""

from itertools import product

import pytest

from games.engine import events as e
from tests.engine.board import CALM, SECOND, Board, kinds, only

# Hal has left by heart attack; Ave, or Ave and Dan, come to the bench.
CAST = (
    "Ann mafia, Abe mafia, Law lawyer, Bob doctor, Cat commissioner, Jan journalist, May mayor, Ave avenger, "
    "Dan, Eve, Fay, Hal"
)
SITUATIONS = ("signup", "deal", "day", "evening", "last_word", "verdict", "runoff", "night", "curtain", "finished")


def situation(name: str, *, late: bool = False, **options: object) -> Board:
    """Return a board in a phase; `late`: its deadline has passed, and nobody has ended it yet."""
    set_up: dict[str, object] = {**CALM, "stalemate_after": 1, "evening": "2h", "trial": True, "mafia_kill": "boss"}
    set_up |= {"curtain": "30m"} | options
    board = Board(CAST, phase="signup" if name == "signup" else "deal", **set_up)
    if name != "signup":
        board.do("host heart Hal")
    if name not in ("signup", "deal", "day"):
        board.until("evening")
        board.do("Eve vote Ave; Ave vote Dan" if name == "runoff" else "Eve vote Ave; Ave vote Dan; Dan vote Ave")
        board.until(name)
    elif name == "day":
        board.until("day")
    assert board.state.phase.name == name
    if late:
        board.to_deadline()
    return board


def codes(default: str = "wrong_phase", **by_phase: str) -> dict[str, str]:
    return {name: by_phase.get(name, default) for name in SITUATIONS}


def active(code: str) -> dict[str, str]:
    """The same in every phase in which players act."""
    return codes(**dict.fromkeys(SITUATIONS[1:8], code))


BY_DAY = ("day", "evening", "verdict", "runoff")
MATRIX: dict[str, dict[str, str]] = {
    "Eve say for": codes(verdict=""),
    "Ave say against": codes(verdict=""),
    "Ann boss Abe": active(""),
    "Law boss Law": active("not_a_candidate"),
    "Eve boss Ann": active("no_power"),
    "May declare": codes(**dict.fromkeys(BY_DAY, "")),
    "Eve declare": codes(**dict.fromkeys(BY_DAY, "no_power")),
    "Ave avenge Dan": codes(last_word=""),
    "Ave avenge nobody": codes(last_word=""),
    "Ave avenge Hal": codes(last_word="target_not_alive"),
    "Eve avenge Dan": codes(last_word="not_on_bench"),
    "Eve vote Ave": codes(evening="", runoff=""),
    "Eve vote May": codes(evening="", runoff="not_a_candidate"),
    "Eve unvote": codes(evening="", runoff=""),
    "Ave done": codes(last_word=""),
    "Eve done": codes(last_word="not_on_bench"),
    "Ann order Eve": codes(night=""),
    "Ann order Law": codes(night="target_teammate"),
    "Jan order Ann Eve": codes(night=""),
    "Jan order Ann": codes(night="target_second"),
    "Jan order Ann Ann": codes(night="target_twice"),
    "Jan order Hal Ann": codes(night="target_not_alive"),
    "May order Ann": codes(night="no_power"),
    "Jan cancel": codes(night=""),
    "Eve post": codes("", deal="wrong_phase", last_word="not_on_bench", night="wrong_phase", curtain="wrong_phase"),
    "Ave post": codes("", deal="wrong_phase", night="wrong_phase", curtain="wrong_phase"),
    "Eve ack": active("") | {"curtain": ""},
    "Eve away 9": active(""),
    "host raise": codes(curtain=""),
    "host heart Eve": active("") | {"curtain": ""},
    "host gone Eve": active("") | {"curtain": ""},
    "host heart Hal": active("target_not_alive") | {"curtain": "target_not_alive", "signup": "wrong_phase"},
    "host pause": active("") | {"curtain": ""},
    "host extend 2m": active("") | {"curtain": "", "signup": ""},
}
OF_PLAYERS = [command for command in MATRIX if not command.startswith("host")]


@pytest.mark.parametrize("command", MATRIX)
def test_in_time(command: str) -> None:
    assert {name: situation(name).refused(command) for name in SITUATIONS} == MATRIX[command]


@pytest.mark.parametrize("command", MATRIX)
def test_at_the_deadline_nothing_is_taken_any_more(command: str) -> None:
    for name in SITUATIONS[1:9]:
        board = situation(name, late=True)
        assert board.refused(command) == "deadline_passed", name
        board.at -= SECOND / 1000
        assert board.refused(command) == MATRIX[command][name], name


@pytest.mark.parametrize("command", OF_PLAYERS)
def test_who_comes_before_when_what_and_whom(command: str) -> None:
    rest = command.split(" ", 1)[1]
    for name, late in product(SITUATIONS[1:9], (False, True)):
        board = situation(name, late=late)
        assert board.refused(f"Zoe {rest}") == "not_in_game"
        assert board.refused(f"Hal {rest}") == "not_alive"


@pytest.mark.parametrize("command", OF_PLAYERS)
def test_in_a_pause_all_that_the_phase_allows_is_taken(command: str) -> None:
    for name in SITUATIONS[1:9]:
        board = situation(name)
        board.do("host pause")
        board.skip("500h")
        assert board.refused(command) == MATRIX[command][name], name


# ---- a heart attack in each phase


@pytest.mark.parametrize(
    ("phase", "who", "then"),
    [
        ("deal", "Dan", "deal"),
        ("day", "Dan", "day"),
        ("evening", "Dan", "evening"),
        ("last_word", "Dan", "last_word"),
        ("last_word", "Ave", "night"),
        ("verdict", "Dan", "verdict"),
        ("verdict", "Ave", "night"),
        ("runoff", "Eve", "runoff"),
        ("runoff", "Ave", "runoff"),
        ("runoff", "Ave; Dan", "night"),
        ("night", "Dan", "night"),
        ("night", "Ann", "night"),
        ("night", "Ann; Abe", "night"),
    ],
)
@pytest.mark.parametrize("paused", [False, True])
@pytest.mark.parametrize("verb", ["heart", "gone"])
def test_a_heart_attack_takes_effect_at_once(phase: str, who: str, then: str, paused: bool, verb: str) -> None:
    board = situation(phase, curtain="off", mafia_wins="elimination")
    board.do("host pause" if paused else "")
    for name in who.split("; "):
        happened = board.do(f"host {verb} {name}")
        assert only(happened, e.HeartAttack).itself == (verb == "gone")
        assert board.out[name].startswith("heart_attack ")
    assert board.state.phase.name == then
    assert (board.state.phase.remaining is not None) == paused


@pytest.mark.parametrize("phase", SITUATIONS[1:9])
def test_in_any_phase_the_last_of_the_mafia_ends_the_game(phase: str) -> None:
    board = situation(phase)
    board.do("host heart Ann; host heart Abe")
    assert "game_won" not in kinds(board.log)
    happened = board.do("host heart Law")
    assert kinds(happened) == ["heart_attack", "player_out", *kinds(happened)[2:-2], "game_won", "phase_opened"]
    assert (board.phase, board.state.winner) == ("finished", "town")


def test_a_lawyer_moves_up_behind_a_curtain_with_the_report() -> None:
    board = situation("curtain")
    happened = kinds(board.do("host heart Ann; host heart Abe"))
    assert "promoted" not in happened
    assert "promoted" in kinds(board.do("host raise"))


def test_votes_words_and_orders_of_and_for_who_leaves_fall_away() -> None:
    board = situation("evening", curtain="off")
    board.do("host heart Ave")
    assert board.told == {"Eve": ["vote_void"], "Dan": ["vote_void"]} and board.tally == {}
    board = situation("verdict", curtain="off")
    board.do("Eve say for; Dan say for; host heart Dan")
    board.end()
    assert board.out["Ave"] == "jailed avenger"
    board = situation("night", curtain="off")
    board.do("Jan order Dan Eve; Bob order Dan; Ann order Dan; Cat order Eve; host heart Dan")
    assert board.told == {"Jan": ["order_void"], "Bob": ["order_void"], "Ann": ["order_void"]}
    assert board.state.marks_sent == ()
