"""What a bot makes of a game: whom it suspects, whom it believes, and why. From the own view and the thread alone."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from games.bots.acts import Heard
from games.bots.dice import Dice
from games.bots.ears import Ears
from games.engine.roles import ROLES, Power, Side, side_of
from games.engine.sight import SeatView, View
from games.phrases.book import Book

# How much each public fact weighs; the noise of a day's mood goes from 0 to NOISE.
NOISE = 9
JAILED_TOWN, LAST_STRAW, MISSED_MAFIA, CAUGHT_MAFIA, SHIELDED = 3, 2, 7, -8, 6
SILENT, WORDLESS, WAVERS, AGAINST_ME, FOLLOWS, CALLS_ME = 3, 2, 2, 4, 2, 2
CLAIMED_GUILTY, CLAIMED_CLEAN, CLAIMANT, RIVAL, LIAR = 45, -20, -30, 14, 60
KNOWN_MAFIA, KNOWN_CLEAN = 90, -60
# The mafia spares its own, and would have claimants out of the way.
SPARED, SACRIFICED, WANTED = -70, 5, 12
# Two who differ, two who are alike; who came to somebody in the night in which he was killed.
DIFFER, ALIKE, CAME = 12, -8, 30
# From so many of the living on a silence says something.
HEARD_ENOUGH = 3


@dataclass(frozen=True, slots=True)
class Reason:
    """Why somebody is suspected: a kind of line in the phrase book, and the other player whom it is about, if any."""

    kind: str
    other: int = 0


@dataclass
class Mind:
    """One bot at one moment."""

    view: View
    names: Mapping[int, str]
    me: int
    dice: Dice
    heard: Sequence[Heard]
    book: Book
    reasons: dict[int, list[Reason]] = field(default_factory=dict)

    # ---- what is known

    @cached_property
    def ears(self) -> Ears:
        """How posts are read in this game."""
        return Ears(self.book, self.names)

    @cached_property
    def seats(self) -> dict[int, SeatView]:
        """All seats by number."""
        return {seat.number: seat for seat in self.view.seats}

    @cached_property
    def others(self) -> tuple[int, ...]:
        """The living but oneself."""
        return tuple(seat.number for seat in self.view.seats if seat.alive and seat.number != self.me)

    @cached_property
    def mates(self) -> frozenset[int]:
        """Those who win together with this bot and are known to it."""
        mine = self.view.mine
        return frozenset(mine.mates) if mine and mine.side == Side.MAFIA else frozenset()

    @cached_property
    def is_mafia(self) -> bool:
        """Whether this bot hides."""
        return bool(self.view.mine and self.view.mine.side != Side.TOWN)

    @cached_property
    def checks_others(self) -> bool:
        """Whether this bot is the town's commissioner: then whoever else claims it lies."""
        mine = self.view.mine
        return bool(mine and mine.power == Power.CHECK and mine.side == Side.TOWN)

    @cached_property
    def checked(self) -> dict[int, bool]:
        """What the own checks showed, by seat: whether it is an enemy."""
        return {target: shows_enemy(what) for _night, target, what in (self.view.mine.checks if self.view.mine else ())}

    @cached_property
    def friends(self) -> frozenset[int]:
        """Those of the town whose roles are known to this bot, if it is of the town itself."""
        known = (seat for seat in self.view.seats if seat.mate and seat.role)
        return frozenset(s.number for s in known if not self.is_mafia and side_of(s.role) == Side.TOWN)

    @cached_property
    def doubts(self) -> bool:
        """Whether somebody who was checked as clean may yet be an enemy: for somebody covers, or seems otherwise."""
        return may_deceive(self.view.composition)

    @cached_property
    def known(self) -> dict[int, bool]:
        """Return what checks, comparisons and the deal tell for certain, by seat: whether it is an enemy."""
        found = {seat: False for seat in self.friends}
        found |= {seat: enemy for seat, enemy in self.checked.items() if enemy or not self.doubts}
        shown = {seat.number: self.side_shown(seat.number) for seat in self.view.seats}
        sure = found | {seat: side != Side.TOWN for seat, side in shown.items() if side} | {self.me: self.is_mafia}
        for _night, first, second, same in self.view.mine.comparisons if self.view.mine else ():
            for one, other in ((first, second), (second, first)):
                if one in sure and other not in sure and (same or not sure[one]):
                    found[other] = sure[one] if same else True
        return found

    def side_shown(self, number: int) -> str:
        """Return the side of somebody who is out and whose role was shown, else an empty text."""
        seat = self.seats.get(number)
        return side_of(seat.role).value if seat and not seat.alive and seat.role else ""

    # ---- what is said

    @cached_property
    def named(self) -> list[tuple[Heard, tuple[int, ...]]]:
        """Each post with the seats that it names."""
        return [(post, self.ears.named(post.text)) for post in self.heard]

    @cached_property
    def claims(self) -> dict[int, dict[int, bool]]:
        """Who has come forward as commissioner, with the checks that were told: whether each is an enemy."""
        found: dict[int, dict[int, bool]] = {}
        for post in self.heard:
            if post.seat in self.seats and (post.seat in found or self.ears.claims(post.text)):
                told = self.ears.results(post.text) if self.ears.claims(post.text) else {}
                found.setdefault(post.seat, {}).update(told)
        return found

    @cached_property
    def claimants(self) -> tuple[int, ...]:
        """Those of the others who live, have come forward and were not shown to lie."""
        return tuple(who for who in self.claims if who in self.others and not self.refuted(who))

    @cached_property
    def believed(self) -> int:
        """Return the one who alone has come forward as commissioner and was not refuted, or 0."""
        if self.checks_others or self.me in self.claims:
            return 0
        return self.claimants[0] if len(self.claimants) == 1 else 0

    def refuted(self, who: int) -> bool:
        """Whether a check that somebody told was shown to be false, or is known to be: nobody finds this bot out.

        The mafia is as indignant as the town.
        """
        return self.claims.get(who, {}).get(self.me, False) or any(
            self.side_shown(target) and (self.side_shown(target) != Side.TOWN) != guilty
            for target, guilty in self.claims.get(who, {}).items()
        )

    # ---- whom it suspects

    @cached_property
    def suspicion(self) -> dict[int, int]:
        """Return how much each of the others is suspected, by what all know, and fill `reasons`."""
        score = {number: self.dice.of("noise", number).below(NOISE) for number in self.others}
        self._by_votes(score)
        self._by_talk(score)
        self._by_claims(score)
        self._by_powers(score)
        return score

    def _note(self, score: dict[int, int], number: int, weight: int, kind: str = "", other: int = 0) -> None:
        if number not in score:
            return
        score[number] += weight
        if kind and weight > 0:
            self.reasons.setdefault(number, []).append(Reason(kind, other))

    def _by_votes(self, score: dict[int, int]) -> None:
        for closed in self.view.rounds:
            votes = dict(closed.votes)
            most = [(target, count) for target, count in closed.counted.most_common(2) if target]
            lost = most[0][0] if most else 0
            for voter, target in votes.items():
                side = self.side_shown(target)
                if side == Side.TOWN and self.seats[target].how == "jailed":
                    self._note(score, voter, JAILED_TOWN, "accuse_vote", target)
                elif side and side != Side.TOWN:
                    self._note(score, voter, CAUGHT_MAFIA)
                elif lost and self.side_shown(lost) not in ("", Side.TOWN):
                    self._note(score, voter, MISSED_MAFIA, "accuse_missed", lost)
            for_lost = [voter for voter, target in closed.votes if target == lost]
            if len(for_lost) > 2 and self.side_shown(lost) == Side.TOWN:
                self._note(score, for_lost[-1], LAST_STRAW, "accuse_last", lost)
        for count in self.view.counts:
            for place, voter in enumerate(count.voters):
                if count.target == self.me:
                    self._note(score, voter, AGAINST_ME, "accuse_me")
                elif place >= 2:
                    self._note(score, voter, FOLLOWS, "accuse_follow")

    def _by_talk(self, score: dict[int, int]) -> None:
        spoken = Counter(post.seat for post in self.heard if post.fresh)
        voted = {voter for count in self.view.counts for voter in count.voters}
        for number in self.others:
            if len(spoken) > HEARD_ENOUGH and not spoken[number]:
                if number in voted:
                    self._note(score, number, WORDLESS, "accuse_wordless")
                else:
                    self._note(score, number, SILENT, "accuse_silent")
        shields: set[tuple[int, int]] = set()
        wavers: set[int] = set()
        for post, about in self.named:
            if post.seat not in score:
                continue
            if post.fresh and post.seat not in wavers and self.ears.has("change", post.text):
                wavers.add(post.seat)
                self._note(score, post.seat, WAVERS, "accuse_change")
            if post.fresh and self.me in about and self.ears.has("accuse", post.text) and "?" not in post.text:
                score[post.seat] += CALLS_ME
            for other in about:
                mafia = self.side_shown(other) not in ("", Side.TOWN)
                if mafia and (post.seat, other) not in shields and self._defends(post):
                    shields.add((post.seat, other))
                    self._note(score, post.seat, SHIELDED, "accuse_shield", other)

    def _defends(self, post: Heard) -> bool:
        """Whether a post of an earlier phase spoke for those whom it names; afterwards everybody speaks otherwise."""
        return not post.fresh and self.ears.has("defend", post.text)

    def _by_powers(self, score: dict[int, int]) -> None:
        """Weigh what this bot learned by its own power, and who has declared an office."""
        for number, enemy in self.known.items():
            self._note(score, number, KNOWN_MAFIA if enemy else KNOWN_CLEAN)
        for number in self.checked.keys() - self.known.keys():
            self._note(score, number, CLAIMED_CLEAN)
        mine = self.view.mine
        for _night, first, second, same in mine.comparisons if mine else ():
            for number in (first, second):
                self._note(score, number, ALIKE if same else DIFFER)
        for night, target, visitors in mine.watches if mine else ():
            seat = self.seats[target]
            if (seat.out_phase, seat.out_day) == ("night", night):
                for number in visitors:
                    self._note(score, number, CAME)
        for seat in self.view.seats:
            if seat.declared:
                self._note(score, seat.number, KNOWN_CLEAN)

    def _by_claims(self, score: dict[int, int]) -> None:
        for who, results in self.claims.items():
            seat = self.seats[who]
            if not seat.alive and seat.role and who != self.me:
                if seat.role == "commissioner":
                    for target, guilty in results.items():
                        self._note(score, target, KNOWN_MAFIA if guilty else KNOWN_CLEAN)
            elif who == self.me:
                continue
            elif self.refuted(who) or self.checks_others:
                self._note(score, who, LIAR)
            elif who == self.believed:
                self._note(score, who, CLAIMANT)
                for target, guilty in results.items():
                    self._note(score, target, CLAIMED_GUILTY if guilty else CLAIMED_CLEAN)
            elif seat.alive:
                self._note(score, who, RIVAL)

    def reason_for(self, number: int, dice: Dice) -> Reason:
        """Return one of the reasons for which somebody is suspected; a feeling where there is none."""
        assert self.suspicion is not None
        told = self.reasons.get(number, ())
        return dice.pick(told) if told else Reason("accuse_gut")

    def worst(self, among: Sequence[int]) -> int:
        """Return the one whom this bot would rather see out of the game; the first seat where all are alike.

        The mafia pretends: it suspects as the town does, spares its mates unless they are lost, and
        likes whoever has come forward as commissioner best of all.
        """
        return max(among, key=lambda number: (self.wish(number), -number))

    def wish(self, number: int) -> int:
        """Return how much this bot wants somebody out."""
        score = self.suspicion.get(number, 0)
        if not self.is_mafia:
            return score
        if number in self.mates:
            return SACRIFICED + score if self._lost(number) else SPARED + score
        return score + (WANTED if number in self.claimants else 0)

    def against(self, number: int) -> tuple[int, ...]:
        """Return who votes for somebody now."""
        return next((count.voters for count in self.view.counts if count.target == number), ())

    def _lost(self, mate: int) -> bool:
        """Whether most of the town is after a mate already: then it is better to be seen among them."""
        return len(self.against(mate)) * 2 > len(self.others)


def shows_enemy(what: str) -> bool:
    """Tell whether a check showed an enemy of the town; it shows a role, or a side."""
    return (what if what in tuple(Side) else side_of(what)) != Side.TOWN


def may_deceive(roles: Iterable[str]) -> bool:
    """Tell whether among these roles some make an enemy seem clean: one covers, or seems what it is not."""
    return any(ROLES[role].seen_as or ROLES[role].power == Power.COVER for role in roles)
