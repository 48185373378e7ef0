"""The town under a nameplate: a strip of roofs with one window for each seat, lit while the seat lives.

It draws public facts only. The roofs and which window is whose come from the slug of the game by
a hash, never from chance, a role or the order of deaths, so everybody sees the same town all
through the game, and a window never moves.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

WIDTH, HEIGHT = 1200, 88
# A phone shows the middle of the strip; windows stay where a screen of 360 pixels still has them.
SEEN_FROM, SEEN_TO = 320, 880
WINDOW_WIDTH, WINDOW_HEIGHT, COLUMN, ROW = 7, 9, 13, 14

SUN = (
    '<g class="orb"><circle cx="860" cy="24" r="13"/>'
    '<path d="M848.5 18h23M847 22h26M847 26h26M849 30h22M853 34h14"/></g>'
)
MOON = '<path class="orb" d="M856 9a14 14 0 1 0 15 21.5a12.5 12.5 0 0 1-15-21.5z"/>'


class House(NamedTuple):
    """A house of the front row: its walls (left, right, top of the wall)."""

    left: int
    right: int
    top: int


class _Dice:
    """Numbers that look random and depend on the seed alone."""

    def __init__(self, seed: str) -> None:
        self._seed = seed.encode()
        self._numbers = self._stream()

    def _stream(self) -> Iterator[int]:
        block = 0
        while True:
            digest = sha256(b"town:1:%d:" % block + self._seed).digest()
            for i in range(0, len(digest), 2):
                yield int.from_bytes(digest[i : i + 2], "big")
            block += 1

    def between(self, low: int, high: int) -> int:
        """Give a number from low to high, both possible."""
        return low + next(self._numbers) % (high - low + 1)


def _roof(dice: _Dice, left: int, right: int, top: int) -> str:
    """Outline one house whose highest wall is at `top`; the roof rises above it."""
    wide = right - left
    kind = dice.between(0, 4)
    if kind == 0:  # gable
        return f"M{left} {HEIGHT}V{top}L{left + wide // 2} {top - 13}L{right} {top}V{HEIGHT}z"
    if kind == 1:  # step down to the right
        middle = left + wide // 2
        return f"M{left} {HEIGHT}V{top - 8}H{middle}V{top}H{right}V{HEIGHT}z"
    if kind == 2:  # parapet
        return f"M{left} {HEIGHT}V{top}H{left + 4}V{top - 6}H{right - 4}V{top}H{right}V{HEIGHT}z"
    return f"M{left} {HEIGHT}V{top}H{right}V{HEIGHT}z"


def _row(dice: _Dice, widths: tuple[int, int], tops: tuple[int, int], towers: bool) -> tuple[str, list[House]]:
    """Build a row of houses from edge to edge: the path and the walls."""
    path, houses, left = [], [], 0
    while left < WIDTH:
        right = min(left + dice.between(*widths), WIDTH)
        if WIDTH - right < widths[0] // 2:
            right = WIDTH
        top = dice.between(*tops)
        path.append(_roof(dice, left, right, top))
        if dice.between(0, 9) < 5 and right - left > 20:  # chimney
            at = dice.between(left + 5, right - 9)
            path.append(f"M{at} {top + 9}v-{dice.between(20, 26)}h4v26z")
        if towers and dice.between(0, 9) < 3 and right - left > 26:
            at = dice.between(left + 3, right - 17)
            path.append(f"M{at} {HEIGHT}V{top - 8}l7-16l7 16V{HEIGHT}z")
        houses.append(House(left, right, top))
        left = right + (6 if dice.between(0, 9) < 3 else 0)
    return "".join(path), houses


def _spots(houses: Sequence[House], low: int, high: int) -> list[tuple[int, int]]:
    """List the places for windows on the walls between two edges of the strip, left to right, top to bottom."""
    spots = []
    for house in houses:
        columns = (house.right - house.left - 10 + COLUMN - WINDOW_WIDTH) // COLUMN
        start = house.left + (house.right - house.left - columns * COLUMN + COLUMN - WINDOW_WIDTH) // 2
        for column in range(columns):
            x = start + column * COLUMN
            if not low <= x <= high - WINDOW_WIDTH:
                continue
            y = HEIGHT - 2 - WINDOW_HEIGHT
            while y >= house.top + 4:
                spots.append((x, y))
                y -= ROW
    return spots


@lru_cache(maxsize=256)
def _town(slug: str) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Build the roofs of a slug and the places of its windows in the order of seats."""
    dice = _Dice(slug)
    back, _ = _row(dice, (24, 48), (44, 66), towers=True)
    front, houses = _row(dice, (34, 62), (42, 68), towers=False)

    def shuffled(spots: list[tuple[int, int]]) -> list[tuple[int, int]]:
        return sorted(spots, key=lambda spot: sha256(f"window:{slug}:{spot[0]}:{spot[1]}".encode()).digest())

    middle = _spots(houses, SEEN_FROM, SEEN_TO)
    outer = [spot for spot in _spots(houses, 0, WIDTH) if spot not in set(middle)]
    roofs = f'<path class="h2" d="{back}"/><path class="h1" d="{front}"/>'
    return roofs, tuple(shuffled(middle) + shuffled(outer))


def windows(slug: str, seats: int) -> list[tuple[int, int]]:
    """Give the place of the window of each seat; the same for a seat however many there are.

    A town has more windows than a game may have seats; should that ever fail, the last ones go without.
    """
    return list(_town(slug)[1][:seats])


def inside(slug: str, alive: Sequence[bool], night: bool) -> str:
    """Draw what stands inside the svg of 1200 by 88: sky, roofs and a window for each seat.

    `alive` says for each seat, in the order of seats, whether its window is lit.
    """
    roofs, _ = _town(slug)
    panes = "".join(
        f'<rect class="{"w" if lit else "w0"}" x="{x}" y="{y}" width="{WINDOW_WIDTH}" height="{WINDOW_HEIGHT}"/>'
        for (x, y), lit in zip(windows(slug, len(alive)), alive, strict=False)
    )
    return f"{MOON if night else SUN}{roofs}{panes}"
