"""Search on the pages of a game: in the thread, and in a player's letters."""

from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from forum import services as forum
from forum.models import Post
from games import services
from games.models import Room
from tests.factories import HOST, Played, make_game
from tests.games.web import by_class, dom, field, inner, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def seven(clock: Any) -> Played:
    """Seven players on day 1."""
    return make_game(7, clock=clock).to_day()


def search(played: Played, who: str = "", where: str = "search", **asked: object) -> Any:
    """Ask as the page's form does."""
    answer = played.client(who).get(played.url(where), asked)
    assert answer.status_code == 200
    return answer


def finds(answer: Any) -> list[str]:
    """Return the finds of a page, as words."""
    return [inner(one) for one in by_class(dom(answer), "post")]


def said(answer: Any) -> str:
    """Return the sentence about the finds."""
    notes = [one for one in dom(answer).iter() if one.tag == "p" and one.get("role") == "status"]
    return inner(notes[0]) if notes else ""


# ---------- the thread ----------


def test_a_find_shows_who_and_the_words_and_leads_to_its_place(seven: Played) -> None:
    seven.post("Груздь", "По-моему, [b]Поганка[/b] тянет <время>. [quote=Лисичка;2]Опёнок[/quote]")
    number = Post.objects.filter(thread=seven.game.thread).order_by("-number")[0].number
    answer = search(seven, q="тянуть поганку")
    assert finds(answer) == [] and said(answer).startswith("Ничего не нашлось")
    answer = search(seven, q="тянет ПОГАНКУ")
    (one,) = finds(answer)
    assert one.startswith("Груздь") and "По-моему, Поганка тянет <время>." in one and "Опёнок" not in one
    assert [inner(mark) for mark in dom(answer).iter() if mark.tag == "mark"] == ["Поганка", "тянет"]
    assert f'href="{seven.url()}?post={number}#p{number}"' in answer.content.decode()
    assert said(answer) == "Найдено 1 сообщение."
    assert field(answer, "q") == "тянет ПОГАНКУ"


def test_the_thread_leads_to_its_search(seven: Played) -> None:
    assert f'href="{seven.url("search")}"' in seven.client().get(seven.url()).content.decode()


def test_by_author_and_by_day(seven: Played) -> None:
    seven.post("Груздь", "Слово первого дня.").post("Лисичка", "Слово Лисички.").post(HOST, "Слово ведущего.")
    seven.to_night().end_phase()
    assert seven.phase == "day" and seven.game.day == 2
    seven.post("Груздь", "Слово второго дня.")
    assert len(finds(search(seven, q="слово"))) == 4
    assert len(finds(search(seven, q="слово", by=seven.seats["Груздь"]))) == 2
    (host,) = finds(search(seven, q="слово", by="host"))
    assert "Слово ведущего." in host
    (second,) = finds(search(seven, q="слово", day=2))
    assert "Слово второго дня." in second
    assert len(finds(search(seven, q="слово", day=1))) == 3
    assert len(finds(search(seven, q="слово", day=1, by=seven.seats["Груздь"]))) == 1
    for nonsense in ("0", "9", "-1", "x", "9" * 30):
        assert len(finds(search(seven, q="слово", day=nonsense, by=nonsense))) == 4, nonsense


def test_a_hidden_post_is_not_found(seven: Played) -> None:
    seven.post("Груздь", "Непечатное слово.")
    number = Post.objects.filter(thread=seven.game.thread).order_by("-number")[0].number
    assert len(finds(search(seven, q="непечатное"))) == 1
    services.hide_post(game=seven.game, host=seven.host, number=number, at=seven.now())
    for who in ("", "Груздь", HOST):
        answer = search(seven, who, q="непечатное")
        assert finds(answer) == [] and said(answer).startswith("Ничего не нашлось")


def test_folded_words_are_found_and_stay_folded(seven: Played) -> None:
    seven.post("Груздь", "Открыто. [spoiler=план]потайное слово[/spoiler]")
    (one,) = finds(search(seven, q="потайное"))
    assert "Открыто." in one and "потайное" not in one and "свёрнут" in one


@pytest.mark.parametrize(
    "asked", ["!?", "***", '"', "()", "\0", "🙂", " AND ", "a" * 10_000, "слово " * 2000, "NEAR(a b)"]
)
def test_any_question_gets_a_kind_sentence(seven: Played, asked: str) -> None:
    for answer in (search(seven, q=asked), search(seven, "Груздь", "letters", q=asked)):
        assert finds(answer) == []
        assert bool(said(answer)) == bool(asked.replace("\0", "").strip())


def test_a_question_in_english(seven: Played) -> None:
    seven.post("Груздь", "I was voting, and he votes.")
    answer = seven.client().get(seven.url("search"), {"q": "vote"}, headers={"accept-language": "en"})
    assert len(finds(answer)) == 1 and said(answer) == "1 post was found."


def test_the_number_of_queries_is_constant(seven: Played) -> None:
    seven.post("Груздь", "Слово.")
    search(seven, "Груздь", q="слово")
    with CaptureQueriesContext(connection) as few:
        search(seven, "Груздь", q="слово", day=1, by=seven.seats["Груздь"])
    thread, author, at = seven.game.thread, seven.persona("Груздь"), seven.now()
    first = forum.selectors.last_number(thread) + 1
    Post.objects.bulk_create(
        Post(
            thread=thread,
            number=first + n,
            author=author,
            source="Слово.",
            html="<p>Слово.</p>",
            render_version=1,
            at=at,
        )
        for n in range(300)
    )
    call_command("reindex", verbosity=0, stdout=open("/dev/null", "w"))
    with CaptureQueriesContext(connection) as many:
        answer = search(seven, "Груздь", q="слово", day=1, by=seven.seats["Груздь"], page=3)
    assert len(finds(answer)) == 25
    assert len(many) == len(few)


# ---------- letters ----------


def test_letters_are_searched_by_their_members_alone(seven: Played) -> None:
    token = seven.letter("Груздь", ["Лисичка"], "Шёпот: подозреваю Поганку.")
    seven.tell("Груздь", "Шёпот ведущему.")
    room = Room.objects.get(game=seven.game, kind=Room.Kind.MAFIA).thread
    services.reply(
        game=seven.game, seat=seven.seats["Мухомор"], token=room.token, source="Шёпот мафии.", at=seven.now()
    )
    mine = search(seven, "Груздь", "letters", q="ШЕПОТ")
    assert said(mine) == "Найдено 2 сообщения."
    assert any("Шёпот: подозреваю Поганку." in one and "Лисичка" in one for one in finds(mine))
    assert any("Шёпот ведущему." in one for one in finds(mine))
    page = mine.content.decode()
    assert f'href="{seven.url("letter", token=token)}?post=1#p1"' in page
    assert f'href="{seven.url("talk")}?post=' in page
    assert [one for one in finds(search(seven, "Лисичка", "letters", q="шёпот"))][0].startswith("Груздь")
    (mafia,) = finds(search(seven, "Поганка", "letters", q="шёпот"))
    assert "Шёпот мафии." in mafia
    assert finds(search(seven, "Опёнок", "letters", q="шёпот")) == []
    assert finds(search(seven, "", "search", q="шёпот")) == finds(search(seven, HOST, "search", q="шёпот")) == []


def test_whoever_is_out_finds_what_was_written_before(seven: Played) -> None:
    token = seven.letter("Груздь", ["Лисичка", "Опёнок"], "Прежнее слово.")
    seven.heart_attack("Лисичка")
    services.reply(
        game=seven.game,
        seat=seven.seats["Груздь"],
        token=token,
        source="Новое слово.",
        at=seven.now(),
        limit_pace=False,
    )
    (one,) = finds(search(seven, "Лисичка", "letters", q="слово"))
    assert "Прежнее слово." in one
    assert len(finds(search(seven, "Опёнок", "letters", q="слово"))) == 2


def test_what_the_host_told_alone_is_folded_among_the_finds(seven: Played) -> None:
    """A role is never read over a shoulder: the find is there, and one must open it."""
    answer = search(seven, "Боровик", "letters", q="комиссар")
    assert finds(answer)
    for one in by_class(dom(answer), "post"):
        folded = [inner(part) for part in one.iter() if part.tag == "details"]
        assert len(folded) == 1 and "комиссар" in folded[0].lower()
        assert "комиссар" not in inner(one).replace(folded[0], "").lower()


def test_letters_without_a_question_are_the_list(seven: Played) -> None:
    seven.letter("Груздь", ["Лисичка"], "Тихо.")
    answer = search(seven, "Лисичка", "letters")
    assert finds(answer) == [] and said(answer) == ""
    assert "Тихо" not in text_of(answer)


def test_the_letters_page_asks_as_often_however_many_letters_there_are(seven: Played) -> None:
    seven.letter("Груздь", ["Лисичка"], "Слово.")
    search(seven, "Груздь", "letters", q="слово")
    with CaptureQueriesContext(connection) as few:
        assert len(finds(search(seven, "Груздь", "letters", q="слово"))) == 1
    for other in ("Опёнок", "Боровик", "Рыжик"):
        for _turn in range(4):
            seven.letter("Груздь", [other], "Слово.")
    with CaptureQueriesContext(connection) as many:
        assert len(finds(search(seven, "Груздь", "letters", q="слово"))) == 13
    assert len(many) == len(few)


# ---------- quotes ----------


def test_the_quote_of_the_game_page_never_takes_a_letter(seven: Played) -> None:
    """`?quote=` counts posts of the thread: whatever number a letter has, its text comes into no field there."""
    last = forum.selectors.last_number(seven.game.thread)
    for number in range(last + 1):
        seven.letter("Груздь", ["Лисичка"], f"Тайное {number}.")
    letters = Post.objects.filter(source__startswith="Тайное").order_by("pk")
    assert {letters[0].number, letters.last().number} == {1, last + 1}
    for number in (0, 1, last, last + 1, letters[0].pk, letters.last().pk):
        page = seven.client("Груздь").get(seven.url() + f"?quote={number}")
        assert "Тайное" not in page.content.decode(), number
        if number > last:
            assert field(page) == ""


def test_a_quote_link_in_a_letter_leads_to_the_letter_itself(seven: Played) -> None:
    token = seven.letter("Груздь", ["Лисичка"], "Тайное.")
    url = seven.url("letter", token=token)
    page = seven.client("Лисичка").get(url)
    links = [one.get("href") for one in dom(page).iter() if one.get("data-quote")]
    assert links == [f"{url}?quote=1#reply"]
    quoted = seven.client("Лисичка").get(url + "?quote=1")
    assert field(quoted).startswith("[quote=Груздь;1]") and "Тайное." in field(quoted)
    actions = {one.get("action") for one in dom(quoted).iter() if one.get("id") == "reply"}
    assert actions == {f"{url}#reply"}, "the field with the quote sends into the conversation"
    assert field(seven.client("Лисичка").get(url + "?quote=99")) == ""


def test_the_tab_of_the_part_that_a_page_belongs_to_is_marked(seven: Played) -> None:
    """On a phone: letters and the talk are of the letters; search and the rules are of none."""

    def marked(where: str) -> list[str]:
        tabs = by_class(dom(search(seven, "Груздь", where)), "tabs")[0]
        return [one.get("href") for one in tabs.iter() if one.tag == "a" and one.get("aria-current")]

    assert marked("letters") == marked("talk") == [seven.url("letters")]
    assert marked("search") == marked("rules") == []
