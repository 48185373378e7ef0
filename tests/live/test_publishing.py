"""What is published, when, and to whom; and that no request fails or waits for it."""

import logging
from typing import Any

import pytest
import redis
from django.db import transaction

from common import channels, nudges
from common.refusal import Refusal
from forum import nudges as forum
from forum import services as threads
from forum.models import Post, Thread
from games import services
from tests.factories import HOST, Played, make_game

# ---------- when ----------


@pytest.mark.django_db(transaction=True)
def test_nothing_goes_out_before_the_commit_and_all_of_it_at_once(published: list[set[str]]) -> None:
    with transaction.atomic(), nudges.together():
        nudges.nudge("a")
        with transaction.atomic(), nudges.together():
            nudges.nudge("b", "a")
            nudges.close("c")
        assert published == []
    assert published == [{"a", "b", "!c"}]
    nudges.nudge("d")
    assert published[1:] == [{"d"}], "outside of a transaction at once"


@pytest.mark.django_db(transaction=True)
def test_what_is_rolled_back_is_not_nudged(published: list[set[str]]) -> None:
    with pytest.raises(RuntimeError), transaction.atomic(), nudges.together():
        nudges.nudge("a")
        raise RuntimeError
    with transaction.atomic(), nudges.together():
        nudges.nudge("b")
    assert published == [{"b"}], "nor does it come with what is committed afterwards"


@pytest.mark.django_db(transaction=True)
def test_a_game_is_nudged_once_for_a_command(published: list[set[str]]) -> None:
    """A dawn writes a report, a chapter, lines and a dozen private messages: one message of the broker."""
    played = make_game(7).to_night()
    published.clear()
    played.end_phase()
    assert len(published) == 1 and forum.of_thread(played.game.thread) in published[0]


# ---------- to whom ----------


@pytest.fixture
def played(clock: Any, db: None) -> Played:
    """Seven players by day; two of the mafia."""
    return make_game(7, clock=clock).to_day()


@pytest.fixture
def hears(monkeypatch: pytest.MonkeyPatch, played: Played) -> Any:
    """Return a function that does something and returns who hears of it: `all`, or names, `!` before a closed one's."""
    said: list[set[str]] = []
    monkeypatch.setattr(nudges, "_promise", said.append)
    meanings = {forum.of_persona(played.persona(name)): name for name in (*played.seats, HOST)}
    meanings[forum.of_thread(played.game.thread)] = "all"

    def hears(act: Any, *arguments: Any, **named: Any) -> list[set[str]]:
        said.clear()
        act(*arguments, **named)
        return [
            {("!" if sign.startswith("!") else "") + meanings[sign.removeprefix("!")] for sign in one}
            for one in said
            if one
        ]

    return hears


def test_what_everybody_sees_is_for_everybody(hears: Any, played: Played) -> None:
    assert hears(played.post, "Груздь", "Доброе утро") == [{"all", HOST}]
    assert hears(played.vote, "Груздь", "Мухомор") == [{"all", HOST}]
    assert hears(played.post, HOST, "Тише, граждане") == [{"all"}]
    assert hears(services.pause, game=played.game, host=played.host, at=played.now()) == [{"all", HOST}]
    assert hears(services.resume, game=played.game, host=played.host, at=played.now()) == [{"all", HOST}]
    number = Post.objects.filter(thread=played.game.thread, author=played.persona("Груздь")).last().number
    hide = {"game": played.game, "host": played.host, "number": number, "at": played.now()}
    assert hears(services.hide_post, **hide) == [{"all"}]


def test_a_word_to_few_is_for_those_few(hears: Any, played: Played) -> None:
    assert hears(played.letter, "Груздь", ["Лисичка", "Опёнок"], "Между нами") == [{"Груздь", "Лисичка", "Опёнок"}]
    assert hears(played.tell, "Груздь", "Можно вопрос?") == [{"Груздь", HOST}]
    answer = {"game": played.game, "host": played.host, "seat": played.seats["Груздь"], "source": "Можно."}
    assert hears(services.host_message, **answer, at=played.now()) == [{"Груздь", HOST}]


def test_a_night_is_heard_by_whoever_acts_and_dawn_by_all(hears: Any, played: Played) -> None:
    played.to_night()
    assert hears(played.tell, "Рыжик", "Груздь") == [{"Рыжик", HOST}]
    assert hears(played.tell, "Рыжик", "Опёнок") == [{"Рыжик", HOST}]
    mark = hears(played.tell, "Мухомор", "Груздь")
    assert len(mark) == 1 and mark[0] <= {"Мухомор", "Поганка", HOST}
    (dawn,) = hears(played.end_phase)
    assert "all" in dawn


def test_whoever_is_out_must_ask_anew_and_hears_no_more_of_letters(hears: Any, played: Played) -> None:
    token = played.letter("Груздь", ["Лисичка", "Опёнок"], "Между нами")
    (attack,) = hears(played.heart_attack, "Опёнок")
    assert {"all", "!Опёнок"} <= attack and not attack & {"!Груздь", "!Лисичка", f"!{HOST}"}
    reply = {"game": played.game, "seat": played.seats["Груздь"], "token": token, "source": "Без него"}
    assert hears(services.reply, **reply, at=played.now(), limit_pace=False) == [{"Груздь", "Лисичка"}]


def test_what_is_refused_is_not_heard(hears: Any, played: Played) -> None:
    def refused(act: Any, *arguments: Any) -> None:
        with pytest.raises(Refusal):
            act(*arguments)

    assert hears(refused, played.vote, "Груздь", "никто") == []
    assert hears(refused, played.post, "Груздь", "[vote]никто[/vote]") == []
    assert hears(refused, played.post, "Груздь", "  ") == []
    assert hears(refused, played.letter, "Груздь", ["Груздь"], "Себе") == []


@pytest.mark.django_db
def test_a_thread_of_few_nudges_its_readers(monkeypatch: pytest.MonkeyPatch, played: Played) -> None:
    said: list[set[str]] = []
    monkeypatch.setattr(nudges, "_promise", said.append)
    thread = threads.open_thread(readers=Thread.Readers.MEMBERS, writers=Thread.Writers.LISTED)
    one, other = played.persona("Груздь"), played.persona("Опёнок")
    threads.add_member(thread, one)
    threads.add_member(thread, other)
    threads.write(thread, author=one, source="Раз", at=played.now())
    threads.end_reading(thread, other)
    threads.write(thread, author=one, source="Два", at=played.now())
    assert said == [{forum.of_persona(one), forum.of_persona(other)}, {forum.of_persona(one)}]


# ---------- the broker is away ----------


class Broker:
    """A broker that can be away, and counts how often it is asked."""

    def __init__(self) -> None:
        self.away, self.asked = True, 0
        self.heard: list[str] = []

    def publish(self, topic: str, message: str) -> None:
        self.asked += 1
        if self.away:
            raise redis.ConnectionError("password@host")
        self.heard.append(message)


def test_a_broker_that_is_away_costs_nothing(
    settings: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """One line in the log, no exception, no waiting for it at every request; and back again."""
    settings.REDIS_URL = "unix:///nowhere"
    broker, now = Broker(), [100.0]
    state = nudges._Broker()
    state.client = broker
    monkeypatch.setattr(nudges, "_broker", state)
    monkeypatch.setattr(nudges.time, "monotonic", lambda: now[0])
    with caplog.at_level(logging.WARNING):
        for _ in range(5):
            nudges.publish("a")
        assert broker.asked == 1
        now[0] += nudges.QUIET + 1
        nudges.publish("b")
        assert broker.asked == 2
        assert [record.getMessage() for record in caplog.records] == [
            "no nudges while the broker is away: ConnectionError"
        ]
        broker.away = False
        now[0] += nudges.QUIET + 1
        nudges.publish("c")
        nudges.publish("d")
    assert broker.heard == ["c", "d"] and len(caplog.records) == 2
    assert "password" not in caplog.text


def test_a_real_address_where_nobody_is_costs_nothing(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.REDIS_URL = "unix:///tmp/nobody-listens-here.sock"
    monkeypatch.setattr(nudges, "_broker", nudges._Broker())
    nudges.publish(channels.pack({"a"}))
