"""A second reckoning of points, to hold `points.py` to: other means, the same rulebook.

`Keen` plays random games in which people find and save each other more often than by mere chance.
`Reckoning` reads the raw events as the engine's own tests do (`tests/engine/history.py`), and adds points up
in whole points and quarters. Neither `tournaments/` nor the engine's own reasoning is used for the sum.
"""

from collections import Counter
from collections.abc import Mapping
from decimal import Decimal

from games.engine import events as e
from games.engine.roles import Power, Side
from games.engine.state import State
from tests.engine.books import REMOVED, side
from tests.engine.history import History
from tests.engine.walk import Walk

VICTORIES = {"citizen": 4, "mafia": 5, "commissioner": 5, "doctor": 5, "sergeant": 5, "maniac": 7}
CONFERENCE = {"preset": "conference", "min_players": 3}


class Reckoning(History):
    """The books of one game, and what each seat has done in it that brings points."""

    def __init__(self, created: e.GameCreated) -> None:
        super().__init__(created)
        self.nights = 0
        # How many days each of those who left had behind them.
        self.lived: dict[int, int] = {}
        self.out: dict[int, tuple[str, str, int]] = {}
        self.checked: set[tuple[int, int]] = set()
        self.saved: Counter[int] = Counter()
        self.won: tuple[str, tuple[int, ...]] = ("", ())

    def _phase_opened(self, event: e.PhaseOpened, before: State) -> None:
        super()._phase_opened(event, before)
        self.nights += event.phase == "night"

    def _player_out(self, event: e.PlayerOut, before: State) -> None:
        phase = self.ended_phase if self.phase == "curtain" else self.phase
        self.lived[event.seat] = self.day if phase == "night" else max(self.day - 1, 0)
        self.out[event.seat] = (event.how, phase, self.day)
        super()._player_out(event, before)

    def _check_made(self, event: e.Event, before: State) -> None:
        super()._check_made(event, before)
        assert isinstance(event, e.CheckMade)
        # Of what a check can show, these are the mafia's: a side and a role have one name.
        if event.result in ("mafia", "lawyer", "werewolf"):
            self.checked.add((event.seat, event.target))

    def _night_resolved(self, event: e.NightResolved, before: State) -> None:
        _works, blocked = self.blocks()
        acting = {seat: order for seat, order in self.orders.items() if seat not in blocked}
        attacked = self.attacks(acting, self.victim(blocked)[0])
        treating = {seat: target for seat, (power, target, _) in acting.items() if power == "treat"}
        for doctor, patient in treating.items():
            # Would a kill have come to the patient, as the victim or in the victim's place?
            places = set(attacked)
            for target in attacked:
                lucky = self.roles[target] == "lucky" and target not in self.luck_used
                guards = [seat for seat, (power, aim, _) in acting.items() if power == "guard" and aim == target]
                if guards and not lucky and target not in treating.values():
                    places.add(min(guards))
            self.saved[doctor] += patient in places
        super()._night_resolved(event, before)

    def _game_won(self, event: e.GameWon, before: State) -> None:
        super()._game_won(event, before)
        self.won = (event.winner, event.winners)

    def days(self, seat: int) -> int:
        """Return how many full days a seat has survived."""
        return self.lived.get(seat, self.nights)

    def shares_victory(self, seat: int) -> bool:
        """Whether a seat wins: by its side, and by how it left."""
        removed = self.how_out.get(seat) in REMOVED and not self.rules.removed_share_win
        return side(self.roles[seat]) == self.won[0] and not removed

    def points(self, seat: int) -> Decimal:
        """Return the points of a seat by the figures of section 11; nothing for a cancelled game."""
        if not self.won[0]:
            return Decimal(0)
        role, how, day = self.roles[seat], self.out.get(seat, ("", "", 0))[0], self.out.get(seat, ("", "", 0))[2]
        plain = {"mafia": "mafia", "maniac": "maniac", "town": "citizen"}[side(role)]
        sum_ = Decimal(VICTORIES.get(role, VICTORIES[plain]) if self.shares_victory(seat) else 0)
        sum_ += min(Decimal("0.25") * self.days(seat), Decimal("1.5"))
        sum_ += Decimal("0.5") if (how, day) == ("killed", 1) else 0
        sum_ += min(sum(finder == seat for finder, _mafioso in self.checked) + self.saved[seat], 2)
        return sum_ - (how == "heart_attack")


class Keen(Walk):
    """A random game whose players often agree on a victim, guess it, and find each other."""

    def __init__(self, seed: int, *, under: Mapping[str, object] | None = None) -> None:
        self.books: Reckoning | None = None
        super().__init__(seed, watch=self._write, under=under)
        self.run(400)
        self.finish()

    def _write(self, before: State, events: list[e.Event], after: State) -> None:
        if self.books is None:
            opened = before.phase.opened
            self.books = Reckoning(e.GameCreated(opened, before.ruleset, {}, "", opened))
        self.books.follow(before, events, after)

    @property
    def by_number(self) -> dict[int, str]:
        """The names of the seats."""
        return {number: name for name, number in self.numbers.items() if number}

    def _for_the_night(self, seat: int) -> str:
        legal, found = self.table.legal_targets(seat), self.state.seat(seat)
        if not legal or found is None or self.rng.random() < 0.3:
            return super()._for_the_night(seat)
        # Who checks or kills alone looks for the mafia; for all the others the first of the rest is the favourite.
        gang = [number for number in legal if self.state.is_side(number, Side.MAFIA)]
        rest = [number for number in legal if number not in gang]
        aims = gang if found.power in (Power.CHECK, Power.KILL) else rest[:1]
        if not aims or found.power == Power.COMPARE:
            return super()._for_the_night(seat)
        return self.name(self.rng.choice(aims))
