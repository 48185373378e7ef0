"""Posts and letters that readers have shown to the host: who, why, and the way to them."""

import re
from dataclasses import dataclass
from datetime import datetime

from django.utils.safestring import SafeString, mark_safe

from games.selectors import complaints_of
from games.views.base import game_url
from games.views.desk_words import Desk

# A quote in a letter leads to another letter, which the host does not read.
_LEADS = re.compile(r' href="#p\d{1,9}"')


@dataclass(frozen=True, slots=True)
class Report:
    """One of them. `url` and `number` are those of a post of the thread, `letter` the text of a letter.

    `talk` is the address of the talk with the reporter, where there is one.
    """

    key: int
    reporter: str
    author: str
    reason: str
    at: datetime
    number: int = 0
    url: str = ""
    letter: SafeString | str = ""
    hidden: bool = False
    talk: str = ""


def reports(desk: Desk) -> list[Report]:
    """Return what waits for the host, the oldest first. One query."""
    seats = {seat.persona_id: number for number, seat in desk.access.seats.items()}
    found = []
    for one in complaints_of(desk.access):
        post = one.post
        in_thread = post.thread_id == desk.game.thread_id
        seat = seats.get(one.reporter_id)
        found.append(
            Report(
                key=one.pk,
                reporter=one.reporter.name,
                author=post.author.name if post.author is not None else "",
                reason=one.reason,
                at=one.at,
                number=post.number if in_thread else 0,
                url=f"{game_url(desk.access)}?post={post.number}#p{post.number}" if in_thread else "",
                letter="" if in_thread else mark_safe(_LEADS.sub("", post.html)),  # noqa: S308 (stored safe)
                hidden=post.hidden_at is not None,
                talk=game_url(desk.access, "desk_talk", seat=seat) if seat is not None else "",
            )
        )
    return found
