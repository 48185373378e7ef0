"""Fixtures of the tests of the commands."""

from pathlib import Path

import pytest

from tests.run.site import copy_project


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the project, kept over the tests of a module."""
    return copy_project(tmp_path_factory.mktemp("run"))
