"""What people write becomes a page, and what was said in the caller's tags (`rules.md` section 6)."""

import pytest
from django.utils import translation

from forum import markup
from forum.markup import Tag, hidden_said, own_words, parse, plain, said, to_html
from tests.forum.tags import RENDER, TAGS


def page(text: str) -> str:
    return to_html(parse(text, TAGS), RENDER)


def votes(text: str) -> list[tuple[str, str]]:
    return said(parse(text, TAGS))


@pytest.mark.parametrize(
    "text",
    [
        "[vote]Груздь[/vote]",
        "[b][vote]Груздь[/vote][/b]",
        "[vote][b]Груздь[/b][/vote]",
        "[VOTE]Груздь[/VOTE]",
        "[Vote]Груздь[/vOTE]",
        "[голос]Груздь[/голос]",
        "[ГОЛОС]Груздь[/Голос]",
        "[голос]Груздь[/vote]",
        "[color=red][vote]Груздь[/vote][/color]",
        "[vote]\nГруздь\n[/vote]",
        "[vote]  Груздь [/vote]",
        "[b][i][u][s][vote]Груздь[/vote][/s][/u][/i][/b]",
        "[url=https://example.org][vote]Груздь[/vote][/url]",
        "[b][vote]Груздь[/b][/vote]",
        "[vote][b]Груздь[/vote][/b]",
        "[vote]Груздь",
        "[vote][color=red]Груздь[/color][/vote]",
        "[size=big][vote][size=1]Груздь[/size][/vote][/size]",
        "[list][*]раз[*][b][vote]Груздь[/vote][/list]",
        "[list][vote]Груздь[/vote][*]два[/list]",
        "[*][vote]Груздь[/vote]",
        "[color=#f00][vote]Груздь[/vote][/color]",
        "[img]x[vote]Груздь[/vote][/img]",
        "Хватит. [vote]Груздь[/vote] Вот и всё.",
        "[quote=Опёнок][vote]Лисичка[/vote][/quote] [vote]Груздь[/vote]",
        "[code][vote]Лисичка[/vote][/code][vote]Груздь[/vote]",
        "[spoiler][vote]Лисичка[/vote][/spoiler][vote]Груздь[/vote]",
    ],
)
def test_a_tag_is_said_and_shown_once_however_it_is_decorated(text: str) -> None:
    assert votes(text) == [("vote", "Груздь")]
    assert page(text).count('<span class="votemark">Голос: Груздь</span>') == 1


@pytest.mark.parametrize(
    "text",
    [
        "[quote=Поганка][vote]Груздь[/vote][/quote] Почему именно он?",
        "[quote][vote]Груздь[/vote]",
        "[QUOTE][vote]Груздь[/vote][/Quote]",
        "[quote][quote]вложенная[/quote][vote]Груздь[/vote][/quote]",
        "[quote][b]не закрыто[/quote][quote][vote]Груздь[/vote][/quote]",
        "Так: [code][vote]Груздь[/vote][/code]",
        "[code][vote]Груздь[/vote]",
        "[code=text][vote]Груздь[/vote][/code]",
        "[spoiler][vote]Груздь[/vote][/spoiler]",
        "[spoiler=заголовок][b][vote]Груздь[/vote][/b][/spoiler]",
        "[b][spoiler][vote]Груздь[/vote][/b][/spoiler]",
        "[b][quote]x[/b][vote]Груздь[/vote][/quote]",
        "[list][*][quote][vote]Груздь[/vote][/quote][/list]",
        "[quote][list][*][vote]Груздь[/vote][/list][/quote]",
        "[list][*][spoiler][*][color=red][vote]Груздь[/vote][/color][/spoiler][/list]",
    ],
)
def test_a_tag_in_a_quote_a_spoiler_or_code_is_shown_as_typed_and_told_apart(text: str) -> None:
    tree = parse(text, TAGS)
    assert said(tree) == []
    assert hidden_said(tree) == [("vote", "Груздь")]
    assert "votemark" not in page(text)
    assert "[vote]Груздь[/vote]" in page(text)


def test_what_is_said_openly_is_not_hidden() -> None:
    assert hidden_said(parse("[b][vote]Груздь[/vote][/b] [unvote]", TAGS)) == []
    assert hidden_said(parse("[quote]a[/quote][code]b[/code]", TAGS)) == []


def test_all_is_said_in_the_order_of_writing() -> None:
    text = "[vote]Груздь[/vote] хотя нет, [i][vote]Лисичка[/vote][/i] или [unvote] [снять][b][done][/b]"
    assert votes(text) == [("vote", "Груздь"), ("vote", "Лисичка"), ("unvote", ""), ("unvote", ""), ("done", "")]


def test_a_single_tag_needs_no_end_and_its_end_is_dropped() -> None:
    assert votes("[b][unvote][/b]") == [("unvote", "")]
    assert page("[unvote] и дальше") == '<p><span class="votemark">Голос снят</span> и дальше</p>'
    assert page("[unvote][/unvote]!") == '<p><span class="votemark">Голос снят</span>!</p>'
    assert page("a [/unvote]") == "<p>a [/unvote]</p>"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("[vote]Груздь [vote]Лисичка[/vote]", "Груздь [vote]Лисичка[/vote]"),
        ("[vote][unvote][/vote]", "[unvote]"),
        ("[vote][quote]Груздь[/quote][/vote]", "[quote]Груздь[/quote]"),
        ("[vote][spoiler]Груздь[/spoiler][/vote]", "[spoiler]Груздь[/spoiler]"),
        ("[vote][code]Груздь[/code][/vote]", "[code]Груздь[/code]"),
        ("[vote][color=#f00]Груздь[/color][/vote]", "[color=#f00]Груздь[/color]"),
        ("[vote][list][*]Груздь[/list][/vote]", "[list][*]Груздь[/list]"),
        ("[vote][img]https://a.example[/img][/vote]", "[img]https://a.example[/img]"),
    ],
)
def test_what_may_not_stand_in_a_tag_is_text_there(text: str, name: str) -> None:
    """Nobody guesses: such a name is unknown, and the post comes back with the reason."""
    assert votes(text) == [("vote", name)]


def test_a_tag_with_a_parameter_and_an_unknown_one_are_text() -> None:
    assert votes("[vote=Груздь] [голосую]Груздь[/голосую] [vote ]Груздь[/vote ]") == []
    assert page("[vote=Груздь]") == "<p>[vote=Груздь]</p>"
    assert page("[img]x.png[/img]") == "<p>[img]x.png[/img]</p>"
    assert page("[b=1]x[/b]") == "<p>[b=1]x[/b]</p>"
    assert page("[ ] [] [/] [=x] [b") == "<p>[ ] [] [/] [=x] [b</p>"


def test_without_the_callers_tags_they_mean_nothing() -> None:
    tree = parse("[vote]Груздь[/vote]")
    assert said(tree) == hidden_said(tree) == []
    assert to_html(tree, RENDER) == "<p>[vote]Груздь[/vote]</p>"


def test_a_tag_without_a_look_is_shown_as_typed() -> None:
    tree = parse("[Vote]Груздь[/vote] [unvote]", TAGS)
    assert to_html(tree) == "<p>[Vote]Груздь[/vote] [unvote]</p>"


def test_a_tag_of_the_caller_may_not_have_the_name_of_ours() -> None:
    with pytest.raises(ValueError, match="built-in"):
        parse("x", {"цитата": Tag("quote")})


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("", ""),
        (" \n \n", ""),
        ("[b][/b]", ""),
        ("[code] [/code]", ""),
        ("один", "<p>один</p>"),
        ("один\nдва\n\n\nтри", "<p>один<br>два</p><p>три</p>"),
        ("один\r\nдва\rтри", "<p>один<br>два<br>три</p>"),
        ("[b]ж[/b] [i]к[/i] [u]ч[/u] [s]з[/s]", "<p><b>ж</b> <i>к</i> <u>ч</u> <s>з</s></p>"),
        ("[b]a\n\nb[/b]c", "<p><b>a</b></p><p><b>b</b>c</p>"),
        ("[b]a[i]b[/b]c[/i]d", "<p><b>a<i>b</i></b>cd</p>"),
        ("a[/b]c", "<p>a[/b]c</p>"),
        ("[b]не закрыто", "<p><b>не закрыто</b></p>"),
        ("<b>&\"'</b>", "<p>&lt;b&gt;&amp;\"'&lt;/b&gt;</p>"),
        ("x [code]a < b[/code] y", "<p>x <code>a &lt; b</code> y</p>"),
        ("x[code]\n  a\n    b\n[/code]y", "<p>x</p><pre><code>  a\n    b</code></pre><p>y</p>"),
        ("[code][b]x[/b][/code]", "<p><code>[b]x[/b]</code></p>"),
        ("[code]x", "<p><code>x</code></p>"),
        ("[spoiler]тс[/spoiler]", '<details class="spoiler"><summary>Spoiler</summary><p>тс</p></details>'),
        ("[spoiler=Счёт]тс[/spoiler]", '<details class="spoiler"><summary>Счёт</summary><p>тс</p></details>'),
        ("[quote]a[/quote]b", "<blockquote><p>a</p></blockquote><p>b</p>"),
        ("[quote=Гриб]a[/quote]", "<blockquote><cite>Гриб</cite><p>a</p></blockquote>"),
        ("[quote=<i>&]a[/quote]", "<blockquote><cite>&lt;i&gt;&amp;</cite><p>a</p></blockquote>"),
        ("[b]x[quote]y[/quote]z[/b]", "<p><b>x</b></p><blockquote><p>y</p></blockquote><p><b>z</b></p>"),
    ],
)
def test_text_becomes_html(text: str, html: str) -> None:
    with translation.override("en"):
        assert page(text) == html


REL = 'rel="nofollow noopener noreferrer"'


def test_a_quote_links_to_the_post() -> None:
    with translation.override("en"):
        html = page("[quote=Зарница;399]a[/quote]")
        assert html == f'<blockquote><cite><a href="#p399" {REL}>Зарница, No. 399</a></cite><p>a</p></blockquote>'
        assert 'href="#p7"' in page('[quote="Гриб [север]";7]a[/quote]')
        assert "Гриб [север], No. 7" in page('[quote="Гриб [север]";7]a[/quote]')
        assert ">No. 7</a>" in page("[quote=;7]a[/quote]")
        assert "<cite>Точка; с запятой</cite>" in page("[quote=Точка; с запятой]a[/quote]")
        assert "href" not in page("[quote=Гриб;0]a[/quote]")
        assert "href" not in page("[quote=Гриб;٣]a[/quote]")
    with translation.override("ru"):
        assert "Зарница, №&nbsp;399" in page("[quote=Зарница;399]a[/quote]")
        assert "<summary>Спойлер</summary>" in page("[spoiler]a[/spoiler]")


def test_long_names_above_quotes_and_spoilers_are_cut() -> None:
    for text in (f"[quote={'ж' * 5000}]a[/quote]", f"[spoiler={'ж' * 5000}]a[/spoiler]"):
        assert "ж" * 79 + "…" in page(text)
        assert "ж" * 80 not in page(text)


@pytest.mark.parametrize(
    "address",
    [
        "https://example.org/a?b=c&d=e#f",
        "HTTP://example.org",
        "mailto:ann@example.org",
        "https://пример.рф/путь",
        "http://localhost:8000/",
    ],
)
def test_a_web_or_mail_address_becomes_a_link(address: str) -> None:
    shown = address.replace("&", "&amp;")
    assert page(f"[url]{address}[/url]") == f'<p><a href="{shown}" {REL}>{shown}</a></p>'
    assert page(f"[url={address}]сюда[/url]") == f'<p><a href="{shown}" {REL}>сюда</a></p>'
    assert page(f'[url="{address}"][b]сюда[/b][/url]') == f'<p><a href="{shown}" {REL}><b>сюда</b></a></p>'


@pytest.mark.parametrize(
    "address",
    [
        "javascript:confirm(1)",
        "JaVaScRiPt:confirm(2)",
        " javascript:confirm(1)",
        "java\nscript:x",
        "data:text/html,x",
        "vbscript:x",
        "//example.org",
        "/admin/",
        "example.org",
        "https:",
        "https://",
        "https:///x",
        'https://example.org/"onclick="x',
        "https://example.org/<script>",
        "https://example.org/a b",
        "https://example.org/\u200fgpj.exe",
        "https://example.org/\u200b",
        "mailto:",
        "ftp://example.org/",
        "https://example.org/" + "a" * 2000,
        "",
    ],
)
def test_any_other_address_leaves_the_tag_as_text(address: str) -> None:
    for text in (f"[url]{address}[/url]", f"[url={address}]сюда[/url]"):
        assert "<a" not in page(text)
        assert page(text).startswith("<p>[url")
        assert page(text).endswith("[/url]</p>")


def test_links_do_not_stand_in_links() -> None:
    html = page("[url=https://a.example][url=https://b.example]x[/url][/url]")
    assert html == f'<p><a href="https://a.example" {REL}>[url=https://b.example]x[/url]</a></p>'


def test_too_deep_a_tag_is_text_with_its_end() -> None:
    deep = "[i]" * 11 + "[b][u]x[/u][/b]" + "[/i]" * 11
    assert page(deep) == "<p>" + "<i>" * 11 + "<b>[u]x[/u]</b>" + "</i>" * 11 + "</p>"
    assert votes("[quote]" * 14 + "x" + "[/quote]" * 13 + "[vote]Груздь[/vote]" + "[/quote]") == []
    assert votes("[quote]" * 14 + "x" + "[/quote]" * 14 + "[vote]Груздь[/vote]") == [("vote", "Груздь")]
    assert votes("[b]" * 12 + "[vote]Груздь[/vote]") == []
    assert "[vote]Груздь[/vote]" in page("[b]" * 12 + "[vote]Груздь[/vote]")
    assert votes("[b]" * 12 + "[code][vote]Груздь[/vote][/code]") == []


def test_what_turns_the_direction_or_cannot_be_stored_is_no_text() -> None:
    assert page("a\u202eb\x00c\u2066d\ud800e") == "<p>abcde</p>"
    assert votes("[vo\u202ete]Груздь[/vote]") == [("vote", "Груздь")]


def test_the_second_wall_keeps_a_careless_look_harmless() -> None:
    careless = {"vote": lambda name: f'<span class="v" onclick="x">{name}</span><script>alert(1)</script><img src=x>'}
    html = to_html(parse("[vote]Груздь[/vote]", TAGS), careless)
    assert html == '<p><span class="v">Груздь</span></p>'


def test_plain_text() -> None:
    tree = parse("[b]Так[/b]. [vote]Груздь[/vote]\n[quote=Гриб]почему[/quote]Потому. [code][b][/code] [x]", TAGS)
    assert plain(tree) == "Так. Груздь\n\nпочему\nПотому. [b] [x]"


@pytest.mark.parametrize(
    ("author", "source", "expected"),
    [
        ("Груздь", "Так.", "[quote=Груздь;7]\nТак.\n[/quote]\n"),
        ("Гриб [север]", "x", '[quote="Гриб [север]";7]\nx\n[/quote]\n'),
        ('Гриб "север"]', "x", "[quote=\"Гриб 'север']\";7]\nx\n[/quote]\n"),
        ("A; B", "x", '[quote="A; B";7]\nx\n[/quote]\n'),
        ("Груздь", "[b]не закрыто", "[quote=Груздь;7]\n[b]не закрыто[/b]\n[/quote]\n"),
        ("Груздь", "[code]не закрыто", "[quote=Груздь;7]\n[code]не закрыто[/code]\n[/quote]\n"),
        ("Груздь", "a [/quote] b", "[quote=Груздь;7]\na (/quote) b\n[/quote]\n"),
        ("Груздь", "[vote]Лисичка[/vote]", "[quote=Груздь;7]\n[vote]Лисичка[/vote]\n[/quote]\n"),
        (
            "Груздь",
            "[quote=A;1]раз [quote=B]два [b]x[/b][/quote] три[/quote] четыре",
            "[quote=Груздь;7]\n[quote=A;1]раз … три[/quote] четыре\n[/quote]\n",
        ),
        ("Груздь", "[quote=[/b]]x", "[quote=Груздь;7]\n(quote=(/b))x\n[/quote]\n"),
    ],
)
def test_the_quote_button(author: str, source: str, expected: str) -> None:
    quoted = markup.quote(author, 7, source)
    assert quoted == expected
    assert votes(quoted + "[vote]Груздь[/vote]") == [("vote", "Груздь")]
    with translation.override("en"):
        shown = page(quoted).replace("&amp;", "&")
    assert shown.startswith("<blockquote><cite>")
    assert shown.endswith("</blockquote>")
    assert " ".join(author.replace('"', "'").split()) + ", No. 7" in shown


def test_own_words_leave_out_what_stands_in_quotes_spoilers_and_code() -> None:
    text = (
        "[quote=Груздь]это я[/quote] Не [b]верю[/b], [vote]Груздь[/vote]. [spoiler]тайна[/spoiler][code]код[/code] Всё."
    )
    assert own_words(parse(text, TAGS)) == "Не верю, Груздь. Всё."
