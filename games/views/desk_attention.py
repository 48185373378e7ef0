"""What needs the host's attention: what waits for an answer, and what will go wrong if nothing is done."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from common.clock_words import ago, in_words
from games import balance_words, problems
from games.engine.composition import Composition, problems_of
from games.views import base
from games.views.desk_letters import Waiting
from games.views.desk_steps import guard_rises
from games.views.desk_words import Desk

# A sign-up is near its end in the last day of it, or in the second half of a short one.
NEAR_SIGNUP = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Matter:
    """One thing: an icon, a sentence, and (maybe) where on the desk to go."""

    icon: str
    said: str
    url: str = ""
    label: str = ""


def attention(desk: Desk, letters: Sequence[Waiting], reports: int = 0) -> list[Matter]:
    """Return everything that needs attention now, letters first. Names no role where none are shown.

    `reports` is how many posts and letters readers have shown to the host.
    """
    return [*_all(desk, letters), *_reports(reports)]


def _reports(count: int) -> Iterator[Matter]:
    if count:
        said = ngettext("%(n)d report of a reader waits for you.", "%(n)d reports of readers wait for you.", count)
        yield Matter("flag", said % {"n": count}, "#desk-reports", _("Look"))


def _all(desk: Desk, letters: Sequence[Waiting]) -> Iterator[Matter]:
    if desk.over:
        return
    waiting = [one for one in letters if one.since is not None]
    if waiting:
        count, oldest = sum(one.count for one in waiting), waiting[0].since
        assert oldest is not None
        said = ngettext(
            "%(n)d letter waits for your answer, the oldest since: %(ago)s.",
            "%(n)d letters wait for your answer, the oldest since: %(ago)s.",
            count,
        )
        yield Matter(
            "letter", said % {"n": count, "ago": ago(oldest, desk.at)}, "#desk-letters", pgettext("button", "Answer")
        )
    if desk.game.offered_to is not None:
        said = _("The desk is offered to: %(name)s. No answer yet.")
        yield Matter("flag", said % {"name": desk.game.offered_to.name}, "#d-hand", _("Look"))
    yield from {
        "signup": _signup,
        "deal": _deal,
        "day": _day,
        "evening": _day,
        "last_word": _nightfall,
        "verdict": _verdict,
        "runoff": _runoff,
        "night": _night,
        "curtain": _curtain,
    }[desk.view.phase](desk)


def _late(desk: Desk, part: float = 0.5) -> bool:
    """Tell whether less than this part of the open phase is left."""
    view = desk.view
    if view.deadline is None or view.remaining is None or view.closing:
        return False
    if view.phase == "signup":
        whole = view.deadline - view.opened
        return view.remaining < min(NEAR_SIGNUP, whole * part)
    spent = desk.rules.calendar().playing_between(view.opened, desk.at)
    return not view.paused_by_host and view.remaining < (view.remaining + spent) * part


def _signup(desk: Desk) -> Iterator[Matter]:
    now, rules = len(desk.view.seats), desk.rules
    asked = [number for number, seat in desk.access.seats.items() if seat.rename_asked]
    if asked:
        said = _("Asked for another nickname, and not changed yet: %(names)s.")
        yield Matter("pen", said % {"names": desk.names(asked)}, "#desk-seats", _("To the list"))
    lacking = rules.min_players - now
    if lacking > 0:
        if _late(desk):
            said = ngettext(
                "Only %(left)s are left, and %(n)d player is lacking. Give time, or tell people of the game.",
                "Only %(left)s are left, and %(n)d players are lacking. Give time, or tell people of the game.",
                lacking,
            )
            left = in_words(timedelta(minutes=int((desk.view.remaining or timedelta(0)).total_seconds()) // 60))
            yield Matter("warn", said % {"n": lacking, "left": left}, "#d-clock", _("Give time"))
        return
    composition = Composition.from_json(desk.game.composition)
    row = composition.row_for(now)
    wrong = problems_of(dict(row.counts), now, rules) if row is not None else composition.problems(rules)
    for problem in wrong:
        yield Matter("warn", problems.sentence(problem), _change(desk), _("Change"))
    if wrong:
        return
    for remark in balance_words.remarks_of(replace(rules, min_players=now, max_players=now), composition):
        # Of the times the host was told when they were set; hints are for then as well.
        if remark.row and not remark.mild:
            yield Matter("scales", remark.text, _change(desk), _("Change"))


def _change(desk: Desk) -> str:
    return base.game_url(desk.access, "change")


def _deal(desk: Desk) -> Iterator[Matter]:
    idle = [seat.number for seat in desk.view.seats if seat.acknowledged is False]
    if len(idle) == len(desk.view.seats):
        yield Matter("clock", _("Nobody has confirmed the role yet."))
    elif idle:
        icon = "warn" if _late(desk) else "clock"
        yield Matter(icon, _("Role not confirmed yet: %(names)s.") % {"names": desk.names(idle)})


def _day(desk: Desk) -> Iterator[Matter]:
    view = desk.view
    away = [seat.number for seat in view.seats if seat.alive and seat.away]
    if away:
        yield Matter("away", _("Away today, with a notice: %(names)s.") % {"names": desk.names(away)})
    lead = [count.target for count in view.counts if count.leads]
    if len(lead) > 1 and _late(desk):
        yield Matter("scales", _tie(desk, lead))
    if not _late(desk):
        return
    leaving = [*view.would_leave[0], *view.would_leave[1]]
    if leaving and guard_rises(view):
        said = _("No vote from more than half: %(names)s. The guard would keep them and ask you at night.")
        yield Matter("warn", said % {"names": desk.names(leaving)}, "#d-clock", _("Give time"))
    elif leaving:
        said = _("Out when the vote closes, if they do not vote: %(names)s.")
        yield Matter("warn", said % {"names": desk.names(leaving)}, "#d-clock", _("Give time"))
    elif waiting := [seat.number for seat in view.seats if seat.voted is False and not seat.away]:
        yield Matter("hand", _("No vote yet: %(names)s.") % {"names": desk.names(waiting)})


def _tie(desk: Desk, lead: Sequence[int]) -> str:
    names = {"names": desk.names(lead)}
    if desk.rules.tie == "runoff":
        return _("A second round is coming, the votes are even: %(names)s.") % names
    if desk.rules.tie == "random":
        return _("The lot will decide, the votes are even: %(names)s.") % names
    if desk.view.trial:
        return _("Nobody will be executed, the votes are even: %(names)s.") % names
    return _("Nobody will go to jail, the votes are even: %(names)s.") % names


def _nightfall(desk: Desk) -> Iterator[Matter]:
    silent, inactive = desk.view.would_leave
    leaving = [*silent, *inactive]
    if leaving and guard_rises(desk.view):
        said = _("Silent were more than half: %(names)s. The guard keeps them and asks you at night.")
        yield Matter("warn", said % {"names": desk.names(leaving)})
    elif leaving:
        said = _("Out at nightfall for silence or inactivity: %(names)s.")
        yield Matter("warn", said % {"names": desk.names(leaving)})


def _runoff(desk: Desk) -> Iterator[Matter]:
    lead = [count.target for count in desk.view.counts if count.leads]
    if _late(desk):
        if len(lead) > 1:
            yield Matter("scales", _even(desk) % {"names": desk.names(lead)})
        elif not lead:
            yield Matter("scales", _no_votes(desk))
    yield from _nightfall(desk)


def _even(desk: Desk) -> str:
    if desk.view.trial:
        return _("Even again: %(names)s. Nobody would be executed.")
    return _("Even again: %(names)s. Nobody would go to jail.")


def _no_votes(desk: Desk) -> str:
    if desk.view.trial:
        return _("Nobody has a vote in the second round yet: nobody would be executed.")
    return _("Nobody has a vote in the second round yet: nobody would go to jail.")


def _verdict(desk: Desk) -> Iterator[Matter]:
    view = desk.view
    if view.unsaid and _late(desk):
        yield Matter("scales", _("Neither FOR nor AGAINST yet: %(names)s.") % {"names": desk.names(view.unsaid)})
    yield from _nightfall(desk)


def _curtain(desk: Desk) -> Iterator[Matter]:
    if desk.view.raised:
        yield Matter("clock", _("The report is published, and comes when the clock runs again."), "#d-clock", _("Look"))
        return
    said = _("The report lies ready and waits for you: add words to it or not, and publish it.")
    yield Matter("pen", said, "#d-curtain", _("To the report"))


def _night(desk: Desk) -> Iterator[Matter]:
    late = [seat.number for seat in desk.view.seats if seat.ordered is False and desk.awaits(seat)]
    if not late or not _late(desk):
        return
    if desk.open:
        yield Matter("warn", _("Dawn is near, and no order has come from: %(names)s.") % {"names": desk.names(late)})
        return
    said = ngettext(
        "Dawn is near, and %(n)d order is missing. Show roles to see whose.",
        "Dawn is near, and %(n)d orders are missing. Show roles to see whose.",
        len(late),
    )
    yield Matter("warn", said % {"n": len(late)}, "#desk-seats", _("To the list"))
