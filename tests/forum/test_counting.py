"""Where posts stand and how many there are, within what the reader may read: nothing shows in a number."""

import pytest
from django.db.models import Q

from accounts.models import Persona
from forum import selectors, services
from forum.models import Post, Thread
from tests.forum.conftest import at, say

pytestmark = pytest.mark.django_db


def test_places_and_counts_end_where_reading_ends(
    letter: Thread, ann: Persona, bob: Persona, cat: Persona, django_assert_num_queries
) -> None:
    say(letter, ann, second=0, seq=3)
    say(letter, bob, second=1, seq=5)
    services.end_reading(letter, bob)
    say(letter, ann, second=2, seq=8)
    assert [one.number for one in selectors.places(letter, bob, Q())] == [1, 2]
    assert [(one.number, one.seq, one.author) for one in selectors.places(letter, ann, Q(seq__gte=5))] == [
        (2, 5, bob.pk),
        (3, 8, ann.pk),
    ]
    assert selectors.written(letter, bob, [1])[ann.pk].counts == (1,)
    assert selectors.written(letter, ann, [1])[ann.pk].counts == (2,)
    for outsider in (None, cat):
        assert selectors.places(letter, outsider, Q()) == [] and selectors.written(letter, outsider, [1]) == {}
    with django_assert_num_queries(2):
        selectors.written(letter, ann, [1, 4, 6])


def test_what_was_written_is_counted_by_parts(square: Thread, ann: Persona, bob: Persona) -> None:
    """From each position on to the next; lines and what is hidden are not counted."""
    for second, seq in enumerate((1, 4, 4, 7)):
        say(square, ann, second=second, seq=seq)
    say(square, bob, second=9, seq=5, style=Post.Style.LINE, html="строка")
    services.hide(say(square, ann, second=10, seq=9), at(11))
    found = selectors.written(square, None, [4, 7])
    assert set(found) == {ann.pk}
    assert found[ann.pk] == selectors.Written((2, 1), at(3))
    assert selectors.written(square, None, [])[ann.pk].counts == ()
