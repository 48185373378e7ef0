"""The cache works on a real server, and goes on without it."""

import time
from pathlib import Path
from typing import Any

import pytest
from redis.backoff import NoBackoff
from redis.retry import Retry

from mafiaforum import environment
from mafiaforum.cache import METHODS, SteadyCache
from tests.servers import valkey

OPTIONS: dict[str, Any] = {"socket_timeout": 1, "socket_connect_timeout": 1, "retry": Retry(NoBackoff(), 1)}


def cache_of(url: str) -> SteadyCache:
    """Return the cache that the settings make of a REDIS_URL."""
    return SteadyCache(environment.redis_with_database(url, above=1), {"OPTIONS": dict(OPTIONS)})


def use(cache: SteadyCache) -> None:
    """Do everything that a cache can do."""
    cache.clear()
    assert cache.add("limit", 1)
    assert not cache.add("limit", 2)
    assert cache.incr("limit") == 2
    cache.set_many({"a": [1], "b": "б"})
    assert cache.get_many(["a", "b", "c"]) == {"a": [1], "b": "б"}
    assert cache.has_key("a")  # noqa: W601 - its name in Django
    assert cache.touch("a", 60)
    assert cache.delete("a")
    assert cache.get("a", "nothing") == "nothing"
    cache.delete_many(["b"])
    cache.set("kept", True)
    assert cache.get("kept") is True


@pytest.mark.servers
def test_with_a_server_and_when_it_goes_away() -> None:
    with valkey() as url:
        cache = cache_of(url)
        use(cache)
        assert cache.memory.get("kept") is None
    use(cache)
    assert cache.memory.get("kept") is True
    cache.memory.clear()


def test_nobody_waits_for_a_server_that_is_away(tmp_path: Path) -> None:
    cache = cache_of("redis://127.0.0.1:1/0")
    begun = time.monotonic()
    use(cache)
    assert time.monotonic() - begun < 5
    cache.memory.clear()


def test_no_method_is_forgotten() -> None:
    """Whatever the parent class does with the server is in the list."""
    own = {name for name in vars(SteadyCache.__base__) if not name.startswith("_")}
    assert own - {"get_backend_timeout"} == set(METHODS)
