"""That the test of two worlds would find a leak is shown by planting some (`test_sight.py`)."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest

from games.engine import gang
from games.engine.roles import ROLES, Power
from games.engine.sight import View, Viewer, view
from games.engine.state import Seat, State
from games.engine.table import Table
from tests.engine.worlds import Look, leaks


def _seats(change: Callable[[Any, State], Any]) -> Look:
    """Leak through the roster: `change` gets a seat's view and the state."""

    def look(state: State, viewer: Viewer, now: datetime) -> View:
        seen = view(state, viewer, now)
        return replace(seen, seats=tuple(change(seat, state) for seat in seen.seats))

    return look


def _of(seen: Any, state: State) -> Seat:
    seat = state.seat(seen.number)
    assert seat is not None
    return seat


def _whole(**found: Callable[[State], Any]) -> Look:
    """Leak through a field of the whole view."""

    def look(state: State, viewer: Viewer, now: datetime) -> View:
        return replace(view(state, viewer, now), **{name: of(state) for name, of in found.items()})

    return look


def _mine(**found: Callable[[State, Seat], Any]) -> Look:
    """Leak through what a player knows of the own seat."""

    def look(state: State, viewer: Viewer, now: datetime) -> View:
        seen, me = view(state, viewer, now), state.seat(viewer.seat)
        if seen.mine is None or me is None:
            return seen
        return replace(seen, mine=replace(seen.mine, **{name: of(state, me) for name, of in found.items()}))

    return look


def _trait(seen: Any, state: State, trait: str) -> bool:
    role = _of(seen, state).role
    return bool(role and getattr(ROLES[role], trait))


def _living_roles(state: State) -> dict[str, int]:
    roles = [seat.role for seat in state.living]
    return {role: roles.count(role) for role in roles}


def _roles_by_seat(state: State) -> dict[str, int]:
    found: dict[str, int] = {}
    for seat in state.seats:
        found[seat.role] = found.get(seat.role, 0) + 1
    return found


PLANTED: dict[str, Look] = {
    "a role": _seats(lambda seen, state: replace(seen, role=_of(seen, state).role)),
    "the role of the dead": _seats(
        lambda seen, state: seen if seen.alive else replace(seen, role=_of(seen, state).role)
    ),
    "who has read the role": _seats(lambda seen, state: replace(seen, acknowledged=_of(seen, state).acknowledged)),
    "who has sent an order": _seats(lambda seen, state: replace(seen, ordered=state.order_of(seen.number) is not None)),
    "whose power is a sergeant's": _seats(lambda seen, state: replace(seen, acts_as=_of(seen, state).acts_as)),
    "that somebody voted in advance": _seats(lambda seen, state: replace(seen, voted=bool(_of(seen, state).advance))),
    "the roles of the living": _whole(composition=_living_roles),
    "the roles in the order of seats": _whole(composition=_roles_by_seat),
    "all orders": _whole(orders=lambda state: state.orders),
    "how many orders are in": _whole(voteless=lambda state: tuple(range(len(state.orders)))),
    "when the night will end": _whole(due=lambda state: Table(state).due_at()),
    "advance votes": _whole(
        advance_votes=lambda state: tuple((s.number, *pair) for s in state.seats for pair in s.advance)
    ),
    "who killed": _whole(reports=lambda state: state.reports),
    "the order of seats": _whole(seats=lambda state: tuple(sorted((seat.role, seat.number) for seat in state.seats))),
    "the next commissioner": _mine(mates=lambda state, me: tuple(s.number for s in state.holders(Power.CHECK))),
    "other players' targets": _mine(
        order_targets=lambda state, me: tuple(order.target for order in state.orders if order.target)
    ),
    "that all orders but mine are in": _mine(
        ordered=lambda state, me: all(state.order_of(s.number) for s in state.living if s.power and s != me)
    ),
    "a mark of the gang": _mine(
        order=lambda state, me: next((o.target for o in state.orders if o.power == "mark"), None)
    ),
    "what may be done by the hidden": _mine(
        can=lambda state, me: frozenset({"order"} if any(s.power == Power.TREAT for s in state.living[:2]) else ())
    ),
}

PLANTED |= {
    "who leads the mafia": _seats(lambda seen, state: replace(seen, boss=gang.boss_of(state) == seen.number)),
    "whom the mafia want to lead": _seats(
        lambda seen, state: replace(seen, boss_vote=dict(state.boss_votes).get(seen.number, 0))
    ),
    "whom the mafia have named": _mine(names_sent=lambda state, me: tuple(sorted(gang.names_sent(state)))),
    "who of the mafia has named somebody": _seats(
        lambda seen, state: replace(seen, ordered=any(seat == seen.number for seat, _target in state.marks_sent))
    ),
    "who was blocked last": _mine(
        can=lambda state, me: frozenset({"order"} if any(s.blocked for s in state.seats if s != me) else ())
    ),
    "whose luck is used up": _seats(lambda seen, state: replace(seen, done=bool(_of(seen, state).luck_used))),
    "that one's own luck is used up": _mine(promoted=lambda state, me: bool(me.luck_used)),
    "what others have compared": _mine(
        comparisons=lambda state, me: tuple(pair for seat in state.seats for pair in seat.comparisons)
    ),
    "what others have watched": _mine(watches=lambda state, me: tuple(w for s in state.seats for w in s.watches)),
    "the second name of a comparison": _seats(
        lambda seen, state: replace(seen, second=order.second if (order := state.order_of(seen.number)) else None)
    ),
    "who could declare an office": _seats(lambda seen, state: replace(seen, declared=_trait(seen, state, "declares"))),
    "that an avenger is on the bench": _seats(
        lambda seen, state: replace(seen, named=int(seen.on_bench and _trait(seen, state, "avenges")))
    ),
    "who will be jailed when the curtain is raised": _whole(bench=lambda state: state.bench),
    "that orders wait behind a curtain": _mine(
        ordered=lambda state, me: bool(state.phase.ended and [o for o in state.orders if o.seat != me.number])
    ),
}


@pytest.mark.parametrize("leak", PLANTED)
def test_a_planted_leak_is_found(leak: str) -> None:
    assert next(leaks(PLANTED[leak]), None) is not None
