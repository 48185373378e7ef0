"""Games with bots: a practice game for one person, games of bots alone, and the bots' moves in them.

A bot is a seat that `games.bots` plays. It is shown what any player in that seat is shown: the
engine's `sight` and the texts that its persona may read; and it acts through the same services.
"""

import hmac
import logging
import secrets
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import cached_property

from django.db import transaction
from django.db.models import Count, F, Min, Q
from django.utils import translation
from django.utils.translation import gettext as _

from accounts import selectors as people
from accounts import services as accounts
from accounts.models import Persona, User
from common.refusal import Refusal
from forum import markup
from forum import selectors as forum
from forum.models import Thread
from games import bots, tags
from games.engine import sight, speech
from games.engine.composition import suggested
from games.engine.position import IN_PLAY
from games.engine.ruleset import Ruleset
from games.engine.state import OVER, State
from games.models import Bot, Game, Room, Seat
from games.phrases import PHRASES
from games.services import letters, lobby, play
from games.services.work import load_state, work_on

log = logging.getLogger(__name__)

SEATS = 8
# Nothing need be hidden from bots, so every phase ends as soon as all have acted.
QUICK: Mapping[str, object] = {
    "deal": "20s",
    "day": "3m",
    "last_word": "20s",
    "runoff": "1m",
    "night": "45s",
    "night_min": "5s",
    "votes_end_early": True,
    "night_ends_early": True,
    "mafia_wins": "parity",
    # Whoever is still reading how it goes must not be out of the first game for that.
    "silent_removed": False,
    "inactive_removed": False,
}
HOUSE = {"ru": "Городской писарь", "en": "Town Clerk"}
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
FORGET_AFTER = timedelta(days=1)


def start_practice(*, user: User, language: str, time_zone: str, at: datetime) -> Game:
    """Deal a person into a game with bots, and return it; a practice game that is under way is returned as it is."""
    with transaction.atomic():
        # One at a time for a person: a second click must not make a second game.
        User.objects.select_for_update(no_key=True, of=("self",)).get(pk=user.pk)
        running = practice_of(user)
        if running is not None:
            return running
        return table_of_bots(user=user, kind=Game.Kind.PRACTICE, language=language, time_zone=time_zone, at=at)


def practice_of(user: User) -> Game | None:
    """Return the practice game that a person has under way, if any."""
    mine = people.persona_ids_of(user)
    seats = Seat.objects.filter(persona__in=mine, game__kind=Game.Kind.PRACTICE).exclude(game__phase__in=OVER)
    seat = seats.select_related("game").order_by("-pk").first()
    return seat.game if seat else None


def table_of_bots(
    *,
    user: User | None,
    kind: str,
    language: str,
    time_zone: str,
    at: datetime,
    options: Mapping[str, object] = QUICK,
    seats: int = SEATS,
    seed: bytes | None = None,
) -> Game:
    """Make a game of `seats` players, all bots but for the `user` if there is one, and deal the roles."""
    seed = seed or secrets.token_bytes(32)
    with transaction.atomic(), translation.override(language):
        dice = bots.Dice(seed, "table")
        theme = dice.pick(PHRASES[language].THEMES)
        game = lobby.create_game(
            host=accounts.house_persona(HOUSE[language]),
            title=_("Practice: %(theme)s") % {"theme": theme.title} if user else theme.title,
            theme=theme.theme,
            description=theme.about,
            ruleset=Ruleset.from_options("forum", {"timezone": time_zone, **options}),
            composition=suggested(),
            deadline=at + timedelta(hours=1),
            at=at,
            language=language,
            seed=seed,
            kind=kind,
        )
        place = dice.below(seats) if user else None
        names = free_names(dice.shuffled(theme.names), seats)
        hello = dice.shuffled(PHRASES[language].ANNOUNCEMENTS)
        for number in range(seats):
            owner = user if number == place else None
            persona = accounts.make_practice_clone(owner, names[number])
            bot = None if owner else hmac.digest(seed, f"bot {number}".encode(), "sha256")
            seat_bot(game=game, persona=persona, announcement=hello[number % len(hello)], seed=bot, at=at)
        with work_on(game.pk, at) as work:
            work.record(work.table.deal(at=work.at))
    game.refresh_from_db()
    return game


def seat_bot(*, game: Game, persona: Persona, announcement: str, seed: bytes | None, at: datetime) -> None:
    """Seat a persona that a bot of this seed plays; without a seed, one that its owner plays."""
    seat = lobby.seat_persona(game=game, persona=persona, announcement=announcement, at=at)
    if seed is not None:
        Bot.objects.create(seat=seat, seed=seed[:16], asked_at=at, next_at=at)


def free_names(names: Sequence[str], wanted: int) -> list[str]:
    """Return so many of the names; first those that nobody bears on the site now."""
    held = [name for name in names if people.holder_of(name) is not None]
    return [*(name for name in names if name not in held), *held][:wanted]


# ---------- the bots' moves ----------


def _due(now: datetime) -> Q:
    """Bots whose moment has come, and those that were last asked in an earlier phase than the open one."""
    return Q(next_at__lte=now) | Q(asked_at__lt=F("seat__game__opened_at"), seat__game__opened_at__lte=now)


def games_of_bots(now: datetime) -> list[int]:
    """Return the games in which a bot's moment has come. One query."""
    due = Bot.objects.filter(_due(now), seat__alive=True).exclude(seat__game__phase__in=("signup", *OVER))
    return sorted(set(due.values_list("seat__game_id", flat=True)[:500]))


def next_move(game: Game) -> datetime | None:
    """Return when the next bot of a game acts."""
    living = Bot.objects.filter(seat__game=game, seat__alive=True)
    found = living.aggregate(next=Min("next_at"), waiting=Count("pk", filter=Q(asked_at__lt=game.opened_at)))
    moment: datetime | None = game.opened_at if found["waiting"] else found["next"]
    return moment


def act_bots(game_id: int, at: datetime) -> int:
    """Let each bot of a game whose moment has come do one thing; return how many did something.

    A bot's moment is taken by one caller, so two workers never let the same one act twice.
    """
    table = _BotTable(game_id)
    return sum(table.act(bot, at) for bot in table.due(at))


class _BotTable:
    """A game at which bots sit: who sits where, and the state as of the last thing that was done."""

    def __init__(self, game_id: int) -> None:
        self.game = Game.objects.select_related("thread").get(pk=game_id)
        rows = Seat.objects.filter(game=self.game, left=False).select_related("persona", "bot")
        self.seats = {row.pk: row for row in rows}
        self.people = {row.number for row in rows if not hasattr(row, "bot")}
        self.numbers = {row.persona_id: row.number for row in rows}
        self.names = {row.number: row.persona.name for row in rows}
        self._state: State | None = None
        # Whether something was done since the game was read.
        self._moved = False

    def due(self, at: datetime) -> list[Bot]:
        """Return the living bots whose moment has come (as `_due` says it), in the order of their moments."""
        opened = self.game.opened_at
        sitting = [seat.bot for seat in self.seats.values() if seat.alive and seat.number not in self.people]
        found = [bot for bot in sitting if bot.next_at <= at or bot.asked_at < opened <= at]
        return sorted(found, key=lambda bot: (bot.next_at, bot.pk))

    @property
    def state(self) -> State:
        """The state as of the last thing that was done, by a bot of this table or before it."""
        if self._state is None:
            self._state = load_state(self.game)
        return self._state

    def _look_again(self) -> None:
        """Have the game read anew before the next thing is done."""
        self.game.refresh_from_db(fields=["seq", "phase", "day"])
        self._state, self._moved = None, False

    def act(self, bot: Bot, at: datetime) -> bool:
        """Take the bot's moment and let it act. Return whether it did anything."""
        if self._moved:
            self._look_again()
        game, state, seat = self.game, self.state, self.seats[bot.pk]
        if game.phase in (*OVER, "signup"):
            return False
        view = sight.view(state, sight.Viewer(seat.number), at)
        dice = bots.Dice(bytes(bot.seed))
        first, idle = _first_word(view, dice), bots.idle(view)
        pause = IDLE * self._length(view) if idle else self._pause(view, dice.of("pause", at))
        taken = Bot.objects.filter(pk=bot.pk, next_at=bot.next_at, asked_at=bot.asked_at)
        if not taken.update(next_at=first if at < first else at + pause, asked_at=at) or at < first:
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

    def _tried(self, bot: Bot, act: Callable[[], None]) -> bool:
        """Do what a bot does; return whether it was taken."""
        try:
            act()
        except Refusal as refusal:
            # As when a player's form comes a moment too late: the phase may have ended meanwhile.
            log.info("the bot of seat %s was refused: %s", bot.pk, refusal.code)
            return False
        finally:
            self._moved = True
        return True

    def _letter_to(self, seat: Seat) -> Thread | None:
        """Return the first letter in which a person waits for an answer of this bot.

        Bots write no letters of their own accord and answer none of each other's.
        """
        for thread in self.rooms[Room.Kind.LETTER] if self.people and self.game.phase in IN_PLAY else ():
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
        return [
            bots.Heard(self.numbers.get(post.author_id or 0, 0), _own_words(post.source), post.at >= since)
            for post in forum.newest(thread, reader, HEARS)
            if post.source
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


def _first_word(view: sight.View, dice: bots.Dice) -> datetime:
    """Return before when a bot does nothing in the open phase: they don't all speak in the moment a day opens."""
    if view.phase != "day" or view.deadline is None:
        return view.opened
    share = FIRST_WORD * dice.of("first", view.day).below(1000) / 1000
    return view.opened + (view.deadline - view.opened) * share


def _own_words(source: str) -> str:
    # Most posts hold no tag, and then nothing need be read out of them.
    return markup.own_words(markup.parse(source, tags.TAGS)) if "[" in source else source


# ---------- what is over ----------


def forget_practice(at: datetime) -> int:
    """Delete guests a day after their last game, and with them their practice games. Return how many guests.

    Whoever has added an address is no guest any more and stays.
    """
    long_ago = at - FORGET_AFTER
    busy = Seat.objects.filter(Q(game__ended_at=None) | Q(game__ended_at__gt=long_ago)).values("persona")
    stale = list(people.guests(apart_from=busy).filter(date_joined__lte=long_ago)[:200])
    for guest in stale:
        mine = people.persona_ids_of(guest)
        for game in Game.objects.filter(kind=Game.Kind.PRACTICE, seats__persona__in=mine).distinct():
            forget_game(game)
    return accounts.forget_guests(stale)


def forget_game(game: Game) -> None:
    """Delete a game of bots with its threads and clones. Raises ValueError for a real one."""
    if game.kind == Game.Kind.REAL:
        raise ValueError("A real game is kept for ever.")
    with transaction.atomic():
        seats = list(Seat.objects.filter(game=game).values_list("talk_id", "persona_id"))
        threads = [game.thread_id, *(talk for talk, _persona in seats)]
        threads += Room.objects.filter(game=game).values_list("thread_id", flat=True)
        game.delete()
        Thread.objects.filter(pk__in=threads).delete()
        accounts.forget_clones([persona for _talk, persona in seats])
