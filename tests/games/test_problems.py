"""Everything that can be wrong with a set-up has a sentence in both languages."""

import ast

import pytest
from django.utils import translation

from common.refusal import Refusal
from games.engine.composition import Composition, Row, suggested
from games.engine.options import OPTIONS, Problem
from games.engine.ruleset import FORUM, read
from games.problems import SENTENCES, in_words, sentence
from tests.shape.source import files

MAKERS = {"Problem": 1, "_problem": 0, "_refused": 1}


def reasons_in_the_engine() -> set[str]:
    """Return every reason that the engine's source gives to a problem."""
    found: set[object] = set()
    for path in files("games/engine"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MAKERS:
                place = MAKERS[node.func.id]
                if len(node.args) > place and isinstance(node.args[place], ast.Constant):
                    found.add(node.args[place].value)
            if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "_REASONS":
                assert isinstance(node.value, ast.Dict)
                found |= {value.value for value in node.value.values if isinstance(value, ast.Constant)}
    return {reason for reason in found if isinstance(reason, str)} | {"below_minimum", "above_maximum"}


def composition_problems(*rows: tuple[int, dict[str, int]], **options: object) -> list[Problem]:
    made = Composition(tuple(Row(players, tuple(counts.items())) for players, counts in rows))
    return made.problems(read(FORUM, options)[0])


def unread(data: object) -> list[Problem]:
    with pytest.raises(Refusal) as refused:
        Composition.from_json(data)
    return list(refused.value.params["problems"])  # type: ignore[call-overload]


def every_problem() -> list[Problem]:
    """Return problems as they really come up, of every reason."""
    wrong: dict[str, object] = {
        "no_such": "1", "names": "alias", "hammer": "perhaps", "day": "soon", "min_players": "many",
        "day_ends_at": "25:00", "timezone": "Mars/Olympus", "weekly_pause": "Fri 21:00 - sometime",
    }  # fmt: skip
    found = read(FORUM, wrong)[1]
    found += read(FORUM, {"day": "", "night": "0s", "deal": "91d", "min_players": 8, "max_players": 7})[1]
    found += read(FORUM, {"weekly_pause": "Mon 00:00 - Mon 00:00"})[1]
    daily = ", ".join(f"{day} 20:00 - {day} 22:00" for day in ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"))
    found += read(FORUM, {"weekly_pause": daily, "day_ends_at": "21:00"})[1]
    found += read(FORUM, {"weekly_pause": "Mon 00:00 - Sun 23:00", "day": "90d"})[1]
    found += unread({"rows": [{"players": "six", "roles": {}}]}) + unread("nonsense")
    found += composition_problems((8, {"mafia": 1}), (8, {"mafia": 1}))
    found += composition_problems((5, {"wizard": 1, "mafia": 1}), (7, {"mafia": 9}), (20, {}), (30, {"mafia": 25}))
    found += composition_problems((5, {"mafia": 1, "sergeant": 1, "maniac": 2}), (9, {"citizen": 3, "mafia": 1}))
    found += composition_problems((3, {"mafia": 1, "citizen": 1}), min_players=3)
    found += composition_problems((9, {"mafia": 2, "twins": 1}))
    found += [
        Problem("composition", "too_few_players", {"players": 5, "min_players": 6}),
        Problem("composition", "already_over", {"players": 3, "winner": "mafia"}),
    ]
    return found


def test_every_reason_of_the_engine_has_a_sentence_and_every_sentence_a_reason() -> None:
    assert set(SENTENCES) == reasons_in_the_engine()


def test_the_problems_above_are_of_every_reason() -> None:
    assert {problem.reason for problem in every_problem()} == set(SENTENCES)


@pytest.mark.parametrize("language", ["ru", "en"])
def test_sentences_are_whole_and_in_the_readers_language(language: str) -> None:
    with translation.override(language):
        for problem in every_problem():
            said = sentence(problem)
            assert said.endswith("."), said
            assert "%(" not in said and "None" not in said, said
            russian = sum("а" <= sign <= "я" for sign in said.lower())
            assert (russian > len(said) / 3) == (language == "ru"), said
            assert in_words(problem).endswith(said)


def test_what_was_typed_is_cut_to_what_a_sentence_bears() -> None:
    problem = read(FORUM, {"day": "x" * 5000})[1][0]
    assert len(sentence(problem)) < 300


def test_a_problem_names_its_option_in_words() -> None:
    with translation.override("ru"):
        for name in OPTIONS:
            assert in_words(Problem(name, "unknown_option")).split(":")[0] != name
        assert in_words(suggested().problems(read(FORUM, {"min_players": 3})[0])[0]).startswith("Состав: ")
