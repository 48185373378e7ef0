"""What a batch of events says, gathered before it is written."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from common.clock_words import day_and_time
from common.zones import in_words
from forum.markup import parse, plain, to_html
from games.engine import events as e
from games.engine.state import State
from games.models import Game, Seat

# Where a bell rings for the host and not for a seat.
HOST = 0


@dataclass(frozen=True, slots=True)
class Context:
    """What the herald must say and the log may not hold."""

    reason: str = ""
    # The vote or withdrawal came in a post, which shows it by itself.
    in_post: bool = False
    announcement: str = ""


@dataclass(slots=True)
class Item:
    """One post in the making: a report with headline, prose and facts, a chapter, or a line."""

    style: str
    mark: str = ""
    headline: str = ""
    prose: list[str] = field(default_factory=list)
    # The host's own words, with the markup of a post.
    words: str = ""
    facts: list[tuple[str, SafeString | str]] = field(default_factory=list)
    html: SafeString | str = ""
    plain: str = ""
    author: int = 0

    def to_html(self) -> SafeString:
        """Return the post's inner HTML."""
        if self.style != "report":
            return format_html("{}", self.html)
        facts = format_html_join("", "<div><dt>{}</dt><dd>{}</dd></div>", self.facts)
        prose = format_html_join("", "<p>{}</p>", ((text,) for text in self.prose))
        if self.words:
            prose = format_html("{}{}", mark_safe(to_html(parse(self.words))), prose)  # noqa: S308  # safe by nh3
        return format_html(
            "<h3>{}</h3>{}{}",
            self.headline,
            format_html('<div class="body">{}</div>', prose) if prose else "",
            format_html('<dl class="facts">{}</dl>', facts) if facts else "",
        )

    def to_source(self) -> str:
        """Return the post as plain text, for quotes and search."""
        if self.style != "report":
            return self.plain
        lines = [self.headline, *([plain(parse(self.words))] if self.words else []), *self.prose]
        lines += [f"{label}: {_plain(value)}" for label, value in self.facts]
        return "\n".join(lines)


def _plain(value: object) -> str:
    text = str(value)
    while "<" in text and ">" in text[text.index("<") :]:
        start = text.index("<")
        text = text[:start] + text[text.index(">", start) + 1 :]
    return text


@dataclass(slots=True)
class Bulletin:
    """All that one batch of events says. `state` is the state after the event that speaks."""

    game: Game
    seats: dict[int, Seat]
    before: State
    state: State
    events: Sequence[e.Event]
    context: Context
    items: list[Item] = field(default_factory=list)
    private: dict[int, list[str]] = field(default_factory=dict)
    bells: list[tuple[int, str, str]] = field(default_factory=list)
    report: Item | None = None

    def name(self, seat: int) -> str:
        """Return the nickname of a seat; the night has its own word."""
        if seat == e.NIGHT:
            return _("the night")
        return self.seats[seat].persona.name if seat in self.seats else f"№ {seat}"

    def names(self, seats: Sequence[int]) -> str:
        """Return nicknames with commas, in the given order."""
        return ", ".join(self.name(number) for number in seats)

    def begin(self, headline: str, mark: str = "") -> Item:
        """Begin a report: the facts that follow belong to it."""
        self.report = Item("report", mark, headline)
        self.items.append(self.report)
        return self.report

    def fact(self, label: str, value: SafeString | str) -> None:
        """Add a row to the report's table; without a report, begin a plain one."""
        if self.report is None:
            self.begin(_("From the host"))
        assert self.report is not None
        self.report.facts.append((label, value))

    def line(self, html: SafeString | str, plain: str, mark: str, author: int = 0) -> None:
        """Add a one-line post."""
        self.items.append(Item("line", mark, html=html, plain=plain, author=author))

    def chapter(self, title: str) -> None:
        """Add a chapter head: a phase has begun."""
        text = _("since %(when)s") % {"when": self.moment(self.state.phase.opened)}
        self.items.append(
            Item("chapter", self.state.phase.name, html=format_html("{}<small>{}</small>", title, text), plain=title)
        )

    def tell(self, seat: int, text: str) -> None:
        """Add to the private message that this player gets; texts of one batch make one message."""
        self.private.setdefault(seat, []).append(text)

    def ring(self, seat: int, kind: str, key: str) -> None:
        """Ring a player's bell (or the host's, for `HOST`) once for the key."""
        self.bells.append((seat, kind, key))

    def moment(self, at: datetime) -> str:
        """Return an instant in the game's zone, with weekday and the zone's name."""
        zone = ZoneInfo(self.state.ruleset.timezone)
        return f"{day_and_time(at, zone)}, {in_words(at, zone)}"

    def deadline(self) -> str:
        """Return the open phase's deadline in words."""
        if self.state.phase.remaining is not None or self.state.phase.deadline is None:
            return _("the clock is stopped")
        return self.moment(self.state.phase.deadline)
