"""The rules alone: whole games, events, and what a command costs on a long log. One core, no database."""

import time
from collections.abc import Callable
from datetime import datetime

from bench.play import Play
from games.engine.evolve import fold
from games.engine.table import Table

SECONDS = 5.0
LONG_LOG = 2000


def per_second(work: Callable[[int], int], seconds: float = SECONDS) -> tuple[float, float]:
    """Return how often `work` ran in a second of this process's own time, and the sum of its answers a second."""
    begun = time.process_time()
    times = amount = 0
    while (took := time.process_time() - begun) < seconds:
        amount += work(times)
        times += 1
    return times / took, amount / took


def games() -> None:
    """Print how many whole games of twelve are played in a second: every vote, post, word and order by command."""
    for preset in ("conference", "forum"):

        def play(number: int, preset: str = preset) -> int:
            return len(Play(number, players=12, preset=preset).run().log)

        rate, events = per_second(play)
        print(f"  {preset:<10} games of 12 {rate:8.0f} /s  {events:8.0f} events/s  ({events / rate:.0f} events a game)")


def applying() -> None:
    """Print how many events a second a log is read with."""
    logs = [Play(seed, players=12, preset="conference").run().log for seed in range(20)]

    def read(turn: int) -> int:
        log = logs[turn % len(logs)]
        fold(log)
        return len(log)

    _rate, events = per_second(read)
    print(f"  a log read (fold)         {events:8.0f} events/s")


def long_log(table: Table) -> Table:
    """Return the table after two thousand events: a day in which everybody changes the vote all the time."""
    at = table.state.last_at
    assert at is not None
    living = [seat.number for seat in table.state.living]
    while table.state.seq < LONG_LOG:
        turn = table.state.seq
        voter, target = living[turn % len(living)], living[(turn + 1 + turn // len(living) % 5) % len(living)]
        table = table.after(table.vote(voter, target, at=at))
    return table


def commands() -> None:
    """Print what a vote costs on a short log and on a long one."""
    short = Play(1, players=12, preset="forum").run(until="day").table
    for table in (short, long_log(short)):
        at = table.state.last_at
        assert at is not None
        living = [seat.number for seat in table.state.living]

        def vote(turn: int, table: Table = table, living: list[int] = living, at: datetime = at) -> int:
            voter, target = living[turn % len(living)], living[(turn + 7) % len(living)]
            return len(table.after(table.vote(voter, target, at=at)).state.votes)

        rate, _votes = per_second(vote, 1.0)
        print(f"  a vote when the log has {table.state.seq:5,} events: {1e6 / rate:6.1f} µs")


def main() -> None:
    """Print everything that is measured of the engine."""
    print("Engine, one core (goals: 1,000 games/s, 50,000 events/s)")
    games()
    applying()
    commands()
