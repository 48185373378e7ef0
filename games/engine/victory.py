"""Who has won: the one function that says so (`rules.md` section 3)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.roles import Side, side_of


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ends: a side's name or `draw`, and why."""

    winner: str
    reason: str


def judge(living_roles: Sequence[str], mafia_wins: str) -> Outcome | None:
    """Return the outcome for the dealt roles of the living, or None while the game goes on.

    `mafia_wins` is `parity` or `elimination`. Checked at nightfall, at dawn and after each
    heart attack.
    """
    sides = Counter(map(side_of, living_roles))
    return outcome(sides[Side.MAFIA], sides[Side.MANIAC], sides[Side.TOWN], mafia_wins)


def outcome(mafia: int, maniac: int, others: int, mafia_wins: str) -> Outcome | None:
    """Return the outcome for so many living of each side; as `judge`."""
    if not mafia + maniac + others:
        return Outcome("draw", "nobody_left")
    if mafia and maniac:
        return None
    if not mafia and not maniac:
        return Outcome(Side.TOWN.value, "no_enemy_left")
    parity = mafia_wins == "parity"
    if mafia and (others == 0 or (parity and mafia >= others)):
        return Outcome(Side.MAFIA.value, "parity" if others else "nobody_else_left")
    if maniac and (others == 0 or (parity and others <= 1)):
        return Outcome(Side.MANIAC.value, "parity" if others else "nobody_else_left")
    return None
