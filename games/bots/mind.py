"""What a bot makes of a game: whom it suspects, whom it believes, and why. From the own view and the thread alone."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import ModuleType

from games.bots.acts import Heard
from games.bots.dice import Dice
from games.engine.roles import Side, side_of
from games.engine.sight import SeatView, View

# How much each public fact weighs; the noise of a character goes from 0 to NOISE.
NOISE = 9
JAILED_TOWN, MISSED_MAFIA, CAUGHT_MAFIA = 4, 6, -7
SILENT, AGAINST_ME, FOLLOWS, ACCUSED = 3, 4, 2, 1
CLAIMED_GUILTY, CLAIMED_CLEAN, CLAIMANT, RIVAL, LIAR = 45, -12, -18, 14, 60
KNOWN_MAFIA, KNOWN_CLEAN = 90, -60


@dataclass(frozen=True, slots=True)
class Reason:
    """Why somebody is suspected: a category of the phrase book, and the other player it is about, if any."""

    category: str
    other: int = 0


@dataclass
class Mind:
    """One bot at one moment."""

    view: View
    names: Mapping[int, str]
    me: int
    dice: Dice
    heard: Sequence[Heard]
    book: ModuleType
    reasons: dict[int, list[Reason]] = field(default_factory=dict)

    # ---- what is known

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
    def checked(self) -> dict[int, bool]:
        """What the own checks showed, by seat: whether it is an enemy."""
        return {target: _enemy(what) for _night, target, what in (self.view.mine.checks if self.view.mine else ())}

    def side_shown(self, number: int) -> str:
        """Return the side of somebody who is out and whose role was shown, else an empty text."""
        seat = self.seats.get(number)
        return side_of(seat.role).value if seat and not seat.alive and seat.role else ""

    # ---- what is said

    @cached_property
    def _spellings(self) -> list[tuple[int, str]]:
        """How each nickname is looked for; people decline them, so the end does not count."""
        return [(number, name.casefold()[: max(4, len(name) - 2)]) for number, name in self.names.items()]

    def named(self, text: str) -> list[int]:
        """Return the seats whose nicknames stand in a text, in the order of the text."""
        low = text.casefold()
        found = [(low.find(spelling), number) for number, spelling in self._spellings]
        return [number for at, number in sorted(found) if at >= 0]

    @cached_property
    def claims(self) -> dict[int, dict[int, bool]]:
        """Who has come forward as commissioner, with the checks that were told: whether each is an enemy."""
        found: dict[int, dict[int, bool]] = {}
        for post in self.heard:
            if post.seat and any(mark in post.text.casefold() for mark in self.book.CLAIM):
                found.setdefault(post.seat, {}).update(self._results(post.text))
        return found

    def _results(self, text: str) -> dict[int, bool]:
        """Read the checks in a text: a nickname, and within a few words what it is."""
        found: dict[int, bool] = {}
        low = text.casefold()
        for number, spelling in self._spellings:
            for match in re.finditer(re.escape(spelling), low):
                near = re.split(r"[.,;!?\n]", low[match.end() : match.end() + 40])[0]
                if any(word in near for word in self.book.CLEAN):
                    found[number] = False
                elif any(word in near for word in self.book.GUILTY):
                    found[number] = True
        return found

    @cached_property
    def believed(self) -> int:
        """Return the living who alone has come forward as commissioner and was not refuted, or 0."""
        if self.view.mine and self.view.mine.power == "check":
            return 0
        living = [who for who in self.claims if who != self.me and self.seats[who].alive and not self.refuted(who)]
        return living[0] if len(living) == 1 else 0

    def refuted(self, who: int) -> bool:
        """Whether a check that somebody told was shown to be false."""
        return any(
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
        return score

    def _note(self, score: dict[int, int], number: int, weight: int, category: str = "", other: int = 0) -> None:
        if number not in score:
            return
        score[number] += weight
        if category and weight > 0:
            self.reasons.setdefault(number, []).append(Reason(category, other))

    def _by_votes(self, score: dict[int, int]) -> None:
        for closed in self.view.rounds:
            votes = dict(closed.votes)
            most = Counter(votes.values()).most_common(1)
            for voter, target in votes.items():
                side = self.side_shown(target)
                if side == Side.TOWN:
                    self._note(score, voter, JAILED_TOWN, "accuse_vote", target)
                elif side:
                    self._note(score, voter, CAUGHT_MAFIA)
                elif most and self.side_shown(most[0][0]) not in ("", Side.TOWN):
                    self._note(score, voter, MISSED_MAFIA, "accuse_missed", most[0][0])
        for count in self.view.counts:
            for place, voter in enumerate(count.voters):
                if count.target == self.me:
                    self._note(score, voter, AGAINST_ME, "accuse_me")
                elif place >= 2:
                    self._note(score, voter, FOLLOWS, "accuse_follow")

    def _by_talk(self, score: dict[int, int]) -> None:
        spoken = Counter(post.seat for post in self.heard if post.fresh)
        for number in self.others:
            if len(spoken) > 3 and not spoken[number]:
                self._note(score, number, SILENT, "accuse_silent")

    def _by_claims(self, score: dict[int, int]) -> None:
        mine = self.view.mine
        for target, guilty in self.checked.items():
            self._note(score, target, KNOWN_MAFIA if guilty else KNOWN_CLEAN)
        for who, results in self.claims.items():
            if who == self.me:
                continue
            if self.refuted(who) or (mine and mine.power == "check"):
                self._note(score, who, LIAR, "counter")
            elif who == self.believed:
                self._note(score, who, CLAIMANT)
                for target, guilty in results.items():
                    self._note(score, target, CLAIMED_GUILTY if guilty else CLAIMED_CLEAN)
            elif self.seats[who].alive:
                self._note(score, who, RIVAL)

    def reason_for(self, number: int) -> Reason:
        """Return why somebody is suspected, as far as it can be told; a feeling where nothing else is."""
        assert self.suspicion is not None
        told = [reason for reason in self.reasons.get(number, ()) if reason.category != "counter"]
        return self.dice.of("reason", number).pick(told) if told else Reason("accuse_gut")

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
            return score - 70 if not self._lost(number) else score + 5
        living = [who for who in self.claims if self.seats[who].alive]
        return score + (12 if number in living else 0)

    def _lost(self, mate: int) -> bool:
        """Whether most of the town is after a mate already: then it is better to be seen among them."""
        against = next((len(count.voters) for count in self.view.counts if count.target == mate), 0)
        return against * 2 > len(self.others)


def _enemy(what: str) -> bool:
    """Tell whether a check showed an enemy of the town; it shows a role, or a side."""
    return (what if what in tuple(Side) else side_of(what)) != Side.TOWN
