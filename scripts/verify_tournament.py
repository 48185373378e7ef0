#!/usr/bin/env python3
"""Check that everything in a tournament was drawn as its organiser's seal promised.

Usage: python verify_tournament.py FILE        (FILE is the draw as JSON; - reads standard input)

The file holds: "commitment" (public since entries opened), "seed" (public since the tournament's end),
"groups" (the entries of each group by their numbers), "games" (the seal of each game, by group, number and
attempt; the final is group 0) and "lots" (who was equal in everything, and whom the lot gave the place).
Compare the commitment with the one that you noted yourself while entries were open; the rest is checked here.
Prints `ok` and exits with 0, or says what does not agree and exits with 1; 2 when the file can't be read.
Needs nothing but Python, and none of the site's own code.
"""

import hashlib
import hmac
import json
import sys
from typing import Any


def chosen(seed: bytes, purpose: str, counter: int, among: int) -> int:
    """Choose again: the first number below `among` in the stream that seed, purpose and counter fix."""
    label = "mafiaforum choice 1\n" + json.dumps([purpose, counter], ensure_ascii=False, separators=(",", ":"))
    fair = 2**64 // among * among
    number = 0
    while True:
        block = hmac.digest(seed, f"{label}\n{number}".encode(), "sha256")
        for start in (0, 8, 16, 24):
            word = int.from_bytes(block[start : start + 8], "big")
            if word < fair:
                return word % among
        number += 1


def drawn(seed: bytes, groups: list[list[int]]) -> list[list[int]]:
    """Draw the groups again: the numbers of all entries in rising order, shuffled, and cut into as many groups."""
    places = sorted(number for group in groups for number in group)
    for last in reversed(range(1, len(places))):
        other = chosen(seed, "groups", last, last + 1)
        places[last], places[other] = places[other], places[last]
    each, larger = divmod(len(places), len(groups))
    found = []
    for number in range(len(groups)):
        size = each + (number < larger)
        found.append(sorted(places[:size]))
        places = places[size:]
    return found


def seal_of_game(seed: bytes, group: int, number: int, attempt: int) -> str:
    """Return the seal that a game must have had: its own seed comes of the organiser's."""
    label = "mafiaforum tournament 1\n" + json.dumps([group, number, attempt], separators=(",", ":"))
    return hashlib.sha256(hmac.digest(seed, label.encode(), "sha256")).hexdigest()


def disagreements(draw: dict[str, Any]) -> list[str]:
    """Return a sentence for each thing that does not agree; empty when everything is as promised."""
    seed, groups, found = bytes.fromhex(draw["seed"]), draw["groups"], []
    if len(seed) != 32:
        found.append("The seed has not 32 bytes.")
    if hashlib.sha256(seed).hexdigest() != draw["commitment"]:
        found.append("The seed is not the one that was committed to: its SHA-256 is another.")
    if groups and drawn(seed, groups) != [sorted(group) for group in groups]:
        found.append(f"The seed gives other groups: {drawn(seed, groups)}.")
    for game in draw["games"]:
        if seal_of_game(seed, game["group"], game["number"], game["attempt"]) != game["commitment"]:
            found.append(f"Group {game['group']}, game {game['number']}: the seal does not come of this seed.")
    for lot in draw["lots"]:
        equal = sorted(lot["equal"])
        winner = equal[chosen(seed, lot["purpose"], lot["place"], len(equal))]
        if winner != lot["entry"]:
            found.append(f"{lot['purpose']}, place {lot['place']}: the lot gives {winner}, not {lot['entry']}.")
    return found


def main(arguments: list[str]) -> int:
    """Check the draw in a file and say what came of it."""
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        if arguments[0] == "-":
            text = sys.stdin.buffer.read().decode()
        else:
            with open(arguments[0], encoding="utf-8") as file:
                text = file.read()
        found = disagreements(json.loads(text))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, ZeroDivisionError) as error:
        print(f"This is not a draw that can be read: {error!r}", file=sys.stderr)
        return 2
    for sentence in found:
        print(sentence)
    if not found:
        print("ok")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
