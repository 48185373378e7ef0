"""One writer: every change of a tournament goes through `work_on`.

It opens the transaction, locks the tournament's row, and gives back what outages took of open
check-ins before anything else is looked at. A game is locked after its tournament, never before.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db import transaction
from django.db.models import F

from accounts.models import Persona
from common.refusal import Refusal
from games.engine.ruleset import Ruleset
from games.models import Outage
from tournaments.models import Entry, Group, Happening, Match, Tournament, TournamentSeed
from tournaments.points import PointsTable

Stage = Tournament.Stage
PLAYED = (Stage.DRAWN, Stage.RUNNING, Stage.FINAL)
LONGEST_REASON = 300


class Work:
    """A locked tournament in an open transaction, at one moment."""

    def __init__(self, tournament: Tournament, at: datetime) -> None:
        self.tournament = tournament
        self.at = at

    @cached_property
    def rules(self) -> Ruleset:
        """The rules of every game of it."""
        return Ruleset.restore(self.tournament.options)

    @cached_property
    def table(self) -> PointsTable:
        """What a game is worth."""
        return PointsTable.from_json(self.tournament.points)

    @cached_property
    def seed(self) -> bytes:
        """The organiser's seed. What is drawn from it may be shown, itself not before the end."""
        return bytes(TournamentSeed.objects.get(tournament=self.tournament).seed)

    def tell(self, kind: Happening.Kind, **data: Any) -> None:
        """Note what has happened, for everybody."""
        Happening.objects.create(tournament=self.tournament, at=self.at, kind=kind, data=data)

    def change(self, **columns: Any) -> None:
        """Write columns of the tournament."""
        for name, value in columns.items():
            setattr(self.tournament, name, value)
        self.tournament.save(update_fields=list(columns))

    def match(self, match: Match) -> Match:
        """Return a match as it stands now, with its group and game. Raises Match.DoesNotExist for another's."""
        return Match.objects.select_related("group__host", "game__host").get(pk=match.pk, tournament=self.tournament)

    def group(self, group: Group) -> Group:
        """Return a group as it stands now. Raises Group.DoesNotExist for another tournament's."""
        return Group.objects.select_related("host", "offered_to").get(pk=group.pk, tournament=self.tournament)

    # ---- who and when

    def organiser_only(self, by: Persona | None) -> None:
        """Refuse `not_organiser` to everybody but the organiser."""
        if by is None or by.pk != self.tournament.organiser_id:
            raise Refusal("not_organiser")

    def in_charge_only(self, by: Persona | None, group: Group) -> None:
        """Refuse `not_in_charge` to everybody but the organiser and the host of the group."""
        if by is None or by.pk not in (self.tournament.organiser_id, group.host_id):
            raise Refusal("not_in_charge")

    def in_stage(self, *stages: Stage) -> None:
        """Refuse `wrong_stage` in every other stage."""
        if self.tournament.stage not in stages:
            raise Refusal("wrong_stage", stage=self.tournament.stage)

    def not_ended(self) -> None:
        """Refuse `wrong_stage` when the tournament is over or called off."""
        if self.tournament.ended:
            raise Refusal("wrong_stage", stage=self.tournament.stage)

    def open_to_rulings(self, group: Group) -> None:
        """Refuse `wrong_stage` where what comes of a group has been used: the final is drawn, or all is over."""
        self.in_stage(*((Stage.FINAL,) if group.final else (Stage.DRAWN, Stage.RUNNING)))


def reason_of(text: str) -> str:
    """Return a reason as it is shown. Raises `text_empty`, `text_too_long`."""
    reason = " ".join(text.replace("\0", "").split())
    if not reason:
        raise Refusal("text_empty")
    if len(reason) > LONGEST_REASON:
        raise Refusal("text_too_long", limit=LONGEST_REASON, length=len(reason))
    return reason


def note_here(entry: Entry, at: datetime) -> None:
    """Note the first time that somebody has shown up."""
    if entry.checked_in_at is None:
        entry.checked_in_at = at
        entry.save(update_fields=["checked_in_at"])


@contextmanager
def work_on(tournament_id: int, at: datetime) -> Iterator[Work]:
    """Lock a tournament and hand out the work on it. Raises Tournament.DoesNotExist."""
    with transaction.atomic():
        rows = Tournament.objects.select_for_update(no_key=True, of=("self",)).select_related("organiser")
        work = Work(rows.get(pk=tournament_id), at)
        _credit_outages(work)
        yield work


def newest_outage() -> int:
    """Return the number of the newest outage, 0 where there was none."""
    return Outage.objects.order_by("-pk").values_list("pk", flat=True).first() or 0


def _credit_outages(work: Work) -> None:
    """Give back what outages took of the time for entering and of open check-ins (`outage_credit`, section 12).

    As in a game, one that is not longer than `outage_after` takes nothing.
    """
    tournament = work.tournament
    if tournament.ended:
        return
    outages = list(Outage.objects.filter(pk__gt=tournament.outages_seen).order_by("pk"))
    if not outages:
        return
    work.change(outages_seen=outages[-1].pk)
    for outage in outages:
        if work.rules.outage_credit and outage.end - outage.start > work.rules.outage_after:
            _credit(work, outage.start, outage.end)


def _credit(work: Work, start: datetime, end: datetime) -> None:
    tournament = work.tournament
    if tournament.stage == Stage.ENTRY:
        # Whoever had days to enter has lost nothing by some minutes, unless they were the last.
        if start < tournament.entries_close_at <= end:
            work.change(entries_close_at=tournament.entries_close_at + (end - start))
            work.tell(Happening.Kind.CREDITED, seconds=int((end - start).total_seconds()))
        return
    ready = (Match.State.PLANNED, Match.State.CHECKIN)
    rows = Match.objects.filter(tournament=tournament, state__in=ready, waits="")
    for match in rows.filter(check_in_until__gt=start, opens_at__lt=end):
        missed = end - max(start, match.opens_at)
        Match.objects.filter(pk=match.pk).update(check_in_until=F("check_in_until") + missed)
        work.tell(Happening.Kind.CREDITED, match=match.pk, seconds=int(missed.total_seconds()))
