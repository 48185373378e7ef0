"""What comes of a night: deaths, misses, treatments, checks, and orders that fall away."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games import services
from games.models import Event
from tests.factories import ROLES, make_game
from tests.games.checks import last, posts, ru, told, words
from tests.games.nights import (
    CHECKED,
    NOTHING,
    R10,
    R11,
    heard_at_dawn,
    missed,
    morning,
    night,
    orders,
    reply,
    report_of,
    treated,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("log_watched")]


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
    assert told(played, "Боровик", before) == heard_at_dawn(CHECKED, name="Груздь", what="честный житель")
    assert "провер" not in facts.lower(), "the public text says nothing of checks by default"


def test_a_commissioner_who_was_killed_still_learns_the_result() -> None:
    played = night()
    for name in ("Мухомор", "Поганка"):
        played.tell(name, "Боровик")
    played.tell("Боровик", "Поганка")
    before = last(played.seat("Боровик").talk)
    morning(played)
    assert "Боровик" not in played.living()
    assert told(played, "Боровик", before) == heard_at_dawn(CHECKED, name="Поганка", what="мафия")


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
    assert told(played, "Груздь", before) == heard_at_dawn(NOTHING)


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
