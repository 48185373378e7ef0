"""People at their browsers: each with cookies, a window and a language of their own."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, ConsoleMessage, Error, Locator, Page, Response, expect

from tests.e2e import axe

PATIENCE = 20_000.0  # milliseconds that a page may take on a machine with other things to do
DESKTOP = {"width": 1280, "height": 860}
PHONE = {"width": 390, "height": 844}
NARROW = {"width": 360, "height": 740}
TALLEST = 8000
# A refused form is an answer with status 422, and the console calls that an error.
STATUS = re.compile(r"with a status of (\d{3})")
# What differs in the addresses of two pages of one kind: numbers, tokens, addresses of games, and what is asked.
KIND = re.compile(r"[?#].*|(?<=/)(?:[0-9]+|[a-z0-9]{8}|[A-Za-z0-9_-]{20,})(?=/)")
# The hash of nothing: axe-core puts an empty style element into a page whose style sheets it looks at.
AXES_STYLE = "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="
Language = Literal["ru", "en"]

expect.set_options(timeout=PATIENCE)


class Person:
    """Somebody with a browser. All that goes wrong in it is kept in `wrong`."""

    def __init__(self, town: "Town", email: str, *, scripts: bool, zone: str, language: str) -> None:
        self.town = town
        self.email = email
        self.name = ""
        self.wrong: list[str] = []
        self.awaited = {422}
        self.scripts = scripts
        self.context = town.browser.new_context(
            base_url=town.url,
            viewport=DESKTOP,
            locale=language,
            timezone_id=zone,
            java_script_enabled=scripts,
            reduced_motion="reduce",
            color_scheme="light",
        )
        self.context.set_default_timeout(PATIENCE)
        self.tab: Page = self.new_tab()

    def new_tab(self) -> Page:
        """Open another tab of this browser, and listen to it as to the first."""
        tab = self.context.new_page()
        tab.on("console", self._heard)
        tab.on("pageerror", lambda error: self.wrong.append(f"{tab.url}: {error}"))
        tab.on("response", self._answered)
        return tab

    def _heard(self, line: ConsoleMessage) -> None:
        status = STATUS.search(line.text)
        if AXES_STYLE in line.text:
            return
        if line.type == "error" and not (status and int(status[1]) in self.awaited):
            self.wrong.append(f"{self.tab.url}: {line.text}")

    def _answered(self, response: Response) -> None:
        if response.status >= 500:
            self.wrong.append(f"{response.status} {response.url}")

    # ---------- going about

    def open(self, path: str, status: int = 200) -> Page:
        """Open a page anew, which answers with `status` (an address with `#part` would only move within the page)."""
        assert "#" not in path, path
        self.awaited.add(status)
        try:
            answer = self.tab.goto(path, wait_until="domcontentloaded")
        except Error as error:
            # A page of a game that has grown old comes anew by itself, perhaps in this very moment.
            if "interrupted by another navigation" not in str(error):
                raise
            answer = self.tab.goto(path, wait_until="domcontentloaded")
        assert answer is not None, path
        assert answer.status == status, f"{self.email}: {path} answers {answer.status}"
        return self.tab

    def rest(self) -> None:
        """Leave the page, so that it does not go on refreshing itself while nobody looks."""
        self.tab.goto("about:blank")

    def send(self, form: Locator, button: str = "button.btn-act, button.btn-blood, button") -> None:
        """Press a form's button and wait for the page that answers."""
        with self.tab.expect_navigation(wait_until="domcontentloaded"):
            form.locator(button).first.click()

    def follow(self, link: Locator) -> None:
        """Follow a link to another page."""
        with self.tab.expect_navigation(wait_until="domcontentloaded"):
            link.click()

    def path(self) -> str:
        """Return the path of the page that is open."""
        return "/" + self.tab.url.split("/", 3)[3]

    # ---------- looking

    @contextmanager
    def speaking(self, language: Language) -> Iterator[None]:
        """Read this page in another language, by the button of the top line, and then again in Russian."""
        self._switch(language)
        yield
        self._switch("ru")

    def _switch(self, language: Language) -> None:
        self.tab.locator(f'form.lang button[value="{language}"]').click()
        expect(self.tab.locator("html")).to_have_attribute("lang", language)

    def look(self, name: str, *, panes: Sequence[str] = ("",), languages: Sequence[Language] = ("ru",)) -> None:
        """Take pictures of the open page, wide and narrow; nothing may stick out, and axe may find nothing.

        `panes` are the parts of a game's page that a phone shows one at a time (`#votes`).
        """
        for language in languages:
            if language == "ru":
                self._picture(name, panes)
            else:
                with self.speaking(language):
                    self._picture(f"{name}-{language}", panes)

    def _picture(self, name: str, panes: Sequence[str]) -> None:
        stem = self.town.next_number(name)
        # A page of a kind not seen before is gone through at both widths on both grounds; later ones on one ground to
        # a width, by turns, and on the phone by what depends on the place of things.
        first = self.town.is_new(KIND.sub("*", self.path()))
        grounds = axe.SCHEMES if self.town.is_odd else axe.SCHEMES[::-1]
        for size, ground in zip((DESKTOP, PHONE), grounds, strict=True):
            self.tab.set_viewport_size(size)
            width = size["width"]
            for pane in panes if width == PHONE["width"] else panes[:1]:
                address = self.tab.url.split("#")[0] + (pane or "#thread")
                # To go where one is would load the page again, and axe would meet it half dressed.
                if (pane or len(panes) > 1) and address != self.tab.url:
                    self.tab.goto(address, wait_until="domcontentloaded")
                self.check_width(width)
                if size == PHONE:
                    self.tab.set_viewport_size(NARROW)
                    self.check_width(NARROW["width"])
                    self.tab.set_viewport_size(size)
                # A wide window has shown all parts at once, a narrow one all that it has beside them.
                moved = pane != panes[0] or (size == PHONE and not first)
                self._check_access(f"{stem}-{width}{pane}", axe.SCHEMES if first else (ground,), placed=moved)
                # In a window as tall as the page, what keeps to its lower edge stands below everything.
                tall = min(TALLEST, self.tab.evaluate("document.scrollingElement.scrollHeight"))
                self.tab.set_viewport_size({"width": width, "height": max(size["height"], tall)})
                kind = f"-{pane[1:]}" if pane else ""
                self.tab.screenshot(path=self.town.shots / f"{stem}-{width}{kind}.png")
                self.tab.set_viewport_size(size)
        self.tab.set_viewport_size(DESKTOP)

    def _check_access(self, where: str, grounds: Sequence[str], *, placed: bool) -> None:
        """Keep what axe has to say of the page; it needs scripts, and another language makes no other page."""
        if self.scripts and self.tab.locator("html").get_attribute("lang") == "ru":
            self.town.found += [f"{where}: {line}" for line in axe.complaints(self.tab, grounds, placed=placed)]

    def check_width(self, width: int) -> None:
        """Nothing on the page is wider than the window."""
        wide = self.tab.evaluate("document.scrollingElement.scrollWidth")
        assert wide <= width, f"{self.tab.url} is {wide} px wide in a window of {width}"

    def sees(self, text: str) -> None:
        """Wait until the text stands on the page."""
        expect(self.tab.locator("body")).to_contain_text(text)


@dataclass
class Town:
    """A site, a browser, and the people who have been let in."""

    url: str
    browser: Browser
    shots: Path
    people: list[Person]
    found: list[str] = field(default_factory=list)  # what axe has to say of the pages looked at
    # Who is at a page only while acting: every page that is open asks anew for what anybody does.
    passing: list[Person] = field(default_factory=list)
    _kinds: set[str] = field(default_factory=set)
    _taken: int = 0

    def is_new(self, kind: str) -> bool:
        """Whether no page of this kind has been looked at before; from now on one has."""
        new = kind not in self._kinds
        self._kinds.add(kind)
        return new

    def person(
        self, email: str, *, scripts: bool = True, zone: str = "Europe/Moscow", language: str = "ru-RU"
    ) -> Person:
        """Let somebody in who has never been here."""
        person = Person(self, email, scripts=scripts, zone=zone, language=language)
        self.people.append(person)
        return person

    def make_way(self, person: Person) -> None:
        """Let those who are only passing leave their pages, but for the one who acts now."""
        for other in self.passing:
            if other is not person and other.tab.url != "about:blank":
                other.rest()

    @property
    def is_odd(self) -> bool:
        """Whether every other picture is being taken."""
        return self._taken % 2 == 1

    def next_number(self, name: str) -> str:
        """Return the first part of the next pictures' names."""
        self._taken += 1
        return f"{self._taken:02d}-{name}"
