"""What the pictures of the READMEs show: games that bots have played up to a certain moment.

Runs inside of Django; `scripts.shots` calls `main` through `manage.py shell`.
"""

import json
import sys
from datetime import datetime, timedelta

from django.conf import settings
from django.test import Client
from django.utils import timezone

from accounts import selectors as people
from accounts import services as accounts
from accounts.models import Ownership, User
from games import services
from games.models import Game, Seat
from games.services import demo, practice
from games.services.bot_table import BotTable

ZONE = "Europe/Moscow"
HOSTS = {"ru": "Тихон Лукич", "en": "Old Barnaby"}
# The times of the forum preset, but everybody reads the role at once.
OPTIONS: dict[str, object] = {"deal": "1h"}
DESKTOP, PHONE = (1280, 860), (390, 844)


def main() -> None:
    """Make the games in the site's language, and print what to look at: name, address, cookie, window, button."""
    json.dump(world(settings.LANGUAGE_CODE), sys.stdout)


def tick() -> None:
    """Let the site's clock tick once, so that no page says that it stands."""
    services.beat(timezone.now())


def world(language: str) -> list[tuple[str, str, str, tuple[int, int], str]]:
    """Make the games."""
    host = person("host", language)
    accounts.claim_member_name(host, HOSTS[language])
    day = a_game(language, host, 100, ("day", 2), timedelta(hours=98))
    night = a_game(language, host, 300, ("night", 1), timedelta(hours=62))
    demo.finished_show(language=language, time_zone=ZONE, at=timezone.now())
    demo.keep_show(language=language, time_zone=ZONE, at=timezone.now())
    demo.open_signup(language=language, time_zone=ZONE, at=timezone.now())
    return [
        ("day", f"/games/{day.slug}/", cookie_of(player_of(day, language)), DESKTOP, ""),
        ("night", f"/games/{night.slug}/#me", cookie_of(player_of(night, language)), PHONE, ""),
        ("desk", f"/games/{day.slug}/desk/", cookie_of(host), DESKTOP, "button[name=show]"),
        ("front", "/", "", DESKTOP, ""),
        ("how", "/how-to-play/#vote", "", DESKTOP, ""),
    ]


def a_game(language: str, host: User, seed: int, wanted: tuple[str, int], begun: timedelta) -> Game:
    """Make a game that began so long ago and stands now in the wanted phase and day."""
    for number in range(seed, seed + 40):
        now = timezone.now()
        game = practice.table_of_bots(
            user=None,
            kind=Game.Kind.REAL,
            language=language,
            time_zone=ZONE,
            at=now - begun,
            options={"votes_end_early": False, "night_ends_early": False, **OPTIONS},
            seats=11,
            seed=number.to_bytes(32, "big"),
        )
        Game.objects.filter(pk=game.pk).update(host=people.member_of(host))
        play_until(game, now - begun, now)
        if (game.phase, game.day) == wanted:
            return game
        game.delete()
    raise RuntimeError(f"No game came to {wanted}.")


def play_until(game: Game, at: datetime, end: datetime) -> None:
    """Let the bots play from the moment `at` on until `end`."""
    table = BotTable(game.pk)
    while (at := max(at, table.next_moment())) < end:
        table.step(at)
    game.refresh_from_db()


def person(name: str, language: str) -> User:
    """Make somebody."""
    return accounts.user_for_email(f"{name}.{language}@example.org", language=language, time_zone=ZONE)


def player_of(game: Game, language: str) -> User:
    """Give the seat of a living player to somebody."""
    player = person(game.slug, language)
    seat = Seat.objects.filter(game=game, alive=True).order_by("number")[2]
    Ownership.objects.create(persona=seat.persona, user=player)
    return player


def cookie_of(user: User) -> str:
    """Log somebody in, and return the cookie that says so."""
    client = Client()
    client.force_login(user, backend=settings.AUTHENTICATION_BACKENDS[0])
    return client.cookies[settings.SESSION_COOKIE_NAME].value
