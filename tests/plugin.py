"""The `--postgres` option of the test run: a real PostgreSQL for the time of the tests.

Loaded before pytest-django reads the settings, because DATABASE_URL decides them. The tests in
`tests/concurrency` mean nothing on SQLite, so naming that folder switches the option on.
"""

import contextlib
import os
from collections.abc import Generator

import pytest

from tests.servers import postgres

_stack = contextlib.ExitStack()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--postgres`."""
    parser.addoption("--postgres", action="store_true", help="run on a PostgreSQL of its own (or on DATABASE_URL)")


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests(
    early_config: pytest.Config, args: list[str]
) -> Generator[None, object, object]:
    """Start PostgreSQL when it is asked for and DATABASE_URL doesn't name one (as it does in xdist's workers)."""
    wanted = early_config.known_args_namespace.postgres or any("tests/concurrency" in arg for arg in args)
    if wanted and not os.environ.get("DATABASE_URL", "").startswith("postgres"):
        os.environ["DATABASE_URL"] = _stack.enter_context(postgres())
    return (yield)


def pytest_unconfigure() -> None:
    """Stop what was started."""
    _stack.close()
