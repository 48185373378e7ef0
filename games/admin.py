"""What an operator sees of games: public facts, and the log only once the game is over.

Nothing here can be changed. An operator may be a player too, so secrets of running games are not
shown at all.
"""

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from games.engine.state import OVER
from games.models import Event, Game, Seat

if TYPE_CHECKING:
    _ModelAdmin = admin.ModelAdmin[Any]
else:
    _ModelAdmin = admin.ModelAdmin


class ReadOnly(_ModelAdmin):
    """An admin page to look at."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody adds."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody changes."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody deletes."""
        return False


@admin.register(Game)
class GameAdmin(ReadOnly):
    """Games, by their public columns; when a game is due is not among them."""

    list_display = ("title", "phase", "day", "deadline", "paused", "players", "alive", "failures")
    list_filter = ("phase",)
    exclude = ("due_at",)


@admin.register(Seat)
class SeatAdmin(ReadOnly):
    """Seats, by their public columns."""

    list_display = ("game", "number", "alive", "out_how", "role_shown")
    list_select_related = ("game",)
    exclude = ("talk",)


@admin.register(Event)
class EventAdmin(ReadOnly):
    """The log of games that are over."""

    list_display = ("game", "seq", "kind", "at")
    list_select_related = ("game",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Event]:
        """Leave out every game that is still being played."""
        return super().get_queryset(request).filter(game__phase__in=OVER)
