"""The shape of the engine: what it imports, and that every event can be stored and applied."""

import ast
import json
import sys
import types
from dataclasses import fields, is_dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games.engine
from games.engine import events as e
from games.engine import evolve
from games.engine.composition import suggested
from games.engine.ruleset import Ruleset
from games.engine.state import Order, Phase, Report, Round, Seat, State, Vote
from tests.engine.board import Board
from tests.engine.test_ruleset_properties import RULESETS

ENGINE = Path(games.engine.__file__).parent
MAY_IMPORT = ("games.engine", "common.names", "common.refusal")
SPANS = st.timedeltas(timedelta(days=-400), timedelta(days=400))
MOMENTS = SPANS.map(lambda span: datetime(2026, 3, 2, tzinfo=UTC) + 20 * span)


# ---- imports


def imported(path: Path) -> list[str]:
    """Return the modules that a file imports, names from packages spelt out."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name} imports relatively"
            found += [
                f"{node.module}.{alias.name}" if node.module == "common" else str(node.module) for alias in node.names
            ]
    return found


@pytest.mark.parametrize("path", sorted(ENGINE.glob("*.py")), ids=lambda path: path.stem)
def test_the_engine_imports_the_standard_library_names_and_refusals(path: Path) -> None:
    for name in imported(path):
        assert name.split(".")[0] in sys.stdlib_module_names or name.startswith(MAY_IMPORT), f"{path.name}: {name}"
        assert name.split(".")[0] not in ("random", "secrets", "time", "os", "uuid"), f"{path.name}: {name}"


@pytest.mark.parametrize("path", sorted(ENGINE.glob("*.py")), ids=lambda path: path.stem)
def test_the_engine_asks_for_no_time(path: Path) -> None:
    asked = {
        node.attr
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr in ("now", "today", "utcnow")
    }
    assert not asked


# ---- events


def test_every_event_is_known_by_its_kind_and_can_be_applied() -> None:
    made = {value for value in vars(e).values() if isinstance(value, type) and issubclass(value, e.Event)} - {e.Event}
    assert set(e.KINDS.values()) == made and len(made) > 30
    assert set(evolve.APPLY) == made - {e.GameCreated}
    assert all(kind.kind == name for name, kind in e.KINDS.items())
    assert e.KINDS["vote_cast"] is e.VoteCast


@pytest.mark.parametrize("kind", e.KINDS.values(), ids=lambda kind: kind.kind)
def test_an_event_is_frozen_and_holds_no_text_of_people(kind: type[e.Event]) -> None:
    assert kind.__dataclass_params__.frozen  # type: ignore[attr-defined]
    assert "__slots__" in vars(kind)
    names = {field.name for field in fields(kind)}
    assert names & {"name", "nick", "nickname", "persona", "user", "text", "message", "ip"} == set()


def strategy(kind: Any) -> st.SearchStrategy[Any]:
    """Return a strategy for values of a type hint of the engine."""
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return st.one_of(*(strategy(arg) for arg in args))
    if origin is tuple and args[-1] is Ellipsis:
        return st.lists(strategy(args[0]), max_size=3).map(tuple)
    if origin is tuple:
        return st.tuples(*(strategy(arg) for arg in args))
    if origin is dict and args[0] is int:
        return st.dictionaries(st.integers(1, 99), strategy(args[1]), max_size=4)
    if origin is dict:
        return st.just(suggested().to_json())
    if is_dataclass(kind) and kind is not Ruleset:
        return instances(kind)  # type: ignore[arg-type]
    return {
        int: st.integers(-3, 10**6),
        str: st.text(max_size=8),
        bool: st.booleans(),
        datetime: MOMENTS,
        timedelta: SPANS,
        Ruleset: RULESETS,
        type(None): st.none(),
    }[kind]


def instances(kind: type) -> st.SearchStrategy[Any]:
    """Return a strategy for instances of a dataclass, every field filled by its type."""
    hints = get_type_hints(kind)
    return st.builds(kind, **{field.name: strategy(hints[field.name]) for field in fields(kind)})


@pytest.mark.parametrize("kind", e.KINDS.values(), ids=lambda kind: kind.kind)
def test_an_event_comes_back_from_json_as_it_was(kind: type[e.Event]) -> None:
    @settings(max_examples=40)
    @given(instances(kind))
    def there_and_back(event: e.Event) -> None:
        stored = json.loads(json.dumps(e.to_json(event)))
        back = e.from_json(stored)
        assert back == event and type(back) is kind
        assert (stored["kind"], stored["v"]) == (kind.kind, e.FORMAT)
        assert hash_or_none(back) == hash_or_none(event)

    there_and_back()


def hash_or_none(event: e.Event) -> int | None:
    """Return an event's hash, where what it holds can be hashed: a list in place of a tuple could not."""
    if any(isinstance(getattr(event, field.name), dict) for field in fields(event)):
        return None
    return hash(event)


PARTS: dict[type, str] = {
    Phase: "phase",
    Seat: "seats",
    Vote: "votes",
    Order: "orders",
    Round: "rounds",
    Report: "reports",
}


@pytest.mark.parametrize("kind", PARTS, ids=lambda kind: kind.__name__)
def test_a_state_comes_back_from_json_as_it_was(kind: type) -> None:
    base = Board("Ann mafia, Bob, Cat, Dan").state

    @given(instances(kind))
    def there_and_back(part: Any) -> None:
        made = replace(base, **{PARTS[kind]: part if kind is Phase else (part,)})  # type: ignore[arg-type]
        assert State.from_json(json.loads(json.dumps(made.to_json()))) == made

    there_and_back()


def test_no_part_of_a_state_is_left_out_above() -> None:
    held = {hint for hint in map(str, get_type_hints(State).values()) if "games.engine" in hint}
    assert len(held) == len(PARTS) + 1, "the ruleset, and each of the parts"


@pytest.mark.parametrize(
    "data",
    [
        {"kind": "vote_moved", "v": 1, "at": "2026-03-02T09:00:00+00:00"},
        {"kind": "event", "v": 1, "at": "2026-03-02T09:00:00+00:00"},
        {"v": 1, "at": "2026-03-02T09:00:00+00:00"},
        {"kind": "seat_taken", "v": 1, "at": "2026-03-02T09:00:00+00:00", "seat": 1, "colour": "red"},
        {"kind": "seat_taken", "v": 1, "at": "2026-03-02T09:00:00+00:00"},
        {"kind": "seat_taken", "v": 2, "at": "2026-03-02T09:00:00+00:00", "seat": 1},
        {"kind": "seat_taken", "at": "2026-03-02T09:00:00+00:00", "seat": 1},
    ],
)
def test_an_event_that_this_code_does_not_understand_is_never_half_read(data: dict[str, Any]) -> None:
    with pytest.raises((KeyError, TypeError, ValueError)):
        e.from_json(data)


def test_an_empty_log_and_one_without_a_beginning_have_no_state() -> None:
    with pytest.raises(ValueError, match="empty"):
        evolve.fold([])
    with pytest.raises(AssertionError):
        evolve.fold([e.SeatTaken(datetime(2026, 3, 2, tzinfo=UTC), 1)])
