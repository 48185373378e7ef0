"""Bots: players by program, for practice and for simulation.

`decide` is a pure function. A bot knows what `games.engine.sight` shows to its seat and the texts
that its persona may read, nothing else; the same situation and the same dice give the same act.
"""

from games.bots.acts import (
    Acknowledge,
    Act,
    Avenge,
    ChooseBoss,
    Confide,
    Declare,
    Done,
    Heard,
    Order,
    Say,
    Verdict,
    Vote,
)
from games.bots.dice import Dice
from games.bots.player import decide, idle, reply_to_letter

__all__ = [
    "Acknowledge",
    "Act",
    "Avenge",
    "ChooseBoss",
    "Confide",
    "Declare",
    "Dice",
    "Done",
    "Heard",
    "Order",
    "Say",
    "Verdict",
    "Vote",
    "decide",
    "idle",
    "reply_to_letter",
]
