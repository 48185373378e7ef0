"""Which post of the thread shows what happened to a vote: found by the log's positions, which nobody is shown."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from django.db.models import Q

from forum import selectors as forum
from forum.models import Post
from games.engine.ballots import Act
from games.selectors import Access

# A line is written at the end of a batch of events: no batch is longer than this after a vote in it.
LONGEST_BATCH = 400


def numbers_of(access: Access, acts: Sequence[Act]) -> list[int | None]:
    """Return the number of the post of each act, as far as the reader may read it; in at most two queries.

    A vote by the control, a vote left in advance and a withdrawal have a line of the voter's; a vote in a post has
    the post; what fell away with whoever left the game has the report of that.
    """
    if not acts:
        return []
    first, last = min(act.position for act in acts), max(act.position for act in acts)
    near = Q(seq__range=(first, last + LONGEST_BATCH))
    posts = Q(style=Post.Style.POST, seq__in=[act.position for act in acts if act.how == "post"])
    places = forum.places(
        access.game.thread,
        access.persona,
        Q(mark__in=("vote", "unvote"), style=Post.Style.LINE) & near | Q(style=Post.Style.REPORT) & near | posts,
    )
    by_author: dict[tuple[str, int | None], list[tuple[int, int]]] = {}
    for place in places:
        author = None if place.style == Post.Style.REPORT else place.author
        by_author.setdefault((place.style, author), []).append((place.seq, place.number))
    found = []
    for act in acts:
        seat = access.seats.get(act.seat)
        style = {"post": Post.Style.POST, "": Post.Style.REPORT}.get(act.how, Post.Style.LINE)
        written = by_author.get((style, None if not act.how or seat is None else seat.persona_id), [])
        at = bisect_left(written, (act.position, 0))
        found.append(written[at][1] if at < len(written) else None)
    return found


def numbered(access: Access, *several: Sequence[Act]) -> dict[Act, int | None]:
    """Return the number of the post of every act of several lists, which may overlap; as `numbers_of`, in one query."""
    acts = list(dict.fromkeys(act for acts in several for act in acts))
    return dict(zip(acts, numbers_of(access, acts), strict=True))


def around(access: Access, acts: Sequence[Act], position: int, number: int) -> tuple[int | None, int | None]:
    """Return the numbers of the posts with the previous and the next vote, seen from a post; at most two queries.

    `acts` are all votes of the game, the oldest first. Of votes that were cast at once each has a line of its own.
    """
    here = bisect_right(acts, position, key=lambda act: act.position)
    # At most so many are cast at once: the advance votes at the opening of a day.
    most = len(access.seats) + 1
    found = sorted({one for one in numbers_of(access, acts[max(0, here - most) : here + most]) if one is not None})
    before = [one for one in found if one < number]
    after = [one for one in found if one > number]
    return (before[-1] if before else None), (after[0] if after else None)
