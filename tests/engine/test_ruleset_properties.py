"""Any rules survive being stored, and nothing that is typed breaks the reading (`rules.md` section 12)."""

import json
from datetime import time, timedelta

from hypothesis import given
from hypothesis import strategies as st

from games.engine import values
from games.engine.options import MOST_PLAYERS, OPTIONS, Kind, Option
from games.engine.ruleset import FORUM, Ruleset, read

WINDOWS = st.sampled_from(["", "Fri 21:00 - Mon 09:00", "Wed 12:00 - Wed 13:00, Sat 00:00 - Sun 24:00"])


def _values(option: Option) -> st.SearchStrategy[object]:
    off: list[st.SearchStrategy[object]] = [st.none()] if option.can_be_off else []
    if option.kind is Kind.ONOFF:
        return st.booleans()
    if option.kind is Kind.CHOICE:
        return st.sampled_from(option.values)
    if option.kind is Kind.NUMBER:
        assert isinstance(option.least, int)
        return st.one_of(st.integers(option.least, MOST_PLAYERS), *off)
    if option.kind is Kind.DURATION:
        return st.one_of(st.integers(1, 90 * 86400).map(lambda n: timedelta(seconds=n)), *off)
    if option.kind is Kind.TIME:
        return st.one_of(st.builds(time, st.integers(0, 23), st.integers(0, 59)), *off)
    if option.kind is Kind.ZONE:
        return st.sampled_from(["UTC", "Europe/Moscow", "Asia/Vladivostok"])
    return WINDOWS.map(lambda text: Ruleset.from_options("forum", {"weekly_pause": text}).weekly_pause)


RULESETS = st.fixed_dictionaries({name: _values(option) for name, option in OPTIONS.items()}).map(
    lambda chosen: Ruleset(**chosen)  # type: ignore[arg-type]
)


@given(RULESETS)
def test_options_spelt_out_give_the_same_rules_back(rules: Ruleset) -> None:
    stored = json.loads(json.dumps(rules.to_options()))
    assert Ruleset.restore(stored) == rules
    if not rules.problems():
        assert Ruleset.from_options("conference", stored) == rules


ANYTHING = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=20),
    st.binary(max_size=3),
    st.from_regex(r"[0-9]{1,4} ?[dhmsчмсд]", fullmatch=True),
    st.lists(st.integers(), max_size=1),
    st.timedeltas(),
    st.times(),
)


@given(st.dictionaries(st.sampled_from([*OPTIONS, "colour"]), ANYTHING))
def test_nothing_that_is_typed_breaks_the_reading(options: dict[str, object]) -> None:
    rules, problems = read(FORUM, options)
    assert all(problem.option in options or problem.option == "max_players" for problem in problems)
    json.dumps([problem.params for problem in problems])
    if not problems:
        assert rules.problems() == [] and Ruleset.from_options("forum", options) == rules
    assert Ruleset.restore(rules.to_options()) == rules


@given(st.integers(0, 10**7))
def test_durations_are_spelt_as_they_are_read(seconds: int) -> None:
    length = timedelta(seconds=seconds)
    assert values.parse_duration(values.spell_duration(length)) == length
