"""A whole forum game, from sign-up to victory, as people play it: in browsers, against the running site."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.moves import Seat
from tests.e2e.people import Town
from tests.e2e.play import TITLE, WITHOUT_SCRIPT, Play, called, come_in, gather, open_game

pytestmark = [pytest.mark.servers, pytest.mark.timeout(900)]


def test_a_whole_game(town: Town) -> None:
    play = come_in(town)
    open_game(play)
    gather(play)
    deal(play)
    cast = Cast(play)
    first_day(play, cast)
    runoff(play, cast)
    first_night(play, cast)
    second_day(play, cast)
    second_night(play, cast)
    third_day(play, cast)
    ending(play, cast)


class Cast:
    """Who plays which part. Whoever plays without script stays to the end, whatever the role."""

    def __init__(self, play: Play) -> None:
        self.caught, self.mafioso = play.with_role("mafia")
        (self.commissioner,) = play.with_role("commissioner")
        (self.doctor,) = play.with_role("doctor")
        self.silent, self.inactive, self.jailed, self.citizen = play.with_role("citizen")


def deal(play: Play) -> None:
    """Deal by the host's button; everybody reads the role and confirms it, and so day 1 opens early."""
    play.desk.open()
    play.host.look("desk-signup")
    play.host.open(f"{play.game}rules/")
    play.host.look("rules", languages=("ru", "en"))
    play.desk.ask_deal()
    play.host.look("desk-deal")
    play.desk.confirm("deal")
    roles = play.desk.roles()
    assert sorted(roles) == sorted(play.seats)
    pack = ["mafia"] * 2 + ["commissioner", "doctor"] + ["citizen"] * 4
    assert sorted(roles.values()) == sorted(called(role) for role in pack), roles
    for number, seat in enumerate(play.everybody()):
        seat.role = roles[seat.name]
        seat.open()
        if number == 0:
            seat.person.look("deal", panes=("", "#me"))
            seat.open()
        expect(seat.open_card()).to_contain_text(seat.role, ignore_case=True)
        if number == 0:
            seat.person.tab.screenshot(path=play.town.shots / "role-card-open.png")
        if number % 2:
            seat.tell_host("+")
        else:
            seat.acknowledge()
        seat.person.rest()
    play.comes("day", 1)
    play.desk.give_time("1h")


def first_day(play: Play, cast: Cast) -> None:
    """Talk, vote by control and by tag, change and withdraw; two do not vote, one of them does not even write."""
    reader = play.reader
    reader.open(play.game)
    cast.silent.write("Смотрю в окно и никого не вижу.")
    cast.jailed.write("Кто вчера видел свет у реки?")
    expect(reader.tab.locator(".post", has_text="свет у реки")).to_be_visible()  # by itself, on an open page
    cast.commissioner.vote(cast.jailed.name)
    cast.commissioner.withdraw_vote()
    cast.commissioner.vote(cast.caught.name)
    cast.citizen.write(f"Свет был у вас в окне. [vote]{cast.caught.name}[/vote]")
    cast.jailed.vote(cast.doctor.name)
    cast.jailed.vote(cast.caught.name)
    cast.doctor.write(f"[b]Не верю.[/b] [голос]{cast.jailed.name}[/голос]")
    cast.mafioso.vote(cast.jailed.name)
    refused_vote(cast.caught)
    cast.caught.vote(cast.jailed.name)
    quote(cast.commissioner, cast.jailed, "свет у реки")
    cast.commissioner.open()
    expect(cast.commissioner.person.tab.locator(".votes .is-lead")).to_have_count(2)
    cast.commissioner.person.look("day", panes=("", "#votes", "#letters", "#me"), languages=("ru", "en"))
    play.desk.open()
    play.host.look("desk-day")
    play.desk.take_time("1h")
    play.comes("last_word", 1)
    play.desk.give_time("1h")


def refused_vote(seat: Seat) -> None:
    """A vote that can't be taken is refused with its post; the text stays."""
    text = "Ничего не знаю. [vote]Метель[/vote]"
    seat.open()
    seat.form("post").locator("textarea").fill(text)
    seat.person.send(seat.form("post"), '[name="preview"]')
    expect(seat.person.tab.locator(".preview-post")).to_contain_text("Ничего не знаю")
    expect(seat.form("post").locator("textarea")).to_have_value(text)
    seat.person.send(seat.form("post"), ".btn-act")
    expect(seat.person.tab.locator(".said.is-no")).to_be_visible()
    expect(seat.form("post").locator("textarea")).to_have_value(text)
    seat.person.look("post-refused")


def quote(seat: Seat, of: Seat, words: str) -> None:
    """Quote a post by its link, and answer it."""
    seat.open()
    seat.person.tab.locator(".post", has_text=words).first.locator("a[data-quote]").first.click()
    field = seat.form("post").locator("textarea")
    expect(field).to_have_value(re.compile(re.escape(f"[quote={of.name}")))
    field.fill(field.input_value() + "И я тоже.")
    seat.person.send(seat.form("post"), ".btn-act")
    expect(seat.person.tab.locator(".post", has_text="И я тоже.").locator("blockquote")).to_contain_text(words)


def runoff(play: Play, cast: Cast) -> None:
    """Both on the bench speak; the second round jails one, and nightfall takes the silent and the inactive."""
    cast.caught.write("Я не виноват, и вы это знаете.")
    cast.caught.end_last_word()
    cast.jailed.open()
    cast.jailed.person.look("last-word-bench")
    cast.citizen.open()
    cast.citizen.person.look("last-word", panes=("", "#votes"))
    cast.jailed.end_last_word()
    play.comes("runoff", 1)
    play.desk.give_time("1h")
    for seat in (cast.caught, cast.mafioso, cast.doctor, cast.citizen):
        seat.vote(cast.jailed.name)
    cast.jailed.vote(cast.caught.name)
    cast.commissioner.open()
    cast.commissioner.person.look("runoff", panes=("", "#votes"))
    play.desk.take_time("2h")
    play.comes("night", 1)
    play.desk.give_time("1h")
    play.report(cast.jailed.name, called("citizen"), cast.silent.name, cast.inactive.name, called(""))


def first_night(play: Play, cast: Cast) -> None:
    """The marks of the mafia are a tie, and so it misses; the doctor is away the next day and votes in advance."""
    cast.citizen.open()
    cast.citizen.person.look("night-citizen", panes=("", "#me", "#letters"))
    cast.jailed.open()
    expect(cast.jailed.form("post")).to_have_count(0)
    cast.jailed.person.look("out")
    room = cast.caught.room()
    cast.caught.write_in(room, "Комиссар опасен. Начнём с него?")
    cast.mafioso.write_in(room, "Я бы начал с другого.")
    cast.mafioso.person.look("room")
    cast.caught.order(cast.commissioner.name)
    cast.mafioso.order(cast.commissioner.name)
    cast.mafioso.withdraw_order()
    cast.mafioso.tell_host(f"убить {cast.citizen.name}")
    cast.mafioso.person.look("talk-night")
    cast.mafioso.open()
    cast.mafioso.person.look("night", panes=("", "#me", "#letters"), languages=("ru", "en"))
    cast.commissioner.tell_host(f"кто такой {cast.caught.name}?")
    cast.commissioner.write_letter(cast.citizen.name, "Утром всё расскажу. Голосуйте вместе со мной.")
    cast.commissioner.person.look("letter")
    cast.citizen.open("letters/")
    cast.citizen.person.look("letters")
    cast.doctor.order(cast.doctor.name)
    cast.doctor.go_away(2, cast.caught.name)
    play.desk.open()
    play.host.look("desk-night", languages=("ru", "en"))
    play.desk.take_time("2h")
    play.comes("day", 2)
    play.desk.pause()
    play.report("выстрел мимо", cast.doctor.name)


def second_day(play: Play, cast: Cast) -> None:
    """The host stops the clock; people go on voting; then it runs again, and a mafioso goes to jail."""
    cast.commissioner.open("talk/")
    told = cast.commissioner.person.tab.locator(".post").last
    told.locator("summary").click()
    expect(told).to_contain_text(cast.caught.name)
    expect(told).to_contain_text(called("mafia"))
    cast.commissioner.write(f"Я проверил: {cast.caught.name} из мафии. [vote]{cast.caught.name}[/vote]")
    cast.citizen.vote(cast.caught.name)
    cast.mafioso.vote(cast.caught.name)
    cast.caught.vote(cast.commissioner.name)
    bare = play.seats[WITHOUT_SCRIPT]
    bare.write("У меня страница без сценариев, и всё работает.")
    expect(bare.person.tab.locator(".post.is-me", has_text="без сценариев")).to_be_visible()
    play.reader.open(play.game)
    play.reader.look("paused", panes=("", "#votes"))
    expect(play.reader.tab.locator(".votes .is-lead")).to_contain_text(cast.doctor.name)  # the vote left in advance
    play.host.open(play.game)
    play.host.look("day-host")
    play.desk.resume()
    play.desk.take_time("1h")
    play.comes("last_word", 2)
    cast.caught.end_last_word()
    play.comes("night", 2)
    play.desk.give_time("1h")
    play.report(cast.caught.name, called("mafia"))


def second_night(play: Play, cast: Cast) -> None:
    """The doctor saves whom the mafia attacks."""
    cast.mafioso.order(cast.commissioner.name)
    cast.doctor.order(cast.commissioner.name)
    cast.commissioner.order(cast.mafioso.name)
    play.desk.take_time("2h")
    play.comes("day", 3)
    play.desk.give_time("1h")
    play.report("никто", cast.commissioner.name)


def third_day(play: Play, cast: Cast) -> None:
    """The last mafioso is jailed, and the town has won."""
    for seat in (cast.commissioner, cast.doctor, cast.citizen):
        seat.vote(cast.mafioso.name)
    cast.citizen.person.open("/notices/")
    cast.citizen.person.look("notices")
    cast.citizen.person.open("/")
    cast.citizen.person.look("front-player")
    play.desk.take_time("2h")
    play.comes("last_word", 3)
    cast.mafioso.end_last_word()
    play.comes("finished", 3)


def ending(play: Play, cast: Cast) -> None:
    """Everything is told, the talk goes on, and anybody can check the deal."""
    play.report("Победа мирных жителей")
    cast.citizen.write("Хорошая была погода.")
    play.reader.open(play.game)
    for seat in play.everybody():
        expect(play.reader.tab.locator(".is-ending .facts", has_text=seat.name)).to_contain_text(
            seat.role, ignore_case=True
        )
    play.reader.look("finished", panes=("", "#votes"), languages=("ru", "en"))
    for part in ("story", "protocol", "deal"):
        play.reader.open(f"{play.game}{part}/")
        play.reader.look(part)
    play.reader.open("/games/archive/")
    play.reader.sees(TITLE)
    play.reader.look("archive")
    play.reader.open("/games/")
    play.reader.look("games")
    play.reader.open("/")
    play.reader.look("front")
    play.desk.open()
    play.host.look("desk-over")
