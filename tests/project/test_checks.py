"""Checks at the start: the database is run as the settings ask."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest
from django.db.backends.sqlite3.base import DatabaseWrapper
from django.test import override_settings

from mafiaforum import checks, sqlite

SOUND = "PRAGMA journal_mode={}; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;"
JOURNAL = "wal" if sqlite.wal_is_safe() else "delete"


def found(
    file: Path, monkeypatch: pytest.MonkeyPatch, pragmas: str = SOUND.format(JOURNAL), **options: Any
) -> list[str]:
    """Return the ids of what the check finds on a database of its own."""
    settings = {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(file),
        "OPTIONS": {"transaction_mode": "IMMEDIATE", "init_command": pragmas, **options},
        "TIME_ZONE": None,
        "CONN_MAX_AGE": 0,
        "CONN_HEALTH_CHECKS": False,
        "AUTOCOMMIT": True,
        "ATOMIC_REQUESTS": False,
    }
    connection = DatabaseWrapper(settings, "other")
    monkeypatch.setattr(checks, "connections", {"other": connection})
    try:
        return [str(message.id) for message in checks.database_is_as_asked(databases=["other"])]
    finally:
        connection.close()


@pytest.fixture(autouse=True)
def _database_allowed(django_db_blocker: Any) -> Any:
    with django_db_blocker.unblock(), override_settings(SQLITE_JOURNAL=JOURNAL):
        yield


def test_a_sound_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert found(tmp_path / "x", monkeypatch) == []


def test_pragmas_are_read_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert found(tmp_path / "x", monkeypatch, "PRAGMA synchronous=OFF;") == ["mafiaforum.E001", "mafiaforum.E002"]


def test_the_journal_is_read_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert found(tmp_path / "x", monkeypatch, SOUND.format("truncate")) == ["mafiaforum.E002"]


def test_an_old_library_gets_no_write_ahead_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "wal_is_safe", lambda: False)
    with override_settings(SQLITE_JOURNAL="wal"):
        assert found(tmp_path / "x", monkeypatch, SOUND.format("wal")) == ["mafiaforum.E003"]


def test_transactions_begin_with_the_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert found(tmp_path / "x", monkeypatch, transaction_mode="DEFERRED") == ["mafiaforum.E004"]


def test_one_library_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version", "3.40.1")
    assert found(tmp_path / "x", monkeypatch) == ["mafiaforum.E005"]


def test_the_fixed_library_is_in_place() -> None:
    """Where its wheel can be installed, Django runs on it."""
    pytest.importorskip("pysqlite3")
    assert sqlite3.sqlite_version_info >= sqlite.FIXED
    assert DatabaseWrapper.Database.sqlite_version_info >= sqlite.FIXED


@pytest.mark.parametrize(("debug", "development", "count"), [(True, False, 1), (True, True, 0), (False, False, 0)])
def test_debug_is_for_development(debug: bool, development: bool, count: int) -> None:
    with override_settings(DEBUG=debug, DEVELOPMENT=development):
        assert len(checks.debug_is_for_development()) == count
