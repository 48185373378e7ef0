"""Lists of games: public facts only, read in a constant number of queries."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import F, Q, QuerySet

from games import words
from games.engine.state import OVER
from games.models import Game, Seat

PAGE = 50
ARCHIVE_PAGE = 20


@dataclass(frozen=True, slots=True)
class Listed:
    """A game in a list. `mine` is whom the reader is there: a nickname, the host's own name, or nobody."""

    game: Game
    phase: str
    mine: str = ""
    hosting: bool = False

    @property
    def goal(self) -> int:
        """How many players a sign-up is measured against: the most there may be, else the fewest."""
        options: dict[str, Any] = self.game.options
        most = options.get("max_players")
        return most if isinstance(most, int) else int(options.get("min_players", 0))

    @property
    def bots(self) -> bool:
        """Whether bots alone play it."""
        return self.game.kind == Game.Kind.SHOW

    @property
    def full(self) -> bool:
        """Whether all seats of a sign-up with an upper limit are taken."""
        most = self.game.options.get("max_players")
        return isinstance(most, int) and self.game.players >= most

    @property
    def lacking(self) -> int:
        """How many players a sign-up still needs."""
        return max(0, int(self.game.options.get("min_players", 0)) - self.game.players)


def _public() -> QuerySet[Game]:
    """Return the games that lists may show, with their hosts; practice games are their players' alone."""
    return Game.objects.exclude(kind=Game.Kind.PRACTICE).select_related("host")


def signups() -> QuerySet[Game]:
    """Return the games that can be joined, the first deadline first."""
    return _public().filter(phase="signup").order_by("deadline", "pk")


def running() -> QuerySet[Game]:
    """Return the games that are being played, the first deadline first."""
    return _public().exclude(phase__in=("signup", *OVER)).order_by(F("deadline").asc(nulls_last=True), "pk")


def over() -> QuerySet[Game]:
    """Return the games that have been played, the newest end first; what was called off before day 1 is left out."""
    played = Q(phase="finished") | Q(phase="cancelled", day__gte=1)
    return _public().filter(played).order_by("-ended_at", "-pk")


def listed(games: Sequence[Game], mine: Collection[int]) -> list[Listed]:
    """Return games as a list shows them to one who is called so (primary keys of personas); at most one query."""
    seats: dict[int, str] = {}
    if mine and games:
        rows = Seat.objects.filter(game__in=[game.pk for game in games], persona__in=mine, left=False)
        seats = dict(rows.values_list("game_id", "persona__name"))
    return [
        Listed(
            game,
            words.phase_name(game.phase, game.day),
            seats.get(game.pk) or (game.host.name if game.host_id in mine else ""),
            game.host_id in mine,
        )
        for game in games
    ]
