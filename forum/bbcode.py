"""Reading BBCode: a text to a small tree, in one pass and in linear time. `markup` is the public face.

The tree is the one reading of a post: the page, the counter of votes and the quote button all go
by it. What no rule below opens or closes is text, and is shown as it was typed.

- Tags are known in any letter case. The caller's own tags are data; inside a quote, a spoiler or
  code they mean nothing and are text. Inside one of them there is decoration only.
- A list is made of items, each begun by `[*]` in the list itself and ended by the next one. What
  stands before the first is kept in the list, and shown above it.
- A tag that is never closed ends with what it stands in. A closing tag ends what was opened inside
  its element too; an inline tag never ends a block or a caller's tag around which it was put wrong.
- Deeper than `DEEPEST` an opening tag is text, and its closing tag with it.
"""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from forum.palette import STEPS, css_of

DEEPEST = 12

INLINE = frozenset({"b", "i", "u", "s", "color", "size", "url", "img"})
# In these the caller's tags mean nothing, as in code.
BLOCKS = frozenset({"quote", "spoiler"})
ITEM = "*"
LISTS = frozenset({"list", ITEM})
# What stands in these is said as openly as what stands around them.
OPEN = INLINE | LISTS
BUILT_IN = OPEN | BLOCKS | {"code"}

# No alternative here can be tried twice on the same stretch (possessive repeats, and each ends at
# a sign that begins the next attempt), so a text of brackets costs what any text costs.
_TAG = re.compile(r'\[(?:/(\w{1,20}|\*)|(\w{1,20}|\*)(?:=("[^"\n]*+"(?:;\d{1,9})?|[^\[\]\n]*+))?)\]')
_CODE_END = re.compile(r"\[/code\]", re.IGNORECASE)
_PICTURE = re.compile(r"\s*+([^\[\]\s]{1,2000}+)\s*+\[/img\]", re.IGNORECASE)
_WEB = re.compile(r"(?:https?://[^\s/?#]|mailto:[^\s@]+@)\S*", re.IGNORECASE)
_UNSAFE_IN_URL = re.compile(r"[\x00-\x20\x7f-\xa0\xad\u061c\u200b-\u200f\u2028\u2029\u2060\ufeff<>\"\\^`{|}]")

# What turns the direction of writing, and what no database or browser takes, is never text.
_ILLEGIBLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufffe\uffff\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag of the caller: what it is called in the tree, and whether it stands alone.

    Several spellings may share one name: `{"vote": Tag("vote"), "голос": Tag("vote")}`.
    """

    name: str
    single: bool = False


@dataclass(slots=True, eq=False)
class Element:
    """A tag with what stands in it. The root of a tree is an element without a name."""

    name: str
    opening: str = ""
    closing: str = ""
    param: str | None = None
    # One of the caller's tags, not one of ours.
    own: bool = False
    children: "list[str | Element]" = field(default_factory=list)
    # While reading: openings inside that became text, so that their closings do too; tags that
    # were ended with their surroundings, whose own closings are still to come; ended, but only
    # when what stands inside is.
    literal: Counter[str] = field(default_factory=Counter)
    overdue: Counter[str] = field(default_factory=Counter)
    ended: bool = False


@dataclass(frozen=True, slots=True)
class Tree:
    """A text that was read, with the caller's tags it was read with."""

    root: Element
    tags: Mapping[str, Tag]
    # Of the text as it was read.
    length: int = 0


def legible(text: str) -> str:
    """Return a typed text as it is stored: one kind of line end, nothing that cannot be shown."""
    return _ILLEGIBLE.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))


def safe_url(address: str) -> str | None:
    """Return a web or mail address that may become a link, else None."""
    address = address.strip()
    if len(address) <= 2000 and _WEB.fullmatch(address) and not _UNSAFE_IN_URL.search(address):
        return address
    return None


def read(text: str, tags: Mapping[str, Tag], built_in: frozenset[str] = BUILT_IN) -> Tree:
    """Read a text with the caller's tags and ours (or some of ours). No text makes it fail.

    Raises ValueError for a caller's tag that is called like one of ours.
    """
    if any(tag.name in BUILT_IN for tag in tags.values()):
        raise ValueError("A tag of the caller has the name of a built-in one.")
    reader = _Reader({name.casefold(): tag for name, tag in tags.items()}, built_in)
    text = legible(text)
    place = 0
    while match := _TAG.search(text, place):
        reader.text(text[place : match.start()])
        place = match.end()
        closing, opening, param = match.groups()
        if closing:
            reader.close(closing.casefold(), match[0])
        elif opening.casefold() == "code" and reader.may_open_code():
            end = _CODE_END.search(text, place)
            reader.leaf("code", match[0], text[place : end.start() if end else None], end[0] if end else "")
            place = end.end() if end else len(text)
        elif opening == ITEM and param is None and reader.item(match[0]):
            continue
        elif opening.casefold() == "img" and param is None and (picture := reader.picture(text, place)):
            end_of_it = len("[/img]")
            reader.leaf("img", match[0], picture[:-end_of_it], picture[-end_of_it:])
            place += len(picture)
        else:
            reader.open(opening.casefold(), param, match[0])
    reader.text(text[place:])
    return Tree(reader.root, tags, len(text))


class _Reader:
    """The open elements, and what each tag does to them."""

    def __init__(self, tags: Mapping[str, Tag], built_in: frozenset[str]) -> None:
        self.tags = tags
        self.built_in = built_in
        self.root = Element("")
        self.stack = [self.root]

    def text(self, text: str) -> None:
        """Add text to the innermost open element."""
        if text:
            self.stack[-1].children.append(text)

    def may_open_code(self) -> bool:
        """Tell whether code may begin here: anywhere but in a caller's tag, at any depth."""
        return "code" in self.built_in and not self._inside_own()

    def picture(self, text: str, place: int) -> str | None:
        """Return what makes an img tag that ends here a link: a web address and the closing tag. Else None."""
        if "img" not in self.built_in or self._inside_own() or self._depth_of("url") is not None:
            return None
        found = _PICTURE.match(text, place)
        return found[0] if found and safe_url(found[1]) and not found[1].casefold().startswith("mailto:") else None

    def leaf(self, name: str, opening: str, inside: str, closing: str) -> None:
        """Add an element in which nothing is read."""
        self.stack[-1].children.append(Element(name, opening, closing, children=[inside] if inside else []))

    def item(self, opening: str) -> bool:
        """Begin an item of the list that stands around, and end the one before with what is open in it.

        Returns whether there is such a list. What is framed by something else in the list is not its own.
        """
        depth = self._frame()
        if self.stack[depth].name == ITEM:
            depth -= 1
        if self.stack[depth].name != "list":
            return False
        inside = self.stack[depth + 1 :]
        del self.stack[depth + 1 :]
        element = Element(ITEM, opening)
        element.overdue.update(one.name for one in inside if one.name in INLINE)
        self.stack[-1].children.append(element)
        self.stack.append(element)
        return True

    def open(self, name: str, param: str | None, opening: str) -> None:
        """Open an element, or add the tag as text where it may not be one."""
        own = None if self._hidden() else self.tags.get(name)
        name = own.name if own else name
        if not own and name not in self.built_in:
            self.text(opening)
        elif self._may_open(name, param, own):
            element = Element(name, opening, param=param, own=bool(own))
            self.stack[-1].children.append(element)
            if own and own.single:
                self.stack[-1].overdue[name] += 1
            else:
                self.stack.append(element)
        else:
            self.text(opening)
            if not (own and own.single):
                self.stack[-1].literal[name] += 1

    def close(self, name: str, closing: str) -> None:
        """Close the innermost element of that name, and what is open in it; else add text."""
        own = None if self._hidden() else self.tags.get(name)
        name = own.name if own else name
        here = self.stack[-1]
        if here.literal[name]:
            here.literal[name] -= 1
            self.text(closing)
            return
        depth = self._depth_of(name)
        if name == ITEM:
            # The next item or the end of the list ends it; that some forums write its end does no harm.
            if self.stack[self._frame()].name != ITEM:
                self.text(closing)
            return
        if depth is None:
            if here.overdue[name]:
                here.overdue[name] -= 1
            else:
                self.text(closing)
        elif name in INLINE and any(self._is_frame(element) for element in self.stack[depth + 1 :]):
            self.stack[depth].ended = True
        else:
            self.stack[depth].closing = closing
            inside = self.stack[depth + 1 :]
            del self.stack[depth:]
            self.stack[-1].overdue.update(element.name for element in inside if element.name in INLINE)
            while self.stack[-1].ended:
                self.stack.pop()

    def _may_open(self, name: str, param: str | None, own: Tag | None) -> bool:
        """Tell whether a known tag opens an element here."""
        if len(self.stack) > DEEPEST and not (own and own.single):
            return False
        if own:
            return param is None and not self._inside_own()
        if name == "url":
            return self._depth_of("url") is None and (param is None or safe_url(unquoted(param)) is not None)
        if name in STEPS:
            return param is not None and css_of(name, unquoted(param)) is not None
        if name in INLINE:
            return param is None and name != "img"
        if name == "list":
            return (param is None or unquoted(param) == "1") and not self._inside_own()
        return name in BLOCKS and not self._inside_own()

    def _depth_of(self, name: str) -> int | None:
        """Return the place of the innermost open element of that name."""
        for depth in range(len(self.stack) - 1, 0, -1):
            element = self.stack[depth]
            if element.name == name and not element.ended:
                return depth
        return None

    def _frame(self) -> int:
        """Return the place of the innermost element that no inline tag ends, 0 for the text itself."""
        depth = len(self.stack) - 1
        while depth and not self._is_frame(self.stack[depth]):
            depth -= 1
        return depth

    def _hidden(self) -> bool:
        """Tell whether what comes now stands in a quote or a spoiler."""
        return any(element.name in BLOCKS for element in self.stack)

    def _inside_own(self) -> bool:
        """Tell whether what comes now stands in a caller's tag."""
        return any(element.own for element in self.stack)

    @staticmethod
    def _is_frame(element: Element) -> bool:
        """Tell whether an inline tag may not end this element by its own end."""
        return element.own or element.name in BLOCKS or element.name in LISTS


def plain_of(element: Element) -> str:
    """Return the text in an element without its tags; blocks and items stand on lines of their own."""
    parts = []
    for child in element.children:
        if isinstance(child, str):
            parts.append(child)
        elif child.name == ITEM:
            parts.append(f"\n{plain_of(child).strip()}")
        elif child.name in BLOCKS or child.name in LISTS:
            parts.append(f"\n{plain_of(child).strip()}\n")
        else:
            parts.append(plain_of(child))
    return "".join(parts)


def inner_of(element: Element) -> str:
    """Return the plain text of a caller's tag on one line."""
    return " ".join(plain_of(element).split())


def name_of(piece: str) -> str | None:
    """Return the name of the tag that a piece of text is, opening or closing; None if it is no tag."""
    match = _TAG.fullmatch(piece)
    return (match[1] or match[2]).casefold() if match else None


def unquoted(param: str) -> str:
    """Return the value of a tag's parameter without the quotation marks around it."""
    param = param.strip()
    if len(param) >= 2 and param[0] == param[-1] == '"':
        return param[1:-1].strip()
    return param


def quoted_from(param: str | None) -> tuple[str, int | None]:
    """Return the author and the post's number that a quote names, from `Name;12` or `"Name";12`."""
    author, separator, number = (param or "").rpartition(";")
    if separator and number.isascii() and number.isdigit() and 0 < int(number) < 10**9:
        return unquoted(author), int(number)
    return unquoted(param or ""), None
