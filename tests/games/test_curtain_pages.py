"""Behind the curtain: the pages say that the report is being written, keep what is typed, and the host publishes it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games import services
from games.models import Notice, Room
from tests.factories import HOST, make_game
from tests.games.checks import said
from tests.games.desk import done, send
from tests.games.test_desk_page import board_of, matters
from tests.games.test_desk_page import steps as steps_of
from tests.games.web import by_class, by_id, dom, field, inner, refusals, text_of, worded
from tests.games.web import send as send_form

pytestmark = pytest.mark.django_db

LASTS = timedelta(hours=2)


@pytest.fixture
def night(clock):
    """A night whose report will lie ready: the mafia has named one, the doctor treats another."""
    played = make_game(9, clock=clock, options={"curtain": "2h"}).to_night()
    assert played.phase == "curtain", "a day brings a report, too"
    played.end_phase()
    played.tell("Мухомор", "Груздь")
    played.tell("Рыжик", "Лисичка")
    return played


@pytest.fixture
def curtain(night):
    """The night is over, and its report lies ready."""
    night.end_phase()
    assert night.phase == "curtain"
    return night


# ---------- for the players ----------


def test_what_was_typed_in_vain_is_kept(curtain):
    """Nobody posts, votes, orders or writes letters; each form is refused with its sentence and its text."""
    waits = [worded("wrong_phase", phase="curtain")]
    letter = curtain.client("Лисичка")
    token = Room.objects.get(game=curtain.game, kind=Room.Kind.MAFIA).thread.token
    seat = curtain.seats["Опёнок"]
    new = send_form(curtain, "Лисичка", "letter_new", to=[seat], text="Кто это был?")
    assert new.status_code == 422 and refusals(new) == waits and field(new) == "Кто это был?"
    boxes = {one.get("value"): "checked" in one.attrib for one in dom(new).iter() if one.get("name") == "to"}
    assert boxes[str(seat)]
    curtain.clock.shift(5)
    in_room = curtain.client("Мухомор").post(
        curtain.url("letter", token=token), curtain.form("Мухомор", text="Попали?")
    )
    assert in_room.status_code == 422 and refusals(in_room) == waits and field(in_room) == "Попали?"
    post = send_form(curtain, "Лисичка", "post", text="Доброе утро")
    assert post.status_code == 422 and refusals(post) == waits and field(post) == "Доброе утро"
    for name, fields in (
        ("vote", {"target": seat}),
        ("unvote", {}),
        ("order", {"target": seat}),
        ("boss", {"target": seat}),
        ("away", {"first": 5, "last": 5}),
    ):
        assert send_form(curtain, "Мухомор", name, **fields).status_code == 422, name
    assert letter.post(curtain.url("talk"), curtain.form("Лисичка", text="Ведущий, пора")).status_code == 303


def test_pages_say_that_letters_wait(curtain):
    """A new letter, a conversation, the mafia's room; the host can be written to, and the dead are told as ever."""
    room = Room.objects.get(game=curtain.game, kind=Room.Kind.MAFIA)
    for who, url in (
        ("Лисичка", curtain.url("letter_new")),
        ("Мухомор", curtain.url("letter", token=room.thread.token)),
    ):
        page = curtain.client(who).get(url)
        assert "Письма ждут" in text_of(page) and not by_class(dom(page), "composer")
    assert by_class(dom(curtain.client("Лисичка").get(curtain.url("talk"))), "composer")
    done(send(curtain, "publish", words=""))
    assert "Письма ждут" not in text_of(curtain.client("Лисичка").get(curtain.url("letter_new")))
    assert by_class(dom(curtain.client("Мухомор").get(curtain.url("letter", token=room.thread.token))), "composer")


def test_a_letter_that_nobody_is_left_to_answer_stays_closed(night):
    """What the curtain closes it opens again, but no more than was open before."""
    night.letter("Груздь", ["Лисичка"], "Двое")
    pair = Room.objects.filter(kind=Room.Kind.LETTER).latest("pk")
    night.letter("Опёнок", ["Лисичка"], "И ещё двое")
    other = Room.objects.filter(kind=Room.Kind.LETTER).latest("pk")
    night.end_phase()
    for thread in (pair.thread, other.thread):
        thread.refresh_from_db()
        assert thread.writers == "nobody"
    assert done(send(night, "publish", words="")) and not night.seat("Груздь").alive
    pair.thread.refresh_from_db()
    other.thread.refresh_from_db()
    assert (pair.thread.writers, other.thread.writers) == ("nobody", "listed")


def test_the_front_page_asks_the_host_and_nobody_else(curtain):
    mine, theirs = (text_of(curtain.client(who).get("/")) for who in (HOST, "Лисичка"))
    assert "Итог готов: добавьте" in mine
    assert "Ведущий пишет итог" in theirs and "Итог готов" not in theirs


# ---------- for the host ----------


def test_the_bell_leads_to_the_report(curtain):
    notice = Notice.objects.filter(game=curtain.game, kind="report").latest("pk")
    assert notice.persona_id == curtain.host.pk
    page = dom(curtain.client(HOST).get("/notices/"))
    assert curtain.url("desk") + "#d-curtain" in [one.get("href") for one in page.iter("a")]
    desk = curtain.client(HOST).get(curtain.url("desk"))
    assert by_id(dom(desk), "d-curtain") is not None
    notice.refresh_from_db()
    assert notice.read_at is not None


def test_the_desk_foresees_the_report_and_says_when_it_comes_by_itself(curtain):
    facts = {fact.label: fact.value for fact in board_of(curtain, roles=True).preview}
    assert facts["Убийство"].startswith("Груздь"), facts
    page = curtain.client(HOST).get(curtain.url("desk"))
    assert "Что скажет итог" in text_of(page) and "Сам он выйдет" in text_of(page)
    assert any("Итог выходит как есть." in step for step in steps_of(curtain))


def test_without_the_host_it_comes_by_itself(curtain):
    curtain.end_phase()
    assert curtain.phase == "day" and any("Груздь" in line for line in said(curtain)[-4:])


def test_words_stay_in_the_form_when_they_are_refused(curtain):
    """Too long, or a report that has come meanwhile."""
    long = send(curtain, "publish", words="а" * 20_001)
    assert long.status_code == 422 and field(long, "words") == "а" * 20_001
    form = curtain.form(HOST, phase="curtain-1", words="Слова, которые опоздали")
    curtain.end_phase()
    late = curtain.client(HOST).post(curtain.url("desk_act", act="publish"), form)
    assert late.status_code == 422 and field(late, "words") == "Слова, которые опоздали"


def test_a_pause_stops_it(curtain):
    """The curtain's time stands still; what is published then comes with the clock, and no word is lost."""
    curtain.wait(timedelta(minutes=30))
    services.pause(game=curtain.game, host=curtain.host, at=curtain.now())
    curtain.wait(LASTS * 3)
    services.advance(game_id=curtain.game.pk, now=timezone.now())
    assert curtain.phase == "curtain"
    assert "Часы стоят" in inner(by_id(dom(curtain.client(HOST).get(curtain.url("desk"))), "main"))
    assert done(send(curtain, "publish", words="Ждём [b]все[/b] вместе."))
    assert curtain.phase == "curtain" and said(curtain)[-1] == "Ждём все вместе."
    page = curtain.client(HOST).get(curtain.url("desk"))
    assert by_id(dom(page), "d-curtain") is None and any("выйдет, когда часы" in one for one in matters(curtain))
    again = send(curtain, "publish", words="Ещё слово")
    assert again.status_code == 422 and field(again, "words") == "Ещё слово"
    assert done(send(curtain, "publish", words="")), "a second press without words changes nothing"
    before = len(said(curtain))
    services.resume(game=curtain.game, host=curtain.host, at=curtain.now())
    assert curtain.phase == "day" and any("Груздь" in line for line in said(curtain)[before:])


def test_a_weekly_pause_stops_it_too(clock):
    """Published within it, the report comes at its end, by the tick."""
    played = make_game(9, clock=clock, options={"curtain": "2h", "weekly_pause": "Wed 13:00 - Thu 13:00"}).to_night()
    assert played.phase == "curtain"
    played.wait(timedelta(hours=3))
    deadline = played.state().phase.deadline
    assert deadline is not None and deadline > timezone.now()
    assert done(send(played, "publish", words="До четверга."))
    assert played.phase == "curtain" and said(played)[-1] == "До четверга."
    due = played.game.due_at
    assert due is not None and due < deadline
    played.clock.move_to(due)
    services.advance(game_id=played.game.pk, now=due)
    assert played.phase == "night"


# ---------- the option ----------


def test_the_host_takes_it_up_and_gives_it_up_in_mid_game(clock):
    """Two stars: at any time, also while a report lies ready, which then keeps its own time."""
    played = make_game(9, clock=clock).to_day()
    page = played.client(HOST).get(played.url("change"))
    assert field(page, "curtain") == ""

    def change(value: str):
        return played.client(HOST).post(played.url("change"), played.form(HOST, curtain=value, weekly_pause=""))

    assert change("2h").status_code == 303 and played.state().ruleset.curtain == LASTS
    assert "Итог ждёт слов ведущего" in text_of(played.client("").get(played.url("rules")))
    played.to_night()
    assert played.phase == "curtain"
    deadline = played.state().phase.deadline
    assert change("").status_code == 303 and played.state().ruleset.curtain is None
    assert played.phase == "curtain" and played.state().phase.deadline == deadline
    assert done(send(played, "publish", words="")) and played.phase == "night"
    played.end_phase()
    assert played.phase == "day", "no curtain any more"
    wrong = change("сорок")
    assert wrong.status_code == 422 and field(wrong, "curtain") == "сорок"
