"""What a number of games came to, and how sure that is."""

from dataclasses import dataclass, fields
from math import sqrt

# Of a hundred intervals made so, about ninety-five hold the true share.
Z95 = 1.959963984540054


def wilson(hits: int, of: int, z: float = Z95) -> tuple[float, float]:
    """Return Wilson's interval for the share of `hits` among `of` trials: least and most, from 0 to 1.

    Of no trials nothing is known: (0, 1). Raises ValueError for more hits than trials, or fewer than none.
    """
    if not 0 <= hits <= of:
        raise ValueError(f"{hits} of {of}")
    if not of:
        return 0.0, 1.0
    share, squared = hits / of, z * z
    middle = (share + squared / (2 * of)) / (1 + squared / of)
    half = z * sqrt(share * (1 - share) / of + squared / (4 * of * of)) / (1 + squared / of)
    # At the ends the bound is exact; what rounding leaves over would be a share below none.
    return (0.0 if not hits else middle - half), (1.0 if hits == of else middle + half)


@dataclass(frozen=True, slots=True)
class Odds:
    """Who won how many of the games, and how many days they had together."""

    town: int = 0
    mafia: int = 0
    maniac: int = 0
    draws: int = 0
    days: int = 0

    def __add__(self, other: "Odds") -> "Odds":
        """Return what both lots of games came to together."""
        return Odds(*(getattr(self, one.name) + getattr(other, one.name) for one in fields(self)))

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.town + self.mafia + self.maniac + self.draws

    @property
    def mean_days(self) -> float:
        """How many days a game had on the average; 0 where none was played."""
        return self.days / self.games if self.games else 0.0

    def share(self, side: str) -> float:
        """Return the share of the games that a side won (`town`, `mafia`, `maniac`) or that were `draws`."""
        wins: int = getattr(self, side)
        return wins / self.games if self.games else 0.0

    def interval(self, side: str = "town") -> tuple[float, float]:
        """Return the 95 % confidence interval of a side's share (Wilson)."""
        wins: int = getattr(self, side)
        return wilson(wins, self.games)
