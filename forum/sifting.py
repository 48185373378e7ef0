"""Some posts of a thread: those of certain authors, of a part of it, those in which something is said by a tag.

A page of them is found by the number of a post, as a page of the whole thread is, and not by how many come
before it: the address of a page means the same posts for ever. How many there are and which the page shows is
read from an index alone (`Post.Meta.indexes`), or, for several authors, by walking from the first post of the
page to its last: never through the whole of a long thread.
"""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Count, Max, Min, Q, QuerySet

from accounts.models import Persona
from forum.models import Post, Thread
from forum.selectors import chosen, readable


@dataclass(frozen=True, slots=True)
class Sieve:
    """Which posts are wanted; each condition that is set narrows the choice.

    `authors` are primary keys of personas, `moderator` adds the posts that nobody has written; with neither,
    everybody's are wanted. `first` and `last` are numbers of posts. `without` are numbers that are left out.
    """

    authors: frozenset[int] = frozenset()
    moderator: bool = False
    tagged: bool = False
    first: int = 1
    last: int | None = None
    without: Collection[int] = ()


@dataclass(frozen=True, slots=True)
class Sifted:
    """A page of the posts that fit, with how many fit in all; `earlier` and `later`: are there more on that side."""

    posts: list[Post]
    count: int
    earlier: bool = False
    later: bool = False


def sift(
    thread: Thread, reader: Persona | None, sieve: Sieve, size: int, *, start: int = 1, end: int | None = None
) -> Sifted:
    """Return the first posts that fit from the number `start` on, at most `size`; with `end`, the last ones up to
    that number. Within what the reader may read; a hidden post has its text taken out. Two queries (where
    membership is asked, three).
    """
    fitting = _fitting(thread, reader, sieve)
    found = fitting.aggregate(count=Count("number"), first=Min("number"), last=Max("number"))
    if not found["count"]:
        return Sifted([], 0)
    if end is None:
        # The other end is known, so that nobody walks on where nothing comes any more.
        numbers = fitting.filter(number__gte=start, number__lte=found["last"]).order_by("number")
    else:
        numbers = fitting.filter(number__lte=end, number__gte=found["first"]).order_by("-number")
    posts = chosen(thread, reader, numbers.values_list("number", flat=True)[:size])
    if not posts:
        return Sifted([], found["count"], earlier=end is None, later=end is not None)
    return Sifted(posts, found["count"], posts[0].number > found["first"], posts[-1].number < found["last"])


def _fitting(thread: Thread, reader: Persona | None, sieve: Sieve) -> QuerySet[Post]:
    fitting = readable(thread, reader)
    if sieve.first > 1:
        fitting = fitting.filter(number__gte=sieve.first)
    if sieve.last is not None:
        fitting = fitting.filter(number__lte=sieve.last)
    if sieve.tagged:
        fitting = fitting.filter(tagged=True)
    if sieve.authors or sieve.moderator:
        by = Q(author__in=sieve.authors) if sieve.authors else Q()
        fitting = fitting.filter(by | Q(author=None) if sieve.moderator else by)
    if sieve.without:
        fitting = fitting.exclude(number__in=sieve.without)
    return fitting
