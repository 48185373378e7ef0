"""`make run`: starts, answers, keeps its data, and stops without leaving anybody behind."""

import http.client
import json
import os
import signal
import sqlite3
import stat
import time
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.run.site import Site, alive, wait_until_gone
from tests.servers import postgres, valkey

pytestmark = [pytest.mark.servers, pytest.mark.timeout(240)]


def test_make_run_opens_the_site_and_sigterm_closes_it(folder: Path) -> None:
    with Site(folder, make=True, DEMO="") as site:
        site.wait_until_open()
        # Somebody who has just installed it finds a game to watch, one to read and one to join.
        _status, _headers, front = site.get("/")
        assert "играют боты" in front.decode() and "Пробная партия" in front.decode()
        assert "Недавно в городе" in front.decode()
        status, headers, body = site.get("/healthz")
        assert (status, json.loads(body)) == (200, {"ok": True, "database": "ok", "tick": "ok", "games": "ok"})
        assert "default-src 'none'" in headers["content-security-policy"]
        assert f"http://localhost:{site.port}" in site.output()
        assert len(site.family) >= 7  # the watcher, web server, streams, their workers, worker, beat, broker
        streams = [_stream(site) for _ in range(3)]
        with Site(folder) as second:
            assert second.process.wait(30) == 1
            assert second.output().count("\n") == 1
            assert "already runs in this folder" in second.output()
        begun = time.monotonic()
        site.process.terminate()
        site.process.wait(25)
        assert wait_until_gone(site.family, 5) == set()
        assert time.monotonic() - begun < 12
        assert [stream.read() for stream in streams] == [b": open\n\n"] * 3  # open to the end, and then closed
        assert "killed" not in site.output()
        assert "Traceback" not in site.output()


def test_a_second_start_is_quick_and_keeps_the_data(folder: Path) -> None:
    database = folder / "var/mafiaforum.sqlite3"
    with Site(folder) as site:
        site.wait_until_open()
        assert site.stop(signal.SIGINT) == 0
        assert wait_until_gone(site.family, 5) == set()
    key = (folder / "var/secret_key").read_text()
    with sqlite3.connect(database) as connection:
        connection.execute("CREATE TABLE kept AS SELECT 7 AS number")
    begun = time.monotonic()
    with Site(folder) as site:
        site.wait_until_open()
        took = time.monotonic() - begun
        assert site.stop(signal.SIGTERM) == 0
    assert took < 30  # a few seconds on a machine that does nothing else
    assert "Installing" not in site.output()
    assert (folder / "var/secret_key").read_text() == key
    with sqlite3.connect(database) as connection:
        assert connection.execute("SELECT number FROM kept").fetchone() == (7,)


def test_what_the_site_writes_is_for_its_own_eyes(folder: Path) -> None:
    with Site(folder) as site:
        site.wait_until_open()
        site.stop(signal.SIGTERM)
    for name in ("", "mafiaforum.sqlite3", "secret_key", "log/worker.log", "broker"):
        path = folder / "var" / name
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path


def test_a_child_that_dies_is_named_and_closes_the_site(folder: Path) -> None:
    with Site(folder) as site:
        site.wait_until_open()
        os.kill(site.child("celery --app mafiaforum worker"), signal.SIGKILL)
        assert site.process.wait(25) == 1
        assert "The worker ended unexpectedly (exit code -9)" in site.output()
        assert wait_until_gone(site.family, 5) == set()


def test_a_child_that_hangs_is_killed(folder: Path) -> None:
    with Site(folder) as site:
        site.wait_until_open()
        os.kill(site.child("celery --app mafiaforum beat"), signal.SIGSTOP)
        assert site.stop(signal.SIGTERM) == 0
        assert "beat did not stop when asked and was killed" in site.output()
        assert wait_until_gone(site.family, 5) == set()


def test_nobody_outlives_a_watcher_that_is_killed_outright(folder: Path) -> None:
    with Site(folder) as site:
        site.wait_until_open()
        site.stop(signal.SIGKILL)
        assert wait_until_gone(site.family, 20) == set()
    with Site(folder) as site:  # and nothing is in the way of the next start
        site.wait_until_open()
        assert site.get("/healthz")[0] == 200


def test_runs_on_postgresql_and_a_server_of_its_own(folder: Path) -> None:
    with postgres() as database, valkey() as broker:
        with Site(folder, DATABASE_URL=database, REDIS_URL=broker, VAR_DIR="var-servers") as site:
            site.wait_until_open()
            status, _headers, body = site.get("/healthz")
            assert status == 200, body
            assert not any("valkey-server" in line for line in _command_lines(site.family))
            assert site.stop(signal.SIGTERM) == 0
        assert not (folder / "var-servers/mafiaforum.sqlite3").exists()


def test_a_long_path_still_has_room_for_the_socket(folder: Path) -> None:
    long = "var/" + "/".join(["a-folder-with-a-rather-long-name"] * 4)
    with Site(folder, VAR_DIR=long) as site:
        site.wait_until_open()
        assert site.get("/healthz")[0] == 200
        assert site.stop(signal.SIGTERM) == 0
        assert alive(site.family) == set()


def _stream(site: Site) -> http.client.HTTPResponse:
    """Open a live stream as a page does: where its ticket says."""
    _status, _headers, answer = site.get("/live/ticket/")
    url = urlsplit(json.loads(answer)["url"])
    assert (url.hostname, url.port) == ("127.0.0.1", site.events_port)
    connection = http.client.HTTPConnection("127.0.0.1", site.events_port, timeout=20)
    connection.request("GET", f"{url.path}?{url.query}")
    stream = connection.getresponse()
    assert stream.status == 200
    return stream


def _command_lines(pids: set[int]) -> list[str]:
    return [Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode() for pid in alive(pids)]
