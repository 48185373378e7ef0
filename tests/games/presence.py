"""Live games for the tests of presence: who comes, who goes, and time that passes meanwhile."""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from games import services, tasks
from games.models import Event, Heartbeat, Presence
from tests.factories import Played, make_game

FIVE = timedelta(minutes=5)
SECOND = timedelta(seconds=1)
# A live game in small: days long enough for the clock of a test, and nobody out for silence.
LIVE = {
    "presence": True,
    "auto_heart_attack_after": "5m",
    "day": "3h",
    "night": "3h",
    "silent_removed": False,
    "inactive_removed": False,
}


def live(clock: Any, **more: Any) -> Played:
    """Make a live game in sign-up."""
    options = {**LIVE, **more.pop("options", {})}
    return make_game(more.pop("players", 7), clock=clock, options=options, **more)


def come(played: Played, *names: str) -> None:
    """Let these players be seen now."""
    played.game.refresh_from_db()
    for name in names:
        services.note_presence(game=played.game, seat=played.seat(name), at=timezone.now())


def pass_by(
    played: Played, length: timedelta, *there: str, site: bool = True, step: int = 60, ticks: bool = True
) -> None:
    """Let time pass while these players stay, and (if the `site` is up) the tick goes on."""
    end = timezone.now() + length
    while timezone.now() < end:
        played.clock.move_to(min(end, timezone.now() + step * SECOND))
        if site:
            come(played, *there)
        if site and ticks:
            tick()


def tick() -> None:
    """Tick, as if the last one had been a moment ago."""
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": timezone.now() - SECOND})
    tasks.tick()


def others(played: Played, *names: str) -> list[str]:
    """Return the living but these."""
    return [name for name in played.living() if name not in names]


def due_of(played: Played, name: str) -> Any:
    """Return when a player has a heart attack by itself."""
    return Presence.objects.get(seat=played.seat(name)).due_at


def hearts(played: Played) -> list[tuple[int, bool]]:
    """Return the heart attacks of the log: whose, and whether by itself."""
    rows = Event.objects.filter(game=played.game, kind="heart_attack").order_by("seq")
    return [(row.data["seat"], row.data.get("itself", False)) for row in rows]
