"""The hints of a practice game: one for every step, the same for every role."""

import re
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from games import services
from games.services.work import load_state
from tests.factories import make_game
from tests.games.visits import PLAY, Visit, others
from tests.games.web import by_class, by_id, dom, text_of

pytestmark = pytest.mark.django_db


def test_each_step_has_its_hint(visit: Visit) -> None:
    assert "Посмотрите свою роль и подтвердите её" in visit.hint() and visit.ways() == ["#me"]
    visit.send("acknowledge")
    assert "Роль подтверждена" in visit.hint()
    visit.to("day")
    assert "[голос]Ник[/голос]" in visit.hint() and visit.ways() == ["#reply", "#votes"]
    assert visit.send("vote", target=others(visit)[0]).status_code in (200, 303)
    assert "Голос отдан" in visit.hint()


def test_on_the_bench_the_last_word_is_said(visit: Visit) -> None:
    visit.votes_of_bots(visit.seat.number)
    visit.end_phase()
    assert visit.game.phase == "last_word"
    assert "последнее слово за вами" in visit.hint() and visit.ways() == ["#reply"]
    assert "Решать уже нечего" in visit.hint()
    visit.send("done")
    assert "Вы в тюрьме и можете смотреть" in visit.hint()
    assert visit.ways() == []


def test_beside_the_bench_one_listens(visit: Visit) -> None:
    visit.votes_of_bots(*others(visit)[:1])
    visit.end_phase()
    assert visit.game.phase == "last_word"
    assert "говорит только скамья. Потом наступит ночь" in visit.hint()


def test_in_a_second_round_one_chooses_between_the_bench(visit: Visit) -> None:
    visit.acknowledged()
    first, second, third, *_rest = others(visit)
    voters = [one for one in others(visit) if one != third]
    for number, seat in enumerate(voters):
        target = first if (number % 2 and seat != first) or seat == second else second
        services.cast_vote(game=visit.game, seat=seat, target=target, at=timezone.now())
    visit.end_phase()
    assert visit.game.phase == "last_word" and "между ними решит второй тур" in visit.hint()
    visit.end_phase()
    assert visit.game.phase == "runoff" and "Второй тур: выбор" in visit.hint() and visit.ways() == ["#reply", "#votes"]
    visit.send("vote", target=first)
    assert "второй тур закончится сразу" in visit.hint()


def test_by_night_all_roles_read_the_same(clock: Any) -> None:
    found = {}
    for _game in range(40):
        cache.clear()
        visit = Visit(clock)
        place = load_state(visit.game).seat(visit.seat.number)
        assert place is not None
        if place.role in found:
            continue
        visit.votes_of_bots(*others(visit)[:1])
        visit.end_phase()
        visit.end_phase()
        assert visit.game.phase == "night"
        found[place.role] = visit.hint()
        if len(found) == 4:
            break
    assert len(found) == 4 and len(set(found.values())) == 1
    assert not any(word in found["citizen"].lower() for word in ("мафи", "доктор", "врач", "комиссар", "жител"))


def test_hints_are_put_away_and_called_back_without_script(visit: Visit) -> None:
    hints = f"{visit.url}hints/"
    assert visit.client.get(hints).status_code == 405
    assert visit.client.post(hints, {"show": "off"})["Location"] == visit.url
    page = visit.page()
    assert visit.hint(page) == "" and "Показать подсказки" in text_of(page)
    visit.client.post(PLAY)
    assert visit.hint() == "", "until they are asked for"
    visit.client.post(hints, {"show": "on"})
    assert visit.hint()


def test_an_open_page_gets_the_next_hint(visit: Visit) -> None:
    html = visit.page().content.decode()
    assert 'data-every="2"' in html
    (panel,) = [one.replace("&amp;", "&") for one in re.findall(r'hx-get="([^"]+/panel/[^"]+)"', html)]
    assert visit.client.get(panel).status_code == 204
    visit.send("acknowledge")
    fresh = visit.client.get(panel)
    assert 'hx-swap-oob="innerHTML:#hint"' in fresh.content.decode() and "Роль подтверждена" in text_of(fresh)


def test_real_games_have_no_hints_and_ask_more_seldom(clock: Any) -> None:
    played = make_game(7, clock=clock).to_day()
    page = played.client("Груздь").get(played.url())
    assert by_id(dom(page), "hint") is None
    assert 'data-every="5"' in page.content.decode()


def test_nobody_else_gets_the_hints(visit: Visit) -> None:
    page = Client().get(visit.url)
    assert page.status_code == 200 and by_class(dom(page), "hint-bar") == []
