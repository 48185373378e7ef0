"""What is said of a night and of the end: orders to their senders, the morning to all."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import words
from games.engine import events as e
from games.herald.bulletin import Bulletin


def order_given(b: Bulletin, event: e.OrderGiven) -> None:
    """Answer what was understood of an order."""
    if event.target is None:
        b.tell(event.seat, _("Taken: you do nothing tonight. You may change your mind until dawn."))
    else:
        b.tell(event.seat, _("Taken: %(name)s. You may change your mind until dawn.") % {"name": b.name(event.target)})


def order_withdrawn(b: Bulletin, event: e.OrderWithdrawn) -> None:
    """Answer that an order is withdrawn."""
    b.tell(event.seat, _("Your order is withdrawn. There is none for this night now."))


def order_voided(b: Bulletin, event: e.OrderVoided) -> None:
    """Tell a sender that the target has left."""
    b.tell(
        event.seat,
        _("Your order for %(name)s fell away: this player has left the game. You may send another name.")
        % {"name": b.name(event.target)},
    )
    b.ring(event.seat, "host_letter", f"void-{b.state.seq}-{event.seat}")


def mafia_reminded(b: Bulletin, event: e.MafiaReminded) -> None:
    """Remind those of the mafia who sent no mark."""
    for seat in event.seats:
        b.tell(
            seat, _("The marks of the mafia differ and yours is not among them. Whoever sends none is not waited for.")
        )
        b.ring(seat, "host_letter", f"marks-{b.state.phase.day}")


def night_resolved(b: Bulletin, event: e.NightResolved) -> None:
    """Report the morning to all, and tell each of those awake at nightfall one message."""
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


def promoted(b: Bulletin, event: e.Promoted) -> None:
    """Tell an heir that the duty has come."""
    b.tell(
        event.seat,
        _("No %(role)s is left in play: the duty is yours now. Send the nickname to check at night.")
        % {"role": words.role(event.role)},
    )
    b.ring(event.seat, "host_letter", f"promoted-{event.seat}")


def stalemate_near(b: Bulletin, event: e.StalemateNear) -> None:
    """Warn of a draw, one round before."""
    plain = ngettext(
        "Nobody has left for long. One more quiet round of %(n)d ends the game in a draw.",
        "Nobody has left for long. One more quiet round, and with %(n)d in a row the game ends in a draw.",
        event.rounds,
    ) % {"n": event.rounds}
    b.line(plain, plain, "warn")


def game_won(b: Bulletin, event: e.GameWon) -> None:
    """Report the victory, the winners, and all roles."""
    b.begin(str(words.WON[event.winner]), "over").prose.append(str(words.REASON[event.reason]))
    if event.winners:
        b.fact(_("The winners"), b.names(event.winners))
    for seat in b.state.seats:
        b.fact(b.name(seat.number), words.role(seat.role))


def game_cancelled(b: Bulletin, event: e.GameCancelled) -> None:
    """Report that there is no winner, and why."""
    b.begin(str(words.PHASE["cancelled"]), "over").prose.append(str(words.REASON[event.reason]))
