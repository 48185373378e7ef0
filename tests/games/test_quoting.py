"""Several quotes at once, by the address alone: in order, with the reader's rights, as many as a post can hold."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.context_processors import kept_key
from forum import selectors as forum
from forum.models import Post
from games import services
from games.views.quoting import MOST
from tests.factories import HOST, make_game, make_user
from tests.games.web import by_class, by_id, dom, field, post

pytestmark = pytest.mark.django_db


@pytest.fixture
def seven(clock):
    """Seven players on day 1."""
    return make_game(7, clock=clock).to_day()


def last(played) -> int:
    """Return the number of the newest post."""
    return forum.last_number(played.game.thread)


def said(played, *posts: tuple[str, str]) -> list[int]:
    """Let players post, and return the numbers."""
    numbers = []
    for who, text in posts:
        played.post(who, text)
        numbers.append(last(played))
    return numbers


def quoted(played, *numbers: object, who: str = "Груздь", **where: object) -> str:
    """Return what stands in the field when these posts are quoted."""
    address = "&".join(f"quote={number}" for number in numbers)
    return field(played.client(who).get(f"{played.url(**where)}?{address}"))


def test_several_posts_are_quoted_in_the_order_of_asking_each_once(seven):
    one, two, three = said(seven, ("Лисичка", "Раз"), ("Рыжик", "Два [b]и[/b]"), ("Опёнок", "Три"))
    assert quoted(seven, three, one, three, two, one) == (
        f"[quote=Опёнок;{three}]\nТри\n[/quote]\n"
        f"[quote=Лисичка;{one}]\nРаз\n[/quote]\n"
        f"[quote=Рыжик;{two}]\nДва [b]и[/b]\n[/quote]\n"
    )
    assert post(seven, "Груздь", quoted(seven, one, two) + "Оба правы.").status_code == 303


def test_what_is_no_post_of_somebody_is_passed_over(seven):
    """The report, a hidden post, a number of nobody, a word: the others are quoted all the same."""
    hidden, seen = said(seven, ("Лисичка", "Тайное"), ("Рыжик", "Явное"))
    services.hide_post(game=seven.game, host=seven.host, number=hidden, at=seven.now())
    report = Post.objects.filter(thread=seven.game.thread, author=None).values_list("number", flat=True).first()
    assert quoted(seven, hidden, report, 0, -1, "x", "9" * 30, last(seven) + 1, seen, "") == (
        f"[quote=Рыжик;{seen}]\nЯвное\n[/quote]\n"
    )
    assert quoted(seven, hidden, report) == ""


def test_at_most_ten_and_no_more_than_a_post_can_hold(seven):
    numbers = said(seven, *[("Лисичка", f"Пост {number}") for number in range(MOST + 2)])
    assert quoted(seven, *numbers).count("[quote=") == MOST
    assert quoted(seven, *["x"] * 500, *numbers) == "", "and nobody goes through a list without an end"
    long = said(seven, *[("Рыжик", "слово " * 3000)] * 4)
    assert quoted(seven, *long).count("[quote=") == 2


def test_quotes_cost_as_many_queries_as_one(seven):
    numbers = said(seven, *[("Лисичка", f"Пост {number}") for number in range(8)])
    counts = []
    for asked in (numbers[:1], numbers):
        seven.client("Груздь").get(seven.url())
        with CaptureQueriesContext(connection) as queries:
            assert quoted(seven, *asked).count("[quote=") == len(asked)
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_without_a_script_quotes_are_collected_by_links(seven):
    """The link of a post, and those to the other pages, carry what stands in the field already."""
    one, two = said(seven, ("Лисичка", "Раз"), ("Рыжик", "Два"))
    said(seven, *[("Опёнок", f"Пост {number}") for number in range(30)])
    browser = seven.client("Груздь")
    page = dom(browser.get(f"{seven.url()}?quote={one}&page=1"))
    pages = [link.get("href") for nav in by_class(page, "pages") for link in nav.iter("a")]
    assert pages and all(link.startswith(f"{seven.url()}?quote={one}&page=") for link in pages)
    link = by_class(by_id(page, f"p{two}"), "q")[0].get("href")
    assert link == f"{seven.url()}?quote={one}&quote={two}#reply"
    text = field(browser.get(link.split("#")[0]))
    assert text.count("[quote=") == 2 and f";{one}]" in text and f";{two}]" in text
    # Nonsense is carried nowhere, and nobody who may not write is offered a quote.
    page = dom(browser.get(f"{seven.url()}?quote=x&quote=<b>&page=1"))
    assert by_class(by_id(page, f"p{two}"), "q")[0].get("href") == f"{seven.url()}?quote={two}#reply"
    assert not by_class(dom(seven.client("").get(f"{seven.url()}?quote={one}")), "q")


def test_in_letters_too_and_only_what_the_reader_has_there(seven):
    token = seven.letter("Лисичка", ["Груздь"], "Первое")
    seven.letter("Груздь", ["Лисичка"], "Второе")
    (number,) = said(seven, ("Рыжик", "В теме"))
    assert quoted(seven, 1, 2, number, name="letter", token=token) == (
        "[quote=Лисичка;1]\nПервое\n[/quote]\n[quote=Груздь;2]\nВторое\n[/quote]\n"
    )
    # The thread's numbers are the thread's posts: no letter comes into it this way.
    assert "Первое" not in quoted(seven, 1, 2, number) and "Второе" not in quoted(seven, 1, 2, number)
    assert seven.client("Рыжик").get(f"{seven.url('letter', token=token)}?quote=1").status_code == 404


def test_the_composer_collects_under_the_name_one_writes_as(seven):
    """The same in the thread and in letters: words of the thread come into a letter, and never the other way."""
    token = seven.letter("Лисичка", ["Груздь"], "Первое")
    for who in ("Груздь", "Лисичка"):
        browser, name = seven.client(who), f"{seven.game.slug}:{seven.persona(who).token[:8]}"
        for address in (seven.url(), seven.url("letter", token=token), seven.url("letter_new")):
            form = by_id(dom(browser.get(address)), "reply")
            assert form.get("data-collects") == name
    assert by_id(dom(seven.client(HOST).get(seven.url("desk_talk", seat=1))), "reply").get("data-collects") is None


def test_a_browser_s_key_is_the_person_s_alone(seven):
    """The same at every log-in, of nobody else, and not to be had without being logged in."""
    keys = {}
    for who in ("Груздь", "Лисичка", HOST):
        keys[who] = dom(seven.client(who).get(seven.url())).find(".//body").get("data-kept")
    assert len(set(keys.values())) == 3 and all(len(key) == 44 for key in keys.values())
    assert keys["Груздь"] == kept_key(seven.users["Груздь"])
    assert dom(seven.client("").get(seven.url())).find(".//body").get("data-kept") is None
    assert kept_key(make_user("new@example.org")) not in keys.values()
    assert kept_key(None) == ""
