"""What a bot hears, and what it may do: plain data between the bots and those who let them play."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Heard:
    """A post as a bot reads it: whose it is (0: the host's or the moderator's), the words outside of
    quotes, and whether it was written since the phase opened."""

    seat: int
    text: str
    fresh: bool = True


@dataclass(frozen=True, slots=True)
class Acknowledge:
    """Confirm the role."""


@dataclass(frozen=True, slots=True)
class Say:
    """Post in the thread."""

    text: str


@dataclass(frozen=True, slots=True)
class Vote:
    """Vote for a seat: by the control, or (`text`) in a post that holds the vote."""

    target: int
    text: str = ""


@dataclass(frozen=True, slots=True)
class Order:
    """Send the night's order; None is an order to do nothing. `second` is the other name of a comparison."""

    target: int | None
    second: int | None = None


@dataclass(frozen=True, slots=True)
class Done:
    """End the last word, after a post if there is a text."""

    text: str = ""


@dataclass(frozen=True, slots=True)
class Confide:
    """Write in the mafia's room."""

    text: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """Say FOR (`guilty`) or AGAINST in a trial: by the control, or (`text`) in a post that holds the word."""

    guilty: bool
    text: str = ""


@dataclass(frozen=True, slots=True)
class Avenge:
    """Name in the last word whom one takes along; `text` is a post that holds the name as a vote does."""

    target: int
    text: str


@dataclass(frozen=True, slots=True)
class Declare:
    """Declare the office that gives two votes."""


@dataclass(frozen=True, slots=True)
class ChooseBoss:
    """Say whom one wants as the mafia's boss."""

    target: int


Act = Acknowledge | Say | Vote | Order | Done | Confide | Verdict | Avenge | Declare | ChooseBoss
