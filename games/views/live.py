"""How an open page learns that it has grown old: marks of what it shows, made of nothing that it does not show."""

import hashlib
import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from games.engine.sight import View
from games.engine.state import OVER
from games.selectors import Access
from games.views import bar, base
from games.views.reading import may_write

PLAYER = "p"
_MODE = re.compile(r"[a-z0-9_-]{1,40}")


def mode(access: Access, view: View) -> str:
    """Return what an open page must be loaded anew for when it changes: the phase, what the reader may do in it,
    and whether as a player.
    """
    can = "w" if may_write(access, view) else "r"
    voting = "v" if view.mine is not None and "vote" in view.mine.can else ""
    return f"{view.phase}-{view.day}-{can}{voting}{PLAYER if access.seat is not None else ''}"


def as_player(opened: str) -> bool:
    """Tell whether a page was opened by a player: whoever joins meanwhile has an open page without a player's parts."""
    return opened.rpartition("-")[2].endswith(PLAYER)


def panel_url(access: Access, opened: str, mark: str) -> str:
    """Return the address that an open page asks: as what it was opened, and what it shows."""
    return f"{base.game_url(access, 'live_panel')}?mode={opened}&have={mark}"


def opened_as(sent: str, access: Access, view: View) -> str:
    """Return the mode in which a page says that it was opened; for nonsense, the present one."""
    return sent if _MODE.fullmatch(sent) else mode(access, view)


def timed(access: Access) -> bool:
    """Tell whether the composer has a clock: in a game that is played live."""
    return bar.live(bar.rules_of(access))


def deadline(access: Access, view: View) -> datetime | None:
    """Return the time to which the composer's clock counts down, that of the phase; None while there is none."""
    running = view.phase not in OVER and not view.paused and not view.closing
    return view.deadline if running and timed(access) else None


def digest(context: Mapping[str, Any]) -> str:
    """Return a mark of all that an open page refreshes by itself, so that nothing is sent twice.

    Made of what the page shows and of nothing else: it changes when that does.
    """
    bar = {name: value for name, value in context["phase"].items() if name not in ("gone", "paused_left", "acts")}
    tally = {name: value for name, value in (context["votes"] or {}).items() if name not in ("ballot", "vote_refused")}
    beside = [context.get(name) for name in ("bench", "roster", "hint")]
    shown = repr((bar, context["seats"], tally, context["mail"].rows, beside))
    return hashlib.sha256(shown.encode()).hexdigest()[:16]
