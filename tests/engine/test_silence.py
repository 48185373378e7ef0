"""Who leaves for silence, and the guard (`rules.md` section 2, "Nightfall")."""

import pytest

from games.engine import events as e
from tests.engine.board import Board, kinds, length, only

# Seven who vote, so that whoever is looked at is never more than half.
CAST = "Ann mafia, Bob, Cat, Dan, Eve, Fay, Gil"


def one_looked_at(acts: str, **options: object) -> Board:
    """Everybody but Gil votes; Gil does `acts`; then night falls."""
    board = Board(CAST, **options)
    # Two pairs and the mafia's own vote: a tie that the runoff does not settle, so nobody is jailed.
    board.do("Ann vote Bob; Bob vote Ann; Cat vote Ann; Dan vote Bob; Eve vote Cat; Fay vote Dan")
    board.do(acts)
    board.until("night")
    return board


@pytest.mark.parametrize(
    ("acts", "how"),
    [
        ("", "inactive"),
        ("Gil post", "silent citizen"),
        ("Gil vote Eve", ""),
        ("Gil post; Gil vote Eve", ""),
        ("Gil vote Eve; Gil unvote", "silent citizen"),
        ("Gil vote Eve; Gil unvote; Gil vote Fay", ""),
        ("Gil post; Gil vote Eve; Gil unvote", "silent citizen"),
        ("Gil away 1", ""),
        ("Gil post; Gil away 1", ""),
        ("Gil vote Eve; Gil unvote; Gil away 1-2", ""),
        ("Gil away 2", "inactive"),
        ("Gil vote Fay; host heart Fay", ""),
        ("Gil vote Fay; host heart Fay; Gil vote Eve", ""),
        ("Gil vote Fay; host heart Fay; Gil vote Eve; Gil unvote", "silent citizen"),
        ("Gil vote Fay; Gil unvote; host heart Fay", "silent citizen"),
        ("Gil vote Fay; Gil vote Eve; host heart Fay; Gil unvote", "silent citizen"),
    ],
)
def test_who_leaves_at_nightfall_and_how(acts: str, how: str) -> None:
    board = one_looked_at(acts)
    assert board.out.get("Gil", "") == how


@pytest.mark.parametrize(
    ("acts", "silent_removed", "inactive_removed", "out"),
    [
        ("Gil post", False, True, False),
        ("Gil post", True, False, True),
        ("Gil post", False, False, False),
        ("", True, False, False),
        ("", False, True, True),
        ("", False, False, False),
    ],
)
def test_each_removal_is_an_option(acts: str, silent_removed: bool, inactive_removed: bool, out: bool) -> None:
    board = one_looked_at(acts, silent_removed=silent_removed, inactive_removed=inactive_removed)
    assert ("Gil" in board.out) == out


def test_a_vote_for_the_night_is_a_vote() -> None:
    assert one_looked_at("Gil vote night", night_vote=True).out == {}


def test_a_vote_in_the_runoff_does_not_mend_it() -> None:
    board = Board(CAST)
    board.do("Ann vote Bob; Bob vote Ann; Cat vote Ann; Dan vote Bob; Eve vote Cat; Fay vote Dan; Gil post")
    board.until("runoff")
    board.do("Gil post; Gil vote Ann; Cat vote Bob")
    board.end()
    assert board.out == {"Gil": "silent citizen"}


@pytest.mark.parametrize("yesterday", ["Gil post; Gil vote Eve", "Gil vote Hal; host heart Hal", "Gil away 1"])
def test_what_was_done_the_day_before_does_not_help_today(yesterday: str) -> None:
    board = Board(f"{CAST}, Hal")
    everybody = "Ann vote Bob; Bob vote Ann; Cat vote Ann; Dan vote Bob; Eve vote Cat; Fay vote Dan; Hal vote Fay"
    board.do(f"{everybody}; {yesterday}")
    board.until("night 1")
    assert "Gil" not in board.out
    board.until("day 2")
    if "Hal" in board.out:
        everybody = everybody.removesuffix("; Hal vote Fay")
    board.do(everybody)
    board.until("night 2")
    assert board.out["Gil"] == "inactive"


def test_posting_in_last_word_or_runoff_is_no_part_in_the_day() -> None:
    board = Board(CAST)
    board.do("Ann vote Gil; Bob vote Ann; Cat vote Ann; Dan vote Gil; Eve vote Cat; Fay vote Dan")
    board.end()
    assert board.do("Gil post") == []
    board.until("runoff")
    assert board.do("Gil post") == []
    board.until("night")
    assert board.out == {"Gil": "inactive"}


def test_whoever_is_jailed_leaves_as_jailed_only() -> None:
    board = Board(CAST)
    board.do("Ann vote Gil; Bob vote Gil; Cat vote Gil; Dan vote Ann; Eve vote Ann; Fay vote Ann; Dan vote Gil")
    board.until("night")
    assert board.out == {"Gil": "jailed citizen"}
    assert kinds(board.log).count("player_out") == 1


def test_nightfall_goes_jailed_silent_inactive_and_judges_once() -> None:
    board = Board("Ann mafia, Bob, Cat, Dan, Eve, Fay, Gil, Hal")
    board.do("Bob vote Cat; Dan vote Cat; Eve vote Ann; Cat vote Ann; Hal vote Cat; Gil post")
    board.do("Fay away 1")
    board.end()
    happened = board.end()
    assert [(x.seat, x.how) for x in happened if isinstance(x, e.PlayerOut)] == [
        (board.number("Cat"), "jailed"),
        (board.number("Gil"), "silent"),
        (board.number("Ann"), "inactive"),
    ]
    assert board.report == ["jailed Cat citizen", "silent Gil citizen", "inactive Ann", "won town"]
    assert kinds(happened).count("game_won") == 1


def test_a_removed_role_stays_hidden_until_the_end_only_for_the_inactive() -> None:
    assert one_looked_at("").state.reports[-1].facts[-1].role == ""
    assert one_looked_at("Gil post").state.reports[-1].facts[-1].role == "citizen"


# ---- a vote that ended before its time


def test_a_hammered_vote_makes_nobody_silent_or_inactive() -> None:
    board = Board(CAST, hammer=True)
    board.do("Gil post; Ann vote Dan; Bob vote Dan; Cat vote Dan; Eve vote Dan")
    board.until("night")
    assert board.out == {"Dan": "jailed citizen"}


def test_a_hammer_that_a_late_server_finds_later_is_still_one() -> None:
    board = Board(CAST, hammer=True, weekly_pause="Mon 18:00 - Mon 20:00")
    board.wait("7h")
    assert board.state.paused(board.at)
    board.do("Gil post; Ann vote Dan; Bob vote Dan; Cat vote Dan; Eve vote Dan")
    assert board.phase == "day 1", "an early end waits for the end of the pause"
    board.skip("100h")
    board.send(board.table.advance(board.at))
    board.until("night")
    assert board.out == {"Dan": "jailed citizen"}


@pytest.mark.parametrize(
    ("by", "out"),
    [
        ("-1h", {}),
        ("1h", {"Gil": "inactive"}),
        ("5h; host extend -1h", {"Gil": "inactive"}),
        ("-5h; host extend 1h", {}),
    ],
)
def test_a_day_cut_short_by_the_host_makes_nobody_inactive(by: str, out: dict[str, str]) -> None:
    board = Board(CAST)
    board.do("Ann vote Bob; Bob vote Ann; Cat vote Ann; Dan vote Bob; Eve vote Cat; Fay vote Dan")
    board.do(f"host extend {by}")
    board.until("night")
    assert board.out == out


def test_what_was_taken_and_given_back_is_not_cut_short() -> None:
    board = Board(CAST)
    board.do("Ann vote Bob; Bob vote Ann; Cat vote Ann; Dan vote Bob; Eve vote Cat; Fay vote Dan")
    board.do("host pause; host extend -99h; host extend 48h; host resume")
    board.until("night")
    assert board.out == {"Gil": "inactive"}


def test_a_day_after_a_short_one_is_an_ordinary_day() -> None:
    board = Board(CAST)
    board.do("Ann vote Bob; Bob vote Ann; Cat vote Ann; Dan vote Bob; Eve vote Cat; Fay vote Dan; host extend -1h")
    board.until("day 2")
    board.do("Ann vote Bob; Bob vote Ann; Cat vote Ann; Dan vote Bob; Eve vote Cat; Fay vote Dan")
    board.until("night 2")
    assert board.out == {"Gil": "inactive"}


# ---- the guard


@pytest.mark.parametrize(
    ("seats", "votes", "raised"),
    [
        # Exactly half is not more than half.
        ("Ann mafia, Bob, Cat, Dan", "Ann vote Bob; Bob vote Ann", False),
        ("Ann mafia, Bob, Cat, Dan, Eve", "Ann vote Bob; Bob vote Ann", True),
        ("Ann mafia, Bob, Cat, Dan, Eve", "Ann vote Bob", True),
        # The jailed counts among the living at the close, not among those who would leave.
        ("Ann mafia, Bob, Cat, Dan", "Ann vote Cat; Bob vote Cat", False),
        ("Ann mafia, Bob, Cat, Dan, Eve, Fay", "Ann vote Fay; Bob vote Fay", False),
        ("Ann mafia, Bob, Cat, Dan, Eve, Fay, Gil", "Ann vote Gil; Bob vote Gil", True),
        ("Ann mafia, Bob, Cat, Dan, Eve, Fay", "", True),
        # A notice counts for nothing in it.
        ("Ann mafia, Bob, Cat, Dan", "Ann vote Bob; Cat away 1", False),
    ],
)
def test_the_guard_is_raised_by_more_than_half(seats: str, votes: str, raised: bool) -> None:
    board = Board(seats)
    board.do(votes)
    happened = []
    while board.state.phase.name not in ("night", "finished"):
        happened = board.end()
    assert ("guard_raised" in kinds(happened)) == raised
    if raised:
        assert {how.split()[0] for how in board.out.values()} <= {"jailed"}
        assert board.state.guarded and board.state.paused(board.at)
        assert (board.left, board.state.phase.remaining) == (length("24h"), length("24h"))
    else:
        assert not board.state.guarded


def test_the_guard_counts_those_alive_at_the_close_not_at_nightfall() -> None:
    board = Board("Ann mafia, Bob, Cat, Dan, Eve, Fay")
    board.do("Ann vote Bob; Bob vote Ann; Cat vote Bob")
    board.end()
    board.do("host heart Cat")
    assert "guard_raised" not in kinds(board.end())
    assert [name for name, how in board.out.items() if how == "inactive"] == ["Dan", "Eve", "Fay"]


def guarded(**options: object) -> Board:
    board = Board("Ann mafia, Bob, Cat, Dan, Eve", **options)
    board.until("night")
    return board


def test_without_an_answer_the_guarded_night_goes_on_by_itself() -> None:
    board = guarded(guard_wait="30h")
    opened = board.at
    assert only(board.end(), e.ClockResumed).itself
    assert (board.at - opened, board.left, board.out) == (length("30h"), length("24h"), {})
    board.end()
    assert (board.phase, board.state.guarded) == ("day 2", False)


def test_the_host_may_let_the_guarded_night_go_on_or_hold_it() -> None:
    board = guarded()
    board.skip("2h")
    board.do("host resume")
    assert (board.left, board.state.paused(board.at)) == (length("24h"), False)
    board = guarded()
    board.do("host pause")
    assert board.table.due_at() is None
    board.skip("99h")
    board.do("host resume")
    assert board.left == length("24h")


def test_a_guard_does_not_end_a_pause_by_hand() -> None:
    board = Board("Ann mafia, Bob, Cat, Dan, Eve")
    board.do("Ann vote Eve")
    board.end()
    board.do("host pause; host heart Eve")
    assert board.state.guarded and board.state.phase.remaining == length("24h")
    assert board.table.due_at() is None


def test_the_host_may_remove_some_in_a_guarded_night() -> None:
    board = guarded()
    board.do("host heart Dan; host heart Eve")
    assert board.out == {"Dan": "heart_attack citizen", "Eve": "heart_attack citizen"}
    assert board.state.phase.remaining is not None
