"""The colours and sizes that words of a post may have, and every way to spell them.

A colour is one that reads well on each ground of both schemes (`tests/common_look/test_contrast.py`),
so there is a fixed set of them and no others. On the page both are classes of the style sheets.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy


@dataclass(frozen=True, slots=True)
class Step:
    """One colour or size: the class it has on the page, its name for the reader, and how it may be typed.

    The name is one of the spellings in each language of the site.
    """

    css: str
    name: str | Promise
    spellings: tuple[str, ...]


COLOURS = (
    Step("blood", pgettext_lazy("colour of words", "red"), ("red", "красный")),
    Step("warn", pgettext_lazy("colour of words", "brown"), ("brown", "orange", "коричневый", "оранжевый")),
    Step("ok", pgettext_lazy("colour of words", "green"), ("green", "зелёный", "зеленый")),
    Step("c-t", pgettext_lazy("colour of words", "teal"), ("teal", "cyan", "бирюзовый")),
    Step("c-b", pgettext_lazy("colour of words", "blue"), ("blue", "синий", "голубой")),
    Step("c-p", pgettext_lazy("colour of words", "purple"), ("purple", "violet", "фиолетовый", "лиловый")),
    Step("c-g", pgettext_lazy("colour of words", "gray"), ("gray", "grey", "серый")),
)
# The numbers are those of other forums: 1 to 7, and percent.
SIZES = (
    Step("z-s", pgettext_lazy("size of words", "small"), ("small", "мелкий", "маленький", "1", "2", "50", "75", "85")),
    Step("z-n", pgettext_lazy("size of words", "normal"), ("normal", "medium", "обычный", "3", "100")),
    Step(
        "z-b",
        pgettext_lazy("size of words", "big"),
        ("big", "large", "крупный", "большой", "4", "5", "6", "7", "125", "150", "175", "200"),
    ),
)


def _by_spelling(steps: Sequence[Step]) -> dict[str, str]:
    return {spelling: step.css for step in steps for spelling in step.spellings}


# The tags that take one of these, with the class for each spelling.
STEPS: Mapping[str, Mapping[str, str]] = {"color": _by_spelling(COLOURS), "size": _by_spelling(SIZES)}


def css_of(tag: str, value: str) -> str | None:
    """Return the class for what was typed as a colour or a size, None for anything that is none."""
    return STEPS[tag].get(value.strip().casefold())
