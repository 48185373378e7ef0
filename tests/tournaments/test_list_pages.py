"""The list of tournaments, announcing one, and the ways there."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.urls import reverse

from tests.factories import client_of
from tests.secrets.forms import filled
from tests.tournaments.day import Day
from tests.tournaments.visits import VISITOR, Visits
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
NEW = "/tournaments/new/"


@pytest.fixture
def form(clock: time_machine.Traveller) -> tuple[Any, dict[str, Any]]:
    """A member's browser, and the form as the page shows it, with a title."""
    day = Day(players=0, hosts=0)
    Tournament.objects.all().delete()
    client = client_of(day.organiser_user)
    answer = client.get(NEW, headers={"accept-language": "ru"})
    assert answer.status_code == 200
    fields = dict(filled(answer.content.decode(), NEW))
    return client, {**fields, "title": "Кубок двора", "timezone": "Asia/Yekaterinburg"}


def test_the_list_has_what_is_open_what_is_played_and_what_is_over(clock: time_machine.Traveller) -> None:
    assert "Сейчас записи на турниры нет" in client_of(None).get("/tournaments/").content.decode()
    day = Day(players=6, groups=1, hosts=1)
    visits = Visits(day, clock)
    browser = visits.client(VISITOR)
    page = browser.get("/tournaments/").content.decode()
    assert visits.url() in page
    assert "идёт запись" in page
    front = browser.get("/").content.decode()
    assert visits.url() in front
    assert reverse("tournaments:list") in front
    day.close().give_hosts()
    assert "группы составлены" in browser.get("/tournaments/").content.decode()
    assert "к табло" in browser.get("/").content.decode()
    Tournament.objects.update(stage="over", ended_at=day.at)
    assert "Завершены" in browser.get("/tournaments/?page=99").content.decode()
    assert visits.url() not in browser.get("/").content.decode()


def test_a_tournament_is_announced_with_all_that_was_typed(form: tuple[Any, dict[str, Any]]) -> None:
    client, fields = form
    fields |= {
        "description": "Приходите <b>все</b>.",
        "start_at": "2026-07-04T12:00",
        "close_at": "04.07.2026 11:30",
        "names": "clone",
        "split": "size",
        "split_number": "8",
        "games_each": "4",
        "qualifiers": "3",
        "final_games": "2",
        "check_in": "7",
        "rest": "1",
        "day": "6m",
    }
    answer = client.post(NEW, fields)
    assert answer.status_code == 303, answer.content.decode()[:3000]
    made = Tournament.objects.get()
    assert answer["Location"] == reverse("tournaments:board", args=[made.slug])
    assert f"{made.starts_at:%Y-%m-%d %H:%M}" == "2026-07-04 07:00"
    assert f"{made.entries_close_at:%H:%M}" == "06:30"
    assert (made.names, made.group_size, made.groups_wanted) == ("clone", 8, None)
    assert (made.games_each, made.qualifiers, made.final_games) == (4, 3, 2)
    assert (made.check_in, made.rest) == (timedelta(minutes=7), timedelta(minutes=1))
    assert made.options["day"] == "6m"
    assert made.options["timezone"] == made.time_zone == "Asia/Yekaterinburg"
    assert made.title == "Кубок двора"
    assert "Приходите &lt;b&gt;все&lt;/b&gt;." in client.get(answer["Location"]).content.decode()
    # The same form a second time is the same tournament.
    assert client.post(NEW, fields)["Location"] == answer["Location"]
    assert Tournament.objects.count() == 1


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("title", "", "Обязательное поле."),
        ("title", "х" * 81, "80"),
        ("start_at", "вчера", "Напишите дату и время"),
        ("close_at", "", "Напишите дату и время"),
        ("close_at", "2026-06-01T10:00", "Запись должна закрываться в будущем."),
        ("start_at", "2026-06-07T10:00", "Запись закрывается до первой игры"),
        ("split_number", "0", "1"),
        ("split_number", "x", "Напишите целое число."),
        ("games_each", "5", "4"),
        ("qualifiers", "-1", "1"),
        ("final_games", "4", "3"),
        ("check_in", "61", "60"),
        ("rest", "721", "720"),
        ("names", "nosuch", "nosuch"),
        ("split", "nosuch", "nosuch"),
        ("language", "tlh", "tlh"),
        ("timezone", "Mars/Olympus", "Mars/Olympus"),
        ("day", "никогда", "никогда"),
        ("min_players", "200", "200"),
        ("row-0-mafia", "много", "много"),
        ("weekly_pause", "x", "x"),
    ],
)
def test_what_can_not_be_is_said_beside_it_and_all_that_was_typed_is_kept(
    form: tuple[Any, dict[str, Any]], field: str, value: str, said: str
) -> None:
    client, fields = form
    answer = client.post(NEW, {**fields, "title": "Кубок двора", field: value}, headers={"accept-language": "ru"})
    page = answer.content.decode()
    assert answer.status_code == 422, field
    assert not Tournament.objects.exists()
    assert said in page
    assert 'class="errbox"' in page
    if field != "title":
        assert "Кубок двора" in page


def test_garbage_is_no_error_of_the_site(form: tuple[Any, dict[str, Any]]) -> None:
    client, _fields = form
    for fields in (
        {},
        {"title": "\0"},
        {"title": ["a", "b"], "start_at": "9999-12-31T23:59"},
        {"split_number": "9" * 60},
    ):
        assert client.post(NEW, fields).status_code == 422
    assert client_of(None).get(NEW).status_code == 302
