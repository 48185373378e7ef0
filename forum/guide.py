"""Every tag of ours with an example, for the page that explains them. The one list of them there is."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from forum.markup import parse, to_html

Text = str | Promise

_WORDS = {
    "words": pgettext_lazy("example of markup", "never again"),
    "first": pgettext_lazy("example of markup", "the alibi"),
    "second": pgettext_lazy("example of markup", "the motive"),
    "title": pgettext_lazy("example of markup", "The count"),
    "red": pgettext_lazy("colour of words", "red"),
    "big": pgettext_lazy("size of words", "big"),
}


@dataclass(frozen=True, slots=True)
class Row:
    """A tag, what it is for, and how it is typed, with names in braces for words of the reader's language."""

    tag: str
    title: Text
    typed: str


ROWS = (
    Row("b", _("Bold"), "[b]{words}[/b]"),
    Row("i", _("Italic"), "[i]{words}[/i]"),
    Row("u", _("Underline"), "[u]{words}[/u]"),
    Row("s", _("Strike through"), "[s]{words}[/s]"),
    Row("color", _("Color"), "[color={red}]{words}[/color]"),
    Row("size", _("Size"), "[size={big}]{words}[/size]"),
    Row("list", _("List"), "[list][*]{first}[*]{second}[/list]"),
    Row("*", _("Numbered list"), "[list=1][*]{first}[*]{second}[/list]"),
    Row("quote", _("Quote"), "[quote={name}]{words}[/quote]"),
    Row("spoiler", _("Spoiler"), "[spoiler={title}]{words}[/spoiler]"),
    Row("code", _("As typed"), "[code][b]{words}[/b][/code]"),
    Row("url", _("Link"), "[url=https://example.org]{words}[/url]"),
    Row("img", _("Picture"), "[img]https://example.org/a.png[/img]"),
)


@dataclass(frozen=True, slots=True)
class Example:
    """A row as it is shown: typed, and made HTML of. `bare` has no words, but an address."""

    title: Text
    typed: str
    html: SafeString
    bare: bool = False


def examples(name: str) -> list[Example]:
    """Return an example of each tag, in the reader's language; `name` is whom the quote is from."""
    words: Mapping[str, Text] = {**_WORDS, "name": name}
    found = []
    for row in ROWS:
        typed = row.typed.format_map(words)
        html = mark_safe(to_html(parse(typed)))  # noqa: S308 (made by the markup's own cleaner)
        found.append(Example(row.title, typed, html, row.tag == "img"))
    return found
