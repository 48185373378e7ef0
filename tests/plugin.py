"""What a test run needs before Django starts: fresh translations and, on request, a real PostgreSQL.

And the order of the tests: the longest first.

Loaded before pytest-django reads the settings, because DATABASE_URL decides them. `--postgres` runs the
tests on a server of their own. The tests in `tests/concurrency` mean nothing on SQLite, so naming that
folder switches the option on; leaving it out (`--ignore`) does not.
"""

import contextlib
import gc
import os
from collections.abc import Generator, Sequence
from pathlib import Path

import pytest

from common.translations import compile_stale
from tests.servers import postgres

# So many seconds a long test may take.
LONG = 300.0

_stack = contextlib.ExitStack()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--postgres`."""
    parser.addoption("--postgres", action="store_true", help="run on a PostgreSQL of its own (or on DATABASE_URL)")


def names_concurrency(args: Sequence[str]) -> bool:
    """Tell whether a call of pytest with these arguments is for the tests that need PostgreSQL."""
    return any("tests/concurrency" in arg for arg in args if not arg.startswith("-"))


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests(early_config: pytest.Config, args: list[str]) -> Generator[None, object, object]:
    """Compile translations; start PostgreSQL if asked for, unless DATABASE_URL names one (as in xdist's workers)."""
    compile_stale(Path(__file__).parent.parent / "locale")
    wanted = early_config.known_args_namespace.postgres or names_concurrency(args)
    if wanted and not os.environ.get("DATABASE_URL", "").startswith("postgres"):
        os.environ["DATABASE_URL"] = _stack.enter_context(postgres())
    return (yield)


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Let what stands for the whole run be looked at no more when garbage is looked for: a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 50, 100)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Let every worker begin with the longest tests: one that is begun last would be waited for alone.

    The longest are those that may take longest, by their mark. xdist hands each worker one even
    slice of the list, and what a worker has next in hand nobody takes from it.
    """
    workers = int(getattr(config, "workerinput", {}).get("workercount", 1))
    if workers == 1:
        return
    longest = sorted((item for item in items if _may_take(item) >= LONG), key=_may_take, reverse=True)
    rest = [item for item in items if _may_take(item) < LONG]
    dealt: list[pytest.Item] = []
    for number in range(workers):
        slice_of = longest[number::workers]
        room = (len(items) - len(dealt)) // (workers - number) - len(slice_of)
        dealt += slice_of + rest[:room] if room > 0 else slice_of
        rest = rest[max(0, room) :]
    items[:] = dealt + rest


def _may_take(item: pytest.Item) -> float:
    """Return how many seconds a test may take where it says so itself, else 0."""
    mark = item.get_closest_marker("timeout")
    return float(mark.args[0]) if mark and mark.args else 0.0


def pytest_unconfigure() -> None:
    """Stop what was started."""
    _stack.close()
