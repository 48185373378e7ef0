"""Entering, leaving and checking in by the pages."""

from datetime import timedelta

import pytest
import time_machine
from django.urls import reverse

from accounts.models import Persona
from tests.factories import client_of, make_user
from tests.tournaments.day import FIRST_GAME, START, Day
from tests.tournaments.visits import ORGANISER, VISITOR, Visits
from tournaments import services
from tournaments.models import CheckIn, Entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def newcomer(clock: time_machine.Traveller) -> tuple[Day, Visits]:
    """A tournament in which the person of number 7 has a member name, and no entry."""
    day = Day(players=0, groups=1, hosts=0)
    day.users[7] = day.member("player7", "Дятел")[0]
    return day, Visits(day, clock)


def test_a_member_enters_once_and_leaves_after_ticking_a_box(newcomer: tuple[Day, Visits]) -> None:
    day, visits = newcomer
    assert "Вы играете под своим именем: Дятел." in visits.get(7, "enter")
    visits.post(7, "enter")
    visits.post(7, "enter")
    entry = Entry.objects.get(tournament=day.tournament)
    assert entry.persona.name == "Дятел"
    assert not entry.reserve
    assert "Вы участвуете: Дятел" in visits.get(7)
    page = visits.post(7, "withdraw", status=422)
    assert "Поставьте галочку: это нельзя отменить." in page
    visits.post(7, "withdraw", sure="1")
    entry.refresh_from_db()
    assert entry.withdrawn_at == day.at
    assert visits.url("enter") in visits.get(7)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "Без имени нельзя."),
        ("х" * 200, "знак"),
        ("<b>", "в имени не место"),
        ("Часовщик", "Имя «Часовщик» занято."),
        ("Чаcовщик", ""),
        ("Дятeл", ""),
    ],
)
def test_a_bad_name_of_a_clone_is_said_and_kept(clock: time_machine.Traveller, name: str, said: str) -> None:
    day = Day(players=0, groups=1, hosts=0, names="clone")
    day.users[7] = day.member("player7", "Дятел")[0]
    visits = Visits(day, clock)
    page = visits.post(7, "enter", name=name, reserve="1", status=422)
    assert said in page
    assert 'id="id_name-err"' in page
    assert f'value="{name.replace("<", "&lt;").replace(">", "&gt;")}"' in page
    assert 'id="reserve" value="1" checked' in page
    assert not Entry.objects.exists()


def test_a_clone_enters_and_nobody_reads_whose_it_is(clock: time_machine.Traveller) -> None:
    day = Day(players=0, groups=1, hosts=0, names="clone")
    day.users[7] = day.member("player7", "Дятел")[0]
    visits = Visits(day, clock)
    visits.post(7, "enter", name="  Ночной   Гость ")
    persona = Entry.objects.get().persona
    assert persona.name == "Ночной Гость"
    assert persona.kind == Persona.Kind.ENTRANT
    for who in (VISITOR, ORGANISER):
        assert "Ночной Гость" in visits.get(who)
        assert "Дятел" not in visits.get(who)
    # The same form a second time leads to the board, another name is refused.
    visits.post(7, "enter", name="Ночной Гость")
    assert "Вы уже записаны на этот турнир" in visits.post(7, "enter", name="Дневной Гость", status=422)


def test_entries_close_and_the_reserve_list_stays_open(newcomer: tuple[Day, Visits]) -> None:
    day, visits = newcomer
    for number in range(1, 7):
        day.enter(number)
    day.close()
    assert "Запись закрыта. Список запасных ещё открыт." in visits.post(7, "enter", status=422)
    assert "Записаться в запас" in visits.get(7, "enter")
    visits.post(7, "enter", reserve="1")
    assert day.entry(7).reserve
    assert "Дятел" in visits.get(VISITOR)
    # Where somebody is missing, the reserve list may check in.
    match = day.match(1)
    day.sweep(match.opens_at)
    assert "Можно выйти на замену" in visits.get(7)
    assert f'value="{match.pk}"' in visits.get(7, "check_in")
    visits.post(7, "check_in", match=match.pk)
    assert CheckIn.objects.get().entry == day.entry(7)


def test_who_has_no_business_there(newcomer: tuple[Day, Visits]) -> None:
    day, visits = newcomer
    nameless = client_of(make_user("nameless@example.org"))
    for name in ("enter", "check_in"):
        answer = visits.client(VISITOR).get(visits.url(name))
        assert answer.status_code == 302
        assert answer["Location"].startswith(reverse("account_login"))
        answer = nameless.get(visits.url(name))
        assert answer["Location"].startswith(reverse("accounts:name"))
    visits.get(7, "check_in", status=404)
    visits.post(7, "check_in", status=404)
    assert "Организатор не играет в своём турнире" in visits.post(ORGANISER, "enter", status=422)
    assert visits.client(7).get("/tournaments/nosuch/enter/").status_code == 404
    assert visits.client(7).get("/tournaments/nosuch/").status_code == 404
    foreign = visits.post(7, "enter", status=422, **{"as": day.organiser.token})
    assert "под другим именем" in foreign
    assert not Entry.objects.exists()


def test_the_check_in_of_the_day_and_of_a_game(clock: time_machine.Traveller) -> None:
    later = timedelta(days=2)
    day = Day(players=6, groups=1, hosts=1, starts_at=FIRST_GAME + later, entries_close_at=START + later)
    visits = Visits(day, clock)
    assert "Отметка дня откроется:" in visits.get(1, "check_in")
    assert "Отмечаются в день турнира" in visits.post(1, "check_in", status=422)
    day.close().give_hosts()
    assert "Сегодня я здесь" in visits.get(1)
    visits.post(1, "check_in")
    assert day.entry(1).checked_in_at == day.at
    match = day.match(1)
    assert "Отметка на эту игру ещё не открыта." in visits.post(1, "check_in", match=match.pk, status=422)
    assert "Эта игра окончена." in visits.post(1, "check_in", match="7777777777777777777", status=422)
    day.sweep(match.opens_at)
    visits.post(1, "check_in", match=match.pk)
    visits.post(1, "check_in", match=match.pk)
    assert CheckIn.objects.count() == 1
    assert "отметка есть" in visits.get(1, "check_in")
    day.at = match.check_in_until
    assert "Отметка закончилась" in visits.post(2, "check_in", match=match.pk, status=422)
    services.withdraw(tournament=day.tournament, entry=day.entry(2), at=day.at)
    visits.get(2, "check_in", status=404)
