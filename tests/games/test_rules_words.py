"""The rules of a game in words: every option shows, in both languages, and nothing is left untranslated."""

from dataclasses import replace
from datetime import time, timedelta

import pytest
from django.utils import translation

from games.engine.composition import Composition, Row, suggested
from games.engine.options import OPTIONS, Group, Kind, Option
from games.engine.ruleset import FORUM, Ruleset
from games.engine.values import take
from games.options_words import GROUP, OPTION, typed, value_words
from games.rules_words import roles_in, rules_of, table_of

# What an option needs to have an effect at all.
NEEDED = {"trial": True, "evening": timedelta(minutes=2), "presence": True, "outage_credit": True, "tie": "runoff"}
NEEDED |= {"night_ends_early": True}
TYPED = [option.name for option in OPTIONS.values() if option.kind not in (Kind.ONOFF, Kind.CHOICE, Kind.ZONE)]
EVERYTHING = suggested(maniac=True)


def others(option: Option, present: object) -> list[object]:
    """Return values of an option besides its present one."""
    values: dict[Kind, list[object]] = {
        Kind.ONOFF: [True, False],
        Kind.CHOICE: list(option.values),
        Kind.DURATION: [timedelta(hours=7), timedelta(minutes=95)],
        Kind.NUMBER: [4, 9],
        Kind.TIME: [time(21, 0), time(8, 30)],
        Kind.ZONE: ["Asia/Tokyo", "America/Anchorage"],
        Kind.WINDOWS: ["Fri 21:00 - Mon 09:00", "Wed 12:00 - Wed 13:00"],
    }
    found = values[option.kind] + ([None] if option.can_be_off and option.kind is not Kind.WINDOWS else [])
    return [value for value in found if value != present]


def text(rules: Ruleset, composition: Composition = EVERYTHING) -> str:
    return "\n".join(sentence for section in rules_of(rules, composition) for sentence in section.sentences)


@pytest.mark.parametrize("language", ["ru", "en"])
@pytest.mark.parametrize("name", list(OPTIONS))
def test_every_value_of_every_option_reads_differently(name: str, language: str) -> None:
    base = replace(FORUM, **({OPTIONS[name].needs: NEEDED[OPTIONS[name].needs]} if OPTIONS[name].needs else {}))
    with translation.override(language):
        told = [text(replace(base, **{name: value})) for value in others(OPTIONS[name], getattr(base, name))]
        told.append(text(base))
    assert len(set(told)) == len(told)


@pytest.mark.parametrize("language", ["ru", "en"])
def test_no_sentence_is_said_twice_and_none_is_empty(language: str) -> None:
    with translation.override(language):
        sentences = text(FORUM).split("\n")
    assert all(sentence.strip() for sentence in sentences)
    assert len(set(sentences)) == len(sentences)


@pytest.mark.parametrize("changes", [{}, {"night_vote": True, "hammer": True, "tie": "random", "check_shows": "side"}])
def test_the_rules_are_russian_where_the_reader_is(changes: dict[str, object]) -> None:
    with translation.override("ru"):
        told = text(replace(FORUM, timezone="Europe/Moscow", **changes)).split("\n")  # type: ignore[arg-type]
    latin = [line for line in told if sum("a" <= sign.lower() <= "z" for sign in line) > len(line) / 3]
    assert latin == []


def test_what_nobody_can_be_is_not_spoken_of() -> None:
    with translation.override("en"):
        told = text(FORUM, Composition((Row(5, (("mafia", 1),)),)))
    assert "doctor" not in told and "maniac" not in told and "commissioner" not in told
    assert roles_in(EVERYTHING) == ["mafia", "commissioner", "doctor", "sergeant", "maniac"]


def test_the_early_night_is_warned_of() -> None:
    with translation.override("en"):
        assert "tells everybody that all orders are in" in text(replace(FORUM, night_ends_early=True))


def test_the_table_of_roles_is_cut_to_the_players_there_may_be() -> None:
    with translation.override("en"):
        lines = table_of(replace(FORUM, max_players=13), suggested())
        endless = table_of(FORUM, suggested())
    assert [(line.players, line.counts) for line in lines] == [
        ("6", (1, 1, 0, 0)),
        ("7–11", (2, 1, 1, 0)),
        ("12–13", (3, 1, 1, 0)),
    ]
    assert endless[-1].players.endswith("and more")


@pytest.mark.parametrize("language", ["ru", "en"])
@pytest.mark.parametrize("name", TYPED)
def test_what_a_field_shows_can_be_read_again(name: str, language: str) -> None:
    option = OPTIONS[name]
    with translation.override(language):
        for value in others(option, object()):
            taken, problems = take({name: typed(name, value)})
            assert not problems and taken == {name: value}
            assert value_words(name, value)


def test_every_option_group_and_choice_has_words() -> None:
    assert set(OPTION) == set(OPTIONS) and set(GROUP) == set(Group)
    for name, option in OPTIONS.items():
        assert set(OPTION[name].choices) == set(option.values), name
