"""Run all tests, stage by stage, each with the servers that it needs.

    python3.11 -m scripts.test [STAGE ...]

Every stage runs even when one before it failed, so that one run shows everything that is wrong.
The stages that wait for real clocks most of the time run after the others, two and two side by side.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from tempfile import TemporaryFile

from scripts import browser, install
from scripts.install import PYTHON
from scripts.say import ROOT, Failure, fail, say

# Some tests wait for a browser: one worker more than there are cores leaves none idle.
PARALLEL = ("-n", str(1 + max(2, os.cpu_count() or 2)), "--dist", "worksteal")
APART = (
    "--ignore=tests/concurrency",
    "--ignore=tests/e2e",
    "--ignore=tests/run",
    "--ignore=tests/games/test_bots_games.py",
)
SHOTS = ROOT / "tests" / "e2e" / "shots"


@dataclass(frozen=True)
class Stage:
    """One call of pytest."""

    name: str
    shows: str
    arguments: tuple[str, ...]
    # Waits for real clocks and servers most of the time: runs beside the others of the same number.
    beside: int = 0
    # Works all the time, and lets the others go first: they look at clocks, and this one does not. However long it
    # then waits, no time runs out: its tests are timed by their own work.
    yields: bool = False


STAGES = (
    # What takes long is said, so that it does not grow unseen.
    Stage("sqlite", "everything, on SQLite", (*PARALLEL, *APART, "--durations=30", "tests")),
    Stage(
        "postgres",
        "transactions, locks and names, on PostgreSQL",
        (*PARALLEL, *APART, "--postgres", "-m", "postgres", "tests"),
    ),
    Stage("concurrency", "workers side by side, on PostgreSQL with a real broker", ("tests/concurrency",), beside=1),
    Stage("run", "the commands themselves", ("-n", "2", "tests/run"), beside=1),
    # The browsers wait for each other; nine of them leave no room for anything that may not wait.
    Stage("e2e", "games in a browser", ("-n", "3", "--dist", "worksteal", "tests/e2e"), beside=2),
    # These do not wait, but use the time in which the browsers do.
    Stage("bots", "two hundred games of bots", ("-n", "2", "tests/games/test_bots_games.py"), beside=2, yields=True),
)


def run(stage: Stage, output: int | None = None) -> tuple[bool, str]:
    """Run one stage, with its output on the terminal or in an open file; returns whether it was green, and a line."""
    begun = time.monotonic()
    command = [*(("nice",) if stage.yields else ()), str(PYTHON), "-m", "pytest", *stage.arguments]
    # What one process has compiled is kept for all others, whatever the environment says of it.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    answer = subprocess.run(
        command, cwd=ROOT, env=environment, stdout=output, stderr=subprocess.STDOUT if output else None
    )
    took = time.monotonic() - begun
    good = answer.returncode == 0
    return good, f"{'ok    ' if good else 'FAILED'} {stage.name:<12} {took:6.0f} s"


def run_in_turn(stages: list[Stage]) -> list[tuple[bool, str]]:
    """Run stages one after the other, each with its output on the terminal."""
    results = []
    for stage in stages:
        say(f"\n=== {stage.name}: {stage.shows}")
        results.append(run(stage))
    return results


def run_together(stages: list[Stage]) -> list[tuple[bool, str]]:
    """Run stages side by side; what each has to say comes whole, in their order."""
    say(f"\n=== side by side: {', '.join(stage.name for stage in stages)}")
    with ThreadPoolExecutor(max_workers=len(stages)) as pool, ExitStack() as files:
        outputs = [files.enter_context(TemporaryFile()) for _stage in stages]
        running = [pool.submit(run, stage, output.fileno()) for stage, output in zip(stages, outputs, strict=True)]
        results = []
        for stage, output, future in zip(stages, outputs, running, strict=True):
            results.append(future.result())
            output.seek(0)
            say(f"\n=== {stage.name}: {stage.shows}\n{output.read().decode(errors='replace')}")
    return results


def main(names: list[str]) -> int:
    """Run the named stages, or all; returns the exit code."""
    stages = [stage for stage in STAGES if not names or stage.name in names]
    if unknown := set(names) - {stage.name for stage in STAGES}:
        return fail(Failure(f"There is no stage {', '.join(sorted(unknown))}."))
    try:
        install.ensure(install.DEV)
        if any(stage.name == "e2e" for stage in stages):
            browser.ensure()
    except Failure as error:
        return fail(error)
    results = run_in_turn([stage for stage in stages if not stage.beside])
    for number in sorted({stage.beside for stage in stages} - {0}):
        results += run_together([stage for stage in stages if stage.beside == number])
    say("\n" + "\n".join(line for _good, line in results))
    if any(stage.name == "e2e" for stage in stages):
        say(f"Screenshots: {SHOTS}")
    return 0 if all(good for good, _line in results) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
