"""Entering and leaving, and the draw: E095 and E098."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, transaction

from accounts import selectors as people
from accounts import services as accounts
from common.refusal import Refusal
from tests.factories import make_user
from tests.tournaments.day import announced
from tests.tournaments.test_opening import refused
from tournaments import seating, selectors, services
from tournaments.models import Entry

pytestmark = pytest.mark.django_db


def test_e095_groups_differ_by_one_and_shrink_before_the_draw_alone() -> None:
    day = announced(22, reserves=0)
    for number in (5, 17):
        services.withdraw(tournament=day.tournament, entry=day.entry(number), at=day.at)
    day.close()
    assert [len(day.members(group)) for group in (1, 2, 3)] == [7, 7, 6]
    drawn = [day.members(group) for group in (1, 2, 3)]
    assert sorted(sum(drawn, [])) == [number for number in range(1, 23) if number not in (5, 17)]
    assert drawn == seating.draw([number for number in range(1, 23) if number not in (5, 17)], 3, bytes(range(32)))
    assert day.told("drawn") == [{"groups": drawn}]
    # The groups are published: who goes now leaves a gap.
    gone = drawn[2][0]
    services.withdraw(tournament=day.tournament, entry=day.entry(gone), at=day.at)
    services.withdraw(tournament=day.tournament, entry=day.entry(gone), at=day.at)
    assert [day.members(group) for group in (1, 2, 3)] == drawn
    assert day.told("withdrew")[-1] == {"entry": gone} and len(day.told("withdrew")) == 3
    assert services.close_entries(tournament=day.tournament, at=day.at) is False


def test_e098_one_person_has_one_entry_whatever_the_name() -> None:
    day = announced(1, names="clone")
    refused("already_entered", day.enter, number=1)
    refused("already_entered", day.enter, number=1, reserve=True)
    assert Entry.objects.count() == 1
    # Of the refusal others learn nothing: the same name is simply taken.
    other = make_user("other@example.org", member="Сосед")
    name = day.entry(1).persona.name
    refused("nick_taken", services.enter, tournament=day.tournament, user=other, name=name, at=day.at)
    with pytest.raises(IntegrityError), transaction.atomic():
        Entry.objects.create(tournament=day.tournament, number=9, persona=day.entry(1).persona, entered_at=day.at)


def test_who_organises_does_not_play_and_who_has_no_member_name_either() -> None:
    day = announced(0)
    enter = {"tournament": day.tournament, "at": day.at}
    refused("host_cannot_play", services.enter, **enter, user=day.organiser_user)
    refused("member_name_needed", services.enter, **enter, user=make_user("nobody@example.org"))


def test_the_deadline_is_the_deadline() -> None:
    day = announced(0)
    closes = day.tournament.entries_close_at
    day.at = closes - timedelta(microseconds=1)
    day.enter(1)
    day.at = closes
    assert refused("entries_closed", day.enter, number=2).params == {"reserve": True}
    assert day.enter(2, reserve=True).number == 2


def test_whoever_withdrew_may_come_again_under_the_same_number_behind_the_others() -> None:
    day = announced(0, reserves=3)
    services.withdraw(tournament=day.tournament, entry=day.entry(1), at=day.at)
    day.at += timedelta(minutes=1)
    assert day.enter(1, reserve=True).number == 1
    assert list(Entry.objects.values_list("number", "withdrawn_at")) == [(1, None), (2, None), (3, None)]
    board = selectors.board(day.fresh(), AnonymousUser(), day.at)
    assert [entry.number for entry in board.reserves] == [2, 3, 1]


def test_a_clone_that_withdraws_lets_its_name_go_before_the_draw_alone() -> None:
    day = announced(19, names="clone")
    first, second = day.entry(1).persona, day.entry(2).persona
    services.withdraw(tournament=day.tournament, entry=day.entry(1), at=day.at)
    assert accounts.make_clone(make_user("x@example.org"), first.name).name == first.name
    day.close()
    services.withdraw(tournament=day.tournament, entry=day.entry(2), at=day.at)
    assert people.holder_of(second.name) == second


def test_too_few_entries_call_it_off() -> None:
    day = announced(16, names="clone", reserves=1).close()
    assert day.tournament.stage == "cancelled"
    assert day.told("called_off") == [{"reason": "", "needed": 18, "entered": 17}]
    assert not Entry.objects.filter(persona__holds_name=True).exists()
    refused("wrong_stage", services.withdraw, tournament=day.tournament, entry=day.entry(1), at=day.at)


def test_the_reserve_list_fills_up_what_entries_lack() -> None:
    day = announced(16, reserves=4).close()
    assert day.tournament.stage == "drawn"
    assert sorted(Entry.objects.filter(reserve=True).values_list("number", flat=True)) == [19, 20]
    assert [len(day.members(group)) for group in (1, 2, 3)] == [6, 6, 6]


@pytest.mark.parametrize(("players", "size", "groups"), [(6, 9, [6]), (11, 6, [11]), (17, 8, [9, 8]), (13, 6, [7, 6])])
def test_a_size_makes_no_group_that_is_too_small(players: int, size: int, groups: list[int]) -> None:
    day = announced(players, groups=None, group_size=size).close()
    assert [len(day.members(number)) for number in range(1, len(groups) + 1)] == groups


def test_the_organiser_may_close_earlier() -> None:
    day = announced(18)
    assert services.close_entries(tournament=day.tournament, at=day.at) is False
    refused("not_organiser", services.close_entries, tournament=day.tournament, by=day.hosts[0], at=day.at)
    assert services.close_entries(tournament=day.tournament, by=day.organiser, at=day.at)
    refused("wrong_stage", services.close_entries, tournament=day.tournament, by=day.organiser, at=day.at)
    assert day.match(1).check_in_until == day.tournament.starts_at


def test_on_the_day_one_is_there_from_midnight_on() -> None:
    day = announced(1)
    midnight = day.tournament.starts_at.replace(hour=21) - timedelta(days=1)
    entry = day.entry(1)
    found = refused("check_in_closed", services.check_in_day, entry=entry, at=midnight - timedelta(seconds=1))
    assert found.params == {"opens": midnight}
    services.check_in_day(entry=entry, at=midnight)
    services.check_in_day(entry=entry, at=midnight + timedelta(hours=1))
    assert day.entry(1).checked_in_at == midnight
    services.withdraw(tournament=day.tournament, entry=entry, at=day.at)
    with pytest.raises(Refusal, match="entry_withdrawn"):
        services.check_in_day(entry=entry, at=day.at)
