"""Reads of threads and posts, each within what the reader may see. Membership is the gate for texts:
everything that shows a post asks here.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Case, Count, Max, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce

from accounts.models import Persona
from forum.index import matching
from forum.models import Post, ReadMark, Thread, ThreadMember
from forum.words import Question

# Stands for "no end": no thread gets that long.
_NO_END = 2**31 - 1


def may_post(thread: Thread, persona: Persona | None) -> bool:
    """Tell whether a persona may write in a thread now."""
    if persona is None:
        return False
    if thread.writers == Thread.Writers.MEMBERS and persona.kind == Persona.Kind.MEMBER:
        return True
    member = ThreadMember.objects.filter(thread=thread, persona=persona).first()
    if member is None:
        return False
    return member.always or (member.may_post and thread.writers != Thread.Writers.NOBODY)


def reading_range(thread: Thread, persona: Persona | None) -> tuple[int, int] | None:
    """Return the numbers of the first and the last post that a persona may read; nobody's persona is
    None. The last is before the first where nothing is there yet. None: it may not read at all.
    """
    bounds = _bounds(thread, persona)
    if bounds is None:
        return None
    return bounds[0], min(bounds[1], last_number(thread))


def posts(thread: Thread, reader: Persona | None, first: int, last: int) -> list[Post]:
    """Return the posts numbered `first` to `last`, as far as the reader may read them, with their
    authors. A hidden post comes with its text taken out.
    """
    bounds = _bounds(thread, reader)
    if bounds is None:
        return []
    first, last = max(first, bounds[0], 1), min(last, bounds[1])
    if last < first:
        return []
    found = Post.objects.filter(thread=thread, number__range=(first, last)).select_related("author").order_by("number")
    return [_shown(post) for post in found]


def picked(thread: Thread, reader: Persona | None, numbers: Collection[int]) -> list[Post]:
    """Return the posts of these numbers, in the order of `numbers`, as far as the reader may read them, with
    their authors. A hidden post comes with its text taken out. Two queries, however many are asked for.
    """
    bounds = _bounds(thread, reader)
    if bounds is None:
        return []
    wanted = [number for number in numbers if bounds[0] <= number <= bounds[1]]
    found = Post.objects.filter(thread=thread, number__in=wanted).select_related("author")
    by_number = {post.number: post for post in found}
    return [_shown(by_number[number]) for number in wanted if number in by_number]


def newest(thread: Thread, reader: Persona | None, count: int) -> list[Post]:
    """Return the newest posts that the reader may read, the oldest of them first, without their authors.

    A hidden post comes with its text taken out.
    """
    bounds = _bounds(thread, reader)
    if bounds is None:
        return []
    found = Post.objects.filter(thread=thread, number__range=bounds).order_by("-number")[:count]
    return [_shown(post) for post in reversed(found)]


class Said(NamedTuple):
    """The text of a post, as it was typed: nothing of one that is hidden."""

    number: int
    author: int | None
    source: str
    at: datetime


def newest_said(thread: Thread, reader: Persona | None, count: int, *, after: int = 0) -> list[Said]:
    """Return the texts of the newest posts that the reader may read, the oldest first: those after a number."""
    bounds = _bounds(thread, reader)
    if bounds is None:
        return []
    found = Post.objects.filter(thread=thread, number__range=(max(bounds[0], after + 1), bounds[1]))
    rows = found.order_by("-number").values_list("number", "author", "source", "at", "hidden_at")[:count]
    return [Said(number, author, "" if hidden else source, at) for number, author, source, at, hidden in reversed(rows)]


def since(thread: Thread, reader: Persona | None, seq: int, most: int) -> list[Post]:
    """Return the first posts written when the caller's log stood at a position or later, with their authors.

    At most so many; each within what the reader may see, a hidden one with its text taken out.
    """
    bounds = _bounds(thread, reader)
    if bounds is None:
        return []
    found = Post.objects.filter(thread=thread, number__range=bounds, seq__gte=seq)
    return [_shown(post) for post in found.select_related("author").order_by("number")[:most]]


def last_number(thread: Thread) -> int:
    """Return the number of the newest post, 0 where there is none."""
    newest = Post.objects.filter(thread=thread).order_by("-number").values_list("number", flat=True).first()
    return newest or 0


def last_posted(thread: Thread) -> dict[int, datetime]:
    """Return when each author wrote the newest post of a thread, by the persona's primary key.

    Posts only: a line may be written in a person's name by what was left before (an advance vote).
    """
    written = Post.objects.filter(thread=thread, style=Post.Style.POST, author__isnull=False)
    newest = written.order_by().values("author").annotate(newest=Max("at"))
    return {row["author"]: row["newest"] for row in newest}


@dataclass(frozen=True, slots=True)
class Place:
    """Where a post stands, without a word of it: its number, and the caller's position `seq` when it was written."""

    number: int
    seq: int
    author: int | None
    style: str
    mark: str


def places(thread: Thread, reader: Persona | None, only: Q) -> list[Place]:
    """Return the places of the posts that fit a condition on `Post`, as far as the reader may read them, by number."""
    bounds = _bounds(thread, reader)
    if bounds is None:
        return []
    found = Post.objects.filter(only, thread=thread, number__range=bounds).order_by("number")
    return [Place(*row) for row in found.values_list("number", "seq", "author", "style", "mark")]


@dataclass(frozen=True, slots=True)
class Written:
    """What one author has written in a thread: how many posts in each part of it, and when the newest."""

    counts: tuple[int, ...]
    newest: datetime


def written(thread: Thread, reader: Persona | None, starts: Sequence[int]) -> dict[int, Written]:
    """Return what each author has written, by the persona's primary key: posts only, not what is hidden.

    A part begins at each of the caller's positions `starts` (see `Post.seq`), in order; what was written
    before the first is in none. Within what the reader may read, in one query beside the right to.
    """
    bounds = _bounds(thread, reader)
    if bounds is None:
        return {}
    begun = [When(seq__gte=start, then=Value(part)) for part, start in reversed(list(enumerate(starts)))]
    posts = Post.objects.filter(
        thread=thread, number__range=bounds, style=Post.Style.POST, author__isnull=False, hidden_at=None
    )
    parts = posts.annotate(part=Case(*begun, default=Value(-1)) if begun else Value(-1)).order_by()
    counts: dict[int, list[int]] = {}
    newest: dict[int, datetime] = {}
    for author, part, count, last in parts.values_list("author", "part").annotate(Count("pk"), Max("at")):
        mine = counts.setdefault(author, [0] * len(starts))
        if part >= 0:
            mine[part] = count
        newest[author] = max(newest.get(author, last), last)
    return {author: Written(tuple(mine), newest[author]) for author, mine in counts.items()}


def outline(thread: Thread, reader: Persona | None) -> tuple[list[Post], int]:
    """Return the chapter heads of a thread in order, without authors, and the number of the last post, as far as
    the reader may read it. Where membership is not asked, one query if there are chapters, two if there are none.
    """
    bounds = _bounds(thread, reader)
    if bounds is None:
        return [], 0
    newest = Post.objects.filter(thread=thread).order_by("-number").values("number")[:1]
    found = _within(thread, bounds).filter(style=Post.Style.CHAPTER).order_by("number")
    heads = list(found.annotate(newest=Subquery(newest)))
    last = heads[0].newest if heads else last_number(thread)
    return [_shown(post) for post in heads], min(bounds[1], last)


def chosen(thread: Thread, reader: Persona | None, numbers: QuerySet[Any, int]) -> list[Post]:
    """Return the posts whose numbers a query chooses, as far as the reader may read them, in order, with their
    authors. A hidden post comes with its text taken out.
    """
    found = readable(thread, reader).filter(number__in=numbers).select_related("author").order_by("number")
    return [_shown(post) for post in found]


def readable(thread: Thread, reader: Persona | None) -> QuerySet[Post]:
    """Return the posts of a thread that the reader may read, for the modules of this app to choose from by what
    they are. Their texts come from `posts` and `chosen`.
    """
    bounds = _bounds(thread, reader)
    return Post.objects.none() if bounds is None else _within(thread, bounds)


def _within(thread: Thread, bounds: tuple[int, int]) -> QuerySet[Post]:
    found = Post.objects.filter(thread=thread)
    # A bound that leaves nothing out would only lead the database to another index.
    found = found.filter(number__gte=bounds[0]) if bounds[0] > 1 else found
    return found.filter(number__lte=bounds[1]) if bounds[1] < _NO_END else found


def search(
    threads: Collection[Thread], reader: Persona | None, question: Question, only: Q, page: int, size: int
) -> tuple[list[Post], int]:
    """Return a page of the posts in which the words of a question stand, the newest first, and how many there are.

    Each within what the reader may see; a hidden one is not found. `only` is a further condition on
    `Post`. Pages count from 1; beyond the last comes the last. At most three queries.
    """
    if not question.stems:
        return [], 0
    members = ThreadMember.objects.filter(thread__in=threads, persona=reader) if reader is not None else []
    places = {member.thread_id: member for member in members}
    readable = {thread.pk: _bounds_of(thread, places.get(thread.pk)) for thread in threads}
    within = Q(pk__in=())
    for thread, bounds in readable.items():
        if bounds is not None:
            within |= Q(thread=thread, number__range=bounds)
    open_to_reader = [thread for thread, bounds in readable.items() if bounds is not None]
    if not open_to_reader:
        return [], 0
    fitting = Post.objects.filter(matching(open_to_reader, question), within, only, hidden_at=None)
    count = fitting.count()
    first = (min(page, page_of(count, size)) - 1) * size
    if not count:
        return [], 0
    # Of one thread the database has the order ready.
    order = ("-number",) if len(open_to_reader) == 1 else ("-at", "-pk")
    return list(fitting.select_related("author").order_by(*order)[first : first + size]), count


def numbers_of(thread: Thread, style: str, mark: str) -> list[int]:
    """Return the numbers of the posts of a style and mark in a thread that everybody reads: heads of chapters."""
    if thread.readers != Thread.Readers.EVERYBODY:
        return []
    found = Post.objects.filter(thread=thread, style=style, mark=mark).order_by("number")
    return list(found.values_list("number", flat=True))


@dataclass(frozen=True, slots=True)
class Glance:
    """A members-only thread in a list: who is in it, how many posts are new, and when the last was written.

    All for one reader: of what came after the end of reading nothing shows.
    """

    thread: int
    members: tuple[int, ...]
    last: int
    at: datetime | None
    new: int


def glances(threads: Iterable[int], persona: Persona) -> dict[int, Glance]:
    """Return a glance at each of these threads of which the persona is a member, by primary key. Two queries."""
    readable = Post.objects.filter(
        thread=OuterRef("thread"), number__lte=Coalesce(OuterRef("read_until"), _NO_END)
    ).order_by("-number")
    marks = ReadMark.objects.filter(thread=OuterRef("thread"), persona=persona)
    mine = ThreadMember.objects.filter(thread__in=list(threads), persona=persona).annotate(
        newest=Subquery(readable.values("number")[:1]),
        newest_at=Subquery(readable.values("at")[:1]),
        seen=Subquery(marks.values("number")[:1]),
    )
    places = {place.thread_id: place for place in mine}
    members: dict[int, list[int]] = {}
    rows = ThreadMember.objects.filter(thread__in=places).order_by("pk").values_list("thread", "persona")
    for thread, member in rows:
        members.setdefault(thread, []).append(member)
    found = {}
    for thread, place in places.items():
        read = max(place.read_from - 1, place.seen or 0)
        last = place.newest or 0
        found[thread] = Glance(thread, tuple(members[thread]), last, place.newest_at, max(0, last - read))
    return found


def page_of(number: int, size: int) -> int:
    """Return the page, from 1, that a post stands on."""
    return max(1, (number + size - 1) // size)


def numbers_on(page: int, size: int) -> tuple[int, int]:
    """Return the numbers of the first and the last post of a page."""
    return (page - 1) * size + 1, page * size


def unread(threads: Iterable[Thread], personas: Collection[Persona]) -> dict[int, int]:
    """Return how many posts are new in each thread for one who reads it as one of these personas, by
    the thread's primary key. Threads that none of them may read are left out. Three queries.
    """
    newest = Post.objects.filter(thread=OuterRef("pk")).order_by("-number").values("number")[:1]
    pks = [thread.pk for thread in threads]
    found = list(Thread.objects.filter(pk__in=pks).annotate(newest=Subquery(newest)))
    members = {
        (member.thread_id, member.persona_id): member
        for member in ThreadMember.objects.filter(thread__in=pks, persona__in=personas)
    }
    marks = {
        (thread, persona): number
        for thread, persona, number in ReadMark.objects.filter(thread__in=pks, persona__in=personas).values_list(
            "thread", "persona", "number"
        )
    }
    counts: dict[int, int] = {}
    for thread in found:
        for persona in personas:
            bounds = _bounds_of(thread, members.get((thread.pk, persona.pk)))
            if bounds is not None:
                read = max(bounds[0] - 1, marks.get((thread.pk, persona.pk), 0))
                new = max(0, min(bounds[1], thread.newest or 0) - read)
                counts[thread.pk] = max(counts.get(thread.pk, 0), new)
    return counts


def unmarked(threads: Collection[int], but: Persona, most: int = 500) -> list[Post]:
    """Return the texts of persons in these threads that bear no mark, the oldest first, at most so many.

    What `but` has written and what is hidden is left out, and so is what the moderator wrote. Only
    for threads that the reader may read. One query.
    """
    return list(_unmarked(threads, [but]).order_by("at", "thread", "number")[:most])


def unmarked_count(threads: Collection[int], but: Collection[Persona]) -> dict[int, int]:
    """Return how many texts `unmarked` would find, by the primary key of the thread. One query."""
    found = _unmarked(threads, but).order_by().values("thread")
    return dict(found.annotate(count=Count("pk")).values_list("thread", "count"))


def _unmarked(threads: Collection[int], but: Collection[Persona]) -> QuerySet[Post]:
    texts = Post.objects.filter(
        thread__in=threads, author__isnull=False, style=Post.Style.POST, mark="", hidden_at=None
    )
    return texts.exclude(author__in=but)


def read_up_to(thread: Thread, persona: Persona) -> int:
    """Return the number up to which a persona has read a thread, 0 if nothing."""
    mark = ReadMark.objects.filter(thread=thread, persona=persona).values_list("number", flat=True).first()
    return mark or 0


def thread_for(token: str, persona: Persona | None) -> Thread | None:
    """Return the thread of a token if the persona may read it. None else: nobody learns whether it exists."""
    thread = Thread.objects.filter(token=token).first()
    return thread if thread is not None and _bounds(thread, persona) is not None else None


def _bounds(thread: Thread, persona: Persona | None) -> tuple[int, int] | None:
    """Return what a persona may read by its rights alone."""
    if thread.readers == Thread.Readers.EVERYBODY or persona is None:
        return _bounds_of(thread, None)
    return _bounds_of(thread, ThreadMember.objects.filter(thread=thread, persona=persona).first())


def _bounds_of(thread: Thread, member: ThreadMember | None) -> tuple[int, int] | None:
    """Return what may be read in a place in a thread (or in none)."""
    if thread.readers == Thread.Readers.EVERYBODY:
        return 1, _NO_END
    if member is None:
        return None
    return member.read_from, _NO_END if member.read_until is None else member.read_until


def _shown(post: Post) -> Post:
    """Take the text out of a hidden post. The object is for showing; it is not to be saved."""
    if post.hidden_at is not None:
        post.source = post.html = ""
    return post
