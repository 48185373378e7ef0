"""What the bell says: a line for each notice, without a word of letters, roles or orders."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts import selectors as people
from accounts.models import User
from games import words
from games.addresses import page_of
from games.models import Game, Notice
from games.selectors import Person

SHOWN = 100
_PHASE = re.compile(r"-phase-(day|evening|night|runoff|verdict|bench)-([0-9]+)$", re.ASCII)
_ICONS = {
    "letter": "letter",
    "dead": "letter",
    "onlooker": "letter",
    "host_letter": "letter",
    "question": "letter",
    "over": "page",
    "rename": "pen",
    "report": "pen",
    "complaint": "flag",
}


@dataclass(frozen=True, slots=True)
class Line:
    """One notice in words, with the page that it leads to."""

    icon: str
    said: str
    url: str
    at: datetime
    new: bool


@dataclass(frozen=True, slots=True)
class OfGame:
    """The notices of one game, the newest first. `name` is whom the person is there."""

    game: Game
    name: str
    lines: tuple[Line, ...]


def bell_count(person: Person) -> int:
    """Return how many notices are new, over all that the person is called; one query, none for a visitor."""
    if not isinstance(person, User):
        return 0
    return Notice.objects.filter(persona__in=people.personas_of(person), read_at=None).count()


# Where a request keeps how many notices are new, once that is known.
_NEW = "new_notices"


def note(request: HttpRequest, count: int) -> None:
    """Keep how many notices are new for the bell of the page that is being drawn."""
    request.META[_NEW] = count


def noted(request: HttpRequest) -> int | None:
    """Return what `note` kept, or None."""
    return request.META.get(_NEW)


def notices_of(person: Person) -> list[Notice]:
    """Return the person's newest notices with their games; one query, none for a visitor."""
    if not isinstance(person, User):
        return []
    rows = Notice.objects.filter(persona__in=people.personas_of(person)).select_related("game", "persona")
    return list(rows.order_by("-at", "-pk")[:SHOWN])


def by_game(notices: Sequence[Notice]) -> list[OfGame]:
    """Return notices in words, grouped by game, the game with the newest one first."""
    groups: dict[int, list[Notice]] = {}
    for notice in notices:
        groups.setdefault(notice.game_id, []).append(notice)
    return [
        OfGame(rows[0].game, rows[0].persona.name, tuple(_line(notice) for notice in rows)) for rows in groups.values()
    ]


def _line(notice: Notice) -> Line:
    icon, said, page = _said(notice)
    url = page_of(notice.game.slug, page)
    return Line(icon, said, url, notice.at, notice.read_at is None)


def _said(notice: Notice) -> tuple[str, str, str]:
    """Return icon, words and page of a notice."""
    if notice.kind == "phase" and (found := _PHASE.search(notice.key)):
        phase, day = found[1], int(found[2])
        if phase == "bench":
            return "scales", _("Last word: you are on the bench"), "table"
        said = words.phase_name(phase, day)
        return {"day": "sun", "night": "moon"}.get(phase, "scales"), said, "table"
    said, page = {
        "host_letter": (_("A message from the host"), "talk"),
        "letter": (_("A new letter"), "letters"),
        "dead": (_("News in the room of the dead"), "dead"),
        "onlooker": (_("News in the room of the onlookers"), "onlookers"),
        "over": (_("The game is over"), "table"),
        "rename": (_("The host asks for another nickname"), "table"),
        "question": (_("A message from a player"), "desk#desk-letters"),
        "complaint": (_("A reader shows you a post or a letter"), "desk#desk-reports"),
        "report": (_("A report waits to be published"), "desk#d-curtain"),
        "guard": (_("The game waits for your decision"), "desk#desk-alarms"),
        "desk_offer": (_("You are asked to host the game"), "desk_offer"),
        "desk_taken": (_("Another member hosts the game from now on"), "table"),
    }.get(notice.kind, (_("News of the game"), "table"))
    return _ICONS.get(notice.kind, "bell"), said, page
