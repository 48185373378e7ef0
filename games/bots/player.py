"""What a bot does next."""

from collections.abc import Mapping, Sequence

from games.bots.acts import Acknowledge, Act, Confide, Done, Heard, Order, Say, Vote
from games.bots.dice import Dice
from games.bots.mind import Mind
from games.bots.talk import Talk
from games.engine.roles import Power, Side
from games.engine.sight import View
from games.phrases import PHRASES

# By which part of the day everybody votes, and how many posts come before that, by temper.
VOTE_BY = 55
# How much worse somebody else must look before a vote is changed.
SWAYED = 8
# A bot of the mafia waits so long for a word of its mates before it orders.
CONFER = 25


def decide(
    view: View,
    *,
    names: Mapping[int, str],
    me: int,
    dice: Dice,
    heard: Sequence[Heard] = (),
    room: Sequence[Heard] = (),
    language: str = "ru",
    talk: bool = True,
    said: int = 0,
) -> Act | None:
    """Return the one thing that the bot in seat `me` does now, or None.

    `view` is what `sight` shows to that seat, `names` the nicknames by seat, `heard` and `room` the
    newest posts of the thread and of the mafia's room, the oldest first, `said` how many posts the
    bot has made in this phase. `dice` must come from the bot's own seed; what changes from moment
    to moment is drawn from it and from the situation. Without `talk` the same decisions are made
    without a word, as the simulation needs them.
    """
    mine = view.mine
    if mine is None or idle(view):
        return None
    if "acknowledge" in mine.can:
        return Acknowledge()
    player = _Player(view, names, me, dice, heard, room, language, talk, said)
    if "vote" in mine.can:
        return player.by_day()
    if "done" in mine.can:
        return player.last_word()
    if "order" in mine.can:
        return player.by_night()
    return None


def idle(view: View) -> bool:
    """Tell whether there is nothing to do for the seat, whatever was written: then nothing need be read for it."""
    mine = view.mine
    if mine is None or not mine.alive or view.closing or view.paused:
        return True
    if "order" in mine.can and mine.ordered and mine.power != Power.MARK:
        return True
    return not mine.can & {"acknowledge", "vote", "done", "order"}


def reply_to_letter(dice: Dice, language: str) -> str:
    """Return a line that answers a letter."""
    return Talk(PHRASES[language], dice, ()).line("letter", plain=True)


class _Player:
    """A bot in one situation."""

    def __init__(
        self,
        view: View,
        names: Mapping[int, str],
        me: int,
        dice: Dice,
        heard: Sequence[Heard],
        room: Sequence[Heard],
        language: str,
        talk: bool,
        said: int,
    ) -> None:
        assert view.mine is not None
        self.view, self.mine, self.names, self.me = view, view.mine, names, me
        self.heard, self.room, self.talks, self.said = heard, room, talk, said
        self.gone = _gone(view)
        # The temper lasts for a game, the mood for a day; the moment is now.
        self.temper = dice.of("temper").below(3)
        self.moment = dice.of("moment", view.phase, view.day, self.gone, said, len(heard))
        book = PHRASES[language]
        self.mind = Mind(view, names, me, dice.of("day", view.day), heard, book)
        self.tongue = Talk(book, self.moment.of("words"), heard)

    # ---- by day

    def by_day(self) -> Act | None:
        """Talk, vote, answer, change the vote; in the second round choose between those on the bench."""
        targets = [target for target in self.mine.vote_targets if target]
        if not targets:
            return None
        worst = self._candidate(targets)
        runoff = self.view.phase == "runoff"
        if self.talks and not runoff and (claim := self._claim()):
            return claim
        if self.mine.vote is None:
            wordy = self.talks and not runoff and self.said <= self.temper and self.gone < VOTE_BY
            if wordy and self._speaks_first():
                return Say(self._something())
            return self._vote(worst, "runoff" if runoff else "vote")
        if worst != self.mine.vote and self._swayed(worst, self.mine.vote):
            return self._vote(worst, "change")
        if self.talks and not runoff and self.said < 3 + self.temper:
            if self._addressed() and self.moment.chance(60):
                return Say(self._answer())
            if self.moment.chance(14):
                return Say(self._something())
        return None

    def _speaks_first(self) -> bool:
        """Whether there is something to say before the vote."""
        return self.said == 0 or self.moment.chance(65 - 20 * self.said)

    def _candidate(self, targets: Sequence[int]) -> int:
        """Return whom to vote for: the most suspected; late in the day one of those who can still be jailed."""
        worst = self.mind.worst(targets)
        leading = [count.target for count in self.view.counts if count.leads and count.target in targets]
        against_me = max((len(count.voters) for count in self.view.counts if count.target == self.me), default=0)
        if leading and self.gone > 35:
            best = self.mind.worst(leading)
            near = self.mind.wish(worst) - self.mind.wish(best) < SWAYED
            if near or (against_me >= 2 and self.mind.wish(best) > -20):
                return best
        return worst

    def _swayed(self, worst: int, present: int) -> bool:
        """Whether the vote moves: for a fact, or now and then for a feeling."""
        gap = self.mind.wish(worst) - self.mind.wish(present)
        return gap >= 30 or (gap >= SWAYED and self.moment.chance(25))

    def _vote(self, target: int, category: str) -> Vote:
        if not self.talks or self.moment.chance(12):
            return Vote(target)
        why = ""
        if category == "vote" and (self.said == 0 or self.moment.chance(70)):
            why = self._accuse(target, plain=True)
        return Vote(target, self.tongue.vote(category, self.names[target], why))

    # ---- the commissioner

    def _claim(self) -> Act | None:
        """Come forward: with somebody who was found, against a false one, or when jail is near."""
        if self.mine.power != Power.CHECK or self.mine.side != Side.TOWN:
            return None
        told = self.mind.claims.get(self.me)
        found = [number for number, enemy in self.mind.checked.items() if enemy and number in self.mind.others]
        rivals = [who for who in self.mind.claims if who in self.mind.others]
        if rivals and (told is None or rivals[0] not in told):
            return self._declare("counter", rivals[0])
        if found and found[0] not in (told or {}) and (self.temper > 0 or self.gone > 30):
            return self._declare("claim_found", found[0])
        in_danger = any(count.leads and count.target == self.me and len(count.voters) > 2 for count in self.view.counts)
        if told is None and in_danger and self.mine.checks:
            return Say(self.tongue.line("claim_list", plain=True, results=self._results()))
        return None

    def _declare(self, category: str, target: int) -> Act:
        text = self.tongue.line(category, plain=True, name=self.names[target])
        if target in self.mine.vote_targets and self.mine.vote != target:
            return Vote(target, self.tongue.vote("vote", self.names[target], text))
        return Say(text)

    def _results(self) -> str:
        book = self.mind.book
        told = [
            book.RESULT["mafia" if enemy else "town"].format(name=self.names[number])
            for number, enemy in self.mind.checked.items()
        ]
        return ", ".join(told) or book.NIGHT_PASSED

    # ---- what it says

    def _something(self) -> str:
        """Say what suits the day: an answer, the news of the night or of the vote, a suspicion, or small talk."""
        line, moment = self.tongue.line, self.moment
        if self._addressed() and moment.chance(75):
            return self._answer()
        if self.mind.believed and self.mind.believed != self.me and not self._fresh(self.me) and moment.chance(50):
            return line("believe")
        if self.said == 0 and moment.chance(70) and (news := self._news()):
            return news
        if moment.chance(8):
            return line("joke", plain=True)
        if moment.chance(22):
            return line("musing")
        spoken = [post for post in self.heard if post.fresh and post.seat in self.mind.others]
        if spoken and moment.chance(25) and (said := self._about(moment.pick(spoken))):
            return said
        targets = [target for target in self.mine.vote_targets if target and target not in self.mind.mates]
        return self._accuse(self.mind.worst(targets)) if targets else line("musing")

    def _news(self) -> str:
        """Say something of what happened since the last day; on the first day there is only the weather."""
        if not self.view.reports:
            return self.tongue.line("first_day")
        facts = [fact for report in self.view.reports[-2:] for fact in report.facts if fact.seat != self.me]
        lines = []
        for fact in facts:
            if fact.kind == "nobody_killed":
                lines.append(("dawn_quiet", 0))
            elif fact.kind == "killed" and fact.seat:
                lines.append(("dawn_death", fact.seat))
            elif fact.kind == "jailed" and fact.seat and (side := self.mind.side_shown(fact.seat)):
                lines.append(("jailed_town" if side == Side.TOWN else "jailed_mafia", fact.seat))
        if not lines:
            return ""
        category, seat = self.moment.pick(lines)
        return self.tongue.line(category, name=self.names.get(seat, ""))

    def _about(self, post: Heard) -> str:
        """Agree or disagree with what somebody else says about a third one."""
        third = [number for number in self.mind.named(post.text) if number in self.mind.others and number != post.seat]
        if not third:
            return ""
        name, other = self.names[post.seat], self.names[third[0]]
        liked = third[0] in self.mind.mates or self.mind.wish(third[0]) < 5
        if liked:
            return self.tongue.line("doubt", name=other)
        return self.tongue.line("agree", name=name, other=other)

    def _accuse(self, target: int, *, plain: bool = False) -> str:
        reason = self.mind.reason_for(target)
        return self.tongue.line(
            reason.category, plain=plain, name=self.names[target], other=self.names.get(reason.other, "")
        )

    def _fresh(self, seat: int) -> list[Heard]:
        return [post for post in self.heard if post.fresh and post.seat == seat]

    def _addressed(self) -> Heard | None:
        """Return the newest post of another that names this bot and stands after its own last one, if there is one."""
        for post in reversed(self.heard):
            if not post.fresh or post.seat == self.me:
                return None
            if post.seat in self.mind.others and self.me in self.mind.named(post.text):
                return post
        return None

    def _answer(self) -> str:
        """Answer whoever has named this bot: a vote or a charge with a defence, a question with an answer."""
        post = self._addressed()
        if post is None:
            return self.tongue.line("musing")
        name = self.names[post.seat]
        against = any(count.target == self.me and post.seat in count.voters for count in self.view.counts)
        if against:
            return self.tongue.line("accuse_me" if self.moment.chance(60) else "defend", name=name)
        if "?" in post.text or self.moment.chance(50):
            return self.tongue.line("answer", plain=True, name=name)
        return self.tongue.line("defend", name=name)

    # ---- the last word, the night

    def last_word(self) -> Act | None:
        """Say a last word, then that all is said."""
        if any(seat.number == self.me and seat.done for seat in self.view.seats):
            return None
        if not self.talks:
            return Done()
        if self.mine.power == Power.CHECK and self.mine.side == Side.TOWN and self.mine.checks:
            return Done(self.tongue.line("last_commissioner", plain=True, results=self._results()))
        return Done(self.tongue.line("last_mafia" if self.mind.is_mafia else "last_town", plain=True))

    def by_night(self) -> Act | None:
        """Send the night's order, once the mafia has conferred."""
        targets = [target for target in self.mine.order_targets if target]
        if not targets:
            return None if self.mine.ordered else Order(None)
        if self.mine.power == Power.MARK:
            return self._mark(targets)
        if self.mine.ordered:
            return None
        return Order(self._treat(targets) if self.mine.power == Power.TREAT else self._examine(targets))

    def _mark(self, targets: Sequence[int]) -> Act | None:
        """Follow what a mate proposes, else propose."""
        mates = [seat for seat in self.mind.mates if self.mind.seats[seat].alive]
        proposed = [
            number
            for post in reversed(self.room)
            if post.fresh and post.seat in mates
            for number in self.mind.named(post.text)[:1]
            if number in targets
        ]
        spoken = any(post.fresh and post.seat == self.me for post in self.room)
        victim = proposed[0] if proposed else self._victim(targets)
        if self.talks and mates and not spoken and not self.mine.ordered:
            category = "room_agree" if proposed else "room_propose"
            return Confide(self.tongue.line(category, plain=True, name=self.names[victim]))
        if self.mine.ordered and self.mine.order == victim:
            return None
        if self.talks and mates and not proposed and self.gone < CONFER:
            return None
        return Order(victim)

    def _victim(self, targets: Sequence[int]) -> int:
        """Return whom the mafia kills: whoever has come forward, else whom the town would not jail anyway.

        From what all mates know alike, so that they agree without a word.
        """
        shared = Dice(b"", self.view.day, sorted(self.names.items()))
        claimed = [who for who in self.mind.claims if who in targets]
        if claimed:
            return claimed[0]
        votes = {count.target: 0 for count in self.view.counts}
        for closed in self.view.rounds[-1:]:
            for _voter, target in closed.votes:
                votes[target] = votes.get(target, 0) + 1
        least = min(votes.get(target, 0) for target in targets)
        return shared.pick([target for target in sorted(targets) if votes.get(target, 0) == least])

    def _examine(self, targets: Sequence[int]) -> int:
        """Return whom to check (or, for a maniac, to kill): the most suspected of those not checked yet."""
        new = [target for target in targets if target not in self.mind.checked] or list(targets)
        return self.mind.worst(new)

    def _treat(self, targets: Sequence[int]) -> int:
        """Return whom to treat: the commissioner who is believed, now and then oneself, else somebody unsuspected."""
        if self.mind.believed in targets and self.moment.chance(85):
            return self.mind.believed
        if self.me in targets and self.moment.chance(25):
            return self.me
        ranked = sorted((t for t in targets if t != self.me), key=self.mind.wish) or list(targets)
        return self.moment.pick(ranked[: max(1, len(ranked) // 2)])


def _gone(view: View) -> int:
    """Return how much of the open phase has passed, in hundredths."""
    if view.deadline is None or view.remaining is None:
        return 0
    length = view.deadline - view.opened
    return max(0, min(100, round(100 * (1 - view.remaining / length)))) if length else 100
