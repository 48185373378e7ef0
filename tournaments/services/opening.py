"""Announcing a tournament, its table of points, and calling it off (`rules.md` section 11)."""

import secrets
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo, available_timezones

from django.conf import settings
from django.db import transaction

from accounts import services as accounts
from accounts.models import Persona
from common.refusal import Refusal
from games import services as games
from games.engine.composition import Composition, suggested
from games.engine.deal import commitment
from games.engine.ruleset import Ruleset
from tournaments import points as tables
from tournaments.models import Entry, Happening, Match, Tournament, TournamentSeed
from tournaments.points import PointsTable
from tournaments.services.work import Stage, Work, newest_outage, reason_of, work_on

PRESET = "conference"
LONGEST_TITLE = 80
LONGEST_DESCRIPTION = 5_000
MOST_GROUPS = 50
SIZES = (5, 60)
GAMES = (3, 4)
FINAL_GAMES = (1, 3)
QUALIFIERS = (1, 20)
CHECK_IN = (timedelta(minutes=1), timedelta(hours=1))
# Nobody could check in to a game that begins at once.
REST = (timedelta(minutes=1), timedelta(hours=12))


def create(
    *,
    organiser: Persona,
    title: str,
    starts_at: datetime,
    entries_close_at: datetime,
    at: datetime,
    description: str = "",
    language: str = "ru",
    time_zone: str = "UTC",
    names: str = Tournament.Names.MEMBER,
    groups_wanted: int | None = None,
    group_size: int | None = None,
    games_each: int = 3,
    qualifiers: int = 2,
    final_games: int = 1,
    options: Mapping[str, object] | None = None,
    composition: Composition | None = None,
    points: Mapping[str, object] | None = None,
    check_in: timedelta = timedelta(minutes=10),
    rest: timedelta = timedelta(minutes=10),
    seed: bytes | None = None,
) -> Tournament:
    """Announce a tournament of its organiser, a member; entries are open, and the commitment is public from now on.

    `options` differ from the conference preset; names, time zone and the number of players are the
    tournament's own. A `seed` is for tests and shows: it would tell whoever gives it every role.

    Raises `member_name_needed` for a clone, `tournament_invalid` with all `problems` (codes that
    `refusals.PROBLEMS` words), `options_invalid`, `composition_invalid`, `points_invalid`.
    """
    if organiser.kind != Persona.Kind.MEMBER:
        raise Refusal("member_name_needed")
    seed = seed if seed is not None else secrets.token_bytes(32)
    made = Tournament(
        title=" ".join(title.replace("\0", "").split()),
        description=description.replace("\0", "").strip(),
        language=language,
        time_zone=time_zone,
        starts_at=starts_at,
        entries_close_at=entries_close_at,
        organiser=organiser,
        names=names,
        groups_wanted=groups_wanted,
        group_size=group_size,
        games_each=games_each,
        qualifiers=qualifiers,
        final_games=final_games,
        check_in=check_in,
        rest=rest,
        commitment=commitment(seed),
        created_at=at,
        outages_seen=newest_outage(),
    )
    if problems := list(_problems(made, at)):
        raise Refusal("tournament_invalid", problems=problems)
    rules = Ruleset.from_options(
        PRESET, {**(options or {}), "names": names, "timezone": time_zone, "max_players": "off"}
    )
    composition = composition or suggested()
    if wrong := composition.problems(rules):
        raise Refusal("composition_invalid", problems=wrong)
    if group_size is not None and group_size < rules.min_players:
        raise Refusal("tournament_invalid", problems=["size_below_least"])
    made.options, made.composition = rules.to_options(), composition.to_json()
    made.points = _table(points if points is not None else {}).to_json()
    with transaction.atomic():
        made.save(force_insert=True)
        TournamentSeed.objects.create(tournament=made, seed=seed)
        Work(made, at).tell(Happening.Kind.CREATED)
    return made


def _problems(made: Tournament, at: datetime) -> Iterator[str]:
    """Yield a code for everything that is wrong with what was typed."""
    if not made.title:
        yield "title_empty"
    if len(made.title) > LONGEST_TITLE:
        yield "title_long"
    if len(made.description) > LONGEST_DESCRIPTION:
        yield "description_long"
    if made.language not in dict(settings.LANGUAGES):
        yield "language_unknown"
    if made.time_zone not in available_timezones():
        yield "zone_unknown"
    if made.names not in Tournament.Names.values:
        yield "names_unknown"
    if made.entries_close_at <= at:
        yield "close_past"
    if made.starts_at < made.entries_close_at:
        yield "close_after_start"
    if (made.groups_wanted is None) == (made.group_size is None):
        yield "groups_or_size"
    for value, least, most, code in (
        (made.groups_wanted, 1, MOST_GROUPS, "groups_range"),
        (made.group_size, *SIZES, "size_range"),
        (made.games_each, *GAMES, "games_range"),
        (made.qualifiers, *QUALIFIERS, "qualifiers_range"),
        (made.final_games, *FINAL_GAMES, "final_range"),
    ):
        if value is not None and not least <= value <= most:
            yield code
    if made.group_size is not None and made.qualifiers > made.group_size:
        yield "qualifiers_many"
    if not CHECK_IN[0] <= made.check_in <= CHECK_IN[1]:
        yield "check_in_range"
    if not REST[0] <= made.rest <= REST[1]:
        yield "rest_range"


def _table(data: Mapping[str, object]) -> PointsTable:
    """Read a table of points; a figure that is missing has its default. Raises `points_invalid` with all `problems`."""
    if wrong := tables.problems(data):
        raise Refusal("points_invalid", problems=wrong)
    return PointsTable.from_json(data)


def change_points(*, tournament: Tournament, by: Persona | None, table: Mapping[str, object], at: datetime) -> None:
    """Change what a game is worth, openly; the table that stands already changes nothing.

    Raises `not_organiser`, `wrong_stage`, `points_frozen` from the first deal on, and
    `points_invalid` with all `problems` (`points.problems`).
    """
    with work_on(tournament.pk, at) as work:
        work.organiser_only(by)
        work.not_ended()
        if Match.objects.filter(tournament=work.tournament, game__isnull=False).exists():
            raise Refusal("points_frozen")
        made = _table(table)
        if made == work.table:
            return
        version = work.tournament.points_version + 1
        work.change(points=made.to_json(), points_version=version)
        work.tell(Happening.Kind.POINTS, version=version)


def call_off(*, tournament: Tournament, by: Persona | None, reason: str, at: datetime) -> None:
    """End a tournament without places, with a reason that everybody reads; games that are played end with it.

    Raises `not_organiser`, `wrong_stage`, `text_empty`, `text_too_long`.
    """
    with work_on(tournament.pk, at) as work:
        work.organiser_only(by)
        work.not_ended()
        cancel(work, reason_of(reason))


def cancel(work: Work, reason: str = "", **data: object) -> None:
    """Call a locked tournament off. `data` says what `reason` does not: the numbers that were too small."""
    playing = Match.objects.filter(tournament=work.tournament, state=Match.State.PLAYING).select_related("game__host")
    for match in playing:
        assert match.game is not None
        if match.game.ended_at is None:
            games.call_off(game=match.game, host=match.game.host, at=work.at)
    ready = (Match.State.PLANNED, Match.State.CHECKIN, Match.State.PLAYING)
    Match.objects.filter(tournament=work.tournament, state__in=ready).update(state=Match.State.VOID, waits="")
    work.change(stage=Stage.CANCELLED, ended_at=work.at)
    work.tell(Happening.Kind.CALLED_OFF, reason=reason, **data)
    release_names(work)


def release_names(work: Work) -> None:
    """Let the names of the tournament's clones go: it has ended."""
    rows = Entry.objects.filter(tournament=work.tournament, persona__kind=Persona.Kind.ENTRANT)
    for entry in rows.filter(persona__holds_name=True).select_related("persona"):
        accounts.release_name(entry.persona)


def zone_of(tournament: Tournament) -> ZoneInfo:
    """Return the time zone in which the tournament's day is counted."""
    return ZoneInfo(tournament.time_zone)
