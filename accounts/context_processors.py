"""What every page knows of its reader."""

from base64 import b64encode
from functools import cache, partial
from typing import Any

from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from accounts import schemes
from accounts.models import User
from accounts.selectors import member_of


def reader(request: HttpRequest) -> dict[str, Any]:
    """Give `scheme` (what the reader chose of paper and ink), `member_name` (the reader's own, or "") and `kept_key`.

    Both of the latter are functions, so that only pages that show them ask the database, the name once.
    """
    user = getattr(request, "user", None)

    @cache
    def member_name() -> str:
        member = member_of(user)
        return member.name if member else ""

    return {"scheme": schemes.chosen(request), "member_name": member_name, "kept_key": partial(kept_key, user)}


def kept_key(user: object) -> str:
    """Return the key with which the reader's browser seals what it keeps (`static/js/kept.js`); nobody's is empty.

    The same at every log-in and never known to anybody else, so unsent text is there again after a session has run
    out, and is neither shown to the next person at the browser nor can be read by them.
    """
    if not isinstance(user, User):
        return ""
    return b64encode(salted_hmac("accounts.kept", str(user.pk), algorithm="sha256").digest()).decode()
