"""The panel that tells how the chances of a composition look, as it is typed.

The page asks for the chances and shows what is known; a worker plays the games. Until they are played the
panel asks again, with script by itself, without at a reload.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from common.refusal import Refusal
from games import words
from games.engine.composition import problems_of
from games.engine.options import MOST_PLAYERS
from games.models import Odds
from games.services import chances
from games.set_up import SetUpForm
from games.views import base

# The field of the form that says for how many players.
FIELD = "odds-players"
# What the form says when it asks for the chances only.
ASKS = "odds"
# Players of a usual game.
USUAL = 12


@dataclass(frozen=True, slots=True)
class Chance:
    """One side's chance, in words."""

    side: str
    share: str


@dataclass(frozen=True, slots=True)
class Panel:
    """What the panel shows: the number in the field, and either chances or a sentence; `waiting` asks again."""

    players: str
    said: str = ""
    chances: tuple[Chance, ...] = ()
    waiting: bool = False


def panel(form: SetUpForm, at: datetime, ask_at: str) -> dict[str, Any]:
    """Return what the panel for the composition that stands in the form is drawn from; `ask_at` is asked again."""
    return {"odds": _panel(form, typed_in(form), at), "odds_field": FIELD, "odds_ask": ask_at}


def answer(request: HttpRequest, form: SetUpForm, at: datetime, ask_at: str) -> HttpResponse:
    """Answer an open page that asks again: with the chances alone, for the place where they stand."""
    return base.page(request, "games/_odds_said.html", panel(form, at, ask_at) | {"oob": True})


def carried(form: SetUpForm) -> dict[str, Any]:
    """Return what a page without the panel needs to send its field along."""
    return {"odds_field": FIELD, "odds_typed": typed_in(form)}


def typed_in(form: SetUpForm) -> str:
    """Return what was typed into the panel's field."""
    return str(form.data.get(FIELD, "")).strip()[:3]


def _panel(form: SetUpForm, typed: str, at: datetime) -> Panel:
    least, most = form.rules.min_players, min(form.rules.max_players or MOST_PLAYERS, MOST_PLAYERS)
    players = base.number(typed) if typed else max(least, min(USUAL, most))
    shown = typed or str(players)
    if form.errors.get("composition") or form.composition is None:
        return Panel(shown, _("The composition is to be mended first: what is wrong with it stands beside it."))
    if players is None or not least <= players <= most:
        return Panel(shown, _("This game takes from %(least)d to %(most)d players.") % {"least": least, "most": most})
    try:
        counts = form.composition.for_players(players)
    except Refusal:
        counts = {}
    if problems_of(counts, players, form.rules):
        return Panel(shown, _("So many players can't play this composition."))
    row = chances.ask(counts=counts, players=players, rules=form.rules, at=at)
    odds = chances.result(row)
    if row.state == Odds.State.FAILED:
        return Panel(shown, _("The chances of this composition can't be computed."))
    if row.state != Odds.State.READY:
        done = {"done": odds.games, "all": chances.GAMES}
        return Panel(shown, _("Being computed: %(done)d of %(all)d games are played.") % done, waiting=True)
    sides = ["town", "mafia", *(side for side in ("maniac",) if counts.get(side))]
    told = [_chance(words.SIDE[side], odds.share(side), odds.interval(side)) for side in sides]
    if odds.draws:
        told.append(_chance(words.SIDE["draw"], odds.share("draws"), odds.interval("draws")))
    days = round(odds.mean_days)
    said = ngettext(
        "In %(games)d games that programs played with these roles; a game had about %(days)d day. The range is what "
        "%(games)d games can tell. People play otherwise: it is good for comparing set-ups, and no promise.",
        "In %(games)d games that programs played with these roles; a game had about %(days)d days. The range is what "
        "%(games)d games can tell. People play otherwise: it is good for comparing set-ups, and no promise.",
        days,
    ) % {"games": odds.games, "days": days}
    return Panel(shown, said, tuple(told))


def _chance(side: object, share: float, interval: tuple[float, float]) -> Chance:
    least, most = interval
    numbers = {"share": round(100 * share), "least": round(100 * least), "most": round(100 * most)}
    return Chance(words.capital(str(side)), _("%(share)d%% (%(least)d to %(most)d)") % numbers)
