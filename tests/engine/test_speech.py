"""What people type: votes in posts, names, messages to the host (`rules.md` section 6)."""

from collections.abc import Mapping
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.refusal import Refusal
from games.engine.speech import Ballot, Message, ballot_of, candidate, find, is_night, read_message, says_done

MUSHROOMS = {
    number: name
    for number, name in enumerate(
        (
            "Мухомор",
            "Поганка",
            "Боровик",
            "Рыжик",
            "Груздь",
            "Груздь2",
            "Чёрный груздь",
            "Опёнок",
            "Маслёнок",
            "Лисичка",
            "Белый гриб",
            "Truffle",
            "Д'Артаньян",
        ),
        start=1,
    )
}
LIVING = tuple(MUSHROOMS)


def named(text: str, roster: Mapping[int, str] = MUSHROOMS, living: tuple[int, ...] = LIVING) -> str:
    """Return the name that is found, or the code of the refusal."""
    try:
        return roster[find(text, roster, living)]
    except Refusal as refusal:
        return refusal.code


# ---- votes in posts


@pytest.mark.parametrize(
    ("said", "ballot"),
    [
        ([], None),
        ([("b", "Груздь"), ("done", "")], None),
        ([("vote", "Груздь")], Ballot("Груздь")),
        ([("VOTE", "Груздь")], Ballot("Груздь")),
        ([("Голос", "Груздь")], Ballot("Груздь")),
        ([("vote", "Груздь"), ("vote", "Лисичка")], Ballot("Лисичка")),
        ([("unvote", ""), ("vote", "Лисичка")], Ballot("Лисичка")),
        ([("vote", "Лисичка"), ("unvote", "")], Ballot(withdraw=True)),
        ([("vote", "Лисичка"), ("СНЯТЬ", "")], Ballot(withdraw=True)),
        ([("vote", "Лисичка"), ("all", "")], Ballot("Лисичка")),
    ],
)
def test_the_last_vote_or_withdrawal_of_a_post_counts(said: list[tuple[str, str]], ballot: Ballot | None) -> None:
    assert ballot_of(said) == ballot


@pytest.mark.parametrize(
    ("tag", "done"), [("done", True), ("Done", True), ("всё", True), ("все", True), ("vote", False)]
)
def test_a_post_may_end_the_last_word(tag: str, done: bool) -> None:
    assert says_done([("b", "x"), (tag, "")]) == done


# ---- names


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        # A full match beats a partial one.
        ("груздь", "Груздь"),
        ("Груздь2", "Груздь2"),
        ("чёрный груздь", "Чёрный груздь"),
        # Letter case, ё and е.
        ("ГРУЗДЬ", "Груздь"),
        ("гРуЗдЬ", "Груздь"),
        ("Опенок", "Опёнок"),
        ("МАСЛЕНОК", "Маслёнок"),
        ("маслёнок", "Маслёнок"),
        ("Опёнек", "target_unknown"),
        # Spaces and what cannot be seen.
        (" Груздь ", "Груздь"),
        ("\u00a0Груздь\u00a0", "Груздь"),
        ("Груздь\u200b", "Груздь"),
        ("Белый  гриб", "Белый гриб"),
        ("\nГруздь\n", "Груздь"),
        ("белый_гриб", "Белый гриб"),
        ("@Рыжик", "Рыжик"),
        ("Д’Артаньян", "Д'Артаньян"),
        # Look-alikes of the other alphabet.
        ("Tруффле", "target_unknown"),
        ("Рыжик".replace("Р", "P"), "Рыжик"),
        # A unique beginning.
        ("Мух", "Мухомор"),
        ("трюф", "target_unknown"),
        ("truf", "Truffle"),
        ("Бел", "Белый гриб"),
        ("Чёрный", "Чёрный груздь"),
        ("Груз", "target_ambiguous"),
        ("М", "target_ambiguous"),
        # Not an end or a middle of a name.
        ("гриб", "target_unknown"),
        ("ухомор", "target_unknown"),
        # What is no name at all.
        ("", "target_unknown"),
        ("   ", "target_unknown"),
        ("\u200b\u200b", "target_unknown"),
        ("Груздь 👍", "target_unknown"),
        ("👍", "target_unknown"),
        ("Лесник", "target_unknown"),
        ("Никого", "target_unknown"),
        ("x" * 100_000, "target_unknown"),
    ],
)
def test_a_typed_name_is_found(typed: str, name: str) -> None:
    assert named(typed) == name


def test_an_ambiguous_name_comes_back_with_those_that_fit() -> None:
    with pytest.raises(Refusal) as refused:
        find("Груз", MUSHROOMS, LIVING)
    assert refused.value.params == {"seats": (5, 6)}


def test_an_unknown_name_comes_back_with_the_nearest_of_the_living() -> None:
    with pytest.raises(Refusal) as refused:
        find("Опёнек", MUSHROOMS, LIVING)
    assert refused.value.params == {"near": (8,)}
    with pytest.raises(Refusal) as refused:
        find("Опёнек", MUSHROOMS, tuple(n for n in LIVING if n != 8))
    assert 8 not in refused.value.params["near"]  # type: ignore[operator]


def test_a_beginning_prefers_the_living_but_a_whole_name_means_its_bearer() -> None:
    without = tuple(n for n in LIVING if n != 5)
    assert named("Груз", living=without) == "Груздь2"
    assert named("Груздь", living=without) == "Груздь"
    nobody = tuple(n for n in LIVING if n not in (5, 6))
    assert named("Груз", living=nobody) == "target_ambiguous"
    assert named("Мухо", living=()) == "Мухомор"


@pytest.mark.parametrize("text", ["ночь", "НОЧЬ", " Ночь ", "night", "Night", "н о ч ь", "@ночь"])
def test_the_night_by_its_whole_word(text: str) -> None:
    assert is_night(text)
    assert candidate(text, MUSHROOMS, LIVING) == 0


@pytest.mark.parametrize("text", ["ноч", "nigh", "ночью", "за ночь", "", "ночька"])
def test_the_night_is_never_meant_by_a_part(text: str) -> None:
    assert not is_night(text)
    with pytest.raises(Refusal, match="target_unknown"):
        candidate(text, MUSHROOMS, LIVING)


def test_a_beginning_that_would_fit_the_night_too_means_the_player() -> None:
    assert candidate("ноч", {1: "Ночной дозор"}, (1,)) == 1
    assert candidate("ночь", {1: "Ночной дозор"}, (1,)) == 0


# ---- messages to the host


@pytest.mark.parametrize(
    ("text", "kind", "name"),
    [
        ("+", "ack", ""),
        (" +\n", "ack", ""),
        ("+1", "text", ""),
        ("отмена", "cancel", ""),
        ("Отмена.", "cancel", ""),
        ("CANCEL", "cancel", ""),
        ("пас", "pass", ""),
        ("Пас!", "pass", ""),
        ("pass", "pass", ""),
        # A nickname alone.
        ("Груздь", "name", "Груздь"),
        ("Опёнок.", "name", "Опёнок"),
        ("«Белый гриб»", "name", "Белый гриб"),
        ("  лисичка  \n", "name", "лисичка"),
        ("Мух", "name", "Мух"),
        ("[Груздь]", "name", "Груздь"),
        # In a short phrase.
        ("кто такой «Груздь»?", "name", "Груздь"),
        ("Кто такая Лисичка", "name", "Лисичка"),
        ("кто это Лисичка?", "name", "Лисичка"),
        ("кто Лисичка?", "name", "Лисичка"),
        ("убить Груздь", "name", "Груздь"),
        ("УБИТЬ: Груздь", "name", "Груздь"),
        ("убиваем — Чёрный груздь", "name", "Чёрный груздь"),
        ("чёрная метка Груздь", "name", "Груздь"),
        ("черную метку на Груздь", "name", "Груздь"),
        ("лечу Белый гриб", "name", "Белый гриб"),
        ("проверить Лисичка", "name", "Лисичка"),
        ("check Truffle", "name", "Truffle"),
        ("Who is Truffle?", "name", "Truffle"),
        ("who's Truffle?", "name", "Truffle"),
        ("kill\u00a0Truffle", "name", "Truffle"),
        ("heal: truf", "name", "truf"),
        # Only a name, or a verb and a name, that nobody bears: an answer with the nearest is due.
        ("Лесник", "name", "Лесник"),
        ("убить Лесник", "name", "Лесник"),
        ("убить Никого", "name", "Никого"),
        ("лечу Опёнек", "name", "Опёнек"),
        # Two names, or a sentence: nothing is guessed.
        ("Груздь\nЛисичка", "text", ""),
        ("лечу того же, что и вчера", "text", ""),
        ("лечу того же самого что вчера", "text", ""),
        ("Здравствуйте! Когда утро, и кто жив?", "text", ""),
        ("сегодня никого не проверяю спасибо", "text", ""),
        ("", "text", ""),
        ("  ?! ", "text", ""),
        ("🍄", "text", ""),
    ],
)
def test_what_a_message_is(text: str, kind: str, name: str) -> None:
    assert read_message(text, MUSHROOMS) == Message(kind, name)


@pytest.mark.parametrize(
    "text",
    [
        "Груздь или Лисичка",
        "Груздь, Лисичка",
        "Груздь/Лисичка",
        "Груздь и Лисичка.",
        "сравнить Груздь и Лисичка",
        "compare «Груздь» and «Лисичка»",
    ],
)
def test_two_names_are_a_pair(text: str) -> None:
    assert read_message(text, MUSHROOMS) == Message("pair", "Груздь", "Лисичка")


def test_a_pair_of_names_that_hold_the_word_between_them() -> None:
    roster = {1: "Чук и Гек", 2: "Анна", 3: "Чук"}
    assert read_message("чук и гек и анна", roster) == Message("pair", "чук и гек", "анна")
    assert read_message("Анна и Чук и Гек", roster) == Message("pair", "Анна", "Чук и Гек")
    assert read_message("Анна и Борис", roster) == Message("text")


def test_a_name_that_holds_a_verb_or_an_and_is_a_name() -> None:
    roster = {1: "Чук и Гек", 2: "Спаси меня", 3: "Кто-то"}
    assert read_message("чук и гек", roster) == Message("name", "чук и гек")
    assert read_message("убить Чук и Гек", roster) == Message("name", "Чук и Гек")
    assert read_message("Спаси меня", roster) == Message("name", "Спаси меня")
    assert read_message("кто-то", roster) == Message("name", "кто-то")


def test_a_name_of_the_message_is_found_as_typed() -> None:
    assert named(read_message("кто такой «Груздь»?", MUSHROOMS).name) == "Груздь"
    assert named(read_message("убить гру", MUSHROOMS).name) == "target_ambiguous"
    assert named(read_message("лечу Опёнек", MUSHROOMS).name) == "target_unknown"


VERBS = ("", "убить ", "Кто такой ", "лечить: ", "check ", "КТО ЭТО ", "метка на ", "who is ", "treat - ")
WRAPS = ("{}", "«{}»", "{}?", " {}. ", '"{}"', "({})!", "{}…")


@given(
    st.sampled_from(list(MUSHROOMS.values())),
    st.sampled_from(VERBS),
    st.sampled_from(WRAPS),
    st.sampled_from([str, str.lower, str.upper, str.title]),
)
def test_any_name_in_any_phrase_and_case_is_read(name: str, verb: str, wrap: str, case: object) -> None:
    assert callable(case)
    message = read_message(wrap.format(verb + case(name)), MUSHROOMS)
    assert message.kind == "name"
    assert named(message.name) == name


@given(
    st.text(max_size=60) | st.sampled_from(["кто ", "убить\t", "и или "]).flatmap(lambda s: st.text().map(s.__add__))
)
def test_nothing_that_is_typed_breaks_the_reading(text: str) -> None:
    message = read_message(text, MUSHROOMS)
    assert message.kind in ("ack", "cancel", "pass", "name", "pair", "text")
    assert bool(message.name) == (message.kind in ("name", "pair"))
    assert bool(message.second) == (message.kind == "pair")
    assert named(text) in (*MUSHROOMS.values(), "target_unknown", "target_ambiguous")
    is_night(text)


@pytest.mark.parametrize("text", ["кто " * 5000, "кто" + " " * 20000 + "a, b", "и " * 10000, "«" * 20000, "x" * 20000])
def test_a_long_message_is_read_in_no_time(text: str) -> None:
    began = process_time()
    assert read_message(text, MUSHROOMS).kind == "text"
    assert process_time() - began < 0.5
