"""Who hears that a game has changed: whoever's view of it has, and nobody else.

The views before and after are compared, so number and order of the nudges tell a reader nothing
that the own pages do not. Texts have their own nudges, from the thread that they are written in
(`forum.nudges`); all of one transaction come together as one.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime

from accounts.models import Persona
from common import nudges
from forum import nudges as forum
from games.engine.sight import READER, Viewer, view
from games.engine.state import State
from games.models import Game, Seat


def channels_of(game: Game, persona: Persona | None) -> list[str]:
    """Return what somebody hears of a game: what everybody sees, and what the own persona there (if any) may know.

    The number is the same for all players and the host, whatever they are.
    """
    public = forum.of_thread(game.thread)
    return [public] if persona is None else [public, forum.of_persona(persona)]


def follow(game: Game, seats: Mapping[int, Seat], before: State, after: State, at: datetime) -> None:
    """Nudge whoever sees the game differently now, and close the streams of whoever has left the living.

    The host sees all that is in the log, and is always nudged. What everybody sees is said to
    everybody alike: then nobody is nudged besides.
    """
    nudges.nudge(forum.of_persona(game.host))
    public = forum.of_thread(game.thread)
    if nudges.is_coming(public) or _differs(before, after, READER, at):
        nudges.nudge(public)
    else:
        found = (row for number, row in seats.items() if _differs(before, after, Viewer(seat=number), at))
        nudges.nudge(*(forum.of_persona(row.persona) for row in found))
    nudges.close(*(forum.of_persona(row.persona) for row in _left(seats, before, after)))


def told(persona: Persona) -> None:
    """Nudge one persona about what no event says."""
    nudges.nudge(forum.of_persona(persona))


def _differs(before: State, after: State, viewer: Viewer, at: datetime) -> bool:
    return view(before, viewer, at) != view(after, viewer, at)


def _left(seats: Mapping[int, Seat], before: State, after: State) -> Iterable[Seat]:
    """Return the rows of those who were in the game and are out of it now."""
    gone = {seat.number for seat in before.living} - {seat.number for seat in after.living}
    return (seats[number] for number in sorted(gone) if number in seats)
