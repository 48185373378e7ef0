"""A game whose secrets hold unlikely words, played on its pages; then everybody opens everything there is.

No word is found with anybody but its readers: not on a page, not in a letter, a notice, a line of
the log or a message to the workers.
"""

import html
import logging
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from celery.signals import before_task_publish
from django.core import mail
from django.http import HttpResponse
from django.test import Client

from accounts import selectors as people_of
from accounts import services as people
from accounts.models import Persona
from games import tasks
from games.models import Event, Game, Notice, Room
from games.services import reserve
from mafiaforum.logs import blank
from tests.secrets.canaries import PLANTED, Canary, of_people, of_threads, of_tokens
from tests.secrets.crawl import crawl, words_of
from tests.secrets.worlds import HOST, JAILED, MEMBER, NAMES, OTHER_MAFIOSO, ROLES, VISITOR, World

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(600)]

# At dawn everybody looks around, before and after it half of the players each.
LOOKERS = {
    "night": (VISITOR, MEMBER, HOST, *NAMES[::2]),
    "dawn": (VISITOR, MEMBER, OTHER_MAFIOSO, HOST, *NAMES),
    "end": (MEMBER, HOST, *NAMES[1::2]),
}
OWN_LOGGERS = (
    "games",
    "tournaments",
    "accounts",
    "forum",
    "common",
    "mafiaforum",
    "django.request",
    "django.server",
    "celery",
)
MEMBER_NAMES = {
    name: f"Хозяйство {word}"
    for name, word in zip(NAMES, "Аза Буки Веди Глаг Добро Есть Живо Земля Иже Како".split(), strict=True)
}


class Player:
    """Sends what people send on the pages of the game, and notes everything that comes back."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.answers: list[tuple[str, str, HttpResponse]] = []

    def get(self, who: str, name: str, **kwargs: object) -> Any:
        """Open a page of the game."""
        url = self.world.game.url(name, **kwargs)
        answer = self.world.clients[who].get(url)
        assert answer.status_code == 200, f"{who} {url}: {answer.status_code}"
        self.answers.append((who, url, answer))
        return answer

    def send(
        self,
        who: str,
        name: str,
        kwargs: dict[str, object] | None = None,
        persona: Persona | None = None,
        **fields: object,
    ) -> Any:
        """Send a form of the game, which must be taken; as the persona of the game, or another."""
        url = self.world.game.url(name, **(kwargs or {}))
        token = (persona or self.world.game.persona(who)).token
        answer = self.world.clients[who].post(url, {"as": token, **fields})
        self.answers.append((who, url, answer))
        assert answer.status_code == 303, f"{who} {url}: {answer.status_code}"
        return answer

    def number(self, name: str) -> int:
        """Return a player's seat."""
        return self.world.game.seats[name]

    def room(self, kind: str, who: str) -> dict[str, object]:
        """Return the address of a conversation of somebody."""
        rooms = Room.objects.filter(game=self.world.game.game, kind=kind)
        room = rooms.filter(thread__members__persona=self.world.game.persona(who)).select_related("thread").first()
        assert room is not None
        return {"token": room.thread.token}


def word(what: str) -> str:
    """Return a planted word."""
    return PLANTED[what].word


def deal(player: Player) -> None:
    """Deal, and let everybody read the role but one."""
    player.world.go_to("deal", ROLES)
    for name in NAMES[:-1]:
        player.send(name, "acknowledge")


def day(player: Player) -> None:
    """Talk, letters, the mafia's room, a question to the host; and a vote for a day to come."""
    player.world.go_to("day1", ROLES)
    send, number = player.send, player.number
    send("Груздь", "letter_new", to=[number("Опёнок")], text=f"Между нами: {word('letter')}")
    send("Опёнок", "letter", player.room("letter", "Груздь"), text=word("answer to the letter"))
    send("Боровик", "letter_new", to=[number("Лисичка"), number("Сморчок")], text=word("letter to two"))
    send("Мухомор", "letter", player.room("mafia", "Мухомор"), text=word("mafia's room by day"))
    send("Опёнок", "talk", text=word("question to the host"))
    send(HOST, "desk_talk", {"seat": number("Опёнок")}, text=word("answer of the host"))
    send(HOST, "desk_talk", {"seat": number("Груздь")}, text=word("message of the host"))
    member = people_of.member_of(player.world.people[MEMBER])
    send(MEMBER, "look_on", persona=member)
    send(MEMBER, "onlookers", persona=member, text=word("room of the onlookers"))
    send("Груздь", "note", {"seat": number("Мухомор")}, text=word("note on a player"))
    send(HOST, "note", {"seat": number("Груздь")}, text=word("note of the host"))
    send("Лисичка", "away", first=2, last=2)
    send("Лисичка", "advance_vote", day=2, target=number("Мухомор"))
    send("Сморчок", "post", text="Думаю на [vote]Волнушка[/vote], [spoiler]но не уверен[/spoiler].")


def night(player: Player) -> None:
    """Orders, typed and by the control; the mafia confers."""
    player.world.go_to("word1", ROLES)
    player.send(JAILED, "post", text="Прощайте.")
    player.send(JAILED, "done")
    assert player.world.game.phase == "night"
    player.send(JAILED, "dead", text=word("room of the dead"))
    player.send("Маслёнок", "letter", player.room("mafia", "Маслёнок"), text=word("mafia's room by night"))
    player.send("Мухомор", "talk", text=word("order of a mafioso, as typed"))
    player.send("Поганка", "talk", text=word("order of another mafioso, as typed"))
    player.send("Маслёнок", "order", target=player.number("Опёнок"))
    player.send("Боровик", "talk", text=word("order of the commissioner, as typed"))
    player.send("Рыжик", "talk", text=word("order of the doctor, as typed"))
    player.send("Лисичка", "talk", text=word("words of a citizen by night"))
    orders = Event.objects.filter(game=player.world.game.game, kind="order_given")
    assert orders.count() == 5, "every order of the night was taken"


def dawn(player: Player) -> None:
    """The night ends: the treatment has saved, the check has found, everybody has a message."""
    player.world.game.end_phase()
    assert player.world.game.phase == "day"
    assert len(player.world.game.living()) == len(NAMES) - 1


def end(player: Player) -> None:
    """The host calls it off by heart attacks; roles and orders are public then, letters never."""
    player.world.game.to_end()


STATIONS = {"deal": deal, "day": day, "night": night, "dawn": dawn, "end": end}


@pytest.fixture
def logged() -> Iterator[list[logging.LogRecord]]:
    """Everything that our loggers and Django's say of requests, down to the smallest."""
    records: list[logging.LogRecord] = []

    class Keeper(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            records.append(record)

    keeper, before = Keeper(), {name: logging.getLogger(name).level for name in OWN_LOGGERS}
    for name in OWN_LOGGERS:
        logging.getLogger(name).addHandler(keeper)
        logging.getLogger(name).setLevel(logging.DEBUG)
    yield records
    for name, level in before.items():
        logging.getLogger(name).removeHandler(keeper)
        logging.getLogger(name).setLevel(level)


@pytest.fixture
def sent_to_workers() -> Iterator[list[str]]:
    """Every message to the workers, as text."""
    found: list[str] = []

    def note(sender: object = None, headers: object = None, body: object = None, **more: object) -> None:
        found.append(repr((sender, headers, body, more)))

    before_task_publish.connect(note)
    yield found
    before_task_publish.disconnect(note)


def sightings(text: str, canaries: list[Canary], reader: str) -> list[str]:
    """Return which words stand in a text that this reader may not read."""
    return [f"{one.what}: {one.word!r}" for one in canaries if reader not in one.readers and one.word in text]


def all_canaries(world: World, ended: bool) -> list[Canary]:
    """Return every word that is a secret at this time; at the end what the rules then open is none."""
    found = [*PLANTED.values(), *of_threads(), *of_people(world, MEMBER_NAMES), *of_tokens(world, MEMBER_NAMES)]
    if not ended:
        return found
    opened = {"mafia's room by day", "mafia's room by night", "room of the dead", "room of the onlookers", "a seed"}
    return [one for one in found if one.what not in opened and not _is_of_the_opened_room(one)]


def _is_of_the_opened_room(canary: Canary) -> bool:
    """With `open_room` the mafia's room is everybody's after the end, its token too; so are those of the graveyard."""
    mafia = frozenset(("Мухомор", "Поганка", "Маслёнок"))
    return canary.what.startswith(("the mafia of ", "the dead of ", "the onlooker of ")) or (
        canary.what == "the token of a conversation" and canary.readers == mafia
    )


@pytest.mark.parametrize("until", ["night", "dawn", "end"])
def test_nobody_reads_what_is_not_theirs(
    until: str, clock: Any, logged: list[logging.LogRecord], sent_to_workers: list[str]
) -> None:
    world = World(clock, {"graveyard": True})
    player = Player(world)
    for who, name in MEMBER_NAMES.items():
        people.claim_member_name(world.people[who], name)
    reserve(
        game=world.game.game,
        email="newcomer@example.org",
        name="Чужак",
        announcement="выпь-просится-в-игру",
        at=world.game.now(),
    )
    for station, go in STATIONS.items():
        go(player)
        if station == until:
            break
    # Before anybody opens a page, or there would be no news.
    tasks.send_mail_notices()
    assert mail.outbox
    canaries = all_canaries(world, ended=until == "end")
    assert len(canaries) > 60
    found = []
    for who, url, answer in player.answers:
        found += [f"{who} after {url}: {one}" for one in sightings(words_of(answer), canaries, who)]
    seen: set[tuple[str, str]] = set()
    for who in LOOKERS[until]:
        start = ["/", world.game.url(), "/me/", *_guesses(world)]
        for url, answer in crawl(world.clients[who], start).items():
            assert answer.status_code < 500, url
            text = words_of(answer)
            seen |= {(one.what, who) for one in PLANTED.values() if one.word in text}
            # Whoever types an address with a token in it knows that token.
            known = [one for one in canaries if one.word not in url]
            found += [f"{who} at {url}: {one}" for one in sightings(text, known, who)]
        for url in _searches(world, who, LOOKERS[until].index(who)):
            answer = world.clients[who].get(url)
            found += [f"{who} at {url}: {one}" for one in sightings(words_of(answer), canaries, who)]
    # The search is worth something: everybody who may read a word has come across it on the way.
    for one in PLANTED.values():
        unseen = one.readers & set(LOOKERS[until]) - {who for what, who in seen if what == one.what}
        assert not unseen, f"{one.what} was not found by {unseen}"
    Game.objects.filter(pk=world.game.game.pk).exclude(phase="finished").update(due_at=world.game.now())
    tasks.tick()
    found += _outside_the_pages(canaries, logged, sent_to_workers)
    assert not found, "\n".join(found[:20])


def _guesses(world: World) -> list[str]:
    """Return addresses that stand on nobody's page but can be typed."""
    names = ("desk", "letters", "letter_new", "talk", "protocol", "rules", "change")
    over = ("story", "replay", "proof", "proof_json")
    tokens = [room.thread.token for room in Room.objects.filter(game=world.game.game).select_related("thread")]
    return [
        *(world.game.url(name) for name in names + over),
        *(world.game.url("letter", token=token) for token in tokens),
        *(world.game.url("desk_talk", seat=seat) for seat in (1, 3, 5)),
    ]


def _searches(world: World, who: str, turn: int) -> list[str]:
    """Return searches for planted words that somebody may not read, another third of them for each reader.

    Not as the words stand there: a page shows what it was asked for.
    """
    page = "letters" if who in NAMES else "search"
    secret = [one for one in PLANTED.values() if who not in one.readers][turn % 3 :: 3]
    asked = [quote(" ".join(re.findall(r"\w+", one.word)[::-1]).upper()) for one in secret]
    return [f"{world.game.url(page)}?q={words}" for words in asked]


def _outside_the_pages(canaries: list[Canary], logged: list[logging.LogRecord], sent: list[str]) -> list[str]:
    """Return what is found where nobody at all may read a secret."""
    found = []
    for letter in mail.outbox:
        # To whom it goes must be known to the mail server; nothing else of a secret stands in a letter.
        found += [f"mail: {one}" for one in sightings(f"{letter.subject}\n{letter.body}", canaries, "")]
        assert len(letter.to) == 1
        assert not letter.cc
        assert not letter.bcc
    formatter = logging.Formatter()
    for record in logged:
        found += [f"log: {one}" for one in sightings(blank(formatter.format(record)), canaries, "")]
    assert sent, "nothing went to the workers"
    for message in sent:
        found += [f"to the workers: {one}" for one in sightings(message, canaries, "")]
    for notice in Notice.objects.all():
        found += [f"notice: {one}" for one in sightings(f"{notice.kind} {notice.key}", canaries, "")]
    return found


def test_words_are_where_they_belong(clock: Any) -> None:
    """The words are really there, for those who may read them: or the other test would look for nothing."""
    world = World(clock, {"graveyard": True})
    player = Player(world)
    for go in (deal, day, night):
        go(player)
    for what, who, where in (
        ("letter", "Опёнок", ("letter", player.room("letter", "Груздь"))),
        ("mafia's room by night", "Поганка", ("letter", player.room("mafia", "Поганка"))),
        ("question to the host", HOST, ("desk_talk", {"seat": player.number("Опёнок")})),
        ("message of the host", "Груздь", ("talk", {})),
        ("room of the dead", JAILED, ("dead", {})),
        ("note on a player", "Груздь", ("bookmarks", {})),
        ("note of the host", HOST, ("note", {"seat": player.number("Груздь")})),
        ("room of the onlookers", MEMBER, ("onlookers", {})),
        ("order of the commissioner, as typed", "Боровик", ("talk", {})),
    ):
        assert word(what) in html.unescape(player.get(who, where[0], **where[1]).content.decode()), what


def test_a_planted_word_is_found(clock: Any) -> None:
    """The search sees a word in the source, in a header, and across tags and entities."""
    canary = Canary("убить: «Груздь»…", "an order", frozenset({"Мухомор"}))
    for body, headers in (
        ("<p>убить: «Груздь»…</p>", {}),
        ("<p>убить: &laquo;Груздь&raquo;&hellip;</p>", {}),
        ("<p><b>убить:</b> «Груздь»…</p>", {}),
        ("", {"X-Order": "=?utf-8?b?0YPQsdC40YLRjA==?="}),
    ):
        answer = HttpResponse(body, headers=headers)
        if body:
            assert sightings(words_of(answer), [canary], "Груздь"), body
        assert not sightings(words_of(answer), [canary], "Мухомор")


def test_a_visitor_finds_the_pages_that_there_are(clock: Any) -> None:
    """The crawler really comes around."""
    world = World(clock, {})
    found = crawl(Client(), ["/"])
    assert {world.game.url(), world.next_door.url(), "/games/", "/games/archive/"} <= set(found)
