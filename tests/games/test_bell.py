"""The bell: one's own notices over all own names, without a word of what they are about."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games import bell, services
from games.models import Notice
from games.services.bell import read_notices
from tests.factories import HOST, client_of, make_game, make_user

pytestmark = pytest.mark.django_db

PAGE, READ = reverse("games:notices"), reverse("games:notices_read")


def text(client: Client) -> str:
    answer = client.get(PAGE)
    assert answer.status_code == 200 and "no-store" in answer["Cache-Control"]
    main = answer.content.decode().split("<main", 1)[1].split("</main>")[0]
    return " ".join(re.sub(r"<[^>]*>", " ", main).split())


def test_a_visitor_has_no_bell() -> None:
    assert Client().get(PAGE).status_code == 302 and Client().post(READ).status_code == 302


def test_notices_of_all_own_games_stand_by_game_without_content() -> None:
    first, second = make_game(title="Первая").to_day(), make_game(title="Вторая", tag="б", players=6)
    user = first.users["Груздь"]
    services.join(game=second.game, user=user, name="Пришелец", announcement="Тут.", at=second.now())
    second.deal()
    first.letter("Лисичка", ["Груздь"], "Канарейка поёт.")
    shown = text(first.client("Груздь"))
    for words in (
        "Первая",
        "Вторая",
        "Вы там Груздь",
        "Вы там Пришелец",
        "Новое письмо",
        "День 1",
        "Сообщение ведущего",
    ):
        assert words in shown, words
    for words in ("Канарейка", "Лисичка", "житель", "мафия", "роль"):
        assert words not in shown, words
    assert "Вторая" not in text(first.client("Лисичка"))


@pytest.mark.parametrize("language", ["ru", "en"])
def test_every_kind_has_words_and_leads_to_a_page_that_is_there(language: str) -> None:
    played = make_game(reader_language=language).to_last_word("Груздь", "Лисичка").end_phase()
    played.letter("Лисичка", ["Груздь"], "Привет.")
    played.end_phase()
    services.host_message(
        game=played.game, host=played.host, seat=played.seats["Груздь"], source="Тише.", at=played.now()
    )
    at = played.now()
    for kind in ("rename", "question", "guard", "desk_offer", "desk_taken", "something new"):
        Notice.objects.create(game=played.game, persona=played.persona("Груздь"), kind=kind, key=f"x-{kind}", at=at)
    played.to_end() if played.phase == "day" else played.end_phase().to_end()
    client = played.client("Груздь")
    shown = text(client)
    lines = [line for group in bell.by_game(bell.notices_of(played.users["Груздь"])) for line in group.lines]
    assert {"letter", "scales", "moon", "sun", "page", "pen", "bell"} <= {line.icon for line in lines}
    assert all(line.said in shown for line in lines) or language == "en"
    own = {line.url for line in lines if "desk" not in line.url}
    assert all(client.get(url).status_code == 200 for url in own)


def test_what_is_read_is_not_new_and_what_came_meanwhile_is(clock: Any) -> None:
    played = make_game().to_day()
    client = played.client("Груздь")
    page = client.get(PAGE).content.decode()
    until = re.search(r'name="until" value="([^"]*)"', page)
    assert until and "is-new" in page
    clock.shift(1)
    played.letter("Лисичка", ["Груздь"], "Позже.")
    assert client.post(READ, {"until": until[1].replace("&#x2B;", "+").replace("&#43;", "+")}).status_code == 303
    new = Notice.objects.filter(persona=played.persona("Груздь"), read_at=None)
    assert [notice.kind for notice in new] == ["letter"]
    client.post(READ)
    assert not new.all().exists() and "is-new" not in client.get(PAGE).content.decode()
    assert Notice.objects.filter(persona=played.persona("Лисичка"), read_at=None).exists()


@pytest.mark.parametrize(
    "until", ["", "x", "9999", "9999-99-99", "0001-01-01T00:00:00", "2026-01-01T00:00:00+99:00", "\0"]
)
def test_any_moment_gets_an_answer(until: str) -> None:
    played = make_game()
    assert played.client("Груздь").post(READ, {"until": until}).status_code == 303


def test_reading_can_be_kept_to_a_game_and_to_kinds() -> None:
    first, second = make_game().to_day(), make_game(tag="б", players=6)
    user = first.users["Груздь"]
    services.join(game=second.game, user=user, name="Пришелец", announcement="Тут.", at=second.now())
    second.deal()
    count = bell.bell_count(user)
    phases = read_notices(user=user, at=timezone.now(), game=first.game, kinds=("phase",))
    assert phases == 1 and bell.bell_count(user) == count - 1
    rest = read_notices(user=user, at=timezone.now(), game=first.game)
    assert bell.bell_count(user) == count - 1 - rest > 0


def test_the_top_line_counts_what_is_new_in_one_query_and_for_a_visitor_in_none() -> None:
    played = make_game().to_day()
    user = played.users["Груздь"]
    with CaptureQueriesContext(connection) as asked:
        count = bell.bell_count(user)
    assert count == Notice.objects.filter(persona=played.persona("Груздь")).count() > 0 and len(asked) == 1
    page = played.client("Груздь").get(reverse("games:list")).content.decode()
    assert f'<span class="count">{count}</span>' in page
    with CaptureQueriesContext(connection) as asked:
        Client().get(reverse("account_login"))
    assert not [query for query in asked if "notice" in query["sql"]]


def test_a_hundred_notices_cost_what_ten_cost() -> None:
    played = make_game().to_day()
    client = played.client("Груздь")
    text(client)
    with CaptureQueriesContext(connection) as few:
        text(client)
    for number in range(90):
        Notice.objects.create(
            game=played.game, persona=played.persona("Груздь"), kind="letter", key=f"n{number}", at=timezone.now()
        )
    with CaptureQueriesContext(connection) as lots:
        text(client)
    assert len(few) == len(lots)


def test_whoever_has_nothing_is_told_so() -> None:
    assert "Новостей пока не было" in text(client_of(make_user("ann@example.org")))
    assert HOST not in text(client_of(make_user("bob@example.org")))


def test_a_page_that_a_notice_leads_to_marks_it_as_read() -> None:
    played = make_game().to_day()
    token = played.letter("Лисичка", ["Груздь"], "Тут?")

    def new(who: str = "Груздь") -> set[str]:
        rows = Notice.objects.filter(persona=played.persona(who), read_at=None)
        return set(rows.values_list("kind", flat=True))

    assert new() == {"host_letter", "phase", "letter"}
    client = played.client("Груздь")
    client.get(played.url("table"))
    assert new() == {"host_letter", "letter"}
    client.get(played.url("talk"))
    assert new() == {"letter"}
    client.get(played.url("letter", token=token))
    assert new() == set() and new("Лисичка") == {"host_letter", "phase"}
    played.tell("Лисичка", "Вопрос к ведущему?")
    assert new(HOST) == {"question"}
    played.client(HOST).get(played.url("desk"))
    assert new(HOST) == set()


def test_each_phase_that_rings_is_named() -> None:
    played = make_game().to_day()
    host = played.host
    for phase in ("day", "evening", "night", "runoff", "verdict"):
        key = f"{played.game.pk}-0-phase-{phase}-3"
        Notice.objects.create(game=played.game, persona=host, kind="phase", key=key, at=timezone.now())
    shown = text(played.client(HOST))
    assert "Новости игры" not in shown
    for words in ("День 3", "Вечер 3", "Ночь 3", "Второй тур", "Суд"):
        assert words in shown, words
