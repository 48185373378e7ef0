"""A game with everybody in it, and how it gets going: opened by its host, joined by eight people."""

from dataclasses import dataclass, field

from django.utils.translation import override
from playwright.sync_api import expect

from games import words
from tests.e2e.entrance import code_for, sign_up, take_member_name
from tests.e2e.moves import Desk, Seat
from tests.e2e.people import PHONE, Person, Town

TITLE = "Туман над Заречьем"
CLONES = {
    "Зарница": "Света хватит на всех. Ненадолго.",
    "Туман": "Меня не видно, но я здесь.",
    "Изморозь": "К утру растаю.",
    "Позёмка": "Мету дорогу к площади.",
    "Гололёд": "Осторожнее на поворотах.",
    "Ливень": "Без зонта не приходите.",
    "Вьюга": "Ночью меня слышно лучше.",
    "Роса": "Встаю раньше всех.",
}
NEWCOMERS = ("Вьюга", "Роса")
WITHOUT_SCRIPT = "Ливень"
PHASES = {"deal": "3m", "day": "40s", "last_word": "30s", "runoff": "30s", "night": "30s"}


def called(role: str) -> str:
    """Return what a role is called on the pages."""
    with override("ru"):
        return words.role(role)


@dataclass
class Play:
    """One game in the making: its host at the desk, a reader with an open page, and the seats by nickname."""

    town: Town
    host: Person
    reader: Person
    game: str = ""
    seats: dict[str, Seat] = field(default_factory=dict)

    @property
    def desk(self) -> Desk:
        """The host's desk."""
        return Desk(self.host, self.game)

    def with_role(self, role: str) -> list[Seat]:
        """Return who has a role; whoever plays without script comes last."""
        found = [seat for seat in self.seats.values() if seat.role == called(role)]
        return sorted(found, key=lambda seat: not seat.person.scripts)

    def everybody(self) -> list[Seat]:
        """Return all seats."""
        return list(self.seats.values())

    def comes(self, phase: str, day: int) -> None:
        """Wait until a phase is open."""
        with override("ru"):
            name = words.phase_name(phase, day)
        self.desk.wait_for(name)

    def report(self, *parts: str) -> None:
        """The newest report in the thread says all of this."""
        self.host.open(self.game)
        for part in parts:
            expect(self.host.tab.locator(".report").last).to_contain_text(part)


def come_in(town: Town) -> Play:
    """Let the host in, who signs up and takes a member name when it is needed, and a reader, who does not."""
    host, reader = town.person("host@example.org"), town.person("reader@example.org")
    reader.open("/")
    reader.look("front-empty")
    host.open("/accounts/signup/")
    host.look("signup", languages=("ru", "en"))
    sign_up(host, "code")
    return Play(town, host, reader)


def open_game(play: Play) -> None:
    """Fill in the three steps of a new game: the second one first wrong in several places, then right."""
    host, tab = play.host, play.host.tab
    host.open("/games/new/")
    host.look("member-name")
    take_member_name(host, "Летописец")
    host.look("new-game", languages=("ru", "en"))
    form = tab.locator('main form[action="/games/new/"]')
    form.locator("#id_title").fill(TITLE)
    form.locator("#id_theme").fill("погода")
    form.locator("#id_description").fill("Заречье просыпается поздно: над рекой [b]туман[/b], и в нём кто-то ходит.")
    host.send(form, ".btn-act")
    expect(form.locator(".steps-bar [aria-current=step]")).to_contain_text("2")
    folded = form.locator(".step:not([hidden]) details.group:not([open]) > summary")
    while folded.count():
        folded.first.click()
    for name, value in {**PHASES, "day": "сорок секунд", "notice_max": "много"}.items():
        form.locator(f"#id_{name}").fill(value)
    host.send(form, ".btn-act")
    expect(tab.locator(".errbox li")).to_have_count(2)
    host.look("new-game-refused")
    for name, value in {"day": PHASES["day"], "notice_max": "5"}.items():
        form.locator(f"#id_{name}").fill(value)
    host.send(form, ".btn-act")
    expect(form.locator("#id_title")).to_have_value(TITLE)
    host.look("new-game-roles")
    host.send(form, ".btn-act")
    expect(tab.locator(".plate")).to_contain_text(TITLE)
    play.game = host.path().split("#")[0].split("?")[0]


def gather(play: Play) -> None:
    """Let eight people join: most by a sign-up, two as newcomers in one step, one without script."""
    play.reader.open(play.game)
    play.reader.look("game-signup-guest", panes=("", "#me"), languages=("ru", "en"))
    for number, (name, announcement) in enumerate(CLONES.items(), start=1):
        person = play.town.person(
            f"player{number}@example.org",
            scripts=name != WITHOUT_SCRIPT,
            zone="Asia/Yekaterinburg" if number == 2 else "Europe/Moscow",
        )
        play.seats[name] = Seat(person, name, play.game)
        if name in NEWCOMERS:
            join_in_one_step(play, play.seats[name], announcement)
        else:
            sign_up(person)
            join(play.seats[name], announcement, refused="Зарнuца" if number == 2 else "")
        if number == 4:
            person.look("game-signup-player", panes=("", "#me", "#votes"))
        person.rest()
    play.town.passing = [seat.person for seat in play.everybody()]


def fill_in(seat: Seat, name: str, announcement: str) -> None:
    """Fill in the form to join, and send it."""
    form = seat.form("join")
    form.locator('[name="name"]').fill(name)
    form.locator('[name="announcement"]').fill(announcement)
    email = form.locator('[name="email"]')
    if email.count():
        email.fill(seat.person.email)
    seat.person.send(form, ".btn-act")


def join(seat: Seat, announcement: str, refused: str = "") -> None:
    """Join as somebody logged in; with a nickname that is `refused` first, which loses no text."""
    seat.open()
    if refused:
        seat.person.tab.set_viewport_size(PHONE)
        seat.person.tab.locator(".tabs .t-me").click()
        fill_in(seat, refused, announcement)
        expect(seat.person.tab.locator(".said.is-no")).to_be_visible()  # in the part of the page that is open
        expect(seat.form("join").locator('[name="announcement"]')).to_have_value(announcement)
        seat.person.look("join-refused")
    fill_in(seat, seat.name, announcement)
    expect(seat.person.tab.locator(".post", has_text=announcement)).to_be_visible()


def join_in_one_step(play: Play, seat: Seat, announcement: str) -> None:
    """Join as somebody who has never been here: nickname, first post, e-mail, and the code from the letter."""
    seat.open()
    fill_in(seat, seat.name, announcement)
    code = seat.person.tab.locator('[name="code"]')
    if seat.name == NEWCOMERS[0]:
        seat.person.look("join-code")
    code.fill(code_for(seat.person))
    seat.person.send(seat.person.tab.locator("main form", has=code), ".btn-act")
    expect(seat.person.tab.locator(".post", has_text=announcement)).to_be_visible()
