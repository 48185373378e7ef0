"""The conversations of a player as a list: letters, the closed room and the talk with the host, one like another.

The list shows names, times and what is new, never a word of what was written and never what a
room is for: it stands open on the table.
"""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from forum import selectors as forum
from forum.models import Thread
from forum.selectors import Glance
from games import selectors
from games.engine.state import OVER
from games.models import Room
from games.selectors import Access
from games.views.base import game_url


@dataclass(frozen=True, slots=True)
class Row:
    """One conversation in the list. `name` is the title, `seal` whose picture stands before it ("": the host's)."""

    url: str
    name: str
    seal: str
    at: datetime | None
    new: int
    token: str = ""


@dataclass(frozen=True, slots=True)
class Mailbox:
    """All conversations of a player, the newest first, and the address of the closed room ("" without one)."""

    rows: tuple[Row, ...] = ()
    room: str = ""
    new: int = 0


def mailbox(access: Access) -> Mailbox:
    """Return the conversations of the person in this game; nothing for whoever does not play. A constant
    number of queries.
    """
    seat = access.seat
    if seat is None:
        return Mailbox()
    rooms = list(selectors.rooms_of(access))
    found = forum.glances([seat.talk_id, *(room.thread_id for room in rooms)], seat.persona)
    rows, closed = [], ""
    for room in rooms:
        glance = found.get(room.thread_id)
        if glance is None or len(glance.members) < 2:
            # A room with nobody else in it would only give its owner away.
            continue
        row = _row(access, room, glance)
        if room.kind == Room.Kind.MAFIA:
            closed = row.url
        if glance.last:
            # No letter is empty: an empty room in the list would tell what it is. The role card leads to it.
            rows.append(row)
    talk = found.get(seat.talk_id)
    if talk is not None:
        rows.append(Row(game_url(access, "talk"), _("The host"), "", talk.at, talk.new))
    rows.sort(key=lambda row: (row.at.timestamp() if row.at else 0, row.url), reverse=True)
    return Mailbox(tuple(rows), closed, sum(row.new for row in rows))


def _row(access: Access, room: Room, glance: Glance) -> Row:
    names = others(access, glance.members)
    token = room.thread.token
    return Row(
        game_url(access, "letter", token=token),
        ", ".join(names),
        names[0] if names else "",
        glance.at,
        glance.new,
        token,
    )


def others(access: Access, members: tuple[int, ...]) -> list[str]:
    """Return the nicknames of the other members of a conversation, in seat order."""
    me = access.seat.persona_id if access.seat else 0
    return [seat.persona.name for seat in access.seats.values() if seat.persona_id in members and seat.persona_id != me]


def opened_room(access: Access) -> str:
    """Return the address of the mafia's room once it is open to all (`open_room`), else nothing."""
    if access.game.phase not in OVER:
        return ""
    rooms = Room.objects.filter(game=access.game, kind=Room.Kind.MAFIA, thread__readers=Thread.Readers.EVERYBODY)
    room = rooms.select_related("thread").first()
    return game_url(access, "letter", token=room.thread.token) if room is not None else ""
