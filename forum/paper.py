"""Writing a text that was read as HTML. `markup` is the public face, and stands as a second wall behind this."""

import html
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from forum.bbcode import BLOCKS, ITEM, Element, inner_of, plain_of, quoted_from, safe_url, unquoted
from forum.palette import STEPS, css_of
from forum.signs import Roll, pieces

Render = Callable[[str], str]

REL = "nofollow noopener noreferrer"
_LONGEST_NAME = 80
_PLAIN = ("", "")


@dataclass(slots=True)
class Allowance:
    """How many signs of HTML the decoration of a text may still take.

    Tags are written once more for each paragraph and item that they reach over. An address of two
    thousand signs around thousands of empty lines would make a page of many millions: at the end of
    its allowance a text goes on undecorated. No text that is meant to be read comes near it.
    """

    left: int

    @classmethod
    def of(cls, length: int) -> "Allowance":
        """Return the allowance of a text of so many signs: more than tags written once can take."""
        return cls(4 * length + 500)

    def takes(self, signs: int) -> bool:
        """Take so many signs off; tell whether there were as many."""
        self.left -= signs
        return self.left >= 0


class Page:
    """Writes HTML: blocks beside each other, everything else in paragraphs.

    An inline tag is opened when text comes, and taken up again after a block that stood inside it.
    """

    def __init__(self, render: Mapping[str, Render], roll: Roll, allowance: Allowance) -> None:
        self.render = render
        self.roll = roll
        self.allowance = allowance
        self.out: list[str] = []
        self.wanted: list[tuple[str, str]] = []
        self.opened = 0
        self.in_paragraph = False
        self.line_ends = 0
        # In an address that is shown as a link smilies and names are not looked for.
        self.as_it_is = False

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
            elif child.name == "img":
                self.picture(child)
            elif child.name == "list":
                self.list(child)
            elif child.name in BLOCKS:
                self.block(child)
            elif child.name != ITEM:
                self.inline(child)

    def text(self, text: str) -> None:
        """Write text: a line end is a line end, an empty line ends the paragraph."""
        for count, line in enumerate(text.split("\n")):
            self.line_ends += bool(count)
            if self.line_ends or not self.in_paragraph:
                line = line.lstrip()
            if line:
                self.safe(self.line(line))

    def line(self, line: str) -> str:
        """Return a line of text as HTML, its smilies as signs and the names it mentions marked."""
        if self.as_it_is:
            return html.escape(line)
        return "".join(
            f'<span class="at">{html.escape(piece.text)}</span>'
            if piece.mention is not None
            else html.escape(piece.text)
            for piece in pieces(line, self.roll)
        )

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
        for place in range(self.opened, len(self.wanted)):
            opening, closing = self.wanted[place]
            if not self.allowance.takes(len(opening) + len(closing)):
                opening, _closing = self.wanted[place] = _PLAIN
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
        """Write b, i, u, s, color, size or a link; an address that is none leaves the tag as text."""
        was = self.as_it_is
        if element.name == "url":
            self.as_it_is = element.param is None
            address = _link_of(element)
            if address is None:
                self.as_typed(element)
                self.as_it_is = was
                return
            tags = (_link(address), "</a>")
        elif element.name in STEPS:
            tags = (f'<span class="{css_of(element.name, unquoted(element.param or ""))}">', "</span>")
        else:
            tags = (f"<{element.name}>", f"</{element.name}>")
        self.wanted.append(tags)
        self.children(element)
        _opening, closing = self.wanted.pop()
        if self.opened > len(self.wanted):
            self.out.append(closing)
            self.opened -= 1
        self.as_it_is = was

    def as_typed(self, element: Element) -> None:
        """Write a tag as text, with what stands in it."""
        self.text(element.opening)
        self.children(element)
        self.text(element.closing)

    def picture(self, element: Element) -> None:
        """Write the address of a picture as a link: nothing is fetched from anywhere by reading."""
        address = plain_of(element).strip()
        self.safe(f"{_link(address)}{html.escape(address)}</a>")

    def mark(self, element: Element) -> None:
        """Write a caller's tag as the caller wants it."""
        render = self.render.get(element.name)
        if render:
            self.safe(render(inner_of(element)))
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

    def list(self, element: Element) -> None:
        """Write a list: what stands before its first item above it, then the items. Empty, it is nothing."""
        self.end_paragraph()
        self.children(element)
        items = [self._item(child) for child in element.children if isinstance(child, Element) and child.name == ITEM]
        if any(items):
            self.end_paragraph()
            tag = "ul" if element.param is None else "ol"
            self.out += [f"<{tag}>", *(f"<li>{item}</li>" for item in items), f"</{tag}>"]

    def _item(self, element: Element) -> str:
        """Return what stands in an item, decorated as the list is."""
        inside = Page(self.render, self.roll, self.allowance)
        inside.wanted = list(self.wanted)
        inside.as_it_is = self.as_it_is
        inside.children(element)
        content = inside.finished()
        alone = content.startswith("<p>") and content.endswith("</p>") and content.count("<p>") == 1
        return content[3:-4] if alone else content

    def block(self, element: Element) -> None:
        """Write a quote or a spoiler."""
        inside = Page(self.render, self.roll, self.allowance)
        inside.children(element)
        content = inside.finished()
        self.end_paragraph()
        if element.name == "quote":
            self.out.append(f"<blockquote>{_cited(element.param)}{content}</blockquote>")
        else:
            title = _shortened(unquoted(element.param or "")) or _("Spoiler")
            self.out.append(f'<details class="spoiler"><summary>{html.escape(title)}</summary>{content}</details>')


def _link_of(element: Element) -> str | None:
    """Return the address of a url tag, from its parameter or from the text in it, if it is a safe one."""
    return safe_url(plain_of(element) if element.param is None else unquoted(element.param))


def _link(address: str) -> str:
    return f'<a href="{html.escape(address)}" rel="{REL}">'


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
