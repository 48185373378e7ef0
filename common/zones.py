"""Time zones in words: "Moscow time", and a fallback for the many that have no phrase of their own."""

from datetime import datetime, timedelta, tzinfo

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

NAMES = {
    "UTC": gettext_lazy("UTC"),
    "Europe/Kaliningrad": gettext_lazy("Kaliningrad time"),
    "Europe/Moscow": gettext_lazy("Moscow time"),
    "Europe/Samara": gettext_lazy("Samara time"),
    "Asia/Yekaterinburg": gettext_lazy("Yekaterinburg time"),
    "Asia/Omsk": gettext_lazy("Omsk time"),
    "Asia/Novosibirsk": gettext_lazy("Novosibirsk time"),
    "Asia/Krasnoyarsk": gettext_lazy("Krasnoyarsk time"),
    "Asia/Irkutsk": gettext_lazy("Irkutsk time"),
    "Asia/Yakutsk": gettext_lazy("Yakutsk time"),
    "Asia/Vladivostok": gettext_lazy("Vladivostok time"),
    "Asia/Magadan": gettext_lazy("Magadan time"),
    "Asia/Kamchatka": gettext_lazy("Kamchatka time"),
    "Europe/Saratov": gettext_lazy("Saratov time"),
    "Europe/Volgograd": gettext_lazy("Volgograd time"),
    "Europe/Astrakhan": gettext_lazy("Astrakhan time"),
    "Europe/Ulyanovsk": gettext_lazy("Ulyanovsk time"),
    "Europe/Kirov": gettext_lazy("Kirov time"),
    "Europe/Simferopol": gettext_lazy("Simferopol time"),
    "Asia/Barnaul": gettext_lazy("Barnaul time"),
    "Asia/Tomsk": gettext_lazy("Tomsk time"),
    "Asia/Novokuznetsk": gettext_lazy("Novokuznetsk time"),
    "Asia/Chita": gettext_lazy("Chita time"),
    "Asia/Sakhalin": gettext_lazy("Sakhalin time"),
    "Asia/Anadyr": gettext_lazy("Anadyr time"),
    "Europe/Minsk": gettext_lazy("Minsk time"),
    "Europe/Kyiv": gettext_lazy("Kyiv time"),
    "Europe/Chisinau": gettext_lazy("Chisinau time"),
    "Europe/Riga": gettext_lazy("Riga time"),
    "Europe/Vilnius": gettext_lazy("Vilnius time"),
    "Europe/Tallinn": gettext_lazy("Tallinn time"),
    "Europe/Helsinki": gettext_lazy("Helsinki time"),
    "Europe/Warsaw": gettext_lazy("Warsaw time"),
    "Europe/Prague": gettext_lazy("Prague time"),
    "Europe/Berlin": gettext_lazy("Berlin time"),
    "Europe/Paris": gettext_lazy("Paris time"),
    "Europe/London": gettext_lazy("London time"),
    "Europe/Belgrade": gettext_lazy("Belgrade time"),
    "Europe/Istanbul": gettext_lazy("Istanbul time"),
    "Asia/Jerusalem": gettext_lazy("Jerusalem time"),
    "Asia/Tbilisi": gettext_lazy("Tbilisi time"),
    "Asia/Yerevan": gettext_lazy("Yerevan time"),
    "Asia/Baku": gettext_lazy("Baku time"),
    "Asia/Almaty": gettext_lazy("Almaty time"),
    "Asia/Tashkent": gettext_lazy("Tashkent time"),
    "Asia/Bishkek": gettext_lazy("Bishkek time"),
    "Asia/Dubai": gettext_lazy("Dubai time"),
    "Asia/Tokyo": gettext_lazy("Tokyo time"),
    "America/New_York": gettext_lazy("New York time"),
    "America/Chicago": gettext_lazy("Chicago time"),
    "America/Denver": gettext_lazy("Denver time"),
    "America/Los_Angeles": gettext_lazy("Los Angeles time"),
}

# Older spellings that a browser may still send.
_SAME = {
    "Europe/Kiev": "Europe/Kyiv",
    "Etc/UTC": "UTC",
    "Etc/GMT": "UTC",
    "GMT": "UTC",
    "Asia/Tel_Aviv": "Asia/Jerusalem",
}


def offset(at: datetime, zone: tzinfo) -> str:
    """Write how far a zone is from UTC at an instant: "UTC+3", "UTC+5:30", "UTC−4", "UTC"."""
    gap = at.astimezone(zone).utcoffset() or timedelta(0)
    if not gap:
        return "UTC"
    hours, minutes = divmod(int(abs(gap).total_seconds()) // 60, 60)
    return f"UTC{'−' if gap < timedelta(0) else '+'}{hours}" + (f":{minutes:02}" if minutes else "")


def in_words(at: datetime, zone: tzinfo) -> str:
    """Name a zone so that a person knows it: a phrase, or the city of its IANA name with the offset from UTC."""
    key = getattr(zone, "key", None) or str(zone)
    key = _SAME.get(key, key)
    if key in NAMES:
        return str(NAMES[key])
    area, _slash, city = key.rpartition("/")
    if not area or area == "Etc":
        return offset(at, zone)
    return _("%(city)s time, %(offset)s") % {"city": city.replace("_", " "), "offset": offset(at, zone)}
