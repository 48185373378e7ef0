"""Browsers at a tournament: the organiser's, hosts', players' and a visitor's, all at the moment of the day."""

from typing import Any

import time_machine
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from accounts import selectors as people
from accounts.models import Persona, User
from tests.factories import client_of
from tests.tournaments.day import Day

VISITOR, ORGANISER = "visitor", "organiser"


class Visits:
    """Pages of a tournament, asked for by `who`: "visitor", "organiser", the persona of a host, an entry's number."""

    def __init__(self, day: Day, clock: time_machine.Traveller) -> None:
        self.day = day
        self.clock = clock
        self._clients: dict[object, Client] = {}

    def url(self, name: str = "board", *args: object) -> str:
        """Return an address of the tournament."""
        return reverse(f"tournaments:{name}", args=[self.day.tournament.slug, *args])

    def client(self, who: object) -> Client:
        """Return somebody's browser, the clock set to the day's moment."""
        self.clock.move_to(self.day.at)
        # A persona and an entry may have the same number.
        key = ("persona", who.pk) if isinstance(who, Persona) else who
        if key not in self._clients:
            self._clients[key] = client_of(self._user(who))
        return self._clients[key]

    def _user(self, who: object) -> User | None:
        if who == VISITOR:
            return None
        if who == ORGANISER:
            return self.day.organiser_user
        if isinstance(who, Persona):
            return people.owner_of(who)
        return self.day.users[who]  # type: ignore[index]

    def get(self, who: object, name: str = "board", /, *args: object, status: int = 200, **headers: str) -> str:
        """Return a page as somebody sees it."""
        answer = self.client(who).get(self.url(name, *args), headers={"accept-language": "ru", **headers})
        assert answer.status_code == status, (answer.status_code, name, args)
        return answer.content.decode()

    def post(self, who: object, name: str, /, *args: object, status: int = 303, **fields: object) -> str:
        """Send a form as somebody, and return the answer's page."""
        answer: Any = self.client(who).post(self.url(name, *args), fields, headers={"accept-language": "ru"})
        assert answer.status_code == status, (answer.status_code, name, args, _said(answer))
        return str(answer.content.decode())

    def act(self, who: object, act: str, /, status: int = 303, **fields: object) -> str:
        """Send a form of the desk."""
        return self.post(who, "desk_act", act, status=status, **fields)


def _said(answer: HttpResponse) -> str:
    text = answer.content.decode()
    return text[text.find("errbox") :][:600] if "errbox" in text else text[text.find("said is-no") :][:400]
