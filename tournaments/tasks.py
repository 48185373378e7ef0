"""Celery, coming in: finds the tournaments in which something is due, and sends out one task for each.

As in `games.tasks` the truth is in the database, and any of these may be lost, repeated or late.
"""

import logging
from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from tournaments.services import sweeping

log = logging.getLogger(__name__)

BACK_OFF = timedelta(seconds=15)


@shared_task(ignore_result=True)
def sweep() -> None:
    """Send out the tournaments in which something is due; none while an outage is still to be noted by the tick."""
    now = timezone.now()
    if sweeping.clock_is_behind(now):
        return
    for tournament_id in sweeping.due_tournaments(now):
        sweep_one.apply_async((tournament_id,), expires=10)


@shared_task(ignore_result=True)
def sweep_one(tournament_id: int) -> None:
    """Do what is due in one tournament. One that fails backs off and does not hold up the others."""
    now = timezone.now()
    try:
        sweeping.sweep(tournament_id=tournament_id, now=now)
    except Exception:
        log.exception("tournament %s failed and will be tried again", tournament_id)
        sweeping.note_failure(tournament_id, now + BACK_OFF)
