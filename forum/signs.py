"""What stands in a line of text without being a tag: smilies, and names after an `@`.

Both keep what was typed: the stored text has `:)` and `@Name`, and only the page shows more. In an
address nothing is looked for.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from common.names import LONGEST, SEPARATORS, clean, skeleton

SMILIES: Mapping[str, str] = {
    **dict.fromkeys((":)", ":-)", "=)", ":smile:", ":улыбка:"), "☺️"),
    **dict.fromkeys((":(", ":-(", "=(", ":sad:", ":грусть:"), "☹️"),
    **dict.fromkeys((";)", ";-)", ":wink:"), "😉"),
    **dict.fromkeys((":D", ":-D", "=D", "xD", "XD", ":laugh:", ":смех:"), "😄"),
    **dict.fromkeys((":P", ":p", ":-P", ":-p", ":tongue:"), "😛"),
    **dict.fromkeys((":'(", ":'-(", ":cry:"), "😢"),
    **dict.fromkeys((":o", ":O", ":-o", ":-O", ":wow:"), "😮"),
    **dict.fromkeys((":|", ":-|"), "😐"),
    **dict.fromkeys((":/", ":-/", ":\\", ":-\\"), "😕"),
    **dict.fromkeys((":*", ":-*", ":kiss:"), "😘"),
    **dict.fromkeys((">:(", ">:-(", ":angry:"), "😠"),
    **dict.fromkeys(("B-)", ":cool:"), "😎"),
    **dict.fromkeys((":think:", ":думаю:"), "🤔"),
    **dict.fromkeys(("<3", ":heart:", ":сердце:"), "❤️"),
    **dict.fromkeys((":yes:", ":да:"), "👍"),
    **dict.fromkeys((":no:", ":нет:"), "👎"),
    ":skull:": "💀",
    **dict.fromkeys((":coffee:", ":кофе:"), "☕"),
}

# A name is never looked for beyond this, whatever stands there.
_WINDOW = 2 * LONGEST

# Each alternative takes the whole of what it finds, or a few signs: no stretch is read twice. A smiley
# stands between spaces or marks, so that neither `12:(30)` nor `x <3.5` has one.
_SIGN = re.compile(
    r"(?P<address>(?i:https?://|mailto:|www\.)\S+)"
    r"""|(?<![^\s(\[\]«„“"'!?.,…—–-])(?P<smiley>"""
    + "|".join(re.escape(typed) for typed in sorted(SMILIES, key=len, reverse=True))
    + r""")(?=$|[\s)\[\].,!?;:…"'»”“—–-])(?![.,:]\d)"""
    r"|(?<![\w@])@(?=\w)"
)


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a line: as typed, a smiley as it is shown, or a mention with the key of its name."""

    text: str
    smiley: bool = False
    mention: int | None = None


class Roll:
    """Names that may be mentioned, ready to be found. Nothing is done before an `@` is met."""

    def __init__(self, names: Mapping[int, str]) -> None:
        self.names = names

    @cached_property
    def _known(self) -> dict[str, int]:
        return {known: key for key, name in reversed([*self.names.items()]) if (known := skeleton(name))}

    @cached_property
    def _beginnings(self) -> set[str]:
        return {name[:length] for name in self._known for length in range(len(name) + 1)}

    def find(self, text: str, start: int) -> tuple[int, int] | None:
        """Return the key and the end of the longest name that begins here, None where there is none.

        Letter case and look-alikes do not matter (`rules.md` section 6); a part of a name is no
        name, and a name ends where a word ends.
        """
        found, read, place, pause, paused = None, "", start, 0, False
        while place < min(len(text), start + _WINDOW) and text[place] != "@":
            end = _end_of_sign(text, place)
            sign = _skeleton_of(text[place:end])
            read, place = read + sign, end
            if read not in self._beginnings:
                break
            pause = 0 if sign else pause + 1
            paused = paused or pause > 1
            key = self._known.get(read) if sign else None
            if key is not None and _word_ends(text, place):
                # A full stop and a space are the end of a name, unless it has them itself.
                if not paused or clean(text[start:place]).casefold() == self.names[key].casefold():
                    found = key, place
        return found


def pieces(line: str, roll: Roll) -> Iterator[Piece]:
    """Split a line at its smilies and mentions. The pieces as they were typed, joined, are the line."""
    told = place = 0
    while match := _SIGN.search(line, place):
        place = match.end()
        if match["address"]:
            continue
        if match["smiley"]:
            piece = Piece(SMILIES[match["smiley"]], smiley=True)
        elif roll.names and (found := roll.find(line, place)):
            key, place = found
            piece = Piece(line[match.start() : place], mention=key)
        else:
            continue
        if match.start() > told:
            yield Piece(line[told : match.start()])
        yield piece
        told = place
    if told < len(line):
        yield Piece(line[told:])


@lru_cache(maxsize=4096)
def _skeleton_of(sign: str) -> str:
    return skeleton(sign)


def _end_of_sign(text: str, place: int) -> int:
    """Return where a sign ends, with the marks that stand on it."""
    end = place + 1
    while end < len(text) and end - place < LONGEST and unicodedata.combining(text[end]):
        end += 1
    return end


def _word_ends(text: str, place: int) -> bool:
    """Tell whether a word ends here: `@Ann` is none in `@Anna`, `@Ann-Marie` or `@ann.example`."""
    after = text[place : place + 2]
    if not after or not (after[0].isalnum() or after[0] == "_" or unicodedata.combining(after[0])):
        return len(after) < 2 or after[0] not in SEPARATORS + "@" or after[0] == " " or not after[1].isalnum()
    return False
