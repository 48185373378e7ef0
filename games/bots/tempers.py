"""Characters. A bot keeps its temper for a game; the phrase books have lines for each (`joke.bold`)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Temper:
    """How somebody plays."""

    name: str
    # How many posts come before the vote of a day, and how many a day has at most without being asked.
    before_vote: int
    chatter: int
    # How much worse somebody else must look before the vote moves.
    stubborn: int
    # Shares, in hundredths, of what is said when there is nothing else to say.
    accuses: int
    asks: int
    jokes: int
    # Whether it comes forward, or bluffs, early.
    daring: bool = False


TEMPERS = (
    Temper("bold", before_vote=2, chatter=5, stubborn=6, accuses=52, asks=14, jokes=4, daring=True),
    Temper("quiet", before_vote=1, chatter=3, stubborn=10, accuses=30, asks=24, jokes=2),
    Temper("joker", before_vote=2, chatter=5, stubborn=8, accuses=28, asks=16, jokes=26, daring=True),
    Temper("analyst", before_vote=2, chatter=4, stubborn=9, accuses=40, asks=20, jokes=2),
)
