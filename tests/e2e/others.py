"""Everybody who has no browser in a test."""

import json
import os
import subprocess
import sys

from scripts.run import socket_path
from tests.e2e.people import Person, Town
from tests.run.site import ROOT, Site

# The player of a game of `director.py` whose browser is looked at.
WHO = "Груздь"


class Others:
    """Everybody else at the running site, in a process of their own (`director.py`), who act when they are told to."""

    def __init__(self, site: Site, *words: str, director: str = "director") -> None:
        var = site.folder / "var"
        environment = {**os.environ, "VAR_DIR": str(var), "REDIS_URL": f"unix://{socket_path(var)}"}
        for name in ("SECRET_KEY", "DATABASE_URL"):
            environment.pop(name, None)
        self.process = subprocess.Popen(
            [sys.executable, "-m", f"tests.e2e.{director}", *words],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        answer = json.loads(self._answer())
        self.url: str = answer["url"]
        self.sessions: dict[str, str] = answer["sessions"]

    def _answer(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def do(self, *words: str) -> str:
        """Let somebody do something, wait until it is done, and return what there is to say of it."""
        assert self.process.stdin is not None
        print(*words, file=self.process.stdin, flush=True)
        done, _blank, more = self._answer().strip().partition(" ")
        assert done == "done"
        return more

    def come(self, town: Town, name: str, email: str = "", *, scripts: bool = True) -> Person:
        """Let one of them in with a browser, who has a session already; the address counts where one logs in again."""
        person = town.person(email or f"{name}@example.org", scripts=scripts)
        person.context.add_cookies([{"name": "sessionid", "value": self.sessions[name], "url": town.url}])
        return person

    def stop(self) -> None:
        """Let them go."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        assert self.process.wait(10) == 0
