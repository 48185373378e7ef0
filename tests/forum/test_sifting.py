"""Some posts of a thread: which fit, how their pages are turned, and what the database does for it."""

import importlib

import pytest
from django.apps import apps
from django.db import connection
from django.db.models import Count, QuerySet

from accounts.models import Persona
from forum import selectors, services
from forum.models import Post, Thread
from forum.sifting import Sieve, sift
from tests.forum.conftest import START, at, clone, say
from tests.forum.tags import RENDER, TAGS

pytestmark = pytest.mark.django_db


def numbers(thread: Thread, sieve: Sieve, size: int = 99, reader: Persona | None = None, **turn: int) -> list[int]:
    return [post.number for post in sift(thread, reader, sieve, size, **turn).posts]


@pytest.fixture
def talk(square: Thread, ann: Persona, bob: Persona) -> Thread:
    """Eight posts: of Ann the odd ones, of Bob 2 and 6 (6 is hidden), of nobody 4 and 8; 4 is a chapter's head."""
    for number in range(1, 9):
        author = ann if number % 2 else bob if number % 4 else None
        more = {"style": Post.Style.CHAPTER, "html": "День"} if number == 4 else {}
        say(square, author, f"слово {number}", second=number, **more)
    services.hide(Post.objects.get(thread=square, number=6), at(20))
    return square


def test_each_condition_narrows_the_choice(talk: Thread, ann: Persona, bob: Persona) -> None:
    both = frozenset({ann.pk, bob.pk})
    assert numbers(talk, Sieve()) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert numbers(talk, Sieve(authors=frozenset({bob.pk}))) == [2, 6]
    assert numbers(talk, Sieve(authors=both)) == [1, 2, 3, 5, 6, 7]
    assert numbers(talk, Sieve(moderator=True)) == [4, 8]
    assert numbers(talk, Sieve(authors=frozenset({bob.pk}), moderator=True)) == [2, 4, 6, 8]
    assert numbers(talk, Sieve(authors=both, first=2, last=5)) == [2, 3, 5]
    assert numbers(talk, Sieve(moderator=True, without=[4])) == [8]
    assert numbers(talk, Sieve(authors=frozenset({ann.pk, 0}))) == [1, 3, 5, 7]
    assert numbers(talk, Sieve(authors=frozenset({0}))) == []


def test_a_hidden_post_is_counted_and_says_nothing(talk: Thread, bob: Persona) -> None:
    found = sift(talk, None, Sieve(authors=frozenset({bob.pk})), 9)
    assert (found.count, found.posts[1].source, found.posts[1].html) == (2, "", "")
    assert Post.objects.get(thread=talk, number=6).source == "слово 6", "only what is shown is without its text"


def test_pages_are_turned_by_the_number_of_a_post(talk: Thread, ann: Persona) -> None:
    """Forward and back one comes to every post once, whatever is asked for on the way."""
    hers = Sieve(authors=frozenset({ann.pk}))
    first = sift(talk, None, hers, 2)
    assert ([post.number for post in first.posts], first.count, first.earlier, first.later) == ([1, 3], 4, False, True)
    second = sift(talk, None, hers, 2, start=4)
    assert ([post.number for post in second.posts], second.earlier, second.later) == ([5, 7], True, False)
    assert numbers(talk, hers, 2, end=4) == [1, 3]
    assert numbers(talk, hers, 3, end=99) == [3, 5, 7]
    assert numbers(talk, hers, 2, start=-5) == [1, 3]
    behind, before = sift(talk, None, hers, 2, start=100), sift(talk, None, hers, 2, end=0)
    assert (behind.posts, behind.count, behind.earlier, behind.later) == ([], 4, True, False)
    assert (before.posts, before.count, before.earlier, before.later) == ([], 4, False, True)


def test_what_may_not_be_read_neither_comes_nor_counts(letter: Thread, ann: Persona, bob: Persona) -> None:
    for second in range(4):
        say(letter, ann, second=second)
    services.end_reading(letter, bob)
    say(letter, ann, second=9)
    hers = Sieve(authors=frozenset({ann.pk}))
    assert numbers(letter, hers, reader=bob) == [1, 2, 3, 4] and sift(letter, bob, hers, 2).count == 4
    assert numbers(letter, hers, reader=ann) == [1, 2, 3, 4, 5]
    for outsider in (None, clone("Чужой")):
        assert sift(letter, outsider, hers, 9) == sift(letter, outsider, Sieve(), 9)
        assert sift(letter, outsider, hers, 9).count == 0
        assert selectors.outline(letter, outsider) == ([], 0)
    assert selectors.outline(letter, bob) == ([], 4) and selectors.outline(letter, ann) == ([], 5)


def test_what_a_tag_says_is_noted(square: Thread, ann: Persona) -> None:
    """As `markup.said` reads it: not what is quoted or folded away; and of ready texts what the caller says."""
    texts = (
        "[vote]Борис[/vote]",
        "слово",
        "[quote][vote]Борис[/vote][/quote]нет",
        "[spoiler][vote]Борис[/vote][/spoiler]да",
    )
    for second, text in enumerate(texts):
        say(square, ann, text, second=second, tags=TAGS, render=RENDER)
    say(square, ann, "[vote]Борис[/vote]", second=5)
    say(square, ann, "голос", second=6, html="голос", style=Post.Style.LINE, tagged=True)
    say(square, ann, "слово", second=7, html="слово", style=Post.Style.LINE)
    assert numbers(square, Sieve(tagged=True)) == [1, 6]
    assert numbers(square, Sieve(tagged=True, authors=frozenset({0}))) == []


def test_posts_from_before_are_read_once(square: Thread, ann: Persona) -> None:
    """The migration finds the votes in what was written before there was the column."""
    for second, (html, mark) in enumerate(
        (('<span class="v">Б</span>', ""), ("x", "vote"), ("x", "unvote"), ("x", "away"))
    ):
        say(square, ann, "x", second=second, html=html, mark=mark)
    assert numbers(square, Sieve(tagged=True)) == []
    importlib.import_module("forum.migrations.0005_tagged").tag(apps, None)
    assert numbers(square, Sieve(tagged=True)) == [1, 2, 3]


# ---------- what it costs ----------


def fill(thread: Thread, authors: list[Persona], posts: int) -> None:
    """Fill a thread: every fiftieth post has a vote, every five hundredth is a chapter's head."""
    Post.objects.bulk_create(
        [
            Post(
                thread=thread,
                number=number,
                author=authors[number % len(authors)] if number % 500 else None,
                style=Post.Style.POST if number % 500 else Post.Style.CHAPTER,
                tagged=number % 50 == 0,
                source="x",
                html="x",
                at=START,
            )
            for number in range(selectors.last_number(thread) + 1, posts + 1)
        ]
    )


def test_two_queries_whatever_there_is(square: Thread, ann: Persona, bob: Persona, django_assert_num_queries) -> None:
    for posts in (3, 2000):
        fill(square, [ann, bob], posts)
        sieve = Sieve(authors=frozenset({ann.pk, bob.pk}), first=2, without=[3])
        for turn in ({}, {"start": posts - 1}, {"end": posts}):
            with django_assert_num_queries(2):
                assert sift(square, None, sieve, 100, **turn).posts
        with django_assert_num_queries(1 if posts >= 500 else 2):
            heads, last = selectors.outline(square, None)
        assert (len(heads), last) == (posts // 500, posts)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL chooses by what it knows of the rows")
def test_all_but_the_page_is_read_from_an_index(square: Thread, ann: Persona, bob: Persona) -> None:
    """No table is looked through, and nothing is read of a post that is not shown."""
    fill(square, [ann, bob], 100)
    posts = selectors.readable(square, None)

    def plan(query: QuerySet[Post]) -> str:
        return query.explain()

    one, tagged = posts.filter(author__in=[ann.pk]), posts.filter(tagged=True, author__in=[ann.pk])
    count = {"count": Count("number")}
    for query, index in (
        (one.order_by("number").values("number")[:25], "posts_of_an_author"),
        (one.order_by().values("thread").annotate(**count), "posts_of_an_author"),
        (posts.filter(tagged=True).order_by("number").values("number")[:25], "tagged_posts"),
        (tagged.order_by("number").values("number")[:25], "tagged_posts"),
    ):
        assert f"COVERING INDEX {index}" in plan(query), plan(query)
    heads = plan(posts.filter(style=Post.Style.CHAPTER).order_by("number"))
    assert "INDEX chapters" in heads and "B-TREE" not in heads, heads
    page = plan(posts.filter(number__in=one.order_by("number").values("number")[:25]).order_by("number"))
    assert "one_post_a_number" in page or "number=?" in page, page
    assert "SCAN forum_post" not in page, page
