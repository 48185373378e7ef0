"""What a viewer may know (`design.md`, "Secrets"): nothing that is hidden moves what is shown.

From random moments of random games two worlds are made that differ only in what the viewer may
not know; both must look the same. That the check would find a leak is shown by planting some.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime
from functools import cache
from random import Random
from typing import Any

import pytest

from common.refusal import Refusal
from games.engine import events as e
from games.engine.chronicle import chronicle
from games.engine.position import IN_PLAY
from games.engine.roles import ROLES, Power
from games.engine.sight import HOST, READER, View, Viewer, view
from games.engine.state import OVER, Fact, Order, Report, Seat, State
from games.engine.table import Table
from tests.engine.board import CALM, Board
from tests.engine.walk import Walk

Look = Callable[[State, Viewer, datetime], View]
Moment = tuple[State, datetime]

GAMES = 30


@cache
def moments() -> list[Moment]:
    """Return moments of random games: a few of each, with the time at which they were."""
    found: list[Moment] = []
    for seed in range(5000, 5000 + GAMES):
        walk, rng = Walk(seed), Random(seed)
        for _step in range(200):
            if rng.random() < 0.08:
                found.append((walk.state, walk.at))
            if walk.over:
                break
            walk.step()
        found.append((walk.state, walk.at))
    return found


def viewers(state: State) -> list[Viewer]:
    """Return everybody who may look, the host left out."""
    return [READER, *(Viewer(seat.number) for seat in state.seats)]


# ---- two worlds


def known_to(state: State, viewer: Viewer) -> set[int]:
    """Return the seats whose roles the viewer may know: the own, the mates', and those that were shown."""
    known = {seat.number for seat in state.seats if seat.out and seat.out.role}
    me = state.seat(viewer.seat)
    if me is not None and me.role:
        known |= {seat.number for seat in state.seats if seat.role in ROLES[me.role].knows} | {me.number}
    return known


def other_world(state: State, viewer: Viewer, rng: Random) -> State:
    """Return a state that differs in everything, and only in what, the viewer may not know."""
    unknown = [seat for seat in state.seats if seat.number not in known_to(state, viewer)]
    bundles = [(seat.role, seat.acts_as) for seat in unknown]
    rng.shuffle(bundles)
    dealt = dict(zip((seat.number for seat in unknown), bundles, strict=True))
    everybody = [seat.number for seat in state.seats]

    def other(seat: Seat) -> Seat:
        if seat.number == viewer.seat:
            return seat
        role, acts_as = dealt.get(seat.number, (seat.role, seat.acts_as))
        return replace(
            seat,
            role=role,
            acts_as=acts_as if seat.number in dealt else rng.choice(["", seat.acts_as]),
            acknowledged=rng.random() < 0.5,
            advance=tuple((state.phase.day + day, rng.choice(everybody)) for day in (1, 2) if rng.random() < 0.5),
            treated=rng.choice([None, (state.phase.day - 1, rng.choice(everybody))]),
            treated_self=rng.randint(0, 1),
            checks=tuple((1, rng.choice(everybody), "mafia") for _check in range(rng.randint(0, 2))),
        )

    changed = replace(state, seats=tuple(other(seat) for seat in state.seats))
    orders = [order for order in state.orders if order.seat == viewer.seat]
    if state.phase.name == "night":
        for seat in changed.living:
            if seat.power and seat.number != viewer.seat and rng.random() < 0.6:
                orders.append(Order(seat.number, seat.power.value, rng.choice([None, *everybody])))
    return replace(
        changed,
        orders=tuple(orders),
        reminded=rng.random() < 0.5,
        told=tuple(pair for pair in state.told if pair[0] == viewer.seat or rng.random() < 0.5),
        reports=state.reports if state.ruleset.report_killer else tuple(map(_other_killers, state.reports)),
    )


def _other_killers(report: Report) -> Report:
    return replace(report, facts=tuple(replace(f, by=("maniac",)) if f.by else f for f in report.facts))


def leaks(look: Look, *, worlds: int = 2) -> Iterator[str]:
    """Yield what differs between two worlds that the viewer may not tell apart."""
    for number, (state, now) in enumerate(moments()):
        if state.phase.name in OVER:
            continue
        rng = Random(number)
        for viewer in rng.sample(viewers(state), k=min(4, len(state.seats) + 1)):
            seen = look(state, viewer, now)
            for _world in range(worlds):
                other = look(other_world(state, viewer, rng), viewer, now)
                # The order of a dict is no part of its equality, but stands on the page.
                if seen != other or list(seen.composition) != list(other.composition):
                    where = f"{state.phase.name} {state.phase.day}"
                    what = [name for name in View.__slots__ if getattr(seen, name) != getattr(other, name)]
                    yield f"moment {number} ({where}), viewer {viewer.seat}: {what}"


def test_nobody_sees_what_is_hidden() -> None:
    assert len(moments()) > 150
    assert list(leaks(view)) == []


def test_the_worlds_do_differ() -> None:
    """The check is worth nothing if the other world is the same one."""
    differing = 0
    for number, (state, now) in enumerate(moments()):
        rng = Random(number)
        changed = other_world(state, READER, rng)
        differing += view(state, HOST, now) != view(changed, HOST, now)
    assert differing > len(moments()) / 2


# ---- planted leaks


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
        can=lambda state, me: frozenset({"order"} if any(s.power == Power.TREAT for s in state.living) else ())
    ),
}


@pytest.mark.parametrize("leak", PLANTED)
def test_a_planted_leak_is_found(leak: str) -> None:
    assert next(leaks(PLANTED[leak]), None) is not None


# ---- what must be seen


def test_the_host_sees_everything_and_the_end_shows_everything() -> None:
    for state, now in moments():
        host = view(state, HOST, now)
        assert [seat.role for seat in host.seats] == [seat.role for seat in state.seats]
        assert {(seat, target) for seat, _power, target in host.orders} == {(o.seat, o.target) for o in state.orders}
        assert host.reports == state.reports and host.due == Table(state).due_at()
        if state.phase.name in OVER:
            for viewer in viewers(state):
                seen = view(state, viewer, now)
                assert [seat.role for seat in seen.seats] == [seat.role for seat in state.seats]
                assert (seen.winner, seen.winners, seen.reports) == (state.winner, state.winners, state.reports)


def test_everybody_sees_the_public_things_alike() -> None:
    personal = {"seats", "mine", "host", "guarded", "would_leave", "advance_votes", "orders", "due", "reports"}
    for state, now in moments():
        seen = [view(state, viewer, now) for viewer in (READER, Viewer(state.seats[0].number), HOST)]
        for name in set(View.__slots__) - personal:
            assert getattr(seen[0], name) == getattr(seen[1], name) == getattr(seen[2], name), name


def test_a_player_sees_the_own_seat_and_the_mates() -> None:
    for state, now in moments():
        for seat in state.seats:
            mine = view(state, Viewer(seat.number), now).mine
            assert mine is not None
            order = state.order_of(seat.number)
            assert (mine.role, mine.acknowledged, mine.notices) == (seat.role, seat.acknowledged, seat.notices)
            assert (mine.ordered, mine.order) == (order is not None, order.target if order else None)
            mates = [s for s in state.seats if seat.role and s.role in ROLES[seat.role].knows and s != seat]
            assert mine.mates == tuple(mate.number for mate in mates)
            shown = {s.number: s.role for s in view(state, Viewer(seat.number), now).seats}
            assert all(shown[mate.number] == mate.role for mate in mates)


@pytest.mark.parametrize(
    ("me", "mates"),
    [("Ann", "Abe"), ("Cat", "Sam Sue"), ("Sam", "Cat Sue"), ("Sue", "Cat Sam"), ("Bob", ""), ("Mac", ""), ("Dan", "")],
)
def test_who_knows_whom(me: str, mates: str) -> None:
    board = Board(
        "Ann mafia, Abe mafia, Bob doctor, Cat commissioner, Sam sergeant, Sue sergeant, Mac maniac, Dan, Eve"
    )
    mine = view(board.state, Viewer(board.number(me)), board.at).mine
    assert mine is not None and board.names(mine.mates) == mates


def test_the_killers_are_shown_by_option_and_at_the_end() -> None:
    for option, by in ((False, ()), (True, ("mafia",))):
        board = Board("Ann mafia, Bob, Cat, Dan, Eve", phase="night", report_killer=option, **CALM)
        board.do("Ann order Dan")
        board.end()
        killed = Fact("killed", board.number("Dan"), "citizen", ("mafia",))
        assert replace(killed, by=by) in view(board.state, READER, board.at).reports[-1].facts
        assert killed in view(board.state, HOST, board.at).reports[-1].facts
        board.do("host heart Ann")
        assert killed in view(board.state, READER, board.at).reports[-2].facts


def test_the_inactive_are_shown_without_a_role_to_all_but_the_host_and_mates() -> None:
    board = Board("Ann mafia, Abe mafia, Bob, Cat, Dan, Eve, Fay")
    board.do("Ann vote Bob; Bob vote Ann; Cat vote Ann; Dan vote Bob; Eve vote Cat; Fay vote Dan")
    board.until("night")
    assert board.out == {"Abe": "inactive"}
    abe = board.number("Abe")
    for viewer, role in ((READER, ""), (Viewer(board.number("Bob")), ""), (HOST, "mafia")):
        seen = next(seat for seat in view(board.state, viewer, board.at).seats if seat.number == abe)
        assert seen.role == role
    for name in ("Ann", "Abe"):
        seen = next(s for s in view(board.state, Viewer(board.number(name)), board.at).seats if s.number == abe)
        assert seen.role == "mafia"


# ---- what may be done


def taken(command: Callable[..., list[e.Event]], *args: object, at: datetime) -> bool:
    """Whether the table takes a command."""
    try:
        command(*args, at=at)
    except Refusal:
        return False
    return True


def test_what_can_be_done_is_what_the_table_takes() -> None:
    for state, now in moments():
        table = Table(state)
        others = [*(seat.number for seat in state.seats), e.NIGHT]
        for seat in state.seats:
            me = seat.number
            mine = view(state, Viewer(me), now).mine
            assert mine is not None
            assert ("post" in mine.can) == taken(table.post, me, at=now)
            assert ("done" in mine.can) == taken(table.done, me, at=now)
            assert ("vote" in mine.can) == taken(table.unvote, me, at=now)
            assert set(mine.vote_targets) == {n for n in others if taken(table.vote, me, n, at=now)}
            assert ("order" in mine.can) == taken(table.order, me, None, at=now)
            assert set(mine.order_targets) == {n for n in others if taken(table.order, me, n, at=now)}
            fresh = not seat.acknowledged
            assert ("acknowledge" in mine.can) == (fresh and taken(table.acknowledge, me, at=now))
            far = mine.first_open_day + 200
            assert ("away" in mine.can and mine.notice_days_left > 0) == taken(table.away, me, far, far, at=now)
            target = next((s.number for s in state.living if s != seat), None)
            for day in mine.advance_days if "away" in mine.can else ():
                assert taken(table.advance_vote, me, day, target, at=now)


def test_letters_room_and_host_are_open_to_the_living_while_the_game_is_on() -> None:
    for state, now in moments():
        phase = state.phase
        late = phase.remaining is None and phase.deadline is not None and now >= phase.deadline
        for seat in state.seats:
            mine = view(state, Viewer(seat.number), now).mine
            assert mine is not None
            playing = phase.name in IN_PLAY and seat.alive and not late
            assert ("host" in mine.can) == (playing or phase.name == "signup")
            assert ("letter" in mine.can) == (playing and state.ruleset.private_messages)
            assert ("room" in mine.can) == (playing and seat.role == "mafia")


# ---- the chronicle


def test_the_chronicle_is_for_a_game_that_is_over() -> None:
    walk = Walk(1)
    for cut in range(1, len(walk.log)):
        with pytest.raises(ValueError, match="finished"):
            chronicle(walk.log[:cut])
    with pytest.raises(ValueError, match="finished"):
        chronicle([])
    walk.run(50)
    walk.finish()
    chapters = chronicle(walk.log)
    assert [event for chapter in chapters for event in chapter.events] == [
        event for event in walk.log if not isinstance(event, e.PhaseOpened)
    ]
    assert (chapters[0].phase, chapters[-1].phase) == ("signup", walk.phase)
