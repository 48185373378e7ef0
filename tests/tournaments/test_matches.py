"""A match from its plan to its deal: check-in, who steps in, waiting, putting off, voiding, walk-overs, outages."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser

from games import services as games
from games.engine.deal import commitment
from games.models import Game, Outage, Seat
from tests.tournaments.day import FIRST_GAME, SEED, Day, announced, begun, drawn
from tests.tournaments.test_opening import refused
from tournaments import lots, selectors, services
from tournaments.models import CheckIn, Match, Score

pytestmark = pytest.mark.django_db

SECOND = timedelta(seconds=1)
MINUTE = timedelta(minutes=1)


def players_of(day: Day, game: Game) -> list[int]:
    """Return the numbers of the entries that sit in a game."""
    by_name = {day.entry(number).persona_id: number for number in day.users}
    return sorted(by_name[persona] for persona in Seat.objects.filter(game=game).values_list("persona", flat=True))


def test_a_check_in_opens_and_ends_at_its_time() -> None:
    day = drawn()
    match, first = day.match(1), day.entry(day.members(1)[0])
    assert (match.planned_at, match.check_in_until) == (FIRST_GAME, FIRST_GAME)
    assert match.opens_at == FIRST_GAME - 10 * MINUTE
    day.sweep(match.opens_at - SECOND)
    assert refused("wrong_match", services.check_in, match=match, entry=first, at=day.at).params["state"] == "planned"
    day.sweep(match.opens_at)
    assert day.match(1).state == "checkin" and day.told("check_in")[0] == {"match": match.pk}
    services.check_in(match=match, entry=first, at=match.check_in_until - SECOND)
    services.check_in(match=match, entry=first, at=match.check_in_until - SECOND)
    assert CheckIn.objects.filter(match=match).count() == 1
    assert day.entry(first.number).checked_in_at == match.check_in_until - SECOND
    late = day.entry(day.members(1)[1])
    refused("deadline_passed", services.check_in, match=match, entry=late, at=match.check_in_until)
    other = day.entry(day.members(2)[0])
    refused("not_in_group", services.check_in, match=match, entry=other, at=match.check_in_until - SECOND)


def test_the_host_begins_when_all_are_there_and_not_before() -> None:
    day = drawn()
    late = day.members(1)[0]
    match = day.come(1, but=[late])
    start = {"match": match, "by": day.group(1).host, "at": day.at}
    found = refused("not_all_here", services.start_match, **start)
    assert found.params == {"names": [day.entry(late).persona.name]}
    refused("not_in_charge", services.start_match, **{**start, "by": day.group(2).host})
    services.check_in(match=match, entry=day.entry(late), at=day.at)
    game = services.start_match(**start)
    assert day.fresh().stage == "running" and day.match(1).game == game
    assert (game.phase, game.host, game.players) == ("deal", day.group(1).host, 6)
    assert game.commitment == commitment(lots.game_seed(SEED, 1, 1, 1))
    assert players_of(day, game) == day.members(1)
    assert game.title == "Белые ночи: группа А, игра 1"
    refused("wrong_match", services.start_match, **start)
    # At the end of the check-in there is nothing left to begin here.
    day.sweep(match.check_in_until)
    assert Game.objects.count() == 1


def test_at_the_end_of_the_check_in_the_reserve_list_steps_in() -> None:
    day = drawn(21, reserves=3)
    away = day.members(1)[:2]
    game = day.start(1, but=away, also=[23, 22])
    assert players_of(day, game) == sorted([*day.members(1)[2:], 22, 23])
    bound = [(day.entry(n).group, day.entry(n).replaces.number) for n in (22, 23)]
    assert bound == [(day.group(1), away[0]), (day.group(1), away[1])]
    told = day.told("started")[0]
    assert (told["missing"], told["stepped_in"]) == (away, [22, 23])
    day.end(1)
    # Whoever was missed keeps the place, and whoever has stepped in waits behind.
    game = day.start(1, but=away[:1], also=[22, 23])
    assert players_of(day, game) == sorted([*day.members(1)[1:], 22])
    day.end(1)
    assert players_of(day, day.start(1, also=[22, 23])) == day.members(1)
    # Nobody steps into two groups.
    match = day.match(2)
    assert match.waits == "too_few_players"
    refused("not_in_group", services.check_in, match=match, entry=day.entry(23), at=day.at)


def test_after_the_deal_nobody_steps_in_and_a_missed_game_gives_nothing() -> None:
    day = drawn(21, reserves=1)
    away = day.members(1)[0]
    game = day.start(1, but=[away])
    match = day.match(1)
    refused("wrong_match", services.check_in, match=match, entry=day.entry(22), at=day.at)
    assert away not in players_of(day, game)
    day.end(1)
    assert not Score.objects.filter(match=match, entry=day.entry(away)).exists()
    assert Score.objects.filter(match=match).count() == 6


def test_too_few_wait_until_somebody_comes() -> None:
    day = drawn()
    match = day.come(1, but=day.members(1)[:1])
    day.sweep(match.check_in_until)
    day.sweep(match.check_in_until + MINUTE)
    match.refresh_from_db()
    assert (match.state, match.waits, match.game) == ("checkin", "too_few_players", None)
    told = [one for one in day.told("waits") if one["match"] == match.pk]
    assert told == [{"match": match.pk, "code": "too_few_players", "least": 6, "now": 5}]
    services.check_in(match=match, entry=day.entry(day.members(1)[0]), at=day.at)
    day.sweep()
    assert day.match(1).game is not None


def test_whoever_would_have_stepped_in_is_bound_to_no_game_that_does_not_begin() -> None:
    day = drawn(18, reserves=1)
    match = day.come(1, but=day.members(1)[:3], also=[19])
    day.sweep(match.check_in_until)
    match.refresh_from_db()
    assert match.waits == "too_few_players" and day.entry(19).group is None


def test_without_a_host_no_game_begins() -> None:
    day = announced().close()
    match = day.come(1)
    day.sweep(match.check_in_until)
    assert day.match(1).waits == "no_host"
    services.assign_host(tournament=day.tournament, by=day.organiser, group=day.group(1), host=day.hosts[0], at=day.at)
    day.sweep()
    assert day.match(1).game is not None


def test_a_match_is_put_off_with_a_reason() -> None:
    day = drawn()
    match = day.come(1)
    off = {"match": match, "by": day.group(1).host, "minutes": 30, "reason": "Ждём ведущего.", "at": day.at}
    refused("minutes_invalid", services.postpone, **{**off, "minutes": 0})
    refused("text_empty", services.postpone, **{**off, "reason": "\n"})
    refused("text_too_long", services.postpone, **{**off, "reason": "а" * 301})
    refused("not_in_charge", services.postpone, **{**off, "by": day.group(2).host})
    services.postpone(**off)
    match = day.match(1)
    assert (match.state, match.check_in_until) == ("planned", FIRST_GAME + 30 * MINUTE)
    assert (match.planned_at, match.reason) == (FIRST_GAME, "Ждём ведущего.")
    assert not CheckIn.objects.filter(match=match).exists()
    # A little: the check-in goes on, and nobody need come again.
    day.come(1)
    services.postpone(**{**off, "minutes": 5, "at": day.match(1).check_in_until - MINUTE})
    assert day.match(1).state == "checkin" and CheckIn.objects.filter(match=match).count() == 6
    game = day.start(1)
    assert game.created_at == FIRST_GAME + 35 * MINUTE
    refused("wrong_match", services.postpone, **off)


def test_a_void_game_ends_and_is_played_again_from_another_seed() -> None:
    day = begun()
    match = day.match(1)
    game = match.game
    void = {"match": match, "by": day.organiser, "reason": "Ведущий выдал роль.", "at": day.at}
    refused("not_organiser", services.void, **{**void, "by": day.group(1).host})
    services.void(**void)
    refused("wrong_match", services.void, **void)
    game.refresh_from_db()
    match.refresh_from_db()
    assert (game.phase, match.state) == ("cancelled", "void")
    assert day.told("voided") == [{"match": match.pk, "reason": "Ведущий выдал роль.", "again": True}]
    again = day.match(1)
    assert (again.number, again.attempt) == (1, 2)
    assert day.start(1).commitment == commitment(lots.game_seed(SEED, 1, 1, 2)) != game.commitment


def test_a_void_game_that_was_scored_counts_nothing() -> None:
    day = begun()
    match = day.end(1)
    services.adjust(
        match=match, entry=day.entry(day.members(1)[0]), by=day.organiser, cents=50, reason="За слог.", at=day.at
    )
    services.void(match=match, by=day.organiser, reason="Сговор.", at=day.at, again=False)
    assert not Score.objects.filter(match=match).exists()
    # The next one stands already; the void one leaves no gap to play.
    assert day.match(1).number == 2
    board = {row.entry.number: row.placed.line.cents for row in board_rows(day, 1)}
    assert set(board.values()) == {0}


def board_rows(day: Day, group: int) -> list[object]:
    """Return the rows of a group's table, as a visitor sees them."""
    from_board = selectors.board(day.fresh(), AnonymousUser(), day.at)
    return list(from_board.groups[group - 1].rows)


def test_a_game_that_its_host_calls_off_is_played_again() -> None:
    day = begun()
    game = day.match(1).game
    games.call_off(game=game, host=game.host, at=day.at)
    day.sweep()
    match = Match.objects.get(game=game)
    assert (match.state, match.again) == ("void", True)
    assert (day.match(1).number, day.match(1).attempt) == (1, 2)
    assert not Score.objects.exists()


def test_a_walk_over_gives_points_to_those_who_came() -> None:
    day = drawn()
    came = day.members(1)[:3]
    match = day.come(1, but=day.members(1)[3:])
    over = {"match": match, "by": day.organiser, "reason": "Трое не пришли."}
    refused("wrong_match", services.walk_over, **over, at=match.check_in_until - SECOND)
    day.sweep(match.check_in_until)
    services.walk_over(**over, at=day.at)
    refused("wrong_match", services.walk_over, **over, at=day.at)
    scores = {one.entry.number: (one.cents, one.victories, one.days) for one in Score.objects.select_related("entry")}
    assert scores == dict.fromkeys(came, (400, 0, 0))
    assert day.told("walk_over") == [{"match": match.pk, "reason": "Трое не пришли.", "entries": came}]
    assert day.match(1).number == 2
    assert services.rescore(tournament=day.tournament, at=day.at) == 0


def test_ten_minutes_without_the_server_are_given_back() -> None:
    day = drawn()
    day.sweep(day.match(1).opens_at)
    begins = FIRST_GAME
    # From five minutes before the end of the check-in to five after it.
    Outage.objects.create(start=begins - 5 * MINUTE, end=begins + 5 * MINUTE)
    day.sweep(begins + 5 * MINUTE)
    match = day.match(1)
    assert (match.state, match.waits, match.check_in_until) == ("checkin", "", begins + 10 * MINUTE)
    assert day.told("credited")[0] == {"match": match.pk, "seconds": 600}
    day.sweep()
    assert len(day.told("credited")) == 3
    game = day.start(1)
    # What was planned is late by what was lost, and so is what follows.
    assert game.created_at == begins + 10 * MINUTE
    # An outage that is no longer than the rules say takes nothing.
    day.end(1)
    planned = day.match(1).check_in_until
    Outage.objects.create(start=planned - 4 * MINUTE, end=planned - 2 * MINUTE)
    day.sweep()
    assert day.match(1).check_in_until == planned


def test_entries_close_later_when_the_server_was_down_at_the_end() -> None:
    day = announced()
    closes = day.tournament.entries_close_at
    Outage.objects.create(start=closes - 5 * MINUTE, end=closes + 5 * MINUTE)
    day.sweep(closes + 5 * MINUTE)
    assert (day.tournament.stage, day.tournament.entries_close_at) == ("entry", closes + 10 * MINUTE)
    day.enter(19)
    assert day.sweep(closes + 10 * MINUTE).tournament.stage == "drawn"


def test_a_late_draw_leaves_time_to_check_in() -> None:
    day = announced()
    day.sweep(FIRST_GAME - MINUTE)
    match = day.match(1)
    assert (match.opens_at, match.check_in_until) == (FIRST_GAME - MINUTE, FIRST_GAME + 9 * MINUTE)
