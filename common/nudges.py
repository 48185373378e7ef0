"""Publishing nudges: after the commit, once for each transaction, and never at a request's cost."""

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial

import redis
from django.conf import settings
from django.db import transaction
from redis.backoff import NoBackoff
from redis.retry import Retry

from common import channels

logger = logging.getLogger(__name__)

# After a failure the broker is left alone for so many seconds, so that no request waits for it again and again.
QUIET = 5.0

_gathered: ContextVar[set[str] | None] = ContextVar("gathered", default=None)


def nudge(*names: str) -> None:
    """Nudge channels, once the open transaction is committed (at once outside of one)."""
    _gather(set(names))


def close(*names: str) -> None:
    """End the streams that hear these channels: their browsers must ask for another ticket."""
    _gather({channels.closing(name) for name in names})


def is_coming(name: str) -> bool:
    """Tell whether a channel will be nudged anyway by what has been gathered so far."""
    return name in (_gathered.get() or ())


@contextmanager
def together() -> Iterator[None]:
    """Let all that is nudged inside come as one. To be entered inside the transaction.

    So neither number nor order of what a transaction writes can be told from its nudges.
    """
    if _gathered.get() is not None:
        yield
        return
    signs: set[str] = set()
    token = _gathered.set(signs)
    try:
        yield
    finally:
        _gathered.reset(token)
    _promise(signs)


def _gather(signs: set[str]) -> None:
    gathered = _gathered.get()
    if gathered is not None:
        gathered |= signs
    else:
        _promise(signs)


def _promise(signs: set[str]) -> None:
    """Publish after the commit."""
    if signs:
        transaction.on_commit(partial(publish, channels.pack(signs)))


class _Broker:
    """The connection to the broker, and whether it is being left alone."""

    def __init__(self) -> None:
        self.client: redis.Redis | None = None
        self.until = 0.0
        self.away = False


_broker = _Broker()


def publish(message: str) -> None:
    """Hand a message to the broker. Where there is none, or it is away, nothing happens: pages ask by themselves."""
    if not settings.REDIS_URL or time.monotonic() < _broker.until:
        return
    try:
        if _broker.client is None:
            _broker.client = redis.Redis.from_url(
                settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1, retry=Retry(NoBackoff(), 1)
            )
        _broker.client.publish(channels.topic(), message)
    except redis.RedisError as error:
        _broker.until = time.monotonic() + QUIET
        if not _broker.away:
            logger.warning("no nudges while the broker is away: %s", type(error).__name__)
        _broker.away = True
        return
    if _broker.away:
        logger.warning("the broker is back, and nudges go out")
    _broker.away = False
