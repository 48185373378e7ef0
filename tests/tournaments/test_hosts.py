"""Who hosts a group, and what the organiser may not learn by asking."""

import pytest

from accounts import selectors as people
from accounts import services as accounts
from games import services as games
from tests.factories import make_user
from tests.tournaments.day import Day, announced, begun
from tests.tournaments.test_opening import refused
from tournaments import services
from tournaments.models import Group

pytestmark = pytest.mark.django_db


def assign(day: Day, group: int, host: object) -> dict[str, object]:
    """Return the arguments with which the organiser gives a group to somebody."""
    return {
        "tournament": day.tournament, "by": day.organiser, "group": day.group(group), "host": host, "at": day.at
    }  # fmt: skip


def test_e098_nobody_hosts_the_own_group_of_members() -> None:
    day = announced().close()
    player = day.entry(day.members(1)[0]).persona
    refused("host_cannot_play", services.assign_host, **assign(day, 1, player))
    assert services.assign_host(**assign(day, 2, player))
    assert day.group(2).host == player
    refused("hosts_already", services.assign_host, **assign(day, 2, player))
    refused("member_unknown", services.assign_host, **assign(day, 1, None))
    clone = accounts.make_clone(make_user("x@example.org"), "Зонтик")
    refused("member_unknown", services.assign_host, **assign(day, 1, clone))
    refused("not_organiser", services.assign_host, **{**assign(day, 1, day.hosts[0]), "by": player})


def test_hosts_are_spread_over_the_groups_but_over_no_own_one() -> None:
    day = announced(18, hosts=1).close()
    players = [day.entry(day.members(group)[0]).persona for group in (1, 2)]
    given = services.assign_hosts(
        tournament=day.tournament, by=day.organiser, hosts=[*players, day.hosts[0]], at=day.at
    )
    hosts = {group.number: group.host for group in Group.objects.select_related("host")}
    assert given == 3 and None not in hosts.values()
    assert hosts[1] != players[0] and hosts[2] != players[1]


def test_where_clones_play_a_group_is_offered_and_only_the_member_hears_why_not() -> None:
    day = announced(18, names="clone").close()
    number = day.members(1)[0]
    player = people.member_of(day.users[number])
    # The organiser is answered alike, whoever plays here.
    for host in (player, day.hosts[0]):
        assert services.assign_host(**assign(day, 1, host)) is False
        assert (day.group(1).host, day.group(1).offered_to_id) == (None, host.pk)
    services.assign_host(**assign(day, 1, player))
    refused("not_host", services.take_group, group=day.group(1), member=day.hosts[0], at=day.at)
    refused("host_cannot_play", services.take_group, group=day.group(1), member=player, at=day.at)
    services.decline_group(group=day.group(1), member=player, at=day.at)
    assert day.group(1).offered_to_id is None
    services.assign_host(**assign(day, 2, player))
    services.take_group(group=day.group(2), member=player, at=day.at)
    assert day.group(2).host == player
    assert day.told("host") == [{"group": 2, "host": player.name}]


def test_a_host_does_not_step_into_the_own_group_from_the_reserve_list() -> None:
    day = announced(18, names="clone", reserves=2).close()
    player = people.member_of(day.users[19])
    services.assign_host(**assign(day, 1, player))
    services.take_group(group=day.group(1), member=player, at=day.at)
    match = day.come(1)
    refused("host_cannot_play", services.check_in, match=match, entry=day.entry(19), at=day.at)
    other = people.member_of(day.users[20])
    services.check_in(match=match, entry=day.entry(20), at=day.at)
    services.assign_host(**assign(day, 1, other))
    refused("host_cannot_play", services.take_group, group=day.group(1), member=other, at=day.at)


def test_a_host_is_replaced_in_the_middle_of_a_game() -> None:
    day = begun()
    game = day.match(1).game
    old, new = game.host, day.member("new", "Полесовщик")[1]
    services.replace_host(group=day.group(1), by=day.organiser, host=new, at=day.at)
    game.refresh_from_db()
    assert (day.group(1).host, game.host) == (new, new)
    seat = game.seats.first()
    refused("not_host", games.give_heart_attack, game=game, host=old, seat=seat.number, reason="Ушёл.", at=day.at)
    games.give_heart_attack(game=game, host=new, seat=seat.number, reason="Ушёл.", at=day.at)
    busy = day.entry(day.members(1)[0]).persona
    refused("host_cannot_play", services.replace_host, group=day.group(1), by=day.organiser, host=busy, at=day.at)


def test_where_clones_play_the_new_host_takes_the_desk_with_the_group() -> None:
    day = announced(18, names="clone").close()
    services.assign_host(**assign(day, 1, day.organiser))
    game = day.start(1)
    services.replace_host(group=day.group(1), by=day.organiser, host=day.hosts[0], at=day.at)
    game.refresh_from_db()
    assert game.host == day.organiser
    services.take_group(group=day.group(1), member=day.hosts[0], at=day.at)
    game.refresh_from_db()
    assert (day.group(1).host, game.host) == (day.hosts[0], day.hosts[0])


def test_whoever_took_the_desk_on_the_game_s_page_hosts_the_group_from_then_on() -> None:
    day = begun()
    game = day.match(1).game
    new = day.member("new", "Полесовщик")[1]
    games.offer_desk(game=game, host=game.host, to=new, at=day.at)
    games.take_desk(game=game, member=new, at=day.at)
    day.end(1)
    assert day.group(1).host == new
