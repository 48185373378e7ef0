"""Pairs of worlds with a graveyard: what the dead and the onlookers write, and who is among the onlookers.

Known to those who are in the room and to the host, who reads there; who looks on is known to that
person alone, as long as nothing is written.
"""

from collections.abc import Iterator

from games import services
from tests.secrets.twins import Act, Hidden, Pair
from tests.secrets.worlds import HOST, JAILED, MEMBER, STRANGER, World

KEPT = {"graveyard": True}


def among_dead(who: str, text: str) -> Act:
    """A post in the room of the dead."""
    return lambda world: services.write_among_dead(
        game=world.game.game, seat=world.game.seats[who], source=text, at=world.game.now(), limit_pace=False
    )


def reads_dead(who: str) -> Act:
    """Somebody opens the room of the dead."""

    def act(world: World) -> None:
        assert world.clients[who].get(world.game.url("dead")).status_code == 200

    return act


def looks_on(member: str) -> Act:
    """A member enters the room of the onlookers."""
    return lambda world: services.enter_onlookers(game=world.game.game, user=world.people[member], at=world.game.now())


def among_onlookers(member: str, text: str) -> Act:
    """A post in the room of the onlookers."""
    return lambda world: services.write_among_onlookers(
        game=world.game.game, user=world.people[member], source=text, at=world.game.now(), limit_pace=False
    )


def of_graveyard() -> Iterator[Pair]:
    """The living see the same whatever is written in the two rooms, and onlookers nothing of the dead."""

    def pair(
        name: str,
        one: tuple[Act, ...],
        other: tuple[Act, ...],
        *knows: str,
        at: str = "night1",
        looks: str = "night1 day2",
        near: tuple[str, ...] = (),
    ) -> Pair:
        acts = Hidden(acts={at: one}), Hidden(acts={at: other})
        return Pair(name, *acts, frozenset(knows), tuple(looks.split()), KEPT, near)

    killer = among_dead(JAILED, "Меня посадил Мухомор, он мафия.")
    silent = (looks_on(MEMBER),)
    dead = (JAILED, HOST)
    yield pair("the dead write, or not", (*silent, killer), silent, *dead, near=("Мухомор", "Груздь", MEMBER))
    doctor = among_dead(JAILED, "Доктор - Рыжик.")
    yield pair("what the dead write", (*silent, killer), (*silent, doctor), *dead, near=("Рыжик", MEMBER))
    many = tuple(among_dead(JAILED, f"Мысль {number}") for number in range(4))
    yield pair("one post of the dead, or five", (killer, *many), (killer,), *dead)
    yield pair("the dead read, or not", (killer, reads_dead(HOST)), (killer,), HOST)
    yield pair("a member looks on, or not", (looks_on(MEMBER),), (), MEMBER, at="signup", looks="signup day1")
    yield pair("who looks on", (looks_on(MEMBER),), (looks_on(STRANGER),), MEMBER, STRANGER, at="day1", looks="day1")
    both = (looks_on(MEMBER), looks_on(STRANGER))
    bet = among_onlookers(MEMBER, "Ставлю на Мухомора.")
    rooms = (MEMBER, STRANGER, HOST)
    yield pair("onlookers write, or not", (*both, bet), both, *rooms, near=(JAILED, "Мухомор"))
    yield pair(
        "what onlookers write",
        (*both, bet),
        (*both, among_onlookers(MEMBER, "Ставлю на Рыжика.")),
        *rooms,
        at="day1",
        looks="day1 night1",
    )
