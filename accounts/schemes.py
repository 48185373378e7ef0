"""Paper or ink: what a reader has chosen, on the account or, for a visitor, in this browser."""

from typing import cast

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from accounts.models import User

COOKIE = "scheme"
_YEAR = 365 * 24 * 3600


def chosen(request: HttpRequest) -> str:
    """Return what this reader has chosen; whoever never chose follows the game."""
    user = getattr(request, "user", None)
    if user is not None and user.is_authenticated:
        return str(user.scheme)
    return _of_cookie(request)


def choose(request: HttpRequest, response: HttpResponse, scheme: str) -> None:
    """Keep the choice: for somebody logged in on every device, and in this browser for when nobody is.

    What is no scheme changes nothing.
    """
    if scheme not in User.Scheme.values:
        return
    if request.user.is_authenticated:
        request.user.scheme = scheme
        request.user.save(update_fields=["scheme"])
    keep_cookie(response, COOKIE, scheme)


def keep_cookie(response: HttpResponse, name: str, value: str) -> None:
    """Keep a reader's choice in the browser for a year, out of reach of scripts."""
    response.set_cookie(
        name, value, max_age=_YEAR, secure=settings.SESSION_COOKIE_SECURE, httponly=True, samesite="Lax"
    )


def carry(request: HttpRequest, user: object) -> None:
    """Take along what a visitor chose, to an account on which nothing is chosen yet."""
    person = cast(User, user)
    scheme = _of_cookie(request)
    if person.scheme == User.Scheme.FOLLOW and scheme != User.Scheme.FOLLOW:
        person.scheme = scheme
        person.save(update_fields=["scheme"])


def _of_cookie(request: HttpRequest) -> str:
    scheme = request.COOKIES.get(COOKIE, "")
    return scheme if scheme in User.Scheme.values else str(User.Scheme.FOLLOW)
