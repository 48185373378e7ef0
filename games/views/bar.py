"""The phase bar: what is open now, how long, and what comes next. It says the same to whoever may act and may not."""

from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from common.clock_words import with_zone
from games import words
from games.engine.ruleset import Ruleset
from games.engine.sight import View
from games.engine.state import OVER
from games.selectors import Access

# The clock turns red in the last eighth of a phase, but never earlier than three hours before its end.
NEAR_SHARE = 8
NEAR_AT_MOST = timedelta(hours=3)
# The longest day and night of a game that is played live.
LIVE_AT_MOST = timedelta(hours=1)


def rules_of(access: Access) -> Ruleset:
    """Return the rules of the game, from its public row."""
    return Ruleset.restore(access.game.options)


def live(ruleset: Ruleset) -> bool:
    """Tell whether a game is played on the spot: its days and nights last minutes, not days."""
    return max(ruleset.day, ruleset.night) <= LIVE_AT_MOST


def phase_kind(view: View) -> str:
    """Return what the page looks like in the open phase: signup, day, night, trial or over.

    Behind a curtain it still looks like the phase that has ended.
    """
    return words.LOOKS[view.ended or view.phase]


def phase_bar(access: Access, view: View, at: datetime) -> dict[str, Any]:
    """Return the data of `_phasebar.html` for a moment. From public facts only."""
    ruleset = rules_of(access)
    over = view.phase in OVER
    # The clock of a weekly pause stands still, but its deadline is known.
    stopped = view.paused and not over
    left = view.remaining or timedelta(0)
    spent = ruleset.calendar().playing_between(view.opened, at) if at > view.opened and not over else timedelta(0)
    whole = spent + left
    return {
        "name": words.phase_name(view.phase, view.day),
        "doing": doing(access, view, ruleset),
        "deadline": None if over or view.paused_by_host else view.deadline,
        "next": _pause_words(view, ruleset, at) if stopped else ("" if over else coming(view, ruleset)),
        "gone": None if over or not whole or view.closing else round(100 * (spent / whole)),
        "near": not over and not stopped and left <= min(NEAR_AT_MOST, whole / NEAR_SHARE),
        "paused_left": left if stopped else None,
        "closing": view.closing,
    }


def _pause_words(view: View, ruleset: Ruleset, at: datetime) -> str:
    """Say until when a weekly pause lasts; nobody knows it of a pause by hand."""
    ends = ruleset.calendar().pause_end(at)
    if view.paused_by_host:
        return _("The host has stopped the clock. Voting and orders stay open.")
    if ends is None or view.deadline is None:
        return ""
    zone = timezone.get_current_timezone()
    return _("The clock runs again %(start)s, the phase ends %(end)s") % {
        "start": with_zone(ends, zone),
        "end": with_zone(view.deadline, zone),
    }


def doing(access: Access, view: View, ruleset: Ruleset) -> str:
    """Say in a few words what one does in the open phase."""
    if view.phase == "signup":
        lacking = ruleset.min_players - len(view.seats)
        if lacking > 0:
            return ngettext("%(n)d more player is needed", "%(n)d more players are needed", lacking) % {"n": lacking}
        return _("There are enough players, more may join")
    if view.phase == "finished":
        return str(words.WON[view.winner])
    return {
        "deal": _("Read your role, confirm with +"),
        "day": _("Talk, the vote opens later") if view.evening else _("Talk and vote"),
        "evening": _("The vote is open"),
        "verdict": _("The town says FOR or AGAINST"),
        "last_word": _("Only the bench speaks"),
        "runoff": _("The choice is between those on the bench"),
        "night": _("The thread is closed until dawn"),
        "curtain": _("The host publishes it soon"),
        "cancelled": str(words.REASON.get(view.reason, "")),
    }.get(view.phase, "")


def coming(view: View, ruleset: Ruleset) -> str:
    """Say what comes after the open phase."""
    if view.phase == "signup":
        return _("Then the deal of the roles")
    if view.phase == "deal":
        return _("Then day 1, sooner once all have confirmed")
    if view.phase == "day" and view.evening:
        return _("Then evening %(n)d and the vote") % {"n": view.day}
    if view.phase in ("day", "evening"):
        return _("Then a last word, after it night %(n)d") % {"n": view.day}
    if view.phase == "last_word":
        if ruleset.tie == "runoff" and tied(view):
            return _("Then the second round")
        return _("Then the trial") if ruleset.trial else _("Then night %(n)d") % {"n": view.day}
    if view.phase in ("runoff", "verdict"):
        return _("Then night %(n)d") % {"n": view.day}
    if view.phase == "night":
        return _("Then dawn and day %(n)d") % {"n": view.day + 1}
    return ""


def tied(view: View) -> bool:
    """Tell whether several candidates shared the most votes of the day, the night among them.

    Asked of the closed round: somebody on the bench may have left the game since.
    """
    votes = list(view.rounds[-1].counted.values()) if view.rounds else []
    return votes.count(max(votes, default=0)) > 1
