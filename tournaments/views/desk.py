"""The desk of a tournament: the organiser sees all groups, a host the own ones. To others it does not exist."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from accounts import selectors as people
from accounts.models import Persona
from common.refusal import Refusal
from tournaments import board_cards, board_words, services
from tournaments import selectors as reads
from tournaments.desk_forms import (
    ActForm,
    AdjustForm,
    CallOffForm,
    CloseForm,
    DeclineForm,
    GroupForm,
    HostForm,
    PostponeForm,
    RescoreForm,
    StartForm,
    VoidForm,
    WalkOverForm,
)
from tournaments.models import Group, Match, Tournament
from tournaments.selectors import Board, GroupBoard
from tournaments.services.work import PLAYED
from tournaments.views import frame
from tournaments.views.acting import check_as, said, sent_number


@dataclass(frozen=True, slots=True)
class Desk:
    """A tournament as the organiser, a host, or whoever is offered a group sees it."""

    board: Board
    member: Persona
    at: datetime

    @property
    def tournament(self) -> Tournament:
        """Return the tournament."""
        return self.board.tournament

    @property
    def organises(self) -> bool:
        """Whether the organiser looks."""
        return self.board.reader.organiser

    @property
    def groups(self) -> list[GroupBoard]:
        """Return the groups that the reader is in charge of."""
        return [one for one in board_words.groups_of(self.board) if self.organises or one.group in self.hosts]

    @property
    def hosts(self) -> Sequence[Group]:
        """Return the groups that the reader hosts."""
        return self.board.reader.hosts


def _desk(request: HttpRequest, slug: str) -> Desk:
    """Return the desk of whoever has one there. Raises Http404 for everybody else."""
    at = frame.now()
    board = reads.board(reads.found(slug), request.user, at)
    reader, member = board.reader, people.member_of(request.user)
    if member is None or not (reader.organiser or reader.hosts or reader.offered):
        raise Http404
    return Desk(board, member, at)


# ---------- the acts


def _match(desk: Desk, form: ActForm) -> Match:
    match = desk.board.matches.get(form.cleaned_data["match"])
    if match is None:
        raise Refusal("wrong_match", state="")
    return match


def _group(desk: Desk, form: ActForm) -> Group:
    number = form.cleaned_data["group"]
    groups = board_words.groups_of(desk.board)
    group = next((one.group for one in groups if one.group.number == number), None)
    if group is None:
        raise Refusal("not_in_group")
    return group


def _start(desk: Desk, form: ActForm) -> str:
    services.start_match(match=_match(desk, form), by=desk.member, at=desk.at)
    return _("The game has begun.")


def _postpone(desk: Desk, form: ActForm) -> str:
    services.postpone(
        match=_match(desk, form),
        by=desk.member,
        minutes=form.cleaned_data["minutes"],
        reason=form.cleaned_data["reason"],
        at=desk.at,
    )
    return _("The game is put off, and everybody is told.")


def _void(desk: Desk, form: ActForm) -> str:
    services.void(
        match=_match(desk, form),
        by=desk.member,
        reason=form.cleaned_data["reason"],
        again=form.cleaned_data["again"],
        at=desk.at,
    )
    return _("The game is void, and everybody is told.")


def _walk_over(desk: Desk, form: ActForm) -> str:
    services.walk_over(match=_match(desk, form), by=desk.member, reason=form.cleaned_data["reason"], at=desk.at)
    return _("The game is ended without being played, and everybody is told.")


def _host(desk: Desk, form: ActForm) -> str:
    member = people.holder_of(form.cleaned_data["name"])
    given = services.assign_host(
        tournament=desk.tournament, by=desk.member, group=_group(desk, form), host=member, at=desk.at
    )
    return _("The group has its host.") if given else _("The group is offered. It has its host once it is taken.")


def _take(desk: Desk, form: ActForm) -> str:
    services.take_group(group=_group(desk, form), member=desk.member, at=desk.at)
    return _("The group is yours.")


def _decline(desk: Desk, form: ActForm) -> str:
    services.decline_group(group=_group(desk, form), member=desk.member, at=desk.at)
    return _("The group is declined.")


def _adjust(desk: Desk, form: ActForm) -> str:
    match = _match(desk, form)
    services.adjust(
        match=match,
        entry=desk.board.entries[form.cleaned_data["entry"]],
        by=desk.member,
        cents=form.cleaned_data["points"],
        reason=form.cleaned_data["reason"],
        at=desk.at,
    )
    return _("The correction stands in the table, and everybody reads the reason.")


def _close(desk: Desk, form: ActForm) -> str:
    services.close_entries(tournament=desk.tournament, by=desk.member, at=desk.at)
    return _("Entries are closed.")


def _call_off(desk: Desk, form: ActForm) -> str:
    services.call_off(tournament=desk.tournament, by=desk.member, reason=form.cleaned_data["reason"], at=desk.at)
    return _("The tournament is called off.")


def _rescore(desk: Desk, form: ActForm) -> str:
    changed = services.rescore(tournament=desk.tournament, at=desk.at)
    if not changed:
        return _("Counted anew from the logs: every line is the same.")
    return ngettext(
        "Counted anew from the logs: %(n)d line is different.",
        "Counted anew from the logs: %(n)d lines are different.",
        changed,
    ) % {"n": changed}


@dataclass(frozen=True, slots=True)
class Act:
    """One act: its form, and the service, which returns what is said afterwards. `organiser`: nobody else may."""

    form: type[ActForm]
    do: Callable[[Desk, Any], str]
    organiser: bool = False


ACTS = {
    "start": Act(StartForm, _start),
    "postpone": Act(PostponeForm, _postpone),
    "adjust": Act(AdjustForm, _adjust),
    "take": Act(GroupForm, _take),
    "decline": Act(DeclineForm, _decline),
    "void": Act(VoidForm, _void, organiser=True),
    "walk_over": Act(WalkOverForm, _walk_over, organiser=True),
    "host": Act(HostForm, _host, organiser=True),
    "close": Act(CloseForm, _close, organiser=True),
    "call_off": Act(CallOffForm, _call_off, organiser=True),
    "rescore": Act(RescoreForm, _rescore, organiser=True),
}


# ---------- the page


@require_safe
def show(request: HttpRequest, slug: str) -> HttpResponse:
    """The desk."""
    return _page(request, _desk(request, slug))


@require_POST
def do(request: HttpRequest, slug: str, act: str) -> HttpResponse:
    """Do one act, or show the desk with what was typed and why it could not be done."""
    desk = _desk(request, slug)
    wanted = ACTS.get(act)
    if wanted is None or (wanted.organiser and not desk.organises):
        raise Http404
    form = _bound(request, desk, wanted.form)
    refused = ""
    try:
        check_as(request, desk.member)
        if form.is_valid():
            messages.success(request, wanted.do(desk, form))
            return frame.go(reverse("tournaments:desk" if _stays(act) else "tournaments:board", args=[slug]))
    except Refusal as refusal:
        refused = said(refusal)
    return _page(request, _desk(request, slug), form, refused, 422)


def _stays(act: str) -> bool:
    """Tell whether one is still at the desk after an act: whoever has declined a group may have none."""
    return act != "decline"


def _bound(request: HttpRequest, desk: Desk, form: type[ActForm]) -> ActForm:
    if issubclass(form, VoidForm | AdjustForm):
        return form(request.POST, **_choices(desk, form))
    return form(request.POST, about=sent_number(request, "group") or sent_number(request, "match"))


def _choices(desk: Desk, form: type[ActForm]) -> dict[str, Any]:
    """Return what may be chosen: games that can be voided, or games that are over and their players."""
    groups = desk.groups
    if form is VoidForm:
        if desk.board.final is not None:
            groups = [desk.board.final]
        matches = [match for one in groups for match in one.matches if match.state != Match.State.VOID]
        return {"matches": [(match.pk, board_words.where(match)) for match in matches]}
    matches = [match for one in groups for match in one.matches if match.state == Match.State.OVER]
    entries = {row.entry.number: row.entry.persona.name for one in groups for row in one.rows}
    return {
        "matches": [(match.pk, board_words.where(match)) for match in matches],
        "entries": sorted(entries.items()),
    }


@dataclass(frozen=True, slots=True)
class Section:
    """A group on the desk: as it stands on the board, who is there, and the forms that can be used now."""

    place: board_cards.Place
    late: bool
    there: str
    absent: str
    start: ActForm | None
    postpone: ActForm | None
    walk_over: ActForm | None
    host: ActForm | None


def _page(
    request: HttpRequest, desk: Desk, form: ActForm | None = None, refused: str = "", status: int = 200
) -> HttpResponse:
    sent = {form.anchor: form} if form is not None else {}

    def shown(kind: type[ActForm], about: int = 0, **initial: Any) -> ActForm:
        """Return the form that was sent, else a fresh one."""
        return sent.get(f"{kind.act}-{about}") or kind(about=about, **initial)

    tournament, stage = desk.tournament, desk.tournament.stage
    mine = {one.group.pk for one in desk.groups}
    places = [place for place in board_cards.places(desk.board, desk.at) if place.group.pk in mine]
    sections = [_section(desk, place, shown) for place in places]
    ruling, chosen = stage in PLAYED, _choices(desk, AdjustForm)
    context = {
        "desk": desk,
        "tournament": tournament,
        "now": desk.at,
        "zone": tournament.time_zone,
        "as_token": desk.member.token,
        "sections": sections,
        "late": [one.place.title for one in sections if one.late],
        "offers": [
            (board_words.group_title(group), GroupForm(about=n, group=n), DeclineForm(about=n, group=n))
            for group in desk.board.reader.offered
            for n in [group.number]
        ],
        "entered": len([one for one in desk.board.standing if not one.reserve]),
        "adjust": (sent.get("adjust-0") or AdjustForm(**chosen)) if ruling and chosen["matches"] else None,
        "void": (sent.get("void-0") or VoidForm(**_choices(desk, VoidForm))) if ruling and desk.organises else None,
        "close": shown(CloseForm) if desk.organises and stage == Tournament.Stage.ENTRY else None,
        "call_off": shown(CallOffForm) if desk.organises and not tournament.ended else None,
        "rescore": desk.organises and stage not in (Tournament.Stage.ENTRY, Tournament.Stage.CANCELLED),
        "refused": refused,
        "wrong": form if form is not None and form.errors else None,
    }
    return frame.page(request, "tournaments/desk.html", context, status)


def _section(desk: Desk, place: board_cards.Place, shown: Callable[..., ActForm]) -> Section:
    card, number = place.board.card, place.group.number
    hosting = desk.organises and not desk.tournament.ended
    host = shown(HostForm, number, group=number) if hosting else None
    if card is None or card.match.game_id is not None:
        return Section(place, False, "", "", None, None, None, host)
    match, pk = card.match, card.match.pk
    checkin, ended = match.state == Match.State.CHECKIN, desk.at >= match.check_in_until
    return Section(
        place=place,
        late=card.late >= board_cards.LATE,
        there=board_words.listed(card.here) if checkin else "",
        absent=board_words.listed(card.missing) if checkin else "",
        start=shown(StartForm, pk, match=pk) if checkin and (ended or card.complete) else None,
        postpone=shown(PostponeForm, pk, match=pk),
        walk_over=shown(WalkOverForm, pk, match=pk) if checkin and ended and desk.organises else None,
        host=host,
    )


urlpatterns = [
    path("tournaments/<slug:slug>/desk/", show, name="desk"),
    path("tournaments/<slug:slug>/desk/<slug:act>/", do, name="desk_act"),
]
