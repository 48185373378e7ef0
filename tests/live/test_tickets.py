"""Tickets and addresses of the live streams: who may hear what, for how long, and where."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core import signing
from django.http import HttpResponse
from django.test import RequestFactory, override_settings

from common import channels
from forum import nudges as forum
from games import services
from tests.factories import HOST, Played, client_of, make_game

NOON = datetime(2026, 6, 8, 9, 0, tzinfo=UTC)
A, B, C = (channels.channel("thread", letter) for letter in "abc")


def test_a_channel_tells_nothing_of_what_it_is() -> None:
    assert len({A, B, C, channels.channel("persona", "a"), channels.of_user(1)}) == 5
    assert all(len(name) == 22 and name.isascii() for name in (A, B, C))
    topic = channels.topic()
    with override_settings(SECRET_KEY="another"):
        assert channels.channel("thread", "a") != A, "without the key nobody can tell whose it is"
        assert channels.topic() != topic, "two sites on one broker do not hear each other"


def test_a_ticket_says_what_was_put_into_it_and_runs_out() -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        ticket = channels.make_ticket([[A, B], [], [C]], "holder")
        read = channels.read_ticket(ticket)
        assert read.games == (frozenset({A, B}), frozenset(), frozenset({C}))
        assert (read.holder, read.until) == ("holder", int(NOON.timestamp()) + channels.LASTS)
        clock.shift(timedelta(seconds=channels.LASTS))
        assert channels.read_ticket(ticket) == read
        clock.shift(timedelta(seconds=1))
        with pytest.raises(signing.SignatureExpired):
            channels.read_ticket(ticket)
    assert channels.LASTS <= 60


def test_a_ticket_can_be_neither_made_nor_altered() -> None:
    ticket, other = channels.make_ticket([[A]]), channels.make_ticket([[B]])
    body, stamp, mark = ticket.rsplit(":", 2)
    forged = [
        "",
        "x",
        "::",
        f"{body}:{stamp}",
        f"{other.rsplit(':', 2)[0]}:{stamp}:{mark}",  # another's channels under this signature
        f"{body}:{signing.b62_encode(signing.b62_decode(stamp) + 1)}:{mark}",  # for longer
        f"{body}:{stamp}:{mark[:-1]}",
        signing.TimestampSigner(salt="elsewhere").sign_object([[[A]], ""]),
        signing.TimestampSigner(key="guessed", salt="mafiaforum.live").sign_object([[[A]], ""]),
    ]
    for one in forged:
        with pytest.raises(signing.BadSignature):
            channels.read_ticket(one)


def test_what_goes_over_the_broker_comes_back() -> None:
    assert channels.unpack(channels.pack({A, B, channels.closing(C)})) == ({A, B}, {C})
    assert channels.unpack("") == (set(), set())


@pytest.mark.parametrize(
    ("host", "settings", "expected"),
    [
        ("localhost:8000", {}, "http://localhost:8001/events/"),
        ("192.168.1.5:8000", {"EVENTS_PORT": 9000}, "http://192.168.1.5:9000/events/"),
        ("[::1]:8000", {}, "http://[::1]:8001/events/"),
        ("mafia.lan", {}, "http://mafia.lan:8001/events/"),
        ("mafia.lan", {"HTTPS": True}, "/events/"),
        ("mafia.lan", {"TRUSTED_PROXIES": 1}, "/events/"),
        ("mafia.lan", {"EVENTS_URL": "https://live.example.org"}, "https://live.example.org/events/"),
    ],
)
def test_where_the_streams_are(host: str, settings: dict[str, object], expected: str) -> None:
    """At the host that the page was asked from (a phone in the same network), or behind the same proxy."""
    start = {"ALLOWED_HOSTS": ["*"], "EVENTS_PORT": 8001, "EVENTS_URL": "", "REDIS_URL": "unix:///x"}
    with override_settings(**{**start, **settings}):
        request = RequestFactory().get("/", headers={"host": host})
        assert channels.address(request) == expected
        response = channels.let_connect(request, HttpResponse())
        update = getattr(response, "_csp_update", None)
        assert update == (None if expected == "/events/" else {"connect-src": [expected.removesuffix("/events/")]})


# ---------- the page that issues them ----------


@pytest.fixture
def streams(settings) -> None:
    """A site with a broker; nobody connects to it here."""
    settings.REDIS_URL = "unix:///nowhere"


def heard(played: Played, who: str | None, *more: str) -> tuple[frozenset[str], ...]:
    """Return what the ticket of somebody (None: a visitor) lets them hear."""
    client = client_of(None if who is None else played.host_user if who == HOST else played.users[who])
    answer = client.get("/live/ticket/", {"game": [played.game.slug, *more]})
    assert answer["Cache-Control"] == "no-store, private"
    ticket = channels.read_ticket(answer.json()["url"].partition("?ticket=")[2])
    assert (ticket.holder != "") == (who is not None)
    return ticket.games


@pytest.mark.django_db
def test_everybody_hears_the_game_and_the_own_persona_alone(streams, clock) -> None:
    played = make_game(7, clock=clock).to_night()
    public = forum.of_thread(played.game.thread)
    assert heard(played, None) == (frozenset({public}),)
    for who in (*played.seats, HOST):
        assert heard(played, who) == (frozenset({public, forum.of_persona(played.persona(who))}),), who


@pytest.mark.django_db
def test_a_ticket_is_for_several_games_and_nothing_where_there_is_none(streams, clock) -> None:
    played, other = make_game(7, clock=clock), make_game(6, clock=clock, tag=" Б")
    mine, next_door, nothing = heard(played, "Груздь", other.game.slug, "nosuch")
    assert next_door == frozenset({forum.of_thread(other.game.thread)}) and nothing == frozenset()
    assert len(mine) == 2
    assert len(heard(played, None, *map(str, range(50)))) == channels.MOST_GAMES


@pytest.mark.django_db
def test_whoever_leaves_the_sign_up_hears_what_a_reader_hears(streams, clock) -> None:
    played = make_game(7, clock=clock)
    assert len(heard(played, "Груздь")[0]) == 2
    services.withdraw(game=played.game, seat=played.seats["Груздь"], at=played.now())
    assert heard(played, "Груздь") == (frozenset({forum.of_thread(played.game.thread)}),)


@pytest.mark.django_db
def test_pages_of_a_game_may_connect_and_say_what_they_hear(streams, clock) -> None:
    played = make_game(7, clock=clock).to_day()
    answer = played.client("Груздь").get(played.url())
    assert "connect-src 'self' http://testserver:8001;" in answer["Content-Security-Policy"] + ";"
    token = played.persona("Груздь").token[:8]
    assert f'data-game="{played.game.slug}" data-as="{token}" data-every="5"' in answer.content.decode()
    for where, pace in (("desk", 15), ("table", 5)):
        html = played.client(HOST).get(played.url(where)).content.decode()
        assert f'data-every="{pace}"' in html and "js/live.js" in html and 'hx-trigger="news, every 60s"' in html
    assert "testserver:8001" not in played.client("Груздь").get("/archive/")["Content-Security-Policy"]


@pytest.mark.django_db
def test_without_a_broker_there_is_no_stream(clock) -> None:
    played = make_game(6, clock=clock)
    answer = client_of(None).get("/live/ticket/", {"game": played.game.slug})
    assert answer.json() == {"url": "", "lasts": channels.LASTS}
    assert "8001" not in played.client("").get(played.url())["Content-Security-Policy"]
