"""Bookmarks: posts that somebody wants to find again. They are the person's own (not a clone's, or a list of them
would tell who owns it), and reach nobody else.
"""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction

from accounts.models import Persona, User
from common.refusal import Refusal
from forum.models import Bookmark, Post, Thread
from forum.selectors import chosen, readable

# In one thread: more than anybody finds anything in.
MOST = 200


@transaction.atomic
def keep(user: User, thread: Thread, reader: Persona | None, number: int, at: datetime) -> None:
    """Put a bookmark at a post that the reader may read; one that is there stays as it is.

    Raises Refusal `no_such_post`, `bookmarks_full` (limit).
    """
    post = readable(thread, reader).filter(number=number).only("pk").first()
    if post is None:
        raise Refusal("no_such_post")
    # One person's forms come one after another, so that two of them at once don't make one too many.
    User.objects.select_for_update(no_key=True, of=("self",)).get(pk=user.pk)
    mine = Bookmark.objects.filter(user=user)
    if mine.filter(post=post).exists():
        return
    if mine.filter(post__thread=thread).count() >= MOST:
        raise Refusal("bookmarks_full", limit=MOST)
    Bookmark.objects.create(user=user, post=post, at=at)


def drop(user: User, thread: Thread, number: int) -> None:
    """Take a bookmark away; where there is none nothing happens."""
    Bookmark.objects.filter(user=user, post__thread=thread, post__number=number).delete()


def kept_of(user: User, posts: Collection[Post]) -> frozenset[int]:
    """Return the numbers of those of the posts of one thread at which the person has a bookmark. One query."""
    found = Bookmark.objects.filter(user=user, post__in=[post.pk for post in posts])
    return frozenset(found.values_list("post__number", flat=True))


def kept(user: User, thread: Thread, reader: Persona | None) -> list[Post]:
    """Return the posts at which the person has a bookmark and which the reader may read, in order, with their authors.

    A hidden post comes with its text taken out.
    """
    marked = Bookmark.objects.filter(user=user, post__thread=thread)
    return chosen(thread, reader, marked.values_list("post__number", flat=True))
