"""An open page that has grown old is drawn anew by itself, without being loaded again, and never under the hands of
somebody who writes."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

import pytest
from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.urls import path
from playwright.sync_api import Page, expect, sync_playwright

from mafiaforum.urls import urlpatterns as site
from scripts.browser import find

PAGE = """{% extends "base.html" %}{% block title %}Bureau{% endblock %}
{% block content %}<h1>Bureau</h1><p id="load">{{ load }}</p><div id="live-note"></div>
<details class="card"><summary>Role</summary>secret</details>
<form action="/page/refused/" method="post">{% csrf_token %}<textarea id="text" name="text">{{ typed }}</textarea>
<select id="whom"><option value="">Choose</option><option value="3">Anna</option></select>
<button>Send</button></form>{% endblock %}
{% block tabs %}<nav class="tabs"><a href="#load">{{ load }}</a></nav>{% endblock %}"""
LOADS = count()


def page(request: HttpRequest) -> HttpResponse:
    """Draw a page that tells how often pages were drawn."""
    context = {"load": next(LOADS), "phase_kind": "night", "typed": request.POST.get("text", "")}
    text = engines["django"].from_string(PAGE).render(context, request)
    return HttpResponse(text, status=422 if request.method == "POST" else 200)


urlpatterns = [path("page/", page), path("page/refused/", page), *site]

pytestmark = [pytest.mark.urls(__name__), pytest.mark.django_db(transaction=True)]

# What the live panel brings when the phase has changed, and the event that htmx sends after it.
GROW_OLD = """() => {
  document.querySelector("#live-note").innerHTML = '<p data-anew>Day two. <a href="/page/">Show the page anew</a></p>';
  document.body.dispatchEvent(new CustomEvent("htmx:afterSettle", { bubbles: true }));
}"""


@contextmanager
def visit(server) -> Iterator[Page]:
    """Open the page in Chromium."""
    program = find()
    assert program, "Chromium is missing: on Debian, apt install chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        tab = browser.new_context(base_url=server.url).new_page()
        tab.goto("/page/")
        yield tab
        browser.close()


def grow_old(tab: Page) -> bool:
    """Tell the page that it has grown old; whether it was loaded anew by itself."""
    before = tab.locator("#load").inner_text()
    tab.evaluate(GROW_OLD)
    tab.wait_for_timeout(700)
    tab.wait_for_load_state()
    return tab.locator("#load").inner_text() != before


def test_a_page_where_nothing_is_done_comes_anew(live_server):
    with visit(live_server) as tab:
        tab.evaluate("document.documentElement.dataset.seen = 'yes'")
        assert grow_old(tab)
        expect(tab.locator("#live-note [data-anew]")).to_have_count(0)
        expect(tab.locator("html")).to_have_attribute("data-phase", "night")
        expect(tab.locator(".tabs")).to_contain_text(tab.locator("#load").inner_text())
        assert grow_old(tab), "and again the next time"
        expect(tab.locator("html")).to_have_attribute("data-seen", "yes")


def test_the_part_of_a_phone_stays_where_it_is(live_server):
    with visit(live_server) as tab:
        said: list[str] = []
        tab.on("console", lambda line: said.append(line.text))
        tab.goto("/page/#load")
        assert grow_old(tab)
        expect(tab.locator("#load:target")).to_have_count(1)
        assert said == []


def test_whoever_has_just_posted_comes_to_what_is_new(live_server):
    with visit(live_server) as tab:
        for address, then in (("?post=7#p7", ""), ("?post=7#votes", "#votes"), ("?page=1", "?page=1")):
            tab.goto(f"/page/{address}")
            assert grow_old(tab)
            assert tab.url.partition("/page/")[2] == then


def test_whoever_writes_chooses_or_reads_the_card_is_asked(live_server):
    with visit(live_server) as tab:
        tab.locator("#text").fill("недописанное")
        tab.locator("h1").click()
        assert not grow_old(tab)
        expect(tab.locator("#text")).to_have_value("недописанное")
        tab.locator("#text").fill("")
        tab.locator("#whom").select_option("3")
        tab.locator("h1").click()
        assert not grow_old(tab)
        expect(tab.locator("#whom")).to_have_value("3")
        tab.locator("#whom").select_option("")
        tab.locator(".card summary").click()
        assert not grow_old(tab)
        tab.locator(".card summary").click()
        tab.locator("#text").focus()
        assert not grow_old(tab), "about to write"
        tab.locator("h1").click()
        assert grow_old(tab)


def test_the_answer_to_a_refused_form_keeps_its_text(live_server):
    with visit(live_server) as tab:
        tab.locator("#text").fill("отклонено")
        tab.locator("button", has_text="Send").click()
        expect(tab.locator("#text")).to_have_value("отклонено")
        assert not grow_old(tab)
        expect(tab.locator("#text")).to_have_value("отклонено")
