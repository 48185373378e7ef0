"""Night orders as people type them, what their senders are told, and what the morning says."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games import services
from games.models import Event
from tests.factories import ROLES, Played, make_game
from tests.games.checks import last, posts, ru, said, told, words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("log_watched")]
TAKEN = "Taken: %(name)s. You may change your mind until dawn."
NO_ORDER = "No order is taken: orders are taken at night. Your message is kept."
NOT_READ = "No order is taken from this message. An order is one nickname. The message is kept for the host."
CHECKED = "Your night is over. Checked: %(name)s. This is: %(what)s."
NOTHING = "Your night is over: there is nothing for you from it."
R10 = {**ROLES, "Сморчок": "maniac"}
R11 = {**ROLES, "Трюфель": "mafia"}


ORDERS = (
    "Груздь", "груздь", "ГРУЗДЬ", "  Груздь. ", "«Груздь»", "@Груздь", "Груз", "лечить Груздь", "лечу Груздь",
    "Вылечить: Груздь", "heal Груздь", "Груздь\u200b", "\u00a0Груздь\u00a0",
)  # fmt: skip
NO_ORDERS = (
    "лечу того же, что и вчера", "Груздь или Лисичка", "Груздь, Лисичка", "Груздь\nЛисичка", "Груздь/Лисичка",
    "Думаю, что сегодня ночью надо спасать кого-нибудь из тихих", "Что будет, если я промолчу?",
)  # fmt: skip


def night(players: int = 9, roles: dict[str, str] = ROLES, **options: Any) -> Played:
    """Return a game in its first night, everybody alive."""
    return make_game(players, options={"stalemate_after": 0, **options}).to_day(roles).to_night()


def next_night(played: Played) -> Played:
    """Go on to the next night, nobody jailed and nobody silent."""
    return played.end_phase().to_night()


def morning(played: Played) -> list[str]:
    """End the night; return what the thread is told by it."""
    before = last(played.game.thread)
    played.end_phase()
    return said(played, before)


def report_of(facts: list[str]) -> str:
    """Return the morning's report among what the thread was told."""
    return next(fact for fact in facts if fact.startswith(ru("Morning of day %(n)d", n=2)))


def missed() -> str:
    """What the report says when the mafia's kill failed."""
    return f"{ru('The mafia')} {ru('fired and missed')}"


def treated(name: str) -> str:
    """What the report says of whom the doctor treated."""
    return f"{ru('The doctor treated')} {name}"


def reply(played: Played, name: str, text: str) -> tuple[str, str]:
    """Send the host a message; return what came of it and what the sender is told at once."""
    before = last(played.seat(name).talk)
    answer = played.tell(name, text)
    heard = told(played, name, before)
    return answer.refusal.code if answer.refusal else answer.kind, " ".join(heard)


def orders(played: Played) -> dict[str, str | None]:
    """Return the orders in force by name."""
    names = {number: name for name, number in played.seats.items()}
    state = played.state()
    return {names[order.seat]: names[order.target] if order.target else None for order in state.orders}


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


# ---------- what comes of it


def test_two_attackers_of_one_victim_make_one_death() -> None:
    played = night(10, R10, report_killer="on")
    for name in ("Мухомор", "Поганка", "Сморчок"):
        played.tell(name, "Груздь")
    played.tell("Рыжик", "Опёнок")
    facts = morning(played)
    report = report_of(facts)
    assert report.count("Груздь") == 1 and report.count("честный житель") == 1
    assert "мафия" in report and "маньяк" in report, "both attackers, where killers are told"
    assert len(played.living()) == 9


def test_killers_are_not_named_where_the_rules_do_not_tell_them() -> None:
    played = night(10, R10)
    played.tell("Сморчок", "Груздь")
    report = report_of(morning(played))
    assert "Груздь" in report and "маньяк" not in report and "мафия" not in report.lower()


def test_a_check_of_whoever_dies_that_night_is_answered() -> None:
    played = night()
    for name in ("Мухомор", "Поганка", "Боровик"):
        played.tell(name, "Груздь")
    before = last(played.seat("Боровик").talk)
    facts = " ".join(morning(played))
    assert told(played, "Боровик", before) == [ru(CHECKED, name="Груздь", what="честный житель")]
    assert "провер" not in facts.lower(), "the public text says nothing of checks by default"


def test_a_commissioner_who_was_killed_still_learns_the_result() -> None:
    played = night()
    for name in ("Мухомор", "Поганка"):
        played.tell(name, "Боровик")
    played.tell("Боровик", "Поганка")
    before = last(played.seat("Боровик").talk)
    morning(played)
    assert "Боровик" not in played.living()
    assert told(played, "Боровик", before) == [ru(CHECKED, name="Поганка", what="мафия")]


def test_a_check_that_is_reported_names_nobody() -> None:
    played = night(report_check="on")
    played.tell("Боровик", "Поганка")
    report = report_of(morning(played))
    assert (
        f"{ru('The commissioner')} {ru('has checked somebody')}" in report
        and "Поганка" not in report
        and "Боровик" not in report
    )


def test_two_different_marks_fail_and_no_target_is_named() -> None:
    played = night()
    played.tell("Мухомор", "Груздь")
    played.tell("Поганка", "Лисичка")
    report = " ".join(morning(played))
    assert missed() in report
    assert "Груздь" not in report and "Лисичка" not in report
    assert len(played.living()) == 9


def test_three_mafiosi_two_against_one_three_and_none() -> None:
    played = make_game(11, options={"stalemate_after": 0}).to_day(R11).to_night()
    trio = ("Мухомор", "Поганка", "Трюфель")
    for marks, dead in (
        (("Груздь", "Груздь", "Лисичка"), "Груздь"),
        (("Опёнок", "Опёнок", "Опёнок"), "Опёнок"),
        (("Лисичка", "Волнушка", "Маслёнок"), ""),
    ):
        living = len(played.living())
        for name, mark in zip(trio, marks, strict=True):
            assert reply(played, name, mark)[0] == "order"
        report = " ".join(morning(played))
        assert len(played.living()) == living - bool(dead)
        assert (missed() in report) == (not dead)
        if dead:
            assert dead not in played.living()
        played.to_night()


def test_a_mafioso_who_sends_nothing_is_not_waited_for() -> None:
    played = night()
    played.tell("Мухомор", "Груздь")
    morning(played)
    assert "Груздь" not in played.living()
    other = make_game(9, tag="2").to_day({f"{name}2": role for name, role in ROLES.items()}).to_night()
    other.tell("Мухомор2", "Груздь2")
    other.heart_attack("Поганка2")
    other.end_phase()
    assert "Груздь2" not in other.living()


def test_when_marks_differ_the_rest_of_the_mafia_is_reminded_and_nobody_else() -> None:
    played = make_game(11).to_day(R11).to_night()
    before = {name: last(played.seat(name).talk) for name in played.seats}
    played.tell("Мухомор", "Груздь")
    assert told(played, "Трюфель", before["Трюфель"]) == []
    played.tell("Поганка", "Лисичка")
    assert len(told(played, "Трюфель", before["Трюфель"])) == 1
    others = set(played.seats) - {"Мухомор", "Поганка", "Трюфель"}
    assert all(told(played, name, before[name]) == [] for name in others)
    played.tell("Поганка", "Опёнок")
    assert len(told(played, "Трюфель", before["Трюфель"])) == 1, "once a night"


def test_a_treatment_saves_and_nothing_is_said_of_the_attack() -> None:
    played = night(10, R10)
    for name in ("Мухомор", "Поганка", "Сморчок", "Рыжик"):
        played.tell(name, "Груздь")
    before = last(played.seat("Груздь").talk)
    report = " ".join(morning(played))
    assert len(played.living()) == 10
    assert treated("Груздь") in report
    assert missed() not in report
    assert told(played, "Груздь", before) == [ru(NOTHING)]


@pytest.mark.parametrize("option", ["on", "off"])
def test_the_treated_is_named_by_the_option_and_the_doctor_never(option: str) -> None:
    played = night(report_treated=option)
    played.tell("Рыжик", "Опёнок")
    report = report_of(morning(played))
    assert ("Опёнок" in report) == (option == "on")
    assert "Рыжик" not in report


def test_a_player_killed_in_the_night_still_got_his_action() -> None:
    played = night()
    for name in ("Мухомор", "Поганка"):
        played.tell(name, "Рыжик")
    played.tell("Рыжик", "Опёнок")
    report = " ".join(morning(played))
    assert "Рыжик" not in played.living() and "Опёнок" in report


def test_the_length_of_the_night_tells_nothing(clock: Any) -> None:
    """All have moved by 23:00, or only one can: both nights end at their deadline, and nothing shows before."""
    full = make_game(9, clock=clock).to_day(ROLES)
    bare = make_game(9, clock=clock, tag="2").to_day({f"{name}2": role for name, role in ROLES.items()})
    bare.heart_attack("Боровик2").heart_attack("Рыжик2")
    for played in (full, bare):
        played.away(*played.living())
    for played in (full, bare):
        played.end_phase()
        assert played.phase == "night"
    ends = full.state().phase.deadline
    assert ends == bare.state().phase.deadline
    for name, target in {"Мухомор": "Груздь", "Поганка": "Груздь", "Боровик": "Опёнок", "Рыжик": "Опёнок"}.items():
        full.tell(name, target)
    bare.tell("Мухомор2", "Груздь2")
    clock.shift(timedelta(hours=2))
    assert services.due_games(timezone.now()) == []
    for played in (full, bare):
        assert not services.advance(game_id=played.game.pk, now=timezone.now())
        played.game.refresh_from_db()
        assert (played.game.deadline, played.game.due_at) == (ends, ends)


# ---------- orders and heart attacks


def test_a_heart_attack_voids_the_orders_of_and_against_and_tells_the_senders() -> None:
    played = night()
    played.tell("Мухомор", "Груздь")
    played.tell("Рыжик", "Груздь")
    played.tell("Боровик", "Опёнок")
    before = {name: last(played.seat(name).talk) for name in played.seats}
    played.heart_attack("Груздь")
    assert orders(played) == {"Боровик": "Опёнок"}
    for name in ("Мухомор", "Рыжик"):
        (heard,) = told(played, name, before[name])
        assert "Груздь" in heard
    for name in set(played.seats) - {"Мухомор", "Рыжик"}:
        assert told(played, name, before[name]) == []
    played.heart_attack("Боровик")
    assert orders(played) == {}
    assert reply(played, "Рыжик", "Опёнок")[0] == "order"
    assert Event.objects.filter(game=played.game, kind="order_voided").count() == 2


def test_a_sergeant_moves_up_in_mid_night_and_may_act_at_once() -> None:
    roles = {**ROLES, "Опёнок": "sergeant"}
    played = make_game(9).to_day(roles).to_night()
    assert reply(played, "Опёнок", "Мухомор")[0] == "no_power"
    thread = last(played.game.thread)
    played.heart_attack("Боровик")
    promoted = "No %(role)s is left in play: the duty is yours now. Send the nickname to check at night."
    assert told(played, "Опёнок")[-1] == ru(promoted, role="комиссар")
    assert not any("Опёнок" in words(post) for post in posts(played.game.thread, thread)), "nobody else is told"
    assert reply(played, "Опёнок", "Мухомор")[0] == "order"
    before = last(played.seat("Опёнок").talk)
    morning(played)
    assert "мафия" in told(played, "Опёнок", before)[0]
