"""The pairs of worlds: what is hidden differently, who may know of it, and when the others look.

Who may know is written from the rulebook, not from the pages: a night order is known to its sender
and the host, a letter to those who have it, an owner to nobody. See `twins.Pair`.
"""

from collections.abc import Callable, Iterator
from datetime import timedelta

from accounts import services as people
from games.models import Room
from tests.secrets.acts import (
    advance,
    asks_rename,
    away,
    has_read_bell,
    host_reads,
    host_writes,
    in_room,
    is_here,
    letter,
    offers_desk,
    owners_change_places,
    person,
    plays_next_door,
    reads,
    reads_letters,
    replies,
    reports,
    reports_letter,
    reserved_by,
    seed_is,
    speaks,
    tell,
    tick_failed,
    unlike,
    was_here,
)
from tests.secrets.pairs_graveyard import of_graveyard
from tests.secrets.pairs_live import of_further_roles, of_the_boss
from tests.secrets.pairs_reading import of_reading
from tests.secrets.twins import Act, Hidden, Pair
from tests.secrets.worlds import HOST, JAILED, MEMBER, NAMES, ROLES, STRANGER

MAFIA = ("Мухомор", "Поганка", "Маслёнок")
QUIET_DOCTOR = {"report_treated": False}
EARLY = {"night_ends_early": True, "night_min": "12h"}


# ---------- the pairs


def swapped(one: str, other: str, roles: dict[str, str]) -> dict[str, str]:
    """Return the roles with those of two players changed."""
    found = {**roles, one: roles.get(other, "citizen"), other: roles.get(one, "citizen")}
    return {name: role for name, role in found.items() if role != "citizen"}


def of_roles() -> Iterator[Pair]:
    """Two players have each other's role."""
    couples = [
        ("Боровик", "Груздь", ()),
        ("Рыжик", "Опёнок", ()),
        ("Маслёнок", "Лисичка", MAFIA),
        ("Поганка", "Боровик", MAFIA),
        ("Мухомор", "Рыжик", MAFIA),
    ]
    for one, other, mates in couples:
        name = f"roles of {one} and {other}"
        knows = frozenset({one, other, HOST, *mates})
        yield Pair(name, Hidden(ROLES), Hidden(swapped(one, other, ROLES)), knows, ("deal", "night1"))
    more = {**ROLES, "Сморчок": "sergeant"}
    knows = frozenset({"Сморчок", "Лисичка", "Боровик", HOST})
    yield Pair("who is sergeant", Hidden(more), Hidden(swapped("Сморчок", "Лисичка", more)), knows, ("deal", "day2"))
    more = {**ROLES, "Сморчок": "maniac"}
    knows = frozenset({"Сморчок", "Опёнок", HOST})
    yield Pair("who is maniac", Hidden(more), Hidden(swapped("Сморчок", "Опёнок", more)), knows, ("day1", "night1"))


def of_roles_that_act() -> Iterator[Pair]:
    """Two players have each other's role, and whoever has the power uses it in the same way."""

    def pair(one: str, other: str, text: str, mates: tuple[str, ...] = (), **more: object) -> Pair:
        first, second = Hidden(ROLES, {"night1": (tell(one, text),)}), swapped(one, other, ROLES)
        return Pair(
            f"{text} by {one} or {other}",
            first,
            Hidden(second, {"night1": (tell(other, text),)}),
            frozenset({one, other, HOST, *mates}),
            ("night1", "day2"),
            more,
        )

    yield pair("Боровик", "Груздь", "проверить Мухомор")
    yield pair("Боровик", "Опёнок", "проверить Лисичка", report_check=True)
    yield pair("Рыжик", "Опёнок", "лечить Сморчок")
    yield pair("Поганка", "Лисичка", "убить Опёнок", MAFIA)


def of_orders() -> Iterator[Pair]:
    """Orders are other ones, more, fewer, or withdrawn, and the town sees the same."""

    def pair(
        name: str,
        one: tuple[Act, ...],
        other: tuple[Act, ...],
        *knows: str,
        looks: str = "night1 day2",
        near: tuple[str, ...] = (),
        **options: object,
    ) -> Pair:
        return Pair(
            name,
            Hidden(acts={"night1": one}),
            Hidden(acts={"night1": other}),
            frozenset({HOST, *knows}),
            tuple(looks.split()),
            options,
            near,
        )

    check, heal = "Боровик", "Рыжик"
    yield pair("whom the check is of", (tell(check, "Груздь"),), (tell(check, "Мухомор"),), check)
    yield pair("a check, or none", (tell(check, "кто такой Поганка?"),), (), check)
    yield pair("a check, or a pass", (tell(check, "Поганка"),), (tell(check, "пас"),), check)
    yield pair("a check withdrawn, or none", (tell(check, "Поганка"), tell(check, "отмена")), (), check)
    yield pair("a check replaced", (tell(check, "Груздь"), tell(check, "Сморчок")), (tell(check, "Сморчок"),), check)
    yield pair("a name that nobody bears", (tell(check, "Подосиновик"),), (), check)
    yield pair("an order for a player who is out", (tell(heal, JAILED),), (), heal)
    yield pair("an order of a citizen", (tell("Опёнок", "убить Груздь"),), (), "Опёнок")
    saved = (tell(heal, "Груздь"),)
    yield pair("an attack that was healed, or none", (*saved, tell("Мухомор", "Груздь")), saved, "Мухомор")
    yield pair("whose mark kills", (tell("Мухомор", "Опёнок"),), (tell("Поганка", "Опёнок"),), "Мухомор", "Поганка")
    yield pair(
        "one mark or three for the same victim",
        tuple(tell(name, "Опёнок") for name in MAFIA),
        (tell("Маслёнок", "Опёнок"),),
        "Мухомор",
        "Поганка",
    )
    tie = (tell("Мухомор", "Груздь"), tell("Поганка", "Опёнок"))
    yield pair(
        "between whom the marks are tied",
        tie,
        (tell("Мухомор", "Сморчок"), tell("Поганка", "Лисичка")),
        "Мухомор",
        "Поганка",
    )
    yield pair("who of the mafia is reminded", tie, (tell("Маслёнок", "Сморчок"), *tie), "Маслёнок", "Поганка")
    yield pair(
        "a mark too few for the majority",
        (tell("Мухомор", "Груздь"),),
        (tell("Мухомор", "Опёнок"),),
        "Мухомор",
        mafia_kill="majority",
    )
    yield pair("whom the doctor treats", (tell(heal, "Груздь"),), (tell(heal, heal),), heal, **QUIET_DOCTOR)
    yield pair("a treatment, or none", (tell(heal, "Опёнок"),), (), heal, **QUIET_DOCTOR)
    yield pair(
        "an attack that was healed, or nothing at all",
        (tell(heal, "Опёнок"), tell("Поганка", "Опёнок")),
        (),
        heal,
        "Поганка",
        **QUIET_DOCTOR,
    )
    most = (*(tell(name, "пас") for name in MAFIA), tell(heal, "пас"))
    yield pair(
        "the last order is in", (*most, tell(check, "пас")), most, check, looks="night1", near=("Сморчок",), **EARLY
    )
    yield pair(
        "the last order is withdrawn",
        (*most, tell(check, "Груздь"), tell(check, "отмена")),
        (*most, tell(check, "Груздь")),
        check,
        looks="night1",
        **EARLY,
    )
    yield Pair(
        "an order of the second night",
        Hidden(acts={"night2": (tell("Мухомор", "пас"), tell(check, "Мухомор"))}),
        Hidden(),
        frozenset({"Мухомор", check, HOST}),
        ("night2", "day3"),
    )


def of_acknowledgements() -> Iterator[Pair]:
    """Who has read the role."""

    def pair(one: tuple[str, ...], other: tuple[str, ...], looks: str = "deal day1") -> Pair:
        first = looks.split()[0]
        return Pair(
            f"read the role: {', '.join(one)}, or {', '.join(other) or 'nobody'} ({first})",
            Hidden(acts={first: tuple(tell(name, "+") for name in one)}),
            Hidden(acts={first: tuple(tell(name, "+") for name in other)}),
            frozenset({HOST, *one, *other}),
            tuple(looks.split()),
        )

    yield pair(("Груздь",), ("Опёнок",))
    yield pair(("Мухомор",), ())
    yield pair(("Сморчок",), (), "day1")


def of_letters() -> Iterator[Pair]:
    """Letters are written, other ones, longer ones, to others, or read. The host does not read them."""

    def pair(
        name: str, one: tuple[Act, ...], other: tuple[Act, ...], *knows: str, at: str = "day1", looks: str = "day1"
    ) -> Pair:
        return Pair(name, Hidden(acts={at: one}), Hidden(acts={at: other}), frozenset(knows), tuple(looks.split()))

    a, b, c = "Груздь", "Опёнок", "Лисичка"
    one = letter(a, b, "Мне не нравится Мухомор.")
    yield pair("a letter, or none", (one,), (), a, b, looks="day1 night1")
    yield pair("a letter in the deal", (letter(a, b, "Кто ты?"),), (), a, b, at="deal", looks="deal day1")
    yield pair("a letter at night", (one,), (), a, b, at="night1", looks="night1 day2")
    yield pair("what a letter says", (one,), (letter(a, b, "Мне не нравится Поганка."),), a, b)
    yield pair("how long a letter is", (one,), (letter(a, b, "Мне не нравится никто. " * 40),), a, b)
    yield pair("to whom a letter goes", (one,), (letter(a, c, "Мне не нравится Мухомор."),), a, b, c)
    yield pair("one letter, or five", (one,), (one, *(letter(b, a, f"{n}") for n in range(4))), a, b)
    yield pair(
        "a letter to two, or two letters", (letter(a, (b, c), "Эй"),), (letter(a, b, "Эй"), letter(a, c, "Эй")), a, b, c
    )
    yield pair("a letter to the mafia", (letter("Боровик", "Мухомор", "Договоримся?"),), (), "Боровик", "Мухомор")
    yield pair("a letter is read, or not", (one, reads_letters(b)), (one,), b)
    # A conversation of three, of whom one is out: what is written then, that one never notices.
    both = (letter(a, (b, JAILED), "Втроём."),)
    acts = {"day1": both, "night1": (letter(b, (a, JAILED), "Без неё."),)}
    later = {"day1": both, "night1": ()}
    reply = replies(b, "Без неё.")
    yield Pair(
        "a letter after one of three is out",
        Hidden(acts={**acts, "night1": (reply,)}),
        Hidden(acts=later),
        frozenset({a, b}),
        ("night1", "day2"),
        near=(JAILED,),
    )
    room = in_room("Мухомор", "Кого берём?")
    yield pair("the mafia confers, or not", (room,), (), *MAFIA, looks="day1 night1")
    yield pair(
        "what the mafia says", (room,), (in_room("Мухомор", "Никого."),), *MAFIA, at="night1", looks="night1 day2"
    )
    yield pair("the room is read, or not", (room, reads_letters("Маслёнок", Room.Kind.MAFIA)), (room,), "Маслёнок")


def of_the_host() -> Iterator[Pair]:
    """What passes between the host and one player, and what the host does at the desk unseen."""

    def pair(
        name: str,
        one: tuple[Act, ...],
        other: tuple[Act, ...],
        *knows: str,
        at: str = "day1",
        looks: str = "day1 night1",
    ) -> Pair:
        return Pair(name, Hidden(acts={at: one}), Hidden(acts={at: other}), frozenset(knows), tuple(looks.split()))

    ask = tell("Опёнок", "Можно ли молчать?")
    yield pair("a question, or none", (ask,), (), "Опёнок", HOST)
    yield pair("who asks", (ask,), (tell("Груздь", "Можно ли молчать?"),), "Опёнок", "Груздь", HOST, looks="day1")
    answers = (host_writes("Груздь", "Предупреждение."), host_writes("Опёнок", "Предупреждение."))
    yield pair("whom the host warns", answers[:1], answers[1:], "Груздь", "Опёнок", HOST)
    yield pair("a warning is read, or not", (answers[0], reads("Груздь", "talk")), answers[:1], "Груздь")
    yield pair("the host reads a talk, or not", (ask, host_reads("Опёнок")), (ask,), HOST)
    yield pair("to whom the desk is offered", (offers_desk(MEMBER),), (offers_desk(STRANGER),), HOST, MEMBER, STRANGER)
    yield pair(
        "who shall take another nickname",
        (asks_rename("Груздь"),),
        (asks_rename("Опёнок"),),
        "Груздь",
        "Опёнок",
        HOST,
        at="signup",
        looks="signup deal",
    )
    # Whoever wrote it is the closest to it.
    shown = reports("Опёнок", "Мухомор", "Нехорошо.")
    yield pair("a post is shown to the host, or not", (shown,), (), "Опёнок", HOST)
    yield pair(
        "who shows a post to the host",
        (shown,),
        (reports("Груздь", "Мухомор", "Нехорошо."),),
        "Опёнок",
        "Груздь",
        HOST,
        looks="day1",
    )
    both = letter("Груздь", ("Опёнок", "Лисичка"), "Мне не нравится Мухомор.")
    yield pair(
        "a letter is shown to the host, or not", (both, reports_letter("Опёнок", "Нехорошо.")), (both,), "Опёнок", HOST
    )
    yield pair("the tick has failed", (tick_failed(3),), (), HOST, looks="day1")


def of_advance_votes() -> Iterator[Pair]:
    """A vote for a later day: seen by the voter and the host until that day opens."""
    who, notice = "Лисичка", away("Лисичка", 2, 2)

    def pair(name: str, one: tuple[Act, ...], other: tuple[Act, ...]) -> Pair:
        return Pair(
            name,
            Hidden(acts={"day1": (notice, *one)}),
            Hidden(acts={"day1": (notice, *other)}),
            frozenset({who, HOST}),
            ("day1", "night1"),
        )

    yield pair("for whom an advance vote is", (advance(who, 2, "Груздь"),), (advance(who, 2, "Мухомор"),))
    yield pair("an advance vote, or none", (advance(who, 2, "Груздь"),), ())
    yield pair(
        "an advance vote is replaced",
        (advance(who, 2, "Груздь"), advance(who, 2, "Мухомор")),
        (advance(who, 2, "Мухомор"),),
    )


def of_people() -> Iterator[Pair]:
    """Who is behind the clones, and what is so of those people."""

    def owners(one: str, other: str, looks: str) -> Pair:
        said = "[spoiler]Ночью[/spoiler] [spoiler=Кто?]никто[/spoiler]"
        common = unlike(one, other)
        return Pair(
            f"owners of {one} and {other}",
            Hidden(acts={"signup": common, "day1": (speaks(one, said), speaks(other, "И я так думаю."))}),
            Hidden(
                acts={
                    "signup": (*common, owners_change_places(one, other)),
                    "day1": (speaks(one, said), speaks(other, "И я так думаю.")),
                }
            ),
            frozenset({one, other}),
            tuple(looks.split()),
        )

    yield owners("Груздь", "Опёнок", "signup day1 night1")
    yield owners("Мухомор", "Лисичка", "deal day1 day2")

    def pair(name: str, act: Act, *knows: str, at: str = "signup", looks: str = "signup day1") -> Pair:
        return Pair(name, Hidden(acts={at: (act,)}), Hidden(), frozenset(knows), tuple(looks.split()))

    yield pair("an address", person("Груздь", email="совсем.другой@example.net"), "Груздь", looks="day1 night1")
    yield pair("a language", person("Опёнок", language="en"), "Опёнок")
    yield pair("a time zone", person("Опёнок", time_zone="Asia/Tokyo"), "Опёнок")
    yield pair("a member name", lambda world: people.claim_member_name(world.people["Груздь"], "Певица"), "Груздь")
    yield pair("another game", plays_next_door("Груздь"), "Груздь")
    yield pair("when somebody was here", person("Груздь", last_login=None), "Груздь", at="day1", looks="day1")
    yield pair("the bell is read", has_read_bell("Груздь"), "Груздь", at="night1", looks="night1 day2")
    yield Pair(
        "whose address holds a seat",
        Hidden(acts={"signup": (reserved_by("player3@example.org"),)}),
        Hidden(acts={"signup": (reserved_by("nobody@example.org"),)}),
        frozenset({"Боровик"}),
        ("signup", "day1"),
    )
    yield pair("the seed", seed_is(bytes(32)), at="deal", looks="deal night1 day2")


def of_presence() -> Iterator[Pair]:
    """Who is connected and who is gone, in a game in which the host sees it."""
    kept = {"presence": True, "auto_heart_attack_after": "5m"}
    everybody = tuple(is_here(name) for name in NAMES)

    def pair(name: str, one: tuple[Act, ...], other: tuple[Act, ...], looks: str = "day1 night1") -> Pair:
        acts = {station: (one, other) for station in ("deal", *looks.split())}
        first, second = ({at: pair[side] for at, pair in acts.items()} for side in (0, 1))
        return Pair(name, Hidden(acts=first), Hidden(acts=second), frozenset({HOST}), tuple(looks.split()), kept)

    yield pair("everybody is there, or nobody", everybody, ())
    gone = (*everybody, was_here("Мухомор", timedelta(minutes=4)))
    yield pair("one is gone, or another", gone, (*everybody, was_here("Груздь", timedelta(hours=3))), "night1 day2")


FAMILIES: tuple[Callable[[], Iterator[Pair]], ...] = (
    of_roles,
    of_roles_that_act,
    of_orders,
    of_acknowledgements,
    of_letters,
    of_the_host,
    of_advance_votes,
    of_people,
    of_presence,
    of_the_boss,
    of_further_roles,
    of_graveyard,
    of_reading,
)
PAIRS: tuple[Pair, ...] = tuple(pair for family in FAMILIES for pair in family())
