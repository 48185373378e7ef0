"""What a search has found, as a page shows it; for the game's thread and for letters alike."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from common.templatetags.look import host_seal, seal, stamp
from forum import markup, words
from forum.models import Post
from forum.selectors import page_of
from games import tags
from games.herald.delivery import SEALED
from games.views import base, thread

PAGE = thread.PAGE


@dataclass(frozen=True, slots=True)
class Asked:
    """What was typed into the field, what it means, and which page of the finds is wanted."""

    text: str = ""
    question: words.Question = words.Question()
    page: int = 1


def asked(request: HttpRequest) -> Asked:
    """Read the question of a request. Any text is one; some have no word in it."""
    text = request.GET.get("q", "").replace("\0", "").strip()
    page = max(1, base.number(request.GET.get("page")) or 1)
    question = words.read_question(text) if len(text) <= words.LONGEST_QUESTION else words.Question()
    return Asked(text, question, page)


def context(found: Asked, posts: Sequence[SafeString], count: int, query: str) -> dict[str, Any]:
    """Return what `_finds.html` draws: the finds, or a sentence that says why there are none.

    `query` is the address of the page of finds, ready for the number of a page.
    """
    return {
        "q": found.text[: words.LONGEST_QUESTION],
        "longest": words.LONGEST_QUESTION,
        "finds": mark_safe("\n".join(posts)),  # noqa: S308 (each is escaped)
        "finds_said": _said(found, count),
        "finds_page": min(found.page, page_of(count, PAGE)),
        "finds_pages": page_of(count, PAGE),
        "finds_query": query,
    }


def _said(found: Asked, count: int) -> str:
    if not found.text:
        return ""
    if len(found.text) > words.LONGEST_QUESTION:
        return _("The question is too long: %(limit)s characters are enough.") % {"limit": words.LONGEST_QUESTION}
    if not found.question.stems:
        return _("There is no word in it to look for: write letters or digits.")
    if not count:
        return _("Nothing was found. Fewer words find more.")
    return ngettext("%(n)d post was found.", "%(n)d posts were found.", count) % {"n": count}


def one(post: Post, question: words.Question, *, url: str, host: int, where: str = "") -> SafeString:
    """Return one find: who, when, and the words in their place, with the way to the post.

    `url` is the address of the page that the post stands on, `host` the host's persona, `where` the
    conversation. What the host told this reader alone is folded here too.
    """
    author = post.author
    name = author.name if author is not None else _("Moderator")
    body = _body(post, question)
    if post.mark == SEALED:
        body = format_html("<details><summary>{}</summary>{}</details>", _("A letter of the host: show"), body)
    return format_html(
        '<article class="post">{}<div><p class="post-h"><b class="nick">{}</b>{}<span>{}</span>'
        '<a class="no acts" href="{}?post={}#p{}">{}</a></p><div class="body">{}</div></div></article>',
        host_seal() if author is None or author.pk == host else seal(name),
        name,
        format_html('<span class="tag is-quiet">{}</span>', where) if where not in ("", name) else "",
        stamp(post.at),
        url,
        post.number,
        post.number,
        _("No. %(number)s").replace(" ", "\u00a0") % {"number": post.number},
        body,
    )


def _body(post: Post, question: words.Question) -> SafeString:
    text = markup.own_words(markup.parse(post.source, tags.TAGS)) if post.render_version else post.source
    bits = words.excerpt(text, question.stems)
    if not any(bit.found for bit in bits):
        # The words stand in a spoiler or in code: what is folded there is not unfolded here.
        bits.append(words.Bit(" " + _("(in a folded part of the post)")))
    parts = (format_html("<mark>{}</mark>" if bit.found else "{}", bit.text) for bit in bits)
    return format_html("<p>{}</p>", format_html_join("", "{}", ((part,) for part in parts)))
