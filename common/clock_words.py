"""Times and durations in the reader's words. The time of now is always an argument."""

from datetime import datetime, timedelta, tzinfo

from django.utils import dateformat, timezone
from django.utils.translation import get_language, ngettext, pgettext

from common import zones

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def day_and_time(at: datetime, zone: tzinfo, *, year: bool = False) -> str:
    """Write an instant as "Thu 14 May, 21:00" in a zone; with `year`, "Thu 14 May 2026, 21:00"."""
    local = at.astimezone(zone)
    # Translators: date formats of Django's `date` filter, no-break space after the weekday
    pattern = pgettext("date format", "D j E Y, H:i") if year else pgettext("date format", "D j E, H:i")
    return _lower_first(dateformat.format(local, pattern))


def weekday_and_time(at: datetime, zone: tzinfo) -> str:
    """Write an instant as "Thu 21:00" in a zone, for things of the last days."""
    return _lower_first(dateformat.format(at.astimezone(zone), pgettext("date format", "D H:i")))


def since_when(at: datetime, zone: tzinfo) -> str:
    """Write "from Tuesday 12 May, 21:00", for the head of a chapter."""
    local = at.astimezone(zone)
    day = (
        pgettext("since when", "from Monday"),
        pgettext("since when", "from Tuesday"),
        pgettext("since when", "from Wednesday"),
        pgettext("since when", "from Thursday"),
        pgettext("since when", "from Friday"),
        pgettext("since when", "from Saturday"),
        pgettext("since when", "from Sunday"),
    )[local.weekday()]
    return f"{day} {dateformat.format(local, pgettext('date format', 'j E, H:i'))}"


def with_zone(at: datetime, zone: tzinfo, *, year: bool = False) -> str:
    """Write an instant with its weekday and the name of the zone, on one line."""
    return f"{day_and_time(at, zone, year=year)} {zones.in_words(at, zone)}"


def same_clock(at: datetime, one: tzinfo, other: tzinfo) -> bool:
    """Tell whether two zones show the same wall clock at an instant."""
    return at.astimezone(one).utcoffset() == at.astimezone(other).utcoffset()


def iso(at: datetime) -> str:
    """Write an instant for a machine, in UTC and whole seconds."""
    return at.astimezone(timezone.get_fixed_timezone(0)).strftime("%Y-%m-%dT%H:%M:%SZ")


def seconds_left(until: datetime, now: datetime) -> int:
    """Count the whole seconds until an instant, rounded up, never below zero."""
    gap = until - now
    return max(0, -(-int(gap / timedelta(milliseconds=1)) // 1000))


def short_left(seconds: int) -> str:
    """Write a time left for a label: "2 d 3 h", "14 h 32 min", "32 min", "48 s"."""
    days, rest = divmod(seconds, 86400)
    hours, rest = divmod(rest, 3600)
    minutes, rest = divmod(rest, 60)
    if days > 1:
        return pgettext("time left", "%(days)s d %(hours)s h") % {"days": days, "hours": hours}
    if days or hours:
        return pgettext("time left", "%(hours)s h %(minutes)02d min") % {"hours": days * 24 + hours, "minutes": minutes}
    if minutes:
        return pgettext("time left", "%(minutes)s min") % {"minutes": minutes}
    return pgettext("time left", "%(seconds)s s") % {"seconds": rest}


def clock_left(seconds: int) -> str:
    """Write a time left as a clock: "14:32:08"; from a hundred hours on as `short_left` does."""
    if seconds >= 360_000:
        return short_left(seconds)
    hours, rest = divmod(seconds, 3600)
    minutes, rest = divmod(rest, 60)
    return f"{hours:02}:{minutes:02}:{rest:02}" if hours else f"{minutes:02}:{rest:02}"


def ago(at: datetime, now: datetime) -> str:
    """Write how long ago an instant was, in one unit: "3 h ago"; less than a minute is "just now"."""
    minutes = max(0, int((now - at).total_seconds()) // 60)
    if minutes >= 48 * 60:
        return pgettext("time ago", "%(n)s d ago") % {"n": minutes // (24 * 60)}
    if minutes >= 60:
        return pgettext("time ago", "%(n)s h ago") % {"n": minutes // 60}
    if minutes:
        return pgettext("time ago", "%(n)s min ago") % {"n": minutes}
    return pgettext("time ago", "just now")


def in_words(length: timedelta, *, days: bool = False) -> str:
    """Write a duration in whole words: "48 hours", "1 hour 30 minutes".

    Up to three days it counts in hours, as rules of games do, beyond that in days and hours; with
    `days` it counts days from 24 hours on ("2 days"). Parts that are nothing are left out.
    """
    seconds = int(length.total_seconds())
    whole_days, rest = divmod(seconds, 86400) if (days or length > 3 * DAY) else (0, seconds)
    hours, rest = divmod(rest, 3600)
    minutes, rest = divmod(rest, 60)
    parts = []
    if whole_days:
        parts.append(ngettext("%(n)s day", "%(n)s days", whole_days) % {"n": whole_days})
    if hours:
        parts.append(ngettext("%(n)s hour", "%(n)s hours", hours) % {"n": hours})
    if minutes:
        parts.append(ngettext("%(n)s minute", "%(n)s minutes", minutes) % {"n": minutes})
    if rest or not parts:
        parts.append(ngettext("%(n)s second", "%(n)s seconds", rest) % {"n": rest})
    return " ".join(part.replace(" ", "\u00a0") for part in parts)


def _lower_first(text: str) -> str:
    """Russian writes the names of weekdays small; Django's short ones come with a capital."""
    return text[:1].lower() + text[1:] if (get_language() or "").startswith("ru") else text
