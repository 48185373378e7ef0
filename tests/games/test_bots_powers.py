"""Bots under every rule: an evening, a trial, a boss, and the further roles. On the engine alone."""

from collections import Counter
from datetime import datetime
from functools import cache

import pytest

from games import bots
from games.engine.roles import Power
from games.engine.sight import Viewer, view
from games.engine.state import State
from tests.engine.board import CALM, Board
from tests.factories import NAMES
from tests.games.bot_play import Play

EVERY = (
    "mafia", "mafia", "lawyer", "werewolf", "commissioner", "doctor", "courtesan", "journalist", "witness",
    "bodyguard", "mayor", "avenger", "twins", "twins", "citizen", "maniac",
)  # fmt: skip
LIVE = {"evening": "2m", "trial": True, "mafia_kill": "boss", "night_vote": True, "doctor_self": "once"}


@cache
def games(talk: bool) -> list[Play]:
    """Return games under both ways of playing, which came to an end: what bots do was never refused."""
    few = 6 if talk else 10
    return [
        Play(seed, talk=talk, roles=EVERY[: 16 - 3 * (seed % 3)], **(LIVE if seed % 2 else {})).run()
        for seed in range(few)
    ]


@pytest.mark.parametrize("talk", [True, False])
def test_games_end_and_every_power_is_used(talk: bool) -> None:
    played = games(talk)
    events = [event for play in played for event in play.log]
    assert {event.power for event in events if event.kind == "order_given"} == set(Power)
    kinds = Counter(event.kind for event in events)
    for kind in ("verdict_given", "last_word_done", "boss_chosen", "mayor_declared", "comparison_made", "watch_made"):
        assert kinds[kind], kind
    outs = {seat.out.how for play in played for seat in play.state.seats if seat.out}
    assert outs <= {"jailed", "killed", "taken"}, "nobody is out for silence"
    assert len({play.state.winner for play in played}) > 1


@pytest.mark.parametrize("talk", [True, False])
def test_under_a_boss_nobody_else_sends_a_name_and_nothing_is_missed(talk: bool) -> None:
    sent = 0
    for play in games(talk):
        if play.state.ruleset.mafia_kill != "boss":
            continue
        facts = [fact.kind for report in play.state.reports for fact in report.facts]
        assert "mafia_failed" not in facts
        nights = [event for event in play.log if event.kind in ("order_given", "phase_opened")]
        names: set[int | None] = set()
        for event in nights:
            if event.kind == "phase_opened":
                names = set()
            elif event.power == Power.MARK:
                names.add(event.target)
                sent += 1
            assert len(names) <= 1
    assert sent > 5


def test_everybody_votes_in_the_evening_and_in_a_trial() -> None:
    for play in games(True):
        for event in play.log:
            if event.kind == "verdict_closed":
                assert len(event.votes) >= 3
        if play.state.ruleset.evening is not None:
            by_day = {type(act).__name__ for phase, _who, act in play.acts if phase.startswith("day")}
            assert by_day <= {"Say", "Declare", "ChooseBoss"} and "Say" in by_day


# ---------- how they decide

SEATS = "Ann mafia, Abe mafia, Cat commissioner, Bob doctor, Dan, Eve, Fay, Gil"


def act_of(state: State, seat: int, now: datetime, *, seed: bytes = b"seed", talk: bool = False) -> bots.Act | None:
    names = {one.number: NAMES[one.number] for one in state.seats}
    shown = view(state, Viewer(seat), now)
    return bots.decide(shown, names=names, me=seat, dice=bots.Dice(seed), language="ru", talk=talk)


def late(board: Board, part: float = 0.7) -> datetime:
    phase = board.state.phase
    assert phase.deadline is not None
    return phase.opened + (phase.deadline - phase.opened) * part


def on_trial(whom: str) -> Board:
    board = Board(SEATS, **{**CALM, "trial": True})
    for name in ("Dan", "Eve", "Fay", "Gil"):
        board.do(f"{name} vote {whom}")
    board.end()
    board.until("verdict")
    return board


def test_in_a_trial_voters_stand_by_their_vote_and_the_accused_by_himself() -> None:
    board = on_trial("Bob")
    for name in ("Dan", "Eve"):
        assert act_of(board.state, board.number(name), late(board)) == bots.Verdict(True)
    assert act_of(board.state, board.number("Bob"), late(board)) == bots.Verdict(False)
    said = act_of(board.state, board.number("Dan"), late(board), talk=True)
    assert isinstance(said, bots.Verdict) and (not said.text or said.text.endswith("[за]"))


def test_the_mafia_waits_and_speaks_for_a_mate_only_while_that_can_save_him() -> None:
    board = on_trial("Ann")
    abe = board.number("Abe")
    assert act_of(board.state, abe, late(board, 0.1)) is None
    assert act_of(board.state, abe, late(board)) == bots.Verdict(False)
    for name in ("Dan", "Eve", "Fay", "Gil"):
        board.do(f"{name} say for")
    assert act_of(board.state, abe, late(board)) == bots.Verdict(True), "he can't be saved: better be seen among them"


def test_the_mafia_agree_on_a_boss_and_follow_a_mate_who_has_spoken() -> None:
    board = Board(SEATS, **{**CALM, "mafia_kill": "boss"})
    ann, abe = board.number("Ann"), board.number("Abe")
    first, second = (act_of(board.state, seat, board.at) for seat in (ann, abe))
    assert isinstance(first, bots.ChooseBoss) and first == second and first.target in (ann, abe)
    other = abe if first.target == ann else ann
    board.do(f"Ann boss {'Abe' if other == abe else 'Ann'}")
    assert act_of(board.state, abe, board.at) == bots.ChooseBoss(other)
    assert not isinstance(act_of(board.state, board.number("Dan"), board.at), bots.ChooseBoss)


def test_the_boss_repeats_a_name_that_was_sent_and_adds_no_other() -> None:
    board = Board(SEATS, phase="night", **{**CALM, "mafia_kill": "boss"})
    for name in ("Ann", "Abe"):
        board.do(f"{name} boss Ann")
    board.do("Abe order Gil")
    act = act_of(board.state, board.number("Ann"), late(board))
    assert act == bots.Order(board.number("Gil"))
    assert act_of(board.state, board.number("Abe"), late(board)) is None


def test_a_journalist_knows_who_must_be_an_enemy() -> None:
    board = Board("Ann mafia, Abe mafia, Jon journalist, Bob doctor, Dan, Eve, Fay, Gil", phase="night", **CALM)
    board.do("Jon order Ann Dan")
    board.do("Ann order Dan")
    board.do("Abe order Dan")
    board.end()
    board.until("day")
    ann = board.number("Ann")
    votes = [act_of(board.state, board.number("Jon"), late(board), seed=bytes([n])) for n in range(10)]
    assert all(isinstance(vote, bots.Vote) and vote.target == ann for vote in votes), (
        "Dan was of the town, and she differs"
    )


def test_a_witness_suspects_whoever_came_to_the_dead() -> None:
    board = Board("Ann mafia, Wes witness, Bob doctor, Cat commissioner, Dan, Eve, Fay", phase="night", **CALM)
    board.do("Wes order Dan")
    board.do("Ann order Dan")
    board.end()
    board.until("day")
    votes = [act_of(board.state, board.number("Wes"), late(board), seed=bytes([n])) for n in range(10)]
    assert all(isinstance(vote, bots.Vote) and vote.target == board.number("Ann") for vote in votes)


def test_sides_of_twins_are_known_to_them() -> None:
    board = Board("Ann mafia, Tim twins, Tom twins, Bob doctor, Dan, Eve, Fay", phase="day", **CALM)
    for seed in range(10):
        act = act_of(board.state, board.number("Tim"), late(board), seed=bytes([seed]))
        assert isinstance(act, bots.Vote) and act.target != board.number("Tom")
