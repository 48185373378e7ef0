"""Every code that anything refuses with has a sentence, and each shade of it says what is so."""

import ast
import re

import pytest
from django.utils import translation

from common.refusal import Refusal
from games.engine.position import IN_PLAY
from games.refusals import SENTENCES, sentence
from tests.shape.source import files

ROOMS = ("common", "accounts", "forum", "games")
NAMES = {1: "Груздь", 2: "Лисичка"}


def codes_in_the_source() -> set[str]:
    """Return every code that stands in a `Refusal(...)` of the project."""
    found: set[str] = set()
    for room in ROOMS:
        for path in files(room):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refusal" and node.args:
                    code = node.args[0]
                    shades = (code.body, code.orelse) if isinstance(code, ast.IfExp) else (code,)
                    found |= {str(one.value) for one in shades if isinstance(one, ast.Constant)}
    return found


def test_every_code_has_a_sentence() -> None:
    codes = codes_in_the_source()
    assert len(codes) > 40 and {"target_second", "target_twice", "not_a_candidate", "no_power"} <= codes
    assert codes - set(SENTENCES) == set()


SHADES = [
    ("target_second", {"wanted": True}, "два ника", "Two nicknames"),
    ("target_second", {"wanted": False}, "один ник", "One nickname"),
    ("target_twice", {"seat": 1}, "дважды", "twice"),
    ("not_a_candidate", {"seat": 1}, "Во втором туре", "second round"),
    ("not_a_candidate", {"seat": 1, "boss": True}, "Боссом", "The boss"),
    ("no_power", {}, "ночного хода у вас нет", "no power at night"),
    ("no_power", {"act": "declare"}, "ваша роль так не может", "your role can't"),
    ("repeat_target", {"seat": 1}, "прошлой ночью", "Last night"),
    ("wrong_phase", {"phase": "verdict"}, "ЗА или ПРОТИВ", "FOR or AGAINST"),
    ("wrong_phase", {"phase": "evening"}, "Вечер", "evening"),
    ("wrong_phase", {"phase": "day", "vote": True}, "вечером", "in the evening"),
    ("wrong_phase", {"phase": "curtain"}, "Ведущий пишет итог", "being written"),
]


@pytest.mark.parametrize(("code", "params", "russian", "english"), SHADES)
def test_a_sentence_says_which(code: str, params: dict[str, object], russian: str, english: str) -> None:
    for language, part in (("ru", russian), ("en", english)):
        with translation.override(language):
            said = sentence(Refusal(code, **params), NAMES)
        assert part in said, said
        assert bool(re.search("[а-яё]{3}", said)) == (language == "ru")


@pytest.mark.parametrize("phase", [*IN_PLAY, "signup", "finished", "cancelled"])
def test_a_wrong_phase_is_worded_whatever_the_phase(phase: str) -> None:
    said = set()
    for language in ("ru", "en"):
        with translation.override(language):
            said.add(sentence(Refusal("wrong_phase", phase=phase)))
    assert len(said) == 2 and all(said)
