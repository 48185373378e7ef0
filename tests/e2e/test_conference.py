"""A live game with a trial, as eight people play it in eight browsers: nobody loads a page again."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.people import PHONE, Town
from tests.e2e.play import called
from tests.e2e.train import AT_ONCE, Live, Train, board

pytestmark = [pytest.mark.servers, pytest.mark.timeout(900)]


def test_a_live_game(town: Town) -> None:
    train = board(town)
    deal(train)
    cast = Cast(train)
    acquitted(train, cast)
    missed(train, cast)
    cast.lost.person.context.close()  # the connection is lost for good
    second_round(train, cast)
    heart_attack(train, cast)
    parity(train, cast)


class Cast:
    """Who plays which part."""

    def __init__(self, train: Train) -> None:
        self.boss, self.other = train.with_role("mafia")
        (self.commissioner,) = train.with_role("commissioner")
        (self.doctor,) = train.with_role("doctor")
        self.accused, self.rival, self.lost, self.last = train.with_role("citizen")
        self.everybody = list(train.seats.values())

    def there(self) -> list[Live]:
        """Return whoever is in play and at a page."""
        return [seat for seat in self.everybody if not seat.person.tab.is_closed()]


def deal(train: Train) -> None:
    """Deal by the host's button; everybody answers, and the day opens on every open page."""
    train.desk.ask_deal()
    train.desk.confirm("deal")
    roles = train.desk.roles()
    for seat in train.seats.values():
        seat.role = roles[seat.name]
        seat.sit_down()
        seat.pane("me")
        seat.person.send(seat.form("acknowledge"))
        seat.sit_down()
    train.all_see("День 1")


def acquitted(train: Train, cast: Cast) -> None:
    """Talk, then votes in the evening; the trial ends with as many FOR as AGAINST."""
    cast.accused.write("Кто вчера сидел у окна?")
    for seat in (cast.boss, cast.doctor):
        expect(seat.person.tab.locator(".post", has_text="у окна")).to_be_visible(timeout=AT_ONCE)
    expect(cast.last.form("vote")).to_have_count(0)
    cast.last.person.look("live-day", panes=("", "#votes", "#me"))
    train.desk.next_phase()
    train.all_see("Вечер 1")
    for seat in cast.everybody:
        seat.vote("Ночь" if seat is cast.accused else cast.accused.name, last=seat is cast.everybody[-1])
    train.all_see("Последнее слово")
    expect(cast.rival.form("post")).to_have_count(0)
    cast.accused.write("Это был не я.")
    cast.accused.person.look("live-last-word-bench")
    cast.rival.person.look("live-last-word")
    cast.accused.done()
    train.all_see("Суд")
    for seat in cast.everybody[:3]:
        seat.say("for")
    cast.rival.person.tab.set_viewport_size(PHONE)
    cast.rival.person.look("live-verdict", languages=("ru", "en"))
    for seat in cast.everybody:
        seat.say("for" if cast.everybody.index(seat) < 4 else "against", last=seat is cast.everybody[-1])
    train.all_see("Ночь 1")
    expect(cast.last.person.tab.locator(".report").last).to_contain_text("не состоялась")
    cast.boss.is_the_same_page()


def missed(train: Train, cast: Cast) -> None:
    """The mafia choose a boss in their room, a second name is warned of, sent all the same, and they miss."""
    order(cast.boss, cast.doctor.name)
    cast.other.person.look("live-night", panes=("", "#me"))
    cast.other.pane("me")
    panel = cast.other.form("order")
    panel.locator("select").first.select_option(label=cast.commissioner.name)
    cast.other.person.send(panel, ".btn-act:not([name])")
    expect(cast.other.form("order").locator('[name="sure"]')).to_be_visible()
    cast.other.person.look("live-second-name")
    cast.other.person.send(cast.other.form("order"), '[name="sure"]')
    train.desk.open()
    train.host.look("live-desk-night")
    train.desk.next_phase()
    cast.other.sit_down()
    cast.boss.sit_down()
    train.all_see("День 2")
    expect(cast.last.person.tab.locator(".report").last).to_contain_text("мимо")


def order(seat: Live, name: str) -> None:
    """Send an order by the panel of the open page."""
    seat.pane("me")
    panel = seat.form("order")
    panel.locator("select").first.select_option(label=name)
    seat.person.send(panel, ".btn-act")
    expect(seat.person.tab.locator(".order")).to_contain_text(name)


def second_round(train: Train, cast: Cast) -> None:
    """A tie; both have the last word, and the second round needs no trial."""
    train.desk.next_phase()
    train.all_see("Вечер 2", but=(cast.lost,))
    voters = cast.there()
    against = [seat for seat in voters if seat is not cast.accused][:3]
    for seat in against:
        seat.vote(cast.accused.name)
    rest = [seat for seat in voters if seat not in against]
    for seat in rest[:3]:
        seat.vote(cast.rival.name if seat is not cast.rival else "Ночь")
    if cast.rival in rest[:3]:
        rest[3].vote(cast.rival.name)
    train.desk.next_phase()
    train.all_see("Последнее слово", but=(cast.lost,))
    cast.accused.done()
    cast.rival.done()
    train.all_see("Второй тур", but=(cast.lost,))
    cast.last.person.look("live-runoff", panes=("", "#votes"))
    for seat in voters:
        seat.vote(cast.accused.name if seat is not cast.accused else cast.rival.name)
    train.desk.next_phase()
    train.all_see("Ночь 2", but=(cast.lost,))
    expect(cast.last.person.tab.locator(".report").last).to_contain_text(cast.accused.name)


def heart_attack(train: Train, cast: Cast) -> None:
    """The host alone sees who is gone; after two minutes the game goes on without that player."""
    train.desk.give_time("1h")
    expect(train.host.tab.locator("#desk-presence")).to_contain_text(cast.lost.name)
    train.host.look("live-desk-gone")
    report = cast.last.person.tab.locator(".report", has_text=re.compile("[Ии]нфаркт|[Сс]ердечн"))
    expect(report.last).to_contain_text(cast.lost.name, timeout=180_000)


def parity(train: Train, cast: Cast) -> None:
    """The boss shoots at night; the town executes one of its own in the evening, and that is parity."""
    order(cast.boss, cast.rival.name)
    train.desk.next_phase()
    cast.boss.sit_down()
    there = [cast.boss, cast.other, cast.commissioner, cast.doctor, cast.last]
    train.desk.next_phase()
    for seat in there:
        expect(seat.person.tab.locator(".phase .what b")).to_contain_text("Вечер 3")
        seat.vote(cast.last.name if seat is not cast.last else "Ночь", last=seat is there[-1])
    cast.last.done()
    for seat in there:
        seat.say("for" if seat is not cast.last else "against", last=seat is there[-1])
    for seat in there:
        expect(seat.person.tab.locator(".phase .what b")).to_contain_text("Игра окончена")
    expect(cast.boss.person.tab.locator("body")).to_contain_text("Победа мафии")
    expect(cast.boss.person.tab.locator(".is-ending")).to_contain_text(called("mafia"), ignore_case=True)
    cast.boss.person.look("live-over", panes=("", "#votes"))
    train.desk.open()
    train.host.look("live-desk-over")
