"""Whatever is typed: no failure, no unsafe page, no two readings, and time that grows with the text only."""

import re
import time
from collections.abc import Iterator
from xml.etree.ElementTree import Element

import html5lib
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from forum.markup import hidden_said, mentioned, parse, plain, quote, said, to_html
from forum.palette import COLOURS, SIZES
from forum.paper import Allowance, Page
from forum.signs import SMILIES, Roll, pieces
from tests.forum.tags import RENDER, TAGS

PIECES = [
    "[b]", "[/b]", "[i]", "[/i]", "[u]", "[/S]", "[s]", "[quote]", "[/quote]", "[quote=Гриб;3]", '[quote="a]b"]',
    '[quote="', '"]', ";7]", "[quote=", "[spoiler]", "[/spoiler]", "[spoiler=x]", "[code]", "[/code]", "[code=x]",
    "[url]", "[/url]", "[url=https://example.org/]", "[url=javascript:alert(1)]", "https://example.org/", "[vote]",
    "[/vote]", "[VOTE]", "[голос]", "[/голос]", "[unvote]", "[/unvote]", "[снять]", "[done]", "Груздь", "a", " ",
    "\n", "\n\n", "<script>", "<b onclick=x>", "&amp;", '"', "'", "[", "]", "/", "=", "[x]", "[vote=1]", "\u202e",
    "\u200b", "\x00", "[quo", "te]", "…", "[list]", "[list=1]", "[/list]", "[*]", "[/*]", "[color=red]",
    "[color=#f00]", "[/color]", "[list=1][*]", "[size=big]", "[/size]", "[img]", "[/img]",
    "[img]https://example.org/a.png[/img]", ":)", "<3", " :D ", "@Гриб", "@", "@Груздь ", "www.a.example",
]  # fmt: skip

soup = st.lists(st.sampled_from(PIECES), max_size=40).map("".join) | st.text(max_size=60)
ALLOWED = {
    "p": set(), "br": set(), "b": set(), "i": set(), "u": set(), "s": set(), "code": set(), "pre": set(),
    "blockquote": set(), "cite": set(), "summary": set(), "details": {"class"}, "span": {"class"}, "a": {"href", "rel"},
    "ul": set(), "ol": set(), "li": set(),
}  # fmt: skip
CLASSES = {"votemark", "at"} | {step.css for step in (*COLOURS, *SIZES)}
NAMES = {1: "Груздь", 2: "Гриб", 3: "Гриб [север]"}
FRAGMENT = "DOCUMENT_FRAGMENT"


def reread(html: str) -> Element:
    """Read HTML as a browser does."""
    return html5lib.parseFragment(html, namespaceHTMLElements=False)


def elements(root: Element) -> Iterator[Element]:
    return (element for element in root.iter() if element.tag != FRAGMENT)


def outline(element: Element) -> list[object]:
    """Return what a browser sees, the `rel` that the second wall adds left out."""
    attributes = {name: value for name, value in element.attrib.items() if name != "rel"}
    return [element.tag, attributes, element.text or "", [[outline(child), child.tail or ""] for child in element]]


@settings(max_examples=500, deadline=None)
@given(soup)
@example('[quote="[b]"]</blockquote><script>')
def test_any_text_is_a_safe_page(text: str) -> None:
    html = to_html(parse(text, TAGS), RENDER, NAMES)
    for element in elements(reread(html)):
        assert element.tag in ALLOWED
        assert set(element.attrib) <= ALLOWED[str(element.tag)]
        if "href" in element.attrib:
            assert re.match(r"(https?://|mailto:|#p\d+$)", element.attrib["href"])
            assert element.attrib["rel"] == "nofollow noopener noreferrer"
        if element.tag == "span":
            assert element.attrib["class"] in CLASSES
        if element.tag == "details":
            assert element.attrib["class"] == "spoiler"


@settings(max_examples=400, deadline=None)
@given(soup)
def test_the_second_wall_finds_nothing_to_do(text: str) -> None:
    """Our own HTML is well formed and safe by itself."""
    tree = parse(text, TAGS)
    writer = Page(RENDER, Roll(NAMES), Allowance.of(tree.length))
    writer.children(tree.root)
    assert outline(reread(writer.finished())) == outline(reread(to_html(tree, RENDER, NAMES)))


@settings(max_examples=500, deadline=None)
@given(soup)
def test_the_page_and_the_counter_read_the_same(text: str) -> None:
    tree = parse(text, TAGS)
    spans = [span for span in reread(to_html(tree, RENDER, NAMES)).iter("span") if span.attrib["class"] == "votemark"]
    marks = ["".join(span.itertext()) for span in spans]
    looks = [reread(RENDER[tag](inside)).find("span") for tag, inside in said(tree)]
    assert marks == ["".join(look.itertext()) for look in looks if look is not None]


@settings(max_examples=300, deadline=None)
@given(soup)
def test_the_page_and_the_bell_read_the_same(text: str) -> None:
    """Whoever is called is shown as a mention outside of quotes, and the other way round."""
    tree = parse(text, TAGS)
    root = reread(to_html(tree, RENDER, NAMES))
    quoted = {id(one) for quote in root.iter("blockquote") for one in quote.iter("span")}
    shown = [one for one in root.iter("span") if one.attrib["class"] == "at" and id(one) not in quoted]
    called = [NAMES[key] for key in mentioned(tree, NAMES)]
    assert list(dict.fromkeys("".join(one.itertext()) for one in shown)) == [f"@{name}" for name in called]


@settings(max_examples=500, deadline=None)
@given(soup)
def test_hidden_words_and_plain_text_never_fail(text: str) -> None:
    tree = parse(text, TAGS)
    assert {tag for tag, _inside in hidden_said(tree)} <= {"vote", "unvote", "done"}
    assert plain(tree) == plain(tree).strip()


@settings(max_examples=500, deadline=None)
@given(st.text(alphabet=st.characters(exclude_characters="[", exclude_categories=["Cc", "Cs", "Zs", "Zl", "Zp"])))
def test_nothing_of_a_text_without_tags_is_lost(text: str) -> None:
    text = re.sub("[\u202a-\u202e\u2066-\u2069\ufffe\uffff]", "", text)
    shown = "".join(piece.text for piece in pieces(text, Roll({})))
    assert "".join(reread(to_html(parse(text))).itertext()) == shown
    assert shown == text or any(typed in text for typed in SMILIES)


@settings(max_examples=500, deadline=None)
@given(soup, soup, st.sampled_from(["Груздь", "Гриб [север]", 'a"b', "", "[/quote]", "x;5", "]["]))
@example("a [/quote] [vote]Лисичка[/vote]", "", "Груздь")
@example('[quote="[quote]a[quote]\n[/quote][/quote]"]', "[vote]Груздь[/vote]", "Груздь")
@example("[quo[/b]te][b][i][/b][/i]", "[vote]Груздь[/vote]", "Груздь")
@example("[vote][quote]x[/vote][/quote] [vote]Лисичка[/vote]", "[vote]Груздь[/vote]", "Груздь")
def test_a_quote_ends_where_it_ends(source: str, reply: str, author: str) -> None:
    """Nobody can write a post that, quoted, speaks in the mouth of who quotes it or swallows the reply."""
    quoted = quote(author, 12, source)
    assert said(parse(quoted, TAGS)) == []
    assert said(parse(quoted + reply, TAGS)) == said(parse(reply, TAGS))
    tops = [node for node in parse(quoted, TAGS).root.children if not isinstance(node, str)]
    assert [top.name for top in tops] == ["quote"]


@settings(max_examples=300, deadline=None)
@given(soup)
def test_quotes_do_not_pile_up(source: str) -> None:
    for _turn in range(4):
        source = quote("Груздь", 12, source)
    page = reread(to_html(parse(source, TAGS), RENDER))
    assert page.findall(".//blockquote")
    assert not page.findall(".//blockquote//blockquote//blockquote")


HEAVY = [
    "[", "]", "[/", "[quote]", "[quote=", '[quote="', '[quote="a";', "[b]", "[/b]", "[b][i][/b][/i]", "[code]",
    "[code]a[/code]", "[code]\nx\n[/code]", "[url]", "[url=", "[url=https://a.example]",
    "[url]https://a.example[/url]", "[vote]", "[vote]a[/vote]", "[unvote]", "[spoiler=[", "[b][quote]x[/quote]y",
    "[quote=a;1][b]", "[quote]x[/quote]", "\n", "\nx\n\n", "&", "<", "[" + "x" * 25, "a" * 40 + " ", "[quote][vote]",
    "[b]x[/b]", "https://", "[list]", "[*]", "[list][*]", "[list][*]x[/list]", "[list=1][*][b]", "[*]x[/*]",
    "[color=red]", "[color=red]x[/color]", "[color=x]", "[size=big]x\n\n", "[img]", "[img]https://a.example[/img]",
    "[img] ", ":) ", ":)", "<3", "@", "@Груздь ", "@Груздь-", "@Г ", "@Г" + " " * 40, "@Г\u0306",
    "[list][*][quote][list]", "www.", "https://a ", "[url=http://a]x\n\n",
]  # fmt: skip


def cost(text: str) -> float:
    """Return the processor time for all that can be made of a text, the better of two."""
    best = float("inf")
    for _run in range(2):
        started = time.process_time()
        tree = parse(text, TAGS)
        to_html(tree, RENDER, NAMES)
        mentioned(tree, NAMES)
        said(tree)
        hidden_said(tree)
        plain(tree)
        quote("Груздь", 1, text)
        best = min(best, time.process_time() - started)
    return best


@pytest.mark.parametrize("piece", HEAVY)
def test_time_grows_with_the_text_only(piece: str) -> None:
    """Eight times the text: eight times the work where it is linear, sixty-four where it is not."""
    small, large = ((piece * size)[:size] for size in (5_000, 40_000))
    assert cost(large) < 28 * max(cost(small), 0.002)
