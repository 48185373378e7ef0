"""A live game: nobody loads a page again, everything comes to the open one."""

from dataclasses import dataclass, field

from playwright.sync_api import Locator, expect

from tests.e2e.entrance import sign_up, take_member_name
from tests.e2e.moves import Desk
from tests.e2e.people import Person, Town
from tests.e2e.play import called

TITLE = "Поздний экспресс"
NAMES = ("Багажный", "Купейный", "Вагонный", "Станционный", "Дорожный", "Семафор", "Тендер", "Полустанок")
TIMES = {
    "deal": "4m",
    "day": "6m",
    "evening": "4m",
    "last_word": "3m",
    "runoff": "4m",
    "verdict": "4m",
    "night": "5m",
    "auto_heart_attack_after": "2m",
}
# What has happened must stand on every open page within a second; the machine may be slow by as much again.
AT_ONCE = 2_500


@dataclass
class Live:
    """One player at an open page."""

    person: Person
    name: str
    game: str
    role: str = ""

    @property
    def page(self) -> Locator:
        """The open page."""
        return self.person.tab.locator("body")

    def sit_down(self) -> None:
        """Open the game's page, and mark it: a page that is loaded again has no mark."""
        self.person.open(self.game)
        self.person.tab.evaluate("document.documentElement.dataset.seen = 'yes'")

    def is_the_same_page(self) -> None:
        """The page was never loaded again since `sit_down`."""
        expect(self.person.tab.locator("html")).to_have_attribute("data-seen", "yes")

    def form(self, act: str) -> Locator:
        """Return the form of an act on the open page."""
        return self.person.tab.locator(f'main form[action*="/{act}/"]')

    def pane(self, name: str) -> None:
        """Go to a part of the page, where a phone shows one at a time; not while the page is about to come anew."""
        expect(self.person.tab.locator("#live-note [data-anew]")).to_have_count(0)
        tab = self.person.tab.locator(f'.tabs a[href$="#{name}"]')
        if tab.is_visible():
            tab.click()

    def write(self, text: str) -> None:
        """Post from the field that stands below the newest post, by the keys."""
        self.pane("thread")
        field = self.form("post").locator("textarea")
        field.fill(text)
        field.press("Control+Enter")
        expect(self.person.tab.locator(".post", has_text=text)).to_be_visible()

    def vote(self, name: str, *, last: bool = False) -> None:
        """Vote by the control of the open page; with the `last` vote the phase is over, and the control gone."""
        self.pane("votes")
        ballot = self.form("vote")
        ballot.locator("select").select_option(label=name)
        ballot.locator(".btn-blood").click()
        if not last:
            expect(self.form("vote").locator("label")).to_contain_text(name, ignore_case=True)

    def say(self, word: str, *, last: bool = False) -> None:
        """Say FOR or AGAINST; with the `last` word the trial is over."""
        self.pane("thread")
        button = self.person.tab.locator(f"#say-{word}")
        button.click()
        if not last:
            expect(button).to_have_attribute("aria-pressed", "true")

    def done(self) -> None:
        """End the last word by the button that has come."""
        self.pane("thread")
        self.form("done").locator("button").first.click()


@dataclass
class Train:
    """The game with its host and its players."""

    town: Town
    host: Person
    game: str = ""
    seats: dict[str, Live] = field(default_factory=dict)

    @property
    def desk(self) -> Desk:
        """The host's desk."""
        return Desk(self.host, self.game)

    def with_role(self, role: str) -> list[Live]:
        """Return the players of a role."""
        return [seat for seat in self.seats.values() if seat.role == called(role)]

    def all_see(self, text: str, *, but: tuple[Live, ...] = ()) -> None:
        """The bar of every open page comes to say this by itself."""
        for seat in self.seats.values():
            if seat not in but:
                expect(seat.person.tab.locator(".phase .what b")).to_contain_text(text)


def board(town: Town) -> Train:
    """Let the host open a live game, and eight people join under their member names."""
    host = town.person("live-host@example.org")
    sign_up(host)
    host.open("/games/new/")
    take_member_name(host, "Начальник поезда")
    tab = host.tab
    form = tab.locator('main form[action="/games/new/"]')
    host.send(form, '[value="way-conference"]')
    form.locator("#id_title").fill(TITLE)
    form.locator("#id_theme").fill("железная дорога")
    host.send(form, ".btn-act")
    folded = form.locator(".step:not([hidden]) details.group:not([open]) > summary")
    while folded.count():
        folded.first.click()
    for name, value in TIMES.items():
        form.locator(f"#id_{name}").fill(value)
    host.look("live-new-game")
    host.send(form, ".btn-act")
    host.look("live-roles")
    host.send(form, ".btn-act")
    expect(tab.locator(".plate")).to_contain_text(TITLE)
    train = Train(town, host, host.path().split("#")[0].split("?")[0])
    for number, name in enumerate(NAMES, start=1):
        person = town.person(f"passenger{number}@example.org")
        sign_up(person)
        person.open("/me/name/")
        take_member_name(person, name)
        seat = Live(person, name, train.game)
        person.open(train.game)
        join = seat.form("join")
        join.locator('[name="announcement"]').fill(f"{name}: еду до конца.")
        person.send(join, ".btn-act")
        train.seats[name] = seat
        person.rest()
    return train
