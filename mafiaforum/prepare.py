"""Make everything ready before the servers start.

    python -m mafiaforum.prepare

Settings, database, broker, translations and static files, each checked or brought up to date. What
is wrong with the machine or the environment ends in one sentence and exit code 1, never a traceback.
"""

import io
import os
import sys
import time

import django
import redis
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import Error, connection, transaction

from mafiaforum.environment import redis_with_database
from mafiaforum.static import collect_when_changed

LOADING_SECONDS = 60.0


class NotReady(Exception):
    """The site can't start; the message is the sentence for the terminal."""


def first_line(error: Exception) -> str:
    """Return the first line of what a library says, without its full stop."""
    return next(iter(str(error).strip().splitlines()), type(error).__name__).rstrip(" .:")


def load_settings() -> None:
    """Load the settings and apps; NotReady when the environment can't be read."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mafiaforum.settings")
    try:
        django.setup()
    except ImproperlyConfigured as error:
        raise NotReady(str(error)) from None
    except OSError as error:
        raise NotReady(f"{error.filename} can't be used ({error.strerror}): set VAR_DIR to another folder.") from None


def prepare_database() -> None:
    """Reach the database, see that it can be written and is run as asked, and bring its tables up to date."""
    try:
        connection.ensure_connection()
    except Error as error:
        raise NotReady(f"The database can't be reached (DATABASE_URL): {first_line(error)}.") from None
    try:
        with transaction.atomic():  # on SQLite this takes the write lock
            pass
        call_command("check", databases=["default"], stdout=io.StringIO())
        call_command("migrate", verbosity=0, interactive=False)
    except SystemCheckError as error:
        raise NotReady(str(error).strip()) from None
    except Error as error:
        raise NotReady(f"The database can't be written (DATABASE_URL): {first_line(error)}.") from None
    finally:
        connection.close()


def check_broker(url: str) -> None:
    """Reach both database numbers of a Valkey or Redis; say so when it may drop messages."""
    for above in (0, 1):
        try:
            with redis.Redis.from_url(
                redis_with_database(url, above=above), socket_connect_timeout=3, socket_timeout=3
            ) as client:
                wait_while_loading(client)
                policy = maxmemory_policy(client)
        except redis.AuthenticationError:
            raise NotReady("REDIS_URL: the server refuses this user and password.") from None
        except (redis.RedisError, OSError) as error:
            raise NotReady(f"REDIS_URL: the server can't be used: {first_line(error)}.") from None
    if policy not in ("", "noeviction"):
        print(f"REDIS_URL: set maxmemory-policy to noeviction; with {policy} messages may be dropped.", flush=True)


def wait_while_loading(client: redis.Redis) -> None:
    """Ping; a server that is still reading its file gets a minute."""
    limit = time.monotonic() + LOADING_SECONDS
    while True:
        try:
            client.ping()
            return
        except redis.BusyLoadingError:
            if time.monotonic() > limit:
                raise
            time.sleep(0.2)


def maxmemory_policy(client: redis.Redis) -> str:
    """Return what the server does when its memory is full; empty where it does not tell."""
    try:
        return str(client.config_get("maxmemory-policy").get("maxmemory-policy", ""))
    except redis.ResponseError:
        return ""


def main() -> int:
    """Prepare everything; returns the exit code."""
    try:
        load_settings()
        prepare_database()
        if settings.REDIS_URL:
            check_broker(settings.REDIS_URL)
        call_command("compile_translations")
        collect_when_changed()
        if settings.DEMO:
            call_command("demo", stdout=io.StringIO())
    except NotReady as error:
        print(f"mafiaforum: {error}", file=sys.stderr, flush=True)
        return 1
    except OSError as error:
        print(f"mafiaforum: {error.filename or error} can't be written ({error.strerror}).", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
