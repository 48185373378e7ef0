#!/usr/bin/env python3
"""Check that the roles of a finished game were dealt as its commitment promised.

Usage: python verify_deal.py FILE        (FILE is the game's deal as JSON; - reads standard input)

The file holds: "commitment" (public since sign-ups opened), "seed" (public since the game's end), "names" in
seat order, "roles" (how many of each, citizens included) and "dealt" (the role of each seat). Compare the
commitment with the one that you noted yourself while sign-ups were open; the rest is checked here.
Prints `ok` and exits with 0, or says what does not agree and exits with 1; 2 when the file can't be read.
Needs nothing but Python, and none of the site's own code.
"""

import hashlib
import hmac
import json
import sys
import unicodedata
from typing import Any


def repeat(seed: bytes, names: list[str], roles: dict[str, int]) -> list[str]:
    """Deal again: the places of the sorted roles are shuffled by a stream that seed and nicknames fix."""
    spelt = [unicodedata.normalize("NFC", name) for name in names]
    label = "mafiaforum deal 1\n" + json.dumps(spelt, ensure_ascii=False, separators=(",", ":"))
    pending: list[int] = []
    blocks = 0

    def below(limit: int) -> int:
        nonlocal blocks
        while True:
            if not pending:
                block = hmac.digest(seed, f"{label}\n{blocks}".encode(), "sha256")
                pending.extend(int.from_bytes(block[i : i + 8], "big") for i in (0, 8, 16, 24))
                blocks += 1
            word = pending.pop(0)
            if word < 2**64 // limit * limit:
                return word % limit

    places = [role for role in sorted(roles) for _ in range(roles[role])]
    for last in reversed(range(1, len(places))):
        other = below(last + 1)
        places[last], places[other] = places[other], places[last]
    return places


def disagreements(deal: dict[str, Any]) -> list[str]:
    """Return a sentence for each thing in the deal that does not agree; empty when it is as promised."""
    seed, names, roles, dealt = bytes.fromhex(deal["seed"]), deal["names"], deal["roles"], deal["dealt"]
    found = []
    if len(seed) != 32:
        found.append("The seed has not 32 bytes.")
    if hashlib.sha256(seed).hexdigest() != deal["commitment"]:
        found.append("The seed is not the one that was committed to: its SHA-256 is another.")
    if not len(names) == sum(roles.values()) == len(dealt):
        found.append(f"There are {len(names)} seats, {sum(roles.values())} roles to deal and {len(dealt)} dealt.")
        return found
    for name, promised, given in zip(names, repeat(seed, names, roles), dealt, strict=True):
        if promised != given:
            found.append(f"{name}: the seed gives {promised}, dealt was {given}.")
    return found


def main(arguments: list[str]) -> int:
    """Check the deal in a file and say what came of it."""
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
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        print(f"This is not a deal that can be read: {error!r}", file=sys.stderr)
        return 2
    for sentence in found:
        print(sentence)
    if not found:
        print("ok")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
