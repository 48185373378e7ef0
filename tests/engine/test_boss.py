"""The mafia's boss: choice, succession, and the second name (`rules.md` section 2, option `mafia_kill: boss`)."""

import pytest

from games.engine import events as e
from games.engine.sight import HOST, READER, Viewer, view
from tests.engine.board import CALM, Board, kinds, only

GANG = "Ann mafia, Abe mafia, Amy mafia, Law lawyer, Cor courtesan, Dan, Eve, Fay, Gil, Hal"


def gang(phase: str = "day", seats: str = GANG, **options: object) -> Board:
    return Board(seats, phase=phase, **{**CALM, "stalemate_after": 0, "mafia_kill": "boss", **options})


def boss(board: Board) -> str:
    return board.name(board.table.boss())


# ---- choosing


@pytest.mark.parametrize(
    ("choices", "leads"),
    [
        ("", "Ann"),
        ("Abe boss Abe", "Abe"),
        ("Ann boss Ann; Abe boss Abe; Amy boss Abe", "Abe"),
        # On a tie the first by seat order, whoever is tied.
        ("Abe boss Abe; Amy boss Amy", "Ann"),
        ("Abe boss Amy; Abe boss Abe", "Abe"),
        # A lawyer chooses too, but leads only once no other mafioso lives.
        ("Law boss Amy", "Amy"),
        ("Abe boss Abe; Law boss Amy; Ann boss Amy", "Amy"),
        # When the boss is out the next is found the same way.
        ("host heart Ann", "Abe"),
        ("Amy boss Amy; Abe boss Amy; host heart Amy", "Ann"),
        ("Amy boss Abe; Law boss Amy; Ann boss Abe; host heart Abe", "Amy"),
        # The choice of who is out counts no more.
        ("Abe boss Amy; Law boss Amy; Ann boss Abe; Amy boss Abe; host heart Law", "Abe"),
        ("host heart Ann; host heart Abe; host heart Amy", "Law"),
    ],
)
def test_who_leads(choices: str, leads: str) -> None:
    board = gang(mafia_wins="elimination")
    board.do(choices)
    assert boss(board) == leads


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("Ann boss Ann", ""),
        ("Ann boss Abe", ""),
        ("Law boss Abe", ""),
        ("Ann boss Law", "not_a_candidate"),
        ("Law boss Law", "not_a_candidate"),
        ("Ann boss Dan", "not_a_candidate"),
        ("Ann boss Amy", "target_not_alive"),
        ("Ann boss Zoe", "target_unknown"),
        ("Dan boss Ann", "no_power"),
        ("Dan boss Zoe", "no_power"),
        ("Cor boss Cor", "no_power"),
        ("Amy boss Ann", "not_alive"),
        ("Zoe boss Ann", "not_in_game"),
    ],
)
def test_who_may_choose_whom(command: str, code: str) -> None:
    board = gang()
    board.do("host heart Amy")
    assert board.refused(command) == code


@pytest.mark.parametrize("phase", ["deal", "day", "evening", "last_word", "verdict", "night"])
def test_a_boss_is_chosen_at_any_time_until_the_deadline(phase: str) -> None:
    board = gang("deal", evening="2h", trial=True)
    while board.state.phase.name != phase:
        board.do("Dan vote Eve" if board.state.voting else "")
        board.end()
    assert board.refused("Abe boss Abe") == "" and boss(board) == "Abe"
    board.do("host pause")
    assert board.refused("Abe boss Amy") == ""
    board.do("host resume")
    board.to_deadline()
    assert board.refused("Abe boss Abe") == "deadline_passed"


@pytest.mark.parametrize("phase", ["signup", "finished"])
def test_no_boss_before_the_deal_and_after_the_end(phase: str) -> None:
    board = gang("signup" if phase == "signup" else "day", "Ann mafia, Dan, Eve, Fay")
    if phase == "finished":
        board.do("host heart Ann")
        assert board.refused("Ann boss Ann") == "not_alive"
        assert board.refused("Dan boss Dan") == "wrong_phase"
    else:
        assert board.refused("Ann boss Ann") == "wrong_phase"


@pytest.mark.parametrize("option", ["plurality", "majority"])
def test_no_boss_where_the_mafia_vote(option: str) -> None:
    board = gang(mafia_kill=option)
    assert board.refused("Ann boss Ann") == "no_power" and board.table.boss() == 0


def test_the_same_choice_again_is_nothing() -> None:
    board = gang()
    assert kinds(board.do("Ann boss Abe")) == ["boss_chosen"] and board.do("Ann boss Abe") == []


# ---- the name


@pytest.mark.parametrize(
    ("orders", "victim"),
    [
        ("", ""),
        ("Ann order Dan", "Dan"),
        ("Ann order pass", ""),
        ("Ann order Dan; Ann order Dan", "Dan"),
        # Only others named somebody: no attack, and no miss.
        ("Abe order Dan", ""),
        ("Abe order Dan; Ann order pass", ""),
        ("Abe order Dan; Amy order Dan", ""),
        ("Ann order Dan; Abe order Dan; Amy order pass", "Dan"),
        # Two names, by whomever, are a miss.
        ("Ann order Dan; Abe order Eve", "miss"),
        ("Ann order Dan; Ann order Eve", "miss"),
        ("Abe order Dan; Amy order Eve", "miss"),
        ("Ann order Dan; Ann order Eve; Ann order Dan", "miss"),
        ("Ann order Dan; Abe order Dan; Amy order Eve", "miss"),
        # A name that was taken back, or passed on, is sent all the same.
        ("Ann order Dan; Ann cancel", "Dan"),
        ("Ann order Dan; Ann order pass", "Dan"),
        ("Ann order Dan; Ann cancel; Ann order Eve", "miss"),
        ("Abe order Dan; Abe cancel; Ann order Eve", "miss"),
        ("Abe order Dan; Abe cancel", ""),
        # What was named by or against whoever has left is as if it had never been.
        ("Ann order Dan; Abe order Eve; host heart Abe", "Dan"),
        ("Ann order Dan; Abe order Eve; host heart Eve", "Dan"),
        ("Ann order Dan; host heart Dan; Ann order Eve", "Eve"),
        ("Ann order Dan; host heart Ann", ""),
        # Who leads at the night's end counts.
        ("Abe order Dan; host heart Ann", "Dan"),
        ("Ann order Dan; Abe boss Abe; Amy boss Abe", ""),
        ("Abe order Dan; Abe boss Abe; Amy boss Abe", "Dan"),
        ("Ann order Dan; Abe order Dan; Abe boss Abe; Amy boss Abe", "Dan"),
        # A blocked order has no effect, and so is no name.
        ("Ann order Dan; Cor order Ann", ""),
        ("Ann order Dan; Abe order Eve; Cor order Abe", "Dan"),
        ("Ann order Dan; Abe order Eve; Cor order Ann", ""),
        ("Ann order Dan; Ann order Eve; Cor order Ann", ""),
        ("Abe order Dan; Amy order Eve; Cor order Amy", ""),
    ],
)
def test_whom_the_boss_kills(orders: str, victim: str) -> None:
    board = gang("night")
    board.do(orders)
    board.end()
    killed = [name for name, how in board.out.items() if how.startswith("killed")]
    assert killed == ([victim] if victim not in ("", "miss") else [])
    assert ("mafia_failed" in board.report) == (victim == "miss")


def test_a_refused_name_is_no_name() -> None:
    board = gang("night")
    assert board.refused("Ann order Abe") == "target_teammate" and board.refused("Abe order Zoe") == "target_unknown"
    board.do("Ann order Dan")
    board.end()
    assert board.out == {"Dan": "killed citizen"}


def test_the_names_of_one_night_are_none_of_the_next() -> None:
    board = gang("night")
    board.do("Abe order Eve")
    board.until("night 2")
    board.do("Ann order Dan")
    board.end()
    assert board.out == {"Dan": "killed citizen"}


def test_the_sender_is_told_beforehand_that_a_second_name_is_a_miss() -> None:
    board = gang("night")
    misses = board.table.misses_with
    dan, eve = (board.number(name) for name in ("Dan", "Eve"))
    assert not misses(dan)
    board.do("Ann order Dan; Ann cancel")
    assert not board.table.misses_with(dan) and board.table.misses_with(eve)
    assert not gang("night", mafia_kill="plurality").table.misses_with(dan)


def test_under_a_boss_nobody_is_reminded() -> None:
    assert "mafia_reminded" not in kinds(gang("night").do("Ann order Dan; Abe order Eve"))


# ---- how long a night lasts


def early(**options: object) -> Board:
    board = gang("night", night_ends_early=True, **options)
    board.wait("1h")
    return board


def test_of_the_mafia_only_the_boss_is_waited_for() -> None:
    board = early()
    board.do("Abe order pass; Amy order pass; Law order pass; Cor order pass")
    assert board.phase == "night 1"
    board.do("Ann order pass")
    assert board.phase == "day 2"


def test_a_name_taken_back_is_waited_for_again() -> None:
    board = early()
    board.do("Ann order Dan; Ann cancel; Law order pass; Cor order pass")
    assert board.phase == "night 1"


def test_a_new_boss_is_waited_for() -> None:
    board = early()
    board.do("Ann order Dan; Law order pass; Abe boss Abe; Cor order pass")
    assert board.phase == "night 1"
    board.do("Abe boss Ann")
    assert board.phase == "day 2" and board.out == {"Dan": "killed citizen"}


def test_the_boss_who_leaves_at_night_is_followed_by_one_who_is_waited_for() -> None:
    board = early()
    board.do("Law order pass; Cor order pass; host heart Ann")
    assert board.phase == "night 1" and boss(board) == "Abe"
    board.do("Abe order Dan")
    assert board.phase == "day 2" and board.out["Dan"] == "killed citizen"


def test_a_lawyer_who_moves_up_is_waited_for_though_a_cover_was_sent() -> None:
    board = early(seats="Ann mafia, Law lawyer, Dan, Eve, Fay, Gil")
    board.do("Law order Ann")
    board.do("host heart Ann")
    assert board.phase == "night 1" and boss(board) == "Law"
    board.do("Law order Dan")
    assert board.phase == "day 2" and board.out["Dan"] == "killed citizen"


# ---- who knows


def test_the_mafia_and_the_host_know_who_leads_and_who_wants_whom() -> None:
    board = gang("night")
    board.do("Abe boss Amy; Amy boss Amy; Ann order Dan; host heart Ann")
    amy, abe = board.number("Amy"), board.number("Abe")
    for viewer in (HOST, Viewer(amy), Viewer(abe), Viewer(board.number("Law"))):
        seen = {seat.number: seat for seat in view(board.state, viewer, board.at).seats}
        assert [number for number, seat in seen.items() if seat.boss] == [amy]
        assert {number: seat.boss_vote for number, seat in seen.items() if seat.boss_vote} == {abe: amy, amy: amy}
    for viewer in (READER, Viewer(board.number("Dan")), Viewer(board.number("Ann"))):
        seats = view(board.state, viewer, board.at).seats
        assert not any(seat.boss or seat.boss_vote for seat in seats)


def test_the_mafia_see_which_names_were_sent_tonight_but_not_by_whom() -> None:
    board = gang("night")
    board.do("Abe order Dan; Abe cancel")
    dan = board.number("Dan")
    for name, sent in (("Ann", (dan,)), ("Abe", (dan,)), ("Law", (dan,)), ("Eve", ()), ("Cor", ())):
        mine = view(board.state, Viewer(board.number(name)), board.at).mine
        assert mine is not None and mine.names_sent == sent, name
        assert mine.boss == (board.number("Ann") if sent else 0)
    board.until("day 2")
    mine = view(board.state, Viewer(board.number("Ann")), board.at).mine
    assert mine is not None and mine.order is None


def test_a_choice_is_an_event_and_a_succession_is_none() -> None:
    board = gang()
    chosen = only(board.do("Law boss Abe"), e.BossChosen)
    assert (board.name(chosen.seat), board.name(chosen.target)) == ("Law", "Abe")
    assert "boss_chosen" not in kinds(board.do("host heart Abe"))
