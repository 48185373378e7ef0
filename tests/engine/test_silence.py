"""Silence, absence notices, advance votes and the guard (`rules.md` section 2, "Nightfall")."""

import pytest

from games.engine import events as e
from tests.engine.board import SECOND, Board, kinds, length, only

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


def test_posts_and_votes_of_the_day_before_do_not_help_today() -> None:
    board = Board(CAST)
    everybody = "Ann vote Bob; Bob vote Ann; Cat vote Ann; Dan vote Bob; Eve vote Cat; Fay vote Dan"
    board.do(everybody + "; Gil post; Gil vote Eve")
    board.until("day 2")
    board.do(everybody)
    board.until("night 2")
    assert board.out == {"Gil": "inactive"}


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


@pytest.mark.parametrize(("by", "out"), [("-1h", {}), ("1h", {"Gil": "inactive"})])
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
    assert board.phase == "day 2"


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
