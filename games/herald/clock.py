"""What is said when a phase opens, and when the clock stops, runs again or is moved."""

from collections.abc import Callable
from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import words
from games.engine import events as e
from games.herald.bulletin import HOST, Bulletin


def phase_opened(b: Bulletin, event: e.PhaseOpened) -> None:
    """Say what the phase that opens has to say."""
    OPENED[event.phase](b, event)
    b.report = None


def _ring_the_living(b: Bulletin, event: e.PhaseOpened) -> None:
    for seat in b.state.living:
        b.ring(seat.number, "phase", f"{event.phase}-{event.day}")


def _deal_opened(b: Bulletin, event: e.PhaseOpened) -> None:
    b.fact(_("Day 1 opens at the latest"), b.deadline())


def _day_opened(b: Bulletin, event: e.PhaseOpened) -> None:
    if b.report is not None:
        b.fact(_("In the game"), _("%(alive)d of %(all)d") % {"alive": len(b.state.living), "all": len(b.state.seats)})
    b.chapter(words.phase_name("day", event.day))
    open_now = b.state.votes_in == "day"
    text = _("The vote is open until %(when)s.") if open_now else _("Talk until %(when)s, then the evening's vote.")
    plain = text % {"when": b.deadline()}
    b.line(plain, plain, "clock")
    _ring_the_living(b, event)


def _evening_opened(b: Bulletin, event: e.PhaseOpened) -> None:
    b.chapter(words.phase_name("evening", event.day))
    plain = _("The vote is open until %(when)s.") % {"when": b.deadline()}
    b.line(plain, plain, "clock")
    _ring_the_living(b, event)


def _verdict_opened(b: Bulletin, event: e.PhaseOpened) -> None:
    b.begin(_("The trial"), "trial")
    b.fact(_("Accused"), b.names(event.bench))
    b.fact(_("FOR the execution or AGAINST it, until"), b.deadline())
    _ring_the_living(b, event)


def _last_word_opened(b: Bulletin, event: e.PhaseOpened) -> None:
    label = _("On the bench") if len(event.bench) == 1 else _("On the bench, with as many votes each")
    b.fact(label, b.names(event.bench))
    b.fact(_("Last word until"), b.deadline())
    for number in event.bench:
        b.ring(number, "phase", f"bench-{event.day}")


def _runoff_opened(b: Bulletin, event: e.PhaseOpened) -> None:
    b.begin(_("Second round"), "runoff")
    b.fact(_("The choice is between"), b.names(event.candidates))
    b.fact(_("Vote until"), b.deadline())
    _ring_the_living(b, event)


def _night_opened(b: Bulletin, event: e.PhaseOpened) -> None:
    b.chapter(words.phase_name("night", event.day))
    if event.remaining is not None:
        plain = _("The town sleeps, the thread is closed. The clock is stopped.")
    else:
        plain = _("The town sleeps, the thread is closed. Dawn: %(when)s.") % {"when": b.deadline()}
    b.line(plain, plain, "clock")
    _ring_the_living(b, event)


def _curtain_opened(b: Bulletin, event: e.PhaseOpened) -> None:
    plain = _("The host is writing the report. It comes at the latest: %(when)s.") % {"when": b.deadline()}
    b.line(plain, plain, "clock")
    b.ring(HOST, "report", f"report-{event.day}-{event.ended}")


def _finished_opened(b: Bulletin, event: e.PhaseOpened) -> None:
    for seat in b.state.seats:
        b.ring(seat.number, "over", "over")


OPENED: dict[str, Callable[[Bulletin, e.PhaseOpened], None]] = {
    "deal": _deal_opened,
    "day": _day_opened,
    "evening": _evening_opened,
    "verdict": _verdict_opened,
    "last_word": _last_word_opened,
    "runoff": _runoff_opened,
    "night": _night_opened,
    "curtain": _curtain_opened,
    "finished": _finished_opened,
    "cancelled": _finished_opened,
}


def clock_paused(b: Bulletin, event: e.ClockPaused) -> None:
    """Say that the clock stands."""
    plain = _("Pause. The clock stands still, %(left)s are left.") % {"left": length(event.remaining)}
    b.line(plain, plain, "pause")


def clock_resumed(b: Bulletin, event: e.ClockResumed) -> None:
    """Say that the clock runs, and until when."""
    plain = _("The clock runs again, until %(when)s.") % {"when": b.deadline()}
    b.line(plain, plain, "clock")


def deadline_moved(b: Bulletin, event: e.DeadlineMoved) -> None:
    """Say what the host gave or took."""
    if event.by < timedelta(0):
        text = _("The host takes time: %(by)s less. Now until %(when)s.")
    elif event.by:
        text = _("The host gives time: %(by)s more. Now until %(when)s.")
    else:
        text = _("The calendar of pauses has changed. Now until %(when)s.")
    plain = text % {"by": length(abs(event.by)), "when": b.deadline()}
    b.line(plain, plain, "clock")


def outage_credited(b: Bulletin, event: e.OutageCredited) -> None:
    """Say what an outage gives back (`rules.md` section 2)."""
    plain = _("The site was away for a while. The lost time is given back: %(by)s. Now until %(when)s.") % {
        "by": length(event.by),
        "when": b.deadline(),
    }
    b.line(plain, plain, "clock")


def length(value: timedelta) -> str:
    """Return a duration in words, to the minute, below that to the second."""
    seconds = int(value.total_seconds())
    hours, minutes = seconds // 3600, seconds % 3600 // 60
    parts = []
    if hours:
        parts.append(ngettext("%(n)d hour", "%(n)d hours", hours) % {"n": hours})
    if minutes:
        parts.append(ngettext("%(n)d minute", "%(n)d minutes", minutes) % {"n": minutes})
    if not parts:
        parts.append(ngettext("%(n)d second", "%(n)d seconds", seconds) % {"n": seconds})
    return " ".join(parts)
