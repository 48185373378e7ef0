"""Letters of players to the host, read and answered on the desk itself."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils.safestring import SafeString, mark_safe

from common.clock_words import ago
from forum import selectors as forum
from forum.services import mark_read
from games import services
from games.views import base
from games.views.desk_words import Desk

# How many letters of one player stand on the desk; the rest is in the talk.
SHOWN = 5


@dataclass(frozen=True, slots=True)
class Answer:
    """What the host had written to a player when the form was refused, and why."""

    text: str
    refused: str


@dataclass(frozen=True, slots=True)
class Letter:
    """One letter as it stands on the desk: safe HTML, and when it came."""

    html: SafeString
    at: datetime


@dataclass(frozen=True, slots=True)
class Waiting:
    """A player whose letters wait for the host: since when, the texts, and the fields of the form."""

    number: int
    name: str
    since: datetime | None
    ago: str
    letters: tuple[Letter, ...]
    count: int
    hidden: list[tuple[str, str]]
    text: str = ""
    refused: str = ""

    @property
    def more(self) -> int:
        """How many letters stand in the talk only."""
        return self.count - len(self.letters)


def waiting(desk: Desk, answers: Mapping[int, Answer]) -> list[Waiting]:
    """Return the players who wait for an answer, the longest first. One query.

    A letter waits until the host has answered it or put it aside; reading it is no answer. What the
    moderator has taken by itself, an order or a `+`, waits for nobody. Also those an answer to whom
    was refused: what the host has written is kept.
    """
    if desk.over and not answers:
        return []
    talks = {seat.talk_id: seat for seat in desk.access.seats.values()}
    posts: dict[int, list[Letter]] = {seat.number: [] for seat in talks.values()}
    newest: dict[int, int] = {}
    for post in [] if desk.over else forum.unmarked(talks, desk.game.host):
        number = talks[post.thread_id].number
        html = mark_safe(post.html)  # noqa: S308 (made by the markup's own cleaner)
        posts[number].append(Letter(html, post.at))
        newest[number] = max(newest.get(number, 0), post.number)
    found = []
    for number, letters in posts.items():
        kept = answers.get(number)
        if not letters and kept is None:
            continue
        found.append(
            Waiting(
                number=number,
                name=desk.name(number),
                since=letters[0].at if letters else None,
                ago=ago(letters[0].at, desk.at) if letters else "",
                letters=tuple(letters[:SHOWN]),
                count=len(letters),
                hidden=base.hidden(desk.access, key=base.form_key(), seat=number, read=newest.get(number, 0)),
                text=kept.text if kept else "",
                refused=kept.refused if kept else "",
            )
        )
    return sorted(found, key=lambda one: (one.since is None, one.since or desk.at, one.number))


def answer(desk: Desk, seat: int, text: str, key: str | None, read: int | None, *, silent: bool) -> None:
    """Send the host's words to a player, or (`silent`) only put the letters aside. Raises what the service raises.

    `read` is the number of the last letter that the host has seen: what came later still waits.
    """
    if silent:
        services.put_aside(**desk.who, seat=seat, up_to=read or 0)
    else:
        services.host_message(**desk.who, seat=seat, source=text, key=key, up_to=read or 0)
    if read:
        mark_read(desk.access.seats[seat].talk, desk.game.host, read)
