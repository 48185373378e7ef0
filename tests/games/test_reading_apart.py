"""Posts read apart: of players, of the host, of a day, with votes; the words above them, the links, the cost."""

import re

import pytest

from forum import selectors as forum
from forum.models import Post
from games import services
from tests.factories import HOST, Played, make_game
from tests.games.long import fill
from tests.games.web import by_class, by_id, dom, inner, shown, speak, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def nine(clock) -> Played:
    """Nine players on day 2: words, votes of both kinds, the host's word; nobody was jailed on day 1."""
    played = make_game(9, clock=clock).to_day()
    played.post("Груздь", "Первое слово").post("Лисичка", "И моё").post(HOST, "Слово ведущего")
    played.post("Груздь", "[vote]Мухомор[/vote]").vote("Лисичка", "Мухомор")
    played.away(*played.living()).end_phase()
    while played.phase != "day":
        played.end_phase()
    return played.post("Груздь", "Второе слово").post("Лисичка", "Новый день")


def numbers(played: Played, query: str, who: str = "") -> list[int]:
    return [int(one.get("id")[1:]) for one in shown(played, who, query)]


def said(played: Played, query: str) -> str:
    """Return the words above what is shown."""
    return inner(by_id(dom(played.client().get(played.url() + query)), "sifted"))


def test_players_the_host_days_and_votes_combine(nine):
    """Each part of the address narrows the choice, and together they choose what fits all of them."""
    a, b = nine.seats["Груздь"], nine.seats["Лисичка"]
    one, other = numbers(nine, f"?by={a}"), numbers(nine, f"?by={b}")
    assert numbers(nine, f"?by={a}&by={b}") == sorted([*one, *other])
    votes = numbers(nine, "?only=votes")
    assert len(votes) == 2 and numbers(nine, f"?only=votes&by={a}") == [number for number in votes if number in one]
    heads = {one.mark: one.number for one in Post.objects.filter(thread=nine.game.thread, style="chapter")}
    second, night = heads["day"], heads["night"]
    assert numbers(nine, f"?by={a}&day=2") == [number for number in one if number > second]
    assert numbers(nine, f"?by={a}&day=1") and numbers(nine, f"?by={a}&day=night-1") == []
    assert max(numbers(nine, "?day=1")) == second - 1, "a day goes on to the next, its night included"
    assert min(numbers(nine, "?day=night-1")) == night + 1
    host = numbers(nine, "?by=host")
    assert numbers(nine, f"?by=host&by={a}") == sorted([*host, *one])
    posts = {post.number: post for post in Post.objects.filter(thread=nine.game.thread)}
    assert {posts[number].author_id for number in host} == {None, nine.host.pk}
    assert sorted({*host} | {number for number in posts if posts[number].author is not None}) == sorted(
        number for number in posts if posts[number].style != "chapter"
    )


def test_the_words_say_what_is_shown_and_how_much(nine):
    a, b = nine.seats["Груздь"], nine.seats["Лисичка"]
    assert said(nine, f"?by={a}") == "Посты: Груздь. Всего 5 постов."
    assert said(nine, f"?by={b}&by={a}&by=host&day=2").startswith("Посты: Груздь, Лисичка, ведущий. День 2. Всего ")
    assert said(nine, "?only=votes") == "Посты всех. Только с голосами. Всего 2 поста."
    assert said(nine, f"?by={a}&day=night-1") == "Посты: Груздь. Ночь 1. Всего 0 постов."
    assert said(nine, "?day=7") == "Посты всех. Это время ещё не наступило. Всего 0 постов."
    assert "Таких постов пока нет" in text_of(nine.client().get(nine.url() + "?day=7"))
    speak(nine, "Груздь", "en")
    page = nine.client("Груздь").get(nine.url() + f"?by={a}&by=host&day=2&only=votes")
    assert "Posts: Груздь, host. Day 2. With votes only. 0 posts in all." in text_of(page)


def test_each_post_leads_to_its_place_in_the_thread(nine):
    """Also a line and a report; and the head of the chapter stands above the first post of each."""
    for query in (f"?by={nine.seats['Лисичка']}", "?by=host"):
        tree = dom(nine.client().get(nine.url() + query))
        for article in (one for one in tree.iter() if one.tag == "article"):
            number = article.get("id")[1:]
            links = [one for one in article.iter("a") if inner(one).find("В теме: № ") >= 0]
            assert [one.get("href") for one in links] == [f"{nine.url()}?post={number}#p{number}"]
        heads = [inner(one)[:6] for one in by_class(tree, "chapter")]
        assert heads == (["День 1", "День 2"] if "host" not in query else ["День 1", "Ночь 1", "День 2"])
    assert "В теме:" not in text_of(nine.client().get(nine.url()))


def test_the_form_shows_what_is_chosen_and_asks_for_it(nine):
    """Without a script: a form that is sent by GET, with everybody, the days that have come, and votes."""
    a = nine.seats["Груздь"]
    tree = by_id(dom(nine.client().get(nine.url() + f"?by={a}&by=host&day=night-1&only=votes")), "ways")
    form = next(one for one in tree.iter("form") if one.get("action").startswith(nine.url() + "#"))
    boxes = {one.get("value"): "checked" in one.keys() for one in form.iter("input")}
    assert {value for value, on in boxes.items() if on} == {"host", str(a), "votes"}
    assert len(boxes) == 9 + 2 and form.get("method") == "get"
    days = {one.get("value"): "selected" in one.keys() for one in form.iter("option")}
    assert days == {"": False, "1": False, "night-1": True, "2": False}
    # As a browser sends it, with nothing chosen for the day.
    assert numbers(nine, f"?by={a}&day=") == numbers(nine, f"?by={a}")


def test_nonsense_in_the_address_is_left_out(nine):
    """No error page, and never posts that were not asked for under words that say otherwise."""
    whole, a = numbers(nine, ""), nine.seats["Груздь"]
    for nonsense in (
        "?by=99",
        "?by=x",
        "?by=-1",
        "?by=" + "9" * 40,
        "?day=x",
        "?day=0",
        "?day=night",
        "?only=x",
        "?by=\0",
    ):
        assert numbers(nine, f"?{nonsense}") == whole, nonsense
    for nonsense in (
        "&by=99",
        "&day=-1",
        "&day=12345",
        "&only=",
        "&from=x",
        "&upto=" + "9" * 30,
        "&from=-3",
        "&by=" * 500,
    ):
        assert numbers(nine, f"?by={a}{nonsense}") == numbers(nine, f"?by={a}"), nonsense
    for empty in ("&from=999999999", "&upto=0", "&upto=-1"):
        assert numbers(nine, f"?by={a}{empty}") == [], empty


def test_pages_are_turned_to_and_fro(nine):
    """Every post once by "later", and back by "earlier"; the address of a page means the same posts for ever."""
    fill(nine, 480)
    a, browser = nine.seats["Груздь"], nine.client()

    def turn(url: str, words: str) -> tuple[list[int], str]:
        tree = dom(browser.get(url))
        found = [int(one.get("id")[1:]) for one in tree.iter() if one.tag == "article"]
        links = {inner(one): one.get("href") for nav in by_class(tree, "pages") for one in nav.iter("a")}
        return found, links.get(words, "")

    pages, url = [], nine.url() + f"?by={a}"
    while url:
        addressed, (found, url) = url, turn(url, "Позже")
        pages.append((addressed, found))
    every = list(
        Post.objects.filter(thread=nine.game.thread, author=nine.persona("Груздь")).values_list("number", flat=True)
    )
    assert [number for _url, page in pages for number in page] == every
    assert [len(page) for _url, page in pages] == [25, 25, len(every) - 50]
    assert pages[1][1] == turn(turn(pages[2][0], "Раньше")[1], "")[0]
    assert turn(turn(nine.url() + f"?by={a}", "К последним")[1], "")[0] == every[-25:]
    fill(nine, 600)
    assert turn(pages[1][0], "")[0] == pages[1][1]


def test_what_is_read_apart_is_not_read(nine):
    """The mark of what is new moves by the thread alone; no line of the new stands among posts read apart."""
    nine.client("Груздь").get(nine.url())
    before = forum.read_up_to(nine.game.thread, nine.persona("Груздь"))
    nine.post("Лисичка", "Совсем новое")
    for query in (f"?by={nine.seats['Лисичка']}", "?by=host", "?only=votes", "?day=2"):
        page = nine.client("Груздь").get(nine.url() + query)
        assert by_id(dom(page), "new") is None, query
        assert f"?post={before + 1}#new" in page.content.decode(), "the way to the new is there all the same"
        assert by_id(dom(page), "tail") is None and "live/thread" not in page.content.decode()
    assert forum.read_up_to(nine.game.thread, nine.persona("Груздь")) == before
    nine.client("Груздь").get(nine.url())
    assert forum.read_up_to(nine.game.thread, nine.persona("Груздь")) == before + 1


def test_a_hidden_post_stays_a_stub(nine):
    last = forum.last_number(nine.game.thread)
    services.hide_post(game=nine.game, host=nine.host, number=last, at=nine.now())
    page = nine.client().get(nine.url() + f"?by={nine.seats['Лисичка']}")
    assert "Новый день" not in page.content.decode()
    assert re.search("В теме: № " + str(last), inner(by_id(dom(page), f"p{last}")))


def test_as_many_queries_for_three_posts_as_for_many(nine, django_assert_max_num_queries):
    """Whoever asks, for whatever, on whichever page."""
    a = nine.seats["Груздь"]
    queries = (f"?by={a}", f"?by={a}&by=3&by=host", "?only=votes", f"?by={a}&only=votes&day=1", "?day=2", "")
    counted: list[list[int]] = []
    for posts in (forum.last_number(nine.game.thread) + 2, 1000):
        fill(nine, posts)
        counted.append([])
        for who in ("Груздь", ""):
            nine.client(who).get(nine.url())
            for query in queries:
                with django_assert_max_num_queries(60) as asked:
                    assert nine.client(who).get(nine.url() + query).status_code == 200
                counted[-1].append(len(asked))
    assert counted[0] == counted[1], counted
