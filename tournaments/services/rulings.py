"""What the organiser decides by hand, each with a reason that everybody reads."""

from datetime import datetime

from accounts.models import Persona
from common.refusal import Refusal
from games import services as games
from games.engine.state import OVER
from tournaments.models import Adjustment, Entry, Happening, Match, Score
from tournaments.points import Point
from tournaments.services import finals
from tournaments.services.seats import belonging, checked_in
from tournaments.services.work import PLAYED, Stage, reason_of, work_on

MOST_CENTS = 100_00
# The reason of the points that are given without a game.
WALK_OVER = "walk_over"


def void(*, match: Match, by: Persona | None, reason: str, at: datetime, again: bool = True) -> None:
    """Void a match: it is played again, or (not `again`) gives nobody anything. A game that is played ends with it.

    What was scored falls away, its corrections too; a match that is void stays so. Raises `not_organiser`,
    `wrong_stage` for a group's match once the final is drawn, `wrong_match`, `text_empty`, `text_too_long`.
    """
    with work_on(match.tournament_id, at) as work:
        work.organiser_only(by)
        match = work.match(match)
        work.open_to_rulings(match.group)
        if match.state == Match.State.VOID:
            raise Refusal("wrong_match", state=match.state)
        why = reason_of(reason)
        game = match.game
        if game is not None and game.phase not in OVER:
            games.call_off(game=game, host=game.host, at=work.at)
        Score.objects.filter(match=match).delete()
        match.state, match.again, match.reason = Match.State.VOID, again, why
        match.walk_over, match.waits = False, ""
        match.save(update_fields=["state", "again", "reason", "walk_over", "waits"])
        work.tell(Happening.Kind.VOIDED, match=match.pk, reason=why, again=again)
        finals.settle(work, match.group)


def walk_over(*, match: Match, by: Persona | None, reason: str, at: datetime) -> None:
    """End a match that could not begin without playing it: who has checked in gets what a citizen's victory is worth.

    It is no victory in the ties, and nobody has survived a day. Only a match that waits past the end of its
    check-in ends so. Raises `not_organiser`, `wrong_stage`, `wrong_match`, `text_empty`, `text_too_long`.
    """
    with work_on(match.tournament_id, at) as work:
        work.organiser_only(by)
        match = work.match(match)
        work.in_stage(*PLAYED)
        if match.state != Match.State.CHECKIN or work.at < match.check_in_until:
            raise Refusal("wrong_match", state=match.state)
        why = reason_of(reason)
        match.state, match.walk_over, match.reason = Match.State.OVER, True, why
        match.waits, match.scored_at = "", work.at
        match.save(update_fields=["state", "walk_over", "reason", "waits", "scored_at"])
        worth = work.table.victory["citizen"]
        # The log of a game can be read again, this can't: so who was there is settled now.
        here = [entry for entry in belonging(match.group) if entry.pk in checked_in(match)]
        point = Point(WALK_OVER, worth)
        Score.objects.bulk_create(
            Score(match=match, entry=entry, cents=worth, points=[point.to_json()]) for entry in here
        )
        work.tell(Happening.Kind.WALK_OVER, match=match.pk, reason=why, entries=[entry.number for entry in here])
        if work.tournament.stage == Stage.DRAWN:
            work.change(stage=Stage.RUNNING)
        finals.settle(work, match.group)


def adjust(*, match: Match, entry: Entry, by: Persona | None, cents: int, reason: str, at: datetime) -> Adjustment:
    """Give (or, below zero, take) points beside the table for a match that is over, openly; return the row.

    The very same correction sent again is the one that stands already. Raises `not_in_charge` to others than
    the organiser and the host of the group, `wrong_stage` when the tournament has ended,
    `wrong_match` for one that is not over, `not_in_group`, `points_range`, `text_empty`, `text_too_long`.
    """
    with work_on(match.tournament_id, at) as work:
        match = work.match(match)
        work.in_charge_only(by, match.group)
        work.in_stage(*PLAYED)
        assert by is not None
        if match.state != Match.State.OVER:
            raise Refusal("wrong_match", state=match.state)
        entry = Entry.objects.get(pk=entry.pk, tournament=work.tournament)
        belongs = entry.finalist if match.group.final else entry.group_id == match.group_id
        if not belongs and not Score.objects.filter(match=match, entry=entry).exists():
            raise Refusal("not_in_group")
        if not cents or abs(cents) > MOST_CENTS:
            raise Refusal("points_range", most=MOST_CENTS)
        why = reason_of(reason)
        given, new = Adjustment.objects.get_or_create(
            match=match, entry=entry, by=by, cents=cents, reason=why, defaults={"at": work.at}
        )
        if new:
            work.tell(
                Happening.Kind.ADJUSTED,
                match=match.pk,
                entry=entry.number,
                cents=cents,
                reason=why,
                by=by.name,
            )
        return given
