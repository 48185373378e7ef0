"""The phrase books: what a translator must keep to."""

import re
import string
from collections import Counter

import pytest

from games.bots.tempers import TEMPERS
from games.phrases import PHRASES
from games.phrases.book import SLOTS

LANGUAGES = sorted(PHRASES)
# Kinds that are heard many times a game, and how many lines each must have at least.
FREQUENT = {
    **dict.fromkeys(("opener", "tail", "press", "first_day", "dawn_death", "musing", "joke", "vote", "ask"), 12),
    **dict.fromkeys(("accuse_vote", "accuse_missed", "accuse_silent", "accuse_gut", "accuse_me", "answer"), 12),
    **dict.fromkeys(("answer_whom", "reply", "defend", "agree", "doubt", "change", "runoff", "last_town"), 12),
    **dict.fromkeys(("believe", "room_propose", "last_plea", "dawn_quiet", "jailed_town"), 12),
}


def blanks(line: str) -> set[str]:
    return {name for _text, name, _spec, _conversion in string.Formatter().parse(line) if name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_line_has_the_blanks_of_its_kind(language: str) -> None:
    lines = PHRASES[language].LINES
    assert {kind.split(".")[0] for kind in lines} == set(SLOTS)
    for kind, page in lines.items():
        slots = SLOTS[kind.split(".")[0]].split()
        must = {slot for slot in slots if not slot.startswith("(")}
        may = {slot.strip("()") for slot in slots} | {"me"}
        for line in page:
            assert must <= blanks(line) <= may, (kind, line)


def test_the_books_have_the_same_kinds_and_lines_for_the_same_tempers() -> None:
    books = [PHRASES[language].LINES for language in LANGUAGES]
    assert all(set(book) == set(books[0]) for book in books)
    tempers = {temper.name for temper in TEMPERS}
    assert {kind.split(".")[1] for kind in books[0] if "." in kind} == tempers
    words = [PHRASES[language].WORDS for language in LANGUAGES]
    assert all(set(one) == set(words[0]) for one in words)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_said_often_has_many_ways_to_be_said(language: str) -> None:
    lines = PHRASES[language].LINES
    assert {kind: len(lines[kind]) for kind, most in FREQUENT.items() if len(lines[kind]) < most} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_begins_like_many_others_of_its_kind(language: str) -> None:
    for kind, page in PHRASES[language].LINES.items():
        begins = Counter(" ".join(line.split()[:2]) for line in page if not line.startswith("{"))
        if begins:
            most, count = begins.most_common(1)[0]
            assert count <= 4, (kind, most)


def test_nobody_has_a_gender_in_russian() -> None:
    """Neither the speaker ("я думал") nor who is spoken of ("{name} сказала")."""
    past = r"\w+(?:ал|ел|ил|ул|ёл|ла|лся|лась)\b"
    adjectives = r"(?:уверен|согласен|готов|рад|должен|прав)а?\b"
    for kind, page in PHRASES["ru"].LINES.items():
        for line in page:
            assert not re.search(rf"(?<!игрок )\{{(?:name|other|me)\}} (?:не )?{past}", line), (kind, line)
            assert not re.search(rf"\bя (?:\w+ )?(?!стол\b){past}", line, re.IGNORECASE), (kind, line)
            assert not re.search(rf"\bя (?:\w+ )?{adjectives}", line, re.IGNORECASE), (kind, line)
            assert not re.search(rf"(?:^|\. ){adjectives}", line, re.IGNORECASE), (kind, line)


def test_nobody_has_a_gender_in_english() -> None:
    for kind, page in PHRASES["en"].LINES.items():
        for line in page:
            assert not re.search(r"\b(?:he|she|him|her|his|hers|himself|herself)\b", line, re.IGNORECASE), (kind, line)


@pytest.mark.parametrize("language", LANGUAGES)
def test_lines_are_calm_and_short(language: str) -> None:
    book = PHRASES[language]
    for line in [*book.ANNOUNCEMENTS, *(line for page in book.LINES.values() for line in page)]:
        assert len(line) <= 130, line
        assert not re.search(r"[!…]|\.\.|[\U0001F000-\U0001FAFF]|  |\s$|^\s", line), line
        assert re.match(r"[A-ZА-ЯЁ{«]", line), line
