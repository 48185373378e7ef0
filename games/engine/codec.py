"""Frozen dataclasses to plain JSON data and back, by their type hints.

One codec serves events and snapshots. Times become ISO strings, durations seconds, tuples lists;
whatever a class says of itself through `to_options`/`from_options` (the ruleset) goes that way.
"""

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
        for field in fields(value):
            item = getattr(value, field.name)
            if item != field.default:
                found[field.name] = dump(item)
        return found
    raise TypeError(f"{type(value).__name__} has no JSON form")


@cache
def _hints(cls: type) -> dict[str, Any]:
    return get_type_hints(cls)


def load(kind: Any, data: Json) -> Any:
    """Return the value of the type `kind` that `dump` made `data` of.

    Unknown fields of a dataclass are refused with TypeError: a log that this code does not
    understand must not be half read.
    """
    if kind is Any or data is None:
        return data
    origin = get_origin(kind)
    if origin in (Union, UnionType):
        return load(next(arg for arg in get_args(kind) if arg is not type(None)), data)
    if kind is datetime:
        return datetime.fromisoformat(data)
    if kind is timedelta:
        return timedelta(seconds=data)
    if kind is Ruleset:
        return Ruleset.restore(data)
    if origin is tuple:
        inner = get_args(kind)
        if len(inner) == 2 and inner[1] is Ellipsis:
            return tuple(load(inner[0], item) for item in data)
        return tuple(load(each, item) for each, item in zip(inner, data, strict=True))
    if origin is dict:
        key, item_kind = get_args(kind)
        return {key(name): load(item_kind, item) for name, item in data.items()}
    if is_dataclass(kind):
        hints = _hints(kind)  # type: ignore[arg-type]
        make: Any = kind
        return make(**{name: load(hints[name], item) if name in hints else item for name, item in data.items()})
    return kind(data) if isinstance(kind, type) and not isinstance(data, kind) else data
