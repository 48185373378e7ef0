"""A game at one moment, and the questions that every command asks first: who, and when."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Self

from common.refusal import Refusal
from games.engine import events as e
from games.engine.evolve import fold
from games.engine.state import Seat, State

Events = list[e.Event]
# The phases in which players act, and those in which a game goes on.
ACTIVE = ("deal", "day", "evening", "last_word", "verdict", "runoff", "night")
IN_PLAY = (*ACTIVE, "curtain")


class Position:
    """A game at one moment. Nothing is changed in place: `after` gives the next position."""

    def __init__(self, state: State, *, names: Mapping[int, str] | None = None, seed: bytes = b"") -> None:
        """Stand at `state`. `names` (seat to nickname) are for the deal alone, `seed` for the deal and for lots."""
        self.state = state
        self.names = names or {}
        self.seed = seed

    @classmethod
    def replay(cls, events: Iterable[e.Event], *, names: Mapping[int, str] | None = None, seed: bytes = b"") -> Self:
        """Return the table after a whole log. Raises ValueError for an empty one."""
        return cls(fold(events), names=names, seed=seed)

    def after(self, events: Iterable[e.Event]) -> Self:
        """Return the table after further events."""
        return type(self)(fold(events, self.state), names=self.names, seed=self.seed)

    def _who(self, seat: int) -> Seat:
        found = self.state.seat(seat)
        if found is None:
            raise Refusal("not_in_game")
        return found

    def _living(self, seat: int) -> Seat:
        found = self._who(seat)
        if not found.alive:
            raise Refusal("not_alive")
        return found

    def _in_time(self, at: datetime) -> None:
        phase = self.state.phase
        if phase.remaining is None and phase.deadline is not None and at >= phase.deadline:
            raise Refusal("deadline_passed", deadline=phase.deadline)

    def _phase(self, *names: str) -> None:
        if self.state.phase.name not in names:
            raise Refusal("wrong_phase", phase=self.state.phase.name)
