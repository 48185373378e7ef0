"""A finished game, opened whole: the other gate for its state, which opens at the end alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from games.engine.events import Event, PhaseOpened
from games.engine.state import OVER


@dataclass(frozen=True, slots=True)
class Chapter:
    """One phase of a finished game: the events of it, all opened."""

    phase: str
    day: int
    opened: datetime
    events: tuple[Event, ...]


def chronicle(events: Sequence[Event]) -> list[Chapter]:
    """Return a whole log by phases, for a game that is over.

    Raises ValueError for a log that does not end in `finished` or `cancelled`: its secrets are
    still secrets.
    """
    if not events or not (isinstance(events[-1], PhaseOpened) and events[-1].phase in OVER):
        raise ValueError("only a finished game tells everything")
    found: list[tuple[str, int, datetime, list[Event]]] = [("signup", 0, events[0].at, [])]
    for event in events:
        if isinstance(event, PhaseOpened):
            found.append((event.phase, event.day, event.at, []))
        else:
            found[-1][3].append(event)
    return [Chapter(phase, number, opened, tuple(inside)) for phase, number, opened, inside in found]
