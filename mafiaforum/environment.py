"""Strict reading of environment variables.

Nothing is guessed: what can't be read raises `ImproperlyConfigured` with one sentence that names
the variable and says what would be right. The sentences never repeat a URL, which may hold a password.
"""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qsl, unquote, urlencode, urlsplit
from zoneinfo import ZoneInfo

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

FLAGS = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}


def text(name: str, default: str = "") -> str:
    """Return the variable without the blanks around it; `default` when it is not set or empty."""
    return os.environ.get(name, "").strip() or default


def flag(name: str, *, default: bool) -> bool:
    """Read an on/off variable."""
    value = text(name).lower()
    if not value:
        return default
    if value not in FLAGS:
        raise ImproperlyConfigured(f"{name} must be on or off, not {value!r}.")
    return FLAGS[value]


def number(name: str, *, default: int, least: int, most: int) -> int:
    """Read a whole number between two bounds."""
    value = text(name)
    if not value:
        return default
    if not (value.isascii() and value.isdigit() and least <= int(value) <= most):
        raise ImproperlyConfigured(f"{name} must be a whole number from {least} to {most}, not {value!r}.")
    return int(value)


def words(name: str, default: Sequence[str] = ()) -> list[str]:
    """Read a list separated by commas."""
    return [word for word in (part.strip() for part in text(name).split(",")) if word] or list(default)


def choice(name: str, *, default: str, among: Sequence[str]) -> str:
    """Read one word of a set."""
    value = text(name, default)
    if value not in among:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(among)}, not {value!r}.")
    return value


def zone(name: str, *, default: str) -> str:
    """Read the IANA name of a time zone."""
    value = text(name, default)
    try:
        ZoneInfo(value)
    except (KeyError, ValueError, OSError):
        raise ImproperlyConfigured(f"{name} must name a time zone such as {default}, not {value!r}.") from None
    return value


def _split(name: str, value: str, form: str, schemes: Sequence[str]) -> SplitResult:
    """Split a URL with a good scheme and port."""
    try:
        parts = urlsplit(value)
        parts.port  # noqa: B018 - reading it is what checks it
    except ValueError:
        raise ImproperlyConfigured(f"{name} can't be read: it must look like {form}.") from None
    if parts.scheme not in schemes:
        raise ImproperlyConfigured(f"{name} must look like {form}.")
    return parts


def site_url(name: str, *, default: str) -> str:
    """Read the site's own address: http or https, a host, no path."""
    form = "https://mafia.example.org"
    value = text(name, default).rstrip("/")
    parts = _split(name, value, form, ("http", "https"))
    if not parts.hostname or parts.path or parts.query or parts.fragment or "@" in parts.netloc:
        raise ImproperlyConfigured(f"{name} must look like {form}, without anything after the host.")
    return value


def events_url(name: str) -> str:
    """Read the address of the live streams: empty, or as the site's own."""
    return site_url(name, default="https://mafia.example.org") if text(name) else ""


def database(name: str, *, default: Path, folder: Path) -> dict[str, Any]:
    """Read DATABASE_URL: SQLite (a relative path is below `folder`) or PostgreSQL."""
    value = text(name)
    if not value:
        return {"ENGINE": "django.db.backends.sqlite3", "NAME": str(default)}
    form = "postgres://user:password@host:5432/name or sqlite:////path/of/file.sqlite3"
    parts = _split(name, value, form, ("postgres", "postgresql", "sqlite"))
    try:
        settings: dict[str, Any] = dict(dj_database_url.parse(value))
    except ValueError:
        raise ImproperlyConfigured(f"{name} can't be read: it must look like {form}.") from None
    if not unquote(parts.path).strip("/"):
        raise ImproperlyConfigured(f"{name} names no database: it must look like {form}.")
    if parts.scheme == "sqlite":
        settings["NAME"] = str(folder / settings["NAME"])
    return settings


def redis(name: str) -> str:
    """Read REDIS_URL: empty, or the address of a Valkey or Redis, with or without a database number."""
    value = text(name)
    if not value:
        return ""
    form = "redis://user:password@host:6379/0 or unix:///path/of/socket"
    parts = _split(name, value, form, ("redis", "rediss", "unix"))
    if parts.scheme == "unix":
        number_text = dict(parse_qsl(parts.query)).get("db", "0")
        good = len(parts.path) > 1
    else:
        number_text = parts.path.strip("/") or "0"
        good = bool(parts.hostname)
    if not good or not (number_text.isascii() and number_text.isdigit()):
        raise ImproperlyConfigured(f"{name} must look like {form}.")
    return value


def redis_with_database(url: str, *, above: int) -> str:
    """Return the address of the database `above` the one that a good REDIS_URL names."""
    parts = urlsplit(url)
    if parts.scheme == "unix":
        query = dict(parse_qsl(parts.query))
        query["db"] = str(int(query.get("db", "0")) + above)
        return f"unix://{parts.netloc}{parts.path}?{urlencode(query)}"
    return parts._replace(path=f"/{int(parts.path.strip('/') or '0') + above}").geturl()


def broker(url: str) -> str:
    """Return a good REDIS_URL in Celery's spelling; with none, messages stay in the process."""
    if not url:
        return "memory://"
    parts = urlsplit(url)
    if parts.scheme != "unix":
        return url
    query = dict(parse_qsl(parts.query))
    login = f"{parts.netloc.rpartition('@')[0]}@" if "@" in parts.netloc else ""
    return f"redis+socket://{login}{parts.path}?virtual_host={query.get('db', '0')}"


def mail(name: str, *, outbox: Path) -> dict[str, Any]:
    """Read EMAIL_URL into Django's mail settings; with none, mail is written to files in `outbox`."""
    value = text(name)
    if not value:
        return {
            "EMAIL_BACKEND": "django.core.mail.backends.filebased.EmailBackend",
            "EMAIL_FILE_PATH": str(outbox),
        }
    form = "smtp://user:password@host:587 or smtps://user:password@host:465"
    parts = _split(name, value, form, ("smtp", "smtps"))
    if not parts.hostname or parts.path.strip("/"):
        raise ImproperlyConfigured(f"{name} must look like {form}.")
    user = unquote(parts.username or "")
    # A password goes over an encrypted line only: `smtp` with a user means STARTTLS.
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": parts.port or (465 if parts.scheme == "smtps" else 587 if user else 25),
        "EMAIL_HOST_USER": user,
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_SSL": parts.scheme == "smtps",
        "EMAIL_USE_TLS": parts.scheme == "smtp" and bool(user),
        "EMAIL_TIMEOUT": 10,
    }
