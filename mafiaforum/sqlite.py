"""The SQLite library that the embedded database runs on.

Debian 12 ships SQLite 3.40, whose write-ahead log can lose committed data when several
processes write (fixed in 3.51.3). Where a wheel with a fixed library is installed it takes the
place of the standard module, which must happen before Django loads its backend.
"""

import sys

FIXED = (3, 51, 3)


def use_fixed_sqlite() -> None:
    """Put the wheel's SQLite in the place of the standard library's, where there is one."""
    try:
        import pysqlite3  # noqa: PLC0415 - not on every machine
    except ImportError:
        return
    sys.modules["sqlite3"] = pysqlite3
    sys.modules["sqlite3.dbapi2"] = pysqlite3.dbapi2


def wal_is_safe() -> bool:
    """Say whether the loaded SQLite may use a write-ahead log with several processes."""
    import sqlite3  # noqa: PLC0415 - after the swap

    return sqlite3.sqlite_version_info >= FIXED
