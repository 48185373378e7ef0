"""What the clock will do by itself, and when: the list on the host's desk."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from common.clock_words import in_words, with_zone
from games import words
from games.engine.foresight import Foresight
from games.engine.ruleset import Ruleset
from games.engine.sight import View
from games.views.bar import tied
from games.views.desk_words import Desk


@dataclass(frozen=True, slots=True)
class Step:
    """Something that the clock does without the host. `strong` is the thing, `text` says what comes of it.

    Without a time `label` stands in its place.
    """

    at: datetime | None
    strong: str
    text: str = ""
    label: str = ""


def steps(desk: Desk) -> Iterator[Step]:
    """Tell what comes, the next thing first."""
    view = desk.view
    if desk.over:
        yield Step(None, _("Nothing: the game is over."))
        return
    if view.closing:
        yield Step(None, _("The time is over, the result comes in a moment."))
        return
    if view.paused_by_host:
        if view.due is None:
            yield Step(None, _("Nothing: the clock stands until you let it run."))
            return
        yield Step(view.due, _("The clock runs again."), _("Nobody is removed."))
        yield Step(None, *_outcome(desk), pgettext("desk", "after the pause"))
        return
    if view.phase != "signup":
        yield from _weekly(desk)
    yield Step(view.due, *_outcome(desk))
    for text in _sooner(desk):
        yield Step(None, "", text, pgettext("desk", "or sooner"))
    yield from _afterwards(desk)


def _weekly(desk: Desk) -> Iterator[Step]:
    calendar = desk.rules.calendar()
    ends = calendar.pause_end(desk.at)
    if ends is not None:
        yield Step(ends, _("The weekly pause ends."), _("Until then the clock stands still."))
        return
    pause, due = calendar.next_pause(desk.at), desk.view.due
    if pause is not None and due is not None and pause[0] < due:
        yield Step(pause[0], _("The weekly pause begins."), _("What is left of the phase stays as it is."))


def _outcome(desk: Desk) -> tuple[str, str]:
    """Say what happens at the end of the phase, as things stand."""
    view, rules = desk.view, desk.rules
    if view.phase == "signup":
        return _signup_ends(view, rules)
    if view.phase == "deal":
        return pgettext("desk", "Day 1."), _("Sooner, once everybody has confirmed the role.")
    if view.phase == "curtain" and view.raised:
        return _("The report comes."), ""
    if view.phase == "curtain":
        return _("The report is published as it is."), _("Sooner, when you publish it.")
    if view.phase == "day" and view.evening:
        return _("The vote opens."), _("The evening of day %(n)d begins.") % {"n": view.day}
    if view.votes_open and view.phase != "runoff":
        return _("The vote closes."), " ".join([leading(desk), _leaving(desk)]).strip()
    if view.phase == "last_word":
        if rules.tie == "runoff" and tied(view):
            return _("The second round."), _("The choice: %(names)s.") % {"names": desk.names(_tied(desk))}
        if view.trial:
            return _("The trial."), _("FOR or AGAINST: %(name)s.") % {"name": desk.names(view.bench)}
        return pgettext("desk", "Nightfall."), f"{desk.out(desk.names(view.bench))} {_leaving(desk)}".strip()
    if view.phase == "verdict":
        guilty = desk.ahead is not None and bool(desk.ahead.left_by("jailed"))
        text = f"{sides(desk)} {desk.out(desk.name(view.accused) if guilty else '')}"
        return pgettext("desk", "Nightfall."), f"{text} {_leaving(desk)}".strip()
    if view.phase == "runoff":
        alone = [count for count in view.counts if count.leads]
        jailed = alone[0].target if len(alone) == 1 else 0
        text = desk.out(desk.name(jailed) if jailed else "")
        return pgettext("desk", "Nightfall."), f"{text} {_leaving(desk)}".strip()
    return pgettext("desk", "Dawn."), _("The report, the check for a victory, day %(n)d.") % {"n": view.day + 1}


def sides(desk: Desk) -> str:
    """Say how many are FOR and how many AGAINST in an open trial; a vote that counts twice is two."""
    twice = {seat.number for seat in desk.view.seats if seat.declared}
    weights = [(2 if seat in twice else 1, guilty) for seat, guilty in desk.view.verdicts]
    guilty = sum(weight for weight, said in weights if said)
    return _("FOR %(for)d, AGAINST %(against)d.") % {
        "for": guilty,
        "against": sum(weight for weight, _said in weights) - guilty,
    }


def _tied(desk: Desk) -> tuple[int, ...]:
    """Return whom the second round will be between; the night among them where it tied."""
    counted = desk.view.rounds[-1].counted if desk.view.rounds else {}
    night = counted.get(0, 0) == max(counted.values(), default=-1)
    return (*((0,) if night else ()), *desk.view.bench)


def _signup_ends(view: View, ruleset: Ruleset) -> tuple[str, str]:
    now, least = len(view.seats), ruleset.min_players
    if now >= least:
        return _("The deal of roles."), _("There are enough players.")
    lacking = ngettext("%(n)d more player is needed.", "%(n)d more players are needed.", least - now) % {
        "n": least - now
    }
    if ruleset.signup_extension and not view.extended:
        moved = _("Otherwise the deadline moves once, by %(by)s.") % {"by": in_words(ruleset.signup_extension)}
        return _("The deal of roles, if there are enough players."), f"{lacking} {moved}"
    otherwise = _("Otherwise the game is called off.")
    return _("The deal of roles, if there are enough players."), f"{lacking} {otherwise}"


def leading(desk: Desk) -> str:
    """Say whom the count of the day leads to, as it stands."""
    lead, rules = [count.target for count in desk.view.counts if count.leads], desk.rules
    if not lead or lead == [0]:
        if desk.view.trial:
            return _("As things stand nobody is executed.")
        return _("As things stand nobody goes to jail.")
    if len(lead) == 1 or rules.tie == "runoff":
        return _("As things stand the last word goes to: %(names)s.") % {
            "names": desk.names(number for number in lead if number)
        }
    if rules.tie == "random":
        return _("As things stand the lot decides between: %(names)s.") % {"names": desk.names(lead)}
    if desk.view.trial:
        return _("As things stand it is a tie, and nobody is executed.")
    return _("As things stand it is a tie, and nobody goes to jail.")


def guard_rises(view: View) -> bool:
    """Tell whether more than half would leave for silence, so that the guard keeps them and asks the host."""
    silent, inactive = view.would_leave
    lead = [count.target for count in view.counts if count.leads]
    jailed = set(view.bench) if len(view.bench) == 1 else (set(lead) if len(lead) == 1 else set())
    return len((set(silent) | set(inactive)) - jailed) > view.living / 2


def _leaving(desk: Desk) -> str:
    """Say who leaves for silence and inactivity, or that the guard asks the host instead."""
    silent, inactive = desk.view.would_leave
    if guard_rises(desk.view):
        return _("More than half would leave for silence: then nobody does, the night opens paused and you are asked.")
    parts = []
    if silent:
        parts.append(_("For silence would leave: %(names)s.") % {"names": desk.names(silent)})
    if inactive:
        parts.append(_("For inactivity would leave: %(names)s.") % {"names": desk.names(inactive)})
    return " ".join(parts)


def _sooner(desk: Desk) -> Iterator[str]:
    """Say what may end the phase before its time."""
    view, rules = desk.view, desk.rules
    if view.votes_open and view.phase != "runoff" and rules.hammer:
        yield _("Once one player has more than half of all votes: %(n)d.") % {"n": view.living // 2 + 1}
    if view.votes_open and rules.votes_end_early:
        yield _("Once everybody in play has a vote.")
    if view.phase == "verdict" and rules.votes_end_early:
        yield _("Once everybody in play has said FOR or AGAINST.")
    if view.phase == "last_word":
        yield _("Once everybody on the bench has said that all is said.")
    if view.phase == "night" and rules.night_ends_early:
        earliest = rules.calendar().add(view.opened, rules.night_min) if rules.night_min else view.opened
        yield _("Once all orders are in, but not before %(when)s.") % {
            "when": with_zone(earliest, timezone.get_current_timezone())
        }


def _afterwards(desk: Desk) -> Iterator[Step]:
    """Tell what follows the end of the phase, if it ends in time and as things stand."""
    ahead, view = desk.ahead, desk.view
    if ahead is None:
        return
    if ahead.winner:
        # Before that it would tell of roles.
        if desk.open:
            yield Step(ahead.at, _("The game is over."), f"{words.WON[ahead.winner]}.")
        return
    if ahead.spared or ahead.deadline is None:
        return
    after = {
        "last_word": (
            _("The last word ends."),
            _after_last_word(desk, ahead),
        ),
        "evening": (_("The vote closes."), _("End of day %(n)d.") % {"n": ahead.day}),
        "verdict": (_("The trial ends."), _("Then night %(n)d.") % {"n": ahead.day}),
        "runoff": (_("The second round ends."), _("Then night %(n)d.") % {"n": ahead.day}),
        "night": (pgettext("desk", "Dawn."), _("Then day %(n)d.") % {"n": ahead.day + 1}),
        "day": (_("The vote opens."), _("The evening of day %(n)d begins.") % {"n": ahead.day})
        if view.evening
        else (_("The vote closes."), _("End of day %(n)d.") % {"n": ahead.day}),
    }
    if ahead.phase in after:
        yield Step(ahead.deadline, *after[ahead.phase])


def _after_last_word(desk: Desk, ahead: Foresight) -> str:
    """Say what follows the last word that is to come."""
    lead = [count for count in desk.view.counts if count.leads]
    if len(lead) > 1 and desk.rules.tie == "runoff":
        return _("Then the second round.")
    return _("Then the trial.") if desk.view.trial else _("Then night %(n)d.") % {"n": ahead.day}
