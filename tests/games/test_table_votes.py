"""Votes read out of posts and cast by the control, through the page (`rules.md` section 6)."""

import random

import pytest

from games.engine.events import NIGHT
from tests.factories import HOST, make_game, make_user
from tests.games.web import (
    field,
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


# ---------- what is a vote, and what is not ----------


HIDDEN = (
    "[quote=Поганка][vote]Груздь[/vote][/quote] Почему именно он?",
    "[quote][vote]Груздь[/vote][/quote]",
    "[quote=Поганка;12][b][vote]Груздь[/vote][/b][/quote]",
    "[quote][vote]Груздь[/vote]",
    "Голосуем так: [code][vote]Груздь[/vote][/code]",
    "[code]\n[голос]Груздь[/голос]\n[/code]",
    "[spoiler][vote]Груздь[/vote][/spoiler]",
    "[spoiler=Мой голос][b][голос]Груздь[/голос][/b][/spoiler]",
    "[quote][spoiler][vote]Груздь[/vote][/spoiler][/quote]",
)


def test_a_vote_in_a_quote_code_or_spoiler_is_none(nine):
    """E001–E004: such a text is posted, counts for nothing, and its author is told."""
    vote(nine, "Поганка", "Груздь")
    for text in HIDDEN:
        response = post(nine, "Волнушка", text)
        assert response.status_code == 303, text
        assert votes(nine) == {"Поганка": "Груздь"}, text
        page = nine.client("Волнушка").get(response["Location"])
        assert "не засчитан" in text_of(page), text
        assert marks(shown(nine)[-1]) == [], text
    assert tally(nine) == {"Груздь": 1}
    assert "Волнушка" in voteless(nine)


DECORATED = (
    "[b][vote]Груздь[/vote][/b]",
    "[vote][b]Груздь[/b][/vote]",
    "[VOTE]Груздь[/VOTE]",
    "[Голос]Груздь[/ГОЛОС]",
    "[color=red][vote]Груздь[/vote][/color]",
    "[vote]\nГруздь\n[/vote]",
    "[i][u][s][vote][i]Гру[/i]здь[/vote][/s][/u][/i]",
    # letter case, ё and е, blanks and what cannot be seen (E007–E009)
    "[vote]ГРУЗДЬ[/vote]",
    "[vote]гРуЗдЬ[/vote]",
    "[vote] Груздь [/vote]",
    "[vote]\u00a0Груздь\u00a0[/vote]",
    "[vote]Груздь\u200b[/vote]",
    "[vote]@Груздь[/vote]",
    # a unique beginning, and look-alikes of another alphabet
    "[vote]Груз[/vote]",
    "[vote]Гpyздь[/vote]",
)
WITHDRAWN = ("[unvote]", "[b][unvote][/b]", "[UNVOTE]", "[снять]", "Нет. [i][Снять][/i] Подумаю.")


def test_decoration_does_not_change_what_is_said(nine):
    """E005, E007–E009: all of these are votes for the same player, and the post shows it."""
    for number, text in enumerate(DECORATED):
        response = post(nine, "Лисичка", text)
        assert response.status_code == 303, (text, refusals(response))
        assert votes(nine) == {"Лисичка": "Груздь"}, text
        assert len(marks(shown(nine)[-1])) == 1, text
        withdrawal = WITHDRAWN[number % len(WITHDRAWN)]
        assert post(nine, "Лисичка", withdrawal).status_code == 303
        assert votes(nine) == {}, withdrawal
    assert "Лисичка" in voteless(nine)


def test_a_whole_match_beats_a_part_of_a_name(clock):
    """E006, E008, E009: names inside names, ё for е, two blanks."""
    names = ("Груздь", "Груздь2", "Чёрный груздь", "Белый гриб", "Опёнок", "Маслёнок", "Лисичка", "Рыжик")
    played = make_game(names=names, clock=clock).to_day({"Рыжик": "mafia"})
    said = {
        "Опёнок": ("[vote]груздь[/vote]", "Груздь"),
        "Лисичка": ("[vote]Груздь2[/vote]", "Груздь2"),
        "Рыжик": ("[vote]чёрный груздь[/vote]", "Чёрный груздь"),
        "Маслёнок": ("[vote]Белый  гриб[/vote]", "Белый гриб"),
        "Груздь": ("[vote]Опенок[/vote]", "Опёнок"),
        "Груздь2": ("[vote]МАСЛЕНОК[/vote]", "Маслёнок"),
        "Белый гриб": ("[vote]маслёнок[/vote]", "Маслёнок"),
    }
    for name, (text, _target) in said.items():
        assert post(played, name, text).status_code == 303
    assert votes(played) == {name: target for name, (_text, target) in said.items()}


def test_a_name_that_fits_several_is_refused_with_their_names(clock):
    """Section 6: two or more that fit are named."""
    names = ("Груздь Первый", "Груздь Второй", "Лисичка", "Рыжик", "Опёнок", "Боровик")
    played = make_game(names=names, clock=clock).to_day({"Рыжик": "mafia"})
    for text in ("Груз", "ГР", "груздь ", "Г.р.у.з"):
        response = post(played, "Лисичка", f"[vote]{text}[/vote]")
        assert response.status_code == 422, text
        assert "Груздь Первый, Груздь Второй" in refusals(response)[0]
        assert field(response) == f"[vote]{text}[/vote]"


def test_pictures_never_break_a_page(nine):
    """E010: read as the name, or refused with the reason and the text kept."""
    for text in ("[vote]Груздь 👍[/vote]", "[vote]🍄[/vote]", "[vote]👍Груздь[/vote]", "🍄 просто так"):
        response = post(nine, "Лисичка", text)
        if response.status_code == 422:
            assert field(response) == text
            assert refusals(response)
            assert votes(nine) == {}
        else:
            assert response.status_code == 303
            assert votes(nine) in ({}, {"Лисичка": "Груздь"})
            assert bool(marks(shown(nine)[-1])) == bool(votes(nine))
        send(nine, "Лисичка", "unvote")


ORDERED = (
    (None, "[vote]Груздь[/vote] хотя нет, [vote]Лисичка[/vote]", "Лисичка"),
    ("Груздь", "[unvote] [vote]Лисичка[/vote]", "Лисичка"),
    ("Груздь", "[vote]Лисичка[/vote] нет, подумаю ещё [unvote]", None),
    ("Груздь", "[quote][vote]Поганка[/vote][/quote][vote]Лисичка[/vote][spoiler][unvote][/spoiler]", "Лисичка"),
    (None, "[vote]Никого такого[/vote] [vote]Лисичка[/vote]", "Лисичка"),
)


def test_the_last_word_of_a_post_counts(nine):
    """E011, E012: written order decides within one post."""
    for before, text, after in ORDERED:
        if before:
            vote(nine, "Опёнок", before)
        assert post(nine, "Опёнок", text).status_code == 303, text
        assert votes(nine) == ({"Опёнок": after} if after else {}), text
        send(nine, "Опёнок", "unvote")


PIECES = (
    "[vote]{}[/vote]", "[голос]{}[/голос]", "[unvote]", "[b]", "[/b]", "[i]", "[/i]", "[quote]", "[/quote]",
    "[quote=Поганка;3]", "[quote=Гриб [север]]", "[vo\x01te]Груздь[/vote]", "[vote\x00]Рыжик[/vote]", "[un\x02vote]",
    "[spoiler]", "[/spoiler]", "[code]", "[/code]", "[vote]", "[/vote]",
    " слово ", "\n\n", "[", "]",
)  # fmt: skip


def test_the_counter_and_the_page_read_a_post_alike(nine):
    """E002 of any text: the vote that counts is the last one that the post shows, and only that."""
    dice = random.Random(2)
    names = ("Груздь", "лисичка", "РЫЖИК")
    counted = 0
    for _again in range(40):
        vote(nine, "Опёнок", "Маслёнок")
        text = "".join(dice.choice(PIECES).format(dice.choice(names)) for _i in range(dice.randint(1, 14))) + "."
        response = post(nine, "Опёнок", text)
        if response.status_code == 422:
            assert votes(nine) == {"Опёнок": "Маслёнок"}, text
            assert field(response) == text.replace("\0", "")
            continue
        seen = marks(shown(nine)[-1])
        after = votes(nine).get("Опёнок", "")
        assert after.casefold() == (seen[-1].casefold() if seen else "маслёнок"), text
        counted += bool(seen)
    assert counted > 10, "the dice must throw votes too"


# ---------- whom one may vote for ----------


def test_one_s_own_name_is_refused_alike_by_both_ways(nine):
    """E013: by tag and by control, first or not, the same answer in the reader's language, and the text is kept."""
    text = "Я. [vote]Груздь[/vote]"
    for language in ("ru", "en"):
        speak(nine, "Груздь", language)
        by_tag, by_control = post(nine, "Груздь", text), vote(nine, "Груздь", "Груздь")
        assert [by_tag.status_code, by_control.status_code] == [422, 422]
        assert refusals(by_tag) == refusals(by_control) == [worded("target_self", language)]
        assert field(by_tag) == text
        vote(nine, "Лисичка", "Груздь")
    assert votes(nine) == {"Лисичка": "Груздь"}


def test_one_s_own_name_counts_where_the_rules_allow_it(clock):
    """E013 with `self_vote`."""
    played = make_game(7, clock=clock, options={"self_vote": True}).to_day()
    assert post(played, "Груздь", "[vote]Груздь[/vote]").status_code == 303
    assert vote(played, "Лисичка", "Лисичка").status_code == 303
    assert votes(played) == {"Груздь": "Груздь", "Лисичка": "Лисичка"}


def test_somebody_who_is_out_cannot_be_voted_for(nine):
    """E014: refused by both ways, the text kept, an earlier vote stands."""
    nine.heart_attack("Волнушка")
    vote(nine, "Лисичка", "Мухомор")
    for language in ("ru", "en"):
        speak(nine, "Лисичка", language)
        by_tag = post(nine, "Лисичка", "Всё равно [vote]Волнушка[/vote]")
        by_control = vote(nine, "Лисичка", "Волнушка")
        assert refusals(by_tag) == refusals(by_control) == [worded("target_not_alive", language)]
        assert field(by_tag) == "Всё равно [vote]Волнушка[/vote]"
    assert votes(nine) == {"Лисичка": "Мухомор"}


def test_whoever_is_no_player_cannot_be_voted_for(nine):
    """E015 and its neighbours: refused with a reason, never an error page; an earlier vote stands."""
    make_user("passer@example.org", member="Прохожий")
    vote(nine, "Лисичка", "Мухомор")
    for name in (
        HOST,
        "Прохожий",
        "Никого",
        "Опёнек",
        "&lt;b&gt;",
        "-1",
        "999999999999",
        "ж" * 400,
        "",
        " ",
        "\0",
    ):
        for response in (
            post(nine, "Лисичка", f"[vote]{name}[/vote] слово"),
            send(nine, "Лисичка", "vote", target=name),
        ):
            assert response.status_code == 422, name
            assert len(refusals(response)) == 1, name
    assert send(nine, "Лисичка", "vote").status_code == 422
    assert votes(nine) == {"Лисичка": "Мухомор"}


@pytest.mark.parametrize("on", [False, True])
def test_the_night_as_a_candidate(clock, on):
    """Section 2: only where the rules have it, in the control and in posts alike."""
    played = make_game(7, clock=clock, options={"night_vote": on}).to_day()
    page = played.client("Груздь").get(played.url())
    assert ('<option value="0"' in page.content.decode()) is on
    responses = [post(played, "Груздь", "[vote]ночь[/vote]"), vote(played, "Лисичка", "ночь")]
    if on:
        assert votes(played) == {"Груздь": "ночь", "Лисичка": "ночь"}
        assert played.state().votes[0].target == NIGHT
    else:
        assert [refusals(one) for one in responses] == [[worded("night_vote_off")]] * 2
        assert votes(played) == {}
