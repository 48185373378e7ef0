"""The history of open votes agrees with a replay at every post, and is made from public events alone."""

from dataclasses import fields, replace

import pytest

from games.engine import day
from games.engine import events as e
from games.engine.ballots import PUBLIC, History, history
from games.engine.state import State
from tests.engine.board import CALM, Board
from tests.engine.walk import Walk

GAMES, STEPS = 60, 400


def of(board: Board) -> History:
    """Return the history of a board's log."""
    state = board.table.state
    return history(enumerate(board.log, start=1), seats=[seat.number for seat in state.seats], votes_in=state.votes_in)


def said(board: Board) -> list[tuple[str, ...]]:
    """Return what happened to votes, with names: who, what, whom, what it replaced."""
    names = {number: name for name, number in board.numbers.items()}
    return [
        (names[act.seat], act.kind, names[act.target], *([names[act.before]] if act.before is not None else []))
        for ballot in of(board).ballots
        for act in ballot.acts
    ]


def test_the_tally_at_any_post_is_that_of_a_replay() -> None:
    """A post stands at the end of a batch of events: there history and state are asked the same."""
    seen = set()
    for seed in range(GAMES):
        ends: list[State] = []
        walk = Walk(seed, watch=lambda _before, _events, after, ends=ends: ends.append(after))
        walk.run(STEPS)
        found = of(walk)
        for state in ends:
            ballot, voting, trial = found.at(state.seq), state.voting, state.phase.name == "verdict"
            opened = ballot is not None and ballot.open_at(state.seq)
            assert opened == (voting or trial), (seed, state.seq)
            if ballot is None or not opened:
                continue
            standing = ballot.at(state.seq)
            assert (ballot.day, standing.living) == (state.phase.day, tuple(seat.number for seat in state.living))
            if trial:
                accused = ballot.accused
                assert standing.votes == tuple((who, accused if guilty else 0) for who, guilty in state.verdicts)
                assert (standing.counted[accused] > standing.counted[0]) == day.condemned(state)
            else:
                assert standing.votes == tuple((vote.seat, vote.target) for vote in state.votes)
                assert standing.counted == day.counts(state)
            if ballot.round == "day":
                # Silence is a matter of the first round.
                silent, inactive = day.who_is_silent(state)
                away = {one.number for one in state.living if one.away(state.phase.day)}
                assert {*silent, *inactive} == set(standing.missing) - away
            seen |= {ballot.round, *(act.kind for act in ballot.acts), *(act.how for act in ballot.acts)}
        closed = [(one.round, one.day, one.last.votes, one.last.double) for one in found.ballots if one.counted_out]
        rounds = walk.state.rounds
        assert closed == [(one.round, one.day, one.votes, one.double) for one in rounds], seed
        seen |= {"broken off"} if any(one.ended and not one.counted_out for one in found.ballots) else set()
    kinds = {"cast", "withdrawn", "void", "gone", "control", "advance"}
    assert seen >= kinds | {"day", "runoff", "verdict", "broken off"}, seen


def test_nothing_but_public_events_is_read() -> None:
    """Without all others the history is the same; and none of its own words names a secret."""
    secret = (e.AdvanceVoteLeft, e.AdvanceVoteLapsed, e.OrderGiven, e.BossChosen, e.RolesDealt, e.VengeanceNamed)
    assert PUBLIC.isdisjoint(secret)
    for seed in range(12):
        walk = Walk(seed)
        walk.run(STEPS)
        numbered = list(enumerate(walk.log, start=1))
        public = [(position, event) for position, event in numbered if type(event) in PUBLIC]
        assert len(public) < len(numbered)
        seats = [seat.number for seat in walk.state.seats]
        votes_in = walk.state.votes_in
        assert history(public, seats=seats, votes_in=votes_in) == history(numbered, seats=seats, votes_in=votes_in)
    assert {one.name for one in fields(History)} == {"ballots", "days", "over", "notices"}


def test_who_would_leave_for_silence_does_not_come_out() -> None:
    """A close names the silent, who are told at nightfall, behind a curtain late: nothing of it is kept."""
    board = Board("Ann mafia, Bob, Cat, Dan, Eve, Fay", curtain="1h")
    board.do("Ann vote Bob; Bob vote Ann; Cat vote Ann; Dan post")
    board.end()
    closed = next(event for event in board.log if isinstance(event, e.VoteClosed))
    assert closed.silent and closed.inactive
    plain = [
        replace(event, silent=(), inactive=()) if isinstance(event, e.VoteClosed) else event for event in board.log
    ]
    seats = [seat.number for seat in board.state.seats]
    assert history(enumerate(plain, start=1), seats=seats, votes_in="day") == of(board)


def test_a_vote_that_is_changed_withdrawn_and_cast_again() -> None:
    board = Board("Ann mafia, Bob, Cat, Dan, Eve")
    board.do("Ann vote Bob; Cat vote Ann; Ann vote Cat; Ann unvote; Ann unvote; Ann vote Bob")
    assert said(board) == [
        ("Ann", "cast", "Bob"),
        ("Cat", "cast", "Ann"),
        ("Ann", "cast", "Cat", "Bob"),
        ("Ann", "withdrawn", "Cat"),
        ("Ann", "cast", "Bob"),
    ]
    (ballot,) = of(board).ballots
    assert [dict(one.counted) for one in ballot.standings] == [
        {},
        {2: 1},
        {2: 1, 1: 1},
        {1: 1, 3: 1},
        {1: 1},
        {1: 1, 2: 1},
    ]
    assert ballot.last.missing == (2, 4, 5) and ballot.ended is None


def test_votes_go_with_whoever_leaves() -> None:
    """The vote of the one who leaves goes, votes for that one fall away, and their voters count as having voted."""
    board = Board("Ann mafia, Bob, Cat, Dan, Eve, Fay")
    board.do("Bob vote Cat; Cat vote Dan; Dan vote Bob; host heart Bob")
    assert said(board)[3:] == [("Bob", "gone", "Cat"), ("Dan", "void", "Bob")]
    (ballot,) = of(board).ballots
    assert (ballot.last.voteless, ballot.last.missing) == ((1, 4, 5, 6), (1, 5, 6))
    board.do("Dan vote Cat")
    assert of(board).ballots[0].last.voided == ()


def test_a_declared_mayor_counts_twice_from_then_on() -> None:
    board = Board("Ann mafia, May mayor, Cat, Dan, Eve")
    board.do("May vote Ann; Cat vote May; May declare")
    (ballot,) = of(board).ballots
    assert [one.counted[1] for one in ballot.standings] == [0, 1, 1, 2]


def test_an_advance_vote_is_nothing_until_its_day() -> None:
    """It is secret while it lies with the host, and a vote like others from the opening of its day."""
    board = Board("Ann mafia, Bob, Cat, Dan, Eve, Fay", **CALM)
    board.do("Bob away 2; Bob advance 2 Ann")
    assert said(board) == [] and of(board).notices == {2: ((2, 2),)}
    board.until("night")
    assert said(board) == []
    board.end()
    (act,) = of(board).ballots[-1].acts
    assert (act.seat, act.target, act.how) == (2, 1, "advance")
    assert of(board).away(2, 2) and not of(board).away(2, 1)


@pytest.mark.parametrize("moment", ["before", "after"])
def test_nothing_comes_from_after_the_moment_that_is_asked_for(moment: str) -> None:
    board = Board("Ann mafia, Bob, Cat, Dan, Eve")
    board.do("Ann vote Bob")
    at = board.log[-1].at
    board.at = at.replace(hour=at.hour + 1)
    board.do("Cat vote Ann")
    until = at if moment == "before" else board.at
    found = history(enumerate(board.log, start=1), seats=range(1, 6), votes_in="day", until=until)
    assert len(found.ballots[0].acts) == (1 if moment == "before" else 2)
