"""A game at which bots sit, and their moves in it.

A bot is a seat that `games.bots` plays. It is shown what any player in that seat is shown: the
engine's `sight` and the texts that its persona may read; and it acts through the same services.
"""

import logging
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from functools import cached_property
from typing import NamedTuple

from django.utils import translation

from accounts.models import Persona
from common.refusal import Refusal
from forum import markup
from forum import selectors as forum
from forum.models import Thread
from games import bots, tags
from games.engine import sight, speech
from games.engine.position import IN_PLAY
from games.engine.state import OVER, State
from games.engine.table import Table
from games.models import Bot, Game, Room, Seat
from games.services import letters, play
from games.services.timekeeping import advance
from games.services.work import catch_up

log = logging.getLogger(__name__)

# A bot acts again after a part of the phase's length, between these two.
SOONEST, LATEST = 0.06, 0.16
# When a day opens they take up the word one after the other, within this part of it.
FIRST_WORD = 0.2
# Whoever has voted lets others speak.
VOTED = 1.8
# Whoever has nothing to do in the open phase is asked again after this part of it, or in the next one.
IDLE = 0.5
# Where only bots are left the rest is played quicker.
HURRIED = 0.35
# How much of the thread a bot has in mind.
HEARS = 60


class BotTable:
    """A game at which bots sit: who sits where, and the state as of the last thing that was done here.

    It may be kept as long as nobody else acts in the game; what others do is seen by a new one.
    """

    def __init__(self, game_id: int) -> None:
        self.game = Game.objects.select_related("thread").get(pk=game_id)
        rows = Seat.objects.filter(game=self.game, left=False).select_related("persona", "bot")
        self.seats = {row.pk: row for row in rows}
        self.people = {row.number for row in rows if not hasattr(row, "bot")}
        self.numbers = {row.persona_id: row.number for row in rows}
        self.names = {row.number: row.persona.name for row in rows}
        self._state: State | None = None
        self._said: list[_Said] = []

    @property
    def state(self) -> State:
        """The state as of the last thing that was done, by a bot of this table or before it."""
        if self._state is None:
            self._state = catch_up(self.game)
        return self._state

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.phase.name in OVER

    @property
    def _sitting(self) -> list[Bot]:
        """The living bots."""
        rows = {seat.number: seat for seat in self.seats.values() if seat.number not in self.people}
        return [rows[seat.number].bot for seat in self.state.living if seat.number in rows]

    def next_move(self) -> datetime | None:
        """Return when the next bot acts."""
        sitting, opened = self._sitting, self.state.phase.opened
        waiting = any(bot.asked_at < opened for bot in sitting)
        return opened if waiting else min((bot.next_at for bot in sitting), default=None)

    def next_moment(self) -> datetime:
        """Return when the next thing happens where bots alone play: a phase ends, or one of them acts."""
        return min(moment for moment in (self.next_move(), Table(self.state).due_at()) if moment is not None)

    def step(self, at: datetime) -> None:
        """Let happen what is due at a moment: the open phase ends, or whoever is to act does."""
        due = Table(self.state).due_at()
        if due is not None and due <= at:
            advance(game_id=self.game.pk, now=at)
            self._state = None
        else:
            self.act_all(at)

    def act_all(self, at: datetime) -> int:
        """Let each bot whose moment has come do one thing; return how many did something."""
        return sum(self.act(bot, at) for bot in self.due(at))

    def due(self, at: datetime) -> list[Bot]:
        """Return the living bots whose moment has come, or who were last asked in an earlier phase than the open one,
        in the order of their moments.
        """
        opened = self.state.phase.opened
        found = [bot for bot in self._sitting if bot.next_at <= at or bot.asked_at < opened <= at]
        return sorted(found, key=lambda bot: (bot.next_at, bot.pk))

    def act(self, bot: Bot, at: datetime) -> bool:
        """Take the bot's moment and let it act. Return whether it did anything."""
        game, state, seat = self.game, self.state, self.seats[bot.pk]
        if state.phase.name in (*OVER, "signup"):
            return False
        view = sight.view(state, sight.Viewer(seat.number), at)
        dice = bots.Dice(bytes(bot.seed))
        first, idle = _first_word(view, dice), bots.idle(view)
        pause = IDLE * self._length(view) if idle else self._pause(view, dice.of("pause", at))
        if not self._take(bot, first if at < first else at + pause, at) or at < first:
            return False
        with translation.override(game.language):
            letter = self._letter_to(seat)
            if letter is not None:
                answer = bots.reply_to_letter(dice.of("letter", at), game.language)
                # A letter that can't be answered any more keeps the bot from nothing else.
                if self._tried(bot, lambda: self._write(letter, seat, answer, at)):
                    return True
            act = None if idle else self._decision(seat, view, dice)
            return act is not None and self._tried(bot, lambda: self._do(seat, act, at))

    @staticmethod
    def _take(bot: Bot, next_at: datetime, at: datetime) -> bool:
        """Take the bot's moment, if nobody else has."""
        mine = Bot.objects.filter(pk=bot.pk, next_at=bot.next_at, asked_at=bot.asked_at)
        taken = bool(mine.update(next_at=next_at, asked_at=at))
        bot.next_at, bot.asked_at = next_at, at
        return taken

    def _tried(self, bot: Bot, act: Callable[[], None]) -> bool:
        """Do what a bot does; return whether it was taken."""
        try:
            act()
        except Refusal as refusal:
            # As when a player's form comes a moment too late: the phase may have ended meanwhile.
            log.info("the bot of seat %s was refused: %s", bot.pk, refusal.code)
            return False
        finally:
            self._state = None
        return True

    def _letter_to(self, seat: Seat) -> Thread | None:
        """Return the first letter in which a person waits for an answer of this bot.

        Bots write no letters of their own accord and answer none of each other's.
        """
        for thread in self.rooms[Room.Kind.LETTER] if self.people and self.state.phase.name in IN_PLAY else ():
            newest = forum.newest(thread, seat.persona, 1)
            if newest and self.numbers.get(newest[0].author_id or 0) in self.people:
                return thread
        return None

    @cached_property
    def rooms(self) -> Mapping[str, list[Thread]]:
        """The threads of the game's rooms by their kind. Who may read in one is asked where it is read."""
        found: dict[str, list[Thread]] = {kind: [] for kind in Room.Kind.values}
        for room in Room.objects.filter(game=self.game).select_related("thread"):
            found[room.kind].append(room.thread)
        return found

    def _pause(self, view: sight.View, dice: bots.Dice) -> timedelta:
        """Return how long a bot waits before it acts again: a part of the open phase's length.

        Longer once it has voted, and shorter where no person looks on from a seat.
        """
        share = SOONEST + (LATEST - SOONEST) * dice.below(1000) / 1000
        if view.mine is not None and view.mine.vote is not None:
            share *= VOTED
        people_left = any(seat.number in self.people for seat in self.state.living)
        if self.game.kind == Game.Kind.PRACTICE and not people_left:
            share *= HURRIED
        return self._length(view) * share

    @staticmethod
    def _length(view: sight.View) -> timedelta:
        return view.deadline - view.opened if view.deadline else timedelta(minutes=1)

    def _decision(self, seat: Seat, view: sight.View, dice: bots.Dice) -> bots.Act | None:
        """Ask the bot what it does, from what it may see and read."""
        confers = view.phase == "night" and view.mine is not None and "room" in view.mine.can
        heard = self._heard(self.game.thread, seat.persona, view.opened)
        return bots.decide(
            view,
            names=self.names,
            me=seat.number,
            dice=dice,
            heard=heard,
            room=self._heard(self.rooms[Room.Kind.MAFIA][0], seat.persona, view.opened) if confers else (),
            language=self.game.language,
            said=sum(post.fresh and post.seat == seat.number for post in heard),
        )

    def _heard(self, thread: Thread, reader: Persona, since: datetime) -> list[bots.Heard]:
        """Return the newest posts that a persona may read, the oldest first; what stands in quotes is nobody's word."""
        if thread != self.game.thread or thread.readers != Thread.Readers.EVERYBODY:
            said = self._said_in(thread, reader)
        else:
            # All read the same here, and what one has heard need not be asked for again.
            last = self._said[-1].number if self._said else 0
            self._said = said = [*self._said, *self._said_in(thread, reader, after=last)][-HEARS:]
        return [bots.Heard(one.seat, one.words, one.at >= since) for one in said if one.words]

    def _said_in(self, thread: Thread, reader: Persona, after: int = 0) -> list["_Said"]:
        return [
            _Said(one.number, self.numbers.get(one.author or 0, 0), _own_words(one.source), one.at)
            for one in forum.newest_said(thread, reader, HEARS, after=after)
        ]

    def _do(self, seat: Seat, act: bots.Act, at: datetime) -> None:
        """Do what a bot has decided, as a person in its seat would. Raises what the services raise."""
        game, number = self.game, seat.number

        def post(text: str) -> None:
            play.post(game=game, seat=number, source=text, at=at, limit_pace=False)

        match act:
            case bots.Acknowledge():
                play.message_host(game=game, seat=number, text="+", at=at)
            case bots.Say(text):
                post(text)
            case bots.Vote(target, text):
                if text:
                    post(text)
                else:
                    play.cast_vote(game=game, seat=number, target=target, at=at)
            case bots.Done(text):
                if text:
                    post(text)
                play.finish_last_word(game=game, seat=number, at=at)
            case bots.Verdict(guilty, text):
                if text:
                    post(text)
                else:
                    play.give_verdict(game=game, seat=number, guilty=guilty, at=at)
            case bots.Avenge(_target, text):
                post(text)
            case bots.Declare():
                play.declare_mayor(game=game, seat=number, at=at)
            case bots.ChooseBoss(target):
                play.choose_boss(game=game, seat=number, target=target, at=at)
            case bots.Order(target, second):
                text = speech.SPOKEN[game.language]["pass"] if target is None else self.names[target]
                if second is not None:
                    text = f"{text}, {self.names[second]}"
                play.message_host(game=game, seat=number, text=text, at=at)
            case bots.Confide(text):
                self._write(self.rooms[Room.Kind.MAFIA][0], seat, text, at)

    def _write(self, thread: Thread, seat: Seat, text: str, at: datetime) -> None:
        letters.reply(game=self.game, seat=seat.number, token=thread.token, source=text, at=at, limit_pace=False)


class _Said(NamedTuple):
    """What stands in a post, by whom: the number of the seat, 0 for anybody else."""

    number: int
    seat: int
    words: str
    at: datetime


def _first_word(view: sight.View, dice: bots.Dice) -> datetime:
    """Return before when a bot does nothing in the open phase: they don't all speak in the moment a day opens."""
    if view.phase != "day" or view.deadline is None:
        return view.opened
    share = FIRST_WORD * dice.of("first", view.day).below(1000) / 1000
    return view.opened + (view.deadline - view.opened) * share


def _own_words(source: str) -> str:
    # Most posts hold no tag, and then nothing need be read out of them.
    return markup.own_words(markup.parse(source, tags.TAGS)) if "[" in source else source
