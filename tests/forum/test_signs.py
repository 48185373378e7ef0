"""Smilies and mentions: found where they stand alone, and nowhere else."""

import html
import re

import pytest

from common.names import skeleton
from forum.markup import mentioned, parse, plain, quote, said, to_html
from forum.signs import SMILIES, Roll, pieces
from tests.forum.tags import RENDER, TAGS

NAMES = {
    11: "Груздь",
    12: "Анна",
    13: "Анна Мария",
    14: "St. John",
    15: "Ёж-17",
    16: "Йод",
    17: "Jean",
    18: "Jean-Luc",
    19: "Серый_Волк",
}
PICTURES = re.compile("|".join(map(re.escape, set(SMILIES.values()))))


def page(text: str) -> str:
    return to_html(parse(text, TAGS), RENDER, NAMES)


def called(text: str) -> list[str]:
    """Return the names that a text mentions, in order."""
    return [NAMES[key] for key in mentioned(parse(text, TAGS), NAMES)]


def marked(text: str) -> list[str]:
    """Return what the page shows as mentions."""
    return [html.unescape(one) for one in re.findall('<span class="at">(.*?)</span>', page(text))]


@pytest.mark.parametrize("typed", SMILIES)
def test_every_smiley_stands_for_its_sign(typed: str) -> None:
    sign = SMILIES[typed]
    for text, shown in (
        (typed, sign),
        (f"Да {typed} нет", f"Да {sign} нет"),
        (f"({typed})", f"({sign})"),
        (f"Да! {typed}, вот.", f"Да! {sign}, вот."),
        (f"«{typed}»", f"«{sign}»"),
    ):
        assert page(text) == f"<p>{shown}</p>"
    assert page(f"[b]{typed}[/b]\n{typed}") == f"<p><b>{sign}</b><br>{sign}</p>"
    assert plain(parse(typed)) == typed, "what was typed stays"


@pytest.mark.parametrize(
    "text",
    [
        "в 12:(30) и 3:0",
        "x <3.5",
        "x <33",
        "класс:D",
        "https://example.org/:)",
        "https://example.org/( :)x",
        "www.example.org/(:(",
        "mailto:ann@example.org",
        "http:// :)x",
        "C:\\Users",
        "список:(раз)",
        "a=(b)",
        "::smile::x",
        ":smile",
        ":улыбкa:",
        "xDx",
        "8)",
        "[vote=:)]x",
    ],
)
def test_what_only_looks_like_a_smiley_is_none(text: str) -> None:
    assert not PICTURES.search(page(text)), page(text)


@pytest.mark.parametrize(
    "text",
    [
        "[code]:) <3 :smile:[/code]",
        "[code]:)\n:([/code]",
        "[url]https://example.org/?a=:)&b=:([/url]",
        "[img]https://example.org/:)[/img]",
        "[url]javascript: :) [/url]",
        "[quote=Гриб :)]x[/quote]",
        "[spoiler=:) заголовок :(]x[/spoiler]",
        "[url=https://example.org/:)]x[/url]",
    ],
)
def test_no_smiley_in_code_addresses_and_titles(text: str) -> None:
    assert not PICTURES.search(page(text)), page(text)


@pytest.mark.parametrize("name", [":)", ":D", "<3", "Груздь :)", "xD", ":да:", "@Груздь", "@Анна :)"])
def test_the_name_in_a_tag_of_the_caller_is_untouched(name: str) -> None:
    text = f"[vote]{name}[/vote]"
    assert said(parse(text, TAGS)) == [("vote", name)]
    assert page(text) == f'<p><span class="votemark">Голос: {html.escape(name)}</span></p>'
    assert called(text) == []


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("@Груздь", ["@Груздь"]),
        ("Что скажешь, @Груздь?", ["@Груздь"]),
        ("@груздь, @ГРУЗДЬ и @Гpyздь", ["@груздь", "@ГРУЗДЬ", "@Гpyздь"]),
        ("@Анна Мария пошла", ["@Анна Мария"]),
        ("@АннаМария пошла", ["@АннаМария"]),
        ("@Анна пошла", ["@Анна"]),
        ("@Анна Марияпошла", ["@Анна"]),
        ("@Анна. Мария ушла", ["@Анна"]),
        ("@Анна\nМария", ["@Анна"]),
        ("@St. John, @St John и @stjohn", ["@St. John", "@St John", "@stjohn"]),
        ("@еж17 @Ёж 17", ["@еж17", "@Ёж 17"]),
        ("@Йод @И\u0306од @йод", ["@Йод", "@И\u0306од", "@йод"]),
        ("@Jean-Luc и @Jean - он же", ["@Jean-Luc", "@Jean"]),
        ("(@Анна) «@Анна» [b]@Анна[/b]: @Анна!", ["@Анна"] * 4),
        ("@Серый_Волк @Серый волк", ["@Серый_Волк", "@Серый волк"]),
        ("[url=https://example.org]@Анна[/url]", ["@Анна"]),
        ("[list][*]@Анна[*][color=red]@Груздь[/color][/list]", ["@Анна", "@Груздь"]),
        ("[spoiler]@Анна[/spoiler]", ["@Анна"]),
        # A part of a name, an unknown one, another word, an address.
        ("@Гру @Груздь2 @Груздья @Анну @Йо @Иод", []),
        ("x@Груздь @@Груздь ann@Анна @ Анна", []),
        ("@Jean-Marie @Анна.example.org @Анна@example.org", []),
        ("https://example.org/@Анна www.example.org/@Анна mailto:@Анна", []),
        ("@[b]Анна[/b] @", []),
        # Another name with й is another name.
        ("@Иод", []),
    ],
)
def test_a_known_name_after_the_sign_is_a_mention(text: str, names: list[str]) -> None:
    assert marked(text) == names
    assert [skeleton(name) for name in dict.fromkeys(map(skeleton, names))] == [skeleton(name) for name in called(text)]


def test_whoever_is_mentioned_is_told_once_and_in_order() -> None:
    assert called("@Анна, @груздь и снова @АННА. @Анна Мария") == ["Анна", "Груздь", "Анна Мария"]


@pytest.mark.parametrize(
    "text",
    ["[quote=Гриб;3]@Анна[/quote]", "[list][*][quote][b]@Анна[/b][/quote][/list]", quote("Гриб", 3, "@Анна")],
)
def test_a_mention_in_a_quote_is_shown_and_calls_nobody(text: str) -> None:
    assert called(text) == []
    assert marked(text) == ["@Анна"]


@pytest.mark.parametrize(
    "text",
    [
        "[code]@Анна[/code]",
        "[code]\n@Анна\n[/code]",
        "[url]https://example.org/@Анна[/url]",
        "[url]@Анна[/url]",
        "[img]https://example.org/@Анна[/img]",
        "[spoiler=@Анна]x[/spoiler]",
        "[quote=@Анна]x[/quote]",
        "[vote]@Анна[/vote]",
    ],
)
def test_there_is_no_mention_in_code_addresses_titles_and_votes(text: str) -> None:
    assert called(text) == marked(text) == []


def test_a_mention_is_no_vote() -> None:
    assert said(parse("@Груздь голосую @Анна", TAGS)) == []


def test_without_names_nobody_is_mentioned() -> None:
    assert to_html(parse("@Анна")) == "<p>@Анна</p>"
    assert mentioned(parse("@Анна"), {}) == []


def test_a_mention_shows_what_was_typed_and_no_markup() -> None:
    known = {1: "<b>&"}
    assert to_html(parse("@<b>& @x"), {}, known) == "<p>@&lt;b&gt;&amp; @x</p>", "such a name begins no word"
    assert to_html(parse("@a<b"), {}, {1: "a"}) == '<p><span class="at">@a</span>&lt;b</p>'


def test_the_pieces_of_a_line_are_the_line() -> None:
    roll = Roll(NAMES)
    for line in ("", "просто", "@Анна :) https://a.example/:) @Груздь", ":)", "@", ":) :)", "@Анна@Анна"):
        assert "".join(piece.text for piece in pieces(line, roll) if not piece.smiley) == PICTURES.sub("", _shown(line))


def _shown(line: str) -> str:
    return html.unescape(re.sub("<[^>]+>", "", to_html(parse(line), {}, NAMES)))
