"""The process of the streams, with a real broker: who gets in, what is heard, and how it ends."""

import os
import signal
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from common import channels, nudges
from tests.live.running import Live, Stream
from tests.run.site import ROOT

pytestmark = [pytest.mark.servers, pytest.mark.timeout(120)]

PUBLIC, MINE, THEIRS = (channels.channel("persona", name) for name in ("public", "mine", "theirs"))
ME = channels.of_user(7)


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
