"""Announcing a tournament, its points, and calling it off."""

from datetime import timedelta

import pytest

from accounts import services as people
from common.refusal import Refusal
from games.engine.deal import commitment
from tests.factories import make_user
from tests.tournaments.day import FIRST_GAME, SEED, START, announced
from tournaments import services
from tournaments.models import Tournament
from tournaments.points import DEFAULT

pytestmark = pytest.mark.django_db


def refused(code: str, act: object, **kwargs: object) -> Refusal:
    """Return the refusal of this code with which a service answers."""
    with pytest.raises(Refusal) as found:
        act(**kwargs)
    assert found.value.code == code
    return found.value


def test_the_commitment_is_public_and_the_seed_is_not() -> None:
    day = announced(0)
    row = Tournament.objects.filter(pk=day.tournament.pk).values().get()
    assert row["commitment"] == commitment(SEED)
    assert not any(SEED in (value if isinstance(value, bytes) else str(value).encode()) for value in row.values())
    assert SEED.hex() not in str(row)
    assert day.tournament.points == DEFAULT.to_json()
    assert day.tournament.options["max_players"] == "off"
    assert day.tournament.options["trial"] is True


def test_all_that_is_wrong_is_said_at_once() -> None:
    organiser = people.claim_member_name(make_user("ann@example.org"), "Часовщик")
    found = refused(
        "tournament_invalid",
        services.create,
        organiser=organiser,
        title=" \0 ",
        starts_at=START,
        entries_close_at=START + timedelta(minutes=1),
        at=START + timedelta(minutes=1),
        time_zone="Europe/Nowhere",
        groups_wanted=3,
        group_size=9,
        games_each=2,
        qualifiers=0,
        final_games=4,
        check_in=timedelta(seconds=5),
        rest=timedelta(days=2),
    )
    assert set(found.params["problems"]) == {
        "title_empty", "zone_unknown", "close_past", "close_after_start", "groups_or_size", "games_range",
        "qualifiers_range", "final_range", "check_in_range", "rest_range",
    }  # fmt: skip
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    ("code", "settings"),
    [
        ("options_invalid", {"options": {"day": "eternity"}}),
        ("composition_invalid", {"options": {"min_players": 4}}),
        ("points_invalid", {"points": {"per_day": "a quarter"}}),
        ("tournament_invalid", {"group_size": 5, "groups_wanted": None}),
    ],
)
def test_what_games_would_refuse_is_refused_now(code: str, settings: dict[str, object]) -> None:
    organiser = people.claim_member_name(make_user("ann@example.org"), "Часовщик")
    base = {"title": "Белые ночи", "starts_at": FIRST_GAME, "entries_close_at": START, "groups_wanted": 3}
    at = START - timedelta(days=1)
    refused(code, services.create, **{**base, **settings}, organiser=organiser, at=at)
    clone = people.make_clone(make_user("bob@example.org"), "Зонтик")
    refused("member_name_needed", services.create, **base, organiser=clone, at=at)


def test_points_change_openly_until_the_first_deal() -> None:
    day = announced()
    table = {**DEFAULT.to_json(), "per_day": 100}
    services.change_points(tournament=day.tournament, by=day.organiser, table=table, at=day.at)
    services.change_points(tournament=day.tournament, by=day.organiser, table=table, at=day.at)
    assert day.fresh().points_version == 2
    assert day.told("points") == [{"version": 2}]
    change = {"tournament": day.tournament, "table": table, "at": day.at}
    refused("not_organiser", services.change_points, **change, by=day.hosts[0])
    wrong = refused("points_invalid", services.change_points, **{**change, "table": {"days": 1}}, by=day.organiser)
    assert wrong.params["problems"] == ["days:unknown"]
    day.close().give_hosts().start(1)
    refused("points_frozen", services.change_points, **{**change, "table": DEFAULT.to_json()}, by=day.organiser)
    assert day.fresh().points["per_day"] == 100


def test_the_organiser_calls_it_off_and_what_is_played_ends() -> None:
    day = announced(names="clone").close()
    group = day.group(1)
    services.assign_host(tournament=day.tournament, by=day.organiser, group=group, host=day.organiser, at=day.at)
    game = day.start(1)
    call_off = {"tournament": day.tournament, "at": day.at}
    refused("not_organiser", services.call_off, **call_off, by=day.hosts[0], reason="Дождь.")
    refused("text_empty", services.call_off, **call_off, by=day.organiser, reason=" ")
    services.call_off(**call_off, by=day.organiser, reason="Гроза, света нет.")
    game.refresh_from_db()
    assert (day.fresh().stage, game.phase) == ("cancelled", "cancelled")
    assert day.told("called_off") == [{"reason": "Гроза, света нет."}]
    assert not day.entry(1).persona.holds_name
    refused("wrong_stage", services.call_off, **call_off, by=day.organiser, reason="Ещё раз.")
    assert services.due_tournaments(day.at + timedelta(days=1)) == []
