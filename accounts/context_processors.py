"""What every page knows of its reader."""

from functools import cache
from typing import Any

from django.http import HttpRequest

from accounts import schemes
from accounts.selectors import member_of


def reader(request: HttpRequest) -> dict[str, Any]:
    """Give `scheme` (what the reader chose of paper and ink) and `member_name` (the reader's own, or "").

    The name is a function, so that only pages that show it ask the database, and once.
    """
    user = getattr(request, "user", None)

    @cache
    def member_name() -> str:
        member = member_of(user)
        return member.name if member else ""

    return {"scheme": schemes.chosen(request), "member_name": member_name}
