"""Chance for whole games at once: bytes of SHAKE-256, which the same seed gives again."""

from collections.abc import Sequence
from hashlib import shake_256
from typing import TypeVar

T = TypeVar("T")
# Bytes that are made at once, and how many of them make a number.
BLOCK, WIDE = 512, 3


class Lots:
    """A stream of numbers; equal seeds and purposes give equal streams."""

    __slots__ = ("_at", "_block", "_bytes", "_seed")

    def __init__(self, seed: bytes, *purpose: object) -> None:
        self._seed = shake_256(b"\n".join([seed, *(str(part).encode() for part in purpose)])).digest(32)
        self._block = 0
        self._bytes = b""
        self._at = BLOCK

    def of(self, *purpose: object) -> "Lots":
        """Return another stream from the same seed, whatever was drawn from this one."""
        return Lots(self._seed, *purpose)

    def below(self, limit: int) -> int:
        """Return a whole number from 0 to `limit` - 1; the bias, below `limit` in 2**24, is of no matter here."""
        if self._at + WIDE > BLOCK:
            self._bytes = shake_256(self._seed + self._block.to_bytes(4, "big")).digest(BLOCK)
            self._block += 1
            self._at = 0
        self._at += WIDE
        return int.from_bytes(self._bytes[self._at - WIDE : self._at], "big") % limit

    def chance(self, percent: int) -> bool:
        """Return true so many times out of a hundred."""
        return self.below(100) < percent

    def pick(self, among: Sequence[T]) -> T:
        """Return one of several. Raises ZeroDivisionError where there is none."""
        return among[self.below(len(among))]

    def shuffled(self, among: Sequence[T]) -> list[T]:
        """Return all of them in another order."""
        left = list(among)
        for last in range(len(left) - 1, 0, -1):
            other = self.below(last + 1)
            left[last], left[other] = left[other], left[last]
        return left
