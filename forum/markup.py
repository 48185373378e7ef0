"""What people write: BBCode to safe HTML, to plain text, and to what was said in the caller's tags.

    tree = parse("Хватит. [vote]Бриз[/vote]", {"vote": Tag("vote")})
    said(tree)                                             # [("vote", "Бриз")]
    to_html(tree, {"vote": lambda name: ...})              # the same reading, for the page

The caller's tags are data (`rules.md` section 6 makes them votes; nothing here knows that). Ours are
b, i, u, s, quote, spoiler, code and url. `bbcode` tells how a text is read.
"""

import html
from collections.abc import Callable, Iterator, Mapping

import nh3
from django.utils.translation import gettext as _

from forum.bbcode import BLOCKS, BUILT_IN, INLINE, Element, Tag, Tree, name_of, quoted_from, read, safe_url, unquoted

__all__ = ["RENDER_VERSION", "Tag", "Tree", "hidden_said", "parse", "plain", "quote", "said", "to_html"]

# Goes up with every change of what `to_html` makes of a text: stored HTML of an older number is made anew.
RENDER_VERSION = 1

# How deep quotes stand in each other after the quote button was pressed.
QUOTED_DEEPEST = 2

Render = Callable[[str], str]
_NO_TAGS: Mapping[str, Tag] = {}
_NO_RENDER: Mapping[str, Render] = {}
_REL = "nofollow noopener noreferrer"
_LONGEST_NAME = 80

# The second wall. A caller's mark is made of spans.
_CLEANER = nh3.Cleaner(
    tags={"p", "br", "b", "i", "u", "s", "a", "code", "pre", "blockquote", "cite", "details", "summary", "span"},
    attributes={"a": {"href"}, "span": {"class"}},
    allowed_classes={"details": {"spoiler"}},
    url_schemes={"http", "https", "mailto"},
    link_rel=_REL,
)


def parse(text: str, tags: Mapping[str, Tag] = _NO_TAGS) -> Tree:
    """Read a text, with the caller's tags by their spellings (any letter case). No text makes it fail."""
    return read(text, tags)


def said(tree: Tree) -> list[tuple[str, str]]:
    """Return (tag, plain text inside) of the caller's tags outside quotes, spoilers and code, in order.

    This is what the page shows as marks, no more and no less (`rules.md` section 6: one reading).
    """
    return [(element.name, _inner(element)) for element in _owned(tree.root)]


def hidden_said(tree: Tree) -> list[tuple[str, str]]:
    """Return what `said` leaves out: the caller's tags inside quotes, spoilers and code, as they
    would read there. For telling the writer that they do not count.
    """
    found = []
    for element in _hiding(tree.root):
        found += said(read(_source(element.children), tree.tags, INLINE))
    return found


def plain(tree: Tree) -> str:
    """Return the text without its tags; blocks stand on lines of their own."""
    return _plain(tree.root).strip()


def own_words(tree: Tree) -> str:
    """Return the text outside quotes, spoilers and code: what the author says, and says openly."""
    return " ".join(_own_words(tree.root).split())


def without_quotes(tree: Tree) -> str:
    """Return the text without its tags and without what it quotes: what search finds it by."""
    return " ".join(_without_quotes(tree.root).split())


def to_html(tree: Tree, render: Mapping[str, Render] = _NO_RENDER) -> str:
    """Return the text as safe HTML, its few words (a spoiler's title) in the active language.

    `render` has a function for each name of the caller's tags: from the plain text inside to safe
    HTML, of which text and spans with a class are kept. A tag without a function is shown as typed,
    and so is every caller's tag in a quote, a spoiler or code.
    """
    page = _Page(render)
    page.children(tree.root)
    return _CLEANER.clean(page.finished())


def quote(author: str, number: int | None, source: str) -> str:
    """Return what the quote button puts into the field: the post as a quote that names it.

    Whatever the post holds, the quote ends where it ends: tags left open are closed, quotes in it
    deeper than `QUOTED_DEEPEST` make room for an ellipsis, brackets that are no tags stay text.
    """
    name = " ".join(author.replace('"', "'").split())
    if any(sign in name for sign in "[];'") or name != author:
        name = f'"{name}"'
    head = f"[quote={name};{number}]" if number else f"[quote={name}]"
    tree = parse(source.strip())
    for inside in (_quotable(tree.root, 1), _bare(_plain(tree.root))):
        quoted = f"{head}\n{inside.strip()}\n[/quote]\n"
        if _is_one_quote(quoted):
            break
    return quoted


def _owned(element: Element) -> Iterator[Element]:
    """Walk the caller's elements that count, in order of writing."""
    for child in element.children:
        if isinstance(child, Element):
            if child.own:
                yield child
            elif child.name in INLINE:
                yield from _owned(child)


def _hiding(element: Element) -> Iterator[Element]:
    """Walk the outermost elements in which the caller's tags mean nothing."""
    for child in element.children:
        if isinstance(child, Element) and not child.own:
            if child.name in INLINE:
                yield from _hiding(child)
            else:
                yield child


def _inner(element: Element) -> str:
    """Return the plain text of a caller's tag on one line."""
    return " ".join(_plain(element).split())


def _plain(element: Element) -> str:
    """Return the text in an element."""
    parts = []
    for child in element.children:
        if isinstance(child, str):
            parts.append(child)
        elif child.name in BLOCKS:
            parts.append(f"\n{_plain(child).strip()}\n")
        else:
            parts.append(_plain(child))
    return "".join(parts)


def _own_words(element: Element) -> str:
    """Return the text in an element that stands neither in a block nor in a spoiler."""
    return "".join(
        child if isinstance(child, str) else _own_words(child) if child.own or child.name in INLINE else " "
        for child in element.children
    )


def _without_quotes(element: Element) -> str:
    """Return the text in an element that stands in no quote."""
    parts = []
    for child in element.children:
        if isinstance(child, str):
            parts.append(child)
        elif child.own or child.name in INLINE:
            parts.append(_without_quotes(child))
        else:
            parts.append(" " if child.name == "quote" else f" {_without_quotes(child)} ")
    return "".join(parts)


def _source(children: list[str | Element]) -> str:
    """Return the typed text of some nodes."""
    return "".join(
        child if isinstance(child, str) else child.opening + _source(child.children) + child.closing
        for child in children
    )


def _link_of(element: Element) -> str | None:
    """Return the address of a url tag, from its parameter or from the text in it, if it is a safe one."""
    return safe_url(_plain(element) if element.param is None else unquoted(element.param))


class _Page:
    """Writes HTML: blocks beside each other, everything else in paragraphs.

    An inline tag is opened when text comes, and taken up again after a block that stood inside it.
    """

    def __init__(self, render: Mapping[str, Render]) -> None:
        self.render = render
        self.out: list[str] = []
        self.wanted: list[tuple[str, str]] = []
        self.opened = 0
        self.in_paragraph = False
        self.line_ends = 0

    def finished(self) -> str:
        """End the last paragraph and return all that was written."""
        self.end_paragraph()
        return "".join(self.out)

    def children(self, element: Element) -> None:
        """Write what stands in an element."""
        for child in element.children:
            if isinstance(child, str):
                self.text(child)
            elif child.own:
                self.mark(child)
            elif child.name == "code":
                self.code(child)
            elif child.name in BLOCKS:
                self.block(child)
            else:
                self.inline(child)

    def text(self, text: str) -> None:
        """Write text: a line end is a line end, an empty line ends the paragraph."""
        for count, line in enumerate(text.split("\n")):
            self.line_ends += bool(count)
            if self.line_ends or not self.in_paragraph:
                line = line.lstrip()
            if line:
                self.safe(html.escape(line))

    def safe(self, markup: str) -> None:
        """Write inline HTML, in a paragraph and in the inline tags that stand open."""
        if self.in_paragraph and self.line_ends > 1:
            self.end_paragraph()
        if not self.in_paragraph:
            self.out.append("<p>")
            self.in_paragraph = True
        elif self.line_ends:
            self.out.append("<br>")
        self.line_ends = 0
        for opening, _closing in self.wanted[self.opened :]:
            self.out.append(opening)
        self.opened = len(self.wanted)
        self.out.append(markup)

    def end_paragraph(self) -> None:
        """Close the paragraph with the inline tags in it; they stay wanted."""
        if self.in_paragraph:
            self.out += [closing for _opening, closing in reversed(self.wanted[: self.opened])]
            self.out.append("</p>")
        self.opened = 0
        self.in_paragraph = False
        self.line_ends = 0

    def inline(self, element: Element) -> None:
        """Write b, i, u, s or a link; an address that is none leaves the tag as text."""
        if element.name == "url":
            address = _link_of(element)
            if address is None:
                self.as_typed(element)
                return
            tags = (f'<a href="{html.escape(address)}">', "</a>")
        else:
            tags = (f"<{element.name}>", f"</{element.name}>")
        self.wanted.append(tags)
        self.children(element)
        self.wanted.pop()
        if self.opened > len(self.wanted):
            self.out.append(tags[1])
            self.opened -= 1

    def as_typed(self, element: Element) -> None:
        """Write a tag as text, with what stands in it."""
        self.text(element.opening)
        self.children(element)
        self.text(element.closing)

    def mark(self, element: Element) -> None:
        """Write a caller's tag as the caller wants it."""
        render = self.render.get(element.name)
        if render:
            self.safe(render(_inner(element)))
        else:
            self.as_typed(element)

    def code(self, element: Element) -> None:
        """Write code: within the line, or as a block if it has lines of its own."""
        text = "".join(child for child in element.children if isinstance(child, str)).strip("\n")
        if not text.strip():
            return
        if "\n" not in text:
            self.safe(f"<code>{html.escape(text)}</code>")
            return
        self.end_paragraph()
        self.out.append(f"<pre><code>{html.escape(text)}</code></pre>")

    def block(self, element: Element) -> None:
        """Write a quote or a spoiler."""
        inside = _Page(self.render)
        inside.children(element)
        content = inside.finished()
        self.end_paragraph()
        if element.name == "quote":
            self.out.append(f"<blockquote>{_cited(element.param)}{content}</blockquote>")
        else:
            title = _shortened(unquoted(element.param or "")) or _("Spoiler")
            self.out.append(f'<details class="spoiler"><summary>{html.escape(title)}</summary>{content}</details>')


def _cited(param: str | None) -> str:
    """Return the line above a quote: who, and which post."""
    author, number = quoted_from(param)
    author = _shortened(author)
    if not number:
        return f"<cite>{html.escape(author)}</cite>" if author else ""
    words = _("%(author)s, No. %(number)s") if author else _("No. %(number)s")
    return f'<cite><a href="#p{number}">{html.escape(words % {"author": author, "number": number})}</a></cite>'


def _shortened(text: str) -> str:
    """Return a name or a title in a length that fits above a quote."""
    return text if len(text) <= _LONGEST_NAME else text[: _LONGEST_NAME - 1] + "…"


def _quotable(element: Element, depth: int) -> str:
    """Return the source of what stands in an element, each tag closed, deep quotes cut."""
    parts = []
    for child in element.children:
        if isinstance(child, str):
            # A tag of ours that is text here must not become one by standing in a quote.
            parts.append(_bare(child) if name_of(child) in BUILT_IN else child)
        elif child.name == "quote" and depth >= QUOTED_DEEPEST:
            parts.append("…")
        else:
            inside = _quotable(child, depth + (child.name == "quote")) if child.name != "code" else _plain(child)
            parts.append(f"{child.opening}{inside}[/{child.name}]")
    return "".join(parts)


def _bare(text: str) -> str:
    """Return a text without brackets, so that no tag is left in it."""
    return text.replace("[", "(").replace("]", ")")


def _is_one_quote(text: str) -> bool:
    """Tell whether a text is a quote and nothing else, so that what is written after it is outside."""
    children = parse(f"{text}[b]after[/b]").root.children
    if len(children) != 3 or not isinstance(children[0], Element) or not isinstance(children[2], Element):
        return False
    return children[0].name == "quote" and children[1] == "\n" and children[2].name == "b"
