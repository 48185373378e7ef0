"""Words for what a bot has decided: a line of the phrase book that nobody has said yet."""

from collections.abc import Sequence
from types import ModuleType

from games.bots.acts import Heard
from games.bots.dice import Dice

# How often something stands before or after what is said.
OPENED, TAILED = 24, 16


class Talk:
    """The tongue of one bot at one moment."""

    def __init__(self, book: ModuleType, dice: Dice, heard: Sequence[Heard]) -> None:
        self.book = book
        self.dice = dice
        self._said = "\n".join(post.text for post in heard)
        self._tag = book.VOTE_TAG

    def line(self, category: str, *, plain: bool = False, **fill: str) -> str:
        """Return a line with its blanks filled in, `plain` without anything around it.

        Lines that stand in the newest posts are passed over while there are others.
        """
        body = self._new(category, fill)
        if plain:
            return body
        before = self._new("opener", {}) if self.dice.chance(OPENED) else ""
        after = self._new("tail", {}) if self.dice.chance(TAILED) else ""
        return " ".join(part for part in (before, body, after) if part)

    def vote(self, category: str, name: str, why: str = "") -> str:
        """Return a post that holds a vote, after what it is cast for."""
        cast = self._new(category, {"vote": self._tag.format(name=name)})
        return f"{why} {cast}" if why else cast

    def _new(self, category: str, fill: dict[str, str]) -> str:
        lines = self.dice.shuffled(self.book.LINES[category])
        fresh = (line for line in lines if not self._known(line, fill))
        return next(fresh, lines[0]).format(**fill)

    def _known(self, line: str, fill: dict[str, str]) -> bool:
        """Whether the line, or the same line about somebody else, has been said lately."""
        if line.format(**fill) in self._said:
            return True
        longest = max(line.replace("}", "{").split("{")[::2], key=len)
        return len(longest) > 6 and longest.strip() in self._said
