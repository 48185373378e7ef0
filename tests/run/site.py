"""A copy of the project in a folder of its own, and the command that runs it."""

import http.client
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.servers import die_with_parent

ROOT = Path(__file__).resolve().parent.parent.parent
LEFT_OUT = (".git", ".venv", "var", "__pycache__", ".*_cache", ".hypothesis", "tests", "docs", "shots")
START_SECONDS = 90.0
STOP_SECONDS = 25.0


def copy_project(folder: Path) -> Path:
    """Copy the project as a fresh clone would hold it; its environment is this one's."""
    copy = folder / "mafiaforum"
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*LEFT_OUT))
    (copy / ".venv").symlink_to(sys.prefix)
    return copy


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def clean_environment(settings: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of a person who has set nothing but `settings`."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "TMPDIR") if name in os.environ}
    return {**kept, "LANG": "C.UTF-8", **settings}


def descendants(pid: int) -> set[int]:
    """Return the processes below one, from /proc."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                status = (entry / "status").read_text()
            except OSError:
                continue
            parents[int(entry.name)] = int(re.search(r"^PPid:\s+(\d+)", status, re.MULTILINE)[1])  # type: ignore[index]
    found = {pid}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return found - {pid}


def alive(pids: set[int]) -> set[int]:
    """Return those that run (a zombie does not)."""
    running = set()
    for pid in pids:
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            continue
        if state != "Z":
            running.add(pid)
    return running


def wait_until_gone(pids: set[int], seconds: float) -> set[int]:
    """Wait until none runs; returns those that still do."""
    limit = time.monotonic() + seconds
    while (left := alive(pids)) and time.monotonic() < limit:
        time.sleep(0.05)
    return left


class Site:
    """The command, started in a folder; use it with `with`. An empty setting is as none."""

    def __init__(self, folder: Path, make: bool = False, **settings: str) -> None:
        self.folder = folder
        self.port = free_port()
        settings.setdefault("PORT", str(self.port))
        self.events_port = free_port()
        settings.setdefault("EVENTS_PORT", str(self.events_port))
        # Bots at play would only take time from what is looked at; one test lets them.
        settings.setdefault("DEMO", "off")
        self.log = folder / f"output-{self.port}.log"
        with self.log.open("wb") as output:
            self.process = subprocess.Popen(
                ("make", "run") if make else (sys.executable, "-m", "scripts.run"),
                cwd=folder,
                env=clean_environment(settings),
                stdout=output,
                stderr=output,
                start_new_session=True,
                preexec_fn=die_with_parent,
            )
        self.family: set[int] = set()

    def __enter__(self) -> "Site":
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        for pid in alive(self.family):
            os.kill(pid, signal.SIGKILL)

    def output(self) -> str:
        """Return all that it has printed."""
        return self.log.read_text(errors="replace")

    def wait_until_open(self) -> None:
        """Wait for the line with the address, and note who belongs to the family."""
        limit = time.monotonic() + START_SECONDS
        while " is open at " not in self.output():
            assert self.process.poll() is None, self.output()
            assert time.monotonic() < limit, self.output()
            time.sleep(0.05)
        self.family = descendants(self.process.pid)

    def child(self, part: str) -> int:
        """Return the first process of the family whose command line holds `part`."""
        for pid in sorted(self.family):
            line = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
            if part in line:
                return pid
        raise AssertionError(f"nobody runs {part}")

    def get(self, path: str) -> tuple[int, dict[str, str], bytes]:
        """Ask the web server; returns status, headers and body."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        connection.request("GET", path)
        answer = connection.getresponse()
        result: tuple[int, Any, bytes] = (answer.status, dict(answer.getheaders()), answer.read())
        connection.close()
        return result

    def stop(self, by: signal.Signals) -> int:
        """Send a signal and wait; returns the exit code."""
        self.process.send_signal(by)
        return self.process.wait(STOP_SECONDS)
