"""Night orders as people type them, what their senders are told, and what the morning says."""

from datetime import timedelta
from typing import Any

import pytest

from games import services
from tests.factories import ROLES, make_game
from tests.games.checks import last, posts, ru
from tests.games.nights import (
    NO_ORDER,
    NO_ORDERS,
    NOT_READ,
    ORDERS,
    R10,
    TAKEN,
    morning,
    next_night,
    night,
    orders,
    reply,
    report_of,
    treated,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("log_watched")]

# ---------- what an order looks like


def test_a_nickname_alone_or_after_a_verb_is_an_order() -> None:
    played = night(7)
    for text in ORDERS:
        assert reply(played, "Рыжик", text) == ("order", ru(TAKEN, name="Груздь")), text
        assert orders(played) == {"Рыжик": "Груздь"}
        reply(played, "Рыжик", "отмена")


def test_the_question_of_the_commissioner_is_understood() -> None:
    played = night(7)
    assert reply(played, "Боровик", "кто такой «Груздь»?")[0] == "order"
    assert orders(played) == {"Боровик": "Груздь"}


def test_in_other_texts_nothing_is_guessed_and_an_earlier_order_stands() -> None:
    played = night(7)
    reply(played, "Рыжик", "Опёнок")
    for text in NO_ORDERS:
        assert reply(played, "Рыжик", text) == ("none", ru(NOT_READ)), text
        assert orders(played) == {"Рыжик": "Опёнок"}
        kept = [post.source for post in posts(played.seat("Рыжик").talk)]
        assert text in kept, "the message is kept for the host"


def test_a_name_that_fits_nobody_is_answered_with_the_nearest() -> None:
    played = night(7)
    for text, code in {"Грузд": "order", "Грозд": "target_unknown", "Прохожий": "target_unknown"}.items():
        kind, heard = reply(played, "Рыжик", text)
        assert kind == code
        assert text == "Прохожий" or "Груздь" in heard


def test_a_beginning_that_fits_several_names_both() -> None:
    played = make_game(names=["Мухомор", "Рыжик", "Груздь", "Грузинский", "Опёнок", "Лисичка"])
    played.to_day({"Мухомор": "mafia", "Рыжик": "doctor"}).to_night()
    kind, heard = reply(played, "Рыжик", "Груз")
    assert kind == "target_ambiguous" and "Груздь" in heard and "Грузинский" in heard
    assert orders(played) == {}


def test_an_order_is_changed_withdrawn_and_passed() -> None:
    played = night(7)
    assert reply(played, "Рыжик", "Груздь")[0] == "order"
    assert "Опёнок" in reply(played, "Рыжик", "Опёнок")[1]
    assert orders(played) == {"Рыжик": "Опёнок"}
    assert reply(played, "Рыжик", "отмена")[0] == "cancel" and orders(played) == {}
    assert reply(played, "Рыжик", "cancel") == ("cancel", ru("There is no order to withdraw."))
    assert reply(played, "Рыжик", "пас")[0] == "pass" and orders(played) == {"Рыжик": None}
    assert reply(played, "Рыжик", "Груздь")[0] == "order"
    assert reply(played, "Рыжик", "груздь")[1] == ru("That is your order already.")
    assert treated("Груздь") in report_of(morning(played))


def test_whoever_has_no_power_is_told_so_and_the_words_stay_his() -> None:
    played = night(7)
    assert reply(played, "Груздь", "Мухомор")[0] == "no_power"
    assert reply(played, "Груздь", "Ведущий, какая сегодня луна?") == ("none", "")
    assert orders(played) == {}


# ---------- by day


def test_by_day_no_order_is_taken_and_nothing_of_it_works_later() -> None:
    played = make_game(options={"stalemate_after": 0}).to_day(ROLES)
    for text in ("Груздь", "убить Груздь", "отмена", "пас"):
        for name in ("Мухомор", "Опёнок", "Рыжик"):
            assert reply(played, name, text) == ("none", ru(NO_ORDER)), (name, text)
    played.to_night()
    assert orders(played) == {}
    morning(played)
    assert len(played.living()) == 7


def test_an_order_left_by_whoever_is_jailed_in_the_evening_is_none() -> None:
    played = make_game(9).to_day(ROLES)
    assert reply(played, "Мухомор", "Груздь")[0] == "none"
    played.to_last_word("Мухомор").end_phase()
    assert "Мухомор" not in played.living()
    morning(played)
    assert len(played.living()) == 8


def test_the_first_phase_is_a_day_and_no_order_is_taken_before_night_1() -> None:
    played = make_game().deal(ROLES)
    assert reply(played, "Рыжик", "Груздь")[0] == "none"
    played.to_day()
    assert (played.phase, played.state().phase.day) == ("day", 1)
    assert reply(played, "Рыжик", "Груздь")[0] == "none"


def test_an_order_after_the_deadline_is_used_for_no_night(clock: Any) -> None:
    played = make_game(clock=clock, options={"stalemate_after": 0}).to_day(ROLES).to_night()
    end = played.state().phase.deadline
    assert end is not None
    clock.move_to(end + timedelta(seconds=3))
    kind, heard = reply(played, "Рыжик", "Груздь")
    assert kind == "deadline_passed" and "Срок" in heard
    services.advance(game_id=played.game.pk, now=end + timedelta(seconds=4))
    played.to_night()
    assert orders(played) == {}


# ---------- limits


def test_the_dead_are_no_targets_and_no_move_is_used_up() -> None:
    played = make_game(9).to_day(ROLES).to_last_word("Волнушка").end_phase()
    for name in ("Рыжик", "Боровик", "Мухомор"):
        assert reply(played, name, "Волнушка")[0] == "target_not_alive"
        assert reply(played, name, "Груздь")[0] == "order"
    assert set(orders(played)) == {"Рыжик", "Боровик", "Мухомор"}


def test_the_mafia_does_not_shoot_its_own_and_nobody_else_notices() -> None:
    played = night()
    thread, talks = last(played.game.thread), {name: last(played.seat(name).talk) for name in played.seats}
    for name in ("Мухомор", "Поганка"):
        assert reply(played, name, "Поганка")[0] == "target_teammate"
    assert last(played.game.thread) == thread
    for name in played.seats:
        if name not in ("Мухомор", "Поганка"):
            assert last(played.seat(name).talk) == talks[name]
    assert reply(played, "Поганка", "Груздь")[0] == "order"


def test_the_doctor_treats_nobody_twice_running_himself_included() -> None:
    played = night()
    tries = [
        [("Груздь", "order")],
        [("Груздь", "repeat_target"), ("Рыжик", "order")],
        [("Рыжик", "repeat_target"), ("Груздь", "order")],
        [("Рыжик", "order")],
    ]
    for number, night_of in enumerate(tries):
        for name, came in night_of:
            assert reply(played, "Рыжик", name)[0] == came, (number, name)
        if number + 1 < len(tries):
            next_night(played)


@pytest.mark.parametrize(("option", "second"), [("once", "self_heal_used"), ("free", "order")])
def test_the_doctor_treats_himself_by_the_option(option: str, second: str) -> None:
    played = night(doctor_self=option, doctor_repeat="free")
    assert reply(played, "Рыжик", "Рыжик")[0] == "order"
    next_night(played)
    next_night(played)
    assert reply(played, "Рыжик", "Рыжик")[0] == second
    assert reply(played, "Рыжик", "Груздь")[0] == "order"


def test_a_doctor_who_never_treats_himself() -> None:
    assert reply(night(doctor_self="never"), "Рыжик", "Рыжик")[0] == "target_self"


@pytest.mark.parametrize(("who", "roles"), [("Боровик", ROLES), ("Сморчок", R10)])
def test_checking_and_killing_are_for_others(who: str, roles: dict[str, str]) -> None:
    assert reply(night(10, roles), who, who)[0] == "target_self"
