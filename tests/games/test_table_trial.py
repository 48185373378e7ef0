"""Evening, last word, second round and trial on the page of a game (`rules.md` sections 2 and 10a)."""

import re

import pytest

from games import services
from tests.factories import HOST, make_game
from tests.games.web import (
    SOON,
    by_class,
    by_id,
    dom,
    inner,
    post,
    refusals,
    send,
    speak,
    tally,
    text_of,
    vote,
    worded,
)

pytestmark = pytest.mark.django_db

LIVE = {
    "evening": "2m", "day": "8m", "night": "3m", "last_word": "1m", "verdict": "1m", "runoff": "1m",
    "trial": True, "night_vote": True, "silent_removed": False, "inactive_removed": False, "votes_end_early": True,
    "mafia_wins": "parity",
}  # fmt: skip
ROLES = {"Мухомор": "mafia", "Поганка": "mafia", "Боровик": "commissioner", "Рыжик": "doctor"}


def table(clock, roles=ROLES, **options):
    """Return a live game on day 1."""
    return make_game(9, clock=clock, options={**LIVE, **options}).to_day(roles)


def bench_of(played, who: str = ""):
    """Return the box of the bench as somebody sees it."""
    return by_id(dom(played.client(who).get(played.url())), "bench")


def to_evening(played):
    """Let the talk end."""
    return played.end_phase()


def to_trial(played, accused: str):
    """Put one player before the town."""
    to_evening(played)
    others = [name for name in played.living() if name != accused]
    played.votes(accused, *others[:-1])
    assert played.phase == "evening"
    played.end_phase()
    assert played.phase == "last_word"
    return played.end_phase()


def say(played, who: str, word: str, **fields):
    """Say FOR or AGAINST by the button."""
    return send(played, who, "say", word=word, **fields)


# ---------- evening ----------


def test_a_day_of_talk_tells_when_its_vote_opens(clock):
    """With an evening a day has talk only: no control of a vote, and the time at which it opens."""
    played = table(clock)
    page = played.client("Груздь").get(played.url())
    panel = by_id(dom(page), "votes")
    assert "Голосование откроется" in inner(panel) and "12:08" in inner(panel)
    assert not by_class(panel, "ballot") and "Голосование позже" not in inner(panel)
    [sentence] = refusals(vote(played, "Груздь", "Мухомор"))
    assert "вечером" in sentence
    refused = post(played, "Груздь", "[vote]Мухомор[/vote]")
    assert refused.status_code == 422 and by_class(dom(refused), "composer")
    services.pause(game=played.game, host=played.host, at=played.now())
    assert "откроется вечером" in inner(by_id(dom(played.client("Груздь").get(played.url())), "votes"))


def test_the_evening_has_the_ballot_with_the_night(clock):
    played = to_evening(table(clock))
    page = dom(played.client("Груздь").get(played.url()))
    panel = by_id(page, "votes")
    options = [inner(one) for one in panel.iter() if one.tag == "option"]
    assert "Ночь" in options and "Груздь" not in options and "Голосование откроется" not in inner(panel)
    assert "Вечер 1" in inner(by_id(page, "phasebar"))
    assert vote(played, "Груздь", "ночь").status_code == 303
    assert vote(played, "Лисичка", "Мухомор").status_code == 303
    assert tally(played) == {"Мухомор": 1, "Ночь": 1}


def test_the_page_of_the_second_day_shows_the_first_days_result_under_the_talk(clock):
    played = to_evening(table(clock))
    played.votes("ночь", *played.living()[:-1]).end_phase()
    assert played.phase == "night"
    played.end_phase()
    words = inner(by_id(dom(played.client().get(played.url())), "votes"))
    assert "Голосование откроется" in words and "Голоса дня 1" in words


# ---------- last word ----------


def test_in_the_last_word_only_the_bench_has_a_field(clock):
    """The bench sees the composer and the button; all see who stands there and that a trial follows."""
    played = to_evening(table(clock))
    played.votes("Опёнок", *[name for name in played.living() if name not in ("Опёнок", "Чага")][:-1]).end_phase()
    for who in ("", "Груздь", "Опёнок", "Мухомор"):
        page = dom(played.client(who).get(played.url()))
        box = by_id(page, "bench")
        assert "Опёнок" in inner(box) and "«за» или «против»" in inner(box)
        assert bool(by_class(page, "composer")) is (who == "Опёнок")
        assert ("Всё сказано" in inner(box)) is (who == "Опёнок")
        assert "мститель" not in inner(box)
    assert send(played, "Груздь", "done").status_code == 422
    assert send(played, "Опёнок", "done").status_code == 303
    assert played.phase == "verdict"


def test_where_an_avenger_was_dealt_the_whole_bench_reads_how_to_name_somebody(clock):
    """The line is the same for whoever stands there; what was named stands above the thread."""
    played = to_evening(table(clock, {**ROLES, "Груздь": "avenger"}))
    played.votes("Опёнок", *[name for name in played.living() if name != "Опёнок"][:-1]).end_phase()
    assert "[голос]Ник[/голос]" in inner(bench_of(played, "Опёнок"))
    assert "[голос]" not in inner(bench_of(played, "Лисичка"))
    toolbar = by_class(dom(played.client("Опёнок").get(played.url())), "bbar")[0]
    assert by_class(toolbar, "v")
    assert post(played, "Опёнок", "Со мной уйдёт [vote]Мухомор[/vote]").status_code == 303
    assert "Опёнок называет в последнем слове: Мухомор" in inner(bench_of(played, "Лисичка"))


def test_a_tie_with_the_night_is_told_in_the_last_word_and_stands_in_the_second_round(clock):
    played = to_evening(table(clock))
    played.votes("Опёнок", "Груздь", "Лисичка", "Рыжик").votes("ночь", "Опёнок", "Мухомор", "Поганка").end_phase()
    box = inner(bench_of(played, "Груздь"))
    assert "решает второй тур" in box and "У ночи было столько же голосов" in box
    send(played, "Опёнок", "done")
    assert played.phase == "runoff"
    box = bench_of(played, "Груздь")
    assert "Ночь" in inner(by_class(box, "bench-who")[0]) and "Если больше всего голосов у ночи" in inner(box)
    assert "ждёт казнь" in inner(box) and "тюрьм" not in inner(box)
    assert any(one.get("href") == "#votes" for one in box.iter("a"))
    assert vote(played, "Груздь", "ночь").status_code == 303
    assert refusals(vote(played, "Груздь", "Мухомор")) == [worded("not_a_candidate")]


# ---------- trial ----------


def test_for_and_against_by_name_and_number(clock):
    """Openly, by the buttons; changed until the close; who is still to say stands below; nothing is chosen before."""
    played = to_trial(table(clock), "Опёнок")
    assert played.phase == "verdict"
    box = bench_of(played, "Груздь")
    assert [one.get("aria-pressed") for one in box.iter("button")] == ["false", "false"]
    assert say(played, "Груздь", "for").status_code == 303
    assert say(played, "Лисичка", "against").status_code == 303
    assert say(played, "Опёнок", "against").status_code == 303
    box = bench_of(played, "Груздь")
    assert [one.get("aria-pressed") for one in box.iter("button")] == ["true", "false"]
    sides = [inner(one) for one in by_class(box, "hands")[0].iter("p")]
    assert sides == ["ЗА 1 Груздь", "ПРОТИВ 2 Лисичка, Опёнок"]
    waiting = next(inner(one) for one in box.iter("p") if inner(one).startswith("Ещё не сказали:"))
    assert "Мухомор" in waiting and "Груздь" not in waiting
    assert say(played, "Груздь", "against").status_code == 303
    assert "ЗА 0" in inner(bench_of(played))
    assert not by_class(bench_of(played), "verdict"), "a visitor has no buttons"


def test_a_word_in_a_post_is_the_same_word(clock):
    played = to_trial(table(clock), "Опёнок")
    assert post(played, "Груздь", "Мне всё ясно: [за]").status_code == 303
    assert post(played, "Лисичка", "[b][against][/b]").status_code == 303
    box = inner(by_class(bench_of(played), "hands")[0])
    assert box == "ЗА 1 Груздь ПРОТИВ 1 Лисичка"


def test_what_is_refused_in_a_trial_says_why(clock):
    """Who, when, what (section 9): the sentence stands in the panel, and where there is none, in its place."""
    played = to_trial(table(clock), "Опёнок")
    for language in ("en", "ru"):
        speak(played, "Груздь", language)
        for word in ("", "guilty", "1", "за" * 5000):
            answer = say(played, "Груздь", word)
            assert answer.status_code == 422
            assert refusals(answer) == [worded("verdict_unclear", language)]
            assert by_class(by_id(dom(answer), "bench"), "is-no")
    assert not played.state().verdicts
    visitor = played.client().post(played.url("say"), {"word": "for"})
    assert visitor.status_code == 422 and refusals(visitor) == [worded("not_in_game")]
    host = say(played, HOST, "for")
    assert host.status_code == 422
    assert refusals(say(played, "Лисичка", "for", phase="evening-1")) == [worded("wrong_phase", moved=True)]
    foreign = say(played, "Лисичка", "for", **{"as": played.persona("Груздь").token})
    assert refusals(foreign) == [worded("wrong_persona")]
    deadline = played.state().phase.deadline
    clock.move_to(deadline)
    late = say(played, "Лисичка", "for")
    assert late.status_code == 422
    played.end_phase()
    assert played.phase == "night"
    gone = say(played, "Лисичка", "for", phase="verdict-1")
    assert gone.status_code == 422
    assert inner(by_class(by_id(dom(gone), "bench"), "is-no")[0]) == worded("wrong_phase", moved=True)


def test_an_acquittal_and_an_execution_stand_as_the_result(clock):
    """The last round beside the thread is the trial: both sides, by name."""
    played = to_trial(table(clock), "Опёнок")
    names = played.living()
    for name in names[:4]:
        say(played, name, "for")
    for name in names[4:8]:
        say(played, name, "against")
    played.end_phase()
    assert played.phase == "night" and "Опёнок" in played.living(), "as many AGAINST as FOR: nobody goes"
    panel = by_id(dom(played.client().get(played.url())), "votes")
    assert "Суд дня 1: Опёнок" in inner(panel)
    assert tally(played) == {"ЗА": 4, "ПРОТИВ": 4}
    assert not by_class(panel, "is-lead")
    assert bench_of(played) is not None and not by_class(bench_of(played), "bench")
    protocol = text_of(played.client().get(played.url("protocol")))
    assert "Суд, день 1" in protocol and "ПРОТИВ 4" in protocol


def test_a_trial_ends_at_once_when_all_have_spoken(clock):
    played = to_trial(table(clock), "Опёнок")
    for name in played.living():
        assert say(played, name, "for").status_code == 303
    assert played.phase == "night" and "Опёнок" not in played.living()
    panel = by_id(dom(played.client().get(played.url())), "votes")
    assert tally(played) == {"ЗА": 9, "ПРОТИВ": 0} and len(by_class(panel, "is-lead")) == 1


def test_a_mayors_votes_count_twice_everywhere(clock):
    """Section 10a: in the vote and in the trial; the seat says so; bars have a cell for each vote."""
    played = table(clock, {**ROLES, "Груздь": "mayor"})
    assert "×2" not in text_of(played.client().get(played.url()))
    services.declare_mayor(game=played.game, seat=played.seats["Груздь"], at=played.now())
    assert "мэр ×2" in inner(by_id(dom(played.client().get(played.url())), "seats"))
    to_evening(played)
    vote(played, "Груздь", "Опёнок")
    vote(played, "Лисичка", "Опёнок")
    assert tally(played) == {"Опёнок": 3}
    panel = by_id(dom(played.client().get(played.url())), "votes")
    assert "Груздь ×2, Лисичка" in inner(panel) and "2 из 9" in inner(panel)
    assert len(list(by_class(panel, "tally")[0])) == 10
    played.end_phase().end_phase()
    assert played.phase == "verdict"
    say(played, "Груздь", "against")
    say(played, "Лисичка", "for")
    assert inner(by_class(bench_of(played), "hands")[0]) == "ЗА 1 Лисичка ПРОТИВ 2 Груздь ×2"
    played.end_phase()
    assert tally(played) == {"ЗА": 1, "ПРОТИВ": 2}
    assert "ПРОТИВ 2" in text_of(played.client().get(played.url("protocol")))


# ---------- an open page ----------


def test_an_open_page_gets_both_sides_and_keeps_the_field(clock):
    """A word of somebody else comes to an open page, with the buttons; never a text field."""
    played = to_trial(table(clock), "Опёнок")
    page = played.client("Груздь").get(played.url()).content.decode()
    ask = re.search(r'id="live" hx-get="([^"]+)"', page)[1].replace("&amp;", "&")
    assert played.client("Груздь").get(ask).status_code == 204
    say(played, "Лисичка", "for")
    fresh = played.client("Груздь").get(ask).content.decode()
    assert 'hx-swap-oob="innerHTML:#bench"' in fresh and 'value="against"' in fresh and "Лисичка" in fresh
    assert "<textarea" not in fresh and "<select" not in fresh


def test_the_time_left_stands_beside_the_field_of_a_live_game(clock):
    """In a game of minutes the composer counts down; extended, an open page gets the new end; in a slow one nothing."""
    played = table(clock)
    page = played.client("Груздь").get(played.url()).content.decode()
    assert 'id="composer-left"' in page
    ask = re.search(r'id="live" hx-get="([^"]+)"', page)[1].replace("&amp;", "&")
    services.extend(game=played.game, host=played.host, by=SOON, seen=None, at=played.now())
    fresh = played.client("Груздь").get(ask).content.decode()
    until = played.state().phase.deadline.strftime("%Y-%m-%dT%H:%M:%S")
    assert 'hx-swap-oob="innerHTML:#composer-left"' in fresh and until in fresh.split("#composer-left")[1]
    slow = make_game(7, clock=clock, tag="2").to_day()
    assert 'id="composer-left"' not in slow.client("Груздь2").get(slow.url()).content.decode()


def test_the_time_left_is_put_away_in_a_pause_and_comes_again(clock):
    """A page that was opened in a pause has the place where the clock comes when the game goes on."""
    played = table(clock)
    services.pause(game=played.game, host=played.host, at=played.now())
    page = played.client("Груздь").get(played.url()).content.decode()
    assert '<span id="composer-left"></span>' in page
    ask = re.search(r'id="live" hx-get="([^"]+)"', page)[1].replace("&amp;", "&")
    services.resume(game=played.game, host=played.host, at=played.now())
    fresh = played.client("Груздь").get(ask).content.decode()
    until = played.state().phase.deadline.strftime("%Y-%m-%dT%H:%M:%S")
    assert until in fresh.split("#composer-left")[1]
    ask = re.search(r'id="live" hx-get="([^"]+)"', fresh)[1].replace("&amp;", "&")
    services.pause(game=played.game, host=played.host, at=played.now())
    assert '"innerHTML:#composer-left"></span>' in played.client("Груздь").get(ask).content.decode()
