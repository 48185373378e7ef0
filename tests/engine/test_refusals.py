"""Every command in every situation: what is refused, with which code (`rules.md` section 9)."""

from collections.abc import Callable
from functools import cache
from itertools import product

import pytest

from tests.engine.board import CALM, SECOND, Board

WHO = ("not_in_game", "not_alive", "not_host", "host_cannot_play", "already_joined")
WHEN = ("deadline_passed", "wrong_phase", "roster_locked", "day_over", "messages_off")
WHAT = (
    "no_power",
    "not_on_bench",
    "night_vote_off",
    "no_notice",
    "notice_too_long",
    "game_full",
    "too_few_players",
    "composition_invalid",
    "options_invalid",
    "text_empty",
    "text_too_long",
    "too_fast",
)
WHOM = (
    "target_unknown",
    "target_ambiguous",
    "target_not_alive",
    "target_self",
    "target_teammate",
    "repeat_target",
    "self_heal_used",
    "not_a_candidate",
    # A comparison names two, and two different ones; everything else names one.
    "target_second",
    "target_twice",
)
CODES = (*WHO, *WHEN, *WHAT, *WHOM)

# Gus has a notice for day 9, Hal has left by heart attack, Dan and Eve come to the bench.
CAST = "Ann mafia, Abe mafia, Bob doctor, Cat commissioner, Dan, Eve, Fay, Gus, Hal"
# A round in which nobody leaves ends the game, so that both sides are there to be refused after it.
SET_UP: dict[str, object] = {**CALM, "stalemate_after": 1}
SITUATIONS = ("signup", "deal", "day", "last_word", "runoff", "night", "finished", "cancelled")


def situation(name: str, *, late: bool = False, **options: object) -> Board:
    """Return a board in a situation; `late`: its deadline has passed, and nobody has ended it yet."""
    board = Board(CAST, phase="signup" if name == "signup" else "deal", min_players=6, **SET_UP, **options)
    if name != "signup":
        board.do("Gus away 9; host heart Hal")
    if name not in ("signup", "deal"):
        board.until("day")
        board.do("Dan vote Eve; Eve vote Dan")
    if name == "cancelled":
        board.do("host cancel")
    elif name not in ("signup", "deal"):
        board.until(name)
    if late:
        board.to_deadline()
    return board


LOCKED = ["", *["roster_locked"] * 6, "wrong_phase"]
NOT_OVER = ["", "", "", "", "", "", "wrong_phase", "wrong_phase"]
IN_PLAY = ["wrong_phase", "", "", "", "", "", "wrong_phase", "wrong_phase"]
ONLY_NIGHT = [*["wrong_phase"] * 5, "", "wrong_phase", "wrong_phase"]
VOTING = ["wrong_phase", "wrong_phase", "", "wrong_phase", "", "wrong_phase", "wrong_phase", "wrong_phase"]

# For each command of somebody who may, by situation in the order above: the code, or nothing where it is taken.
MATRIX: dict[str, list[str]] = {
    "Zoe join": LOCKED,
    "Fay leave": LOCKED,
    "Fay rename": LOCKED,
    "host remove Fay": LOCKED,
    "host deal": LOCKED,
    "Fay ack": IN_PLAY,
    "Fay post": ["", "wrong_phase", "", "not_on_bench", "", "wrong_phase", "", ""],
    "Dan post": ["", "wrong_phase", "", "", "", "wrong_phase", "", ""],
    "Fay vote Dan": VOTING,
    "Fay unvote": VOTING,
    "Fay vote Bob": [*VOTING[:4], "not_a_candidate", *VOTING[5:]],
    "Dan done": [*["wrong_phase"] * 3, "", *["wrong_phase"] * 4],
    "Fay done": [*["wrong_phase"] * 3, "not_on_bench", *["wrong_phase"] * 4],
    "Fay away 5-6": IN_PLAY,
    "Fay away 1": ["wrong_phase", "", "", "day_over", "day_over", "day_over", "wrong_phase", "wrong_phase"],
    "Fay away 1-9": ["wrong_phase", *["notice_too_long"] * 2, *["day_over"] * 3, "wrong_phase", "wrong_phase"],
    "Gus advance 9 Dan": ["wrong_phase", "", "", "", "", "", "wrong_phase", "wrong_phase"],
    "Fay advance 9 Dan": ["wrong_phase", *["no_notice"] * 5, "wrong_phase", "wrong_phase"],
    "Gus advance 1 Dan": ["wrong_phase", "no_notice", *["day_over"] * 4, "wrong_phase", "wrong_phase"],
    "Ann order Fay": ONLY_NIGHT,
    "Ann order pass": ONLY_NIGHT,
    "Ann cancel": ONLY_NIGHT,
    "Fay order Ann": [*["wrong_phase"] * 5, "no_power", "wrong_phase", "wrong_phase"],
    "host heart Fay": IN_PLAY,
    "host pause": IN_PLAY,
    "host resume": IN_PLAY,
    "host extend 2h": NOT_OVER,
    "host extend -2h": NOT_OVER,
    "host cancel": NOT_OVER,
    "host change weekly_pause=off": NOT_OVER,
    "host change night=30h": ["", *["roster_locked"] * 5, "wrong_phase", "wrong_phase"],
    "host change hammer=on": [*["roster_locked"] * 6, "wrong_phase", "wrong_phase"],
    "host change night=never": ["options_invalid", *["roster_locked"] * 5, "wrong_phase", "wrong_phase"],
    "host change weekly_pause=never": [*["options_invalid"] * 6, "wrong_phase", "wrong_phase"],
    "host change colour=red": [*["options_invalid"] * 6, "wrong_phase", "wrong_phase"],
}


@pytest.mark.parametrize("command", MATRIX)
def test_in_time(command: str) -> None:
    came = {name: situation(name).refused(command) for name in SITUATIONS}
    assert came == dict(zip(SITUATIONS, MATRIX[command], strict=True))


@pytest.mark.parametrize("command", MATRIX)
def test_at_the_deadline_nothing_is_taken_that_counts(command: str) -> None:
    """What stands over the deadline: the host's call to end the game, and what concerns sign-up in the game."""
    for name in SITUATIONS[:6]:
        board = situation(name, late=True)
        expected = MATRIX[command][SITUATIONS.index(name)]
        if command in ("host cancel", "host resume"):
            assert board.refused(command) == expected
        elif expected == "roster_locked" and MATRIX[command] is LOCKED:
            assert board.refused(command) == "roster_locked"
        elif command.endswith(" post") and name == "signup":
            assert board.refused(command) == ""
        else:
            assert board.refused(command) == "deadline_passed", name
        board = situation(name, late=True)
        board.at -= SECOND / 1000
        assert board.refused(command) == expected


OF_A_PLAYER = [command for command in MATRIX if command.split()[0] not in ("host", "Zoe")]


@pytest.mark.parametrize("command", OF_A_PLAYER)
def test_who_is_not_in_the_game_is_told_so_whatever_else_is_wrong(command: str) -> None:
    rest = command.split(" ", 1)[1]
    for name, late in product(SITUATIONS[:6], (False, True)):
        assert situation(name, late=late).refused(f"Zoe {rest}") == "not_in_game"
    assert situation("finished").refused(f"Zoe {rest}") == "not_in_game"


@pytest.mark.parametrize("command", [c for c in OF_A_PLAYER if c.split()[1] not in ("leave", "rename")])
def test_who_is_out_is_told_so_whatever_else_is_wrong(command: str) -> None:
    rest = command.split(" ", 1)[1]
    for name, late in product(SITUATIONS[1:6], (False, True)):
        assert situation(name, late=late).refused(f"Hal {rest}") == "not_alive"
    # After the end whoever played may post.
    for name in ("finished", "cancelled"):
        assert situation(name).refused(f"Hal {rest}") == ("" if rest == "post" else "not_alive")


@cache
def _board(name: str, late: bool) -> Board:
    return situation(name, late=late)


ACTORS: dict[str, bool] = {"Zoe": False, "Hal": False, "Ann": True, "Bob": True, "Fay": True, "Dan": True, "Gus": True}
TARGETS = ("Zoe", "Hal", "Ann", "Abe", "Fay", "Dan", "night")

# command -> in which situations it is taken at all, and who lacks what it takes.
VERBS: dict[str, tuple[tuple[str, ...], Callable[[str], bool]]] = {
    "vote {}": (("day", "runoff"), lambda actor: False),
    "order {}": (("night",), lambda actor: actor not in ("Ann", "Bob")),
    "advance 9 {}": (("deal", "day", "last_word", "runoff", "night"), lambda actor: actor != "Gus"),
}


@pytest.mark.parametrize("verb", VERBS)
def test_the_first_of_who_when_what_whom(verb: str) -> None:
    """Whatever is wrong with the target, somebody who may not, or not now, hears of that."""
    open_in, lacks = VERBS[verb]
    seen = set()
    for name, late, actor, target in product(SITUATIONS[1:], (False, True), ACTORS, TARGETS):
        if late and name in ("finished", "cancelled"):
            continue
        code = _board(name, late).refused_only(f"{actor} {verb.format(target)}")
        if not ACTORS[actor]:
            assert code in WHO
        elif late or name not in open_in:
            assert code in WHEN
        elif lacks(actor):
            assert code in WHAT
        elif target == "night" and not verb.startswith("order"):
            assert code == "night_vote_off"
        elif target in ("Zoe", "Hal", actor) and not (actor == "Bob" and target == "Bob"):
            assert code in WHOM
        else:
            assert code == "" or code in WHOM
        seen.add(code)
    assert {"not_in_game", "not_alive", "wrong_phase", "deadline_passed", "target_unknown", "target_not_alive"} <= seen


def test_signing_up_is_refused_by_when_before_what() -> None:
    board = situation("signup", max_players=9)
    assert board.refused("Zoe join") == "game_full"
    board.to_deadline()
    assert board.refused("Zoe join") == "deadline_passed"
    board = Board("Ann, Bob, Cat, Dan, Eve", phase="signup", min_players=6)
    assert board.refused("host deal") == "too_few_players"
    board.to_deadline()
    assert board.refused("host deal") == "deadline_passed"


def test_the_codes_are_told_apart_by_one_group() -> None:
    assert len(set(CODES)) == len(CODES)
