"""Each refusal of this app has its sentence in both languages."""

import re

import pytest
from django.utils import translation

from forum.refusals import SENTENCES

PARAMS = {
    "text_empty": {},
    "text_too_long": {"limit": 20_000, "length": 5_000_000},
    "too_fast": {"wait": 2},
    "thread_closed": {},
    "not_member": {},
    "no_such_post": {},
    "bookmarks_full": {"limit": 200},
}


@pytest.mark.parametrize("code", SENTENCES)
def test_a_sentence_in_both_languages(code: str) -> None:
    with translation.override("en"):
        english = SENTENCES[code](PARAMS[code])
    with translation.override("ru"):
        russian = SENTENCES[code](PARAMS[code])
    assert re.fullmatch(r"[A-Z][^А-Яа-яЁё%]+\.", english)
    assert re.fullmatch(r"[А-ЯЁ][^A-Za-z%]+\.", russian)


@pytest.mark.parametrize(
    ("wait", "words"), [(1, "1 секунду"), (2, "2 секунды"), (5, "5 секунд"), (21, "21 секунду"), (11, "11 секунд")]
)
def test_seconds_are_counted_in_russian(wait: int, words: str) -> None:
    with translation.override("ru"):
        assert SENTENCES["too_fast"]({"wait": wait}).endswith(f"через {words}.")


def test_the_limit_is_named() -> None:
    with translation.override("ru"):
        assert "20\u00a0000" in SENTENCES["text_too_long"](PARAMS["text_too_long"])
    with translation.override("en"):
        assert "20,000" in SENTENCES["text_too_long"](PARAMS["text_too_long"])
