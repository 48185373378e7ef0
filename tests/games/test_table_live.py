"""What an open page asks for every few seconds: new posts, and what has changed beside them."""

import re
from datetime import timedelta

import pytest

from forum import selectors as forum
from games import services
from tests.factories import HOST, make_game
from tests.games.web import by_class, by_id, dom, field, post, vote

pytestmark = pytest.mark.django_db


@pytest.fixture
def seven(clock):
    """Seven players on day 1."""
    return make_game(7, clock=clock).to_day()


def asks(response) -> dict[str, str]:
    """Return the addresses that a page asks again and again: of the thread's tail, and of the panel."""
    found = re.findall(r'hx-get="([^"]+)"', response.content.decode())
    return {("thread" if "/thread/" in one else "panel"): one.replace("&amp;", "&") for one in found}


def test_new_posts_come_to_an_open_page(seven):
    """The tail asks from the last number, gets what is new with a new tail, and nothing where nothing is new."""
    browser = seven.client("Груздь")
    tail = asks(browser.get(seven.url()))["thread"]
    assert browser.get(tail).status_code == 204
    post(seven, "Лисичка", "Свежее [b]слово[/b]")
    vote(seven, "Опёнок", "Мухомор")
    fresh = browser.get(tail)
    assert fresh.status_code == 200 and fresh["Cache-Control"] == "no-store, private"
    html = fresh.content.decode()
    assert html.index("Свежее <b>слово</b>") < html.index("Мухомор") < html.index("hx-get")
    assert "<html" not in html
    again = asks(fresh)["thread"]
    assert again != tail and browser.get(again).status_code == 204
    assert forum.read_up_to(seven.game.thread, seven.persona("Груздь")) == forum.last_number(seven.game.thread)
    assert 'id="new"' not in browser.get(seven.url()).content.decode()


def test_only_the_last_page_of_the_whole_thread_grows(seven):
    """An older page and a filter ask for no posts."""
    for number in range(30):
        post(seven, HOST, f"Пост {number}")
    browser = seven.client("Груздь")
    assert "thread" in asks(browser.get(seven.url()))
    for query in ("?page=1", "?post=1", "?by=host", "?only=votes"):
        assert "thread" not in asks(browser.get(seven.url() + query)), query


def test_the_panel_comes_when_something_changed(seven):
    """Tally, seats and letters are refreshed by their ids; the composer and the control of the vote never are."""
    browser = seven.client("Груздь")
    panel = asks(browser.get(seven.url()))["panel"]
    assert browser.get(panel).status_code == 204
    vote(seven, "Лисичка", "Мухомор")
    seven.letter("Опёнок", ["Груздь"], "Канарейка")
    fresh = browser.get(panel)
    html = fresh.content.decode()
    assert fresh.status_code == 200
    for part in ("#seats", "#tally", "#letters", "#live-note"):
        assert f'hx-swap-oob="innerHTML:{part}"' in html
    assert "Лисичка" in html and "новое сообщение" in html and "Канарейка" not in html
    assert "<textarea" not in html and "<select" not in html and 'name="text"' not in html
    assert browser.get(asks(fresh)["panel"]).status_code == 204


def test_orders_move_nothing_on_an_open_page(clock):
    """Nobody else's page changes by an order: not a byte, not a sign that something came."""
    played = make_game(7, clock=clock).to_night()
    panels = {who: asks(played.client(who).get(played.url()))["panel"] for who in ("", "Груздь", "Мухомор", "Боровик")}
    for who, text in (("Рыжик", "Груздь"), ("Поганка", "Лисичка"), ("Рыжик", "Опёнок"), ("Рыжик", "отмена")):
        played.tell(who, text)
        for looker, panel in panels.items():
            assert played.client(looker).get(panel).status_code == 204, (who, text, looker)


def test_a_change_of_phase_is_told_and_writes_over_nothing(seven):
    """The note leads to a fresh page; told once, not at every beat; the mode of the old page is kept."""
    browser = seven.client("Груздь")
    panel = asks(browser.get(seven.url()))["panel"]
    seven.to_last_word("Мухомор")
    fresh = browser.get(panel)
    html = fresh.content.decode()
    assert "Показать страницу заново" in html and "Последнее слово, день 1" in html
    assert 'id="phasebar"' in html and 'hx-swap-oob="true"' in html
    again = asks(fresh)["panel"]
    assert browser.get(again).status_code == 204
    seven.end_phase()
    assert "Показать страницу заново" in browser.get(again).content.decode()
    assert "Показать страницу заново" not in browser.get(asks(browser.get(seven.url()))["panel"]).content.decode()


def test_the_close_of_a_phase_and_a_pause_are_told(seven):
    """Between the deadline and the tick: adding up. A pause moves the bar."""
    browser = seven.client("Груздь")
    panel = asks(browser.get(seven.url()))["panel"]
    services.pause(game=seven.game, host=seven.host, at=seven.now())
    paused = browser.get(panel)
    assert "Пауза" in paused.content.decode() and "Показать страницу заново" not in paused.content.decode()
    services.resume(game=seven.game, host=seven.host, at=seven.now())
    seven.clock.move_to(seven.state().phase.deadline + timedelta(seconds=1))
    closing = browser.get(panel).content.decode()
    assert "Подводим итог" in closing and "Показать страницу заново" in closing


def test_the_sign_up_refreshes_itself(clock):
    """Somebody joins: the list of an open page has the name."""
    played, other = make_game(6, clock=clock), make_game(6, clock=clock, tag=" Б")
    panel = asks(played.client("").get(played.url()))["panel"]
    assert played.client("").get(panel).status_code == 204
    services.join(game=played.game, user=other.host_user, name="Чага", announcement="Здесь.", at=played.now())
    assert "Чага" in played.client("").get(panel).content.decode()


def test_nonsense_in_the_addresses(seven):
    """Whatever the address says, an answer comes, and nothing of it gets into the page."""
    url = seven.url("live_panel")
    for query in (
        "",
        "?mode=",
        '?mode="><script>&have=x',
        "?mode=" + "x" * 500,
        "?have=" + "y" * 5000,
        "?mode=w\0",
    ):
        response = seven.client("Груздь").get(url + query)
        assert response.status_code == 200 and "<script" not in response.content.decode()
    for query in ("", "?after=", "?after=x", "?after=-5", "?after=" + "9" * 40, "?after=1"):
        assert seven.client("").get(seven.url("live_thread") + query).status_code in (200, 204)
    assert seven.client("").post(seven.url("live_thread")).status_code == 405
    assert seven.client("").get("/games/none/live/panel/").status_code == 404


def test_a_vote_by_script_draws_the_panel_alone(seven):
    """The control's form asks to swap its own panel only, so that a text being written stays."""
    page = seven.client("Груздь").get(seven.url())
    form = by_class(dom(page), "ballot")[0]
    assert (form.get("hx-target"), form.get("hx-select"), form.get("hx-swap")) == ("#votes", "#votes > *", "innerHTML")
    refused = seven.client("Груздь").post(
        seven.url("vote"), seven.form("Груздь", target="никто"), headers={"hx-request": "true"}
    )
    votes = by_id(dom(refused), "votes")
    assert refused.status_code == 422 and by_class(votes, "is-no") and by_class(votes, "ballot")
    assert field(refused) == ""


def test_an_open_conversation_grows_too(seven):
    """The same for letters: what is new comes, and is read."""
    token = seven.letter("Груздь", ["Лисичка"], "Раз")
    browser = seven.client("Груздь")
    tail = next(
        one for one in re.findall(r'hx-get="([^"]+)"', browser.get(seven.url("letter", token=token)).content.decode())
    )
    hx = {"hx-request": "true"}
    assert browser.get(tail, headers=hx).status_code == 204
    seven.letter("Лисичка", ["Груздь"], "Два")
    fresh = browser.get(tail, headers=hx)
    assert "Два" in fresh.content.decode() and "Раз" not in fresh.content.decode()
    assert seven.client("Опёнок").get(tail, headers=hx).status_code == 404


def test_whoever_joins_while_a_page_is_open_gets_no_parts_that_it_lacks(seven):
    """A page that a stranger opened has no place for a player's letters."""
    panel = asks(seven.client().get(seven.url()))["panel"]
    post(seven, "Лисичка", "Что-то новое")
    vote(seven, "Лисичка", "Мухомор")
    for browser, theirs in ((seven.client("Груздь"), False), (seven.client(), False)):
        assert ("#letters" in browser.get(panel).content.decode()) is theirs
    own = asks(seven.client("Груздь").get(seven.url()))["panel"]
    vote(seven, "Опёнок", "Мухомор")
    assert "#letters" in seven.client("Груздь").get(own).content.decode()
