"""Awards of a tournament, from what each entry did in each of its games (`rules.md` section 11).

Nothing here decides a place. Whoever is equal shares an award; what nobody did is awarded to nobody.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from games.engine.roles import ROLES, Side, side_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """What one entry did in one game: by the dealt role; `found` and `prevented` as far as they brought points."""

    entry: int
    role: str
    cents: int = 0
    won: bool = False
    days: int = 0
    found: int = 0
    prevented: int = 0
    first_night: bool = False


@dataclass(frozen=True, slots=True)
class Award:
    """An award, whose it is (entries in the order of their numbers; several share it), and for how much of it."""

    code: str
    entries: tuple[int, ...]
    value: int


# What is compared: the first of the numbers is what the award is given for and must be above zero.
Worth = Callable[[Sequence[Played]], tuple[int, ...]]


def _found(games: Sequence[Played]) -> tuple[int, ...]:
    return (sum(game.found for game in games),)


def _prevented(games: Sequence[Played]) -> tuple[int, ...]:
    return (sum(game.prevented for game in games),)


def _days_as_citizen(games: Sequence[Played]) -> tuple[int, ...]:
    return (sum(game.days for game in games if game.role == "citizen"),)


def _with_the_mafia(games: Sequence[Played]) -> tuple[int, ...]:
    """Return the victories of the mafia's games; of as many, who survived more days in them is the better."""
    own = [game for game in games if game.role in ROLES and side_of(game.role) == Side.MAFIA]
    return (sum(game.won for game in own), sum(game.days for game in own))


def _as_maniac(games: Sequence[Played]) -> tuple[int, ...]:
    return (sum(game.won for game in games if game.role in ROLES and side_of(game.role) == Side.MANIAC),)


def _best_game(games: Sequence[Played]) -> tuple[int, ...]:
    return (max(game.cents for game in games),)


def _first_nights(games: Sequence[Played]) -> tuple[int, ...]:
    return (sum(game.first_night for game in games),)


# In the order in which they are given; with each, the least for which it is.
AWARDS: dict[str, tuple[Worth, int]] = {
    "best_commissioner": (_found, 1),
    "best_doctor": (_prevented, 1),
    "best_mafioso": (_with_the_mafia, 1),
    "best_maniac": (_as_maniac, 1),
    "longest_lived": (_days_as_citizen, 1),
    "best_game": (_best_game, 1),
    # Once is the lot of many.
    "first_victim": (_first_nights, 2),
}


def awards(played: Iterable[Played]) -> list[Award]:
    """Return the awards of a tournament, in the order of `AWARDS`. The order of the games given does not matter."""
    by_entry: dict[int, list[Played]] = {}
    for game in played:
        by_entry.setdefault(game.entry, []).append(game)
    found = []
    for code, (worth, least) in AWARDS.items():
        worths = {entry: worth(games) for entry, games in sorted(by_entry.items())}
        best = max(worths.values(), default=(0,))
        if best[0] >= least:
            found.append(Award(code, tuple(entry for entry, one in worths.items() if one == best), best[0]))
    return found
