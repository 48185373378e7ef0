"""A visitor on a fresh site plays a whole game with bots, on a phone, in Russian: no sign-up, no reloading by hand."""

import time

import pytest
from playwright.sync_api import Error, Locator, expect

from tests.e2e.people import PHONE, Person, Town

pytestmark = [pytest.mark.servers, pytest.mark.timeout(1200)]

# So long a game may take on a busy machine; played at once it is some five minutes.
LONGEST = 15 * 60.0


def test_a_visitor_plays_a_whole_game_with_bots(town: Town, capsys: pytest.CaptureFixture[str]) -> None:
    person = town.person("visitor@example.org")
    person.open("/").set_viewport_size(PHONE)
    newcomer = Newcomer(person)
    newcomer.picture("practice-front")
    begun = time.monotonic()
    newcomer.play_now()
    newcomer.play_to_the_end(begun + LONGEST)
    took = (time.monotonic() - begun) / 60
    with capsys.disabled():
        print(f"\na practice game took {took:.1f} minutes; what was done: {', '.join(newcomer.done)}")
    newcomer.read_the_end()
    newcomer.play_again()
    newcomer.is_a_guest()


class Newcomer:
    """Somebody who has never been here and does what the hints say."""

    def __init__(self, person: Person) -> None:
        self.person, self.tab = person, person.tab
        self.done: list[str] = []
        self._acted: set[tuple[str, str]] = set()
        self._acting = ""

    # ---------- what is on the screen

    def picture(self, name: str) -> None:
        """Take a picture of what the phone shows; nothing sticks out of it."""
        self.person.check_width(PHONE["width"])
        self.tab.screenshot(path=self.person.town.shots / f"{self.person.town.next_number(name)}-390.png")

    def phase(self) -> str:
        """Return the name of the phase in the bar."""
        return self.tab.locator("#phasebar .what b").inner_text()

    def form(self, act: str) -> Locator:
        """Return the form of an act."""
        return self.tab.locator(f'main form[action*="/{act}/"]')

    def over(self) -> bool:
        """Whether the end is on the page."""
        return self.tab.locator("#practice-end-h").count() > 0

    def follow(self, part: str) -> None:
        """Go where the hint leads: it is in sight, whatever part of the page is open."""
        link = self.tab.locator(f'.hint-bar a[href="{part}"]')
        expect(link).to_be_in_viewport()
        link.click()

    # ---------- playing

    def play_now(self) -> None:
        """Press the button; the roles are dealt already."""
        self.person.send(self.tab.locator(".play-now form"))
        expect(self.tab.locator("#phasebar")).to_contain_text("Раздача ролей")
        expect(self.tab.locator(".hint-bar")).to_contain_text("Посмотрите свою роль")
        self.picture("practice-deal")

    def play_to_the_end(self, limit: float) -> None:
        """Do in every phase what is open, and wait for the next one. The page goes on by itself."""
        while not self.over():
            assert time.monotonic() < limit, self.tab.locator("main").inner_text()
            # What is done on a page that has just grown old is refused; it comes anew by itself.
            expect(self.tab.locator("#live-note [data-anew]")).to_have_count(0)
            before = ""
            try:
                before = self.phase()
                self._act(before)
                self.tab.wait_for_timeout(300)
            except (Error, AssertionError):
                # A phase that ends in the middle of an act takes its form away; anything else is wrong.
                # The bar tells of the new phase a moment before the form goes.
                self.tab.wait_for_timeout(8000)
                if self.phase() == before and self.form(self._acting).count() and not self.over():
                    raise

    def _act(self, phase: str) -> None:
        for act, do in (
            ("acknowledge", self._confirm),
            ("post", self._write),
            ("vote", self._vote),
            ("order", self._order),
            ("done", self._last_word),
        ):
            if (phase, act) not in self._acted and self.form(act).count():
                if act == "post" and not self.form("vote").count():
                    continue
                self._acting = act
                do()
                # The page may have come anew in between, and then it was done in the next phase.
                self._acted |= {(phase, act), (self.phase(), act)}
                self.done.append(f"{phase}: {act}")
                return

    def _confirm(self) -> None:
        self.follow("#me")
        card = self.tab.locator("details.card")
        card.locator("summary").click()
        expect(card.locator("h3")).to_be_visible()
        card.locator("summary").click()
        self.person.send(self.form("acknowledge"))
        expect(self.form("acknowledge")).to_have_count(0)

    def _write(self) -> None:
        self.follow("#reply")
        text = f"Здравствуйте, {len(self.done)}. Смотрю, кто молчит."
        self.form("post").locator("textarea").fill(text)
        self.person.send(self.form("post"), ".btn-act")
        expect(self.tab.locator(".post", has_text=text)).to_be_visible()
        self.picture("practice-written")

    def _vote(self) -> None:
        self.follow("#votes")
        choice = self.form("vote").locator("select")
        expect(choice).to_be_visible()
        names = [name for name in choice.locator("option:not([value=''])").all_inner_texts() if name != "Ночь"]
        leading = self.tab.locator(".votes .is-lead .nick").all_inner_texts()
        name = next((one for one in leading if one in names), names[0])
        choice.select_option(label=name)
        self.form("vote").locator(".btn-blood").first.click()
        expect(self.form("vote").locator("label")).to_contain_text(name)
        expect(self.form("vote")).to_be_visible()  # the part of the page stays open
        expect(self.tab.locator(".hint-bar")).to_contain_text("Голос отдан")
        self.picture("practice-voted")

    def _order(self) -> None:
        self.follow("#me")
        choice = self.form("order").locator("select")
        name = choice.locator("option:not([value='']):not([value='pass'])").first.inner_text()
        choice.select_option(label=name)
        self.person.send(self.form("order"), ".btn-act")
        expect(self.tab.locator(".order")).to_contain_text(name)
        self.picture("practice-order")

    def _last_word(self) -> None:
        self.follow("#reply")
        self.form("post").locator("textarea").fill("Город ошибся, но прощаю.")
        self.person.send(self.form("post"), ".btn-act")
        self.person.send(self.form("done"))
        expect(self.form("done")).to_have_count(0)
        self.picture("practice-last-word")

    # ---------- afterwards

    def read_the_end(self) -> None:
        """See who has won, the nights, all roles, and where to go on."""
        # Whose own act has ended the game may stand at another part of the page.
        self.tab.locator('.tabs a[href="#thread"]').click()
        end = self.tab.locator("section.is-ending", has=self.tab.locator("#practice-end-h"))
        expect(end.locator("h3")).to_contain_text("Ваша сторона")
        expect(end.locator("h4").first).to_contain_text("Ночь 1")
        expect(end).to_contain_text("добавьте почту")
        expect(self.tab.locator(".facts .is-me")).to_be_visible()
        expect(self.tab.locator(".hint-bar")).to_have_count(0)
        end.scroll_into_view_if_needed()
        self.picture("practice-end")

    def play_again(self) -> None:
        """Begin another game, and put the hints away in it."""
        before = self.person.path()
        self.person.send(self.tab.locator('main form[action="/play/"]'))
        assert self.person.path() != before
        expect(self.tab.locator("#phasebar")).to_contain_text("Раздача ролей")
        self.person.send(self.form("hints"))
        expect(self.tab.locator(".hint-bar")).to_have_count(0)
        self.person.send(self.form("hints"))
        expect(self.tab.locator(".hint-bar")).to_be_visible()

    def is_a_guest(self) -> None:
        """Find on the own page what a guest is, and on the front page the way back to the game."""
        self.person.open("/me/")
        self.person.sees("Эта учётная запись живёт только в этом браузере")
        self.picture("practice-guest")
        self.person.open("/")
        self.person.sees("Вернуться в свою игру")
