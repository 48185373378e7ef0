"""Games for tests, made and played through the services as the site itself does it.

    played = make_game(players=7)                     # sign-up, everybody seated
    played.deal({"Груздь": "mafia", ...})             # or deal() at random
    played.to_day(); played.client("Груздь").post(played.url("vote"), played.form("Груздь", target=3))

Without a `clock` everything happens at the real time; with the fixture `clock` (a `time_machine`
traveller, see `tests/games/conftest.py`) `end_phase` and `wait` move it, so that pages see the same time.
"""

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import services as people
from accounts.models import Persona, User
from games import services
from games.engine.composition import Composition, suggested
from games.engine.roles import ROLES as ALL_ROLES
from games.engine.roles import Side
from games.engine.ruleset import Ruleset
from games.engine.state import OVER, State
from games.models import Game, Seat
from games.services.work import load_state, work_on
from tests.memory import memory

NAMES = (
    "Мухомор", "Поганка", "Боровик", "Рыжик", "Груздь", "Опёнок", "Лисичка", "Волнушка", "Маслёнок", "Сморчок",
    "Трюфель", "Чага", "Сыроежка", "Дождевик", "Моховик", "Подберёзовик", "Строчок", "Вешенка", "Шампиньон", "Зонтик",
    "Говорушка", "Рядовка", "Млечник", "Ежовик", "Трутовик",
)  # fmt: skip
# The roles of the usual sets of seven and nine: the first four names have them, the rest are citizens.
ROLES = {"Мухомор": "mafia", "Поганка": "mafia", "Боровик": "commissioner", "Рыжик": "doctor"}
HOST = "Лесник"


def make_user(email: str, member: str | None = None, language: str = "ru") -> User:
    """Make a person with a confirmed address and, if asked for, a member name."""
    user = people.user_for_email(email)
    user.language = language
    user.save(update_fields=["language"])
    if member:
        people.claim_member_name(user, member)
    return user


def client_of(user: User | None) -> Client:
    """Return a browser in which this person is logged in; for None, a visitor's."""
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def station(method: Callable[..., "Played"]) -> Callable[..., "Played"]:
    """Let a way that many tests go be gone once: the game stands where it leads from the memory (`tests/memory.py`)."""

    @functools.wraps(method)
    def recalled(played: "Played", *args: object, **more: object) -> "Played":
        def play() -> dict[str, Any]:
            method(played, *args, **more)
            return dict(vars(played.game))

        key = f"{method.__name__} {played.game.pk} {args} {more} {list(played.seats.items())} {played.clock is None}"
        vars(played.game).update(memory.recall(key, play))
        return played

    return recalled


@dataclass
class Played:
    """A game with the people in it."""

    game: Game
    host: Persona
    host_user: User
    users: dict[str, User]
    seats: dict[str, int]
    clock: Any = None
    _clients: dict[str, Client] = field(default_factory=dict)

    # ---- who

    def client(self, name: str = "") -> Client:
        """Return the browser of a player (one and the same each time), of the host, or ("") of a visitor."""
        if name not in self._clients:
            self._clients[name] = client_of(self.users.get(name) or (self.host_user if name == HOST else None))
        return self._clients[name]

    def seat(self, name: str) -> Seat:
        """Return a player's row."""
        return Seat.objects.select_related("persona", "talk").get(game=self.game, number=self.seats[name])

    def persona(self, name: str) -> Persona:
        """Return the persona that somebody acts as in this game."""
        return self.host if name == HOST else self.seat(name).persona

    def with_role(self, role: str) -> list[str]:
        """Return the names of those who were dealt a role, in seat order."""
        names = {number: name for name, number in self.seats.items()}
        return [names[seat.number] for seat in self.state().seats if seat.role == role]

    def living(self) -> list[str]:
        """Return the names of those in play, in seat order."""
        names = {number: name for name, number in self.seats.items()}
        return [names[seat.number] for seat in self.state().living]

    # ---- what

    def state(self) -> State:
        """Return the game's state as it is now."""
        self.game.refresh_from_db()
        return load_state(self.game)

    @property
    def phase(self) -> str:
        """The name of the open phase."""
        return self.state().phase.name

    def url(self, name: str = "table", **kwargs: object) -> str:
        """Return an address within the game."""
        return reverse(f"games:{name}", kwargs={"slug": self.game.slug, **kwargs})

    def form(self, who: str, **fields: object) -> dict[str, object]:
        """Return the fields of an acting form as the page of this person would send them."""
        return {"as": self.persona(who).token, **fields}

    def now(self) -> datetime:
        """Return the present time, never before the last thing that happened in the game."""
        last = self.state().last_at
        return max(timezone.now(), last) if last else timezone.now()

    # ---- the game goes on

    def deal(self, roles: Mapping[str, str] | None = None) -> "Played":
        """Deal: these roles by name (everybody else is a citizen), or at random."""
        at = self.now()
        if roles is None:
            services.deal_now(game=self.game, host=self.host, at=at)
        else:
            forced = {number: roles.get(name, "citizen") for name, number in self.seats.items()}
            with work_on(self.game.pk, at) as work:
                work.record(work.table.deal(at=at, roles=forced))
        return self

    def acknowledge(self, *names: str) -> "Played":
        """Let these players (or all) answer `+`; when all have, day 1 opens."""
        for name in names or tuple(self.seats):
            services.message_host(game=self.game, seat=self.seats[name], text="+", at=self.now())
        return self

    def vote(self, name: str, target: str) -> "Played":
        """Vote by the control, for a nickname or "ночь"."""
        services.cast_vote(game=self.game, seat=self.seats[name], target=target, at=self.now())
        return self

    def votes(self, target: str, *names: str) -> "Played":
        """Let several players vote for one."""
        for name in names:
            self.vote(name, target)
        return self

    def say(self, guilty: bool, *names: str) -> "Played":
        """Let players say FOR or AGAINST by the control."""
        for name in names:
            services.give_verdict(game=self.game, seat=self.seats[name], guilty=guilty, at=self.now())
        return self

    def post(self, name: str, text: str) -> "Played":
        """Post in the game thread, as a player or the host."""
        if name == HOST:
            services.host_post(game=self.game, host=self.host, source=text, at=self.now())
        else:
            services.post(game=self.game, seat=self.seats[name], source=text, at=self.now(), limit_pace=False)
        return self

    def tell(self, name: str, text: str) -> services.Answer:
        """Send the host a private message: an order at night."""
        return services.message_host(game=self.game, seat=self.seats[name], text=text, at=self.now())

    def letter(self, name: str, to: Sequence[str], text: str) -> str:
        """Write a letter; return the token of the conversation."""
        seats = [self.seats[one] for one in to]
        post = services.write_letter(
            game=self.game, seat=self.seats[name], to=seats, source=text, at=self.now(), limit_pace=False
        )
        return post.thread.token

    def heart_attack(self, name: str, reason: str = "Нарушение правил.") -> "Played":
        """Remove a player by the host's hand."""
        services.give_heart_attack(game=self.game, host=self.host, seat=self.seats[name], reason=reason, at=self.now())
        return self

    def end_phase(self, late: timedelta = timedelta(0)) -> "Played":
        """End the open phase at its deadline, as the tick does; with a clock the time is then that."""
        deadline = self.state().phase.deadline
        assert deadline is not None, "this phase has no deadline"
        if self.clock is not None:
            self.clock.move_to(deadline + late)
        services.advance(game_id=self.game.pk, now=deadline + late)
        return self

    def wait(self, length: timedelta) -> "Played":
        """Let time pass. Needs a clock."""
        self.clock.shift(length)
        return self

    # ---- stations

    @station
    def to_day(self, roles: Mapping[str, str] | None = None) -> "Played":
        """Go on to day 1: everybody has read the role. `roles` as in `deal`, by default `ROLES`."""
        if self.phase == "signup":
            self.deal(ROLES if roles is None else roles)
        return self.acknowledge() if self.phase == "deal" else self

    @station
    def to_last_word(self, *bench: str) -> "Played":
        """Let the living vote so that exactly these stand on the bench, and end the day; nobody is silent."""
        self.to_day()
        others = [name for name in self.living() if name not in bench]
        if len(bench) == 1:
            self.vote(bench[0], others[0]).votes(bench[0], *others)
            return self.end_phase()
        for number, name in enumerate(bench):
            self.vote(name, bench[(number + 1) % len(bench)])
        even = len(others) // len(bench) * len(bench)
        for number, name in enumerate(others[:even]):
            self.vote(name, bench[number % len(bench)])
        return self.away(*others[even:]).end_phase()

    def away(self, *names: str) -> "Played":
        """Let players give an absence notice for the present day."""
        day = self.state().phase.day
        for name in names:
            services.give_notice(game=self.game, seat=self.seats[name], first=day, last=day, at=self.now())
        return self

    @station
    def to_night(self) -> "Played":
        """Go on to the next night with nobody jailed and nobody silent: all are away, nobody votes."""
        self.to_day()
        return self.away(*self.living()).end_phase()

    @station
    def to_end(self) -> "Played":
        """Let the town win: every enemy gets a heart attack."""
        self.to_day()
        enemies = [role.name for role in ALL_ROLES.values() if role.side is not Side.TOWN]
        for name in [one for role in enemies for one in self.with_role(role)]:
            if self.phase not in OVER and name in self.living():
                self.heart_attack(name)
        return self


def make_game(
    players: int = 7,
    *,
    names: Sequence[str] | None = None,
    title: str = "Грибной суп",
    theme: str = "грибы",
    options: Mapping[str, object] | None = None,
    composition: Composition | None = None,
    language: str = "ru",
    reader_language: str = "ru",
    clock: Any = None,
    tag: str = "",
    people_of: str = "",
    deadline: timedelta = timedelta(days=2),
) -> Played:
    """Make a game in sign-up with so many players seated, each a clone of a person of its own.

    `tag` keeps the people and the names of a second game apart from those of the first, `people_of`
    the people alone (the host is the same then).
    """
    made = tuple(f"{name}{tag}" for name in (names or NAMES[:players]))
    more = (title, theme, dict(options or {}), composition, language, reader_language, tag, people_of, deadline)
    played = memory.recall(f"make_game {made} {more}", lambda: _made(made, *more))
    played.clock = clock
    return played


def _made(
    names: Sequence[str],
    title: str,
    theme: str,
    options: Mapping[str, object],
    composition: Composition | None,
    language: str,
    reader_language: str,
    tag: str,
    people_of: str,
    deadline: timedelta,
) -> Played:
    at = timezone.now()
    host_user = make_user(f"host{tag or 0}@example.org", language=reader_language)
    host = people.claim_member_name(host_user, f"{HOST}{tag}")
    game = services.create_game(
        host=host,
        title=title,
        theme=theme,
        ruleset=Ruleset.from_options("forum", {"timezone": "Europe/Moscow", **options}),
        composition=composition or suggested(),
        deadline=at + deadline,
        at=at,
        language=language,
    )
    played = Played(game, host, host_user, {}, {})
    for number, name in enumerate(names, start=1):
        user = make_user(f"player{number}{tag}{people_of}@example.org", language=reader_language)
        seat = services.join(game=game, user=user, name=name, announcement=f"{name} здесь.", at=at)
        played.users[name], played.seats[name] = user, seat.number
    return played
