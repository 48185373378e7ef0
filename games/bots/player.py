"""What a bot does next."""

from collections.abc import Mapping, Sequence

from games.bots.acts import Acknowledge, Act, Avenge, ChooseBoss, Declare, Done, Heard, Say, Verdict, Vote
from games.bots.dice import Dice
from games.bots.mind import Mind
from games.bots.night import Night
from games.bots.speaker import Speaker, open_question
from games.bots.talk import Talk
from games.bots.tempers import TEMPERS
from games.engine.roles import ROLES, Power
from games.engine.sight import View
from games.phrases import PHRASES

# By which part of the day (in hundredths) everybody votes; from which part on the count is looked at.
VOTE_BY, LOOKS_AROUND = 55, 35
# From so many votes on somebody is in danger; who is wanted out no more than this is trusted.
DANGER, TRUSTED = 2, -20
# Whoever is so much worse than another is voted for instead, for a fact.
FACT = 30
# Hundredths: how often a vote moves for a feeling; how often a daring mafioso in danger calls himself the commissioner.
MOVES, BLUFFS = 25, 40
# From this day on a mayor declares himself without need; from this part of a trial on the mafia speaks of a mate.
DECLARES_ON, SPEAKS_LATE = 3, 50


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
    if boss := player.boss():
        return ChooseBoss(boss)
    if "declare" in mine.can and player.declares():
        return Declare()
    if "verdict" in mine.can:
        return player.verdict()
    if "vote" in mine.can or _only_talk(view):
        return player.by_day()
    if "done" in mine.can:
        return player.last_word()
    if "order" in mine.can:
        return player.night.order(talks=talk)
    return None


def idle(view: View) -> bool:
    """Tell whether there is nothing to do for the seat, whatever was written: then nothing need be read for it."""
    mine = view.mine
    if mine is None or not mine.alive or view.closing or view.paused:
        return True
    if _wants_boss(view):
        return False
    if "order" in mine.can and mine.ordered and (mine.power != Power.MARK or "boss" in mine.can):
        return True
    return not (mine.can & {"acknowledge", "vote", "done", "order", "verdict", "declare"} or _only_talk(view))


def _only_talk(view: View) -> bool:
    """Tell whether it is a day on which the vote comes in the evening."""
    return view.phase == "day" and view.mine is not None and "post" in view.mine.can and not view.votes_open


def _wants_boss(view: View) -> bool:
    """Tell whether the seat has to say whom it wants as boss: nobody yet, or somebody who is out."""
    mine = view.mine
    return (
        mine is not None and "boss" in mine.can and bool(mine.boss_targets) and mine.boss_vote not in mine.boss_targets
    )


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
        self.talks, self.said, self.dice = talk, said, dice
        self.gone = _gone(view)
        # The temper lasts for a game, the mood for a day; the moment is now.
        self.temper = dice.of("temper").pick(TEMPERS)
        self.moment = dice.of("moment", view.phase, view.day, self.gone, said, len(heard))
        book = PHRASES[language]
        self.mind = Mind(view, names, me, dice.of("day", view.day), heard, book)
        words = self.moment.of("words")
        self.tongue = Talk(book, words, [*heard, *room], temper=self.temper.name, me=names[me])
        self.speaker = Speaker(view, view.mine, self.mind, self.tongue, self.moment, self.temper, dice, said)
        self.night = Night(view, view.mine, self.mind, self.tongue, self.moment, room, self.gone)

    # ---- by day

    def by_day(self) -> Act | None:
        """Talk, vote, answer, change the vote; in the second round choose between those on the bench."""
        targets = [target for target in self.mine.vote_targets if target]
        if not targets:
            return self._talk() if self.talks and _only_talk(self.view) else None
        worst = self._candidate(targets)
        runoff = self.view.phase == "runoff"
        talks = self.talks and not runoff
        if talks and (claim := self._claim()):
            return claim
        due = self.mine.vote is None and self.gone >= VOTE_BY
        if talks and not due and (post := self.speaker.addressed()):
            return Say(self.speaker.answer(post))
        if self.mine.vote is None:
            if talks and not due and self._speaks_first():
                return Say(self._word())
            return self._vote(worst, "runoff" if runoff else "vote")
        if worst != self.mine.vote and self._swayed(worst, self.mine.vote):
            return self._vote(worst, "change")
        if talks and (text := self.speaker.retort()):
            return Say(text)
        if talks and self.said < self.temper.chatter and self.moment.chance(16):
            return Say(self._word())
        return None

    def _talk(self) -> Act | None:
        """Talk on a day whose vote comes in the evening."""
        if claim := self._claim():
            return claim
        if post := self.speaker.addressed():
            return Say(self.speaker.answer(post))
        if self._speaks_first() or (self.said < self.temper.chatter and self.moment.chance(16)):
            return Say(self._word())
        return None

    def _speaks_first(self) -> bool:
        """Whether there is something to say before the vote."""
        return self.said == 0 or (self.said <= self.temper.before_vote and self.moment.chance(80 - 20 * self.said))

    def _word(self) -> str:
        """Say something: now and then to a question that was put to all."""
        post = open_question(self.speaker.fresh, self.me, self.mind.others)
        if post and self.mind.ears.has("whom", post.text) and self.dice.of("open", post.text).chance(30):
            return self.speaker.answer(post)
        return self.speaker.something()

    def _candidate(self, targets: Sequence[int]) -> int:
        """Return whom to vote for: the most suspected; late in the day one of those who can still be jailed."""
        worst = self.mind.worst(targets)
        leading = [count.target for count in self.view.counts if count.leads and count.target in targets]
        if leading and self.gone > LOOKS_AROUND:
            best = self.mind.worst(leading)
            near = self.mind.wish(worst) - self.mind.wish(best) < self.temper.stubborn
            cornered = len(self.mind.against(self.me)) >= DANGER and self.mind.wish(best) > TRUSTED
            if near or cornered:
                return best
        return worst

    def _swayed(self, worst: int, present: int) -> bool:
        """Whether the vote moves: for a fact, or now and then for a feeling."""
        gap = self.mind.wish(worst) - self.mind.wish(present)
        return gap >= FACT or (gap >= self.temper.stubborn and self.moment.chance(MOVES))

    def _vote(self, target: int, kind: str) -> Vote:
        if not self.talks or self.moment.chance(12):
            return Vote(target)
        why = ""
        if kind != "runoff" and (self.said == 0 or self.moment.chance(65)):
            why = self.speaker.accuse(target, plain=True)
        return Vote(target, self.tongue.vote(kind, self.names[target], why))

    # ---- the commissioner

    def _claim(self) -> Act | None:
        """Come forward: with somebody who was found, against a false one, or when jail is near."""
        if not self.mind.checks_others:
            return self._bluff()
        told = self.mind.claims.get(self.me)
        found = [number for number, enemy in self.mind.checked.items() if enemy and number in self.mind.others]
        rivals = [who for who in self.mind.claims if who in self.mind.others]
        if rivals and (told is None or rivals[0] not in told):
            return self._declare("counter", rivals[0])
        if found and found[0] not in (told or {}) and (self.temper.daring or self.gone > 15):
            return self._declare("claim_found", found[0])
        if told is None and self._in_danger():
            if not self.mine.checks:
                return Say(self.tongue.line("claim_bare", plain=True))
            results = self.speaker.results(self.mind.checked)
            return Say(self.tongue.line("claim_list", plain=True, results=results))
        return None

    def _in_danger(self) -> bool:
        """Whether this bot leads the count."""
        mine = next((count for count in self.view.counts if count.target == self.me), None)
        return mine is not None and mine.leads and len(mine.voters) >= DANGER and self.gone > 25

    def _bluff(self) -> Act | None:
        """A mafioso who was found claims to be the commissioner, and now and then a daring one in danger."""
        if not self.mind.is_mafia or not self.view.composition.get("commissioner"):
            return None
        accusers = [who for who, told in self.mind.claims.items() if told.get(self.me) and who in self.mind.others]
        if accusers and self.me not in self.mind.claims:
            # Whoever was found has nothing to lose.
            return self._declare("counter", accusers[0])
        daring = self.temper.daring and self.dice.of("bluff").chance(BLUFFS)
        if self.mind.claims or not self._in_danger() or not daring:
            return None
        strangers = [t for t in self.mine.vote_targets if t in self.mind.others and t not in self.mind.mates]
        return self._declare("claim_found", self.mind.worst(strangers)) if strangers and self.view.day > 1 else None

    def _declare(self, kind: str, target: int) -> Act:
        text = self.tongue.line(kind, plain=True, name=self.names[target])
        if target in self.mine.vote_targets and self.mine.vote != target:
            return Vote(target, self.tongue.vote("vote", self.names[target], text))
        return Say(text)

    # ---- the mafia's boss, the mayor

    def boss(self) -> int:
        """Return whom this bot wants as boss, if it has to say: whom a mate wants, else one on whom all hit alike."""
        if not _wants_boss(self.view):
            return 0
        targets = self.mine.boss_targets
        wanted = [seat.boss_vote for seat in self.view.seats if seat.boss_vote in targets]
        return wanted[0] if wanted else Dice(b"boss", sorted(self.names.items()), targets).pick(targets)

    def declares(self) -> bool:
        """Whether this bot declares its office: in danger, or when the town has heard enough."""
        return self.view.day >= DECLARES_ON or self._in_danger()

    # ---- the trial

    def verdict(self) -> Act | None:
        """Say FOR of whoever is among the most suspected. Of a mate the mafia says what can still save him, late."""
        accused = self.view.accused
        if self.mine.verdict is not None:
            return None
        if accused in self.mind.mates:
            if self.gone < SPEAKS_LATE:
                return None
            said = dict(self.view.verdicts)
            balance = sum(1 if guilty else -1 for guilty in said.values())
            guilty = balance > sum(
                seat not in said for seat in (self.me, *self.mind.mates) if self.mind.seats[seat].alive
            )
        else:
            guilty = accused != self.me and self._condemns(accused)
        text = ""
        if self.talks and not self.moment.chance(25):
            text = self.tongue.verdict(guilty, self.names[accused])
        return Verdict(guilty, text)

    def _condemns(self, accused: int) -> bool:
        wish = self.mind.wish(accused)
        worse = sum(self.mind.wish(number) > wish for number in self.mind.others)
        voted = bool(self.view.rounds) and (self.me, accused) in self.view.rounds[-1].votes
        return voted or worse * 3 <= self.view.living

    # ---- the last word

    def _avenges(self) -> Act | None:
        """Name the most suspected of those who brought this bot here, if it can take one along."""
        named = any(seat.number == self.me and seat.named for seat in self.view.seats)
        if "avenge" not in self.mine.can or named or not ROLES[self.mine.role].avenges or not self.view.rounds:
            return None
        brought = [
            voter for voter, target in self.view.rounds[-1].votes if target == self.me and voter in self.mind.others
        ]
        if not brought:
            return None
        target = self.mind.worst(brought)
        return Avenge(target, self.tongue.vote("runoff", self.names[target]))

    def last_word(self) -> Act | None:
        """Say a last word, then that all is said."""
        if any(seat.number == self.me and seat.done for seat in self.view.seats):
            return None
        if avenged := self._avenges():
            return avenged
        if not self.talks:
            return Done()
        if len(self.view.bench) > 1:
            return Done(self.tongue.line("last_plea", plain=True))
        if self.mind.checks_others and self.mine.checks:
            results = self.speaker.results(self.mind.checked)
            return Done(self.tongue.line("last_commissioner", plain=True, results=results))
        return Done(self.tongue.line("last_mafia" if self.mind.is_mafia else "last_town", plain=True))


def _gone(view: View) -> int:
    """Return how much of the open phase has passed, in hundredths."""
    if view.deadline is None or view.remaining is None:
        return 0
    length = view.deadline - view.opened
    return max(0, min(100, round(100 * (1 - view.remaining / length)))) if length else 100
