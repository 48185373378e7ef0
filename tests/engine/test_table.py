"""Sign-up, deal, and changes of the options (`rules.md` sections 2, 8, 10 and 12)."""

from dataclasses import replace

import pytest

from common.refusal import Refusal
from games.engine import events as e
from games.engine.composition import Composition, Row, suggested
from games.engine.deal import commitment, deal
from games.engine.ruleset import FORUM, Ruleset
from games.engine.table import Table
from tests.engine.board import CALM, SECOND, SEED, START, Board, kinds, length, only

SIX = "Ann, Bob, Cat, Dan, Eve, Fay"


def signing_up(seats: str = SIX, **options: object) -> Board:
    return Board(seats, phase="signup", **{"min_players": 6, **options})


# ---- a game is made


def test_a_game_opens_for_sign_ups_with_everything_spelt_out() -> None:
    events = Table.create(FORUM, suggested(), commitment(SEED), deadline=START + length("48h"), at=START)
    state = Table.replay(events).state
    assert (state.phase.name, state.phase.deadline, state.seats) == ("signup", START + length("48h"), ())
    assert (state.ruleset, state.commitment) == (FORUM, commitment(SEED))
    assert Composition.from_json(state.composition) == suggested()


def test_rules_that_can_not_be_played_and_bad_compositions_make_no_game() -> None:
    with pytest.raises(Refusal) as refused:
        Table.create(replace(FORUM, max_players=5), suggested(), commitment(SEED), deadline=START, at=START)
    assert refused.value.code == "options_invalid"
    assert {"max_players"} == {p.option for p in refused.value.params["problems"]}  # type: ignore[attr-defined]
    with pytest.raises(Refusal) as refused:
        Table.create(FORUM, Composition((Row(6, ()),)), commitment(SEED), deadline=START, at=START)
    assert refused.value.code == "composition_invalid"


# ---- sign-up


def test_seats_are_numbered_in_order_and_never_given_twice() -> None:
    board = signing_up("Ann, Bob, Cat")
    board.do("Bob leave; Dan join; Cat leave; Eve join")
    assert [seat.number for seat in board.state.seats] == [1, 4, 5]
    assert board.names(seat.number for seat in board.state.seats) == "Ann Dan Eve"
    assert board.refused("Bob leave") == board.refused("Bob rename") == "not_in_game"
    assert only(board.do("host remove Dan"), e.SeatLeft).how == "removed"
    assert only(board.do("Ann leave"), e.SeatLeft).how == "withdrew"


@pytest.mark.parametrize(("most", "code"), [("off", ""), (7, ""), (6, "game_full")])
def test_so_many_and_no_more(most: object, code: str) -> None:
    board = signing_up(max_players=most)
    assert board.refused("Gil join") == code
    if code:
        board.do("Ann leave")
        assert board.refused("Gil join") == ""


def test_at_the_deadline_enough_players_are_dealt() -> None:
    board = signing_up()
    happened = board.end()
    assert kinds(happened) == ["roles_dealt", "phase_opened"]
    assert (board.phase, board.at, board.left) == ("deal", START, length("24h"))
    assert sorted(seat.role for seat in board.state.seats) == sorted(suggested().roles_for(6))


def test_too_few_move_the_deadline_once_and_then_the_game_is_cancelled() -> None:
    board = signing_up("Ann, Bob, Cat, Dan, Eve", signup_extension="30h")
    moved = only(board.end(), e.SignupExtended)
    assert moved.deadline == START + length("30h") == board.state.phase.deadline
    board.do("Zed join; Zed leave")
    assert kinds(board.end()) == ["game_cancelled", "phase_opened"]
    assert (board.phase, board.state.reason, board.table.due_at()) == ("cancelled", "too_few_players", None)


def test_whoever_joins_in_the_extension_saves_the_game() -> None:
    board = signing_up("Ann, Bob, Cat, Dan, Eve")
    board.end()
    board.do("Fay join")
    board.end()
    assert board.phase == "deal"


def test_a_late_server_extends_from_when_it_came() -> None:
    board = signing_up("Ann")
    board.to_deadline()
    board.skip("5h")
    board.end()
    assert board.state.phase.deadline == START + length("53h")


def test_the_host_may_deal_earlier_when_there_are_enough() -> None:
    board = signing_up("Ann, Bob, Cat, Dan, Eve")
    assert board.refused("host deal") == "too_few_players"
    board.do("Fay join; host deal")
    assert board.phase == "deal"
    assert board.refused("Gil join") == board.refused("host deal") == "roster_locked"


# ---- the deal


@pytest.mark.parametrize("players", [6, 7, 12, 15])
def test_the_deal_is_that_of_the_seed_over_the_names_in_seat_order(players: int) -> None:
    names = [f"Player{'abcdefghijklmnopqrstuvw'[number]}" for number in range(players + 1)]
    board = signing_up(", ".join(names))
    board.do(f"{names[2]} leave; host deal")
    left = [name for name in names if name != names[2]]
    expected = dict(zip(left, deal(SEED, left, suggested().roles_for(players)), strict=True))
    assert {board.name(seat.number): seat.role for seat in board.state.seats} == expected
    assert not only(board.log, e.RolesDealt).forced


def test_the_first_phase_after_the_deal_is_day_one_when_all_have_answered() -> None:
    board = signing_up()
    board.do("host deal")
    board.do("; ".join(f"{name} ack" for name in SIX.split(", ")[:-1]))
    assert board.phase == "deal"
    assert board.do("Ann ack") == []
    happened = board.do("Fay ack")
    assert kinds(happened) == ["role_acknowledged", "phase_opened"]
    assert (board.phase, board.left) == ("day 1", length("48h"))


def test_day_one_opens_at_the_deal_deadline_and_plus_is_taken_later_too() -> None:
    board = signing_up()
    board.do("host deal; Ann ack")
    board.end()
    assert board.phase == "day 1"
    assert [seat.acknowledged for seat in board.state.seats] == [True] + [False] * 5
    board.do("Bob ack")
    assert board.state.seats[1].acknowledged


def test_who_leaves_in_the_deal_is_not_waited_for() -> None:
    board = Board("Ann mafia, Bob, Cat, Dan, Eve", phase="deal", **CALM)
    board.do("Ann ack; Bob ack; Cat ack; Dan ack; host heart Eve")
    assert (board.phase, board.out) == ("day 1", {"Eve": "heart_attack citizen"})
    assert board.state.reports[-1].day == 0


# ---- changes


@pytest.mark.parametrize(
    ("option", "value", "signup", "later"),
    [
        ("night", "30h", "", "roster_locked"),
        ("day_ends_at", "21:00", "", "roster_locked"),
        ("max_players", "20", "", "roster_locked"),
        ("timezone", "Asia/Vladivostok", "", "roster_locked"),
        ("weekly_pause", "Fri 21:00 - Mon 09:00", "", ""),
        ("tie", "random", "roster_locked", "roster_locked"),
        ("names", "member", "roster_locked", "roster_locked"),
        ("night", "0s", "options_invalid", "roster_locked"),
        ("max_players", "5", "options_invalid", "roster_locked"),
        ("curtain", "2h", "", ""),
    ],
)
def test_options_change_by_their_stars(option: str, value: str, signup: str, later: str) -> None:
    for phase, code in (("signup", signup), ("day", later)):
        board = Board(SIX.replace("Ann", "Ann mafia"), phase=phase, min_players=6, **CALM)
        try:
            board.send(board.change({option: value}))
            came = ""
        except Refusal as refusal:
            came = refusal.code
        assert came == code
        taken = Ruleset.from_options("forum", board.state.ruleset.to_options())
        assert (taken != Board(SIX, phase="signup", min_players=6, **CALM).state.ruleset) == (code == "")


def test_what_is_as_it_was_is_no_change_at_any_time() -> None:
    for phase in ("signup", "day"):
        board = Board(SIX.replace("Ann", "Ann mafia"), phase=phase, min_players=6, **CALM)
        assert board.change(board.state.ruleset.to_options(), suggested()) == []
        assert board.change({}) == []


def test_the_composition_changes_until_the_deal_and_must_make_a_game() -> None:
    more = Composition((Row(6, (("mafia", 2),)),))
    board = signing_up()
    board.send(board.change({}, more))
    with pytest.raises(Refusal, match="composition_invalid"):
        board.change({}, Composition((Row(6, (("mafia", 3),)),)))
    with pytest.raises(Refusal, match="composition_invalid"):
        board.change({"min_players": 5})
    board.do("host deal")
    assert sum(seat.role == "mafia" for seat in board.state.seats) == 2
    with pytest.raises(Refusal, match="roster_locked"):
        board.change({}, suggested())
    with pytest.raises(Refusal, match="roster_locked"):
        board.change({}, Composition(()))


def test_a_length_changed_until_the_deal_counts_from_the_next_phase_on() -> None:
    board = signing_up()
    board.do("host change deal=10h; host change day=20h; host deal")
    assert board.left == length("10h")
    board.end()
    assert board.left == length("20h")


def test_a_new_weekly_pause_keeps_what_remains_of_the_phase() -> None:
    board = Board("Ann mafia, Bob, Cat, Dan", **CALM)
    board.wait("20h")
    events = board.send(board.change({"weekly_pause": "Tue 12:00 - Tue 18:00"}))
    # It is Tuesday 08:00 in Moscow, and 28 hours are left.
    assert kinds(events) == ["options_changed", "deadline_moved"]
    assert board.left == length("28h")
    assert board.state.phase.deadline == board.at + length("34h")
    assert board.state.phase.moved == length("0s")
    board.do("host change weekly_pause=off")
    assert board.state.phase.deadline == board.at + length("28h")


def test_a_weekly_pause_that_begins_now_stops_the_clock_now() -> None:
    board = Board("Ann mafia, Bob, Cat, Dan", **CALM)
    board.wait("20h")
    board.send(board.change({"weekly_pause": "Tue 00:00 - Wed 00:00"}))
    assert board.state.paused(board.at)
    assert board.left == length("28h")
    assert board.state.phase.deadline == board.at + length("44h")


@pytest.mark.parametrize("phase", ["signup", "pause"])
def test_a_new_weekly_pause_moves_no_deadline_that_does_not_follow_the_calendar(phase: str) -> None:
    board = Board(SIX.replace("Ann", "Ann mafia"), phase="signup" if phase == "signup" else "day", min_players=6)
    if phase == "pause":
        board.do("host pause")
    before = board.state.phase
    assert kinds(board.send(board.change({"weekly_pause": "Mon 00:00 - Tue 00:00"}))) == ["options_changed"]
    assert board.state.phase == before


# ---- posts


def test_only_the_first_post_of_a_day_is_noted() -> None:
    board = Board("Ann mafia, Bob, Cat, Dan", **CALM)
    assert kinds(board.do("Dan post")) == ["took_part"]
    assert board.do("Dan post") == []
    board.until("day 2")
    assert kinds(board.do("Dan post")) == ["took_part"]


def test_times_in_the_log_never_run_back() -> None:
    board = Board("Ann mafia, Bob, Cat, Dan", **CALM)
    board.wait("10h")
    board.do("Bob vote Ann")
    assert board.table.advance(board.at - SECOND) == []
    board.until("finished")
    times = [event.at for event in board.log]
    assert times == sorted(times)
