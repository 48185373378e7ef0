"""The reader's language and time zone, on every page."""

from collections.abc import Callable
from zoneinfo import ZoneInfo

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation

from accounts.zones import known_zones, zone_of_cookies


class ReaderMiddleware:
    """Speaks the language that somebody logged in has chosen, and shows times in the reader's zone.

    The zone is the chosen one, else what the browser's script has put into the cookie `tz`, else
    the site's. For visitors the language is what `LocaleMiddleware` found: cookie or browser.

    What is made for one reader, error pages too, is kept by nobody between here and the reader,
    unless its view says that it may.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        zone = ""
        # Without a session cookie nobody is logged in, and nothing need be looked up.
        if settings.SESSION_COOKIE_NAME in request.COOKIES and request.user.is_authenticated:
            zone = request.user.time_zone
            language = request.user.language
            if language in dict(settings.LANGUAGES):
                translation.activate(language)
                request.LANGUAGE_CODE = translation.get_language()
        if zone not in known_zones():
            zone = zone_of_cookies(request.COOKIES) or settings.TIME_ZONE
        with timezone.override(ZoneInfo(zone)):
            response = self.get_response(request)
        response.headers.setdefault("Cache-Control", "no-store, private")
        return response
