"""A world at each state of the matrix, and what each of its lines asks for there."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from http.cookies import SimpleCookie
from typing import Any

from django.test import Client
from django.urls import reverse

from accounts import selectors as people
from accounts.models import Persona
from common.seals import HOST_CODE
from forum.models import Post
from games import services
from games.models import Heartbeat, Reservation, Room
from tests.secrets import cups
from tests.secrets.forms import filled
from tests.secrets.places import OF_THE_SITE, token_of
from tests.secrets.worlds import (
    HOST,
    JAILED,
    MEMBER,
    ONLOOKER,
    OTHER_HOST,
    OTHER_MAFIOSO,
    ROLES,
    STATIONS,
    VISITOR,
    World,
    fixed,
    settle,
)
from tournaments.models import Tournament
from tournaments.services import create as announce

NEWCOMER = "newcomer"
# The readers of the matrix, by the letter of their column.
WHO = {
    "v": VISITOR,
    "o": ONLOOKER,
    "m": MEMBER,
    "c": "Груздь",
    "f": "Мухомор",
    "k": "Боровик",
    "d": "Рыжик",
    "x": JAILED,
    "h": HOST,
    "H": OTHER_HOST,
    "F": OTHER_MAFIOSO,
    "n": NEWCOMER,
}
PLAYERS = "cfkdx"
Fields = dict[str, object]


@dataclass
class Stage:
    """A world in one of the states, with everybody's browser by the letter of the column."""

    world: World
    clients: dict[str, Client]
    held: str

    @property
    def slug(self) -> str:
        """The address of the game."""
        return str(self.world.game.game.slug)

    def seat(self, who: str) -> int:
        """Return the seat of a player."""
        return self.world.game.seats[WHO[who]]

    def own(self, who: str) -> str:
        """Return the `as` of the forms that somebody is shown."""
        return "" if who == "n" else token_of(self.world, WHO[who])


def build(state: str, clock: Any) -> Stage:
    """Play a world to a state of the matrix."""
    world, newcomer = World(clock, {"presence": True, "graveyard": True}), Client()
    newcomer.cookies, held = world.recall(f"stage {state}", lambda: _set_up(state, world, newcomer))
    return Stage(world, {letter: world.clients.get(who, newcomer) for letter, who in WHO.items()}, held)


def _set_up(state: str, world: World, newcomer: Client) -> tuple[SimpleCookie, str]:
    """Do what `build` does to a new world; return the newcomer's cookies and the token of the seat that is held."""
    Heartbeat.objects.create(pk=1, at=world.game.now())
    answer = newcomer.post(
        world.game.url("join"), {"name": "Чужак", "announcement": "Пустите.", "email": "newcomer@example.org"}
    )
    assert answer.status_code == 303, answer.status_code
    services.enter_onlookers(game=world.game.game, user=world.people[MEMBER], at=world.game.now())
    announce(
        organiser=_persona(world, OTHER_HOST),
        title="Кубок опушки",
        starts_at=world.game.now() + timedelta(days=30),
        entries_close_at=world.game.now() + timedelta(days=29),
        groups_wanted=1,
        at=world.game.now(),
    )
    services.offer_desk(game=world.game.game, host=world.game.host, to=_persona(world, MEMBER), at=world.game.now())
    if state != "signup":
        _play_on(state, world)
    # Nobody wrote a moment ago, and next door nothing is overdue.
    world.clock.shift(timedelta(minutes=5))
    for game, _seq in services.due_games(world.game.now()):
        services.advance(game_id=game, now=world.game.now())
    Heartbeat.objects.update(at=world.game.now())
    held = Reservation.objects.get()
    cups.make(world)
    settle()
    return newcomer.cookies, held.token


def _persona(world: World, member: str) -> Persona:
    persona = people.member_of(world.people[member])
    assert persona is not None
    return persona


def _play_on(state: str, world: World) -> None:
    """Play to the second day, the second night, or the end; with letters, and a notice for the third day."""
    last = "night2" if state == "night" else "day2"
    for station in STATIONS[1 : STATIONS.index(last) + 1]:
        world.go_to(station, ROLES)
        if station == "deal":
            world.game.letter("Груздь", ["Рыжик"], "Между нами.")
            world.game.letter("Боровик", [JAILED], "Слышно?")
        if station == "day2":
            for name in world.game.living():
                day = {"game": world.game.game, "seat": world.game.seats[name], "first": 3, "last": 3}
                services.give_notice(**day, at=world.game.now())
    if state == "over":
        world.game.to_end()


# ---------- where a line of the matrix leads


def _mafia(stage: Stage) -> str:
    room = Room.objects.filter(game=stage.world.game.game, kind=Room.Kind.MAFIA).select_related("thread").first()
    return room.thread.token if room else fixed("nothing at all")


# What stands in an address besides the game, by the line's second word.
TOKENS: dict[str, Callable[[Stage], str]] = {
    "of c and d": lambda stage: fixed("room gribnoj letter ['Груздь', 'Рыжик']"),
    "of the mafia": _mafia,
    "of k with x": lambda stage: fixed(f"room gribnoj letter ['Боровик', '{JAILED}']"),
    "of next door": lambda stage: fixed("room sosedi mafia ['Мухомор2']"),
    "talk of c": lambda stage: fixed(f"talk gribnoj {stage.seat('c')}"),
    "the thread": lambda stage: fixed("thread gribnoj"),
}


def address(stage: Stage, name: str, what: str, slug: str) -> str:
    """Return the address of a line, in the game or (with another `slug`) in one that does not exist."""
    if name in cups.NAMES:
        return cups.address(name, what, stage.world)
    if name.startswith("tournaments:"):
        return _of_tournament(name, what)
    if name == "games:letter":
        return reverse(name, kwargs={"slug": slug, "token": TOKENS[what](stage)})
    if name == "games:report_letter":
        return reverse(name, kwargs={"slug": slug, "token": TOKENS[what](stage)}) + "?post=1"
    if name == "games:report":
        # The announcement of somebody who is none of the readers.
        post = Post.objects.get(thread=stage.world.game.game.thread, author__name="Сморчок", mark="joined")
        return reverse(name, kwargs={"slug": slug}) + f"?post={post.number}"
    if name == "games:join_code":
        return reverse(name, kwargs={"slug": slug, "token": stage.held if what == "held" else "x" * 32})
    if name == "games:desk_talk":
        return reverse(name, kwargs={"slug": slug, "seat": stage.seat("c") if what == "with c" else 77})
    if name == "games:note":
        return reverse(name, kwargs={"slug": slug, "seat": stage.seat("c") if what == "on c" else 77})
    if name == "games:desk_act":
        return reverse(name, kwargs={"slug": slug, "act": what})
    if name == "common:seal":
        return reverse(name, kwargs={"code": HOST_CODE})
    if name == "account_reset_password_from_key":
        return reverse(name, kwargs={"uidb36": "1", "key": "no-such"})
    elsewhere = {*OF_THE_SITE, "games:notices_read", "games:play", "games:create_summary"}
    if name.startswith("games:") and name not in elsewhere:
        return reverse(name, kwargs={"slug": slug})
    return reverse(name)


def _of_tournament(name: str, what: str) -> str:
    """Return an address of the tournament that H has announced."""
    if name in ("tournaments:list", "tournaments:create"):
        return reverse(name)
    slug = Tournament.objects.order_by("pk").values_list("slug", flat=True)[0]
    return reverse(name, kwargs={"slug": slug, **({"act": what} if what else {})})


def _as_shown(stage: Stage, who: str, url: str, action: str) -> Fields:
    """Return the form that the page shows this reader, as it stands there; nothing where there is none."""
    answer = stage.clients[who].get(url)
    if answer.status_code != 200:
        return {}
    return dict(filled(answer.content.decode(), action))


def _of_new_game(stage: Stage, who: str) -> Fields:
    url = reverse("games:create")
    shown = _as_shown(stage, who, url, url)
    return {**shown, "title": "Новая игра"} if shown else {}


def _of_new_tournament(stage: Stage, who: str) -> Fields:
    url = reverse("tournaments:create")
    shown = _as_shown(stage, who, url, url)
    return {**shown, "title": "Новый турнир"} if shown else {}


def _of_options(stage: Stage, who: str) -> Fields:
    url = stage.world.game.url("change")
    try:
        return _as_shown(stage, who, url, url)
    except LookupError:
        # Nothing can be changed any more, and so the page has no form.
        return {"as": stage.own(who)}


def _of_profile(stage: Stage, who: str) -> Fields:
    url = reverse("accounts:profile")
    return _as_shown(stage, who, url, url)


def _of_host(stage: Stage, who: str, **fields: object) -> Fields:
    phase = stage.world.game.state().phase
    return {"as": stage.own(who), "phase": f"{phase.name}-{phase.day}", "confirm": "1", **fields}


def _acting(**fields: object) -> Callable[[Stage, str], Fields]:
    return lambda stage, who: {"as": stage.own(who), "key": fixed(f"form of {who}"), **fields}


# What is sent to an address, as the own page would send it.
FORMS: dict[str, Callable[[Stage, str], Fields]] = {
    "games:create": _of_new_game,
    "games:join": lambda stage, who: {
        "name": f"Сосед {ord(who)}",
        "announcement": "Я тут.",
        "email": f"new-{who}@example.org",
        "key": fixed(f"join {who}"),
    },
    "games:join_code": lambda stage, who: {"code": "BCDF-BCDF"},
    "games:withdraw": _acting(),
    "games:rename": lambda stage, who: {"as": stage.own(who), "name": "Перепел"},
    "games:post": _acting(text="Добрый вечер."),
    "games:vote": lambda stage, who: {"as": stage.own(who), "target": stage.world.game.seats["Сморчок"]},
    "games:unvote": _acting(),
    "games:done": _acting(),
    "games:say": _acting(word="for"),
    "games:boss": lambda stage, who: {"as": stage.own(who), "target": stage.world.game.seats["Мухомор"]},
    "games:declare": _acting(),
    "games:away": lambda stage, who: {"as": stage.own(who), "first": "4", "last": "4"},
    "games:advance_vote": lambda stage, who: {
        "as": stage.own(who),
        "day": "3",
        "target": stage.world.game.seats["Сморчок"],
    },
    "games:order": lambda stage, who: {"as": stage.own(who), "target": stage.world.game.seats["Сморчок"]},
    "games:acknowledge": _acting(),
    "games:letter_new": lambda stage, who: {
        "as": stage.own(who),
        "to": [stage.world.game.seats["Сморчок"]],
        "text": "Что скажете?",
    },
    "games:letter": _acting(text="Ответ."),
    "games:talk": _acting(text="Вопрос."),
    "games:report": _acting(text="Нехорошо."),
    "games:report_letter": _acting(text="Нехорошо."),
    "games:dead": _acting(text="Мы молчим."),
    "games:onlookers": _acting(text="Мы смотрим."),
    "games:look_on": _acting(),
    "games:bookmarks": _acting(keep="3"),
    "games:note": _acting(text="Молчун."),
    "games:desk_talk": _acting(text="Ответ ведущего."),
    "games:desk_offer": _acting(decline="1"),
    "games:change": _of_options,
    "accounts:profile": _of_profile,
    "accounts:name": lambda stage, who: {"name": ""},
    "accounts:language": lambda stage, who: {"language": "ru"},
    "accounts:scheme": lambda stage, who: {"scheme": "ink"},
    "accounts:page_size": lambda stage, who: {"size": "50"},
    "games:desk_act": lambda stage, who: {},
    "tournaments:points": lambda stage, who: cups.points_form(stage.own(who)),
    "tournaments:create": _of_new_tournament,
    "tournaments:withdraw": lambda stage, who: {"sure": "1"},
    "tournaments:desk_act": lambda stage, who: {"sure": "1", "reason": "Гроза.", "match": "1", "group": "1"},
}
ACTS: dict[str, Fields] = {
    "post": {"text": "Слово ведущего."},
    "extend": {"by": "2h", "way": "more", "moved": "0"},
    "heart": {"seat": "10", "reason": "Нарушение."},
    "rename": {"seat": "10"},
    "remove": {"seat": "10"},
    "hide": {"number": "3"},
    "noted": {"number": "1"},
    "answer": {"seat": "10", "text": "Ответ ведущего."},
    "roles": {"show": "1"},
    "hand": {"name": "Соседка"},
}


def form(stage: Stage, name: str, what: str, who: str) -> Fields:
    """Return what a reader's own page would send to the address of a line."""
    if name == "games:desk_act":
        return _of_host(stage, who, **ACTS.get(what, {}))
    return FORMS[name](stage, who) if name in FORMS else {}
