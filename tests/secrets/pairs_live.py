"""Pairs of worlds of a conference game: the mafia's boss, and the further roles. See `pairs.py`."""

from collections.abc import Iterator

from tests.secrets.acts import tell, wants_as_boss
from tests.secrets.twins import Act, Hidden, Pair
from tests.secrets.worlds import HOST, ROLES

MAFIA = ("Мухомор", "Поганка", "Маслёнок")


def of_the_boss() -> Iterator[Pair]:
    """Whom the mafia want as their boss, and what they have sent, in a game in which they have one."""

    def pair(
        name: str, one: tuple[Act, ...], other: tuple[Act, ...], at: str = "night1", looks: str = "night1 day2"
    ) -> Pair:
        kept = {"mafia_kill": "boss"}
        knows = frozenset({*MAFIA, HOST})
        return Pair(name, Hidden(acts={at: one}), Hidden(acts={at: other}), knows, tuple(looks.split()), kept)

    chosen = (wants_as_boss("Мухомор", "Маслёнок"), wants_as_boss("Маслёнок", "Маслёнок"))
    yield pair("whom the mafia want as boss", chosen, (), at="day1", looks="day1 night1")
    yield pair("who of the mafia leads", chosen, (wants_as_boss("Мухомор", "Поганка"),))
    yield pair("a name of another than the boss, or none", (tell("Поганка", "Груздь"),), ())
    victim = "Опёнок"
    yield pair("which boss has sent the name", (*chosen, tell("Маслёнок", victim)), (tell("Мухомор", victim),))
    missed = (tell("Мухомор", "Груздь"), tell("Поганка", victim))
    yield pair("between which names the mafia missed", missed, (tell("Мухомор", "Сморчок"), tell("Маслёнок", victim)))


def of_further_roles() -> Iterator[Pair]:
    """What a journalist compares and a witness watches, and who has an office that nobody knows of."""
    further = {**ROLES, "Сморчок": "journalist", "Лисичка": "witness", "Опёнок": "mayor", "Груздь": "courtesan"}

    def pair(name: str, one: tuple[Act, ...], other: tuple[Act, ...], *knows: str) -> Pair:
        first, second = Hidden(further, {"night1": one}), Hidden(further, {"night1": other})
        return Pair(name, first, second, frozenset({HOST, *knows}), ("night1", "day2"))

    yield pair("a comparison, or none", (tell("Сморчок", "Груздь, Мухомор"),), (), "Сморчок")
    yield pair("who is compared", (tell("Сморчок", "Груздь, Рыжик"),), (tell("Сморчок", "Груздь, Мухомор"),), "Сморчок")
    yield pair("a watch, or none", (tell("Лисичка", "Поганка"),), (), "Лисичка")
    yield pair(
        "who is seen by a watch",
        (tell("Лисичка", "Поганка"), tell("Сморчок", "Поганка, Рыжик")),
        (tell("Лисичка", "Поганка"),),
        "Лисичка",
        "Сморчок",
    )
    yield pair("whose order is blocked", (tell("Груздь", "Мухомор"),), (tell("Груздь", "Сморчок"),), "Груздь")
    swapped = {**further, "Опёнок": "journalist", "Сморчок": "mayor"}
    knows = frozenset({"Опёнок", "Сморчок", HOST})
    yield Pair("who is mayor and who compares", Hidden(further), Hidden(swapped), knows, ("deal", "day1"))
