"""Pauses, extensions, weekly windows, outages, lateness (`rules.md` sections 2 and 5)."""

from datetime import UTC, datetime, timedelta

import pytest

from games.engine import events as e
from games.engine.sight import READER, view
from tests.engine.board import CALM, SECOND, START, Board, kinds, length, only

SEATS = "Ann mafia, Bob, Cat, Dan, Eve"
# From Friday evening to Monday morning in Moscow; the boards begin on a Monday noon.
WEEKEND = "Fri 21:00 - Mon 09:00"


def calm(phase: str = "day", **options: object) -> Board:
    return Board(SEATS, phase=phase, **{**CALM, "stalemate_after": 0, **options})


# ---- the length of phases


def test_each_phase_lasts_as_its_option_says() -> None:
    board = calm("deal", deal="1h", day="2h", last_word="3h", runoff="4h", night="5h")
    lasted: dict[str, timedelta] = {}
    while len(lasted) < 5:
        opened, name = board.state.phase.opened, board.state.phase.name
        if name == "day":
            board.do("Ann vote Bob; Bob vote Ann")
        board.end()
        lasted.setdefault(name, board.at - opened)
    hours = {"deal": 1, "day": 2, "last_word": 3, "runoff": 4, "night": 5}
    assert lasted == {name: length(f"{count}h") for name, count in hours.items()}


def test_a_phase_is_drawn_on_to_its_time_of_day() -> None:
    board = calm(day="24h", day_ends_at="21:00", night="6h", night_ends_at="09:00")
    # Monday noon and 24 hours: Tuesday noon, drawn on to 21:00 in Moscow.
    assert board.state.phase.deadline == datetime(2026, 3, 3, 18, tzinfo=UTC)
    board.end()
    assert board.state.phase.deadline == datetime(2026, 3, 4, 6, tzinfo=UTC)


def test_the_clock_of_the_games_zone_decides_when_clocks_change() -> None:
    start = datetime(2026, 3, 28, 12, tzinfo=UTC)
    hours = {"day": "1h", "day_ends_at": "21:00", "night": "1h", "night_ends_at": "12:00"}
    board = calm(start=start, timezone="Europe/Berlin", **hours)
    assert board.state.phase.deadline == datetime(2026, 3, 28, 20, tzinfo=UTC)
    board.end()
    board.end()
    assert board.state.phase.deadline == datetime(2026, 3, 29, 19, tzinfo=UTC)


# ---- pauses by hand


@pytest.mark.parametrize("phase", ["deal", "day", "last_word", "runoff", "night"])
def test_what_remains_is_the_same_after_a_pause_as_before(phase: str) -> None:
    board = calm("deal", deal="24h", last_word="4h")
    if phase != "deal":
        board.until("day")
        board.do("Ann vote Bob; Bob vote Ann")
        board.until(phase)
    board.skip("1h")
    left = board.left
    board.do("host pause")
    assert (board.left, board.table.due_at(), board.state.paused(board.at)) == (left, None, True)
    board.skip("1000h")
    assert board.table.advance(board.at) == []
    assert board.left == left
    board.do("host resume")
    assert (board.left, board.state.paused(board.at)) == (left, False)
    assert board.state.phase.deadline == board.at + left


def test_a_second_pause_or_resume_is_nothing() -> None:
    board = calm()
    assert board.do("host resume") == []
    board.do("host pause")
    board.skip("1h")
    assert board.do("host pause") == []


def test_a_pause_stops_no_votes_posts_or_notices_but_opens_no_closed_thread() -> None:
    board = calm()
    board.do("host pause; Bob vote Ann; Cat post; Dan away 1")
    board.skip("99h")
    board.do("Eve vote Ann; Bob unvote")
    assert board.tally == {"Ann": "Eve"}
    board.do("host resume")
    board.end()
    board.do("host pause")
    assert board.refused("Bob post") == "not_on_bench"
    board = calm("night")
    board.do("host pause; Ann order Bob")
    assert board.refused("Bob post") == "wrong_phase"


def test_a_pause_on_the_last_moment_keeps_it() -> None:
    board = calm()
    board.to_deadline(less=SECOND)
    board.do("host pause")
    board.skip("50h")
    board.do("host resume")
    assert board.left == SECOND
    assert board.refused("Bob vote Ann") == ""
    board.end()
    assert board.phase == "last_word 1"


def test_the_deadline_cannot_be_paused_away() -> None:
    board = calm()
    board.to_deadline()
    assert board.refused("host pause") == board.refused("host extend 2h") == "deadline_passed"


def test_an_early_end_reached_in_a_pause_takes_effect_at_the_resume() -> None:
    board = calm(votes_end_early=True)
    board.do("host pause; Ann vote Bob; Bob vote Ann; Cat vote Ann; Dan vote Bob; Eve vote Ann")
    assert board.phase == "day 1"
    board.skip("9h")
    assert "vote_closed" in kinds(board.do("host resume"))
    board = calm(votes_end_early=True)
    board.do("host pause; Ann vote Bob; Bob vote Ann; Cat vote Ann; Dan vote Bob; Eve vote Ann; Eve unvote")
    board.do("host resume")
    assert board.phase == "day 1"


# ---- weekly pauses


def friday(**options: object) -> Board:
    """Day 1 opens on Friday 18:00 in Moscow, three hours before the weekend."""
    return calm(start=datetime(2026, 3, 6, 15, tzinfo=UTC), weekly_pause=WEEKEND, **options)


def test_a_weekend_lengthens_the_phase_and_nothing_ends_in_it() -> None:
    board = friday(day="5h")
    assert board.state.phase.deadline == datetime(2026, 3, 9, 8, tzinfo=UTC)
    board.skip("30h")
    assert board.state.paused(board.at) and board.state.phase.remaining is None
    assert board.left == length("2h")
    assert board.table.advance(board.at) == []
    board.do("Bob vote Ann; Cat post")


def test_a_deadline_on_the_first_second_of_a_pause_is_before_it() -> None:
    board = friday(day="3h")
    assert board.state.phase.deadline == datetime(2026, 3, 6, 18, tzinfo=UTC)
    board.do("Bob vote Ann")
    board.end()
    assert board.state.phase.deadline == datetime(2026, 3, 9, 10, tzinfo=UTC)


def test_a_pause_by_hand_across_a_weekend_keeps_what_remained() -> None:
    board = friday(day="11h")
    board.skip("2h")
    board.do("host pause")
    assert board.left == length("9h")
    board.at = datetime(2026, 3, 9, 12, tzinfo=UTC)
    board.do("host resume")
    assert board.state.phase.deadline == board.at + length("9h")


def test_a_resume_does_not_end_a_weekly_window() -> None:
    board = friday(day="11h")
    board.skip("1h")
    board.do("host pause")
    board.skip("10h")
    board.do("host resume")
    assert board.state.paused(board.at)
    assert board.state.phase.deadline == datetime(2026, 3, 9, 16, tzinfo=UTC)
    assert board.left == length("10h")


def test_a_pause_within_a_weekend_and_an_extension_too() -> None:
    board = friday(day="11h")
    board.skip("20h")
    left = board.left
    board.do("host pause; host extend 2h; host resume")
    assert board.left == left + length("2h")
    board.do("host extend -3h")
    assert board.left == left - length("1h")


def test_an_early_end_in_a_weekend_waits_for_its_end() -> None:
    board = friday(votes_end_early=True)
    board.skip("10h")
    board.do("Ann vote Bob; Bob vote Ann; Cat vote Ann; Dan vote Bob; Eve vote Ann")
    assert (board.phase, board.table.due_at()) == ("day 1", datetime(2026, 3, 9, 6, tzinfo=UTC))
    board.do("Eve unvote")
    assert board.table.due_at() == board.state.phase.deadline
    board.do("Eve vote Ann")
    board.end()
    assert (board.phase, board.at) == ("last_word 1", datetime(2026, 3, 9, 6, tzinfo=UTC))


def test_a_weekend_does_not_stop_the_sign_up() -> None:
    board = Board(
        "Ann, Bob, Cat, Dan, Eve",
        phase="signup",
        start=datetime(2026, 3, 7, 15, tzinfo=UTC),
        weekly_pause=WEEKEND,
        min_players=6,
        signup_extension="5h",
    )
    seen = view(board.state, READER, board.at)
    assert (seen.paused, seen.remaining) == (False, length("1h"))
    board.end()
    assert board.state.phase.deadline == datetime(2026, 3, 7, 20, tzinfo=UTC)
    board.do("host extend 2h")
    assert board.state.phase.deadline == datetime(2026, 3, 7, 22, tzinfo=UTC)
    board.do("Fay join; host deal")
    assert board.state.paused(board.at)
    assert board.state.phase.deadline == datetime(2026, 3, 10, 6, tzinfo=UTC)


# ---- extending and shortening


@pytest.mark.parametrize("paused", [False, True])
@pytest.mark.parametrize(("by", "left"), [("2h", "50h"), ("-2h", "46h"), ("-48h", "0s"), ("-99h", "0s")])
def test_the_host_gives_and_takes_time(paused: bool, by: str, left: str) -> None:
    board = calm()
    if paused:
        board.do("host pause")
    moved = only(board.do(f"host extend {by}"), e.DeadlineMoved)
    assert board.left == length(left)
    assert moved.by == board.state.phase.moved == length(left) - length("48h")
    if paused:
        assert board.table.due_at() is None
        board.do("host resume")
    assert board.state.phase.deadline == board.at + length(left)


def test_no_time_is_no_event() -> None:
    board = calm()
    assert board.do("host extend 0s") == []
    board.do("host pause; host extend -48h")
    assert board.do("host extend -1h") == []


def test_a_phase_cut_to_nothing_is_over() -> None:
    board = calm()
    board.do("Bob vote Ann; host extend -99h")
    assert board.table.due_at() == board.at
    assert board.refused("Bob vote Dan") == "deadline_passed"
    board.end()
    assert board.phase == "last_word 1"


def test_a_sign_up_is_never_cut_to_before_now() -> None:
    board = Board(SEATS, phase="signup")
    board.do("host extend -10h")
    assert board.state.phase.deadline == board.at
    assert board.refused("Zoe join") == "deadline_passed"


def test_what_was_moved_is_of_the_open_phase_alone() -> None:
    board = calm()
    board.do("host extend 5h; Bob vote Ann")
    board.end()
    assert board.state.phase.moved == length("0s")
    assert board.left == length("4h")


# ---- outages


@pytest.mark.parametrize(
    ("gap", "credit", "more"),
    [("11m", True, "11m"), ("10m", True, "0s"), ("5h", True, "5h"), ("5h", False, "0s")],
)
def test_an_outage_is_given_back_above_its_limit(gap: str, credit: bool, more: str) -> None:
    board = calm(outage_credit=credit)
    board.skip("10h")
    start = board.at
    board.skip(gap)
    before = board.state.phase.deadline
    events = board.send(board.table.credit(start, board.at, at=board.at))
    assert kinds(events) == (["outage_credited"] if more != "0s" else [])
    assert before is not None and board.state.phase.deadline == before + length(more)


def test_an_outage_over_the_deadline_reopens_the_phase_before_anything_is_ended() -> None:
    board = calm()
    start = START + length("40h")
    board.at = START + length("60h")
    assert board.refused("Bob vote Ann") == "deadline_passed"
    board.send(board.table.credit(start, board.at, at=board.at))
    assert (board.left, board.refused("Bob vote Ann")) == (length("8h"), "")


def test_only_what_was_missed_of_this_phase_is_given_back() -> None:
    board = calm()
    board.skip("1h")
    start = START - length("20h")
    credited = only(board.send(board.table.credit(start, board.at, at=board.at)), e.OutageCredited)
    assert credited.by == length("1h")


def test_a_weekend_within_an_outage_is_not_given_back() -> None:
    board = friday(day="11h")
    start, board.at = board.at + length("2h"), datetime(2026, 3, 9, 7, tzinfo=UTC)
    credited = only(board.send(board.table.credit(start, board.at, at=board.at)), e.OutageCredited)
    assert credited.by == length("2h")
    assert board.left == length("9h")
    board = friday(day="11h")
    board.at = datetime(2026, 3, 8, 7, tzinfo=UTC)
    assert board.table.credit(board.at - length("10h"), board.at, at=board.at) == []


def test_no_credit_in_a_pause_or_after_the_end() -> None:
    board = calm()
    board.do("host pause")
    assert board.table.credit(board.at, board.at + length("9h"), at=board.at + length("9h")) == []
    board.do("host cancel")
    assert board.table.credit(board.at, board.at + length("9h"), at=board.at + length("9h")) == []


def test_an_outage_in_the_sign_up_moves_its_deadline() -> None:
    board = Board(SEATS, phase="signup", weekly_pause="Mon 00:00 - Tue 00:00")
    board.send(board.table.credit(START - length("1h"), START + length("2h"), at=START + length("2h")))
    assert board.state.phase.deadline == START + length("3h")


def test_credited_time_does_not_make_a_day_a_shortened_one() -> None:
    board = Board(SEATS)
    board.do("Ann vote Bob; Bob vote Ann; Cat vote Dan; Dan vote Cat")
    board.send(board.table.credit(board.at, board.at + length("1h"), at=board.at + length("1h")))
    board.until("night")
    assert board.out == {"Eve": "inactive"}


# ---- a late server


def test_a_late_server_takes_time_from_nobody_and_ends_one_phase_at_a_time() -> None:
    board = calm()
    board.do("Bob vote Ann")
    board.to_deadline()
    board.skip("200h")
    board.send(board.table.advance(board.at))
    assert (board.phase, board.left, board.state.phase.opened) == ("last_word 1", length("4h"), board.at)
    assert board.table.advance(board.at) == []


def test_events_are_never_older_than_the_log() -> None:
    board = calm()
    board.skip("10h")
    board.do("Bob vote Ann; host extend -38h")
    early = START + length("2h")
    happened = board.table.advance(early)
    assert happened == []
    board.at = board.state.phase.deadline or board.at
    assert all(event.at >= board.log[-1].at for event in board.table.advance(board.at))
