"""Words for what a bot has decided: a line of the phrase book that nobody has said lately."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from games.bots.acts import Heard
from games.bots.dice import Dice
from games.phrases.book import Book

# How often something stands before or after what is said, and how often a line is one of the own temper's.
OPENED, TAILED, PRESSED, FLAVOURED = 26, 15, 38, 45
# A line is known by its longest part without blanks; shorter parts than this say nothing.
TELLING = 7


class Talk:
    """The tongue of one bot at one moment."""

    def __init__(self, book: Book, dice: Dice, heard: Sequence[Heard], *, temper: str = "", me: str = "") -> None:
        self.book = book
        self.dice = dice
        self._temper, self._me = temper, me
        self._said = "\n".join(post.text for post in heard)

    def line(self, kind: str, *, plain: bool = False, **fill: str) -> str:
        """Return a line with its blanks filled in, `plain` without anything around it.

        Lines that stand in the newest posts are passed over while there are others.
        """
        body = self._new(kind, fill)
        if plain:
            return body
        before = self._new("opener", {}) if self.dice.chance(OPENED) else ""
        after = ""
        if kind.startswith("accuse_") and self.dice.chance(PRESSED):
            after = self._new("press", {})
        elif self.dice.chance(TAILED):
            after = self._new("tail", {})
        return " ".join(part for part in (before, body, after) if part)

    def vote(self, kind: str, name: str, why: str = "") -> str:
        """Return a post that holds a vote, after what it is cast for."""
        cast = self._new(kind, {"vote": name}).replace(name, self.book.VOTE_TAG.format(name=name))
        return f"{why} {cast}" if why else cast

    def verdict(self, guilty: bool, name: str) -> str:
        """Return a post that holds FOR or AGAINST in a trial of somebody."""
        body = self._new("verdict_for" if guilty else "verdict_against", {"name": name})
        return f"{body} {self.book.VERDICT_TAGS['for' if guilty else 'against']}"

    def _new(self, kind: str, fill: Mapping[str, str]) -> str:
        """Return the first line that is not known, or of those that are all known the one said longest ago."""
        filled = {"me": self._me, **fill}
        common, own = self.book.LINES[kind], self.book.LINES.get(f"{kind}.{self._temper}", ())
        lines = self.dice.shuffled((*common, *own))
        if own and self.dice.chance(FLAVOURED):
            lines = [*self.dice.shuffled(own), *lines]
        last = {line: self._last(line, filled) for line in lines}
        return min(lines, key=lambda line: last[line]).format(**filled)

    def _last(self, line: str, fill: Mapping[str, str]) -> int:
        """Return where the line, or the same about somebody else, was said last; -1 where it was not."""
        part = _telling(line)
        exact = self._said.rfind(line.format(**fill))
        return max(exact, self._said.rfind(part)) if len(part) >= TELLING else exact


@lru_cache(maxsize=4096)
def _telling(line: str) -> str:
    """Return the longest part of a line that has no blanks."""
    return max(line.replace("}", "{").split("{")[::2], key=len).strip(" .,:?")
