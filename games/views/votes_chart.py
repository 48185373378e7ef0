"""How each candidate's votes grew in one vote: a picture drawn here, of step lines, without script or style.

A line is told from the others by its dashes and by the name at its end, not by colour alone; the table
of the page says the same in words. Attributes only, so the policy of the site has nothing to refuse.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from common.clock_words import weekday_and_time
from games.engine.ballots import Ballot

# The picture's own units: as wide as a phone, so that a letter is as large as one beside it.
WIDE, LEFT, RIGHT, TOP, FOOT, ROW = 360, 24, 130, 10, 24, 18
LOWEST, MOST_LINES, LONGEST, SAMPLE = 120, 12, 11, 18
# Whoever leads is drawn in the red ink, and the thicker lines come first.
DASHES = ("", "8 4", "2 3", "10 3 2 3", "5 3", "1 5")
SECOND = timedelta(seconds=1)


@dataclass(frozen=True, slots=True)
class _Line:
    target: int
    steps: tuple[tuple[datetime, int], ...]

    @property
    def most(self) -> int:
        return max(count for _at, count in self.steps)

    @property
    def last(self) -> int:
        return self.steps[-1][1]


def chart(ballot: Ballot, until: datetime, name: Callable[[int], str], title: str) -> tuple[SafeString, int] | None:
    """Draw a vote from its opening to its close, or `until` then; None where nobody has ever had a vote.

    With the picture comes how many candidates have no line of their own in it, since there are too many.
    """
    lines = _lines(ballot)
    if not lines:
        return None
    shown = lines[:MOST_LINES]
    top = max(line.most for line in shown)
    high = max(LOWEST, ROW * len(shown) + TOP)
    until = max(ballot.closed or until, ballot.opened + SECOND)

    def x(at: datetime) -> float:
        share = (at - ballot.opened) / (until - ballot.opened)
        return LEFT + min(max(share, 0.0), 1.0) * (WIDE - LEFT - RIGHT)

    def y(count: int) -> float:
        return TOP + (1 - count / top) * (high - TOP)

    # Where everybody's votes have fallen away, nobody leads.
    lead = max(line.last for line in shown) or -1
    drawn = format_html_join(
        "", "{}", ((_drawn(line, place, line.last == lead, x, y),) for place, line in enumerate(shown))
    )
    names = format_html_join("", "{}", ((label,) for label in _labels(shown, lead, y, high, name)))
    picture = format_html(
        '<svg width="100%" viewBox="0 0 {} {}" role="img" aria-label="{}">{}{}{}{}</svg>',
        WIDE,
        high + FOOT,
        _("How the votes grew, %(vote)s. The table below says it in words.") % {"vote": title},
        _axis(top, y),
        drawn,
        names,
        _clock(ballot.opened, until, high),
    )
    return picture, len(lines) - len(shown)


def _lines(ballot: Ballot) -> list[_Line]:
    """Return what each candidate had, and when: whoever has the most at the end first, then whoever once had."""
    counts = [(standing.at, standing.counted) for standing in ballot.standings]
    targets = {target for _at, counted in counts for target, count in counted.items() if count}
    found = []
    for target in sorted(targets):
        steps: list[tuple[datetime, int]] = []
        for at, counted in counts:
            if not steps or counted[target] != steps[-1][1]:
                steps.append((at, counted[target]))
        found.append(_Line(target, tuple(steps)))
    return sorted(found, key=lambda line: (-line.last, -line.most, line.target == 0, line.target))


def _drawn(
    line: _Line, place: int, leads: bool, x: Callable[[datetime], float], y: Callable[[int], float]
) -> SafeString:
    """Draw one line by steps, from its first vote to the end of the picture."""
    first = next(number for number, (_at, count) in enumerate(line.steps) if count)
    at, count = line.steps[first]
    path = f"M{x(at):.1f} {y(0):.1f}V{y(count):.1f}"
    for at, count in line.steps[first + 1 :]:
        path += f"H{x(at):.1f}V{y(count):.1f}"
    return format_html(
        '<path class="{}" d="{}H{}" fill="none" stroke="currentColor"{}/>',
        "blood" if leads else "nick",
        path,
        WIDE - RIGHT,
        _kind(place),
    )


def _kind(place: int) -> SafeString:
    """Return the weight and the dashes that tell a line from the others."""
    dash = DASHES[place % len(DASHES)]
    return format_html(
        ' stroke-width="{}"{}',
        2.5 if place < len(DASHES) else 1.25,
        format_html(' stroke-dasharray="{}"', dash) if dash else "",
    )


def _labels(
    lines: Sequence[_Line], lead: int, y: Callable[[int], float], high: int, name: Callable[[int], str]
) -> list[SafeString]:
    """Write who each line is, beside its end and with a piece of it; names that would lie on each other make room."""
    heights = [y(line.last) for line in lines]
    at = TOP - ROW / 2
    spread = []
    for height in heights:
        at = max(at + ROW, height)
        spread.append(at)
    at = high + ROW / 2
    for number in reversed(range(len(spread))):
        at = min(at - ROW, spread[number])
        spread[number] = at
    labels = []
    for number, (line, height, place) in enumerate(zip(lines, heights, spread, strict=True)):
        whole = name(line.target)
        short = whole if len(whole) <= LONGEST else f"{whole[: LONGEST - 1]}…"
        labels.append(
            format_html(
                '<g class="{}"><path d="M{} {}l6 {}" fill="none" stroke="currentColor" stroke-width=".75"/>'
                '<path d="M{} {}h{}" fill="none" stroke="currentColor"{}/>'
                '<text x="{}" y="{}" font-size="13" fill="currentColor">{} {}<title>{}</title></text></g>',
                "blood" if line.last == lead else "nick",
                WIDE - RIGHT,
                f"{height:.1f}",
                f"{place - height:.1f}",
                WIDE - RIGHT + 6,
                f"{place:.1f}",
                SAMPLE,
                _kind(number),
                WIDE - RIGHT + SAMPLE + 10,
                f"{place + 4:.1f}",
                line.last,
                short,
                whole,
            )
        )
    return labels


def _axis(top: int, y: Callable[[int], float]) -> SafeString:
    """Draw the numbers of votes, at most five of them, with a hair line each."""
    step = -(-top // 4)
    return format_html_join(
        "",
        '<path class="note" d="M{} {}H{}" stroke="currentColor" stroke-width=".4"/>'
        '<text class="note" x="{}" y="{}" text-anchor="end" fill="currentColor">{}</text>',
        (
            (LEFT, f"{y(count):.1f}", WIDE - RIGHT, LEFT - 6, f"{y(count) + 4:.1f}", count)
            for count in range(0, top + 1, step)
        ),
    )


def _clock(opened: datetime, until: datetime, high: int) -> SafeString:
    """Write under the picture when it begins and when it ends, in the reader's zone."""
    zone = timezone.get_current_timezone()
    return format_html(
        '<text class="note" x="{}" y="{}" fill="currentColor">{}</text>'
        '<text class="note" x="{}" y="{}" text-anchor="end" fill="currentColor">{}</text>',
        LEFT,
        high + FOOT - 4,
        weekday_and_time(opened, zone),
        WIDE - RIGHT,
        high + FOOT - 4,
        weekday_and_time(until, zone),
    )
