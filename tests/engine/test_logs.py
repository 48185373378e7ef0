"""Logs of earlier days replay for ever, to the end that they came to (`tests/logs/make.py`)."""

import json
from pathlib import Path
from typing import Any

import pytest

from games.engine import events as e
from games.engine.chronicle import chronicle
from games.engine.sight import READER, view
from games.engine.state import State
from games.engine.table import Table

LOGS = Path(__file__).parent.parent / "logs"

# What each log came to, pinned when it was made: phase, day, winner, log position, winners, and who left how.
ENDS: dict[str, dict[str, Any]] = {
    "v1-1291.json": {
        "phase": "finished 3",
        "winner": "mafia",
        "reason": "parity",
        "seq": 103,
        "winners": [1, 9, 10],
        "out": {
            1: "jailed last_word 2",
            2: "killed night 1",
            3: "jailed last_word 1",
            4: "inactive last_word 2",
            6: "heart_attack night 1",
            7: "inactive last_word 2",
            8: "inactive runoff 3",
            10: "inactive last_word 2",
            11: "heart_attack night 1",
        },
        "votes": 4,
        "reports": [1, 1, 1, 1, 4, 2, 3],
    },
    "v1-1495.json": {
        "phase": "finished 8",
        "winner": "town",
        "reason": "no_enemy_left",
        "seq": 163,
        "winners": [3, 5, 7, 12, 13, 14],
        "out": {
            1: "killed night 6",
            2: "heart_attack day 8",
            3: "jailed last_word 4",
            5: "killed night 4",
            6: "jailed last_word 5",
            7: "jailed last_word 3",
            9: "inactive last_word 5",
            10: "inactive last_word 5",
            11: "heart_attack day 5",
            12: "killed night 2",
            14: "jailed last_word 6",
            15: "inactive last_word 5",
        },
        "votes": 8,
        "reports": [1, 2, 1, 3, 1, 3, 1, 1, 1, 4, 1, 1, 1, 1, 2, 2],
    },
    "v1-24.json": {
        "phase": "finished 6",
        "winner": "maniac",
        "reason": "nobody_else_left",
        "seq": 113,
        "winners": [8],
        "out": {
            1: "killed night 6",
            3: "jailed last_word 4",
            4: "jailed last_word 1",
            5: "jailed last_word 2",
            6: "heart_attack night 5",
            7: "killed night 2",
        },
        "votes": 9,
        "reports": [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2],
    },
    "v1-3944.json": {
        "phase": "cancelled 0",
        "winner": "",
        "reason": "too_few_players",
        "seq": 12,
        "winners": [],
        "out": {},
        "votes": 0,
        "reports": [],
    },
    "v1-5163.json": {
        "phase": "cancelled 5",
        "winner": "",
        "reason": "host",
        "seq": 127,
        "winners": [],
        "out": {1: "killed night 4", 3: "heart_attack day 1", 4: "heart_attack night 2"},
        "votes": 11,
        "reports": [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
    },
    "v1-10549.json": {
        "phase": "finished 2",
        "winner": "mafia",
        "reason": "parity",
        "seq": 75,
        "winners": [4, 8, 9],
        "out": {
            1: "jailed last_word 2",
            2: "inactive last_word 2",
            3: "heart_attack day 1",
            4: "jailed last_word 1",
            6: "inactive last_word 1",
            7: "heart_attack day 1",
            9: "inactive last_word 1",
        },
        "votes": 6,
        "reports": [1, 1, 3, 1, 3],
    },
    "v1-10733.json": {
        "phase": "cancelled 2",
        "winner": "",
        "reason": "host",
        "seq": 58,
        "winners": [],
        "out": {
            1: "silent last_word 1",
            3: "jailed last_word 1",
            5: "killed night 1",
        },
        "votes": 3,
        "reports": [2, 1],
    },
    "v1-10736.json": {
        "phase": "finished 4",
        "winner": "mafia",
        "reason": "parity",
        "seq": 134,
        "winners": [11, 12],
        "out": {
            2: "killed night 2",
            3: "heart_attack day 2",
            4: "jailed last_word 1",
            5: "heart_attack day 2",
            7: "jailed last_word 2",
            8: "heart_attack deal 0",
            9: "heart_attack night 1",
            10: "jailed last_word 4",
        },
        "votes": 10,
        "reports": [1, 1, 1, 2, 1, 1, 1, 1, 1, 2, 2],
    },
    "v1-10882.json": {
        "phase": "finished 3",
        "winner": "town",
        "reason": "no_enemy_left",
        "seq": 114,
        "winners": [4, 5, 6, 7, 8],
        "out": {
            1: "killed night 1",
            2: "inactive verdict 2",
            3: "jailed runoff 3",
            5: "jailed verdict 2",
            6: "heart_attack day 1",
        },
        "votes": 18,
        "reports": [1, 1, 1, 2, 1, 2],
    },
    "v1-10996.json": {
        "phase": "finished 5",
        "winner": "draw",
        "reason": "stalemate",
        "seq": 206,
        "winners": [],
        "out": {
            1: "inactive last_word 1",
            2: "inactive last_word 3",
            3: "inactive last_word 1",
            4: "inactive last_word 1",
            5: "jailed last_word 2",
            6: "jailed last_word 1",
            7: "taken last_word 1",
            8: "jailed last_word 3",
            11: "inactive last_word 1",
        },
        "votes": 8,
        "reports": [6, 2, 1, 2, 2, 1, 1, 1, 1, 2],
    },
    "v1-11031.json": {
        "phase": "finished 2",
        "winner": "town",
        "reason": "no_enemy_left",
        "seq": 80,
        "winners": [2, 4, 6, 8, 9],
        "out": {
            3: "heart_attack day 2",
            4: "jailed last_word 2",
            5: "heart_attack night 2",
            8: "jailed last_word 1",
        },
        "votes": 4,
        "reports": [1, 1, 1, 1, 2],
    },
    "v1-11340.json": {
        "phase": "cancelled 0",
        "winner": "",
        "reason": "too_few_players",
        "seq": 8,
        "winners": [],
        "out": {},
        "votes": 0,
        "reports": [],
    },
}


def read(name: str) -> list[dict[str, Any]]:
    """Return a log as it is stored."""
    found: list[dict[str, Any]] = json.loads((LOGS / name).read_text(encoding="utf-8"))
    return found


def test_every_log_has_its_end_pinned() -> None:
    assert {path.name for path in LOGS.glob("*.json")} == set(ENDS)


def test_the_logs_of_the_present_form_hold_every_kind_of_event() -> None:
    present = [data for name in ENDS for data in read(name) if data["v"] == e.FORMAT]
    assert {data["kind"] for data in present} == set(e.KINDS)


@pytest.mark.parametrize("name", ENDS)
def test_a_log_replays_to_its_end(name: str) -> None:
    log = [e.from_json(data) for data in read(name)]
    state = Table.replay(log).state
    came = {
        "phase": f"{state.phase.name} {state.phase.day}",
        "winner": state.winner,
        "reason": state.reason,
        "seq": state.seq,
        "winners": list(state.winners),
        "out": {seat.number: f"{seat.out.how} {seat.out.phase} {seat.out.day}" for seat in state.seats if seat.out},
        "votes": sum(len(closed.votes) for closed in state.rounds),
        "reports": [len(report.facts) for report in state.reports],
    }
    assert came == ENDS[name]
    assert state.seq == len(log)


@pytest.mark.parametrize("name", ENDS)
def test_a_log_can_still_be_shown_and_snapshotted(name: str) -> None:
    log = [e.from_json(data) for data in read(name)]
    state = Table.replay(log).state
    assert State.from_json(json.loads(json.dumps(state.to_json()))) == state
    assert view(state, READER, log[-1].at).winner == state.winner
    assert chronicle(log)[-1].phase == state.phase.name


@pytest.mark.parametrize("name", [name for name in ENDS if name.startswith(f"v{e.FORMAT}-")])
def test_a_log_of_the_present_form_is_written_as_it_was_read(name: str) -> None:
    stored = read(name)
    assert [e.to_json(e.from_json(data)) for data in stored] == stored
