"""The mafia's room and the role card: who leads, the election, what was learned, and the mayor's word."""

import re

import pytest

from games.models import Room
from tests.factories import HOST, make_game
from tests.games.web import by_class, by_id, dom, inner, refusals, send, text_of, worded

pytestmark = pytest.mark.django_db

ROLES = {
    "Мухомор": "lawyer", "Поганка": "mafia", "Маслёнок": "werewolf",
    "Боровик": "commissioner", "Рыжик": "journalist", "Опёнок": "witness", "Лисичка": "mayor",
}  # fmt: skip
GANG = ("Мухомор", "Поганка", "Маслёнок")


@pytest.fixture
def day(clock):
    """Nine players on day 1, the mafia under a boss, a lawyer at the first seat."""
    return make_game(9, clock=clock, options={"mafia_kill": "boss"}).to_day(ROLES)


def room(played) -> str:
    """Return the address of the mafia's room."""
    found = Room.objects.select_related("thread").get(game=played.game, kind=Room.Kind.MAFIA)
    return played.url("letter", token=found.thread.token)


def rows(played, who: str) -> list[str]:
    """Return the lines of the room: who leads, who wants whom."""
    panel = by_id(dom(played.client(who).get(room(played))), "gang-now")
    return [inner(one) for one in panel.iter("li")]


def choose(played, who: str, whom: str, **fields):
    """Send the form of the election."""
    return send(played, who, "boss", target=played.seats.get(whom, whom), **fields)


def card(played, who: str) -> str:
    """Return the words of the role card."""
    return inner(by_class(dom(played.client(who).get(played.url())), "card")[0])


# ---------- the boss ----------


def test_the_room_shows_who_leads_and_who_wants_whom(day):
    """Until there is a choice the first by seat who may; the lawyer reads why not he. All of them see the same."""
    assert rows(day, "Поганка") == [
        "Мухомор, адвокат станет боссом, только когда других мафиози не останется",
        "Поганка, мафия босс",
        "Маслёнок, оборотень",
    ]
    assert choose(day, "Мухомор", "Маслёнок")["Location"] == room(day)
    assert choose(day, "Маслёнок", "Маслёнок").status_code == 303
    expected = [
        "Мухомор, адвокат хочет: Маслёнок станет боссом, только когда других мафиози не останется",
        "Поганка, мафия",
        "Маслёнок, оборотень хочет: Маслёнок босс",
    ]
    assert all(rows(day, who) == expected for who in GANG)
    page = dom(day.client("Мухомор").get(room(day)))
    chosen = [inner(one) for one in page.iter("option") if "selected" in one.keys()]
    assert chosen == ["Маслёнок"]
    options = [inner(one) for one in by_class(page, "ballot")[0].iter("option")]
    assert options == ["Поганка", "Маслёнок"]


def test_a_refused_choice_is_said_in_the_room(day):
    """Section 9: whom; the room is drawn again with the sentence."""
    cases = (
        ("Мухомор", "not_a_candidate", {"boss": True}),
        ("Груздь", "not_a_candidate", {"boss": True}),
        ("", "target_unknown", {"near": ()}),
        ("77", "target_unknown", {"near": ()}),
        ("9" * 30, "target_unknown", {"near": ()}),
    )
    for whom, code, params in cases:
        answer = choose(day, "Поганка", whom)
        assert answer.status_code == 422, whom
        assert refusals(answer) == [worded(code, **params)], whom
        assert by_id(dom(answer), "gang-now") is not None
    assert not day.state().boss_votes
    foreign = choose(day, "Поганка", "Маслёнок", **{"as": day.persona("Груздь").token})
    assert refusals(foreign) == [worded("wrong_persona")]


def test_nobody_else_has_an_election(day, clock):
    """Others are refused on the page of the game, where nothing tells that there is a room; slow mafia have no boss."""
    for who in ("Груздь", "Боровик", "Лисичка", HOST):
        answer = choose(day, who, "Поганка")
        assert answer.status_code == 422 and by_id(dom(answer), "gang-now") is None
    assert day.client("").post(day.url("boss"), {"target": 2}).status_code == 422
    assert not day.state().boss_votes
    slow = make_game(7, clock=clock, tag="2").to_day({"Мухомор2": "mafia", "Поганка2": "mafia"})
    assert by_id(dom(slow.client("Мухомор2").get(room(slow))), "gang-now") is None
    assert choose(slow, "Мухомор2", "Поганка2").status_code == 422


def test_an_open_room_is_told_when_the_boss_changes(day):
    """The part asks again by its mark, and gets nothing while nothing has changed; nobody else gets anything."""
    browser = day.client("Поганка")
    page = browser.get(room(day)).content.decode()
    ask = re.search(r'hx-get="([^"]+\?gang=[^"]+)"', page)[1]
    headers = {"HX-Request": "true"}
    assert browser.get(ask, headers=headers).status_code == 204
    choose(day, "Мухомор", "Маслёнок")
    fresh = browser.get(ask, headers=headers)
    assert fresh.status_code == 200 and "хочет: Маслёнок" in text_of(fresh) and "<html" not in fresh.content.decode()
    again = re.search(r'hx-get="([^"]+)"', fresh.content.decode())[1]
    assert browser.get(again, headers=headers).status_code == 204
    assert day.client("Груздь").get(ask, headers=headers).status_code == 404


def test_the_names_sent_stand_in_the_room_and_on_the_card(day):
    """One name is told to all of them; two are told as the miss that they are."""
    day.to_night()
    day.tell("Маслёнок", "Груздь")
    for who in GANG:
        assert "Отправлено ведущему этой ночью: Груздь." in text_of(day.client(who).get(room(day)))
        assert "Отправлено ведущему этой ночью: Груздь." in card(day, who)
    day.tell("Поганка", "Опёнок")
    page = day.client("Мухомор").get(room(day))
    assert "мафия промахнётся" in inner(by_class(by_id(dom(page), "gang-now"), "is-warn")[0])
    for who in ("", "Груздь", "Боровик", "Лисичка"):
        assert "Отправлено ведущему этой ночью" not in text_of(day.client(who).get(day.url()))


def test_who_is_dead_learns_of_no_boss_any_more(day):
    choose(day, "Мухомор", "Маслёнок")
    day.heart_attack("Поганка")
    assert by_id(dom(day.client("Поганка").get(room(day))), "gang-now") is None
    assert rows(day, "Мухомор")[1] == "Маслёнок, оборотень босс"


# ---------- the card ----------


def test_the_card_tells_what_was_learned(day):
    """Checks, comparisons and watches of past nights, each to whoever made it alone."""
    day.to_night()
    day.tell("Боровик", "Поганка")
    day.tell("Рыжик", "Поганка, Маслёнок")
    day.tell("Опёнок", "Поганка")
    day.end_phase()
    assert "Ночь 1, проверка: Поганка, мафия" in card(day, "Боровик")
    assert "Ночь 1, сравнение: Поганка и Маслёнок, похоже, на разных сторонах" in card(day, "Рыжик")
    assert "Ночь 1, слежка: Поганка, гости: Боровик, Рыжик" in card(day, "Опёнок")
    for who in ("Груздь", "Поганка", "Лисичка"):
        assert "Ночь 1" not in card(day, who)
    day.to_night()
    day.tell("Боровик", "Маслёнок")
    day.tell("Опёнок", "Груздь")
    day.end_phase()
    assert "Ночь 2, проверка: Маслёнок, честный житель" in card(day, "Боровик"), "a werewolf seems a citizen"
    assert "Ночь 2, слежка: Груздь, гостей не было" in card(day, "Опёнок")


def test_the_mayor_declares_once_and_is_asked_before(day):
    """Section 10a: by day, by a button on the folded card, after a question; then it is gone and the seat tells."""
    assert "Открыться" in card(day, "Лисичка")
    assert "Открыться" not in card(day, "Груздь")
    asked = send(day, "Лисичка", "declare")
    assert asked.status_code == 200 and "Открыться перед всеми?" in text_of(asked)
    assert not any(seat.declared for seat in day.state().seats)
    assert "мэр" not in re.search(r"<title>(.*?)</title>", asked.content.decode(), re.S)[1].lower()
    assert send(day, "Лисичка", "declare", confirm=1).status_code == 303
    assert "мэр ×2" in inner(by_id(dom(day.client().get(day.url())), "seats"))
    assert "Вы открылись городу" in card(day, "Лисичка") and "Перед этим вас спросят" not in card(day, "Лисичка")
    assert "мэр города" in text_of(day.client().get(day.url()))


def test_nobody_else_declares_anything(day):
    for who in ("Груздь", "Поганка", HOST):
        for confirm in ({}, {"confirm": 1}):
            assert send(day, who, "declare", **confirm).status_code == 422, who
    assert day.client("").post(day.url("declare"), {"confirm": "1"}).status_code == 422
    day.to_night()
    assert send(day, "Лисичка", "declare", confirm=1).status_code == 422
    assert "Открыться" not in card(day, "Лисичка")
    assert not any(seat.declared for seat in day.state().seats)
