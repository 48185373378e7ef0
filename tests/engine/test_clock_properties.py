"""Deadlines for any schedule: playing time is conserved to the second (`rules.md` section 5)."""

from datetime import UTC, datetime, time, timedelta

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from common.refusal import Refusal
from games.engine import clock
from games.engine.clock import Calendar

HOUR = timedelta(hours=1)
SECOND = timedelta(seconds=1)


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def local(text: str) -> datetime:
    return datetime.fromisoformat(text)


ZONES = st.sampled_from(
    [
        "UTC",
        "Europe/Moscow",
        "Europe/Berlin",
        "Europe/Dublin",
        "America/New_York",
        "America/Havana",
        "America/Santiago",
        "America/Nuuk",
        "Australia/Lord_Howe",
        "Africa/Casablanca",
        "Africa/Cairo",
        "Asia/Gaza",
        "Asia/Kathmandu",
        "Asia/Tehran",
        "Pacific/Apia",
        "Pacific/Chatham",
        "Pacific/Kiritimati",
        "Antarctica/Troll",
    ]
)
# Around the changes of the clocks, a leap day, the turn of the year, and the day that Apia left out.
STARTS = st.one_of(
    st.datetimes(local("2026-01-01"), local("2029-01-01"), timezones=st.just(UTC)),
    st.sampled_from(
        ["2011-12-28", "2026-03-07", "2026-03-21", "2026-03-27", "2026-04-03", "2026-10-02", "2026-10-23", "2028-02-28"]
    ).flatmap(lambda day: st.timedeltas(timedelta(0), timedelta(days=4)).map(lambda more: utc(day) + more)),
)
LENGTHS = st.one_of(
    st.integers(1, 5 * 86400).map(lambda n: timedelta(seconds=n)), st.integers(1, 120).map(lambda n: n * HOUR)
)
MINUTES = st.one_of(st.integers(0, clock.WEEK - 1), st.integers(0, 7 * 24 - 1).map(lambda n: n * 60))
PAUSES = st.lists(
    st.tuples(MINUTES, st.one_of(st.integers(1, 4 * 1440), st.integers(1, 96).map(lambda n: n * 60))), max_size=4
)


@given(
    ZONES,
    st.datetimes(local("2010-01-01"), local("2030-01-01")),
    st.timedeltas(timedelta(0), timedelta(days=2)),
)
def test_later_local_times_are_never_earlier_instants(zone: str, shown: datetime, more: timedelta) -> None:
    calendar = Calendar(zone)
    first, second = calendar.instant(shown), calendar.instant(shown + more)
    assert first <= second
    assert calendar.local(first).replace(tzinfo=None) >= shown


@st.composite
def calendars(draw: st.DrawFn) -> Calendar:
    windows = tuple((start, start + length) for start, length in draw(PAUSES))
    assume(clock.playing_a_week(clock.merged(windows)) >= timedelta(hours=3))
    return Calendar(draw(ZONES), clock.spell_windows(windows))


@settings(max_examples=400, deadline=None)
@given(calendars(), STARTS, LENGTHS)
def test_playing_time_is_conserved_to_the_second(calendar: Calendar, start: datetime, playing: timedelta) -> None:
    end = calendar.add(start, playing)
    assert calendar.playing_between(start, end) == playing
    assert end > start and end.tzinfo is UTC
    # It is the first such instant, so it lies in no window but on the first second of one.
    assert calendar.playing_between(start, end - SECOND) < playing
    pause = calendar.next_pause(end)
    assert pause is None or pause[0] >= end


@settings(max_examples=200, deadline=None)
@given(calendars(), STARTS, LENGTHS, LENGTHS)
def test_time_adds_up_over_a_pause_by_hand(
    calendar: Calendar, start: datetime, playing: timedelta, more: timedelta
) -> None:
    end = calendar.add(start, playing + more)
    middle = calendar.add(start, playing)
    assert calendar.add(middle, more) == end
    assert calendar.playing_between(start, middle) + calendar.playing_between(middle, end) == playing + more
    # Extending by so much and shortening by as much leads back.
    assert calendar.add(start, calendar.playing_between(start, end) - more) == middle


@settings(max_examples=200, deadline=None)
@given(calendars(), STARTS, LENGTHS)
def test_an_instant_is_paused_when_no_time_passes_there(calendar: Calendar, start: datetime, ahead: timedelta) -> None:
    instant = (start + ahead).replace(microsecond=0)
    running = calendar.playing_between(instant, instant + SECOND)
    assert calendar.paused_at(instant) == (running == timedelta(0))
    end = calendar.pause_end(instant)
    if end is not None:
        assert calendar.playing_between(instant, end) == timedelta(0)
        assert not calendar.paused_at(end)


@settings(max_examples=200, deadline=None)
@given(calendars(), STARTS, LENGTHS, st.times().map(lambda t: t.replace(second=0, microsecond=0)))
def test_deadlines_at_a_time_of_day(calendar: Calendar, opened: datetime, lasts: timedelta, ends_at: time) -> None:
    windows = clock.merged(clock.parse_windows(calendar.weekly_pause))
    if clock.always_paused(windows, ends_at):
        with pytest.raises(Refusal):
            calendar.deadline(opened, lasts, ends_at)
        return
    earliest = calendar.add(opened, lasts)
    deadline = calendar.deadline(opened, lasts, ends_at)
    assert deadline >= earliest
    assert calendar.playing_between(opened, deadline) >= lasts
    pause = calendar.next_pause(deadline)
    assert pause is None or pause[0] >= deadline, "within a window"
    wall = calendar.local(deadline)
    shown = time(wall.hour, wall.minute)
    # The clocks may have jumped over the time of day; else the wall says what was set.
    assert (
        shown == ends_at
        or deadline == calendar.instant(datetime.combine(wall.date(), ends_at))
        or (deadline == calendar.instant(datetime.combine(wall.date() - timedelta(days=1), ends_at)))
    )
    # No earlier day's would have done.
    day = calendar.local(earliest).date()
    while day < wall.date():
        candidate = calendar.instant(datetime.combine(day, ends_at))
        covering = calendar.next_pause(candidate)
        inside = covering is not None and covering[0] < candidate
        assert candidate < earliest or inside or candidate == deadline
        day += timedelta(days=1)


@given(PAUSES)
def test_windows_are_spelt_as_they_are_read(pauses: list[tuple[int, int]]) -> None:
    windows = tuple((start, start + length) for start, length in pauses)
    assert clock.parse_windows(clock.spell_windows(windows)) == windows


@given(PAUSES, st.integers(0, clock.WEEK - 1))
def test_joined_windows_cover_the_same_minutes(pauses: list[tuple[int, int]], minute: int) -> None:
    windows = tuple((start, start + length) for start, length in pauses)

    def covered(among: tuple[clock.Window, ...]) -> bool:
        return any(start <= minute + week < end for start, end in among for week in (0, clock.WEEK))

    joined = clock.merged(windows)
    assert covered(windows) == covered(joined)
    ends = sorted(joined)
    assert all(a[1] < b[0] for a, b in zip(ends, ends[1:], strict=False))
    assert all(0 <= start < clock.WEEK for start, _end in joined)
