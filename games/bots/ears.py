"""What a bot makes of a post: who is named in it, and what kind of thing is said.

Whoever writes may be a person, so words are looked for, not the phrase book's sentences.
"""

import re
from collections.abc import Mapping
from functools import lru_cache

from games.phrases.book import Book

_SPACES = re.compile(r"\s+")
_WITH_END = re.compile(r"[^.!?\n]+[.!?]*")
_SENTENCE = re.compile(r"[.!?;\n]+")
# How far behind a nickname its check may stand, and how far before it.
_AFTER, _BEFORE = 45, 22
# Case endings of Russian nouns and adjectives: people decline nicknames.
_ENDINGS = (
    "(?:а|я|у|ю|ы|и|е|о|ь|й|ом|ем|ой|ей|ою|ею|ов|ев|ам|ям|ами|ями|ах|ях|ого|его|ому|ему|ым|им|ых|их|ую|юю|ый|ий|ая|ое)?"
)
_FLEETING = re.compile(r"[ое](?=[бвгджзклмнпрстфхцчшщ]$)")
_CYRILLIC = re.compile(r"[а-я]")
_LAST = re.compile(r"(?:ая|ое|ый|ий|ой|[аяоеыиьй])$")


@lru_cache(maxsize=4096)
def plain(text: str) -> str:
    """Return a text as it is compared: small letters, no ё, single spaces."""
    return _SPACES.sub(" ", text.casefold().replace("ё", "е")).strip()


@lru_cache(maxsize=4096)
def spelling(name: str) -> re.Pattern[str]:
    """Return what finds a nickname in a `plain` text: the whole word, a Russian one in any of its cases."""
    words = [_word(word) for word in plain(name).split()]
    return re.compile(r"(?<!\w)@?" + r"\s+".join(words) + r"(?!\w)")


def _word(word: str) -> str:
    if len(word) < 3 or not _CYRILLIC.match(word):
        return re.escape(word)
    stem = _LAST.sub("", word) if len(word) > 3 else word.removesuffix("а")
    stems = {stem, _FLEETING.sub("", stem)} if stem == word or word.endswith("ь") else {stem}
    # Whatever the stem, the name itself counts as well.
    return f"(?:{re.escape(word)}|(?:{'|'.join(sorted(map(re.escape, stems)))}){_ENDINGS})"


class Ears:
    """How one game's posts are read: its nicknames, and the words of its language."""

    def __init__(self, book: Book, names: Mapping[int, str]) -> None:
        self._words = book.WORDS
        self._names = tuple(sorted(names.items()))

    def named(self, text: str) -> tuple[int, ...]:
        """Return the seats whose nicknames stand in a text, in the order of the text."""
        return _named(self._names, text)

    def has(self, kind: str, text: str) -> bool:
        """Tell whether a text has one of the words of a kind (`WORDS` of the phrase book)."""
        return _has(self._words[kind], text)

    def claims(self, text: str) -> bool:
        """Tell whether somebody comes forward as the commissioner; a question is no claim."""
        words = self._words["claim"]
        if not _has(words, text):
            return False
        return any(_has(words, part) for part in _WITH_END.findall(text) if "?" not in part)

    def results(self, text: str) -> dict[int, bool]:
        """Read the checks that a text tells: by seat, whether it is an enemy of the town."""
        found: dict[int, bool] = {}
        for sentence in _SENTENCE.split(plain_lines(text)):
            found.update(self._of_sentence(sentence))
        return found

    def _of_sentence(self, sentence: str) -> dict[int, bool]:
        places = sorted(
            (match.start(), match.end(), number)
            for number, name in self._names
            for match in spelling(name).finditer(sentence)
        )
        found: dict[int, bool] = {}
        starts = [start for start, _end, _number in places] + [len(sentence)]
        for index, (_start, end, number) in enumerate(places):
            verdict = self._verdict(sentence[end : min(end + _AFTER, starts[index + 1])])
            if verdict is not None:
                found[number] = verdict
        if places and not found:
            start, _end, number = places[0]
            verdict = self._verdict(sentence[max(0, start - _BEFORE) : start])
            if verdict is not None:
                found[number] = verdict
        return found

    def _verdict(self, near: str) -> bool | None:
        """Read whatever is said first: "not mafia" begins before "mafia"."""
        clean, guilty = _any(self._words["clean"]).search(near), _any(self._words["guilty"]).search(near)
        if clean is None or guilty is None:
            return None if clean is guilty else guilty is not None
        return guilty.start() < clean.start()


def plain_lines(text: str) -> str:
    """Return a text as it is compared, its lines kept apart."""
    return "\n".join(map(plain, text.splitlines()))


@lru_cache(maxsize=64)
def _any(words: tuple[str, ...]) -> re.Pattern[str]:
    """Return what finds any of some beginnings of words."""
    return re.compile(r"(?<!\w)(?:" + "|".join(re.escape(word.replace("ё", "е")) for word in words) + ")")


# The same posts are read again and again, by every bot at each of its moments.
@lru_cache(maxsize=8192)
def _named(names: tuple[tuple[int, str], ...], text: str) -> tuple[int, ...]:
    low = plain(text)
    found = [(match.start(), number) for number, name in names if (match := spelling(name).search(low))]
    return tuple(number for _at, number in sorted(found))


@lru_cache(maxsize=32768)
def _has(words: tuple[str, ...], text: str) -> bool:
    return _any(words).search(plain(text)) is not None
