"""Two worlds that differ in what is secret give the same board: who has which role, and who has sent orders."""

import re

import pytest
import time_machine
from django.db import transaction

from games import services as games
from games.engine.roles import Side, side_of
from games.services.work import load_state
from tests.secrets.answers import first_difference, text_of
from tests.tournaments.day import Day
from tests.tournaments.visits import ORGANISER, VISITOR, Visits

pytestmark = pytest.mark.django_db
# What must differ and is public: addresses, the seal of the seed, tokens of personas, numbers of rows.
RANDOM = re.compile(
    r'/(tournaments|games)/[a-z0-9]{8}/|\b[0-9a-f]{64}\b|name="(?:as|match)" value="[^"]*"|Content-Length.*'
)


def looks(clock: time_machine.Traveller, seed: bytes, orders: bool) -> tuple[list[str], dict[str, str]]:
    """Return the pages of a world, and its roles by nickname. Nothing of it stays."""
    found = []
    with transaction.atomic():
        day = Day(players=6, groups=1, hosts=1, seed=seed)
        visits = Visits(day, clock)
        day.close().give_hosts()
        game = day.start(1)
        state, names = (
            load_state(game),
            {seat.number: seat.persona.name for seat in game.seats.select_related("persona")},
        )
        for phase in ("deal", "day", "evening", "night"):
            day.go_on(game, phase)
            if phase == "night" and orders:
                mafia = next(seat for seat in state.seats if side_of(seat.role) == Side.MAFIA)
                victim = next(seat for seat in state.seats if side_of(seat.role) != Side.MAFIA)
                games.message_host(game=game, seat=mafia.number, text=names[victim.number], at=day.at)
            for who in (VISITOR, ORGANISER, 1):
                for name in ("board", "live", *(("desk",) if who == ORGANISER else ())):
                    answer = visits.client(who).get(visits.url(name), headers={"accept-language": "ru"})
                    assert answer.status_code == 200
                    found.append(RANDOM.sub("<random>", text_of(answer)))
            for page in (visits.url("group", 1), visits.url("match", day.match(1).pk), visits.url("print")):
                answer = visits.client(VISITOR).get(page, headers={"accept-language": "ru"})
                assert answer.status_code == 200
                found.append(RANDOM.sub("<random>", text_of(answer)))
        roles = {names[seat.number]: seat.role for seat in state.seats}
        transaction.set_rollback(True)
    return found, roles


def test_the_board_is_the_same_whoever_has_which_role_and_whatever_is_ordered(clock: time_machine.Traveller) -> None:
    one, roles = looks(clock, bytes(range(32)), orders=False)
    other, others = looks(clock, bytes(range(1, 33)), orders=True)
    assert roles != others
    assert len(one) == len(other) == 4 * 10
    for mine, theirs in zip(one, other, strict=True):
        assert mine == theirs, first_difference(mine, theirs)
