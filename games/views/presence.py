"""Who is there: what an open page says of its player every few seconds, and what the host's desk shows of it."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from common.clock_words import in_words
from games.selectors import Access, attendance_of, host_access, seat_access
from games.views import base
from games.views.bar import rules_of

MINUTE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Missing:
    """A player who is gone. Without `since` nobody has come since the deal; `due`: a heart attack by itself."""

    number: int
    name: str
    since: datetime | None
    length: str
    due: datetime | None


@dataclass(frozen=True, slots=True)
class Card:
    """The desk's part. `reason` is what the thread would read of a heart attack, in the game's language."""

    gone: list[Missing]
    there: list[str]
    reason: str
    after: timedelta | None
    seconds: int = 10

    @property
    def everybody(self) -> int:
        """The number of players whose connection is known."""
        return len(self.gone) + len(self.there)


def card(access: Access, at: datetime) -> Card | None:
    """Return who is there and who is gone, the longest gone first; None where presence is not kept.

    Raises Http404 for everybody but the host.
    """
    found = attendance_of(access, at)
    if not found:
        return None
    names = access.names
    gone = [
        Missing(one.number, names[one.number], one.seen_at, _length(at, one.seen_at), one.due_at)
        for one in sorted(found, key=lambda one: (one.seen_at is not None, one.seen_at, one.number))
        if one.gone
    ]
    with translation.override(access.game.language):
        reason = _("Connection lost.")
    there = [names[one.number] for one in found if not one.gone]
    return Card(gone, there, reason, rules_of(access).auto_heart_attack_after)


def _length(at: datetime, since: datetime | None) -> str:
    """Write for how long somebody has been gone, in whole minutes."""
    return in_words((at - since) // MINUTE * MINUTE) if since is not None and at - since >= MINUTE else ""


@require_POST
def here(request: HttpRequest, slug: str) -> HttpResponse:
    """Note that a player's page is open. The answer is the same, whatever was noted, and says nothing (204)."""
    base.note_presence(seat_access(slug, request.user), base.now())
    return base.private(HttpResponse(status=204))


@require_safe
def desk_presence(request: HttpRequest, slug: str) -> HttpResponse:
    """Draw the desk's part anew, for the open desk. Nothing here (404) in games in which presence is not kept."""
    access, at = host_access(slug, request.user), base.now()
    if not access.game.options.get("presence"):
        raise Http404
    context = {"game": access.game, "as_fields": base.hidden(access), "presence": card(access, at)}
    return base.page(request, "games/_desk_presence.html", context)


urlpatterns = [
    path("games/<slug:slug>/here/", here, name="here"),
    path("games/<slug:slug>/desk/presence/", desk_presence, name="desk_presence"),
]
