"""Thousands of random games: `python -m tests.engine.many [GAMES] [FIRST]`.

Each game is checked as in the tests, on all cores. What never came about is said at the end; a game
that fails is named by its seed and shown. Exit code 1 where anything fails.
"""

import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from tests.engine.properties import Summary, play

CHUNK = 50


def batch(first: int, last: int) -> tuple[Summary, list[str]]:
    """Play the games of these seeds; return what happened in them, and which fail."""
    found, failures = Summary(), []
    for seed in range(first, min(first + CHUNK, last)):
        try:
            found.add(play(seed)[1])
        except AssertionError as error:
            failures.append(str(error))
    return found, failures


def main(games: int = 5000, first: int = 0) -> int:
    """Play so many games from a seed on; return the exit code."""
    begun = time.perf_counter()
    found, failures = Summary(), []
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for some, failed in pool.map(partial(batch, last=first + games), range(first, first + games, CHUNK)):
            found.add(some)
            failures += failed
    took = time.perf_counter() - begun
    print("\n\n".join(failures[:5]), end="\n\n" if failures else "")
    print(f"{found.games} games, {found.events} events in {took:.0f} s: {found.games / took:.0f} games/s")
    print("ends:", ", ".join(f"{name} {count}" for name, count in found.ended.most_common()))
    rare = [f"{name} {count}" for name, count in found.seen.most_common() if count < games / 100]
    print("rare:", ", ".join(rare) or "nothing")
    never = found.missing(rare=True)
    print(f"never: {', '.join(never) or 'nothing'}; {len(failures)} games fail")
    return 1 if failures or (games >= 2000 and never) else 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
