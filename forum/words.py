"""The words of a text as search knows them: without case, marks and endings, so that "опёнка" is found by
"Опёнок" and "votes" by "voting".

Done here and not by the database, so that a search finds the same on SQLite and on PostgreSQL, and a
text that mixes Russian and English in any thread. A question may hold words, all of which must be
there, and phrases in quotation marks, whose words must follow each other.
"""

import re
import threading
import unicodedata
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache

from snowballstemmer import stemmer

# A longer question is nobody's; of more words than this the rest is left out.
LONGEST_QUESTION = 200
MOST_WORDS = 16
# A longer word is a key or an address: it is known by its beginning, as it stands.
_LONGEST_WORD = 40
# What stands within a word is dropped from it, so a little more of it is looked at.
_LOOKED_AT = 80

_STEMMERS = {"russian": stemmer("russian"), "english": stemmer("english")}
_ONE_AT_A_TIME = threading.Lock()
# Stress marks and invisible signs stand within a word.
_WITHIN = "\u0300-\u036f\u00ad\u200b-\u200d\u2060\ufeff"
_WORD = re.compile(rf"[^\W_](?:[^\W_]|[{_WITHIN}])*")
_DROPPED = re.compile(rf"[{_WITHIN}]")
_PHRASE = re.compile(r'"([^"]*)"|«([^»]*)»|“([^”]*)”|„([^“”]*)[“”]')
# опёнок, опёнка; сморчок, сморчка: the vowel that comes and goes.
_FLEETING = re.compile(r"(?<=[бвгджзклмнпрстфхцчшщ])[ое]к$")


@dataclass(frozen=True, slots=True)
class Question:
    """What is looked for: stems that must all be there, and phrases of stems that must stand in a row."""

    stems: tuple[str, ...] = ()
    phrases: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Bit:
    """A piece of an excerpt, and whether it is a word that was looked for."""

    text: str
    found: bool = False


def read_question(text: str) -> Question:
    """Read what was typed into the field of a search; no stems where there is no word in it."""
    text = text[:LONGEST_QUESTION]
    phrases = (stems_of(" ".join(filter(None, found.groups()))) for found in _PHRASE.finditer(text))
    stems = tuple(dict.fromkeys(stems_of(text)))[:MOST_WORDS]
    several = [tuple(phrase) for phrase in phrases if len(phrase) > 1 and set(phrase) <= set(stems)]
    return Question(stems, tuple(several))


def stems_of(text: str) -> list[str]:
    """Return the stems of a text's words, in order: small letters and digits, nothing else."""
    return [stem for found in _WORD.finditer(text) for stem in _stems_in(found[0][:_LOOKED_AT])]


def excerpt(text: str, stems: Collection[str], length: int = 260) -> list[Bit]:
    """Return a piece of a text around the first of the words that were looked for, each of them marked.

    The beginning of the text where none of them is in it.
    """
    wanted = set(stems)
    text = " ".join(text.split())
    hits: list[tuple[int, int]] = []
    for found in _WORD.finditer(text):
        if hits and found.start() > hits[0][0] + length:
            break
        if _is_wanted(found[0], wanted):
            hits.append(found.span())
    first = hits[0][0] if hits else 0
    start = 0 if first < length // 3 else _after_space(text, first - length // 4)
    end = len(text) if len(text) <= start + length else _before_space(text, start + length)
    return list(_bits(text, start, end, hits))


def _bits(text: str, start: int, end: int, hits: list[tuple[int, int]]) -> Iterator[Bit]:
    if start:
        yield Bit("… ")
    at = start
    for begin, stop in hits:
        if begin < start or stop > end:
            continue
        if begin > at:
            yield Bit(text[at:begin])
        yield Bit(text[begin:stop], True)
        at = stop
    if at < end:
        yield Bit(text[at:end])
    if end < len(text):
        yield Bit(" …")


def _after_space(text: str, at: int) -> int:
    """Return where a word begins at or soon after a place; the place itself in a text without spaces."""
    space = text.find(" ", at, at + _LONGEST_WORD)
    return space + 1 if space >= 0 else at


def _before_space(text: str, at: int) -> int:
    space = text.rfind(" ", at - _LONGEST_WORD, at)
    return space if space >= 0 else at


def _is_wanted(word: str, wanted: set[str]) -> bool:
    return not wanted.isdisjoint(_stems_in(word[:_LOOKED_AT]))


@lru_cache(maxsize=30_000)
def _stems_in(word: str) -> tuple[str, ...]:
    """Return the stems of one word; a sign like ½ is several."""
    plain = unicodedata.normalize("NFKC", _DROPPED.sub("", unicodedata.normalize("NFC", word)))
    plain = plain.casefold().replace("ё", "е")
    return tuple(_stem(one[:_LONGEST_WORD]) for one in re.findall(r"[^\W_]+", plain))


def _stem(word: str) -> str:
    if len(word) >= _LONGEST_WORD or word.isdecimal():
        return word
    if word.isascii():
        return _by("english", word)
    return _FLEETING.sub("к", _by("russian", word))


def _by(language: str, word: str) -> str:
    with _ONE_AT_A_TIME:
        # A stemmer keeps the word at hand in itself.
        return str(_STEMMERS[language].stemWord(word))
