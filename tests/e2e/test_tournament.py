"""A day of tournament in browsers: the organiser's, a host's, a player's, and one of somebody who looks on."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.others import Others
from tests.e2e.people import Person, Town
from tests.run.site import Site

pytestmark = [pytest.mark.servers, pytest.mark.timeout(400)]
TITLE = "Кубок птичьего двора"
ORGANISER, HOSTS, PLAYER = "Часовщик", ("Смотритель", "Сторож"), "Аист"
LETTERS = {1: "А", 2: "Б"}
# An open board asks every ten seconds, and the clock of the site looks every five.
PATIENT = 40_000.0
MOSCOW = timezone(timedelta(hours=3))


@pytest.fixture(scope="module")
def others(site: Site) -> Iterator[Others]:
    """Fifteen people with member names."""
    others = Others(site, director="cup_director")
    yield others
    others.stop()


class Cup:
    """The people who have a browser, and the address of the tournament."""

    def __init__(self, town: Town, others: Others) -> None:
        self.others = others
        self.organiser, self.player = others.come(town, ORGANISER), others.come(town, PLAYER)
        self.hosts = [others.come(town, name) for name in HOSTS]
        self.visitor = town.person("visitor@example.org")
        self.url = ""
        self.mine = self.other = 0

    @property
    def host(self) -> Person:
        """The host of the player's group."""
        return self.hosts[self.mine - 1]

    def desk(self, act: str, about: int = 0) -> Locator:
        """Return a form of the organiser's desk, unfolded."""
        form = self.organiser.tab.locator(f"#{act}-{about}")
        if not form.is_visible():
            form.locator("xpath=ancestor::details/summary").click()
        return form


def test_a_day_of_tournament(town: Town, others: Others) -> None:
    cup = Cup(town, others)
    announce(cup)
    enter(cup)
    draw(cup)
    check_in(cup)
    first_games(cup)
    results(cup)
    at_the_desk(cup)
    final(cup)
    afterwards(cup)


def announce(cup: Cup) -> None:
    """Announce a tournament for today; first without a title and with seven games for each group."""
    organiser = cup.organiser
    tab = organiser.open("/tournaments/")
    organiser.look("cups-empty", languages=("ru", "en"))
    organiser.follow(tab.locator("main a.btn").first)
    form = tab.locator("form.setup")
    organiser.look("cup-new", languages=("ru", "en"))
    now = datetime.now(UTC).astimezone(MOSCOW)
    for field, minutes in (("close_at", 30), ("start_at", 31)):
        form.locator(f"#id_{field}").fill(f"{now + timedelta(minutes=minutes):%Y-%m-%dT%H:%M}")
    form.locator("#id_description").fill("Один день, две группы по шесть, вечером финал.")
    for field, value in {
        "split_number": "2",
        "games_each": "7",
        "qualifiers": "3",
        "check_in": "30",
        "rest": "1",
    }.items():
        form.locator(f"#id_{field}").fill(value)
    organiser.send(form, ".btn-act")
    expect(tab.locator(".errbox li")).to_have_count(2)
    organiser.look("cup-new-refused")
    expect(form.locator("#id_description")).to_have_value("Один день, две группы по шесть, вечером финал.")
    form.locator("#id_title").fill(TITLE)
    form.locator("#id_games_each").fill("3")
    organiser.send(form, ".btn-act")
    expect(tab.locator("h1")).to_contain_text(TITLE)
    cup.url = organiser.path().split("?")[0].split("#")[0]


def enter(cup: Cup) -> None:
    """Enter by the list and the board; everybody else enters besides."""
    player = cup.player
    tab = player.open("/tournaments/")
    player.follow(tab.get_by_role("link", name=TITLE, exact=True))
    player.look("cup-entries", languages=("ru", "en"))
    player.follow(tab.locator("main .btn-act", has_text="Записаться"))
    player.look("cup-enter")
    player.send(tab.locator("form[data-keep=tournament-enter]"), ".btn-act")
    player.sees(f"Вы участвуете: {PLAYER}")
    cup.others.do("enter", cup.url.split("/")[2])


def draw(cup: Cup) -> None:
    """Close the entries, and give each group its host, one name first mistyped."""
    organiser = cup.organiser
    tab = organiser.open(f"{cup.url}desk/")
    organiser.look("cup-desk-entries")
    cup.desk("close").locator("[name=sure]").check()
    organiser.send(cup.desk("close"))
    expect(tab.locator("section.dcard h2", has_text="Группа")).to_have_count(2)
    cup.mine = int(cup.others.do("where", PLAYER))
    cup.other = 3 - cup.mine
    cup.desk("host", 1).locator("[name=name]").fill("Смотрительница")
    organiser.send(cup.desk("host", 1))
    expect(tab.locator(".said.is-no")).to_be_visible()
    organiser.look("cup-desk-refused")
    for group, name in zip((1, 2), HOSTS, strict=True):
        cup.desk("host", group).locator("[name=name]").fill(name)
        organiser.send(cup.desk("host", group))
    organiser.look("cup-desk-drawn", languages=("ru", "en"))


def check_in(cup: Cup) -> None:
    """The check-in of both groups opens on the open board by itself; the player is there."""
    player = cup.player
    tab = player.open(cup.url)
    # Until then the same place says that one is there today.
    expect(tab.locator("#board-own [name=match]")).to_be_attached(timeout=PATIENT)
    player.sees(f"Ваша игра: группа {LETTERS[cup.mine]}, игра 1")
    player.look("cup-check-in", languages=("ru", "en"))
    player.send(tab.locator("form", has=tab.locator("#check-in")))
    player.sees("Отметка о вас есть")
    cup.others.do("come", str(cup.mine), PLAYER)
    cup.others.do("come", str(cup.other))


def first_games(cup: Cup) -> None:
    """The host begins the game of the group when all are there, and the player comes to it from the open board."""
    host, player = cup.host, cup.player
    tab = host.open(cup.url)
    host.look("cup-host-starts")
    host.send(tab.locator("#board-own form"), ".btn-act")
    host.look("cup-desk-host")
    expect(player.tab.locator("#board-own")).to_contain_text("Ваша игра идёт", timeout=PATIENT)
    cup.others.do("deal", str(cup.other))
    cup.visitor.open(cup.url)
    cup.visitor.look("cup-running", languages=("ru", "en"))
    player.look("cup-player-plays")
    player.follow(player.tab.locator("#board-own a.btn"))
    expect(player.tab.locator(".plate")).to_contain_text(TITLE)


def results(cup: Cup) -> None:
    """What has ended stands on the open board without being asked for, and every point has its reason."""
    visitor = cup.visitor
    cup.others.do("end", str(cup.mine))
    expect(visitor.tab.locator("#board-after")).to_contain_text(
        "победа мирных жителей", timeout=PATIENT, ignore_case=True
    )
    visitor.look("cup-scored", languages=("ru", "en"))
    visitor.open(f"{cup.url}groups/{cup.mine}/")
    visitor.look("cup-group")
    visitor.follow(visitor.tab.locator(f'main a[href*="{cup.url}matches/"]').first)
    visitor.sees("победа")
    visitor.look("cup-match", languages=("ru", "en"))
    visitor.open(f"{cup.url}print/")
    visitor.look("cup-paper")
    visitor.open(f"{cup.url}points/")
    visitor.look("cup-points")
    with visitor.tab.expect_download() as download:
        visitor.tab.evaluate("url => { location.href = url }", f"{cup.url}standings.csv")
    assert PLAYER in download.value.path().read_text(encoding="utf-8-sig")


def at_the_desk(cup: Cup) -> None:
    """The organiser corrects points, puts a game off, and sees both groups at a glance."""
    organiser = cup.organiser
    tab = organiser.open(f"{cup.url}desk/")
    form = cup.desk("adjust")
    form.locator("[name=match]").select_option(index=1)
    form.locator("[name=entry]").select_option(label=PLAYER)
    form.locator("[name=points]").fill("много")
    form.locator("[name=reason]").fill("Дожил до ночи.")
    organiser.send(form)
    expect(tab.locator(".errbox li")).to_have_count(1)
    organiser.look("cup-desk-wrong")
    expect(cup.desk("adjust").locator("[name=reason]")).to_have_value("Дожил до ночи.")
    cup.desk("adjust").locator("[name=points]").fill("0,25")
    organiser.send(cup.desk("adjust"))
    expect(tab.locator(".said").first).to_contain_text("Поправка")
    organiser.look("cup-desk-day")
    cup.visitor.open(cup.url)
    cup.visitor.sees("Дожил до ночи.")


def final(cup: Cup) -> None:
    """Both groups play on; the leaders meet in the final, which the organiser hosts."""
    for group in (cup.mine, cup.other):
        cup.others.do("play", str(group))
    organiser = cup.organiser
    organiser.open(cup.url)
    organiser.look("cup-final-drawn", languages=("ru", "en"))
    cup.others.do("play", "0")


def afterwards(cup: Cup) -> None:
    """Places, awards, how to check the draw, the season and what somebody has won."""
    player = cup.player
    tab = player.open(f"{cup.url}final/")
    player.sees("совпадает с отпечатком")
    player.look("cup-final", languages=("ru", "en"))
    player.open(cup.url)
    player.look("cup-over")
    player.open("/tournaments/season/")
    player.look("cup-season", languages=("ru", "en"))
    player.follow(tab.locator("main").get_by_role("link", name=PLAYER))
    player.sees(TITLE)
    player.look("cup-member")
    cup.visitor.open("/tournaments/")
    cup.visitor.sees(TITLE)
    cup.visitor.look("cups")
