"""Every code that tournaments refuse with has a sentence in both languages, and says what is so."""

import re
from datetime import UTC, datetime

import pytest
from django.utils import translation

from common.refusal import Refusal
from tests.shape.source import files
from tournaments import points
from tournaments.models import Match, Tournament
from tournaments.refusals import FIGURE_WRONG, FIGURES, PROBLEMS, SENTENCES, figure_in_words, problem_in_words, sentence

AT = datetime(2026, 6, 6, 7, 0, tzinfo=UTC)


def test_every_code_has_a_sentence() -> None:
    sources = "\n".join(path.read_text() for path in files("tournaments"))
    codes = set(re.findall(r'Refusal\(\s*"([a-z_]+)"', sources))
    assert {"already_entered", "not_all_here", "wrong_stage", "points_frozen"} <= codes
    assert codes - set(SENTENCES) == set()


def test_every_problem_of_a_new_tournament_has_a_sentence() -> None:
    source = next(path for path in files("tournaments") if path.name == "opening.py").read_text()
    codes = set(re.findall(r'yield "([a-z_]+)"', source)) | set(re.findall(r'"([a-z]+_range)"', source))
    assert codes | {"size_below_least"} == set(PROBLEMS)


PARAMS: dict[str, list[dict[str, object]]] = {
    "wrong_stage": [{"stage": stage} for stage in Tournament.Stage.values],
    "wrong_match": [{"state": state} for state in Match.State.values],
    "entries_closed": [{"reserve": True}, {"reserve": False}],
    "deadline_passed": [{"deadline": AT}, {}],
    "check_in_closed": [{"opens": AT}],
    "not_all_here": [{"names": ["Груздь", "Опёнок"]}],
    "minutes_invalid": [{"least": 1, "most": 720}],
    "points_range": [{"most": 100_00}],
    "tournament_invalid": [{"problems": list(PROBLEMS)}],
    "points_invalid": [{"problems": ["per_day:not_whole", "victory.maniac:missing", "table:unreadable"]}],
    **{
        code: [{}]
        for code in (
            "not_organiser", "not_in_charge", "not_host", "host_cannot_play", "hosts_already", "already_entered",
            "entry_withdrawn", "not_in_group", "no_host", "points_frozen",
        )
    },
}  # fmt: skip


@pytest.mark.parametrize("code", PARAMS)
def test_a_sentence_is_whole_in_both_languages(code: str) -> None:
    for params in PARAMS[code]:
        said = {}
        for language in ("ru", "en"):
            with translation.override(language):
                said[language] = sentence(Refusal(code, **params))
        assert re.search("[а-яё]{3}", said["ru"]), said
        assert not re.search("[а-яё]{3}", said["en"].replace("Груздь", "").replace("Опёнок", "")), said
        assert all(text[0].isupper() and text.endswith(".") and "%" not in text for text in said.values()), said


def test_every_figure_of_the_table_can_be_named() -> None:
    assert set(FIGURES) >= {"victory", *points.FIGURES, *points.PENALTIES}
    with translation.override("ru"):
        for reason in FIGURE_WRONG:
            assert figure_in_words(f"per_day:{reason}").startswith("Прожитый день: ")
        assert "маньяк" in figure_in_words("victory.maniac:too_great")
        assert problem_in_words("groups_range") == "Групп бывает от 1 до 50."
