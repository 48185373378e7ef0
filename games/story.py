"""What a game has been, in the reader's words: the protocol for everybody, the whole story after the end.

The protocol is drawn from what everybody may know (`sight.View`). The story is drawn from the
opened log of a game that is over, the night's secrets included; what is said of each kind of event
stands in `story_lines.py`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import gettext as _

from games import words
from games.engine import events as e
from games.engine.chronicle import Chapter
from games.engine.sight import View
from games.engine.state import Round
from games.story_lines import ASIDE, SECRET, TELL, UNTOLD, Names, Teller

# ---------- the protocol ----------


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the protocol: which phase, and what it brought."""

    when: str
    facts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ballot:
    """A candidate of a past vote or a side of a trial: who voted for it, whether it led, and how many votes it had."""

    name: str
    night: bool
    voters: tuple[str, ...]
    leads: bool
    count: int
    side: bool = False


@dataclass(frozen=True, slots=True)
class PastVote:
    """A closed round of voting."""

    title: str
    ballots: tuple[Ballot, ...]


def protocol(view: View, names: Names, *, killers: bool) -> list[Entry]:
    """Return the host's protocol, a line for each report. `killers`: whether it may be said who killed."""
    phases = {seat.number: words.phase_name(seat.out_phase, seat.out_day) for seat in view.seats if not seat.alive}
    entries = []
    for report in view.reports:
        if report.kind == "nightfall":
            when = _("Evening %(n)d") % {"n": report.day}
        elif report.kind == "dawn":
            when = words.phase_name("night", report.day)
        else:
            when = phases.get(report.facts[0].seat, "") if report.facts else ""
        facts = [
            fact(one.kind, names.get(one.seat, ""), one.role, one.by if killers else (), trial=view.trial)
            for one in report.facts
        ]
        entries.append(Entry(when, tuple(facts)))
    return entries


def fact(kind: str, name: str, role: str, by: Sequence[str], *, trial: bool) -> str:
    """Return one line of a report in words, without a capital or a full stop."""
    if kind in words.HOW:
        how = words.way_out(kind, trial=trial)
        said = _("%(how)s: %(name)s, %(role)s") % {"how": how, "name": name, "role": words.role(role)}
        if by:
            killers = ", ".join(str(words.SIDE_BY[side]) for side in by)
            said = _("%(said)s (killed by: %(who)s)") % {"said": said, "who": killers}
        return said
    if kind == "won":
        return str(words.WON[role])
    return {
        "nobody_jailed": _("nobody is executed") if trial else _("nobody is jailed"),
        "nobody_killed": _("nobody is killed"),
        "treated": _("treated by the doctor: %(name)s") % {"name": name},
        "checked": _("the commissioner has checked somebody"),
        "mafia_failed": _("the mafia fired and missed"),
    }[kind]


def past_votes(view: View, names: Names) -> list[PastVote]:
    """Return every past vote, the most votes first."""
    found = []
    for past in view.rounds:
        counts: dict[int, list[int]] = {}
        for voter, target in past.votes:
            counts.setdefault(target, []).append(voter)
        counted, trial = past.counted, past.round == "verdict"
        most = max(counted.values(), default=0)
        order = sorted(counts, key=lambda target: (-counted[target], target == e.NIGHT, target))
        ballots = [
            Ballot(
                _candidate(target, names, trial=trial),
                target == e.NIGHT,
                tuple(_voter(names, voter, past.double) for voter in counts[target]),
                counted[target] == most,
                counted[target],
                trial,
            )
            for target in order
        ]
        # Where there are evenings the day's vote is held in them.
        title = words.phase_name("evening" if view.evening and past.round == "day" else past.round, past.day)
        accused = names.get(_accused(view, past), "") if trial else ""
        if accused:
            title = _("%(trial)s: %(name)s") % {"trial": title, "name": accused}
        found.append(PastVote(title, tuple(ballots)))
    return found


def _accused(view: View, past: Round) -> int:
    """Return who stood trial in a closed round: whom a word FOR was for, else who alone led the vote; 0: unsaid."""
    for _voter, target in past.votes:
        if target:
            return target
    voted = next((one.counted for one in view.rounds if one.round == "day" and one.day == past.day), None)
    lead = [target for target, count in (voted or {}).items() if count == max((voted or {}).values())]
    return lead[0] if len(lead) == 1 else 0


def _candidate(target: int, names: Names, *, trial: bool) -> str:
    if trial:
        return _("AGAINST") if target == e.NIGHT else _("FOR")
    return _("Night") if target == e.NIGHT else names.get(target, "")


def _voter(names: Names, voter: int, double: Sequence[int]) -> str:
    name = names.get(voter, "")
    return f"{name} ×2" if voter in double else name


# ---------- the story ----------


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that happened. `secret`: at the time only those whom it concerned knew of it."""

    at: datetime
    text: str
    secret: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """A phase of the story."""

    title: str
    opened: datetime
    lines: tuple[Line, ...]


def story(chapters: Sequence[Chapter], names: Names) -> list[Part]:
    """Return the whole story of a finished game by phases, in the reader's words."""
    teller = Teller(names)
    parts = []
    for chapter in chapters:
        lines = []
        for event in chapter.events:
            teller.hear(event)
            if type(event) in UNTOLD:
                continue
            aside = ASIDE.get(type(event))
            lines += [Line(event.at, text, secret=True) for text in aside(teller, event)] if aside else []
            lines.append(Line(event.at, TELL[type(event)](teller, event), type(event) in SECRET))
        title = words.phase_name(chapter.phase, chapter.day)
        parts.append(Part(title, chapter.opened, tuple(lines)))
    return parts


def nights(chapters: Sequence[Chapter], names: Names) -> list[Part]:
    """Return what happened in the nights of a finished game: who ordered what, and what came of it."""
    orders = (e.OrderGiven, e.OrderWithdrawn, e.OrderVoided, e.BossChosen)
    learned = (e.CheckMade, e.ComparisonMade, e.WatchMade, e.Promoted)
    told = (e.RolesDealt, *orders, *learned, e.NightResolved)
    kept = [replace(one, events=tuple(event for event in one.events if isinstance(event, told))) for one in chapters]
    parts = story(kept, names)
    return [part for one, part in zip(kept, parts, strict=True) if one.phase == "night" and part.lines]
