"""Leaks, planted one at a time into the running site, each of a kind that has really happened somewhere.

A leak is a patch, and the pairs of worlds that must find it. The worlds of these pairs are looked
at as in the real test.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from typing import Any
from unittest import mock

from django.core.exceptions import PermissionDenied
from django.utils.html import format_html

from accounts import selectors as people
from forum import selectors as forum_selectors
from forum import services as forum_services
from forum.models import Post, Thread
from games import context_processors, listing, notify, selectors
from games.engine import sight
from games.engine.table import Table
from games.models import Event, Notice, Room
from games.services.work import load_state
from games.views import base, desk, letters, panels, thread


@dataclass(frozen=True)
class Leak:
    """What leaks, how it is planted, and the pairs of which one must find it, at their first look or at `look`.

    `stored`: already what is written is another, and not only what is shown of it.
    """

    what: str
    plant: Callable[[], AbstractContextManager[Any]]
    pairs: tuple[str, ...]
    look: str = ""
    stored: bool = False


def _around(owner: Any, name: str, change: Callable[..., Any]) -> Callable[[], AbstractContextManager[Any]]:
    """Plant `change(original, *args)` in the place of a function."""
    original = getattr(owner, name)
    return lambda: mock.patch.object(owner, name, lambda *args, **more: change(original, *args, **more))


# ---------- on the game's page


def _role_at_the_name(original: Any, access: Any, view: Any, *args: Any) -> Any:
    """Roles travel to every browser, in the title of a name."""
    shown = original(access, view, *args)
    roles = {seat.number: seat.role for seat in load_state(access.game).seats}
    for seat, row in zip([seat for seat in view.seats if seat.alive], shown["living"], strict=True):
        row["name"] = format_html('<span title="{}">{}</span>', roles[seat.number], row["name"])
    return shown


def _orders_counted(original: Any, access: Any, view: Any, at: Any) -> Any:
    """The phase bar says how many orders are in."""
    orders = load_state(access.game).orders
    return {**original(access, view, at), "name": f"{len(orders)} / {view.day}"}


def _composition_by_seat(original: Any, state: Any, viewer: Any, now: Any) -> Any:
    """What is in play stands in the order of the seats."""
    seen = original(state, viewer, now)
    return replace(seen, composition={seat.role: seen.composition[seat.role] for seat in state.seats if seat.role})


def _deadline_of_orders(original: Any, state: Any, viewer: Any, now: Any) -> Any:
    """The shown deadline moves once all orders are in."""
    return replace(original(state, viewer, now), deadline=Table(state).due_at())


def _primary_keys(original: Any, post: Any, *args: Any) -> Any:
    """A post is known by its row, and gaps count the private ones."""
    piece = original(post, *args)
    return replace(piece, inside=format_html('<i id="row-{}"></i>{}', post.pk, piece.inside))


def _owner_at_the_post(original: Any, post: Any, *args: Any) -> Any:
    """A post is marked with the language of whoever is behind the clone."""
    owner = people.owner_of(post.author) if post.author else None
    piece = original(post, *args)
    return replace(
        piece, inside=format_html('<span lang="{}">{}</span>', owner.language if owner else "", piece.inside)
    )


# ---------- counters, times, headers


def _everybodys_bell(original: Any, person: Any) -> int:
    """The bell counts the notices of all."""
    return Notice.objects.filter(read_at=None).count()


def _tagged(original: Any, response: Any) -> Any:
    """A validator made of everything that was ever written."""
    response["ETag"] = f'"{Post.objects.count()}"'
    return original(response)


def _last_change(original: Any, games: Any, person: Any) -> Any:
    """The list of games says how far each log has come."""
    logs = {game.pk: Event.objects.filter(game=game).count() for game in games}
    return [replace(one, phase=f"{one.phase} · {logs[one.game.pk]}") for one in original(games, person)]


def _due_in_the_list(original: Any, games: Any, person: Any) -> Any:
    """The list of games shows what the tick waits for."""
    for game in games:
        game.deadline = game.due_at
    return original(games, person)


# ---------- doors


def _desk_for_players(original: Any, slug: Any, person: Any) -> Any:
    """Whoever has a seat comes in at the desk."""
    found = selectors.access(slug, person)
    if found.host or found.seat is None:
        return original(slug, person)
    return replace(found, host=True, seat=None, persona=found.game.host)


def _forbidden_is_403(original: Any, token: Any, persona: Any) -> Any:
    """A conversation that exists is forbidden, one that does not is unknown."""
    found = original(token, persona)
    if found is None and Thread.objects.filter(token=token).exists():
        raise PermissionDenied
    return found


def _reads_for_ever(original: Any, found: Any, member: Any) -> Any:
    """Whoever is out goes on reading."""
    if member is not None:
        member.read_until = None
    return original(found, member)


def _letters_in_mail(original: Any, notices: Any, owner: Any) -> Any:
    """A mail says how many conversations there are."""
    letter = original(notices, owner)
    letter.subject += f" ({Room.objects.filter(game=notices[0].game).count()})"
    return letter


LEAKS = (
    Leak(
        "a role in the title of a name",
        _around(panels, "seats", _role_at_the_name),
        ("roles of Боровик and Груздь",),
    ),
    Leak(
        "the number of orders",
        _around(base, "phase_bar", _orders_counted),
        ("a check, or none",),
    ),
    Leak(
        "roles counted in the order of seats",
        _around(sight, "view", _composition_by_seat),
        ("roles of Рыжик and Опёнок",),
    ),
    Leak(
        "a deadline that moves when all orders are in",
        _around(sight, "view", _deadline_of_orders),
        ("the last order is in", "the last order is withdrawn"),
    ),
    Leak(
        "what the tick waits for, in the list of games",
        _around(listing, "listed", _due_in_the_list),
        ("the last order is in", "the last order is withdrawn"),
    ),
    Leak("primary keys of posts", _around(thread, "_piece", _primary_keys), ("the seed",)),
    Leak(
        "something of the owner at a clone's post",
        _around(thread, "_piece", _owner_at_the_post),
        ("owners of Груздь and Опёнок", "a language"),
        "day1",
    ),
    Leak(
        "the language of the writer in a stored post",
        lambda: mock.patch.object(forum_services.translation, "override", lambda language: nullcontext()),
        ("owners of Груздь and Опёнок",),
        "day1",
        stored=True,
    ),
    Leak(
        "a bell that counts everybody's notices",
        _around(context_processors, "bell_count", _everybodys_bell),
        ("a question, or none",),
    ),
    Leak(
        "a validator that changes with private posts",
        _around(base, "private", _tagged),
        ("the mafia confers, or not",),
    ),
    Leak(
        "the length of the log in the list of games",
        _around(listing, "listed", _last_change),
        ("read the role: Мухомор, or nobody (deal)", "a check, or none", "an advance vote, or none"),
    ),
    Leak(
        "a desk that players can open",
        _around(desk, "host_access", _desk_for_players),
        ("whom the check is of", "a check replaced"),
    ),
    Leak(
        "403 for what is there and 404 for what is not",
        _around(letters.forum, "thread_for", _forbidden_is_403),
        ("a letter, or none", "to whom a letter goes"),
    ),
    Leak(
        "letters that one reads on after leaving the game",
        _around(forum_selectors, "_bounds_of", _reads_for_ever),
        ("a letter after one of three is out",),
    ),
    Leak(
        "a mail that counts conversations",
        _around(notify, "_worded", _letters_in_mail),
        ("a letter, or none",),
    ),
)
