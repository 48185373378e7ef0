"""What people do in a game, by the forms of its pages."""

import re
import time
from collections.abc import Callable

from playwright.sync_api import Locator, expect

from tests.e2e.people import Person

SECONDS = 90.0  # that a phase may take to come, with a real clock and a busy machine


class Seat:
    """Somebody's part in one game: the person, the nickname there, and the game's address."""

    def __init__(self, person: Person, name: str, game: str) -> None:
        self.person = person
        self.name = name
        self.game = game
        self.role = ""

    def form(self, act: str) -> Locator:
        """Return the form of an act on the page that is open."""
        return self.person.tab.locator(f'main form[action*="/{act}/"]')

    def open(self, part: str = "") -> None:
        """Open the game's page, or one below it."""
        self.person.town.make_way(self.person)
        self.person.open(f"{self.game}{part}")

    def write(self, text: str) -> None:
        """Post in the thread, and see it there."""
        self.open()
        self.form("post").locator("textarea").fill(text)
        self.person.send(self.form("post"), ".btn-act")

    def vote(self, name: str) -> None:
        """Vote by the control, and see the vote in it."""
        self.open()
        ballot = self.form("vote")
        ballot.locator("select").select_option(label=name)
        ballot.locator(".btn-blood").click()  # with script the panel alone is drawn anew
        expect(self.form("vote").locator("label")).to_contain_text(name)

    def withdraw_vote(self) -> None:
        """Withdraw the vote by the control."""
        self.open()
        self.form("vote").locator('[name="withdraw"]').click()
        expect(self.form("vote").locator('[name="withdraw"]')).to_have_count(0)

    def order(self, name: str) -> None:
        """Send an order of the night by the control, and see what was understood."""
        self.open()
        panel = self.form("order")
        panel.locator("select").select_option(label=name)
        self.person.send(panel, ".btn-act")
        expect(self.person.tab.locator(".order")).to_contain_text(name)

    def withdraw_order(self) -> None:
        """Withdraw the order by the control."""
        self.open()
        self.person.send(self.form("order"), '[name="cancel"]')
        expect(self.form("order").locator('[name="cancel"]')).to_have_count(0)

    def end_last_word(self) -> None:
        """Say by the button that all is said."""
        self.open()
        self.person.send(self.form("done"))
        expect(self.form("done")).to_have_count(0)

    def go_away(self, day: int, vote: str) -> None:
        """Give an absence notice for a day, and leave a vote for it."""
        self.open()
        away = self.form("away")
        self._unfold(away)
        away.locator('[name="first"]').select_option(str(day))
        away.locator('[name="last"]').select_option(str(day))
        self.person.send(away)
        advance = self.form("advance-vote")
        self._unfold(advance)
        advance.locator('[name="day"]').select_option(str(day))
        advance.locator('[name="target"]').select_option(label=vote)
        self.person.send(advance)

    def _unfold(self, form: Locator) -> None:
        if not form.is_visible():
            form.locator("xpath=ancestor::details/summary").click()

    def write_letter(self, to: str, text: str) -> None:
        """Write a letter to one other player, and see it in the conversation."""
        self.open("letters/new/")
        self.person.tab.get_by_label(to, exact=True).check()
        self.form("letters/new").locator("textarea").fill(text)
        self.person.send(self.form("letters/new"), ".btn-act")
        expect(self.person.tab.locator(".post", has_text=text)).to_be_visible()

    def room(self) -> str:
        """Return the address of the closed room, from the role card."""
        self.open()
        link = self.open_card().locator('a[href*="/letters/"]')
        return str(link.get_attribute("href"))

    def write_in(self, conversation: str, text: str) -> None:
        """Write in a conversation, and see it there."""
        self.person.open(conversation)
        form = self.person.tab.locator(f'main form[action^="{conversation}"]')
        form.locator("textarea").fill(text)
        self.person.send(form, ".btn-act")
        expect(self.person.tab.locator(".post", has_text=text)).to_be_visible()

    def tell_host(self, text: str) -> None:
        """Write to the host, and see it in the talk."""
        self.open("talk/")
        self.form("talk").locator("textarea").fill(text)
        self.person.send(self.form("talk"), ".btn-act")

    def acknowledge(self) -> None:
        """Answer the role by the button of the card."""
        self.open()
        self.person.send(self.form("acknowledge"))
        expect(self.form("acknowledge")).to_have_count(0)

    def open_card(self) -> Locator:
        """Unfold the role card."""
        card = self.person.tab.locator("details.card")
        expect(card).not_to_have_attribute("open", re.compile(".*"))
        card.locator("summary").first.click()
        return card


class Desk:
    """The host at the desk of a game."""

    def __init__(self, person: Person, game: str) -> None:
        self.person = person
        self.game = game

    def open(self, part: str = "") -> None:
        """Open the desk, or a page below it."""
        self.person.open(f"{self.game}desk/{part}")

    def form(self, act: str) -> Locator:
        """Return the form of an act."""
        return self.person.tab.locator(f'main form[action*="/desk/{act}/"]')

    def ask_deal(self) -> None:
        """Press "deal", which asks once more."""
        self.open()
        self.person.send(self.form("deal"))
        expect(self.form("deal")).to_be_visible()

    def confirm(self, act: str) -> None:
        """Say yes to what the desk has asked."""
        self.person.send(self.form(act))
        expect(self.person.tab.locator(".desk")).to_be_visible()

    def pause(self) -> None:
        """Stop the clock."""
        self.open()
        self.person.send(self.form("pause"))
        expect(self.form("resume").first).to_be_visible()

    def resume(self) -> None:
        """Let the clock run."""
        self.open()
        self.person.send(self.form("resume"))
        expect(self.form("pause").first).to_be_visible()

    def give_time(self, by: str) -> None:
        """Make the open phase longer."""
        self.open()
        form = self.form("extend").last  # a live game has "one minute more" above it
        form.locator('[name="by"]').fill(by)
        self.person.send(form, '[value="more"]')
        expect(self.person.tab.locator(".said").first).to_be_visible()

    def take_time(self, by: str) -> None:
        """Make the open phase shorter, and confirm it."""
        self.open()
        form = self.form("extend").last
        form.locator('[name="by"]').fill(by)
        self.person.send(form, '[value="less"]')
        self.confirm("extend")

    def next_phase(self) -> None:
        """End the open phase by the button of a live game, and say yes to what is foreseen."""
        self.open()
        self.person.send(self.form("end").first)
        self.confirm("end")

    def roles(self) -> dict[str, str]:
        """Read who has which role off the table of the desk, where roles are shown when asked for."""
        self.open()
        if (show := self.form("roles").locator('[name="show"]')).count():
            self.person.send(self.form("roles"), '[name="show"]')
            expect(show).to_have_count(0)
        rows = self.person.tab.locator("#desk-seats tbody tr").all()
        return {row.locator("th .nick").inner_text(): row.locator("td").first.inner_text().lower() for row in rows}

    def wait_for(self, phase: str) -> None:
        """Wait until the game has come to a phase, by its name in the bar."""
        self.open()
        wait_until(self.person, lambda: phase in self.person.tab.locator(".phase .what b").inner_text())


def wait_until(person: Person, is_so: Callable[[], bool]) -> None:
    """Load the page again and again until something is so."""
    limit = time.monotonic() + SECONDS
    while not is_so():
        assert time.monotonic() < limit, f"{person.tab.url}\n{person.tab.locator('main').inner_text()}"
        person.tab.wait_for_timeout(300)
        person.tab.reload(wait_until="domcontentloaded")
