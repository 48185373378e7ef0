"""The days and nights of a game's thread: where each begins and ends, for those who go to one or read one apart."""

from collections.abc import Sequence
from dataclasses import dataclass

from forum import selectors as forum
from forum.models import Post
from games import words
from games.selectors import Access


@dataclass(frozen=True, slots=True)
class Chapter:
    """A day, an evening or a night of the thread: its head, and the number of its last post (None: it goes on).

    A day ends where the next one begins: what is read of it includes its evening and its night.
    """

    head: Post
    phase: str
    day: int
    last: int | None

    @property
    def number(self) -> int:
        """The number of the post that is the head."""
        return self.head.number

    @property
    def key(self) -> str:
        """The chapter in an address: `2` for a day, `night-2` for a night."""
        return str(self.day) if self.phase == "day" else f"{self.phase}-{self.day}"

    @property
    def title(self) -> str:
        """The chapter in the reader's language."""
        return words.phase_name(self.phase, self.day)


def outline_of(access: Access) -> tuple[list[Chapter], int]:
    """Return the chapters of a game's thread in order, and the number of its last post. One query, two before day 1."""
    heads, last = forum.outline(access.game.thread, access.persona)
    return _numbered(heads), last


def _numbered(heads: Sequence[Post]) -> list[Chapter]:
    """Days are counted: each has one head, whose mark is the phase that it opens."""
    found: list[Chapter] = []
    day = 0
    for place, head in enumerate(heads):
        day += head.mark == "day"
        ends = [one.number for one in heads[place + 1 :] if head.mark != "day" or one.mark == "day"]
        found.append(Chapter(head, head.mark, day, ends[0] - 1 if ends else None))
    return found


def headed(posts: Sequence[Post], chapters: Sequence[Chapter]) -> list[Post]:
    """Return posts that are read apart from the others, with the head of the chapter above the first of each."""
    found: list[Post] = []
    heads = [chapter.head for chapter in chapters]
    for post in posts:
        above = [head for head in heads if head.number < post.number]
        if above:
            found.append(above[-1])
            heads = heads[len(above) :]
        found.append(post)
    return found
