"""The roles, as data. A new role is one entry here and its tests (`rules.md` sections 1, 3 and 10a).

Interactions are between powers and live in `night.py`; nothing asks for a role by its name
where it can ask for a side, a power or a trait.
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
    BLOCK = "block"
    COVER = "cover"
    GUARD = "guard"
    COMPARE = "compare"
    WATCH = "watch"


@dataclass(frozen=True, slots=True)
class Role:
    """One role: its side, its power at night, the roles whose holders it knows from the deal, and its traits.

    `heir_of`: takes that role's power when nobody alive holds it. `needs`: makes no sense without
    a role. `least` and `most` bound how many there are, if there are any.
    """

    name: str
    side: Side
    power: Power | None = None
    knows: tuple[str, ...] = ()
    heir_of: str | None = None
    needs: str | None = None
    least: int = 1
    most: int | None = None
    # What checks and comparisons see instead of the role.
    seen_as: str | None = None
    # Survives the first night in which it is attacked untreated.
    lucky: bool = False
    # When jailed, takes along one of those who did it.
    avenges: bool = False
    # May declare an office by day, and then has two votes.
    declares: bool = False

    @property
    def optional(self) -> bool:
        """Whether the role is one of the further ones: off unless the host puts it in (section 10a)."""
        return self.name not in USUAL


USUAL = ("citizen", "mafia", "commissioner", "doctor", "sergeant", "maniac")
_GANG = ("mafia", "lawyer", "werewolf")

ROLES: dict[str, Role] = {
    role.name: role
    for role in (
        Role("citizen", Side.TOWN),
        Role("mafia", Side.MAFIA, Power.MARK, knows=_GANG),
        Role("commissioner", Side.TOWN, Power.CHECK, knows=("sergeant",)),
        Role("doctor", Side.TOWN, Power.TREAT),
        Role(
            "sergeant",
            Side.TOWN,
            knows=("commissioner", "sergeant"),
            heir_of="commissioner",
            needs="commissioner",
        ),
        Role("maniac", Side.MANIAC, Power.KILL, most=1),
        Role("courtesan", Side.TOWN, Power.BLOCK),
        Role("lawyer", Side.MAFIA, Power.COVER, knows=_GANG, heir_of="mafia"),
        Role("bodyguard", Side.TOWN, Power.GUARD),
        Role("journalist", Side.TOWN, Power.COMPARE),
        Role("witness", Side.TOWN, Power.WATCH),
        Role("werewolf", Side.MAFIA, Power.MARK, knows=_GANG, seen_as="citizen"),
        Role("twins", Side.TOWN, knows=("twins",), least=2),
        Role("lucky", Side.TOWN, lucky=True),
        Role("avenger", Side.TOWN, avenges=True),
        Role("mayor", Side.TOWN, declares=True),
    )
}


def side_of(role: str) -> Side:
    """Return the side that a holder of the role wins with."""
    return ROLES[role].side


def appears(role: str, covered: bool = False) -> str:
    """Return the role that a check or a comparison sees: a covered player and a werewolf seem citizens."""
    return "citizen" if covered else ROLES[role].seen_as or role
