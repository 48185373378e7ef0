"""A hundred thousand posts that nobody would write: no failure, nothing but the allowed tags, one reading.

Each is looked at by regular expressions; some are read again as a browser would. The seed is fixed:
what is found once is found again.
"""

import html
import random
import re
from collections.abc import Iterator
from itertools import islice

import html5lib
import pytest

from forum.markup import hidden_said, mentioned, parse, plain, quote, said, to_html
from forum.palette import COLOURS, SIZES
from tests.forum.tags import RENDER, TAGS
from tests.forum.test_markup_fuzz import ALLOWED, CLASSES, HEAVY, NAMES, PIECES, elements

POSTS = 100_000
PARTS = 8
# One in so many is read again by html5lib; one in so many is long.
SAMPLE, LONG = 500, 400

ATTACKS = [
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<svg/onload=alert(1)>", "</p></blockquote>", "<!--",
    "]]>", "javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\tscript:alert(1)", "&#106;avascript:alert(1)",
    "vbscript:x", "data:text/html;base64,PHNjcmlwdD4=", "//example.org/x", "https://a.example/\" onclick=\"x",
    "https://a.example/'>", "[url=javascript:alert(1)]x[/url]", "[url]data:text/html,x[/url]",
    '[url="https://a.example" onclick="x"]x[/url]', "[img]x.png\" onload=\"x[/img]",
    "[img]https://a.example/x.svg[/img]", "[img]javascript:x[/img]", "[color=red;x:url(//a)]",
    "[color=\"red\" onclick=\"x\"]", "[size=1e9]", "[list=javascript:x]", "[quote=x;1\" onclick=x]",
    "[quote=\"<img src=x onerror=x>\"]", "[spoiler=</summary><script>]", "[vote]<b onclick=x>[/vote]",
    "[code]</code></pre><script>[/code]", "\u202e", "\u2066", "\0", "\ufeff", "\u200d", "\ud83d", "\x1b[31m",
    "%3Cscript%3E", "&lt;script&gt;", "&amp;lt;", "{{x}}", "=cmd|' /C calc'!A0", "А\u0306\u0306\u0306", "@<b>",
    "@Груздь\u202e", "@Гриб [север]", ":'(", ">:(", "</3", "\r\n", "\u2028",
]  # fmt: skip
VALUES = [
    "red",
    "#f00",
    "big",
    "7",
    "1",
    "a",
    "Гриб",
    "Гриб;7",
    '"Гриб];7"',
    "https://a.example/?a=b",
    "javascript:x",
    "",
]
KNOWN = "b i u s quote spoiler code url img list * color size vote голос unvote done снять".split()

_CLASSES = "|".join(sorted(CLASSES))
TAG = re.compile(
    r"</?(?:p|b|i|u|s|code|pre|blockquote|cite|summary|ul|ol|li)>|<br>|</(?:a|span|details)>"
    rf'|<details class="spoiler">|<span class="(?:{_CLASSES})">'
    r'|<a href="(?:(?i:https?://|mailto:)[^"<> ]+|#p\d{1,9})" rel="nofollow noopener noreferrer">'
)
MARK = re.compile(r'<span class="votemark">[^<]*</span>')


def posts(part: int) -> Iterator[str]:
    """Make a part of the posts: soup of pieces, tags put together by chance, whole trees, noise."""
    chance = random.Random(f"markup {part}")
    for number in range(POSTS // PARTS):
        pieces = chance.choices(PIECES + ATTACKS, k=chance.randint(1, 9))
        if number % LONG == 0:
            pieces = [chance.choice(HEAVY + ATTACKS) * chance.randint(50, 200), *pieces * 5]
        kind = number % 4
        if kind == 1:
            pieces[chance.randrange(len(pieces))] = tag(chance)
            pieces += [tag(chance), f"[/{chance.choice(KNOWN)}]"]
        elif kind == 2:
            pieces = [tree(chance, chance.randint(1, 5))]
        elif kind == 3:
            pieces += [chr(chance.randrange(chance.choice((0x500, 0x110000)))) for _sign in range(5)]
        yield "".join(pieces)


def tag(chance: random.Random) -> str:
    """Return an opening tag, known or not, with a value or without."""
    name = chance.choice([*KNOWN, "script", "x"])
    return f"[{name}={chance.choice(VALUES)}]" if chance.random() < 0.6 else f"[{name.upper()}]"


def tree(chance: random.Random, depth: int) -> str:
    """Return tags in each other, most of them closed."""
    if not depth:
        return chance.choice(PIECES)
    name = chance.choice(KNOWN)
    value = f"={chance.choice(VALUES)}" if chance.random() < 0.5 else ""
    inside = "".join(tree(chance, depth - 1) for _child in range(chance.choice((1, 1, 2))))
    return f"[{name}{value}]{inside}" + (f"[/{name}]" if chance.random() < 0.8 else "")


@pytest.mark.parametrize("part", range(PARTS))
def test_a_hundred_thousand_posts(part: int) -> None:
    for number, text in enumerate(posts(part)):
        read = parse(text, TAGS)
        shown = to_html(read, RENDER, NAMES)
        # Nothing but the allowed tags and attributes, each whole.
        assert len(TAG.findall(shown)) == shown.count("<") == shown.count(">"), (text, shown)
        # The counter reads what the page shows.
        looks = [html.unescape(RENDER[name](inside)) for name, inside in said(read)]
        assert [html.unescape(mark) for mark in MARK.findall(shown)] == looks, text
        assert len(shown) <= 8 * len(text) + sum(map(len, looks)) + 1000, text
        if number % 10 == 0:
            plain(read)
            hidden_said(read)
            quoted = quote("Груздь", 1, text)
            assert said(parse(quoted + "[vote]Груздь[/vote]", TAGS)) == [("vote", "Груздь")], text
            assert len(mentioned(read, NAMES)) <= shown.count('<span class="at">'), text
        if number % SAMPLE == 0:
            as_a_browser_reads(shown)


def as_a_browser_reads(shown: str) -> None:
    """Read HTML as a browser does, and look at each element."""
    for element in elements(html5lib.parseFragment(shown, namespaceHTMLElements=False)):
        assert element.tag in ALLOWED and set(element.attrib) <= ALLOWED[str(element.tag)], shown
        assert re.match(r"(https?://|mailto:|#p\d+$)", element.attrib.get("href", "#p1"), re.IGNORECASE), shown
        assert element.attrib.get("class", "at") in CLASSES | {"spoiler"}, shown


def test_the_posts_have_everything_in_them() -> None:
    """The fuzz would find nothing in posts of which nothing becomes anything."""
    shown = "".join(to_html(parse(text, TAGS), RENDER, NAMES) for text in islice(posts(0), 3000))
    assert {*re.findall(r"<(\w+)", shown)} == set(ALLOWED)
    assert {*re.findall(r'<span class="([^"]*)">', shown)} <= CLASSES
    for css in ("votemark", "at", COLOURS[0].css, SIZES[2].css):
        assert f'<span class="{css}">' in shown
    assert html.unescape(shown).count("☺️") > 10
