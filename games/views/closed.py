"""Why nobody writes here just now, and what one can do instead."""

from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from games.engine.sight import View
from games.engine.state import OVER
from games.selectors import Access
from games.views.base import game_url


def notice(access: Access, view: View) -> dict[str, Any]:
    """Return the notice in place of the composer: `title`, `text`, `icon`, and at most two `acts`.

    It says the same to every living player, whatever the role.
    """
    if view.phase in OVER:
        return _over(access)
    if view.closing:
        return _words(_("Adding up"), _("The time is over. The result comes in a moment, then one can go on."), "clock")
    if access.seat is None:
        return _reader(access, view)
    if view.mine is not None and not view.mine.alive:
        return _out(access)
    letters = {"url": "#letters", "label": _("Letters")}
    if view.phase == "night":
        return _words(
            _("The town sleeps, the thread is closed"),
            _("Nobody writes here until dawn. Letters go, orders are taken, everything can be read."),
            acts=[{"url": "#me", "label": _("Your night"), "main": True}, letters],
        )
    if view.phase == "curtain":
        return _words(
            _("The report is being written"),
            _("Until the host publishes it nobody posts, votes or sends orders, and letters wait too."),
            "pen",
        )
    if view.phase == "deal":
        return _words(
            _("The roles are being dealt"),
            _("Until day 1 the players keep silent. Read your role and confirm it; letters go already."),
            acts=[{"url": "#me", "label": _("Your role"), "main": True}, letters],
        )
    if view.phase == "last_word":
        return _words(
            _("The bench has the last word"),
            _("Nobody else writes in the thread now, and nobody votes. Letters still go."),
            acts=[letters],
        )
    return _words(_("The thread is closed"), _("Everything can be read."))


def _out(access: Access) -> dict[str, Any]:
    """For whoever has left the game."""
    title = _("You are out of the game")
    if not access.game.options.get("graveyard"):
        return _words(title, _("All that is public is open to you to read. Writing opens again when the game is over."))
    room = {"url": game_url(access, "dead"), "label": _("The room of the dead"), "main": True}
    return _words(
        title, _("You write in the room of the dead now; the living do not see it until the end."), acts=[room]
    )


def _reader(access: Access, view: View) -> dict[str, Any]:
    """For whoever has no seat in a game that goes on."""
    how = {"url": reverse("games:how"), "label": _("How to play")}
    if view.phase == "signup":
        return _words(
            _("The clones of this game write here"),
            _("Choose a nickname and take a seat: your first post opens the talk."),
            "pen",
            [{"url": "#me", "label": _("Take a seat"), "main": True}, how],
        )
    acts = [{"url": reverse("games:list"), "label": _("Games that look for players")}, how]
    return _words(
        _("You are reading along"),
        _("Only the players write here while the game goes on. Everything public can be read."),
        "eye",
        acts,
    )


def _over(access: Access) -> dict[str, Any]:
    """For a reader who can't write in the talk after the game."""
    back = urlencode({"next": game_url(access)})
    return _words(
        _("The game is over, the talk goes on"),
        _("Whoever played writes here, and everybody with a member name."),
        "pen",
        [{"url": f"{reverse('accounts:name')}?{back}", "label": _("Take a member name"), "main": True}],
    )


def _words(title: str, text: str, icon: str = "lock", acts: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    return {"title": title, "text": text, "icon": icon, "acts": acts or []}
