"""The page of a game, for every phase and every reader. Drawn in one place, whatever led to it.

A request asks `render_table`; a refused form asks it again with the refusal and what was typed.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from common.refusal import Refusal
from games import selectors
from games.engine.sight import View
from games.selectors import Access
from games.views import base, closed, live, mailbox, marks, panels, quoting, sifting
from games.views.asked import Asked
from games.views.bench import bench
from games.views.practice import hints_context, practice_end
from games.views.reading import may_write, read_thread
from games.views.signup import signing_up

# Which panel shows the refusal of a form; where that panel is not drawn the page says it on top.
PANEL_OF = {
    "post": "composer",
    "vote": "votes",
    "order": "order",
    "done": "bench_refused",
    "say": "bench_refused",
    "boss": "",
    "declare": "",
    "look_on": "graveyard_refused",
    "away": "notices",
    "advance_vote": "notices",
    "acknowledge": "card",
    "join": "join",
    "rename": "own",
    "withdraw": "own",
}

# What somebody has typed, and may want back; the rest was chosen from lists.
TYPED = ("name", "announcement", "text")


def render_table(
    request: HttpRequest,
    access: Access,
    now: datetime,
    *,
    status: int = 200,
    join_form: BaseForm | None = None,
    refusal: Refusal | None = None,
    kept: Mapping[str, str] | None = None,
    form: str = "",
    preview: SafeString | str = "",
    warning: str = "",
) -> HttpResponse:
    """Draw the game's page as this person meets it.

    `form` says which form the `refusal` and the `kept` texts belong to: `join`, `rename`, `withdraw`,
    `post`, `vote`, `order`, `done`, `say`, `away`, `advance_vote`, `acknowledge`, `boss`, `declare`, `look_on`.
    Without it, that of the sign-up. `kept` has the values by the names of the form's fields.
    """
    if not form and (refusal is not None or kept or join_form is not None):
        form = "join" if access.seat is None else "rename"
    asked = Asked(form, refusal, kept, preview, warning)
    view = selectors.view_for(access, now)
    context = base.game_context(access, view, now)
    context |= hints_context(request, access, view)
    notes = marks.notes_of(request, access)
    context |= read_thread(request, access, view, notes)
    context |= side(access, view, asked, notes, not {*sifting.PLACE, *sifting.SHOWN} & set(request.GET))
    context |= writing(request, access, view, asked)
    context |= {"graveyard": mailbox.graveyard(access), "graveyard_refused": asked.said("look_on", access)}
    context["practice_end"] = practice_end(access, view) if context["ending"] else None
    context["phase"]["acts"] = _acts(access, view, context)
    if view.phase == "signup":
        context |= signing_up(access, view, asked, join_form)
    if refusal is not None and not context.get(PANEL_OF[asked.form] or "nowhere"):
        typed = [text for name, text in asked.of(asked.form).items() if name in TYPED and text]
        context["stray"] = {"said": base.said(refusal, access), "kept": typed}
    context["live_panel"] = live.panel_url(access, live.mode(access, view), live.digest(context))
    return base.page(request, "games/table.html", context, status)


def render_live_panel(request: HttpRequest, access: Access, now: datetime) -> HttpResponse:
    """Draw the parts of an open page that have changed since it asked last; nothing (204) where none has."""
    view = selectors.view_for(access, now)
    context = base.game_context(access, view, now)
    context |= hints_context(request, access, view)
    context |= {"new_url": "", "new": 0}
    context |= side(access, view, Asked(), marks.notes_of(request, access))
    context["phase"]["acts"] = _acts(access, view, context)
    if view.phase == "signup":
        context |= signing_up(access, view, Asked(), None)
    opened = live.opened_as(request.GET.get("mode", ""), access, view)
    changed = opened != live.mode(access, view)
    mark = live.digest(context) + ("c" if changed else "")
    if request.GET.get("have", "") == mark:
        return base.private(HttpResponse(status=204))
    context["is_player"] = access.seat is not None and live.as_player(opened)
    context |= {"changed": changed, "live_panel": live.panel_url(access, opened, mark)}
    context["composer_timed"] = live.timed(access) and may_write(access, view)
    context["composer_until"] = live.deadline(access, view)
    return base.page(request, "games/_live.html", context)


# ---------- beside it ----------


def side(access: Access, view: View, asked: Asked, notes: Mapping[int, str], begins: bool = True) -> dict[str, Any]:
    """Return the panels beside the thread; that of a game's end on the page where one begins. `notes` by seat."""
    mail = mailbox.mailbox(access)
    kept = asked.of(asked.form)
    chosen = base.number(kept.get("target")) if asked.form == "vote" else None
    return {
        "mail": mail,
        "seats": panels.seats(access, view, notes),
        "votes": panels.votes(access, view, asked.said("vote", access), chosen),
        "bench": bench(access, view),
        "bench_refused": asked.said("done", access) or asked.said("say", access),
        "card": panels.card(access, view, mail.room),
        "card_refused": asked.said("acknowledge", access),
        "order": panels.order(access, view, {**asked.of("order"), "refused": asked.said("order", access)}),
        "notices": panels.notices(
            access,
            view,
            kept if asked.form in ("away", "advance_vote") else None,
            asked.said("away", access) or asked.said("advance_vote", access),
        ),
        "ending": panels.ending(access, view, mailbox.opened_rooms(access)) if begins else None,
    }


def _acts(access: Access, view: View, context: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return at most two links of the phase bar: to what is new, and to what there is to do; for all roles alike."""
    acts: list[dict[str, Any]] = []
    if context["new_url"]:
        acts.append({"url": context["new_url"], "label": _("To the new"), "count": context["new"]})
    mine = view.mine
    if access.host:
        acts.append({"url": base.game_url(access, "desk"), "label": _("The desk"), "main": True})
    elif mine is None:
        if view.phase == "signup" and not view.closing:
            acts.append({"url": "#me", "label": _("Take a seat"), "main": True})
    elif "vote" in mine.can:
        acts.append({"url": "#votes", "label": pgettext("button", "Vote"), "main": True})
    elif "verdict" in mine.can:
        acts.append({"url": "#bench", "label": _("FOR or AGAINST"), "main": True})
    elif "done" in mine.can:
        acts.append({"url": "#reply", "label": _("Write"), "main": True})
    elif view.phase == "night" and "host" in mine.can:
        acts.append({"url": "#me", "label": _("Your night"), "main": True})
    elif "acknowledge" in mine.can:
        acts.append({"url": "#me", "label": _("Your role"), "main": True})
    return acts


# ---------- writing ----------


def writing(request: HttpRequest, access: Access, view: View, asked: Asked) -> dict[str, Any]:
    """Return the composer, or the notice that stands in its place and says what one can do instead.

    A refused text is kept even where nothing may be written any more.
    """
    text = asked.of("post").get("text")
    refused = asked.said("post", access)
    if not may_write(access, view) and text is None:
        return {"composer": None, "closed": closed.notice(access, view)}
    if text is None:
        text = quoting.quoted(request, access.game.thread, access.persona)
    persona = access.persona
    return {
        "composer": {
            "action": base.game_url(access, "post"),
            "as_name": persona.name if persona else "",
            "text": text,
            "hidden": base.hidden(access, key=base.form_key()),
            "refused": refused,
            "preview": asked.preview,
            "warning": asked.warning,
            "keep": f"post:{access.game.slug}:{persona.token[:8] if persona else ''}",
            "collects": quoting.collection(access),
            # In a last word a vote tag may name somebody, too.
            "can_vote": view.mine is not None and not {"vote", "avenge"}.isdisjoint(view.mine.can),
            "note": _("Posts are final: they are neither edited nor deleted."),
            "timed": live.timed(access),
            "deadline": live.deadline(access, view),
        },
        "closed": None if may_write(access, view) else closed.notice(access, view),
    }
