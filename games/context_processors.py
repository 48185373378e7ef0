"""What every page knows of the reader's games."""

from functools import cache
from typing import Any

from django.http import HttpRequest

from games.bell import bell_count, noted


def bell(request: HttpRequest) -> dict[str, Any]:
    """Give `bell_count`, the number of new notices: a function, so that only pages that show it ask, and once."""
    user = getattr(request, "user", None)

    @cache
    def count() -> int:
        if (known := noted(request)) is not None:
            return known
        return bell_count(user) if user is not None else 0

    return {"bell_count": count}
