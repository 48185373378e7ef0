"""Games with bots: a practice game for one person, and games of bots alone. How bots act: `bot_table.py`."""

import hmac
import logging
import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q
from django.utils import translation
from django.utils.translation import gettext as _

from accounts import selectors as people
from accounts import services as accounts
from accounts.models import User
from forum.models import Thread
from games import bots
from games.engine.composition import suggested
from games.engine.ruleset import Ruleset
from games.engine.state import OVER
from games.models import Bot, Game, Room, Seat
from games.phrases import PHRASES
from games.services import lobby
from games.services.bot_table import BotTable
from games.services.work import work_on

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
        clones = [accounts.make_practice_clone(user if n == place else None, names[n]) for n in range(seats)]
        said = [(persona, hello[number % len(hello)]) for number, persona in enumerate(clones)]
        for number, seat in enumerate(lobby.seat_personas(game=game, personas=said, at=at)):
            if number != place:
                make_bot(seat, hmac.digest(seed, f"bot {number}".encode(), "sha256"), at)
        with work_on(game.pk, at) as work:
            work.record(work.table.deal(at=work.at))
    game.refresh_from_db()
    return game


def make_bot(seat: Seat, seed: bytes, at: datetime) -> None:
    """Let a bot of this seed play a seat."""
    Bot.objects.create(seat=seat, seed=seed[:16], asked_at=at, next_at=at)


def free_names(names: Sequence[str], wanted: int) -> list[str]:
    """Return so many of the names; first those that nobody bears on the site now."""
    held = people.held_names(names)
    return [*(name for name in names if name not in held), *held][:wanted]


# ---------- the bots' moves ----------


def _due(now: datetime) -> Q:
    """Bots whose moment has come, and those that were last asked in an earlier phase than the open one."""
    return Q(next_at__lte=now) | Q(asked_at__lt=F("seat__game__opened_at"), seat__game__opened_at__lte=now)


def games_of_bots(now: datetime) -> list[int]:
    """Return the games in which a bot's moment has come. One query."""
    due = Bot.objects.filter(_due(now), seat__alive=True).exclude(seat__game__phase__in=("signup", *OVER))
    return sorted(set(due.values_list("seat__game_id", flat=True)[:500]))


def act_bots(game_id: int, at: datetime) -> int:
    """Let each bot of a game whose moment has come do one thing; return how many did something.

    A bot's moment is taken by one caller, so two workers never let the same one act twice.
    """
    return BotTable(game_id).act_all(at)


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
