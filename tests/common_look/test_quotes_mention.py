"""Quoting, collecting quotes, and nicknames after an @, in a real Chromium. Each test is one browser."""

import pytest
from playwright.sync_api import Page, expect

from forum import markup
from games import tags
from tests.common_look.writing import PAGES, session_of, visit
from tests.factories import make_user

pytestmark = [pytest.mark.urls("tests.common_look.writing"), pytest.mark.django_db(transaction=True)]

NESTED = "[quote=Туман;3]Кто [b]молчит[/b]?\n[quote=Тень;1]Не я.[/quote][/quote]\nМаша. [spoiler=Счёт]два[/spoiler]"
SELECT = """([from, to]) => { const range = document.createRange();
    range.setStart(document.querySelector(from).firstChild, 0);
    const end = document.querySelector(to); range.setEnd(end, end.childNodes.length);
    getSelection().removeAllRanges(); getSelection().addRange(range); }"""


@pytest.fixture
def anna() -> str:
    """Anna's session."""
    return session_of(make_user("anna@example.org"))


@pytest.fixture(autouse=True)
def posts() -> None:
    """Two pages of a thread."""
    PAGES.clear()
    PAGES[1] = [(3, "Туман", "Кто [b]молчит[/b]?"), (7, "Зарница", NESTED), (9, "Д'Артаньян", "Один за всех.")]
    PAGES[2] = [(number, "Ёж", f"Пост {number}") for number in range(26, 36)]


def quote(tab: Page, number: int, *selected: str) -> str:
    """Press the quote link of a post in an empty field, with a part selected; return what is in it then."""
    tab.locator("#text").evaluate("field => { field.value = ''; field.blur(); getSelection().removeAllRanges(); }")
    if selected:
        tab.evaluate(SELECT, selected)
    tab.click(f"#p{number} a[data-quote]")
    return tab.locator("#text").input_value()


def plus(tab: Page, number: int):
    """Return the plus of a post."""
    return tab.locator(f"#p{number} a[data-plus]")


def test_a_quote_keeps_author_and_link_whole_or_selected(live_server, anna):
    with visit(live_server, anna) as reader:
        tab = reader.open()
        assert quote(tab, 7) == (
            "[quote=Зарница;7][quote=Туман;3]Кто [b]молчит[/b]?\n…[/quote]\nМаша.\n"
            "[spoiler=Счёт]два[/spoiler][/quote]\n"
        )
        assert quote(tab, 9) == '[quote="Д\'Артаньян";9]Один за всех.[/quote]\n'
        # A part of the post; a part of what it quotes, whose words are somebody else's; a part of both.
        for chosen, quoted in {
            ("> p", "> p"): "[quote=Зарница;7]Маша.[/quote]\n",
            ("> blockquote > p b", "> blockquote > p b"): "[quote=Туман;3][b]молчит[/b][/quote]\n",
            ("blockquote blockquote p", "blockquote blockquote p"): "[quote=Тень;1]Не я.[/quote]\n",
            ("> blockquote > p b", "> p"): (
                "[quote=Зарница;7][quote=Туман;3][b]молчит[/b]?\n…[/quote]\nМаша.[/quote]\n"
            ),
            ("summary + p", "summary + p"): "[quote=Зарница;7][spoiler=Счёт]два[/spoiler][/quote]\n",
        }.items():
            assert quote(tab, 7, *(f"#p7 .body {part}" for part in chosen)) == quoted
        # Over the edges of posts: of each its own.
        assert quote(tab, 3, "#p3 .body p b", "#p9 .body p") == "[quote=Туман;3][b]молчит[/b]?[/quote]\n"
        assert quote(tab, 9, "#p3 .body p b", "#p9 .body p") == '[quote="Д\'Артаньян";9]Один за всех.[/quote]\n'
        # As the server reads it, each is one quote with its author.
        assert markup.to_html(markup.parse(quote(tab, 7))).count("<blockquote>") == 2


def test_nothing_in_a_post_ends_the_quote_and_votes_for_whoever_quotes(live_server, anna):
    sources = (
        "[spoiler][/quote][vote]Туман[/vote][/spoiler]",
        "[code][/quote][vote]Туман[/vote][/code]",
        "[quote][code][/quote][/code][vote]Туман[/vote][/quote]",
        '[spoiler="[/quote]"][vote]Туман[/vote][/spoiler]',
        "[b][/quote][/b] [spoiler][b]x[/quote][/b][/QUOTE][vote]Туман[/vote][unvote][/spoiler]",
    )
    PAGES[1] = [(number, "Туман", source) for number, source in enumerate(sources, start=1)]
    with visit(live_server, anna) as reader:
        tab = reader.open()
        quoted = {number: quote(tab, number) for number, _author, _source in PAGES[1]}
    for number, text in quoted.items():
        tree = markup.parse(text, tags.TAGS)
        assert text.startswith(f"[quote=Туман;{number}]")
        assert markup.said(tree) == [] and markup.own_words(tree) == "", text


def test_quotes_are_collected_across_pages_and_put_in_at_once(live_server, anna):
    with visit(live_server, anna) as reader:
        tab = reader.open()
        bar = tab.locator("[data-collected]")
        expect(plus(tab, 3)).to_have_attribute("aria-pressed", "false")
        expect(bar).to_be_hidden()
        plus(tab, 3).focus()
        tab.keyboard.press("Space")
        expect(plus(tab, 3)).to_have_attribute("aria-pressed", "true")
        tab.keyboard.press("Enter")
        expect(bar).to_be_hidden()
        tab.keyboard.press("Enter")
        tab.evaluate(SELECT, ["#p7 .body > blockquote > p b", "#p7 .body > blockquote > p b"])
        plus(tab, 7).click()
        expect(bar).to_contain_text("Отложено цитат: 2")
        # Another page, and another tab, which hears of it.
        tab.goto("/page/?page=2")
        expect(bar).to_contain_text("Отложено цитат: 2")
        other = reader.open("/page/?page=2")
        tab.bring_to_front()  # a tab that nobody looks at is slow
        plus(tab, 26).click()
        expect(other.locator("[data-collected]")).to_contain_text("Отложено цитат: 3")
        expect(plus(other, 26)).to_have_text("✓")
        tab.locator("#text").fill("Сравните:")
        bar.locator("[data-put]").click()
        expect(tab.locator("#text")).to_have_value(
            "Сравните:\n[quote=Туман;3]Кто [b]молчит[/b]?[/quote]\n[quote=Туман;3][b]молчит[/b][/quote]\n"
            "[quote=Ёж;26]Пост 26[/quote]\n"
        )
        expect(bar).to_be_hidden()
        expect(other.locator("[data-collected]")).to_be_hidden()
        # Ten at most; and they can be put away.
        for number in range(26, 36):
            plus(tab, number).click()
        tab.goto("/page/")
        plus(tab, 3).click()
        expect(bar).to_contain_text("Отложено цитат: 10. Больше десяти")
        expect(plus(tab, 3)).to_have_attribute("aria-pressed", "false")
        bar.locator("button").last.click()
        expect(bar).to_be_hidden()
        # Into a letter they go without the numbers, which would be those of letters there.
        plus(tab, 9).click()
        expect(bar).to_contain_text("1")
        letter = reader.open("/page/?apart")
        expect(letter.locator("[data-collected]")).to_contain_text("1")
        expect(letter.locator("a[data-plus]")).to_have_count(0)
        letter.click("[data-put]")
        assert letter.locator("#text").input_value() == '[quote="Д\'Артаньян"]Один за всех.[/quote]\n'


def offered(tab: Page) -> list[str]:
    """Return the nicknames that are offered."""
    return tab.locator(".composer [role=option]").all_inner_texts()


def test_an_at_sign_offers_the_nicknames_of_the_game(live_server, anna):
    with visit(live_server, anna) as reader:
        tab = reader.open()
        field, names = tab.locator("#text"), tab.locator(".composer [role=listbox]")
        field.press_sequentially("Слушай, @")
        assert offered(tab) == ["Зарница", "Ёж Иваныч", "Ёж", "Max", "Туман", "Тюльпан"], "at most six, not oneself"
        for typed, found in {"еж": ["Ёж Иваныч", "Ёж"], "ива": ["Ёж Иваныч"], "ма": ["Max", "Тётя Маша"]}.items():
            field.fill(f"Слушай, @{typed}")
            assert offered(tab) == found
        for typed in ("почта@Т", "@Нет", "@", "@@Т", "Т"):
            field.fill(typed)
            assert (offered(tab) == []) is (typed != "@")
        # By keyboard: the field keeps the focus and says which one is meant.
        field.fill("")
        field.press_sequentially("@т")
        expect(tab.locator(".bbar[role=group]")).to_be_hidden()
        for key, name in (("", "Туман"), ("ArrowDown", "Тюльпан"), ("ArrowUp", "Туман"), ("ArrowUp", "Тётя Маша")):
            if key:
                tab.keyboard.press(key)
            active = field.get_attribute("aria-activedescendant")
            chosen = tab.locator(f"#{active}")
            assert chosen.get_attribute("aria-selected") == "true"
            assert chosen.inner_text() == name
        tab.keyboard.press("Enter")
        assert field.input_value() == "@Тётя Маша "
        expect(names).to_be_hidden()
        expect(tab.locator(".bbar[role=group]")).to_be_visible()
        tab.keyboard.press("Enter")
        assert field.input_value().endswith(" \n"), "then the key is an ordinary one again"
        field.press_sequentially("@ёж")
        tab.keyboard.press("Enter")
        tab.keyboard.type("и ")
        assert field.input_value().endswith("\n@Ёж Иваныч и "), "a name with a space"
        field.press_sequentially("@м")
        tab.keyboard.press("Escape")
        expect(names).to_be_hidden()
        field.press_sequentially("a")
        expect(names).to_be_hidden()
        tab.keyboard.press("Enter")
        assert field.input_value().endswith("@мa\n")
        field.press_sequentially("@Max")
        expect(names).to_be_visible()
        tab.keyboard.press("Tab")
        expect(names).to_be_hidden()


def test_by_touch_a_nickname_is_tapped(live_server, anna):
    with visit(live_server, anna, width=390) as reader:
        tab = reader.open()
        field = tab.locator("#text")
        field.tap()
        field.press_sequentially("(@ту")
        tab.locator("[role=option]", has_text="Туман").tap()
        assert field.input_value() == "(@Туман "
        assert field.evaluate("field => field === document.activeElement")
        assert tab.evaluate("document.documentElement.scrollWidth") == 390
