"""Is the site alive? Asked by whoever watches it, and by `make run` while it starts."""

from datetime import datetime, timedelta

from django.db import Error
from django.db.models import Q
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import Game, Heartbeat

PATIENCE = timedelta(seconds=30)


def findings(now: datetime) -> dict[str, str]:
    """Say of the database, the tick and the games whether they are `ok`, or `failed`, `late`.

    Late is a tick that has not come for 30 s, or a game whose phase should have been ended 30 s ago.
    A game that failed and waits for its next try is not late before that. Words only: which game it
    is, when it is due and how many there are would tell an early end.
    """
    try:
        ticked = Heartbeat.objects.filter(at__gte=now - PATIENCE).exists()
        limit = now - PATIENCE
        late = Game.objects.filter(Q(retry_after=None) | Q(retry_after__lt=limit), due_at__lt=limit, paused=False)
        found = {"database": "ok", "tick": "ok" if ticked else "late", "games": "late" if late.exists() else "ok"}
    except Error:
        found = {"database": "failed"}
    return found


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """Answer 200 when all is well, 503 when the database, the tick or a game is not."""
    found = findings(timezone.now())
    good = set(found.values()) == {"ok"}
    return JsonResponse({"ok": good, **found}, status=200 if good else 503)
