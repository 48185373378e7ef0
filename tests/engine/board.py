"""A game for the engine's tests, in a short notation.

    board = Board("Ann mafia, Bob doctor, Cat commissioner, Dan, Eve", night_vote=True)
    board.do("Dan vote Ann; Eve vote night; Ann post")
    board.end()                                     # the deadline, and what it brings
    assert board.refused("Ann vote Bob") == "wrong_phase"

    Board("Ann mafia, Jan journalist, May mayor, Ave avenger, Dan", preset="conference", trial=True)
    board.do("May declare; Ann boss Ann; Dan say for; Ave avenge Dan; Jan order Ann May; host gone Dan")

Ann is the goon, Bob the doctor, Cat the cop, Dan and Eve are villagers; Zoe is not in the game.
Like the services, a board ends a phase as soon as what was done ends it early.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from common.refusal import Refusal
from games.engine import events as e
from games.engine.composition import Composition, suggested
from games.engine.deal import commitment
from games.engine.ruleset import Ruleset
from games.engine.state import Fact, State
from games.engine.table import Table
from games.engine.values import parse_duration

# The phases that come on a day, and so have its number.
DATED = ("day", "evening", "last_word", "verdict", "runoff", "night", "curtain")
# A Monday noon in Moscow, far from any change of the clocks.
START = datetime(2026, 3, 2, 9, tzinfo=UTC)
SEED = bytes(range(32))
SECOND = timedelta(seconds=1)
STRANGER = "Zoe"
CALM = {"silent_removed": False, "inactive_removed": False}


def length(text: str) -> timedelta:
    """Read `48h`, `-2h`, `90s`."""
    found = parse_duration(text.removeprefix("-"))
    assert found is not None, text
    return -found if text.startswith("-") else found


class Board:
    """One game, its log and its clock; players and candidates go by name."""

    def __init__(
        self, seats: str, *, phase: str = "day", start: datetime = START, preset: str = "forum", **options: object
    ) -> None:
        """Open a game. `seats`: `Ann mafia, Dan` (a citizen where no role stands); `phase`: how far to go at once."""
        pairs = [(name, role or "citizen") for name, _gap, role in (s.strip().partition(" ") for s in seats.split(","))]
        self.at = start - timedelta(hours=1)
        self.numbers: dict[str, int] = {"night": e.NIGHT}
        self._names: dict[int, str] = {e.NIGHT: "night"}
        self.log: list[e.Event] = []
        rules = Ruleset.from_options(preset, {"timezone": "Europe/Moscow", "min_players": 3, **options})
        # Whatever is dealt is named below, so the table of roles need not fit so few.
        created = e.GameCreated(self.at, rules, suggested().to_json(), commitment(SEED), start)
        self.table = Table.replay([created], names={}, seed=SEED)
        self.log.append(created)
        for name, _role in pairs:
            self.do(f"{name} join")
        if phase == "signup":
            return
        self.at = start - SECOND
        self.send(self.table.deal(at=self.at, roles={self.numbers[name]: role for name, role in pairs}))
        if phase == "deal":
            return
        self.at = start
        for name, _role in pairs:
            self.do(f"{name} ack")
        if phase != "day":
            self.until(phase)

    # ---- doing

    def send(self, events: Iterable[e.Event]) -> list[e.Event]:
        """Put events into the log."""
        made = list(events)
        self.log += made
        self.table = self.table.after(made)
        return made

    def settle(self) -> list[e.Event]:
        """End the phase if it ends early by now."""
        if not self.table.early():
            return []
        due = self.table.due_at()
        return self.send(self.table.advance(self.at)) if due and due <= self.at else []

    def do(self, script: str) -> list[e.Event]:
        """Do commands such as `Ann vote Dan; host pause`; return what happened. Raises Refusal."""
        happened: list[e.Event] = []
        for command in filter(None, (part.strip() for part in script.split(";"))):
            happened += self.send(self.command(command))
            happened += self.settle()
        return happened

    def refused(self, command: str) -> str:
        """Return the code with which a command is refused, or nothing; a refusal must change nothing."""
        before = self.table.state
        try:
            self.do(command)
        except Refusal as refusal:
            assert self.table.state is before
            return refusal.code
        return ""

    def refused_only(self, command: str) -> str:
        """Return the code with which a command would be refused, without doing it."""
        try:
            self.command(command)
        except Refusal as refusal:
            return refusal.code
        return ""

    def command(self, text: str) -> list[e.Event]:
        """Return the events of one command, without doing it. Raises Refusal."""
        actor, verb, *rest = text.split()
        table, at = self.table, self.at
        if verb == "join":
            events = table.join(at=at)
            self.numbers[actor] = table.state.next_seat
            self._names = {number: name for name, number in self.numbers.items()}
            table.names = {number: name for number, name in self._names.items() if number}
            return events
        if actor == "host":
            return self._host(verb, rest)
        return PLAYERS[verb](self, self.number(actor), rest)

    def _order(self, seat: int, names: Sequence[str]) -> list[e.Event]:
        """An order for one name, for the two of a comparison, or `pass`."""
        first = None if names[0] == "pass" else self.number(names[0])
        second = self.number(names[1]) if len(names) > 1 else None
        return self.table.order(seat, first, at=self.at, second=second)

    def _host(self, verb: str, rest: Sequence[str]) -> list[e.Event]:
        return HOSTS[verb](self, rest)

    def change(self, options: Mapping[str, object], composition: Composition | None = None) -> list[e.Event]:
        """Return the events of a change of options."""
        return self.table.change(options, composition, at=self.at)

    def number(self, name: str) -> int:
        """Return a seat's number; one that nobody has for whoever is not in the game."""
        return self.numbers.get(name, 99)

    # ---- the clock

    def wait(self, text: str) -> None:
        """Let the clock run, with everything that falls due on the way."""
        target = self.at + length(text)
        while (due := self.table.due_at()) and due <= target:
            self.end()
        self.at = target

    def skip(self, text: str) -> None:
        """Move the clock alone: the server is late."""
        self.at += length(text)

    def to_deadline(self, less: timedelta = timedelta(0)) -> None:
        """Move the clock alone, to the deadline or so much before it."""
        deadline = self.state.phase.deadline
        assert deadline is not None
        self.at = deadline - less

    def end(self) -> list[e.Event]:
        """Go to what is due next, and let it happen."""
        due = self.table.due_at()
        assert due is not None, f"nothing is due in {self.phase}"
        self.at = max(self.at, due)
        happened = self.send(self.table.advance(self.at))
        assert happened
        return happened

    def until(self, phase: str) -> None:
        """Let deadlines pass until a phase is open: `night`, or `night 2`."""
        while phase not in (self.state.phase.name, self.phase):
            self.end()

    # ---- seeing

    @property
    def state(self) -> State:
        """The present state."""
        return self.table.state

    @property
    def phase(self) -> str:
        """The phase and its day: `night 2`, `finished`."""
        phase = self.state.phase
        return f"{phase.name} {phase.day}" if phase.name in DATED else phase.name

    def name(self, number: int) -> str:
        """Return the name of a seat."""
        return self._names[number]

    def names(self, numbers: Iterable[int]) -> str:
        """Return names in the given order."""
        return " ".join(self.name(number) for number in numbers)

    @property
    def alive(self) -> str:
        """The living, in seat order."""
        return self.names(seat.number for seat in self.state.living)

    @property
    def out(self) -> dict[str, str]:
        """Who is out, and how: `jailed citizen`, `inactive`."""
        return {self.name(s.number): f"{s.out.how} {s.out.role}".strip() for s in self.state.seats if s.out}

    @property
    def tally(self) -> dict[str, str]:
        """Who has whose votes."""
        found: dict[str, str] = {}
        for vote in self.state.votes:
            target = self.name(vote.target)
            found[target] = f"{found.get(target, '')} {self.name(vote.seat)}".strip()
        return found

    @property
    def report(self) -> list[str]:
        """The lines of the newest report: `killed Dan citizen`, `nobody_jailed`."""
        return [self._line(fact) for fact in self.state.reports[-1].facts]

    def _line(self, fact: Fact) -> str:
        who = self.name(fact.seat) if fact.seat else ""
        return " ".join(filter(None, (fact.kind, who, fact.role, *(f"by {side}" for side in fact.by))))

    @property
    def told(self) -> dict[str, list[str]]:
        """What was told in private since the newest report began."""
        found: dict[str, list[str]] = {}
        for seat, words in self.state.told:
            shown = [self.name(int(word)) if word.isdigit() else word for word in words]
            found.setdefault(self.name(seat), []).append(" ".join(shown))
        return found

    @property
    def left(self) -> timedelta:
        """How long the phase still lasts, windows not counted."""
        phase = self.state.phase
        if phase.remaining is not None:
            return phase.remaining
        assert phase.deadline is not None
        return self.state.calendar.playing_between(self.at, phase.deadline)


# What each verb does: of a player in a seat, and of the host. The words that follow it come last.
PLAYERS: dict[str, Callable[["Board", int, Sequence[str]], list[e.Event]]] = {
    "leave": lambda b, seat, rest: b.table.leave(seat, at=b.at),
    "rename": lambda b, seat, rest: b.table.rename(seat, at=b.at),
    "ack": lambda b, seat, rest: b.table.acknowledge(seat, at=b.at),
    "post": lambda b, seat, rest: b.table.post(seat, at=b.at),
    "vote": lambda b, seat, rest: b.table.vote(seat, b.number(rest[0]), at=b.at),
    "unvote": lambda b, seat, rest: b.table.unvote(seat, at=b.at),
    "done": lambda b, seat, rest: b.table.done(seat, at=b.at),
    "away": lambda b, seat, rest: b.table.away(seat, *_days(rest[0]), at=b.at),
    "advance": lambda b, seat, rest: b.table.advance_vote(seat, int(rest[0]), b.number(rest[1]), at=b.at),
    "order": lambda b, seat, rest: b._order(seat, rest),
    "cancel": lambda b, seat, rest: b.table.cancel_order(seat, at=b.at),
    "say": lambda b, seat, rest: b.table.say(seat, {"for": True, "against": False}[rest[0]], at=b.at),
    "boss": lambda b, seat, rest: b.table.choose_boss(seat, b.number(rest[0]), at=b.at),
    "declare": lambda b, seat, rest: b.table.declare(seat, at=b.at),
    "avenge": lambda b, seat, rest: b.table.name_vengeance(
        seat, 0 if rest[0] == "nobody" else b.number(rest[0]), at=b.at
    ),
}
HOSTS: dict[str, Callable[["Board", Sequence[str]], list[e.Event]]] = {
    "deal": lambda b, rest: b.table.deal(at=b.at),
    "remove": lambda b, rest: b.table.leave(b.number(rest[0]), at=b.at, removed=True),
    "heart": lambda b, rest: b.table.heart_attack(b.number(rest[0]), at=b.at),
    "gone": lambda b, rest: b.table.heart_attack(b.number(rest[0]), at=b.at, itself=True),
    "raise": lambda b, rest: b.table.raise_curtain(at=b.at),
    "pause": lambda b, rest: b.table.pause(at=b.at),
    "resume": lambda b, rest: b.table.resume(at=b.at),
    "extend": lambda b, rest: b.table.extend(length(rest[0]), at=b.at),
    "cancel": lambda b, rest: b.table.cancel(at=b.at),
    "change": lambda b, rest: b.change(dict([rest[0].split("=")])),
}


def kinds(events: Iterable[e.Event]) -> list[str]:
    """Return what kinds of events these are."""
    return [event.kind for event in events]


def only(events: Iterable[e.Event], kind: type[e.Event]) -> Any:
    """Return the one event of a kind."""
    (found,) = [event for event in events if isinstance(event, kind)]
    return found


def _days(text: str) -> tuple[int, int]:
    first, last = re.fullmatch(r"(-?\d+)(?:-(\d+))?", text).groups()  # type: ignore[union-attr]
    return int(first), int(last or first)
