"""Sending the forms of the desk as its page would, and reading what comes back."""

import html
import re
from typing import Any

from forum.models import Post
from games.models import Event
from tests.factories import HOST, Played


def send(played: Played, act: str, **fields: object) -> Any:
    """Send a form of the desk as its page would."""
    state = played.state()
    stamp = f"{state.phase.name}-{state.phase.day}"
    moved = int(state.phase.moved.total_seconds())
    form = played.form(HOST, **{"phase": stamp, "moved": moved, **fields})
    return played.client(HOST).post(played.url("desk_act", act=act), form)


def done(response: Any) -> bool:
    """Say whether the act was done: the host is sent back to the top of the desk."""
    return bool(response.status_code == 303 and response["Location"].endswith("/desk/#main"))


def text(response: Any) -> str:
    """Return a page with its entities resolved."""
    return html.unescape(response.content.decode())


def seq(played: Played) -> int:
    """Return how many events the log has."""
    return Event.objects.filter(game=played.game).count()


def newest(played: Played) -> Post:
    """Return the newest post of the thread."""
    return Post.objects.filter(thread=played.game.thread).order_by("-number")[0]


def desk(played: Played) -> str:
    """Return the desk's page as the host sees it."""
    response = played.client(HOST).get(played.url("desk"))
    assert response.status_code == 200
    return response.content.decode()


def still(response: Any) -> str:
    """Return a page without its csrf tokens, which are new each time."""
    return re.sub(r"\b[A-Za-z0-9]{64}\b", "", response.content.decode())
