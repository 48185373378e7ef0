"""Votes, the count, the bench and the runoff (`rules.md` section 2, "Day" to "Last word, verdict, runoff")."""

import pytest

from games.engine import events as e
from games.engine.deal import choose
from tests.engine.board import CALM, SECOND, SEED, Board, kinds, length, only

TOWN = "Ann mafia, Bob doctor, Cat commissioner, Dan, Eve, Fay, Gil"


def calm(seats: str = TOWN, **options: object) -> Board:
    return Board(seats, **{**CALM, **options})


# ---- votes


def test_only_the_last_vote_counts_and_the_same_again_is_nothing() -> None:
    board = calm()
    board.do("Dan vote Ann; Dan vote Bob; Dan vote Ann")
    assert board.tally == {"Ann": "Dan"}
    assert board.do("Dan vote Ann") == []


def test_a_vote_can_be_withdrawn_and_without_one_nothing_happens() -> None:
    board = calm()
    assert board.do("Dan unvote") == []
    board.do("Dan vote Ann; Eve vote Ann; Dan unvote")
    assert board.tally == {"Ann": "Eve"}


def test_votes_stand_in_the_order_in_which_they_were_cast() -> None:
    board = calm()
    board.do("Eve vote Ann; Dan vote Ann; Eve vote Bob; Eve vote Ann")
    assert board.tally == {"Ann": "Dan Eve"}


@pytest.mark.parametrize(("option", "code"), [(False, "night_vote_off"), (True, "")])
def test_the_night_is_a_candidate_by_option(option: bool, code: str) -> None:
    assert calm(night_vote=option).refused("Dan vote night") == code


@pytest.mark.parametrize(("option", "code"), [(False, "target_self"), (True, "")])
def test_a_vote_for_oneself_is_taken_by_option(option: bool, code: str) -> None:
    assert calm(self_vote=option).refused("Dan vote Dan") == code


def test_legal_votes_are_those_that_are_taken() -> None:
    board = calm(night_vote=True)
    board.do("host heart Gil")
    for name in ("Ann", "Dan", "Fay"):
        seat = board.number(name)
        legal = board.table.legal_votes(seat)
        taken = {other for other in range(9) if not board.refused(f"{name} vote {_named(board, other)}")}
        assert set(legal) == taken and seat not in legal and 0 in legal


def _named(board: Board, number: int) -> str:
    return board.name(number) if number in board.numbers.values() else "Zoe"


def test_who_leaves_mid_day_takes_the_own_vote_along_and_frees_the_votes_on_him() -> None:
    board = calm()
    board.do("Dan vote Gil; Eve vote Gil; Fay vote Ann; Gil vote Ann")
    board.do("host heart Gil")
    assert board.tally == {"Ann": "Fay"}
    assert board.told == {"Dan": ["vote_void"], "Eve": ["vote_void"]}
    board.do("Dan vote Ann")
    assert board.tally == {"Ann": "Fay Dan"}


def test_an_older_vote_does_not_come_back() -> None:
    board = calm()
    board.do("Dan vote Ann; Dan vote Gil; host heart Gil")
    assert board.tally == {}


# ---- the hammer and other early ends


def test_the_hammer_needs_more_than_half_of_the_living() -> None:
    board = calm("Ann mafia, Bob, Cat, Dan, Eve, Fay", hammer=True)
    board.do("Bob vote Ann; Cat vote Ann; Dan vote Ann")
    assert board.phase == "day 1"
    board.do("Eve vote Ann")
    assert board.phase == "last_word 1"


def test_without_the_option_there_is_no_hammer_and_the_night_is_never_hammered() -> None:
    board = calm(night_vote=True)
    board.do("; ".join(f"{name} vote Ann" for name in ("Bob", "Cat", "Dan", "Eve", "Fay", "Gil")))
    assert board.phase == "day 1"
    board = calm(night_vote=True, hammer=True)
    board.do("; ".join(f"{name} vote night" for name in ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gil")))
    assert board.phase == "day 1"


def test_a_heart_attack_can_bring_the_hammer_down() -> None:
    board = calm("Ann mafia, Bob, Cat, Dan, Eve, Fay", hammer=True)
    board.do("Bob vote Ann; Cat vote Ann; Dan vote Ann")
    assert "vote_closed" in kinds(board.do("host heart Fay"))
    assert board.phase == "last_word 1"


def test_no_hammer_in_the_runoff() -> None:
    board = calm("Ann mafia, Bob, Cat, Dan, Eve", hammer=True)
    board.do("Ann vote Bob; Bob vote Ann")
    board.until("runoff")
    board.do("Bob vote Ann; Cat vote Ann; Dan vote Ann; Eve vote Ann")
    assert board.phase == "runoff 1"


@pytest.mark.parametrize("option", [False, True])
def test_the_vote_ends_when_all_have_voted_by_option(option: bool) -> None:
    board = calm("Ann mafia, Bob, Cat, Dan", votes_end_early=option)
    board.do("Ann vote Bob; Bob vote Ann; Cat vote Ann")
    assert board.phase == "day 1"
    board.do("Dan vote Bob")
    assert board.phase == ("last_word 1" if option else "day 1")
    board.until("runoff")
    board.do("Ann vote Bob; Bob vote Ann; Cat vote Ann; Dan vote Bob")
    assert board.phase == ("night 1" if option else "runoff 1")


# ---- the count


@pytest.mark.parametrize(
    ("votes", "phase", "bench"),
    [
        ("", "night 1", ""),
        ("Ann vote night; Bob vote night; Cat vote Ann", "night 1", ""),
        ("Bob vote Ann", "last_word 1", "Ann"),
        ("Bob vote Ann; Cat vote Ann; Ann vote Bob; Dan vote night", "last_word 1", "Ann"),
        ("Ann vote Bob; Bob vote Ann", "last_word 1", "Ann Bob"),
        ("Eve vote Dan; Ann vote Cat; Bob vote Ann", "last_word 1", "Ann Cat Dan"),
        ("Ann vote night; Bob vote Ann", "last_word 1", "Ann"),
    ],
)
def test_who_comes_to_the_bench(votes: str, phase: str, bench: str) -> None:
    board = calm(night_vote=True)
    board.do(votes)
    board.end()
    assert (board.phase, board.names(board.state.bench)) == (phase, bench)
    if phase == "night 1":
        assert board.report == ["nobody_jailed"]


def test_a_plurality_of_one_vote_is_enough() -> None:
    board = calm()
    board.do("Bob vote Ann")
    board.end()
    board.end()
    assert board.out == {"Ann": "jailed mafia"}
    assert board.state.winner == "town"


def test_the_closed_round_is_kept_with_its_votes() -> None:
    board = calm()
    board.do("Eve vote Ann; Ann vote Bob; Dan vote Ann; Fay vote Bob; Fay unvote")
    closed = only(board.end(), e.VoteClosed)
    assert [(board.name(a), board.name(b)) for a, b in closed.votes] == [("Eve", "Ann"), ("Ann", "Bob"), ("Dan", "Ann")]
    assert (closed.round, closed.day, closed.living) == ("day", 1, 7)
    assert board.state.rounds[-1].votes == closed.votes


def test_a_tie_by_nobody_is_nightfall_without_a_last_word() -> None:
    board = calm(tie="nobody")
    board.do("Ann vote Bob; Bob vote Ann")
    assert "last_word" not in [event.phase for event in board.end() if isinstance(event, e.PhaseOpened)]
    assert (board.phase, board.out, board.report) == ("night 1", {}, ["nobody_jailed"])


def test_a_tie_by_lot_is_drawn_from_the_seed_and_goes_on_as_a_single_leader() -> None:
    board = calm(tie="random")
    board.do("Ann vote Bob; Bob vote Dan; Eve vote Fay")
    drawn = only(board.end(), e.TieDrawn)
    expected = ("Bob", "Dan", "Fay")[choose(SEED, "tie", 1, 3)]
    assert board.names(drawn.among) == "Bob Dan Fay"
    assert board.name(drawn.chosen) == expected == board.names(board.state.bench)
    board.end()
    assert (board.phase, list(board.out)) == ("night 1", [expected])


@pytest.mark.parametrize("number", range(6))
def test_the_lot_may_fall_on_the_night_and_every_day_has_its_own(number: int) -> None:
    seed = bytes([number]) * 32
    for day in (1, 2):
        board = calm(tie="random", night_vote=True)
        board.table.seed = seed
        board.until(f"day {day}")
        board.do("Ann vote night; Bob vote Dan")
        board.end()
        if choose(seed, "tie", day, 2) == 0:
            assert (board.phase, board.report) == (f"night {day}", ["nobody_jailed"])
        else:
            assert (board.phase, board.names(board.state.bench)) == (f"last_word {day}", "Dan")


def test_lots_fall_both_ways_and_differ_between_days() -> None:
    drawn = {tuple(choose(bytes([number]) * 32, "tie", day, 2) for day in (1, 2)) for number in range(6)}
    assert {first for first, _second in drawn} == {0, 1}
    assert any(first != second for first, second in drawn)


# ---- last word


def test_only_the_bench_writes_in_the_last_word() -> None:
    board = calm()
    board.do("Bob vote Ann")
    board.end()
    assert board.refused("Ann post") == ""
    assert board.refused("Dan post") == "not_on_bench"
    assert board.refused("Dan done") == "not_on_bench"
    assert board.refused("Ann vote Dan") == "wrong_phase"
    assert board.left == length("4h")


def test_the_last_word_ends_when_the_whole_bench_is_done() -> None:
    board = calm()
    board.do("Ann vote Bob; Bob vote Ann")
    board.end()
    board.do("Ann done")
    assert board.do("Ann done") == []
    assert board.phase == "last_word 1"
    board.do("Bob done")
    assert board.phase == "runoff 1"


def test_a_last_word_without_done_ends_at_its_deadline() -> None:
    board = calm()
    board.do("Cat vote Dan")
    board.end()
    opened = board.at
    board.end()
    assert (board.at - opened, board.phase, board.out) == (length("4h"), "night 1", {"Dan": "jailed citizen"})


# ---- runoff


def tied(**options: object) -> Board:
    board = calm(**options)
    board.do("Dan vote Eve; Eve vote Dan; Fay vote Dan; Gil vote Eve; Ann vote Bob")
    board.until("runoff")
    assert board.names(board.state.bench) == "Dan Eve" and board.tally == {}
    return board


def test_the_runoff_is_among_exactly_the_tied() -> None:
    board = tied()
    assert board.refused("Ann vote Bob") == "not_a_candidate"
    assert board.refused("Dan vote Dan") == "target_self"
    assert board.refused("Ann vote night") == "night_vote_off"
    assert board.left == length("12h")


@pytest.mark.parametrize(
    ("votes", "out"),
    [
        ("Ann vote Dan", {"Dan": "jailed citizen"}),
        ("Ann vote Dan; Bob vote Dan; Dan vote Eve", {"Dan": "jailed citizen"}),
        ("Ann vote Dan; Bob vote Eve", {}),
        ("", {}),
    ],
)
def test_the_runoff_jails_a_single_leader_or_nobody(votes: str, out: dict[str, str]) -> None:
    board = tied()
    board.do(votes)
    closed = only(board.end(), e.VoteClosed)
    assert (closed.round, board.phase, board.out) == ("runoff", "night 1", out)


def test_the_night_stands_in_the_runoff_if_it_tied() -> None:
    board = calm(night_vote=True)
    board.do("Ann vote night; Bob vote Ann")
    board.end()
    assert (board.names(board.state.bench), board.names(board.state.candidates)) == ("Ann", "night Ann")
    board.end()
    assert board.phase == "runoff 1"
    assert board.refused("Bob vote Dan") == "not_a_candidate"
    board.do("Bob vote night; Dan vote night; Eve vote Ann")
    board.end()
    assert (board.phase, board.out, board.report) == ("night 1", {}, ["nobody_jailed"])


def test_the_night_that_did_not_tie_does_not_stand_in_the_runoff() -> None:
    board = tied(night_vote=True)
    assert board.refused("Ann vote night") == "not_a_candidate"


# ---- the bench shrinks


def test_the_runoff_is_held_among_who_is_left_of_the_bench() -> None:
    board = calm()
    board.do("Dan vote Eve; Eve vote Dan")
    board.end()
    board.do("host heart Dan")
    assert (board.phase, board.names(board.state.bench)) == ("last_word 1", "Eve")
    board.end()
    assert (board.phase, board.names(board.state.candidates)) == ("runoff 1", "Eve")
    board.do("Ann vote Eve")
    board.end()
    assert board.out == {"Dan": "heart_attack citizen", "Eve": "jailed citizen"}


def test_nobody_is_jailed_without_a_vote_in_a_runoff_of_one() -> None:
    board = calm()
    board.do("Dan vote Eve; Eve vote Dan")
    board.end()
    board.do("host heart Dan")
    board.until("night")
    assert board.out == {"Dan": "heart_attack citizen"}


def test_votes_of_the_runoff_for_who_leaves_fall_away() -> None:
    board = tied()
    board.do("Ann vote Dan; Bob vote Dan; Cat vote Eve; Dan vote Eve")
    board.do("host heart Dan")
    assert board.tally == {"Eve": "Cat"}
    assert board.told == {"Ann": ["vote_void"], "Bob": ["vote_void"]}
    assert board.refused("Ann vote Dan") == "target_not_alive"


def test_whoever_is_done_and_leaves_does_not_hold_the_last_word_up() -> None:
    board = calm()
    board.do("Dan vote Eve; Eve vote Dan")
    board.end()
    board.do("Dan done; host heart Eve")
    assert board.phase == "runoff 1"
    board = calm()
    board.do("Dan vote Eve; Eve vote Dan")
    board.end()
    board.do("Dan done; host heart Dan")
    assert (board.phase, board.state.done) == ("last_word 1", ())


@pytest.mark.parametrize("phase", ["last_word", "runoff"])
def test_an_empty_bench_is_nightfall(phase: str) -> None:
    board = calm()
    board.do("Dan vote Eve; Eve vote Dan")
    board.until(phase)
    board.do("host heart Dan")
    assert board.state.phase.name == phase
    board.do("host heart Eve")
    assert (board.phase, board.report) == ("night 1", ["nobody_jailed"])
    assert not board.state.paused(board.at)


def test_the_night_alone_on_the_ballot_is_an_empty_bench() -> None:
    board = calm(night_vote=True)
    board.do("Ann vote night; Bob vote Dan")
    board.until("runoff")
    board.do("host heart Dan")
    assert board.phase == "night 1"


def test_a_bench_that_empties_in_a_pause_opens_the_night_paused() -> None:
    board = calm()
    board.do("Ann vote Dan")
    board.end()
    board.do("host pause; host heart Dan")
    assert board.phase == "night 1"
    assert (board.state.phase.remaining, board.table.due_at()) == (length("24h"), None)
    board.skip("30h")
    board.do("host resume")
    assert board.left == length("24h")


# ---- three instants


@pytest.mark.parametrize("phase", ["day", "runoff"])
def test_a_vote_counts_before_the_deadline_and_not_at_it_or_after(phase: str) -> None:
    board = calm("Ann mafia, Bob, Cat, Dan")
    board.do("Ann vote Bob; Bob vote Ann")
    board.until(phase)
    target = "Bob" if phase == "day" else "Ann"
    board.to_deadline(less=SECOND / 1000)
    assert board.refused(f"Cat vote {target}") == ""
    board.to_deadline()
    assert board.refused("Dan vote Bob") == board.refused("Dan unvote") == "deadline_passed"
    board.skip("1s")
    assert board.refused("Dan vote Bob") == board.refused("Dan post") == "deadline_passed"
    assert board.tally[target].endswith("Cat")


def test_nothing_is_ended_before_the_deadline_and_once_at_it() -> None:
    board = calm()
    board.do("Bob vote Ann")
    board.to_deadline(less=SECOND / 1000)
    assert board.table.advance(board.at) == []
    board.to_deadline()
    board.send(board.table.advance(board.at))
    assert (board.phase, board.table.advance(board.at)) == ("last_word 1", [])
