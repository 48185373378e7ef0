"""One whole game through the engine: the moderator between the table and the players.

Only here do table and players meet. The moderator tells each what the herald would tell: the thread
what is public, a seat what is its own.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta

from games.engine import events as e
from games.engine.composition import Composition, Row
from games.engine.deal import commitment
from games.engine.roles import ROLES
from games.engine.ruleset import Ruleset
from games.engine.state import OVER
from games.engine.table import Table
from games.simulation.ledger import Claim, Ledger
from games.simulation.lots import Lots
from games.simulation.player import DANGER, Player

START = datetime(2000, 1, 3, tzinfo=UTC)
# A game that has so many phases does not end: something is wrong with it.
MOST_PHASES = 2_000


def seated(rules: Ruleset, counts: Mapping[str, int], players: int) -> Table:
    """Return a table at which so many sit, ready for the deal."""
    row = Composition((Row(players, tuple(counts.items())),))
    opening = e.GameCreated(START, rules, row.to_json(), commitment(bytes(32)), START + timedelta(days=1))
    table = Table.replay([opening])
    for _seat in range(players):
        table = table.after(table.join(at=START))
    return table


class Game:
    """One game under way."""

    def __init__(self, table: Table, roles: Sequence[str], lots: Lots) -> None:
        """Deal `roles` to the seats of a `seated` table, in another order for each `lots`."""
        self.lots = lots
        dealt = dict(zip((seat.number for seat in table.state.seats), lots.shuffled(roles), strict=True))
        seed = lots.of("seed")
        self.table = Table(table.state, seed=bytes(seed.below(256) for _i in range(32)))
        self.rules = table.state.ruleset
        counts = {role: list(roles).count(role) for role in ROLES if role in roles}
        self.ledger = Ledger(list(dealt), counts)
        self.players = {
            seat: Player(seat, role, _known(seat, role, dealt), self.ledger, lots.of("player", seat))
            for seat, role in dealt.items()
        }
        self._send(self.table.deal(at=START, roles=dealt))

    def play(self) -> "Game":
        """Play to the end. Raises RuntimeError for a game that comes to none."""
        for _phase in range(MOST_PHASES):
            if self.over:
                return self
            self.step()
        raise RuntimeError("the game does not end")

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.table.state.phase.name in OVER

    def step(self) -> None:
        """Play the open phase and end it."""
        phase = self.table.state.phase
        if phase.name == "day":
            self._talk()
        if phase.name == ("day" if self.rules.evening is None else "evening"):
            self._vote(self.ledger.living)
        elif phase.name == "last_word":
            self._last_word()
        elif phase.name == "runoff":
            self._vote([seat for seat in self.table.state.candidates if seat != e.NIGHT])
        elif phase.name == "night":
            self._night()
        due = self.table.due_at()
        assert due is not None
        self._send(self.table.advance(due))

    # ---- what is told

    def _send(self, events: Sequence[e.Event]) -> None:
        """Put events into the game, and tell of each whom it is for."""
        if events:
            self.table = self.table.after(events)
        for event in events:
            self._tell(event)

    def _tell(self, event: e.Event) -> None:
        ledger = self.ledger
        match event:
            case e.VoteCast(_at, seat, target):
                ledger.votes.pop(seat, None)
                ledger.votes[seat] = target
            case e.VoteClosed():
                ledger.rounds.append(event.votes)
                ledger.changed()
            case e.PhaseOpened():
                ledger.votes.clear()
                if event.phase == "day":
                    ledger.day = event.day
                    for seat in ledger.living:
                        self.players[seat].wake()
            case e.PlayerOut():
                ledger.living.remove(event.seat)
                ledger.shown[event.seat] = event.role
                if event.how == "jailed":
                    ledger.jailed.add(event.seat)
                ledger.changed()
            case e.CheckMade():
                self.players[event.seat].learn_check(event.target, event.result)
            case e.Promoted():
                self.players[event.seat].learn_promotion(event.role)

    # ---- by day

    def _talk(self) -> None:
        """Let everybody who has something to come forward with do so; others answer."""
        spoken = True
        while spoken:
            spoken = any([self._hear(seat) for seat in self.lots.shuffled(self.ledger.living)])

    def _hear(self, seat: int, *, danger: bool = False) -> bool:
        claim: Claim | None = self.players[seat].claim(danger=danger)
        if claim is not None:
            self.ledger.claims[seat] = claim
            self.ledger.changed()
        return claim is not None

    def _vote(self, candidates: Sequence[int]) -> None:
        """All but one vote, one after the other; whoever is in danger speaks; votes move; the last one votes."""
        order = self.lots.shuffled(self.ledger.living)
        early, last = order[:-1], order[-1]
        for seat in early:
            if self._cast(seat, candidates):
                return
        leaders = self.ledger.leaders()
        for seat in leaders:
            if self.ledger.counts()[seat] >= DANGER and self._hear(seat, danger=True):
                self._talk()
        for seat in self.lots.shuffled(early):
            if self._cast(seat, candidates):
                return
        self._cast(last, candidates)

    def _cast(self, seat: int, candidates: Sequence[int]) -> bool:
        """Let one player vote, or think again. Return whether that ends the round at once."""
        player, at = self.players[seat], self.table.state.phase.opened
        among = [other for other in candidates if other != seat]
        if not among:
            return False
        present = self.ledger.votes.get(seat)
        target = player.vote(among, late=len(self.ledger.votes) * 3 > len(self.ledger.living))
        if present is None or (target != present and player.moves(target, present)):
            self._send(self.table.vote(seat, target, at=at))
        return self.rules.hammer and self.table.early()

    def _last_word(self) -> None:
        for seat in self.table.state.bench:
            if self._hear(seat, danger=True):
                self._talk()

    # ---- at night

    def _night(self) -> None:
        state = self.table.state
        # The mafia confers: what one of them draws by lot all of them know.
        shared = self.lots.of("room", state.phase.day)
        for seat in [one.number for one in state.living if one.power is not None]:
            targets = self.table.legal_targets(seat)
            if not targets:
                continue
            target = self.players[seat].order(targets, shared.of())
            self._send(self.table.order(seat, target, at=state.phase.opened))


def _known(seat: int, role: str, dealt: Mapping[int, str]) -> dict[int, str]:
    knows = ROLES[role].knows
    return {other: name for other, name in dealt.items() if other != seat and name in knows}
