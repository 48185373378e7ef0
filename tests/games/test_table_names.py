"""Names of the night on the page: a second one of the mafia, and two to compare (sections 2 and 10a)."""

import pytest

from tests.factories import make_game
from tests.games.web import by_class, by_id, dom, field, inner, refusals, send, speak, text_of, worded

pytestmark = pytest.mark.django_db

GANG = {"Мухомор": "mafia", "Поганка": "mafia", "Боровик": "commissioner", "Рыжик": "doctor"}


@pytest.fixture
def night(clock):
    """Nine players in the first night of a game in which the mafia has a boss."""
    return make_game(9, clock=clock, options={"mafia_kill": "boss"}).to_day(GANG).to_night()


def orders(played) -> dict[str, object]:
    """Return the orders in force by name: whom, or both to compare."""
    names = {number: name for name, number in played.seats.items()}
    return {
        names[one.seat]: (names.get(one.target), names[one.second]) if one.second else names.get(one.target)
        for one in played.state().orders
    }


def order(played, who: str, target: str = "", **fields):
    """Send the order of the panel."""
    return send(played, who, "order", target=played.seats.get(target, target), **fields)


def tell(played, who: str, text: str, **fields):
    """Send the host a typed message."""
    return send(played, who, "talk", text=text, **fields)


def talk(played, who: str) -> list[str]:
    """Return the texts of a player's talk with the host, oldest first."""
    return list(played.seat(who).talk.posts.order_by("number").values_list("source", flat=True))


def warnings(response) -> list[str]:
    """Return the warnings on a page."""
    return [inner(one) for one in by_class(dom(response), "is-warn") if one.get("id") != "offline"]


def second_name(played, *names: str, language: str = "ru") -> str:
    """Return the sentence that warns of a second name."""
    seats = tuple(sorted(played.seats[name] for name in names))
    return worded("second_name", language, {number: name for name, number in played.seats.items()}, seats=seats)


# ---------- the second name of the mafia ----------


def test_the_panel_warns_before_a_second_name(night):
    """The page comes back with the choice kept, the sentence, and a button that sends it all the same."""
    assert order(night, "Мухомор", "Груздь").status_code == 303
    before = talk(night, "Поганка")
    for language in ("en", "ru"):
        speak(night, "Поганка", language)
        answer = order(night, "Поганка", "Опёнок")
        assert answer.status_code == 422
        assert warnings(answer) == [second_name(night, "Груздь", language=language)] and not refusals(answer)
        panel = by_id(dom(answer), "order")
        chosen = [one.get("value") for one in panel.iter("option") if "selected" in one.keys()]
        assert chosen == [str(night.seats["Опёнок"])]
        assert [one.get("value") for one in panel.iter("button") if one.get("name") == "sure"] == ["1"]
    assert orders(night) == {"Мухомор": "Груздь"} and talk(night, "Поганка") == before, "nothing was sent"
    assert order(night, "Поганка", "Опёнок", sure=1).status_code == 303
    assert orders(night) == {"Мухомор": "Груздь", "Поганка": "Опёнок"}
    night.end_phase()
    assert {"Груздь", "Опёнок"} <= set(night.living()), "two names are a miss"


def test_a_typed_second_name_is_warned_of_in_the_talk(night):
    """A message does what the panel does: 422, the text kept, and a button of its own."""
    assert tell(night, "Поганка", "убить Груздь").status_code == 303
    before = talk(night, "Мухомор")
    answer = tell(night, "Мухомор", "мочим Опёнка")
    assert answer.status_code == 303, "what can't be read as a name is a message, and needs no warning"
    before = talk(night, "Мухомор")
    answer = tell(night, "Мухомор", "убить Опёнок")
    assert answer.status_code == 422 and field(answer) == "убить Опёнок"
    assert warnings(answer) == [second_name(night, "Груздь")] and not refusals(answer)
    assert "Всё равно отправить" in inner(by_class(dom(answer), "composer")[0])
    assert talk(night, "Мухомор") == before and orders(night) == {"Поганка": "Груздь"}
    assert tell(night, "Мухомор", "убить Опёнок", sure=1).status_code == 303
    assert orders(night) == {"Поганка": "Груздь", "Мухомор": "Опёнок"}


def test_the_same_name_again_needs_no_warning(night):
    order(night, "Мухомор", "Груздь")
    assert order(night, "Поганка", "Груздь").status_code == 303
    assert order(night, "Поганка", "Груздь").status_code == 303
    assert tell(night, "Мухомор", "груздь").status_code == 303


def test_a_name_that_the_rules_refuse_is_refused_and_not_warned_of(night):
    """Such a name does not count as sent."""
    order(night, "Мухомор", "Груздь")
    assert refusals(order(night, "Поганка", "Мухомор")) == [worded("target_teammate")]
    assert tell(night, "Поганка", "Мухомор").status_code == 303
    assert order(night, "Поганка", "Груздь").status_code == 303


def test_taking_a_name_back_is_warned_of(night):
    """A name once sent stays sent: by the panel's button, by "отмена", and by a pass."""
    order(night, "Мухомор", "Груздь")
    names = {number: name for name, number in night.seats.items()}
    expected = [worded("name_stays", "ru", names, seats=(night.seats["Груздь"],))]
    answer = send(night, "Мухомор", "order", cancel=1)
    assert answer.status_code == 422 and warnings(answer) == expected
    panel = by_id(dom(answer), "order")
    assert [one.get("value") for one in panel.iter("button") if one.get("name") == "cancel"] == ["sure"]
    typed = tell(night, "Мухомор", "отмена")
    assert typed.status_code == 422 and warnings(typed) == expected and field(typed) == "отмена"
    passed = order(night, "Мухомор", "pass")
    assert passed.status_code == 422 and warnings(passed) == expected
    assert any(one.get("name") == "sure" for one in by_id(dom(passed), "order").iter("button"))
    assert orders(night) == {"Мухомор": "Груздь"}
    assert send(night, "Мухомор", "order", cancel="sure").status_code == 303
    assert orders(night) == {}
    assert send(night, "Мухомор", "order", cancel=1).status_code == 303, "there is no name any more to take back"
    answer = order(night, "Мухомор", "Опёнок")
    assert warnings(answer) == [second_name(night, "Груздь")], "a withdrawn name still counts as sent"
    assert order(night, "Мухомор", "Опёнок", sure=1).status_code == 303


def test_nobody_else_is_warned(night, clock):
    """Others, and the mafia where they have no boss, replace an order as ever."""
    order(night, "Мухомор", "Груздь")
    for who in ("Боровик", "Рыжик"):
        assert order(night, who, "Груздь").status_code == 303
        assert order(night, who, "Опёнок").status_code == 303
        assert tell(night, who, "отмена").status_code == 303
    assert tell(night, "Груздь", "Опёнок").status_code == 303
    other = make_game(7, clock=clock, tag="2").to_day({"Мухомор2": "mafia", "Поганка2": "mafia"}).to_night()
    assert order(other, "Мухомор2", "Груздь2").status_code == 303
    assert order(other, "Поганка2", "Опёнок2").status_code == 303
    assert send(other, "Поганка2", "order", cancel=1).status_code == 303


def test_odd_forms_break_nothing(night):
    order(night, "Мухомор", "Груздь")
    for fields in ({"sure": "\0"}, {"sure": "1", "cancel": "sure", "target": "9" * 40}, {"cancel": "\0sure"}):
        for who in ("Рыжик", "Поганка", "Опёнок"):
            assert send(night, who, "order", **fields).status_code in (303, 422)
    assert orders(night) == {"Мухомор": "Груздь"}


def test_the_panel_says_the_same_to_every_power(night):
    """What stands around the list is the same for all who have an order to give."""
    pages = {who: by_id(dom(night.client(who).get(night.url())), "order") for who in ("Мухомор", "Боровик", "Рыжик")}
    for panel in pages.values():
        for select in panel.iter("select"):
            for one in list(select):
                select.remove(one)
    assert len({inner(panel) for panel in pages.values()}) == 1
    for who, target in (("Мухомор", "Груздь"), ("Боровик", "Груздь"), ("Рыжик", "Груздь")):
        order(night, who, target)
    said = {inner(by_class(by_id(dom(night.client(who).get(night.url())), "order"), "said")[0]) for who in pages}
    assert len(said) == 1 and "имя жертвы мафии" in said.pop()


# ---------- two names ----------


@pytest.fixture
def press(clock):
    """The first night of a game with a journalist."""
    return make_game(9, clock=clock).to_day({**GANG, "Груздь": "journalist"}).to_night()


def test_a_comparison_is_two_names_of_the_panel(press):
    """The form has a second list; one name alone, or the same twice, is refused and both are kept."""
    assert order(press, "Груздь", "Опёнок", second=press.seats["Мухомор"]).status_code == 303
    assert orders(press) == {"Груздь": ("Опёнок", "Мухомор")}
    assert talk(press, "Груздь")[-2] == "Опёнок, Мухомор"
    assert "Принято: Опёнок, Мухомор" in text_of(press.client("Груздь").get(press.url()))
    answer = order(press, "Груздь", "Рыжик")
    assert refusals(answer) == [worded("target_second", wanted=True)]
    answer = order(press, "Груздь", "Рыжик", second=press.seats["Рыжик"])
    assert refusals(answer) == [worded("target_twice")]
    chosen = [one.get("value") for one in by_id(dom(answer), "order").iter("option") if "selected" in one.keys()]
    assert chosen == [str(press.seats["Рыжик"])] * 2
    assert orders(press) == {"Груздь": ("Опёнок", "Мухомор")}
    assert tell(press, "Груздь", "сравнить Лисичка и Волнушка").status_code == 303
    assert orders(press) == {"Груздь": ("Лисичка", "Волнушка")}


def test_where_a_journalist_may_be_every_power_has_the_second_list(press):
    """The shape of the panel tells no role; a second name of anybody else means nothing."""
    for who in ("Мухомор", "Боровик", "Рыжик", "Груздь"):
        panel = by_id(dom(press.client(who).get(press.url())), "order")
        assert [one.get("name") for one in panel.iter("select")] == ["target", "second"], who
    assert not by_class(by_id(dom(press.client("Лисичка").get(press.url())), "order"), "in")
    assert order(press, "Боровик", "Мухомор", second=press.seats["Рыжик"]).status_code == 303
    assert orders(press) == {"Боровик": "Мухомор"}


def test_without_a_journalist_there_is_one_list(night):
    panel = by_id(dom(night.client("Рыжик").get(night.url())), "order")
    assert [one.get("name") for one in panel.iter("select")] == ["target"]
