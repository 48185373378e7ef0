"""The only code that writes threads and posts. A service is told the time; it never reads the clock.

Rights are data on the thread and its members. Whoever opens and closes them (the game) has its own
reasons; here they are only kept.
"""

import math
import unicodedata
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta
from html import unescape

from django.conf import settings
from django.db import transaction
from django.db.models import Case, Value, When
from django.utils import translation
from django.utils.html import strip_tags

from accounts.models import Persona
from common.refusal import Refusal
from forum import index, nudges, selectors
from forum.bbcode import legible
from forum.markup import RENDER_VERSION, Render, Tag, Tree, parse, plain, said, to_html
from forum.models import Post, ReadMark, Thread, ThreadMember

# What is read counts, tags do not; the source as it was typed may be twice as long.
LONGEST_TEXT = 20_000
LONGEST_SOURCE = 40_000
# Between two posts of one persona in one thread.
PACE = timedelta(seconds=2)
# How far back the pace is looked for: nobody writes that many posts in that time.
_PACE_POSTS = 50

_NO_TAGS: Mapping[str, Tag] = {}
_NO_RENDER: Mapping[str, Render] = {}
_NO_NAMES: Mapping[int, str] = {}


def open_thread(*, readers: str, writers: str, title: str = "", language: str = "") -> Thread:
    """Open a thread. `language` is that of the few words the forum puts into its posts (the site's
    if empty): never a writer's own, which would tell something about the person.
    """
    longest = Thread._meta.get_field("title").max_length
    return Thread.objects.create(
        readers=Thread.Readers(readers),
        writers=Thread.Writers(writers),
        title=" ".join(legible(title).split())[:longest],
        language=language,
    )


def add_member(
    thread: Thread, persona: Persona, *, may_post: bool = True, always: bool = False, read_from: int = 1
) -> None:
    """Give a persona a place in a thread, to be read from the post `read_from` on. One who has a
    place already gets the rights to write; what may be read stays as it was.
    """
    _add_members([ThreadMember(thread=thread, persona=persona, may_post=may_post, always=always, read_from=read_from)])


def add_members(thread: Thread, personas: Iterable[Persona], *, always: Collection[Persona] = ()) -> None:
    """Give several personas a place each, to be read from its beginning, in one query; some may `always` write."""
    _add_members([ThreadMember(thread=thread, persona=one, may_post=True, always=one in always) for one in personas])


def _add_members(members: list[ThreadMember]) -> None:
    ThreadMember.objects.bulk_create(
        members, update_conflicts=True, unique_fields=["thread", "persona"], update_fields=["may_post", "always"]
    )


def remove_member(thread: Thread, persona: Persona) -> None:
    """Take a persona's place in a thread away, and with it what only members read."""
    ThreadMember.objects.filter(thread=thread, persona=persona).delete()


def set_writers(thread: Thread, writers: str) -> None:
    """Change who may write in a thread."""
    thread.writers = Thread.Writers(writers)
    thread.save(update_fields=["writers"])


def allow_only(thread: Thread, personas: Collection[Persona]) -> None:
    """Let exactly these members write, besides those who always may. Nobody becomes a member by it."""
    listed = [persona.pk for persona in personas]
    thread.members.update(
        may_post=Case(When(persona__in=listed, then=Value(True)), default=Value(False)) if listed else Value(False)
    )


def end_reading(thread: Thread, persona: Persona) -> None:
    """Let a member read what was written up to now and nothing later, and write nothing
    (`rules.md` section 7). An end that was set before stays.
    """
    with transaction.atomic():
        _locked(thread)
        members = ThreadMember.objects.filter(thread=thread, persona=persona)
        members.update(may_post=False, always=False)
        members.filter(read_until=None).update(read_until=selectors.last_number(thread))


def close_members(thread: Thread) -> None:
    """Let no member write any more, whatever the thread says; what could be read stays readable."""
    thread.members.update(may_post=False, always=False)


@transaction.atomic
def write(
    thread: Thread,
    *,
    author: Persona | None,
    source: str,
    at: datetime,
    key: str | None = None,
    style: str = Post.Style.POST,
    mark: str = "",
    tagged: bool = False,
    html: str | None = None,
    seq: int = 0,
    tags: Mapping[str, Tag] = _NO_TAGS,
    render: Mapping[str, Render] = _NO_RENDER,
    names: Mapping[int, str] = _NO_NAMES,
    limit_pace: bool = False,
    forced: bool = False,
) -> Post:
    """Add a post to the end of a thread and return it; number follows number, with no gap.

    `author` None is the moderator's voice, which needs no right. The same `key` of the same author
    gives the post that is there already, whatever has changed since: a form sent twice makes one
    post. `html` is ready and safe (a report), and then nothing of `source` is looked at; otherwise
    it is made from `source` with the caller's `tags` and `render` and the `names` that it may mention
    (see `markup`). `forced` asks for no right of the author: the caller has looked at it. `mark` and
    `seq` are the caller's own; `tagged` says of ready `html` what is otherwise read from the text, that
    one of the caller's tags says something in it.

    Raises Refusal, in this order: `not_member`, `thread_closed`; `text_empty`, `text_too_long`
    (limit, length); with `limit_pace` `too_fast` (wait, in seconds).
    """
    thread = _locked(thread)
    key = _stored_key(key)
    there = already_written(thread, author, key)
    if there:
        return there
    if author is not None and not forced:
        check_right(thread, author)
    if html is None:
        source, html, tagged = _checked(source, tags, render, names, thread.language)
        version = RENDER_VERSION
    else:
        source, html, version = legible(source), legible(html), 0
    number = selectors.last_number(thread) + 1
    if limit_pace and author is not None:
        _check_pace(thread, author, number, at)
    post = Post.objects.create(
        thread=thread,
        number=number,
        author=author,
        style=Post.Style(style),
        mark=mark,
        tagged=tagged,
        source=source,
        html=html,
        render_version=version,
        seq=seq,
        at=at,
        key=key,
    )
    index.add(post, tags)
    if author is not None:
        _keep_read(thread, author, number)
    nudges.changed(thread)
    return post


def check_right(thread: Thread, persona: Persona) -> None:
    """Pass a persona who may write in a thread now. Raises Refusal `not_member` or `thread_closed`."""
    if selectors.may_post(thread, persona):
        return
    if ThreadMember.objects.filter(thread=thread, persona=persona).exists():
        raise Refusal("thread_closed")
    raise Refusal("not_member")


def checked_text(
    source: str,
    *,
    tags: Mapping[str, Tag] = _NO_TAGS,
    render: Mapping[str, Render] = _NO_RENDER,
    names: Mapping[int, str] = _NO_NAMES,
    language: str = "",
) -> tuple[str, str]:
    """Return a text as `write` would store it, and its HTML: for a post, and for its preview.

    Raises Refusal `text_empty`, or `text_too_long` with `limit` and `length`.
    """
    source, html, _tagged = _checked(source, tags, render, names, language)
    return source, html


def check_length(source: str) -> None:
    """Pass a text that is not too long for a post. Raises Refusal `text_too_long` with `limit` and `length`."""
    _checked_tree(legible(source), _NO_TAGS)


def already_written(thread: Thread, author: Persona | None, key: str | None) -> Post | None:
    """Return the post that a form with this key has made before, if it has."""
    key = _stored_key(key)
    return Post.objects.filter(thread=thread, author=author, key=key).first() if key else None


def next_number(thread: Thread) -> int:
    """Return the number that the next post of a thread will have, and hold the thread until the
    transaction ends, so that it will. Only inside a transaction.
    """
    return selectors.last_number(_locked(thread)) + 1


def hide(post: Post, at: datetime) -> None:
    """Hide a post for good: a stub with its number stays. Hiding it again changes nothing."""
    if Post.objects.filter(pk=post.pk, hidden_at=None).update(hidden_at=at):
        post.hidden_at = at
        nudges.changed(post.thread)


def set_mark(post: Post, mark: str) -> None:
    """Say what a post is about, where that is known only after it was written. The text stays as it is."""
    Post.objects.filter(pk=post.pk).update(mark=mark)
    post.mark = mark


def set_marks(thread: Thread, mark: str, *, up_to: int, but: Persona) -> None:
    """Mark the texts of persons up to a number that bear no mark yet, those of one persona left out."""
    found = Post.objects.filter(thread=thread, number__lte=up_to, style=Post.Style.POST, author__isnull=False, mark="")
    found.exclude(author=but).update(mark=mark)


def mark_read(thread: Thread, persona: Persona, number: int) -> None:
    """Remember that a persona has read a thread up to a number. A mark never goes back, nor beyond
    what is there and may be read; whoever may not read leaves none.
    """
    bounds = selectors.reading_range(thread, persona)
    if bounds is None:
        return
    number = min(number, bounds[1])
    marks = ReadMark.objects.filter(thread=thread, persona=persona)
    if number < bounds[0] or marks.filter(number__lt=number).update(number=number):
        return
    mark, _created = ReadMark.objects.get_or_create(thread=thread, persona=persona, defaults={"number": number})
    if mark.number < number:
        # Another page of the same reader made the mark in between.
        marks.filter(number__lt=number).update(number=number)


def _locked(thread: Thread) -> Thread:
    """Take the thread's lock until the transaction ends, and return the thread as it is now."""
    return Thread.objects.select_for_update(no_key=True, of=("self",)).get(pk=thread.pk)


def _stored_key(key: str | None) -> str | None:
    """Return a form's key as the database can hold it, whatever was sent for one."""
    return legible(key)[: Post._meta.get_field("key").max_length] or None if key else None


def _checked_tree(source: str, tags: Mapping[str, Tag]) -> Tree:
    """Read a text that is not too long: not as it was typed, nor as it is read."""
    if len(source) > LONGEST_SOURCE:
        raise Refusal("text_too_long", limit=LONGEST_SOURCE, length=len(source))
    tree = parse(source, tags)
    length = len(plain(tree))
    if length > LONGEST_TEXT:
        raise Refusal("text_too_long", limit=LONGEST_TEXT, length=length)
    return tree


def _check_pace(thread: Thread, author: Persona, number: int, at: datetime) -> None:
    """Refuse a second post within `PACE`, with the seconds to wait. A line, such as a vote's, holds nobody up."""
    newest = (
        Post.objects.filter(thread=thread, number__gte=number - _PACE_POSTS, author=author, style=Post.Style.POST)
        .order_by("-number")
        .values_list("at", flat=True)
        .first()
    )
    if newest is not None and at < newest + PACE:
        raise Refusal("too_fast", wait=max(1, math.ceil((newest + PACE - at).total_seconds())))


def _keep_read(thread: Thread, author: Persona, number: int) -> None:
    """Let an author's own post be no unread one, if there was nothing unread before it."""
    marks = ReadMark.objects.filter(thread=thread, persona=author)
    if marks.filter(number=number - 1).update(number=number):
        return
    if thread.readers == Thread.Readers.EVERYBODY:
        # It is read from its first post on, whatever a member's place says.
        first = 1
    else:
        member = ThreadMember.objects.filter(thread=thread, persona=author).only("read_from").first()
        first = member.read_from if member else 1
    if number <= first and not marks.exists():
        ReadMark.objects.create(thread=thread, persona=author, number=number)


def _checked(
    source: str, tags: Mapping[str, Tag], render: Mapping[str, Render], names: Mapping[int, str], language: str
) -> tuple[str, str, bool]:
    """Return a text as it is stored, its HTML, and whether one of the caller's tags says something in it."""
    source = legible(source)
    tree = _checked_tree(source, tags)
    html = _html(tree, render, names, language)
    if not _is_visible(unescape(strip_tags(html))):
        raise Refusal("text_empty")
    return source, html, bool(tags) and bool(said(tree))


def _html(tree: Tree, render: Mapping[str, Render], names: Mapping[int, str], language: str) -> str:
    """Render in the thread's language."""
    with translation.override(language or settings.LANGUAGE_CODE):
        return to_html(tree, render, names)


def _is_visible(text: str) -> bool:
    """Tell whether a text has anything that can be seen."""
    return any(unicodedata.category(sign)[0] not in "ZCM" for sign in text)
