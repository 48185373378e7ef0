"""Celery, coming in: the tick finds games that are due, `advance` ends what is due in one.

The truth is in the database. The broker may lose, repeat or delay any of these; no deadline is
carried by a message.
"""

import logging
from datetime import timedelta
from time import monotonic

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from games import notify, services
from games.services import chances, demo, practice
from games.services.timekeeping import credit
from games.services.work import note_failure

log = logging.getLogger(__name__)

BACK_OFF = timedelta(seconds=15)
# Seconds for which one task plays: deadlines come first, and wait for no worker.
PLAYS_FOR = 8


@shared_task(ignore_result=True)
def tick() -> None:
    """Note the heartbeat, credit an outage before anything is ended, and send out the games that are due."""
    now = timezone.now()
    for game_id in services.beat(now):
        _guarded(game_id, lambda game_id=game_id: credit(game_id=game_id, now=now))
    services.drop_stale_reservations(now)
    for game_id, seq in services.due_games(now):
        advance.apply_async((game_id, seq), expires=10)
    # After the outage was noted: nobody was gone while the site was away.
    for game_id in services.games_of_the_missing(now):
        remove_missing.apply_async((game_id,), expires=10)


@shared_task(ignore_result=True)
def advance(game_id: int, seq: int) -> None:
    """End what is due in one game, if it still stands where the tick saw it."""
    _guarded(game_id, lambda: services.advance(game_id=game_id, seq=seq, now=timezone.now()))


@shared_task(ignore_result=True)
def remove_missing(game_id: int) -> None:
    """Remove from one game those who have been gone for too long. What fails here must not hold up the game's clock."""
    now = timezone.now()
    try:
        services.remove_missing(game_id=game_id, now=now)
    except Exception:
        log.exception("the missing of game %s could not be removed and will be asked for again", game_id)
        services.put_off(game_id=game_id, until=now + BACK_OFF)


@shared_task(ignore_result=True)
def bots() -> None:
    """Send out the games in which a bot's moment has come."""
    for game_id in practice.games_of_bots(timezone.now()):
        act_bots.apply_async((game_id,), expires=6)


@shared_task(ignore_result=True)
def act_bots(game_id: int) -> None:
    """Let the bots of one game act whose moment has come. What fails here must not hold up the game's clock."""
    try:
        practice.act_bots(game_id, timezone.now())
    except Exception:
        log.exception("the bots of game %s failed and will be asked again", game_id)


@shared_task(ignore_result=True)
def tidy() -> None:
    """Forget guests a day after their last game, and chances that nobody asks for; keep a game of bots running."""
    now = timezone.now()
    practice.forget_practice(now)
    chances.forget_odds(now)
    if settings.DEMO:
        demo.keep_show(language=settings.LANGUAGE_CODE, time_zone=settings.TIME_ZONE, at=now)


@shared_task(ignore_result=True)
def odds() -> None:
    """Send out the composition whose chances are waited for, if no worker is at it."""
    row_id = chances.next_wanted(timezone.now())
    if row_id is not None:
        simulate.apply_async((row_id,), expires=5)


@shared_task(ignore_result=True)
def simulate(row_id: int) -> None:
    """Play games of one composition for some seconds, or until there are enough; one worker at a time."""
    if not chances.take(row_id, timezone.now()):
        return
    ends = monotonic() + PLAYS_FOR
    try:
        while chances.play_on(row_id) and monotonic() < ends:
            pass
    except Exception:
        log.exception("the chances of composition %s could not be computed", row_id)
        chances.failed(row_id, timezone.now())
    else:
        chances.leave(row_id)


@shared_task(ignore_result=True)
def send_mail_notices() -> None:
    """Mail what people have been told and have not read; swept, so that a lost message costs seconds."""
    notify.send_notices(timezone.now())


def _guarded(game_id: int, act: object) -> None:
    """Run one game's act; a game that fails backs off and does not hold up the others."""
    try:
        act()  # type: ignore[operator]
    except Exception:
        log.exception("game %s failed and will be tried again", game_id)
        now = timezone.now()
        note_failure(game_id, now, now + BACK_OFF)
