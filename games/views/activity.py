"""Who takes part: posts and votes of each player by day, absence notices, and who has not been heard from.

By day everybody sees all of it in the thread; of the night, of letters and of who is there nothing is
asked (`rules.md` section 2, "Nightfall": taking part is a post or a vote).
"""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from forum import selectors as forum
from games import selectors, words
from games.engine.ballots import Ballot, History
from games.engine.sight import SeatView, View
from games.selectors import Access
from games.views import base
from games.views.bar import rules_of
from games.views.panels import filter_url


@require_safe
def activity(request: HttpRequest, slug: str) -> HttpResponse:
    """Each player's posts and votes by day."""
    access, at = selectors.access(slug, request.user), base.now()
    view = selectors.view_for(access, at)
    history = selectors.ballots_of(access, view, at)
    starts = [position for _day, position in history.days]
    # What is written after the end is nobody's taking part: a part of its own, which is not shown.
    over = [history.over] if history.over is not None else []
    written = forum.written(access.game.thread, access.persona, starts + over)
    days = [day for day, _position in history.days]
    context = base.game_context(access, view, at)
    context |= {
        "days": days,
        "rows": [_row(access, view, history, seat, days, written) for seat in view.seats],
        "unheard": _unheard(access, view, history, written),
        "removes": rules_of(access).inactive_removed,
    }
    return base.page(request, "games/activity.html", context)


def _row(
    access: Access,
    view: View,
    history: History,
    seat: SeatView,
    days: Sequence[int],
    written: dict[int, forum.Written],
) -> dict[str, Any]:
    """Return a player's row: posts in all and by day, with the votes that were missed."""
    mine = written.get(access.seats[seat.number].persona_id)
    counts = mine.counts[: len(days)] if mine else (0,) * len(days)
    return {
        "name": access.names.get(seat.number, ""),
        "url": filter_url(access, seat.number),
        "votes_url": f"{base.game_url(access, 'votes')}?voter={seat.number}",
        "alive": seat.alive,
        "out": ""
        if seat.alive
        else f"{words.way_out(seat.how, trial=view.trial)}, {words.when_out(seat.out_phase, seat.out_day)}",
        "posts": sum(counts),
        "last": mine.newest if mine else None,
        "days": [
            {
                "number": day,
                "played": seat.alive or day <= seat.out_day,
                "posts": count,
                "note": _note(history, seat.number, day),
            }
            for day, count in zip(days, counts, strict=True)
        ],
        "missed": sum(_missed(ballot, seat.number) for ballot in history.ballots if ballot.counted_out),
        "notices": ", ".join(
            str(first) if first == last else f"{first}–{last}" for first, last in history.notices.get(seat.number, ())
        ),
    }


def _missed(ballot: Ballot, seat: int) -> bool:
    """Whether a living player cast no vote in a day's vote; second rounds and trials are not counted."""
    return ballot.round == "day" and seat in ballot.last.missing


def _note(history: History, seat: int, day: int) -> str:
    """Say what there is to say of a player's vote on a day: nothing of one that was cast."""
    ballot = next((one for one in history.ballots if one.day == day and one.round == "day"), None)
    missing = ballot is not None and _missed(ballot, seat)
    if history.away(seat, day) and (missing or ballot is None):
        return _("away")
    if not missing or ballot is None:
        return ""
    if ballot.ended is None:
        return _("no vote yet")
    return _("no vote") if ballot.counted_out else ""


def _unheard(access: Access, view: View, history: History, written: dict[int, forum.Written]) -> list[str]:
    """Return who of the living has neither posted nor voted on the day that is open, and gave no notice for it."""
    if view.phase not in ("day", "evening") or not history.days:
        return []
    part = len(history.days) - 1
    voters = {act.seat for ballot in history.ballots if ballot.day == view.day for act in ballot.acts}
    found = []
    for seat in view.seats:
        mine = written.get(access.seats[seat.number].persona_id)
        heard = seat.number in voters or (mine is not None and mine.counts[part] > 0)
        if seat.alive and not heard and not history.away(seat.number, view.day):
            found.append(access.names.get(seat.number, ""))
    return found


urlpatterns = [path("games/<slug:slug>/activity/", activity, name="activity")]
