"""A game that is over, step by step, as it looked then from any viewpoint: `?step=12&as=host|visitor|3`."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from forum import selectors as forum
from games import replay_words, selectors, words
from games.engine.replay import Recording, Scene, Step
from games.engine.sight import HOST, READER, SeatView, View, Viewer
from games.selectors import Access
from games.views import base, panels, thread
from games.views.bar import phase_kind
from games.views.bench import bench
from games.views.reading import reading_of

# So many posts stand under a step; the rest is in the thread.
POSTS = 10


@require_safe
def replayed(request: HttpRequest, slug: str) -> HttpResponse:
    """One step of a finished game from one viewpoint. Before the end there is no such page."""
    access, at = selectors.access(slug, request.user), base.now()
    recording = selectors.recording(access.game)
    final = selectors.view_for(access, at)
    viewer, as_whom = _viewpoint(request, access)
    scene = recording.scene(recording.at(base.number(request.GET.get("step")) or 1), viewer)
    context = base.game_context(access, final, at)
    context["replay"] = _Page(access, recording, scene, viewer, as_whom).context()
    context |= _posts(access, final, recording, scene.step, viewer)
    # The page is by day or by night as the town was then, with the windows that were lit.
    context["phase_kind"] = phase_kind(scene.view)
    if context["plate"]["seats"]:
        context["plate"]["seats"] = [seat.alive for seat in scene.view.seats]
    return base.page(request, "games/replay.html", context)


def _viewpoint(request: HttpRequest, access: Access) -> tuple[Viewer, str]:
    """Return whose eyes are asked for: by default the own seat's, else the host's, who saw everything."""
    asked = request.GET.get("as", "")
    if asked == "visitor":
        return READER, asked
    seat = base.number(asked)
    if seat is None and asked != "host" and access.seat is not None:
        seat = access.seat.number
    return (Viewer(seat), str(seat)) if seat in access.seats else (HOST, "host")


class _Page:
    """What stands on the page of one step."""

    def __init__(self, access: Access, recording: Recording, scene: Scene, viewer: Viewer, as_whom: str) -> None:
        self.access, self.recording, self.scene = access, recording, scene
        self.viewer, self.as_whom, self.names = viewer, as_whom, selectors.names_ever(access.game)
        self.view, self.step = scene.view, scene.step

    def context(self) -> dict[str, Any]:
        """Return everything that the template draws."""
        steps = self.recording.seen(self.viewer)
        before, after = self.recording.beside(self.step, self.viewer)
        lines, signup = replay_words.lines(self.scene, self.names), self.view.phase == "signup"
        return {
            "number": sum(one.number <= self.step.number for one in steps),
            "count": len(steps),
            "step": self.step,
            "as": self.as_whom,
            "phase": words.phase_name(self.view.phase, self.view.day),
            # A whole sign-up is one step: who joined is no headline, and when is of interest.
            "joined": lines if signup else [],
            "head": lines[0] if lines and not signup else None,
            "lines": [] if signup else lines[1:],
            "unnoticed": not lines,
            "previous": self._url(before),
            "next": self._url(after),
            "chapters": self._chapters(steps),
            "viewpoints": self._viewpoints(),
            "votes": panels.votes(self.access, self.view),
            "bench": bench(self.access, self.view),
            "orders": replay_words.orders(self.view, self.names, self.step.at),
            "night": self.view.phase == "night",
            "knows": self._knows(),
            "living": [self._seat(seat) for seat in self.view.seats if seat.alive],
            "out": [self._seat(seat) for seat in self.view.seats if not seat.alive],
        }

    def _url(self, step: Step | None) -> str:
        return "?" + urlencode({"step": step.number, "as": self.as_whom}) if step else ""

    def _chapters(self, steps: Sequence[Step]) -> list[tuple[str, str, bool]]:
        """Return the chapters with the address of the first step in each: name, address, whether it is this one."""
        found: dict[tuple[str, int], Step] = {}
        for step in steps:
            found.setdefault(step.chapter, step)
        return [
            (words.phase_name(*chapter), self._url(step), chapter == self.step.chapter)
            for chapter, step in found.items()
        ]

    def _viewpoints(self) -> list[tuple[str, str, bool]]:
        """Return the options of the list of viewpoints: value, words, and whether it is chosen."""
        found = [("host", _("The host, who knows everything")), ("visitor", _("A reader of the thread"))]
        found += [(str(number), name) for number, name in self.access.names.items()]
        return [(value, label, value == self.as_whom) for value, label in found]

    def _knows(self) -> list[str]:
        """Return what a player knew besides the roles: the boss and the names of the mafia, and what nights showed."""
        mine = self.view.mine
        if mine is None:
            return []
        told = []
        if mine.boss:
            told.append(_("The boss of the mafia: %(name)s") % {"name": self.names[mine.boss]})
        if mine.names_sent:
            sent = ", ".join(self.names[number] for number in mine.names_sent)
            told.append(_("Names sent by the mafia tonight: %(names)s") % {"names": sent})
        return told + panels.learned(self.access, mine)

    def _seat(self, seat: SeatView) -> dict[str, Any]:
        said = [words.role(seat.role)] if seat.role else []
        if seat.acts_as:
            said.append(_("acts as %(role)s") % {"role": words.role(seat.acts_as)})
        if seat.boss:
            said.append(_("boss"))
        if not seat.alive:
            how = words.way_out(seat.how, trial=self.view.trial)
            said.append(f"{how}, {words.when_out(seat.out_phase, seat.out_day)}")
        return {
            "name": self.names[seat.number],
            "said": words.capital(", ".join(said)),
            "alive": seat.alive,
            "me": seat.me,
            "twice": seat.declared,
            "away": seat.alive and seat.away,
            "voted": bool(seat.voted) or seat.verdict is not None,
            "winner": seat.winner,
        }


def _posts(access: Access, final: View, recording: Recording, step: Step, viewer: Viewer) -> dict[str, Any]:
    """Return the first posts of a step, and the way to them in the thread: up to the next step of this viewpoint."""
    _before, after = recording.beside(step, viewer)
    until = after.first - 1 if after else len(recording.events)
    found = forum.since(access.game.thread, access.persona, step.first, POSTS + 1)
    written = [post for post in found if post.seq <= until]
    reading = replace(reading_of(access, final), quotes=False)
    first = found[0].number if found else 0
    return {
        "posts": thread.to_html(written[:POSTS], reading),
        "place": f"{base.game_url(access)}?post={first}#p{first}" if first else "",
        "more": len(written) > POSTS,
    }


urlpatterns = [path("games/<slug:slug>/replay/", replayed, name="replay")]
