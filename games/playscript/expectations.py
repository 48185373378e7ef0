"""What must hold at a point of a script, compared with what is so."""

from collections.abc import Callable, Iterable
from typing import Any

from games.engine.day import counts
from games.engine.events import NightResolved
from games.engine.gang import boss_of
from games.engine.sight import Viewer, view
from games.engine.state import Fact, State
from games.playscript.script import Player, ScriptError, length
from games.services.work import load_events


def expect(player: Player, wanted: object) -> None:
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


def _verdicts(player: Player, state: State, value: Any) -> tuple[Any, Any]:
    names = player.names
    said = state.verdicts if state.phase.name == "verdict" else ()
    return dict(value), {names[seat]: "for" if guilty else "against" for seat, guilty in said}


def _boss(player: Player, state: State, value: Any) -> tuple[Any, Any]:
    boss = boss_of(state)
    return str(value), player.names.get(boss, "nobody")


def _knows(player: Player, state: State, value: Any) -> tuple[Any, Any]:
    names, came = player.names, {}
    for name in value:
        mine = view(state, Viewer(player.seat(name)), player.now).mine
        came[name] = {names[mate] for mate in mine.mates} if mine else set()
    return {name: set(mates) for name, mates in value.items()}, came


def _night_kept(player: Player, look: Callable[[NightResolved], Iterable[int]]) -> set[str]:
    """Return the names in what the newest night that is over has kept to itself."""
    nights = [event for event in load_events(player.game) if isinstance(event, NightResolved)]
    return {player.names[number] for number in look(nights[-1])} if nights else set()


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
    "verdicts": _verdicts,
    "boss": _boss,
    "declared": lambda p, s, v: (set(v), {p.names[seat.number] for seat in s.seats if seat.declared}),
    "knows": _knows,
    "blocked": lambda p, s, v: (set(v), _night_kept(p, lambda night: night.blocked)),
    "lucky": lambda p, s, v: (set(v), _night_kept(p, lambda night: night.lucky)),
}
