"""What a finished game says about each of its players (`rules.md` sections 3, 4 and 11; example E097)."""

import pytest

from games.engine import events as e
from tests.engine.board import CALM, Board
from tournaments.record import GameRecord, SeatRecord, protocol_lines, record_of

CAST = "Ann mafia, Abe mafia, Bob doctor, Cat commissioner, Sam sergeant, Dan, Eve, Fay, Gil, Hal, Ian"
ALL = (
    "Ann mafia, Law lawyer, Wolf werewolf, Mac maniac, Bob doctor, Bes doctor, Cat commissioner, Cor courtesan, "
    "Gus bodyguard, Gwen bodyguard, Luc lucky, Dan, Eve, Fay"
)


def record(board: Board) -> GameRecord:
    """Return the record of a board's game, which is over."""
    return record_of(board.log, {number: name for name, number in board.numbers.items() if number})


def ended(board: Board) -> GameRecord:
    """Cancel a game where it stands: what was done in it stays so."""
    if board.phase != "finished":
        board.do("host cancel")
    return record(board)


def of(made: GameRecord, name: str) -> SeatRecord:
    """Return the record of a player."""
    return next(seat for seat in made.seats if seat.name == name)


def names(made: GameRecord, numbers: tuple[int, ...]) -> str:
    """Return names in the given order."""
    return " ".join(made.seat(number).name for number in numbers)


def night(orders: str, seats: str = ALL, **options: object) -> Board:
    """Play the first night to its dawn."""
    board = Board(seats, phase="night", **{**CALM, "stalemate_after": 0, "doctor_repeat": "free", **options})
    board.do(orders)
    board.end()
    return board


def savers(board: Board) -> dict[str, list[tuple[int, str]]]:
    """Return who has prevented which kills: (night, patient)."""
    made = ended(board)
    return {
        seat.name: [(when, made.seat(patient).name) for when, patient in seat.prevented]
        for seat in made.seats
        if seat.prevented
    }


# ---- days


def test_a_day_is_survived_by_whoever_lives_when_its_night_opens() -> None:
    board = Board(CAST, preset="conference", phase="evening")
    board.do("Ann vote Dan; Abe vote Dan; Cat vote Dan; host heart Gil")
    board.until("verdict 1")
    board.do("Ann say for; Abe say for; Cat say for; host heart Hal")
    board.until("night 1")
    board.do("Ann order Eve")
    board.until("day 2")
    board.do("host heart Ian")
    board.until("night 2")
    board.do("host heart Fay")
    made = ended(board)
    left = {seat.name: (seat.how, seat.phase, seat.day, seat.days, seat.nights) for seat in made.seats if seat.how}
    assert left == {
        # The whole of what follows the opening of the vote is the evening, as the protocol has it.
        "Gil": ("heart_attack", "evening", 1, 0, 0),
        "Hal": ("heart_attack", "evening", 1, 0, 0),
        "Dan": ("jailed", "evening", 1, 0, 0),
        "Eve": ("killed", "night", 1, 1, 0),
        "Ian": ("heart_attack", "day", 2, 1, 1),
        "Fay": ("heart_attack", "night", 2, 2, 1),
    }
    assert (of(made, "Cat").days, of(made, "Cat").nights) == (2, 1)
    assert names(made, made.left) == "Gil Hal Dan Eve Ian Fay"


def test_a_game_that_ends_at_nightfall_has_no_such_night() -> None:
    board = Board("Ann mafia, Bob, Cat, Dan, Eve", **CALM)
    board.until("day 2")
    board.do("Bob vote Ann; Cat vote Ann; Dan vote Ann")
    board.until("finished")
    assert {seat.name: seat.days for seat in record(board).seats} == dict.fromkeys("Ann Bob Cat Dan Eve".split(), 1)


def test_without_evenings_the_vote_is_the_days() -> None:
    board = Board("Ann mafia, Bob, Cat, Dan, Eve, Fay", **CALM)
    board.do("Ann vote Bob; Dan vote Bob; Cat vote Eve; Bob vote Eve")
    board.until("runoff 1")
    board.do("Ann vote Bob")
    board.until("night 1")
    assert (of(ended(board), "Bob").how, of(record(board), "Bob").phase) == ("jailed", "day")


@pytest.mark.parametrize(("behind", "phase", "days"), [("day", "day", 0), ("night", "night", 1)])
def test_behind_a_curtain_one_leaves_in_the_phase_that_has_ended(behind: str, phase: str, days: int) -> None:
    board = Board("Ann mafia, Bob, Cat, Dan, Eve, Fay", curtain="30m", **CALM)
    board.until(behind)
    board.until("curtain")
    board.do("host heart Bob")
    board.until("night 2")
    bob = of(ended(board), "Bob")
    assert (bob.how, bob.phase, bob.day, bob.days) == ("heart_attack", phase, 1, days)


def test_a_heart_attack_before_the_first_day() -> None:
    board = Board(CAST, phase="deal", **CALM)
    board.do("host gone Dan")
    board.until("night 1")
    dan = of(ended(board), "Dan")
    assert (dan.heart_attack, dan.phase, dan.day, dan.days) == (True, "deal", 0, 0)


# ---- who wins


@pytest.mark.parametrize("share", [True, False])
def test_the_whole_side_wins_the_dead_included_and_the_removed_by_option(share: bool) -> None:
    board = Board("Ann mafia, Bob, Cat, Dan, Eve, Fay, Gil, Hal, Ian", removed_share_win=share, mafia_wins="parity")
    board.do("host heart Ian; Ann vote Bob; Cat vote Bob; Dan vote Bob; Bob vote Ann; Eve vote Ann; Fay vote Bob")
    board.do("Gil post")
    board.until("day 2")
    assert board.out == {
        "Ian": "heart_attack citizen",
        "Bob": "jailed citizen",
        "Gil": "silent citizen",
        "Hal": "inactive",
    }
    board.do("Cat vote Ann; Dan vote Ann; Eve vote Ann; Fay vote Ann; Ann vote Cat")
    board.until("finished")
    made = record(board)
    assert (made.winner, made.cancelled, made.drawn) == ("town", False, False)
    winners = {seat.name for seat in made.seats if seat.won}
    assert winners == {"Bob", "Cat", "Dan", "Eve", "Fay"} | ({"Gil", "Hal", "Ian"} if share else set())
    assert not any(seat.won_against_town for seat in made.seats)
    # Whose role was not shown then is named by now.
    assert ("day", 1, "inactive", board.number("Hal"), "citizen") in protocol_lines(made)


@pytest.mark.parametrize(
    ("seats", "how", "winner", "against"),
    [
        # At parity the mafia have won; so has the maniac with one other.
        ("Ann mafia, Abe mafia, Bob, Cat, Dan", "host heart Dan", "mafia", "Ann Abe"),
        ("Ann mafia, Mac maniac, Bob, Cat", "host heart Ann; host heart Bob", "maniac", "Mac"),
        ("Law lawyer, Wolf werewolf, Bob, Cat, Dan", "host heart Dan", "mafia", "Law Wolf"),
        ("Ann mafia, Mac maniac, Bob, Cat", "host heart Ann; host heart Mac", "town", ""),
    ],
)
def test_wins_as_mafia_or_maniac_are_told_from_the_towns(seats: str, how: str, winner: str, against: str) -> None:
    board = Board(seats, mafia_wins="parity", **CALM)
    board.do(how)
    made = record(board)
    assert (made.winner, board.phase) == (winner, "finished")
    assert " ".join(seat.name for seat in made.seats if seat.won_against_town) == against


def test_a_draw_has_no_winners_and_is_no_cancelled_game() -> None:
    drawn = Board("Ann mafia, Bob, Cat, Dan", stalemate_after=1, **CALM)
    drawn.until("finished")
    cancelled = Board("Ann mafia, Bob, Cat, Dan", **CALM)
    cancelled.do("host cancel")
    one, other = record(drawn), record(cancelled)
    assert (one.winner, one.reason, one.drawn, one.cancelled) == ("draw", "stalemate", True, False)
    assert (other.winner, other.reason, other.drawn, other.cancelled) == ("", "host", False, True)
    assert not any(seat.won for seat in (*one.seats, *other.seats))
    assert (one.ended_at, one.day) == (drawn.log[-1].at, 1)
    assert protocol_lines(one) == [("finished", 1, "draw", 0, "")]
    assert protocol_lines(other) == [("finished", 1, "cancelled", 0, "")]


def test_a_game_cancelled_at_its_sign_up_has_seats_without_roles() -> None:
    board = Board("Ann, Bob, Cat", phase="signup")
    board.do("Bob leave; host cancel")
    assert [(seat.name, seat.role, seat.won) for seat in record(board).seats] == [
        ("Ann", "", False),
        ("Cat", "", False),
    ]


def test_a_seat_without_a_name_is_an_error() -> None:
    board = Board("Ann mafia, Bob, Cat, Dan", **CALM)
    board.do("host cancel")
    with pytest.raises(KeyError):
        record_of(board.log, {1: "Ann"})
    with pytest.raises(KeyError):
        record(board).seat(99)


# ---- finds


@pytest.mark.parametrize("shows", ["role", "side"])
@pytest.mark.parametrize(
    ("orders", "found"),
    [
        ("Cat order Ann", "Ann"),
        ("Cat order Law", "Law"),
        ("Cat order Dan", ""),
        ("Cat order Mac", ""),
        # What counts is what was learned: these two seem citizens.
        ("Cat order Wolf", ""),
        ("Cat order Ann; Law order Ann", ""),
        ("Cat order Ann; Cor order Cat", ""),
        ("Cat order pass", ""),
        # The finder's death in that night and the death of the one found change nothing.
        ("Cat order Ann; Ann order Cat; Wolf order Cat", "Ann"),
        ("Cat order Ann; Mac order Ann", "Ann"),
    ],
)
def test_a_mafioso_is_found_by_a_check_that_shows_one(orders: str, found: str, shows: str) -> None:
    made = ended(night(orders, check_shows=shows))
    assert names(made, of(made, "Cat").found) == found
    assert not any(seat.found for seat in made.seats if seat.name != "Cat")


def test_a_mafioso_counts_once_for_a_finder_and_for_every_finder() -> None:
    seats = "Ann mafia, Abe mafia, Cat commissioner, Cleo commissioner, Sam sergeant, Dan, Eve, Fay"
    board = Board(seats, phase="night", **{**CALM, "stalemate_after": 0})
    board.do("Cat order Ann; Cleo order Ann")
    board.until("night 2")
    board.do("Cat order Ann; Cleo order Abe")
    board.until("day 3")
    # With no commissioner left the sergeant checks, and what he finds is his.
    board.do("host heart Cat; host heart Cleo")
    board.until("night 3")
    board.do("Sam order Abe")
    board.until("day 4")
    made = ended(board)
    assert {seat.name: names(made, seat.found) for seat in made.seats if seat.found} == {
        "Cat": "Ann",
        "Cleo": "Ann Abe",
        "Sam": "Abe",
    }
    assert of(made, "Sam").role == "sergeant"


# ---- kills that were prevented


@pytest.mark.parametrize(
    ("orders", "found"),
    [
        ("Ann order Dan; Wolf order Dan; Bob order Dan", {"Bob": "Dan"}),
        ("Mac order Dan; Bob order Dan", {"Bob": "Dan"}),
        ("Mac order Bob; Bob order Bob", {"Bob": "Bob"}),
        # Whoever it is: a doctor does not know whom he saves.
        ("Mac order Ann; Bob order Ann", {"Bob": "Ann"}),
        # Two attacks on one are one death; two doctors have each prevented it.
        ("Ann order Dan; Mac order Dan; Bob order Dan", {"Bob": "Dan"}),
        ("Ann order Dan; Bob order Dan; Bes order Dan", {"Bob": "Dan", "Bes": "Dan"}),
        ("Ann order Dan; Mac order Eve; Bob order Dan; Bes order Eve", {"Bob": "Dan", "Bes": "Eve"}),
        # Nobody tried to kill the one who was treated.
        ("Ann order Dan; Bob order Eve", {}),
        ("Bob order Dan", {}),
        ("Bob order pass; Ann order Dan", {}),
        # The kill itself failed or was blocked, and so was the treatment.
        ("Ann order Dan; Wolf order Eve; Bob order Dan", {}),
        ("Ann order Dan; Bob order Dan; Cor order Ann", {}),
        ("Ann order Dan; Bob order Dan; Cor order Bob", {}),
        # A treatment comes before luck and before a guard, and it saves a guard.
        ("Ann order Luc; Bob order Luc", {"Bob": "Luc"}),
        ("Ann order Dan; Gus order Dan; Bob order Dan", {"Bob": "Dan"}),
        ("Ann order Dan; Gus order Dan; Bob order Gus", {"Bob": "Gus"}),
        ("Ann order Dan; Gus order Dan; Bob order Dan; Bes order Gus", {"Bob": "Dan"}),
        ("Ann order Dan; Gus order Dan; Gwen order Dan; Bob order Gwen", {}),
        ("Ann order Luc; Gus order Luc; Bob order Gus", {}),
        ("Ann order Dan; Mac order Gus; Gus order Dan; Bob order Gus", {"Bob": "Gus"}),
    ],
)
def test_a_kill_is_prevented_where_it_was_tried_on_the_treated(orders: str, found: dict[str, str]) -> None:
    assert savers(night(orders)) == {doctor: [(1, patient)] for doctor, patient in found.items()}


@pytest.mark.parametrize(
    ("orders", "found"),
    [
        # Ann leads by seat order: her name counts, a second name of anybody is a miss.
        ("Ann order Dan; Bob order Dan", {"Bob": [(1, "Dan")]}),
        ("Ann order Dan; Abe order Dan; Bob order Dan", {"Bob": [(1, "Dan")]}),
        ("Abe order Dan; Bob order Dan", {}),
        ("Ann order Dan; Abe order Eve; Bob order Dan", {}),
        ("Ann boss Abe; Abe boss Abe; Abe order Dan; Bob order Dan", {"Bob": [(1, "Dan")]}),
        ("Ann order Dan; Ann cancel; Bob order Dan", {"Bob": [(1, "Dan")]}),
    ],
)
def test_under_a_boss_a_kill_is_tried_where_the_boss_sends_it(
    orders: str, found: dict[str, list[tuple[int, str]]]
) -> None:
    board = Board(CAST, preset="conference", phase="night")
    board.do(orders)
    board.until("day 2")
    assert savers(board) == found


def test_every_night_counts_by_itself() -> None:
    board = Board(CAST, phase="night", **{**CALM, "doctor_repeat": "free", "stalemate_after": 0})
    for number in (1, 2, 3):
        board.until(f"night {number}")
        board.do("Ann order Dan; Bob order Dan")
    board.until("day 4")
    assert savers(board) == {"Bob": [(1, "Dan"), (2, "Dan"), (3, "Dan")]}


def test_an_attack_of_somebody_who_left_is_none() -> None:
    board = Board(CAST, phase="night", mafia_wins="elimination", **CALM)
    board.do("Ann order Dan; Bob order Dan; host heart Ann")
    board.until("day 2")
    assert savers(board) == {}


# ---- E097


def test_e097_the_record_reads_phase_nickname_role() -> None:
    board = e097()
    made = record(board)
    assert [
        (line.phase, line.day, line.how, line.seat and made.seat(line.seat).name, line.role)
        for line in protocol_lines(made)
    ] == [
        ("evening", 1, "jailed", "Груздь", "citizen"),
        ("night", 1, "killed", "Опёнок", "citizen"),
        ("evening", 2, "jailed", "Лисичка", "mafia"),
        ("evening", 3, "jailed", "Волнушка", "mafia"),
        ("finished", 3, "won", 0, "town"),
    ]
    assert {seat.name for seat in made.seats if seat.won} == {"Груздь", "Опёнок", "Боровик", "Маслёнок", "Рыжик"}
    assert isinstance(board.log[-1], e.PhaseOpened)


def e097() -> Board:
    """Play the game of example E097 under the conference's rules, without a trial."""
    seats = "Груздь, Опёнок, Лисичка mafia, Волнушка mafia, Боровик commissioner, Маслёнок, Рыжик"
    board = Board(seats, preset="conference", trial=False)
    for day, jailed in enumerate(("Груздь", "Лисичка", "Волнушка"), start=1):
        board.until(f"evening {day}")
        board.do(f"Боровик vote {jailed}")
        if day == 1:
            board.until("night 1")
            board.do("Лисичка order Опёнок")
    board.until("finished")
    return board
