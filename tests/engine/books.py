"""The books that a second, plainer reading of a game keeps (`history.py`).

Nothing of the engine's own reasoning is used here: sides, powers, weights and the end of the game
are written down once more, as the rulebook has them.
"""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime

from games.engine import events as e
from games.engine.clock import Calendar
from games.engine.state import State

OVER = ("finished", "cancelled")
ACTIVE = ("deal", "day", "evening", "last_word", "verdict", "runoff", "night")
IN_PLAY = (*ACTIVE, "curtain")
GANG = ("mafia", "lawyer", "werewolf")
POWERS = {
    "mafia": "mark",
    "werewolf": "mark",
    "maniac": "kill",
    "doctor": "treat",
    "commissioner": "check",
    "courtesan": "block",
    "lawyer": "cover",
    "bodyguard": "guard",
    "journalist": "compare",
    "witness": "watch",
}
# Who takes over from whom.
HEIRS = {"sergeant": "commissioner", "lawyer": "mafia"}
REMOVED = ("heart_attack", "silent", "inactive")
# Who does what to whom by night: power, target, and the second name of a comparison.
Orders = dict[int, tuple[str, int | None, int | None]]


def side(role: str) -> str:
    """Return the side of a role."""
    return "mafia" if role in GANG else "maniac" if role == "maniac" else "town"


def most(votes: Counter[int]) -> tuple[int, ...]:
    """Return the candidates with the most votes, in seat order."""
    return tuple(sorted(target for target in votes if votes[target] == max(votes.values())))


def ending(roles: Iterable[str], parity: bool) -> tuple[str, str] | None:
    """Return who has won with these alive, and why; None while the game goes on (section 3)."""
    left = [side(role) for role in roles]
    mafia, maniac, town = left.count("mafia"), left.count("maniac"), left.count("town")
    if not mafia and not maniac:
        return ("town", "no_enemy_left") if town else ("draw", "nobody_left")
    if mafia and maniac:
        return None
    winner = "mafia" if mafia else "maniac"
    if not town:
        return winner, "nobody_else_left"
    enough = town <= mafia if mafia else town <= 1
    return (winner, "parity") if parity and enough else None


class Books:
    """What is written down of one game, as far as day and night both need it."""

    def __init__(self, created: e.GameCreated) -> None:
        self.rules = created.ruleset
        self.last: datetime = created.at
        self.phase, self.day = "signup", 0
        # Behind a curtain, the phase whose report lies ready.
        self.ended_phase = ""
        self.extended = False
        self.seats: set[int] = set()
        self.alive: set[int] = set()
        self.acknowledged: set[int] = set()
        self.roles: dict[int, str] = {}
        self.acts_as: dict[int, str] = {}
        self.how_out: dict[int, str] = {}
        # By day.
        self.votes: dict[int, int] = {}
        self.posted: set[int] = set()
        self.part: set[int] = set()
        self.voided: set[int] = set()
        self.away: dict[int, set[int]] = {}
        self.advance: dict[int, dict[int, int]] = {}
        self.advance_due: list[tuple[int, int, bool]] = []
        self.declared: set[int] = set()
        self.bench: tuple[int, ...] = ()
        self.candidates: tuple[int, ...] = ()
        self.done: set[int] = set()
        self.leaders: tuple[int, ...] = ()
        # Who voted for whom when the bench was last decided on; FOR is a vote for the accused.
        self.decided: dict[int, int] = {}
        self.verdicts: dict[int, bool] = {}
        self.condemned: bool | None = None
        self.named: dict[int, int] = {}
        self.moved = 0.0
        self.would_leave: dict[int, str] = {}
        self.alive_at_close = 0
        self.guarded: tuple[int, ...] = ()
        # By night.
        self.orders: Orders = {}
        self.sent: set[tuple[int, int]] = set()
        self.wants: dict[int, int] = {}
        self.at_nightfall: tuple[int, ...] = ()
        self.reminded = False
        self.treated: dict[int, tuple[int, int]] = {}
        self.treated_self: Counter[int] = Counter()
        self.blocked: dict[int, tuple[int, int]] = {}
        self.luck_used: set[int] = set()
        self.answers: list[e.Event] = []
        # What must come next: who leaves, how and by whom, in this order.
        self.leaving: list[tuple[int, str, tuple[str, ...]]] = []
        self.left_this_round = False
        self.quiet = 0
        self.warned = False
        self.victories = 0
        self.reports: list[tuple[str, int, Counter[tuple[str, int, str, tuple[str, ...]]]]] = []
        self.told: list[tuple[int, tuple[str, ...]]] = []
        # What came about, to know that the random games are worth something.
        self.seen: Counter[str] = Counter()

    # ---- what both ask

    @property
    def calendar(self) -> Calendar:
        """The game's calendar by the rules of now."""
        return Calendar(self.rules.timezone, self.rules.weekly_pause)

    @property
    def votes_in(self) -> str:
        """The phase of the day's first vote."""
        return "evening" if self.rules.evening else "day"

    def power(self, seat: int) -> str:
        """Return the power that a seat has now."""
        return POWERS.get(self.acts_as.get(seat, self.roles[seat]), "")

    def holders(self, power: str) -> list[int]:
        """Return the living with a power, in seat order."""
        return [seat for seat in sorted(self.alive) if self.power(seat) == power]

    def weight(self, seat: int) -> int:
        """Return how many votes a seat has."""
        return 2 if seat in self.declared else 1

    def weigh(self, votes: dict[int, int]) -> Counter[int]:
        """Return how many votes each candidate has."""
        found: Counter[int] = Counter()
        for voter, target in votes.items():
            found[target] += self.weight(voter)
        return found

    def ended(self) -> tuple[str, str] | None:
        """Return who has won by now, and why."""
        return ending((self.roles[seat] for seat in self.alive), self.rules.mafia_wins == "parity")

    def heir_due(self) -> int | None:
        """Return who ought to take over a power now, if anybody."""
        for seat in sorted(self.alive):
            role = self.roles[seat]
            if role in HEIRS and seat not in self.acts_as and not self.holders(POWERS[HEIRS[role]]):
                return seat
        return None

    # ---- reports

    def begin_report(self, kind: str) -> None:
        """Write down that the thread is told something; what was told in private before is past."""
        self.reports.append((kind, self.day, Counter()))
        self.told = []

    def fact(self, kind: str, seat: int = 0, role: str = "", by: tuple[str, ...] = ()) -> None:
        """Write a line into the newest report."""
        self.reports[-1][2][kind, seat, role, by] += 1

    def tell(self, seat: int, *words: str) -> None:
        """Write down what somebody is told in private."""
        self.told.append((seat, words))

    def compare_reports(self, after: State) -> None:
        """Hold the reports of a state, and what was told in private, to the books."""
        assert len(after.reports) == len(self.reports)
        if self.reports:
            kind, day, facts = self.reports[-1]
            newest = after.reports[-1]
            assert (newest.kind, newest.day) == (kind, day)
            assert Counter((f.kind, f.seat, f.role, f.by) for f in newest.facts) == facts
        assert list(after.told) == self.told
