"""What the tests of the table do again and again: sending its forms as a browser would, and reading its page."""

import html
import re
from datetime import timedelta
from html.parser import HTMLParser
from typing import Any
from xml.etree.ElementTree import Element, TreeBuilder

from django.utils import translation

from accounts.models import User
from common.refusal import Refusal
from games.refusals import sentence
from tests.factories import Played

SOON = timedelta(seconds=5)


def text_of(response: Any) -> str:
    """Return the words of a page, blanks collapsed."""
    page = re.sub(r"(?s)<(script|style|head)\b.*?</\1>", " ", response.content.decode())
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", page)).split())


VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
# These are closed by hand in pictures.
SHAPES = frozenset("circle path rect use".split())


class _Tree(HTMLParser):
    """Builds a tree of a page, and fails where a tag is closed that is not the open one."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.builder = TreeBuilder()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.builder.start(tag, {name: value or "" for name, value in attrs})
        if tag in VOID:
            self.builder.end(tag)
        else:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in VOID | SHAPES, f"<{tag}/> is no empty element"
        self.builder.start(tag, {name: value or "" for name, value in attrs})
        self.builder.end(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open[-1] == tag, f"</{tag}> closes {self.open[-1:]}, line {self.getpos()}"
        self.builder.end(self.open.pop())

    def handle_data(self, data: str) -> None:
        if self.open:
            self.builder.data(data)


def dom(response: Any) -> Element:
    """Return the page as a tree. Fails on a page whose tags do not match."""
    parser = _Tree()
    parser.feed(response.content.decode())
    parser.close()
    assert not parser.open, f"never closed: {parser.open}"
    return parser.builder.close()


def by_class(tree, name: str) -> list:
    """Return the elements of a tree with a class."""
    return [one for one in tree.iter() if name in (one.get("class") or "").split()]


def by_id(tree, name: str):
    """Return the element with an id, or None."""
    return next((one for one in tree.iter() if one.get("id") == name), None)


def inner(element) -> str:
    """Return the words in an element."""
    return " ".join("".join(element.itertext()).split())


def field(response: Any, name: str = "text") -> str:
    """Return what stands in the page's text field of a name."""
    for one in dom(response).iter():
        if one.tag in ("textarea", "input") and one.get("name") == name:
            # A browser drops the line end right after the tag.
            return (one.text or "").removeprefix("\n") if one.tag == "textarea" else one.get("value", "")
    raise AssertionError(f"no field {name}")


def refusals(response: Any) -> list[str]:
    """Return the sentences of refusals on a page."""
    return [inner(one) for one in by_class(dom(response), "is-no")]


def speak(played: Played, who: str, language: str) -> None:
    """Let a person of the game read the site in a language."""
    user = played.users.get(who) or played.host_user
    User.objects.filter(pk=user.pk).update(language=language)


def worded(code: str, language: str = "ru", names: dict[int, str] | None = None, **params: object) -> str:
    """Return the sentence of a refusal in a language."""
    with translation.override(language):
        return sentence(Refusal(code, **params), names)


def send(played: Played, who: str, name: str, **fields: object) -> Any:
    """Send an acting form of the game's page, a few seconds after the last."""
    if played.clock is not None:
        played.clock.shift(SOON)
    return played.client(who).post(played.url(name), played.form(who, **fields))


def post(played: Played, who: str, text: str, **fields: object) -> Any:
    """Post in the game's thread through the page."""
    return send(played, who, "post", text=text, **fields)


def vote(played: Played, who: str, target: str, **fields: object) -> Any:
    """Vote by the control, for a nickname or "ночь"."""
    number = 0 if target == "ночь" else played.seats[target]
    return send(played, who, "vote", target=number, **fields)


def votes(played: Played) -> dict[str, str]:
    """Return who has a vote for whom."""
    names = {number: name for name, number in played.seats.items()} | {0: "ночь"}
    return {names[one.seat]: names[one.target] for one in played.state().votes}


def tally(played: Played, who: str = "") -> dict[str, int]:
    """Return the tally that the page shows."""
    found = {}
    for one in by_class(dom(played.client(who).get(played.url())), "cand"):
        name = next(inner(part) for part in one.iter() if "nick" in (part.get("class") or "").split())
        number = next(part for part in one.iter() if part.get("class") == "n")
        found[name] = int((number.text or "").strip())
    return found


def voteless(played: Played, who: str = "") -> list[str]:
    """Return whom the page names as without a vote."""
    lines = [inner(one) for one in by_class(dom(played.client(who).get(played.url())), "novote")]
    line = next((line for line in lines if line.startswith("Без голоса:")), "")
    return [name for name in line.removeprefix("Без голоса:").split(".")[0].strip().split(", ") if name]


def shown(played: Played, who: str = "", query: str = "") -> list:
    """Return the articles of the thread as the page shows them."""
    tree = dom(played.client(who).get(played.url() + query))
    return [one for one in tree.iter() if one.tag == "article"]


def marks(article) -> list[str]:
    """Return the votes that a post shows, in order: the names after "Голос:", or "" for a withdrawal."""
    found = []
    for one in by_class(article, "voted"):
        words = inner(one)
        found.append(words.removeprefix("Голос:").strip() if words.startswith("Голос:") else "")
    return found
