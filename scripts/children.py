"""Start, watch and stop the processes of the site.

One thread, no pipes: a child writes into its own log file, and the watcher reads what was added.
So a child never waits for the watcher, and its last words are there after any death.
"""

from __future__ import annotations  # old Pythons must come as far as the sentence about them

import contextlib
import ctypes
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from scripts.say import ROOT, say

PR_SET_PDEATHSIG = 1
LOG_LIMIT = 5_000_000
LOG_END = 15
LEVEL = re.compile(r"\b(DEBUG|INFO|WARNING|ERROR|CRITICAL)\b")
_libc = ctypes.CDLL(None) if sys.platform == "linux" else None


def _die_with_parent() -> None:
    """Run in the child before exec: Linux then stops it when the watcher is killed outright."""
    if _libc is not None:
        _libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


@dataclass
class Child:
    """One process with its log. `patience` is how many seconds it has to stop when asked."""

    name: str
    command: Sequence[str]
    patience: float
    log: Path
    process: subprocess.Popen[bytes] | None = None
    _read: int = 0
    _loud: bool = False
    _started_at: int = field(default=0)

    def start(self, environment: Mapping[str, str]) -> None:
        """Start it in a process group of its own, so that Ctrl-C reaches the watcher alone."""
        self.log.parent.mkdir(parents=True, exist_ok=True)
        if self.log.exists() and self.log.stat().st_size > LOG_LIMIT:
            self.log.replace(self.log.with_suffix(".old.log"))
        with self.log.open("ab") as output:
            self._read = self._started_at = output.seek(0, os.SEEK_END)
            self.process = subprocess.Popen(
                self.command,
                cwd=ROOT,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
                preexec_fn=_die_with_parent,
            )

    def ended(self) -> bool:
        """Say whether it has started and is no more."""
        return self.process is not None and self.process.poll() is not None

    def stop(self, hurry: Callable[[], bool]) -> bool:
        """Ask it to stop, wait for `patience` (or `hurry`), then kill its group. False: it had to be killed."""
        if self.process is None:
            return True
        if self.process.poll() is None:
            self.process.terminate()
        limit = time.monotonic() + self.patience
        while self.process.poll() is None and time.monotonic() < limit and not hurry():
            time.sleep(0.05)
        polite = self.process.poll() is not None
        self.kill()
        return polite

    def kill(self) -> None:
        """Kill whatever is left of its process group."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def tell_errors(self) -> None:
        """Print the errors that came into the log since the last look, with their tracebacks."""
        with self.log.open("rb") as log:
            log.seek(self._read)
            new = log.read()
        whole = new[: new.rfind(b"\n") + 1]
        self._read += len(whole)
        for line in whole.decode(errors="replace").splitlines():
            if level := LEVEL.search(line[:80]):
                self._loud = level[0] in ("ERROR", "CRITICAL")
            elif line.startswith("Traceback "):
                self._loud = True
            if self._loud:
                say(f"[{self.name}] {line}")

    def last_words(self) -> list[str]:
        """Return the last lines of the log since the start."""
        with self.log.open("rb") as log:
            log.seek(self._started_at)
            return log.read().decode(errors="replace").splitlines()[-LOG_END:]


class Stopped(Exception):
    """Somebody asked the watcher to stop (Ctrl-C, SIGTERM, a closed terminal)."""


class Watcher:
    """Runs steps one after the other, then keeps children alive until somebody says stop."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self.environment = dict(environment)
        self.children: list[Child] = []
        self._stop_signals = 0
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._asked_to_stop)

    def _asked_to_stop(self, _number: int, _frame: object) -> None:
        self._stop_signals += 1

    def pause(self, seconds: float) -> None:
        """Wait a little; Stopped as soon as somebody asks for it."""
        limit = time.monotonic() + seconds
        while True:
            if self._stop_signals:
                raise Stopped
            left = limit - time.monotonic()
            if left <= 0:
                return
            time.sleep(min(left, 0.05))

    def step(self, command: Sequence[str]) -> int:
        """Run a command to its end with its output on the terminal; returns its exit code."""
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=_die_with_parent,
        )
        try:
            while process.poll() is None:
                self.pause(0.05)
        finally:
            if process.poll() is None:
                process.terminate()
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(3)
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        return process.returncode

    def start(self, child: Child) -> None:
        """Start a child and watch it from now on."""
        self.children.append(child)
        child.start(self.environment)

    def dead(self) -> Child | None:
        """Look at every child's log; return one that has ended by itself."""
        for child in self.children:
            child.tell_errors()
        return next((child for child in self.children if child.ended()), None)

    def stop_all(self, order: Sequence[str]) -> None:
        """Stop the children in this order; a second signal kills what is left at once."""
        asked = self._stop_signals
        for child in sorted(self.children, key=lambda child: order.index(child.name)):
            if not child.stop(hurry=lambda: self._stop_signals > asked):
                say(f"{child.name} did not stop when asked and was killed.")
