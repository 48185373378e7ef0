"""Frozen dataclasses to plain JSON data and back, by their type hints.

One codec serves events and snapshots. Times become ISO strings, durations seconds, tuples lists;
whatever a class says of itself through `to_options`/`from_options` (the ruleset) goes that way.
"""

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from datetime import datetime, timedelta
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from games.engine.ruleset import Ruleset

Json = Any


def dump(value: object) -> Json:
    """Return the value as what `json.dumps` takes. Fields that stand at their default are left out."""
    if value is None or isinstance(value, str | int | float | bool):
        return value
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, timedelta):
        return value.total_seconds()
    if isinstance(value, Ruleset):
        return value.to_options()
    if isinstance(value, tuple | list):
        return [dump(item) for item in value]
    if isinstance(value, dict):
        return {str(key): dump(item) for key, item in value.items()}
    if is_dataclass(value):
        found = {}
        for name, default in _defaults(value.__class__):
            item = getattr(value, name)
            if item != default:
                found[name] = dump(item)
        return found
    raise TypeError(f"{type(value).__name__} has no JSON form")


@cache
def _defaults(cls: Any) -> list[tuple[str, Any]]:
    return [(field.name, field.default) for field in fields(cls)]


def load(kind: Any, data: Json) -> Any:
    """Return the value of the type `kind` that `dump` made `data` of.

    Unknown fields of a dataclass are refused with TypeError: a log that this code does not
    understand must not be half read.
    """
    return data if data is None else _reader(kind)(data)


Reader = Callable[[Json], Any]


@cache
def _reader(kind: Any) -> Reader:
    """Return what reads a type. Types are looked into once, not at each value."""
    if kind is Any:
        return lambda data: data
    origin = get_origin(kind)
    if origin in (Union, UnionType):
        return _reader(next(arg for arg in get_args(kind) if arg is not type(None)))
    if kind is datetime:
        return datetime.fromisoformat
    if kind is timedelta:
        return lambda data: timedelta(seconds=data)
    if kind is Ruleset:
        return Ruleset.restore
    if origin is tuple:
        return _tuple_reader(get_args(kind))
    if origin is dict:
        return _dict_reader(*get_args(kind))
    if is_dataclass(kind):
        return _dataclass_reader(kind)
    if isinstance(kind, type):
        return lambda data: data if isinstance(data, kind) else kind(data)
    return lambda data: data


def _tuple_reader(inner: tuple[Any, ...]) -> Reader:
    if len(inner) == 2 and inner[1] is Ellipsis:
        each = _reader(inner[0])
        return lambda data: tuple([None if item is None else each(item) for item in data])
    readers = [_reader(kind) for kind in inner]
    return lambda data: tuple(
        [None if item is None else read(item) for read, item in zip(readers, data, strict=True)],
    )


def _dict_reader(key: Any, kind: Any) -> Reader:
    read = _reader(kind)
    return lambda data: {key(name): None if item is None else read(item) for name, item in data.items()}


def _dataclass_reader(make: Any) -> Reader:
    readers: dict[str, Reader] = {name: _reader(hint) for name, hint in get_type_hints(make).items()}

    def read(data: Json) -> Any:
        # A name that is not known is handed on, and refused there.
        return make(
            **{
                name: readers[name](item) if item is not None and name in readers else item
                for name, item in data.items()
            }
        )

    return read
