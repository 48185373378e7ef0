"""What a bot says: answers to whoever names it, news, charges, questions, small talk."""

from collections.abc import Mapping, Sequence

from games.bots.acts import Heard
from games.bots.dice import Dice
from games.bots.mind import Mind
from games.bots.talk import Talk
from games.bots.tempers import Temper
from games.engine.roles import Side
from games.engine.sight import Mine, View

# How many posts a bot makes in a phase when it is asked, and how many of them to the same person.
ANSWERS_AT_MOST, TO_ONE = 8, 3
# How many comment on the news before the others find something else to say.
COMMENTS = 3
# With so few left everybody counts.
FEW = 4
# Somebody below this is not suspected.
LIKED = 4


class Speaker:
    """The voice of one bot at one moment."""

    def __init__(
        self, view: View, mine: Mine, mind: Mind, tongue: Talk, moment: Dice, temper: Temper, dice: Dice, said: int
    ) -> None:
        self.view, self.mine, self.mind, self.tongue = view, mine, mind, tongue
        self.moment, self.temper, self.dice, self.said = moment, temper, dice, said
        self.names: Mapping[int, str] = mind.names
        self.me = mind.me
        self.fresh = [(post, about) for post, about in mind.named if post.fresh]
        # Whom this bot has named in the open phase.
        self.spoken_to = {number for own, about in self.fresh if own.seat == self.me for number in about}

    # ---- to whoever names it

    def addressed(self) -> Heard | None:
        """Return the newest post of another that names this bot and that it has not answered by name, if it answers.

        Questions are answered, as long as it is not an interrogation; charges mostly; remarks now and then.
        """
        answered: set[int] = set()
        for post, about in reversed(self.fresh):
            if post.seat == self.me:
                answered.update(about)
            elif post.seat in self.mind.others and post.seat not in answered and self.me in about:
                return post if self._answers(post) else None
        return None

    def _answers(self, post: Heard) -> bool:
        before = sum(post.seat in about for own, about in self.fresh if own.seat == self.me)
        if self.said >= ANSWERS_AT_MOST or before >= TO_ONE:
            return False
        if "?" in post.text and before < 2:
            return True
        # Decided once for each post, however often the bot is asked what it does.
        lot = self.dice.of("reply", post.seat, post.text)
        charged = post.seat in self.mind.against(self.me) or self.mind.ears.has("accuse", post.text)
        return lot.chance((85 if charged else 60) if not before else 22)

    def answer(self, post: Heard) -> str:
        """Answer a post that names this bot, by name and to the point, as far as it is understood."""
        line, name, has = self.tongue.line, self.names[post.seat], self.mind.ears.has
        asked = "?" in post.text
        if asked and has("role", post.text):
            return line("answer_role", name=name)
        if asked and has("why", post.text) and self.mine.vote:
            if self.mine.vote == post.seat:
                return self.accuse(post.seat)
            return line("answer_why", name=name, other=self.names[self.mine.vote])
        if asked and has("whom", post.text) and (suspect := self._suspect(post.seat)):
            if self.mind.wish(post.seat) > self.mind.wish(suspect) + self.temper.stubborn:
                return self.accuse(post.seat)
            return line("answer_whom", name=name, other=self.names[suspect])
        if post.seat in self.mind.against(self.me):
            return line("accuse_me" if self.moment.chance(55) else "defend", plain=True, name=name)
        if has("defend", post.text) and not asked:
            return line("thanks", plain=True, name=name)
        if has("accuse", post.text) and not asked:
            return line("defend", plain=True, name=name)
        return line("answer" if asked else "reply", plain=True, name=name)

    def retort(self) -> str:
        """Speak to somebody who votes for this bot and was not spoken to on that day, if there is one."""
        new = [voter for voter in self.mind.against(self.me) if voter not in self.spoken_to]
        if not new or self.said >= ANSWERS_AT_MOST or not self.dice.of("retort", self.view.day, new[-1]).chance(70):
            return ""
        return self.tongue.line("accuse_me", plain=True, name=self.names[new[-1]])

    def _suspect(self, but: int) -> int:
        targets = [number for number in self.mind.others if number != but and number not in self.mind.mates]
        return self.mind.worst(targets) if targets else 0

    # ---- of its own accord

    def something(self) -> str:
        """Say what suits the day: the news of the night or of the vote, a claim, a charge, a question, small talk."""
        line, moment, temper = self.tongue.line, self.moment, self.temper
        spoken = {post.seat for post, _about in self.fresh}
        if self.said == 0 and moment.chance(85 if len(spoken) < COMMENTS else 22) and (news := self._news()):
            return news
        if (said := self._of_claims()) and moment.chance(60):
            return said
        if self.view.living <= FEW and self.said < 2 and moment.chance(35):
            return line("endgame", plain=True, count=str(self.view.living))
        lot = moment.below(100)
        if (lot := lot - temper.jokes) < 0:
            return line("joke", plain=True)
        if (lot := lot - temper.asks) < 0 and (whom := self._to_ask()):
            return line("ask", plain=True, name=self.names[whom])
        if lot < 18 and (said := self._about()):
            return said
        targets = [number for number in self.mind.others if number not in self.mind.mates]
        if lot < 18 + temper.accuses and targets:
            return self.accuse(self.mind.worst(targets))
        return line("musing")

    def accuse(self, target: int, *, plain: bool = False) -> str:
        """Say why somebody is suspected, by a fact that all can check if there is one."""
        reason = self.mind.reason_for(target, self.moment.of("reason"))
        return self.tongue.line(
            reason.kind, plain=plain, name=self.names[target], other=self.names.get(reason.other, "")
        )

    def _news(self) -> str:
        """Say something of what happened since the last day; on the first day there is nothing but the company."""
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
            elif fact.seat in self.mind.seats and not self.mind.seats[fact.seat].alive:
                lines.append(("dawn_left", fact.seat))
        if not lines:
            return ""
        kind, seat = self.moment.pick(lines)
        return self.tongue.line(kind, name=self.names.get(seat, ""))

    def _of_claims(self) -> str:
        """Say once a day what to think of whoever has come forward."""
        among = self.mind.claimants
        if not among or self.mind.checks_others or self.spoken_to & set(among):
            return ""
        if len(among) == 1:
            return self.tongue.line("believe", plain=True, name=self.names[among[0]]) if self.mind.believed else ""
        return self.tongue.line("two_claims", plain=True, name=self.names[among[0]], other=self.names[among[1]])

    def _to_ask(self) -> int:
        """Return whom to ask a question: not a mate in public, and nobody whom this bot has spoken to today."""
        passed_over = self.spoken_to | self.mind.mates
        free = [number for number in self.mind.others if number not in passed_over]
        return self.moment.pick(free) if free else 0

    def _about(self) -> str:
        """Agree or disagree with what somebody else says about a third one."""
        found = [
            (post, third)
            for post, about in self.fresh[-8:]
            if post.seat in self.mind.others and "?" not in post.text
            for third in about
            if third in self.mind.others and third != post.seat
        ]
        if not found:
            return ""
        post, third = self.moment.pick(found)
        name, other = self.names[post.seat], self.names[third]
        if self.mind.ears.has("defend", post.text):
            return ""
        if third in self.mind.mates or self.mind.wish(third) < LIKED:
            if self.moment.chance(45):
                return self.tongue.line("doubt", name=other)
            return self.tongue.line("disagree", plain=True, name=name, other=other)
        return self.tongue.line("agree", name=name, other=other)

    def results(self, checks: Mapping[int, bool]) -> str:
        """Return checks as they are told."""
        book = self.tongue.book
        told = [
            book.RESULT["mafia" if enemy else "town"].format(name=self.names[number])
            for number, enemy in checks.items()
        ]
        return ", ".join(told) or book.NIGHT_PASSED


def open_question(fresh: Sequence[tuple[Heard, tuple[int, ...]]], me: int, others: Sequence[int]) -> Heard | None:
    """Return the newest post with a question to nobody in particular, if it stands after the bot's last one."""
    for post, about in reversed(fresh):
        if post.seat == me:
            return None
        if post.seat in others and not about and "?" in post.text:
            return post
    return None
