"""Words as search knows them: forms, questions, excerpts. Any text is a question, and no text breaks anything."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from forum.words import LONGEST_QUESTION, MOST_WORDS, Bit, excerpt, read_question, stems_of


@pytest.mark.parametrize(
    "forms",
    [
        "мафия мафию МАФИЕЙ",
        "поганка поганку Поганки",
        "опёнок опенок опёнка опенку",
        "сморчок сморчка сморчками",
        "груздь груздя груздем",
        "за́мок замок зам\u00adок",
        "й\u0306ой йой".replace("й\u0306", "и\u0306"),
        "vote votes voted Voting",
        "1990 ①990",
    ],
)
def test_forms_of_a_word_are_one(forms: str) -> None:
    assert len(set(stems_of(forms))) == 1, stems_of(forms)


def test_different_words_stay_different() -> None:
    assert len(set(stems_of("мафия мафиози маяк вор ворона vote voice 12 13"))) == 9


def test_a_question_has_words_and_phrases() -> None:
    asked = read_question('ночь "за Опёнка" «кто молчал» “in the end” "один" ""')
    assert asked.stems == tuple(stems_of("ночь за опёнка кто молчал in the end один"))
    assert asked.phrases == tuple(tuple(stems_of(one)) for one in ("за опёнка", "кто молчал", "in the end"))


@pytest.mark.parametrize("text", ["", "   ", "!?.,", '"', '""', "«»", "***", "()", "\0", "№", "_ _", "🙂", "\u200b"])
def test_a_question_without_words(text: str) -> None:
    assert read_question(text).stems == ()


@given(st.text())
@settings(max_examples=150, deadline=None)
def test_stems_hold_letters_and_digits_only(text: str) -> None:
    """What goes to the database needs no quoting: nothing of its own language is in it."""
    asked = read_question(text)
    assert len(asked.stems) <= MOST_WORDS
    for stem in (*stems_of(text), *asked.stems, *(one for phrase in asked.phrases for one in phrase)):
        assert stem.isalnum() and 0 < len(stem) <= 40, stem
        assert stem == stem.casefold()


def test_a_long_question_is_cut() -> None:
    assert read_question("ночь" + " " * 300 + "день").stems == ("ноч",)
    assert read_question("а" * 10_000).stems == ("а" * 40,)
    assert len(read_question(" ".join(f"с{n}" for n in range(300))[:LONGEST_QUESTION]).stems) == MOST_WORDS


def test_an_excerpt_marks_the_words_where_they_stand() -> None:
    text = f"{'Слово за слово. ' * 40}Голос отдан за Опёнка, и точка. {'Ещё и ещё. ' * 40}"
    bits = excerpt(text, stems_of("опёнок"))
    assert [bit.text for bit in bits if bit.found] == ["Опёнка"]
    whole = "".join(bit.text for bit in bits)
    assert whole.startswith("… ") and whole.endswith(" …") and len(whole) < 300
    assert whole[2:-2] in text


def test_an_excerpt_of_a_short_text_is_the_text() -> None:
    assert excerpt("Опёнок\nи  опёнка.", stems_of("опёнок")) == [
        Bit("Опёнок", True),
        Bit(" и "),
        Bit("опёнка", True),
        Bit("."),
    ]
    assert excerpt("Ничего.", stems_of("опёнок")) == [Bit("Ничего.")]
    assert excerpt("", ["а"]) == []


@given(st.text(), st.lists(st.text(), max_size=3))
@settings(max_examples=150, deadline=None)
def test_an_excerpt_is_a_piece_of_the_text(text: str, wanted: list[str]) -> None:
    bits = excerpt(text, [stem for word in wanted for stem in stems_of(word)])
    inside = "".join(bit.text for bit in bits if bit not in (Bit("… "), Bit(" …")))
    assert inside in " ".join(text.split())
    assert len(inside) <= 320
