"""The board: everything that the pages draw, in so many queries whatever there is; and what each reader is told."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.http import Http404
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.services.work import load_state
from tests.tournaments.day import FIRST_GAME, SEED, Day, announced, begun, drawn, played
from tournaments import selectors, services
from tournaments.models import FINAL

pytestmark = pytest.mark.django_db

VISITOR = AnonymousUser()
MOST_QUERIES = 14


def look(day: Day, person: User | AnonymousUser = VISITOR) -> selectors.Board:
    """Return the board as a person sees it now."""
    return selectors.board(day.fresh(), person, day.at)


def queries(day: Day, person: User | AnonymousUser) -> int:
    """Return how many queries the board of a person takes."""
    tournament = day.fresh()
    with CaptureQueriesContext(
        connection,
    ) as caught:
        selectors.board(tournament, person, day.at)
    return len(caught)


def test_a_constant_number_of_queries() -> None:
    small, counts = drawn(12, groups=2), []
    for _game in range(2):
        small.begin()
        counts.append(queries(small, small.users[1]))
        for group in (1, 2):
            small.end(group)
    assert counts[0] == counts[1] <= MOST_QUERIES
    assert queries(small, VISITOR) <= counts[0]


def test_as_many_queries_for_many_groups_as_for_few() -> None:
    large = drawn(30, groups=5, hosts=5).begin()
    assert queries(large, large.users[1]) <= MOST_QUERIES


def test_entries_and_reserves_before_the_draw() -> None:
    day = announced(3, reserves=1)
    board = look(day, day.users[2])
    assert [entry.number for entry in board.standing] == [1, 2, 3, 4]
    assert [entry.number for entry in board.reserves] == [4]
    assert [(step.kind, step.at) for step in board.coming] == [
        ("entries_close", day.tournament.entries_close_at),
        ("game", FIRST_GAME),
    ]
    assert board.reader.entry == day.entry(2) and board.reader.card is None
    assert look(day).reader == selectors.Reader()
    assert look(day, day.organiser_user).reader.organiser
    assert selectors.found(day.tournament.slug) == day.tournament
    with pytest.raises(Http404):
        selectors.found("nowhere")
    assert list(selectors.announced()) == [day.tournament] and not selectors.under_way() and not selectors.ended()


def test_the_check_in_as_a_player_a_host_and_the_organiser_see_it() -> None:
    day = drawn()
    first, *others = day.members(1)
    host = next(user for user in User.objects.all() if day.group(1).host_id in people_ids(user))
    match = day.come(1, but=[first])
    player = look(day, day.users[first]).reader
    assert player.card is not None and player.card.match == match
    assert (player.checked_in, list(player.can_check_in)) == (False, [match])
    card = look(day).groups[0].card
    assert card is not None
    assert [entry.number for entry in card.here] == others and [entry.number for entry in card.missing] == [first]
    assert not card.complete and card.late == timedelta(0)
    assert look(day, host).reader.to_start == [] and list(look(day, host).reader.hosts) == [day.group(1)]
    services.check_in(match=match, entry=day.entry(first), at=day.at)
    assert [one.match for one in look(day, host).reader.to_start] == [match]
    player = look(day, day.users[first]).reader
    assert (player.checked_in, list(player.can_check_in)) == (True, [])


def people_ids(user: User) -> set[int]:
    """Return what a person is called."""
    return selectors.people.persona_ids_of(user)


def test_a_reserve_may_check_in_to_every_open_match() -> None:
    day = drawn(reserves=1)
    day.sweep(day.match(1).opens_at)
    assert [match.group.number for match in look(day, day.users[19]).reader.can_check_in] == [1, 2, 3]


def test_a_group_that_is_late_and_one_that_is_behind() -> None:
    day = drawn()
    day.come(1, but=day.members(1)[:2])
    day.start(2)
    day.end(2)
    match = day.match(1)
    board = look(day)
    late = board.groups[0].card
    assert late is not None and late.match.waits == "too_few_players"
    assert late.late == day.at - match.planned_at > timedelta(0)
    assert [one.behind for one in board.groups] == [1, 0, 1]
    assert [step.kind for step in board.coming] == ["game"] * 3 + ["final"] or board.coming[-1].kind == "final"


def test_of_a_running_game_nothing_is_shown_but_what_a_visitor_sees() -> None:
    """Not even to the host, who knows the roles: the board is the same for all."""
    day = begun()
    game = day.match(1).game
    roles = {seat.role for seat in load_state(game).seats}
    host = next(user for user in User.objects.all() if game.host_id in people_ids(user))
    for person in (VISITOR, host, day.users[day.members(1)[0]]):
        card = look(day, person).groups[0].card
        assert card is not None and card.running is not None
        assert card.running.view.phase == "deal" and card.running.view.mine is None
        assert {seat.role for seat in card.running.view.seats} == {""}
    assert "mafia" in roles
    assert SEED.hex() not in repr(look(day)) and repr(SEED) not in repr(look(day))


def test_the_final_on_the_board() -> None:
    day = played()
    board = look(day, day.users[day.members(FINAL)[0]])
    assert board.final is not None and board.final.card is not None
    assert len(board.final.rows) == 6 and board.coming[0].match == board.final.card.match
    assert board.coming[-1].kind == "end"
    assert board.reader.card == board.final.card
    assert sum(row.qualifies for group in board.groups for row in group.rows) == 6
    assert {row.placed.place for row in board.final.rows} == {1} and all(row.placed.shared for row in board.final.rows)
    # The check-in has opened at once: it lasts as long as the rest.
    assert [happening.kind for happening in board.happenings[:3]] == ["check_in", "final", "scored"]
