"""The deal that anyone can check, and every other random choice (`rules.md` section 8).

How a deal comes from a seed of 32 bytes, in full (`scripts/verify_deal.py` repeats it by itself):

1. The commitment is SHA-256 of the seed, in hexadecimal.
2. The label is the line `mafiaforum deal 1`, then a line with the nicknames in seat order: NFC, as a JSON list
   without spaces, in UTF-8, only what JSON must escape escaped.
3. Block n (0, 1, 2, ...) of the stream is HMAC-SHA-256 with the seed as key over the label and a line with n
   in decimal. Lines are joined by a line feed, none at the end. Each block gives four 64-bit words, big-endian.
4. A number below k is the next word that is less than the greatest multiple of k up to 2**64, modulo k.
5. All roles, citizens included, are laid out sorted by name. For i from the last place down to 1, counted
   from 0, place i changes places with place j, a number below i + 1. Seat i gets what then lies on place i.

Any other choice is one number below k from the same stream under the label `mafiaforum choice 1` and a line with
the JSON list of its purpose and its counter.
"""

import hashlib
import hmac
import json
import unicodedata
from collections.abc import Iterator, Sequence

SEED_BYTES = 32
_WORDS = 1 << 64


def commitment(seed: bytes) -> str:
    """Return what is public of a seed from the moment sign-ups open: its SHA-256, 64 hexadecimal digits."""
    return hashlib.sha256(_checked(seed)).hexdigest()


def deal(seed: bytes, names: Sequence[str], roles: Sequence[str]) -> tuple[str, ...]:
    """Return the role of each seat, in seat order.

    It depends on the seed, on the nicknames in seat order and on how many there are of each role,
    not on the order of `roles`. Raises `ValueError` unless there are as many roles as names.
    """
    if len(names) != len(roles):
        raise ValueError(f"{len(roles)} roles for {len(names)} seats")
    words = _words(seed, f"mafiaforum deal 1\n{_json([unicodedata.normalize('NFC', name) for name in names])}")
    dealt = sorted(roles)
    for i in range(len(dealt) - 1, 0, -1):
        j = _below(i + 1, words)
        dealt[i], dealt[j] = dealt[j], dealt[i]
    return tuple(dealt)


def choose(seed: bytes, purpose: str, counter: int, among: int) -> int:
    """Return a number from 0 to `among` - 1, each equally likely: the same for the same seed, purpose and counter.

    Raises `ValueError` when there is nothing to choose among.
    """
    if among < 1:
        raise ValueError("nothing to choose among")
    return _below(among, _words(seed, f"mafiaforum choice 1\n{_json([purpose, counter])}"))


def evidence(seed: bytes, names: Sequence[str], dealt: Sequence[str]) -> dict[str, object]:
    """Return what a finished game publishes for `scripts/verify_deal.py`, fit for JSON.

    `dealt` is what was dealt to each seat; whether it follows from the seed is for the reader to check.
    """
    return {
        "seed": _checked(seed).hex(),
        "commitment": commitment(seed),
        "names": [unicodedata.normalize("NFC", name) for name in names],
        "roles": {role: list(dealt).count(role) for role in sorted(set(dealt))},
        "dealt": list(dealt),
    }


def _words(seed: bytes, label: str) -> Iterator[int]:
    """Yield the stream's 64-bit words, without end."""
    keyed = hmac.new(_checked(seed), label.encode(), hashlib.sha256)
    block = 0
    while True:
        counted = keyed.copy()
        counted.update(f"\n{block}".encode())
        digest = counted.digest()
        for at in range(0, len(digest), 8):
            yield int.from_bytes(digest[at : at + 8], "big")
        block += 1


def _below(limit: int, words: Iterator[int]) -> int:
    # Words beyond the last whole multiple would make small numbers likelier: they are passed over.
    fair = _WORDS - _WORDS % limit
    return next(word for word in words if word < fair) % limit


def _json(value: list[object] | list[str]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _checked(seed: bytes) -> bytes:
    # HMAC fills a short key up with zeros, so two short seeds could give one deal.
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes")
    return bytes(seed)
