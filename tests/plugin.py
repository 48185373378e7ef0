"""What a test run needs before Django starts: fresh translations and, on request, a real PostgreSQL.

Loaded before pytest-django reads the settings, because DATABASE_URL decides them. `--postgres` runs the
tests on a server of their own. The tests in `tests/concurrency` mean nothing on SQLite, so naming that
folder switches the option on; leaving it out (`--ignore`) does not.
"""

import contextlib
import os
from collections.abc import Generator, Sequence
from pathlib import Path

import pytest

from common.translations import compile_stale
from tests.servers import postgres

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


def pytest_unconfigure() -> None:
    """Stop what was started."""
    _stack.close()
