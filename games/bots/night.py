"""What a bot orders at night."""

from collections import Counter
from collections.abc import Mapping, Sequence

from games.bots.acts import Act, Confide, Heard, Order
from games.bots.dice import Dice
from games.bots.mind import Mind
from games.bots.talk import Talk
from games.engine.roles import Power
from games.engine.sight import Mine, View

# A bot of the mafia waits so long (in hundredths of the night) for a word of its mates before it orders.
CONFER = 25
# Hundredths: how often the doctor stays with whoever has come forward, and treats himself otherwise.
STAYS, HIMSELF = 92, 25


class Night:
    """One bot at one moment of a night."""

    def __init__(
        self, view: View, mine: Mine, mind: Mind, tongue: Talk, moment: Dice, room: Sequence[Heard], gone: int
    ) -> None:
        self.view, self.mine, self.mind, self.tongue = view, mine, mind, tongue
        self.moment, self.room, self.gone = moment, [post for post in room if post.fresh], gone
        self.names: Mapping[int, str] = mind.names

    def order(self, *, talks: bool) -> Act | None:
        """Return the night's order, once the mafia has conferred."""
        targets = [target for target in self.mine.order_targets if target]
        if not targets:
            return None if self.mine.ordered else Order(None)
        if self.mine.power == Power.MARK:
            return self._by_boss(targets, talks) if "boss" in self.mine.can else self._mark(targets, talks)
        if self.mine.ordered:
            return None
        if self.mine.power == Power.COMPARE:
            return self._compare(targets)
        return Order(self._target(targets))

    def _target(self, targets: Sequence[int]) -> int:
        """Return whom to name for a power that needs nobody else."""
        match self.mine.power:
            case Power.TREAT | Power.GUARD:
                return self._treat(targets)
            case Power.COVER:
                return self.mind.worst([target for target in targets if target in self.mind.mates] or targets)
            case Power.WATCH:
                others = [target for target in targets if target != self.mind.me]
                return self.mind.believed if self.mind.believed in others else self.moment.pick(others or targets)
        return self._examine(targets)

    def _compare(self, targets: Sequence[int]) -> Act:
        """Compare the most suspected of those who are not known with one who is, if there is one."""
        if len(targets) < 2:
            return Order(None)
        unknown = [target for target in targets if target not in self.mind.known]
        second = self.mind.worst(unknown or targets)
        others = [target for target in targets if target != second]
        return Order(self.mind.worst([t for t in others if t in self.mind.known] or others), second)

    def _by_boss(self, targets: Sequence[int], talks: bool) -> Act | None:
        """The boss alone sends a name, and never a second one; the others confer."""
        if self.mine.boss != self.mind.me:
            act = self._mark(targets, talks) if talks else None
            return act if isinstance(act, Confide) else None
        if self.mine.ordered:
            return None
        sent = [target for target in self.mine.names_sent if target in targets]
        return Order(sent[0]) if sent else self._mark(targets, talks)

    def _mark(self, targets: Sequence[int], talks: bool) -> Act | None:
        """Follow what a mate proposes, else propose."""
        mates = [seat for seat in self.mind.mates if self.mind.seats[seat].alive]
        proposed = [
            number
            for post in reversed(self.room)
            if post.seat in mates
            for number in self.mind.ears.named(post.text)[:1]
            if number in targets
        ]
        spoken = any(post.seat == self.mind.me for post in self.room)
        victim = proposed[0] if proposed else self._victim(targets)
        if talks and mates and not spoken and not self.mine.ordered:
            kind = "room_agree" if proposed else "room_propose"
            return Confide(self.tongue.line(kind, plain=True, name=self.names[victim]))
        if self.mine.ordered and self.mine.order == victim:
            return None
        if talks and mates and not proposed and self.gone < CONFER:
            return None
        return Order(victim)

    def _victim(self, targets: Sequence[int]) -> int:
        """Return whom the mafia kills: whoever has come forward, else whom the town would not jail anyway.

        From what all mates know alike, so that they agree without a word.
        """
        shared = Dice(b"", self.view.day, sorted(self.names.items()))
        declared = [seat.number for seat in self.view.seats if seat.declared]
        claimed = [who for who in (*declared, *self.mind.claims) if who in targets]
        if claimed:
            return claimed[0]
        votes = self.view.rounds[-1].counted if self.view.rounds else Counter[int]()
        least = min(votes[target] for target in targets)
        return shared.pick([target for target in sorted(targets) if votes[target] == least])

    def _examine(self, targets: Sequence[int]) -> int:
        """Return whom to check, to block or to kill: the most suspected of those not checked yet."""
        new = [target for target in targets if target not in self.mind.checked] or list(targets)
        return self.mind.worst(new)

    def _treat(self, targets: Sequence[int]) -> int:
        """Return whom to treat: the commissioner who is believed, now and then oneself, else somebody unsuspected."""
        if self.mind.believed in targets and self.moment.chance(STAYS):
            return self.mind.believed
        if self.mind.me in targets and self.moment.chance(HIMSELF):
            return self.mind.me
        ranked = sorted((t for t in targets if t != self.mind.me), key=self.mind.wish) or list(targets)
        return self.moment.pick(ranked[: max(1, len(ranked) // 2)])
