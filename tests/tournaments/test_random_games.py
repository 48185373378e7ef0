"""Records and points of random games, under the conference's rules and under random ones (`rules.md` section 11).

A game that fails is named by its seed: `Keen(seed, under=...)` plays it again.
"""

import json
from collections import Counter
from functools import cache
from itertools import permutations
from random import Random

import pytest

from games.engine import events as e
from games.engine.roles import ROLES
from tests.tournaments.reckoning import CONFERENCE, Keen
from tournaments.points import DEFAULT, score, total
from tournaments.record import GameRecord, protocol_lines, record_of
from tournaments.standings import gather, line_of, rank

GAMES = range(1000, 1120)
SEED = bytes(range(32))


@cache
def game(seed: int) -> Keen:
    """Return a game; every second one is the conference's."""
    return Keen(seed, under=CONFERENCE if seed % 2 else None)


@cache
def record(seed: int) -> GameRecord:
    """Return the record of a game."""
    return record_of(game(seed).log, game(seed).by_number)


def dealt() -> list[int]:
    """Return the seeds of the games in which roles were dealt."""
    return [seed for seed in GAMES if game(seed).books.roles]


def test_points_are_the_sum_of_a_second_reckoning() -> None:
    for seed in dealt():
        books, scored = game(seed).books, score(record(seed), DEFAULT)
        assert set(scored) == set(books.roles)
        for number, points in scored.items():
            assert total(points) == 100 * books.points(number), (seed, record(seed).seat(number), points)


def test_a_record_says_what_the_second_reckoning_says() -> None:
    for seed in dealt():
        books, made = game(seed).books, record(seed)
        assert (made.winner, made.cancelled) == (books.won[0], books.phase == "cancelled")
        for seat in made.seats:
            number = seat.number
            assert (seat.name, seat.role) == (game(seed).name(number), books.roles[number])
            assert seat.days == books.days(number)
            assert seat.won == (bool(made.winner) and books.shares_victory(number))
            assert len(seat.prevented) == books.saved[number]
            assert {(number, found) for found in seat.found} == {pair for pair in books.checked if pair[0] == number}
            how, phase, day = books.out.get(number, ("", "", 0))
            if phase in ("last_word", "verdict", "runoff"):
                phase = books.votes_in
            assert (seat.how, seat.phase, seat.day) == (how, phase, day)


def test_the_random_games_are_worth_something() -> None:
    seen: Counter[str] = Counter()
    for seed in dealt():
        made = record(seed)
        seen[made.winner or "cancelled"] += 1
        for seat in made.seats:
            seen.update(point.reason for point in score(made, DEFAULT)[seat.number])
            seen.update([f"out: {seat.how}", f"won: {seat.won and seat.role}"])
            seen["won, removed"] += seat.won and seat.how in ("heart_attack", "silent", "inactive")
            seen["found by an heir"] += seat.role == "sergeant" and bool(seat.found)
            seen["no more for days"] += seat.days > 6
    wanted = (
        "town mafia maniac draw cancelled victory days first_night found_mafioso prevented_kill heart_attack".split()
    )
    wanted += ["won, removed", "found by an heir", "no more for days", "won: citizen", "won: maniac", "won: lawyer"]
    wanted += [f"out: {how}" for how in ("", *"jailed taken killed silent inactive heart_attack".split())]
    assert [name for name in wanted if not seen[name]] == []


def test_the_stored_log_gives_the_same_record_again() -> None:
    for seed in dealt()[:30]:
        stored = json.dumps([e.to_json(event) for event in game(seed).log])
        read = [e.from_json(data) for data in json.loads(stored)]
        assert record_of(read, game(seed).by_number) == record(seed)


def test_every_point_has_its_reason() -> None:
    for seed in dealt():
        for points in score(record(seed), DEFAULT).values():
            assert len({point.reason for point in points}) == len(points)
            assert all(point.cents and point.count > 0 for point in points)


def test_the_protocol_names_everybody_who_left_once_and_then_the_end() -> None:
    for seed in dealt():
        made, lines = record(seed), protocol_lines(record(seed))
        outs = [event for event in game(seed).log if isinstance(event, e.PlayerOut)]
        assert [(line.seat, line.how) for line in lines[:-1]] == [(out.seat, out.how) for out in outs]
        # A role that was not shown then is open now, and whatever was shown is what stands here.
        assert all(out.role in ("", line.role) for line, out in zip(lines, outs, strict=False))
        assert all(line.role in ROLES and line.phase in ("deal", "day", "evening", "night") for line in lines[:-1])
        order = [(line.day, ("deal", "day", "evening", "night").index(line.phase)) for line in lines[:-1]]
        assert order == sorted(order)
        end = lines[-1]
        assert (end.phase, end.day, end.seat) == ("finished", made.day, 0)
        expected = {"": ("cancelled", ""), "draw": ("draw", "")}.get(made.winner, ("won", made.winner))
        assert (end.how, end.role) == expected


def test_no_log_before_its_end_has_a_record() -> None:
    rng = Random(1)
    for seed in GAMES[:20]:
        log = game(seed).log
        for length in {0, 1, len(log) - 1, *(rng.randrange(len(log)) for _prefix in range(5))}:
            with pytest.raises(ValueError, match="only a finished game"):
                record_of(log[:length], game(seed).by_number)


def test_the_order_in_which_games_are_recorded_does_not_matter() -> None:
    rng = Random(2)
    for first in GAMES[:60:3]:
        # Three games of one group: the entries sit in other seats each time, and some miss a game.
        lines = []
        for number, seed in enumerate(range(first, first + 3)):
            made = record(seed)
            scored = score(made, DEFAULT)
            lines += [line_of((s.number + number) % 9 + 1, s, scored[s.number]) for s in made.seats[:7] if s.role]
        table = rank(gather(lines), SEED, "group 1")
        assert [placed.line.games for placed in table] == [
            sum(line.entry == placed.line.entry for line in lines) for placed in table
        ]
        for shuffled in (rng.sample(lines, k=len(lines)), list(reversed(lines))):
            assert rank(gather(shuffled), SEED, "group 1") == table
        one = [line for line in lines if line.entry == lines[0].entry]
        assert len({gather(order)[0] for order in permutations(one)}) == 1
