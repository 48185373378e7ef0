"""What a viewer may know (`design.md`, "Secrets"): nothing that is hidden moves what is shown.

From random moments of random games two worlds are made that differ only in what the viewer may
not know; both must look the same. That the check would find a leak is shown by planting some
(`test_sight_leaks.py`).
"""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from common.refusal import Refusal
from games.engine import events as e
from games.engine.chronicle import chronicle
from games.engine.position import ACTIVE
from games.engine.roles import ROLES, Power, Side
from games.engine.sight import HOST, READER, View, Viewer, view
from games.engine.state import OVER, Fact
from games.engine.table import Table
from tests.engine.board import CALM, Board
from tests.engine.walk import Walk
from tests.engine.worlds import leaks, moments, other_world, viewers

# ---- two worlds


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
    personal = {"seats", "mine", "host", "guarded", "would_leave", "advance_votes", "orders", "due"}
    personal |= {"reports", "raised"}
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


def taken(command: Callable[..., list[e.Event]], *args: object, **how: object) -> bool:
    """Whether the table takes a command."""
    try:
        command(*args, **how)
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
            if seat.power != Power.COMPARE:
                assert set(mine.order_targets) == {n for n in others if taken(table.order, me, n, at=now)}
            for n in mine.order_targets if seat.power == Power.COMPARE else ():
                second = next((other for other in mine.order_targets if other != n), None)
                assert (second is not None) == taken(table.order, me, n, at=now, second=second)
                assert not taken(table.order, me, n, at=now) and not taken(table.order, me, n, at=now, second=n)
            assert ("verdict" in mine.can) == taken(table.say, me, True, at=now)
            assert ("avenge" in mine.can) == taken(table.name_vengeance, me, 0, at=now)
            assert ("declare" in mine.can) == (not seat.declared and taken(table.declare, me, at=now))
            assert set(mine.boss_targets) == {n for n in others if taken(table.choose_boss, me, n, at=now)}
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
            playing = phase.name in ACTIVE and seat.alive and not late
            behind = phase.name == "curtain" and seat.alive and not late
            assert ("host" in mine.can) == (playing or behind or phase.name == "signup")
            assert ("letter" in mine.can) == (playing and state.ruleset.private_messages)
            assert ("room" in mine.can) == (playing and seat.side == Side.MAFIA)


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
