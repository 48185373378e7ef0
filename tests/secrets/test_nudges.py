"""Pairs of games that differ in hidden things only: whoever may not know hears the same nudges, in the same order."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import pytest

from accounts.models import Persona
from common import channels, nudges
from forum import nudges as forum
from games import nudges as readers
from games.models import Game
from tests.memory import memory
from tests.secrets import twins
from tests.secrets.conftest import START
from tests.secrets.pairs import FAMILIES, PAIRS
from tests.secrets.twins import Keep, Pair, Where
from tests.secrets.worlds import EVERYBODY, HOST, NAMES, ROLES, STATIONS, World

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(900), pytest.mark.usefixtures("quiet")]

# A channel by what it belongs to, with a `!` before it where its streams are closed.
Signs = frozenset[str]


class Ear:
    """Hears what is published, each message with the station at which it was."""

    def __init__(self) -> None:
        self.station = STATIONS[0]
        self.heard: list[tuple[str, Signs]] = []
        self._meanings: dict[str, str] = {}

    def promise(self, signs: set[str]) -> None:
        """Take a message in the place of the broker, with every channel put into words."""
        if not signs:
            return
        plain, closed = channels.unpack(channels.pack(signs))
        meanings = self._meanings
        # A token is never another's: what a channel has meant once, it means always.
        if not meanings.keys() >= {*plain, *closed}:
            meanings |= {forum.of_persona(one): f"persona {one.name}" for one in Persona.objects.all()}
            games = Game.objects.select_related("thread")
            meanings |= {forum.of_thread(one.thread): f"game {one.slug}" for one in games}
        self.heard.append(
            (self.station, frozenset(meanings[one] for one in plain) | {f"!{meanings[one]}" for one in closed})
        )

    def by(self, who: str, since: str) -> list[list[str]]:
        """Return what somebody hears of the game from a station on, message by message."""
        own = {"game gribnoj", *([f"persona {who}"] if who in NAMES or who == HOST else [])}
        own |= {f"!{one}" for one in own}
        at = STATIONS.index(since)
        heard = [sorted(signs & own) for station, signs in self.heard if STATIONS.index(station) >= at]
        return [one for one in heard if one]


@pytest.fixture
def ear(monkeypatch: pytest.MonkeyPatch) -> Ear:
    """Listen to all that is published, in every branch of a world to that branch alone."""
    ear = Ear()
    promise = ear.promise
    go_to, branch, recall = World.go_to, World.branch, World.recall

    def goes(world: World, station: str, roles: Any) -> None:
        ear.station = station
        go_to(world, station, roles)

    @contextmanager
    def branches(world: World) -> Iterator[None]:
        before, station = list(ear.heard), ear.station
        with branch(world):
            yield
        ear.heard, ear.station = before, station

    begins = World.__init__

    def anew(world: World, *arguments: Any) -> None:
        with memory.allowing(promise):
            begins(world, *arguments)
        ear.heard, ear.station = [], STATIONS[0]

    def recalls(world: World, key: str, play: Callable[[], Any]) -> Any:
        """Put back with what was done before what was heard then."""
        before = len(ear.heard)

        def heard_too() -> Any:
            return play(), ear.heard[before:]

        with memory.allowing(promise):
            result, heard = recall(world, f"{key}, listened to", heard_too)
        ear.heard[before:] = heard
        return result

    monkeypatch.setattr(World, "__init__", anew)
    monkeypatch.setattr(World, "recall", recalls)
    monkeypatch.setattr(World, "go_to", goes)
    monkeypatch.setattr(World, "branch", branches)
    monkeypatch.setattr(nudges, "_promise", promise)
    return ear


def look(ear: Ear) -> Any:
    """Return what takes the place of a look at pages: everybody who may not know tells what was heard."""

    def listen(world: World, pair: Pair, station: str, seen: dict[Where, str], keep: Keep) -> None:
        since = max((pair.one.leaves(pair.looks), pair.other.leaves(pair.looks)), key=STATIONS.index)
        for who in sorted(EVERYBODY - pair.knows):
            seen[station, who, "nudges"] = repr(ear.by(who, since))

    return listen


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.__name__)
def test_nobody_hears_what_is_hidden(family: Any, ear: Ear, clock: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(twins, "_look", look(ear))
    found = [
        f"{pair.name}: {who} ({station})\n{one}\n{other}"
        for pair, (station, who, _page), one, other in twins.differences(
            list(family()), SimpleNamespace(start=START, traveller=clock)
        )
    ]
    assert not found, "\n".join(found[:10])


def test_a_nudge_too_many_is_noticed(ear: Ear, clock: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Were everybody nudged by whatever happens, the order would be heard."""
    follow = readers.follow

    def loud(game: Game, *arguments: Any) -> None:
        follow(game, *arguments)
        nudges.nudge(forum.of_thread(game.thread))

    monkeypatch.setattr(twins, "_look", look(ear))
    monkeypatch.setattr(readers, "follow", loud)
    pair = next(pair for pair in PAIRS if pair.name == "a check, or none")
    found = twins.differing([pair], SimpleNamespace(start=START, traveller=clock))
    assert {who for _pair, (station, who, _page) in found if station == "night1"} == EVERYBODY - pair.knows


def test_what_is_heard_of_a_night(ear: Ear, clock: Any) -> None:
    """The test above would see something: an order is heard by its sender and the host, the dawn by all alike."""
    world = World(clock, {})
    for station in STATIONS[1:5]:
        world.go_to(station, ROLES)
    ear.heard.clear()
    world.game.tell("Рыжик", "Опёнок")
    assert [signs for _station, signs in ear.heard] == [{"persona Рыжик", f"persona {HOST}"}]
    world.game.letter("Груздь", ["Лисичка"], "Не спится.")
    assert ear.heard[-1][1] == {"persona Груздь", "persona Лисичка"}
    ear.heard.clear()
    world.go_to("day2", ROLES)
    dawn, *later = [signs for _station, signs in ear.heard]
    assert "game gribnoj" in dawn and len(later) == 1, "one message for the dawn, one for the post of the morning"
    for who in NAMES:
        assert "game gribnoj" in ear.by(who, "day2")[0]
