"""The pages of scores: tables, one game, the files; for a visitor, a player and the organiser."""

import csv
import io
import re
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from accounts import selectors as people
from tests.factories import client_of
from tests.tournaments.day import START, Day
from tests.tournaments.played import over_day, page, read, running_day, scored, url
from tournaments import exports, services, words
from tournaments.models import Adjustment, Entry, Match, Score, Tournament

pytestmark = pytest.mark.django_db
HUGE = 10**30


@pytest.fixture
def running() -> Day:
    return running_day()


@pytest.fixture
def over() -> Day:
    return over_day()


# ---------- tables ----------


def test_the_table_of_a_group_has_every_member_and_each_game(running: Day) -> None:
    said = read(running, "group", 1)
    for number in running.members(1):
        assert running.entry(number).persona.name in said
    assert "Подсчитано: 1 из 3 игр." in said
    assert "Красная черта: выход в финал." in said
    match = scored(running)
    for score in Score.objects.filter(match=match):
        with translation.override("ru"):
            assert words.figure(score.cents) in said
    assert url(running, "match", match.pk) in page(running, "group", 1)


def test_until_the_final_is_drawn_equals_share_a_place(running: Day) -> None:
    said = read(running, "group", 1)
    assert "решил жребий" not in said
    assert "поделено: пока всё равно" in said
    assert "Жребий тянут перед финалом" in said


def test_at_the_end_every_tie_is_broken_step_by_step(over: Day) -> None:
    said = read(over, "group", 1)
    assert "поделено" not in said
    assert "очки равны" in said
    assert "Жребий тянут" not in said


def test_ones_own_line_is_marked_for_oneself_alone(running: Day) -> None:
    number = running.members(1)[0]
    assert page(running, "group", 1, client=client_of(running.users[number])).count("is-me") == 1
    assert "is-me" not in page(running, "group", 1)


def test_the_final_is_a_table_of_its_own(over: Day) -> None:
    said = read(over, "group", 0)
    assert "Финал" in said
    assert "Красная черта" not in said
    assert sum(over.entry(number).persona.name in said for number in over.members(0)) == 8


@pytest.mark.parametrize("number", [9, 77, HUGE])
def test_what_does_not_exist_is_not_found(running: Day, number: int) -> None:
    for address in (
        url(running, "group", number),
        url(running, "match", number * 1000),
        reverse("tournaments:season_of", args=[number]),
        reverse("tournaments:group", args=["nosuch", 1]),
        reverse("tournaments:member", args=["Никто"]),
        url(running, "final"),
        url(running, "draw_json"),
    ):
        assert Client().get(address).status_code == 404, address


# ---------- one game ----------


def test_a_game_that_is_over_shows_every_point_with_its_reason(running: Day) -> None:
    match = scored(running)
    winner = Score.objects.filter(match=match, victories=1).select_related("entry__persona").first()
    assert winner is not None
    services.adjust(
        match=match, entry=winner.entry, by=running.organiser, cents=-50, reason="Подсказка из зала.", at=running.at
    )
    said = read(running, "match", match.pk)
    assert "победа: " in said
    assert "инфаркт: −1" in said
    assert "−0,50 : Подсказка из зала. решение: Часовщик" in said
    protocol = re.search(r"<textarea[^>]*>(.*?)</textarea>", page(running, "match", match.pk), re.S)
    assert protocol is not None
    lines = unescape(protocol.group(1)).strip().splitlines()
    assert lines[0] == "Белые ночи. Группа А, игра 1"
    assert "итог: победа мирных жителей" in lines
    assert any(re.fullmatch(r"(день|раздача).*: инфаркт у игрока .*, мафия", line) for line in lines)
    worth = (winner.cents - 50) / 100
    assert any(
        line.startswith(winner.entry.persona.name) and f": {worth:.2f}".replace(".", ",") in line for line in lines
    )


def test_while_a_game_runs_only_what_a_visitor_sees_is_there(running: Day) -> None:
    match = running.match(2)
    assert match.game is not None
    as_visitor = read(running, "match", match.pk)
    host = client_of(_user_of_host(running, 2))
    assert "честный житель" not in as_visitor
    assert "мафия" not in as_visitor.replace("мафия или", "")
    assert "Очки начисляются после конца игры." in as_visitor
    assert reverse("games:table", args=[match.game.slug]) in page(running, "match", match.pk)
    seats = re.compile(r'<ol class="seats.*?</ol>', re.S)
    pages = [page(running, "match", match.pk, client=client) for client in (Client(), host)]
    assert seats.findall(pages[0]) == seats.findall(pages[1]) != []


def _user_of_host(day: Day, group: int) -> Any:
    host = day.group(group).host
    assert host is not None
    return people.owner_of(host)


def test_before_a_game_it_says_who_is_there(running: Day) -> None:
    match = running.match(1)
    assert "Пока никто не отметился." in read(running, "match", match.pk)
    running.sweep(match.opens_at)
    number = running.members(1)[0]
    services.check_in(match=match, entry=running.entry(number), at=running.at)
    said = read(running, "match", match.pk)
    assert f"На месте 1 {running.entry(number).persona.name}" in said


def test_a_void_game_says_why(running: Day) -> None:
    match = scored(running)
    services.void(match=match, by=running.organiser, reason="Сбой света.", at=running.at)
    said = read(running, "match", match.pk)
    assert "Игра аннулирована" in said
    assert "Сбой света." in said
    assert "будет сыграна заново" in said


def test_a_match_of_another_tournament_is_not_found(running: Day) -> None:
    other = Tournament.objects.create(
        title="Чужой",
        starts_at=START,
        entries_close_at=START,
        organiser=running.organiser,
        groups_wanted=1,
        points=running.tournament.points,
    )
    address = reverse("tournaments:match", args=[other.slug, scored(running).pk])
    assert Client().get(address).status_code == 404


# ---------- files and paper ----------


def rows_of(day: Day, language: str) -> list[list[str]]:
    client = Client(headers={"accept-language": language})
    answer = client.get(url(day, "standings"))
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert "attachment" in answer["Content-Disposition"]
    body = answer.content.decode()
    assert body.startswith("\ufeff")
    return list(csv.reader(io.StringIO(body[1:]), delimiter=";" if language == "ru" else ","))


def test_the_file_has_all_tables(over: Day) -> None:
    russian, english = rows_of(over, "ru"), rows_of(over, "en")
    assert russian[0][:8] == ["Таблица", "Место", "№ заявки", "Игрок", "Игра 1", "Игра 2", "Игра 3", "Очки"]
    assert len(russian) == len(english) == 1 + 14 + 8
    assert [row[0] for row in english[1:]] == ["Group А"] * 7 + ["Group Б"] * 7 + ["Final"] * 8
    total = sum(round(float(row[7]) * 100) for row in english[1:])
    assert total == sum(Score.objects.filter(match__tournament=over.tournament).values_list("cents", flat=True))
    assert [row[7].replace(",", ".") for row in russian[1:]] == [row[7] for row in english[1:]]
    assert {len(row) for row in russian} == {len(russian[0])}
    entry = Entry.objects.get(tournament=over.tournament, place=1)
    assert [row[-1] for row in english[1:] if row[2] == str(entry.number)] == ["1", "1"]


@pytest.mark.parametrize("name", ["=1+1", "+7", "-Груздь", "@SUM(A1)", "\t=1", "  =1", "−1", "＝1"])
def test_no_cell_is_a_formula(running: Day, name: str) -> None:
    entry = running.entry(running.members(1)[0])
    type(entry.persona).objects.filter(pk=entry.persona.pk).update(name=name)
    with translation.override("ru"):
        assert exports.safe(name) == f"'{name}"
    cells = [cell for row in rows_of(running, "ru")[1:] for cell in row]
    assert f"'{name}" in cells
    # Points below zero are numbers and stay so.
    assert all(re.fullmatch(r"-\d+,\d\d", cell) for cell in cells if cell[:1] in tuple("=+-@\t"))


def test_names_that_begin_with_nothing_odd_stay_as_they_are() -> None:
    assert exports.safe("Груздь-2 = я") == "Груздь-2 = я"
    assert exports.plainly("[vote]Груздь[/vote]\n!") == "(vote)Груздь(/vote) !"


def test_everything_is_on_the_page_for_paper(over: Day) -> None:
    said = read(over, "print")
    for name in ("Группа А", "Группа Б", "Финал"):
        assert name in said
    for entry in Entry.objects.filter(tournament=over.tournament).select_related("persona"):
        assert entry.persona.name in said


# ---------- what it costs ----------


def queries(address: str) -> int:
    with CaptureQueriesContext(connection) as caught:
        assert Client().get(address).status_code == 200
    return len(caught)


def test_pages_cost_the_same_however_much_was_played(over: Day) -> None:
    names = [("group", 1), ("print",), ("standings",), ("match", scored(over).pk), ("final",), ("points",)]
    addresses = [url(over, *one) for one in names] + [reverse("tournaments:season")]
    before = [queries(address) for address in addresses]
    match = scored(over)
    entry = over.entry(over.members(1)[0])
    for number in range(4, 9):
        more = Match.objects.create(
            tournament=over.tournament,
            group=over.group(1),
            number=number,
            planned_at=START,
            opens_at=START,
            check_in_until=START,
            state="over",
            game=None,
            scored_at=START,
        )
        Score.objects.create(match=more, entry=entry, cents=100, role="citizen")
        Adjustment.objects.create(match=match, entry=entry, cents=1, reason="Так.", by=over.organiser, at=START)
    assert [queries(address) for address in addresses] == before
    assert max(before) <= 20, before
