"""The site as `make run` starts it, and a Chromium to look at it with."""

import shutil
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from scripts.browser import find
from tests.e2e.people import Person, Town
from tests.run.site import Site, copy_project

FAILED = pytest.StashKey[bool]()
SHOTS = Path(__file__).parent / "shots"
# No sandbox, since builds run as root in a container; the rest keeps the browser from calling home.
ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking")
ARGUMENTS += ("--disable-component-update", "--disable-sync", "--hide-scrollbars")


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Run the whole site in a folder of its own: web server, worker, beat and broker."""
    folder = copy_project(tmp_path_factory.mktemp("e2e"))
    with Site(folder, VAR_DIR=str(folder / "var")) as running:
        running.wait_until_open()
        yield running
        said = running.output()
        assert running.process.poll() is None, said
        assert "Traceback" not in said, said


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Start the browser once; every person gets a context of their own in it."""
    program = find()
    assert program, "Chromium is missing, and the browser tests need it: install it (on Debian: apt install chromium)."
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(ARGUMENTS))
        yield browser
        browser.close()


def pytest_sessionstart(session: pytest.Session) -> None:
    """Empty the folder of the screenshots, once, however many processes will fill it."""
    if not hasattr(session.config, "workerinput"):
        shutil.rmtree(SHOTS, ignore_errors=True)
        SHOTS.mkdir()


@pytest.fixture(scope="session")
def shots() -> Path:
    """Return the folder of the screenshots."""
    return SHOTS


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Remember how a test ended, for the fixtures that it used."""
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report


@pytest.fixture
def town(site: Site, chromium: Browser, shots: Path, request: pytest.FixtureRequest) -> Iterator[Town]:
    """Return a town where people can be let in; in the end nobody's browser may have complained.

    After a failure there is a picture of what everybody saw last.
    """
    people: list[Person] = []
    town = Town(f"http://localhost:{site.port}", chromium, shots, people)
    yield town
    if request.node.stash.get(FAILED, False):
        for person in people:
            if person.tab.is_closed():
                continue
            person.tab.screenshot(path=shots / f"failed-{person.email.split('@')[0]}.png", full_page=True)
    complaints = [f"{person.email}: {line}" for person in people for line in person.wrong]
    for person in people:
        person.context.close()
    assert not complaints, "\n".join(complaints)
    assert not town.found, "\n".join(town.found)
