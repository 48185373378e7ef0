"""What is said of a step of a replay, in the reader's words: as its viewpoint heard of it then.

The lines are those of the story (`story_lines.py`), told by somebody who knows no more than the
viewpoint did.
"""

from datetime import datetime

from django.utils.translation import gettext as _

from games import story, words
from games.engine import events as e
from games.engine.replay import NameSent, Scene
from games.engine.sight import View
from games.story import Line
from games.story_lines import ASIDE, SECRET, TELL, UNTOLD, Names, Teller


def lines(scene: Scene, names: Names) -> list[Line]:
    """Return what the viewpoint heard in a step, line by line. Secret is what not everybody heard."""
    teller = _teller(scene.view, names)
    told: list[Line] = []
    for event in scene.heard:
        kind = type(event)
        if kind in UNTOLD:
            continue
        aside = ASIDE.get(kind)
        told += [Line(event.at, text, secret=True) for text in aside(teller, event)] if aside else []
        told.append(Line(event.at, _told(teller, event), kind in SECRET or kind is NameSent))
        if isinstance(event, e.NightResolved):
            told += [Line(event.at, text) for text in _morning(scene.view, names)]
    # A phase that opens by itself is all that there is to say.
    return told or [
        Line(event.at, f"{words.phase_name(event.phase, event.day)}.")
        for event in scene.heard
        if isinstance(event, e.PhaseOpened)
    ]


def _told(teller: Teller, event: e.Event) -> str:
    if isinstance(event, NameSent):
        return _("One of the mafia has sent the host a name: %(name)s") % {"name": teller.name(event.target)}
    return TELL[type(event)](teller, event)


def _teller(view: View, names: Names) -> Teller:
    """Return a teller who knows the roles that the viewpoint knows."""
    return Teller(names, {seat.number: seat.role for seat in view.seats if seat.role}, view.trial)


def _morning(view: View, names: Names) -> list[str]:
    """Return what the morning's report tells besides the dead, by the rules of the game."""
    facts = view.reports[-1].facts if view.reports else ()
    return [
        f"{words.capital(story.fact(fact.kind, names.get(fact.seat, ''), fact.role, (), trial=view.trial))}."
        for fact in facts
        if fact.kind in ("treated", "checked")
    ]


def orders(view: View, names: Names, at: datetime) -> list[str]:
    """Return the orders that are in force, as far as the viewpoint knows them: all, the own, or none."""
    teller = _teller(view, names)

    def said(seat: int, power: str, target: int | None, second: int | None) -> str:
        return TELL[e.OrderGiven](teller, e.OrderGiven(at, seat, power, target, second))

    if view.host:
        seconds = {seat.number: seat.second for seat in view.seats}
        return [said(seat, power, target, seconds.get(seat)) for seat, power, target in view.orders]
    mine = view.mine
    if mine is None or not mine.ordered:
        return []
    return [said(mine.seat, mine.power, mine.order, mine.second)]
