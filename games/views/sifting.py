"""Posts read apart from the others: those of some players, of the host, of a day, those with votes, all combined.

What is shown stands in the address (`?by=3&by=host&day=2&only=votes`), so that it can be linked; nonsense in it
is left out. `from` and `upto` are numbers of posts, by which one turns the pages: they mean the same for ever.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from forum import sifting
from games.selectors import Access
from games.views import base
from games.views.chapters import Chapter

# What an address of the game's page may say of the thread: its place in it, and what is shown.
PLACE = ("page", "post", "from", "upto")
SHOWN = ("by", "day", "only")
HOST = "host"
_DAY = re.compile(r"(?:(?:evening|night)-)?[1-9][0-9]{0,2}", re.ASCII)
# So many names are looked at in an address, and no more.
_MOST_NAMES = 100


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked for: of these seats, of the host, of a chapter by its key, with votes only. Empty: the thread."""

    seats: tuple[int, ...] = ()
    host: bool = False
    day: str = ""
    votes: bool = False

    def __bool__(self) -> bool:
        return bool(self.seats or self.host or self.day or self.votes)

    @property
    def query(self) -> str:
        """The same as a piece of an address, one spelling for each choice: `by=3&by=host&day=2&only=votes&`."""
        by = [*self.seats, *([HOST] if self.host else [])]
        parts = [f"by={one}&" for one in by]
        parts += [f"day={self.day}&"] if self.day else []
        parts += ["only=votes&"] if self.votes else []
        return "".join(parts)


def wanted(request: HttpRequest, access: Access) -> Wanted:
    """Read what an address asks for."""
    given = request.GET.getlist("by")[:_MOST_NAMES]
    seats = {base.number(one) or 0 for one in given} & access.seats.keys()
    day = request.GET.get("day", "")
    return Wanted(
        seats=tuple(sorted(seats)),
        host=HOST in given,
        day=day if _DAY.fullmatch(day) else "",
        votes=request.GET.get("only") == "votes",
    )


def sift(request: HttpRequest, access: Access, asked: Wanted, chapters: Sequence[Chapter], size: int) -> sifting.Sifted:
    """Return the page of posts that an address asks for. A day that has not come has none."""
    chapter = next((one for one in chapters if one.key == asked.day), None)
    if asked.day and chapter is None:
        return sifting.Sifted([], 0)
    authors = {access.seats[number].persona_id for number in asked.seats}
    sieve = sifting.Sieve(
        authors=frozenset({*authors, access.game.host_id} if asked.host else authors),
        moderator=asked.host,
        tagged=asked.votes,
        first=chapter.number if chapter else 1,
        last=chapter.last if chapter else None,
        without=[one.number for one in chapters],
    )
    start, end = base.number(request.GET.get("from")), base.number(request.GET.get("upto"))
    if start is None and end is None:
        start = base.number(request.GET.get("post"))
    return sifting.sift(access.game.thread, access.persona, sieve, size, start=start or 1, end=end)


def in_words(access: Access, asked: Wanted, chapters: Sequence[Chapter], count: int) -> str:
    """Say what is shown, and how many posts it is."""
    names = [access.names[number] for number in asked.seats] + ([_("host")] if asked.host else [])
    said = [_("Posts: %(name)s") % {"name": ", ".join(names)} if names else _("Everybody's posts")]
    if asked.day:
        said += [one.title for one in chapters if one.key == asked.day] or [_("A time that has not come yet")]
    if asked.votes:
        said.append(_("With votes only"))
    said.append(ngettext("%(n)d post in all", "%(n)d posts in all", count) % {"n": count})
    return ". ".join(said) + "."


def steps(url: str, asked: Wanted, found: sifting.Sifted, last: int) -> list[tuple[str, str]]:
    """Return the links that turn the pages: words, address."""
    here, links = f"{url}?{asked.query}", []
    if found.earlier:
        links.append((_("The first"), f"{here}from=1"))
        links += [(_("Earlier"), f"{here}upto={found.posts[0].number - 1}")] if found.posts else []
    if found.later:
        links += [(_("Later"), f"{here}from={found.posts[-1].number + 1}")] if found.posts else []
        links.append((_("The last"), f"{here}upto={last}"))
    return links


def choices(access: Access, asked: Wanted, chapters: Sequence[Chapter]) -> dict[str, Any]:
    """Return what the form to choose posts offers, with what is chosen."""
    people = [(HOST, _("Host"), asked.host)]
    people += [(str(number), name, number in asked.seats) for number, name in access.names.items()]
    return {
        "people": people,
        "days": [(one.key, one.title, one.key == asked.day) for one in chapters],
        "votes": asked.votes,
    }
