"""Showing the host a post or a letter (`rules.md` section 7): by whoever reads it, and its author learns nothing."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from common.refusal import Refusal
from forum.models import Post
from games import services
from games.models import Complaint, Event, Game, Notice, Room
from games.services.complaints import LONGEST_REASON, MOST_A_DAY
from tests.factories import HOST, Played, client_of, make_game, make_user
from tests.games.desk import desk, done, still
from tests.games.desk import send as act
from tests.games.web import by_class, by_id, dom, field, inner, refusals, text_of, worded

pytestmark = pytest.mark.django_db


@pytest.fixture
def seven(clock: Any) -> Played:
    """Seven players on day 1, and a post of Поганка."""
    return make_game(7, clock=clock).to_day().post("Поганка", "Гадость какая-то.")


def last(played: Played) -> Post:
    return Post.objects.filter(thread=played.game.thread).order_by("-number")[0]


def url_of(played: Played, number: int) -> str:
    return f"{played.url('report')}?post={number}"


def url_of_letter(played: Played, token: str, number: int) -> str:
    return f"{played.url('report_letter', token=token)}?post={number}"


def report(played: Played, who: str, number: int, reason: str = "Брань.", **fields: object) -> Any:
    """Send the form of a report on a post."""
    return played.client(who).post(url_of(played, number), played.form(who, text=reason, **fields))


def report_letter(played: Played, who: str, token: str, number: int, reason: str = "Брань.") -> Any:
    """Send the form of a report on a letter."""
    url = url_of_letter(played, token, number)
    return played.client(who).post(url, played.form(who, text=reason))


def card(played: Played) -> str:
    """Return the words of the desk's card of reports."""
    found = by_id(dom(played.client(HOST).get(played.url("desk"))), "desk-reports")
    assert found is not None
    return inner(found)


def talk(played: Played, who: str) -> list[str]:
    return list(
        Post.objects.filter(thread=played.seat(who).talk, author=played.persona(who)).values_list("source", flat=True)
    )


# ---------- posts ----------


def test_a_post_is_shown_to_the_host(seven: Played) -> None:
    number = last(seven).number
    page = seven.client("Груздь").get(seven.url())
    assert f'href="{url_of(seven, number)}"' in page.content.decode()
    form = seven.client("Груздь").get(url_of(seven, number))
    assert form.status_code == 200 and "Гадость какая-то." in text_of(form)
    sent = report(seven, "Груздь", number, "Это [b]брань[/b].")
    assert sent.status_code == 303 and sent["Location"] == f"{seven.url()}?post={number}#p{number}"
    told = card(seven)
    assert "Груздь" in told and f"Пост № {number}, Поганка" in told and "Это [b]брань[/b]." in told
    page = desk(seven)
    assert f'href="{seven.url()}?post={number}#p{number}"' in page
    assert "Вас ждёт 1 обращение читателя." in page
    assert talk(seven, "Груздь")[-1].startswith(f"О посте № {number}, автор Поганка: Это")


def test_the_author_and_the_others_see_nothing_of_it(seven: Played) -> None:
    def look() -> list[str]:
        pages = [
            seven.client(who).get(seven.url(name))
            for who in ("Поганка", "Опёнок")
            for name in ("table", "talk", "letters")
        ]
        pages += [seven.client(who).get("/notices/") for who in ("Поганка", "Опёнок")]
        # The key of a form is a new one each time.
        return [
            re.sub(r'name="key" value="[^"]*"', "", still(page)) for page in (*pages, seven.client("").get(seven.url()))
        ]

    # At the second look nothing is new any more.
    before = (look(), look())[1]
    assert report(seven, "Груздь", last(seven).number).status_code == 303
    assert look() == before
    assert not Notice.objects.filter(kind="complaint").exclude(persona=seven.host).exists()


@pytest.mark.parametrize("reason", ["Боровик", "убить Груздь", "+", "отмена", "пас", "[vote]Боровик[/vote]"])
def test_a_report_is_never_an_order_nor_a_vote(clock: Any, reason: str) -> None:
    played = make_game(7, clock=clock).to_day().post("Груздь", "Слово.")
    number = last(played).number
    played.to_night()
    before = Event.objects.filter(game=played.game).count()
    assert report(played, "Мухомор", number, reason).status_code == 303
    assert Event.objects.filter(game=played.game).count() == before
    assert reason in talk(played, "Мухомор")[-1]
    assert "Ждёт" not in card(played) and "letter-in" not in desk(played), "it waits among reports, not letters"


def test_only_what_can_be_read_and_is_of_others_can_be_shown(seven: Played) -> None:
    post = last(seven)
    report_of_moderator = Post.objects.filter(thread=seven.game.thread, author=None)[0]
    for who, number in (
        ("Поганка", post.number),
        ("Груздь", report_of_moderator.number),
        ("Груздь", 9999),
        (HOST, post.number),
    ):
        assert seven.client(who).get(url_of(seven, number)).status_code == 404
        assert report(seven, who, number).status_code == 404
    seven.post(HOST, "Слово ведущего.")
    assert report(seven, "Груздь", last(seven).number).status_code == 404
    services.hide_post(game=seven.game, host=seven.host, number=post.number, at=seven.now())
    assert report(seven, "Груздь", post.number).status_code == 404
    assert seven.client("Груздь").get(url_of(seven, 10**30)).status_code == 404
    assert Complaint.objects.count() == 0


def test_links_stand_where_a_post_can_be_shown(seven: Played) -> None:
    def links(who: str) -> set[int]:
        page = seven.client(who).get(seven.url()).content.decode()
        return {int(number) for number in re.findall(rf'href="{seven.url()}report/\?post=(\d+)"', page)}

    seven.post("Груздь", "И я.").post(HOST, "И я ведущий.")
    others = Post.objects.filter(thread=seven.game.thread, author__isnull=False, style="post").exclude(
        author=seven.host
    )
    others = others.exclude(mark="joined")
    assert links("Груздь") == set(others.exclude(author=seven.persona("Груздь")).values_list("number", flat=True))
    assert links("") == links(HOST) == set()


def test_a_refused_reason_is_kept(seven: Played) -> None:
    number = last(seven).number
    long = "я" * (LONGEST_REASON + 1)
    for reason, code, params in (
        ("", "text_empty", {}),
        ("  \n", "text_empty", {}),
        (long, "text_too_long", {"limit": LONGEST_REASON, "length": len(long)}),
    ):
        answer = report(seven, "Груздь", number, reason)
        assert answer.status_code == 422 and refusals(answer) == [worded(code, **params)]
        assert field(answer) == reason
    answer = report(seven, "Груздь", number, "Слово\0", **{"as": "чужой"})
    assert answer.status_code == 422 and refusals(answer) == [worded("wrong_persona")] and field(answer) == "Слово"
    assert Complaint.objects.count() == 0 and Notice.objects.filter(kind="complaint").count() == 0


def test_once_for_a_post_and_not_too_often(seven: Played) -> None:
    number = last(seven).number
    for _click in range(2):
        assert report(seven, "Груздь", number).status_code == 303, "a double click is one report"
    again = report(seven, "Груздь", number, "И ещё раз.")
    assert again.status_code == 422 and refusals(again) == [worded("complaint_made")] and field(again) == "И ещё раз."
    assert Complaint.objects.count() == Notice.objects.filter(kind="complaint").count() == 1
    assert len([text for text in talk(seven, "Груздь") if text.startswith("О посте")]) == 1
    assert report(seven, "Боровик", number).status_code == 303, "somebody else may, too"
    for _more in range(MOST_A_DAY - 1):
        seven.post("Поганка", "Опять.")
        assert report(seven, "Груздь", last(seven).number).status_code == 303
    seven.post("Поганка", "Ещё.")
    number = last(seven).number
    many = report(seven, "Груздь", number)
    assert many.status_code == 422 and refusals(many) == [worded("complaints_many")]
    seven.wait(timedelta(days=1, seconds=1))
    assert report(seven, "Груздь", number).status_code == 303


def test_readers_without_a_seat_show_posts_under_the_member_name(seven: Played) -> None:
    number = last(seven).number
    url = url_of(seven, number)
    visitor = seven.client("").get(url)
    assert visitor.status_code == 302 and "login" in visitor["Location"]
    nameless = client_of(make_user("nameless@example.org")).get(url)
    assert nameless.status_code == 302 and "login" not in nameless["Location"]
    user = make_user("reader@example.org", "Прохожий")
    browser = client_of(user)
    assert f'href="{url}"' in browser.get(seven.url()).content.decode()
    token = re.findall(r'name="as" value="([^"]*)"', browser.get(url).content.decode())[0]
    assert browser.post(url, {"as": token, "text": "Некрасиво."}).status_code == 303
    told = card(seven)
    assert "Прохожий" in told and "Некрасиво." in told and "reader@example.org" not in desk(seven)


def test_whoever_is_out_and_whoever_reads_the_end_may_show_posts(seven: Played) -> None:
    number = last(seven).number
    seven.heart_attack("Груздь")
    assert report(seven, "Груздь", number, "Обидно.").status_code == 303
    assert "О посте" not in " ".join(talk(seven, "Груздь")), "nobody writes after the way out"
    seven.to_end()
    assert report(seven, "Опёнок", number, "И после конца.").status_code == 303
    told = card(seven)
    assert "Обидно." in told and "И после конца." in told


def test_games_of_bots_have_nobody_to_show_to(seven: Played) -> None:
    number = last(seven).number
    Game.objects.filter(pk=seven.game.pk).update(kind=Game.Kind.PRACTICE)
    assert report(seven, "Груздь", number).status_code == 404
    assert "/report/" not in seven.client("Груздь").get(seven.url()).content.decode()


# ---------- letters ----------


def test_of_a_conversation_the_host_sees_the_one_letter(seven: Played) -> None:
    token = seven.letter("Поганка", ["Груздь"], "Первое тайное.")
    services.reply(
        game=seven.game,
        seat=seven.seats["Груздь"],
        token=token,
        source="Второе тайное.",
        at=seven.now(),
        limit_pace=False,
    )
    seven.letter("Поганка", ["Груздь"], "[quote=Груздь;2]вот это[/quote] Третье, гадкое.")
    url = url_of_letter(seven, token, 3)
    assert f'href="{url}"' in seven.client("Груздь").get(seven.url("letter", token=token)).content.decode()
    assert "Третье, гадкое." in text_of(seven.client("Груздь").get(url))
    assert report_letter(seven, "Груздь", token, 3, "Угрозы.").status_code == 303
    page = desk(seven)
    assert "Третье, гадкое." in page and "Первое тайное." not in page and "Второе тайное." not in page
    assert token not in page and 'href="#p2"' not in page
    told = card(seven)
    assert "Письмо, автор: Поганка" in told and "Угрозы." in told
    letter = by_id(dom(seven.client(HOST).get(seven.url("desk"))), "desk-reports")
    folded = [inner(one) for one in letter.iter() if one.tag == "details"]
    assert len(folded) == 1 and "Третье, гадкое." in folded[0], "folded: somebody may be looking"
    assert seven.client(HOST).get(seven.url("letter", token=token)).status_code == 404
    assert talk(seven, "Груздь")[-1] == "О письме, автор Поганка: Угрозы."
    assert "Третье" not in " ".join(talk(seven, "Груздь"))


def test_the_room_of_the_mafia_is_shown_as_a_letter(seven: Played) -> None:
    room = Room.objects.get(game=seven.game, kind=Room.Kind.MAFIA).thread
    services.reply(game=seven.game, seat=seven.seats["Поганка"], token=room.token, source="Сдам тебя.", at=seven.now())
    assert report_letter(seven, "Мухомор", room.token, 1).status_code == 303
    told = card(seven)
    assert "Письмо, автор: Поганка" in told and "мафи" not in told.lower()


def test_only_readers_of_a_letter_can_show_it(seven: Played) -> None:
    token = seven.letter("Поганка", ["Груздь"], "Тайное.")
    nothing = seven.client("Боровик").get(url_of_letter(seven, "nothing", 1))
    for who, where, number in (
        ("Боровик", token, 1),
        (HOST, token, 1),
        ("Поганка", token, 1),
        ("Груздь", token, 2),
        ("Груздь", seven.seat("Груздь").talk.token, 1),
        ("Груздь", seven.game.thread.token, last(seven).number),
    ):
        url = url_of_letter(seven, where, number)
        assert seven.client(who).get(url).status_code == nothing.status_code == 404, (who, number)
        assert report_letter(seven, who, where, number).status_code == 404, (who, number)
    with pytest.raises(Refusal, match="post_unknown"):
        services.report_letter(
            game=seven.game, reporter=seven.persona("Боровик"), token=token, number=1, reason="Вот.", at=seven.now()
        )
    seven.heart_attack("Груздь")
    # Whoever is out reads, and so shows, what was written before.
    assert report_letter(seven, "Груздь", token, 1).status_code == 303


def test_no_link_in_the_talk_with_the_host(seven: Played) -> None:
    seven.tell("Груздь", "Вопрос.")
    assert "/report/" not in seven.client("Груздь").get(seven.url("talk")).content.decode()


# ---------- at the desk ----------


def test_a_report_is_put_aside(seven: Played) -> None:
    report(seven, "Груздь", last(seven).number)
    key = Complaint.objects.get().pk
    assert f'name="number" value="{key}"' in desk(seven)
    assert done(act(seven, "noted", number=key))
    assert card(seven) == "" and "обращение" not in desk(seven)
    assert done(act(seven, "noted", number=key)), "twice is as good as once"
    assert act(seven, "noted", number=key + 1).status_code == 422
    assert act(seven, "noted", number="x").status_code == 422
    assert act(seven, "noted").status_code == 422


def test_the_post_is_hidden_from_the_card(seven: Played) -> None:
    number = last(seven).number
    report(seven, "Груздь", number)
    assert f'formaction="{seven.url("desk_act", act="hide")}#d-hide"' in desk(seven)
    assert act(seven, "hide", number=number).status_code == 200, "asked once more"
    assert done(act(seven, "hide", number=number, confirm=1))
    stub = next(
        one for one in by_class(dom(seven.client("").get(seven.url())), "is-stub") if one.get("id") == f"p{number}"
    )
    assert "Гадость" not in inner(stub)
    assert "уже скрыто" in card(seven)


def test_another_host_finds_no_report_of_this_game(seven: Played) -> None:
    report(seven, "Груздь", last(seven).number)
    other = make_game(7, tag="2", clock=seven.clock)
    key = Complaint.objects.get().pk
    answer = other.client(f"{HOST}2") if f"{HOST}2" in other.users else client_of(other.host_user)
    assert "Гадость" not in answer.get(other.url("desk")).content.decode()
    with pytest.raises(Refusal, match="complaint_unknown"):
        services.put_complaint_aside(game=other.game, host=other.host, complaint=key, at=other.now())
    with pytest.raises(Refusal, match="not_host"):
        services.put_complaint_aside(game=seven.game, host=other.host, complaint=key, at=seven.now())


def test_the_host_hears_of_it_by_the_bell(seven: Played) -> None:
    report(seven, "Груздь", last(seven).number)
    assert "Читатель показывает вам пост или письмо" in text_of(seven.client(HOST).get("/notices/"))
    desk(seven)
    assert Notice.objects.get(kind="complaint").read_at is not None


def test_the_desk_asks_as_often_however_many_reports_there_are(seven: Played) -> None:
    report(seven, "Груздь", last(seven).number)
    with CaptureQueriesContext(connection) as few:
        desk(seven)
    token = seven.letter("Поганка", ["Груздь"], "Тайное.")
    report_letter(seven, "Груздь", token, 1)
    for who in ("Боровик", "Рыжик", "Опёнок"):
        report(seven, who, last(seven).number)
    with CaptureQueriesContext(connection) as many:
        desk(seven)
    # The letters that wait and the marks of the bell are there in both.
    assert abs(len(many) - len(few)) <= 1
