"""One player of a simulated game: what it knows by itself, and what it decides from that and from the ledger.

A player is handed what a person in that seat would be handed: the role, the names that the role knows,
what came of its own orders, and whom it may name. It holds no table and no state.
The rules of thumb, and their weights, are those of the bots (`games.bots`); claims are said, not written.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from games.bots.mind import (
    AGAINST_ME,
    ALIKE,
    CAME,
    CLAIMED_CLEAN,
    DIFFER,
    KNOWN_CLEAN,
    KNOWN_MAFIA,
    NOISE,
    SACRIFICED,
    SPARED,
    WANTED,
    may_deceive,
    shows_enemy,
)
from games.bots.night import HIMSELF, STAYS
from games.bots.player import BLUFFS, DANGER, DECLARES_ON, FACT, MOVES, TRUSTED
from games.bots.tempers import TEMPERS, Temper
from games.engine.events import NIGHT
from games.engine.roles import ROLES, Power, Side, side_of
from games.simulation.ledger import Claim, Ledger, Scores
from games.simulation.lots import Lots

# Hundredths: how often the mafia tries somebody whom a doctor may be with.
EVEN = 50


@dataclass(slots=True)
class Player:
    """One seat, with its own lots."""

    seat: int
    role: str
    # Whose role this player knows from the deal.
    known: dict[int, str]
    ledger: Ledger
    lots: Lots
    temper: Temper = TEMPERS[0]
    power: str = ""
    checks: dict[int, bool] = field(default_factory=dict)
    comparisons: list[tuple[int, int, bool]] = field(default_factory=list)
    # What one night brought: whom this player named, and who was seen there.
    seen: dict[int, int] = field(default_factory=dict)
    noise: Scores = field(default_factory=dict)
    bluffs: bool = False
    is_mafia: bool = False
    # Whether a player that was checked as clean may yet be an enemy: somebody covers, or seems what he is not.
    doubts: bool = False
    mates: frozenset[int] = frozenset()
    _at: tuple[int, int] = (-1, -1)
    _liars: frozenset[int] = frozenset()
    _score: Scores = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Take a temper and a power for this game."""
        self.temper = self.lots.pick(TEMPERS)
        self.bluffs = self.lots.chance(BLUFFS)
        self.power = ROLES[self.role].power or ""
        self.is_mafia = side_of(self.role) != Side.TOWN
        self.doubts = may_deceive(self.ledger.composition)
        if side_of(self.role) == Side.MAFIA:
            self.mates = frozenset(seat for seat, role in self.known.items() if side_of(role) == Side.MAFIA)

    # ---- what it hears

    def wake(self) -> None:
        """Begin a day in a new mood."""
        self.noise = {seat: self.lots.below(NOISE) for seat in self.ledger.living}
        self._at = (-1, -1)

    def learn_check(self, target: int, shown: str) -> None:
        """Hear what a check has shown: a role, or a side."""
        self.checks[target] = shows_enemy(shown)
        self._at = (-1, -1)

    def learn_comparison(self, first: int, second: int, same: bool) -> None:
        """Hear whether two are of one side."""
        self.comparisons.append((first, second, same))
        self._at = (-1, -1)

    def learn_visits(self, target: int, visitors: Sequence[int]) -> None:
        """Hear who came to somebody in the night."""
        if target in self.ledger.shown:
            for visitor in visitors:
                self.seen[visitor] = self.seen.get(visitor, 0) + CAME
        self._at = (-1, -1)

    def learn_promotion(self, role: str) -> None:
        """Take over the power of a role."""
        self.power = ROLES[role].power or ""

    # ---- what it thinks

    def others(self) -> list[int]:
        """Return the others in play."""
        return [seat for seat in self.ledger.living if seat != self.seat]

    def is_enemy(self, seat: int) -> bool | None:
        """Whether somebody is an enemy of the town, as far as this player knows it for certain."""
        if seat == self.seat:
            return self.is_mafia
        if seat in self.known:
            return side_of(self.known[seat]) != Side.TOWN
        if shown := self.ledger.side_shown(seat):
            return shown != Side.TOWN
        found = self.checks.get(seat)
        return None if self.doubts and not found else found

    def deduced(self) -> dict[int, bool]:
        """Return what the comparisons amount to, once one of the two is known."""
        found: dict[int, bool] = {}
        for pair in self.comparisons:
            same = pair[2]
            for one, other in ((pair[0], pair[1]), (pair[1], pair[0])):
                known, unknown = self.is_enemy(one), self.is_enemy(other) is None
                if known is not None and unknown and (same or not known):
                    found[other] = known if same else True
        return found

    def liars(self) -> frozenset[int]:
        """Return those who have come forward with something of which this player knows that it is false."""
        return frozenset(
            who for who, claim in self.ledger.claims.items() if who != self.seat and self._lies(who, claim)
        )

    def _lies(self, who: int, claim: Claim) -> bool:
        if who in self.mates:
            return False
        if claim.role == self.role and self.ledger.composition.get(self.role) == 1:
            return True
        if who in self.known and self.known[who] != claim.role:
            return True
        # A mafioso is as indignant as an honest man.
        return any(self._contradicts(target, enemy) for target, enemy in claim.found.items())

    def _contradicts(self, target: int, enemy: bool) -> bool:
        if target == self.seat:
            return enemy
        return not self.doubts and target in self.checks and self.checks[target] != enemy

    def score(self) -> Scores:
        """Return how much each of the others in play is suspected."""
        at = (self.ledger.version, self.ledger.day)
        if self._at != at:
            self._at, self._liars = at, self.liars()
            self._score = self._judge()
        return self._score

    def _judge(self) -> Scores:
        by_votes, by_claims = self.ledger.by_votes(), self.ledger.by_claims(self._liars)
        score = {
            seat: self.noise.get(seat, 0) + by_votes.get(seat, 0) + by_claims.get(seat, 0) + self.seen.get(seat, 0)
            for seat in self.ledger.living
            if seat != self.seat
        }
        for first, second, same in self.comparisons:
            for seat in (first, second):
                if seat in score:
                    score[seat] += ALIKE if same else DIFFER
        known = self.deduced() | self.checks
        for seat, role in self.known.items():
            if seat not in self.mates:
                known[seat] = side_of(role) != Side.TOWN
        for seat, enemy in known.items():
            if seat in score:
                sure = seat in self.known or not self.doubts
                score[seat] += KNOWN_MAFIA if enemy else KNOWN_CLEAN if sure else CLAIMED_CLEAN
        return score

    def wish(self, seat: int) -> int:
        """Return how much this player wants somebody out.

        The mafia pretends: it suspects as the town does, spares its mates unless they are lost, and
        would have whoever has come forward out of the way.
        """
        score = self.score().get(seat, 0)
        if self.ledger.votes.get(seat) == self.seat:
            score += AGAINST_ME
        if seat in self.mates:
            return score + (SACRIFICED if self.is_lost(seat) else SPARED)
        return score + (WANTED if self.is_mafia and seat in self.ledger.claims else 0)

    def is_lost(self, seat: int) -> bool:
        """Whether a mate can't be saved by the votes of the mafia: then it is better to be seen among the others."""
        counts = self.ledger.counts()
        against = counts.pop(seat, 0)
        counts.pop(NIGHT, None)
        next_to = max((count for other, count in counts.items() if other not in self.mates), default=0)
        return against >= DANGER and against - next_to > self._gang()

    def _gang(self) -> int:
        """Return how many of the mafia are in play."""
        return 1 + sum(seat in self.mates for seat in self.ledger.living)

    def worst(self, among: Sequence[int]) -> int:
        """Return whom of several this player would rather see out."""
        return max(among, key=lambda seat: (self.wish(seat), -seat))

    def trusted(self) -> list[int]:
        """Return those whose claim this player believes."""
        self.score()
        return [who for who in self.ledger.believed(self._liars) if who != self.seat]

    # ---- by day

    def claim(self, *, danger: bool = False) -> Claim | None:
        """Come forward, or tell what is new: with an enemy found, against a false one, or when jail is near."""
        told = self.ledger.claims.get(self.seat)
        if self.is_mafia:
            return self._bluff(danger) if told is None else None
        found = self.checks | self.deduced()
        if self.power != Power.CHECK and not self.comparisons:
            return None
        rivals = [who for who in self.ledger.claimants(self.role) if who != self.seat]
        if rivals and self.ledger.composition.get(self.role) == 1:
            found |= dict.fromkeys(rivals, True)
        news = set(found) - set(told.found if told else ())
        reason = (
            told is not None
            or danger
            or bool(rivals)
            or any(found[seat] for seat in news if seat in self.ledger.living)
        )
        return Claim(self.role, found) if reason and (news or told is None) else None

    def _bluff(self, danger: bool) -> Claim | None:
        """Call oneself the commissioner: a mafioso who was found, and now and then a daring one in danger."""
        ledger = self.ledger
        if not ledger.composition.get("commissioner"):
            return None
        if "commissioner" in ledger.shown.values():
            return None
        accusers = [who for who, claim in ledger.claims.items() if claim.found.get(self.seat) and who in ledger.living]
        if accusers:
            # Whoever was found has nothing to lose.
            return Claim("commissioner", {accusers[0]: True})
        # In danger few try it: the true one may be in play, and answers.
        if not danger or ledger.claims or ledger.day < 2 or not (self.temper.daring and self.bluffs):
            return None
        strangers = [seat for seat in self.others() if seat not in self.mates]
        return Claim("commissioner", {self.worst(strangers): True}) if strangers else None

    def vote(self, candidates: Sequence[int], *, late: bool) -> int:
        """Return whom to vote for: the most suspected; late in the day one of those who can still be jailed."""
        worst = self.worst(candidates)
        if not late:
            return worst
        leading = [seat for seat in self.ledger.leaders() if seat in candidates]
        if worst not in self.mates and any(seat in self.mates for seat in leading):
            return self._rescue(candidates, worst)
        if not leading:
            return worst
        best = self.worst(leading)
        near = self.wish(worst) - self.wish(best) < self.temper.stubborn
        against = sum(target == self.seat for target in self.ledger.votes.values())
        return best if near or (against >= DANGER and self.wish(best) > TRUSTED) else worst

    def _rescue(self, candidates: Sequence[int], worst: int) -> int:
        """Vote for whoever of the others comes next to a mate who leads."""
        counts = self.ledger.counts()
        strangers = [seat for seat in candidates if seat not in self.mates and counts[seat]]
        return max(strangers, key=lambda seat: (counts[seat], self.wish(seat))) if strangers else worst

    def moves(self, to: int, present: int) -> bool:
        """Whether the vote moves: for a fact, away from where it is lost, or now and then for a feeling."""
        gap = self.wish(to) - self.wish(present)
        leaders = self.ledger.leaders()
        if present in self.mates or (to in leaders and present not in leaders):
            return True
        if self.mates and not self.mates.isdisjoint(leaders):
            return True
        return gap >= FACT or (gap >= self.temper.stubborn and self.lots.chance(MOVES))

    def declares(self, *, danger: bool = False) -> bool:
        """Whether this player declares an office: when jail is near, or when the town has heard enough."""
        may = ROLES[self.role].declares and self.seat not in self.ledger.declared
        return may and (danger or self.ledger.day >= DECLARES_ON)

    def avenges(self) -> int:
        """Return whom this player would take along: the most suspected of those who brought it here, or 0."""
        mine = [
            voter for voter, target in self.ledger.rounds[-1] if target == self.seat and voter in self.ledger.living
        ]
        return self.worst(mine) if ROLES[self.role].avenges and mine else 0

    def waits(self, accused: int) -> bool:
        """Whether this player hears the others in a trial before it says anything: the mafia, of a mate."""
        return accused in self.mates

    def condemns(self, accused: int) -> bool:
        """Whether this player says FOR: of a mate only if he can't be saved, else of whoever is among the worst."""
        if accused == self.seat:
            return False
        if accused in self.mates:
            said = self.ledger.verdicts
            balance = sum(1 if guilty else -1 for guilty in said.values())
            return balance > sum(seat not in said for seat in (self.seat, *self.mates) if seat in self.ledger.living)
        wish = self.wish(accused)
        worse = sum(self.wish(seat) > wish for seat in self.others())
        return worse * 3 <= len(self.ledger.living) or (self.seat, accused) in self.ledger.rounds[-1]

    # ---- at night

    def order(self, targets: Sequence[int], shared: Lots) -> tuple[int, ...]:
        """Return whom to name tonight, of those who may be named: two for a comparison, none for no order.

        `shared` is what all mates know alike.
        """
        if self.power == Power.COMPARE:
            return self._compare(targets) if len(targets) > 1 else ()
        if not targets:
            return ()
        return (self._target(targets, shared),)

    def _target(self, targets: Sequence[int], shared: Lots) -> int:
        if self.power == Power.MARK:
            return self.victim(targets, shared)
        if self.power in (Power.CHECK, Power.BLOCK, Power.KILL):
            new = [seat for seat in targets if seat not in self.checks] or targets
            return self.worst(new)
        if self.power == Power.COVER:
            mates = [seat for seat in targets if seat in self.mates] or targets
            return self.worst(mates)
        if self.power == Power.WATCH:
            trusted = [seat for seat in self.trusted() if seat in targets]
            return trusted[0] if trusted else self.lots.pick([seat for seat in targets if seat != self.seat])
        return self._keep(targets)

    def victim(self, targets: Sequence[int], shared: Lots) -> int:
        """Return whom the mafia kills: whoever has come forward, else whom the town would not jail anyway.

        A doctor stays with whoever has come forward. While one may, the mafia draws a lot whether to try
        it all the same: a doctor can think so far as well.
        """
        ledger = self.ledger
        claimed = [who for who in (*ledger.declared, *ledger.claims) if who in targets]
        if claimed and not (ledger.may_be_treated(claimed[0]) and shared.chance(EVEN)):
            return claimed[0]
        others = [target for target in sorted(targets) if target not in claimed[:1]] or list(targets)
        votes = [target for _voter, target in ledger.rounds[-1]] if ledger.rounds else []
        least = min(votes.count(target) for target in others)
        return shared.pick([target for target in others if votes.count(target) == least])

    def _keep(self, targets: Sequence[int]) -> int:
        """Return whom to treat or to guard: whoever is believed, now and then oneself, else somebody unsuspected."""
        for who in self.trusted():
            if who in targets and self.lots.chance(STAYS):
                return who
        if self.seat in targets and self.lots.chance(HIMSELF):
            return self.seat
        ranked = sorted((seat for seat in targets if seat != self.seat), key=self.wish) or list(targets)
        return self.lots.pick(ranked[: max(1, len(ranked) // 2)])

    def _compare(self, targets: Sequence[int]) -> tuple[int, int]:
        """Return which two to compare: one who is known, if anybody is, with the most suspected."""
        unknown = [seat for seat in targets if self.is_enemy(seat) is None] or list(targets)
        second = self.worst(unknown)
        first = [seat for seat in targets if seat != second]
        known = [seat for seat in first if self.is_enemy(seat) is not None]
        return self.worst(known or first), second
