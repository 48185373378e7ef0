"""Who may read which posts, and what is new to whom (`rules.md` section 7)."""

import pytest

from accounts.models import Persona
from forum import selectors, services
from forum.models import ReadMark, Thread
from tests.forum.conftest import at, say

pytestmark = pytest.mark.django_db


def numbers(thread: Thread, reader: Persona | None, first: int = 1, last: int = 99) -> list[int]:
    return [post.number for post in selectors.posts(thread, reader, first, last)]


def test_everybody_reads_an_open_thread(square: Thread, ann: Persona, cat: Persona) -> None:
    for second in range(3):
        say(square, ann, second=second)
    for reader in (None, ann, cat):
        assert numbers(square, reader) == [1, 2, 3]
        assert selectors.reading_range(square, reader) == (1, 3)
        assert selectors.thread_for(square.token, reader) == square


def test_only_members_read_a_letter(letter: Thread, ann: Persona, bob: Persona, cat: Persona, max_: Persona) -> None:
    say(letter, ann, "тайна")
    assert numbers(letter, bob) == [1]
    for outsider in (None, cat, max_):
        assert numbers(letter, outsider) == []
        assert selectors.reading_range(letter, outsider) is None
        assert selectors.thread_for(letter.token, outsider) is None
    assert selectors.thread_for(letter.token, bob) == letter
    assert selectors.thread_for("nothing", bob) is None


def test_a_range_of_posts_comes_in_order_with_authors(square: Thread, ann: Persona, django_assert_num_queries) -> None:
    for second in range(5):
        say(square, ann if second % 2 else None, second=second)
    with django_assert_num_queries(1):
        found = selectors.posts(square, None, 2, 4)
        assert [(post.number, post.author.name if post.author else None) for post in found] == [
            (2, "Анна"),
            (3, None),
            (4, "Анна"),
        ]
    assert numbers(square, None, 4, 2) == []
    assert numbers(square, None, -5, 1) == [1]
    assert numbers(square, None, 6, 10**9) == []


def test_whoever_leaves_reads_on_what_was_written_before(letter: Thread, ann: Persona, bob: Persona) -> None:
    say(letter, ann, second=0)
    say(letter, bob, second=1)
    services.end_reading(letter, bob)
    say(letter, ann, second=2)
    assert numbers(letter, bob) == [1, 2]
    assert selectors.reading_range(letter, bob) == (1, 2)
    assert not selectors.may_post(letter, bob)
    assert numbers(letter, ann) == [1, 2, 3]
    services.end_reading(letter, bob)
    assert numbers(letter, bob) == [1, 2]


def test_whoever_leaves_before_the_first_word_reads_nothing(letter: Thread, ann: Persona, bob: Persona) -> None:
    services.end_reading(letter, bob)
    say(letter, ann)
    assert numbers(letter, bob) == []
    assert selectors.reading_range(letter, bob) == (1, 0)


def test_an_open_thread_stays_open_to_whoever_leaves(square: Thread, ann: Persona, bob: Persona) -> None:
    services.end_reading(square, bob)
    say(square, ann)
    assert numbers(square, bob) == [1]
    assert not selectors.may_post(square, bob)


def test_a_later_member_reads_from_a_number_on(letter: Thread, ann: Persona, cat: Persona) -> None:
    for second in range(3):
        say(letter, ann, second=second)
    services.add_member(letter, cat, read_from=3)
    assert numbers(letter, cat) == [3]
    assert selectors.reading_range(letter, cat) == (3, 3)
    assert selectors.unread([letter], [cat]) == {letter.pk: 1}


def test_a_hidden_post_comes_without_its_text(square: Thread, ann: Persona) -> None:
    post = say(square, ann, "секрет")
    services.hide(post, at(9))
    (stub,) = selectors.posts(square, ann, 1, 1)
    assert (stub.number, stub.source, stub.html, stub.hidden_at) == (1, "", "", at(9))


@pytest.mark.parametrize(("number", "page"), [(0, 1), (1, 1), (49, 1), (50, 1), (51, 2), (100, 2), (101, 3)])
def test_the_page_of_a_post(number: int, page: int) -> None:
    assert selectors.page_of(number, 50) == page
    first, last = selectors.numbers_on(page, 50)
    assert first <= max(number, 1) <= last


def test_a_read_mark_goes_forward_only(square: Thread, ann: Persona, bob: Persona) -> None:
    for second in range(5):
        say(square, bob, second=second)
    assert selectors.read_up_to(square, ann) == 0
    for number, kept in ((3, 3), (2, 3), (4, 4), (4, 4), (99, 5), (-1, 5)):
        services.mark_read(square, ann, number)
        assert selectors.read_up_to(square, ann) == kept
    assert ReadMark.objects.filter(persona=ann).count() == 1


def test_a_read_mark_stays_within_what_may_be_read(letter: Thread, ann: Persona, bob: Persona, cat: Persona) -> None:
    say(letter, ann, second=0)
    services.end_reading(letter, bob)
    say(letter, ann, second=1)
    services.mark_read(letter, bob, 2)
    services.mark_read(letter, cat, 2)
    assert selectors.read_up_to(letter, bob) == 1
    assert not ReadMark.objects.filter(persona=cat).exists()


def test_nothing_to_read_leaves_no_mark(letter: Thread, ann: Persona) -> None:
    services.mark_read(letter, ann, 5)
    assert not ReadMark.objects.exists()


def test_ones_own_post_is_not_new_to_oneself(square: Thread, ann: Persona, bob: Persona) -> None:
    say(square, ann, second=0)
    say(square, ann, second=1)
    assert selectors.unread([square], [ann]) == {square.pk: 0}
    say(square, bob, second=2)
    say(square, ann, second=3)
    assert selectors.unread([square], [ann]) == {square.pk: 2}
    services.mark_read(square, ann, 4)
    say(square, ann, second=4)
    assert selectors.unread([square], [ann]) == {square.pk: 0}


def test_what_is_new_is_counted_within_what_may_be_read(
    square: Thread, letter: Thread, ann: Persona, bob: Persona, cat: Persona
) -> None:
    for second in range(4):
        say(square, ann, second=second)
    say(letter, ann, second=10)
    services.end_reading(letter, bob)
    say(letter, ann, second=11)
    services.mark_read(square, bob, 3)
    assert selectors.unread([square, letter], [bob]) == {square.pk: 1, letter.pk: 1}
    assert selectors.unread([square, letter], [cat]) == {square.pk: 4}
    assert selectors.unread([square, letter], []) == {}
    assert selectors.unread([], [bob]) == {}
    services.mark_read(letter, bob, 1)
    assert selectors.unread([letter], [bob]) == {letter.pk: 0}


def test_counting_what_is_new_costs_the_same_for_any_number(
    ann: Persona, bob: Persona, django_assert_num_queries
) -> None:
    threads = []
    for _i in range(12):
        thread = services.open_thread(readers=Thread.Readers.MEMBERS, writers=Thread.Writers.LISTED)
        services.add_member(thread, ann)
        services.add_member(thread, bob)
        say(thread, ann)
        threads.append(thread)
    with django_assert_num_queries(3):
        assert set(selectors.unread(threads, [ann, bob]).values()) == {1}
