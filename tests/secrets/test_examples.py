"""What must stay secret, told as short stories of one game: notices, badges, addresses, mail, caches, pictures."""

import html
import re
from html.parser import HTMLParser
from typing import Any

import pytest
from django.core import mail
from django.db import transaction

from accounts import selectors as people
from accounts.models import Persona
from common.refusal import Refusal
from forum.models import Post, ReadMark
from games import notify, services, words
from games.engine.roles import ROLES as KNOWN_ROLES
from games.models import Notice, Room
from tests.secrets.answers import text_of
from tests.secrets.crawl import crawl
from tests.secrets.places import pages, token_of
from tests.secrets.worlds import HOST, JAILED, MEMBER, NAMES, ROLES, STATIONS, VISITOR, World, fixed, settle

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quiet")]

MAFIOSO, OTHER_MAFIOSO, CITIZEN = "Мухомор", "Поганка", "Груздь"
# Here it is a mafioso whom the town jails.
JAILED_MAFIA = {**ROLES, JAILED: "mafia", OTHER_MAFIOSO: "citizen"}
ROLE_WORDS = ("мафи", "комиссар", "врач", "доктор", "mafia", "commissioner", "doctor")


def played_to(station: str, clock: Any, roles: dict[str, str] | None = None) -> World:
    """Return a world played to a station."""
    world = World(clock, {})
    for one in STATIONS[1 : STATIONS.index(station) + 1]:
        world.go_to(one, roles or ROLES)
    return world


def in_room(world: World, who: str, text: str, times: int = 1) -> Room:
    """Let a mafioso write in the closed room."""
    room = Room.objects.select_related("thread").get(game=world.game.game, kind=Room.Kind.MAFIA)
    for number in range(times):
        services.reply(
            game=world.game.game,
            seat=world.game.seats[who],
            token=room.thread.token,
            source=f"{text} {number}",
            at=world.game.now(),
            limit_pace=False,
        )
    return room


def notices_of(world: World, who: str) -> list[str]:
    """Return the kinds of somebody's notices."""
    return list(Notice.objects.filter(persona=world.game.persona(who)).values_list("kind", flat=True))


def all_pages(world: World, who: str) -> dict[str, str]:
    """Return every page of somebody, by its label, once everything that was new has been read."""
    for _label, url in pages(world, who):
        world.clients[who].get(url)
    return {label: text_of(world.clients[who].get(url)) for label, url in pages(world, who)}


class Loaded(HTMLParser):
    """Collects what a browser asks for by itself when it shows a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the addresses of pictures, scripts, styles and frames."""
        for name, value in attrs:
            if name in ("src", "srcset", "data", "poster", "background") or (name, tag) == ("href", "link"):
                self.addresses.append(value or "")


def test_who_is_out_hears_nothing_of_the_room(clock: Any) -> None:
    """A jailed mafioso gets no notice, mail or badge of what is written later, reads none of it, and writes nothing."""
    world = played_to("night1", clock, JAILED_MAFIA)
    before, pages_before = notices_of(world, JAILED), all_pages(world, JAILED)
    mail.outbox.clear()
    world.game.tell(MAFIOSO, "пас")
    room = in_room(world, MAFIOSO, "Кого берём?", times=3)
    assert "letter" in notices_of(world, "Маслёнок"), "the others of the room are told"
    assert notices_of(world, JAILED) == before
    settle()
    notify.send_notices(world.game.now())
    assert mail.outbox
    assert not any(world.people[JAILED].email in one.to for one in mail.outbox)
    assert all_pages(world, JAILED) == pages_before
    room.thread.refresh_from_db()
    url = world.game.url("letter", token=room.thread.token)
    assert world.clients[JAILED].post(url, world.game.form(JAILED, text="Я тут.")).status_code == 422
    assert not Post.objects.filter(source="Я тут.").exists()


def test_badges_do_not_count_what_is_not_ones_own(clock: Any) -> None:
    """Fourteen posts in the closed room and three messages to the host change nothing for anybody else."""
    world = played_to("night1", clock)
    seen = {who: all_pages(world, who) for who in (CITIZEN, MEMBER, VISITOR)}
    in_room(world, MAFIOSO, "Кого берём?", times=14)
    for text in ("Боровик", "Лисичка", "Сморчок"):
        world.game.tell("Маслёнок", text)
    for who, before in seen.items():
        after = all_pages(world, who)
        assert [label for label in before if before[label] != after[label]] == [], who


def test_a_letter_of_others_is_nowhere(clock: Any) -> None:
    """By its address it can't be read, answered or marked as read; the answer is that of a letter that never was."""
    world = played_to("day1", clock)
    world.game.letter(MAFIOSO, [OTHER_MAFIOSO], "Это между нами.")
    settle()
    token = fixed(f"room gribnoj letter ['{MAFIOSO}', '{OTHER_MAFIOSO}']")
    assert Room.objects.filter(thread__token=token).exists()
    marks, posts = ReadMark.objects.count(), Post.objects.count()
    for who in (CITIZEN, HOST, MEMBER, VISITOR):
        client = world.clients[who]
        for query in ("", "?after=0", "?page=1", "?quote=1", "?post=1"):
            real, none = (world.game.url("letter", token=one) for one in (token, fixed("never was")))
            answer, nothing = client.get(real + query), client.get(none + query)
            assert answer.status_code == 404
            assert text_of(answer).replace(real, "") == text_of(nothing).replace(none, "")
        fields = {"as": token_of(world, who), "text": "Я читаю ваши письма.", "key": fixed(who)}
        assert client.post(world.game.url("letter", token=token), fields).status_code == 404
    assert (ReadMark.objects.count(), Post.objects.count()) == (marks, posts)


def test_mail_and_titles_say_nothing(clock: Any) -> None:
    """No mail and no title of a page names a role, a victim, the text of a letter or the closed room."""
    world = played_to("night1", clock)
    world.game.tell(MAFIOSO, "Опёнок")
    world.game.letter(MAFIOSO, [CITIZEN], "Тайное слово.")
    in_room(world, MAFIOSO, "Ещё тайное слово.")
    notify.send_notices(world.game.now())
    world.go_to("day2", ROLES)
    assert "Опёнок" not in world.game.living()
    notify.send_notices(world.game.now())
    assert len(mail.outbox) > 10
    for letter in mail.outbox:
        text = f"{letter.subject}\n{letter.body}".casefold()
        assert not [word for word in (*ROLE_WORDS, "опёнок", "тайное", "убит") if word in text], text
    titles = set()
    for who in (MAFIOSO, CITIZEN, "Боровик", HOST):
        for url, answer in crawl(world.clients[who], ["/", world.game.url()]).items():
            found = re.search(r"<title>(.*?)</title>", answer.content.decode(), re.DOTALL)
            if found:
                titles.add(html.unescape(found[1]).casefold())
            assert not [word for word in ROLE_WORDS if word in url], url
    assert len(titles) > 5
    assert not [title for title in titles if any(word in title for word in (*ROLE_WORDS, "опёнок", "тайное"))], titles


def test_one_browser_after_another(clock: Any) -> None:
    """The same address for one after another, and after logging out: each sees the own page, none may be kept."""
    world = played_to("night1", clock)
    client = world.clients[VISITOR]
    nobody = text_of(client.get(world.game.url()))
    seen = []
    for who in (MAFIOSO, CITIZEN, "Боровик"):
        client.force_login(world.people[who])
        answer = client.get(world.game.url())
        assert "no-store" in answer.headers["Cache-Control"]
        assert "Cookie" in answer.headers["Vary"]
        seen.append(answer.content.decode())
        client.logout()
    assert len(set(seen)) == 3
    assert text_of(client.get(world.game.url())).split("\n\n", 1)[1] == nobody.split("\n\n", 1)[1]


def test_no_picture_from_elsewhere(clock: Any) -> None:
    """Whatever is written, a reader's browser asks nobody but this site."""
    world = played_to("day1", clock)
    text = (
        "[img]https://example.net/a.png[/img] ![x](https://example.net/b.png) <img src=https://example.net/c.png> "
        "[url=https://example.net/d][img]https://example.net/e.png[/img][/url] //example.net/f.png"
    )
    world.game.post(MAFIOSO, text)
    token = world.game.letter(MAFIOSO, [CITIZEN], text)
    for url in (world.game.url(), world.game.url("letter", token=token)):
        answer = world.clients[CITIZEN].get(url)
        loaded = Loaded(answer.content.decode()).addresses
        assert len(loaded) > 5
        assert not [one for one in loaded if not re.match(r"/(static|seal)/", one)], loaded
        policy = answer.headers["Content-Security-Policy"]
        assert "img-src 'self'" in policy
        assert "default-src 'none'" in policy


def test_the_host_takes_no_seat(clock: Any) -> None:
    """Not by the page, not by the service; nor does a player take the desk, and the host hears nothing of the try."""
    world = World(clock, {})
    game = world.game
    fields = {"name": "Перепел", "announcement": "Я ведущий."}
    assert world.clients[HOST].post(game.url("join"), fields).status_code == 422
    with pytest.raises(Refusal, match="host_cannot_play"), transaction.atomic():
        services.join(game=game.game, user=game.host_user, name="Перепел", announcement="Я.", at=game.now())
    services.join(game=game.game, user=world.people[MEMBER], name="Перепел", announcement="Я.", at=game.now())
    member = _member(world, MEMBER)
    services.offer_desk(game=game.game, host=game.host, to=member, at=game.now())
    fields = {"as": member.token, "take": "1"}
    assert world.clients[MEMBER].post(game.url("desk_offer"), fields).status_code == 422
    game.game.refresh_from_db()
    assert game.game.host == game.host
    assert not Notice.objects.filter(persona=game.host).exists(), "the host hears nothing of it"


def _member(world: World, who: str) -> Persona:
    persona = people.member_of(world.people[who])
    assert persona is not None
    return persona


def test_who_is_out_and_onlookers_read_what_a_citizen_reads(clock: Any) -> None:
    """The thread is the same for all; who is out writes nowhere, and letters with the dead are closed on both sides."""
    world = played_to("day1", clock)
    world.game.letter(CITIZEN, [JAILED], "Как дела?")
    for station in ("word1", "night1", "day2"):
        world.go_to(station, ROLES)
    settle()
    room = Room.objects.select_related("thread").get(game=world.game.game, kind=Room.Kind.LETTER)
    threads = set()
    for who in (CITIZEN, JAILED, MEMBER, VISITOR):
        answer = world.clients[who].get(world.game.url("live_thread") + "?after=0")
        # What one may do with a post is not the same for all.
        shown = re.sub(
            r'<(a class="q|button class="icbtn).*?</(a|button)>', "", answer.content.decode(), flags=re.DOTALL
        )
        threads.add(shown.replace(" is-me", ""))
    assert len(threads) == 1
    url = world.game.url("letter", token=room.thread.token)
    for who in (CITIZEN, JAILED):
        assert world.clients[who].post(url, world.game.form(who, text="Слышно?")).status_code == 422, who
    for name in ("post", "talk"):
        answer = world.clients[JAILED].post(world.game.url(name), world.game.form(JAILED, text="Слышно?"))
        assert answer.status_code == 422, name
    assert not Post.objects.filter(source="Слышно?").exists()


def test_what_is_said_to_all_holds_nothing_for_some(clock: Any) -> None:
    """All that the moderator posts from the deal to day 3: no role of anybody in play, nobody's mates, no order."""
    world = played_to("night1", clock)
    world.game.tell("Боровик", "проверить Мухомор")
    world.game.tell(MAFIOSO, "Опёнок")
    world.game.tell(OTHER_MAFIOSO, "Опёнок")
    in_room(world, MAFIOSO, "Кого берём?")
    for station in ("day2", "night2", "day3"):
        world.go_to(station, ROLES)
    living = set(world.game.living())
    assert living == set(NAMES) - {JAILED, "Опёнок"}
    said = [post for post in Post.objects.filter(thread=world.game.game.thread, author=None) if post.mark != "deal"]
    assert len(said) > 8
    role_names = {str(words.role(role)) for role in KNOWN_ROLES}
    for post in said:
        for line in post.source.splitlines():
            named = [name for name in living if name in line]
            assert not (named and [role for role in role_names if role in line.casefold()]), line
            # Whom the commissioner checked stands nowhere but among the voters.
            assert "Мухомор" not in line or post.mark == "count", (post.mark, line)
