"""Two tournaments beside the games of the matrix: one that takes entries, and one that is over."""

from datetime import UTC, datetime, timedelta
from typing import Any

from django.urls import reverse

from accounts import selectors as people
from accounts.models import Persona
from tests.secrets.worlds import HOST, MEMBER, World
from tournaments import services
from tournaments.models import Entry, Group, Match, Score, Tournament
from tournaments.points import DEFAULT
from tournaments.points_words import names, roles_shown, typed

OPEN, OVER = "otkryt", "zakryt"
YEAR = 2025

# Lines of the matrix (`matrix.py`); `over` is of the tournament that is over, `nowhere` of none.
SCORES = """
tournaments:season             GET     *       ooo ooooo oooo
tournaments:season             POST    *       mmm mmmmm mmmm
tournaments:season_of over     GET     *       ooo ooooo oooo
tournaments:season_of          GET     *       xxx xxxxx xxxx
tournaments:season_of over     POST    *       mmm mmmmm mmmm
tournaments:member over        GET     *       ooo ooooo oooo
tournaments:member             GET     *       xxx xxxxx xxxx
tournaments:member over        POST    *       mmm mmmmm mmmm
tournaments:group              GET     *       ooo ooooo oooo
tournaments:group nowhere      GET     *       xxx xxxxx xxxx
tournaments:group              POST    *       mmm mmmmm mmmm
tournaments:match              GET     *       ooo ooooo oooo
tournaments:match over         GET     *       ooo ooooo oooo
tournaments:match nowhere      GET     *       xxx xxxxx xxxx
tournaments:match              POST    *       mmm mmmmm mmmm
tournaments:standings          GET     *       ooo ooooo oooo
tournaments:standings          POST    *       mmm mmmmm mmmm
tournaments:print              GET     *       ooo ooooo oooo
tournaments:print              POST    *       mmm mmmmm mmmm
tournaments:points             GET     *       ooo ooooo oooo
tournaments:points             POST    *       xxx xxxxx gxxx
tournaments:points over        POST    *       xxx xxxxx uxxx
tournaments:final              GET     *       xxx xxxxx xxxx
tournaments:final over         GET     *       ooo ooooo oooo
tournaments:final over         POST    *       mmm mmmmm mmmm
tournaments:draw_json          GET     *       xxx xxxxx xxxx
tournaments:draw_json over     GET     *       ooo ooooo oooo
tournaments:draw_json over     POST    *       mmm mmmmm mmmm
"""
# Of the day, about one more, of H: it takes entries, and nobody hosts or has entered (`stage.py`).
DAY = """
tournaments:list               GET     *       ooo ooooo oooo
tournaments:list               POST    *       mmm mmmmm mmmm
tournaments:create             GET     *       lno nnnnn oonl
tournaments:create             POST    *       lng nnnnn ggnl
tournaments:board              GET     *       ooo ooooo oooo
tournaments:board              POST    *       mmm mmmmm mmmm
tournaments:live               GET     *       ooo ooooo oooo
tournaments:live               POST    *       mmm mmmmm mmmm
tournaments:enter              GET     *       lno nnnnn oonl
tournaments:enter              POST    *       lng nnnnn gunl
tournaments:withdraw           GET     *       mmm mmmmm mmmm
tournaments:withdraw           POST    *       lng nnnnn ggnl
tournaments:check_in           GET     *       lnx nnnnn xxnl
tournaments:check_in           POST    *       lnx nnnnn xxnl
tournaments:desk               GET     *       xxx xxxxx xoxx
tournaments:desk               POST    *       mmm mmmmm mmmm
tournaments:desk_act close     GET     *       mmm mmmmm mmmm
tournaments:desk_act close     POST    *       xxx xxxxx xgxx
tournaments:desk_act call_off  POST    *       xxx xxxxx xgxx
tournaments:desk_act host      POST    *       xxx xxxxx xuxx
tournaments:desk_act take      POST    *       xxx xxxxx xuxx
tournaments:desk_act start     POST    *       xxx xxxxx xuxx
tournaments:desk_act postpone  POST    *       xxx xxxxx xuxx
tournaments:desk_act void      POST    *       xxx xxxxx xuxx
tournaments:desk_act walk_over POST    *       xxx xxxxx xuxx
tournaments:desk_act adjust    POST    *       xxx xxxxx xuxx
tournaments:desk_act rescore   POST    *       xxx xxxxx xgxx
"""
NAMES = frozenset(line.split()[0] for line in SCORES.splitlines() if line)
ENDED = datetime(YEAR, 6, 6, 18, 0, tzinfo=UTC)


def make(world: World) -> None:
    """Announce both as the host's; in the one that is over the member has the first place."""
    now = world.game.now()
    for slug in (OPEN, OVER):
        made = services.create(
            organiser=_member(world, HOST),
            title="Грибной кубок",
            starts_at=now + timedelta(days=2),
            entries_close_at=now + timedelta(days=1),
            at=now,
            groups_wanted=1,
            seed=bytes(32),
        )
        Tournament.objects.filter(pk=made.pk).update(slug=slug)
        group = Group.objects.create(tournament=made, number=1, size=6)
        entry = Entry.objects.create(
            tournament=made, number=1, persona=_member(world, MEMBER), group=group, entered_at=now
        )
        match = Match.objects.create(
            tournament=made, group=group, number=1, planned_at=now, opens_at=now, check_in_until=now
        )
    Tournament.objects.filter(slug=OVER).update(stage=Tournament.Stage.OVER, ended_at=ENDED)
    Match.objects.filter(pk=match.pk).update(state=Match.State.OVER, walk_over=True, scored_at=ENDED)
    Entry.objects.filter(pk=entry.pk).update(place=1)
    Score.objects.create(
        match=match, entry=entry, cents=400, points=[{"reason": "walk_over", "cents": 400, "count": 1}]
    )


def _member(world: World, who: str) -> Persona:
    member = people.member_of(world.people[who])
    assert member is not None
    return member


def address(name: str, what: str, world: World) -> str:
    """Return the address of a line of the matrix."""
    slug = OVER if what == "over" else "nosuch" if what == "nowhere" else OPEN
    if name == "tournaments:season":
        return reverse(name)
    if name == "tournaments:season_of":
        return reverse(name, args=[YEAR if what == "over" else YEAR - 1])
    if name == "tournaments:member":
        return reverse(name, args=[_member(world, MEMBER).name if what == "over" else "Никтошка"])
    if name == "tournaments:group":
        return reverse(name, args=[slug, 1])
    if name == "tournaments:match":
        match = Match.objects.get(tournament__slug=OVER if what == "over" else OPEN)
        return reverse(name, args=[slug, match.pk])
    return reverse(name, args=[slug])


def points_form(token: str) -> dict[str, Any]:
    """Return the form of the table of points as the organiser's page has it, with one figure changed."""
    sent = {name: typed(DEFAULT, name) for name in names(roles_shown(None, DEFAULT))}
    return {**sent, "per_day": "0,5", "as": token, "do": "save"}
