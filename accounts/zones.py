"""Time zones a reader can choose."""

from collections.abc import Mapping
from functools import cache
from urllib.parse import unquote
from zoneinfo import available_timezones

COOKIE = "tz"
_AREAS = ("Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")


@cache
def known_zones() -> frozenset[str]:
    """Return every IANA name that this machine knows."""
    return frozenset(available_timezones())


@cache
def offered_zones() -> tuple[str, ...]:
    """Return the names for a list to choose from: area and city, without the old aliases, UTC last."""
    return (*sorted(name for name in known_zones() if name.split("/")[0] in _AREAS and "/" in name), "UTC")


def zone_of_cookies(cookies: Mapping[str, str]) -> str:
    """Return the zone that the browser has named by cookie, or "" when it named none that we know."""
    name = unquote(cookies.get(COOKIE, ""))
    return name if name in known_zones() else ""
