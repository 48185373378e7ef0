"""What search finds posts by. Every text is put in when it is written, in the same transaction.

The database keeps a full-text index over `PostWords` (FTS5 on SQLite, GIN over `tsvector` on
PostgreSQL; the migration 0003 makes them); the words are ours (`forum.words`), so that both find the
same. A post's thread is one of its words: a search looks through its own threads, however many posts
the site has.
"""

from collections.abc import Collection, Iterator, Mapping

from django.db import connection, transaction
from django.db.models import Q
from django.db.models.expressions import RawSQL

from forum.bbcode import Tag
from forum.markup import parse, without_quotes
from forum.models import Post, PostWords
from forum.words import Question, stems_of

# Votes, notices and heads of chapters are lines of the moderator's: lists of their own show them.
STYLES = (Post.Style.POST, Post.Style.REPORT)
_NO_TAGS: Mapping[str, Tag] = {}
_AT_ONCE = 500

# The thread's word: nobody can type one, since № is no letter.
_FTS5 = "SELECT rowid FROM forum_search WHERE forum_search MATCH %s"
_TSQUERY = (
    "SELECT post_id FROM forum_postwords WHERE array_to_tsvector(string_to_array(btrim(stems), ' ')) @@ %s::tsquery"
)


def add(post: Post, tags: Mapping[str, Tag] = _NO_TAGS) -> None:
    """Let search find a post that was just written; `tags` are those it was read with."""
    row = row_of(post.thread_id, post.style, post.render_version, post.source, tags)
    if row:
        PostWords.objects.create(post=post, stems=row)


def row_of(thread: int, style: str, render_version: int, source: str, tags: Mapping[str, Tag] = _NO_TAGS) -> str:
    """Return what stands in the index for a post; nothing for one that is not found by words.

    What others have said and the post quotes is left out. A text without a render version is plain.
    """
    if style not in STYLES:
        return ""
    text = without_quotes(parse(source, tags)) if render_version and "[" in source else source
    stems = stems_of(text)
    return f" {_word_of(thread)} {' '.join(stems)} " if stems else ""


def index_again(tags: Mapping[str, Tag] = _NO_TAGS) -> int:
    """Index every post anew, some at a time; return how many are found by words. Safe while the site runs."""
    count = 0
    for posts in _in_parts():
        rows = [
            PostWords(post=post, stems=row)
            for post in posts
            if (row := row_of(post.thread_id, post.style, post.render_version, post.source, tags))
        ]
        with transaction.atomic():
            PostWords.objects.filter(post__in=[post.pk for post in posts]).delete()
            PostWords.objects.bulk_create(rows)
        count += len(rows)
    return count


def _in_parts() -> Iterator[list[Post]]:
    last = 0
    while posts := list(Post.objects.filter(pk__gt=last).order_by("pk")[:_AT_ONCE]):
        yield posts
        last = posts[-1].pk


def matching(threads: Collection[int], question: Question) -> Q:
    """Return the condition on `Post` for a question, in threads by their primary keys. Of rights it knows nothing.

    Nothing that was typed is handed to the database but letters and digits.
    """
    postgres = connection.vendor == "postgresql"
    sign = "'" if postgres else '"'
    either, both = (" | ", " & ") if postgres else (" OR ", " AND ")
    somewhere = either.join(f"{sign}{_word_of(thread)}{sign}" for thread in threads)
    words = both.join([f"({somewhere})", *(f"{sign}{stem}{sign}" for stem in question.stems)])
    # Two fixed statements; the words are a parameter.
    found = Q(pk__in=RawSQL(_TSQUERY if postgres else _FTS5, [words]))  # noqa: S611
    for phrase in question.phrases:
        found &= Q(words__stems__contains=f" {' '.join(phrase)} ")
    return found


def _word_of(thread: int) -> str:
    return f"№{thread}"
