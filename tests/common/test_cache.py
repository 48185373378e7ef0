"""The cache when Redis is there, goes away, and comes back."""

import pytest
from django.test import Client
from django.urls import reverse
from redis.exceptions import ConnectionError as Away

from common import cache as module
from common.cache import PatientRedisCache

# A port that nobody can listen on.
NOWHERE = "redis://127.0.0.1:1/1"


@pytest.fixture(autouse=True)
def _rested():
    module._asked_again_at.clear()
    yield
    module._asked_again_at.clear()
    PatientRedisCache(NOWHERE, {})._spare.clear()


@pytest.fixture
def away() -> PatientRedisCache:
    return PatientRedisCache(NOWHERE, {"OPTIONS": {"socket_timeout": 1}})


def test_every_operation_works_without_redis(away):
    assert away.get("a", "none") == "none"
    away.set("a", 1)
    assert (away.get("a"), away.incr("a"), away.has_key("a"), away.touch("a", 60)) == (1, 2, True, True)
    assert (away.add("a", 5), away.add("b", [1])) == (False, True)
    away.set_many({"c": 3})
    assert away.get_many(["a", "b", "c"]) == {"a": 2, "b": [1], "c": 3}
    assert away.delete("c")
    away.delete_many(["b"])
    assert away.get_or_set("d", lambda: 4) == 4
    away.clear()
    assert away.get("a") is None


def test_a_redis_that_failed_is_left_alone_for_a_while_and_then_asked_again(away, monkeypatch):
    asked: list[float] = []
    now = 100.0
    gone = True

    class Client:
        """What stands between Django and Redis."""

        def get(self, key: str, default: object) -> object:
            asked.append(now)
            if gone:
                raise Away("nobody answers")
            return "from redis"

    monkeypatch.setattr(module.time, "monotonic", lambda: now)
    away._cache = Client()
    assert away.get("a", "spare") == "spare"
    now = 104.9
    assert away.get("a", "spare") == "spare"
    gone, now = False, 105.0
    assert away.get("a", "spare") == "from redis"
    assert asked == [100.0, 105.0]


@pytest.mark.django_db
def test_wrong_passwords_are_still_counted_and_nothing_breaks(settings):
    settings.CACHES = {"default": {"BACKEND": "common.cache.PatientRedisCache", "LOCATION": NOWHERE}}
    client = Client()
    wrong = {"login": "ann@example.org", "password": "не тот пароль"}
    pages = [client.post(reverse("account_login"), wrong) for _attempt in range(6)]
    assert [page.status_code for page in pages] == [200] * 6
    assert ["Слишком много попыток" in page.content.decode() for page in pages] == [False] * 5 + [True]
