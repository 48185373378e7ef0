"""Tournaments under many hands: one entry for a person, one game for a match, one score for a game."""

import pytest

from games.models import Game
from games.services import give_heart_attack
from games.services.work import load_state
from tests.concurrency.test_votes import at_once
from tests.tournaments.day import Day
from tournaments import services
from tournaments.models import Entry, Match, Score

pytestmark = pytest.mark.django_db(transaction=True)


def test_one_person_who_enters_in_two_windows_has_one_entry() -> None:
    day = Day(0, names="clone")
    user = day.member("player1", "Груздь")[0]

    def enter(name: str) -> object:
        return services.enter(tournament=day.tournament, user=user, name=name, at=day.at).number

    came = at_once(lambda: enter("Клон первый"), lambda: enter("Клон второй"))
    assert sorted(map(str, came)) == ["1", "already_entered"]
    assert Entry.objects.count() == 1


def test_host_and_clock_begin_one_game_and_it_is_scored_once() -> None:
    day = Day(12, groups=2, hosts=2).close().give_hosts()
    match = day.come(1)
    day.at = match.check_in_until

    def begin() -> object:
        return services.start_match(match=match, by=day.organiser, at=day.at).pk

    def sweep() -> object:
        return services.sweep(tournament_id=day.tournament.pk, now=day.at)

    at_once(begin, sweep, sweep)
    assert len(day.told("started")) == 1
    game = Game.objects.select_related("host").get()
    for seat in load_state(game).seats:
        if seat.role == "mafia":
            give_heart_attack(game=game, host=game.host, seat=seat.number, reason="Ушёл.", at=day.at)
    at_once(sweep, sweep, sweep)
    match.refresh_from_db()
    assert (match.state, Score.objects.filter(match=match).count()) == ("over", 6)
    assert len(day.told("scored")) == 1
    assert Match.objects.filter(group=match.group).count() == 2
