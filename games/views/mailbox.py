"""The conversations of a player as a list: letters, the closed room and the talk with the host, one like another.

The list shows names, times and what is new, never a word of what was written and never what a
room is for: it stands open on the table.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count
from django.utils.translation import gettext as _

from forum import selectors as forum
from forum.models import Thread
from forum.selectors import Glance
from games import selectors
from games.engine.state import OVER
from games.models import GRAVEYARD, Room
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
        if glance is not None and room.kind == Room.Kind.DEAD:
            rows.append(_row_of_the_dead(access, glance))
            continue
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


def _row_of_the_dead(access: Access, glance: Glance) -> Row:
    """Return the line of the room of the dead, which stands there from the first moment on: it is no secret."""
    me = access.seat.persona.name if access.seat is not None else ""
    seal = next(iter(others(access, glance.members)), me)
    name, url = _named(access, Room.Kind.DEAD)
    return Row(url, name, seal, glance.at, glance.new)


def others(access: Access, members: tuple[int, ...]) -> list[str]:
    """Return the nicknames of the other members of a conversation, in seat order."""
    me = access.seat.persona_id if access.seat else 0
    return [seat.persona.name for seat in access.seats.values() if seat.persona_id in members and seat.persona_id != me]


def opened_rooms(access: Access) -> list[tuple[str, str]]:
    """Return words and addresses of the rooms that are open to all once the game is over; else nothing.

    The mafia's room (`open_room`), and those of the dead and the onlookers (`graveyard`) if anything was said there.
    """
    if access.game.phase not in OVER:
        return []
    rooms = Room.objects.filter(game=access.game, thread__readers=Thread.Readers.EVERYBODY).select_related("thread")
    found = {room.kind: room for room in rooms.annotate(posts=Count("thread__posts"))}
    opened = []
    if mafia := found.get(Room.Kind.MAFIA):
        url = game_url(access, "letter", token=mafia.thread.token)
        opened.append((_("The mafia's room, open to all now"), url))
    return opened + [_named(access, kind) for kind in GRAVEYARD if kind in found and found[kind].posts]


def _named(access: Access, kind: str) -> tuple[str, str]:
    """Return words and address of the room of the dead or of the onlookers."""
    if kind == Room.Kind.DEAD:
        return _("The room of the dead"), game_url(access, "dead")
    return _("The room of the onlookers"), game_url(access, "onlookers")


def may_enter(access: Access) -> bool:
    """Tell whether the room of the onlookers is open to this person, once logged in and with a member name."""
    game = access.game
    return bool(game.options.get("graveyard")) and game.phase not in OVER and access.seat is None and not access.host


def graveyard(access: Access) -> dict[str, Any] | None:
    """Return the rooms of the dead and the onlookers as the game's page leads to them; None where it does not.

    `rows` are the rooms that the person reads (words, address, how many posts are new), `enter` the
    address of the button that opens the onlookers' to whoever has no seat. Nothing of both for the
    living, nor when the game is over: then its end leads there.
    """
    if access.game.phase in OVER or not access.game.options.get("graveyard"):
        return None
    rooms = selectors.graveyard_of(access)
    entered = Room.Kind.ONLOOKERS in rooms
    enter = game_url(access, "look_on") if may_enter(access) and not entered else ""
    new = forum.unread([room.thread for room in rooms.values()], [access.persona] if access.persona else [])
    rows = [(*_named(access, kind), new.get(rooms[kind].thread_id, 0)) for kind in GRAVEYARD if kind in rooms]
    return {"rows": rows, "enter": enter} if rows or enter else None
