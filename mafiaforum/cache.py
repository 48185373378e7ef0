"""The cache, which nobody may need in order to read, vote or log in."""

from collections.abc import Callable
from typing import Any

import redis
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache


class SteadyCache(RedisCache):
    """Keeps values in Redis, and in this process's memory while Redis is away.

    Rate limits then count for each process instead of for the site, which is better than a page
    that fails, and better than no limit.
    """

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self.memory = LocMemCache("while-redis-is-away", {**params, "OPTIONS": {}})


def _steady(name: str) -> Callable[..., Any]:
    """Make a method that tries Redis first."""

    def method(self: SteadyCache, *args: Any, **kwargs: Any) -> Any:
        try:
            return getattr(super(SteadyCache, self), name)(*args, **kwargs)
        except redis.RedisError:
            return getattr(self.memory, name)(*args, **kwargs)

    return method


METHODS = ("add", "get", "set", "touch", "delete", "incr", "has_key", "get_many", "set_many", "delete_many", "clear")
for _name in METHODS:
    setattr(SteadyCache, _name, _steady(_name))
