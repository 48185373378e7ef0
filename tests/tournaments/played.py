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
from tournaments.models import Match


@contextmanager
def stopped_clock() -> Iterator[time_machine.Traveller]:
    """Stop the time, so that a tournament that was played before is put back."""
    with time_machine.travel(START, tick=False) as traveller, memory.while_time_stands(traveller):
        yield traveller


def _drawn() -> Day:
    return Day(14, groups=2, hosts=2, qualifiers=4, names="clone").close().give_hosts()


def _running() -> Day:
    day = memory.recall("drawn", _drawn)
    day.start(1)
    day.end(1)
    day.start(2)
    return day


def _over() -> Day:
    day = memory.recall("drawn", _drawn).play_groups()
    day.start(0)
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
