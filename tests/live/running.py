"""A broker and the process of the streams, as the tests start and stop them, and a stream read as a browser would."""

import http.client
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

from django.conf import settings as site

from common import channels
from scripts.run import streams
from tests.run.site import ROOT, clean_environment, free_port
from tests.servers import die_with_parent, valkey_binary


class Server:
    """A program with a log, to be started and stopped."""

    def __init__(self, command: list[str], log: Path, **environment: str) -> None:
        self.command, self.log, self.environment = command, log, environment
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, with nothing in its environment but what was said."""
        with self.log.open("ab") as output:
            self.process = subprocess.Popen(
                self.command,
                cwd=ROOT,
                env=clean_environment(self.environment),
                stdout=output,
                stderr=output,
                preexec_fn=die_with_parent,
            )

    def stop(self, by: signal.Signals = signal.SIGTERM) -> int:
        """Send a signal and wait; returns the exit code."""
        assert self.process is not None
        self.process.send_signal(by)
        return self.process.wait(10)


class Live:
    """A broker and the process of the streams beside it."""

    def __init__(self, folder: Path) -> None:
        path = folder / "broker.sock"
        self.port = free_port()
        self.url = f"unix://{path}"
        broker = [valkey_binary(), "--port", "0", "--unixsocket", str(path), "--dir", str(folder), "--save", ""]
        self.broker = Server(broker, folder / "broker.log")
        command = [sys.executable, *streams("127.0.0.1", self.port)[1:]]
        own = {"REDIS_URL": self.url, "VAR_DIR": str(folder), "SECRET_KEY": site.SECRET_KEY}
        self.streams = Server(command, folder / "streams.log", **own)

    def get(self, path: str, method: str = "GET", **headers: str) -> http.client.HTTPResponse:
        """Ask, and return the answer with its body unread."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        connection.request(method, path, headers=headers)
        return connection.getresponse()

    def wait_until(self, status: int) -> None:
        """Wait until the streams say of themselves that they hear the broker (200) or don't (503)."""
        limit = time.monotonic() + 20
        while time.monotonic() < limit:
            try:
                if self.get("/events/health").status == status:
                    return
            except OSError:
                pass
            time.sleep(0.05)
        raise AssertionError(self.streams.log.read_text())


class Stream:
    """An open stream, read as a browser would."""

    def __init__(self, live: Live, *games: list[str], holder: str = "", ticket: str = "") -> None:
        ticket = ticket or channels.make_ticket(games, holder)
        self.socket = socket.create_connection(("127.0.0.1", live.port), timeout=10)
        self.socket.sendall(f"GET /events/?ticket={ticket} HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n".encode())
        self.text = b""
        head, _, self.text = self.read_to(b": open\n\n").partition(b"\r\n\r\n")
        assert b" 200 " in head, head
        self.text = self.text.removeprefix(b": open\n\n")

    def read_to(self, end: bytes) -> bytes:
        """Read until something has come."""
        while end not in self.text:
            more = self.socket.recv(4096)
            assert more, f"ended with {self.text!r}"
            self.text += more
        return self.text

    def rest(self) -> bytes:
        """Return all that comes until the stream ends."""
        self.socket.settimeout(10)
        while more := self.socket.recv(4096):
            self.text += more
        return self.text

    def heard(self) -> list[str]:
        """Return the events that have come by now: data, or the name of an event."""
        self.socket.settimeout(0.3)
        try:
            while more := self.socket.recv(4096):
                self.text += more
        except TimeoutError:
            pass
        blocks = [block for block in self.text.decode().split("\n\n") if block.strip(":\n")]
        self.text = b""
        return [block.removeprefix("data: ") for block in blocks]
