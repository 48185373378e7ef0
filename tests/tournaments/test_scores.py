"""Points from finished games: E096, players who are lost, draws, corrections, and scores made anew."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import Http404

from games import services as games
from games.models import Seat
from games.services.timekeeping import advance
from games.services.work import load_state
from tests.tournaments.day import Day, begun
from tests.tournaments.test_opening import refused
from tournaments import selectors, services
from tournaments.models import Adjustment, Match, Score
from tournaments.record import protocol_lines
from tournaments.selectors_scores import opened, scored

pytestmark = pytest.mark.django_db


@pytest.fixture
def day() -> Day:
    """A tournament whose first group has played its first game: the town has won by heart attacks of the mafia."""
    made = begun()
    made.end(1)
    return made


def by_role(match: Match) -> dict[str, list[tuple[int, int, int, list[dict[str, object]]]]]:
    """Return (cents, victories, heart attacks, points) of a match by role."""
    found: dict[str, list[tuple[int, int, int, list[dict[str, object]]]]] = {}
    for one in Score.objects.filter(match=match).order_by("entry"):
        found.setdefault(one.role, []).append((one.cents, one.victories, one.heart_attacks, one.points))
    return found


def standings(day: Day) -> list[tuple[int, int, int]]:
    """Return (place, number, cents) of the first group, as everybody sees it."""
    rows = selectors.board(day.fresh(), AnonymousUser(), day.at).groups[0].rows
    return [(row.placed.place, row.entry.number, row.placed.line.cents) for row in rows]


def test_every_point_has_its_reason(day: Day) -> None:
    match = Match.objects.get(state="over")
    shares = by_role(match)
    # It ended before the first night: nobody has survived a day.
    assert shares["mafia"] == [(-100, 0, 1, [{"reason": "heart_attack", "cents": -100, "count": 1}])]
    assert shares["commissioner"] == [(500, 1, 0, [{"reason": "victory", "cents": 500, "count": 1}])]
    assert [one[0] for one in shares["citizen"]] == [400] * 4
    assert day.told("scored") == [{"match": match.pk, "winner": "town"}]
    assert match.scored_at == day.at
    assert day.match(1).planned_at == day.at + day.tournament.rest


def test_nothing_is_scored_while_a_game_is_played() -> None:
    day = begun()
    match = day.match(1)
    game = match.game
    day.sweep(day.at + timedelta(seconds=5))
    assert not Score.objects.exists()
    assert scored(match) == []
    with pytest.raises(Http404):
        opened(game)
    assert services.rescore(tournament=day.tournament, at=day.at) == 0
    assert not Seat.objects.filter(game=game).exclude(role_shown="").exists()


def test_a_player_who_is_lost_has_what_the_table_says() -> None:
    day = begun()
    game = day.match(1).game
    state = load_state(game)
    lost = next(seat.number for seat in state.seats if seat.role == "citizen")
    games.give_heart_attack(game=game, host=game.host, seat=lost, reason="Пропала связь.", at=day.at)
    day.end(1)
    entry = next(one for one in Score.objects.select_related("entry") if one.entry.persona == seat_of(game, lost))
    assert (entry.cents, entry.victories, entry.heart_attacks, entry.role) == (-100, 0, 1, "citizen")


def seat_of(game: object, number: int) -> object:
    """Return the persona of a seat."""
    return Seat.objects.get(game=game, number=number).persona


def test_a_draw_gives_no_victory_and_all_the_rest() -> None:
    day = begun(options={"stalemate_after": 2})
    game = day.match(1).game
    for _phase in range(40):
        game.refresh_from_db()
        if game.ended_at is not None:
            break
        assert game.due_at is not None
        day.at = game.due_at
        advance(game_id=game.pk, now=day.at)
    assert (game.phase, game.winner) == ("finished", "draw")
    day.sweep()
    match = Match.objects.get(game=game)
    assert day.told("scored") == [{"match": match.pk, "winner": "draw"}]
    scores = list(Score.objects.filter(match=match))
    assert {one.victories for one in scores} == {0}
    assert {tuple(point["reason"] for point in one.points) for one in scores} == {("days",)}
    assert {(one.cents, one.days) for one in scores} == {(50, 2)}


def test_e096_a_game_finalised_twice(day: Day) -> None:
    """The table is the same sum each time, and the correction is noted where everybody reads it."""
    match = Match.objects.get(state="over")
    before = standings(day)
    last = before[-1][1]
    correction = {
        "match": match, "entry": day.entry(last), "by": day.group(1).host, "cents": 25, "reason": "Дожил до ночи.",
    }  # fmt: skip
    for _press in range(2):
        services.adjust(**correction, at=day.at)
        services.rescore(tournament=day.tournament, at=day.at)
        day.sweep()
    after = {number: cents for _place, number, cents in standings(day)}
    assert after == {number: cents + 25 * (number == last) for _place, number, cents in before}
    assert Adjustment.objects.count() == 1
    assert day.told("adjusted") == [
        {"match": match.pk, "entry": last, "cents": 25, "reason": "Дожил до ночи.", "by": day.group(1).host.name}
    ]
    corrected = [(one.entry.number, fix.cents) for one in scored(match) for fix in one.adjustments]
    assert corrected == [(last, 25)]


def test_who_may_correct_and_what(day: Day) -> None:
    match = Match.objects.get(state="over")
    entry = day.entry(day.members(1)[0])
    fix = {"match": match, "entry": entry, "by": day.organiser, "cents": 25, "reason": "Верно.", "at": day.at}
    refused("not_in_charge", services.adjust, **{**fix, "by": day.group(2).host})
    refused("points_range", services.adjust, **{**fix, "cents": 0})
    refused("points_range", services.adjust, **{**fix, "cents": -100_01})
    refused("text_empty", services.adjust, **{**fix, "reason": ""})
    refused("not_in_group", services.adjust, **{**fix, "entry": day.entry(day.members(2)[0])})
    refused("wrong_match", services.adjust, **{**fix, "match": day.match(1)})


def test_scores_made_anew_are_the_same_and_what_was_changed_is_put_right(day: Day) -> None:
    match = Match.objects.get(state="over")
    before = list(Score.objects.order_by("entry").values_list("entry", "cents", "points"))
    assert services.rescore(tournament=day.tournament, at=day.at) == 0
    assert day.told("rescored") == []
    first, second = Score.objects.filter(match=match).order_by("entry")[:2]
    Score.objects.filter(pk=first.pk).update(cents=99_00)
    second.delete()
    assert services.rescore(tournament=day.tournament, at=day.at) == 2
    assert list(Score.objects.order_by("entry").values_list("entry", "cents", "points")) == before
    assert day.told("rescored") == [{"scores": 2}]


def test_the_record_has_the_protocol(day: Day) -> None:
    match = Match.objects.get(state="over")
    record = opened(match.game)
    assert record.winner == "town"
    *lost, last = protocol_lines(record)
    assert (last.phase, last.how, last.role) == ("finished", "won", "town")
    assert {(line.how, line.role) for line in lost} == {("heart_attack", "mafia")}


def test_the_reasons_make_up_the_points(day: Day) -> None:
    for one in scored(Match.objects.get(state="over")):
        assert one.score is not None
        assert sum(point["cents"] for point in one.score.points) == one.score.cents == one.cents
