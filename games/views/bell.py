"""The bell: what a person has been told, over all own names."""

from typing import cast

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.urls import path, reverse
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from games import bell, services
from games.views import base


@require_safe
@login_required
def notices(request: HttpRequest) -> HttpResponse:
    """The newest notices by game, new ones marked."""
    found = bell.notices_of(request.user)
    context = {
        "groups": bell.by_game(found),
        "newest": max((notice.pk for notice in found), default=0),
        "new": any(notice.read_at is None for notice in found),
    }
    return base.page(request, "games/notices.html", context)


@require_POST
@login_required
def notices_read(request: HttpRequest) -> HttpResponse:
    """Mark as read what stood on the page; what has come since stays new."""
    until = base.sent_number(request, "until")
    services.read_notices(user=cast(User, request.user), at=base.now(), until=until)
    return base.go(reverse("games:notices"))


urlpatterns = [
    path("notices/", notices, name="notices"),
    path("notices/read/", notices_read, name="notices_read"),
]
