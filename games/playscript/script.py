"""A script: its text read, its table set up, and the player that keeps its clock."""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import yaml

from accounts.models import Persona
from games import services
from games.engine.composition import suggested
from games.engine.roles import ROLES
from games.engine.ruleset import Ruleset
from games.engine.state import State
from games.models import Game
from games.services.work import load_state, work_on

START = datetime.fromisoformat("2026-03-02T12:00:00+03:00")
_LENGTH = re.compile(r"^(\d+)(s|m|h|d)$")
LONGEST_NAME = 32
_UNIT = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days"}


class ScriptError(Exception):
    """A script that can't be read, or a step that came out otherwise than it says."""


def length(text: object) -> timedelta:
    """Read `48h`, `90m`, `0s`. Raises ScriptError."""
    found = _LENGTH.match(text.strip()) if isinstance(text, str) else None
    if not found:
        raise ScriptError(f"expected a duration such as 48h, came {text!r}")
    return timedelta(**{_UNIT[found[2]]: int(found[1])})


@dataclass(slots=True)
class Player:
    """One script being played."""

    game: Game
    host: Persona
    seats: dict[str, int]
    personas: dict[int, Persona]
    now: datetime

    @property
    def names(self) -> dict[int, str]:
        """Nicknames by seat number."""
        return {number: name for name, number in self.seats.items()}

    def state(self) -> State:
        """Return the present state."""
        self.game.refresh_from_db()
        return load_state(self.game)

    def seat(self, name: str) -> int:
        """Return the seat of a nickname of the script. Raises ScriptError."""
        if name not in self.seats:
            raise ScriptError(f"expected a player of the script, came {name!r}")
        return self.seats[name]


def read(path: Path) -> dict[str, Any]:
    """Read a script; what it says of the table is sound then. Raises ScriptError."""
    try:
        script = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise ScriptError(f"expected YAML, came {' '.join(str(error).split())}") from error
    if not isinstance(script, dict) or not isinstance(script.get("seats"), dict):
        raise ScriptError("expected a script with seats and steps, came something else")
    for name, role in script["seats"].items():
        if not isinstance(name, str) or not 1 <= len(name) <= LONGEST_NAME:
            raise ScriptError(f"expected a nickname, came {name!r}")
        if not isinstance(role, str) or role not in ROLES:
            raise ScriptError(f"expected a role that is built, came {role!r}")
    script["steps"] = script.get("steps") or []
    if not isinstance(script["steps"], list) or not isinstance(script.get("options") or {}, dict):
        raise ScriptError("expected a list of steps and a table of options, came something else")
    script["start"] = _start(script.get("start", START))
    return script


def _start(value: object) -> datetime:
    """Read when day 1 opens. Raises ScriptError."""
    try:
        start = datetime.fromisoformat(value) if isinstance(value, str) else value
    except ValueError:
        start = None
    if not isinstance(start, datetime) or start.tzinfo is None:
        raise ScriptError(f"expected a start with date, time and zone, came {value!r}")
    return start


def set_up(script: dict[str, Any]) -> Player:
    """Open the game of a script and deal its roles; day 1 is open then. Raises Refusal for options that are wrong."""
    start: datetime = script["start"]
    preset = script.get("preset", "forum")
    options = {"timezone": "Europe/Moscow", **(script.get("options") or {})}
    ruleset = Ruleset.from_options(preset, options)
    host = Persona.objects.create(kind=Persona.Kind.MEMBER, name="Сценарист", holds_name=False)
    before = start - min(timedelta(minutes=5), ruleset.deal / 2)
    game = services.create_game(
        host=host,
        title=str(script.get("title", "script"))[:80],
        ruleset=ruleset,
        composition=suggested(),
        deadline=start,
        at=before,
    )
    seats, personas = {}, {}
    for name in script["seats"]:
        # The name is not held: a script may use the names of games that are being played.
        persona = Persona.objects.create(kind=Persona.Kind.CLONE, name=name, holds_name=False)
        seat = services.seat_persona(game=game, persona=persona, announcement=f"{name}.", at=before)
        seats[name], personas[seat.number] = seat.number, persona
    with work_on(game.pk, before) as work:
        work.record(work.table.deal(at=before, roles={seats[name]: role for name, role in script["seats"].items()}))
    with work_on(game.pk, start) as work:
        table = work.table
        work.record([event for number in personas for event in table.acknowledge(number, at=start)])
        work.settle()
    return Player(game, host, seats, personas, start)
