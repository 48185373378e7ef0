"""Games for these tests, made through the services with the clock handed in."""

from datetime import datetime, timedelta

from accounts.models import Persona
from games import services
from games.engine.composition import suggested
from games.engine.ruleset import Ruleset
from games.models import Event, Game
from games.services.work import work_on

QUIET = {"silent_removed": False, "inactive_removed": False, "stalemate_after": 0, "outage_credit": False}


def open_game(title: str, day_1: datetime, *, players: int = 6, **options: object) -> Game:
    """Return a game whose day 1 opened at `day_1`, all roles dealt and acknowledged."""
    host = Persona.objects.create(kind=Persona.Kind.MEMBER, name=f"Host {title}", holds_name=False)
    ruleset = Ruleset.from_options("forum", {"timezone": "UTC", **QUIET, **options})
    before = day_1 - timedelta(minutes=1)
    game = services.create_game(
        host=host, title=title, ruleset=ruleset, composition=suggested(), deadline=day_1, at=before
    )
    for i in range(players):
        persona = Persona.objects.create(kind=Persona.Kind.CLONE, name=f"Player {i}", holds_name=False)
        services.seat_persona(game=game, persona=persona, announcement="I am here.", at=before)
    with work_on(game.pk, before) as work:
        roles = {number: "mafia" if number == 1 else "citizen" for number in work.seats}
        work.record(work.table.deal(at=before, roles=roles))
    with work_on(game.pk, day_1) as work:
        for number in work.seats:
            work.record(work.table.acknowledge(number, at=day_1))
        work.settle()
    game.refresh_from_db()
    return game


def opened(game: Game) -> list[str]:
    """Return the phases that were opened, in the order of the log, as `night 1`."""
    rows = Event.objects.filter(game=game, kind="phase_opened").order_by("seq")
    return [f"{row.data['phase']} {row.data['day']}" for row in rows]


def has_no_gap(game: Game) -> bool:
    """Whether the log's positions run from 1 without a gap."""
    found = list(Event.objects.filter(game=game).order_by("seq").values_list("seq", flat=True))
    return found == list(range(1, len(found) + 1))
