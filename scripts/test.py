"""Run all tests, stage by stage, each with the servers that it needs.

    python3.11 -m scripts.test [STAGE ...]

Every stage runs even when one before it failed, so that one run shows everything that is wrong.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import dataclass

from scripts import browser, install
from scripts.install import PYTHON
from scripts.say import ROOT, Failure, fail, say

PARALLEL = ("-n", str(max(2, os.cpu_count() or 2)), "--dist", "worksteal")
APART = ("--ignore=tests/concurrency", "--ignore=tests/e2e", "--ignore=tests/run")
SHOTS = ROOT / "tests" / "e2e" / "shots"


@dataclass(frozen=True)
class Stage:
    """One call of pytest."""

    name: str
    shows: str
    arguments: tuple[str, ...]


STAGES = (
    Stage("sqlite", "everything, on SQLite", (*PARALLEL, *APART, "tests")),
    Stage(
        "postgres",
        "transactions, locks and names, on PostgreSQL",
        (*PARALLEL, *APART, "--postgres", "-m", "postgres", "tests"),
    ),
    Stage("concurrency", "workers side by side, on PostgreSQL with a real broker", ("tests/concurrency",)),
    Stage("run", "the commands themselves", ("-n", "2", "tests/run")),
    # They wait for real clocks most of the time: two sites side by side.
    Stage("e2e", "games in a browser", ("-n", "2", "--dist", "worksteal", "tests/e2e")),
)


def run(stage: Stage) -> tuple[bool, str]:
    """Run one stage with its output on the terminal; returns whether it was green, and a line about it."""
    say(f"\n=== {stage.name}: {stage.shows}")
    begun = time.monotonic()
    answer = subprocess.run([str(PYTHON), "-m", "pytest", *stage.arguments], cwd=ROOT)
    took = time.monotonic() - begun
    good = answer.returncode == 0
    return good, f"{'ok    ' if good else 'FAILED'} {stage.name:<12} {took:6.0f} s"


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
    results = [run(stage) for stage in stages]
    say("\n" + "\n".join(line for _good, line in results))
    if any(stage.name == "e2e" for stage in stages):
        say(f"Screenshots: {SHOTS}")
    return 0 if all(good for good, _line in results) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
