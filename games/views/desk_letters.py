"""Letters of players to the host, read and answered on the desk itself."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils.safestring import SafeString, mark_safe

from forum import selectors as forum
from forum.services import mark_read
from games import services
from games.models import Seat
from games.views import base
from games.views.desk_acts import Desk

# How many letters of one player stand on the desk; the rest is in the talk.
SHOWN = 5


@dataclass(frozen=True, slots=True)
class Answer:
    """What the host had written to a player when the form was refused, and why."""

    text: str
    refused: str


@dataclass(frozen=True, slots=True)
class Waiting:
    """A player whose letters wait for the host: since when, the texts (safe HTML), and the fields of the form."""

    number: int
    name: str
    since: datetime | None
    texts: tuple[SafeString, ...]
    more: int
    hidden: list[tuple[str, str]]
    text: str = ""
    refused: str = ""


def waiting(desk: Desk, answers: Mapping[int, Answer]) -> list[Waiting]:
    """Return the players who wait for an answer, the longest first. Two queries.

    Also those an answer to whom was refused: what the host has written is kept. What the moderator
    has taken and answered by itself waits for nobody.
    """
    rows = Seat.objects.filter(game=desk.game, left=False).select_related("persona").order_by("number")
    talks = {row.talk_id: row for row in rows}
    unread = forum.unread_posts(talks, desk.game.host)
    found = []
    for talk, row in talks.items():
        posts, kept = unread.get(talk, []), answers.get(row.number)
        if not posts and kept is None:
            continue
        found.append(
            Waiting(
                number=row.number,
                name=row.persona.name,
                since=posts[0].at if posts else None,
                texts=tuple(mark_safe(post.html) for post in posts[:SHOWN]),  # noqa: S308 (made by the markup's cleaner)
                more=max(0, len(posts) - SHOWN),
                hidden=base.hidden(
                    desk.access, key=base.form_key(), seat=row.number, read=posts[-1].number if posts else 0
                ),
                text=kept.text if kept else "",
                refused=kept.refused if kept else "",
            )
        )
    return sorted(found, key=lambda one: (one.since is None, one.since or desk.at, one.number))


def answer(desk: Desk, seat: int, text: str, key: str | None, read: int, *, silent: bool) -> None:
    """Send the host's answer to a player, or (`silent`) only take the letters as read. Raises what the service raises.

    `read` is the number of the last letter that the host has seen: what came later still waits.
    """
    if not silent:
        services.host_message(**desk.who, seat=seat, source=text, key=key)
    row = Seat.objects.filter(game=desk.game, number=seat, left=False).select_related("talk").first()
    if row is not None and read > 0:
        mark_read(row.talk, desk.game.host, read)
