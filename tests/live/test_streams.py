"""The process of the streams, with a real broker: who gets in, what is heard, and how it ends."""

import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.conf import settings as site

from common import channels, nudges
from scripts.run import streams
from tests.run.site import clean_environment, free_port
from tests.servers import die_with_parent, valkey_binary

pytestmark = [pytest.mark.servers, pytest.mark.timeout(120)]

ROOT = Path(__file__).resolve().parent.parent.parent
PUBLIC, MINE, THEIRS = (channels.channel("persona", name) for name in ("public", "mine", "theirs"))
ME = channels.of_user(7)


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

    def stop(self, by: signal.Signals = signal.SIGTERM, seconds: float = 10) -> int:
        """Send a signal and wait; returns the exit code."""
        assert self.process is not None
        self.process.send_signal(by)
        return self.process.wait(seconds)


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

    def rest(self, seconds: float = 10) -> bytes:
        """Return all that comes until the stream ends."""
        self.socket.settimeout(seconds)
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


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """Run both for all tests of this module."""
    live = Live(tmp_path_factory.mktemp("live"))
    live.broker.start()
    live.streams.start()
    live.wait_until(200)
    yield live
    live.streams.stop()
    live.broker.stop()


@pytest.fixture
def live(running: Live, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Live:
    """The two, with this process as a publisher."""
    settings.REDIS_URL = running.url
    monkeypatch.setattr(nudges, "_broker", nudges._Broker())
    return running


def at(seconds_ago: int, *games: list[str]) -> str:
    """Return a ticket that was issued some time ago."""
    with time_machine.travel(datetime.now(UTC) - timedelta(seconds=seconds_ago), tick=False):
        return channels.make_ticket(games)


def test_only_a_good_ticket_opens_a_stream(live: Live) -> None:
    good = channels.make_ticket([[MINE]])
    for query in ("", "?ticket=", "?ticket=x", f"?ticket={good[:-1]}", f"?ticket={at(46, [MINE])}", "?ticket=%ff&a=b"):
        assert live.get(f"/events/{query}").status == 403, query
    assert live.get("/").status == live.get("/events").status == 404
    assert live.get(f"/events/?ticket={good}", "POST").status == 405
    answer = live.get(f"/events/?ticket={good}")
    assert answer.status == 200
    assert answer.getheader("content-type") == "text/event-stream"
    assert answer.getheader("cache-control") == "no-store" and answer.getheader("x-accel-buffering") == "no"
    assert answer.getheader("set-cookie") is None


def test_pages_of_the_site_may_read_and_no_others(live: Live) -> None:
    def allowed(origin: str, host: str) -> str | None:
        answer = live.get(f"/events/?ticket={channels.make_ticket([[MINE]])}", Origin=origin, Host=host)
        return answer.getheader("access-control-allow-origin")

    assert allowed("http://192.168.1.5:8000", "192.168.1.5:8001") == "http://192.168.1.5:8000"
    assert allowed("http://localhost:8000", "live.example.org") == "http://localhost:8000", "the site's own address"
    assert allowed("http://elsewhere.example", "192.168.1.5:8001") is None
    assert allowed("http://[", "192.168.1.5:8001") is None


def test_a_stream_hears_its_own_channels_and_no_more_than_that_something_is_new(live: Live) -> None:
    mine, theirs = Stream(live, [PUBLIC, MINE]), Stream(live, [], [PUBLIC, THEIRS])
    nudges.publish(channels.pack({MINE}))
    assert (mine.heard(), theirs.heard()) == (["0"], [])
    nudges.publish(channels.pack({PUBLIC}))
    assert (mine.heard(), theirs.heard()) == (["0"], ["1"])
    # What comes with something for all is not to be told from it.
    nudges.publish(channels.pack({PUBLIC, MINE}))
    assert (mine.heard(), theirs.heard()) == (["0"], ["1"])


def test_a_change_of_rights_ends_the_streams_of_whom_it_concerns(live: Live) -> None:
    mine, other, theirs = Stream(live, [MINE], holder=ME), Stream(live, [PUBLIC], holder=ME), Stream(live, [THEIRS])
    nudges.publish(channels.pack({channels.closing(MINE), PUBLIC}))
    assert mine.rest() == b"event: renew\ndata:\n\n"
    assert (other.heard(), theirs.heard()) == (["0"], [])
    nudges.publish(channels.pack({channels.closing(ME)}))
    assert other.rest() == b"event: renew\ndata:\n\n"
    assert theirs.heard() == []


def test_a_stream_ends_with_its_ticket(live: Live) -> None:
    stream = Stream(live, ticket=at(channels.LASTS - 3, [MINE]))
    begun = time.monotonic()
    assert stream.rest().endswith(b"event: renew\ndata:\n\n")
    assert time.monotonic() - begun < 6


def test_a_person_has_only_so_many(live: Live) -> None:
    many = [Stream(live, [MINE], holder=channels.of_user(8)) for _ in range(9)]
    assert many[0].rest() == b"", "the oldest ends"
    nudges.publish(channels.pack({MINE}))
    assert [one.heard() for one in many[1:]] == [["0"]] * 8


def test_whoever_goes_is_forgotten(live: Live) -> None:
    """Streams that their browsers have left do not count against the holder."""
    for _ in range(20):
        Stream(live, [MINE], holder=channels.of_user(9)).socket.close()
        time.sleep(0.02)
    kept = [Stream(live, [MINE], holder=channels.of_user(9)) for _ in range(8)]
    nudges.publish(channels.pack({MINE}))
    assert [one.heard() for one in kept] == [["0"]] * 8


def test_while_the_broker_is_away_there_are_no_streams_and_then_there_are_again(live: Live) -> None:
    stream = Stream(live, [MINE])
    live.broker.stop(signal.SIGKILL)
    assert stream.rest() == b"", "pages then ask by themselves"
    live.wait_until(503)
    assert live.get(f"/events/?ticket={channels.make_ticket([[MINE]])}").status == 503
    nudges.publish(channels.pack({MINE}))
    live.broker.start()
    live.wait_until(200)
    nudges._broker.until = 0
    again = Stream(live, [MINE])
    nudges.publish(channels.pack({MINE}))
    assert again.heard() == ["0"]
    said = live.streams.log.read_text()
    assert said.count("no streams while the broker is away") == 1 and "the broker is back" in said
    assert "Traceback" not in said and MINE not in said


def test_it_stops_at_once_with_streams_open(live: Live) -> None:
    many = [Stream(live, [PUBLIC], holder=channels.of_user(number)) for number in range(40)]
    begun = time.monotonic()
    assert live.streams.stop() == 0
    assert time.monotonic() - begun < 3
    assert {one.rest() for one in many} == {b""}
    said = live.streams.log.read_text()
    assert "Killing" not in said and "Traceback" not in said, said
    live.streams.start()
    live.wait_until(200)


def test_it_has_no_database() -> None:
    """Django's apps are never loaded, so there is no model that could ask one."""
    program = (
        "import mafiaforum.streams, sys; from common import channels; channels.read_ticket(channels.make_ticket([]));"
        "from django.apps import apps; print(apps.ready, {'accounts', 'forum', 'games'} & set(sys.modules))"
    )
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "mafiaforum.settings", "SECRET_KEY": "x"}
    answer = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    assert answer.stdout.strip() == "False set()"
