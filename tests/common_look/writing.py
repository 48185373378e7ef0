"""A small thread to write in, for tests of the scripts: it takes, refuses and previews posts as a game does.

Its posts are given by a test (`PAGES`, by the number of the page), what arrives is in `POSTS` by form key.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template import engines
from django.test import Client
from django.urls import path
from django.utils.safestring import SafeString, mark_safe
from playwright.sync_api import BrowserContext, Page, sync_playwright

from accounts.models import User
from forum import markup
from games import tags
from mafiaforum.urls import urlpatterns as site
from scripts.browser import find

PAGE = """{% extends "base.html" %}{% block title %}Bureau{% endblock %}{% block wrap %}table{% endblock %}
{% block content %}<aside class="pane-seats" id="seats"><ul class="seats">
{% for name in names %}<li{% if forloop.first %} class="is-me"{% endif %}><span class="nick">{{ name }}</span></li>
{% endfor %}</ul></aside>
<section class="thread pane-thread"{% if not apart %} id="thread"{% endif %} aria-label="Thread">
<h1>Bureau</h1>{% for number, author, html in posts %}<article class="post" id="p{{ number }}"><div><p class="post-h">
<b class="nick">{{ author }}</b><a class="q" href="?quote={{ number }}#reply" data-quote="{{ number }}"
data-author="{{ author }}"><span>Quote</span></a><a class="no" href="#p{{ number }}">No. {{ number }}</a></p>
<div class="body">{{ html }}</div></div></article>{% endfor %}
{% for post in arrived %}<p class="arrived">{{ post }}</p>{% endfor %}
{% include "_composer.html" with action="/page/" text=typed refused=refused keep=keep hidden=hidden collects="g1" %}
</section>{% endblock %}"""

NAMES = ("Я", "Зарница", "Ёж Иваныч", "Ёж", "Max", "Туман", "Тюльпан", "Тополь", "Тихон", "Тень", "Тётя Маша")
PAGES: dict[int, list[tuple[int, str, str]]] = {}
POSTS: dict[str, str] = {}


def page(request: HttpRequest) -> HttpResponse:
    """Take a post of somebody who is logged in, once for each key; show the posts of the page that is asked for."""
    apart = "apart" in request.GET
    context: dict[str, object] = {"names": NAMES, "apart": apart, "keep": "t2" if apart else "t1"}
    context["typed"] = request.GET.get("typed", "")
    status = 200
    if request.method == "POST":
        text = request.POST.get("text", "")
        context["typed"] = text
        if "refuse" in text or not request.user.is_authenticated:
            context["refused"], status = "No.", 422
        elif "preview" not in request.POST:
            POSTS.setdefault(request.POST["key"], text)
            return HttpResponseRedirect("/page/")
    shown = PAGES.get(int(request.GET.get("page", 1)), [])
    context["posts"] = [(number, author, html_of(source)) for number, author, source in shown]
    context |= {"arrived": POSTS.values(), "hidden": [("key", f"key-{len(KEYS)}")]}
    KEYS.append(1)
    return HttpResponse(engines["django"].from_string(PAGE).render(context, request), status=status)


KEYS: list[int] = []
urlpatterns = [path("page/", page), *site]


def html_of(source: str) -> SafeString:
    """Return a post as a thread shows it."""
    return mark_safe(markup.to_html(markup.parse(source, tags.TAGS), tags.RENDER))  # noqa: S308 (cleaned)


class Reader:
    """Somebody's browser; nobody is logged in at first."""

    def __init__(self, context: BrowserContext, url: str) -> None:
        self.context, self.url = context, url
        self.wrong: list[str] = []

    def come_in(self, session: str) -> None:
        """Be logged in from now on; for "" the session has run out."""
        self.context.clear_cookies(name="sessionid")
        if session:
            self.context.add_cookies([{"name": "sessionid", "value": session, "url": self.url}])

    def open(self, address: str = "/page/") -> Page:
        """Open a page in another tab."""
        tab = self.context.new_page()
        tab.on("pageerror", lambda error: self.wrong.append(str(error)))
        tab.on("console", lambda line: self.wrong.append(line.text) if "Content Security" in line.text else None)
        tab.goto(address)
        return tab


@contextmanager
def visit(server, session: str = "", *, sealing: bool = True, width: int = 1280) -> Iterator[Reader]:
    """Start a browser; in the end nothing may have been blocked or thrown in it."""
    program = find()
    assert program, "Chromium is missing: on Debian, apt install chromium"
    POSTS.clear()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        context = browser.new_context(
            base_url=server.url, locale="ru-RU", viewport={"width": width, "height": 844}, has_touch=width < 500
        )
        context.set_default_timeout(10_000)
        if not sealing:
            context.add_init_script("Object.defineProperty(Crypto.prototype, 'subtle', { get: () => undefined })")
        reader = Reader(context, server.url)
        reader.come_in(session)
        yield reader
        browser.close()
    assert reader.wrong == []


def session_of(user: User) -> str:
    """Log somebody in, and return what the cookie of their browser holds."""
    client = Client()
    client.force_login(user)
    return client.cookies["sessionid"].value
