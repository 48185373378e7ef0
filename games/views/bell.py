"""The bell: what a person has been told, over all own names."""

from datetime import UTC, datetime
from typing import cast

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.urls import path, reverse
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from games import bell, services
from games.selectors import Access
from games.views import base


@require_safe
@login_required
def notices(request: HttpRequest) -> HttpResponse:
    """The newest notices by game, new ones marked."""
    found = bell.notices_of(request.user)
    context = {
        "groups": bell.by_game(found),
        "newest": max((notice.at.isoformat() for notice in found), default=""),
        "new": any(notice.read_at is None for notice in found),
    }
    return base.page(request, "games/notices.html", context)


@require_POST
@login_required
def notices_read(request: HttpRequest) -> HttpResponse:
    """Mark as read what stood on the page; what has come since stays new."""
    services.read_notices(user=cast(User, request.user), at=base.now(), until=_moment(base.typed(request, "until")))
    return base.go(reverse("games:notices"))


def seen(request: HttpRequest, access: Access, at: datetime, *kinds: str) -> None:
    """Mark notices of this game as read by whoever has just opened the page that they lead to. The bell of the page
    then knows how many are left.
    """
    if isinstance(request.user, User):
        bell.note(request, services.read_new(access.mine, at=at, game=access.game, kinds=kinds))


def _moment(text: str) -> datetime | None:
    """Read a moment as the page wrote it; None for anything else."""
    try:
        return datetime.fromisoformat(text).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


urlpatterns = [
    path("notices/", notices, name="notices"),
    path("notices/read/", notices_read, name="notices_read"),
]
