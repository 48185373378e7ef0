"""What a finished game says about each of its players, read from the whole log (`rules.md` section 11).

Nothing here gives points: a record says what happened, and `points.py` what it is worth. What a night
brought is worked out by the engine's own reading of the orders, so that there is one such reading.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from games.engine import events as e
from games.engine.evolve import fold
from games.engine.night import Dawn
from games.engine.roles import ROLES, Power, Side, side_of
from games.engine.state import OVER, Seat, State

DRAW = "draw"
# The parts of a day after the vote has opened: whoever leaves in them left in the evening, where there is one.
_VOTING = ("evening", "last_word", "verdict", "runoff")


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """One player in one finished game.

    `role` is the dealt one, also of a sergeant who has become commissioner; it is empty where the game
    was cancelled before the deal. `won`: shares the victory, by the option `removed_share_win`.
    `how` (as in `PlayerOut`), `phase` (`deal`, `day`, `evening`, `night`) and `day` say how and when the
    player left; `how` is empty for who lived to the end. `days` are the full game days survived, `nights`
    the nights. `found` are the mafiosi that the own checks showed as such, each once, in the order in
    which they were found; `prevented` the (night, patient) pairs of kills that the own treatment stopped.
    """

    number: int
    name: str
    role: str
    won: bool = False
    how: str = ""
    phase: str = ""
    day: int = 0
    days: int = 0
    nights: int = 0
    found: tuple[int, ...] = ()
    prevented: tuple[tuple[int, int], ...] = ()

    @property
    def heart_attack(self) -> bool:
        """Whether the player left by a heart attack, by the host's hand or by itself."""
        return self.how == "heart_attack"

    @property
    def killed_first_night(self) -> bool:
        """Whether the player was killed in the first night."""
        return self.how == "killed" and self.day == 1

    @property
    def won_against_town(self) -> bool:
        """Whether the player won as one of the mafia or as the maniac (the second step of ties)."""
        return self.won and side_of(self.role) != Side.TOWN


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A finished game.

    `winner` is a side, `draw`, or empty for a game that was cancelled; `reason` says why, as `GameWon`
    and `GameCancelled` do. `seats` stand in seat order, `left` in the order in which they left.
    `day` and `ended_at` say when it ended.
    """

    seats: tuple[SeatRecord, ...]
    left: tuple[int, ...]
    winner: str
    reason: str
    cancelled: bool
    day: int
    ended_at: datetime

    @property
    def drawn(self) -> bool:
        """Whether nobody has won a game that was played to its end."""
        return self.winner == DRAW

    def seat(self, number: int) -> SeatRecord:
        """Return the record of a seat. Raises KeyError where nobody has it."""
        for seat in self.seats:
            if seat.number == number:
                return seat
        raise KeyError(number)


class ProtocolLine(NamedTuple):
    """One line of a game's protocol; which words it has is said elsewhere.

    `how` is as in `PlayerOut`, and `role` the dealt one, all roles being open by now. The last line has the
    phase `finished`, seat 0, and in `how` either `won` (the side in `role`), `draw` or `cancelled`.
    """

    phase: str
    day: int
    how: str
    seat: int
    role: str


def record_of(events: Sequence[e.Event], names: Mapping[int, str]) -> GameRecord:
    """Return the record of a finished game from its whole log, and the names of its seats.

    The same log always gives the same record. Raises ValueError for a log that does not end in `finished`
    or `cancelled` (its secrets are still secrets), KeyError for a seat without a name.
    """
    if not events or not (isinstance(events[-1], e.PhaseOpened) and events[-1].phase in OVER):
        raise ValueError("only a finished game has a record")
    reader = _Reader()
    state = reader.read(events)
    return GameRecord(
        seats=tuple(reader.seat(seat, state, names[seat.number]) for seat in state.seats),
        left=tuple(reader.left),
        winner=state.winner,
        reason=state.reason,
        cancelled=state.phase.name == "cancelled",
        day=state.phase.day,
        ended_at=events[-1].at,
    )


def protocol_lines(record: GameRecord) -> list[ProtocolLine]:
    """Return the host's protocol: a line for each player who left, in that order, and one for the end."""
    lines = []
    for number in record.left:
        seat = record.seat(number)
        lines.append(ProtocolLine(seat.phase, seat.day, seat.how, number, seat.role))
    how = "cancelled" if record.cancelled else "draw" if record.drawn else "won"
    return [*lines, ProtocolLine("finished", record.day, how, 0, record.winner if how == "won" else "")]


class _Reader:
    """Reads a log once, and keeps what the last state of the game does not tell."""

    def __init__(self) -> None:
        self.left: list[int] = []
        # Who was alive when each night opened, and when it was over.
        self.nightfalls: list[frozenset[int]] = []
        self.dawns: list[frozenset[int]] = []
        # Dicts keep the order, and each mafioso counts once for whoever found him.
        self.found: dict[int, dict[int, None]] = {}
        self.prevented: dict[int, list[tuple[int, int]]] = {}

    def read(self, events: Sequence[e.Event]) -> State:
        """Follow the log; return the state at its end."""
        state: State | None = None
        since = 0
        for place, event in enumerate(events):
            if not isinstance(event, e.PhaseOpened | e.NightResolved | e.PlayerOut | e.CheckMade):
                continue
            if isinstance(event, e.PlayerOut):
                self.left.append(event.seat)
            elif isinstance(event, e.CheckMade):
                if shows_mafia(event.result):
                    self.found.setdefault(event.seat, {})[event.target] = None
            else:
                # The state before the event: who lives, and the orders of the night that is resolved.
                state = fold(events[since:place], state)
                since = place
                self._phase(event, state) if isinstance(event, e.PhaseOpened) else self._night(event, state)
        return fold(events[since:], state)

    def _phase(self, event: e.PhaseOpened, state: State) -> None:
        living = frozenset(seat.number for seat in state.living)
        if event.phase == "night":
            self.nightfalls.append(living)
        elif event.phase == "day" and event.day > 1:
            self.dawns.append(living)

    def _night(self, event: e.NightResolved, state: State) -> None:
        saved = saved_at(event, state)
        for doctor, patient in event.treated:
            if patient in saved:
                self.prevented.setdefault(doctor, []).append((event.day, patient))

    def seat(self, seat: Seat, state: State, name: str) -> SeatRecord:
        """Return the record of a seat at the end of the log."""
        number, out = seat.number, seat.out
        phase = out.phase if out else ""
        if phase in _VOTING:
            phase = "evening" if state.ruleset.evening is not None else "day"
        return SeatRecord(
            number=number,
            name=name,
            role=seat.role,
            won=number in state.winners,
            how=out.how if out else "",
            phase=phase,
            day=out.day if out else 0,
            days=sum(number in alive for alive in self.nightfalls),
            nights=sum(number in alive for alive in self.dawns),
            found=tuple(self.found.get(number, ())),
            prevented=tuple(self.prevented.get(number, ())),
        )


def shows_mafia(result: str) -> bool:
    """Whether a check has shown a mafioso: by side, or by a role of the mafia's.

    What counts is what the commissioner learned: a covered mafioso or a werewolf, seen as a citizen, is not found.
    """
    return result == Side.MAFIA or (result in ROLES and side_of(result) == Side.MAFIA)


def saved_at(event: e.NightResolved, state: State) -> frozenset[int]:
    """Return the treated on whom a kill was tried that night; `state` is the one before the night was resolved.

    A kill is tried on whoever was attacked, and on the guard who takes the attack on. A treatment comes before
    the luck of the treated and before the guard of the treated (section 10a). Several attacks on one player in
    one night are one death, and so one kill.
    """
    dawn = Dawn(state)
    treated = {patient for _doctor, patient in event.treated}
    guards: dict[int, int] = {}
    for guard, target in dawn.of(Power.GUARD):
        guards.setdefault(target, guard)
    hit = (
        number if number in treated else guards.get(number, number)
        for number in dawn.attacks()
        if number not in event.lucky
    )
    return frozenset(number for number in hit if number in treated)
