"""Posting: what is kept, what is shown, what cannot be slipped in; pages, quotes, what is new."""

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import Persona
from forum import selectors as forum
from forum.markup import RENDER_VERSION
from forum.models import Post
from games import services
from tests.factories import HOST, make_game
from tests.games.web import (
    by_class,
    by_id,
    dom,
    field,
    inner,
    post,
    refusals,
    send,
    shown,
    speak,
    text_of,
    vote,
    worded,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def seven(clock):
    """Seven players on day 1."""
    return make_game(7, clock=clock).to_day()


def count(played) -> int:
    """Return the number of posts in the game's thread."""
    return Post.objects.filter(thread=played.game.thread).count()


def fill(played, posts: int) -> None:
    """Fill the thread with posts of the players, quickly, up to a number."""
    personas = [played.persona(name) for name in played.seats]
    first = count(played) + 1
    Post.objects.bulk_create(
        Post(
            thread=played.game.thread,
            number=number,
            author=personas[number % len(personas)],
            source=f"Пост номер {number}",
            html=f"<p>Пост номер {number}</p>",
            render_version=RENDER_VERSION,
            at=played.now(),
        )
        for number in range(first, posts + 1)
    )


# ---------- sending ----------


def test_a_form_sent_twice_makes_one_post(seven):
    """E086: a double click, a repeated request, back and again: one post and one vote; a new form makes another."""
    before = count(seven)
    seven.clock.shift(60)
    key = field(seven.client("Груздь").get(seven.url()), "key")
    same = {"text": "Итак: [vote]Мухомор[/vote]", "key": key}
    answers = [seven.client("Груздь").post(seven.url("post"), seven.form("Груздь", **same)) for _again in range(3)]
    seven.clock.shift(3600)
    answers.append(seven.client("Груздь").post(seven.url("post"), seven.form("Груздь", **same)))
    assert {answer.status_code for answer in answers} == {303}
    assert len({answer["Location"] for answer in answers}) == 1
    assert count(seven) == before + 1
    assert len(seven.state().votes) == 1
    fresh = field(seven.client("Груздь").get(seven.url()), "key")
    assert fresh != key
    assert post(seven, "Груздь", same["text"], key=fresh).status_code == 303
    assert count(seven) == before + 2, "the same text an hour later is a new post"


def test_a_vote_sent_twice_is_one_entry(seven):
    """E086 for the control: the same vote again changes nothing."""
    before = count(seven)
    for _again in range(3):
        assert vote(seven, "Груздь", "Мухомор").status_code == 303
    assert count(seven) == before + 1


@pytest.mark.parametrize("language", ["ru", "en"])
def test_what_is_refused_keeps_the_text(seven, language):
    """Section 9: empty, too long, too fast; the sentence in the reader's language above the text."""
    speak(seven, "Груздь", language)
    for text in ("", "   ", "\n\n", "\u200b", "[b][/b]", "[b] [/b]\u200b", "[quote][/quote]", "[i]\n[/i]"):
        response = post(seven, "Груздь", text)
        assert response.status_code == 422, repr(text)
        assert refusals(response) == [worded("text_empty", language)]
    for long in ("ж" * 300_000, "ж" * 20_001, "слово " * 4000, "[b]" * 20_000):
        response = post(seven, "Груздь", long)
        assert response.status_code == 422
        assert len(refusals(response)) == 1
        assert field(response) == long
    assert post(seven, "Груздь", "ж" * 20_000).status_code == 303
    too_fast = seven.client("Груздь").post(seven.url("post"), seven.form("Груздь", text="Сразу ещё"))
    assert refusals(too_fast) == [worded("too_fast", language, wait=2)]
    assert field(too_fast) == "Сразу ещё"
    seven.clock.shift(2)
    again = seven.client("Груздь").post(seven.url("post"), seven.form("Груздь", text="Сразу ещё"))
    assert again.status_code == 303


@pytest.mark.parametrize("language", ["ru", "en"])
def test_a_form_of_another_persona_is_refused(seven, language):
    """Nobody acts under a name that the form was not opened under; the text is kept."""
    speak(seven, "Груздь", language)
    before = seven.state().seq
    for token in (seven.persona("Лисичка").token, seven.host.token, "", "x" * 500, "\0"):
        for name, fields in (("post", {"text": "Это не я"}), ("vote", {"target": 1}), ("done", {}), ("order", {})):
            response = seven.client("Груздь").post(seven.url(name), {"as": token, **fields})
            assert response.status_code == 422
            assert refusals(response) == [worded("wrong_persona", language)]
            if name == "post":
                assert field(response) == "Это не я"
    assert seven.state().seq == before
    nothing = seven.client("Груздь").post(seven.url("post"), {})
    assert nothing.status_code == 422


def test_a_preview_posts_nothing(seven):
    """The text as it would look, the text in the field, and a word about a vote that would not count."""
    before = count(seven)
    text = "[b]Жирно[/b] и [vote]Мухомор[/vote]"
    response = post(seven, "Груздь", text, preview=1)
    assert response.status_code == 200
    shown_as = by_class(dom(response), "preview-post")[0]
    assert [inner(one) for one in shown_as.iter() if one.tag == "b"] == ["Жирно"]
    assert field(response) == text
    hidden = post(seven, "Груздь", "[spoiler][vote]Мухомор[/vote][/spoiler]", preview=1)
    assert "не засчитан" in text_of(hidden)
    assert refusals(post(seven, "Груздь", " ", preview=1)) == [worded("text_empty")]
    host = post(seven, HOST, "[vote]Мухомор[/vote]", preview=1)
    assert "[vote]Мухомор[/vote]" in inner(by_class(dom(host), "preview-post")[0]), "the host never votes"
    assert count(seven) == before and not seven.state().votes


# ---------- what is shown ----------

MISCHIEF = (
    "<script>alert(1)</script>",
    '<img src=x onerror="alert(1)">',
    "[url=javascript:alert(1)]x[/url]",
    "[url=data:text/html;base64,PHNjcmlwdD4=]x[/url]",
    '[url=https://example.org/" onmouseover="alert(1)]x[/url]',
    '[quote="><script>alert(1)</script>]x[/quote]',
    '[quote=x;1" onclick=alert(1)]x[/quote]',
    "[spoiler=<b onclick=alert(1)>]x[/spoiler]",
    "[vote]<script>alert(1)</script>[/vote]",
    '[code]<span class="v">Мухомор</span>[/code]',
    '<span class="v">Мухомор</span>',
    "</textarea><script>alert(1)</script>",
    "{{ game.title }}{% csrf_token %}",
    "&lt;script&gt;",
)


def test_nothing_of_a_text_becomes_markup(seven):
    """E085's kind: whatever is typed, the page holds it as text; no script, no handler, no false vote."""
    for text in MISCHIEF:
        response = post(seven, "Груздь", text)
        page = seven.client("").get(seven.url()) if response.status_code == 303 else response
        tree = dom(page)
        scripts = [one.get("src") for one in tree.iter() if one.tag == "script"]
        assert all(scripts), text
        for one in tree.iter():
            assert not any(name.startswith("on") for name in one.attrib), text
            assert not (one.get("href") or "").startswith(("javascript:", "data:")), text
        assert not by_class(tree, "voted"), text
        if response.status_code == 422:
            assert field(response) == text
    assert not seven.state().votes


ANYTHING = st.text(alphabet=st.characters(codec="utf-8"), max_size=300) | st.text(
    "[]/=;\"'vote quoteной\n", max_size=80
)


@settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    text=st.text(alphabet=st.characters(codec="utf-8"), max_size=300)
    | st.text("[]/=;\"'vote quoteспойлер\n", max_size=80)
)
def test_any_text_is_posted_or_refused_with_nothing_lost(seven, text):
    """Fuzz: no error page; a refused text comes back as a browser would send it again."""
    response = post(seven, "Груздь", text)
    assert response.status_code in (303, 422)
    if response.status_code == 422:
        assert refusals(response)
        legible = "".join(sign for sign in text if sign.isprintable() or sign == "\n")
        kept = field(response).replace("\r\n", "\n").replace("\r", "\n")
        assert "".join(sign for sign in kept if sign.isprintable() or sign == "\n") == legible or "\r" in text
    else:
        dom(seven.client("Лисичка").get(response["Location"]))


def test_my_own_posts_and_the_host_s_are_marked(seven):
    """The wash of one's own, the seal and the word of the host, numbers as links that stay."""
    post(seven, "Груздь", "Моё")
    vote(seven, "Груздь", "Мухомор")
    post(seven, HOST, "Ваше")
    mine = [one for one in shown(seven, "Груздь") if "is-me" in one.get("class")]
    assert [inner(one).startswith("Груздь") for one in mine] == [True] * 3
    assert not [one for one in shown(seven, "Лисичка")[-3:] if "is-me" in one.get("class")]
    last = shown(seven)[-1]
    assert "ведущий" in inner(last)
    assert "host" in next(one.get("src") for one in last.iter() if one.tag == "img")
    assert by_class(last, "no")[0].get("href") == f"{seven.url()}?post={count(seven)}#p{count(seven)}"


def test_quoting_without_a_script(seven):
    """The link puts the post into the field; a hidden, strange or missing number puts nothing."""
    post(seven, "Лисичка", "Раз\n\nДва [b]три[/b]")
    number = count(seven)
    page = seven.client("Груздь").get(seven.url())
    link = by_class(by_id(dom(page), f"p{number}"), "q")[0]
    assert link.get("href") == f"{seven.url()}?quote={number}#reply"
    assert link.get("data-quote") == str(number) and link.get("data-author") == "Лисичка"
    quoted = field(seven.client("Груздь").get(seven.url() + f"?quote={number}"))
    assert quoted == f"[quote=Лисичка;{number}]\nРаз\n\nДва [b]три[/b]\n[/quote]\n"
    for nothing in (0, -1, number + 1, "x", "9" * 50, 1):
        assert field(seven.client("Груздь").get(seven.url() + f"?quote={nothing}")) == ""
    assert not by_class(dom(seven.client("").get(seven.url())), "q"), "nobody quotes who may not write"


# ---------- pages ----------


def test_pages_of_twenty_five(seven):
    """The last page by default; a link by number lands on the post, wherever it stands; nonsense breaks nothing."""
    fill(seven, 130)
    url, numbers = seven.url(), lambda query: [int(one.get("id")[1:]) for one in shown(seven, "Груздь", query)]
    assert numbers("")[-1] == 130 and numbers("")[0] >= 126
    assert numbers("?page=1")[-1] <= 25 and numbers("?page=2") == list(range(26, 51))
    for number in (1, 25, 26, 50, 51, 126, 130):
        articles = dom(seven.client().get(f"{url}?post={number}"))
        assert by_id(articles, f"p{number}") is not None
    for nonsense in (
        "?page=0",
        "?page=-3",
        "?page=999",
        "?page=x",
        "?post=0",
        "?post=100000",
        "?post=-1",
        "?post=" + "1" * 99,
    ):
        assert seven.client("Груздь").get(f"{url}?{nonsense}").status_code == 200
    quoting = Post.objects.get(thread=seven.game.thread, number=130)
    Post.objects.filter(pk=quoting.pk).update(
        html='<blockquote><cite><a href="#p3">Лисичка, № 3</a></cite>x</blockquote>'
    )
    link = next(one for one in shown(seven)[-1].iter() if one.tag == "a" and "№ 3" in inner(one))
    assert link.get("href") == f"{url}?post=3#p3", "a quote of a post on another page leads there"


def test_what_is_new_to_a_player(seven):
    """The line and the link of the phase bar; reading moves the mark, also of the host; visitors leave none."""
    seven.client("Груздь").get(seven.url())
    for number in range(3):
        post(seven, "Лисичка", f"Новое {number}")
    page = seven.client("Груздь").get(seven.url())
    assert "3 новых поста" in inner(by_id(dom(page), "new"))
    assert f"?post={count(seven) - 2}#new" in page.content.decode()
    assert by_id(dom(seven.client("Груздь").get(seven.url())), "new") is None, "gone after the visit"
    assert by_id(dom(seven.client("Лисичка").get(seven.url())), "new") is None, "one's own posts are not new"
    fill(seven, count(seven) + 60)
    first = seven.client("Груздь").get(seven.url() + "?page=1")
    assert "60 новых постов" in inner(by_id(dom(first), "new"))
    assert forum.read_up_to(seven.game.thread, seven.persona("Груздь")) == 25, "as far as the page goes"
    assert by_id(dom(seven.client("Груздь").get(seven.url() + "?page=1")), "new") is None
    assert forum.read_up_to(seven.game.thread, seven.persona("Груздь")) == 25
    seven.client("").get(seven.url())
    seven.client("Груздь").get(seven.url())
    assert forum.read_up_to(seven.game.thread, seven.persona("Груздь")) == count(seven)


def test_the_page_asks_as_much_of_ten_posts_as_of_two_thousand(seven, django_assert_max_num_queries):
    """The number of queries does not follow the number of posts."""
    browser = seven.client("Груздь")
    fill(seven, 20)
    assert count(seven) < 25
    browser.get(seven.url())  # makes the read mark and warms the caches
    counted = []
    for posts in (21, 2000):
        fill(seven, posts)
        # Two of them move the mark of what has been read.
        with django_assert_max_num_queries(17) as queries:
            assert browser.get(seven.url()).status_code == 200
        counted.append(len(queries))
        with django_assert_max_num_queries(5):
            assert Client().get(seven.url()).status_code == 200
    assert counted[0] == counted[1], counted
    for query in ("?page=7", "?post=1999"):
        with django_assert_max_num_queries(counted[0]):
            assert browser.get(seven.url() + query).status_code == 200


def test_the_page_asks_as_much_of_six_seats_as_of_twenty(clock, django_assert_max_num_queries):
    """Nor the number of seats, votes and letters."""
    counted = []
    for players in (6, 20):
        played = make_game(players, clock=clock, tag=f" {'АБ'[players > 6]}")
        names = list(played.seats)
        played.to_day({names[0]: "mafia", names[1]: "commissioner"})
        for name in names[2:]:
            played.vote(name, names[0])
            played.letter(name, [names[1]], "Привет")
        browser = played.client(names[1])
        browser.get(played.url())
        with django_assert_max_num_queries(60) as queries:
            assert browser.get(played.url()).status_code == 200
        counted.append(len(queries))
    assert counted[0] == counted[1], counted


def test_a_post_of_an_older_markup_is_made_anew(seven):
    """Stored HTML of an older version is not shown as it is; a report's is."""
    post(seven, "Груздь", "[b]x[/b]")
    newest = Post.objects.filter(thread=seven.game.thread).latest("number")
    Post.objects.filter(pk=newest.pk).update(html="<p>ready</p>", render_version=0)
    assert "ready" in inner(shown(seven)[-1])


def test_names_are_never_joined_to_people(seven):
    """Who owns a clone stands on no page: no address of a user, no e-mail, no member name of a player."""
    services.host_post(game=seven.game, host=seven.host, source="Слово", at=seven.now())
    for who in ("", "Груздь", HOST):
        page = seven.client(who).get(seven.url()).content.decode()
        assert "@example.org" not in page
        for persona in Persona.objects.exclude(pk=seven.persona(who).pk if who else 0):
            assert persona.token not in page


def test_a_withdrawn_seat_leaves_its_post(clock):
    """The first post of somebody who has left the sign-up stays readable, without a place in the list."""
    played = make_game(7, clock=clock)
    assert send(played, "Лисичка", "withdraw").status_code == 303
    tree = dom(played.client("").get(played.url()))
    assert "Лисичка здесь." in text_of(played.client("").get(played.url()))
    assert "Лисичка" not in inner(by_class(tree, "roster")[0])
