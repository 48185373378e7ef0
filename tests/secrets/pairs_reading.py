"""Pairs of worlds in which somebody reads differently: a note, a bookmark, the length of a page. Known to that one."""

from collections.abc import Iterator

from forum import bookmarks
from games import notes
from tests.secrets.acts import person
from tests.secrets.twins import Act, Hidden, Pair
from tests.secrets.worlds import HOST, World


def notes_down(who: str, of: str, text: str) -> Act:
    """Somebody writes a note on a player."""
    return lambda world: notes.write(world.people[who], world.game.seat(of), text, world.game.now())


def keeps(who: str, number: int) -> Act:
    """Somebody puts a bookmark at a post of the thread."""

    def act(world: World) -> None:
        game, persona = world.game.game, world.game.persona(who)
        bookmarks.keep(world.people[who], game.thread, persona, number, world.game.now())

    return act


def of_reading() -> Iterator[Pair]:
    """What one reader marks shows to nobody else: not to whom it is about, not to the mates, not to the host."""

    def pair(name: str, one: tuple[Act, ...], other: tuple[Act, ...], *knows: str, near: tuple[str, ...]) -> Pair:
        acts = Hidden(acts={"day1": one}), Hidden(acts={"day1": other})
        return Pair(name, *acts, frozenset(knows), ("day1",), near=near)

    mate = notes_down("Мухомор", "Поганка", "Не голосовать: своя.")
    yield pair("a note of a player, or none", (mate, keeps("Мухомор", 3)), (), "Мухомор", near=("Поганка",))
    about = notes_down(HOST, "Груздь", "Предупредить.")
    yield pair("a note of the host, or none", (about, keeps(HOST, 2)), (), HOST, near=("Груздь",))
    yield pair("how long a page is", (person("Опёнок", page_size=100),), (), "Опёнок", near=())
