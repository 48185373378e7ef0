"""What the host foresees is what then happens, and nobody else foresees anything."""

from dataclasses import fields
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


def test_a_trial_is_foreseen_and_whom_an_avenger_takes_along() -> None:
    board = Board("Ann mafia, Ave avenger, Bob, Cat, Dan, Eve", trial=True, phase="day", **CALM)
    board.do("Bob vote Ave; Cat vote Ave")
    assert (ahead(board).phase, ahead(board).condemned) == ("last_word", None)
    board.end()
    board.do("Ave avenge Bob")
    assert (ahead(board).phase, ahead(board).leavers) == ("verdict", ())
    board.end()
    board.do("Bob say for; Cat say for; Ave say against")
    found = ahead(board)
    assert (found.condemned, found.phase) == (True, "night")
    assert leavers(board, found) == {"Ave": "jailed avenger", "Bob": "taken citizen"}
    board.do("Bob say against")
    assert (ahead(board).condemned, ahead(board).leavers) == (False, ())


def test_a_night_tells_what_is_compared_watched_blocked_and_whose_luck_it_takes() -> None:
    seats = "Ann mafia, Cor courtesan, Jan journalist, Wit witness, Luc lucky, Doc doctor, Dan, Eve"
    board = Board(seats, phase="night", **CALM)
    board.do("Ann order Luc; Cor order Doc; Jan order Ann Dan; Wit order Luc; Doc order Luc")
    found = ahead(board)
    at = board.number
    assert found.compared == ((at("Jan"), at("Ann"), at("Dan"), False),)
    assert found.watched == ((at("Wit"), at("Luc"), (at("Ann"),)),)
    assert (found.blocked, found.lucky, found.treated) == ((at("Doc"),), (at("Luc"),), ())


@pytest.mark.parametrize("curtain", ["off", "30m"])
def test_the_report_behind_a_curtain_is_foreseen(curtain: str) -> None:
    board = Board(TOWN, phase="night", curtain=curtain, **CALM)
    board.do("Ann order Dan; Cat order Ann")
    found = ahead(board)
    assert (found.phase, found.day) == (("day", 2) if curtain == "off" else ("curtain", 1))
    assert leavers(board, found) == {"Dan": "killed citizen"} and found.checks
    if curtain != "off":
        board.end()
        assert (ahead(board).phase, leavers(board, ahead(board))) == ("day", {"Dan": "killed citizen"})


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
    opened = [event for event in events if isinstance(event, e.PhaseOpened)][-1]
    assert (found.phase, found.day, found.deadline) == (opened.phase, opened.day, opened.deadline)
    assert found.bench == (() if opened.phase == "curtain" else opened.bench)
    if opened.phase == "curtain":
        # Published at the last moment.
        events = [*events, *before.after(events).advance(opened.deadline or opened.at)]
    after = before.after(events).state
    out = [(event.seat, event.how) for event in events if isinstance(event, e.PlayerOut)]
    assert [(one.seat, one.how) for one in found.leavers] == out
    assert (found.living, found.winner, found.reason) == (len(after.living), after.winner, after.reason)
    said = {(e.CheckMade, *check) for check in found.checks}
    said |= {(e.ComparisonMade, *pair) for pair in found.compared} | {(e.WatchMade, *one) for one in found.watched}
    happened = {(type(event), *_fields(event)) for event in events if isinstance(event, SEEN)}
    assert said == happened
    resolved = [event for event in events if isinstance(event, e.NightResolved)]
    assert [found.missed, found.treated, found.blocked, found.lucky] == (
        [resolved[0].failed, resolved[0].treated, resolved[0].blocked, resolved[0].lucky]
        if resolved
        else [False, (), (), ()]
    )
    tried = [event.condemned for event in events if isinstance(event, e.VerdictClosed)]
    assert found.condemned is (tried[0] if tried else None)


def _fields(event: e.Event) -> tuple[object, ...]:
    """Return the fields of an event but its time."""
    return tuple(getattr(event, field.name) for field in fields(event) if field.name != "at")


SEEN = (e.CheckMade, e.ComparisonMade, e.WatchMade)


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
