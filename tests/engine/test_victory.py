"""Who wins and when, stalemate, heart attacks (`rules.md` sections 3 and 4)."""

from collections import Counter

import pytest

from games.engine import events as e
from games.engine.roles import ROLES
from games.engine.victory import judge
from tests.engine.board import CALM, Board, kinds, only

T, M, X = "citizen", "mafia", "maniac"


@pytest.mark.parametrize(
    ("living", "elimination", "parity"),
    [
        ((), ("draw", "nobody_left"), ("draw", "nobody_left")),
        ((T,), ("town", "no_enemy_left"), ("town", "no_enemy_left")),
        (("commissioner", "doctor", "sergeant"), ("town", "no_enemy_left"), ("town", "no_enemy_left")),
        ((M,), ("mafia", "nobody_else_left"), ("mafia", "nobody_else_left")),
        ((M, M), ("mafia", "nobody_else_left"), ("mafia", "nobody_else_left")),
        ((M, T), None, ("mafia", "parity")),
        ((M, T, T), None, None),
        ((M, M, T), None, ("mafia", "parity")),
        ((M, M, T, "doctor"), None, ("mafia", "parity")),
        ((M, M, T, T, T), None, None),
        ((X,), ("maniac", "nobody_else_left"), ("maniac", "nobody_else_left")),
        ((X, T), None, ("maniac", "parity")),
        ((X, T, T), None, None),
        # While mafia and maniac both live the game goes on, whatever the counts.
        ((X, M), None, None),
        ((X, M, T), None, None),
        ((X, M, M, M), None, None),
        ((X, M, M, T), None, None),
    ],
)
def test_who_has_won(
    living: tuple[str, ...], elimination: tuple[str, str] | None, parity: tuple[str, str] | None
) -> None:
    for rule, expected in (("elimination", elimination), ("parity", parity)):
        outcome = judge(living, rule)
        assert (outcome and (outcome.winner, outcome.reason)) == expected
        assert judge(tuple(reversed(living)), rule) == outcome


# ---- when it is judged


def test_a_jailing_that_wins_opens_no_night() -> None:
    board = Board("Ann mafia, Bob, Cat, Dan")
    board.do("Bob vote Ann; Cat vote Ann; Dan vote Ann; Ann vote Bob")
    board.end()
    assert kinds(board.end())[-2:] == ["game_won", "phase_opened"]
    assert (board.phase, board.report) == ("finished", ["jailed Ann mafia", "won town"])


def test_equal_numbers_end_it_under_parity_alone() -> None:
    for rule, phase in (("elimination", "night 1"), ("parity", "finished")):
        board = Board("Ann mafia, Abe mafia, Cat, Dan, Eve", mafia_wins=rule, **CALM)
        board.do("Ann vote Eve; Cat vote Eve")
        board.end()
        board.end()
        assert board.phase == phase
    assert board.state.winner == "mafia" and board.names(board.state.winners) == "Ann Abe"


def test_dawn_is_judged_after_all_deaths_of_the_night() -> None:
    board = Board("Ann mafia, Mac maniac, Dan, Eve", phase="night", **CALM)
    board.do("Ann order Mac; Mac order Ann")
    happened = board.end()
    assert (board.phase, board.state.winner, board.names(board.state.winners)) == ("finished", "town", "Dan Eve")
    assert kinds(happened).count("game_won") == 1


def test_nobody_left_is_a_draw_that_nobody_wins() -> None:
    board = Board("Ann mafia, Mac maniac, Dan", phase="night", **CALM)
    board.do("host heart Dan; Ann order Mac; Mac order Ann")
    board.end()
    assert (board.phase, board.state.winner, board.state.reason) == ("finished", "draw", "nobody_left")
    assert (board.state.winners, board.report[-1]) == ((), "won draw")


def test_the_maniac_lives_so_the_game_goes_on() -> None:
    board = Board("Ann mafia, Mac maniac, Dan, Eve, Fay", **CALM)
    board.do("Dan vote Ann")
    board.until("night")
    assert board.phase == "night 1"
    board.do("Mac order Dan")
    board.until("day 2")
    board.do("Eve vote Mac; Fay vote Mac")
    board.end()
    board.end()
    assert board.state.winner == "town"


def test_mafia_and_maniac_alone_go_on_until_one_is_out() -> None:
    board = Board("Ann mafia, Mac maniac, Dan", mafia_wins="parity", stalemate_after=0, **CALM)
    board.do("host heart Dan")
    assert board.phase == "day 1"
    board.until("night 3")
    board.do("Mac order Ann")
    board.end()
    assert (board.state.winner, board.names(board.state.winners)) == ("maniac", "Mac")


@pytest.mark.parametrize("phase", ["deal", "day", "last_word", "runoff", "night", "day 2"])
def test_a_heart_attack_is_judged_at_once_in_every_phase(phase: str) -> None:
    board = Board("Ann mafia, Bob, Cat, Dan", phase="deal", **CALM)
    if phase != "deal":
        board.until("day")
        board.do("Bob vote Cat; Cat vote Bob")
        board.until(phase)
    board.do("host heart Dan")
    assert board.state.phase.name == phase.split()[0]
    happened = board.do("host heart Ann")
    assert kinds(happened) == ["heart_attack", "player_out", "game_won", "phase_opened"]
    assert (board.phase, board.state.winner, board.report) == (
        "finished",
        "town",
        ["heart_attack Ann mafia", "won town"],
    )


def test_a_heart_attack_in_a_pause_takes_effect_and_keeps_the_pause() -> None:
    board = Board("Ann mafia, Bob, Cat, Dan, Eve", **CALM)
    board.do("host pause; host heart Dan")
    assert (board.phase, board.state.phase.remaining is not None) == ("day 1", True)
    board.do("host heart Ann")
    assert board.phase == "finished"


@pytest.mark.parametrize(
    ("command", "code"),
    [("host heart Dan", "target_not_alive"), ("host heart Zoe", "target_unknown"), ("host heart Bob", "")],
)
def test_whom_a_heart_attack_may_take(command: str, code: str) -> None:
    board = Board("Ann mafia, Bob, Cat, Dan, Eve", **CALM)
    board.do("host heart Dan")
    assert board.refused(command) == code


@pytest.mark.parametrize("phase", ["signup", "finished", "cancelled"])
def test_no_heart_attack_outside_the_game(phase: str) -> None:
    board = Board("Ann mafia, Bob, Cat, Dan", phase="signup" if phase == "signup" else "day", **CALM)
    board.do({"signup": "", "finished": "host heart Ann", "cancelled": "host cancel"}[phase])
    assert board.phase == phase
    assert board.refused("host heart Bob") == "wrong_phase"


def test_the_role_of_a_heart_attack_is_shown_and_the_game_goes_on() -> None:
    board = Board("Ann mafia, Bob doctor, Cat, Dan, Eve", **CALM)
    before = board.state.phase
    board.do("host heart Bob")
    assert (board.out, board.state.phase) == ({"Bob": "heart_attack doctor"}, before)
    assert board.state.reports[-1].kind == "heart_attack"


# ---- who shares the victory


def test_the_whole_side_wins_the_dead_included_and_nobody_else() -> None:
    seats = "Ann mafia, Abe mafia, Mac maniac, Cat commissioner, Sam sergeant, Dan, Eve, Fay"
    board = Board(seats, phase="night", **CALM)
    board.do("Ann order Dan; Mac order Abe")
    board.end()
    board.do("host heart Mac; Eve vote Ann")
    board.until("finished")
    assert board.state.winner == "town"
    assert board.names(board.state.winners) == "Cat Sam Dan Eve Fay"


@pytest.mark.parametrize("option", [False, True])
def test_the_removed_share_the_victory_by_option(option: bool) -> None:
    board = Board("Ann mafia, Bob, Cat, Dan, Eve, Fay, Gil, Hal, Ian", removed_share_win=option)
    board.do("Bob vote Ann; Cat vote Ann; Dan vote Ann; Ann vote Bob; Eve vote Ann; Fay vote Bob; Gil post")
    board.do("Ian vote Ann; host heart Ian")
    board.until("finished")
    assert board.out == {
        "Ann": "jailed mafia",
        "Gil": "silent citizen",
        "Hal": "inactive",
        "Ian": "heart_attack citizen",
    }
    removed = {"Gil", "Hal", "Ian"}
    assert set(board.names(board.state.winners).split()) == {"Bob", "Cat", "Dan", "Eve", "Fay"} | (
        removed if option else set()
    )


# ---- stalemate


@pytest.mark.parametrize("rounds", [1, 2, 3, 5])
def test_so_many_quiet_rounds_are_a_draw_with_a_warning_before(rounds: int) -> None:
    board = Board("Ann mafia, Bob, Cat, Dan", stalemate_after=rounds, **CALM)
    while board.phase != "finished":
        board.end()
    assert (board.state.winner, board.state.reason, board.state.phase.day) == ("draw", "stalemate", rounds)
    warned = [event.rounds for event in board.log if isinstance(event, e.StalemateNear)]
    assert warned == ([rounds] if rounds > 1 else [])
    if rounds > 1:
        near = kinds(board.log).index("stalemate_near")
        assert kinds(board.log[near:]).count("round_ended") == 1, "one round before"


@pytest.mark.parametrize("how", ["Bob vote Eve", "host heart Eve", "night; Ann order Eve", "night; host heart Eve"])
def test_whoever_leaves_makes_the_round_a_loud_one(how: str) -> None:
    board = Board("Ann mafia, Bob, Cat, Dan, Eve", stalemate_after=2, **CALM)
    board.until("day 2")
    assert board.state.quiet == 1
    for act in how.split("; "):
        if act == "night":
            board.until("night 2")
        else:
            board.do(act)
    board.until("day 3")
    assert board.state.quiet == 0
    board.until("day 4")
    assert board.state.quiet == 1
    board.until("finished")
    assert (board.state.winner, board.state.phase.day) == ("draw", 4)


def test_nought_is_never() -> None:
    board = Board("Ann mafia, Bob, Cat, Dan", stalemate_after=0, **CALM)
    board.until("day 12")
    assert "stalemate_near" not in kinds(board.log)


def test_a_victory_at_dawn_goes_before_a_stalemate() -> None:
    board = Board("Ann mafia, Bob, Cat", stalemate_after=1, phase="night", **CALM)
    board.do("host heart Bob; Ann order Cat")
    board.end()
    assert board.state.winner == "mafia"


# ---- cancelled


@pytest.mark.parametrize("phase", ["signup", "deal", "day", "last_word", "runoff", "night"])
def test_the_host_may_cancel_in_every_phase(phase: str) -> None:
    board = Board("Ann mafia, Bob, Cat, Dan", phase="signup" if phase == "signup" else "deal", **CALM)
    if phase not in ("signup", "deal"):
        board.until("day")
        board.do("Bob vote Cat; Cat vote Bob")
        board.until(phase)
    board.to_deadline()
    board.do("host cancel")
    assert (board.phase, board.state.winner, board.state.reason) == ("cancelled", "", "host")
    assert board.refused("host cancel") == "wrong_phase"
    assert board.table.due_at() is None


def test_one_victory_and_the_log_ends_with_it() -> None:
    board = Board("Ann mafia, Bob, Cat, Dan")
    board.do("Bob vote Ann; Cat vote Ann; Dan vote Ann; Ann vote Bob")
    board.until("finished")
    assert Counter(kinds(board.log))["game_won"] == 1
    assert only(board.log, e.GameWon).winner == "town"
    assert isinstance(board.log[-1], e.PhaseOpened)


def test_every_role_belongs_to_a_side_that_can_win() -> None:
    winners = {judge(living, "parity").winner for living in ((T,), (M,), (X,))}  # type: ignore[union-attr]
    assert {role.side.value for role in ROLES.values()} == winners
