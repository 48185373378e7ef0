"""Lists, colours, sizes and pictures: what they become, what stays as typed, and how they are quoted."""

from pathlib import Path

import pytest
from django.conf import settings
from django.utils import translation

from common.refusal import Refusal
from forum import guide, services
from forum.bbcode import BUILT_IN
from forum.markup import own_words, parse, plain, quote, said, to_html
from forum.palette import COLOURS, SIZES, STEPS
from forum.templatetags import palette as toolbar
from tests.forum.tags import RENDER, TAGS

REL = 'rel="nofollow noopener noreferrer"'


def page(text: str) -> str:
    return to_html(parse(text, TAGS), RENDER)


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("[list][*]раз[*]два[/list]", "<ul><li>раз</li><li>два</li></ul>"),
        ("[list=1]\n[*] раз\n[*]два\n[/list]\n", "<ol><li>раз</li><li>два</li></ol>"),
        ('[LIST="1"][*]раз[/List]', "<ol><li>раз</li></ol>"),
        ("до[list][*]раз[/list]после", "<p>до</p><ul><li>раз</li></ul><p>после</p>"),
        ("[list]до [b]раза[/b][*]раз[/list]", "<p>до <b>раза</b></p><ul><li>раз</li></ul>"),
        ("[list]без пунктов[/list]", "<p>без пунктов</p>"),
        ("[list][*][*]раз", "<ul><li></li><li>раз</li></ul>"),
        ("[list][*]раз[/*]\n[*]два[/*][/list]", "<ul><li>раз</li><li>два</li></ul>"),
        (
            "[list][*]раз[list=1][*]a[*]b[/list]ещё[*]два[/list]",
            "<ul><li><p>раз</p><ol><li>a</li><li>b</li></ol><p>ещё</p></li><li>два</li></ul>",
        ),
        ("[list][*][b]раз[*]два[/b]три[/list]", "<ul><li><b>раз</b></li><li>дватри</li></ul>"),
        ("[b][list][*]раз[/list]два[/b]", "<ul><li><b>раз</b></li></ul><p><b>два</b></p>"),
        (
            "[b][list][*]раз[/b][*]два[/list]три",
            "<ul><li><b>раз</b></li><li><b>два</b></li></ul><p>три</p>",
        ),
        (
            "[list][*][quote]раз[*]два[/quote][/list]",
            "<ul><li><blockquote><p>раз[*]два</p></blockquote></li></ul>",
        ),
        ("[list][*][code][*][/list][/code][/list]", "<ul><li><code>[*][/list]</code></li></ul>"),
        ("[quote][list][*]раз[/quote]два", "<blockquote><ul><li>раз</li></ul></blockquote><p>два</p>"),
        # What is none stays as it was typed.
        ("[*]раз [/*] [/list]", "<p>[*]раз [/*] [/list]</p>"),
        ("[list=a][*]раз[/list]", "<p>[list=a][*]раз[/list]</p>"),
        ("[list=1x][*=1]раз[/list]", "<p>[list=1x][*=1]раз[/list]</p>"),
        ("[b][*]раз[/b]", "<p><b>[*]раз</b></p>"),
        # Nothing in it: nothing of it.
        ("[list][/list]", ""),
        ("[list=1][*] [*]\n[/list]", ""),
    ],
)
def test_lists(text: str, html: str) -> None:
    assert page(text) == html


def test_lists_stand_in_each_other_as_deep_as_anything_does() -> None:
    six = "[list][*]" * 6 + "x"
    assert page(six).count("<ul>") == 6
    seven = "[list][*]" * 7 + "[b]x[/b]"
    assert page(seven).count("<ul>") == 6
    assert "[list]" in page(seven) and "x" in page(seven)
    assert said(parse("[list][*]" * 7 + "[/list]" * 7 + "[vote]Груздь[/vote]", TAGS)) == [("vote", "Груздь")]


def test_each_colour_and_size_in_each_spelling() -> None:
    for tag, spellings in STEPS.items():
        for spelling, css in spellings.items():
            for typed in (spelling, spelling.upper(), f'"{spelling}"', f" {spelling} "):
                assert page(f"[{tag}={typed}]x[/{tag}]") == f'<p><span class="{css}">x</span></p>'
    for language in ("ru", "en"):
        with translation.override(language):
            for step in (*COLOURS, *SIZES):
                assert str(step.name) in step.spellings, "the buttons write what is read"
    assert len(COLOURS) == len({step.css for step in COLOURS}) == 7
    assert len(SIZES) == len({step.css for step in SIZES}) == 3
    assert toolbar.colours() == COLOURS and toolbar.sizes() == SIZES


@pytest.mark.parametrize(
    "typed",
    [
        "[color=#ff0000]x[/color]",
        "[color=rgb(1,2,3)]x[/color]",
        "[color=white]x[/color]",
        "[color=transparent]x[/color]",
        "[color=var(--paper)]x[/color]",
        '[color=red" onclick="alert(1)]x[/color]',
        "[color=red;background:url(//example.org)]x[/color]",
        "[color=]x[/color]",
        "[color]x[/color]",
        "[size=0]x[/size]",
        "[size=72pt]x[/size]",
        "[size=9999999]x[/size]",
        "[size]x[/size]",
        "[font=Arial]x[/font]",
    ],
)
def test_any_other_colour_or_size_stays_as_typed(typed: str) -> None:
    shown = page(typed)
    assert "<span" not in shown and "style" not in shown
    assert shown.replace("&quot;", '"') == f"<p>{typed}</p>"


def test_a_colour_within_a_colour_and_over_paragraphs() -> None:
    assert page("[color=red]a[color=blue]b[/color]\n\nc[/color]d") == (
        '<p><span class="blood">a<span class="c-b">b</span></span></p><p><span class="blood">c</span>d</p>'
    )


def test_every_colour_and_size_has_its_rule_in_the_style_sheets() -> None:
    sheets = "".join(sheet.read_text() for sheet in (Path(settings.BASE_DIR) / "static/css").glob("*.css"))
    for step in (*COLOURS, *SIZES):
        assert f".{step.css} {{" in sheets, step.css


@pytest.mark.parametrize(
    "address", ["https://example.org/a.png", "HTTP://example.org/a?b=c&d", " https://a.example/ж "]
)
def test_a_picture_is_a_link(address: str) -> None:
    shown = address.strip().replace("&", "&amp;")
    assert page(f"[img]{address}[/img]") == f'<p><a href="{shown}" {REL}>{shown}</a></p>'
    assert page(f"[b][IMG]{address}[/Img][/b]") == f'<p><b><a href="{shown}" {REL}>{shown}</a></b></p>'
    assert plain(parse(f"[img]{address}[/img]")) == address.strip()


@pytest.mark.parametrize(
    "text",
    [
        "[img]x.png[/img]",
        '[img]x.png" onload="confirm(3)[/img]',
        "[img]javascript:confirm(1)[/img]",
        "[img]data:image/svg+xml,x[/img]",
        "[img]mailto:ann@example.org[/img]",
        "[img]//example.org/a.png[/img]",
        "[img]https://example.org/a b.png[/img]",
        "[img=100x100]https://example.org/a.png[/img]",
        "[img][b]https://example.org/a.png[/b][/img]",
        "[img][/img]",
        "[img]https://example.org/a.png",
    ],
)
def test_any_other_picture_stays_as_typed(text: str) -> None:
    assert "<a" not in page(text) and "<img" not in page(text)
    assert page(text).replace("<b>", "[b]").replace("</b>", "[/b]").replace("&quot;", '"') == f"<p>{text}</p>"


def test_a_picture_in_a_link_is_no_second_link() -> None:
    text = "[url=https://a.example][img]https://b.example/a.png[/img][/url]"
    assert page(text) == f'<p><a href="https://a.example" {REL}>[img]https://b.example/a.png[/img]</a></p>'


@pytest.mark.parametrize(
    ("source", "quoted"),
    [
        ("[list][*]раз[*][b]два[/list]", "[list][*]раз[*][b]два[/b][/list]"),
        ("[list=1]до[*]раз[list][*]a", "[list=1]до[*]раз[list][*]a[/list][/list]"),
        ("[color=Красный]a[size=7]b", "[color=Красный]a[size=7]b[/size][/color]"),
        ("[color=#f00]a[/color]", "(color=#f00)a(/color)"),
        ("[*]a[/*]", "(*)a(/*)"),
        ("[img]https://a.example/x.png[/img]", "[img]https://a.example/x.png[/img]"),
        ("[img]x.png[/img]", "(img)x.png(/img)"),
        (":) @Груздь", ":) @Груздь"),
        ("[list][*][quote=A;1]раз[quote]два[/quote][/quote][/list]", "[list][*][quote=A;1]раз…[/quote][/list]"),
    ],
)
def test_the_quote_button_keeps_them(source: str, quoted: str) -> None:
    assert quote("Гриб", 7, source) == f"[quote=Гриб;7]\n{quoted}\n[/quote]\n"


def test_plain_text_has_the_items_on_lines_of_their_own() -> None:
    text = "Итак:[list=1]два[*][b]раз[/b]\n[*]два[list][*]три[/list][/list]Всё."
    assert plain(parse(text)) == "Итак:\nдва\nраз\nдва\nтри\nВсё."
    assert own_words(parse("[list]a[*]b[*][quote]нет[/quote]c[/list]d")) == "a b c d"


def test_the_limits_count_what_is_read() -> None:
    """20,000 characters without the tags, 40,000 with them; the new tags are not counted either."""
    dressed = "[list]" + "".join(f"[*][color=red]{'ж' * 88}[/color]" for _line in range(222)) + "[/list]"
    source, _html = services.checked_text(dressed)
    assert source == dressed
    for long, limit in (
        ("[list][*]" + "ж" * 20_001 + "[/list]", 20_000),
        ("[color=red]" + "ж" * 20_001, 20_000),
        ("[img]https://a.example/" + "ж" * 1900 + "[/img]", None),
        ("[img]https://a.example/" + "ж" * 1900 + "[/img]" + "ж" * 19_000, 20_000),
        (":)" * 10_001, 20_000),
        ("[*]" * 14_000, 40_000),
    ):
        if limit is None:
            services.checked_text(long)
            continue
        with pytest.raises(Refusal) as refused:
            services.checked_text(long)
        assert (refused.value.code, refused.value.params["limit"]) == ("text_too_long", limit)
    for nothing in ("[list][/list]", "[list][*][*][/list]", "[color=red] [/color]", "[size=big]\n[/size]"):
        with pytest.raises(Refusal, match="text_empty"):
            services.checked_text(nothing)


@pytest.mark.parametrize(
    "text",
    [
        f"[url=https://a.example/{'a' * 1900}]" + "a\n\n" * 12_000,
        f"[url=https://a.example/{'a' * 1900}][list]" + "[*]a" * 9_000,
        "[color=red]" * 12 + "a\n\n" * 12_000,
        "[b][i][u][s]" * 3 + "[list]" + "[*]a" * 9_000,
        "[color=red]" * 11 + "[quote]x[/quote]a" * 2_000,
    ],
    ids=["link", "link-list", "colours", "list", "blocks"],
)
def test_no_text_makes_a_page_many_times_its_size(text: str) -> None:
    """A tag that reaches over thousands of paragraphs is not written thousands of times at any length."""
    html = page(text)
    assert len(html) <= 8 * len(text) + 1000
    assert html.count("a") >= text.count("a\n\n"), "the words are all there"


def test_a_long_text_with_few_tags_keeps_them_to_its_end() -> None:
    text = "[url=https://example.org/][b][color=red]" + "Одно предложение, как их пишут.\n\n" * 500
    assert page(text).count("<b>") == page(text).count('class="blood"') == page(text).count("<a ") == 500


def test_the_guide_has_each_tag_once() -> None:
    assert sorted(row.tag for row in guide.ROWS) == sorted(BUILT_IN)
    for language in ("ru", "en"):
        with translation.override(language):
            shown = {row.tag: one for row, one in zip(guide.ROWS, guide.examples("Мистраль"), strict=True)}
            for tag, one in shown.items():
                assert "[" not in one.html or tag == "code", one.html
                assert "<" in one.html.removeprefix("<p>").removesuffix("</p>"), tag
