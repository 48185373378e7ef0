"""What every page knows of its reader."""

from functools import cache
from typing import Any

from django.http import HttpRequest

from accounts.models import User
from accounts.selectors import member_of


def reader(request: HttpRequest) -> dict[str, Any]:
    """Give `scheme` (what the reader chose of paper and ink) and `member_name` (the reader's own, or "").

    The name is a function, so that only pages that show it ask the database, and once.
    """
    user = getattr(request, "user", None)
    chosen = user.scheme if user is not None and user.is_authenticated else User.Scheme.FOLLOW

    @cache
    def member_name() -> str:
        member = member_of(user)
        return member.name if member else ""

    return {"scheme": str(chosen), "member_name": member_name}
