"""The count, the bench, the second round and what a player says of being away, through the page (section 2)."""

from datetime import timedelta

import pytest

from tests.factories import HOST, make_game
from tests.games.web import (
    by_class,
    by_id,
    dom,
    field,
    inner,
    marks,
    post,
    refusals,
    send,
    shown,
    speak,
    tally,
    text_of,
    vote,
    voteless,
    votes,
    worded,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def nine(clock):
    """Nine players on day 1."""
    return make_game(9, clock=clock).to_day()


def test_the_number_needed_follows_the_living(clock):
    """E022: with early closing the figure, the living and the voteless agree after every leaving."""
    played = make_game(9, clock=clock, options={"hammer": True}).to_day()
    for out, living, needed in ((None, 9, 5), ("Волнушка", 8, 5), ("Маслёнок", 7, 4)):
        if out:
            played.heart_attack(out)
        page = text_of(played.client("Груздь").get(played.url()))
        assert f"{needed} голос" in page
        assert f"Живы: {living} из 9" in page
        assert len(voteless(played)) == living
        assert out not in voteless(played)
    assert "кончают день сразу" not in text_of(played.client().get(make_game(6, clock=clock, tag=" Б").url()))


def test_a_day_stays_open_when_all_have_voted(nine):
    """E023: votes may still move until the deadline; the result is that of the deadline."""
    for name in nine.seats:
        vote(nine, name, "Груздь" if name in ("Поганка", "Боровик", "Рыжик", "Опёнок") else "Поганка")
    vote(nine, "Груздь", "Поганка")
    assert nine.phase == "day"
    assert tally(nine) == {"Поганка": 5, "Груздь": 4}
    vote(nine, "Мухомор", "Груздь")
    vote(nine, "Лисичка", "Груздь")
    nine.end_phase()
    assert [nine.seats["Груздь"]] == list(nine.state().bench)
    assert tally(nine) == {"Груздь": 6, "Поганка": 3}, "the result stays on the page"


def test_two_leaders_and_an_undecided_second_round(clock):
    """E024, E025: a tie puts both on the bench; the second round is between them; a tie again jails nobody."""
    played = make_game(9, clock=clock, options={"night_vote": True}).to_day()
    for number, name in enumerate(name for name in played.seats if name not in ("Груздь", "Лисичка", "Опёнок")):
        vote(played, name, ("Груздь", "Лисичка")[number % 2])
    vote(played, "Груздь", "Лисичка")
    vote(played, "Лисичка", "Груздь")
    vote(played, "Опёнок", "ночь")
    played.end_phase()
    bench = by_class(dom(played.client().get(played.url())), "bench-who")[0]
    assert "Груздь" in inner(bench) and "Лисичка" in inner(bench)
    assert len(played.living()) == 9
    played.end_phase()
    assert played.phase == "runoff"
    options = dom(played.client("Опёнок").get(played.url()))
    offered = [inner(one) for one in by_id(options, "votes").iter("option") if one.get("value")]
    assert offered[:2] == ["Груздь", "Лисичка"]
    for response in (post(played, "Опёнок", "[vote]Мухомор[/vote]"), vote(played, "Опёнок", "Мухомор")):
        assert refusals(response) == [worded("not_a_candidate")]
    assert refusals(vote(played, "Опёнок", "ночь")) == [worded("not_a_candidate")]
    for number, name in enumerate(name for name in played.seats if name not in ("Груздь", "Лисичка", "Опёнок")):
        vote(played, name, ("Груздь", "Лисичка")[number % 2])
    vote(played, "Груздь", "Лисичка")
    vote(played, "Лисичка", "Груздь")
    assert tally(played) == {"Груздь": 4, "Лисичка": 4}
    played.end_phase()
    assert played.phase == "night" and len(played.living()) == 9


def test_the_night_has_the_most_votes(clock):
    """E027: night opens, nobody is jailed, whoever chose the night has voted."""
    played = make_game(9, clock=clock, options={"night_vote": True}).to_day()
    for name in ("Мухомор", "Поганка", "Боровик", "Рыжик"):
        vote(played, name, "ночь")
    for name in ("Опёнок", "Лисичка", "Волнушка"):
        vote(played, name, "Груздь")
    vote(played, "Груздь", "Лисичка")
    vote(played, "Маслёнок", "Лисичка")
    assert tally(played) == {"Ночь": 4, "Груздь": 3, "Лисичка": 2}
    played.end_phase()
    assert played.phase == "night" and len(played.living()) == 9


def test_changing_one_s_mind_keeps_the_history(nine):
    """E028: four acts by both ways; one vote, four entries in order with time, number and way of voting."""
    post(nine, "Груздь", "[vote]Поганка[/vote]")
    vote(nine, "Груздь", "Лисичка")
    vote(nine, "Груздь", "Поганка")
    post(nine, "Груздь", "[vote]Мухомор[/vote]")
    assert tally(nine) == {"Мухомор": 1}
    entries = [one for one in shown(nine, query="?only=votes") if inner(one).startswith("Груздь")]
    styles = [one.get("class").split()[0] for one in entries]
    assert styles == ["post", "line", "line", "post"]
    names = [marks(one)[0] if marks(one) else inner(by_class(one, "to")[0]) for one in entries]
    assert names == ["Поганка", "Лисичка", "Поганка", "Мухомор"]
    assert "было: Поганка" in inner(entries[1]) and "было: Лисичка" in inner(entries[2])
    for one in entries:
        link = by_class(one, "no")[0].get("href")
        assert [same for same in shown(nine, query=link.removeprefix(nine.url())) if same.get("id") == one.get("id")]


def test_two_acts_in_the_same_second(nine):
    """E029: order of arrival decides, and it is the same at every load."""
    for name in ("Поганка", "Лисичка"):
        nine.post("Груздь", f"[vote]{name}[/vote]")
    seen = {tuple(one.get("id") for one in shown(nine)) for _again in range(10)}
    assert len(seen) == 1
    assert votes(nine) == {"Груздь": "Лисичка"}
    assert [marks(one) for one in shown(nine)[-2:]] == [["Поганка"], ["Лисичка"]]


def test_posts_of_one_player_and_of_the_host(nine):
    """E030: the filters show only what they say, with the stub of a hidden post and pages of their own."""
    for number in range(30):
        post(nine, "Груздь", f"Слово {number}")
        if number % 10 == 0:
            post(nine, HOST, f"Ведущий {number}")
            post(nine, "Лисичка", f"Лиса {number}")
    vote(nine, "Груздь", "Лисичка")
    query = f"?by={nine.seats['Груздь']}"
    first = shown(nine, query=query)
    second = shown(nine, query=f"{query}&from={int(first[-1].get('id')[1:]) + 1}")
    assert len(first) == 25 and len(second) == 7  # with the announcement and the vote
    assert all(inner(one).startswith("Груздь") for one in first + second)
    assert "Посты: Груздь" in text_of(nine.client().get(nine.url() + query))
    hosts = [inner(one) for one in shown(nine, query="?by=host")]
    assert sum("Ведущий " in one for one in hosts) == 3 and not any("Лиса" in one for one in hosts)
    for nonsense in ("?by=99", "?by=x", "?by=-1", "?by=" + "9" * 40, "?only=x", "?page=x&by=\0"):
        assert nine.client().get(nine.url() + nonsense).status_code == 200


def test_the_deciding_vote_and_a_change_of_mind(clock):
    """E031: the vote that makes more than half ends the day; a withdrawal after it is refused with the reason."""
    played = make_game(9, clock=clock, options={"hammer": True}).to_day()
    for name in ("Мухомор", "Боровик", "Рыжик", "Опёнок"):
        vote(played, name, "Поганка")
    send(played, "Опёнок", "unvote")
    vote(played, "Лисичка", "Поганка")
    assert played.phase == "day" and tally(played) == {"Поганка": 4}
    vote(played, "Груздь", "Поганка")
    assert played.phase == "last_word"
    for response in (send(played, "Лисичка", "unvote"), send(played, "Лисичка", "vote", withdraw=1)):
        assert response.status_code == 422
        assert refusals(response) == [worded("wrong_phase", phase="last_word")]
    response = vote(played, "Опёнок", "Груздь")
    assert refusals(response) == [worded("wrong_phase", phase="last_word")]
    reports = [one for one in shown(played) if one.get("class") == "report" and "Голосование" in inner(one)]
    assert len(reports) == 1
    for name in ("Мухомор", "Боровик", "Рыжик", "Лисичка", "Груздь"):
        assert name in inner(reports[0])


def test_the_last_word(nine):
    """E032: only the bench speaks, a vote in it is refused and its text kept, the role shows nowhere before."""
    nine.to_last_word("Поганка")
    speech = "Прощайте. [vote]Груздь[/vote]"
    response = post(nine, "Поганка", speech)
    assert refusals(response) == [worded("wrong_phase", phase="last_word")] and field(response) == speech
    assert post(nine, "Поганка", "Прощайте.").status_code == 303
    for language in ("en", "ru"):
        speak(nine, "Груздь", language)
        response = post(nine, "Груздь", "А я думаю")
        assert refusals(response) == [worded("not_on_bench", language)] and field(response) == "А я думаю"
    assert post(nine, HOST, "Тише.").status_code == 303, "the host may post at any time"
    for who in ("", "Груздь", "Боровик"):
        page = nine.client(who).get(nine.url())
        bench, seats = by_class(dom(page), "bench")[0], by_class(dom(page), "seats")[0]
        assert "мафия" not in (inner(bench) + inner(seats)).casefold()
    assert "Всё сказано" not in text_of(nine.client("Груздь").get(nine.url()))
    assert refusals(send(nine, "Груздь", "done")) == [worded("not_on_bench")]
    assert send(nine, "Поганка", "done").status_code == 303
    assert nine.phase == "night", "all is said: the last word ends at once"
    assert refusals(post(nine, "Поганка", "Ещё слово")) == [worded("not_alive")]
    assert refusals(send(nine, "Поганка", "done")) == [worded("not_alive")]


def test_a_bench_of_two_ends_when_both_have_said_all(nine):
    """Section 2: by the button or by the tag; whoever has done so may write on until the end."""
    nine.to_last_word("Поганка", "Груздь")
    assert send(nine, "Поганка", "done").status_code == 303
    assert send(nine, "Поганка", "done").status_code == 303, "twice is once"
    page = nine.client("Поганка").get(nine.url())
    assert "Ваше последнее слово окончено" in text_of(page)
    assert nine.phase == "last_word"
    assert post(nine, "Поганка", "Ещё одно.").status_code == 303
    assert post(nine, "Груздь", "Всё. [done]").status_code == 303
    assert nine.phase == "runoff"


# ---------- being away ----------


def test_an_absence_notice_and_a_vote_in_advance(nine):
    """E061: the notice is public, the vote is not, until the day's vote opens."""
    assert send(nine, "Опёнок", "away", first=2, last=3).status_code == 303
    assert "Предупреждение об отсутствии: дни 2–3" in inner(shown(nine)[-1])
    assert send(nine, "Опёнок", "advance_vote", day=2, target=nine.seats["Груздь"]).status_code == 303
    own = text_of(nine.client("Опёнок").get(nine.url()))
    assert "Голос заранее, день 2: Груздь" in own
    for who in ("", "Груздь", "Мухомор"):
        assert "Голос заранее, день 2" not in text_of(nine.client(who).get(nine.url()))
    nine.votes("Маслёнок", *[name for name in nine.living() if name not in ("Опёнок", "Маслёнок")])
    nine.vote("Маслёнок", "Груздь").vote("Опёнок", "Маслёнок").end_phase().end_phase().end_phase()
    assert nine.phase == "day"
    assert votes(nine) == {"Опёнок": "Груздь"}
    assert tally(nine) == {"Груздь": 1}
    assert "оставлен заранее" in inner(shown(nine)[-1]) or "заранее" in inner(shown(nine)[-1])
    assert vote(nine, "Опёнок", "Лисичка").status_code == 303
    assert votes(nine) == {"Опёнок": "Лисичка"}


@pytest.mark.parametrize("language", ["ru", "en"])
def test_what_is_refused_about_absence(clock, language):
    """`day_over`, `no_notice`, `notice_too_long`: a sentence each, the form as it was."""
    played = make_game(7, clock=clock, options={"notice_max": 3}).to_day()
    speak(played, "Опёнок", language)
    cases = (
        ("away", {"first": 0, "last": 0}, worded("day_over", language)),
        ("away", {"first": "", "last": ""}, worded("day_over", language)),
        ("away", {"first": "x", "last": "y"}, worded("day_over", language)),
        ("away", {"first": "9" * 30, "last": 2}, worded("day_over", language)),
        ("away", {"first": 1, "last": 4}, worded("notice_too_long", language, most=3)),
        ("away", {"first": 1, "last": 999999999}, worded("notice_too_long", language, most=3)),
        ("advance_vote", {"day": 2, "target": 1}, worded("no_notice", language)),
        ("advance_vote", {"day": 1, "target": 1}, worded("day_over", language)),
        ("advance_vote", {"day": "", "target": ""}, None),
    )
    for name, fields, expected in cases:
        response = send(played, "Опёнок", name, **fields)
        assert response.status_code == 422, (name, fields)
        assert len(refusals(response)) == 1
        if expected:
            assert refusals(response) == [expected], (name, fields)
    assert send(played, "Опёнок", "away", first=2, last=4).status_code == 303
    for target, code in ((played.seats["Опёнок"], "target_self"), ("Никто", "target_unknown"), (0, "night_vote_off")):
        response = send(played, "Опёнок", "advance_vote", day=2, target=target)
        assert refusals(response)[0].startswith(worded(code, language, near=()).split(".")[0])
    assert refusals(send(played, "Опёнок", "away", first=5, last=5)) == [worded("notice_too_long", language, most=3)]
    seat = next(seat for seat in played.state().seats if seat.number == played.seats["Опёнок"])
    assert seat.notices == ((2, 4),) and seat.advance == ()


def test_a_game_without_absence_notices(clock):
    """`notice_max: off`: neither form is offered."""
    played = make_game(7, clock=clock, options={"notice_max": "off"}).to_day()
    assert "Предупредить об отсутствии" not in text_of(played.client("Груздь").get(played.url()))
    assert send(played, "Груздь", "away", first=1, last=1).status_code == 422


def test_who_has_no_seat_acts_in_nothing(nine):
    """`not_in_game` and 422 for a visitor, the host and another game's player; nothing changes."""
    before = nine.state().seq
    other = make_game(6, clock=nine.clock, tag=" Б")
    for name, fields in (
        ("vote", {"target": 1}), ("unvote", {}), ("done", {}), ("away", {"first": 1, "last": 1}),
        ("advance_vote", {"day": 2, "target": 1}), ("order", {"target": 1}), ("acknowledge", {}),
    ):  # fmt: skip
        nine.clock.shift(timedelta(seconds=5))
        for browser in (nine.client(""), nine.client(HOST), other.client("Мухомор Б")):
            for token in ("", nine.persona("Груздь").token, nine.host.token):
                response = browser.post(nine.url(name), {"as": token, **fields})
                assert response.status_code == 422, name
                assert refusals(response)[0] in (worded("not_in_game"), worded("wrong_persona"))
        assert nine.client("Груздь").get(nine.url(name)).status_code == 405
    assert nine.state().seq == before
