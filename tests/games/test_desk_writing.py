"""What the host writes and hides at the desk: posts, letters to one player, previews; nothing typed is lost."""

import pytest

from forum.models import Post
from games.models import Notice
from tests.factories import HOST, make_game
from tests.games.desk import done, newest, send, text

pytestmark = pytest.mark.django_db


def test_a_post_is_hidden_and_its_vote_stands() -> None:
    played = make_game().to_day().post("Груздь", "Тайна. [vote]Мухомор[/vote]")
    number = newest(played).number
    assert "Тайна." in text(send(played, "hide", number=number))
    assert done(send(played, "hide", number=number, confirm=1))
    assert newest(played).hidden_at is not None
    vote = played.state().vote_of(played.seats["Груздь"])
    assert vote is not None and vote.target == played.seats["Мухомор"]
    again = send(played, "hide", number=number)
    assert again.status_code == 422 and "уже скрыт" in text(again) and "Тайна." not in text(again)


def test_a_number_without_a_persons_post_hides_nothing() -> None:
    played = make_game()
    for number in ("", "0", "-3", "x", "1", "99999", "2147483647", "9" * 40, "\x00"):
        assert send(played, "hide", number=number, confirm=1).status_code == 422, number
    assert not Post.objects.exclude(hidden_at=None).exists()


def test_posts_of_other_threads_cant_be_hidden_or_read_by_number() -> None:
    played = make_game().to_day()
    played.letter("Груздь", ["Опёнок"], "канарейка")
    for number in range(1, 40):
        assert "канарейка" not in text(send(played, "hide", number=number))


def test_the_host_posts_at_any_time_and_never_votes() -> None:
    played = make_game().to_night()
    assert done(send(played, "post", text="Тихо. [vote]Груздь[/vote]", key="k1"))
    post = newest(played)
    assert post.author == played.host and "Груздь" in post.source
    assert played.state().votes == ()
    assert done(send(played, "post", text="Тихо. [vote]Груздь[/vote]", key="k1"))
    assert newest(played).number == post.number, "a form sent twice makes one post"


def test_a_preview_posts_nothing() -> None:
    played = make_game().to_day()
    before = newest(played).number
    response = send(played, "post", text="[b]Внимание[/b] <b>", key="k2", preview=1)
    assert response.status_code == 200
    assert "<strong>Внимание</strong>" in response.content.decode() or "<b>Внимание</b>" in response.content.decode()
    assert "[b]Внимание[/b] <b>" in text(response) and 'value="k2"' in text(response)
    assert newest(played).number == before


def test_a_text_that_is_refused_is_kept() -> None:
    played = make_game().to_day()
    before = newest(played).number
    for typed in ("", "   ", "\u200b", "я" * 20_001, "[b][/b]"):
        for preview in ({}, {"preview": 1}):
            response = send(played, "post", text=typed, key="k", **preview)
            assert response.status_code == 422, typed[:9]
            assert typed in text(response)
    assert newest(played).number == before


def test_a_letter_to_one_player() -> None:
    played = make_game().to_day()
    seat = played.seat("Груздь")
    url = played.url("desk_talk", seat=seat.number)
    form = played.form(HOST, text="Напоминаю о правилах.", key="k")
    for _time in range(2):
        response = played.client(HOST).post(url, form)
        assert response.status_code == 303
    letters = Post.objects.filter(thread=seat.talk, author=played.host)
    assert [letter.source for letter in letters] == ["Напоминаю о правилах."]
    assert Notice.objects.filter(persona=seat.persona, kind="host_letter", key__contains="host_letter").exists()
    preview = played.client(HOST).post(url, {**form, "text": "[b]так[/b]", "key": "n", "preview": 1})
    assert preview.status_code == 200 and "[b]так[/b]" in text(preview) and letters.count() == 1
    wrong = played.client(HOST).post(url, {**form, "text": "набранное", "as": seat.persona.token, "key": "n"})
    assert wrong.status_code == 422 and "набранное" in text(wrong) and letters.count() == 1


def test_after_the_end_the_talks_are_for_reading() -> None:
    played = make_game().to_day().to_end()
    url = played.url("desk_talk", seat=1)
    assert "можно только читать" in text(played.client(HOST).get(url))
    response = played.client(HOST).post(url, played.form(HOST, text="набранное", key="k"))
    assert response.status_code == 422 and "Игра окончена" in text(response)


def test_after_the_end_the_thread_stays_open_to_the_host() -> None:
    played = make_game().to_day().to_end()
    assert done(send(played, "post", text="Спасибо всем.", key="k"))
    for act in ("heart", "pause", "extend", "cancel", "hand"):
        response = send(played, act, seat=5, reason="да", by="2h", name="Некто", confirm=1)
        assert response.status_code == 422


def test_the_game_is_called_off() -> None:
    played = make_game().to_day()
    assert done(send(played, "cancel", confirm=1))
    assert played.phase == "cancelled"
    assert send(played, "cancel", confirm=1).status_code == 422
