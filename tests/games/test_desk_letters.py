"""Letters answered on the desk itself, and the end of a phase by the host's hand."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from forum.models import Post
from tests.factories import HOST, NAMES, Played, make_game
from tests.games.desk import desk, done, send, text

pytestmark = pytest.mark.django_db


def ask(played: Played, name: str, words: str) -> None:
    assert played.tell(name, words).kind == "none"


def answer(played: Played, name: str, words: str, **more: object) -> Any:
    """Send the answer as the desk's own form for this player would."""
    page = desk(played)
    form = page.split(f'id="letter-{played.seats[name]}"')[1].split("</form>")[0]
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', form))
    fields.pop("csrfmiddlewaretoken", None)
    return played.client(HOST).post(played.url("desk_act", act="answer"), {**fields, "text": words, **more})


def talk(played: Played, name: str) -> list[str]:
    return list(Post.objects.filter(thread=played.seat(name).talk, author=played.host).values_list("source", flat=True))


def test_a_letter_is_read_and_answered_on_the_desk(clock: Any) -> None:
    played = make_game().to_day()
    assert "letter-in" not in desk(played)
    ask(played, "Груздь", "Можно ли голосовать дважды?")
    clock.shift(1)
    ask(played, "Рыжик", "Когда рассвет?")
    page = desk(played)
    assert page.index("Можно ли голосовать дважды?") < page.index("Когда рассвет?")
    assert done(answer(played, "Груздь", "Нет, считается последний."))
    assert talk(played, "Груздь") == ["Нет, считается последний."]
    page = desk(played)
    assert "Можно ли голосовать дважды?" not in page and "Когда рассвет?" in page


def test_a_letter_may_be_taken_as_read() -> None:
    played = make_game().to_day()
    ask(played, "Груздь", "Просто спасибо за игру.")
    assert done(answer(played, "Груздь", "", silent="1"))
    assert talk(played, "Груздь") == []
    assert "letter-in" not in desk(played)


def test_a_refused_answer_is_kept_where_it_was_written() -> None:
    played = make_game().to_day()
    ask(played, "Груздь", "Вопрос.")
    refused = answer(played, "Груздь", "я" * 20_001)
    assert refused.status_code == 422
    assert "я" * 20_001 in text(refused)
    assert "Вопрос." in desk(played)
    foreign = answer(played, "Груздь", "Набранный ответ", **{"as": played.persona("Груздь").token})
    assert foreign.status_code == 422 and "Набранный ответ" in text(foreign)
    assert talk(played, "Груздь") == []


def test_an_answer_sent_twice_is_one_and_what_came_later_still_waits() -> None:
    played = make_game().to_day()
    ask(played, "Груздь", "Первый вопрос.")
    page = desk(played)
    form = page.split(f'id="letter-{played.seats["Груздь"]}"')[1].split("</form>")[0]
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', form))
    ask(played, "Груздь", "Второй вопрос.")
    for _time in range(2):
        sent = played.client(HOST).post(played.url("desk_act", act="answer"), {**fields, "text": "Ответ на первый."})
        assert done(sent)
    assert talk(played, "Груздь") == ["Ответ на первый."]
    page = desk(played)
    assert "Второй вопрос." in page and "Первый вопрос." not in page


@pytest.mark.parametrize("seat", ["", "77", "-1", "x", "9" * 30])
def test_a_letter_to_nobody_is_refused_and_kept(seat: str) -> None:
    played = make_game().to_day()
    form = played.form(HOST, seat=seat, text="Набранное письмо.")
    sent = played.client(HOST).post(played.url("desk_act", act="answer"), form)
    assert sent.status_code == 422
    assert "Набранное письмо." in text(sent)
    assert not Post.objects.filter(author=played.host, source="Набранное письмо.").exists()


def test_orders_wait_for_no_answer_and_letters_of_players_are_not_on_the_desk() -> None:
    played = make_game().to_night()
    played.letter("Груздь", ["Рыжик"], "Тайна двоих.")
    played.tell("Мухомор", "Груздь")
    page = desk(played)
    assert "Тайна двоих." not in page and "letter-in" not in page


def test_the_desk_costs_the_same_with_few_and_with_many_letters() -> None:
    counts = []
    for number, players in enumerate((6, 20)):
        played = make_game(players, names=NAMES[:players], tag=f" {number}", options={"max_players": 25}).to_day(
            {f"{NAMES[0]} {number}": "mafia"}
        )
        for name in played.seats:
            ask(played, name, "Вопрос ведущему?")
        desk(played)
        with CaptureQueriesContext(connection) as queries:
            assert desk(played).count('class="letter-in"') == players
        counts.append(len(queries))
    assert counts[0] == counts[1]


# ---------- the end of a phase


def test_the_host_ends_a_phase_after_reading_what_comes_of_it() -> None:
    played = make_game().to_day().votes("Груздь", "Мухомор", "Поганка")
    asked = send(played, "end")
    assert asked.status_code == 200
    assert "Груздь" in text(asked) and "последнее слово" in text(asked)
    assert played.phase == "day"
    assert done(send(played, "end", confirm=1))
    assert played.phase == "last_word"
    # Nobody is silent in a day that was cut short.
    assert done(send(played, "end", confirm=1))
    assert played.phase == "night"
    assert len(played.living()) == 6


def test_a_form_of_an_earlier_phase_ends_nothing() -> None:
    played = make_game().to_day()
    late = send(played, "end", confirm=1, phase="deal-0")
    assert late.status_code == 422
    assert played.phase == "day"
