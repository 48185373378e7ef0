"""The curtain: a report lies ready for the host before the thread has it (`rules.md` section 2)."""

from datetime import timedelta

from games.engine.sight import HOST, Viewer, view
from tests.engine.board import CALM, Board, kinds

TOWN = "Ann mafia, Bob doctor, Cat commissioner, Dan, Eve, Fay"


def curtained(**options: object) -> Board:
    return Board(TOWN, curtain="30m", **CALM, **options)


def publish(board: Board) -> list[str]:
    raised, *then = kinds(board.do("host raise"))
    assert raised == "curtain_raised"
    return then


def test_the_night_ends_behind_a_curtain_and_the_host_publishes() -> None:
    board = curtained()
    board.until("night")
    board.do("Ann order Dan; Cat order Ann")
    board.end()
    assert board.state.phase.name == "curtain" and board.left == timedelta(minutes=30)
    assert board.alive == "Ann Bob Cat Dan Eve Fay" and board.told == {}
    assert board.refused("Dan post") == board.refused("Dan vote Ann") == board.refused("Ann order Eve") == "wrong_phase"
    assert view(board.state, Viewer(seat=4), board.at).mine.can == {"host"}  # type: ignore[union-attr]
    assert publish(board)[:2] == ["night_resolved", "player_out"]
    assert board.phase == "day 2" and board.out == {"Dan": "killed citizen"}
    assert board.told == {"Cat": ["check Ann mafia"]}
    assert board.state.seat(4).out.phase == "night"  # type: ignore[union-attr]


def test_without_the_host_the_report_comes_by_itself_and_a_pause_stops_it() -> None:
    board = curtained()
    board.until("night")
    board.end()
    board.do("host pause")
    board.skip("5h")
    assert board.table.due_at() is None
    board.do("host resume")
    assert board.left == timedelta(minutes=30)
    board.end()
    assert board.phase == "day 2"


def test_the_day_ends_behind_a_curtain_with_the_jailed_still_in_play() -> None:
    board = curtained()
    board.do("Bob vote Ann; Cat vote Ann")
    board.until("curtain")
    assert board.out == {} and board.state.bench == (1,)
    assert all(not seat.on_bench for seat in view(board.state, HOST, board.at).seats)
    assert publish(board)[0] == "night_fell"
    assert board.out == {"Ann": "jailed mafia"} and board.state.winner == "town"


def test_whoever_leaves_by_a_heart_attack_meanwhile_is_neither_jailed_nor_killed() -> None:
    board = curtained(mafia_wins="elimination")
    board.do("Bob vote Dan; Cat vote Dan")
    board.until("curtain")
    board.do("host heart Dan")
    assert board.state.phase.name == "curtain"
    publish(board)
    assert board.phase == "night 1" and board.report == ["nobody_jailed"]
    board.do("Ann order Eve; Bob order Fay")
    board.end()
    board.do("host heart Eve")
    publish(board)
    assert board.out == {"Dan": "heart_attack citizen", "Eve": "heart_attack citizen"}
    assert board.report == ["nobody_killed", "treated Fay"]


def test_there_is_nothing_to_publish_elsewhere_and_talk_to_evening_has_no_curtain() -> None:
    board = curtained(evening="2m")
    assert board.refused("host raise") == "wrong_phase"
    board.end()
    assert board.state.phase.name == "evening"
