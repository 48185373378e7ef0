"""What everybody at a simulated table knows: who is in play, what was shown, voted and claimed.

It is filled from what the moderator tells the thread, and from what players say aloud; nothing secret
ever enters it (`game.py` is the moderator). All players share it.
"""

from collections import Counter
from dataclasses import dataclass, field

from games.bots.mind import (
    CAUGHT_MAFIA,
    CLAIMANT,
    CLAIMED_CLEAN,
    CLAIMED_GUILTY,
    JAILED_TOWN,
    KNOWN_CLEAN,
    KNOWN_MAFIA,
    LAST_STRAW,
    LIAR,
    MISSED_MAFIA,
    RIVAL,
)
from games.engine.count import weighed
from games.engine.events import NIGHT
from games.engine.roles import ROLES, Power, Side, side_of

Scores = dict[int, int]
# What is left of a claim once its maker was shown to be of the mafia.
SLANDERED, VOUCHED_FOR = -20, 6


@dataclass(frozen=True, slots=True)
class Claim:
    """Somebody has come forward as holder of a role, with what was found: by seat, whether it is an enemy."""

    role: str
    found: dict[int, bool]


@dataclass(slots=True)
class Ledger:
    """The open side of one game."""

    living: list[int]
    composition: dict[str, int]
    day: int = 0
    # The roles of those who are out, empty where none was shown.
    shown: dict[int, str] = field(default_factory=dict)
    jailed: set[int] = field(default_factory=set)
    rounds: list[tuple[tuple[int, int], ...]] = field(default_factory=list)
    # The votes of the open round, in the order in which they were cast.
    votes: dict[int, int] = field(default_factory=dict)
    claims: dict[int, Claim] = field(default_factory=dict)
    # FOR and AGAINST in the open trial.
    verdicts: dict[int, bool] = field(default_factory=dict)
    # Whoever has declared an office: that can't be false, and gives two votes.
    declared: set[int] = field(default_factory=set)
    # Whom the only doctor can't treat tonight, by the report of the last dawn and the rules.
    spent: set[int] = field(default_factory=set)
    # Everything that the scores below come from has a version; they are forgotten with it.
    version: int = 0
    _by_votes: Scores | None = None
    _by_claims: dict[frozenset[int], Scores] = field(default_factory=dict)

    def changed(self) -> None:
        """Forget the scores made so far: something was shown, said or counted."""
        self.version += 1
        self._by_votes = None
        self._by_claims.clear()

    def counts(self) -> Counter[int]:
        """Return how many votes each candidate has in the open round."""
        return weighed(self.votes.items(), self.declared)

    def leaders(self) -> list[int]:
        """Return who has the most votes now, the night left out."""
        counts = self.counts()
        counts.pop(NIGHT, None)
        most = max(counts.values(), default=0)
        return [target for target, count in counts.items() if count == most]

    def side_shown(self, seat: int) -> str:
        """Return the side of somebody who is out and whose role was shown, else an empty text."""
        role = self.shown.get(seat)
        return side_of(role).value if role else ""

    def may_be_treated(self, seat: int) -> bool:
        """Whether a doctor may be in play, as far as is known, who is free to treat somebody tonight."""
        doctors = [role for role in self.composition if ROLES[role].power == Power.TREAT]
        left = sum(self.composition[role] for role in doctors) - sum(role in doctors for role in self.shown.values())
        return left > 0 and seat not in self.spent

    # ---- what the closed rounds tell

    def by_votes(self) -> Scores:
        """Return how much each is suspected for earlier votes, now that more roles are known."""
        if self._by_votes is None:
            self._by_votes = self._judge_votes()
        return self._by_votes

    def _judge_votes(self) -> Scores:
        score: Scores = {}
        for votes in self.rounds:
            counted = Counter(target for _voter, target in votes if target != NIGHT)
            lost = counted.most_common(1)[0][0] if counted else 0
            side_lost = self.side_shown(lost)
            for voter, target in votes:
                side = self.side_shown(target)
                if side == Side.TOWN and target in self.jailed:
                    weight = JAILED_TOWN
                elif side and side != Side.TOWN:
                    weight = CAUGHT_MAFIA
                elif side_lost not in ("", Side.TOWN):
                    weight = MISSED_MAFIA
                else:
                    continue
                score[voter] = score.get(voter, 0) + weight
            if counted[lost] > 2 and side_lost == Side.TOWN:
                last = [voter for voter, target in votes if target == lost][-1]
                score[last] = score.get(last, 0) + LAST_STRAW
        return score

    # ---- what the claims tell

    def claimants(self, role: str, liars: frozenset[int] = frozenset()) -> list[int]:
        """Return those in play who have come forward with a role and were not found to lie."""
        return [
            who
            for who, claim in self.claims.items()
            if claim.role == role and who not in self.shown and who not in liars and not self.refuted(who)
        ]

    def believed(self, liars: frozenset[int] = frozenset()) -> list[int]:
        """Return those in play whose claim stands alone, those first who have declared an office."""
        alone = [
            who
            for who, claim in self.claims.items()
            if who not in self.shown and who not in self.declared and self.claimants(claim.role, liars) == [who]
        ]
        return [*(who for who in self.living if who in self.declared), *alone]

    def refuted(self, who: int) -> bool:
        """Whether something that somebody claimed was shown to be false."""
        claim = self.claims.get(who)
        if claim is None:
            return False
        if not self.composition.get(claim.role):
            return True
        return any(
            self.side_shown(target) and (self.side_shown(target) != Side.TOWN) != guilty
            for target, guilty in claim.found.items()
        )

    def by_claims(self, liars: frozenset[int]) -> Scores:
        """Return how much each is suspected for what was claimed, for somebody who knows that `liars` lie."""
        found = self._by_claims.get(liars)
        if found is None:
            found = self._by_claims[liars] = self._judge_claims(liars)
        return found

    def _judge_claims(self, liars: frozenset[int]) -> Scores:
        score: Scores = dict.fromkeys(self.declared, KNOWN_CLEAN)

        def add(found: dict[int, bool], guilty: int, clean: int) -> None:
            for target, enemy in found.items():
                score[target] = score.get(target, 0) + (guilty if enemy else clean)

        for who, claim in self.claims.items():
            if who in self.shown:
                if self.shown[who] == claim.role:
                    add(claim.found, KNOWN_MAFIA, KNOWN_CLEAN)
                elif self.side_shown(who) not in ("", Side.TOWN):
                    add(claim.found, SLANDERED, VOUCHED_FOR)
                continue
            if who in liars or self.refuted(who):
                weight = LIAR
            elif len(self.claimants(claim.role, liars)) == 1:
                weight = CLAIMANT
                add(claim.found, CLAIMED_GUILTY, CLAIMED_CLEAN)
            else:
                weight = RIVAL
            score[who] = score.get(who, 0) + weight
        return score
