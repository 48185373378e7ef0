"""The rooms of the dead and of the onlookers through their pages, for tests."""

import re
from typing import Any

from accounts import selectors as people
from accounts.models import User
from forum.models import Thread
from games.models import Room
from tests.factories import Played, client_of

DEAD, LIVING, MAFIOSO, MEMBER = "Маслёнок", "Груздь", "Мухомор", "Прохожий"


def room(played: Played, kind: str) -> Thread:
    """Return the thread of a room."""
    return Room.objects.select_related("thread").get(game=played.game, kind=kind).thread


def say(played: Played, who: str, text: str, name: str = "dead", **fields: object) -> Any:
    """Write in the room of the dead as somebody of the game."""
    played.clock.shift(5)
    return played.client(who).post(played.url(name), played.form(who, text=text, **fields))


def as_of(user: User) -> str:
    member = people.member_of(user)
    assert member is not None
    return member.token


def enter(played: Played, user: User) -> Any:
    """Press the button that lets a member in."""
    return client_of(user).post(played.url("look_on"), {"as": as_of(user)})


def speak(played: Played, user: User, text: str, **fields: object) -> Any:
    """Write in the room of the onlookers."""
    played.clock.shift(5)
    return client_of(user).post(played.url("onlookers"), {"as": as_of(user), "text": text, **fields})


def is_404(answer: Any, nothing: Any) -> bool:
    """Say whether an answer is the 404 of what does not exist, to the letter but for the address asked for."""
    pages = []
    for one in (answer, nothing):
        slug = one.wsgi_request.path.split("/")[2]
        pages.append(re.sub(r"\b[A-Za-z0-9]{64}\b", "", one.content.decode()).replace(slug, "игра"))
    return answer.status_code == nothing.status_code == 404 and pages[0] == pages[1]
