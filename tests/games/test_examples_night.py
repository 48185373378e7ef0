"""Behaviour by example: what is done at night.

By number, with the test that shows it where that is another file's; `+` where there is more of it below.

    E033 two attackers, one victim        test_services_dawn.test_two_attackers_of_one_victim_make_one_death +
    E034 a check of who dies that night   test_services_dawn.test_a_check_of_whoever_dies_that_night_is_answered +
    E035 an order left by the jailed      test_services_night.test_an_order_left_by_whoever_is_jailed... +
    E036 a target who is out              test_services_night.test_the_dead_are_no_targets_and_no_move_is_used_up +
    E037 a changed mind                   test_table_night.test_a_new_order_takes_the_place_of_the_old +
    E038 after the deadline               test_table_night.test_an_order_after_the_deadline +
    E039 two different victims            test_services_dawn.test_two_different_marks_fail_and_no_target_is_named
    E040 three mafiosi                    test_services_dawn.test_three_mafiosi_two_against_one_three_and_none
    E041 the boss decides                 +
    E042 one mafioso does not answer      test_services_dawn.test_a_mafioso_who_sends_nothing_is_not_waited_for +
    E043 one of their own                 test_services_night.test_the_mafia_does_not_shoot_its_own... +
    E044 the same patient twice running   test_table_night.test_the_doctor_does_not_treat_twice_running
    E045 one self-heal in a game          +
    E046 the length of the night          test_services_dawn.test_the_length_of_the_night_tells_nothing +
    E047 more than a nickname             test_table_night.test_what_is_no_order +
    E048 two nicknames                    test_table_night.test_what_is_no_order +
"""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games import services
from tests.factories import Played
from tests.games.checks import last, posts, ru, told
from tests.games.live import R10, conference, night_of
from tests.games.nights import CHECKED, NO_ORDER, NOT_READ, heard_at_dawn, missed, morning, orders, reply
from tests.games.web import dom, refusals, send, worded

pytestmark = pytest.mark.django_db


def dawn(played: Played) -> str:
    """End the night; return what the thread is told by it, and go on to the next night."""
    told_all = " ".join(morning(played))
    if played.phase == "day":
        night_of(played)
    return told_all


def test_e033_one_death_by_two_where_killers_are_told() -> None:
    played = night_of(conference(10, R10))
    for name in ("Мухомор", "Сморчок"):
        assert reply(played, name, "Груздь")[0] == "order"
    played.tell("Рыжик", "Опёнок")
    report = " ".join(morning(played))
    assert report.count("Груздь") == 1 and report.count("честный житель") == 1
    assert "мафия" in report and "маньяк" in report
    assert len(played.living()) == 9


def test_e034_that_somebody_was_checked_is_told_but_not_whom() -> None:
    played = night_of(conference())
    for name in ("Мухомор", "Боровик"):
        played.tell(name, "Груздь")
    before = last(played.seat("Боровик").talk)
    report = morning(played)
    assert told(played, "Боровик", before) == heard_at_dawn(CHECKED, name="Груздь", what="честный житель")
    checked = [part for fact in report for part in fact.split(".") if ru("has checked somebody") in part]
    assert len(checked) == 1
    for name in played.seats:
        if name != "Боровик":
            assert not [one for one in told(played, name) if "Проверка" in one], name


def test_e035_an_order_of_the_day_before_is_none_for_a_boss_either() -> None:
    played = conference()
    assert reply(played, "Мухомор", "Груздь") == ("none", ru(NO_ORDER))
    played.votes("Мухомор", "Груздь", "Опёнок").end_phase().end_phase()
    played.say(True, "Груздь", "Опёнок").end_phase()
    assert "Мухомор" not in played.living()
    report = dawn(played)
    assert missed() not in report and len(played.living()) == 8
    # What the jailed one sent is no name of the next boss's night either.
    assert reply(played, "Поганка", "Лисичка")[0] == "order"
    dawn(played)
    assert "Лисичка" not in played.living() and "Груздь" in played.living()


def test_e036_whoever_is_out_is_no_name_that_was_sent() -> None:
    played = conference()
    played.heart_attack("Волнушка")
    night_of(played)
    for name in ("Рыжик", "Боровик", "Мухомор"):
        assert reply(played, name, "Волнушка")[0] == "target_not_alive"
        assert reply(played, name, "Груздь")[0] == "order"
    report = dawn(played)
    assert missed() not in report and "Груздь" in played.living(), "treated; the refused name was no second one"


def test_e037_the_last_order_counts_but_for_the_mafia_under_a_boss() -> None:
    played = night_of(conference())
    assert "Груздь" in reply(played, "Рыжик", "Груздь")[1]
    assert "Опёнок" in reply(played, "Рыжик", "Опёнок")[1]
    assert orders(played) == {"Рыжик": "Опёнок"}
    assert "Лисичка" in reply(played, "Мухомор", "Лисичка")[1]
    assert "Груздь" in reply(played, "Мухомор", "Груздь")[1]
    report = dawn(played)
    assert missed() in report and "Груздь" in played.living() and "Лисичка" in played.living()
    assert f"{ru('The doctor treated')} Опёнок" in report


def test_e038_three_seconds_late(clock: Any) -> None:
    played = night_of(conference(clock=clock))
    end = played.state().phase.deadline
    assert end is not None
    clock.move_to(end + timedelta(seconds=3))
    for name in ("Рыжик", "Мухомор"):
        kind, heard = reply(played, name, "Груздь")
        assert kind == "deadline_passed" and "Срок" in heard
        assert "Груздь" in [post.source for post in posts(played.seat(name).talk)], "kept for the host"
    services.advance(game_id=played.game.pk, now=end + timedelta(seconds=4))
    night_of(played)
    assert orders(played) == {} and played.state().marks_sent == ()


def test_e041_the_boss_decides(clock: Any) -> None:
    """His name, a second name by the other, and the same name twice by a double click."""
    played = night_of(conference(clock=clock))
    assert reply(played, "Мухомор", "Груздь")[0] == "order"
    assert missed() not in dawn(played)
    assert "Груздь" not in played.living()
    reply(played, "Мухомор", "Опёнок")
    reply(played, "Поганка", "Лисичка")
    report = dawn(played)
    assert missed() in report and len(played.living()) == 8
    assert "Опёнок" not in report and "Лисичка" not in report, "nobody reads whom they missed"
    for key in ("0f8fad5b-d9cb-469f-a165-70867728950e",) * 2 + ("7c9e6679-7425-40de-944b-e07fc1f90ae7",):
        assert send(played, "Мухомор", "talk", text="Лисичка", key=key).status_code == 303
    assert [one.source for one in posts(played.seat("Мухомор").talk)].count("Лисичка") == 2, "two forms of three clicks"
    assert missed() not in dawn(played)
    assert "Лисичка" not in played.living()


def test_e042_of_the_mafia_only_the_boss_is_needed() -> None:
    played = night_of(conference())
    played.tell("Мухомор", "Груздь")
    played.heart_attack("Поганка")
    assert missed() not in dawn(played)
    assert "Груздь" not in played.living()
    other = night_of(conference(tag="2"))
    other.tell("Поганка2", "Груздь2")
    report = dawn(other)
    assert "Груздь2" in other.living() and missed() not in report, "the boss sent nothing: no victim, and no miss"


def test_e043_a_refused_name_of_ones_own_is_no_second_name() -> None:
    played = night_of(conference())
    thread, talks = last(played.game.thread), {name: last(played.seat(name).talk) for name in played.seats}
    for name in ("Мухомор", "Поганка"):
        assert reply(played, name, "Поганка")[0] == "target_teammate"
    assert last(played.game.thread) == thread
    assert [name for name in played.seats if last(played.seat(name).talk) != talks[name]] == ["Мухомор", "Поганка"]
    assert reply(played, "Мухомор", "Груздь")[0] == "order"
    assert missed() not in dawn(played)
    assert "Груздь" not in played.living()


def test_e045_the_doctor_himself_once_in_a_game(clock: Any) -> None:
    played = night_of(conference(clock=clock))
    assert reply(played, "Рыжик", "Рыжик")[0] == "order"
    assert f"{ru('The doctor treated')} Рыжик" in dawn(played)
    dawn(played)
    answer = send(played, "Рыжик", "order", target=played.seats["Рыжик"])
    assert refusals(answer) == [worded("self_heal_used")]
    page = dom(played.client("Рыжик").get(played.url()))
    form = next(one for one in page.iter("form") if (one.get("action") or "").startswith(played.url("order")))
    offered = {one.get("value") for one in form.iter("option")}
    assert str(played.seats["Груздь"]) in offered and str(played.seats["Рыжик"]) not in offered
    assert send(played, "Рыжик", "order", target=played.seats["Груздь"]).status_code == 303
    assert orders(played) == {"Рыжик": "Груздь"}


def test_e046_a_night_that_may_end_early_has_a_shortest_length(clock: Any) -> None:
    """All roles alive, or the mafia alone: with all orders in, both end at the same moment, and not before."""
    full = conference(clock=clock, night_ends_early="on", night_min="30m")
    bare = conference(clock=clock, night_ends_early="on", night_min="30m", tag="2")
    bare.heart_attack("Боровик2").heart_attack("Рыжик2")
    for played in (full, bare):
        played.end_phase()
        assert played.phase == "night"
    begun, ends = timezone.now(), full.state().phase.deadline
    for name in ("Мухомор", "Боровик", "Рыжик"):
        full.tell(name, "Груздь")
    bare.tell("Мухомор2", "Груздь2")
    for minutes, over in ((29, False), (31, True)):
        clock.move_to(begun + timedelta(minutes=minutes))
        for played in (full, bare):
            if not over:
                page = played.client("Опёнок" if played is full else "Опёнок2").get(played.url())
                assert f'datetime="{ends:%Y-%m-%dT%H:%M}' in page.content.decode(), "the deadline shown does not move"
            services.advance(game_id=played.game.pk, now=timezone.now())
            assert (played.phase == "day") == over


def test_e047_e048_what_is_no_order_is_no_second_name(clock: Any) -> None:
    played = night_of(conference(clock=clock))
    assert reply(played, "Боровик", "кто такой «Груздь»?")[0] == "order"
    assert reply(played, "Рыжик", "Опёнок.")[0] == "order"
    assert reply(played, "Мухомор", "Лисичка")[0] == "order"
    before = orders(played)
    for who in ("Боровик", "Рыжик", "Мухомор"):
        for text in ("Груздь или Лисичка", "Груздь, Волнушка", "того же, что и вчера ночью, прошу"):
            assert reply(played, who, text) == ("none", ru(NOT_READ)), (who, text)
            assert text in [post.source for post in posts(played.seat(who).talk)]
    assert orders(played) == before
    assert missed() not in dawn(played)
    assert "Лисичка" not in played.living()
