"""Deadlines, weekly pauses and time zones (`rules.md` section 5).

Durations are true hours; times of day and weekly windows are local times of the game's zone.
Everything comes in and goes out as an aware datetime in UTC. Nothing here asks for the time.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo, available_timezones

from common.refusal import Refusal
from games.engine.options import Problem

# A window or a pause, in minutes since Monday 00:00 local time. The end may lie in the next week.
Window = tuple[int, int]
Pause = tuple[datetime, datetime]

DAY = 24 * 60
WEEK = 7 * DAY
# No phase of a sound set-up lasts this long: whoever gets here has asked for nonsense.
HORIZON = timedelta(days=3660)
NOTHING = timedelta(0)

_DAY_NAMES = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_DAY_NUMBERS = {
    name.casefold(): number
    for names in (
        _DAY_NAMES,
        ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
        ("Пн", "Вт", "Ср", "Чт", "Пт", "Сб", "Вс"),
        ("понедельник", "вторник", "среда", "четверг", "пятница", "суббота", "воскресенье"),
    )
    for number, name in enumerate(names)
}
_MOMENT = r"([^\W\d_]{2,12})\.? +([0-9]{1,2}):([0-9]{2})"
_WINDOW = re.compile(rf"{_MOMENT} *[-‐‑–—−] *{_MOMENT}")
_BETWEEN_WINDOWS = re.compile(r"[,;\n]")


@dataclass(frozen=True, slots=True)
class Calendar:
    """The time of one game: its zone and the windows in which its clock stands still.

    Raises `Refusal("options_invalid")` for an unknown zone or for windows that can't be read or
    that leave no time to play. Building one is cheap: what was read is kept.
    """

    timezone: str
    weekly_pause: str = ""

    def __post_init__(self) -> None:
        zone(self.timezone)
        if whole_week(merged(parse_windows(self.weekly_pause))):
            raise _refused("weekly_pause", "whole_week")

    def add(self, start: datetime, playing: timedelta) -> datetime:
        """Return the first instant at which `playing` time has passed since `start`.

        A start within a window starts at the window's end. Time that runs out on the first second
        of a window has run out before it. Raises `ValueError` for a negative time, and
        `Refusal("options_invalid")` when the answer would lie years away.
        """
        if playing < NOTHING:
            raise ValueError("playing time can't be negative")
        at, left = _utc(start), playing
        limit = _later(at, HORIZON)
        for begins, ends in self._pauses(at):
            if begins >= at:
                if left <= begins - at:
                    break
                left -= begins - at
            at = ends
            if at > limit:
                break
        if at > limit or left > HORIZON:
            raise _refused("weekly_pause", "over_a_year")
        return at + left

    def playing_between(self, a: datetime, b: datetime) -> timedelta:
        """Return how long the clock ran between two instants, windows not counted; zero when `b` is not later."""
        at, end = _utc(a), _utc(b)
        if end <= at:
            return NOTHING
        total = end - at
        for begins, ends in self._pauses(at):
            if begins >= end:
                break
            total -= min(ends, end) - max(begins, at)
        return total

    def paused_at(self, instant: datetime) -> bool:
        """Tell whether the clock stands still by the calendar: from a window's first instant to before its end."""
        return self.pause_end(instant) is not None

    def pause_end(self, instant: datetime) -> datetime | None:
        """Return when the weekly pause that covers this instant ends, or None when there is none."""
        at = _utc(instant)
        pause = self.next_pause(at)
        return pause[1] if pause is not None and pause[0] <= at else None

    def next_pause(self, instant: datetime) -> Pause | None:
        """Return the weekly pause that covers this instant, else the next one: its begin and its end."""
        return next(self._pauses(_utc(instant)), None)

    def deadline(self, opened: datetime, lasts: timedelta, ends_at: time | None = None) -> datetime:
        """Return when a phase ends that opens now, lasts so long and may be drawn on to a time of day.

        With `ends_at`: the first such local time, not within a window, at which the phase has lasted
        at least `lasts` of playing time. Raises `Refusal("options_invalid")` when that time lies in a
        window on every day.
        """
        earliest = self.add(opened, lasts)
        if ends_at is None:
            return earliest
        if always_paused(merged(parse_windows(self.weekly_pause)), ends_at):
            raise _refused("weekly_pause", "always_paused", time=f"{ends_at:%H:%M}")
        # On every week at least one such time is outside the windows. One that a change of the
        # clocks pushes into a window is met again a week later; hence three weeks, never for ever.
        day = earliest.astimezone(zone(self.timezone)).date() - timedelta(days=1)
        for _i in range(3 * 7):
            at = self.instant(datetime.combine(day, ends_at))
            if at >= earliest and not self._inside(at):
                return at
            day += timedelta(days=1)
        raise _refused("weekly_pause", "always_paused", time=f"{ends_at:%H:%M}")

    def instant(self, local: datetime) -> datetime:
        """Return the instant of a local time of the game's zone, given without a zone.

        A local time that does not exist means the first instant after; one that comes twice, the first.
        """
        return _instant(self.timezone, local)

    def local(self, instant: datetime) -> datetime:
        """Return an instant as local time of the game's zone."""
        return _utc(instant).astimezone(zone(self.timezone))

    def _inside(self, at: datetime) -> bool:
        """Tell whether an instant lies within a window: its first second is still before it."""
        pause = self.next_pause(at)
        return pause is not None and pause[0] < at

    def _pauses(self, after: datetime) -> Iterator[Pause]:
        """Yield the pauses that end after an instant, in order, those that touch as one."""
        windows = merged(parse_windows(self.weekly_pause))
        if not windows:
            return
        day = after.astimezone(zone(self.timezone)).date()
        # A window may reach over from the week before.
        monday = day.toordinal() - day.weekday() - 7
        held: Pause | None = None
        while monday + 21 < date.max.toordinal():
            for pause in _week(self.timezone, windows, monday):
                if held is not None and pause[0] <= held[1]:
                    held = (held[0], max(held[1], pause[1]))
                    continue
                if held is not None and held[1] > after:
                    yield held
                held = pause
            monday += 7


def zone(name: str) -> ZoneInfo:
    """Return a time zone by its IANA name, or raise `Refusal("options_invalid")`."""
    if name not in zone_names():
        raise _refused("timezone", "unknown_zone", value=name)
    return ZoneInfo(name)


@lru_cache(maxsize=1)
def zone_names() -> frozenset[str]:
    """Return the names of all time zones that a game may have."""
    return frozenset(available_timezones() - {"localtime", "Factory"})


def parse_windows(text: str) -> tuple[Window, ...]:
    """Read weekly windows such as `Fri 21:00 - Mon 09:00, Wed 12:00 - Wed 13:00`; empty text is none.

    Days may be English or Russian, short or whole, in any letter case; 24:00 is the end of a day.
    A window that ends when it begins is the whole week. Raises `Refusal("options_invalid")` with
    the part that can't be read.
    """
    windows, unread = read_windows(text)
    if unread is not None:
        raise _refused("weekly_pause", "not_windows", value=text, part=unread)
    return windows


@lru_cache(maxsize=1024)
def read_windows(text: str) -> tuple[tuple[Window, ...], str | None]:
    """Read weekly windows as `parse_windows` does, and return the first part that can't be read beside them."""
    windows: list[Window] = []
    for part in (" ".join(part.split()) for part in _BETWEEN_WINDOWS.split(text)):
        found = _WINDOW.fullmatch(part)
        start = _minute_of_week(*found.group(1, 2, 3)) if found else None
        end = _minute_of_week(*found.group(4, 5, 6)) if found else None
        if start is not None and end is not None:
            windows.append((start, end if end > start else end + WEEK))
        elif part:
            return tuple(windows), part
    return tuple(windows), None


def _minute_of_week(day: str, hours: str, minutes: str) -> int | None:
    number = _DAY_NUMBERS.get(day.casefold())
    of_day = int(hours) * 60 + int(minutes)
    if number is None or int(minutes) > 59 or of_day > DAY:
        return None
    return (number * DAY + of_day) % WEEK


def spell_windows(windows: tuple[Window, ...]) -> str:
    """Write weekly windows the way `parse_windows` reads them."""

    def moment(minute: int) -> str:
        day, of_day = divmod(minute % WEEK, DAY)
        return f"{_DAY_NAMES[day]} {of_day // 60:02}:{of_day % 60:02}"

    return ", ".join(f"{moment(start)} - {moment(end)}" for start, end in windows)


@lru_cache(maxsize=1024)
def merged(windows: tuple[Window, ...]) -> tuple[Window, ...]:
    """Join windows that overlap or touch, also over the end of the week; each starts within the week.

    Windows that cover everything come out as one of at least a week.
    """
    joined: list[Window] = []
    # The weeks around are laid beside this one, so that what reaches over is joined as well.
    for start, end in sorted((a + n * WEEK, b + n * WEEK) for a, b in windows for n in (-1, 0, 1, 2)):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    if any(end - start >= WEEK for start, end in joined):
        return ((0, WEEK),)
    return tuple((start, end) for start, end in joined if 0 <= start < WEEK)


def whole_week(windows: tuple[Window, ...]) -> bool:
    """Tell whether merged windows leave no time to play."""
    return playing_a_week(windows) <= NOTHING


def playing_a_week(windows: tuple[Window, ...]) -> timedelta:
    """Return how much of an ordinary week is outside merged windows."""
    return timedelta(minutes=WEEK - sum(end - start for start, end in windows))


def always_paused(windows: tuple[Window, ...], ends_at: time) -> bool:
    """Tell whether a time of day lies within merged windows on every day of the week."""
    of_day = ends_at.hour * 60 + ends_at.minute

    def inside(minute: int) -> bool:
        return any(start < minute < end or start < minute + WEEK < end for start, end in windows)

    return all(inside(day * DAY + of_day) for day in range(7))


@lru_cache(maxsize=4096)
def _week(zone_name: str, windows: tuple[Window, ...], monday: int) -> tuple[Pause, ...]:
    """Return one week's pauses as instants. The week's change of the clocks may swallow one."""
    midnight = datetime.combine(date.fromordinal(monday), time())
    spans = (
        tuple(_instant(zone_name, midnight + timedelta(minutes=minute)) for minute in window) for window in windows
    )
    return tuple((begins, ends) for begins, ends in spans if begins < ends)


@lru_cache(maxsize=4096)
def _instant(zone_name: str, local: datetime) -> datetime:
    """Return the instant of a local time. Never decreasing as the local time grows."""
    if local.tzinfo is not None:
        raise ValueError("a local time is given without a zone")
    at_zone = zone(zone_name)
    first = local.replace(tzinfo=at_zone, fold=0).astimezone(UTC)
    if first.astimezone(at_zone).replace(tzinfo=None, fold=0) == local.replace(fold=0):
        return first
    # The clocks jumped over it. The jump lies between the two readings: find its first second.
    before = local.replace(tzinfo=at_zone, fold=1).astimezone(UTC).replace(microsecond=0) - timedelta(seconds=1)
    after = first.replace(microsecond=0) + timedelta(seconds=1)
    jumped = after.astimezone(at_zone).utcoffset()
    while after - before > timedelta(seconds=1):
        middle = before + timedelta(seconds=int((after - before).total_seconds()) // 2)
        if middle.astimezone(at_zone).utcoffset() == jumped:
            after = middle
        else:
            before = middle
    return after


def _utc(instant: datetime) -> datetime:
    if instant.tzinfo is None:
        raise ValueError("an instant needs a zone")
    return instant.astimezone(UTC)


def _later(at: datetime, by: timedelta) -> datetime:
    return at + by if at < datetime.max.replace(tzinfo=UTC) - by else datetime.max.replace(tzinfo=UTC)


def _refused(option: str, reason: str, **params: object) -> Refusal:
    return Refusal("options_invalid", problems=[Problem(option, reason, params)])
