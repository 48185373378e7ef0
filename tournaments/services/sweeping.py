"""What the clock does with tournaments: it goes through the doors of people, and looks again under the lock."""

from datetime import datetime

from django.db import transaction
from django.db.models import Q

from common.refusal import Refusal
from games.engine.state import OVER
from games.models import Heartbeat
from games.services.timekeeping import SHORTEST_OUTAGE
from tournaments.models import Happening, Match, Tournament
from tournaments.services.entries import draw_groups
from tournaments.services.matches import open_check_in, start
from tournaments.services.scoring import score_match
from tournaments.services.work import PLAYED, Stage, Work, newest_outage, work_on

# One sweep does so many things in one tournament at most; the next one goes on.
MOST_STEPS = 100


def clock_is_behind(now: datetime) -> bool:
    """Whether the tick has not been here for so long that an outage is to be noted before anything is swept."""
    beat = Heartbeat.objects.filter(pk=1).first()
    return beat is not None and now - beat.at > SHORTEST_OUTAGE


def _due(now: datetime) -> Q:
    match = Match.State
    return (
        Q(stage=Stage.ENTRY, entries_close_at__lte=now)
        | Q(stage__in=PLAYED, matches__state=match.PLANNED, matches__opens_at__lte=now)
        | Q(stage__in=PLAYED, matches__state=match.CHECKIN, matches__check_in_until__lte=now, matches__waits="")
        | Q(stage__in=PLAYED, matches__state=match.PLAYING, matches__game__phase__in=OVER)
        | Q(stage__in=(Stage.ENTRY, *PLAYED), outages_seen__lt=newest_outage())
    )


def due_tournaments(now: datetime) -> list[int]:
    """Return the tournaments in which something is due. Two queries."""
    ready = Q(retry_after=None) | Q(retry_after__lte=now)
    return list(Tournament.objects.filter(ready, _due(now)).order_by("pk").values_list("pk", flat=True).distinct())


def sweep(*, tournament_id: int, now: datetime) -> int:
    """Do all that is due in one tournament, each thing in a transaction of its own; return how many things were done.

    Entries are closed, check-ins opened and ended, games begun or found waiting, finished games scored,
    and what follows from that (the next game, the final, the end) is planned. Safe at any time and any number of
    times: who comes second finds nothing due.
    """
    done = 0
    while done < MOST_STEPS and _step(tournament_id, now):
        done += 1
    return done


def _step(tournament_id: int, now: datetime) -> bool:
    """Do the first thing that is due; return whether there was any."""
    with work_on(tournament_id, now) as work:
        tournament = work.tournament
        if tournament.ended:
            return False
        if tournament.stage == Stage.ENTRY:
            if now < tournament.entries_close_at:
                return False
            draw_groups(work)
            return True
        match = _first_due(work)
        if match is None:
            return False
        if match.state == Match.State.PLAYING:
            score_match(work, match)
        elif match.state == Match.State.PLANNED:
            open_check_in(work, match)
        else:
            _begin(work, match)
        return True


def _first_due(work: Work) -> Match | None:
    state, now = Match.State, work.at
    due = (
        Q(state=state.PLAYING, game__phase__in=OVER)
        | Q(state=state.PLANNED, opens_at__lte=now)
        | Q(state=state.CHECKIN, check_in_until__lte=now, waits="")
    )
    rows = Match.objects.filter(due, tournament=work.tournament)
    return rows.select_related("group__host", "group__tournament", "game__host").order_by("planned_at", "pk").first()


def _begin(work: Work, match: Match) -> None:
    """Begin a match at the end of its check-in; where that can't be, it waits for somebody to come or to decide."""
    try:
        # Whoever would have stepped in is bound to nothing by a game that does not begin.
        with transaction.atomic():
            start(work, match)
    except Refusal as refusal:
        match.waits = refusal.code
        match.save(update_fields=["waits"])
        work.tell(Happening.Kind.WAITS, match=match.pk, code=refusal.code, **_numbers(refusal))


def _numbers(refusal: Refusal) -> dict[str, object]:
    return {name: value for name, value in refusal.params.items() if isinstance(value, int)}


def note_failure(tournament_id: int, retry_after: datetime) -> None:
    """Let a tournament that failed back off, so that it does not hold up the others."""
    Tournament.objects.filter(pk=tournament_id).update(retry_after=retry_after)
