"""Several people write at once: one row of numbers, one post for one form, no failure."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier

import pytest
from django.db import connection

from accounts.models import Persona
from forum import selectors, services
from forum.models import Post, ReadMark, Thread
from tests.forum.conftest import clone, say

pytestmark = pytest.mark.django_db(transaction=True)


def together(works: list[Callable[[], object]]) -> list[object]:
    """Do all of it at the same moment, each on a connection of its own, and return what came."""
    start = Barrier(len(works))

    def alone(work: Callable[[], object]) -> object:
        try:
            start.wait()
            return work()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(works)) as pool:
        return list(pool.map(alone, works))


def room(*personas: Persona) -> Thread:
    thread = services.open_thread(readers=Thread.Readers.MEMBERS, writers=Thread.Writers.LISTED)
    for persona in personas:
        services.add_member(thread, persona)
    return thread


def test_numbers_have_no_gap_when_many_write_at_once() -> None:
    people = [clone(f"Гриб {number}") for number in range(8)]
    thread = room(*people)

    def five_posts(author: Persona) -> None:
        for second in range(5):
            say(thread, author, second=second)

    together([partial(five_posts, author) for author in people])
    assert list(Post.objects.filter(thread=thread).values_list("number", flat=True)) == list(range(1, 41))


def test_a_form_sent_many_times_at_once_makes_one_post() -> None:
    ann = clone("Анна")
    thread = room(ann)
    came = together([lambda: say(thread, ann, key="form-1", limit_pace=True) for _i in range(6)])
    assert len({post.pk for post in came if isinstance(post, Post)}) == 1
    assert Post.objects.count() == 1


def test_a_read_mark_ends_at_the_furthest() -> None:
    ann, bob = clone("Анна"), clone("Борис")
    thread = room(ann, bob)
    for second in range(8):
        say(thread, bob, second=second)
    together([partial(services.mark_read, thread, ann, number) for number in (3, 8, 1, 5, 8, 2)])
    assert selectors.read_up_to(thread, ann) == 8
    assert ReadMark.objects.filter(persona=ann).count() == 1


def test_whoever_leaves_while_others_write_keeps_a_whole_beginning() -> None:
    ann, bob = clone("Анна"), clone("Борис")
    thread = room(ann, bob)

    def ten_posts() -> None:
        for second in range(10):
            say(thread, ann, second=second)

    together([ten_posts, lambda: services.end_reading(thread, bob)])
    until = thread.members.get(persona=bob).read_until
    assert until is not None
    assert [post.number for post in selectors.posts(thread, bob, 1, 99)] == list(range(1, until + 1))
