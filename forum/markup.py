"""What people write: BBCode to safe HTML, to plain text, and to what was said in the caller's tags.

    tree = parse("Хватит. [vote]Бриз[/vote]", {"vote": Tag("vote")})
    said(tree)                                             # [("vote", "Бриз")]
    to_html(tree, {"vote": lambda name: ...})              # the same reading, for the page

The caller's tags are data (`rules.md` section 6 makes them votes; nothing here knows that). Ours
are in `bbcode`, which tells how a text is read; `paper` writes it, `signs` finds smilies and mentions.
"""

from collections.abc import Iterator, Mapping

import nh3

from forum.bbcode import BUILT_IN, INLINE, ITEM, OPEN, Element, Tag, Tree, inner_of, name_of, plain_of, read
from forum.paper import REL, Allowance, Page, Render
from forum.signs import Roll, pieces

__all__ = [
    "RENDER_VERSION",
    "Render",
    "Tag",
    "Tree",
    "hidden_said",
    "mentioned",
    "own_words",
    "parse",
    "plain",
    "quote",
    "said",
    "to_html",
    "without_quotes",
]

# Goes up with every change of what `to_html` makes of a text: stored HTML of an older number is made anew.
RENDER_VERSION = 2

# How deep quotes stand in each other after the quote button was pressed.
QUOTED_DEEPEST = 2

_NO_TAGS: Mapping[str, Tag] = {}
_NO_RENDER: Mapping[str, Render] = {}
_NO_NAMES: Mapping[int, str] = {}

# The second wall. A caller's mark is made of spans.
_CLEANER = nh3.Cleaner(
    tags=set("p br b i u s a code pre blockquote cite details summary span ul ol li".split()),
    attributes={"a": {"href"}, "span": {"class"}},
    allowed_classes={"details": {"spoiler"}},
    url_schemes={"http", "https", "mailto"},
    link_rel=REL,
)


def parse(text: str, tags: Mapping[str, Tag] = _NO_TAGS) -> Tree:
    """Read a text, with the caller's tags by their spellings (any letter case). No text makes it fail."""
    return read(text, tags)


def said(tree: Tree) -> list[tuple[str, str]]:
    """Return (tag, plain text inside) of the caller's tags outside quotes, spoilers and code, in order.

    This is what the page shows as marks, no more and no less (`rules.md` section 6: one reading).
    """
    return [(element.name, inner_of(element)) for element in _owned(tree.root)]


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
    return plain_of(tree.root).strip()


def own_words(tree: Tree) -> str:
    """Return the text outside quotes, spoilers and code: what the author says, and says openly."""
    return " ".join(_own_words(tree.root).split())


def without_quotes(tree: Tree) -> str:
    """Return the text without its tags and without what it quotes: what search finds it by."""
    return " ".join(_without_quotes(tree.root).split())


def mentioned(tree: Tree, names: Mapping[int, str]) -> list[int]:
    """Return the keys of the names that a text mentions by `@name`, each once, in order of writing.

    Those that the page shows as mentions, but for those in quotes: whoever quotes calls nobody.
    """
    roll = Roll(names)
    found = (piece.mention for line in _lines(tree.root) for piece in pieces(line, roll))
    return list(dict.fromkeys(key for key in found if key is not None))


def to_html(tree: Tree, render: Mapping[str, Render] = _NO_RENDER, names: Mapping[int, str] = _NO_NAMES) -> str:
    """Return the text as safe HTML, its few words (a spoiler's title) in the active language.

    `render` has a function for each name of the caller's tags: from the plain text inside to safe
    HTML, of which text and spans with a class are kept. A tag without a function is shown as typed,
    and so is every caller's tag in a quote, a spoiler or code. `names` are those that `@name` may
    mention, by any key; the mention of another stays text.
    """
    page = Page(render, Roll(names), Allowance.of(tree.length))
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
    for inside in (_quotable(tree.root, 1), _bare(plain_of(tree.root))):
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
            elif child.name in OPEN:
                yield from _owned(child)


def _hiding(element: Element) -> Iterator[Element]:
    """Walk the outermost elements in which the caller's tags mean nothing."""
    for child in element.children:
        if isinstance(child, Element) and not child.own:
            if child.name in OPEN:
                yield from _hiding(child)
            else:
                yield child


def _lines(element: Element) -> Iterator[str]:
    """Walk the lines of text in which names are looked for, as `paper` does, those in quotes left out."""
    for child in element.children:
        if isinstance(child, str):
            yield from child.split("\n")
        elif not child.own and child.name not in ("quote", "code", "img") and not _is_address(child):
            yield from _lines(child)


def _is_address(element: Element) -> bool:
    """Tell whether what stands in an element is the address it links to."""
    return element.name == "url" and element.param is None


def _own_words(element: Element) -> str:
    """Return the text in an element that stands neither in a block nor in a spoiler."""
    return "".join(
        child
        if isinstance(child, str)
        else _own_words(child)
        if child.own or child.name in INLINE
        else f" {_own_words(child)} "
        if child.name in OPEN
        else " "
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
            inside = _quotable(child, depth + (child.name == "quote")) if child.name != "code" else plain_of(child)
            parts.append(child.opening + inside + (f"[/{child.name}]" if child.name != ITEM else ""))
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
