"""All votes of a game: how they stand or stood at any post, how they grew, who cast which, and who cast none.

Everything here is open to everybody (`rules.md` section 2): the votes come from `selectors.ballots_of`, which
reads public events alone, the numbers of posts from `forum.selectors`. A view is asked for by its address.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from common.templatetags.look import stamp
from forum import selectors as forum
from games import selectors, words
from games.engine.ballots import Act, Ballot, History, Standing
from games.engine.count import most
from games.engine.events import NIGHT
from games.engine.sight import View
from games.selectors import Access
from games.views import base
from games.views.bench import people
from games.views.panels import filter_url
from games.views.votes_asked import Asked, Namer
from games.views.votes_chart import chart
from games.views.votes_export import MOST, to_bbcode
from games.views.votes_posts import around, numbered

# Rows of a page of the table.
PAGE = 50


@dataclass(frozen=True, slots=True)
class Sight:
    """What a request asks for, found: the history, the vote that is counted, and how it stands or stood."""

    access: Access
    view: View
    history: History
    asked: Asked
    namer: Namer
    ballot: Ballot | None
    standing: Standing | None
    # At which position of the log, and whether the vote was open then.
    position: int | None
    is_open: bool
    # A post was asked for that is not there.
    lost: bool


def _look(request: HttpRequest, slug: str) -> tuple[Sight, dict[str, Any]]:
    access, at = selectors.access(slug, request.user), base.now()
    view = selectors.view_for(access, at)
    history = selectors.ballots_of(access, view, at)
    asked = Asked.read(request.GET, history, access.names)
    position = _position(access, asked.at)
    ballots = asked.ballots(history)
    if position is not None:
        ballot = history.at(position)
        standing = ballot.at(position) if ballot else None
        is_open = ballot is not None and ballot.open_at(position)
    else:
        ballot = ballots[-1] if ballots else None
        standing = ballot.last if ballot else None
        is_open = ballot is not None and ballot.ended is None
    lost = asked.at is not None and position is None
    sight = Sight(access, view, history, asked, Namer.of(view, access.names), ballot, standing, position, is_open, lost)
    return sight, base.game_context(access, view, at)


def _position(access: Access, number: int | None) -> int | None:
    """Return where the log stood when a post was written; None where no such post can be read."""
    found = forum.places(access.game.thread, access.persona, Q(number=number)) if number else []
    return found[0].seq if found else None


@require_safe
def votes(request: HttpRequest, slug: str) -> HttpResponse:
    """The votes of a game, as the address asks: `day`, `voter`, `candidate`, `at` (the number of a post), `page`."""
    sight, context = _look(request, slug)
    asked, history = sight.asked, sight.history
    acts = asked.acts(history)
    pages = max(1, -(-len(acts) // PAGE))
    page = min(asked.page, pages)
    shown = acts[::-1][(page - 1) * PAGE : page * PAGE]
    listed = _exported(sight)
    numbers = numbered(sight.access, [act for _one, act in shown], [act for _one, act in listed], _newest(sight))
    # A vote that nobody has closed yet ends at its deadline all the same.
    until = min(context["now"], sight.view.deadline or context["now"]) if sight.view.closing else context["now"]
    charts = [
        {"title": sight.namer.title(ballot), "picture": drawn[0], "left_out": drawn[1]}
        for ballot in reversed(asked.ballots(history))
        for drawn in [chart(ballot, until, _names_in(sight, ballot), sight.namer.title(ballot))]
        if drawn is not None
    ]
    context |= {
        "asked": asked,
        "lost": sight.lost,
        "tally": tally(sight),
        "steps": _steps(sight, numbers),
        "parts": _parts(sight, shown, [numbers[act] for _one, act in shown]),
        "found": len(acts),
        "page": page,
        "pages": pages,
        "page_query": f"?{asked.query()}&page=" if asked.query() else "?page=",
        "charts": charts,
        "earlier": len(charts) - 1,
        "absent": [_absent(sight, ballot) for ballot in reversed(asked.ballots(history))],
        "lists": _lists(sight),
        "export": export(request, sight, listed, numbers),
        "export_url": _export_url(sight),
        "here": base.game_url(sight.access, "votes"),
    }
    return base.page(request, "games/votes.html", context)


@require_safe
def votes_txt(request: HttpRequest, slug: str) -> HttpResponse:
    """The same as BBCode to paste, as plain text."""
    sight, _context = _look(request, slug)
    listed = _exported(sight)
    text = export(request, sight, listed, numbered(sight.access, [act for _one, act in listed]))
    return base.private(HttpResponse(text, content_type="text/plain; charset=utf-8"))


def _exported(sight: Sight) -> list[tuple[Ballot, Act]]:
    """Return the single votes of the export."""
    asked, ballot = sight.asked, sight.ballot
    # Without a choice the single votes are those of the day that is counted.
    pairs = asked.acts(sight.history)
    if not asked.sifts and ballot is not None:
        pairs = [(one, act) for one, act in pairs if one.day == ballot.day]
    if sight.position is not None:
        pairs = [(one, act) for one, act in pairs if act.position <= sight.position]
    return pairs[-MOST:]


def export(
    request: HttpRequest, sight: Sight, pairs: list[tuple[Ballot, Act]], numbers: Mapping[Act, int | None]
) -> str:
    """Return the count of the vote and the votes that are asked for as BBCode; `numbers` are those of their posts."""
    asked, query = sight.asked, sight.asked.query()
    return to_bbcode(
        sight.access.game.title,
        sight.ballot,
        sight.standing,
        pairs,
        [numbers[act] for _one, act in pairs],
        sight.namer,
        post=asked.at if sight.position is not None else None,
        url=request.build_absolute_uri(base.game_url(sight.access, "votes") + (f"?{query}" if query else "")),
    )


def _names_in(sight: Sight, ballot: Ballot) -> Callable[[int], str]:
    """Return how the candidates of a vote are called."""
    return lambda target: sight.namer.candidate(ballot, target)


# ---------- how it stands, or stood ----------


def tally(sight: Sight) -> dict[str, Any] | None:
    """Return the count as `_tally.html` draws it, with who had no vote; None where no vote has been open yet."""
    ballot, standing, access = sight.ballot, sight.standing, sight.access
    if ballot is None or standing is None:
        return None
    counted = standing.counted
    lead = most(counted)
    trial = ballot.round == "verdict"
    if trial and counted[ballot.accused] <= counted[NIGHT]:
        lead = ()
    order = sorted(counted, key=lambda target: (-counted[target], target == NIGHT, target))
    away = [seat for seat in standing.missing if sight.history.away(seat, ballot.day)]
    return {
        "heading": sight.namer.title(ballot),
        "cells": len(standing.living) + len(standing.double),
        "living": len(standing.living),
        "cast": len(standing.votes),
        "final": not sight.is_open,
        "candidates": [
            {
                "name": sight.namer.candidate(ballot, target),
                "url": filter_url(access, target) if target and not trial else "",
                "count": counted[target],
                "lead": target in lead,
                "night": target == NIGHT and not trial,
                "verdict": ("for" if target else "against") if trial else "",
                "by": people(
                    access, sight.view, [who for who, voted in standing.votes if voted == target], standing.double
                ),
            }
            for target in order
        ],
        "without": [sight.namer.voter(seat) for seat in standing.missing if seat not in away],
        "away": [sight.namer.voter(seat) for seat in away],
        "voided": [sight.namer.voter(seat) for seat in standing.voided if seat in standing.voteless],
    }


def _newest(sight: Sight) -> list[Act]:
    """Return the newest vote, from which one goes back: of all, or of those that are asked for."""
    if sight.asked.sifts and sight.ballot is not None:
        return list(sight.ballot.acts[-1:])
    return [act for ballot in sight.history.ballots for act in ballot.acts][-1:]


def _steps(sight: Sight, numbers: Mapping[Act, int | None]) -> dict[str, Any]:
    """Return where one can go from the post that is counted: to the previous and to the next vote."""
    asked = sight.asked
    if sight.position is not None and asked.at is not None:
        acts = [act for ballot in sight.history.ballots for act in ballot.acts]
        before, after = around(sight.access, acts, sight.position, asked.at)
    else:
        # As it stands now: the newest votes were just before.
        before, after = next((numbers[act] for act in _newest(sight)), None), None
    return {
        "before": before,
        "before_query": asked.query(at=before) if before else "",
        "after": after,
        "after_query": asked.query(at=after) if after else "",
        "now_query": asked.query(at=None),
        "at": asked.at if sight.position is not None else None,
        "post_url": f"{base.game_url(sight.access)}?post={asked.at}#p{asked.at}",
        "others": [(name, value) for name, value in _pairs(asked) if name != "at"],
    }


def _pairs(asked: Asked) -> list[tuple[str, int]]:
    """Return what is asked for as fields of a form."""
    pairs = (("day", asked.day), ("voter", asked.voter), ("candidate", asked.candidate), ("at", asked.at))
    return [(name, value) for name, value in pairs if value is not None]


def _export_url(sight: Sight) -> str:
    query = sight.asked.query()
    return base.game_url(sight.access, "votes_txt") + (f"?{query}" if query else "")


# ---------- vote by vote ----------


def _parts(
    sight: Sight, shown: Sequence[tuple[Ballot, Act]], numbers: Sequence[int | None]
) -> list[tuple[str, SafeString]]:
    """Return the rows of the table, ready, under the name of each vote; the newest first."""
    table = base.game_url(sight.access)
    rows: dict[int, list[SafeString]] = {}
    titles: dict[int, str] = {}
    for (ballot, act), number in zip(shown, numbers, strict=True):
        titles[ballot.position] = sight.namer.title(ballot)
        rows.setdefault(ballot.position, []).append(_row(sight, ballot, act, number, table))
    return [(titles[one], format_html_join("\n", "{}", ((row,) for row in lines))) for one, lines in rows.items()]


def _row(sight: Sight, ballot: Ballot, act: Act, number: int | None, table: str) -> SafeString:
    """Return one row: post, when, who, whom and how, and the count at that post."""
    no, then = "", ""
    if number is not None:
        no = format_html('<a href="{}?post={}#p{}">{}</a>', table, number, number, _no(number))
        then = format_html(
            '<a href="?{}" aria-label="{}">{}</a>',
            sight.asked.query(at=number),
            _("The count at post No. %(n)d") % {"n": number},
            _("count"),
        )
    target = sight.namer.candidate(ballot, act.target)
    return format_html(
        '<tr><td class="num">{}</td><td class="num">{}</td><th scope="row">{}</th><td>{}{}</td><td>{}</td></tr>',
        no,
        stamp(act.at),
        sight.namer.voter(act.seat),
        format_html("<b>{}</b>", target) if act.kind == "cast" else format_html("<s>{}</s>", target),
        format_html(' <br><span class="note">{}</span>', note) if (note := _how(sight, ballot, act)) else "",
        then,
    )


def _how(sight: Sight, ballot: Ballot, act: Act) -> str:
    """Say how a vote came or went, and what it replaced; nothing of the ordinary way, the control."""
    if act.kind == "void":
        return _("fell away: this player has left the game")
    if act.kind == "gone":
        return _("fell away with the voter, who has left the game")
    said = {"post": _("in a post"), "advance": _("left in advance")}.get(act.how, "")
    if act.kind == "withdrawn":
        return _("withdrawn, %(how)s") % {"how": said} if said else _("withdrawn")
    if act.before is None:
        return said
    before = _("before: %(name)s") % {"name": sight.namer.candidate(ballot, act.before)}
    return f"{said}; {before}" if said else before


def _no(number: int) -> str:
    return _("No. %(number)s").replace(" ", "\u00a0") % {"number": number}


# ---------- who has not voted ----------


def _absent(sight: Sight, ballot: Ballot) -> dict[str, Any]:
    """Return which of the living cast no vote: whose notice covers the day, and who else; at an open vote, so far."""
    missing = ballot.last.missing
    away = [seat for seat in missing if sight.history.away(seat, ballot.day)]
    return {
        "title": sight.namer.title(ballot),
        "open": ballot.ended is None,
        "names": [sight.namer.voter(seat) for seat in missing if seat not in away],
        "away": [sight.namer.voter(seat) for seat in away],
    }


# ---------- choosing ----------


def _lists(sight: Sight) -> list[dict[str, Any]]:
    """Return the lists of the form that sifts: each with its name, label and options (value, words, chosen)."""
    asked, names = sight.asked, sight.access.names
    days = sorted({ballot.day for ballot in sight.history.ballots})
    seats = [(seat.number, names.get(seat.number, "")) for seat in sight.view.seats]
    night = any(
        act.target == NIGHT
        for ballot in sight.history.ballots
        if ballot.round != "verdict"
        for act in ballot.acts
    )  # fmt: skip
    return [
        _list("day", _("Day"), _("all days"), [(one, words.phase_name("day", one)) for one in days], asked.day),
        _list("voter", _("Who voted"), _("everybody"), seats, asked.voter),
        _list(
            "candidate", _("For whom"), _("all"), [*seats, *([(NIGHT, _("Night"))] if night else [])], asked.candidate
        ),
    ]


def _list(name: str, label: str, every: str, options: Sequence[tuple[int, str]], chosen: int | None) -> dict[str, Any]:
    return {
        "name": name,
        "label": label,
        "every": every,
        "options": [(value, text, value == chosen) for value, text in options],
    }


urlpatterns = [
    path("games/<slug:slug>/votes/", votes, name="votes"),
    path("games/<slug:slug>/votes.txt", votes_txt, name="votes_txt"),
]
