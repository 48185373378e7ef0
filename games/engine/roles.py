"""The roles, as data. A new role is one entry here and its tests (`rules.md` sections 1 and 3).

Interactions are between powers and live in `night.py`; nothing asks for a role by its name
where it can ask for a side or a power.
"""

from dataclasses import dataclass
from enum import StrEnum


class Side(StrEnum):
    """Who wins together."""

    TOWN = "town"
    MAFIA = "mafia"
    MANIAC = "maniac"


class Power(StrEnum):
    """What can be done at night."""

    MARK = "mark"
    KILL = "kill"
    TREAT = "treat"
    CHECK = "check"


@dataclass(frozen=True, slots=True)
class Role:
    """One role: its side, its power at night, and the roles whose holders it knows from the deal."""

    name: str
    side: Side
    power: Power | None = None
    knows: tuple[str, ...] = ()
    # Takes this role's power when no holder of it lives.
    heir_of: str | None = None
    most: int | None = None


ROLES: dict[str, Role] = {
    role.name: role
    for role in (
        Role("citizen", Side.TOWN),
        Role("mafia", Side.MAFIA, Power.MARK, knows=("mafia",)),
        Role("commissioner", Side.TOWN, Power.CHECK, knows=("sergeant",)),
        Role("doctor", Side.TOWN, Power.TREAT),
        Role("sergeant", Side.TOWN, knows=("commissioner", "sergeant"), heir_of="commissioner"),
        Role("maniac", Side.MANIAC, Power.KILL, most=1),
    )
}


def side_of(role: str) -> Side:
    """Return the side that a holder of the role wins with."""
    return ROLES[role].side
