"""A match from its plan to its deal: check-in, start, and being put off (`rules.md` section 11)."""

from datetime import datetime, timedelta

from django.utils import translation
from django.utils.translation import gettext as _

from accounts import selectors as people
from accounts.models import Persona
from common.refusal import Refusal
from games import services as games
from games.engine.composition import Composition
from games.models import Game
from tournaments import lots
from tournaments.models import OPEN, CheckIn, Entry, Group, Happening, Match
from tournaments.services.seats import checked_in, members_of, seated
from tournaments.services.work import PLAYED, Stage, Work, note_here, reason_of, work_on

# The moderator deals at once; this is only how long the sign-up of a game could last.
SIGNUP = timedelta(hours=1)
POSTPONED = (1, 720)
LONGEST_TITLE = 80


def games_of(work: Work, group: Group) -> int:
    """Return how many games a group plays."""
    return work.tournament.final_games if group.final else work.tournament.games_each


def next_number(work: Work, group: Group) -> int | None:
    """Return the number of the group's next game: the first neither played nor void for good. None at the end."""
    rows = Match.objects.filter(group=group)
    settled = {one.number for one in rows if one.state == Match.State.OVER or _void_for_good(one)}
    return next((number for number in range(1, games_of(work, group) + 1) if number not in settled), None)


def _void_for_good(match: Match) -> bool:
    return match.state == Match.State.VOID and not match.again


def plan_next(work: Work, group: Group) -> Match | None:
    """Plan the group's next game, if it has one to play and none before it; return it.

    The first game begins when the tournament does, the others after the rest; never sooner than there
    is time to check in, but for a rest that is shorter.
    """
    number = next_number(work, group)
    matches = Match.objects.filter(group=group)
    if number is None or matches.filter(state__in=OPEN).exists():
        return None
    tournament = work.tournament
    if group.final or matches.exists():
        begins = work.at + tournament.rest
    else:
        begins = max(tournament.starts_at, work.at + tournament.check_in)
    return Match.objects.create(
        tournament=tournament,
        group=group,
        number=number,
        attempt=1 + matches.filter(number=number).count(),
        planned_at=begins,
        opens_at=begins - tournament.check_in,
        check_in_until=begins,
    )


def open_check_in(work: Work, match: Match) -> None:
    """Open the check-in of a planned match whose time has come."""
    match.state = Match.State.CHECKIN
    match.save(update_fields=["state"])
    work.tell(Happening.Kind.CHECK_IN, match=match.pk)


def check_in(*, match: Match, entry: Entry, at: datetime) -> None:
    """Note that somebody is there for a match; a second time nothing happens. Whose entry it is is the caller's to see.

    Of a group's match its members and the reserve list may, of the final's first one also those who
    would step in. Whoever comes after the end of the check-in is late (`deadline_passed`) unless the
    game still waits.

    Raises `wrong_stage`, `wrong_match` where no check-in is open, `deadline_passed`,
    `entry_withdrawn`, `not_in_group`, `host_cannot_play` to whoever hosts this very group.
    """
    with work_on(match.tournament_id, at) as work:
        work.in_stage(*PLAYED)
        match = work.match(match)
        entry = Entry.objects.select_related("persona").get(pk=entry.pk, tournament=work.tournament)
        if match.state != Match.State.CHECKIN:
            raise Refusal("wrong_match", state=match.state)
        if work.at >= match.check_in_until and not match.waits:
            raise Refusal("deadline_passed", deadline=match.check_in_until)
        if entry.withdrawn_at is not None:
            raise Refusal("entry_withdrawn")
        if not _may_play(match, entry):
            raise Refusal("not_in_group")
        owner = people.owner_of(entry.persona)
        if match.group.host is not None and people.owns(owner, match.group.host):
            raise Refusal("host_cannot_play")
        CheckIn.objects.get_or_create(match=match, entry=entry, defaults={"at": work.at})
        note_here(entry, work.at)
        stop_waiting(match)


def _may_play(match: Match, entry: Entry) -> bool:
    if match.group.final:
        return entry.finalist or (entry.group_id is not None and not final_begun(match.group))
    return entry.group_id == match.group_id or (entry.reserve and entry.group_id is None)


def final_begun(group: Group) -> bool:
    """Whether the final has been dealt, and so nobody steps into it any more."""
    return Match.objects.filter(group=group, game__isnull=False).exists()


def stop_waiting(match: Match) -> None:
    """Let the sweep try to begin a match that waits: something has changed."""
    if match.waits:
        match.waits = ""
        match.save(update_fields=["waits"])


def start_match(*, match: Match, by: Persona | None, at: datetime) -> Game:
    """Begin a match: seat who has checked in, then who steps in, up to the group's size, and deal.

    The host of the group and the organiser may begin as soon as all members are there; at the end of
    the check-in it begins by the clock (no `by`), or by them. Who is not there then misses this game.

    Raises `not_in_charge`, `wrong_stage`, `wrong_match`, `not_all_here` with their `names`, `no_host`,
    `too_few_players`, `host_cannot_play`.
    """
    with work_on(match.tournament_id, at) as work:
        work.in_stage(*PLAYED)
        match = work.match(match)
        if by is not None:
            work.in_charge_only(by, match.group)
        if match.state != Match.State.CHECKIN:
            raise Refusal("wrong_match", state=match.state)
        return start(work, match)


def start(work: Work, match: Match) -> Game:
    """Begin a match of a locked tournament whose check-in is open. Raises as `start_match` does."""
    group = match.group
    here = checked_in(match)
    members = members_of(group)
    absent = [entry for entry in members if entry.pk not in here]
    if absent and work.at < match.check_in_until:
        raise Refusal("not_all_here", names=[entry.persona.name for entry in absent])
    if group.host is None:
        raise Refusal("no_host")
    players = seated(work, match, here, members, absent)
    if len(players) < work.rules.min_players:
        raise Refusal("too_few_players", least=work.rules.min_players, now=len(players))
    _no_host_among(group.host, players)
    game = _open(work, match, players)
    match.game, match.state, match.waits = game, Match.State.PLAYING, ""
    match.save(update_fields=["game", "state", "waits"])
    if work.tournament.stage == Stage.DRAWN:
        work.change(stage=Stage.RUNNING)
    work.tell(
        Happening.Kind.STARTED,
        match=match.pk,
        missing=[entry.number for entry in absent],
        stepped_in=[entry.number for entry in players if entry not in members],
    )
    return game


def _no_host_among(host: Persona, players: list[Entry]) -> None:
    """Refuse `host_cannot_play` where the host has a seat, under whatever name."""
    theirs = people.persona_ids_of(people.owner_of(host)) | {host.pk}
    if any(entry.persona_id in theirs for entry in players):
        raise Refusal("host_cannot_play")


def _open(work: Work, match: Match, players: list[Entry]) -> Game:
    """Create the game under the group's host, seat the players in the order of their numbers, and deal."""
    tournament, group = work.tournament, match.group
    assert group.host is not None
    with translation.override(tournament.language):
        game = games.create_game(
            host=group.host,
            title=title_of(match),
            description=tournament.description,
            ruleset=work.rules,
            composition=Composition.from_json(tournament.composition),
            deadline=work.at + SIGNUP,
            at=work.at,
            language=tournament.language,
            seed=lots.game_seed(work.seed, group.number, match.number, match.attempt),
        )
        for entry in sorted(players, key=lambda one: one.number):
            games.seat_persona(game=game, persona=entry.persona, announcement=_("At the table."), at=work.at)
        games.deal_now(game=game, host=group.host, at=work.at)
    game.refresh_from_db()
    return game


def title_of(match: Match) -> str:
    """Return how the game of a match is called, in the active language."""
    group = match.group
    if group.final:
        rest = _("final, game %(n)d") % {"n": match.number}
    else:
        rest = _("group %(group)s, game %(n)d") % {"group": group.name, "n": match.number}
    return f"{group.tournament.title[: LONGEST_TITLE - len(rest) - 2]}: {rest}"


def postpone(*, match: Match, by: Persona | None, minutes: int, reason: str, at: datetime) -> None:
    """Put a match off, with a reason that everybody reads: it begins so many minutes later than it would, or than now.

    Where that leaves the whole time of a check-in, whoever has checked in does so anew.

    Raises `not_in_charge`, `wrong_stage`, `wrong_match` once it is dealt, `minutes_invalid`,
    `text_empty`, `text_too_long`.
    """
    with work_on(match.tournament_id, at) as work:
        match = work.match(match)
        work.in_charge_only(by, match.group)
        work.in_stage(*PLAYED)
        if match.state not in (Match.State.PLANNED, Match.State.CHECKIN):
            raise Refusal("wrong_match", state=match.state)
        if not POSTPONED[0] <= minutes <= POSTPONED[1]:
            raise Refusal("minutes_invalid", least=POSTPONED[0], most=POSTPONED[1])
        why = reason_of(reason)
        begins = max(match.check_in_until, work.at) + timedelta(minutes=minutes)
        opens = begins - work.tournament.check_in
        if opens > work.at:
            match.state = Match.State.PLANNED
            CheckIn.objects.filter(match=match).delete()
        match.opens_at, match.check_in_until, match.reason, match.waits = opens, begins, why, ""
        match.save(update_fields=["state", "opens_at", "check_in_until", "reason", "waits"])
        work.tell(Happening.Kind.POSTPONED, match=match.pk, minutes=minutes, reason=why)
