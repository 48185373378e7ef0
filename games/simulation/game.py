"""One whole game through the engine: the moderator between the table and the players.

Only here do table and players meet. The moderator tells each what the herald would tell: the thread
what is public, a seat what is its own.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta

from games.bots.player import DANGER
from games.engine import events as e
from games.engine.composition import Composition, Row
from games.engine.deal import commitment
from games.engine.roles import ROLES, Power
from games.engine.ruleset import Ruleset
from games.engine.state import OVER
from games.engine.table import Table
from games.simulation.ledger import Claim, Ledger
from games.simulation.lots import Lots
from games.simulation.player import Player

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
        state = self.table.state
        name = state.phase.name
        if name == "day":
            self._talk()
        if state.voting:
            self._vote(
                [seat for seat in (state.candidates if name == "runoff" else self.ledger.living) if seat != e.NIGHT]
            )
        elif name == "last_word":
            self._last_word()
        elif name == "verdict":
            self._judge(state.bench[0])
        elif name == "night":
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
            case e.VerdictGiven():
                ledger.verdicts[event.seat] = event.guilty
            case e.VerdictClosed():
                said = ((seat, event.accused if guilty else e.NIGHT) for seat, guilty in event.votes)
                ledger.rounds.append(tuple(said))
                ledger.changed()
            case e.MayorDeclared():
                ledger.declared.add(event.seat)
                ledger.changed()
            case e.PhaseOpened():
                ledger.votes.clear()
                ledger.verdicts.clear()
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
            case e.NightResolved():
                ledger.spent = self._spent(event)
            case e.CheckMade():
                self.players[event.seat].learn_check(event.target, event.result)
            case e.ComparisonMade():
                self.players[event.seat].learn_comparison(event.first, event.second, event.same)
            case e.WatchMade():
                self.players[event.seat].learn_visits(event.target, event.visitors)
            case e.Promoted():
                self.players[event.seat].learn_promotion(event.role)

    def _spent(self, event: e.NightResolved) -> set[int]:
        """Return whom the report says to be treated, where there is one doctor who can't do it twice running."""
        doctors = sum(count for role, count in self.ledger.composition.items() if ROLES[role].power == Power.TREAT)
        told = self.rules.report_treated and self.rules.doctor_repeat == "never_twice_running" and doctors == 1
        return {patient for _doctor, patient in event.treated} if told else set()

    # ---- by day

    def _talk(self) -> None:
        """Let everybody who has something to come forward with do so; others answer."""
        spoken = True
        while spoken:
            spoken = any([self._hear(seat) for seat in self.lots.shuffled(self.ledger.living)])

    def _hear(self, seat: int, *, danger: bool = False) -> bool:
        """Let one player come forward. Return whether it said anything."""
        if self.players[seat].declares(danger=danger) and self.table.state.phase.name != "last_word":
            self._send(self.table.declare(seat, at=self.table.state.phase.opened))
            return True
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
            if self.table.names_vengeance() and (target := self.players[seat].avenges()):
                self._send(self.table.name_vengeance(seat, target, at=self.table.state.phase.opened))

    def _judge(self, accused: int) -> None:
        order = self.lots.shuffled(self.ledger.living)
        for seat in sorted(order, key=lambda seat: self.players[seat].waits(accused)):
            guilty = self.players[seat].condemns(accused)
            self._send(self.table.say(seat, guilty, at=self.table.state.phase.opened))

    # ---- at night

    def _night(self) -> None:
        state = self.table.state
        # The mafia confers: what one of them draws by lot all of them know. A boss alone sends the name.
        shared, boss = self.lots.of("room", state.phase.day), self.table.boss()
        for seat in [one.number for one in state.living if one.power is not None]:
            player = self.players[seat]
            if boss and player.power == Power.MARK and seat != boss:
                continue
            named = player.order(self.table.legal_targets(seat), shared.of())
            if named:
                second = named[1] if len(named) > 1 else None
                self._send(self.table.order(seat, named[0], at=state.phase.opened, second=second))


def _known(seat: int, role: str, dealt: Mapping[int, str]) -> dict[int, str]:
    knows = ROLES[role].knows
    return {other: name for other, name in dealt.items() if other != seat and name in knows}
