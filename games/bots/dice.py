"""Chance that can be repeated: a stream of numbers from a seed (HMAC-SHA256), as for the deal."""

import hmac
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Dice:
    """Equal seeds and purposes give equal rolls."""

    def __init__(self, seed: bytes, *purpose: object) -> None:
        self._key = hmac.digest(seed, "\n".join(str(part) for part in purpose).encode(), "sha256")
        self._rolls = 0

    def of(self, *purpose: object) -> "Dice":
        """Return other dice from the same seed, whose rolls do not depend on what was rolled here."""
        return Dice(self._key, *purpose)

    def below(self, limit: int) -> int:
        """Return a whole number from 0 to `limit` - 1. The bias, below 2**-100, is of no matter to a bot."""
        self._rolls += 1
        return int.from_bytes(hmac.digest(self._key, self._rolls.to_bytes(8, "big"), "sha256")[:16], "big") % limit

    def chance(self, percent: int) -> bool:
        """Return true so many times out of a hundred."""
        return self.below(100) < percent

    def pick(self, among: Sequence[T]) -> T:
        """Return one of several. Raises ZeroDivisionError where there is none."""
        return among[self.below(len(among))]

    def shuffled(self, among: Sequence[T]) -> list[T]:
        """Return all of them in another order."""
        left = list(among)
        return [left.pop(self.below(len(left))) for _one in range(len(left))]
