"""The next report in words, before it is made: what the end of the open phase would bring as things stand.

From `games.engine.foresight`, which is given to the host alone.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from common.clock_words import with_zone
from games import words
from games.engine.foresight import Foresight, Leaver
from games.views.desk_steps import sides
from games.views.desk_words import Desk


@dataclass(frozen=True, slots=True)
class Fact:
    """One line of the preview."""

    label: str
    value: str


def preview(desk: Desk) -> list[Fact]:
    """Return what the phase's own end would bring; of a night only where roles and orders are shown.

    Empty where nothing can be said.
    """
    ahead = desk.ahead
    if ahead is None or desk.view.phase == "deal" or (desk.phase == "night" and not desk.open):
        return []
    return list(_night(desk, ahead) if desk.phase == "night" else _day(desk, ahead))


def _day(desk: Desk, ahead: Foresight) -> Iterator[Fact]:
    if ahead.lot:
        yield Fact(_("The lot decides between"), desk.names(ahead.lot))
        return
    if ahead.phase == "evening":
        yield Fact(words.phase_name("evening", ahead.day), _("the vote opens"))
        return
    labels = {
        "last_word": _("The last word"),
        "verdict": _("FOR or AGAINST"),
        "runoff": _("The second round between"),
    }
    bench = ahead.bench if ahead.phase in labels else ()
    if desk.view.phase == "verdict":
        yield Fact(_("Votes of the trial"), sides(desk))
    if bench:
        yield Fact(labels[ahead.phase], desk.names(bench))
    else:
        jailed = _who(desk, ahead.left_by("jailed")) or pgettext("desk", "nobody")
        yield Fact(_("Execution") if desk.view.trial else _("To jail"), jailed)
        if taken := _who(desk, ahead.left_by("taken")):
            yield Fact(_("Taken along by the avenger"), taken)
    silent, inactive = _leaving(desk, ahead)
    if silent:
        yield Fact(_("Out for silence"), silent)
    if inactive:
        yield Fact(_("Out for inactivity"), inactive)
    if ahead.spared:
        yield Fact(_("Kept by the guard"), desk.names(ahead.spared))
    if not bench:
        yield from _ends(desk, ahead)


def _leaving(desk: Desk, ahead: Foresight) -> tuple[str, str]:
    """Return the silent and the inactive: those who leave at nightfall, or are settled for it by the vote's close."""
    if ahead.phase in ("last_word", "verdict", "runoff"):
        silent, inactive = desk.view.would_leave
        return desk.names(silent), desk.names(inactive)
    return _who(desk, ahead.left_by("silent")), desk.names(one.seat for one in ahead.left_by("inactive"))


def _night(desk: Desk, ahead: Foresight) -> Iterator[Fact]:
    killed, none = ahead.left_by("killed"), pgettext("desk", "no killing")
    yield Fact(_("Killed"), _who(desk, killed) or (_("no killing: the mafia misses") if ahead.missed else none))
    if killed and ahead.missed:
        yield Fact(_("Mafia"), _("misses"))
    if ahead.treated:
        yield Fact(_("Treated"), desk.names({patient for _doctor, patient in ahead.treated}))
    for seat, target, seen in ahead.checks:
        yield Fact(_("Check by %(name)s") % {"name": desk.name(seat)}, f"{desk.name(target)}: {words.shown(seen)}")
    for seat, first, second, same in ahead.compared:
        said = _("one side") if same else _("different sides")
        yield Fact(_("Comparison by %(name)s") % {"name": desk.name(seat)}, f"{desk.names((first, second))}: {said}")
    for seat, target, visitors in ahead.watched:
        came = desk.names(visitors) or pgettext("desk", "nobody")
        yield Fact(_("Watch by %(name)s") % {"name": desk.name(seat)}, f"{desk.name(target)}: {came}")
    if ahead.blocked:
        yield Fact(_("Without effect"), desk.names(ahead.blocked))
    yield from _ends(desk, ahead)


def _ends(desk: Desk, ahead: Foresight) -> Iterator[Fact]:
    if desk.open:
        for seat, role in ahead.promoted:
            yield Fact(_("Takes over"), f"{desk.name(seat)}: {words.role(role)}")
    if ahead.winner and desk.open:
        yield Fact(_("Victory"), str(words.WON[ahead.winner]))
        return
    if desk.open:
        goes_on = ngettext("the game goes on, %(n)d in play", "the game goes on, %(n)d in play", ahead.living)
        yield Fact(_("Victory"), goes_on % {"n": ahead.living})
    if ahead.stalemate:
        yield Fact(_("Warning"), _("a draw if nobody leaves in the next round"))


def _who(desk: Desk, leavers: Iterable[Leaver]) -> str:
    """Return who leaves, with the role where roles are shown on the page."""
    if not desk.open:
        return desk.names(one.seat for one in leavers)
    return ", ".join(f"{desk.name(one.seat)} ({words.role(one.role)})" for one in leavers)


# ---------- an end by hand


def cut_says(desk: Desk) -> str:
    """Say in a sentence or two what the button that ends the phase would do now. Names no role."""
    cut = desk.cut
    if cut is None:
        return ""
    if desk.view.phase == "night":
        return f"{_orders(desk)} {_('At once come the report and the check for a victory.')}"
    return " ".join([_opens(desk, cut), *_votes(desk), _verdict(desk, cut)]).strip()


def cut_lines(desk: Desk) -> list[str]:
    """Say all that an end by hand would bring: what the thread would read, roles and all."""
    cut = desk.cut
    if cut is None:
        return []
    lines = [_opens(desk, cut), *_votes(desk)]
    if desk.view.phase == "night":
        lines.append(_orders(desk))
        killed = cut.left_by("killed")
        lines += [_killed(desk, one) for one in killed]
        if not killed:
            lines.append(_("Nobody is killed: the mafia misses.") if cut.missed else _("Nobody is killed."))
    elif desk.view.phase != "deal":
        lines.append(_verdict(desk, cut))
    lines += [_jailed_role(desk, one) for one in cut.left_by("jailed")]
    if silent := cut.left_by("silent"):
        lines.append(_("For silence leave: %(names)s.") % {"names": desk.names(one.seat for one in silent)})
    if inactive := cut.left_by("inactive"):
        lines.append(_("For inactivity leave: %(names)s.") % {"names": desk.names(one.seat for one in inactive)})
    if cut.spared:
        lines.append(
            _("The guard keeps those who would leave for silence: %(names)s.") % {"names": desk.names(cut.spared)}
        )
    if cut.winner:
        lines.append(f"{words.WON[cut.winner]}. {words.REASON.get(cut.reason, '')}".strip())
    if desk.view.votes_open and desk.view.phase != "runoff":
        lines.append(_("A day that was cut short makes nobody silent or inactive."))
    return [line for line in lines if line]


def _opens(desk: Desk, cut: Foresight) -> str:
    if desk.view.paused and cut.at > desk.at:
        return _("The phase ends when the weekly pause is over: %(when)s.") % {
            "when": with_zone(cut.at, timezone.get_current_timezone())
        }
    if cut.winner:
        return _("The game ends at once.")
    if cut.lot:
        return _("The vote closes at once.")
    phase = words.phase_name(cut.phase, cut.day)
    return _("At once begins: %(phase)s.") % {"phase": phase[:1].lower() + phase[1:]}


def _votes(desk: Desk) -> Iterator[str]:
    if not desk.view.votes_open:
        return
    counted = ", ".join(f"{desk.name(count.target)} {count.count}" for count in desk.view.counts)
    yield _("The votes: %(votes)s.") % {"votes": counted} if counted else _("Nobody has a vote.")


def _verdict(desk: Desk, cut: Foresight) -> str:
    if desk.view.phase not in ("day", "evening", "last_word", "verdict", "runoff") or cut.phase == "evening":
        return ""
    if cut.lot:
        return _("The lot decides between: %(names)s.") % {"names": desk.names(cut.lot)}
    if cut.phase == "last_word":
        return _("The last word goes to: %(names)s.") % {"names": desk.names(cut.bench)}
    if cut.phase == "runoff":
        return _("The choice: %(names)s.") % {"names": desk.names(cut.bench)}
    if cut.phase == "verdict":
        return _("FOR or AGAINST: %(name)s.") % {"name": desk.names(cut.bench)}
    counted = f"{sides(desk)} " if desk.view.phase == "verdict" else ""
    return counted + desk.out(desk.names(one.seat for one in cut.left_by("jailed")))


def _jailed_role(desk: Desk, one: Leaver) -> str:
    return _("Everybody will see the role: %(role)s.") % {"role": words.role(one.role)}


def _killed(desk: Desk, one: Leaver) -> str:
    return _("Killed: %(name)s, role: %(role)s.") % {"name": desk.name(one.seat), "role": words.role(one.role)}


def _orders(desk: Desk) -> str:
    done, asked = desk.orders()
    return _("Orders are taken as they stand: %(n)d of %(all)d.") % {"n": done, "all": asked}
