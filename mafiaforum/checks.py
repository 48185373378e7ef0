"""Checks at the start: is the database really run as the settings ask?

SQLite takes no notice of a PRAGMA that it can't follow, so each is read back. A write-ahead log on
a library with the old bug, or a transaction that begins without the write lock, loses data silently.
"""

import sqlite3
from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core import checks
from django.db import connections

from mafiaforum.sqlite import FIXED, wal_is_safe

# What PRAGMA answers for what the settings ask for.
EXPECTED = {"synchronous": 1, "foreign_keys": 1}


def database_is_as_asked(
    *, app_configs: Sequence[AppConfig] | None = None, databases: Sequence[str] | None = None, **_: Any
) -> list[checks.CheckMessage]:
    """Read back SQLite's version, pragmas and transaction mode, for the databases that may be touched."""
    found: list[checks.CheckMessage] = []
    for alias in databases or ():
        connection = connections[alias]
        if connection.vendor == "sqlite":
            found += _sqlite(connection)
    return found


def _sqlite(connection: Any) -> list[checks.CheckMessage]:
    """Return what is wrong with one SQLite connection."""
    found: list[checks.CheckMessage] = []
    with connection.cursor() as cursor:
        answers = {name: cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in EXPECTED}
        journal = cursor.execute("PRAGMA journal_mode").fetchone()[0]
        version = cursor.execute("SELECT sqlite_version()").fetchone()[0]
    for name, expected in EXPECTED.items():
        if answers[name] != expected:
            found.append(
                checks.Error(
                    f"SQLite's {name} is {answers[name]}, not {expected}.",
                    hint="Is another init_command set for the database?",
                    id="mafiaforum.E001",
                )
            )
    if not connection.is_in_memory_db() and journal != settings.SQLITE_JOURNAL:
        found.append(
            checks.Error(
                f"SQLite's journal mode is {journal}, not {settings.SQLITE_JOURNAL}.",
                hint="A network file system can't hold the database: set VAR_DIR or DATABASE_URL to a local disk.",
                id="mafiaforum.E002",
            )
        )
    if journal == "wal" and not wal_is_safe():
        found.append(
            checks.Error(
                f"SQLite {version} may lose data in a write-ahead log.",
                hint=f"Use SQLite {'.'.join(map(str, FIXED))} or later (the pysqlite3 package), or another journal.",
                id="mafiaforum.E003",
            )
        )
    if connection.transaction_mode != "IMMEDIATE":
        found.append(
            checks.Error(
                "SQLite's transactions must begin with the write lock.",
                hint="Set OPTIONS['transaction_mode'] to IMMEDIATE.",
                id="mafiaforum.E004",
            )
        )
    if version != sqlite3.sqlite_version:
        found.append(
            checks.Error(f"Two SQLite libraries are loaded: {version}, {sqlite3.sqlite_version}.", id="mafiaforum.E005")
        )
    return found


def debug_is_for_development(*, app_configs: Sequence[AppConfig] | None = None, **_: Any) -> list[checks.CheckMessage]:
    """DEBUG shows settings and local variables to visitors: it needs DEVELOPMENT beside it."""
    if settings.DEBUG and not settings.DEVELOPMENT:
        return [
            checks.Error(
                "DEBUG shows secrets to visitors and is refused on a real site.",
                hint="Set DEBUG=off, or DEVELOPMENT=on on a machine of your own.",
                id="mafiaforum.E006",
            )
        ]
    return []
