"""An open page hears of news by its stream: at once, by one stream for a browser, and again after a loss."""

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e.others import WHO, Others
from tests.run.site import Site

pytestmark = [pytest.mark.servers, pytest.mark.timeout(240)]


@pytest.fixture(scope="module")
def others(site: Site) -> Iterator[Others]:
    """A game of seven by day."""
    others = Others(site)
    yield others
    others.stop()


@pytest.fixture
def browser(site: Site, chromium: Browser, others: Others) -> Iterator[BrowserContext]:
    """The browser of one of the seven. In the end the policy may have blocked nothing, and no script failed."""
    wrong: list[str] = []
    url = f"http://localhost:{site.port}"
    context = chromium.new_context(base_url=url, locale="ru-RU")
    context.add_cookies([{"name": "sessionid", "value": others.sessions[WHO], "url": url}])
    context.on("weberror", lambda error: wrong.append(str(error.error)))
    context.on("console", lambda line: wrong.append(line.text) if "Content Security" in line.text else None)
    yield context
    context.close()
    assert wrong == []


def streams(context: BrowserContext) -> list[str]:
    """Keep the addresses of the streams that a browser opens."""
    found: list[str] = []
    context.on("request", lambda request: found.append(request.url) if "/events/" in request.url else None)
    return found


def open_page(context: BrowserContext, others: Others) -> Page:
    """Open the game in another tab, and wait until what it asks at first is over."""
    tab = context.new_page()
    tab.goto(others.url)
    tab.wait_for_timeout(1500)
    return tab


def see(tab: Page, text: str) -> float:
    """Wait until a text stands in the thread, and return how many seconds that took."""
    begun = time.monotonic()
    expect(tab.locator("#thread").get_by_text(text)).to_be_visible(timeout=30_000)
    return time.monotonic() - begun


def test_what_others_do_appears_in_all_tabs_by_one_stream(browser: BrowserContext, others: Others) -> None:
    opened = streams(browser)
    one, other = open_page(browser, others), open_page(browser, others)
    one.locator("textarea[name='text']").fill("недописанное")
    took = []
    for number in range(5):
        others.do("post", "Опёнок", f"Слово-{number}")
        took.append(max(see(one, f"Слово-{number}"), see(other, f"Слово-{number}")))
        one.wait_for_timeout(400)
    # Pages ask by themselves every five seconds; by the stream it is a part of one, on a machine with time for it.
    assert sorted(took)[2] < 1.5, took
    others.do("vote", "Лисичка", "Мухомор")
    expect(other.locator("#tally")).to_contain_text("Мухомор")
    others.do("letter", "Опёнок", WHO, "Между нами")
    expect(one.locator("#letters")).to_contain_text("Опёнок")
    assert len(opened) == 1, "one stream for all tabs"
    expect(one.locator("textarea[name='text']")).to_have_value("недописанное")
    # Whoever held the stream goes, and another tab takes it over.
    one.close()
    other.wait_for_timeout(1500)
    assert len(opened) == 2
    others.do("post", "Опёнок", "И-ещё-слово")
    assert see(other, "И-ещё-слово") < 3


def test_a_page_that_was_offline_says_so_and_catches_up(browser: BrowserContext, others: Others) -> None:
    opened = streams(browser)
    tab = open_page(browser, others)
    browser.set_offline(True)
    expect(tab.locator("#offline")).to_be_visible()
    others.do("post", "Опёнок", "Пока-вас-не-было")
    before = len(opened)
    browser.set_offline(False)
    assert see(tab, "Пока-вас-не-было") < 10
    expect(tab.locator("#offline")).to_be_hidden()
    tab.wait_for_timeout(1500)
    assert len(opened) > before
    others.do("post", "Опёнок", "С-возвращением")
    assert see(tab, "С-возвращением") < 3


def test_without_script_a_link_leads_to_what_is_new(site: Site, chromium: Browser, others: Others) -> None:
    url = f"http://localhost:{site.port}"
    context = chromium.new_context(base_url=url, locale="ru-RU", java_script_enabled=False)
    tab = context.new_page()
    tab.goto(others.url)
    others.do("post", "Опёнок", "Без-скрипта")
    tab.locator("#thread").get_by_role("link", name="Показать страницу заново").click()
    see(tab, "Без-скрипта")
    context.close()
