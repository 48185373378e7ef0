"""The options of a game: presets, what people type, all problems at once (`rules.md` section 12)."""

from dataclasses import fields, replace
from datetime import time, timedelta

import pytest

from common.refusal import Refusal
from games.engine import values
from games.engine.options import OPTIONS
from games.engine.ruleset import CONFERENCE, FORUM, Problem, Ruleset, changeable, read

# The rulebook's table, retyped: forum and conference.
TABLE = """
names clone member
min_players 6 6
max_players off off
signup_extension 48h 10m
evening off 2m
deal 24h 5m
day 48h 8m
last_word 4h 1m
runoff 12h 1m
verdict 12h 1m
night 24h 3m
deal_ends_at off off
day_ends_at off off
evening_ends_at off off
last_word_ends_at off off
runoff_ends_at off off
verdict_ends_at off off
night_ends_at off off
timezone UTC UTC
weekly_pause off off
night_vote off on
self_vote off off
trial off on
tie runoff runoff
hammer off off
votes_end_early off on
night_ends_early off off
night_min 60s 60s
silent_removed on off
inactive_removed on off
notice_max 5 off
guard_wait 24h 5m
mafia_kill plurality boss
doctor_repeat never_twice_running free
doctor_self free once
check_shows role role
report_killer off on
report_treated on on
report_check off on
mafia_wins elimination parity
stalemate_after 3 3
private_messages on on
open_room on on
graveyard off off
presence off on
auto_heart_attack_after off off
curtain off off
outage_credit on on
outage_after 10m 2m
removed_share_win off off
"""
ROWS = [line.split() for line in TABLE.split("\n") if line]


def problems_of(preset: str = "forum", /, **options: object) -> list[Problem]:
    with pytest.raises(Refusal) as refusal:
        Ruleset.from_options(preset, options)
    assert refusal.value.code == "options_invalid"
    found = refusal.value.params["problems"]
    assert isinstance(found, list) and found
    return found


def reasons(preset: str = "forum", /, **options: object) -> list[tuple[str, str]]:
    return [(problem.option, problem.reason) for problem in problems_of(preset, **options)]


def test_every_option_of_the_table_stands_in_the_ruleset_in_its_order() -> None:
    names = [name for name, _forum, _conference in ROWS]
    assert [field.name for field in fields(Ruleset)] == names == list(OPTIONS)


@pytest.mark.parametrize(("preset", "column"), [(FORUM, 1), (CONFERENCE, 2)])
def test_presets_are_those_of_the_rulebook(preset: Ruleset, column: int) -> None:
    typed, unread = read(FORUM, {row[0]: row[column] for row in ROWS})
    assert (typed, unread) == (preset, [])


def test_both_presets_can_be_played() -> None:
    assert FORUM.problems() == CONFERENCE.problems() == []


def test_every_option_can_be_used() -> None:
    for name, option in OPTIONS.items():
        for value in option.values or {"onoff": ("on", "off")}.get(option.kind.value, ()):
            assert read(FORUM, {name: value})[1] == [], (name, value)


def test_a_conference_with_options_changed_keeps_the_rest() -> None:
    rules = Ruleset.from_options("conference", {"evening": "off", "mafia_kill": "plurality"})
    assert rules.names == "member" and rules.day == timedelta(minutes=8) and rules.trial
    assert rules.evening is None


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("48h", timedelta(hours=48)),
        ("8m", timedelta(minutes=8)),
        ("90s", timedelta(seconds=90)),
        ("2d", timedelta(days=2)),
        ("1h30m", timedelta(minutes=90)),
        (" 1d 12h ", timedelta(hours=36)),
        ("2 д", timedelta(days=2)),
        ("10 МИН.", timedelta(minutes=10)),
        ("45 сек", timedelta(seconds=45)),
        (timedelta(hours=11), timedelta(hours=11)),
    ],
)
def test_durations(typed: object, meant: timedelta) -> None:
    assert Ruleset.from_options("forum", {"day": typed}).day == meant


@pytest.mark.parametrize(
    "typed",
    ["", "h", "5", 5, 5.0, True, False, "off", "-5h", "5 years", "1h x", "1,5h", "9" * 30 + "d", "999999999d999999999d",
     None, [], timedelta(milliseconds=1), timedelta(hours=-1)],
)  # fmt: skip
def test_what_is_no_duration(typed: object) -> None:
    assert [reason for _option, reason in reasons(day=typed)][0] == "not_duration"


def test_a_duration_has_bounds() -> None:
    assert problems_of(day="0s") == [Problem("day", "below_minimum", {"limit": "1s"})]
    assert problems_of(day="91d") == [Problem("day", "above_maximum", {"limit": "2160h"})]
    assert Ruleset.from_options("forum", {"day": "90d", "night": "1s"}).night == timedelta(seconds=1)


@pytest.mark.parametrize("off", ["off", "OFF", False, None, "", "false"])
def test_off_is_a_value_of_some_options_only(off: object) -> None:
    rules = Ruleset.from_options(
        "conference",
        {"evening": off, "max_players": off, "notice_max": off, "day_ends_at": off, "weekly_pause": off, "curtain": off,
         "trial": False, "mafia_kill": "majority", "presence": False},
    )  # fmt: skip
    assert [rules.evening, rules.max_players, rules.notice_max, rules.day_ends_at, rules.curtain] == [None] * 5
    assert rules.weekly_pause == ""
    assert reasons(min_players=off) == [("min_players", "not_number")]
    assert reasons(timezone=off) == [("timezone", "unknown_zone")]
    assert reasons(tie=off) == [("tie", "unknown_choice")]


def test_stalemate_never() -> None:
    assert Ruleset.from_options("forum", {"stalemate_after": "off"}).stalemate_after == 0
    assert Ruleset.from_options("forum", {"stalemate_after": 0}).stalemate_after == 0
    assert reasons(stalemate_after="") == [("stalemate_after", "not_number")]


@pytest.mark.parametrize(
    ("typed", "meant"), [("on", True), ("True", True), (True, True), ("off", False), (False, False)]
)
def test_on_and_off(typed: object, meant: bool) -> None:
    assert Ruleset.from_options("forum", {"hammer": typed}).hammer is meant


@pytest.mark.parametrize("typed", ["yes", "", 1, 0, None, "x"])
def test_what_is_neither_on_nor_off(typed: object) -> None:
    assert reasons(hammer=typed) == [("hammer", "not_on_off")]


def test_numbers_and_choices() -> None:
    rules = Ruleset.from_options("forum", {"min_players": " 7 ", "max_players": 7, "tie": "Nobody"})
    assert (rules.min_players, rules.max_players, rules.tie) == (7, 7, "nobody")
    assert problems_of(min_players=2) == [Problem("min_players", "below_minimum", {"limit": 3})]
    assert problems_of(max_players=101) == [Problem("max_players", "above_maximum", {"limit": 100})]
    assert problems_of(notice_max=0) == [Problem("notice_max", "below_minimum", {"limit": 1})]
    assert reasons(min_players=True) == [("min_players", "not_number")]
    assert reasons(min_players="６") == [("min_players", "not_number")]
    assert reasons(min_players=6.0) == [("min_players", "not_number")]
    assert problems_of(max_players=5) == [Problem("max_players", "below_min_players", {"min_players": 6})]
    [choice] = problems_of(tie="coin")
    assert choice == Problem("tie", "unknown_choice", {"value": "coin", "values": ["runoff", "nobody", "random"]})


@pytest.mark.parametrize(
    ("typed", "meant"), [("21:00", time(21)), ("9:05", time(9, 5)), (time(0, 0), time(0)), ("00:00", time(0))]
)
def test_times_of_day(typed: object, meant: time) -> None:
    assert Ruleset.from_options("forum", {"day_ends_at": typed}).day_ends_at == meant


# 1260 is what YAML makes of 21:00 without quotes.
@pytest.mark.parametrize("typed", ["24:00", "21:60", "21", "21:00:00", 1260, True, time(21, 0, 5), "9 pm"])
def test_what_is_no_time_of_day(typed: object) -> None:
    assert reasons(day_ends_at=typed) == [("day_ends_at", "not_time")]


@pytest.mark.parametrize(
    "typed", ["Mars/Base", "../../etc/passwd", "/etc/localtime", "America", "", "localtime", 3, "a\0b"]
)
def test_unknown_zones(typed: object) -> None:
    assert reasons(timezone=typed) == [("timezone", "unknown_zone")]


def test_weekly_pauses_are_kept_in_one_spelling() -> None:
    rules = Ruleset.from_options("forum", {"weekly_pause": "пт 21:00 — пн 9:00 , wed 12:00-Wednesday 13:00"})
    assert rules.weekly_pause == "Fri 21:00 - Mon 09:00, Wed 12:00 - Wed 13:00"
    assert problems_of(weekly_pause="Fri 21:00 - Mon 09:00, on Sundays") == [
        Problem("weekly_pause", "not_windows", {"value": "Fri 21:00 - Mon 09:00, on Sundays", "part": "on Sundays"})
    ]
    assert reasons(weekly_pause=5) == [("weekly_pause", "not_windows")]


@pytest.mark.parametrize(
    "windows",
    [
        "Mon 00:00 - Mon 00:00",
        "Fri 21:00 - Mon 09:00, Mon 09:00 - Fri 21:00",
        "Mon 00:00 - Thu 12:00, Thu 00:00 - Sun 24:00",
        "Tue 10:00 - Tue 09:59, Tue 09:00 - Tue 11:00",
    ],
)
def test_a_week_without_time_to_play(windows: str) -> None:
    # Said once: that no time of day and no length fits follows from it.
    assert reasons(weekly_pause=windows, day_ends_at="21:00") == [("weekly_pause", "whole_week")]


def test_a_time_of_day_that_always_falls_into_a_pause() -> None:
    nights = ", ".join(
        f"{a} 22:00 - {b} 08:00"
        for a, b in zip("Mon Tue Wed Thu Fri Sat Sun".split(), "Tue Wed Thu Fri Sat Sun Mon".split(), strict=True)
    )
    assert problems_of(weekly_pause=nights, day_ends_at="23:00", night_ends_at="07:59", deal_ends_at="08:00") == [
        Problem("day_ends_at", "always_paused", {"time": "23:00"}),
        Problem("night_ends_at", "always_paused", {"time": "07:59"}),
    ]
    # On the first second of a pause it is still before it, and one day of the week is enough.
    Ruleset.from_options("forum", {"weekly_pause": nights, "day_ends_at": "22:00"})
    Ruleset.from_options("forum", {"weekly_pause": nights.partition(", ")[2], "day_ends_at": "23:00"})


def test_a_phase_that_a_pause_draws_out_over_a_year() -> None:
    assert reasons(weekly_pause="Mon 00:00 - Sun 23:00", day="10d") == [("day", "over_a_year")]
    Ruleset.from_options("forum", {"weekly_pause": "Mon 00:00 - Sun 23:00", "day": "2d"})


def test_all_problems_come_at_once_in_the_order_of_the_table() -> None:
    found = reasons(hammer=3, weekly_pause="x", day="long", colour="red", max_players="many", deal="0s")
    assert found == [
        ("max_players", "not_number"),
        ("deal", "below_minimum"),
        ("day", "not_duration"),
        ("weekly_pause", "not_windows"),
        ("hammer", "not_on_off"),
        ("colour", "unknown_option"),
    ]


def test_an_unknown_preset_does_not_hide_the_other_problems() -> None:
    assert reasons("quick", day="long") == [("preset", "unknown_choice"), ("day", "not_duration")]


def test_read_keeps_what_could_be_read() -> None:
    rules, problems = read(FORUM, {"day": "24h", "night": "?"})
    assert rules == replace(FORUM, day=timedelta(hours=24))
    assert [problem.option for problem in problems] == ["night"]


def test_changes_during_a_game_start_from_its_rules() -> None:
    rules = Ruleset.from_options("forum", {"day": "24h"})
    later = rules.changed({"weekly_pause": "Sat 00:00 - Sun 24:00"})
    assert later.day == timedelta(hours=24)
    assert rules.differences(later) == ["weekly_pause"]
    with pytest.raises(Refusal):
        rules.changed({"max_players": 3})


@pytest.mark.parametrize(
    ("until", "names"),
    [
        ("always", {"weekly_pause", "curtain"}),
        (
            "deal",
            {"min_players", "max_players", "signup_extension", "deal", "day", "last_word", "runoff", "verdict", "night",
             "timezone", "auto_heart_attack_after"} | {name for name in OPTIONS if name.endswith("_ends_at")},
        ),
    ],
)  # fmt: skip
def test_until_when_an_option_may_change(until: str, names: set[str]) -> None:
    assert {name for name in OPTIONS if changeable(name) == until} == names
    assert {changeable(name) for name in OPTIONS} == {"creation", "deal", "always"}
    with pytest.raises(KeyError):
        changeable("colour")


def test_an_option_needs_one_that_there_is() -> None:
    assert all(not option.needs or option.needs in OPTIONS for option in OPTIONS.values())


def test_phases_by_name() -> None:
    assert FORUM.lasts("last_word") == timedelta(hours=4)
    assert FORUM.lasts("evening") is None
    assert replace(FORUM, day_ends_at=time(21)).ends_at("day") == time(21)
    for unknown in ("finished", "names"):
        with pytest.raises(KeyError):
            FORUM.lasts(unknown)
        with pytest.raises(KeyError):
            FORUM.ends_at(unknown)


def test_restore_refuses_what_it_can_not_read_and_fills_in_what_is_new() -> None:
    assert Ruleset.restore({}) == FORUM
    with pytest.raises(Refusal):
        Ruleset.restore({"colour": "red"})


def test_durations_are_spelt_in_the_rulebooks_way() -> None:
    spelt = [values.spell_duration(timedelta(seconds=n)) for n in (0, 90, 480, 5400, 172800)]
    assert spelt == ["0s", "90s", "8m", "90m", "48h"]
