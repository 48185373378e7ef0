"""Bookmarks and notes: kept by one reader, seen by nobody else, within limits, whatever is sent."""

import pytest
from django.test import Client

from accounts.models import User
from forum import bookmarks
from forum.models import Bookmark, Post
from games import notes, services
from games.models import PlayerNote
from tests.factories import HOST, client_of, make_game, make_user
from tests.games.long import fill
from tests.games.web import by_class, by_id, dom, inner, refusals, send, text_of, worded

pytestmark = pytest.mark.django_db

WORD = "зимородок"


@pytest.fixture
def seven(clock):
    """Seven players on day 1."""
    return make_game(7, clock=clock).to_day().post("Груздь", "Первое слово").post("Лисичка", "[b]И[/b] моё")


def button(page, number: int):
    """Return the bookmark's button of a post."""
    return next(one for one in by_id(dom(page), f"p{number}").iter("button"))


def kept(played, who: str) -> list[str]:
    """Return the lines of somebody's list."""
    return [inner(one) for one in by_class(dom(played.client(who).get(played.url("bookmarks"))), "line")]


def write(played, who: str, seat: int, text: str):
    """Send somebody's note on a player."""
    return played.client(who).post(played.url("note", seat=seat), played.form(who, text=text))


def last(played) -> int:
    return Post.objects.filter(thread=played.game.thread).count()


# ---------- bookmarks ----------


@pytest.mark.parametrize("who", ["Груздь", HOST])
def test_a_post_is_marked_found_and_left_again(seven, who):
    """By the button at the post, without a script; the list leads to it, and takes it away."""
    browser, number = seven.client(who), last(seven)
    page = browser.get(seven.url())
    form = by_id(dom(page), "keep")
    assert (form.get("action"), form.get("method")) == (seven.url("bookmarks"), "post")
    assert (button(page, number).get("form"), button(page, number).get("aria-pressed")) == ("keep", "false")
    answer = send(seven, who, "bookmarks", **{button(page, number).get("name"): number}, place="")
    assert answer.status_code == 303 and answer["Location"] == f"{seven.url()}?post={number}#p{number}"
    page = browser.get(seven.url())
    assert (button(page, number).get("name"), button(page, number).get("aria-pressed")) == ("drop", "true")
    (line,) = kept(seven, who)
    assert line.startswith("Лисичка № ") and "И моё" in line and "[b]" not in line
    assert f'href="{seven.url()}?post={number}#p{number}"' in browser.get(seven.url("bookmarks")).content.decode()
    answer = send(seven, who, "bookmarks", drop=number, place="list")
    assert answer["Location"] == seven.url("bookmarks") and kept(seven, who) == []


def test_onlookers_with_a_name_mark_posts_too_also_those_of_the_moderator(seven):
    """An onlooker with a member name has bookmarks; whoever has none is led to one, a visitor to the log-in."""
    report = Post.objects.filter(thread=seven.game.thread, style="report").first().number
    member = client_of(make_user("member@example.org", "Прохожий"))
    token = dom(member.get(seven.url()))
    token = next(one.get("value") for one in by_id(token, "keep").iter("input") if one.get("name") == "as")
    assert member.post(seven.url("bookmarks"), {"as": token, "keep": report}).status_code == 303
    assert "Ведущий № " in text_of(member.get(seven.url("bookmarks")))
    for browser, way in ((client_of(make_user("nobody@example.org")), "/me/name/"), (Client(), "/accounts/login/")):
        assert by_id(dom(browser.get(seven.url())), "keep") is None
        for answer in (browser.get(seven.url("bookmarks")), browser.post(seven.url("bookmarks"), {"keep": report})):
            assert answer.status_code == 302 and answer["Location"].startswith(f"{way}?next=")
    assert Bookmark.objects.count() == 1


def test_a_bookmark_leads_back_to_what_was_shown(seven):
    """Posts read apart stay so; what is no part of such an address is left out of it."""
    number, a = last(seven), seven.seats["Лисичка"]
    page = seven.client("Груздь").get(f"{seven.url()}?by={a}&quote=3&from=2&next=//evil.example")
    place = next(one.get("value") for one in by_id(dom(page), "keep").iter("input") if one.get("name") == "place")
    assert place == f"by={a}&from=2"
    answer = send(seven, "Груздь", "bookmarks", keep=number, place=place)
    assert answer["Location"] == f"{seven.url()}?by={a}&from=2#p{number}"
    for strange in ("//evil.example", "x" * 5000, "&" * 5000, "by=\0", "post=1\r\nX: y", "%0d%0a"):
        answer = send(seven, "Груздь", "bookmarks", keep=number, place=strange)
        assert answer.status_code == 303 and answer["Location"].startswith(f"{seven.url()}?"), strange
        assert "\n" not in answer["Location"] and "evil" not in answer["Location"]


def test_nobody_sees_the_bookmarks_of_another(seven):
    """Neither another player nor the host, and what they send changes nothing of it."""
    send(seven, "Груздь", "bookmarks", keep=last(seven))
    for who in ("Лисичка", HOST):
        assert kept(seven, who) == []
        assert button(seven.client(who).get(seven.url()), last(seven)).get("aria-pressed") == "false"
        send(seven, who, "bookmarks", drop=last(seven))
    assert len(kept(seven, "Груздь")) == 1


def test_the_page_of_one_person_writes_nothing_to_another(seven):
    """A form that was opened as somebody else is refused, and so is one without a name."""
    for form in ({"as": seven.persona("Лисичка").token}, {}, {"as": ""}):
        answer = seven.client("Груздь").post(seven.url("bookmarks"), {**form, "keep": 1})
        assert answer.status_code == 422 and refusals(answer)
        answer = seven.client("Груздь").post(seven.url("note", seat=2), {**form, "text": WORD})
        assert answer.status_code == 422 and WORD in answer.content.decode(), "the text is kept"
    assert not Bookmark.objects.exists() and not PlayerNote.objects.exists()


def test_what_is_no_post_has_no_bookmark(seven):
    for number in (0, -1, last(seven) + 1, "", "x", "9" * 40, "\0", "1.5"):
        answer = send(seven, "Груздь", "bookmarks", keep=number)
        assert answer.status_code == 422 and refusals(answer) == [worded("no_such_post")], number
        assert send(seven, "Груздь", "bookmarks", drop=number).status_code in (303, 422)
    assert send(seven, "Груздь", "bookmarks").status_code == 422
    send(seven, "Груздь", "bookmarks", keep=2)
    assert send(seven, "Груздь", "bookmarks", keep=2).status_code == 303 and Bookmark.objects.count() == 1


def test_two_hundred_are_enough(seven):
    """The limit is said, with the list to take one away from; it holds for each game by itself."""
    fill(seven, 260)
    user = seven.users["Груздь"]
    posts = Post.objects.filter(thread=seven.game.thread, number__lte=bookmarks.MOST)
    Bookmark.objects.bulk_create(Bookmark(user=user, post=post, at=seven.now()) for post in posts)
    answer = send(seven, "Груздь", "bookmarks", keep=250)
    assert answer.status_code == 422 and refusals(answer) == [worded("bookmarks_full", limit=200)]
    assert len(by_class(dom(answer), "line")) == 200
    assert send(seven, "Груздь", "bookmarks", keep=7).status_code == 303, "one that is there stays"
    send(seven, "Груздь", "bookmarks", drop=7)
    assert send(seven, "Груздь", "bookmarks", keep=250).status_code == 303
    other = make_game(5, clock=seven.clock, tag="2")
    bookmarks.keep(user, other.game.thread, None, 1, seven.now())


def test_of_a_hidden_post_nothing_is_shown(seven):
    send(seven, "Лисичка", "bookmarks", keep=last(seven) - 1)
    services.hide_post(game=seven.game, host=seven.host, number=last(seven) - 1, at=seven.now())
    (line,) = kept(seven, "Лисичка")
    assert "Первое слово" not in line and "Ведущий скрыл этот пост" in line


# ---------- notes ----------


def test_a_note_is_written_changed_and_taken_away(seven):
    """It stands where the player's posts are read apart, and is marked in the list of seats: for its writer alone."""
    seat = seven.seats["Лисичка"]
    apart = f"{seven.url()}?by={seat}"
    assert "Написать заметку об игроке Лисичка" in text_of(seven.client("Груздь").get(apart))
    answer = write(seven, "Груздь", seat, f"  {WORD}\r\n<b>x</b> ")
    assert answer.status_code == 303 and answer["Location"] == f"{apart}#note-{seat}"
    assert PlayerNote.objects.get().text == f"{WORD}\n<b>x</b>"
    page = seven.client("Груздь").get(apart)
    folded = by_id(dom(page), f"note-{seat}")
    assert folded.tag == "details" and "open" not in folded.keys(), "who looks over the shoulder sees nothing of it"
    assert "Ваша заметка об игроке Лисичка" in text_of(page) and "&lt;b&gt;x" in page.content.decode()
    front = seven.client("Груздь").get(seven.url())
    assert WORD not in front.content.decode() and inner(by_id(dom(front), "seats")).count("есть ваша заметка") == 1
    assert WORD in text_of(seven.client("Груздь").get(seven.url("bookmarks")))
    for who in ("Лисичка", HOST, "Мухомор", ""):
        for url in (apart, seven.url(), seven.url("bookmarks"), seven.url("note", seat=seat)):
            page = seven.client(who).get(url)
            assert WORD not in page.content.decode() and "есть ваша заметка" not in page.content.decode()
    for text in (f"{WORD} два", "  \r\n "):
        write(seven, "Груздь", seat, text)
    assert not PlayerNote.objects.exists()


def test_the_list_of_seats_keeps_the_mark_when_it_is_drawn_anew(seven):
    """An open page asks for its panels: with the same notes it is told that nothing has changed."""
    notes.write(seven.users["Груздь"], seven.seat("Лисичка"), WORD, seven.now())
    live = by_id(dom(seven.client("Груздь").get(seven.url())), "live").get("hx-get")
    assert seven.client("Груздь").get(live).status_code == 204
    fresh = seven.client("Груздь").get(seven.url("live_panel")).content.decode()
    assert fresh.count("есть ваша заметка") == 1 and WORD not in fresh


def test_a_note_that_is_too_long_is_refused_and_kept_in_the_form(seven):
    seat, long = seven.seats["Лисичка"], "ё" * (notes.LONGEST + 1)
    answer = write(seven, "Груздь", seat, long)
    assert answer.status_code == 422 and long in answer.content.decode()
    assert refusals(answer) == [" ".join(worded("text_too_long", limit=2000, length=2001).split())]
    for text in ("ё" * notes.LONGEST, "\0\0", "a\u202eb"):
        assert write(seven, "Груздь", seat, text).status_code == 303
    for nobody in (0, 8, 99, 10**30):
        assert seven.client("Груздь").get(seven.url("note", seat=nobody)).status_code == 404
        assert seven.client("").post(seven.url("note", seat=nobody), {"text": WORD}).status_code == 404


def test_bookmarks_and_notes_go_with_the_person(seven):
    user: User = seven.users["Груздь"]
    notes.write(user, seven.seat("Лисичка"), WORD, seven.now())
    bookmarks.keep(user, seven.game.thread, None, 1, seven.now())
    assert notes.of(user, seven.game) == {seven.seats["Лисичка"]: WORD}
    assert notes.of(seven.host_user, seven.game) == {}
    Bookmark.objects.filter(user=user).first().delete()
    assert bookmarks.kept(user, seven.game.thread, None) == []


def test_as_many_queries_for_one_mark_as_for_many(seven, django_assert_max_num_queries):
    fill(seven, 120)
    user, counted = seven.users["Груздь"], []
    seven.client("Груздь").get(seven.url())  # makes the read mark
    for amount in (1, 90):
        for number in range(1, amount + 1):
            bookmarks.keep(user, seven.game.thread, None, number, seven.now())
        for seat in list(seven.seats)[:amount]:
            notes.write(user, seven.seat(seat), WORD, seven.now())
        for url in (seven.url("bookmarks"), seven.url() + "?page=1", seven.url() + "?by=1"):
            with django_assert_max_num_queries(60) as asked:
                assert seven.client("Груздь").get(url).status_code == 200
            counted.append(len(asked))
    assert counted[:3] == counted[3:], counted
