"""The commands around the tests: stages, browser, `.ci/run`."""

import subprocess
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from scripts import browser, install, test
from scripts.say import Failure
from tests.plugin import names_concurrency, pytest_collection_modifyitems
from tests.shape.source import ROOT


def program(folder: Path, name: str, text: str) -> Path:
    """Write a program of the shell into a folder."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder that is all of PATH."""
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


def test_a_browser_that_is_there_is_taken(path: Path) -> None:
    program(path, "apt-get", "exit 99")
    chromium = program(path, "chromium", "true")
    assert browser.ensure() == str(chromium)


def test_beside_a_browser_with_windows_the_lighter_one_is_installed(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 0)
    program(path, "chromium", "true")
    light = path / browser.LIGHT
    program(path, "apt-get", f"[ $1 = update ] || {{ echo '#!/bin/sh' > {light}; /bin/chmod +x {light}; }}")
    assert browser.ensure() == str(light)


def test_a_missing_browser_is_installed_by_root(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 0)
    made = f"[ $1 = update ] || {{ echo '#!/bin/sh' > {path}/chromium; /bin/chmod +x {path}/chromium; }}"
    program(path, "apt-get", f'echo "$@" >> {path}/calls\n{made}')
    assert browser.ensure() == str(path / "chromium")
    update, installation = (path / "calls").read_text().splitlines()
    assert update.startswith("update")
    assert "chromium" in installation.split()


def test_a_browser_that_cannot_be_installed_is_one_sentence(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Failure, match=r"^Chromium is missing, .*apt install chromium\)\.$"):
        browser.ensure()
    program(path, "apt-get", "echo no network; exit 100")
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    with pytest.raises(Failure, match=r"^Chromium is missing, .*apt install chromium\)\.$"):
        browser.ensure()
    monkeypatch.setattr("os.geteuid", lambda: 0)
    with pytest.raises(Failure, match=r"^Chromium is missing, .* apt-get says: no network$"):
        browser.ensure()


def test_a_missing_browser_fails_the_tests(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def ensure() -> str:
        raise Failure("Chromium is missing.")

    monkeypatch.setattr(install, "ensure", lambda _wanted: None)
    monkeypatch.setattr(browser, "ensure", ensure)
    assert test.main([]) == 1
    assert capsys.readouterr().err == "mafiaforum: Chromium is missing.\n"


def test_every_stage_runs_and_one_failure_is_enough(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    called: list[list[str]] = []

    def pytest_run(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        called.append(command)
        return subprocess.CompletedProcess(command, returncode=1 if "--postgres" in command else 0)

    monkeypatch.setattr(install, "ensure", lambda _wanted: None)
    monkeypatch.setattr(browser, "ensure", lambda: "/chromium")
    monkeypatch.setattr("scripts.test.subprocess.run", pytest_run)
    assert test.main([]) == 1
    assert len(called) == len(test.STAGES)
    output = capsys.readouterr().out
    assert "FAILED postgres" in output
    assert output.count("ok   ") == len(test.STAGES) - 1
    assert f"Screenshots: {ROOT}/tests/e2e/shots" in output
    assert test.main(["sqlite"]) == 0
    assert test.main(["sqllite"]) == 1


def test_each_stage_runs_on_the_database_that_it_names() -> None:
    stages = {stage.name: stage.arguments for stage in test.STAGES}
    asked = {name for name, arguments in stages.items() if "--postgres" in arguments}
    by_folder = {name for name, arguments in stages.items() if names_concurrency(arguments)}
    assert (asked, by_folder) == ({"postgres"}, {"concurrency"})


def test_no_test_is_left_out() -> None:
    """Each folder of tests belongs to a stage: what the first leaves apart has one of its own."""
    apart = {argument.removeprefix("--ignore=") for argument in test.APART}
    assert apart == {stage.arguments[-1] for stage in test.STAGES} - {"tests"}


@pytest.mark.parametrize(("broken", "code"), [("", 0), ("types", 1)])
def test_the_build_does_everything_and_fails_when_anything_does(tmp_path: Path, broken: str, code: int) -> None:
    program(tmp_path, "make", f'echo "made $2"; [ "$2" != "{broken}" ]')
    answer = subprocess.run(
        [ROOT / ".ci/run"], env={"PATH": f"{tmp_path}:/usr/bin:/bin"}, capture_output=True, text=True, cwd="/"
    )
    made = [line.removeprefix("made ") for line in answer.stdout.splitlines() if line.startswith("made ")]
    assert made == ["setup", "lint", "types", "test"]
    assert answer.returncode == code
    assert (f"failed: {broken}" if broken else "all green") in answer.stdout


def test_the_environment_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second time nothing is done; a changed list is installed; an interrupted one is installed again."""
    wanted = tmp_path / "requirements.txt"
    wanted.write_text("one==1\n")
    venv = tmp_path / ".venv"
    venv.mkdir()
    installed: list[str] = []

    def fake_install(files: tuple[Path, ...]) -> None:
        installed.append(files[0].read_text())
        if "broken" in installed[-1]:
            raise Failure("no network")

    monkeypatch.setattr(install, "VENV", venv)
    monkeypatch.setattr(install, "_venv_works", lambda: True)
    monkeypatch.setattr(install, "_install", fake_install)
    install.ensure((wanted,))
    install.ensure((wanted,))
    assert installed == ["one==1\n"]
    wanted.write_text("broken==1\n")
    for _time in range(2):
        with pytest.raises(Failure):
            install.ensure((wanted,))
    assert len(installed) == 3


def test_pip_is_quoted_when_it_fails(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    python = program(tmp_path, "python", 'echo "Collecting one"; echo "ERROR: no such package"; exit 1')
    monkeypatch.setattr(install, "PYTHON", python)
    wanted = tmp_path / "requirements.txt"
    wanted.write_text("one==1\n    # via two\n")
    with pytest.raises(Failure, match=r"pip says:\n  Collecting one\n  ERROR: no such package"):
        install._install((wanted,))


@pytest.mark.parametrize("workers", [1, 2, 3])
@pytest.mark.parametrize("count", [1, 4, 7, 30])
def test_every_worker_begins_with_the_longest_tests(workers: int, count: int) -> None:
    """None is left out, and in each worker's slice (as xdist cuts it) the longest stand first, dealt round."""
    long = {f"long {number}": 300.0 + number for number in range(3)}
    names = [f"short {number}" for number in range(count)]
    for number, name in enumerate(long):
        names.insert(number * 2 + 1, name)

    def item(name: str) -> SimpleNamespace:
        mark = SimpleNamespace(args=(long[name],)) if name in long else None
        return SimpleNamespace(name=name, get_closest_marker=lambda _what: mark)

    items: list[Any] = [item(name) for name in names]
    config: Any = SimpleNamespace(workerinput={"workercount": workers}) if workers > 1 else SimpleNamespace()
    pytest_collection_modifyitems(config, items)
    dealt = [one.name for one in items]
    assert sorted(dealt) == sorted(names)
    if workers == 1 or count < 7:
        return
    at = 0
    for number in range(workers):
        size = (len(dealt) - at) // (workers - number)
        mine, at = dealt[at : at + size], at + size
        assert mine[0] == f"long {2 - number}"
        assert [name for name in mine if name in long] == mine[: len(range(2 - number, -1, -workers))]
    assert [name for name in dealt if name not in long] == [name for name in names if name not in long]
