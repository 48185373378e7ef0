"""Games that were played before are put back into the database instead of being played once more.

    played = memory.recall(("a game of seven",), play)      # what `play` returns, and what it has written

The same step from the same state of the database, at the same stopped time, by the same code leaves
the same behind. So the first time it is done and what then stands in the tables is kept; the next
test of this process gets a copy. Nothing is recalled where that could show:

- the state from which a step is done is known only if nothing has been written since it was reached
  (SQLite counts what it changes) and no savepoint of it was given up;
- nothing of our own code is replaced (a patch is found by comparing what stands in the modules), and
  the settings are those of all tests;
- the time stands, SQLite is the database, and a transaction is open, which the test's end undoes.

In every other case the step is simply done.
"""

from __future__ import annotations

import copy
import functools
import sys
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from types import ModuleType
from typing import Any, TypeVar

from django.conf import settings
from django.core import mail
from django.db import connection, transaction
from django.utils import timezone, translation

T = TypeVar("T")
OURS = ("accounts", "common", "forum", "games", "mafiaforum", "secrets", "tournaments")
# What migrations fill and no step touches.
STANDING = ("django_migrations", "django_content_type", "auth_permission", "sqlite_sequence")
# So many states are kept, the newest ones.
MOST = 600

_NOTHING = object()

Rows = Mapping[str, list[tuple[Any, ...]]]


@dataclass(eq=False)
class Point:
    """A state of the database, and what came of the steps that were done from it."""

    rows: Rows
    at: datetime
    letters: tuple[Any, ...] = ()
    # What a commit would do: functions, each with whether its errors are only logged.
    commits: tuple[tuple[Callable[[], object], bool], ...] = ()
    result: Any = None
    next: dict[Hashable, Point] = field(default_factory=dict)


@dataclass(frozen=True)
class Place:
    """Where the database stands: at a point, as long as nothing else is written and no savepoint is undone."""

    point: Point
    written: int
    savepoints: tuple[object, ...]

    def holds(self) -> bool:
        """Tell whether it is still so."""
        open_now = tuple(connection.savepoint_ids)
        return self.written == _written() and open_now[: len(self.savepoints)] == self.savepoints


class Memory:
    """What this process has played so far, and where the database stands now."""

    def __init__(self) -> None:
        self.clock: Any = None
        self.recalled = self.played = 0
        self._place: Place | None = None
        self._roots: dict[Hashable, Point] = {}
        self._kept: list[tuple[Point, Hashable]] = []
        self._modules = 0
        self._code: dict[ModuleType, Code] = {}
        self._trusting = False
        self._allowed: tuple[object, ...] = ()

    def learn_code(self) -> None:
        """Learn what our code is, before any test has replaced some of it."""
        self._unchanged()

    @contextmanager
    def while_time_stands(self, clock: Any) -> Iterator[None]:
        """Recall during a test whose time is moved by this traveller alone."""
        self._place, self.clock = None, clock
        try:
            yield
        finally:
            self._place, self.clock = None, None

    def recall(self, key: Hashable, play: Callable[[], T]) -> T:
        """Do a step, or put back what it left behind when it was done before; return what it returns.

        All that the step depends on, besides the database and the time, must be in the key, and its
        result must be something that can be copied.
        """
        here = self._here()
        if here is None:
            return play()
        key = (key, timezone.now(), translation.get_language(), timezone.get_current_timezone_name())
        known = here.next.get(key)
        if known is not None:
            self.recalled += 1
            _put(known.rows)
            self.clock.move_to(known.at)
            mail.outbox.extend(known.letters)
            for call, robust in known.commits:
                transaction.on_commit(call, robust=robust)
            self._stand_at(known)
            result: T = copy.deepcopy(known.result)
            return result
        letters, commits = len(mail.outbox), len(connection.run_on_commit)
        result = play()
        self.played += 1
        left = tuple((call, robust) for _savepoints, call, robust in connection.run_on_commit[commits:])
        there = Point(_rows(), timezone.now(), tuple(mail.outbox[letters:]), left, copy.deepcopy(result))
        here.next[key] = there
        self._keep(here, key)
        self._stand_at(there)
        return result

    @contextmanager
    def undone(self) -> Iterator[None]:
        """Do something and undo all that it wrote: the place is the same afterwards."""
        before = self._place if self._place and self._place.holds() else None
        try:
            with transaction.atomic():
                yield
                transaction.set_rollback(True)
        finally:
            if before is not None:
                self._stand_at(before.point)

    @contextmanager
    def trusting(self) -> Iterator[None]:
        """Recall although code was replaced: for a patch that changes nothing of what the recalled steps do."""
        self._trusting = True
        try:
            yield
        finally:
            self._trusting = False

    @contextmanager
    def allowing(self, *replacements: object) -> Iterator[None]:
        """Recall although these stand where other code stood, which they call and only watch."""
        self._allowed = replacements
        try:
            yield
        finally:
            self._allowed = ()

    # ---- where the database stands

    def _here(self) -> Point | None:
        """Return the point at which the database stands; None if it is not known, or nothing may be recalled."""
        if self.clock is None or connection.vendor != "sqlite" or not connection.in_atomic_block:
            return None
        if not self._trusting and not self._unchanged():
            return None
        if self._place is not None and self._place.holds():
            return self._place.point
        if any(_tables_with_rows()):
            return None
        return self._roots.setdefault(tuple(sorted(_select("sqlite_sequence"))), Point({}, timezone.now()))

    def _stand_at(self, point: Point) -> None:
        # The index of words writes what it has in hand when a savepoint is made: now, and not at the next one.
        _raw().execute("SAVEPOINT here")
        _raw().execute("RELEASE here")
        self._place = Place(point, _written(), tuple(connection.savepoint_ids))

    def _keep(self, point: Point, key: Hashable) -> None:
        self._kept.append((point, key))
        if len(self._kept) > MOST:
            oldest, forgotten = self._kept.pop(0)
            oldest.next.pop(forgotten, None)

    def _unchanged(self) -> bool:
        """Tell whether our code is what it was when each module was first seen, and the settings are the tests' own."""
        if self._modules != len(sys.modules):
            self._modules = len(sys.modules)
            for name, module in list(sys.modules.items()):
                if name.partition(".")[0] in OURS and module is not None:
                    self._code.setdefault(module, Code(module))
        same = all(code.same(self._allowed) for code in list(self._code.values()))
        return same and type(settings._wrapped).__name__ == "Settings"


class Code:
    """What stood in a module, and in the classes that are its own, when it was first looked at."""

    def __init__(self, module: ModuleType) -> None:
        self.module = module
        own = [one for one in vars(module).values() if isinstance(one, type) and one.__module__ == module.__name__]
        self.known = [(holder, dict(vars(holder)), list(vars(holder).values())) for holder in (module, *own)]

    def same(self, allowed: Sequence[object] = ()) -> bool:
        """Tell whether it is the same now, but for what is allowed."""
        # Lists of the same objects are found equal at once; what is not equal is looked at by name.
        return all(
            list(vars(holder).values()) == values or self._same_by_name(holder, names, allowed)
            for holder, names, values in self.known
        )

    def _same_by_name(self, holder: Any, names: dict[str, object], allowed: Sequence[object]) -> bool:
        now = vars(holder)
        changed = [now.get(name) for name, value in names.items() if now.get(name, _NOTHING) is not value]
        if any(all(value is not one for one in allowed) for value in changed):
            return False
        # A part that is loaded later is no change, nor what a class notes for itself at its first use.
        new = [(name, value) for name, value in now.items() if name not in names]
        return all(
            value is sys.modules.get(f"{self.module.__name__}.{name}")
            if holder is self.module
            else not (callable(value) or hasattr(value, "__get__"))
            for name, value in new
        )


# ---------- rows as they are stored, past Django


def _raw() -> Any:
    connection.ensure_connection()
    return connection.connection


def _written() -> int:
    """Return how many rows were changed since the connection was opened, those that were undone included."""
    return int(_raw().total_changes)


@functools.cache
def _tables() -> dict[str, tuple[str, ...]]:
    """Return the columns of all tables that a step may write."""
    found = _raw().execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    # The database keeps its index of words by itself.
    names = [name for (name,) in found if name not in STANDING and not name.startswith("forum_search")]
    return {name: tuple(row[1] for row in _raw().execute(f'PRAGMA table_info("{name}")')) for name in names}


def _tables_with_rows() -> list[str]:
    every = " UNION ALL ".join(
        f"SELECT '{name}' WHERE EXISTS (SELECT 1 FROM \"{name}\")"  # noqa: S608
        for name in _tables()
    )
    return [name for (name,) in _raw().execute(every)]


def _select(table: str) -> list[tuple[Any, ...]]:
    """Return the rows of a table; the `+` keeps the driver from making Python's values of them."""
    columns = ", ".join(f'+"{name}"' for name in _tables().get(table, ("name", "seq")))
    return list(_raw().execute(f'SELECT {columns} FROM "{table}"'))  # noqa: S608


def _rows() -> Rows:
    return {table: _select(table) for table in (*_tables_with_rows(), "sqlite_sequence")}


def _put(rows: Rows) -> None:
    """Let the tables hold these rows and no others."""
    raw = _raw()
    for table in _tables_with_rows():
        raw.execute(f'DELETE FROM "{table}"')  # noqa: S608
    for table, kept in rows.items():
        if table == "sqlite_sequence":
            # The last one: what was put into the others has changed it.
            raw.execute("DELETE FROM sqlite_sequence")
        if kept:
            raw.executemany(f'INSERT INTO "{table}" VALUES ({", ".join("?" * len(kept[0]))})', kept)  # noqa: S608


memory = Memory()
