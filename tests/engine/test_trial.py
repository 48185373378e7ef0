"""The evening, the trial and the second round of a live game (`rules.md` section 2)."""

from datetime import timedelta

import pytest

from games.engine import events as e
from games.engine.state import Round
from tests.engine.board import CALM, SECOND, Board, kinds, only

TOWN = "Ann mafia, Bob doctor, Cat commissioner, Dan, Eve, Fay, Gil"
MINUTE = timedelta(minutes=1)


def live(**options: object) -> Board:
    return Board(TOWN, preset="conference", **options)


def evening(votes: str = "", **options: object) -> Board:
    board = live(**options)
    board.until("evening")
    board.do(votes)
    return board


def trial(words: str = "", **options: object) -> Board:
    """Go on to the trial of Ann, by two votes, and say the words: `Dan for; Eve against`."""
    board = evening("Dan vote Ann; Eve vote Ann", **options)
    board.end()
    board.do("Ann done")
    assert board.phase == "verdict 1"
    board.do("; ".join(f"{who} say {word}" for who, word in (part.split() for part in words.split(";") if part)))
    return board


# ---- the evening


def test_a_day_is_talk_then_vote_then_last_word_then_trial() -> None:
    board = evening("Dan vote Ann")
    opened = [(x.phase, x.day) for x in board.log if isinstance(x, e.PhaseOpened)]
    assert opened == [("deal", 0), ("day", 1), ("evening", 1)]
    assert board.left == 2 * MINUTE
    for phase, length in (
        ("last_word 1", MINUTE),
        ("verdict 1", MINUTE),
        ("night 1", 3 * MINUTE),
        ("day 2", 8 * MINUTE),
    ):
        board.end()
        assert (board.phase, board.left) == (phase, length)


@pytest.mark.parametrize("command", ["Dan vote Ann", "Dan unvote", "Dan vote night"])
def test_where_there_is_an_evening_nobody_votes_by_day(command: str) -> None:
    board = live()
    assert board.refused(command) == "wrong_phase"
    board.end()
    assert board.refused(command) == ""


def test_posts_are_written_by_day_and_in_the_evening_and_the_first_of_both_takes_part() -> None:
    board = live()
    assert kinds(board.do("Dan post")) == ["took_part"]
    board.end()
    assert board.do("Dan post") == [] and kinds(board.do("Eve post")) == ["took_part"]


@pytest.mark.parametrize("option", [True, False])
def test_the_evening_ends_when_all_have_voted_by_option_and_the_talk_never(option: bool) -> None:
    board = live(votes_end_early=option)
    board.do("; ".join(f"{name} post" for name in board.alive.split()))
    assert board.phase == "day 1"
    board.end()
    board.do("Ann vote Bob; Bob vote Ann; Cat vote Ann; Dan vote Ann; Eve vote night; Fay vote Ann")
    assert board.phase == "evening 1"
    board.do("Gil vote night")
    assert board.phase == ("last_word 1" if option else "evening 1")


def test_a_vote_for_the_night_ends_the_day_without_a_trial() -> None:
    board = evening("Dan vote Ann; Eve vote night; Fay vote night")
    board.end()
    assert (board.phase, board.report) == ("night 1", ["nobody_jailed"])


def test_a_hammer_falls_in_the_evening() -> None:
    board = evening("Dan vote Ann; Eve vote Ann; Fay vote Ann", hammer=True)
    assert board.phase == "evening 1"
    board.do("Gil vote Ann")
    assert board.phase == "last_word 1"


def test_who_talks_and_does_not_vote_is_silent_and_who_does_neither_inactive() -> None:
    board = live(silent_removed=True, inactive_removed=True, trial=False)
    board.do("Fay post")
    board.end()
    board.do("Ann vote Dan; Bob vote Dan; Cat vote Dan; Dan vote Ann; Eve vote Dan")
    board.until("night")
    assert board.out == {"Dan": "jailed citizen", "Fay": "silent citizen", "Gil": "inactive"}


def test_a_talk_cut_short_excuses_nobody_and_an_evening_cut_short_everybody() -> None:
    votes = "Ann vote Dan; Bob vote Dan; Cat vote Dan; Dan vote Ann; Eve vote Dan"
    board = live(silent_removed=True, inactive_removed=True, trial=False)
    board.do("host extend -5m")
    board.end()
    board.do(votes)
    board.until("night")
    assert set(board.out) == {"Dan", "Fay", "Gil"}
    board = live(silent_removed=True, inactive_removed=True, trial=False)
    board.end()
    board.do(f"{votes}; host extend -1m")
    board.until("night")
    assert set(board.out) == {"Dan"}


def test_an_advance_vote_is_cast_when_the_evening_opens_or_lapses_then() -> None:
    board = live(notice_max=5)
    board.do("Fay away 2; Fay advance 2 Dan; Gil away 2; Gil advance 2 Eve")
    board.until("day 2")
    assert board.tally == {}
    board.do("host heart Dan")
    board.end()
    assert board.phase == "evening 2" and board.tally == {"Eve": "Gil"}
    assert board.told["Fay"] == ["advance_lapsed"]


def test_a_notice_covers_the_day_until_its_vote_closes() -> None:
    board = evening("Dan vote Ann", notice_max=5)
    assert board.refused("Fay away 1") == ""
    assert board.refused("Gil advance 1 Dan") == "day_over"
    board.end()
    assert board.refused("Gil away 1") == "day_over"


# ---- the trial


@pytest.mark.parametrize(
    ("words", "executed"),
    [
        ("", False),
        ("Dan for", True),
        ("Dan against", False),
        ("Dan for; Eve against", False),
        ("Dan for; Eve for; Fay against", True),
        ("Dan for; Eve for; Fay against; Gil against", False),
        # The accused has a word too.
        ("Dan for; Ann against", False),
        ("Ann for", True),
        # The last word of each counts.
        ("Dan for; Dan against", False),
        ("Dan against; Dan for", True),
        ("Dan for; Eve for; Fay against; Eve against", False),
        ("Dan for; Dan for; Eve against", False),
    ],
)
def test_more_for_than_against_and_the_accused_is_executed(words: str, executed: bool) -> None:
    board = trial(words)
    board.end()
    assert board.report[0] == ("jailed Ann mafia" if executed else "nobody_jailed")
    assert board.phase == ("finished" if executed else "night 1")


def test_after_an_acquittal_there_is_no_further_vote_that_day() -> None:
    board = trial("Dan against; Eve for")
    board.end()
    assert [x.phase for x in board.log if isinstance(x, e.PhaseOpened)][-2:] == ["verdict", "night"]
    assert board.refused("Dan vote Eve") == board.refused("Dan say for") == "wrong_phase"
    closed = board.state.rounds[-1]
    at = board.number
    assert closed == Round("verdict", 1, ((at("Dan"), 0), (at("Eve"), at("Ann"))))
    assert [one.round for one in board.state.rounds] == ["day", "verdict"]


def test_what_is_said_in_a_trial_is_open_and_the_same_word_again_is_nothing() -> None:
    board = trial("Dan for")
    assert board.do("Dan say for") == []
    changed = only(board.do("Dan say against"), e.VerdictGiven)
    assert (changed.guilty, changed.how) == (False, "control")
    assert board.state.verdicts == ((board.number("Dan"), False),)


@pytest.mark.parametrize(
    ("command", "code"),
    [("Zoe say for", "not_in_game"), ("Gil say for", "not_alive"), ("Ann say against", ""), ("Dan say for", "")],
)
def test_every_living_player_has_a_word(command: str, code: str) -> None:
    board = live()
    board.do("host heart Gil")
    board.until("evening")
    board.do("Dan vote Ann")
    board.until("verdict")
    assert board.refused(command) == code


@pytest.mark.parametrize("option", [True, False])
def test_a_trial_ends_when_all_have_spoken_by_option(option: bool) -> None:
    board = trial("Ann against; Bob for; Cat for; Dan for; Eve against; Fay against", votes_end_early=option)
    assert board.phase == "verdict 1"
    board.do("Gil say against")
    assert board.phase == ("night 1" if option else "verdict 1")


def test_a_word_at_three_instants() -> None:
    board = trial()
    board.to_deadline(less=SECOND / 1000)
    board.do("Dan say for")
    board.to_deadline()
    assert board.refused("Eve say against") == "deadline_passed"
    board.skip("5s")
    assert board.refused("Dan say against") == "deadline_passed"
    board.end()
    assert board.report[0] == "jailed Ann mafia"


def test_in_a_paused_trial_words_are_taken_and_nothing_ends_before_the_resume() -> None:
    board = trial("Ann against; Bob for; Cat for")
    board.do("host pause; Dan say for; Eve say for; Fay say for; Gil say for")
    assert (board.phase, board.table.due_at()) == ("verdict 1", None)
    board.skip("30m")
    board.do("Gil say against; host resume")
    assert board.phase == "finished"


@pytest.mark.parametrize("phase", ["deal", "day", "evening", "last_word", "night"])
def test_no_word_outside_a_trial(phase: str) -> None:
    board = live(phase="deal")
    while board.state.phase.name != phase:
        board.do("Dan vote Ann" if board.phase == "evening 1" else "")
        board.end()
    assert board.refused("Dan say for") == board.refused("Ann say against") == "wrong_phase"


def test_in_a_trial_everybody_writes_and_nobody_votes() -> None:
    board = trial()
    assert board.refused("Dan post") == board.refused("Ann post") == ""
    assert board.refused("Dan vote Ann") == board.refused("Dan unvote") == "wrong_phase"
    assert board.refused("Ann done") == "wrong_phase"


# ---- who leaves meanwhile


@pytest.mark.parametrize("paused", [False, True])
def test_a_trial_without_an_accused_is_over(paused: bool) -> None:
    board = trial("Dan for; Eve for", mafia_wins="elimination")
    board.do("host pause" if paused else "")
    board.do("host heart Ann")
    assert board.phase == "finished"
    board = evening("Dan vote Bob")
    board.until("verdict")
    board.do("host pause" if paused else "")
    happened = kinds(board.do("host heart Bob"))
    assert happened == ["heart_attack", "player_out", "night_fell", "phase_opened"]
    assert (board.phase, board.report) == ("night 1", ["nobody_jailed"])
    assert (board.state.phase.remaining is not None) == paused
    assert [closed.round for closed in board.state.rounds] == ["day"]


def test_the_word_of_who_leaves_goes_and_the_rest_may_be_all() -> None:
    board = trial("Ann against; Bob for; Cat against; Dan for; Eve against; Fay for")
    board.do("host heart Eve")
    assert board.phase == "verdict 1" and board.number("Eve") not in dict(board.state.verdicts)
    board.do("host heart Gil")
    assert board.phase == "finished" and board.out["Ann"] == "jailed mafia"


# ---- without a trial, and with a tie


def test_without_a_trial_the_leader_is_jailed_after_the_last_word() -> None:
    board = evening("Dan vote Bob; Eve vote Bob", trial=False)
    board.end()
    board.do("Bob done")
    assert (board.phase, board.report) == ("night 1", ["jailed Bob doctor"])


def test_a_second_round_has_no_verdict() -> None:
    board = evening("Dan vote Bob; Eve vote Cat")
    board.end()
    board.do("Bob done")
    assert board.phase == "last_word 1"
    board.do("Cat done")
    assert board.phase == "runoff 1"
    assert board.refused("Dan say for") == "wrong_phase" and board.refused("Dan vote Eve") == "not_a_candidate"
    board.do("Dan vote Bob")
    board.end()
    assert (board.phase, board.report) == ("night 1", ["jailed Bob doctor"])


def test_a_second_round_against_the_night() -> None:
    for votes, report in (("Dan vote night", "nobody_jailed"), ("Dan vote Bob", "jailed Bob doctor")):
        board = evening("Dan vote Bob; Eve vote night")
        board.until("runoff")
        board.do(votes)
        board.end()
        assert board.report == [report]


def test_a_leader_by_lot_is_tried() -> None:
    board = evening("Dan vote Bob; Eve vote Cat", tie="random")
    happened = board.end()
    drawn = only(happened, e.TieDrawn)
    board.end()
    assert board.phase == "verdict 1" and board.state.bench == (drawn.chosen,)


def test_a_leader_left_alone_on_a_tied_bench_still_has_a_second_round() -> None:
    board = evening("Dan vote Bob; Eve vote Cat")
    board.end()
    board.do("host heart Cat; Bob done")
    assert board.phase == "runoff 1" and board.names(board.state.candidates) == "Bob"


def test_behind_a_trial_the_silent_leave_as_settled_at_the_vote() -> None:
    """A word in the trial does not mend it."""
    board = evening(
        "Ann vote Bob; Bob vote Ann; Cat vote Bob; Dan vote Bob; Eve vote Bob; Fay vote Bob",
        inactive_removed=True,
        mafia_wins="elimination",
    )
    board.until("verdict")
    board.do("Gil say for; Gil post")
    board.end()
    assert board.out == {"Bob": "jailed doctor", "Gil": "inactive"}


def test_calm_days_need_no_evening() -> None:
    board = Board(TOWN, trial=True, **CALM)
    board.do("Dan vote Bob")
    board.end()
    board.end()
    assert board.phase == "verdict 1"
