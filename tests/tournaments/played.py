"""Tournaments that have been played a while, put back from the memory, and their pages."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from typing import Any

import time_machine
from django.test import Client
from django.urls import reverse

from tests.memory import memory
from tests.tournaments.day import START, Day
from tournaments import services
from tournaments.models import Match


@contextmanager
def stopped_clock() -> Iterator[time_machine.Traveller]:
    """Stop the time, so that a tournament that was played before is put back."""
    with time_machine.travel(START, tick=False) as traveller, memory.while_time_stands(traveller):
        yield traveller


def _drawn() -> Day:
    day = Day(14, groups=2, hosts=2, qualifiers=4, names="clone").close()
    # Where clones play, a group is offered to its host and taken.
    for number, host in enumerate(day.hosts, start=1):
        offered = {"tournament": day.tournament, "by": day.organiser, "group": day.group(number), "host": host}
        services.assign_host(**offered, at=day.at)
        services.take_group(group=day.group(number), member=host, at=day.at)
    return day


def _begin(day: Day, *groups: int) -> None:
    """Let the next games of some groups begin together: everybody checks in before any of them is dealt."""
    for group in groups:
        day.come(group)
    for group in groups:
        day.sweep(day.match(group).check_in_until)


def _running() -> Day:
    day = memory.recall("drawn", _drawn)
    _begin(day, 1, 2)
    day.end(1)
    return day


def _over() -> Day:
    day = memory.recall("drawn", _drawn)
    for _round in range(day.tournament.games_each):
        _begin(day, 1, 2)
        day.end(1)
        day.end(2)
    _begin(day, 0)
    day.end(0, winner="mafia")
    return day


def running_day() -> Day:
    """Return a day on which group 1 has a game behind it and group 2 plays its first."""
    return memory.recall("running", _running)


def over_day() -> Day:
    """Return a day that is over: two groups of seven, three games each, a final of eight."""
    return memory.recall("over", _over)


def url(day: Day, name: str, *args: object) -> str:
    """Return an address of the tournament."""
    return reverse(f"tournaments:{name}", args=[day.tournament.slug, *args])


def text(answer: Any) -> str:
    """Return what a page says, without tags, blanks joined."""
    assert answer.status_code == 200, answer.status_code
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())).split())


def page(day: Day, name: str, *args: object, client: Client | None = None) -> str:
    """Return a page as it is sent."""
    answer = (client or Client()).get(url(day, name, *args))
    assert answer.status_code == 200, answer.status_code
    return answer.content.decode()


def read(day: Day, name: str, *args: object, client: Client | None = None) -> str:
    """Return what a page of the tournament says."""
    return text((client or Client()).get(url(day, name, *args)))


def scored(day: Day, group: int = 1) -> Match:
    """Return the first match of a group that is over."""
    match = Match.objects.filter(tournament=day.tournament, group__number=group, state="over").first()
    assert match is not None
    return match
