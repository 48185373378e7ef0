"""Posts to the HTML of a thread: joined strings, nothing asked of the database.

A stored post is the inner part; around it come the seal, the name, the time, the number as a link
that stays, and for whoever may write the link that quotes. What is stored is safe (see
`forum.markup` and `games.herald`); all else is escaped here.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from common.templatetags.look import host_seal, icon, seal, stamp
from forum import markup
from forum.models import Post
from games import tags
from games.herald.delivery import SEALED

PAGE = 25

# What stands before a line that has no author's seal, by its mark.
ICONS = {
    "clock": "clock",
    "pause": "pause",
    "warn": "warn",
    "left": "cross",
    "renamed": "pen",
    "rules": "page",
    "host": "flag",
    "away": "away",
}
# Votes in posts, as `games.tags` writes them and nothing else can.
_VOTE, _UNVOTE, _DONE = ('<span class="v">', '<span class="v v-un">', '<span class="v v-done">')
_QUOTED = re.compile(r'href="#p(\d{1,9})"')


@dataclass(frozen=True, slots=True)
class Reading:
    """Who reads a thread, and what stands beside the posts for this reader.

    `url` is the address of the thread's page, `me` and `host` are primary keys of personas; `quotes`
    tells whether the reader may write, and so quote, `quoting` the piece of an address with what is
    quoted already; `first_new` is the number of the first post
    that was not read before, and `new` how many are new (`messages`, or else posts); `members` are
    the personas that sit in the game, once others may write too; `folds` closes what the host told
    this reader alone; `reports` is what stands before a post's number in the address that shows it to
    the host ("": none); `kept` are the numbers of posts with a bookmark, None where there are no bookmarks;
    `apart` says that posts are read apart from the others, and each links to its place among them;
    `names` are those that a post made anew may mention.
    """

    url: str = ""
    me: int = 0
    host: int = 0
    quotes: bool = False
    quoting: str = ""
    first_new: int = 0
    new: int = 0
    messages: bool = False
    members: frozenset[int] = frozenset()
    folds: bool = False
    reports: str = ""
    kept: frozenset[int] | None = None
    apart: bool = False
    names: Mapping[int, str] = field(default_factory=dict)


def to_html(posts: Sequence[Post], reading: Reading) -> SafeString:
    """Return the posts as the page shows them, with the line above the first new one."""
    parts: list[str] = []
    shown = {post.number for post in posts}
    marked = not reading.first_new
    for post in posts:
        if not marked and post.number >= reading.first_new:
            parts.append(_unread_line(reading))
            marked = True
        parts.append(_one(post, reading, shown))
    return mark_safe("\n".join(parts))  # noqa: S308 (each part is escaped or was stored safe)


def _unread_line(reading: Reading) -> str:
    if reading.messages:
        words = ngettext("%(n)d new message", "%(n)d new messages", reading.new)
    else:
        words = ngettext("%(n)d new post", "%(n)d new posts", reading.new)
    return format_html('<p class="unread" id="new">{}</p>', words % {"n": reading.new})


def _one(post: Post, reading: Reading, shown: set[int]) -> str:
    if post.hidden_at is not None:
        return _stub(post, reading)
    if post.style == Post.Style.CHAPTER:
        inside = _stored(post, reading, shown)
        return format_html('<h2 class="chapter" id="p{}"><span>{}</span></h2>', post.number, inside)
    if post.style == Post.Style.REPORT:
        return _report(post, reading, shown)
    if post.style == Post.Style.LINE:
        return _line(post, reading, shown)
    return _post(post, reading, shown)


def _stored(post: Post, reading: Reading, shown: set[int]) -> SafeString:
    """Return a post's stored HTML; made anew where the markup makes more of a text than it did then."""
    html = post.html
    if 0 < post.render_version < markup.RENDER_VERSION:
        # Tags were votes in it or they were not: the host's and those in letters stay text.
        counted = tags.TAGS if '<span class="v' in html else {}
        html = markup.to_html(markup.parse(post.source, counted), tags.RENDER, reading.names)
    html = with_marks(html)
    if 'href="#p' in html:
        html = _QUOTED.sub(lambda found: _to_post(int(found[1]), reading.url, shown), html)
    return mark_safe(html)  # noqa: S308 (stored safe)


def with_marks(html: str) -> SafeString:
    """Return a post's HTML with its votes as the page shows them, by an icon and a word."""
    if 'class="v' in html:
        html = html.replace(_VOTE, f'<span class="voted">{icon("hand")} {conditional_escape(_("Vote:"))} ')
        html = html.replace(_UNVOTE, f'<span class="voted">{icon("hand")} ')
        html = html.replace(_DONE, f'<span class="voted is-done">{icon("check")} ')
    return mark_safe(html)  # noqa: S308 (stored safe)


def _to_post(number: int, url: str, shown: set[int]) -> str:
    """Point a quote at its post: on this page, or on the one that has it."""
    return f'href="#p{number}"' if number in shown else f'href="{url}?post={number}#p{number}"'


def _number(post: Post, reading: Reading, before: str = "") -> SafeString:
    return format_html(
        '<a class="no" href="{}?post={}#p{}">{}{}</a>',
        reading.url,
        post.number,
        post.number,
        before,
        _place(post, reading),
    )


def _place(post: Post, reading: Reading) -> str:
    """The number in words; where posts are read apart they say where the link leads."""
    number = _no(post.number)
    return _("Thread: %(no)s") % {"no": number} if reading.apart else number


def _keep(post: Post, reading: Reading) -> SafeString:
    """The button of a bookmark, of the page's form `keep`; pressed where there is one."""
    if reading.kept is None:
        return mark_safe("")
    there = post.number in reading.kept
    return format_html(
        '<button class="icbtn" form="keep" name="{}" value="{}" aria-pressed="{}" title="{}">{}</button>',
        "drop" if there else "keep",
        post.number,
        "true" if there else "false",
        _("Bookmark"),
        icon("bookmark"),
    )


def _no(number: int) -> str:
    return _("No. %(number)s").replace(" ", "\u00a0") % {"number": number}


def _post(post: Post, reading: Reading, shown: set[int]) -> str:
    """A post with its author; without one it is the moderator's message to a player."""
    author = post.author
    is_host = author is None or post.author_id == reading.host
    name = author.name if author is not None else _("Moderator")
    body: str = _stored(post, reading, shown)
    if reading.folds and post.mark == SEALED:
        # May name a role: whoever looks over the shoulder sees it no more than a letter's envelope.
        body = format_html("<details><summary>{}</summary>{}</details>", _("A letter of the host: show"), body)
    return format_html(
        '<article class="post{}" id="p{}" aria-label="{}">{}<div><p class="post-h">'
        '<b class="nick">{}</b>{}<span>{}</span><span class="acts">{}{}{}{}</span></p>'
        '<div class="body">{}</div></div></article>',
        " is-me" if author is not None and post.author_id == reading.me else "",
        post.number,
        f"{name}, {_no(post.number)}",
        host_seal() if is_host else seal(name),
        name,
        _tag(post, is_host and author is not None, reading),
        stamp(post.at),
        _quote(post, name, reading),
        _report_link(post, reading),
        _number(post, reading),
        _keep(post, reading),
        body,
    )


def _tag(post: Post, is_host: bool, reading: Reading) -> SafeString:
    """A word beside the name: the host, who joins, and after the end who did not play."""
    quiet = " is-quiet"
    if is_host:
        word, quiet = _("host"), ""
    elif post.mark == "joined":
        word = _("joins the game")
    elif reading.members and post.author_id not in reading.members:
        word = _("reader")
    else:
        return mark_safe("")
    return format_html('<span class="tag{}">{}</span>', quiet, word)


def _quote(post: Post, name: str, reading: Reading) -> SafeString:
    if not reading.quotes or post.author is None:
        return mark_safe("")
    return format_html(
        '<a class="q" href="{}?{}quote={}#reply" data-quote="{}" data-author="{}">{}<span>{}</span></a>',
        reading.url,
        reading.quoting,
        post.number,
        post.number,
        name,
        icon("quote"),
        pgettext("link", "Quote"),
    )


def _report_link(post: Post, reading: Reading) -> SafeString:
    """The way to show a post to the host: of others, not the host's own, nor an announcement, which the host reads."""
    if not reading.reports or post.author_id in (None, reading.me, reading.host) or post.mark == "joined":
        return mark_safe("")
    words = pgettext("link", "Report")
    return format_html(
        '<a class="q" href="{}{}">{}<span>{}</span></a>', reading.reports, post.number, icon("flag"), words
    )


def _line(post: Post, reading: Reading, shown: set[int]) -> str:
    author = post.author
    is_vote = post.mark in ("vote", "unvote")
    inside: SafeString = _stored(post, reading, shown)
    if author is None:
        picture = icon(ICONS.get(post.mark, "flag"))
        words = format_html("<span>{}</span>", inside)
    else:
        picture = seal(author.name, size="s")
        hand = icon("hand", extra="ic-v") if is_vote else icon(ICONS.get(post.mark, "check"))
        said = format_html('<span class="sr">{}</span>', _("Vote:")) if post.mark == "vote" else ""
        words = format_html('<b class="nick">{}</b>{}{}{}', author.name, hand, said, inside)
    return format_html(
        '<article class="line{}{}" id="p{}" aria-label="{}">{}<p>{}</p>{}</article>',
        " is-vote" if is_vote else "",
        " is-me" if author is not None and post.author_id == reading.me else "",
        post.number,
        f"{author.name}, {_no(post.number)}" if author is not None else _no(post.number),
        picture,
        words,
        _number(post, reading, format_html("{} · ", stamp(post.at))),
    )


def _stub(post: Post, reading: Reading) -> str:
    return format_html(
        '<article class="line is-stub" id="p{}" aria-label="{}">{}<p><span>{}</span></p>{}</article>',
        post.number,
        _no(post.number),
        icon("eyeoff"),
        _("The host has hidden this post. A vote in it stands."),
        _number(post, reading, format_html("{} · ", stamp(post.at))),
    )


def _report(post: Post, reading: Reading, shown: set[int]) -> str:
    return format_html(
        '<article class="report" id="p{}" aria-label="{}"><p class="report-h"><span class="over">{}</span>'
        '<span class="row"><a class="note" href="{}?post={}#p{}">{} · {}</a>{}</span></p>{}</article>',
        post.number,
        _("Report, %(no)s") % {"no": _no(post.number)},
        _("From the host"),
        reading.url,
        post.number,
        post.number,
        _place(post, reading),
        stamp(post.at),
        _keep(post, reading),
        _stored(post, reading, shown),
    )
