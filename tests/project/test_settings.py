"""Settings from the environment, read strictly."""

import os
import runpy
import ssl
from pathlib import Path
from typing import Any

import pytest
import redis
from django.core.exceptions import ImproperlyConfigured
from kombu import Connection

from mafiaforum import environment
from tests.servers import valkey
from tests.shape.source import ROOT


@pytest.fixture
def load(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Return a function that loads the site's settings with these variables and no others."""

    def loaded(**variables: str) -> dict[str, Any]:
        ours = (
            "SITE_",
            "DATABASE_",
            "REDIS_",
            "EMAIL_",
            "SECRET_",
            "DEVELOPMENT",
            "DEBUG",
            "ALLOWED_",
            "CSRF_",
            "TRUSTED_",
        )
        for name in list(os.environ):
            if name.startswith((*ours, "VAR_DIR", "LANGUAGE", "TIME_ZONE")):
                monkeypatch.delenv(name)
        for name, value in {"VAR_DIR": str(tmp_path / "var"), **variables}.items():
            monkeypatch.setenv(name, value)
        return runpy.run_path(str(ROOT / "mafiaforum/settings.py"))

    return loaded


def test_with_nothing_set(load: Any, tmp_path: Path) -> None:
    settings = load()
    assert settings["DATABASES"]["default"]["NAME"] == str(tmp_path / "var/mafiaforum.sqlite3")
    assert settings["DATABASES"]["default"]["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert settings["CELERY_BROKER_URL"] == "memory://"
    assert settings["EMAIL_FILE_PATH"] == str(tmp_path / "var/outbox")
    assert not settings["DEBUG"]
    assert not settings["DEVELOPMENT"]
    assert not settings["SESSION_COOKIE_SECURE"]
    assert "SECURE_PROXY_SSL_HEADER" not in settings


def test_the_key_is_made_once_and_for_our_eyes(load: Any, tmp_path: Path) -> None:
    first = load()["SECRET_KEY"]
    assert len(first) >= 50
    assert load()["SECRET_KEY"] == first
    assert (tmp_path / "var/secret_key").stat().st_mode & 0o077 == 0
    assert load(SECRET_KEY="mine")["SECRET_KEY"] == "mine"


def test_a_site_over_https(load: Any) -> None:
    settings = load(SITE_URL="https://mafia.example.org/", TRUSTED_PROXIES="1")
    assert settings["SITE_URL"] == "https://mafia.example.org"
    assert settings["ALLOWED_HOSTS"][0] == "mafia.example.org"
    assert settings["CSRF_TRUSTED_ORIGINS"] == ["https://mafia.example.org"]
    for cookie in ("SESSION", "CSRF", "LANGUAGE"):
        assert settings[f"{cookie}_COOKIE_SECURE"]
        assert settings[f"{cookie}_COOKIE_HTTPONLY"]
        assert settings[f"{cookie}_COOKIE_SAMESITE"] == "Lax"
    assert settings["SECURE_HSTS_SECONDS"] > 0
    assert settings["SECURE_PROXY_SSL_HEADER"] == ("HTTP_X_FORWARDED_PROTO", "https")
    assert settings["DEFAULT_FROM_EMAIL"] == "noreply@mafia.example.org"


def test_the_servers(load: Any) -> None:
    settings = load(DATABASE_URL="postgres://me:p%40ss@db:5433/mafia", REDIS_URL="rediss://:word@cache:6380/2")
    database = settings["DATABASES"]["default"]
    assert database["ENGINE"] == "django.db.backends.postgresql"
    assert (database["USER"], database["PASSWORD"], database["HOST"], database["PORT"]) == ("me", "p@ss", "db", 5433)
    assert (database["NAME"], database["ATOMIC_REQUESTS"]) == ("mafia", False)
    assert settings["CELERY_BROKER_URL"] == "rediss://:word@cache:6380/2"
    assert settings["CELERY_BROKER_USE_SSL"] == {"ssl_cert_reqs": ssl.CERT_REQUIRED}
    assert settings["CACHES"]["default"]["LOCATION"] == "rediss://:word@cache:6380/3"


def test_a_broker_loses_no_work(load: Any) -> None:
    settings = load()
    assert settings["CELERY_TASK_ACKS_LATE"]
    assert settings["CELERY_TASK_REJECT_ON_WORKER_LOST"]
    assert settings["CELERY_TASK_IGNORE_RESULT"]
    assert settings["CELERY_RESULT_BACKEND"] is None
    assert settings["CELERY_WORKER_PREFETCH_MULTIPLIER"] == 1
    assert settings["CELERY_TIMEZONE"] == "UTC"
    longest = settings["CELERY_BROKER_TRANSPORT_OPTIONS"]["visibility_timeout"]
    assert longest > settings["CELERY_TASK_TIME_LIMIT"] > settings["CELERY_TASK_SOFT_TIME_LIMIT"]


def test_nothing_from_elsewhere_and_nothing_inline(load: Any) -> None:
    policy = load()["CONTENT_SECURITY_POLICY"]["DIRECTIVES"]
    assert policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"] == ["'none'"]
    assert {source for name, sources in policy.items() for source in sources} == {"'none'", "'self'"}


@pytest.mark.parametrize(
    ("url", "port", "tls", "over_ssl"),
    [
        ("smtp://post.example.org", 25, False, False),
        ("smtp://me:p%40ss@post.example.org", 587, True, False),
        ("smtps://me:p%40ss@post.example.org", 465, False, True),
        ("smtp://me:p%40ss@post.example.org:2525", 2525, True, False),
    ],
)
def test_a_mail_server(load: Any, url: str, port: int, tls: bool, over_ssl: bool) -> None:
    settings = load(EMAIL_URL=url)
    assert settings["EMAIL_BACKEND"].endswith("smtp.EmailBackend")
    assert settings["EMAIL_HOST"] == "post.example.org"
    assert (settings["EMAIL_PORT"], settings["EMAIL_USE_TLS"], settings["EMAIL_USE_SSL"]) == (port, tls, over_ssl)
    assert settings["EMAIL_HOST_PASSWORD"] == ("p@ss" if "@" in url else "")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DEBUG", "2"),
        ("TRUSTED_PROXIES", "-1"),
        ("TRUSTED_PROXIES", "٣"),
        ("LANGUAGE", "de"),
        ("TIME_ZONE", "../etc/passwd"),
        ("SITE_URL", "https://mafia.example.org/games"),
        ("SITE_URL", "https://me:secret@mafia.example.org"),
        ("SITE_URL", "https://"),
        ("DATABASE_URL", "mafiaforum"),
        ("DATABASE_URL", "postgres://db:70000/name"),
        ("DATABASE_URL", "postgres://[db/name"),
        ("DATABASE_URL", "sqlite://"),
        ("REDIS_URL", "redis://"),
        ("REDIS_URL", "unix://?db=x"),
        ("REDIS_URL", "unix:///path?db=x"),
        ("EMAIL_URL", "smtp://"),
        ("EMAIL_URL", "smtp://host/folder"),
    ],
)
def test_nothing_is_guessed(load: Any, name: str, value: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=f"^{name} .*\\.$") as caught:
        load(**{name: value})
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    ("url", "second"),
    [
        ("redis://host", "redis://host/1"),
        ("redis://:word@host:6379/4", "redis://:word@host:6379/5"),
        ("unix:///var/run/valkey.sock", "unix:///var/run/valkey.sock?db=1"),
        ("unix://:word@/var/run/valkey.sock?db=2", "unix://:word@/var/run/valkey.sock?db=3"),
    ],
)
def test_the_cache_has_a_database_of_its_own(url: str, second: str) -> None:
    assert environment.redis_with_database(url, above=1) == second


@pytest.mark.servers
@pytest.mark.parametrize("query", ["", "?db=5"])
def test_the_broker_is_found_where_the_url_says(query: str) -> None:
    with valkey() as url:
        with Connection(environment.broker(url + query)) as connection:
            with connection.SimpleQueue("letters") as queue:
                queue.put("a letter")
        with redis.Redis.from_url(url + query) as client:
            assert client.keys("letters") == [b"letters"]
