"""Avenger, mayor and twins (`rules.md` section 10a)."""

import pytest

from games.engine import events as e
from games.engine.sight import HOST, READER, Viewer, view
from games.engine.state import Round
from tests.engine.board import CALM, SECOND, Board, kinds, only

ANGRY = "Ann mafia, Ave avenger, Bob, Cat, Dan, Eve, Fay"
CITY = "Ann mafia, May mayor, Moe mayor, Bob, Cat, Dan"


def day(seats: str = ANGRY, **options: object) -> Board:
    return Board(seats, **{**CALM, "stalemate_after": 0, **options})


# ---- the avenger


def jailed(board: Board, votes: str, words: str = "", last: str = "", second: str = "") -> dict[str, str]:
    """Play a day: the vote, the last words, the trial or the second round; return who is out."""
    board.do(votes)
    board.until("last_word")
    board.do(words)
    if board.state.phase.name == "last_word":
        board.end()
    if board.state.phase.name in ("verdict", "runoff"):
        board.do(last if board.state.phase.name == "verdict" else second)
        board.end()
    assert board.state.phase.name in ("night", "finished")
    return board.out


BOTH = {"Ave": "jailed avenger", "Bob": "taken citizen"}
ALONE = {"Ave": "jailed avenger"}


@pytest.mark.parametrize(
    ("words", "out"),
    [
        ("Ave avenge Bob", BOTH),
        ("Ave avenge Cat; Ave avenge Bob", BOTH),
        ("Ave avenge Bob; Ave avenge Cat; Ave avenge Bob", BOTH),
        ("", ALONE),
        ("Ave avenge Bob; Ave avenge nobody", ALONE),
        # Dan's vote went elsewhere, Fay had none.
        ("Ave avenge Dan", ALONE),
        ("Ave avenge Fay", ALONE),
        ("Ave avenge Bob; host heart Bob", {"Ave": "jailed avenger", "Bob": "heart_attack citizen"}),
        ("Ave avenge Bob; host heart Ave", {"Ave": "heart_attack avenger"}),
    ],
)
def test_a_jailed_avenger_takes_along_whom_he_names_of_those_who_did_it(words: str, out: dict[str, str]) -> None:
    assert jailed(day(), "Bob vote Ave; Cat vote Ave; Eve vote Ave; Dan vote Bob", words) == out


def test_both_leave_together_at_the_first_step_with_their_roles() -> None:
    board = day(silent_removed=True)
    board.do("Fay vote Bob; Fay unvote; Ann vote Ave; Bob vote Ave; Cat vote Ave; Dan vote Ave; Eve vote Bob")
    board.do("Ave vote Bob")
    board.until("last_word")
    board.do("Ave avenge Cat")
    board.end()
    assert board.report == ["jailed Ave avenger", "taken Cat citizen", "silent Fay citizen"]


def test_taking_the_last_of_the_mafia_along_is_a_victory_judged_once() -> None:
    board = day()
    jailed(board, "Ann vote Ave; Cat vote Ave", "Ave avenge Ann")
    assert board.out == {"Ave": "jailed avenger", "Ann": "taken mafia"}
    assert kinds(board.log).count("game_won") == 1
    won = only(board.log, e.GameWon)
    assert won.winner == "town" and board.number("Ave") in won.winners


@pytest.mark.parametrize(
    ("last", "named", "out"),
    [
        # FOR jails, whoever voted in the evening.
        ("Cat say for; Dan say for", "Cat", {"Ave": "jailed avenger", "Cat": "taken citizen"}),
        ("Bob say against; Cat say for; Dan say for", "Bob", ALONE),
        ("Cat say for; Dan say for", "Bob", ALONE),
        ("Bob say for; Bob say against; Cat say for; Dan say for", "Bob", ALONE),
        ("Bob say against; Bob say for", "Bob", BOTH),
        # Acquitted: nobody leaves.
        ("Bob say for; Cat say against", "Bob", {}),
        ("", "Bob", {}),
    ],
)
def test_in_a_trial_it_is_whoever_said_for(last: str, named: str, out: dict[str, str]) -> None:
    assert jailed(day(trial=True), "Bob vote Ave; Eve vote Ave", f"Ave avenge {named}", last) == out


@pytest.mark.parametrize(
    ("named", "second", "out"),
    [
        ("Bob", "Bob vote Ave; Dan vote Ave", BOTH),
        ("Dan", "Bob vote Ave; Dan vote Ave", {"Ave": "jailed avenger", "Dan": "taken citizen"}),
        # His vote of the first round did not jail.
        ("Bob", "Dan vote Ave", ALONE),
        ("Bob", "Bob vote Cat; Dan vote Ave; Eve vote Ave", ALONE),
        ("Bob", "Bob vote Ave; Dan vote Cat", {}),
        ("Bob", "Bob vote Ave; Dan vote Cat; Eve vote Cat", {"Cat": "jailed citizen"}),
    ],
)
def test_in_a_second_round_it_is_whoever_voted_there(named: str, second: str, out: dict[str, str]) -> None:
    board = day(trial=True)
    assert jailed(board, "Bob vote Ave; Dan vote Cat", f"Ave avenge {named}", second=second) == out


def test_after_a_lot_it_is_whoever_voted_for_the_one_drawn() -> None:
    drawn = []
    for votes in ("Bob vote Ave; Cat vote Ann", "Bob vote Ave; Cat vote Dan"):
        board = day(tie="random")
        board.do(votes)
        board.until("last_word")
        (lead,) = board.state.bench
        board.do(f"{board.name(lead)} avenge Bob")
        board.end()
        drawn.append(board.out)
    # One of the two was the avenger, whichever place the lot took.
    assert BOTH in drawn and len(drawn[0]) + len(drawn[1]) == 3


def test_who_may_vote_for_himself_can_not_take_himself_along() -> None:
    board = day(self_vote=True)
    board.do("Ave vote Ave; Bob vote Ave")
    board.until("last_word")
    assert board.refused("Ave avenge Ave") == "target_self"


def test_the_whole_bench_may_name_somebody_and_only_an_avenger_has_an_effect() -> None:
    board = day()
    board.do("Bob vote Ave; Cat vote Dan")
    board.until("last_word")
    assert kinds(board.do("Dan avenge Cat")) == ["vengeance_named"] and board.do("Dan avenge Cat") == []
    board.until("runoff")
    board.do("Cat vote Dan")
    board.end()
    assert board.out == {"Dan": "jailed citizen"}


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("Ave avenge Bob", ""),
        ("Ave avenge nobody", ""),
        ("Ave avenge Ave", "target_self"),
        ("Ave avenge Fay", "target_not_alive"),
        ("Ave avenge Zoe", "target_unknown"),
        ("Bob avenge Ave", "not_on_bench"),
        ("Bob avenge Zoe", "not_on_bench"),
        ("Fay avenge Ave", "not_alive"),
        ("Zoe avenge Ave", "not_in_game"),
    ],
)
def test_who_may_name_whom_in_a_last_word(command: str, code: str) -> None:
    board = day()
    board.do("Bob vote Ave; host heart Fay")
    board.until("last_word")
    assert board.refused(command) == code


def test_a_name_in_a_last_word_in_time_and_where_an_avenger_was_dealt() -> None:
    board = day()
    assert board.refused("Ave avenge Bob") == "wrong_phase"
    board.do("Bob vote Ave")
    board.until("last_word")
    board.to_deadline(less=SECOND / 1000)
    assert board.refused("Ave avenge Bob") == ""
    board.to_deadline()
    assert board.refused("Ave avenge Cat") == "deadline_passed"
    board = day("Ann mafia, Bob, Cat, Dan, Eve")
    board.do("Bob vote Cat")
    board.until("last_word")
    assert board.refused("Cat avenge Bob") == "wrong_phase"
    # Which roles were dealt is public: one who is out makes no difference.
    board = day()
    board.do("host heart Ave; Bob vote Cat")
    board.until("last_word")
    assert board.refused("Cat avenge Bob") == ""


def test_an_avenger_killed_at_night_takes_nobody_along_and_a_name_holds_for_its_day() -> None:
    board = day(trial=True)
    jailed(board, "Bob vote Ave; Cat vote Ave", "Ave avenge Bob", "Bob say against")
    board.do("Ann order Ave")
    board.end()
    assert board.out == {"Ave": "killed avenger"} and board.state.named == ()


def test_the_name_is_public_and_the_avenger_is_not() -> None:
    board = day()
    board.do("Bob vote Ave; Cat vote Ave")
    board.until("last_word")
    board.do("Ave avenge Bob")
    ave = board.number("Ave")
    for viewer in (READER, Viewer(board.number("Dan")), HOST):
        seen = next(seat for seat in view(board.state, viewer, board.at).seats if seat.number == ave)
        assert seen.named == board.number("Bob") and seen.role == ("avenger" if viewer.host else "")


# ---- the mayor


def vote(script: str, **options: object) -> Board:
    board = day(CITY, **options)
    board.do(script)
    return board


@pytest.mark.parametrize(
    ("votes", "bench"),
    [
        ("May vote Bob; Cat vote Dan", "Bob Dan"),
        ("May declare; May vote Bob; Cat vote Dan", "Bob"),
        # From then on: a vote that was cast before counts twice as well.
        ("May vote Bob; Cat vote Dan; May declare", "Bob"),
        ("May declare; May vote Bob; Cat vote Dan; Moe vote Dan", "Bob Dan"),
        ("May declare; Moe declare; May vote Bob; Moe vote Dan; Cat vote Dan", "Dan"),
        ("May declare; May vote Bob; Cat vote Dan; May unvote", "Dan"),
        ("May declare; May vote Bob; host heart May; Cat vote Dan", "Dan"),
        ("May declare; May vote night; Cat vote Dan", ""),
    ],
)
def test_a_declared_mayor_has_two_votes(votes: str, bench: str) -> None:
    board = vote(votes, night_vote=True)
    board.end()
    assert board.names(board.state.bench) == bench


def test_an_office_is_declared_once_and_known_to_all() -> None:
    board = vote("May declare")
    assert board.do("May declare") == []
    may, moe = board.number("May"), board.number("Moe")
    seen = {seat.number: seat for seat in view(board.state, READER, board.at).seats}
    assert (seen[may].declared, seen[may].role) == (True, "mayor")
    assert (seen[moe].declared, seen[moe].role) == (False, "")


@pytest.mark.parametrize(
    ("phase", "code"),
    [
        ("deal", "wrong_phase"),
        ("day", ""),
        ("evening", ""),
        ("last_word", "wrong_phase"),
        ("verdict", ""),
        ("runoff", ""),
        ("night", "wrong_phase"),
    ],
)
def test_an_office_is_declared_by_day(phase: str, code: str) -> None:
    board = Board(f"{CITY}, Eve", phase="deal", evening="2h", trial=True, **CALM)
    votes = "Bob vote Dan; Cat vote Bob" if phase == "runoff" else "Bob vote Dan"
    while board.state.phase.name != phase:
        board.do(votes if board.state.voting else "")
        board.end()
    assert board.refused("May declare") == code
    # The bench and who is nobody's mayor.
    assert board.refused("Bob declare") == (code or "no_power")
    assert board.refused("Zoe declare") == "not_in_game"
    board.to_deadline()
    assert board.refused("Moe declare") == "deadline_passed"


def test_a_dead_mayor_declares_nothing() -> None:
    board = vote("host heart May")
    assert board.refused("May declare") == "not_alive"


def test_the_hammer_weighs_two_votes() -> None:
    board = vote("May vote Bob; Cat vote Bob; Dan vote Bob", hammer=True)
    assert board.phase == "day 1"
    board.do("May declare")
    assert board.phase == "last_word 1" and board.names(board.state.bench) == "Bob"
    board = vote("May declare; May vote Bob; Cat vote Bob", hammer=True)
    assert board.phase == "day 1"
    board.do("Dan vote Bob")
    assert board.phase == "last_word 1"


@pytest.mark.parametrize(
    ("words", "executed"),
    [
        ("May say for; Cat say against", False),
        ("May declare; May say for; Cat say against", True),
        ("May say for; Cat say against; May declare", True),
        ("May declare; May say for; Cat say against; Dan say against", False),
        ("May declare; May say against; Cat say for", False),
        ("May declare; Moe declare; May say for; Moe say for; Cat say against; Dan say against; Ann say against", True),
        ("May declare; May say for; Cat say against; host heart May", False),
    ],
)
def test_a_trial_weighs_two_votes(words: str, executed: bool) -> None:
    board = vote("Cat vote Bob", trial=True)
    board.until("verdict")
    board.do(words)
    board.end()
    assert ("Bob" in board.out) == executed


def test_a_second_round_weighs_two_votes() -> None:
    board = vote("Cat vote Bob; Ann vote Dan")
    board.until("runoff")
    board.do("May declare; May vote Dan; Cat vote Bob")
    board.end()
    assert board.out == {"Dan": "jailed citizen"}


def test_the_protocol_says_whose_vote_counted_twice() -> None:
    board = vote("May declare; Moe declare; May vote Bob; Cat vote Dan; host heart Moe")
    closed = only(board.end(), e.VoteClosed)
    may, bob, cat, dan = (board.number(name) for name in ("May", "Bob", "Cat", "Dan"))
    assert closed.double == (may,)
    assert board.state.rounds[-1] == Round("day", 1, ((may, bob), (cat, dan)), (may,))
    assert board.state.rounds[-1].counted == {bob: 2, dan: 1}


def test_votes_end_early_by_people_and_not_by_votes() -> None:
    board = vote(
        "May declare; May vote Bob; Moe vote Bob; Bob vote May; Cat vote Bob; Dan vote Bob", votes_end_early=True
    )
    assert board.phase == "day 1"
    board.do("Ann vote Bob")
    assert board.phase == "last_word 1"


# ---- the twins


def test_twins_know_each_other_and_nobody_else_does() -> None:
    board = day("Ann mafia, Tim twins, Tom twins, Tod twins, Bob, Cat, Dan")
    for name, mates in (("Tim", "Tom Tod"), ("Tom", "Tim Tod"), ("Tod", "Tim Tom"), ("Ann", ""), ("Bob", "")):
        mine = view(board.state, Viewer(board.number(name)), board.at).mine
        assert mine is not None and board.names(mine.mates) == mates
        assert mine.power == ("mark" if name == "Ann" else "")


@pytest.mark.parametrize(
    ("me", "mates"), [("Ann", "Law Leo Wolf"), ("Law", "Ann Leo Wolf"), ("Wolf", "Ann Law Leo"), ("Dan", "")]
)
def test_lawyer_and_werewolf_know_the_mafia(me: str, mates: str) -> None:
    board = day("Ann mafia, Law lawyer, Leo lawyer, Wolf werewolf, Dan, Eve, Fay, Gil, Hal")
    mine = view(board.state, Viewer(board.number(me)), board.at).mine
    assert mine is not None and board.names(mine.mates) == mates
    assert ("room" in mine.can) == bool(mates)
