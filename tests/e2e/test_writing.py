"""Where somebody writes: quotes from several pages, nicknames after an @, text that is not lost; by keyboard alone."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e import axe
from tests.e2e.entrance import code_for
from tests.e2e.others import WHO, Others
from tests.e2e.people import DESKTOP, PHONE, Person, Town
from tests.run.site import Site

pytestmark = [pytest.mark.servers, pytest.mark.timeout(240)]
# Who plays in the game of `director.py`, in the order of the seats.
MAIL = "player5@example.org"
MOST_KEYS = 250


@pytest.fixture(scope="module")
def others(site: Site) -> Iterator[Others]:
    """A game of seven by day, with more posts than a page holds."""
    others = Others(site)
    for number in range(18):
        others.do("post", ("Опёнок", "Лисичка", "Рыжик")[number % 3], f"Мысль-{number} о том, кто сегодня молчит.")
    yield others
    others.stop()


@pytest.fixture
def player(town: Town, others: Others) -> Person:
    """One of the seven, logged in."""
    return others.come(town, WHO, MAIL)


def plus(tab: Page, text: str) -> Locator:
    """Return the plus of a post."""
    return tab.locator(".post", has_text=text).locator("[data-plus]")


def select(tab: Page, text: str, words: str) -> None:
    """Select some words of a post, as with a mouse."""
    tab.locator(".post", has_text=text).locator(".body p").last.evaluate(
        """(part, words) => { const text = part.firstChild, range = document.createRange();
        const at = text.data.indexOf(words); range.setStart(text, at); range.setEnd(text, at + words.length);
        getSelection().removeAllRanges(); getSelection().addRange(range); }""",
        words,
    )


def log_in(person: Person, back: str) -> None:
    """Log in again with a code from a letter, as somebody does whose session has run out."""
    tab = person.open("/accounts/login/")
    tab.locator("main form a").click()
    tab.locator("#id_email").fill(person.email)
    person.send(tab.locator("main form", has=tab.locator("#id_email")))
    tab.locator("#id_code").fill(code_for(person))
    person.send(tab.locator("main form", has=tab.locator("#id_code")))
    expect(tab.locator("body")).to_have_attribute("data-who", "in")
    person.open(back)


def test_a_post_is_put_together_over_pages_tabs_and_sessions(player: Person, others: Others) -> None:
    tab = player.open(f"{others.url}?page=1")
    field, bar = tab.locator("#text"), tab.locator("[data-collected]")
    first = "Мысль-3 "
    plus(tab, first).click()
    expect(bar).to_contain_text("Отложено цитат: 1")
    tab.locator(".tools .pages a").last.click()
    tab.wait_for_url("**page=2")
    select(tab, "Мысль-17 ", "кто сегодня молчит")
    plus(tab, "Мысль-17 ").click()
    expect(bar).to_contain_text("Отложено цитат: 2")
    player.look("writing-collected")
    bar.locator("[data-put]").click()
    expect(bar).to_be_hidden()
    field.press("Control+End")
    field.press_sequentially("Отвечайте, @о")
    expect(tab.locator("[role=option]")).to_have_text(["Опёнок"])
    field.press("Backspace")
    expect(tab.locator("[role=option]")).to_have_count(6)
    player.town.found += [f"names: {line}" for line in axe.complaints(tab, axe.SCHEMES)]
    picture(player, "writing-names")
    field.press("ArrowDown")
    field.press("Enter")
    expect(field).to_have_value(re.compile("Отвечайте, @Поганка $"))
    text = field.input_value()
    assert text.startswith("[quote=Опёнок;") and text.count("[/quote]") == 2 and "]кто сегодня молчит[/quote]" in text
    expect(tab.locator("[data-keep-note]")).to_contain_text("сохранён в этом браузере")
    # The tab is closed, the session runs out; whoever looks at the game meanwhile sees nothing of it.
    tab.close()
    player.context.clear_cookies(name="sessionid")
    player.tab = tab = player.new_tab()
    player.open(others.url)
    expect(tab.locator("#reply")).to_have_count(0)
    assert "Отвечайте" not in tab.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])")
    log_in(player, others.url)
    field = tab.locator("#text")
    expect(field).to_have_value(text)
    field.scroll_into_view_if_needed()
    picture(player, "writing-put-back")
    # A double click posts once, and then nothing is left of it.
    tab.locator("#reply .btn-act").dblclick()
    post = tab.locator(".post", has_text="Отвечайте")
    expect(post).to_have_count(1)
    expect(field).to_have_value("")
    number = (post.locator("blockquote cite a").first.get_attribute("href") or "").rpartition("#p")[2]
    player.follow(post.locator("blockquote cite a").first)
    expect(tab.locator(f"#p{number}")).to_contain_text(first)
    player.open(others.url)
    expect(tab.locator(".post", has_text="Отвечайте")).to_have_count(1)
    expect(tab.locator("#text")).to_have_value("")


def test_by_keyboard_alone(player: Person, others: Others) -> None:
    tab = player.open(others.url)
    expect(tab.locator("[data-plus]").first).to_be_visible()
    go_to(tab, ".post .q:not([data-plus])")
    tab.keyboard.press("Enter")
    expect(tab.locator("#text")).to_be_focused()
    one = tab.locator("#text").input_value()
    assert one.startswith("[quote=")
    tab.keyboard.press("Shift+Tab")
    go_to(tab, ".post [data-plus]", "Shift+Tab")
    tab.keyboard.press("Space")
    expect(tab.locator("[data-collected]")).to_contain_text("Отложено цитат: 1")
    go_to(tab, "[data-put]")
    tab.keyboard.press("Enter")
    expect(tab.locator("#text")).to_be_focused()
    assert tab.locator("#text").input_value().startswith(f"{one}[quote=")
    tab.keyboard.press("Control+A")
    tab.keyboard.type("По клавишам: @")
    for key in ("ArrowDown", "ArrowDown", "ArrowUp", "Enter"):
        tab.keyboard.press(key)
    tab.keyboard.press("Enter")
    tab.keyboard.type("и @мух")
    tab.keyboard.press("Escape")
    expect(tab.locator("#text")).to_have_value("По клавишам: @Поганка \nи @мух")
    tab.keyboard.press("Control+Enter")
    expect(tab.locator(".post", has_text="По клавишам")).to_be_visible()


def test_without_script_links_collect_the_quotes(town: Town, others: Others) -> None:
    person = others.come(town, WHO, MAIL, scripts=False)
    tab = person.open(f"{others.url}?page=1")
    person.follow(tab.locator(".post", has_text="Мысль-3 ").locator("a[data-quote]").first)
    person.follow(tab.locator(".tools .pages a").first)
    person.follow(tab.locator(".post", has_text="Мысль-5 ").locator("a[data-quote]").first)
    text = tab.locator("#text").input_value()
    assert text.count("[quote=") == 2 and "Мысль-3 " in text and "Мысль-5 " in text
    person.look("writing-without-script")


def picture(person: Person, name: str) -> None:
    """Take pictures of what the window shows, wide and narrow, without leaving the field."""
    stem = person.town.next_number(name)
    for size in (PHONE, DESKTOP):
        person.tab.set_viewport_size(size)
        person.check_width(size["width"])
        person.tab.locator("#text").scroll_into_view_if_needed()
        person.tab.screenshot(path=person.town.shots / f"{stem}-{size['width']}.png")


def go_to(tab: Page, target: str, key: str = "Tab") -> None:
    """Press a key until something has the focus."""
    for _ in range(MOST_KEYS):
        tab.keyboard.press(key)
        if tab.evaluate("target => document.activeElement.matches(target)", target):
            return
    raise AssertionError(f"the keyboard never comes to {target}")
