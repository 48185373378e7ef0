"""Lines for the person at the terminal."""

from __future__ import annotations  # old Pythons must come as far as the sentence about them

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


class Failure(Exception):
    """The work can't go on. The message is one clear sentence for the terminal; the exit code is 1."""


def say(line: str) -> None:
    """Print a line at once, so that progress is seen while it happens."""
    print(line, flush=True)


def fail(error: Failure) -> int:
    """Print the sentence of a failure to standard error; returns the exit code."""
    print(f"mafiaforum: {error}", file=sys.stderr, flush=True)
    return 1
