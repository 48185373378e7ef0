"""Reading and writing the values of options (`rules.md` section 12), each judged by itself."""

import operator
import re
from collections.abc import Mapping
from datetime import time, timedelta
from typing import Any

from games.engine import clock
from games.engine.options import OPTIONS, Kind, Option, Problem

_ON = {"on", "true"}
_OFF = {"off", "false"}
_UNITS = {
    "d": 86400, "д": 86400,
    "h": 3600, "ч": 3600,
    "m": 60, "min": 60, "м": 60, "мин": 60,
    "s": 1, "sec": 1, "с": 1, "сек": 1,
}  # fmt: skip
_PART = re.compile(r"([0-9]{1,9}) *([^\W\d_]+)\.? *")
_TIME = re.compile(r"([0-9]{1,2}):([0-9]{2})")
_REASONS = {
    Kind.DURATION: "not_duration",
    Kind.ONOFF: "not_on_off",
    Kind.CHOICE: "unknown_choice",
    Kind.NUMBER: "not_number",
    Kind.TIME: "not_time",
    Kind.ZONE: "unknown_zone",
    Kind.WINDOWS: "not_windows",
}


def take(options: Mapping[str, object]) -> tuple[dict[str, Any], list[Problem]]:
    """Read what was typed: the values that could be read, by name, and a problem for each that could not."""
    taken: dict[str, Any] = {}
    problems: list[Problem] = []
    for name, typed in options.items():
        option = OPTIONS.get(name)
        if option is None:
            problems.append(Problem(str(name), "unknown_option"))
            continue
        value, problem = _read(option, typed)
        if problem is None:
            taken[name] = value
        else:
            problems.append(problem)
    return taken, problems


def judge(option: Option, value: object) -> Problem | None:
    """Return what is wrong with a value in itself: its kind, its bounds, a choice or a zone that is unknown."""
    reread, problem = _read(option, value)
    if problem is not None:
        return problem
    if isinstance(reread, (int, timedelta)) and not isinstance(reread, bool):
        for reason, limit, beyond in (
            ("below_minimum", option.least, operator.lt),
            ("above_maximum", option.most, operator.gt),
        ):
            if limit is not None and beyond(reread, limit):
                return Problem(option.name, reason, {"limit": spell(option, limit)})
    return None


def parse_duration(text: str) -> timedelta | None:
    """Read a duration such as `48h`, `90s`, `1h 30m`, `2 д`; None when it is none."""
    at, seconds = 0, 0
    text = text.strip()
    while at < len(text):
        part = _PART.match(text, at)
        unit = _UNITS.get(part.group(2).casefold()) if part else None
        if part is None or unit is None:
            return None
        seconds += int(part.group(1)) * unit
        at = part.end()
    if not text or seconds > timedelta.max.days * 86400:
        return None
    return timedelta(seconds=seconds)


def spell_duration(length: timedelta) -> str:
    """Write a duration in its largest unit of hours, minutes or seconds that fits: `48h`, `90m`, `90s`."""
    seconds = length // timedelta(seconds=1)
    for unit, size in (("h", 3600), ("m", 60)):
        if seconds and seconds % size == 0:
            return f"{seconds // size}{unit}"
    return f"{seconds}s"


def spell(option: Option, value: object) -> object:
    """Write a value as `take` reads it, fit for JSON."""
    if isinstance(value, timedelta):
        return spell_duration(value)
    if isinstance(value, time):
        return f"{value:%H:%M}"
    if value is None or (option.kind is Kind.WINDOWS and value == ""):
        return "off"
    return value


def _read(option: Option, typed: object) -> tuple[object, Problem | None]:
    word = typed.strip().casefold() if isinstance(typed, str) else typed
    if option.kind is Kind.ONOFF:
        if isinstance(word, bool):
            return word, None
        if isinstance(word, str) and word in _ON | _OFF:
            return word in _ON, None
        return None, _unread(option, typed)
    if word is None or word is False or (isinstance(word, str) and (word in _OFF or not word)):
        return _read_off(option, typed)
    if option.kind is Kind.WINDOWS:
        return _read_windows(option, typed)
    value = _read_value(option, typed)
    return value, None if value is not None else _unread(option, typed)


def _read_off(option: Option, typed: object) -> tuple[object, Problem | None]:
    if option.can_be_off:
        return "" if option.kind is Kind.WINDOWS else None, None
    # "0 = never" in the table: a number that may be nought is off at nought.
    if option.kind is Kind.NUMBER and option.least == 0 and typed not in (None, ""):
        return 0, None
    return None, _unread(option, typed)


def _read_value(option: Option, typed: object) -> object:
    """Return a value other than off, or None when it can't be read."""
    if option.kind is Kind.DURATION:
        if isinstance(typed, timedelta):
            return typed if typed.microseconds == 0 and typed >= timedelta(0) else None
        return parse_duration(typed) if isinstance(typed, str) else None
    if option.kind is Kind.NUMBER:
        if isinstance(typed, str) and re.fullmatch("[0-9]{1,9}", typed.strip()):
            return int(typed)
        return typed if isinstance(typed, int) and not isinstance(typed, bool) else None
    if option.kind is Kind.TIME:
        return _read_time(typed)
    if not isinstance(typed, str):
        return None
    if option.kind is Kind.CHOICE:
        choice = typed.strip().casefold()
        return choice if choice in option.values else None
    return typed.strip() if typed.strip() in clock.zone_names() else None


def _read_time(typed: object) -> time | None:
    if isinstance(typed, time):
        whole = typed.tzinfo is None and typed.second == 0 and typed.microsecond == 0
        return typed if whole else None
    found = _TIME.fullmatch(typed.strip()) if isinstance(typed, str) else None
    if found is None or int(found.group(1)) > 23 or int(found.group(2)) > 59:
        return None
    return time(int(found.group(1)), int(found.group(2)))


def _read_windows(option: Option, typed: object) -> tuple[object, Problem | None]:
    if not isinstance(typed, str):
        return None, _unread(option, typed)
    windows, unread = clock.read_windows(typed)
    if unread is not None:
        return None, Problem(option.name, "not_windows", {"value": typed, "part": unread})
    return clock.spell_windows(windows), None


def _unread(option: Option, typed: object) -> Problem:
    params: dict[str, object] = {"value": typed if isinstance(typed, (str, int)) else str(typed)}
    if option.kind is Kind.CHOICE:
        params["values"] = list(option.values)
    if option.kind is Kind.WINDOWS:
        params["part"] = str(typed)
    return Problem(option.name, _REASONS[option.kind], params)
