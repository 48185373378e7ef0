"""What a fresh installation has to show: a game that bots play, one to read, one that takes sign-ups.

A real site starts empty (setting `DEMO`).
"""

import secrets
from collections.abc import Mapping
from datetime import datetime, timedelta

from django.utils import translation
from django.utils.translation import gettext as _

from accounts import services as accounts
from games import bots
from games.engine.composition import suggested
from games.engine.ruleset import Ruleset
from games.engine.state import OVER
from games.models import Game
from games.phrases import PHRASES
from games.services import lobby, practice
from games.services.bot_table import BotTable

# Slower than a practice game: one reads along.
CLOCK: Mapping[str, object] = {
    **practice.QUICK,
    "silent_removed": True,
    "inactive_removed": True,
    "deal": "1m",
    "day": "6m",
    "last_word": "1m",
    "runoff": "2m",
    "night": "2m",
}
# How many games of bots stay to be read.
KEPT = 3
SIGNUP_FOR = timedelta(days=7)
SIGNED_UP = 4


def keep_show(*, language: str, time_zone: str, at: datetime) -> Game | None:
    """See that a game of bots is running, and let the older ones go. Return the game that was made, if any."""
    shows = Game.objects.filter(kind=Game.Kind.SHOW)
    if shows.exclude(phase__in=OVER).exists():
        return None
    for old in shows.order_by("-ended_at", "-pk")[KEPT:]:
        practice.forget_game(old)
    return _show(language, time_zone, at)


def finished_show(*, language: str, time_zone: str, at: datetime) -> Game | None:
    """Play a whole game of bots that ended a while ago, if there is none to read. Return it if it was made."""
    if Game.objects.filter(kind=Game.Kind.SHOW, phase__in=OVER).exists():
        return None
    begun = at - timedelta(hours=3)
    game = _show(language, time_zone, begun)
    play_out(game, begun)
    return game


def _show(language: str, time_zone: str, at: datetime) -> Game:
    return practice.table_of_bots(
        user=None, kind=Game.Kind.SHOW, language=language, time_zone=time_zone, at=at, options=CLOCK
    )


def play_out(game: Game, at: datetime) -> datetime:
    """Let the bots play a game of bots alone to its end, from the moment `at` on; return when it ended.

    The time goes from one thing that happens to the next; no clock is read.
    """
    table = BotTable(game.pk)
    while not table.over:
        at = max(at, table.next_moment())
        table.step(at)
    game.refresh_from_db()
    return at


def open_signup(*, language: str, time_zone: str, at: datetime) -> Game | None:
    """Open a game that people and some bots join together, if the house has none open. Return it if it was made."""
    house = accounts.house_persona(practice.HOUSE[language])
    if Game.objects.filter(kind=Game.Kind.REAL, host=house).exclude(phase__in=OVER).exists():
        return None
    with translation.override(language):
        book = PHRASES[language]
        theme = book.THEMES[0]
        game = lobby.create_game(
            host=house,
            title=_("A game to try out"),
            theme=theme.theme,
            description=_("Some of the players here are bots, who join every game to try out. %(about)s")
            % {"about": theme.about},
            ruleset=Ruleset.from_options("forum", {"timezone": time_zone}),
            composition=suggested(),
            deadline=at + SIGNUP_FOR,
            at=at,
            language=language,
        )
        dice = bots.Dice(game.commitment.encode(), "sign-up")
        names = practice.free_names(dice.shuffled(theme.names), SIGNED_UP)
        for number, name in enumerate(names):
            persona, seed = accounts.make_clone(None, name), secrets.token_bytes(16)
            seat = lobby.seat_persona(game=game, persona=persona, announcement=book.ANNOUNCEMENTS[number], at=at)
            practice.make_bot(seat, seed, at)
    return game
