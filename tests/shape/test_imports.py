"""Who imports whom. The order of the apps themselves is import-linter's (`make lint`)."""

import subprocess
import sys

import pytest

from tests.shape.source import APPS, ROOT, files, imports, is_or_below, module

PURE = ("common.names", "common.refusal", "common.reserved")


def test_the_engine_imports_the_standard_library_and_names_only() -> None:
    paths = files("games/engine")
    assert len(paths) > 5
    strangers = [
        f"{module(path)}: {source}"
        for path in paths
        for source, _name in imports(path)
        if not is_or_below(source, "games.engine", *PURE) and source.split(".")[0] not in sys.stdlib_module_names
    ]
    assert strangers == []


def test_names_import_the_standard_library_only() -> None:
    strangers = [
        f"{module(path)}: {source}"
        for path in files("common")
        if module(path) in PURE
        for source, _name in imports(path)
        if source not in PURE and source.split(".")[0] not in sys.stdlib_module_names
    ]
    assert strangers == []


def test_the_engine_runs_without_django() -> None:
    names = ", ".join(module(path) for path in files("games/engine"))
    program = f"import sys, {names}; print([name for name in sys.modules if name.split('.')[0] == 'django'])"
    answer = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "[]"


@pytest.mark.parametrize("app", APPS)
def test_pages_and_tasks_of_an_app_are_its_own(app: str) -> None:
    private = tuple(
        f"{other}.{room}" for other in APPS if other != app for room in ("views", "forms", "tasks", "admin")
    )
    intruders = [
        f"{module(path)}: {source} {name}"
        for path in files(app)
        for source, name in imports(path)
        if is_or_below(source, *private)
    ]
    assert intruders == []


def test_pages_of_a_game_never_touch_what_is_secret() -> None:
    secret = {"Snapshot", "Event", "Seed", "Presence", "Complaint"}
    pages = [path for path in files("games") if module(path).startswith(("games.views", "games.forms", "games.urls"))]
    assert pages
    touched = []
    for path in pages:
        for source, name in imports(path):
            if source == "games.models" and name in secret | {"*"}:
                touched.append(f"{module(path)}: {name}")
            if (source, name) in (("games.models", ""), ("games.engine.state", ""), ("games.engine.state", "State")):
                touched.append(f"{module(path)}: all of {source}")
    assert touched == []


def test_ownership_is_asked_for_in_accounts_alone() -> None:
    intruders = [
        module(path)
        for path in files("forum", "games", "tournaments", "common", "mafiaforum")
        for source, name in imports(path)
        if (source, name) == ("accounts.models", "Ownership")
    ]
    assert intruders == []
