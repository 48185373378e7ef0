"""The small scripts, in a real Chromium and under the site's policy: conveniences, and no text lost.

Each test is one reader's visit. The pages come from this file's own addresses, drawn with the
fragments that the pages of a game use.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template import engines
from django.urls import path
from django.utils import timezone
from playwright.sync_api import Page, sync_playwright

from mafiaforum.urls import urlpatterns as site
from scripts.browser import find

PAGE = """{% extends "base.html" %}{% load look %}
{% block title %}Bureau{% endblock %}{% block wrap %}table{% endblock %}
{% block phasebar %}{% include "_phasebar.html" with name="Day three" %}{% include "_offline.html" only %}{% endblock %}
{% block content %}<section class="thread pane-thread" id="thread"><h1>Bureau</h1>
<article class="post" id="p7"><div><p class="post-h">
<a class="q" href="?quote=7" data-quote="7" data-author="Зарница">Quote</a></p>
<div class="body"><blockquote>old</blockquote><p>Вчера <b>дважды</b>.</p><p><a href="https://example.org/">ссылка</a></p>
<details><summary>Счёт</summary><p>2, 4</p></details></div></div></article>
{% for post in posts %}<p class="arrived">{{ post }}</p>{% endfor %}
{% include "_composer.html" with action="/page/" text=typed refused=refused keep="t1:anna" can_vote=True %}</section>
<div class="side"><section class="pane-me" id="me">
<details class="card"><summary>Role</summary>secret</details></section>
<section class="panel pane-votes" id="votes"><h2>Votes</h2></section></div>
<div id="live" hx-get="/page/?part=1" hx-trigger="every 1s" hx-swap="none"></div>{% endblock %}
{% block tabs %}<nav class="tabs" aria-label="Parts"><a class="t-thread" href="#thread">Thread</a>
<a class="t-votes" href="#votes">Votes</a></nav>{% endblock %}"""

POSTS: list[str] = []


def page(request: HttpRequest) -> HttpResponse:
    """Take a post as a thread does: refuse some, preview some, and redirect after the others."""
    context: dict[str, object] = {"posts": POSTS, "phase_kind": "day", "now": timezone.now()}
    context["deadline"] = timezone.now() + timedelta(seconds=float(request.GET.get("left", 3 * 3600 + 5)))
    status = 200
    if request.method == "POST":
        text = request.POST.get("text", "")
        if "refuse" in text:
            context |= {"typed": text, "refused": "No."}
            status = 422
        elif "preview" in request.POST:
            context["typed"] = text
        else:
            POSTS.append(text)
            return HttpResponseRedirect("/page/#reply")
    return HttpResponse(engines["django"].from_string(PAGE).render(context, request), status=status)


urlpatterns = [path("page/", page), *site]

pytestmark = [pytest.mark.urls(__name__), pytest.mark.django_db(transaction=True)]


@contextmanager
def visit(
    server, *, width: int = 1280, scripts: bool = True, zone: str = "Asia/Omsk", policy: bool = True
) -> Iterator[Page]:
    """Open the page in Chromium; in the end nothing may have been blocked or thrown."""
    program = find()
    assert program, "Chromium is missing: on Debian, apt install chromium"
    POSTS.clear()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        context = browser.new_context(
            base_url=server.url,
            viewport={"width": width, "height": 844},
            java_script_enabled=scripts,
            bypass_csp=not policy,
            locale="ru-RU",
            timezone_id=zone,
            reduced_motion="reduce",
        )
        tab = context.new_page()
        wrong: list[str] = []
        tab.on("pageerror", lambda error: wrong.append(str(error)))
        tab.on("console", lambda line: wrong.append(line.text) if "Content Security" in line.text else None)
        tab.goto("/page/")
        yield tab
        browser.close()
    assert wrong == []


def test_the_zone_is_told_by_a_cookie_and_used_on_the_next_page(live_server):
    with visit(live_server) as tab:
        assert {"tz": "Asia%2FOmsk"}.items() <= {c["name"]: c["value"] for c in tab.context.cookies()}.items()
        tab.reload()
        assert "по Омску" in tab.locator(".left-time").inner_text()


def test_the_clock_ticks_and_the_last_hour_is_said_aloud(live_server):
    with visit(live_server) as tab:
        clock = tab.locator(".left-time time[role=timer]")
        before = clock.inner_text()
        assert before.startswith("03:00:0")
        tab.wait_for_timeout(2100)
        assert clock.inner_text() != before
        assert tab.locator("[data-timer-says]").inner_text() == ""
        tab.goto("/page/?left=3601.5")
        said = tab.locator("[data-timer-says]", has_text="Остался один час.")
        said.wait_for(state="attached", timeout=6000)


def test_the_toolbar_puts_tags_around_the_selection(live_server):
    with visit(live_server) as tab:
        field = tab.locator("#text")
        field.fill("привет мир")
        field.evaluate("field => field.setSelectionRange(7, 10)")
        tab.click(".bbar .b")
        assert field.input_value() == "привет [b]мир[/b]"
        tab.click(".bbar .v")
        tab.keyboard.type("Туман")
        assert field.input_value() == "привет [b]мир[/b][vote]Туман[/vote]"
        # A menu by keyboard: opened, left, opened again, and the second colour chosen.
        field.fill("мир")
        menu, colours = tab.locator(".bbar [popover]").first, tab.locator(".bbar > [popovertarget]").first
        field.evaluate("field => field.setSelectionRange(0, 3)")
        colours.focus()
        for key, visible in (("Enter", True), ("Escape", False), ("Enter", True)):
            tab.keyboard.press(key)
            assert menu.is_visible() is visible, key
        for key in ("Tab", "Tab", "Enter"):
            tab.keyboard.press(key)
        assert field.input_value() == "[color=коричневый]мир[/color]"
        assert not menu.is_visible() and field.evaluate("field => field === document.activeElement")


def test_a_quote_link_puts_the_post_into_the_field(live_server):
    with visit(live_server) as tab:
        tab.locator("#text").fill("было")
        tab.click("a[data-quote]")
        assert tab.locator("#text").input_value() == (
            "было\n[quote=Зарница;7][quote]old[/quote]\nВчера [b]дважды[/b].\n"
            "[url=https://example.org/]ссылка[/url]\n\n[spoiler=Счёт]2, 4[/spoiler][/quote]\n"
        )


def test_text_that_was_not_sent_is_put_back(live_server):
    with visit(live_server) as tab:
        field = tab.locator("#text")
        field.fill("недописанное")
        tab.reload()
        assert field.input_value() == "недописанное"
        assert "сохранён" in tab.locator("[data-keep-note]").inner_text()


def test_control_enter_sends_and_what_has_arrived_is_forgotten(live_server):
    with visit(live_server) as tab:
        field = tab.locator("#text")
        field.fill("дошло")
        field.press("Control+Enter")
        tab.locator(".arrived", has_text="дошло").wait_for()
        assert field.input_value() == ""
        tab.reload()
        assert field.input_value() == ""


def test_a_refusal_and_a_preview_keep_the_text(live_server):
    with visit(live_server) as tab:
        field = tab.locator("#text")
        field.fill("refuse me")
        field.press("Control+Enter")
        tab.locator(".said.is-no").wait_for()
        assert field.input_value() == "refuse me"
        field.fill("посмотреть")
        tab.click("button[name=preview]")
        tab.wait_for_load_state()
        assert field.input_value() == "посмотреть"
        assert POSTS == []


def test_a_lost_connection_loses_no_text(live_server):
    with visit(live_server) as tab:
        field = tab.locator("#text")
        field.fill("в бурю")
        tab.context.set_offline(True)
        tab.click(".composer .btn-act")
        tab.wait_for_timeout(1000)
        tab.context.set_offline(False)
        tab.goto("/page/")
        assert field.input_value() == "в бурю"
        assert POSTS == []


def test_a_page_that_gets_no_news_says_so_until_it_does(live_server):
    with visit(live_server) as tab:
        tab.locator("#text").fill("недописанное")
        line = tab.locator("#offline")
        assert line.is_hidden()
        tab.route("**/page/?part=1", lambda route: route.abort())
        line.wait_for(state="visible", timeout=5000)
        assert line.inner_text() == "Связи нет, пробуем снова. Написанное сохранено."
        tab.unroute("**/page/?part=1")
        line.wait_for(state="hidden", timeout=5000)
        tab.route("**/page/?part=1", lambda route: route.fulfill(status=502, body="gone"))
        line.wait_for(state="visible", timeout=5000)
        assert tab.locator("#text").input_value() == "недописанное"


def test_paper_or_ink_is_chosen_by_keyboard_and_the_menu_shuts(live_server):
    with visit(live_server) as tab:
        html, menu = tab.locator("html"), tab.locator(".pick")
        assert html.get_attribute("data-scheme") == "paper"
        menu.locator("summary").focus()
        tab.keyboard.press("Enter")
        assert menu.locator("button").count() == 3
        tab.keyboard.press("Escape")
        assert menu.get_attribute("open") is None
        assert menu.locator("summary").evaluate("one => one === document.activeElement")
        tab.keyboard.press("Enter")
        tab.click("h1")
        assert menu.get_attribute("open") is None
        menu.locator("summary").click()
        menu.locator('[value="ink"]').click()
        tab.wait_for_selector('html[data-scheme="ink"]')
        assert tab.url.endswith("/page/")
        assert tab.locator(".pick summary").inner_text() == "Оформление: ночь"


@pytest.mark.parametrize("width", [360, 1280])
def test_without_script_paper_or_ink_is_chosen_too(live_server, width):
    with visit(live_server, width=width, scripts=False) as tab:
        tab.locator(".pick summary").click()
        box = tab.locator(".pick form").bounding_box()
        assert box and box["x"] >= 0 and box["x"] + box["width"] <= width
        tab.locator('.pick [value="ink"]').click()
        tab.wait_for_selector('html[data-scheme="ink"]')


def test_one_jumps_over_the_top_line_by_keyboard_and_sees_where_one_is(live_server):
    with visit(live_server) as tab:
        tab.keyboard.press("Tab")
        skip = tab.locator(".skip")
        box = skip.bounding_box()
        assert box and box["y"] >= 0
        assert skip.evaluate("one => getComputedStyle(one).outlineWidth") == "3px"
        tab.keyboard.press("Enter")
        assert tab.evaluate("location.hash") == "#main"
        tab.keyboard.press("Tab")
        assert tab.evaluate("document.getElementById('main').contains(document.activeElement)")


def test_a_form_that_was_refused_for_its_mark_loses_no_text(live_server):
    with visit(live_server) as tab:
        tab.locator("#text").fill("без печенья")
        tab.context.clear_cookies()
        tab.click(".composer .btn-act")
        assert tab.locator("#kept").input_value() == "без печенья"
        tab.goto("/page/")
        assert tab.locator("#text").input_value() == "без печенья"


def test_the_role_card_is_closed_on_every_load(live_server):
    with visit(live_server) as tab:
        tab.click("details.card summary")
        assert tab.locator("details.card[open]").count() == 1
        tab.reload()
        assert tab.locator("details.card[open]").count() == 0


@pytest.mark.parametrize("scripts", [True, False], ids=["with-script", "without-script"])
def test_the_tabs_of_a_phone_show_one_pane_at_a_time(live_server, scripts):
    with visit(live_server, width=390, scripts=scripts) as tab:
        assert tab.locator("#thread").is_visible()
        assert not tab.locator("#votes").is_visible()
        tab.click(".tabs .t-votes")
        assert tab.locator("#votes").is_visible()
        assert not tab.locator("#thread").is_visible()
        if scripts:
            assert tab.locator('.tabs [aria-current="page"]').get_attribute("href") == "#votes"
        tab.go_back()
        assert tab.locator("#thread").is_visible()


def test_without_script_one_writes_without_a_toolbar(live_server):
    with visit(live_server, scripts=False) as tab:
        assert not tab.locator(".bbar").locator("visible=true").count()
        tab.locator("#text").fill("просто текст")
        tab.click(".composer .btn-act")
        tab.locator(".arrived", has_text="просто текст").wait_for()


def test_no_page_scrolls_sideways(live_server):
    with visit(live_server) as tab:
        for width in (360, 390, 768, 1024, 1280):
            tab.set_viewport_size({"width": width, "height": 800})
            assert tab.evaluate("document.documentElement.scrollWidth") == width


def test_axe_finds_nothing_on_paper_and_on_ink(live_server):
    with visit(live_server, policy=False) as tab:  # axe brings its own script
        for width, scheme in ((390, "paper"), (1280, "ink")):
            tab.set_viewport_size({"width": width, "height": 844})
            tab.evaluate("scheme => document.documentElement.setAttribute('data-scheme', scheme)", scheme)
            found = Axe().run(tab).response["violations"]
            assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in found] == []
