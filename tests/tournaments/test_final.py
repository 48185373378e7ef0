"""The final: who goes there, ties at the line, drop-outs, and the places of all."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import Http404

from accounts import selectors as people
from games.engine.deal import choose, commitment
from tests.tournaments.day import SEED, Day, begun, nearly_played, played
from tests.tournaments.test_opening import refused
from tournaments import lots, season, selectors, services
from tournaments.models import FINAL, Entry, Match, Score
from tournaments.proof import proof_of, public_seed
from tournaments.selectors_scores import awards_of, sheet_of
from tournaments.tables import tables_of

pytestmark = pytest.mark.django_db


def leaders(day: Day, group: int) -> list[int]:
    """Return the numbers of a group in the order of its table, the lot drawn."""
    return [one.line.entry for one in tables_of(day.tournament).placed(group, SEED)]


def test_leaders_go_on_and_the_lot_tells_equals_apart() -> None:
    day = played()
    assert day.tournament.stage == "final"
    expected = sorted(number for group in (1, 2, 3) for number in leaders(day, group)[:2])
    assert day.members(FINAL) == expected
    assert day.told("final") == [{"finalists": expected}]
    final = day.match(FINAL)
    assert (final.group.size, final.group.host, final.planned_at) == (6, day.organiser, day.at + day.tournament.rest)
    # Equal in everything: by the lot of the group, of whose numbers nothing follows.
    rows = selectors.board(day.fresh(), AnonymousUser(), day.at).groups[0].rows
    tied = [row for row in rows if row.placed.broken_by == "lot"]
    assert tied
    first = tied[0]
    equal = sorted(row.entry.number for row in rows if row.placed.line.cents == first.placed.line.cents)
    place = first.placed.place
    assert first.entry.number == equal[choose(SEED, lots.of_group(1), place, len(equal))]
    assert [row.entry.number for row in rows if row.qualifies] == sorted(leaders(day, 1)[:2], key=leaders(day, 1).index)


def test_before_the_final_equals_share_a_place() -> None:
    day = begun()
    day.end(1)
    rows = selectors.board(day.fresh(), AnonymousUser(), day.at).groups[0].rows
    citizens = [row for row in rows if row.placed.line.cents == 400]
    assert {(row.placed.place, row.placed.shared) for row in citizens} == {(2, True)}
    assert [row.entry.number for row in citizens] == sorted(row.entry.number for row in citizens)
    assert rows[0].placed.place == 1 and rows[0].qualifies


def test_whoever_withdrew_before_the_draw_of_the_final_is_passed_over() -> None:
    day = nearly_played()
    # Of the first group all but one are gone: the place goes to the best of all.
    gone = day.members(1)[1:]
    for number in gone:
        services.withdraw(tournament=day.tournament, entry=day.entry(number), at=day.at)
    day.end(3)
    chosen = day.members(FINAL)
    regular = {day.members(1)[0], *leaders(day, 2)[:2], *leaders(day, 3)[:2]}
    assert regular < set(chosen) and len(chosen) == 6
    best = [one.line.entry for one in tables_of(day.tournament).placed_all(SEED)]
    assert set(chosen) - regular == {next(one for one in best if one not in regular and one not in gone)}


def test_a_finalist_who_goes_is_replaced_until_the_first_deal() -> None:
    day = played()
    group = day.entry(day.members(FINAL)[0]).group
    order = leaders(day, group.number)
    services.withdraw(tournament=day.tournament, entry=day.entry(order[0]), at=day.at)
    assert day.told("replaced") == [{"entry": order[0], "by": order[2]}]
    assert order[2] in day.members(FINAL) and order[0] not in day.members(FINAL)
    assert day.entry(order[2]).replaces.number == order[0]
    day.start(FINAL)
    services.withdraw(tournament=day.tournament, entry=day.entry(order[1]), at=day.at)
    assert len(day.told("replaced")) == 1 and order[1] in day.members(FINAL)


def test_a_finalist_who_does_not_come_is_replaced_by_the_next_who_does() -> None:
    day = played(final_games=2)
    missing = day.members(FINAL)[0]
    order = leaders(day, day.entry(missing).group.number)
    day.start(FINAL, but=[missing], also=[order[3]])
    assert order[3] in day.members(FINAL) and missing not in day.members(FINAL)
    day.end(FINAL)
    # The second game is for those who have begun the final.
    match = day.come(FINAL)
    assert match.number == 2
    refused("not_in_group", services.check_in, match=match, entry=day.entry(missing), at=day.at)


def test_a_final_with_too_few_leaders_is_filled_by_the_best() -> None:
    day = played(qualifiers=1)
    chosen = day.members(FINAL)
    assert len(chosen) == 6 and {leaders(day, group)[0] for group in (1, 2, 3)} < set(chosen)


def test_the_end_gives_places_and_opens_the_seed() -> None:
    day = played()
    with pytest.raises(Http404):
        proof_of(sheet_of(day.tournament))
    with pytest.raises(Http404):
        awards_of(day.tournament)
    assert public_seed(day.tournament) is None
    day.start(FINAL)
    match = day.end(FINAL)
    assert day.tournament.stage == "over" and day.tournament.ended_at == day.at
    places = {number: place or 0 for number, place in Entry.objects.values_list("number", "place")}
    assert sorted(places.values()) == list(range(1, 19))
    assert sorted(day.members(FINAL), key=places.get) == leaders(day, FINAL)
    rest = [one.line.entry for one in tables_of(day.tournament).placed_all(SEED)]
    assert [n for n in sorted(places, key=places.get) if places[n] > 6] == [
        number for number in rest if number not in day.members(FINAL)
    ]
    assert day.told("over") == [{"winner": leaders(day, FINAL)[0]}]
    proof = proof_of(sheet_of(day.tournament))
    assert proof["seed"] == public_seed(day.tournament)
    assert commitment(bytes.fromhex(proof["seed"])) == proof["commitment"] == day.tournament.commitment
    assert len(proof["games"]) == 10
    sealed = {(one["group"], one["number"], one["attempt"]): one["commitment"] for one in proof["games"]}
    assert sealed[FINAL, 1, 1] == match.game.commitment
    seed = bytes.fromhex(proof["seed"])
    assert all(commitment(lots.game_seed(seed, *which)) == seal for which, seal in sealed.items())
    refused("wrong_stage", services.void, match=match, by=day.organiser, reason="Поздно.", at=day.at)
    assert services.finish(tournament=day.tournament, at=day.at) is False
    assert services.draw_final(tournament=day.tournament, at=day.at) is False


def test_what_came_of_the_groups_stands_when_the_final_is_drawn() -> None:
    day = played()
    match = Match.objects.filter(group__number=1).first()
    refused("wrong_stage", services.void, match=match, by=day.organiser, reason="Поздно.", at=day.at)
    before = day.members(FINAL)
    last = leaders(day, 1)[-1]
    services.adjust(match=match, entry=day.entry(last), by=day.organiser, cents=100_00, reason="Ошибка.", at=day.at)
    assert day.members(FINAL) == before
    assert leaders(day, 1)[0] == last


def test_nobody_hosts_the_final_who_may_yet_step_into_it() -> None:
    day = played()
    outside = next(number for number in day.members(1) if number not in day.members(FINAL))
    give = {"tournament": day.tournament, "by": day.organiser, "group": day.group(FINAL), "at": day.at}
    refused("host_cannot_play", services.assign_host, **give, host=people.member_of(day.users[outside]))
    day.start(FINAL)
    assert services.assign_host(**give, host=people.member_of(day.users[outside]))


def test_awards_and_the_season() -> None:
    day = played()
    day.start(FINAL)
    day.end(FINAL)
    # All were over before anybody could check, treat, win as the mafia or survive a day.
    given = {award.code: award for award in awards_of(day.tournament)}
    assert set(given) == {"best_game"}
    assert given["best_game"].value == max(Score.objects.values_list("cents", flat=True))
    table = season.season(day.at.year)
    assert len(table) == 18 and season.season(day.at.year - 1) == []
    whole = {row.persona.pk: row.placed.line.cents for row in table}
    entry = day.entry(1)
    assert whole[entry.persona_id] == sum(Score.objects.filter(entry=entry).values_list("cents", flat=True))
    assert [row.placed.place for row in table] == sorted(row.placed.place for row in table)
    assert [one.place for one in season.results_of(entry.persona)] == [entry.place]
