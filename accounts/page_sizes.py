"""How many posts a page of a thread shows: a choice kept on the account or, for a visitor, in this browser."""

from typing import cast

from django.http import HttpRequest, HttpResponse

from accounts.models import User
from accounts.schemes import keep_cookie

COOKIE = "page_size"
SIZES: tuple[int, ...] = tuple(User.PageSize.values)
_BY_TEXT = {str(size): size for size in SIZES}


def chosen(request: HttpRequest) -> int:
    """Return what this reader has chosen; the shortest page where nothing was."""
    user = getattr(request, "user", None)
    size = user.page_size if user is not None and user.is_authenticated else _of_cookie(request)
    return size if size in SIZES else SIZES[0]


def choose(request: HttpRequest, response: HttpResponse, size: str) -> None:
    """Keep the choice: for somebody logged in on every device, and in this browser for when nobody is.

    What is no such number changes nothing.
    """
    if size not in _BY_TEXT:
        return
    if request.user.is_authenticated:
        request.user.page_size = _BY_TEXT[size]
        request.user.save(update_fields=["page_size"])
    keep_cookie(response, COOKIE, size)


def carry(request: HttpRequest, user: object) -> None:
    """Take along what a visitor chose, to an account on which nothing is chosen yet."""
    person, size = cast(User, user), _of_cookie(request)
    if person.page_size == SIZES[0] and size != SIZES[0]:
        person.page_size = size
        person.save(update_fields=["page_size"])


def _of_cookie(request: HttpRequest) -> int:
    return _BY_TEXT.get(request.COOKIES.get(COOKIE, ""), SIZES[0])
