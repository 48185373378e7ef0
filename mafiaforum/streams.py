"""The live streams: a process of its own, without pages and without a database.

    granian --interface asgi --backpressure 20000 mafiaforum.streams:application

`GET /events/?ticket=...` answers with server-sent events. A message without a name is a nudge: its
data is the position, in the ticket, of the game that has changed, and nothing else. `renew` says
that the stream ends and another ticket must be asked for: the old one has run out, or the rights
of its holder have changed. `GET /events/health` says whether the broker is heard.

Why a stream that was opened under old rights tells nothing new stands in `common.channels`. What
one transaction changes is one message of the broker and one event of a stream, whichever of its
channels are in it: at dawn every browser gets the same bytes, whether a letter came as well or not.

While the broker is away nobody could be nudged: then streams are refused and ended, and the pages
ask for news by themselves until it is back.
"""

import asyncio
import contextlib
import logging.config
import os
import resource
import signal
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import parse_qs, urlsplit

import redis.asyncio as redis

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mafiaforum.settings")

from django.conf import settings  # noqa: E402
from django.core import signing  # noqa: E402

from common import channels  # noqa: E402

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

logger = logging.getLogger(__name__)

# A sign of life, so that nothing between here and the browser thinks the line dead.
BEAT = 20.0
# So many streams of one person, on all devices; and of one ticket, where nobody is logged in.
MOST_OF_ONE = 8
MOST_AT_ALL = 18_000
# After the broker was lost it is tried again after this, then twice as long, up to the second figure.
FIRST_PAUSE, LONGEST_PAUSE = 0.3, 5.0

_OPEN = b": open\n\n"
_BEAT = b":\n\n"
_RENEW = b"event: renew\ndata:\n\n"


class Stream:
    """One open stream: what it hears, and what must be said over it."""

    __slots__ = ("beat_at", "due", "ends_at", "games", "holder", "over", "said", "wake")

    def __init__(self, games: tuple[frozenset[str], ...], holder: str, now: float, lasts: float) -> None:
        self.games = games
        self.holder = holder
        self.ends_at = now + lasts
        self.beat_at = now + BEAT
        self.due: set[int] = set()
        # Whether it is to end, and whether its browser shall come again at once.
        self.over = self.said = False
        self.wake = asyncio.Event()

    def nudge(self, name: str) -> None:
        """Note which game has changed."""
        self.due.update(place for place, one in enumerate(self.games) if name in one)
        self.wake.set()

    def end(self, *, renew: bool) -> None:
        """Let it end; with `renew` the browser is told to ask for another ticket."""
        self.over, self.said = True, self.said or renew
        self.wake.set()

    def words(self) -> bytes:
        """Return what is to be sent now, and forget it."""
        self.wake.clear()
        text = b"".join(b"data: %d\n\n" % place for place in sorted(self.due)) or (b"" if self.over else _BEAT)
        self.due.clear()
        return text + (_RENEW if self.said else b"")


class Hub:
    """All streams of this process, by channel and by holder."""

    def __init__(self) -> None:
        self.listening = False
        self.streams: dict[Stream, None] = {}
        self.by_channel: dict[str, dict[Stream, None]] = {}
        self.by_holder: dict[str, dict[Stream, None]] = {}

    def add(self, stream: Stream) -> None:
        """Let a stream hear its channels. The oldest of too many of one holder ends."""
        theirs = self.by_holder.setdefault(stream.holder, {})
        if len(theirs) >= MOST_OF_ONE:
            oldest = next(iter(theirs))
            oldest.end(renew=False)
            self.remove(oldest)
        self.by_holder.setdefault(stream.holder, {})[stream] = None
        self.streams[stream] = None
        for name in frozenset().union(*stream.games):
            self.by_channel.setdefault(name, {})[stream] = None

    def remove(self, stream: Stream) -> None:
        """Forget a stream; one that is not there is nothing."""
        if self.streams.pop(stream, 0) == 0:
            return
        _drop(self.by_holder, stream.holder, stream)
        for name in frozenset().union(*stream.games):
            _drop(self.by_channel, name, stream)

    def tell(self, message: str) -> None:
        """Pass on what the broker says."""
        nudged, closed = channels.unpack(message)
        for name in nudged:
            for stream in self.by_channel.get(name, ()):
                stream.nudge(name)
        for name in closed:
            for stream in (*self.by_channel.get(name, ()), *self.by_holder.get(name, ())):
                stream.end(renew=True)

    def end_all(self) -> None:
        """End every stream."""
        for stream in self.streams:
            stream.end(renew=False)

    def look(self, now: float) -> None:
        """End what has lasted long enough, and give a sign of life where all was quiet."""
        for stream in self.streams:
            if now >= stream.ends_at:
                stream.end(renew=True)
            elif now >= stream.beat_at:
                stream.beat_at = now + BEAT
                stream.wake.set()


def _drop(index: dict[str, dict[Stream, None]], name: str, stream: Stream) -> None:
    found = index[name]
    del found[stream]
    if not found:
        del index[name]


hub = Hub()


# ---------- the broker ----------


async def listen() -> None:
    """Hear the broker for ever. While it is away there are no streams."""
    pause, said = FIRST_PAUSE, False
    while True:
        try:
            # A subscriber waits for as long as nothing happens: no limit on that, only on a dead line.
            async with (
                redis.from_url(
                    settings.REDIS_URL, socket_timeout=None, socket_connect_timeout=2, health_check_interval=10
                ) as client,
                client.pubsub(ignore_subscribe_messages=True) as line,
            ):
                await line.subscribe(channels.topic())
                await line.get_message(timeout=2)
                if said:
                    logger.warning("the broker is back")
                pause, said, hub.listening = FIRST_PAUSE, False, True
                while True:
                    message = await line.get_message(timeout=5)
                    if message is not None:
                        hub.tell(message["data"].decode())
        except (redis.RedisError, OSError) as error:
            hub.listening = False
            hub.end_all()
            if not said:
                logger.warning("no streams while the broker is away: %s", type(error).__name__)
            said = True
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)


async def look_after() -> None:
    """Look at all streams every second."""
    loop = asyncio.get_running_loop()
    while True:
        await asyncio.sleep(1)
        hub.look(loop.time())


# ---------- requests ----------


async def application(scope: Message, receive: Receive, send: Send) -> None:
    """The ASGI application."""
    if scope["type"] == "lifespan":
        await _live(receive, send)
    elif scope["type"] == "http":
        await _answer(scope, receive, send)


async def _live(receive: Receive, send: Send) -> None:
    """Begin and end with the server."""
    await receive()
    logging.config.dictConfig(settings.LOGGING)
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    tasks = [asyncio.create_task(work()) for work in ((listen, look_after) if settings.REDIS_URL else ())]
    await send({"type": "lifespan.startup.complete"})
    await receive()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await send({"type": "lifespan.shutdown.complete"})


def _end_with_the_server(loop: asyncio.AbstractEventLoop) -> None:
    """End all streams as soon as the server is asked to stop: it waits for them, and nobody else would.

    The server hears the signal through the loop; this is heard besides.
    """

    def asked(*_: object) -> None:
        loop.call_soon_threadsafe(hub.end_all)

    for number in (signal.SIGTERM, signal.SIGINT):
        if getattr(signal.getsignal(number), "__name__", "") != "asked":
            signal.signal(number, asked)


async def _answer(scope: Message, receive: Receive, send: Send) -> None:
    """Answer one request."""
    path, method = scope["path"], scope["method"]
    if path == f"{channels.PATH}health":
        return await _say(send, 200 if hub.listening else 503)
    if path != channels.PATH:
        return await _say(send, 404)
    if method != "GET":
        return await _say(send, 405)
    try:
        query = parse_qs(scope["query_string"].decode("ascii"), max_num_fields=4)
        ticket = channels.read_ticket(query["ticket"][0])
    except (KeyError, ValueError, signing.BadSignature):
        return await _say(send, 403)
    if not hub.listening or len(hub.streams) >= MOST_AT_ALL:
        return await _say(send, 503)
    now = asyncio.get_running_loop().time()
    stream = Stream(ticket.games, ticket.holder or query["ticket"][0], now, ticket.until - time.time())
    await _stream(stream, _allowed(scope), receive, send)


async def _stream(stream: Stream, allowed: list[tuple[bytes, bytes]], receive: Receive, send: Send) -> None:
    """Send what there is to say until the stream ends or the browser goes."""
    _end_with_the_server(asyncio.get_running_loop())
    headers = [
        (b"content-type", b"text/event-stream"),
        (b"cache-control", b"no-store"),
        (b"x-accel-buffering", b"no"),
        (b"x-content-type-options", b"nosniff"),
        *allowed,
    ]
    hub.add(stream)
    gone = asyncio.ensure_future(_until_gone(receive, stream))
    try:
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": _OPEN, "more_body": True})
        while not stream.over:
            await stream.wake.wait()
            await send({"type": "http.response.body", "body": stream.words(), "more_body": True})
        await send({"type": "http.response.body", "body": b""})
    finally:
        hub.remove(stream)
        gone.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await gone


async def _until_gone(receive: Receive, stream: Stream) -> None:
    """End a stream whose browser has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass
    stream.end(renew=False)


def _allowed(scope: Message) -> list[tuple[bytes, bytes]]:
    """Return the header that lets a page of this site read the answer: the site's own address, or any port of
    the host that was asked. The ticket is all that opens a stream; no cookie is ever looked at.
    """
    headers = dict(scope["headers"])
    origin = headers.get(b"origin", b"").decode("latin-1")
    try:
        same = urlsplit(origin).hostname == urlsplit(f"//{headers.get(b'host', b'').decode('latin-1')}").hostname
    except ValueError:
        return []
    if not origin or not (same or origin in (settings.SITE_URL, *settings.CSRF_TRUSTED_ORIGINS)):
        return []
    return [(b"access-control-allow-origin", origin.encode("latin-1")), (b"vary", b"origin")]


async def _say(send: Send, status: int) -> None:
    """Answer with a status alone."""
    headers = [(b"content-length", b"0"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b""})
