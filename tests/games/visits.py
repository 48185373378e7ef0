"""Somebody who plays with bots, at the pages, and what happens around them."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import selectors as people
from accounts.models import User
from games import services
from games.engine.state import OVER
from games.models import Game, Seat
from games.services import practice
from games.services.bot_table import BotTable
from games.services.timekeeping import advance
from games.services.work import load_state
from tests.games.web import by_class, dom, inner

PLAY = reverse("games:play")


class Visit:
    """Somebody at the pages of one practice game."""

    def __init__(self, clock: Any, client: Client | None = None) -> None:
        self.clock, self.client = clock, client or Client()
        answer = self.client.post(PLAY)
        assert answer.status_code == 303, answer
        self.url = answer["Location"]
        self.game = Game.objects.get(slug=self.url.split("/")[2])
        self.user = User.objects.get(pk=self.client.session["_auth_user_id"])
        self.seat = Seat.objects.get(game=self.game, persona__in=people.persona_ids_of(self.user))

    def page(self) -> Any:
        """Open the game's page."""
        return self.client.get(self.url)

    def hint(self, page: Any = None) -> str:
        """Return the words of the hint; "" where there is none."""
        found = by_class(dom(page or self.page()), "hint-bar")
        return inner(found[0]) if found else ""

    def ways(self) -> list[str]:
        """Return where the hint's links lead to."""
        (bar,) = by_class(dom(self.page()), "hint-bar")
        return [one.get("href", "") for one in bar.iter("a")]

    def send(self, act: str, **fields: object) -> Any:
        """Send an acting form of the page."""
        self.clock.shift(timedelta(seconds=3))
        return self.client.post(f"{self.url}{act}/", {"as": self.seat.persona.token, **fields})

    def go_on(self, until: Callable[[], bool]) -> None:
        """Let the bots act and phases end, one thing after the other, until something is so."""
        for _step in range(3000):
            self.game.refresh_from_db()
            if until():
                return
            assert self.game.phase not in OVER, "it is over before that"
            moments = [one for one in (BotTable(self.game.pk).next_move(), self.game.due_at) if one is not None]
            self.clock.move_to(max(min(moments), timezone.now()))
            if self.game.due_at is not None and self.game.due_at <= timezone.now():
                advance(game_id=self.game.pk, now=timezone.now())
            else:
                practice.act_bots(self.game.pk, timezone.now())
        raise AssertionError("it never comes to that")

    def to(self, phase: str) -> None:
        """Let the game go on to a phase."""
        self.go_on(lambda: self.game.phase == phase)

    def votes_of_bots(self, *targets: int) -> None:
        """Let the bots vote by the control, for these in turn; nobody for itself."""
        self.acknowledged()
        others = [seat for seat in load_state(self.game).living if seat.number != self.seat.number]
        for place, seat in enumerate(others):
            wanted = (*targets[place % len(targets) :], *targets, self.seat.number)
            target = next(one for one in wanted if one != seat.number)
            services.cast_vote(game=self.game, seat=seat.number, target=target, at=timezone.now())

    def acknowledged(self) -> None:
        """Let everybody confirm the role, if they have not: day 1 opens."""
        self.game.refresh_from_db()
        if self.game.phase == "deal":
            for seat in load_state(self.game).seats:
                if not seat.acknowledged:
                    services.message_host(game=self.game, seat=seat.number, text="+", at=timezone.now())

    def end_phase(self) -> None:
        """End the open phase at its deadline."""
        deadline = load_state(self.game).phase.deadline
        assert deadline is not None
        self.clock.move_to(deadline)
        advance(game_id=self.game.pk, now=deadline)
        self.game.refresh_from_db()


def others(visit: Visit) -> list[int]:
    """Return the living of a game but for the visitor."""
    return [seat.number for seat in load_state(visit.game).living if seat.number != visit.seat.number]
