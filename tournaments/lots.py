"""What comes of the organiser's seed, and how anybody can repeat it when it is public (`rules.md` section 8).

The groups: `seating.draw`. The places of those who are equal in everything: `standings.rank` with the purposes
below. The seed of each game: HMAC-SHA-256 with the organiser's seed as key over the line `mafiaforum tournament 1`
and a line with the JSON list of the group's number (0 is the final), the game's number and the attempt.
"""

import hashlib
import hmac
import json

# The lot between those of all groups who are left: for the final's last seats, and for the places behind it.
OF_ALL = "all groups"


def game_seed(seed: bytes, group: int, number: int, attempt: int) -> bytes:
    """Return the seed of one game: nothing of the organiser's follows from it, so it may be public after the game."""
    label = f"mafiaforum tournament 1\n{json.dumps([group, number, attempt], separators=(',', ':'))}"
    return hmac.digest(seed, label.encode(), hashlib.sha256)


def of_group(number: int) -> str:
    """Return the purpose of the lot between those of one group; 0 is the final."""
    return f"group {number}"
