"""The night through the page: the closed thread, the order by the control and by a message, and the role's `+`."""

import re

import pytest

from games import services
from games.models import Room
from tests.factories import HOST, make_game
from tests.games.web import (
    by_class,
    by_id,
    dom,
    field,
    inner,
    post,
    refusals,
    send,
    speak,
    text_of,
    worded,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def night(clock):
    """Seven players in the first night."""
    return make_game(7, clock=clock).to_night()


def talk(played, who: str) -> list[str]:
    """Return the texts of a player's talk with the host, oldest first."""
    return list(played.seat(who).talk.posts.order_by("number").values_list("source", flat=True))


def orders(played) -> dict[str, int | None]:
    """Return the orders in force, by name."""
    names = {number: name for name, number in played.seats.items()}
    return {names[one.seat]: one.target for one in played.state().orders}


def tell(played, who: str, text: str, **fields: object):
    """Send the host a typed message through the page of the talk."""
    return send(played, who, "talk", text=text, **fields)


# ---------- the role ----------


def test_reading_the_role_by_the_button_or_by_a_plus(clock):
    """Section 2: `+` acknowledges, typed or by the button; the day opens when all have; twice is once."""
    played = make_game(7, clock=clock).deal({"Мухомор": "mafia"})
    button = by_class(dom(played.client("Груздь").get(played.url())), "pane-me")[0]
    assert "Роль прочитана" in inner(button)
    assert send(played, "Груздь", "acknowledge").status_code == 303
    assert send(played, "Груздь", "acknowledge").status_code == 303
    assert "Роль прочитана" not in text_of(played.client("Груздь").get(played.url()))
    assert tell(played, "Лисичка", "+").status_code == 303
    assert talk(played, "Груздь")[1] == talk(played, "Лисичка")[1] == "+"
    assert talk(played, "Груздь")[2] == talk(played, "Лисичка")[2]
    for name in played.seats:
        if name not in ("Груздь", "Лисичка"):
            send(played, name, "acknowledge")
    assert played.phase == "day"


def test_nobody_posts_while_roles_are_dealt(clock):
    """Section 2: the players keep silent; the host may speak; the text is kept."""
    played = make_game(7, clock=clock).deal()
    response = post(played, "Груздь", "Кто тут кто?")
    assert response.status_code == 422
    assert refusals(response) == [worded("wrong_phase", phase="deal")] and field(response) == "Кто тут кто?"
    assert post(played, HOST, "Роли розданы.").status_code == 303


# ---------- orders ----------


def test_the_thread_is_closed_at_night(night):
    """Nobody posts and nobody votes; the notice says what one can do; the refusal keeps the text."""
    for language in ("en", "ru"):
        speak(night, "Груздь", language)
        response = post(night, "Груздь", "Не спится")
        assert refusals(response) == [worded("wrong_phase", language, phase="night")]
        assert field(response) == "Не спится"
    response = send(night, "Груздь", "vote", target=1)
    assert refusals(response) == [worded("wrong_phase", phase="night")]
    closed = by_class(dom(night.client("Груздь").get(night.url())), "closed")[0]
    assert "Город спит, тема закрыта" in inner(closed)
    services.pause(game=night.game, host=night.host, at=night.now())
    assert post(night, "Груздь", "И в паузе").status_code == 422


def test_an_order_by_the_control_is_the_typed_message(night):
    """The control sends the very message: the same text in the talk, the same answer, the same order."""
    for target, typed in ((night.seats["Опёнок"], "Опёнок"), ("pass", "пас"), (night.seats["Рыжик"], "Рыжик")):
        assert send(night, "Рыжик", "order", target=target).status_code == 303
        by_control, order = talk(night, "Рыжик")[-2:], orders(night)
        assert order == {"Рыжик": None if target == "pass" else target}
        assert send(night, "Рыжик", "order", cancel=1).status_code == 303
        withdrawn = talk(night, "Рыжик")[-2:]
        assert orders(night) == {}
        assert tell(night, "Рыжик", typed).status_code == 303
        assert talk(night, "Рыжик")[-2:] == by_control and orders(night) == order
        assert tell(night, "Рыжик", "отмена").status_code == 303
        assert talk(night, "Рыжик")[-2:] == withdrawn and orders(night) == {}


def test_a_form_of_one_phase_is_not_taken_in_another(clock):
    """Section 2: an order, vote or post that was opened in one phase and arrives in another: `wrong_phase`."""
    played = make_game(9, clock=clock).to_day()
    vote = field(played.client("Груздь").get(played.url()), "phase")
    played.to_night()
    order = field(played.client("Рыжик").get(played.url()), "phase")
    assert (vote, order) == ("day-1", "night-1")
    played.end_phase()
    expected = [worded("wrong_phase", phase="day", moved=True)]
    target = played.seats["Мухомор"]
    assert refusals(send(played, "Груздь", "vote", phase=vote, target=target)) == expected
    assert refusals(send(played, "Груздь", "unvote", phase=vote)) == expected
    late = post(played, "Груздь", "Итак, [vote]Мухомор[/vote]", phase=vote)
    assert refusals(late) == expected and field(late) == "Итак, [vote]Мухомор[/vote]"
    assert field(late, "phase") == "day-2", "sent again it is taken"
    played.to_night()
    response = send(played, "Рыжик", "order", phase=order, target=played.seats["Груздь"])
    assert refusals(response) == [worded("wrong_phase", phase="night", moved=True)]
    assert not played.state().votes and not played.state().orders
    assert send(played, "Рыжик", "order", phase="night-2", target=played.seats["Груздь"]).status_code == 303


def test_a_new_order_takes_the_place_of_the_old(night):
    """E037: each is answered with the choice now in force; the panel shows it, and to nobody else."""
    send(night, "Рыжик", "order", target=night.seats["Груздь"])
    assert "Принято: Груздь" in text_of(night.client("Рыжик").get(night.url()))
    send(night, "Рыжик", "order", target=night.seats["Опёнок"])
    page = text_of(night.client("Рыжик").get(night.url()))
    assert "Принято: Опёнок" in page and "Принято: Груздь" not in page
    assert orders(night) == {"Рыжик": night.seats["Опёнок"]}
    assert [text for text in talk(night, "Рыжик") if text.startswith("Принято")] == talk(night, "Рыжик")[-3:][::2]
    for who in ("", "Груздь", "Мухомор", "Боровик"):
        assert "Принято" not in text_of(night.client(who).get(night.url()))


def test_refused_orders_say_why(night):
    """Section 9: whom; the sentence stands above the panel, the choice is kept, an earlier order stands."""
    send(night, "Мухомор", "order", target=night.seats["Груздь"])
    cases = (
        ("Мухомор", night.seats["Поганка"], "target_teammate"),
        ("Боровик", night.seats["Боровик"], "target_self"),
        ("Груздь", night.seats["Лисичка"], "no_power"),
    )
    for language in ("en", "ru"):
        for who, target, code in cases:
            speak(night, who, language)
            response = send(night, who, "order", target=target)
            assert response.status_code == 422
            assert refusals(response) == [worded(code, language)], who
    for nonsense in ("", "Никто", "99", "-5", "x" * 500, "\0"):
        response = send(night, "Боровик", "order", target=nonsense)
        assert response.status_code == 422 and len(refusals(response)) == 1, nonsense
    assert send(night, "Боровик", "order").status_code == 422
    assert orders(night) == {"Мухомор": night.seats["Груздь"]}


def test_the_doctor_does_not_treat_twice_running(clock):
    """E044: refused in words, another name is taken."""
    played = make_game(9, clock=clock).to_night()
    send(played, "Рыжик", "order", target=played.seats["Груздь"])
    played.end_phase().to_night()
    assert played.phase == "night"
    panel = by_id(dom(played.client("Рыжик").get(played.url())), "order")
    offered = [inner(one) for one in panel.iter() if one.tag == "option"]
    assert "Груздь" not in offered and "Рыжик" in offered
    assert refusals(send(played, "Рыжик", "order", target=played.seats["Груздь"])) == [worded("repeat_target")]
    assert send(played, "Рыжик", "order", target=played.seats["Рыжик"]).status_code == 303


def test_the_panel_has_one_frame_for_all(night):
    """Nothing in it names a power or a role; whoever has none sees the same frame with a sentence."""
    panels = {who: inner(by_id(dom(night.client(who).get(night.url())), "order")) for who in night.seats}
    for who, words in panels.items():
        assert words.startswith("Ваш ход")
        assert not re.search(r"мафи|метк|леч|врач|комисс|провер|убит|убив", words.casefold()), who
    assert "ничего не нужно" in panels["Груздь"] and "Кого назвать" not in panels["Груздь"]

    def frame(who: str) -> str:
        words = panels[who]
        for name in night.seats:
            words = words.replace(name, "")
        return " ".join(words.split())

    assert frame("Мухомор") == frame("Боровик") == frame("Рыжик")
    assert by_id(dom(night.client("").get(night.url())), "order") is None
    assert by_id(dom(night.client(HOST).get(night.url())), "order") is None


def test_what_is_no_order(night):
    """E047, E048: kept for the host, answered at once; an earlier order stands; by day it is only a message."""
    tell(night, "Рыжик", "Груздь")
    for text in ("лечу того же, что и вчера", "Груздь или Лисичка", "Груздь, Лисичка", "Никтошка"):
        assert tell(night, "Рыжик", text).status_code == 303
        assert talk(night, "Рыжик")[-2] == text
        assert "Принято" not in talk(night, "Рыжик")[-1]
        page = text_of(night.client("Рыжик").get(night.url("talk")))
        assert " ".join(talk(night, "Рыжик")[-1].split()) in page, "told at once"
    assert orders(night) == {"Рыжик": night.seats["Груздь"]}
    night.end_phase()
    assert tell(night, "Рыжик", "Опёнок").status_code == 303
    assert night.state().orders == ()
    assert refusals(send(night, "Рыжик", "order", target=night.seats["Опёнок"]))[0] == worded(
        "wrong_phase", phase="day"
    )


def test_an_order_after_the_deadline(night):
    """E038: not for this night and not for the next; the message is kept and answered."""
    night.clock.move_to(night.state().phase.deadline)
    response = send(night, "Рыжик", "order", target=night.seats["Груздь"])
    assert response.status_code == 422
    assert refusals(response)[0].startswith("Срок вышел")
    assert tell(night, "Рыжик", "Груздь").status_code == 303
    assert orders(night) == {}
    night.end_phase()
    assert orders(night) == {}


def test_messages_sent_twice_are_one(night):
    """E086 for messages and orders: the same key, one message."""
    for name, fields in (("talk", {"text": "Груздь"}), ("order", {"target": night.seats["Груздь"]})):
        before = len(talk(night, "Рыжик"))
        for _again in range(3):
            assert send(night, "Рыжик", name, key=f"key-{name}", **fields).status_code == 303
        assert len([text for text in talk(night, "Рыжик")[before:] if text == "Груздь"]) == 1


def test_what_the_host_tells_is_folded(night):
    """A glance over the shoulder shows no role in the talk: what comes unasked is folded, for every role alike."""
    night.tell("Боровик", "Мухомор")
    night.end_phase()
    heads = set()
    for who in night.living():
        tree = dom(night.client(who).get(night.url("talk")))
        folded = [one for one in by_id(tree, "main").iter() if one.tag == "details"]
        assert len(folded) >= 2 and all(one.get("open") is None for one in folded)
        heads |= {inner(one.find("summary")) for one in folded}
        for one in folded:
            for part in list(one)[1:]:
                one.remove(part)
        assert not re.search(r"мафия|комиссар|врач|честный житель", inner(by_id(tree, "main")).casefold()), who
    assert heads == {"Письмо ведущего: показать"}


def test_the_dead_read_and_write_nothing(night):
    """Section 7: whoever is out reads what was written while alive; every form is refused."""
    services.give_heart_attack(
        game=night.game, host=night.host, seat=night.seats["Мухомор"], reason="Вышел.", at=night.now()
    )
    for name, fields in (
        ("post", {"text": "Я ещё тут"}),
        ("talk", {"text": "Груздь"}),
        ("order", {"target": night.seats["Груздь"]}),
        ("away", {"first": 2, "last": 2}),
        ("vote", {"target": 1}),
    ):
        response = send(night, "Мухомор", name, **fields)
        assert response.status_code == 422, name
        assert refusals(response) == [worded("not_alive")], name
    page = night.client("Мухомор").get(night.url())
    assert by_id(dom(page), "order") is None and "Вы вне игры" in text_of(page)
    talking = night.client("Мухомор").get(night.url("talk"))
    assert talking.status_code == 200 and "Вы вне игры" in text_of(talking)
    room = Room.objects.get(game=night.game, kind=Room.Kind.MAFIA).thread
    assert night.client("Мухомор").get(night.url("letter", token=room.token)).status_code == 200
    response = send(night, "Мухомор", "talk", text="")
    assert response.status_code == 422
