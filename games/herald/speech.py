"""What each kind of event says. Every kind stands in `SPEAK` or in `SILENT`; a test asks.

Posts for all hold nothing that is for some: no role of a living player, no number or name of
those who acted at night, nobody who was told something (`rules.md` section 2, "Dawn").
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import words
from games.engine import events as e
from games.engine.roles import ROLES, Power
from games.herald.bulletin import HOST, Bulletin

Speaker = Callable[[Bulletin, Any], None]


def _game_created(b: Bulletin, event: e.GameCreated) -> None:
    report = b.begin(_("Sign-up is open"), "signup")
    if b.game.description:
        report.prose.append(b.game.description)
    if b.game.theme:
        b.fact(_("Theme of the clones"), b.game.theme)
    b.fact(_("Sign-up until"), b.moment(event.deadline))
    b.fact(_("Players needed"), str(event.ruleset.min_players))
    b.fact(_("Seal of the deal"), format_html('<code class="seal-code">{}</code>', event.commitment))


def _seat_left(b: Bulletin, event: e.SeatLeft) -> None:
    if event.how == "removed":
        text = _("The host has taken %(name)s off the list.")
    else:
        text = _("%(name)s is off the list: the seat was given up.")
    plain = text % {"name": b.name(event.seat)}
    b.line(plain, plain, "left")


def _seat_renamed(b: Bulletin, event: e.SeatRenamed) -> None:
    plain = _("New nickname: %(new)s, until now %(old)s.") % {"new": b.name(event.seat), "old": b.context.reason}
    b.line(plain, plain, "renamed")


def _signup_extended(b: Bulletin, event: e.SignupExtended) -> None:
    b.begin(_("Sign-up goes on"), "signup")
    b.fact(_("On the list"), str(len(b.state.seats)))
    b.fact(_("Players needed"), str(b.state.ruleset.min_players))
    b.fact(_("Sign-up until"), b.moment(event.deadline))


def _options_changed(b: Bulletin, event: e.OptionsChanged) -> None:
    plain = _("The host has changed the rules of the game. They stand on the page of rules.")
    b.line(plain, plain, "rules")


def _roles_dealt(b: Bulletin, event: e.RolesDealt) -> None:
    b.begin(_("The roles are dealt"), "deal")
    counts: dict[str, int] = {}
    for name in event.roles.values():
        counts[name] = counts.get(name, 0) + 1
    order = list(ROLES)
    listed = sorted(counts.items(), key=lambda pair: order.index(pair[0]))
    b.fact(_("In play"), ", ".join(f"{words.role(name)}: {count}" for name, count in listed))
    for seat, name in event.roles.items():
        mates = [(other, role) for other, role in event.roles.items() if other != seat and role in ROLES[name].knows]
        lines = [_("Your role: %(role)s.") % {"role": words.role(name)}, str(words.ROLE_DUTY[name])]
        if mates:
            known = ", ".join(f"{b.name(other)} ({words.role(role)})" for other, role in mates)
            lines.append(_("You know: %(names)s.") % {"names": known})
        if b.state.ruleset.open_room and ROLES[name].power == Power.MARK:
            lines.append(_("When the game is over the closed room is open to all readers."))
        lines.append(_("Answer with + to show that you have read this."))
        b.tell(seat, "\n\n".join(lines))
        b.ring(seat, "host_letter", "deal")


def _role_acknowledged(b: Bulletin, event: e.RoleAcknowledged) -> None:
    b.tell(event.seat, _("Noted: you have read your role."))


def _phase_opened(b: Bulletin, event: e.PhaseOpened) -> None:
    OPENED[event.phase](b, event)
    b.report = None


def _deal_opened(b: Bulletin, event: e.PhaseOpened) -> None:
    b.fact(_("Day 1 opens at the latest"), b.deadline())


def _day_opened(b: Bulletin, event: e.PhaseOpened) -> None:
    if b.report is not None:
        b.fact(_("In the game"), _("%(alive)d of %(all)d") % {"alive": len(b.state.living), "all": len(b.state.seats)})
    b.chapter(words.phase_name("day", event.day))
    plain = _("The vote is open until %(when)s.") % {"when": b.deadline()}
    b.line(plain, plain, "clock")
    for seat in b.state.living:
        b.ring(seat.number, "phase", f"day-{event.day}")


def _last_word_opened(b: Bulletin, event: e.PhaseOpened) -> None:
    label = _("On the bench") if len(event.bench) == 1 else _("On the bench, with as many votes each")
    b.fact(label, b.names(event.bench))
    b.fact(_("Last word until"), b.deadline())
    for number in event.bench:
        b.ring(number, "phase", f"bench-{event.day}")


def _runoff_opened(b: Bulletin, event: e.PhaseOpened) -> None:
    b.begin(_("Second round"), "runoff")
    b.fact(_("The choice is between"), b.names(event.candidates))
    b.fact(_("Vote until"), b.deadline())
    for seat in b.state.living:
        b.ring(seat.number, "phase", f"runoff-{event.day}")


def _night_opened(b: Bulletin, event: e.PhaseOpened) -> None:
    b.chapter(words.phase_name("night", event.day))
    if event.remaining is not None:
        plain = _("The town sleeps, the thread is closed. The clock is stopped.")
    else:
        plain = _("The town sleeps, the thread is closed. Dawn: %(when)s.") % {"when": b.deadline()}
    b.line(plain, plain, "clock")
    for seat in b.state.living:
        b.ring(seat.number, "phase", f"night-{event.day}")


def _finished_opened(b: Bulletin, event: e.PhaseOpened) -> None:
    for seat in b.state.seats:
        b.ring(seat.number, "over", "over")


OPENED: dict[str, Speaker] = {
    "deal": _deal_opened,
    "day": _day_opened,
    "last_word": _last_word_opened,
    "runoff": _runoff_opened,
    "night": _night_opened,
    "finished": _finished_opened,
    "cancelled": _finished_opened,
}


def _clock_paused(b: Bulletin, event: e.ClockPaused) -> None:
    plain = _("Pause. The clock stands still, %(left)s are left.") % {"left": length(event.remaining)}
    b.line(plain, plain, "pause")


def _clock_resumed(b: Bulletin, event: e.ClockResumed) -> None:
    plain = _("The clock runs again, until %(when)s.") % {"when": b.deadline()}
    b.line(plain, plain, "clock")


def _deadline_moved(b: Bulletin, event: e.DeadlineMoved) -> None:
    if event.by < timedelta(0):
        text = _("The host takes time: %(by)s less. Now until %(when)s.")
    elif event.by:
        text = _("The host gives time: %(by)s more. Now until %(when)s.")
    else:
        text = _("The calendar of pauses has changed. Now until %(when)s.")
    plain = text % {"by": length(abs(event.by)), "when": b.deadline()}
    b.line(plain, plain, "clock")


def _outage_credited(b: Bulletin, event: e.OutageCredited) -> None:
    plain = _("The site was away for a while. The lost time is given back: %(by)s. Now until %(when)s.") % {
        "by": length(event.by),
        "when": b.deadline(),
    }
    b.line(plain, plain, "clock")


def _vote_cast(b: Bulletin, event: e.VoteCast) -> None:
    if b.context.in_post:
        return
    target = format_html('<span class="to">{}</span>', b.name(event.target))
    earlier = b.before.vote_of(event.seat) if event.how == "control" else None
    note = ""
    if event.how == "advance":
        note = _("left in advance")
    elif earlier and b.before.phase == b.state.phase:
        note = _("before: %(name)s") % {"name": b.name(earlier.target)}
    plain = _("Vote: %(name)s") % {"name": b.name(event.target)}
    b.line(format_html('{} <span class="note">{}</span>', target, note), plain, "vote", author=event.seat)


def _vote_withdrawn(b: Bulletin, event: e.VoteWithdrawn) -> None:
    if not b.context.in_post:
        plain = _("The vote is withdrawn.")
        b.line(plain, plain, "unvote", author=event.seat)


def _vote_voided(b: Bulletin, event: e.VoteVoided) -> None:
    b.tell(
        event.seat,
        _(
            "Your vote for %(name)s fell away: this player has left the game. "
            "You count as having voted, and may vote again."
        )
        % {"name": b.name(event.target)},
    )
    b.ring(event.seat, "host_letter", f"void-{b.state.seq}-{event.seat}")


def _notice_given(b: Bulletin, event: e.NoticeGiven) -> None:
    if event.first == event.last:
        text = _("Absence notice: day %(first)d")
    else:
        text = _("Absence notice: days %(first)d–%(last)d")
    plain = text % {"first": event.first, "last": event.last}
    b.line(plain, plain, "away", author=event.seat)


def _advance_vote_left(b: Bulletin, event: e.AdvanceVoteLeft) -> None:
    b.tell(
        event.seat,
        _("Kept: on day %(day)d your vote goes to %(name)s, if that is still possible.")
        % {"day": event.day, "name": b.name(event.target)},
    )


def _advance_vote_lapsed(b: Bulletin, event: e.AdvanceVoteLapsed) -> None:
    b.tell(
        event.seat,
        _("Your advance vote for %(name)s has lapsed: this player has left the game.") % {"name": b.name(event.target)},
    )
    b.ring(event.seat, "host_letter", f"lapsed-{b.state.phase.day}-{event.seat}")


def _vote_closed(b: Bulletin, event: e.VoteClosed) -> None:
    b.begin(_("The vote is closed"), "count")
    counts: dict[int, list[int]] = {}
    for voter, target in event.votes:
        counts.setdefault(target, []).append(voter)
    if not counts:
        b.fact(_("Votes"), _("nobody has voted"))
    for target, voters in sorted(counts.items(), key=lambda pair: (-len(pair[1]), pair[0])):
        label = f"{b.name(target)}: {len(voters)}"
        b.fact(words.capital(label), format_html('<span class="note">{}</span>', b.names(voters)))


def _tie_drawn(b: Bulletin, event: e.TieDrawn) -> None:
    b.fact(_("The lot among equals"), b.name(event.chosen))


def _last_word_done(b: Bulletin, event: e.LastWordDone) -> None:
    plain = _("All is said.")
    b.line(plain, plain, "done", author=event.seat)


def _night_fell(b: Bulletin, event: e.NightFell) -> None:
    if b.report is None:
        b.begin(_("The day is over"), "nightfall")
    assert b.report is not None
    b.report.mark = "nightfall"
    if not event.jailed:
        b.fact(_("Jail"), _("nobody"))


def _player_out(b: Bulletin, event: e.PlayerOut) -> None:
    labels = {
        "jailed": _("To jail"),
        "killed": _("Killed in the night"),
        "silent": _("Out for silence"),
        "inactive": _("Out for inactivity"),
        "heart_attack": _("Heart attack"),
    }
    name = b.name(event.seat)
    parts = [words.role(event.role)]
    if event.by and b.state.ruleset.report_killer:
        parts.append(_("killed by: %(who)s") % {"who": ", ".join(str(words.SIDE_BY[who]) for who in event.by)})
    b.fact(labels[event.how], format_html('<b>{}</b>, <span class="note">{}</span>', name, ", ".join(parts)))


def _guard_raised(b: Bulletin, event: e.GuardRaised) -> None:
    count = len(event.seats)
    b.ring(HOST, "guard", f"guard-{b.state.phase.day}")
    b.fact(
        _("Silent and inactive"),
        ngettext(
            "%(n)d player, too many at once: nobody leaves, the host decides",
            "%(n)d players, too many at once: nobody leaves, the host decides",
            count,
        )
        % {"n": count},
    )


def _heart_attack(b: Bulletin, event: e.HeartAttack) -> None:
    report = b.begin(_("A heart attack"), "heart_attack")
    if b.context.reason:
        report.prose.append(b.context.reason)


def _order_given(b: Bulletin, event: e.OrderGiven) -> None:
    if event.target is None:
        b.tell(event.seat, _("Taken: you do nothing tonight. You may change your mind until dawn."))
    else:
        b.tell(event.seat, _("Taken: %(name)s. You may change your mind until dawn.") % {"name": b.name(event.target)})


def _order_withdrawn(b: Bulletin, event: e.OrderWithdrawn) -> None:
    b.tell(event.seat, _("Your order is withdrawn. There is none for this night now."))


def _order_voided(b: Bulletin, event: e.OrderVoided) -> None:
    b.tell(
        event.seat,
        _("Your order for %(name)s fell away: this player has left the game. You may send another name.")
        % {"name": b.name(event.target)},
    )
    b.ring(event.seat, "host_letter", f"void-{b.state.seq}-{event.seat}")


def _mafia_reminded(b: Bulletin, event: e.MafiaReminded) -> None:
    for seat in event.seats:
        b.tell(
            seat, _("The marks of the mafia differ and yours is not among them. Whoever sends none is not waited for.")
        )
        b.ring(seat, "host_letter", f"marks-{b.state.phase.day}")


def _night_resolved(b: Bulletin, event: e.NightResolved) -> None:
    b.begin(_("Morning of day %(n)d") % {"n": event.day + 1}, "dawn")
    if not event.killed:
        b.fact(_("Killed in the night"), _("nobody"))
    if event.failed:
        b.fact(_("The mafia"), _("fired and missed"))
    if b.state.ruleset.report_treated and event.treated:
        b.fact(_("The doctor treated"), b.names(list(dict.fromkeys(patient for _doctor, patient in event.treated))))
    if b.state.ruleset.report_check and event.checked:
        b.fact(_("The commissioner"), _("has checked somebody"))
    told = {made.seat: made for made in b.events if isinstance(made, e.CheckMade)}
    for seat in event.awake:
        check = told.get(seat)
        if check is None:
            b.tell(seat, _("Your night is over: there is nothing for you from it."))
        else:
            b.tell(
                seat,
                _("Your night is over. Checked: %(name)s. This is: %(what)s.")
                % {"name": b.name(check.target), "what": words.shown(check.result)},
            )
        b.ring(seat, "host_letter", f"dawn-{event.day}")


def _promoted(b: Bulletin, event: e.Promoted) -> None:
    b.tell(
        event.seat,
        _("No %(role)s is left in play: the duty is yours now. Send the nickname to check at night.")
        % {"role": words.role(event.role)},
    )
    b.ring(event.seat, "host_letter", f"promoted-{event.seat}")


def _stalemate_near(b: Bulletin, event: e.StalemateNear) -> None:
    plain = ngettext(
        "Nobody has left for long. One more quiet round of %(n)d ends the game in a draw.",
        "Nobody has left for long. One more quiet round, and with %(n)d in a row the game ends in a draw.",
        event.rounds,
    ) % {"n": event.rounds}
    b.line(plain, plain, "warn")


def _game_won(b: Bulletin, event: e.GameWon) -> None:
    b.begin(str(words.WON[event.winner]), "over").prose.append(str(words.REASON[event.reason]))
    if event.winners:
        b.fact(_("The winners"), b.names(event.winners))
    for seat in b.state.seats:
        b.fact(b.name(seat.number), words.role(seat.role))


def _game_cancelled(b: Bulletin, event: e.GameCancelled) -> None:
    b.begin(str(words.PHASE["cancelled"]), "over").prose.append(str(words.REASON[event.reason]))


def length(value: timedelta) -> str:
    """Return a duration in words, to the minute, below that to the second."""
    seconds = int(value.total_seconds())
    hours, minutes = seconds // 3600, seconds % 3600 // 60
    parts = []
    if hours:
        parts.append(ngettext("%(n)d hour", "%(n)d hours", hours) % {"n": hours})
    if minutes:
        parts.append(ngettext("%(n)d minute", "%(n)d minutes", minutes) % {"n": minutes})
    if not parts:
        parts.append(ngettext("%(n)d second", "%(n)d seconds", seconds) % {"n": seconds})
    return " ".join(parts)


SPEAK: dict[type[e.Event], Speaker] = {
    e.GameCreated: _game_created,
    e.OptionsChanged: _options_changed,
    e.SeatLeft: _seat_left,
    e.SeatRenamed: _seat_renamed,
    e.SignupExtended: _signup_extended,
    e.RolesDealt: _roles_dealt,
    e.RoleAcknowledged: _role_acknowledged,
    e.PhaseOpened: _phase_opened,
    e.ClockPaused: _clock_paused,
    e.ClockResumed: _clock_resumed,
    e.DeadlineMoved: _deadline_moved,
    e.OutageCredited: _outage_credited,
    e.VoteCast: _vote_cast,
    e.VoteWithdrawn: _vote_withdrawn,
    e.VoteVoided: _vote_voided,
    e.NoticeGiven: _notice_given,
    e.AdvanceVoteLeft: _advance_vote_left,
    e.AdvanceVoteLapsed: _advance_vote_lapsed,
    e.VoteClosed: _vote_closed,
    e.TieDrawn: _tie_drawn,
    e.LastWordDone: _last_word_done,
    e.NightFell: _night_fell,
    e.PlayerOut: _player_out,
    e.GuardRaised: _guard_raised,
    e.HeartAttack: _heart_attack,
    e.OrderGiven: _order_given,
    e.OrderWithdrawn: _order_withdrawn,
    e.OrderVoided: _order_voided,
    e.MafiaReminded: _mafia_reminded,
    e.NightResolved: _night_resolved,
    e.Promoted: _promoted,
    e.StalemateNear: _stalemate_near,
    e.GameWon: _game_won,
    e.GameCancelled: _game_cancelled,
}

# Said elsewhere or not at all: the announcement post is the joining, a post shows itself, the
# dawn message holds the check, and a count of quiet rounds is spoken by the warning alone.
SILENT: frozenset[type[e.Event]] = frozenset({e.SeatTaken, e.TookPart, e.CheckMade, e.RoundEnded})
