"""Who may open the desk, and that it draws in every phase and both languages at a constant price."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from forum.models import Post
from games import services
from tests.factories import HOST, make_game, make_user
from tests.games.desk import desk, still

pytestmark = pytest.mark.django_db


# ---------- who may open it


@pytest.mark.parametrize("who", ["", "Мухомор", "Груздь"])
@pytest.mark.parametrize("path", ["desk", "desk_talk", "desk_offer"])
def test_everybody_else_gets_the_answer_of_a_game_that_does_not_exist(who: str, path: str) -> None:
    played = make_game().to_day()
    there = {"seat": 1} if path == "desk_talk" else {}
    real = played.client(who).get(played.url(path, **there))
    url = played.url(path, **there).replace(played.game.slug, "zzzzzzzz")
    none = played.client(who).get(url)
    assert (real.status_code, none.status_code) == (404, 404)
    assert still(real).replace(played.game.slug, "zzzzzzzz") == still(none)


def test_the_host_of_another_game_is_an_outsider_here() -> None:
    played, other = make_game().to_day(), make_game(tag="2")
    assert other.client(f"{HOST}2").get(played.url("desk")).status_code == 404
    client = Client()
    client.force_login(other.host_user)
    assert client.get(played.url("desk")).status_code == 404
    assert client.get(other.url("desk")).status_code == 200


def test_nothing_between_server_and_reader_may_keep_the_desk() -> None:
    played = make_game().to_day()
    assert "no-store" in played.client(HOST).get(played.url("desk"))["Cache-Control"]


def test_no_role_stands_in_the_title_of_the_desk() -> None:
    played = make_game().to_day()
    title = re.search(r"<title>(.*?)</title>", desk(played))
    assert title is not None and title[1] == "Стол ведущего: Грибной суп"


# ---------- every phase draws, in both languages, at a constant price


ENGLISH = {"Alder": "mafia", "Birch": "mafia", "Cedar": "commissioner", "Elm": "doctor"}


def stations() -> list[tuple[str, Any]]:
    """Return a way to each phase."""
    return [
        ("signup", lambda p: p),
        ("deal", lambda p: p.deal(ENGLISH)),
        ("day", lambda p: p.to_day(ENGLISH)),
        ("last_word", lambda p: p.to_day(ENGLISH).to_last_word("Груздь")),
        ("runoff", lambda p: p.to_day(ENGLISH).to_last_word("Груздь", "Опёнок").end_phase()),
        ("night", lambda p: p.to_day(ENGLISH).to_night()),
        ("finished", lambda p: p.to_day(ENGLISH).to_end()),
        ("cancelled", lambda p: services.call_off(game=p.game, host=p.host, at=p.now())),
    ]


@pytest.mark.parametrize("language", ["ru", "en"])
@pytest.mark.parametrize(("phase", "go"), stations())
def test_the_desk_draws_in_every_phase(phase: str, go: Any, language: str) -> None:
    played = make_game(reader_language=language, names=["Alder", "Birch", "Cedar", "Elm", "Fir", "Груздь", "Опёнок"])
    go(played)
    assert played.phase == phase
    page = desk(played)
    words = re.sub(r"<script.*?</script>|<[^>]+>", " ", page, flags=re.DOTALL)
    words = re.sub(r"Alder|Birch|Cedar|Elm|Fir|EN|English", "", words)
    if language == "ru":
        assert re.findall(r"[A-Za-z]{3,}", words) == []
    else:
        cyrillic = set(re.findall(r"[а-яё]{3,}", words.lower())) - {"груздь", "опёнок", "лесник", "грибной", "суп",
                                                                    "русский"}  # fmt: skip
        assert cyrillic == set()


def test_the_price_of_the_desk_does_not_grow() -> None:
    small, large = make_game(7), make_game(25, tag="2")
    prices = []
    for played in (small, large):
        played.deal().acknowledge(*list(played.seats)[:3])
        for name in list(played.seats)[: len(played.seats) // 2]:
            played.tell(name, "Ведущий, вопрос.")
        client = Client()
        client.force_login(played.host_user)
        client.get(played.url("desk"))
        with CaptureQueriesContext(connection) as queries:
            client.get(played.url("desk"))
        prices.append(len(queries))
    assert prices[0] == prices[1] <= 20


def test_the_price_does_not_grow_with_posts() -> None:
    played = make_game().to_day()
    client = played.client(HOST)
    client.get(played.url("desk"))
    prices = []
    for _round in range(2):
        with CaptureQueriesContext(connection) as queries:
            client.get(played.url("desk"))
        prices.append(len(queries))
        last = Post.objects.filter(thread=played.game.thread).count()
        author = played.persona("Груздь")
        Post.objects.bulk_create(
            Post(thread=played.game.thread, number=last + n, author=author, source="да", html="<p>да</p>",
                 at=timezone.now())
            for n in range(1, 2001)
        )  # fmt: skip
    assert prices[0] == prices[1]


def test_a_member_without_a_game_finds_nothing() -> None:
    played = make_game().to_day()
    client = Client()
    client.force_login(make_user("stranger@example.org", "Прохожий"))
    assert client.get(played.url("desk")).status_code == 404
