"""Places in the thread: how long a page is, a post wherever it stands, going to a post, a page, a day, the end."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from forum import selectors as forum
from tests.factories import HOST, client_of, make_game, make_user
from tests.games.long import fill
from tests.games.web import by_class, by_id, dom, inner

pytestmark = pytest.mark.django_db

SIZE = reverse("accounts:page_size")


@pytest.fixture
def seven(clock):
    """Seven players on day 1, with 230 posts."""
    played = make_game(7, clock=clock).to_day()
    fill(played, 230)
    return played


def numbers(page) -> list[int]:
    """Return the numbers of the posts on a page, the heads of chapters among them."""
    return [int(one.get("id")[1:]) for one in dom(page).iter() if re.fullmatch("p[0-9]+", one.get("id", ""))]


def read(browser: Client, url: str):
    page = browser.get(url)
    assert page.status_code == 200, url
    return page


# ---------- how long a page is ----------


@pytest.mark.parametrize("who", ["Груздь", HOST, ""])
def test_pages_are_as_long_as_the_reader_chose(seven, who):
    """For somebody logged in and for a visitor; kept, and for nobody else."""
    browser, url = seven.client(who), seven.url()
    assert numbers(read(browser, url + "?page=2")) == list(range(26, 51))
    for size in (50, 100, 25):
        answer = browser.post(SIZE, {"size": size, "next": url + "?page=2"})
        assert answer.status_code == 302 and answer["Location"] == url + "?page=2"
        assert numbers(read(browser, url + "?page=2")) == list(range(size + 1, 2 * size + 1))
        assert len(by_class(dom(read(browser, url + "?page=1")), "pages")) == 2
        assert numbers(read(Client(), url + "?page=2")) == list(range(26, 51)), "for nobody else"


def test_the_permanent_link_of_a_post_works_for_every_size(seven):
    browser = seven.client("Груздь")
    for size in (25, 50, 100):
        browser.post(SIZE, {"size": size})
        for number in (1, 25, 26, 50, 51, 100, 101, 230):
            page = read(browser, f"{seven.url()}?post={number}")
            assert by_id(dom(page), f"p{number}") is not None, (size, number)
            assert len(numbers(page)) <= size


def test_posts_read_apart_come_in_pages_of_that_size(seven):
    browser = seven.client("Груздь")
    browser.post(SIZE, {"size": 50})
    assert len(numbers(read(browser, f"{seven.url()}?only=votes&by=1&by=2&by=3&by=4"))) < 50
    found = [n for n in numbers(read(browser, f"{seven.url()}?by=1&by=2&by=3"))]
    assert len(found) - 1 == 50, "and the head of the day"


def test_the_choice_stands_on_the_account_and_in_the_browser(seven):
    """Logged in it holds on every device; a visitor's goes along to an account that has none."""
    user = seven.users["Груздь"]
    seven.client("Груздь").post(SIZE, {"size": "100"})
    assert User.objects.get(pk=user.pk).page_size == 100
    elsewhere = Client()
    elsewhere.force_login(user)
    assert len(numbers(read(elsewhere, seven.url() + "?page=1"))) >= 100
    visitor = Client()
    for nonsense in ("", "26", "-25", "x", "9" * 30, "5e1", "\0"):
        assert visitor.post(SIZE, {"size": nonsense, "next": "//evil.example/"})["Location"] == "/"
        assert "page_size" not in visitor.cookies
    visitor.post(SIZE, {"size": "50"})
    assert visitor.cookies["page_size"]["httponly"]
    visitor.cookies["page_size"] = "51"
    assert numbers(read(visitor, seven.url() + "?page=2"))[0] == 26


def test_the_place_stays_when_the_size_changes(seven):
    """The form leads back to the posts that were in sight, of the thread and of posts read apart."""
    browser = seven.client("Груздь")
    for query in ("?page=4", "", "?by=2&from=100"):
        page = read(browser, seven.url() + query)
        forms = [one for one in dom(page).iter("form") if one.get("action") == SIZE]
        here = next(one.get("value") for one in forms[0].iter("input") if one.get("name") == "next")
        answer = browser.post(SIZE, {"size": "100", "next": here})
        seen = numbers(page) if "by" not in query else numbers(page)[1:]
        shown = read(browser, answer["Location"].partition("#")[0])
        assert answer["Location"].endswith(f"#p{seen[0]}") and by_id(dom(shown), f"p{seen[0]}") is not None
        browser.post(SIZE, {"size": "25"})


# ---------- going somewhere ----------


def test_going_to_a_post_and_to_a_page(seven):
    """The nearest place there is, whatever is typed; nothing typed leads to the thread."""
    browser, url = seven.client("Груздь"), seven.url()
    for typed, number in (
        ("7", 7),
        (" № 12 ", 12),
        ("#30", 30),
        ("0", 1),
        ("-5", 1),
        ("231", 230),
        ("9" * 90, 230),
        ("3.5", 3),
    ):
        answer = browser.get(seven.url("jump"), {"post": typed, "page": ""})
        assert answer.status_code == 303 and answer["Location"] == f"{url}?post={number}#p{number}", typed
        assert by_id(dom(read(browser, f"{url}?post={number}")), f"p{number}") is not None
    for typed, page in (("3", 3), ("0", 1), ("-1", 1), ("11", 10), ("9" * 90, 10), ("стр. 4", 4)):
        answer = browser.get(seven.url("jump"), {"post": "", "page": typed})
        assert answer["Location"] == f"{url}?page={page}#p{25 * page - 24}", typed
    for query in ({}, {"post": "", "page": ""}, {"post": "x"}, {"page": "\0"}, {"post": "٣"}, {"to": "7"}):
        assert browser.get(seven.url("jump"), query)["Location"] == f"{url}#thread", query
    browser.post(SIZE, {"size": "100"})
    assert browser.get(seven.url("jump"), {"page": "99"})["Location"] == f"{url}?page=3#p201"


def test_going_to_a_day_to_the_new_and_to_the_end(seven):
    """Links that stand on the page, also on a phone, where the phase bar has no room for them."""
    browser = seven.client("Груздь")
    read(browser, seven.url() + "?page=1")
    seven.away(*seven.living()).end_phase()
    last = forum.last_number(seven.game.thread)
    ways = by_id(dom(read(browser, seven.url() + "?page=2")), "ways")
    links = {inner(one): one.get("href") for one in ways.iter("a")}
    assert list(links) == ["День 1", "Ночь 1", "К новым", "В конец"]
    assert links["В конец"] == f"{seven.url()}?post={last}#p{last}"
    assert links["К новым"] == f"{seven.url()}?post=26#new"
    for title in ("День 1", "Ночь 1"):
        url, _sharp, place = links[title].partition("#")
        head = by_id(dom(read(browser, url)), place)
        assert head.get("class") == "chapter" and inner(head).startswith(title)
    visitor = by_id(dom(read(Client(), seven.url())), "ways")
    assert [inner(one) for one in visitor.iter("a")] == ["День 1", "Ночь 1", "В конец"]


def test_an_empty_sign_up_has_its_ways_too(clock):
    """Before the deal there are neither days nor votes to choose."""
    played = make_game(2, clock=clock)
    ways = by_id(dom(read(played.client(""), played.url())), "ways")
    assert [one.get("name") for one in ways.iter("input") if one.get("type") == "checkbox"] == ["by"] * 3
    assert not list(ways.iter("select"))


def test_an_onlooker_with_a_name_goes_on_where_reading_ended(seven):
    """What a member has read is remembered as a player's is, and posts read apart count for nothing."""
    member = client_of(make_user("member@example.org", "Прохожий"))
    read(member, seven.url() + "?page=2")
    for query in ("?by=2&from=200", "?only=votes&upto=230"):
        assert by_id(dom(read(member, seven.url() + query)), "new") is None
    page = read(member, seven.url() + "?page=3")
    assert "180 новых постов" in inner(by_id(dom(page), "new"))
    assert f"{seven.url()}?post=51#new" in page.content.decode()
    assert f"{seven.url()}?post=76#new" in read(member, seven.url() + "?page=1").content.decode()
