"""Letters, the closed room and the talk with the host, through their pages (`rules.md` section 7)."""

import re

import pytest

from forum.models import Post, Thread
from games import services
from games.models import Room
from tests.factories import HOST, client_of, make_game, make_user
from tests.games.web import by_class, by_id, dom, field, inner, post, refusals, send, speak, text_of, worded

pytestmark = pytest.mark.django_db


@pytest.fixture
def seven(clock):
    """Seven players on day 1."""
    return make_game(7, clock=clock).to_day()


def room_of(played) -> Thread:
    """Return the thread of the mafia's room."""
    return Room.objects.get(game=played.game, kind=Room.Kind.MAFIA).thread


def new_letter(played, who: str, to: list[str], text: str, **fields: object):
    """Send the form of a new letter."""
    return send(played, who, "letter_new", to=[played.seats[name] for name in to], text=text, **fields)


def answer(played, who: str, token: str, text: str, **fields: object):
    """Answer in a conversation by its page."""
    played.clock.shift(5)
    return played.client(who).post(played.url("letter", token=token), played.form(who, text=text, **fields))


def rows(response) -> list[str]:
    """Return the lines of the list of conversations."""
    return [inner(one) for one in by_class(dom(response), "letters")[0] if one.tag == "li"]


# ---------- letters ----------


def test_a_letter_and_its_answer(seven):
    """Written to two, read by three, shown as new to those who have not read it, answered by one."""
    response = new_letter(seven, "Груздь", ["Лисичка", "Опёнок"], "Кто молчит?")
    assert response.status_code == 303
    url = response["Location"].split("#")[0]
    assert rows(seven.client("Груздь").get(seven.url("letters")))[0].startswith("Опёнок, Лисичка")
    mine, theirs = (seven.client(name).get(seven.url("letters")) for name in ("Груздь", "Лисичка"))
    assert "прочитано" in rows(mine)[0] and "1 новое сообщение" in rows(theirs)[0]
    assert "Груздь, Опёнок" in rows(theirs)[0]
    assert "молчит" not in text_of(theirs), "the list never quotes"
    page = seven.client("Лисичка").get(url)
    assert "Кто молчит?" in text_of(page) and "видите вы и ещё 2" in text_of(page)
    assert "прочитано" in rows(seven.client("Лисичка").get(seven.url("letters")))[0]
    token = url.rstrip("/").rsplit("/", 1)[1]
    assert answer(seven, "Лисичка", token, "Ты.").status_code == 303
    again = seven.client("Груздь").get(url)
    assert "1 новое сообщение" in text_of(again) and "Ты." in text_of(again)
    assert "молчит" not in text_of(seven.client("Груздь").get(seven.url()))


def test_the_same_people_share_one_conversation(seven):
    """Section 7 and E086: whoever begins; the same form twice writes once."""
    first = new_letter(seven, "Груздь", ["Лисичка"], "Раз", key="k1")
    again = new_letter(seven, "Груздь", ["Лисичка"], "Раз", key="k1")
    back = new_letter(seven, "Лисичка", ["Груздь"], "Два")
    other = new_letter(seven, "Груздь", ["Лисичка", "Опёнок"], "Три")
    places = [one["Location"].split("#")[0] for one in (first, again, back, other)]
    assert places[0] == places[1] == places[2] != places[3]
    assert first["Location"] == again["Location"]
    token = places[0].rstrip("/").rsplit("/", 1)[1]
    for _again in range(3):
        answer(seven, "Груздь", token, "Четыре", key="k2")
    thread = Thread.objects.get(token=token)
    assert [one.source for one in thread.posts.order_by("number")] == ["Раз", "Два", "Четыре"]


@pytest.mark.parametrize("language", ["ru", "en"])
def test_refused_letters_keep_text_and_addressees(seven, language):
    """Nobody chosen, oneself, somebody out, nonsense, nothing written: a sentence, and all that was filled in."""
    seven.heart_attack("Поганка")
    speak(seven, "Груздь", language)
    cases: tuple[tuple[list[object], str, str], ...] = (
        ([], "Кому-нибудь", worded("target_unknown", language, near=())),
        ([seven.seats["Груздь"]], "Себе", worded("target_self", language)),
        ([seven.seats["Поганка"]], "Мёртвым", worded("target_not_alive", language)),
        (["99"], "Никому", worded("target_unknown", language, near=())),
        (["x", "\0", "9" * 40], "Кому попало", worded("target_unknown", language, near=())),
        ([seven.seats["Лисичка"]], "  ", worded("text_empty", language)),
    )
    for to, text, expected in cases:
        response = send(seven, "Груздь", "letter_new", to=to, text=text)
        assert response.status_code == 422
        assert refusals(response) == [expected], text
        assert field(response) == text
    boxes = {one.get("value"): "checked" in one.attrib for one in dom(response).iter() if one.get("name") == "to"}
    assert boxes[str(seven.seats["Лисичка"])] and sum(boxes.values()) == 1
    assert str(seven.seats["Поганка"]) not in boxes and str(seven.seats["Груздь"]) not in boxes
    assert not Room.objects.filter(game=seven.game, kind=Room.Kind.LETTER).exists()


def test_a_letter_under_another_name_is_refused(seven):
    """`wrong_persona` on every form; nothing is written."""
    token = seven.letter("Груздь", ["Лисичка"], "Привет")
    before = Post.objects.count()
    for url, fields in (
        (seven.url("letter_new"), {"to": [seven.seats["Опёнок"]]}),
        (seven.url("letter", token=token), {}),
        (seven.url("talk"), {}),
    ):
        for wrong in (seven.persona("Лисичка").token, "", "x" * 300):
            response = seven.client("Груздь").post(url, {"as": wrong, "text": "Это не я", **fields})
            assert response.status_code == 422
            assert refusals(response) == [worded("wrong_persona")] and field(response) == "Это не я"
    assert Post.objects.count() == before


def test_a_preview_of_a_letter_writes_nothing(seven):
    """The text as it would look, addressees kept; tags of votes are text in a letter."""
    token = seven.letter("Груздь", ["Лисичка"], "Привет")
    before = Post.objects.count()
    text = "[b]Жирно[/b] [vote]Мухомор[/vote]"
    new = new_letter(seven, "Груздь", ["Опёнок"], text, preview=1)
    reply = answer(seven, "Груздь", token, text, preview=1)
    talk = send(seven, "Груздь", "talk", text=text, preview=1)
    for response in (new, reply, talk):
        assert response.status_code == 200 and field(response) == text
        shown = by_class(dom(response), "preview-post")[0]
        assert "Жирно [vote]Мухомор[/vote]" in inner(shown)
    assert Post.objects.count() == before and not seven.state().votes


def test_a_game_without_letters(clock):
    """`messages_off`: not offered, refused; the room and the host stay."""
    played = make_game(7, clock=clock, options={"private_messages": False}).to_day()
    page = played.client("Груздь").get(played.url())
    assert played.url("letter_new") not in page.content.decode()
    assert "игроки не переписываются" in text_of(played.client("Груздь").get(played.url("letter_new")))
    response = new_letter(played, "Груздь", ["Лисичка"], "Пишу")
    assert refusals(response) == [worded("messages_off")] and field(response) == "Пишу"
    assert answer(played, "Мухомор", room_of(played).token, "Ночью кого?").status_code == 303
    assert send(played, "Груздь", "talk", text="Вопрос").status_code == 303


def test_when_letters_go(clock):
    """Section 2: from the deal to the end; before and after it the page says so, and a form is refused."""
    played = make_game(7, clock=clock)
    assert "после раздачи ролей" in text_of(played.client("Груздь").get(played.url("letter_new")))
    assert refusals(new_letter(played, "Груздь", ["Лисичка"], "Рано")) == [worded("wrong_phase", phase="signup")]
    played.deal({"Мухомор": "mafia", "Поганка": "mafia"})
    assert new_letter(played, "Груздь", ["Лисичка"], "В раздачу").status_code == 303
    played.to_last_word("Груздь")
    assert new_letter(played, "Груздь", ["Лисичка"], "В последнем слове").status_code == 303
    played.end_phase()
    assert played.phase == "night"
    token = played.letter("Лисичка", ["Опёнок"], "Ночью")
    played.end_phase().to_end()
    page = played.client("Лисичка").get(played.url("letter", token=token))
    assert "Ночью" in text_of(page) and "Игра окончена" in text_of(page)
    late = answer(played, "Лисичка", token, "После")
    assert late.status_code == 422 and field(late) == "После"


# ---------- whose they are ----------


def test_outsiders_get_the_same_404(seven):
    """Who has no place in a conversation learns nothing of it: like one that does not exist."""
    token, room = seven.letter("Груздь", ["Лисичка"], "Тайна"), room_of(seven).token
    other = make_game(6, clock=seven.clock, tag=" Б")
    onlooker = client_of(make_user("onlooker@example.org", member="Прохожий"))
    browsers = (seven.client(""), onlooker, seven.client("Опёнок"), seven.client(HOST), other.client("Мухомор Б"))
    nothing = {browser.get(seven.url("letter", token="x" * 22)).status_code for browser in browsers}
    assert nothing == {404}
    for browser in browsers:
        for one in (token, room, "no", "new-x"):
            for response in (
                browser.get(seven.url("letter", token=one)),
                browser.post(seven.url("letter", token=one), {"text": "Пустите", "as": "x"}),
                browser.get(other.url("letter", token=one)),
            ):
                assert response.status_code == 404
                assert "Тайна" not in response.content.decode()
    for name in ("letters", "letter_new", "talk"):
        for browser in (seven.client(""), onlooker, seven.client(HOST), other.client("Мухомор Б")):
            assert browser.get(seven.url(name)).status_code == 404
            assert browser.post(seven.url(name), {"text": "Пустите"}).status_code in (404, 405)


def test_the_room_looks_like_a_letter(seven):
    """Its title is names, it is not in the list while it is empty, and only the folded card and the folded
    words about it say what it is."""
    url = seven.url("letter", token=room_of(seven).token)
    listed = seven.client("Мухомор").get(seven.url("letters")).content.decode()
    assert url not in listed
    card = by_class(dom(seven.client("Мухомор").get(seven.url())), "card")[0]
    assert url in [one.get("href") for one in card.iter()]
    assert answer(seven, "Мухомор", room_of(seven).token, "Кого?").status_code == 303
    seven.letter("Поганка", ["Груздь"], "Привет")
    page = seven.client("Поганка").get(seven.url("letters"))
    assert sorted(re.sub(r"пн .*", "", one) for one in rows(page)) == ["Ведущий", "Груздь", "Мухомор"]
    room, letter = (
        seven.client("Поганка").get(url),
        seven.client("Груздь").get(
            seven.url("letter", token=Room.objects.filter(kind=Room.Kind.LETTER).latest("pk").thread.token)
        ),
    )
    for response in (room, letter):
        tree = dom(response)
        assert "мафи" not in inner(next(one for one in tree.iter() if one.tag == "title")).casefold()
        about = next(one for one in by_class(tree, "conversation")[0] if one.tag == "details")
        assert about.get("open") is None and inner(about.find("summary")) == "Что это за разговор"
        for part in list(about)[1:]:
            about.remove(part)
        assert "мафи" not in inner(by_id(tree, "main")).casefold()


def test_a_room_of_one_is_nowhere(clock):
    """A single mafioso has nobody to confer with: no room in the list and none on the card."""
    played = make_game(6, clock=clock).to_day({"Мухомор": "mafia", "Боровик": "commissioner"})
    page = played.client("Мухомор").get(played.url()).content.decode()
    assert played.url("letter", token=room_of(played).token) not in page


def test_who_is_out_reads_what_was_written_before(seven):
    """E032, section 7: reads up to the leaving, writes nothing; the others write on unseen."""
    token = seven.letter("Поганка", ["Груздь", "Лисичка"], "До")
    seven.letter("Мухомор", ["Поганка"], "Двоим")
    pair = Room.objects.filter(kind=Room.Kind.LETTER).latest("pk").thread.token
    answer(seven, "Поганка", room_of(seven).token, "Наша комната")
    seven.to_last_word("Поганка").end_phase()
    assert answer(seven, "Груздь", token, "После").status_code == 303
    assert answer(seven, "Мухомор", room_of(seven).token, "Один").status_code == 303
    for one, seen in ((token, "До"), (room_of(seven).token, "Наша комната"), (pair, "Двоим")):
        page = seven.client("Поганка").get(seven.url("letter", token=one))
        assert seen in text_of(page) and "Вы вне игры" in text_of(page)
        assert "После" not in text_of(page) and "Один" not in text_of(page)
        refused = answer(seven, "Поганка", one, "Ещё слово")
        assert refusals(refused) == [worded("not_alive")] and field(refused) == "Ещё слово"
        assert "После" not in refused.content.decode() and "Один" not in refused.content.decode()
    listed = text_of(seven.client("Поганка").get(seven.url("letters")))
    assert "новое сообщение" not in listed.replace("новых сообщения", "").split("Ведущий")[0]
    assert seven.client("Поганка").get(seven.url("letter", token=token) + "?page=2&post=9").status_code == 200
    closed = answer(seven, "Мухомор", pair, "Ты тут?")
    assert closed.status_code == 422 and field(closed) == "Ты тут?", "nobody is left to answer"
    assert "Отвечать уже некому" in text_of(seven.client("Мухомор").get(seven.url("letter", token=pair)))


def test_the_room_opens_to_all_when_the_game_is_over(clock):
    """`open_room`: read only, by everybody; without it never; letters never."""
    for on in (True, False):
        tag = " А" if on else " Б"
        played = make_game(7, clock=clock, tag=tag, options={"open_room": on})
        names = list(played.seats)
        played.to_day({names[0]: "mafia", names[1]: "mafia"})
        answer(played, names[0], room_of(played).token, "Кого сегодня?")
        letter = played.letter(names[0], [names[1]], "Личное")
        played.to_end()
        url = played.url("letter", token=room_of(played).token)
        for browser in (played.client(""), played.client(names[4]), played.client(HOST)):
            response = browser.get(url)
            assert response.status_code == (200 if on else 404)
            assert ("Кого сегодня?" in response.content.decode()) is on
            assert browser.get(played.url("letter", token=letter)).status_code == 404
        assert played.client(names[1]).get(url).status_code == 200
        late = played.client(names[4]).post(url, played.form(names[4], text="И я"))
        assert late.status_code == (422 if on else 404)


# ---------- the talk with the host ----------


def test_the_talk_with_the_host(seven):
    """Both see it and nobody else; the host's answer is marked, and new to the player."""
    assert send(seven, "Груздь", "talk", text="Можно вопрос?").status_code == 303
    services.host_message(game=seven.game, host=seven.host, seat=seven.seats["Груздь"], source="Нужно.", at=seven.now())
    page = seven.client("Груздь").get(seven.url("talk"))
    last = by_class(dom(page), "post")[-1]
    assert "Лесник" in inner(last) and "ведущий" in inner(last) and "Нужно." in inner(last)
    assert "видите вы и ведущий" in text_of(page)
    assert "Нужно." not in text_of(seven.client("Лисичка").get(seven.url("talk")))
    assert post(seven, "Груздь", "По теме").status_code == 303


def test_a_message_before_the_deal(clock):
    """Section 2: to the host already during the sign-up; it is only a message, whatever it says."""
    played = make_game(7, clock=clock)
    said = ["Опоздаю к раздаче", "+", "Мухомор"]
    for text in said:
        assert send(played, "Груздь", "talk", text=text).status_code == 303
    assert [one.source for one in played.seat("Груздь").talk.posts.order_by("number")] == said


def test_long_conversations_have_pages(seven, django_assert_max_num_queries):
    """Twenty-five a page, the last by default, as many queries for one post as for hundreds."""
    token = seven.letter("Груздь", ["Лисичка"], "Начало")
    thread = Thread.objects.get(token=token)
    url, browser = seven.url("letter", token=token), seven.client("Груздь")
    browser.get(url)
    counted = []
    for last in (2, 300):
        Post.objects.bulk_create(
            Post(
                thread=thread,
                number=number,
                author=seven.persona("Лисичка" if number % 2 else "Груздь"),
                source=f"Письмо {number}",
                html=f"<p>Письмо {number}</p>",
                at=seven.now(),
            )
            for number in range(thread.posts.count() + 1, last + 1)
        )
        with django_assert_max_num_queries(60) as queries:
            page = browser.get(url)
        counted.append(len(queries))
    assert counted[0] == counted[1], counted
    assert "Письмо 300" in text_of(page) and "Письмо 275" not in text_of(page)
    assert "Письмо 30" in text_of(browser.get(url + "?post=30"))
    for nonsense in ("?page=0", "?page=x", "?post=99999", "?quote=x", "?quote=9999", "?after=x"):
        assert browser.get(url + nonsense).status_code == 200
    assert field(browser.get(url + "?quote=300")).startswith("[quote=Груздь;300]")
