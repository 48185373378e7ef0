"""The acts of the host's desk: for each a form, a service, and what is asked before one that can't be taken back."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import selectors as people
from accounts.models import Persona
from common.clock_words import in_words
from common.refusal import Refusal
from forum import selectors as forum
from games import services, words
from games.desk_forms import DeskForm, HandForm, HeartForm, HideForm, NotedForm, PublishForm, SeatForm, TimeForm
from games.engine.composition import Composition
from games.views.desk_ahead import cut_lines
from games.views.desk_words import Desk


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked before an act that can't be taken back."""

    title: str
    lines: tuple[str, ...]
    button: str
    danger: bool = True


def _nothing(desk: Desk, form: DeskForm) -> Question | None:
    return None


@dataclass(frozen=True, slots=True)
class Act:
    """One act: its form, the service (which returns what is said afterwards), and what is asked first.

    `timed`: a form drawn in another phase is refused, `wrong_phase`.
    """

    do: Callable[[Desk, DeskForm], str]
    form: type[DeskForm] = DeskForm
    ask: Callable[[Desk, DeskForm], Question | None] = _nothing
    timed: bool = False


# ---------- the acts


def _ask_deal(desk: Desk, form: DeskForm) -> Question:
    count = len(desk.view.seats)
    least = int(desk.game.options["min_players"])
    if desk.view.phase == "signup" and count < least:
        raise Refusal("too_few_players", least=least, now=count)
    counts = Composition.from_json(desk.game.composition).for_players(count)
    listed = ", ".join(f"{words.role(role)}: {number}" for role, number in counts.items())
    return Question(
        _("Deal the roles now?"),
        (
            ngettext("%(n)d player gets a role.", "%(n)d players get their roles.", count) % {"n": count},
            _("In play: %(roles)s.") % {"roles": listed},
            _("After the deal nobody joins, leaves or takes another nickname."),
        ),
        _("Deal the roles"),
        danger=False,
    )


def _deal(desk: Desk, form: DeskForm) -> str:
    services.deal_now(**desk.who)
    return _("The roles are dealt.")


def _pause(desk: Desk, form: DeskForm) -> str:
    services.pause(**desk.who)
    return _("The clock stands.")


def _resume(desk: Desk, form: DeskForm) -> str:
    services.resume(**desk.who)
    return _("The clock runs again.")


def _ask_extend(desk: Desk, form: DeskForm) -> Question | None:
    assert isinstance(form, TimeForm)
    by = form.signed()
    if by > timedelta(0):
        return None
    left = desk.view.remaining or timedelta(0)
    if desk.view.phase == "signup" and desk.view.deadline is not None:
        left = desk.view.deadline - desk.at
    lines = [_("The open phase becomes shorter by %(by)s.") % {"by": in_words(-by)}]
    if -by >= left:
        lines.append(_("No time is left then: it ends at once."))
        lines += cut_lines(desk)
    elif desk.view.phase == "day":
        lines.append(_("A day that was cut short makes nobody silent or inactive."))
    lines.append(_("The thread is told."))
    return Question(_("Take time from the phase?"), tuple(lines), _("Shorten"))


def _extend(desk: Desk, form: DeskForm) -> str:
    assert isinstance(form, TimeForm)
    seen = (desk.view.phase, desk.view.day, form.seen_moved())
    if not services.extend(**desk.who, by=form.signed(), seen=seen):
        return _("The time had been moved already when this form came; nothing was moved again.")
    return _("The time is moved.")


def _ask_end(desk: Desk, form: DeskForm) -> Question:
    if desk.cut is None:
        raise Refusal("wrong_phase", phase="" if desk.playing else desk.view.phase)
    return Question(_("End the phase now?"), (*cut_lines(desk), _("The thread is told.")), _("End the phase"))


def _end(desk: Desk, form: DeskForm) -> str:
    left = desk.view.remaining or timedelta(0)
    # A second more than is left, so that it ends whatever passes between the question and the answer.
    services.extend(
        **desk.who, by=-(left + timedelta(seconds=1)), seen=(desk.view.phase, desk.view.day, desk.view.moved)
    )
    return _("The phase is ended.")


def _publish(desk: Desk, form: DeskForm) -> str:
    if services.publish_report(**desk.who, words=form.cleaned_data["words"]):
        return _("The report is published.")
    return _("Done: the report comes by itself when the clock runs again.")


def _ask_heart(desk: Desk, form: DeskForm) -> Question:
    number = form.cleaned_data["seat"]
    role = next((seat.role for seat in desk.view.seats if seat.number == number), "")
    lines = [_("%(name)s leaves the game at once.") % {"name": desk.name(number)}]
    if role:
        lines.append(_("Everybody will see the role: %(role)s.") % {"role": words.role(role)})
    lines += [
        _("The reason in the thread: %(reason)s") % {"reason": form.cleaned_data["reason"]},
        _("Votes and orders for this player fall away, and the victory is checked. It can't be taken back."),
    ]
    return Question(_("Announce a heart attack?"), tuple(lines), _("Announce a heart attack"))


def _heart(desk: Desk, form: DeskForm) -> str:
    number = form.cleaned_data["seat"]
    services.give_heart_attack(**desk.who, seat=number, reason=form.cleaned_data["reason"])
    return _("Heart attack: %(name)s is out of the game.") % {"name": desk.name(number)}


def _rename(desk: Desk, form: DeskForm) -> str:
    services.ask_rename(**desk.who, seat=form.cleaned_data["seat"])
    return _("Asked for another nickname: %(name)s.") % {"name": desk.name(form.cleaned_data["seat"])}


def _ask_remove(desk: Desk, form: DeskForm) -> Question:
    name = desk.name(form.cleaned_data["seat"])
    return Question(
        _("Take the clone off the list?"),
        (
            _("%(name)s loses the seat, and the nickname is free again.") % {"name": name},
            _("The announcement stays in the thread, with a line that the host has taken the clone off the list."),
            _("The person may join again under another nickname."),
        ),
        _("Take off the list"),
    )


def _remove(desk: Desk, form: DeskForm) -> str:
    name = desk.name(form.cleaned_data["seat"])
    services.remove_clone(**desk.who, seat=form.cleaned_data["seat"])
    return _("Off the list: %(name)s.") % {"name": name}


def _ask_hide(desk: Desk, form: DeskForm) -> Question:
    number = form.cleaned_data["number"]
    found = forum.posts(desk.game.thread, desk.access.persona, number, number)
    if not found or found[0].author is None:
        raise Refusal("post_unknown")
    post = found[0]
    if post.hidden_at is not None:
        raise Refusal("post_hidden")
    text = " ".join(post.source.split())
    return Question(
        _("Hide the post?"),
        (
            _("No. %(number)d, %(name)s: %(text)s")
            % {"number": number, "name": found[0].author.name, "text": text[:300] + ("…" if len(text) > 300 else "")},
            _("Nobody will be able to read it any more, a stub with its number stays. A vote in it stands."),
            _("It can't be shown again."),
        ),
        _("Hide the post"),
    )


def _hide(desk: Desk, form: DeskForm) -> str:
    number = form.cleaned_data["number"]
    services.hide_post(**desk.who, number=number)
    return _("Post No. %(number)d is hidden.") % {"number": number}


def _noted(desk: Desk, form: DeskForm) -> str:
    services.put_complaint_aside(**desk.who, complaint=form.cleaned_data["number"])
    return _("The report is put aside.")


def _member(form: DeskForm) -> Persona:
    found = people.holder_of(form.cleaned_data["name"])
    if found is None or found.kind != Persona.Kind.MEMBER:
        raise Refusal("member_unknown")
    return found


def _ask_hand(desk: Desk, form: DeskForm) -> Question:
    name = _member(form).name
    return Question(
        _("Offer the desk?"),
        (
            _("%(name)s is asked to host the game from now on. Until the answer you go on hosting.") % {"name": name},
            _("Once it is taken you can't open this desk any more, and the thread is told who hosts."),
            _("Whoever plays in this game can't take the desk; you are not told of such an attempt."),
        ),
        _("Offer the desk"),
    )


def _hand(desk: Desk, form: DeskForm) -> str:
    to = _member(form)
    services.offer_desk(**desk.who, to=to)
    return _("The desk is offered to: %(name)s.") % {"name": to.name}


def _unhand(desk: Desk, form: DeskForm) -> str:
    services.withdraw_offer(**desk.who)
    return _("The offer is taken back.")


def _ask_cancel(desk: Desk, form: DeskForm) -> Question:
    lines = [_("The game ends at once, without a winner. It can't be taken up again.")]
    if desk.view.phase != "signup":
        lines.append(_("All roles and the whole story become public."))
    return Question(_("Call the game off?"), tuple(lines), _("Call the game off"))


def _cancel(desk: Desk, form: DeskForm) -> str:
    services.call_off(**desk.who)
    return _("The game is called off.")


ACTS: dict[str, Act] = {
    "deal": Act(_deal, ask=_ask_deal, timed=True),
    "pause": Act(_pause, timed=True),
    "resume": Act(_resume, timed=True),
    "extend": Act(_extend, TimeForm, _ask_extend, timed=True),
    "end": Act(_end, ask=_ask_end, timed=True),
    "publish": Act(_publish, PublishForm, timed=True),
    "heart": Act(_heart, HeartForm, _ask_heart),
    "rename": Act(_rename, SeatForm),
    "remove": Act(_remove, SeatForm, _ask_remove),
    "hide": Act(_hide, HideForm, _ask_hide),
    "noted": Act(_noted, NotedForm),
    "hand": Act(_hand, HandForm, _ask_hand),
    "unhand": Act(_unhand),
    "cancel": Act(_cancel, ask=_ask_cancel),
}
