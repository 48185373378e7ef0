"""Two worlds that differ in hidden things only, and where somebody who may not know sees them differ.

A `Pair` says what is hidden in one world and in the other, and who may know of it. Both are played
by the one public script of `worlds.py`; at stations everybody who may not know looks at every
page, and sends what a curious reader would try. All that comes back, and all mail, must be the
same, byte for byte.

Worlds have a common beginning, which is played once for each side: at the station where a world
goes its own way, it is played on in a branch that is undone afterwards.
"""

import hashlib
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, TypeVar

from django.core import mail
from django.db import transaction

from accounts.models import User
from games import notify
from tests.secrets.answers import text_of
from tests.secrets.places import CLOSE, Own, attempts, owned, pages
from tests.secrets.worlds import EVERYBODY, NAMES, ROLES, STATIONS, World, held_seats, number_from, settle

Act = Callable[[World], object]
# Station, reader, page.
Where = tuple[str, str, str]
T = TypeVar("T")
# Of so many pairs the mail of one is read as well, on the average.
MAIL = 2
# At each look everybody could ask for some forty things. So many of all that are asked for; over the
# pairs every reader comes to every page many times (a test counts). 0 means everything: minutes of it.
PER_LOOK: int | None = int(os.environ.get("TWINS_PER_LOOK", "9")) or None


@dataclass(frozen=True)
class Hidden:
    """What is so in one world and nobody but a few may know: roles, and what is done at stations."""

    roles: Mapping[str, str] = field(default_factory=lambda: ROLES)
    acts: Mapping[str, Sequence[Act]] = field(default_factory=dict)

    def leaves(self, looks: Sequence[str]) -> str:
        """Return the station at which this world leaves the common way."""
        if self.roles != ROLES:
            return STATIONS[0]
        return min([*self.acts, *looks], key=STATIONS.index)


@dataclass(frozen=True)
class Pair:
    """Two worlds, and who may tell them apart. `looks` are the stations at which the others look.

    `near` are those of the others who come closest to the secret: each time they look at every page
    on which it could show.
    """

    name: str
    one: Hidden
    other: Hidden
    knows: frozenset[str]
    looks: tuple[str, ...]
    options: Mapping[str, object] = field(default_factory=dict)
    near: tuple[str, ...] = ()

    def turn(self, what: str) -> int:
        """Return a number that is another one for each pair and thing, and always the same."""
        return int(hashlib.sha256(f"{self.name} {what}".encode()).hexdigest()[:8], 16)

    def looked_at(self, station: str, all_there_is: Sequence[T]) -> list[T]:
        """Return what is looked at this time: an even choice of all there is, another one for each pair and station."""
        if PER_LOOK is None or len(all_there_is) <= PER_LOOK:
            return list(all_there_is)
        step = len(all_there_is) / PER_LOOK
        begin = self.turn(station) % int(step)
        return [all_there_is[int(begin + step * number) % len(all_there_is)] for number in range(PER_LOOK)]


def differing(pairs: Sequence[Pair], clock: Any) -> list[tuple[Pair, Where]]:
    """Return where somebody who may not know saw two worlds differ."""
    one = dict(_play_all(pairs, clock, first=True, keep=_mark))
    other = dict(_play_all(pairs, clock, first=False, keep=_mark))
    for pair in pairs:
        unasked = set(one[pair.name]) ^ set(other[pair.name])
        assert not unasked, f"{pair.name}: not the same was asked for: {unasked}"
    return [
        (pair, where) for pair in pairs for where in one[pair.name] if one[pair.name][where] != other[pair.name][where]
    ]


def differences(pairs: Sequence[Pair], clock: Any) -> Iterator[tuple[Pair, Where, str, str]]:
    """Return where somebody who may not know saw two worlds differ: the pair, where, and both answers."""
    found = differing(pairs, clock)
    guilty = [pair for pair in pairs if any(pair is other for other, _where in found)]
    if not guilty:
        return
    # Played once more, with the texts themselves.
    one = dict(_play_all(guilty, clock, first=True, keep=str))
    other = dict(_play_all(guilty, clock, first=False, keep=str))
    yield from ((pair, where, one[pair.name][where], other[pair.name][where]) for pair, where in found)


def _mark(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


Keep = Callable[[str], str]


def _play_all(pairs: Sequence[Pair], clock: Any, *, first: bool, keep: Keep) -> Iterator[tuple[str, dict[Where, str]]]:
    """Play one side of all pairs, those with the same options from one beginning, and undo everything."""
    start = clock.start
    for options in _unequal([pair.options for pair in pairs]):
        same = [pair for pair in pairs if pair.options == options]
        clock.traveller.move_to(start)
        mail.outbox.clear()
        with transaction.atomic():
            number_from(1000 if first else 40_000)
            world = World(clock.traveller, options)
            yield from _along(world, same, first, keep)
            transaction.set_rollback(True)


def _unequal(options: Sequence[Mapping[str, object]]) -> list[Mapping[str, object]]:
    found: list[Mapping[str, object]] = []
    for one in options:
        if one not in found:
            found.append(one)
    return found


def _along(world: World, pairs: Sequence[Pair], first: bool, keep: Keep) -> Iterator[tuple[str, dict[Where, str]]]:
    """Go the common way, and at each station play on the worlds that leave it there."""
    left = [(pair, pair.one if first else pair.other) for pair in pairs]
    for index, station in enumerate(STATIONS):
        if index:
            world.go_to(station, ROLES)
        for pair, hidden in left:
            if hidden.leaves(pair.looks) == station:
                with world.branch():
                    yield pair.name, _on_from(world, pair, hidden, index, keep)
        left = [(pair, hidden) for pair, hidden in left if hidden.leaves(pair.looks) != station]
        if not left:
            return


def _on_from(world: World, pair: Pair, hidden: Hidden, index: int, keep: Keep) -> dict[Where, str]:
    """Play a world from the station at which it stands to the last look at it."""
    seen: dict[Where, str] = {}
    last = max(STATIONS.index(station) for station in pair.looks)
    for number, station in enumerate(STATIONS[index : last + 1]):
        if number:
            world.go_to(station, hidden.roles)
        for act in hidden.acts.get(station, ()):
            act(world)
        settle()
        if station in pair.looks:
            _look(world, pair, station, seen, keep)
    return seen


def _look(world: World, pair: Pair, station: str, seen: dict[Where, str], keep: Keep) -> None:
    """Let everybody who may not know look, and try what can be tried."""
    # Somebody who knows has been there just before: nothing of that may be left over for the next.
    for who in sorted(pair.knows & set(NAMES))[:1]:
        world.clients[who].get(world.game.url())
    own = owned(world)
    asked = [(who, *page) for who in sorted(EVERYBODY - pair.knows) for page in asks(world, who, own)]
    tables = [(who, "games:table", world.game.url(), None) for who in sorted(EVERYBODY - pair.knows)]
    with world.branch():
        # Nobody wrote a moment ago.
        world.clock.shift(timedelta(minutes=5))
        # First the pages: what is sent changes them for those who come after.
        chosen = [*pair.looked_at(station, asked), *pair.looked_at(f"{station} table", tables)[::5]]
        chosen += [one for one in asked if one[0] in pair.near and (one[1] in CLOSE or one[1].startswith("own "))]
        for who, label, url, fields in sorted(chosen, key=lambda one: one[3] is not None):
            client = world.clients[who]
            answer = client.get(url) if fields is None else client.post(url, fields)
            text = text_of(answer)
            if answer.status_code == 303:
                for old, new in (settle() | held_seats()).items():
                    text = text.replace(old, new)
            seen[station, who, label] = keep(text)
        if station != pair.looks[-1] or pair.turn("mail") % MAIL:
            return
        # The mail of the whole time, at the end of it, for some of the pairs.
        notify.send_notices(world.game.now())
        addresses = dict(User.objects.values_list("pk", "email"))
        for who in sorted(EVERYBODY - pair.knows):
            user = world.people.get(who)
            letters = [one for one in mail.outbox if user is not None and addresses[user.pk] in one.to]
            text = "\n\n".join(f"{one.subject}\n{one.body}\n{one.from_email}" for one in letters)
            seen[station, who, "mail"] = keep(text)


def asks(world: World, who: str, own: Own | None = None) -> Iterator[tuple[str, str, Mapping[str, object] | None]]:
    """Return all that somebody can ask for: label, address, and the fields of a form (or None for a page)."""
    own = own or owned(world)
    for label, url in pages(world, who, own):
        yield label, url, None
    yield from attempts(world, who, own)
