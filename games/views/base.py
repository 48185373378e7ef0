"""What all pages of a game share: the clock, the frame, forms that know whom they act as, and refusals.

A page asks `selectors.access` who looks, `selectors.view_for` what this person may know, draws
itself from that alone, and ends in `page`. An acting form carries `as`, the token of the persona
that it was opened as, and what writes a text carries `key`, so that a form sent twice acts once.
"""

import logging
import re
from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import new_token
from common import channels
from common.refusal import Refusal
from games import attendance, services
from games.engine.sight import View
from games.engine.state import OVER
from games.models import Game
from games.refusals import sentence
from games.selectors import Access
from games.views.bar import phase_bar, phase_kind, rules_of

log = logging.getLogger(__name__)

_NUMBER = re.compile(r"-?[0-9]{1,9}", re.ASCII)


def now() -> datetime:
    """Return the time at which the request is being answered: views read the clock here and hand it on."""
    return timezone.now()


# ---------- what was sent ----------


def typed(request: HttpRequest, name: str) -> str:
    """Return a field of the sent form as text, without NULs; empty where it is missing."""
    return request.POST.get(name, "").replace("\0", "")


def number(text: str | None) -> int | None:
    """Read a whole number of at most nine digits; None for anything else."""
    return int(text) if text and _NUMBER.fullmatch(text.strip()) else None


def sent_number(request: HttpRequest, name: str) -> int | None:
    """Return a field of the sent form as a whole number, or None."""
    return number(request.POST.get(name))


def sent_target(request: HttpRequest) -> int | str:
    """Return the candidate of a form: a number from the list, or a typed name. Raises `target_unknown` for nothing."""
    text = typed(request, "target").strip()
    if not text:
        raise Refusal("target_unknown", near=())
    found = number(text)
    return found if found is not None else text


def check_as(request: HttpRequest, access: Access) -> None:
    """Pass a form that was opened as whom the person is in this game now.

    Raises Refusal: `wrong_persona` for a form of somebody else (or of nobody), `not_in_game` for
    whoever has neither a seat nor a name here.
    """
    sent = request.POST.get("as", "")
    if access.persona is None:
        raise Refusal("wrong_persona" if sent else "not_in_game")
    if sent != access.persona.token:
        raise Refusal("wrong_persona")


def phase_mark(access: Access) -> str:
    """Return the open phase as forms carry it: `day-2`."""
    return f"{access.game.phase}-{access.game.day}"


def check_phase(request: HttpRequest, access: Access) -> None:
    """Pass a form that was opened in the phase that is open now (section 2). Raises Refusal `wrong_phase`.

    A form that does not say when it was opened is taken as one of now.
    """
    sent = request.POST.get("phase")
    if sent and sent != phase_mark(access):
        raise Refusal("wrong_phase", phase=access.game.phase, moved=True)


def form_key() -> str:
    """Return a fresh key for a form: what is sent twice with it is written once."""
    return new_token()


def hidden(access: Access, **more: object) -> list[tuple[str, str]]:
    """Return the hidden fields of an acting form: `as`, the `phase` it is opened in, and whatever else it carries."""
    token = access.persona.token if access.persona else ""
    return [("as", token), ("phase", phase_mark(access)), *((name, str(value)) for name, value in more.items())]


def sent_key(request: HttpRequest) -> str | None:
    """Return the key of the sent form, for the service; without one every sending is a new one."""
    return typed(request, "key").strip() or None


# ---------- answers ----------


def said(refusal: Refusal, access: Access) -> str:
    """Return a refusal's sentence in the reader's language, with the nicknames of this game."""
    return sentence(refusal, access.names)


def page(request: HttpRequest, template: str, context: Mapping[str, Any], status: int = 200) -> HttpResponse:
    """Draw a page that depends on who reads it: nothing between here and the reader may keep it.

    Whoever reads a page of a game in which they play is there.
    """
    if isinstance(access := context.get("access"), Access):
        note_presence(access, context["now"])
    return private(channels.let_connect(request, render(request, template, dict(context), status=status)))


def note_presence(access: Access, at: datetime) -> None:
    """Note that a player is there, where the host sees it (option `presence`). What fails here keeps no page back."""
    if access.seat is None:
        return
    try:
        services.note_presence(game=access.game, seat=access.seat, at=at)
    except DatabaseError:
        log.exception("presence in game %s could not be noted", access.game.pk)


def private(response: HttpResponse) -> HttpResponse:
    """Forbid to keep an answer that depends on who reads it."""
    response["Cache-Control"] = "no-store, private"
    return response


def go(url: str) -> HttpResponse:
    """Send the reader on after a form was accepted, so that a reload sends nothing again."""
    response = HttpResponseRedirect(url)
    response.status_code = 303
    return private(response)


def to_a_name(request: HttpRequest, access: Access, back: str) -> HttpResponse | None:
    """Send a visitor to the log-in and a person without a name here to choose one, and `back` afterwards.

    None for everybody who has a name in this game.
    """
    if access.persona is not None:
        return None
    page = "accounts:name" if request.user.is_authenticated else "account_login"
    return private(HttpResponseRedirect(f"{reverse(page)}?{urlencode({'next': back})}"))


# ---------- the frame ----------


def game_url(access: Access, name: str = "table", **kwargs: object) -> str:
    """Return an address within the game."""
    return _address(f"games:{name}", access.game.slug, tuple(kwargs.items()))


@lru_cache(maxsize=4096)
def _address(name: str, slug: str, more: tuple[tuple[str, object], ...]) -> str:
    """A page of a game has thirty addresses; they are the same each time."""
    return reverse(name, kwargs={"slug": slug, **dict(more)})


def game_context(access: Access, view: View, at: datetime) -> dict[str, Any]:
    """Return what every page of a game draws its frame from.

    `game`, `access`, `view`, `now`, `zone` (of the game), `names` by seat, `as_whom` and `as_label`
    for the top line, `phase_kind`, `phase` (the data of `_phasebar.html`), `plate` (of
    `_nameplate.html`), `is_player`, `is_host`, `can` (the acts that are open to the viewer now),
    `as_fields` (hidden fields of an acting form), `here` (where the page says that its player is there).
    """
    game, persona = access.game, access.persona
    here = persona is not None and (access.seat is not None or access.host)
    return {
        "game": game,
        "access": access,
        "view": view,
        "now": at,
        "zone": rules_of(access).timezone,
        "names": access.names,
        "as_whom": persona.name if here and persona is not None else "",
        "as_label": _("You host this game") if access.host else "",
        "phase_kind": phase_kind(view),
        "phase": phase_bar(access, view, at),
        "plate": _plate(access, view),
        "is_player": access.seat is not None,
        "is_host": access.host,
        "can": view.mine.can if view.mine else frozenset(),
        "as_fields": hidden(access),
        "hears_as": persona.token[:8] if here and persona is not None else "",
        "live_seconds": live_seconds(game),
        "here": _here(access),
    }


def _here(access: Access) -> dict[str, Any] | None:
    """Return where an open page says that its player is there, and how often; nothing where nobody asks."""
    seat = access.seat
    if seat is None or not seat.alive or not access.game.options.get("presence") or access.game.phase in OVER:
        return None
    return {"url": game_url(access, "here"), "seconds": int(attendance.ASK_EVERY.total_seconds())}


def live_seconds(game: Game) -> int:
    """Return after how many seconds an open page asks for what is new: sooner where the clock is quick."""
    return 5 if game.kind == Game.Kind.REAL else 2


def _plate(access: Access, view: View) -> dict[str, Any]:
    """Return the data of the nameplate: windows once the roles are dealt, before that the number of clones."""
    game = access.game
    before = view.phase == "signup" or (view.phase == "cancelled" and not view.composition)
    return {
        "title": game.title,
        "url": game_url(access),
        "number": game.pk,
        "theme": game.theme,
        "host": game.host.name,
        "seats": [] if before else [seat.alive for seat in view.seats],
        "joined": len(view.seats) if before else None,
        "slug": game.slug,
    }
