"""A tournament to look at: programs play it, on a clock that jumps from one thing that is due to the next.

No clock is read. On a site it stands in the middle of its day (`make_demo`); the same driver plays whole ones in tests.
"""

import hmac
import secrets
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext as _

from accounts import services as accounts
from accounts.models import Persona
from common.refusal import Refusal
from games import bots
from games.models import Bot, Game, Seat
from games.phrases import PHRASES
from games.services.bot_table import BotTable
from games.services.practice import HOUSE
from tournaments.models import OPEN, Group, Match, Tournament
from tournaments.services.entries import put_down
from tournaments.services.hosts import assign_host
from tournaments.services.matches import check_in, postpone
from tournaments.services.opening import create
from tournaments.services.seats import members_of
from tournaments.services.sweeping import sweep
from tournaments.services.work import work_on

GROUPS, SIZE, RESERVES = 3, 7, 2
# So long the groups have played: the first games are over.
PLAYED_FOR = timedelta(minutes=50)
# From so many minutes ago on a game is looked for that can be put off, and so soon its check-in ends.
LOOKS_FROM, ENDS_IN = 24, timedelta(minutes=4)
ZONES = {"ru": "Europe/Moscow", "en": "Europe/London"}
# The conference's lengths, a little quicker; programs do not mind that a night ends when all have acted.
CLOCK: Mapping[str, object] = {"deal": "1m", "night": "2m", "night_min": "20s", "night_ends_early": True}


@transaction.atomic
def make_demo(*, at: datetime, language: str = "ru", seed: bytes | None = None) -> Tournament:
    """Make a tournament of clones of the house that has been played for a while, and return it.

    A group whose next game was put off waits for a player who has not checked in; the others play or rest. The same
    `seed` gives the same tournament. One transaction: the clock of a running site would play on what it could see.
    """
    begins, seed = at - PLAYED_FOR, seed or secrets.token_bytes(32)
    with translation.override(language):
        house = accounts.house_persona(HOUSE[language])
        tournament = create(
            organiser=house,
            title=_("White Nights"),
            description=_("Played by bots, to show what a day of tournament looks like."),
            starts_at=begins,
            entries_close_at=begins - timedelta(minutes=15),
            at=begins - timedelta(days=2),
            language=language,
            time_zone=ZONES[language],
            names=Tournament.Names.CLONE,
            groups_wanted=GROUPS,
            options=CLOCK,
            seed=seed,
        )
        with work_on(tournament.pk, begins - timedelta(days=1)) as work:
            for number, persona in zip(range(GROUPS * SIZE + RESERVES), _clones(language, seed), strict=False):
                put_down(work, persona, reserve=number >= GROUPS * SIZE)
    moment = tournament.entries_close_at
    for earlier in range(LOOKS_FROM, 6, -2):
        moment = play(tournament, moment, until=at - timedelta(minutes=earlier))
        if _put_off(tournament, moment, until=at + ENDS_IN, language=language):
            break
    play(tournament, moment, until=at)
    return tournament


def _put_off(tournament: Tournament, at: datetime, *, until: datetime, language: str) -> bool:
    """Put off the last game that waits for its check-in, so that it ends at `until`; return whether there was one."""
    ready = Match.objects.filter(tournament=tournament, state__in=(Match.State.PLANNED, Match.State.CHECKIN))
    match = ready.order_by("group__number").last()
    if match is None:
        return False
    minutes = (until - match.check_in_until) // timedelta(minutes=1)
    with translation.override(language):
        reason = _("The host is held up.")
    postpone(match=match, by=tournament.organiser, minutes=minutes, reason=reason, at=at)
    return True


def _clones(language: str, seed: bytes) -> Iterator[Persona]:
    """Make clones of the house, with nicknames of all themes that nobody bears now."""
    dice = bots.Dice(seed, "tournament")
    names = [name for theme in PHRASES[language].THEMES for name in theme.names]
    for name in dict.fromkeys(dice.shuffled(names)):
        try:
            yield accounts.make_entrant(None, name)
        except Refusal:
            continue  # somebody's name: the next one


def play(tournament: Tournament, at: datetime, until: datetime | None = None) -> datetime:
    """Let programs play a tournament from the moment `at` on, to its end or `until` a moment; return when that was.

    The time goes from one thing that happens to the next, in the tournament or in one of its games. Everybody
    checks in at once, and the organiser hosts what has no host; whoever is waited for at `until` has not come yet.
    """
    tables, due = _sweep(tournament, at, until)
    while not tournament.ended:
        coming, table = min(((one.next_moment(), one) for one in tables), key=_order, default=(None, None))
        first = min((moment for moment in (due, coming) if moment is not None), default=None)
        if first is None or (until is not None and first > until):
            break
        at = max(at, first)
        if table is not None and coming == first != due:
            table.step(at)
            if not table.over:
                continue
        tables, due = _sweep(tournament, at, until)
    return at if until is None else until


def _order(coming: tuple[datetime, BotTable]) -> tuple[datetime, int]:
    return coming[0], coming[1].game.pk


def _sweep(tournament: Tournament, at: datetime, until: datetime | None) -> tuple[list[BotTable], datetime | None]:
    """Let the clock do what is due, and everybody what follows.

    Return the tables of the games, and when the next thing happens in the tournament itself.
    """
    sweep(tournament_id=tournament.pk, now=at)
    tournament.refresh_from_db()
    if not tournament.ended:
        _host(tournament, at)
    tables, due = [], []
    for match in Match.objects.filter(tournament=tournament, state__in=OPEN).select_related("group", "game"):
        if match.game is not None:
            _sit_down(match.game)
            tables.append(BotTable(match.game.pk))
        elif match.state == Match.State.PLANNED:
            due.append(match.opens_at)
        elif not match.waits:
            _come(match, at, all_but=1 if until is not None and match.check_in_until > until else 0)
            due.append(match.check_in_until)
    return tables, min(due, default=None)


def _host(tournament: Tournament, at: datetime) -> None:
    for group in Group.objects.filter(tournament=tournament, host=None):
        organiser = tournament.organiser
        assign_host(tournament=tournament, by=organiser, group=group, host=organiser, at=at)


def _come(match: Match, at: datetime, *, all_but: int) -> None:
    members = members_of(match.group)
    for entry in members[: len(members) - all_but]:
        if at < match.check_in_until:
            check_in(match=match, entry=entry, at=at)


def _sit_down(game: Game) -> None:
    """Let programs play the seats of a game in which none does yet: the same ones for the same seed of a tournament."""
    if Bot.objects.filter(seat__game=game).exists():
        return
    for seat in Seat.objects.filter(game=game).order_by("number"):
        seed = hmac.digest(game.commitment.encode(), f"bot {seat.number}".encode(), "sha256")
        Bot.objects.create(seat=seat, seed=seed[:16], asked_at=game.opened_at, next_at=game.opened_at)
