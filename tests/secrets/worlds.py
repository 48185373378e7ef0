"""A world: a game that is played by a public script, with the same people in every world.

The time stands, and moves as the script says. Public tokens and the game's address have fixed
values, as if the dice had fallen alike; the primary keys of all rows but games begin at a number
that can be chosen, so that a key that shows on a page is a difference.
"""

import base64
import copy
import hashlib
import secrets
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from http.cookies import SimpleCookie
from types import SimpleNamespace
from typing import Any, TypeVar
from unittest import mock

from django.apps import apps
from django.core import mail
from django.core.cache import cache
from django.db import connection
from django.test import Client

from accounts.models import Persona, User
from forum.models import Thread, ThreadMember
from games.models import Game, Reservation, Room, Seat
from tests.factories import Played, client_of, make_game, make_user
from tests.memory import memory

T = TypeVar("T")

NAMES = ("Мухомор", "Поганка", "Боровик", "Рыжик", "Груздь", "Опёнок", "Лисичка", "Волнушка", "Маслёнок", "Сморчок")
ROLES = {
    "Мухомор": "mafia",
    "Поганка": "mafia",
    "Маслёнок": "mafia",
    "Боровик": "commissioner",
    "Рыжик": "doctor",
}
# Jailed on day 1 in every world, so that somebody out of the game is among those who look.
JAILED = "Волнушка"
HOST, VISITOR, ONLOOKER, MEMBER, STRANGER = "Лесник", "visitor", "onlooker", "Прохожий", "Соседка"
OTHER_HOST, OTHER_MAFIOSO = "Лесник2", "Мухомор2"
READERS = (VISITOR, ONLOOKER, MEMBER, STRANGER, OTHER_HOST, OTHER_MAFIOSO)
# Those of them who have a member name.
MEMBERS = (MEMBER, STRANGER, OTHER_HOST)
EVERYBODY = frozenset({*NAMES, HOST, *READERS})
STATIONS = ("signup", "deal", "day1", "word1", "night1", "day2", "night2", "day3")

# As the standard library's, but a seed is always the same.
SEEDED = SimpleNamespace(**{**vars(secrets), "token_bytes": lambda length: bytes(range(length))})


class World:
    """Two games side by side, and everybody's browser. `game` is the one that is played."""

    def __init__(self, clock: Any, options: Mapping[str, object]) -> None:
        self.clock = clock
        begun = memory.recall(f"world {sorted(options.items())}", lambda: _begin(options))
        self.game, self.next_door, self.people, cookies = begun
        self.game.clock = self.next_door.clock = clock
        self.clients: dict[str, Client] = {who: Client() for who in cookies}
        for who, client in self.clients.items():
            client.cookies = cookies[who]

    def recall(self, key: str, play: Callable[[], T]) -> T:
        """Let something be done to this world, or put back what it left behind when it was done before."""
        games = [vars(played.game) for played in (self.game, self.next_door)]

        def done() -> tuple[T, list[dict[str, Any]]]:
            return play(), [dict(columns) for columns in games]

        result, kept = memory.recall(f"{key} in {self.game.game.pk}", done)
        for columns, known in zip(games, kept, strict=True):
            columns.update(known)
        return result

    # ---- the public script

    def go_to(self, station: str, roles: Mapping[str, str]) -> None:
        """Play on to the next station; the roles are for the deal."""

        def play() -> None:
            if station == "deal":
                self.game.deal(roles)
            elif station != "signup":
                getattr(self, f"_to_{station}")()
            settle()

        self.recall(f"{station} {roles}", play)

    def _to_day1(self) -> None:
        self.game.end_phase()
        self.game.post("Груздь", "Доброе [i]утро[/i], город.")
        self.game.post("Мухомор", "Кого подозреваем?")

    def _to_word1(self) -> None:
        voters = [name for name in NAMES if name != JAILED]
        self.game.vote(JAILED, "Сморчок").votes(JAILED, *voters).end_phase()

    def _to_night1(self) -> None:
        self.game.post(JAILED, "Я честный житель.").end_phase()

    def _to_day2(self) -> None:
        self.game.end_phase()
        self.game.post("Сморчок", "Тихая была ночь.")

    def _to_night2(self) -> None:
        self.game.away(*self.game.living()).end_phase()

    def _to_day3(self) -> None:
        self.game.end_phase()

    # ---- forking

    @contextmanager
    def branch(self) -> Iterator[None]:
        """Do something and undo it: database, clock, cookies, letters, cache."""
        at: datetime = self.game.now()
        cookies = {who: copy.deepcopy(client.cookies) for who, client in self.clients.items()}
        letters = len(mail.outbox)
        try:
            with memory.undone():
                yield
        finally:
            self.clock.move_to(at)
            for who, client in self.clients.items():
                client.cookies = cookies[who]
            del mail.outbox[letters:]
            cache.clear()


def _begin(options: Mapping[str, object]) -> tuple[Played, Played, dict[str, User], dict[str, SimpleCookie]]:
    """Make both games, the people around them, and the cookies of everybody's browser."""
    # The seed is what it is in every world: its commitment is public.
    with mock.patch("games.services.lobby.secrets", SEEDED):
        # That next door first: whatever the options of this one are, it is the same and comes from the memory.
        with memory.allowing(SEEDED):
            next_door = make_game(5, tag="2", title="Соседи", options={"min_players": 5})
        game = make_game(names=NAMES, options={"min_players": 5, **options})
    next_door.deal({OTHER_MAFIOSO: "mafia"})
    known: dict[str, User] = {
        **game.users,
        HOST: game.host_user,
        ONLOOKER: make_user("onlooker@example.org"),
        MEMBER: make_user("member@example.org", MEMBER),
        STRANGER: make_user("stranger@example.org", STRANGER),
        OTHER_HOST: next_door.host_user,
        OTHER_MAFIOSO: next_door.users[OTHER_MAFIOSO],
    }
    for played, slug in ((game, "gribnoj"), (next_door, "sosedi")):
        Game.objects.filter(pk=played.game.pk).update(slug=slug)
        played.game.refresh_from_db()
    cookies = {who: client_of(known.get(who)).cookies for who in sorted(EVERYBODY)}
    settle()
    for played in (game, next_door):
        played.host.refresh_from_db()
    return game, next_door, known, cookies


# ---------- what the dice decide ----------


def settle() -> dict[str, str]:
    """Give every public token a value that says what it belongs to, the same in every world.

    Return those that changed, old and new: what was answered with an old one can be read so.
    """
    changed: dict[str, str] = {}

    def _set(row: Persona | Thread, meaning: str) -> None:
        if row.token != fixed(meaning):
            changed[row.token] = fixed(meaning)
            type(row)._default_manager.filter(pk=row.pk).update(token=fixed(meaning))

    for persona in Persona.objects.all():
        _set(persona, f"persona {persona.kind} {persona.name} {persona.holds_name}")
    for game in Game.objects.select_related("thread"):
        _set(game.thread, f"thread {game.slug}")
    for seat in Seat.objects.select_related("talk", "game").order_by("game", "number"):
        _set(seat.talk, f"talk {seat.game.slug} {seat.number}")
    members: dict[int, list[str]] = {}
    places = ThreadMember.objects.filter(thread__in=Room.objects.values("thread"))
    for thread, name in places.values_list("thread", "persona__name"):
        members.setdefault(thread, []).append(name)
    for room in Room.objects.select_related("thread", "game"):
        _set(room.thread, f"room {room.game.slug} {room.kind} {sorted(members.get(room.thread_id, []))}")
    return changed


def held_seats() -> dict[str, str]:
    """Return the random tokens of held seats, each with what it may be read as: whose browser has it knows it alone."""
    rows = Reservation.objects.select_related("game", "persona")
    return {held.token: fixed(f"held {held.game.slug} {held.persona.name}") for held in rows}


def fixed(meaning: str) -> str:
    """Return 22 characters that look like a token and stand for a meaning."""
    return base64.urlsafe_b64encode(hashlib.sha256(meaning.encode()).digest())[:22].decode()


def number_from(start: int, but: Collection[str] = ("games_game",)) -> None:
    """Let the primary keys of all tables go on from `start` plus a number of each table's own.

    Games alone begin at the same number in every world: theirs is public.
    """
    with connection.cursor() as cursor:
        for step, model in enumerate(apps.get_models(), start=1):
            pk, table = model._meta.pk, model._meta.db_table
            if pk.get_internal_type() not in ("AutoField", "BigAutoField"):
                continue
            value = 100 if table in but else start + 37 * step
            if connection.vendor == "sqlite":
                cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
                cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, value])
            else:
                cursor.execute("SELECT setval(pg_get_serial_sequence(%s, %s), %s)", [table, pk.column, value])
