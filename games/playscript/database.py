"""A database of its own for scripts: made in memory, thrown away afterwards.

So a host may try out a game on a machine where no site runs, and on one where a site runs
without holding its locks.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management import call_command
from django.db import connections
from django.db.utils import load_backend

ENGINE = "django.db.backends.sqlite3"
PRAGMAS = "PRAGMA foreign_keys=ON;"


@contextmanager
def of_its_own(alias: str = "default") -> Iterator[None]:
    """Put a new, migrated SQLite database in memory in the place of the site's, for as long as the block lasts."""
    site = connections[alias]
    settings: dict[str, Any] = {
        **site.settings_dict,
        "ENGINE": ENGINE,
        "NAME": ":memory:",
        "OPTIONS": {"transaction_mode": "IMMEDIATE", "init_command": PRAGMAS},
    }
    own = load_backend(ENGINE).DatabaseWrapper(settings, alias)
    connections[alias] = own
    try:
        call_command("migrate", database=alias, interactive=False, verbosity=0)
        yield
    finally:
        connections[alias] = site
        own.close()
        # What is in memory is kept open by Django's `close` for the sake of its tests.
        if own.connection is not None:
            own.connection.close()
