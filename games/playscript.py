"""Games as scripts: a YAML file with roles, steps and expectations, played through the services.

The form is described in `docs/scripts.md`. The clock is handed in; everything happens in the
caller's transaction, which is rolled back afterwards.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import yaml

from accounts.models import Persona
from common.refusal import Refusal
from games import services
from games.engine.composition import suggested
from games.engine.day import counts
from games.engine.roles import ROLES
from games.engine.ruleset import Ruleset
from games.engine.state import Fact, State
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


def play(path: Path) -> None:
    """Play one script to its end. Raises ScriptError with `step N: expected ..., came ...`."""
    try:
        script = _read(path)
        player = _set_up(script)
    except ScriptError as error:
        raise ScriptError(f"step 0: {error}") from error
    except Refusal as refusal:
        problems = refusal.params.get("problems", "")
        raise ScriptError(f"step 0: expected a game, came {refusal.code} {problems}") from refusal
    for number, step in enumerate(script["steps"], start=1):
        try:
            _step(player, step)
        except ScriptError as error:
            raise ScriptError(f"step {number}: {error}") from error


def _read(path: Path) -> dict[str, Any]:
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


def _set_up(script: dict[str, Any]) -> Player:
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
    for number in personas:
        services.message_host(game=game, seat=number, text="+", at=start)
    return Player(game, host, seats, personas, start)


def _step(player: Player, step: object) -> None:
    if not isinstance(step, dict):
        raise ScriptError(f"expected a step, came {step!r}")
    step = dict(step)
    refused = step.pop("refused", None)
    if len(step) != 1:
        raise ScriptError(f"expected one actor in a step, came {sorted(map(str, step))}")
    actor, action = next(iter(step.items()))
    if actor == "expect":
        _expect(player, action)
        return
    if actor == "clock":
        _clock(player, str(action))
        return
    before = player.state().seq
    came = _act(player, actor, str(action))
    if refused is None:
        if came:
            raise ScriptError(f"expected {actor}: {action} to be taken, came {came}")
        return
    if came != refused:
        raise ScriptError(f"expected a refusal {refused}, came {came or 'none'}")
    if player.state().seq != before:
        raise ScriptError(f"expected the refused step to change nothing, came {player.state().seq - before} events")


def _act(player: Player, actor: str, action: str) -> str:
    """Do one step of a player or the host. Return a refusal's code, `order` for a message that is none, or nothing."""
    verb, _gap, rest = action.partition(" ")
    hosting = {"heart_attack", "pause", "resume", "extend"}
    try:
        if actor == "host" or verb in hosting:
            persona = player.host if actor == "host" else player.personas[player.seat(actor)]
            _host(player, persona, verb, rest)
            return ""
        if verb not in ACTS:
            raise ScriptError(f"expected an act that is built, came {verb!r}")
        return ACTS[verb](player, player.seat(actor), rest) or ""
    except Refusal as refusal:
        return refusal.code


def _host(player: Player, persona: Persona, verb: str, rest: str) -> None:
    common: dict[str, Any] = {"game": player.game, "host": persona, "at": player.now}
    if verb == "heart_attack":
        services.give_heart_attack(seat=player.seat(rest.strip()), reason=rest.strip(), **common)
    elif verb == "pause":
        services.pause(**common)
    elif verb == "resume":
        services.resume(**common)
    elif verb == "extend":
        services.extend(by=length(rest), **common)
    else:
        raise ScriptError(f"expected an act of the host, came {verb!r}")


def _vote(player: Player, seat: int, rest: str) -> None:
    services.cast_vote(game=player.game, seat=seat, target=rest, at=player.now)


def _unvote(player: Player, seat: int, rest: str) -> None:
    services.withdraw_vote(game=player.game, seat=seat, at=player.now)


def _post(player: Player, seat: int, rest: str) -> None:
    services.post(game=player.game, seat=seat, source=rest, at=player.now, limit_pace=False)


def _order(player: Player, seat: int, rest: str) -> str:
    answer = services.message_host(game=player.game, seat=seat, text=rest, at=player.now)
    if answer.refusal is not None:
        return answer.refusal.code
    return "order" if answer.kind == "none" else ""


def _day(text: str) -> int:
    """Read the number of a day. Raises ScriptError."""
    if not text.strip().isdecimal():
        raise ScriptError(f"expected the number of a day, came {text!r}")
    return int(text)


def _away(player: Player, seat: int, rest: str) -> None:
    first, _dash, last = rest.partition("-")
    services.give_notice(game=player.game, seat=seat, first=_day(first), last=_day(last or first), at=player.now)


def _advance(player: Player, seat: int, rest: str) -> None:
    day, _gap, name = rest.partition(" ")
    services.leave_advance_vote(game=player.game, seat=seat, day=_day(day), target=name, at=player.now)


def _say(player: Player, seat: int, rest: str) -> None:
    if rest.strip() not in ("for", "against"):
        raise ScriptError(f"expected for or against, came {rest!r}")
    services.give_verdict(game=player.game, seat=seat, guilty=rest.strip() == "for", at=player.now)


def _boss(player: Player, seat: int, rest: str) -> None:
    services.choose_boss(game=player.game, seat=seat, target=rest, at=player.now)


def _declare(player: Player, seat: int, rest: str) -> None:
    services.declare_mayor(game=player.game, seat=seat, at=player.now)


def _done(player: Player, seat: int, rest: str) -> None:
    services.finish_last_word(game=player.game, seat=seat, at=player.now)


def _whisper(player: Player, seat: int, rest: str) -> None:
    hits = [name for name in player.seats if rest.startswith(name + " ")]
    if not hits:
        raise ScriptError(f"expected a whisper to a player, came {rest!r}")
    name = max(hits, key=len)
    services.write_letter(
        game=player.game,
        seat=seat,
        to=[player.seat(name)],
        source=rest[len(name) :].strip(),
        at=player.now,
        limit_pace=False,
    )


ACTS: dict[str, Callable[[Player, int, str], str | None]] = {
    "vote": _vote,
    "unvote": _unvote,
    "post": _post,
    "order": _order,
    "away": _away,
    "advance": _advance,
    "say": _say,
    "boss": _boss,
    "declare": _declare,
    "done": _done,
    "whisper": _whisper,
}


def _clock(player: Player, text: str) -> None:
    """Move the clock. `deadline` and `+2h` let what is due happen; `deadline - 1s` only moves it."""
    text = text.strip()
    if text.startswith("+"):
        target = player.now + length(text[1:])
        while True:
            with work_on(player.game.pk, player.now) as work:
                due = work.table.due_at()
            if due is None or due > target:
                break
            player.now = max(player.now, due)
            if not services.advance(game_id=player.game.pk, now=player.now):
                break
        player.now = target
        return
    deadline = player.state().phase.deadline
    if deadline is None:
        raise ScriptError("expected an open phase, came one without a deadline")
    sign = re.match(r"^deadline\s*([+-])\s*(\S+)$", text)
    if sign:
        by = length(sign[2])
        player.now = deadline + (by if sign[1] == "+" else -by)
    elif text == "deadline":
        player.now = max(player.now, deadline)
        services.advance(game_id=player.game.pk, now=player.now)
    else:
        raise ScriptError(f"expected a move of the clock, came {text!r}")


def _expect(player: Player, wanted: object) -> None:
    if not isinstance(wanted, dict):
        raise ScriptError(f"expected keys and values, came {wanted!r}")
    state = player.state()
    for key, value in wanted.items():
        if key not in EXPECT:
            raise ScriptError(f"expected a known key, came {key!r}")
        try:
            expected, came = EXPECT[key](player, state, value)
        except (TypeError, ValueError, AttributeError) as error:
            raise ScriptError(f"expected a value that fits {key}, came {value!r}") from error
        if expected != came:
            raise ScriptError(f"expected {key} {_show(expected)}, came {_show(came)}")


def _show(value: Any) -> str:
    if isinstance(value, set):
        return "[" + ", ".join(sorted(map(str, value))) + "]"
    return str(value)


def _fact(player: Player, fact: Fact, state: State) -> str:
    names = player.names
    words = [fact.kind]
    if fact.seat:
        words.append(names[fact.seat])
    if fact.role:
        words.append(fact.role)
    if fact.by and state.ruleset.report_killer:
        words.append("by " + " and ".join(fact.by))
    return " ".join(words)


def _phase(player: Player, state: State, value: Any) -> tuple[Any, Any]:
    name, day = state.phase.name, state.phase.day
    return str(value), name if name in ("finished", "cancelled", "signup", "deal") else f"{name} {day}"


def _out(player: Player, state: State, value: Any) -> tuple[Any, Any]:
    names = player.names
    came = {names[s.number]: f"{s.out.how} {s.out.role or 'hidden'}" for s in state.seats if s.out}
    return dict(value), came


def _tally(player: Player, state: State, value: Any) -> tuple[Any, Any]:
    names = {0: "night", **player.names}
    return dict(value), {names[target]: count for target, count in counts(state).items()}


def _told(player: Player, state: State, value: Any) -> tuple[Any, Any]:
    names = player.names
    came: dict[str, list[str]] = {name: [] for name in value}
    for seat, words in state.told:
        if names[seat] in came:
            text = [names[int(word)] if word.isdecimal() else word for word in words]
            came[names[seat]].append(" ".join(text))
    return {name: sorted(told) for name, told in value.items()}, {name: sorted(told) for name, told in came.items()}


def _report(player: Player, state: State, value: Any) -> tuple[Any, Any]:
    facts = state.reports[-1].facts if state.reports else ()
    return set(value), {_fact(player, fact, state) for fact in facts}


def _closes_in(player: Player, state: State, value: Any) -> tuple[Any, Any]:
    if state.phase.remaining is not None:
        return length(value), state.phase.remaining
    left = state.phase.deadline - player.now if state.phase.deadline else None
    return length(value), left


EXPECT: dict[str, Callable[[Player, State, Any], tuple[Any, Any]]] = {
    "phase": _phase,
    "alive": lambda p, s, v: (set(v), {p.names[seat.number] for seat in s.living}),
    "out": _out,
    "bench": lambda p, s, v: (set(v), {p.names[number] for number in s.bench}),
    "tally": _tally,
    "winner": lambda p, s, v: (str(v), s.winner or "none"),
    "report": _report,
    "told": _told,
    "paused": lambda p, s, v: (bool(v), s.paused(p.now)),
    "closes_in": _closes_in,
}
