"""Behaviour by example: the count, ties, the second round and the trial.

By number, with the test that shows it where that is another file's; `+` where there is more of it below.

    E022 the number needed         test_table_day.test_the_number_needed_follows_the_living +
    E023 all have voted            test_table_day.test_a_day_stays_open_when_all_have_voted +
    E024 two leaders               test_table_day.test_two_leaders_and_an_undecided_second_round +
    E025 second round undecided    test_table_day.test_two_leaders_and_an_undecided_second_round +
    E026 FOR and AGAINST           +
    E027 the night has most votes  test_table_day.test_the_night_has_the_most_votes +
    E028 changing one's mind       test_table_day.test_changing_one_s_mind_keeps_the_history +
    E029 the same second           test_table_day.test_two_acts_in_the_same_second
    E030 history and its links     test_table_day.test_posts_of_one_player_and_of_the_host +
    E031 the deciding vote         test_table_day.test_the_deciding_vote_and_a_change_of_mind +
    E032 the last word             test_table_day.test_the_last_word, test_letters_pages +
"""

import re
from typing import Any

import pytest

from common.refusal import Refusal
from games import services
from games.models import Room
from tests.factories import Played, make_game
from tests.games.checks import last, posts, said, words
from tests.games.live import conference, night_of, to_trial
from tests.games.web import (
    by_class,
    by_id,
    dom,
    inner,
    post,
    refusals,
    send,
    shown,
    tally,
    text_of,
    vote,
    voteless,
    worded,
)

pytestmark = pytest.mark.django_db

EIGHT = ("Мухомор", "Поганка", "Боровик", "Рыжик", "Груздь", "Опёнок", "Лисичка", "Волнушка")


def say(played: Played, who: str, word: str) -> Any:
    """Say FOR or AGAINST by the button."""
    return send(played, who, "say", word=word)


def hands(played: Played) -> dict[str, set[str]]:
    """Return who stands under FOR and AGAINST in the open trial."""
    box = by_class(by_id(dom(played.client().get(played.url())), "bench"), "hands")[0]
    found = {}
    for side in box.iter("p"):
        title, _number, *names = inner(side).replace(",", "").split()
        found[title] = set(names)
    return found


def runoff(played: Played) -> Played:
    """Let Груздь and Лисичка tie 4:4 on day 1, one vote elsewhere, and both say their last word."""
    played.votes("Груздь", "Мухомор", "Боровик", "Опёнок", "Лисичка")
    played.votes("Лисичка", "Поганка", "Рыжик", "Груздь", "Волнушка").vote("Маслёнок", "ночь").end_phase()
    assert played.phase == "last_word"
    return played.end_phase()


def test_e022_in_a_trial_the_number_of_the_living_follows_too(clock: Any) -> None:
    played = conference(clock=clock, hammer="on")
    played.votes("Опёнок", "Мухомор", "Поганка")
    for out, living, needed in (("Волнушка", 8, 5), ("Маслёнок", 7, 4)):
        played.heart_attack(out)
        page = text_of(played.client("Груздь").get(played.url()))
        assert f"Живы: {living} из 9" in page and f"{needed} голос" in page
        assert len(voteless(played)) == living - 2 and out not in voteless(played)
    played.vote("Рыжик", "Опёнок")
    assert played.phase == "day"
    played.vote("Лисичка", "Опёнок")
    assert played.phase == "last_word", "four of seven"
    played.end_phase()
    played.heart_attack("Лисичка")
    box = by_id(dom(played.client("Груздь").get(played.url())), "bench")
    waiting = next(inner(one) for one in box.iter("p") if inner(one).startswith("Ещё не сказали:"))
    assert {name for name in played.seats if name in waiting} == set(played.living())


def test_e023_a_trial_in_which_all_have_spoken_stays_open() -> None:
    played = to_trial(conference(), "Поганка", "Груздь")
    played.say(True, *played.living())
    assert played.phase == "verdict"
    played.say(False, *EIGHT[:5]).end_phase()
    assert (played.phase, len(played.living())) == ("night", 9), "five AGAINST, four FOR"


@pytest.mark.parametrize("preset", ["forum", "conference"])
def test_e024_e025_a_tie_and_a_second_one_in_both_presets(preset: str) -> None:
    played = conference() if preset == "conference" else make_game(9, options={"night_vote": "on"}).to_day()
    runoff(played)
    assert (played.phase, len(played.living())) == ("runoff", 9)
    assert set(played.state().candidates) == {played.seats["Груздь"], played.seats["Лисичка"]}
    for target in ("Мухомор", "ночь"):
        with pytest.raises(Refusal, match="not_a_candidate"):
            played.vote("Опёнок", target)
    with pytest.raises(Refusal, match="not_a_candidate"):
        played.post("Опёнок", "[vote]Мухомор[/vote]")
    played.votes("Груздь", "Мухомор", "Боровик", "Опёнок", "Лисичка")
    played.votes("Лисичка", "Поганка", "Рыжик", "Груздь", "Волнушка").end_phase()
    assert (played.phase, len(played.living())) == ("night", 9), "no third vote, and no trial"


def test_e024_e025_who_loses_the_second_round_is_executed_without_a_trial() -> None:
    played = runoff(conference())
    played.votes("Лисичка", "Мухомор", "Груздь").vote("Опёнок", "Груздь").end_phase()
    assert (played.phase, "Лисичка" in played.living()) == ("night", False)


@pytest.mark.parametrize(("guilty", "out"), [(4, False), (5, True)])
def test_e026_for_and_against(clock: Any, guilty: int, out: bool) -> None:
    """Eight of nine speak; the names on the page are the ballots, before the close and after it."""
    played = to_trial(conference(clock=clock), "Лисичка", "Груздь", "Опёнок")
    for name in EIGHT[:guilty]:
        assert say(played, name, "for").status_code == 303
    for name in EIGHT[guilty:]:
        assert say(played, name, "against").status_code == 303
    assert hands(played) == {"ЗА": set(EIGHT[:guilty]), "ПРОТИВ": set(EIGHT[guilty:])}
    before = last(played.game.thread)
    played.end_phase()
    assert (played.phase, "Лисичка" not in played.living()) == ("night", out)
    told = " ".join(said(played, before))
    assert ("честный житель" in told) == out, "the role is shown of whoever leaves"
    assert tally(played) == {"ЗА": guilty, "ПРОТИВ": 8 - guilty}
    protocol = text_of(played.client().get(played.url("protocol")))
    line = protocol[protocol.index("Суд, день 1") :]
    sides = re.search(rf"ЗА {guilty}(.*?)ПРОТИВ {8 - guilty}(.*)", line)
    assert sides, line
    assert [name for name in EIGHT if name in sides[1]] == list(EIGHT[:guilty])
    assert all(name in sides[2] for name in EIGHT[guilty:])


def test_e027_silence_is_no_vote_for_the_night() -> None:
    played = make_game(9, options={"night_vote": "on"}).to_day()
    played.votes("Груздь", "Мухомор", "Поганка", "Боровик").votes("ночь", "Рыжик", "Опёнок")
    played.end_phase()
    assert (played.phase, played.state().bench) == ("last_word", (played.seats["Груздь"],))


def test_e028_a_word_in_a_trial_is_changed_too(clock: Any) -> None:
    """By post and button in turn: one word counts, and each stands in the history."""
    played = to_trial(conference(clock=clock), "Лисичка", "Опёнок")
    before = last(played.game.thread)
    post(played, "Груздь", "[за]")
    say(played, "Груздь", "against")
    say(played, "Груздь", "for")
    post(played, "Груздь", "Нет, [против].")
    assert hands(played) == {"ЗА": set(), "ПРОТИВ": {"Груздь"}}
    entries = posts(played.game.thread, before)
    assert [(one.style, words(one)) for one in entries] == [
        ("post", "ЗА"),
        ("line", "ПРОТИВ"),
        ("line", "ЗА"),
        ("post", "Нет, ПРОТИВ ."),
    ]


def test_e030_the_history_of_all_days_and_its_links(clock: Any) -> None:
    """Votes, changes, withdrawals and words of the trials of three days, each with its time and a link to its post."""
    played = conference(clock=clock)
    acts = 0
    for day in (1, 2, 3):
        for number in range(9):
            post(played, "Боровик", f"День {day}, слово {number}")
        post(played, "Груздь", "[vote]Лисичка[/vote]")
        vote(played, "Груздь", "Опёнок")
        send(played, "Груздь", "unvote")
        vote(played, "Рыжик", "Лисичка")
        played.end_phase().end_phase()
        say(played, "Опёнок", "against")
        post(played, "Рыжик", "Пусть: [за] и [против]")
        acts += 6
        played.end_phase().end_phase()
    assert played.state().phase.day == 4
    entries = shown(played, query="?only=votes")
    assert len(entries) == acts
    assert all(by_class(one, "no") and list(one.iter("time")) for one in entries)
    numbers = [int(one.get("id", "p").removeprefix("p")) for one in entries]
    assert numbers == sorted(numbers) and {1, 2, 3} <= {number // 25 + 1 for number in numbers}
    for one in entries:
        link = by_class(one, "no")[0].get("href")
        landed = shown(played, query=link.removeprefix(played.url()))
        assert [same.get("id") for same in landed].count(one.get("id")) == 1
    mine = shown(played, query=f"?by={played.seats['Груздь']}")
    assert mine and all(inner(one).startswith("Груздь") for one in mine)
    protocol = text_of(played.client().get(played.url("protocol")))
    assert all(f"Суд, день {day}" in protocol for day in (1, 2, 3))


@pytest.mark.parametrize("first", ["withdrawal", "vote"])
def test_e031_the_deciding_vote_in_an_evening(first: str) -> None:
    played = conference(hammer="on", evening="2m").end_phase()
    assert played.phase == "evening"
    played.votes("Поганка", "Мухомор", "Боровик", "Рыжик", "Опёнок")
    before = last(played.game.thread)
    if first == "withdrawal":
        services.withdraw_vote(game=played.game, seat=played.seats["Опёнок"], at=played.now())
        played.vote("Груздь", "Поганка")
        assert played.phase == "evening"
        return
    played.vote("Груздь", "Поганка")
    assert played.phase == "last_word"
    with pytest.raises(Refusal, match="wrong_phase"):
        services.withdraw_vote(game=played.game, seat=played.seats["Опёнок"], at=played.now())
    closing = [one for one in posts(played.game.thread, before) if one.mark == "count"]
    assert len(closing) == 1
    assert all(name in words(closing[0]) for name in ("Мухомор", "Боровик", "Рыжик", "Опёнок", "Груздь"))


def test_e032_the_last_word_before_a_trial(clock: Any) -> None:
    """Only the bench speaks; the role shows nowhere before the verdict, and afterwards she writes nowhere."""
    played = conference(clock=clock)
    played.votes("Поганка", *[name for name in EIGHT if name != "Поганка"]).end_phase()
    assert refusals(post(played, "Поганка", "Прощайте. [vote]Груздь[/vote]")) == [
        worded("wrong_phase", phase="last_word")
    ]
    assert post(played, "Поганка", "Прощайте.").status_code == 303
    assert refusals(post(played, "Груздь", "А я думаю")) == [worded("not_on_bench")]

    def seen() -> str:
        return " ".join(
            inner(part).casefold()
            for who in ("", "Груздь", "Боровик")
            for page in [dom(played.client(who).get(played.url()))]
            for part in (*by_class(page, "bench"), *by_class(page, "seats"))
        )

    assert "мафия" not in seen()
    send(played, "Поганка", "done")
    assert played.phase == "verdict"
    assert "мафия" not in seen()
    assert post(played, "Поганка", "Подумайте.").status_code == 303, "in the trial she is one of the living"
    assert say(played, "Поганка", "against").status_code == 303
    for name in EIGHT[2:]:
        say(played, name, "for")
    room = Room.objects.select_related("thread").get(game=played.game, kind=Room.Kind.MAFIA)
    night_of(played)
    assert "Поганка" not in played.living() and "мафия" in seen()
    assert refusals(post(played, "Поганка", "Ещё слово")) == [worded("not_alive")]
    url = played.url("letter", token=room.thread.token)
    answer = played.client("Поганка").post(url, played.form("Поганка", text="Я тут."))
    assert answer.status_code == 422 and refusals(answer) == [worded("not_alive")]
