"""Deadlines, weekly pauses, daylight saving (`rules.md` section 5)."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from common.refusal import Refusal
from games.engine import clock
from games.engine.clock import Calendar

HOUR = timedelta(hours=1)
SECOND = timedelta(seconds=1)
MOSCOW = "Europe/Moscow"
WEEKEND = "Fri 21:00 - Mon 09:00"
NIGHTS = ", ".join(
    f"{day} 22:00 - {following} 08:00"
    for day, following in zip(
        ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"),
        ("Tue", "Wed", "Thu", "Fri", "Sat", "Sun", "Mon"),
        strict=True,
    )
)


def at(text: str, zone: str = MOSCOW) -> datetime:
    """Return the instant of a local time that exists once."""
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def problem_of(refusal: pytest.ExceptionInfo[Refusal]) -> tuple[str, str]:
    problems = refusal.value.params["problems"]
    assert refusal.value.code == "options_invalid" and isinstance(problems, list)
    return problems[0].option, problems[0].reason


# ---- without pauses


def test_a_duration_is_true_hours_over_a_change_of_the_clocks() -> None:
    for zone, opened in (("Europe/Berlin", "2026-03-28 12:00"), ("Europe/Berlin", "2026-10-24 12:00")):
        start = at(opened, zone)
        assert Calendar(zone).deadline(start, 24 * HOUR) - start == 24 * HOUR


@pytest.mark.parametrize(
    ("zone", "day", "closes"),
    [
        ("Europe/Berlin", "2026-03-28", "20:00"),
        ("Europe/Berlin", "2026-03-29", "19:00"),
        ("Europe/Berlin", "2026-10-24", "19:00"),
        ("Europe/Berlin", "2026-10-25", "20:00"),
        (MOSCOW, "2026-03-28", "18:00"),
        (MOSCOW, "2026-03-29", "18:00"),
        (MOSCOW, "2026-10-24", "18:00"),
        (MOSCOW, "2026-10-25", "18:00"),
    ],
)
def test_nine_in_the_evening_stays_nine_in_the_evening(zone: str, day: str, closes: str) -> None:
    opened = at(f"{day} 12:00", zone)
    assert Calendar(zone).deadline(opened, HOUR, time(21)) == utc(f"{day} {closes}")


def test_the_daily_close_comes_once_a_day_through_both_changes() -> None:
    calendar = Calendar("Europe/Berlin")
    for first in ("2026-03-26 21:00", "2026-10-22 21:00"):
        closed, days = at(first, "Europe/Berlin"), []
        for _i in range(5):
            closed = calendar.deadline(closed, 12 * HOUR, time(21))
            days.append((calendar.local(closed).day, calendar.local(closed).hour))
        begin = int(first[8:10])
        assert days == [(begin + n, 21) for n in range(1, 6)]


@pytest.mark.parametrize(
    ("lasts", "expected"),
    [
        (9 * HOUR - SECOND, "2026-06-12 21:00"),
        (9 * HOUR, "2026-06-12 21:00"),
        (9 * HOUR + SECOND, "2026-06-13 21:00"),
        (33 * HOUR, "2026-06-13 21:00"),
    ],
)
def test_a_phase_is_drawn_on_to_the_first_such_time_after_it_lasted_long_enough(
    lasts: timedelta, expected: str
) -> None:
    assert Calendar(MOSCOW).deadline(at("2026-06-12 12:00"), lasts, time(21)) == at(expected)


def test_midnight_belongs_to_the_day_that_it_begins() -> None:
    assert Calendar(MOSCOW).deadline(at("2026-06-12 12:00"), 12 * HOUR, time(0)) == at("2026-06-13 00:00")
    assert Calendar(MOSCOW).deadline(at("2026-06-12 12:00"), 13 * HOUR, time(0)) == at("2026-06-14 00:00")


# ---- local times that do not exist, or come twice


@pytest.mark.parametrize(
    ("zone", "local", "expected"),
    [
        ("Europe/Berlin", "2026-03-29 01:59", "2026-03-29 00:59"),
        ("Europe/Berlin", "2026-03-29 02:00", "2026-03-29 01:00"),
        ("Europe/Berlin", "2026-03-29 02:30", "2026-03-29 01:00"),
        ("Europe/Berlin", "2026-03-29 02:59", "2026-03-29 01:00"),
        ("Europe/Berlin", "2026-03-29 03:00", "2026-03-29 01:00"),
        ("Europe/Berlin", "2026-03-29 03:01", "2026-03-29 01:01"),
        ("Europe/Berlin", "2026-10-25 02:30", "2026-10-25 00:30"),
        ("Europe/Berlin", "2026-10-25 03:00", "2026-10-25 02:00"),
        # Half an hour.
        ("Australia/Lord_Howe", "2026-10-04 02:15", "2026-10-03 15:30"),
        ("Australia/Lord_Howe", "2026-04-05 01:45", "2026-04-04 14:45"),
        # The clocks change at midnight.
        ("America/Havana", "2026-03-08 00:30", "2026-03-08 05:00"),
        ("Africa/Cairo", "2026-04-24 00:00", "2026-04-23 22:00"),
        # The hour changes for Ramadan.
        ("Africa/Casablanca", "2026-03-22 02:30", "2026-03-22 02:00"),
        # A whole day was left out.
        ("Pacific/Apia", "2011-12-30 21:00", "2011-12-30 10:00"),
        # The change comes on the evening before.
        ("America/Nuuk", "2026-03-28 23:30", "2026-03-29 01:00"),
    ],
)
def test_odd_local_times(zone: str, local: str, expected: str) -> None:
    calendar = Calendar(zone)
    assert calendar.instant(datetime.fromisoformat(local)) == utc(expected)
    # The second reading of a time that comes twice is not asked for.
    assert calendar.instant(datetime.fromisoformat(local).replace(fold=1)) == utc(expected)


def test_a_deadline_at_a_time_that_does_not_exist_comes_at_the_first_after() -> None:
    opened = at("2026-03-28 12:00", "Europe/Berlin")
    assert Calendar("Europe/Berlin").deadline(opened, HOUR, time(2, 30)) == utc("2026-03-29 01:00")


def test_a_time_that_the_clocks_jump_over_midnight_with_is_the_first_of_the_next_day() -> None:
    opened = utc("2026-03-28 20:00")
    assert Calendar("America/Nuuk").deadline(opened, 5 * HOUR, time(23, 30)) == utc("2026-03-29 01:00")
    assert Calendar("America/Nuuk").deadline(opened, 5 * HOUR + SECOND, time(23, 30)) == utc("2026-03-30 00:30")


def test_a_deadline_at_a_time_that_comes_twice_comes_at_the_first() -> None:
    calendar = Calendar("Europe/Berlin")
    opened = at("2026-10-24 12:00", "Europe/Berlin")
    assert calendar.deadline(opened, HOUR, time(2, 30)) == utc("2026-10-25 00:30")
    # Not yet long enough at the first: the second of that night is not taken, but the next night's.
    assert calendar.deadline(opened, utc("2026-10-25 00:45") - opened, time(2, 30)) == utc("2026-10-26 01:30")


# ---- weekly pauses


def test_the_weekend_keeps_the_time_that_was_left() -> None:
    calendar = Calendar(MOSCOW, "Fri 18:00 - Mon 09:00")
    opened = at("2026-06-12 10:00")
    # By the calendar ...
    assert calendar.deadline(opened, 11 * HOUR) == at("2026-06-15 12:00")
    # ... and by hand: what is left at the pause is left at the resume.
    plain = Calendar(MOSCOW)
    left = plain.playing_between(at("2026-06-12 18:00"), plain.deadline(opened, 11 * HOUR))
    assert left == 3 * HOUR
    assert plain.add(at("2026-06-15 09:00"), left) == at("2026-06-15 12:00")


def test_a_pause_by_hand_around_the_weekly_one() -> None:
    calendar = Calendar(MOSCOW, WEEKEND)
    left = calendar.playing_between(at("2026-06-12 18:00"), calendar.deadline(at("2026-06-12 10:00"), 12 * HOUR))
    assert left == 4 * HOUR
    # Resumed within the window: the window goes on.
    assert calendar.add(at("2026-06-13 12:00"), left) == at("2026-06-15 13:00")


def test_a_deadline_on_the_first_second_of_a_pause_is_before_it() -> None:
    calendar = Calendar(MOSCOW, WEEKEND)
    opened = at("2026-06-12 12:00")
    assert calendar.deadline(opened, 9 * HOUR) == at("2026-06-12 21:00")
    assert calendar.deadline(opened, 9 * HOUR, time(21)) == at("2026-06-12 21:00")
    assert calendar.deadline(opened, 9 * HOUR + SECOND) == at("2026-06-15 09:00") + SECOND


def test_a_start_within_a_window_starts_at_its_end() -> None:
    calendar = Calendar(MOSCOW, WEEKEND)
    for start in ("2026-06-12 21:00", "2026-06-12 21:01", "2026-06-14 00:00", "2026-06-15 08:59", "2026-06-15 09:00"):
        assert calendar.add(at(start), HOUR) == at("2026-06-15 10:00")


def test_nothing_left_is_due_at_once_but_never_within_a_window() -> None:
    calendar = Calendar(MOSCOW, WEEKEND)
    assert calendar.add(at("2026-06-12 21:00"), timedelta(0)) == at("2026-06-12 21:00")
    assert calendar.add(at("2026-06-12 21:01"), timedelta(0)) == at("2026-06-15 09:00")
    assert calendar.add(at("2026-06-15 09:00"), timedelta(0)) == at("2026-06-15 09:00")


def test_a_time_of_day_within_a_pause_waits_for_one_outside() -> None:
    calendar = Calendar(MOSCOW, "Fri 18:00 - Mon 09:00")
    # Fri, Sat and Sun 21:00 are within the pause, though by Friday 18:00 it had lasted long enough.
    assert calendar.deadline(at("2026-06-12 10:00"), 5 * HOUR, time(21)) == at("2026-06-15 21:00")


def test_the_very_end_of_a_pause_is_outside() -> None:
    calendar = Calendar(MOSCOW, "Fri 18:00 - Mon 09:00")
    assert calendar.deadline(at("2026-06-12 10:00"), 5 * HOUR, time(9)) == at("2026-06-15 09:00")


@pytest.mark.parametrize(
    ("instant", "ends"),
    [
        ("2026-06-12 20:59:59", None),
        ("2026-06-12 21:00", "2026-06-15 09:00"),
        ("2026-06-14 12:00", "2026-06-15 09:00"),
        ("2026-06-15 08:59:59", "2026-06-15 09:00"),
        ("2026-06-15 09:00", None),
        ("2026-06-17 12:00", None),
    ],
)
def test_which_instants_are_paused(instant: str, ends: str | None) -> None:
    calendar = Calendar(MOSCOW, WEEKEND)
    assert calendar.paused_at(at(instant)) == (ends is not None)
    assert calendar.pause_end(at(instant)) == (at(ends) if ends else None)


def test_the_next_pause_is_foretold() -> None:
    calendar = Calendar(MOSCOW, WEEKEND)
    assert calendar.next_pause(at("2026-06-10 12:00")) == (at("2026-06-12 21:00"), at("2026-06-15 09:00"))
    assert calendar.next_pause(at("2026-06-15 09:00")) == (at("2026-06-19 21:00"), at("2026-06-22 09:00"))
    assert Calendar(MOSCOW).next_pause(at("2026-06-10 12:00")) is None


def test_windows_that_overlap_or_touch_are_one_pause() -> None:
    calendar = Calendar(MOSCOW, "Sat 00:00 - Sun 24:00, Fri 21:00 - Sat 12:00, Mon 00:00 - Mon 09:00")
    assert calendar.next_pause(at("2026-06-12 12:00")) == (at("2026-06-12 21:00"), at("2026-06-15 09:00"))
    assert clock.merged(clock.parse_windows(calendar.weekly_pause)) == clock.merged(clock.parse_windows(WEEKEND))
    # The middle of the joined pause is not "the first second" of one.
    assert calendar.deadline(at("2026-06-12 12:00"), HOUR, time(0)) == at("2026-06-16 00:00")


def test_many_windows_in_a_week() -> None:
    calendar = Calendar(MOSCOW, f"{NIGHTS}, Sat 00:00 - Mon 00:00")
    opened = at("2026-06-11 20:00")
    # Thu 20-22, Fri 8-22, Mon 8-...
    assert calendar.add(opened, 16 * HOUR) == at("2026-06-12 22:00")
    assert calendar.add(opened, 17 * HOUR) == at("2026-06-15 09:00")
    assert calendar.playing_between(opened, at("2026-06-15 09:00")) == 17 * HOUR


def test_a_window_over_a_change_of_the_clocks_has_its_local_ends() -> None:
    calendar = Calendar("Europe/Berlin", WEEKEND)
    begins, ends = calendar.next_pause(utc("2026-03-26 12:00")) or (None, None)
    assert (begins, ends) == (utc("2026-03-27 20:00"), utc("2026-03-30 07:00"))
    assert calendar.playing_between(utc("2026-03-26 12:00"), utc("2026-03-31 12:00")) == 5 * 24 * HOUR - 59 * HOUR


def test_a_window_that_the_clocks_jump_over_is_not_there_that_week() -> None:
    calendar = Calendar("Europe/Berlin", "Sun 02:10 - Sun 02:40")
    assert calendar.add(utc("2026-03-29 00:00"), 3 * HOUR) == utc("2026-03-29 03:00")
    assert calendar.add(utc("2026-04-05 00:00"), HOUR) == utc("2026-04-05 01:30")
    assert calendar.next_pause(utc("2026-03-29 00:00")) == (utc("2026-04-05 00:10"), utc("2026-04-05 00:40"))


def test_the_hour_to_play_that_the_clocks_jump_over_is_not_there_that_week() -> None:
    # Playing time is Sunday from two to three alone.
    calendar = Calendar("Europe/Berlin", "Sun 03:00 - Sun 02:00")
    opened = utc("2026-03-22 01:30")
    assert calendar.add(opened, HOUR) == utc("2026-04-05 00:30")
    assert calendar.playing_between(opened, utc("2026-04-05 00:30")) == HOUR
    # That Sunday it is one pause, from one end to the other.
    assert calendar.pause_end(utc("2026-03-23 12:00")) == utc("2026-04-05 00:00")
    # At half past two there is a deadline again a week later.
    assert calendar.deadline(opened, HOUR / 2 + SECOND, time(2, 30)) == utc("2026-04-05 00:30")


# ---- what can't be


def test_times_of_day_that_always_fall_into_a_pause_are_refused_at_once() -> None:
    with pytest.raises(Refusal) as refusal:
        Calendar(MOSCOW, NIGHTS).deadline(at("2026-06-12 12:00"), HOUR, time(23))
    assert problem_of(refusal) == ("weekly_pause", "always_paused")
    assert Calendar(MOSCOW, NIGHTS).deadline(at("2026-06-12 12:00"), HOUR, time(22)) == at("2026-06-12 22:00")
    assert Calendar(MOSCOW, NIGHTS).deadline(at("2026-06-12 12:00"), HOUR, time(8)) == at("2026-06-13 08:00")


@pytest.mark.parametrize(
    ("zone", "windows", "expected"),
    [
        ("Mars/Base", "", ("timezone", "unknown_zone")),
        (MOSCOW, "weekends", ("weekly_pause", "not_windows")),
        (MOSCOW, "Mon 00:00 - Sun 24:00", ("weekly_pause", "whole_week")),
        (MOSCOW, "Thu 09:00 - Thu 08:00, Thu 07:59 - Thu 09:01", ("weekly_pause", "whole_week")),
    ],
)
def test_a_calendar_that_can_not_be(zone: str, windows: str, expected: tuple[str, str]) -> None:
    with pytest.raises(Refusal) as refusal:
        Calendar(zone, windows)
    assert problem_of(refusal) == expected


def test_a_minute_a_week_ends_somewhere_or_is_refused() -> None:
    calendar = Calendar("Europe/Berlin", "Sun 02:31 - Sun 02:30")
    start = utc("2026-01-05 12:00")
    end = calendar.add(start, timedelta(minutes=100))
    assert calendar.playing_between(start, end) == timedelta(minutes=100)
    for windows in ("", "Sun 02:31 - Sun 02:30"):
        with pytest.raises(Refusal) as refusal:
            Calendar("Europe/Berlin", windows).add(start, timedelta(days=40000))
        assert problem_of(refusal) == ("weekly_pause", "over_a_year")
    with pytest.raises(Refusal):
        calendar.add(start, timedelta(hours=10))


def test_what_is_no_instant_and_no_length() -> None:
    calendar = Calendar(MOSCOW)
    with pytest.raises(ValueError):
        calendar.add(datetime(2026, 6, 12), HOUR)  # noqa: DTZ001
    with pytest.raises(ValueError):
        calendar.instant(utc("2026-06-12"))
    with pytest.raises(ValueError):
        calendar.add(utc("2026-06-12"), -SECOND)


# ---- how windows are written


@pytest.mark.parametrize(
    "text",
    [
        "Fri 21:00 - Mon 09:00",
        "fri 21:00-mon 9:00",
        "Пт 21:00 – Пн 09:00",
        "ПТ. 21:00 — ПН. 9:00",
        "Friday 21:00 - Monday 09:00",
        "пятница  21:00 − понедельник 09:00,",
        "\n Fri 21:00\t- Пн 09:00 ; ",
    ],
)
def test_windows_are_read(text: str) -> None:
    assert clock.spell_windows(clock.parse_windows(text)) == "Fri 21:00 - Mon 09:00"


@pytest.mark.parametrize("number", range(7))
def test_days_have_english_and_russian_names(number: int) -> None:
    english = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")[number]
    russian = ("Пн", "Вт", "Ср", "Чт", "Пт", "Сб", "Вс")[number]
    expected = ((number * 1440 + 60, number * 1440 + 120),)
    for name in (english, russian):
        assert clock.parse_windows(f"{name} 01:00 - {name} 02:00") == expected


@pytest.mark.parametrize(
    "text",
    [
        "Fri",
        "Fri 21:00",
        "Fri 21:00 Mon 09:00",
        "Fri 25:00 - Mon 09:00",
        "Fri 21:60 - Mon 09:00",
        "Fri 24:01 - Mon 09:00",
        "Fr 21:00 - Mo 09:00",
        "Fri 21:00 - Mon 09:00 - Tue 10:00",
        "21:00 - 09:00",
        "Fri ٢١:00 - Mon 09:00",
        "x" * 5000,
    ],
)
def test_windows_that_can_not_be_read(text: str) -> None:
    with pytest.raises(Refusal) as refusal:
        clock.parse_windows(text)
    assert problem_of(refusal) == ("weekly_pause", "not_windows")


def test_the_end_of_a_day_and_no_windows() -> None:
    assert clock.spell_windows(clock.parse_windows("Sat 00:00 - Sun 24:00")) == "Sat 00:00 - Mon 00:00"
    assert clock.parse_windows("") == clock.parse_windows(" , ") == ()
