"""What the host foresees is what then happens, and nobody else foresees anything."""

from datetime import timedelta

import pytest

from games.engine import events as e
from games.engine.foresight import Foresight, Leaver, foresee
from games.engine.sight import HOST, READER, Viewer
from games.engine.table import Table
from tests.engine.board import CALM, Board
from tests.engine.walk import Walk

TOWN = "Ann mafia, Bob doctor, Cat commissioner, Dan, Eve, Fay, Gil"


def ahead(board: Board, *, cut: bool = False) -> Foresight:
    """Return what the host foresees now."""
    found = foresee(board.state, HOST, board.at, cut=cut)
    assert found is not None
    return found


def leavers(board: Board, found: Foresight) -> dict[str, str]:
    """Return who would leave, and how."""
    return {board.name(one.seat): f"{one.how} {one.role}" for one in found.leavers}


def test_only_the_host_foresees() -> None:
    board = Board(TOWN)
    for viewer in (READER, *(Viewer(seat=seat.number) for seat in board.state.seats)):
        assert foresee(board.state, viewer, board.at) is None
        assert foresee(board.state, viewer, board.at, cut=True) is None


@pytest.mark.parametrize("phase", ["signup", "finished", "cancelled"])
def test_nothing_is_foreseen_before_the_deal_and_after_the_end(phase: str) -> None:
    board = Board(TOWN, phase="signup" if phase == "signup" else "day")
    if phase == "finished":
        board.do("host heart Ann")
    if phase == "cancelled":
        board.do("host cancel")
    assert foresee(board.state, HOST, board.at) is None
    assert foresee(board.state, HOST, board.at, cut=True) is None


def test_a_day_ends_in_the_last_word_of_the_leader() -> None:
    board = Board(TOWN)
    board.do("Dan vote Ann; Eve vote Ann; Fay vote Bob")
    found = ahead(board)
    assert (found.phase, board.names(found.bench), found.leavers) == ("last_word", "Ann", ())
    assert found.at == board.state.phase.deadline
    assert found.deadline == found.at + timedelta(hours=4)
    assert board.phase == "day 1", "nothing is kept of it"


def test_a_day_cut_short_makes_nobody_silent_and_one_at_its_time_does() -> None:
    board = Board(TOWN)
    board.do("Ann vote Bob; Bob vote Ann; Cat vote Bob; Dan vote Bob; Eve vote Bob; Fay vote Bob")
    board.until("last_word")
    assert leavers(board, ahead(board)) == {"Bob": "jailed doctor", "Gil": "inactive citizen"}
    board = Board(TOWN)
    board.do("Ann post; host extend -1h")
    assert ahead(board).spared == ()
    assert (ahead(board).phase, ahead(board, cut=True).phase) == ("night", "night")


def test_the_guard_is_foreseen() -> None:
    board = Board(TOWN)
    found = ahead(board)
    assert found.phase == "night" and len(found.spared) == 7 and found.leavers == ()
    assert ahead(board, cut=True).spared == ()


def test_where_a_lot_decides_nothing_more_is_said() -> None:
    board = Board(TOWN, tie="random")
    board.do("Dan vote Ann; Ann vote Dan")
    found = ahead(board)
    assert board.names(found.lot) == "Ann Dan"
    assert (found.phase, found.bench, found.living) == ("", (), 0)


def test_a_night_tells_kill_cure_check_and_the_miss() -> None:
    board = Board("Ann mafia, Abe mafia, Bob doctor, Cat commissioner, Dan, Eve, Fay", phase="night", **CALM)
    board.do("Ann order Dan; Bob order Eve; Cat order Ann")
    found = ahead(board)
    assert leavers(board, found) == {"Dan": "killed citizen"}
    assert found.leavers[0] == Leaver(board.number("Dan"), "killed", "citizen", ("mafia",))
    assert found.treated == ((board.number("Bob"), board.number("Eve")),)
    assert found.checks == ((board.number("Cat"), board.number("Ann"), "mafia"),)
    assert (found.phase, found.day, found.living, found.winner) == ("day", 2, 6, "")
    board.do("Abe order Fay")
    assert ahead(board).missed and ahead(board).leavers == ()


def test_a_night_tells_of_the_heir_and_of_the_victory() -> None:
    board = Board("Ann mafia, Cat commissioner, Sue sergeant, Dan", phase="night", **CALM, mafia_wins="parity")
    board.do("Ann order Cat")
    assert ahead(board).promoted == ((board.number("Sue"), "commissioner"),)
    board.end()
    board.until("night 2")
    board.do("Ann order Sue")
    assert (ahead(board).phase, ahead(board).winner) == ("finished", "mafia")


def test_a_phase_that_stands_is_foreseen_at_its_end_but_cant_be_cut() -> None:
    board = Board(TOWN)
    board.do("Dan vote Ann; host pause")
    assert ahead(board).phase == "last_word"
    assert ahead(board).at == board.at + timedelta(hours=48)
    assert foresee(board.state, HOST, board.at, cut=True) is None


def test_a_phase_whose_time_is_over_cant_be_cut() -> None:
    board = Board(TOWN)
    board.to_deadline()
    assert ahead(board).phase == "night"
    assert foresee(board.state, HOST, board.at, cut=True) is None


def test_a_cut_counts_from_now_and_in_a_weekly_window_from_its_end() -> None:
    board = Board(TOWN)
    board.skip("3h")
    assert ahead(board, cut=True).at == board.at
    board = Board(TOWN, weekly_pause="Mon 18:00 - Tue 09:00")
    board.skip("12h")
    found = ahead(board, cut=True)
    board.do("host extend -48h")
    assert found.at == board.table.due_at()


def _matches(before: Table, events: list[e.Event], found: Foresight) -> None:
    """Compare what was foreseen with what happens."""
    after = before.after(events).state
    opened = [event for event in events if isinstance(event, e.PhaseOpened)][-1]
    out = [(event.seat, event.how) for event in events if isinstance(event, e.PlayerOut)]
    assert (found.phase, found.day, found.bench) == (opened.phase, opened.day, opened.bench)
    assert [(one.seat, one.how) for one in found.leavers] == out
    assert (found.living, found.winner) == (len(after.living), after.winner)


@pytest.mark.parametrize("seed", range(30))
def test_what_is_foreseen_is_what_happens(seed: int) -> None:
    """In random games: at the phase's own end, and when it is cut short by hand."""
    walk, seen = Walk(seed), 0
    for _step in range(160):
        if walk.over:
            break
        walk.step()
        table, state = walk.table, walk.state
        found = foresee(state, HOST, walk.at)
        if found is None or found.lot or state.phase.remaining is not None:
            continue
        _matches(table, table.advance(found.at), found)
        seen += 1
        cut = foresee(state, HOST, walk.at, cut=True)
        if cut is not None and not cut.lot:
            now = max(walk.at, state.last_at or walk.at)
            short = table.after(table.extend(timedelta(days=-9000), at=now))
            _matches(short, short.advance(cut.at), cut)
    assert seen
