"""The addresses of the site as somebody in a world asks for them.

`pages` are all that can be read, `attempts` the forms that a curious reader sends to find out what
a page does not show. A test asks that no address of the games is left out here.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from django.urls import URLPattern, URLResolver, get_resolver, reverse

from forum.models import ThreadMember
from games.models import Room, Seat
from tests.secrets.worlds import HOST, JAILED, MEMBERS, NAMES, World, fixed

# Addresses that take forms only; `attempts` and the access matrix send them.
FORMS_ONLY = frozenset(
    f"games:{name}"
    for name in (
        "join",
        "withdraw",
        "rename",
        "post",
        "vote",
        "unvote",
        "done",
        "say",
        "boss",
        "declare",
        "away",
        "advance_vote",
        "order",
        "acknowledge",
        "here",
        "desk_act",
        "notices_read",
        "play",
        "create_summary",
        "hints",
        "look_on",
    )
)
# Pages without a game in their address.
OF_THE_SITE = (
    "games:front",
    "games:list",
    "games:archive",
    "games:how",
    "games:roles",
    "games:glossary",
    "games:writing",
    "games:absence",
    "games:create",
    "games:notices",
    "games:ticket",
    "accounts:profile",
)
# Pages of a game that need nothing else in their address, with the questions that may follow it.
OF_A_GAME: dict[str, tuple[str, ...]] = {
    "games:search": ("?q=нравится", "?q=мафия&by=5&day=1"),
    "games:report": ("?post=3",),
    "games:table": (
        "",
        "?page=1",
        "?by=5",
        "?by=3&by=host&day=1&only=votes",
        "?only=votes",
        "?quote=2&quote=3",
        "?post=3",
    ),
    "games:jump": ("?post=5",),
    "games:bookmarks": ("",),
    "games:live_thread": ("?after=2",),
    "games:live_panel": ("",),
    "games:letters": ("", "?q=нравится"),
    "games:letter_new": ("", "?to=5&to=8"),
    "games:talk": ("",),
    "games:dead": ("",),
    "games:onlookers": ("",),
    "games:rules": ("",),
    "games:change": ("",),
    "games:protocol": ("",),
    "games:votes": ("", "?day=2&voter=3", "?at=30"),
    "games:votes_txt": ("",),
    "games:activity": ("",),
    "games:story": ("",),
    "games:replay": ("", "?step=9&as=visitor", "?step=20&as=5"),
    "games:proof": ("",),
    "games:proof_json": ("",),
    "games:desk": ("",),
    "games:desk_presence": ("",),
    "games:desk_offer": ("",),
}
# Those that need more; `pages` says what.
OF_A_THING = ("games:letter", "games:report_letter", "games:desk_talk", "games:join_code", "games:note")
# Conversations that somebody who guessed their tokens would ask for.
GUESSED = (
    "thread gribnoj",
    "talk gribnoj 3",
    "talk gribnoj 6",
    "room gribnoj mafia ['Маслёнок', 'Мухомор', 'Поганка']",
    "room gribnoj letter ['Груздь', 'Опёнок']",
    "room gribnoj letter ['Груздь', 'Лисичка']",
    "room gribnoj letter ['Боровик', 'Мухомор']",
    "nothing at all",
)


def patterns(resolver: URLResolver | None = None, space: str = "") -> Iterator[str]:
    """Return the name of every address of the URLconf, with its namespace; `?` where one has no name."""
    for entry in (resolver or get_resolver()).url_patterns:
        if isinstance(entry, URLResolver):
            yield from patterns(entry, f"{space}{entry.namespace}:" if entry.namespace else space)
        elif isinstance(entry, URLPattern):
            yield space + (entry.name or f"? {entry.pattern}")


# Pages that hold what is hidden in a game, or a sign of it: who comes closest to a secret reads these at every look.
CLOSE = frozenset({*OF_A_GAME, "games:front", "games:list", "games:notices"})


@cache
def address(name: str, **kwargs: object) -> str:
    """Return the address of a page, which is the same in every world."""
    return reverse(name, kwargs=kwargs)


@cache
def _for_anybody(slug: str) -> tuple[tuple[str, str], ...]:
    """Return the addresses that are the same whoever asks."""
    found = [(name, address(name)) for name in OF_THE_SITE]
    for name, questions in OF_A_GAME.items():
        url = address(name, slug=slug)
        found += [(name + question, url + question) for question in questions]
    for meaning in GUESSED:
        found.append((f"letter {meaning}", address("games:letter", slug=slug, token=fixed(meaning))))
    return (
        *found,
        ("join_code", address("games:join_code", slug=slug, token=fixed("nothing at all"))),
        ("no game", address("games:table", slug="nosuch")),
        ("/no/such/page/", "/no/such/page/"),
    )


@dataclass(frozen=True)
class Own:
    """What belongs to each player of a world: the token of the persona, and those of rooms and letters."""

    personas: Mapping[str, str]
    conversations: Mapping[str, Sequence[str]]


def owned(world: World) -> Own:
    """Return what belongs to each player now, all players at once."""
    game = world.game.game
    names = {number: name for name, number in world.game.seats.items()}
    seats = Seat.objects.filter(game=game).values_list("number", "persona_id", "persona__token")
    places = ThreadMember.objects.filter(thread__in=Room.objects.filter(game=game).values("thread"))
    places_of: dict[int, list[str]] = {}
    for persona, token in places.values_list("persona_id", "thread__token"):
        places_of.setdefault(persona, []).append(token)
    found = {names[number]: (persona, token) for number, persona, token in seats if number in names}
    return Own(
        {name: token for name, (_persona, token) in found.items()},
        {name: sorted(places_of.get(persona, ())) for name, (persona, _token) in found.items()},
    )


def pages(world: World, who: str, own: Own | None = None) -> Iterator[tuple[str, str]]:
    """Return every page that somebody can ask for: label and address. `own`: what is known already."""
    slug = world.game.game.slug
    yield from _for_anybody(slug)
    for token in (own or owned(world)).conversations.get(who, ()):
        yield f"own letter {token}", address("games:letter", slug=slug, token=token)
    for seat in range(1, len(NAMES) + 1) if who == HOST else (3, 6):
        yield f"desk_talk {seat}", address("games:desk_talk", slug=slug, seat=seat)
    yield "note 5", address("games:note", slug=slug, seat=5)


def token_of(world: World, who: str, own: Own | None = None) -> str:
    """Return the `as` of the forms that somebody is shown in this game; empty for whoever has no name there."""
    if own is not None and who in NAMES:
        return own.personas[who]
    if who in NAMES or who == HOST:
        return world.game.persona(who).token
    return fixed(f"persona member {who} True") if who in MEMBERS else ""


def attempts(world: World, who: str, own: Own | None = None) -> Iterator[tuple[str, str, dict[str, object]]]:
    """Return forms that somebody sends who wants to find out more: label, address, fields."""
    slug, mine = world.game.game.slug, token_of(world, who, own)

    def form(
        to: str, /, kwargs: dict[str, object] | None = None, **fields: object
    ) -> tuple[str, str, dict[str, object]]:
        url = address(f"games:{to}", slug=slug, **(kwargs or {}))
        return f"POST {to} {kwargs or ''} {fields}", url, {"as": mine, **fields}

    yield form("post", text="[vote]Никтошка[/vote]")
    yield form("post", text="Кто здесь?")
    if who in NAMES:
        yield form("vote", target="5")
        yield form("order", target="Груздь")
        yield form("talk", text="Опёнок")
        yield form("letter_new", to=["5", "6"], text="Что нового?")
        yield form("letter_new", to=[str(NAMES.index(JAILED) + 1)], text="Слышно?")
        yield form("advance_vote", day="3", target="5")
        yield form("rename", name="Чужак")
    else:
        yield form("join", name="Чужак", announcement="Я тут.", email="player3@example.org")
        yield form("join", name="Груздь", announcement="Я тут.", email="host0@example.org")
    yield form("letter", {"token": fixed(GUESSED[4])}, text="Это вам")
    yield form("letter", {"token": fixed(GUESSED[-1])}, text="Это вам")
    yield form("report", post="3", text="Нехорошо.")
    yield form("report_letter", {"token": fixed(GUESSED[4])}, post="1", text="Нехорошо.")
    yield form("dead", text="Что у вас?")
    yield form("onlookers", text="А у вас?")
    yield form("look_on")
    yield form("desk_act", {"act": "pause"})
