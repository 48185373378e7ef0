"""The board through a whole day, as a visitor, an entrant, a host and the organiser see it."""

from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts import services as accounts
from games import services as games
from games.engine.roles import Side, side_of
from games.services.work import load_state
from tests.tournaments.day import Day
from tests.tournaments.visits import ORGANISER, VISITOR, Visits
from tournaments import services
from tournaments.services.entries import put_down
from tournaments.services.work import work_on

pytestmark = pytest.mark.django_db
LETTERS = "АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЭЮЯ"


def test_the_board_before_the_draw_says_who_takes_part_and_until_when(clock: time_machine.Traveller) -> None:
    visits = Visits(Day(players=3, groups=1, hosts=0, description="Приходите с чаем."), clock)
    page = visits.get(VISITOR)
    assert "Белые ночи" in page
    assert "Приходите с чаем." in page
    assert visits.day.entry(1).persona.name in page
    assert visits.day.tournament.commitment in page
    assert visits.url("enter") in page
    assert visits.url("desk") not in page
    assert "Запись закрывается, группы составляются жребием." in page
    entrant = visits.get(1)
    assert f"Вы участвуете: {visits.day.entry(1).persona.name}" in entrant
    organiser = visits.get(ORGANISER)
    assert visits.url("desk") in organiser
    assert visits.url("enter") not in organiser


def test_the_board_of_a_day(clock: time_machine.Traveller) -> None:
    day = Day(players=12, groups=2, hosts=2)
    visits = Visits(day, clock)
    day.close().give_hosts()
    page = visits.get(VISITOR)
    assert "Группа А" in page
    assert "Группа Б" in page
    assert "Игра 1 следующая" in page
    assert 'hx-trigger="every 10s"' in page
    # The check-in: the button for whoever plays, nothing of it for the others.
    match, mine = day.match(1), day.members(1)[0]
    day.sweep(match.opens_at)
    assert "Ваша игра: группа А, игра 1" in visits.get(mine)
    assert f'name="match" value="{match.pk}"' in visits.get(mine)
    assert 'id="check-in"' not in visits.get(VISITOR)
    visits.post(mine, "check_in", match=match.pk)
    assert "Отметка о вас есть." in visits.get(mine)
    assert f'name="match" value="{match.pk}"' not in visits.get(mine)
    host = day.group(1).host
    assert "Вы ведёте: группа А, игра 1" in visits.get(host)
    assert visits.url("desk_act", "start") not in visits.get(host)
    day.come(1)
    assert visits.url("desk_act", "start") in visits.get(host)
    visits.act(host, "start", match=match.pk)
    # The game is dealt: everybody sees its phase and the way there.
    match = day.match(1)
    table = reverse("games:table", args=[match.game.slug])
    for who in (VISITOR, mine, host, ORGANISER):
        assert table in visits.get(who)
    assert "Ваша игра идёт: группа А, игра 1" in visits.get(mine)
    assert "Ваша игра идёт" not in visits.get(day.members(2)[0])
    assert "is-late" not in visits.get(VISITOR)
    # A trial of a game is on the board.
    day.at += timedelta(minutes=20)
    assert "is-late" in visits.get(VISITOR, "live")
    assert "<html" not in visits.get(VISITOR, "live")
    answers = [visits.client(VISITOR).get(visits.url("live") + f"?seen={stage}") for stage in ("drawn", "running")]
    assert [answer.headers.get("HX-Refresh") for answer in answers] == ["true", None]


def test_standings_have_points_the_red_line_and_ties_in_words(clock: time_machine.Traveller) -> None:
    day = Day(players=6, groups=1, hosts=1, qualifiers=2)
    visits = Visits(day, clock)
    day.close().give_hosts()
    game = day.start(1)
    roles = {seat.number: seat.role for seat in load_state(game).seats}
    town = sum(side_of(role) != Side.MAFIA for role in roles.values())
    assert town > 2
    day.end(1)
    page = visits.get(day.members(1)[0])
    assert page.count('class="line-q') == 1
    assert "is-me" in page
    assert "4,00" in page
    assert "\u22121,00" in page, "a heart attack takes a point"
    assert "Учтена 1 игра из 3." in page
    assert "Место 2 поделено: пока всё равно. В конце решит жребий." in page
    assert "победа мирных жителей" in page
    english = visits.client(VISITOR).get(visits.url(), headers={"accept-language": "en"}).content.decode()
    assert "4.00" in english
    assert "1 game of 3 is counted." in english


def test_the_bench_of_a_running_game_is_named_on_the_board(clock: time_machine.Traveller) -> None:
    day = Day(players=6, groups=1, hosts=1, options={"evening": "off", "trial": False, "votes_end_early": True})
    visits = Visits(day, clock)
    day.close().give_hosts()
    game = day.start(1)
    while game.phase == "deal":
        day.at = game.deadline
        games.advance(game_id=game.pk, now=day.at)
        game.refresh_from_db()
    for seat in load_state(game).living:
        target = 1 if seat.number != 1 else 2
        games.cast_vote(game=game, seat=seat.number, target=target, at=day.at)
    game.refresh_from_db()
    assert game.phase == "last_word", game.phase
    page = visits.get(VISITOR)
    assert f"На скамье: {day_seat(game, 1).persona.name}" in page
    assert "is-trial" in page


def day_seat(game, number):
    return game.seats.select_related("persona").get(number=number)


def test_final_places_and_seed_stand_on_the_board_at_the_end(clock: time_machine.Traveller) -> None:
    day = Day(players=6, groups=1, hosts=1, qualifiers=6)
    visits = Visits(day, clock)
    day.close().give_hosts()
    for _game in range(3):
        day.begin().end(1)
    finalist = day.members(0)[0]
    assert "Финал" in visits.get(VISITOR)
    assert "Ваша игра: финал, игра 1" in visits.get(finalist)
    seed = bytes(range(32)).hex()
    assert seed not in visits.get(ORGANISER)
    day.start(0)
    day.end(0)
    page = visits.get(VISITOR)
    assert day.fresh().stage == "over"
    assert "Турнир окончен. Первое место:" in page
    assert seed in page
    assert "every 10s" not in page
    assert visits.url("enter") not in page


def test_a_called_off_tournament_says_why(clock: time_machine.Traveller) -> None:
    day = Day(players=3, groups=1, hosts=0)
    visits = Visits(day, clock)
    day.close()
    page = visits.get(VISITOR)
    assert "Турнир отменён: нужно участников 6, записалось 3." in page


def test_the_board_costs_the_same_for_three_groups_and_for_eight(clock: time_machine.Traveller) -> None:
    """With games being played, games counted, and somebody who has checked in."""
    counts = []
    for groups in (3, 8):
        day = Day(players=0, groups=groups, hosts=0)
        with work_on(day.tournament.pk, day.at) as work:
            for number in range(6 * groups):
                put_down(work, accounts.make_entrant(None, f"{LETTERS[number % 26]}ва {LETTERS[groups]}{number}"))
        visits = Visits(day, clock)
        day.close()
        for group in range(1, groups + 1):
            services.assign_host(
                tournament=day.tournament, by=day.organiser, group=day.group(group), host=day.organiser, at=day.at
            )
        for group in range(1, groups):
            day.come(group)
        day.sweep(day.match(1).check_in_until)
        day.end(1)
        for who in (VISITOR, ORGANISER):
            for name in ("board", "live") if who == VISITOR else ("board", "desk"):
                visits.get(who, name)
                with CaptureQueriesContext(connection) as queries:
                    visits.get(who, name)
                counts.append((who, name, len(queries)))
    assert counts[: len(counts) // 2] == counts[len(counts) // 2 :]
    assert max(count for _who, _name, count in counts) < 30, counts
