"""The acts of the table: posting, voting, the last word, absence, and the order by the control.

Each is a form of the page: a success leads back to it (303), a refusal draws it again with the
reason above the form and everything that was typed (422).
"""

from collections.abc import Callable
from datetime import datetime

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from common.refusal import Refusal
from forum import markup
from forum import services as forum
from forum.models import Post
from games import selectors, services, tags
from games.engine import speech
from games.engine.roles import Power
from games.engine.state import OVER
from games.selectors import Access
from games.views import base, bell
from games.views.panels import PASS, WARNINGS
from games.views.reading import render_live_thread
from games.views.table_page import render_live_panel, render_table

__all__ = ["render_table", "urlpatterns"]


@require_safe
def table(request: HttpRequest, slug: str) -> HttpResponse:
    """The game: thread, votes, seats, and what there is to do. `?page=`, `?post=`, `?quote=`, `?by=`, `?only=votes`."""
    access, at = selectors.access(slug, request.user), base.now()
    bell.seen(request, access, at, "phase", "over", "rename")
    return render_table(request, access, at)


@require_safe
def live_thread(request: HttpRequest, slug: str) -> HttpResponse:
    """The posts after `?after=`, for an open page."""
    return render_live_thread(request, selectors.access(slug, request.user), base.now())


@require_safe
def live_panel(request: HttpRequest, slug: str) -> HttpResponse:
    """What has changed beside the thread, for an open page."""
    return render_live_panel(request, selectors.access(slug, request.user), base.now())


# ---------- posting ----------


@require_POST
def post(request: HttpRequest, slug: str) -> HttpResponse:
    """Write in the game's thread, or (`preview`) look at it first."""
    access, at = selectors.access(slug, request.user), base.now()
    text = base.typed(request, "text")
    kept = {"text": text}
    try:
        base.check_as(request, access)
        if "preview" in request.POST:
            html, warning = _preview(access, text)
            return render_table(request, access, at, form="post", kept=kept, preview=html, warning=warning)
        if access.game.phase not in OVER:
            base.check_phase(request, access)
        written = _write(access, text, at, base.sent_key(request))
    except Refusal as refusal:
        return render_table(request, access, at, status=422, form="post", refusal=refusal, kept=kept)
    if access.seat is not None and (warning := _hidden_vote(written.source)):
        messages.warning(request, warning)
    return base.go(f"{base.game_url(access)}?post={written.number}#p{written.number}")


def _write(access: Access, text: str, at: datetime, key: str | None) -> Post:
    """Post as whom the person is here: a player, the host, or a member after the end."""
    game = access.game
    if access.seat is not None:
        return services.post(game=game, seat=access.seat.number, source=text, at=at, key=key)
    if access.host:
        return services.host_post(game=game, host=access.persona, source=text, at=at, key=key)
    if access.persona is None or game.phase not in OVER:
        raise Refusal("not_in_game")
    return services.post_afterwards(game=game, persona=access.persona, source=text, at=at, key=key)


def _preview(access: Access, text: str) -> tuple[SafeString, str]:
    """Return a text as it would be posted, and what to say of a vote in it that would not count.

    Raises `text_empty`, `text_too_long`.
    """
    playing = access.seat is not None
    source, html = forum.checked_text(
        text,
        tags=tags.TAGS if playing else {},
        render=tags.RENDER if playing else {},
        names=access.mentionable,
        language=access.game.language,
    )
    return mark_safe(html), _hidden_vote(source) if playing else ""  # noqa: S308 (cleaned)


def _hidden_vote(text: str) -> str:
    """Return the sentence for a text in which a vote stands hidden and none in the open, else nothing."""
    tree = markup.parse(text, tags.TAGS)
    if speech.ballot_of(markup.hidden_said(tree)) is None or speech.ballot_of(markup.said(tree)) is not None:
        return ""
    return _("A vote inside a quote, code or spoiler is not a vote. Your vote is as it was before.")


# ---------- the day ----------


def _do(
    request: HttpRequest,
    slug: str,
    form: str,
    act: Callable[[Access, int, datetime], None],
    fields: tuple[str, ...] = (),
    back: str = "",
    of_phase: bool = True,
) -> HttpResponse:
    """Let a player act by a form of the page, and lead `back` to a part of it (or to the talk with the host).

    `of_phase`: the form means something in the phase in which it was opened, and in no other.
    """
    access, at = selectors.access(slug, request.user), base.now()
    try:
        base.check_as(request, access)
        if access.seat is None:
            raise Refusal("not_in_game")
        if of_phase:
            base.check_phase(request, access)
        act(access, access.seat.number, at)
    except Refusal as refusal:
        kept = {name: base.typed(request, name) for name in fields}
        if refusal.code in WARNINGS:
            kept["sure"] = "cancel" if "cancel" in request.POST else "send"
        return render_table(request, access, at, status=422, form=form, refusal=refusal, kept=kept)
    return base.go(base.game_url(access, "talk") if back == "talk" else base.game_url(access) + back)


@require_POST
def vote(request: HttpRequest, slug: str) -> HttpResponse:
    """Cast or change a vote by the control; its second button withdraws it."""
    if "withdraw" in request.POST:
        return _unvote(request, slug)

    def act(access: Access, seat: int, at: datetime) -> None:
        services.cast_vote(game=access.game, seat=seat, target=base.sent_target(request), at=at)

    return _do(request, slug, "vote", act, ("target",), "#votes")


@require_POST
def unvote(request: HttpRequest, slug: str) -> HttpResponse:
    """Withdraw a vote by the control."""
    return _unvote(request, slug)


def _unvote(request: HttpRequest, slug: str) -> HttpResponse:
    def act(access: Access, seat: int, at: datetime) -> None:
        services.withdraw_vote(game=access.game, seat=seat, at=at)

    return _do(request, slug, "vote", act, (), "#votes")


@require_POST
def done(request: HttpRequest, slug: str) -> HttpResponse:
    """End one's last word."""

    def act(access: Access, seat: int, at: datetime) -> None:
        services.finish_last_word(game=access.game, seat=seat, at=at)

    return _do(request, slug, "done", act)


@require_POST
def say(request: HttpRequest, slug: str) -> HttpResponse:
    """Say FOR or AGAINST in a trial, or change it: `word` is `for` or `against`."""

    def act(access: Access, seat: int, at: datetime) -> None:
        word = base.typed(request, "word")
        if word not in ("for", "against"):
            raise Refusal("verdict_unclear")
        services.give_verdict(game=access.game, seat=seat, guilty=word == "for", at=at)

    return _do(request, slug, "say", act, (), "#bench")


@require_POST
def away(request: HttpRequest, slug: str) -> HttpResponse:
    """Give an absence notice for the days `first` to `last` (the same day where `last` is empty)."""

    def act(access: Access, seat: int, at: datetime) -> None:
        first = base.sent_number(request, "first")
        last = base.sent_number(request, "last")
        if first is None:
            raise Refusal("day_over", day=0)
        services.give_notice(game=access.game, seat=seat, first=first, last=first if last is None else last, at=at)

    return _do(request, slug, "away", act, ("first", "last"), "#me", of_phase=False)


@require_POST
def advance_vote(request: HttpRequest, slug: str) -> HttpResponse:
    """Leave a vote for a later day that one's notice covers."""

    def act(access: Access, seat: int, at: datetime) -> None:
        day = base.sent_number(request, "day")
        services.leave_advance_vote(game=access.game, seat=seat, day=day or 0, target=base.sent_target(request), at=at)

    return _do(request, slug, "advance_vote", act, ("day", "target"), "#me", of_phase=False)


# ---------- messages that a control sends ----------


@require_POST
def acknowledge(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer the role with `+`, as a typed message does."""

    def act(access: Access, seat: int, at: datetime) -> None:
        _tell(access, seat, "+", at, base.sent_key(request))

    return _do(request, slug, "acknowledge", act, (), "#me", of_phase=False)


@require_POST
def order(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the order of the night: the message that one would type, chosen from a list.

    A mafioso is warned before a second name of the night; `sure` (or `cancel=sure`) sends it all the same.
    """
    sure = "sure" in request.POST or request.POST.get("cancel") == "sure"

    def act(access: Access, seat: int, at: datetime) -> None:
        _tell(access, seat, _spoken(request, access, at), at, base.sent_key(request), sure=sure)

    back = "talk" if request.POST.get("back") == "talk" else "#me"
    return _do(request, slug, "order", act, ("target", "second"), back)


def _tell(access: Access, seat: int, text: str, at: datetime, key: str | None, *, sure: bool = True) -> None:
    """Send the host a message, and raise what forbade to take it: the form says it above itself."""
    answer = services.message_host(game=access.game, seat=seat, text=text, at=at, key=key, sure=sure)
    if answer.refusal is not None:
        raise answer.refusal


def _spoken(request: HttpRequest, access: Access, at: datetime) -> str:
    """Return the order of the form as a message: a nickname, or the word for passing or withdrawing.

    The second name is that of a comparison; from everybody else it means nothing. Raises `wrong_phase`
    outside the night, where a message would be no order, and `target_unknown` where the list was left
    alone or holds no such player.
    """
    if access.game.phase != "night":
        raise Refusal("wrong_phase", phase=access.game.phase)
    words = speech.SPOKEN.get(access.game.language, speech.SPOKEN["en"])
    if "cancel" in request.POST:
        return words["cancel"]
    target = base.typed(request, "target").strip()
    if target == PASS:
        return words["pass"]
    name = access.names.get(base.number(target) or 0)
    if not name:
        raise Refusal("target_unknown", near=())
    second = access.names.get(base.sent_number(request, "second") or 0)
    mine = selectors.view_for(access, at).mine if second else None
    return f"{name}, {second}" if mine is not None and mine.power == Power.COMPARE else name


urlpatterns = [
    path("games/<slug:slug>/", table, name="table"),
    path("games/<slug:slug>/post/", post, name="post"),
    path("games/<slug:slug>/vote/", vote, name="vote"),
    path("games/<slug:slug>/unvote/", unvote, name="unvote"),
    path("games/<slug:slug>/done/", done, name="done"),
    path("games/<slug:slug>/say/", say, name="say"),
    path("games/<slug:slug>/away/", away, name="away"),
    path("games/<slug:slug>/advance-vote/", advance_vote, name="advance_vote"),
    path("games/<slug:slug>/order/", order, name="order"),
    path("games/<slug:slug>/acknowledge/", acknowledge, name="acknowledge"),
    path("games/<slug:slug>/live/thread/", live_thread, name="live_thread"),
    path("games/<slug:slug>/live/panel/", live_panel, name="live_panel"),
]
