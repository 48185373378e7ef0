"""Unsent text: it survives a refusal, a lost connection, a closed tab and a session that ran out, and nobody else
reads it. Each test is one browser."""

import json

import pytest
from playwright.sync_api import Page, expect

from tests.common_look.writing import POSTS, session_of, visit
from tests.factories import make_user

pytestmark = [pytest.mark.urls("tests.common_look.writing"), pytest.mark.django_db(transaction=True)]

NOTE = "[data-keep-note]"


@pytest.fixture
def anna() -> str:
    """Anna's session."""
    return session_of(make_user("anna@example.org"))


@pytest.fixture
def boris() -> str:
    """Boris's session."""
    return session_of(make_user("boris@example.org"))


def text(tab: Page, value: str) -> None:
    """The field comes to hold this."""
    expect(tab.locator("#text")).to_have_value(value)


def write(tab: Page, value: str, where: str = "браузере") -> None:
    """Type something, and wait until the page says where it is kept."""
    tab.locator("#text").fill(value)
    expect(tab.locator(NOTE)).to_contain_text(where)
    tab.wait_for_timeout(50)


def storage(tab: Page) -> dict[str, str]:
    """Return what the browser keeps beyond the tab."""
    return json.loads(tab.evaluate("JSON.stringify(localStorage)"))


def still(tab: Page) -> None:
    """Give the page time for what it must not do."""
    tab.wait_for_timeout(300)


def test_a_closed_tab_and_a_session_that_ran_out_lose_nothing(live_server, anna, boris):
    with visit(live_server, anna) as reader:
        tab = reader.open()
        write(tab, "Врача не трогаем, бьём Тумана.")
        tab.close()
        tab = reader.open()
        text(tab, "Врача не трогаем, бьём Тумана.")
        expect(tab.locator(NOTE)).to_contain_text("сохранён в этом браузере и не отправлен")
        reader.come_in("")
        tab.reload()
        still(tab)
        text(tab, "")  # a visitor sees nothing of it
        kept = json.dumps(storage(tab), ensure_ascii=False)
        assert "kept:" in kept
        assert "Туман" not in kept and "t1:" not in kept, "neither the words nor where they belong"
        reader.come_in(boris)
        tab.reload()
        still(tab)
        text(tab, "")
        write(tab, "Борис был здесь")
        reader.come_in(anna)
        text(reader.open(), "Врача не трогаем, бьём Тумана.")
        reader.come_in(boris)
        text(reader.open(), "Борис был здесь")


def test_a_post_that_meets_a_session_that_ran_out_is_there_after_the_next_login(live_server, anna):
    with visit(live_server, anna) as reader:
        tab = reader.open()
        reader.come_in("")
        write(tab, "долгое рассуждение")
        tab.click(".composer .btn-act")
        tab.locator(".said.is-no").wait_for()
        expect(tab.locator("body")).to_have_attribute("data-who", "guest")
        assert not POSTS
        tab.close()
        reader.come_in(anna)
        tab = reader.open()
        text(tab, "долгое рассуждение")
        tab.click(".composer .btn-act")
        tab.locator(".arrived").wait_for()
        text(tab, "")
        tab.reload()
        still(tab)
        text(tab, "")
        assert list(POSTS.values()) == ["долгое рассуждение"]


def test_logging_out_forgets_what_was_kept_for_that_person_alone(live_server, anna, boris):
    with visit(live_server, boris) as reader:
        write(reader.open(), "слова Бориса")
        reader.come_in(anna)
        tab = reader.open()
        write(tab, "слова Анны")
        assert len(storage(tab)) == 2
        tab.goto("/accounts/logout/")
        tab.click("main form .btn-act")
        expect(tab.locator("body")).to_have_attribute("data-who", "guest")
        assert len(storage(tab)) == 1
        reader.come_in(anna)  # the cookie of before is no session any more
        expect(reader.open().locator("body")).to_have_attribute("data-who", "guest")
        reader.come_in(boris)
        text(reader.open(), "слова Бориса")


def test_a_refusal_and_a_preview_keep_the_text_and_what_has_arrived_is_forgotten_everywhere(live_server, anna):
    with visit(live_server, anna) as reader:
        tab = reader.open()
        for sent in ("refuse this", "посмотреть"):
            write(tab, sent)
            tab.click(".composer .btn-act" if "refuse" in sent else "[name=preview]")
            tab.wait_for_load_state()
            text(tab, sent)
            tab.close()
            tab = reader.open()
            text(tab, sent)
        other = reader.open()
        text(other, "посмотреть")
        tab.bring_to_front()  # a tab that nobody looks at is slow
        tab.locator("#text").press("Control+Enter")
        tab.locator(".arrived").wait_for()
        text(tab, "")
        text(other, "")
        still(tab)
        assert storage(tab) == {}
        other.reload()
        still(other)
        text(other, "")


def test_of_several_tabs_the_newest_typing_counts_and_an_empty_field_erases_nothing(live_server, anna):
    with visit(live_server, anna) as reader:
        one, other = reader.open(), reader.open()
        write(one, "раз")
        text(other, "раз")  # nothing had been typed there
        write(other, "раз, два")
        one.locator("#text").fill("")
        still(one)
        text(reader.open(), "раз, два")
        one.locator("#text").fill("три")
        still(one)
        text(reader.open(), "три")
        # What another tab has typed since is not what this one sends.
        other.locator("#text").fill("четыре")
        still(other)
        one.bring_to_front()
        one.click(".composer .btn-act")
        one.locator(".arrived", has_text="три").wait_for()
        text(one, "четыре")
        one.locator("#text").fill("")
        still(one)
        assert storage(one) == {}, "emptied by hand, where it was shown"


def test_sent_and_never_answered_it_is_posted_once(live_server, anna):
    with visit(live_server, anna) as reader:
        tab = reader.open()
        write(tab, "в бурю")

        def swallow(route) -> None:
            if route.request.method == "POST":
                route.fetch(max_redirects=0)
                route.abort()
            else:
                route.continue_()

        tab.route("**/page/", swallow)
        tab.click(".composer .btn-act")
        tab.wait_for_timeout(900)
        tab.unroute("**/page/")
        assert list(POSTS.values()) == ["в бурю"]
        tab.goto("/page/")
        text(tab, "в бурю")
        still(tab)
        tab.click(".composer .btn-act")
        tab.wait_for_load_state()
        text(tab, "")
        assert list(POSTS.values()) == ["в бурю"]
        write(tab, "в бурю")  # typed anew it is meant anew
        tab.locator(".composer .btn-act").dblclick()
        tab.wait_for_load_state()
        still(tab)
        assert list(POSTS.values()) == ["в бурю", "в бурю"], "and a double click posts once"


def test_a_link_that_quotes_adds_to_what_was_typed_and_after_a_month_all_is_gone(live_server, anna):
    with visit(live_server, anna) as reader:
        write(reader.open(), "моё")
        tab = reader.open("/page/?quote=7&typed=цитата")
        text(tab, "моё\nцитата")
        still(tab)
        tab.reload()
        text(tab, "моё\nцитата")
        tab.goto("/page/")
        age = """days => { for (const [key, record] of Object.entries(localStorage)) localStorage.setItem(key,
            record.replace(/^\\w+/, (Date.now() - days * 86400000).toString(36))); }"""
        tab.evaluate(age, 29)
        tab.reload()
        text(tab, "моё\nцитата")
        tab.evaluate(age, 31)
        tab.reload()
        still(tab)
        text(tab, "")
        assert storage(tab) == {}


def test_where_nothing_can_be_sealed_or_nobody_is_logged_in_the_tab_alone_keeps_it(live_server, anna, boris):
    with visit(live_server, anna, sealing=False) as reader:
        tab = reader.open()
        write(tab, "в этой вкладке", where="вкладке")
        assert storage(tab) == {}
        reader.come_in(boris)
        tab.reload()
        still(tab)
        text(tab, "")
        reader.come_in(anna)
        tab.reload()
        text(tab, "в этой вкладке")
        tab.goto("/accounts/logout/")
        tab.click("main form .btn-act")
        expect(tab.locator("body")).to_have_attribute("data-who", "guest")
        assert "вкладке" not in tab.evaluate("JSON.stringify(sessionStorage)")
        # A visitor's text is the tab's as well, and nobody's who logs in there.
        tab.goto("/page/")
        write(tab, "ещё не знаком", where="вкладке")
        tab.reload()
        text(tab, "ещё не знаком")
        reader.come_in(boris)
        tab.reload()
        still(tab)
        text(tab, "")
