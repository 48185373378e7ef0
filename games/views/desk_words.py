"""What the parts of the host's desk share: one request at it, and nicknames in a row."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from games.desk_forms import Seats
from games.engine.foresight import Foresight
from games.engine.position import IN_PLAY
from games.engine.roles import ROLES, Power
from games.engine.ruleset import Ruleset
from games.engine.sight import SeatView, View
from games.models import Game
from games.selectors import Access
from games.views.bar import live, rules_of


@dataclass(frozen=True, slots=True)
class Desk:
    """One request at the desk: what the host sees, and what the end of the phase would bring.

    `ahead` is for the phase's own end, `cut` for an end by hand now. `open`: roles and orders stand
    on the page, since the host has asked for them in this browser.
    """

    access: Access
    view: View
    at: datetime
    ahead: Foresight | None = None
    cut: Foresight | None = None
    open: bool = False

    @property
    def game(self) -> Game:
        """The game."""
        return self.access.game

    @property
    def rules(self) -> Ruleset:
        """The rules of the game."""
        return rules_of(self.access)

    @property
    def who(self) -> dict[str, Any]:
        """The arguments that every service of the host takes."""
        return {"game": self.access.game, "host": self.access.persona, "at": self.at}

    @property
    def playing(self) -> bool:
        """Whether the game is dealt and not over."""
        return self.view.phase in IN_PLAY

    @property
    def over(self) -> bool:
        """Whether the game is finished or called off."""
        return self.view.phase not in (*IN_PLAY, "signup")

    @property
    def live(self) -> bool:
        """Whether the game is played live, in minutes: the desk then leads it by one column."""
        return live(self.rules)

    @property
    def phase(self) -> str:
        """The open phase; behind a curtain the one whose report lies ready."""
        return self.view.ended if self.view.phase == "curtain" else self.view.phase

    def awaits(self, seen: SeatView) -> bool:
        """Tell whether the night waits for an order of this player; of a mafia with a boss it waits for his alone."""
        if seen.ordered is None:
            return False
        marks = ROLES[seen.acts_as or seen.role].power == Power.MARK
        return seen.boss or not marks or self.rules.mafia_kill != "boss"

    def orders(self) -> tuple[int, int]:
        """Return how many orders of this night have come, and how many there are with those that are awaited."""
        asked = [seat for seat in self.view.seats if seat.alive and (seat.ordered or self.awaits(seat))]
        return sum(bool(seat.ordered) for seat in asked), len(asked)

    def out(self, names: str) -> str:
        """Say who is voted out, in the word of the game's rules; of nobody, that nobody is."""
        if self.view.trial:
            return _("To be executed: %(name)s.") % {"name": names} if names else _("Nobody is executed.")
        return _("To jail: %(name)s.") % {"name": names} if names else _("Nobody goes to jail.")

    def name(self, seat: int) -> str:
        """The nickname of a seat; the night has its own word."""
        return _("the night") if seat == 0 else self.access.names.get(seat, f"№ {seat}")

    def names(self, seats: Iterable[int]) -> str:
        """Nicknames with commas, in seat order."""
        return ", ".join(self.name(number) for number in sorted(seats))

    def seats(self) -> Seats:
        """Those who can be chosen in a form: the players in play."""
        return [(seat.number, self.name(seat.number)) for seat in self.view.seats if seat.alive]
