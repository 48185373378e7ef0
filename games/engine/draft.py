"""A list of events in the making, with the state that they lead to."""

from datetime import datetime

from games.engine.events import Event
from games.engine.evolve import apply
from games.engine.state import State


class Draft:
    """Collects the events that one command causes; each sees what the ones before it did."""

    def __init__(self, state: State, at: datetime, seed: bytes = b"") -> None:
        self.state = state
        self.at = at
        self.seed = seed
        self.events: list[Event] = []

    def add(self, event: Event) -> None:
        """Append the event and go on from the state after it."""
        self.events.append(event)
        self.state = apply(self.state, event)
