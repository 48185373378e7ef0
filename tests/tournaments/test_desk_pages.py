"""The desk of organiser and hosts: who has one, each act, and what is said when one can't be done."""

from datetime import timedelta

import pytest
import time_machine

from tests.tournaments.day import Day
from tests.tournaments.visits import ORGANISER, VISITOR, Visits
from tournaments.models import Adjustment, Group, Match

pytestmark = pytest.mark.django_db


@pytest.fixture
def drawn(clock: time_machine.Traveller) -> tuple[Day, Visits]:
    """Two groups with a host each, drawn."""
    day = Day(players=12, groups=2, hosts=2)
    return day.close().give_hosts(), Visits(day, clock)


def test_only_organiser_and_hosts_have_a_desk(drawn: tuple[Day, Visits]) -> None:
    day, visits = drawn
    for who in (VISITOR, 1):
        visits.get(who, "desk", status=404)
        visits.act(who, "start", status=404, match=day.match(1).pk)
        visits.act(who, "call_off", status=404, reason="Хочу.", sure="1")
    organiser, host = visits.get(ORGANISER, "desk"), visits.get(day.group(1).host, "desk")
    assert "Группа А" in organiser
    assert "Группа Б" in organiser
    assert "Отменить турнир" in organiser
    assert "Группа А" in host
    assert "Группа Б" not in host
    for act in ("void", "walk_over", "host", "close", "call_off", "rescore", "nosuch"):
        visits.act(day.group(1).host, act, status=404, match=day.match(1).pk, reason="Хочу.", sure="1")
    refused = visits.act(day.group(1).host, "postpone", 422, match=day.match(2).pk, minutes=5, reason="Хочу.")
    assert "Это могут только организатор и ведущий этой группы." in refused
    assert day.match(2).reason == ""


def test_a_match_is_put_off_with_a_reason(drawn: tuple[Day, Visits]) -> None:
    day, visits = drawn
    match = day.match(1)
    for minutes, said in (("", "Напишите, на сколько минут."), ("x", "число"), ("0", "1"), ("9999", "720")):
        page = visits.act(ORGANISER, "postpone", 422, match=match.pk, minutes=minutes, reason="Пробки <b>")
        assert said in page
        assert "Пробки &lt;b&gt;" in page
        assert 'class="errbox"' in page
    assert "Укажите причину" in visits.act(ORGANISER, "postpone", 422, match=match.pk, minutes=5, reason=" ")
    visits.act(day.group(1).host, "postpone", match=match.pk, minutes="15", reason="Пробки.")
    assert day.match(1).check_in_until == match.check_in_until + timedelta(minutes=15)
    assert "Группа А, игра 1: начало отложено на 15 минут. Причина: Пробки." in visits.get(VISITOR)
    assert "Опаздывают:" in visits.get(ORGANISER, "desk")


def test_the_host_starts_when_all_are_there(drawn: tuple[Day, Visits]) -> None:
    day, visits = drawn
    match, host = day.come(1, but=day.members(1)[:1]), day.group(1).host
    name = day.entry(day.members(1)[0]).persona.name
    assert f"Не на месте: {name}." in visits.get(host, "desk")
    assert "Начать игру" not in visits.get(host, "desk")
    assert f"Не все отметились: {name}." in visits.act(host, "start", 422, match=match.pk)
    assert "Эта игра окончена." in visits.act(host, "start", 422, match=123456)
    visits.post(day.members(1)[0], "check_in", match=match.pk)
    assert "Начать игру" in visits.get(host, "desk")
    visits.act(host, "start", match=match.pk)
    assert day.match(1).state == Match.State.PLAYING
    assert "Эта игра уже идёт." in visits.act(host, "start", 422, match=match.pk)


def test_a_group_without_enough_players_waits_and_is_decided(drawn: tuple[Day, Visits]) -> None:
    day, visits = drawn
    match = day.come(1, but=day.members(1)[2:])
    day.sweep(match.check_in_until)
    assert "на месте слишком мало игроков" in visits.get(VISITOR)
    page = visits.get(ORGANISER, "desk")
    assert "Начать с теми, кто на месте" in page
    assert "Игроков мало:" in visits.act(ORGANISER, "start", 422, match=match.pk)
    page = visits.act(ORGANISER, "walk_over", 422, match=match.pk, reason="Никого нет.")
    assert "Поставьте галочку" in page
    assert "Никого нет." in page
    visits.act(ORGANISER, "walk_over", match=match.pk, reason="Никого нет.", sure="1")
    match.refresh_from_db()
    assert match.walk_over
    board = visits.get(VISITOR)
    assert "засчитана без игры" in board
    assert "4,00" in board


def test_hosts_are_given_and_replaced_by_name(drawn: tuple[Day, Visits]) -> None:
    day, visits = drawn
    player = day.entry(day.members(1)[0]).persona.name
    for name, said in (
        ("", "Напишите имя участника."),
        ("Никто Такой", "Участника с таким именем нет."),
        (player, "а ведущий в своей группе"),
        (day.group(1).host.name, "Этот участник уже ведёт группу."),
    ):
        page = visits.act(ORGANISER, "host", 422, group=1, name=name)
        assert said in page
        assert f'value="{name}"' in page or not name
    assert "Эта заявка" in visits.act(ORGANISER, "host", 422, group=77, name=player)
    day.start(1)
    visits.act(ORGANISER, "host", group=1, name=day.group(2).host.name)
    assert day.group(1).host == day.group(2).host
    assert day.match(1).game.host == day.group(2).host


def test_where_clones_play_a_group_is_offered_and_taken(clock: time_machine.Traveller) -> None:
    day = Day(players=6, groups=1, hosts=2, names="clone")
    visits = Visits(day, clock)
    day.close()
    first, second = day.hosts
    visits.get(first, "desk", status=404)
    visits.act(ORGANISER, "host", group=1, name=first.name)
    assert f"Предложено: {first.name}." in visits.get(ORGANISER, "desk")
    assert first.name not in visits.get(VISITOR)
    assert "Вам предлагают вести: Группа А" in visits.get(first, "desk")
    visits.act(first, "decline", group=1)
    visits.get(first, "desk", status=404)
    visits.act(ORGANISER, "host", group=1, name=second.name)
    assert "Эту группу вам не предлагали." in visits.act(ORGANISER, "take", 422, group=1)
    visits.act(second, "take", group=1)
    assert Group.objects.get().host == second


def test_points_are_corrected_openly(clock: time_machine.Traveller) -> None:
    day = Day(players=6, groups=1, hosts=1)
    visits = Visits(day, clock)
    day.close().give_hosts()
    assert "Поправить очки" not in visits.get(ORGANISER, "desk")
    day.start(1)
    match, host = day.end(1), day.group(1).host
    form = {"match": match.pk, "entry": 1, "points": "-1,5", "reason": "Подсказывал."}
    for field, value, said in (
        ("points", "много", "Это не число очков."),
        ("points", "0", "Прибавьте или отнимите очки"),
        ("points", "999", "Прибавьте или отнимите очки"),
        ("entry", "77", "Этого в списке уже нет."),
        ("match", "", "Выберите из списка."),
        ("reason", "", "Укажите причину"),
    ):
        page = visits.act(host, "adjust", 422, **{**form, field: value})
        assert said in page
        assert "Подсказывал." in page or field == "reason"
    assert not Adjustment.objects.exists()
    visits.act(host, "adjust", **form)
    visits.act(host, "adjust", **form)
    given = Adjustment.objects.get()
    assert given.cents == -150
    assert given.by == host
    board = visits.get(VISITOR)
    assert "поправка \u22121,50" in board
    assert f"Решение: {host.name}." in board
    assert (
        "всё сошлось" in visits.client(ORGANISER).post(visits.url("desk_act", "rescore"), follow=True).content.decode()
    )


def test_a_game_is_voided_and_a_tournament_called_off(clock: time_machine.Traveller) -> None:
    day = Day(players=6, groups=1, hosts=1)
    visits = Visits(day, clock)
    day.close().give_hosts()
    day.start(1)
    match = day.end(1)
    assert "Поставьте галочку" in visits.act(ORGANISER, "void", 422, match=match.pk, reason="Сбой.", again="1")
    visits.act(ORGANISER, "void", match=match.pk, reason="Сбой.", again="1", sure="1")
    match.refresh_from_db()
    assert (match.state, match.again) == (Match.State.VOID, True)
    assert "игра аннулирована и пройдёт заново. Причина: Сбой." in visits.get(VISITOR)
    assert "Этого в списке уже нет." in visits.act(ORGANISER, "void", 422, match=match.pk, reason="Сбой.", sure="1")
    visits.act(ORGANISER, "call_off", reason="Гроза.", sure="1")
    assert "Турнир отменён. Причина: Гроза." in visits.get(VISITOR)
    assert "Отменить турнир" not in visits.get(ORGANISER, "desk")
    assert "Турнир отменён." in visits.act(ORGANISER, "call_off", 422, reason="Гроза.", sure="1")


def test_entries_are_closed_by_hand(clock: time_machine.Traveller) -> None:
    day = Day(players=6, groups=1, hosts=0)
    visits = Visits(day, clock)
    assert "Закрыть запись" in visits.get(ORGANISER, "desk")
    assert "Поставьте галочку" in visits.act(ORGANISER, "close", 422)
    visits.act(ORGANISER, "close", sure="1")
    assert day.fresh().stage == "drawn"
    assert "Ведущего пока нет." in visits.get(VISITOR)
    refused = visits.act(ORGANISER, "close", 422, sure="1", **{"as": "nosuch"})
    assert "под другим именем" in refused
