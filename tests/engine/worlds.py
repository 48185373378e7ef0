"""Two worlds that somebody must not be able to tell apart (`design.md`, "Secrets").

`moments` are states of random games; `other_world` changes everything, and only what, a viewer may not know.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime
from functools import cache
from random import Random

from games.engine.roles import ROLES, Power, Side
from games.engine.sight import READER, View, Viewer
from games.engine.state import OVER, Order, Report, Seat, State
from tests.engine.walk import Walk

Look = Callable[[State, Viewer, datetime], View]
Moment = tuple[State, datetime]

GAMES = 45


@cache
def moments() -> list[Moment]:
    """Return moments of random games: a few of each, with the time at which they were."""
    found: list[Moment] = []
    for seed in range(5000, 5000 + GAMES):
        walk, rng = Walk(seed), Random(seed)
        for _step in range(240):
            # Few curtains are long.
            if rng.random() < (0.3 if walk.state.phase.name == "curtain" else 0.015):
                found.append((walk.state, walk.at))
            if walk.over:
                break
            walk.step()
        found.append((walk.state, walk.at))
    return found


def viewers(state: State) -> list[Viewer]:
    """Return everybody who may look, the host left out."""
    return [READER, *(Viewer(seat.number) for seat in state.seats)]


def known_to(state: State, viewer: Viewer) -> set[int]:
    """Return the seats whose roles the viewer may know: the own, the mates', and those that were shown or declared."""
    known = {seat.number for seat in state.seats if (seat.out and seat.out.role) or seat.declared}
    me = state.seat(viewer.seat)
    if me is not None and me.role:
        known |= {seat.number for seat in state.seats if seat.role in ROLES[me.role].knows} | {me.number}
    return known


def in_gang(state: State, viewer: Viewer) -> bool:
    """Whether the viewer sits in the mafia's room."""
    me = state.seat(viewer.seat)
    return bool(me and me.alive and me.side == Side.MAFIA)


def other_world(state: State, viewer: Viewer, rng: Random) -> State:
    """Return a state that differs in everything, and only in what, the viewer may not know."""
    unknown = [seat for seat in state.seats if seat.number not in known_to(state, viewer)]
    bundles = [(seat.role, seat.acts_as) for seat in unknown]
    rng.shuffle(bundles)
    dealt = dict(zip((seat.number for seat in unknown), bundles, strict=True))
    everybody = [seat.number for seat in state.seats]
    night = max(state.phase.day - 1, 0)

    def anybody() -> int:
        return rng.choice(everybody)

    def other(seat: Seat) -> Seat:
        if seat.number == viewer.seat:
            # Nobody is told of the own luck.
            return replace(seat, luck_used=rng.choice([0, night]))
        role, acts_as = dealt.get(seat.number, (seat.role, seat.acts_as))
        # Who is left of the mafia knows who marks now.
        moved_up = (
            seat.acts_as if in_gang(state, viewer) and seat.side == Side.MAFIA else rng.choice(["", seat.acts_as])
        )
        return replace(
            seat,
            role=role,
            acts_as=acts_as if seat.number in dealt else moved_up,
            acknowledged=rng.random() < 0.5,
            advance=tuple((state.phase.day + day, anybody()) for day in (1, 2) if rng.random() < 0.5),
            treated=rng.choice([None, (night, anybody())]),
            treated_self=rng.randint(0, 1),
            blocked=rng.choice([None, (night, anybody())]),
            luck_used=rng.choice([0, night]),
            checks=tuple((1, anybody(), "mafia") for _check in range(rng.randint(0, 2))),
            comparisons=tuple((1, anybody(), anybody(), True) for _pair in range(rng.randint(0, 2))),
            watches=tuple((1, anybody(), (anybody(),)) for _watch in range(rng.randint(0, 2))),
        )

    changed = replace(state, seats=tuple(other(seat) for seat in state.seats))
    orders = [order for order in state.orders if order.seat == viewer.seat]
    if "night" in (state.phase.name, state.phase.ended):
        for seat in changed.living:
            if seat.power and seat.number != viewer.seat and rng.random() < 0.6:
                second = anybody() if seat.power == Power.COMPARE else None
                orders.append(Order(seat.number, seat.power.value, rng.choice([None, *everybody]), second))
    return replace(
        changed,
        orders=tuple(orders),
        reminded=rng.random() < 0.5,
        told=tuple(pair for pair in state.told if pair[0] == viewer.seat or rng.random() < 0.5),
        reports=state.reports if state.ruleset.report_killer else tuple(map(_other_killers, state.reports)),
        bench=state.bench if state.phase.name != "curtain" else rng.choice([(), (anybody(),)]),
        **_other_gang(state, viewer, rng),
    )


def _other_gang(state: State, viewer: Viewer, rng: Random) -> dict[str, tuple[tuple[int, int], ...]]:
    """What the mafia have agreed on, as somebody who is not of them can't know it; they do not know who named whom."""
    everybody = [seat.number for seat in state.seats]
    if in_gang(state, viewer):
        gang = [seat.number for seat in state.living if seat.side == Side.MAFIA]
        own = {target for seat, target in state.marks_sent if seat == viewer.seat}
        sent = tuple((viewer.seat if n in own else rng.choice(gang), n) for _seat, n in state.marks_sent)
        return {"marks_sent": tuple(dict.fromkeys(sent))}
    return {
        "marks_sent": tuple((rng.choice(everybody), rng.choice(everybody)) for _name in range(rng.randint(0, 3))),
        "boss_votes": tuple((n, rng.choice(everybody)) for n in everybody if rng.random() < 0.3),
    }


def _other_killers(report: Report) -> Report:
    return replace(report, facts=tuple(replace(f, by=("maniac",)) if f.by else f for f in report.facts))


def leaks(look: Look) -> Iterator[str]:
    """Yield what differs between two worlds that the viewer may not tell apart."""
    for number, (state, now) in enumerate(moments()):
        if state.phase.name in OVER:
            continue
        rng = Random(number)
        for viewer in rng.sample(viewers(state), k=min(4, len(state.seats) + 1)):
            seen = look(state, viewer, now)
            for _world in range(2):
                other = look(other_world(state, viewer, rng), viewer, now)
                # The order of a dict is no part of its equality, but stands on the page.
                if seen != other or list(seen.composition) != list(other.composition):
                    where = f"{state.phase.name} {state.phase.day}"
                    what = [name for name in View.__slots__ if getattr(seen, name) != getattr(other, name)]
                    yield f"moment {number} ({where}), viewer {viewer.seat}: {what}"
