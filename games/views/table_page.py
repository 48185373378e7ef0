"""The page of a game, for every phase and every reader. Drawn in one place, whatever led to it.

A request asks `render_table`; a refused form asks it again with the refusal and what was typed.
"""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from common.refusal import Refusal
from forum import markup
from forum import selectors as forum
from forum import services as forum_services
from forum.models import Post
from games import selectors
from games.engine.sight import View
from games.engine.state import OVER
from games.selectors import Access
from games.views import bar, base, closed, mailbox, panels, thread

# What a reader may ask of the thread besides its pages.
VOTES = Q(mark__in=("vote", "unvote")) | Q(html__contains='<span class="v') | Q(style=Post.Style.CHAPTER)

_MODE = re.compile(r"[a-z0-9_-]{1,40}")


@dataclass(frozen=True, slots=True)
class Asked:
    """What of a form comes back with the page: its name, why it was refused, what was typed, and a preview."""

    form: str = ""
    refusal: Refusal | None = None
    kept: Mapping[str, str] | None = None
    preview: SafeString | str = ""
    warning: str = ""

    def said(self, form: str, access: Access) -> str:
        """Return the refusal's sentence for the form that it belongs to, else nothing."""
        return base.said(self.refusal, access) if self.refusal is not None and self.form == form else ""

    def of(self, form: str) -> dict[str, str]:
        """Return what was typed in the form, if it is this one."""
        return dict(self.kept or {}) if self.form == form else {}


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
    `post`, `vote`, `order`, `done`, `away`, `advance_vote`, `acknowledge`. Without it, that of the
    sign-up. `kept` has the values by the names of the form's fields.
    """
    if not form and (refusal is not None or kept or join_form is not None):
        form = "join" if access.seat is None else "rename"
    asked = Asked(form, refusal, kept, preview, warning)
    view = selectors.view_for(access, now)
    context = base.game_context(access, view, now)
    reading = read_thread(request, access, view)
    context |= reading
    context |= side(access, view, asked, not {"page", "post", "by", "only"} & set(request.GET))
    context |= writing(request, access, view, asked)
    context["phase"]["acts"] = _acts(access, view, context)
    if view.phase == "signup":
        context |= signing_up(access, view, asked, join_form)
    elif asked.refusal is not None and asked.form in ("join", "rename", "withdraw"):
        # The sign-up is over; what was typed too late is shown all the same, with the reason.
        late = signing_up(access, view, asked, join_form)
        context |= {"join": late["join"], "own": late["own"]}
    context["live_panel"] = _live_panel(access, mode(access, view), digest(context))
    return base.page(request, "games/table.html", context, status)


# ---------- the thread ----------


def read_thread(request: HttpRequest, access: Access, view: View) -> dict[str, Any]:
    """Return the posts that were asked for, ready, with the links around them; a player has then read them."""
    game_thread, persona = access.game.thread, access.persona
    last = forum.last_number(game_thread)
    where, sift = _sift(request, access)
    known = persona is not None and (access.seat is not None or access.host)
    read = forum.read_up_to(game_thread, persona) if known and persona is not None else 0
    if sift is None:
        pages = forum.page_of(last, thread.PAGE)
        page = _page(request, access, view, pages)
        posts = forum.posts(game_thread, persona, *forum.numbers_on(page, thread.PAGE))
    else:
        page = max(1, base.number(request.GET.get("page")) or 1)
        posts, fitting = forum.sifted(game_thread, persona, sift, page, thread.PAGE)
        pages = forum.page_of(fitting, thread.PAGE)
    first_new = read + 1 if known and read and read < last else 0
    new = last - read if first_new else 0
    if sift is None and known and persona is not None and posts and posts[-1].number > read:
        forum_services.mark_read(game_thread, persona, posts[-1].number)
    return {
        "posts": thread.to_html(posts, reading_of(access, view, first_new if sift is None else 0, new)),
        "page": page,
        "pages": pages,
        "page_query": f"{table_url(access)}?{where}page=",
        "sifted": where,
        "sift_name": _sift_name(request, access, where),
        "new": new,
        "new_url": f"{table_url(access)}?post={first_new}#new" if first_new else "",
        "live_thread": _live_thread(access, last) if sift is None and page == pages else "",
    }


def reading_of(access: Access, view: View, first_new: int = 0, new: int = 0) -> thread.Reading:
    """Return how this person reads the game's thread."""
    return thread.Reading(
        url=table_url(access),
        me=access.persona.pk if access.persona else 0,
        host=access.game.host_id,
        quotes=may_write(access, view),
        first_new=first_new,
        new=new,
        members=frozenset(seat.persona_id for seat in access.seats.values()) if view.phase in OVER else frozenset(),
    )


def _live_thread(access: Access, last: int) -> str:
    return f"{base.game_url(access, 'live_thread')}?after={last}"


def _page(request: HttpRequest, access: Access, view: View, pages: int) -> int:
    """Return the page that is asked for, by its number or by that of a post; by default the last.

    A stranger who opens a game that is over begins at its beginning.
    """
    post, page = base.number(request.GET.get("post")), base.number(request.GET.get("page"))
    if post is not None:
        page = forum.page_of(post, thread.PAGE)
    elif page is None:
        page = 1 if view.phase in OVER and access.seat is None and not access.host else pages
    return min(max(1, page), pages)


def _sift(request: HttpRequest, access: Access) -> tuple[str, Q | None]:
    """Return which posts only are asked for, as a piece of the address and as a condition."""
    by = request.GET.get("by", "")
    if by == "host":
        return "by=host&", Q(author=access.game.host_id) | Q(author=None, style__in=("report", "chapter"))
    seat = access.seats.get(base.number(by) or 0)
    if seat is not None:
        return f"by={seat.number}&", Q(author=seat.persona_id)
    if request.GET.get("only") == "votes":
        return "only=votes&", VOTES
    return "", None


def _sift_name(request: HttpRequest, access: Access, where: str) -> str:
    """Return the nickname whose posts are shown, if it is a player's."""
    if not where.startswith("by=") or where == "by=host&":
        return ""
    return access.names.get(base.number(request.GET.get("by")) or 0, "")


# ---------- beside it ----------


def side(access: Access, view: View, asked: Asked, begins: bool = True) -> dict[str, Any]:
    """Return the panels beside the thread; that of a game's end on the page where one begins."""
    mail = mailbox.mailbox(access)
    kept = asked.of(asked.form)
    chosen = base.number(kept.get("target")) if asked.form == "vote" else None
    return {
        "mail": mail,
        "seats": panels.seats(access, view),
        "votes": panels.votes(access, view, asked.said("vote", access), chosen),
        "bench": panels.bench(access, view),
        "bench_refused": asked.said("done", access),
        "card": panels.card(access, view, mail.room),
        "card_refused": asked.said("acknowledge", access),
        "order": panels.order(
            access, view, asked.said("order", access), kept.get("target", "") if asked.form == "order" else ""
        ),
        "notices": panels.notices(
            access,
            view,
            kept if asked.form in ("away", "advance_vote") else None,
            asked.said("away", access) or asked.said("advance_vote", access),
        ),
        "ending": panels.ending(access, view, mailbox.opened_room(access)) if begins else None,
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
    elif view.phase == "night" and "host" in mine.can:
        acts.append({"url": "#me", "label": _("Your night"), "main": True})
    elif "acknowledge" in mine.can:
        acts.append({"url": "#me", "label": _("Your role"), "main": True})
    return acts


def signing_up(access: Access, view: View, asked: Asked, join_form: BaseForm | None) -> dict[str, Any]:
    """Return what the sign-up shows: who is on the list, how many are needed, and the form to join or to leave."""
    rules = bar.rules_of(access)
    least, most = rules.min_players, rules.max_players
    rows = [
        {
            "name": seat.persona.name,
            "me": access.seat is not None and seat.pk == access.seat.pk,
            "url": panels.filter_url(access, seat.number),
        }
        for seat in access.seats.values()
    ]
    full = most is not None and len(rows) >= most
    return {
        "roster": {
            "rows": rows,
            "count": len(rows),
            "least": least,
            "most": most,
            "lacking": max(0, least - len(rows)),
            "free": range(max(0, least - len(rows))),
        },
        "join": None
        if access.seat is not None or access.host
        else {
            "open": view.phase == "signup" and not view.closing and not full,
            "full": full,
            "form": join_form,
            "action": base.game_url(access, "join"),
            "clone": rules.names == "clone",
            "mail": access.persona is None,
            "kept": asked.of("join"),
            "refused": asked.said("join", access),
            "key": base.form_key(),
        },
        "own": None
        if access.seat is None
        else {
            "open": view.phase == "signup" and not view.closing,
            "asked": access.seat.rename_asked,
            "rename": base.game_url(access, "rename"),
            "withdraw": base.game_url(access, "withdraw"),
            "clone": rules.names == "clone",
            "name": asked.of("rename").get("name", access.seat.persona.name),
            "refused": asked.said("rename", access) or asked.said("withdraw", access),
        },
    }


# ---------- writing ----------


def may_write(access: Access, view: View) -> bool:
    """Tell whether the person may write in the game's thread now (section 2, "Who may write where")."""
    if access.host:
        return True
    if access.seat is not None:
        return view.mine is not None and "post" in view.mine.can
    return view.phase in OVER and access.persona is not None


def writing(request: HttpRequest, access: Access, view: View, asked: Asked) -> dict[str, Any]:
    """Return the composer, or the notice that stands in its place and says what one can do instead.

    A refused text is kept even where nothing may be written any more.
    """
    text = asked.of("post").get("text")
    refused = asked.said("post", access)
    if not may_write(access, view) and text is None:
        return {"composer": None, "closed": closed.notice(access, view)}
    if text is None:
        text = _quoted(request, access)
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
            "can_vote": view.mine is not None and "vote" in view.mine.can,
            "note": _("Posts are final: they are neither edited nor deleted."),
        },
        "closed": None if may_write(access, view) else closed.notice(access, view),
    }


def _quoted(request: HttpRequest, access: Access) -> str:
    """Return what the quote link of a post puts into the field."""
    wanted = base.number(request.GET.get("quote"))
    if wanted is None:
        return ""
    posts = forum.posts(access.game.thread, access.persona, wanted, wanted)
    if not posts or posts[0].author is None or not posts[0].source:
        return ""
    return markup.quote(posts[0].author.name, posts[0].number, posts[0].source)


# ---------- an open page ----------


def mode(access: Access, view: View) -> str:
    """Return what an open page must be loaded anew for when it changes: the phase, and what the reader may do in it."""
    can = "w" if may_write(access, view) else "r"
    voting = "v" if view.mine is not None and "vote" in view.mine.can else ""
    return f"{view.phase}-{view.day}-{can}{voting}"


def _live_panel(access: Access, opened: str, mark: str) -> str:
    return f"{base.game_url(access, 'live_panel')}?mode={opened}&have={mark}"


def digest(context: Mapping[str, Any]) -> str:
    """Return a mark of all that an open page refreshes by itself, so that nothing is sent twice.

    Made of what the page shows and of nothing else: it changes when that does.
    """
    bar = {name: value for name, value in context["phase"].items() if name not in ("gone", "paused_left", "acts")}
    tally = {name: value for name, value in (context["votes"] or {}).items() if name not in ("ballot", "vote_refused")}
    shown = repr((bar, context["seats"], tally, context["mail"].rows, context.get("roster")))
    return hashlib.sha256(shown.encode()).hexdigest()[:16]


def render_live_panel(request: HttpRequest, access: Access, now: datetime) -> HttpResponse:
    """Draw the parts of an open page that have changed since it asked last; nothing (204) where none has."""
    view = selectors.view_for(access, now)
    context = base.game_context(access, view, now)
    context |= {"new_url": "", "new": 0}
    context |= side(access, view, Asked())
    context["phase"]["acts"] = _acts(access, view, context)
    if view.phase == "signup":
        context |= signing_up(access, view, Asked(), None)
    opened = request.GET.get("mode", "")
    if not _MODE.fullmatch(opened):
        opened = mode(access, view)
    changed = opened != mode(access, view)
    mark = digest(context) + ("c" if changed else "")
    if request.GET.get("have", "") == mark:
        return base.private(HttpResponse(status=204))
    context |= {"changed": changed, "live_panel": _live_panel(access, opened, mark)}
    return base.page(request, "games/_live.html", context)


def render_live_thread(request: HttpRequest, access: Access, now: datetime) -> HttpResponse:
    """Draw the posts after a number, and ask again from the last of them; nothing (204) where there are none."""
    view = selectors.view_for(access, now)
    after = max(0, base.number(request.GET.get("after")) or 0)
    posts = forum.posts(access.game.thread, access.persona, after + 1, after + 2 * thread.PAGE)
    if not posts:
        return base.private(HttpResponse(status=204))
    persona = access.persona
    if persona is not None and (access.seat is not None or access.host):
        forum_services.mark_read(access.game.thread, persona, posts[-1].number)
    html = thread.to_html(posts, reading_of(access, view))
    tail = render_to_string("games/_tail.html", {"live_thread": _live_thread(access, posts[-1].number)})
    return base.private(HttpResponse(html + tail))


def table_url(access: Access) -> str:
    """Return the address of the game's page."""
    return reverse("games:table", kwargs={"slug": access.game.slug})
