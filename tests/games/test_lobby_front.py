"""The front page and the list of games: what waits for whom, and what a list costs."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts import services as people
from forum.services import open_thread
from games import services, waiting
from games.engine.composition import suggested
from games.engine.ruleset import Ruleset
from games.models import Game, Seat
from tests.factories import HOST, client_of, make_game, make_user

pytestmark = pytest.mark.django_db

FRONT, LIST = reverse("games:front"), reverse("games:list")


def page(client: Client, url: str = FRONT) -> str:
    answer = client.get(url)
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    return re.sub(r'csrfmiddlewaretoken" value="[^"]*|"X-CSRFToken": "[^"]*', "", answer.content.decode())


def many(count: int, phase: str) -> None:
    """Fill the lists with games, all of one host, as the projection would have written them."""
    host = people.claim_member_name(make_user("many@example.org"), "Старый Маяк")
    at = timezone.now()
    for number in range(count):
        game = services.create_game(
            host=host, title=f"Игра {number}", theme="всякое", ruleset=Ruleset.from_options("forum", {}),
            composition=suggested(), deadline=at + timedelta(days=1), at=at,
        )  # fmt: skip
        if phase != "signup":
            Game.objects.filter(pk=game.pk).update(phase=phase, day=1, players=9, alive=7)


@pytest.mark.parametrize("phase", ["signup", "day"])
@pytest.mark.parametrize("url", [FRONT, LIST])
def test_a_list_costs_the_same_with_five_and_with_a_hundred_games(url: str, phase: str) -> None:
    reader = client_of(make_user("reader@example.org", member="Читатель Газет"))
    many(5, phase)
    page(reader, url)
    with CaptureQueriesContext(connection) as few:
        page(reader, url)
    one = Game.objects.earliest("pk")
    for number in range(95):
        Game.objects.create(
            title=f"Ещё {number}", host=one.host, thread=open_thread(readers="everybody", writers="listed"),
            phase=phase, day=1, opened_at=one.opened_at, deadline=one.opened_at + timedelta(hours=number),
            commitment="0" * 64, options=one.options,
        )  # fmt: skip
    with CaptureQueriesContext(connection) as lots:
        page(reader, url)
    assert len(lots) == len(few)


def test_what_waits_costs_the_same_for_one_own_game_and_for_six() -> None:
    first = make_game(players=6).to_day()
    user = first.users["Груздь"]
    at = timezone.now()
    waiting.waiting_for(user, at)
    with CaptureQueriesContext(connection) as few:
        assert len(waiting.waiting_for(user, at)) == 1
    for tag in "бвгде":
        other = make_game(players=5, tag=tag)
        services.join(game=other.game, user=user, name=f"Гость {tag}", announcement="Тут.", at=at)
        other.deal()
        other.letter(f"Мухомор{tag}", [f"Поганка{tag}"], "Тише.")
    with CaptureQueriesContext(connection) as lots:
        assert len(waiting.waiting_for(user, at)) == 6
    assert len(lots) == len(few)


def test_a_visitor_reads_the_paper_and_the_lists() -> None:
    make_game(title="Грибной суп", theme="грибы")
    make_game(title="Чердак", tag="б").to_day({"Мухоморб": "mafia"})
    make_game(title="Опера", tag="в").to_day({"Мухоморв": "mafia"}).to_end()
    shown = page(Client())
    for words in ("Грибной суп", "Чердак", "День 1", "Опера", "Победа мирных жителей", "7 из 6"):
        assert words in shown, words
    assert "Ждут вас" not in shown
    both = page(Client(), LIST)
    assert "Грибной суп" in both and "Чердак" in both and "Опера" not in both


def test_an_empty_town_has_words_too() -> None:
    assert "В городе тихо" in page(Client()) and "Сейчас набора нет" in page(Client(), LIST)


@pytest.mark.parametrize("query", ["?page=0", "?page=x", "?page=999999999999999999999", "?signups=-1", "?page=%00"])
def test_any_page_number_gets_an_answer(query: str) -> None:
    make_game()
    assert "Грибной суп" in page(Client(), LIST + query)


def test_a_long_list_has_pages() -> None:
    many(60, "signup")
    first, second = page(Client(), LIST), page(Client(), f"{LIST}?signups=2")
    assert first.count('class="t"') == 50 and second.count('class="t"') == 10
    assert "?signups=2" in first


def test_the_vote_that_is_not_cast_waits() -> None:
    played = make_game().to_day()
    shown = page(played.client("Груздь"))
    assert "День 1: голос ещё не отдан" in shown and "Вы там Груздь" in shown
    played.vote("Груздь", "Лисичка")
    assert "голос ещё не отдан" not in page(played.client("Груздь"))
    assert "голос ещё не отдан" not in page(played.client(HOST))


def test_a_day_of_absence_waits_for_nothing() -> None:
    played = make_game().to_day()
    played.away("Груздь")
    assert "голос ещё не отдан" not in page(played.client("Груздь"))


def test_by_night_the_front_page_is_the_same_for_all_who_live(clock) -> None:
    """Somebody may look over the shoulder: whoever has a power, and has used it, sees what a citizen sees."""
    played = make_game(clock=clock).to_night()
    played.tell("Мухомор", "Груздь")
    shown = {}
    for name in played.seats:
        text = page(played.client(name))
        start = text.index('class="pane-needs"')
        needs = text[start : text.index("</section>", start)]
        assert "До рассвета ведущий принимает приказы" in needs
        # How many letters are new says nothing of what they are; the host's answer to an order is one.
        shown[name] = re.sub(r" Непрочитанных писем: \d+\.", "", needs.replace(name, ""))
    assert len(set(shown.values())) == 1


def test_the_role_waits_to_be_read_and_letters_to_be_answered() -> None:
    played = make_game().deal()
    assert "Ведущий ждёт от вас ответа: +" in page(played.client("Груздь"))
    assert "врач" not in page(played.client("Рыжик")).split('class="lead-story"')[0]
    played.acknowledge().vote("Груздь", "Лисичка")
    played.letter("Лисичка", ["Груздь"], "Шёпот.")
    shown = page(played.client("Груздь"))
    assert "Непрочитанных писем" in shown and "Шёпот" not in shown


def test_the_bench_and_the_nickname_wait() -> None:
    played = make_game()
    services.ask_rename(game=played.game, host=played.host, seat=played.seats["Груздь"], at=played.now())
    assert "Ведущий просит вас выбрать другой ник" in page(played.client("Груздь"))
    played.to_last_word("Груздь")
    assert "Вы на скамье" in page(played.client("Груздь"))
    assert "Вы на скамье" not in page(played.client("Лисичка"))


def test_the_host_is_told_what_the_game_needs() -> None:
    played = make_game(players=3)
    assert "на списке 3, нужно 6" in page(played.client(HOST))
    other = make_game(players=7, tag="б").to_day({"Мухоморб": "mafia"})
    other.end_phase()
    assert other.phase == "night"
    assert "Игра ждёт вашего решения" in page(client_of(other.host_user))
    assert "Игра ждёт вашего решения" not in page(other.client("Груздьб"))


def test_a_game_marks_whom_the_reader_is_there_and_nobody_else() -> None:
    played = make_game()
    assert "вы: Груздь" in page(played.client("Груздь"), LIST)
    assert "ведёте вы" in page(played.client(HOST), LIST)
    assert "вы:" not in page(Client(), LIST) and "ведёте вы" not in page(Client(), LIST)
    seat = Seat.objects.get(game=played.game, persona__name="Груздь")
    played.client("Груздь").post(played.url("withdraw"), {"as": seat.persona.token})
    assert "вы: Груздь" not in page(played.client("Груздь"), LIST)


def test_a_hidden_early_end_is_not_betrayed(clock) -> None:
    """Lists show the deadline, never when the tick will really come."""
    played = make_game(clock=clock, options={"night_ends_early": True, "night_min": "1h"}).to_night()
    before = page(Client(), LIST)
    for name, target in (("Мухомор", "Груздь"), ("Поганка", "Груздь"), ("Боровик", "Мухомор"), ("Рыжик", "Рыжик")):
        played.tell(name, target)
    played.game.refresh_from_db()
    assert played.game.due_at != played.game.deadline
    assert page(Client(), LIST) == before
