"""The bench: the last word, the second round and the trial, above the thread. Drawn from a `View` alone.

What stands here is the same for every reader but for the own name and the own buttons.
"""

from collections.abc import Sequence
from typing import Any

from games.engine.events import NIGHT
from games.engine.sight import View
from games.engine.state import Round
from games.selectors import Access
from games.views.bar import rules_of, tied
from games.views.base import game_url

Panel = dict[str, Any]


def people(access: Access, view: View, seats: Sequence[int], double: Sequence[int]) -> list[Panel]:
    """Return voters as a list of names, who of them is the viewer, and whose vote counts twice."""
    me = view.mine.seat if view.mine else 0
    return [{"name": access.names.get(one, ""), "me": one == me, "twice": one in double} for one in seats]


def doubled(view: View) -> tuple[int, ...]:
    """Return the seats whose vote counts twice now."""
    return tuple(seat.number for seat in view.seats if seat.alive and seat.declared)


def bench(access: Access, view: View, refused: str = "") -> Panel | None:
    """Return who stands on the bench, what comes next, and what the viewer may do about it; None without a bench.

    `refused` is the sentence of a refused form of this panel.
    """
    if not view.bench or view.phase not in ("last_word", "runoff", "verdict"):
        return None
    mine = view.mine
    on_it = mine is not None and mine.seat in view.bench
    can = mine.can if mine is not None else frozenset()
    seats = {seat.number: seat for seat in view.seats}
    panel: Panel = {
        "kind": view.phase,
        "names": [
            {
                "name": access.names.get(number, ""),
                "done": seats[number].done,
                "takes": access.names.get(seats[number].named, ""),
            }
            for number in view.bench
        ],
        "many": len(view.bench) > 1,
        "me": on_it,
        "refused": refused,
    }
    if view.phase == "last_word":
        done = on_it and mine is not None and seats[mine.seat].done
        return panel | {
            "next": _after_last_word(access, view),
            "with_night": len(_leaders(view)) > len(view.bench),
            "done": done,
            "may_end": "done" in can and not done,
            "may_name": "avenge" in can,
            "action": game_url(access, "done"),
        }
    if view.phase == "runoff":
        return panel | {"night": NIGHT in view.candidates, "may_vote": "vote" in can}
    return panel | _trial(access, view)


def _leaders(view: View) -> list[int]:
    """Return the candidates who shared the most votes of the day's closed round, the night among them."""
    counted = view.rounds[-1].counted if view.rounds else {}
    return [target for target, count in counted.items() if count == max(counted.values())]


def _after_last_word(access: Access, view: View) -> str:
    """Return what follows: `runoff`, `verdict` or `jail`."""
    rules = rules_of(access)
    if rules.tie == "runoff" and tied(view):
        return "runoff"
    return "verdict" if rules.trial else "jail"


def _trial(access: Access, view: View) -> Panel:
    """Return both sides of an open trial, who is still to say, and the buttons."""
    mine, double = view.mine, doubled(view)
    return {
        "sides": [
            _side(access, view, [seat for seat, said in view.verdicts if said is guilty], double)
            for guilty in (True, False)
        ],
        "unsaid": [access.names.get(number, "") for number in view.unsaid],
        "may_say": mine is not None and "verdict" in mine.can,
        "said": mine.verdict if mine is not None else None,
        "action": game_url(access, "say"),
    }


def _side(access: Access, view: View, seats: Sequence[int], double: Sequence[int]) -> Panel:
    by = people(access, view, seats, double)
    return {"count": len(by) + sum(one["twice"] for one in by), "by": by}


def accused_of(view: View, closed: Round) -> int:
    """Return who stood before a closed trial, 0 where the votes do not tell: whoever led the vote before it."""
    for _voter, target in closed.votes:
        if target:
            return target
    before = [one for one in view.rounds if one.day == closed.day and one.round != "verdict"]
    found = [target for target, count in before[-1].counted.most_common(1) if count] if before else []
    return found[0] if found else 0


def judged(access: Access, view: View, closed: Round) -> list[Panel]:
    """Return the two sides of a closed trial as candidates of a tally: FOR, AGAINST."""
    sides = []
    for guilty in (True, False):
        side = _side(access, view, [voter for voter, said in closed.votes if bool(said) is guilty], closed.double)
        sides.append(side | {"verdict": "for" if guilty else "against"})
    sides[0]["lead"] = sides[0]["count"] > sides[1]["count"]
    return sides
