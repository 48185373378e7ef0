"""The cache of the site: Redis, and the process's own memory while Redis is away.

Rate limits count in the cache. Without Redis they must neither fall (anybody could guess passwords)
nor take log-in down with them: each process then counts for itself until Redis is back.
"""

import logging
import time
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

# How long Redis is left alone after it has failed, so that one that hangs doesn't hold up every page.
REST_SECONDS = 5.0
# When each server may be asked again, for all threads of the process.
_asked_again_at: dict[str, float] = {}


class PatientRedisCache(RedisCache):
    """Django's cache in Redis, with a spare. Raises nothing when Redis can't be reached."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._server = server
        self._spare = LocMemCache(f"spare of {server}", params)


def _patient(name: str) -> Callable[..., Any]:
    """Make a method that asks Redis, and the spare when Redis fails or has just failed."""
    ask: Callable[..., Any] = getattr(RedisCache, name)

    def method(self: PatientRedisCache, *args: Any, **kwargs: Any) -> Any:
        if time.monotonic() >= _asked_again_at.get(self._server, 0):
            try:
                return ask(self, *args, **kwargs)
            except RedisError as error:
                _asked_again_at[self._server] = time.monotonic() + REST_SECONDS
                logger.warning("the cache is away (%s), each process counts for itself", type(error).__name__)
        return getattr(self._spare, name)(*args, **kwargs)

    method.__name__ = method.__qualname__ = name
    return method


for _name in (
    "add",
    "get",
    "set",
    "touch",
    "delete",
    "has_key",
    "incr",
    "get_many",
    "set_many",
    "delete_many",
    "clear",
):
    setattr(PatientRedisCache, _name, _patient(_name))
