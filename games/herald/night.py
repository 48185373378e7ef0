"""What is said of a night and of the end: orders to their senders, the morning to all."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import words
from games.engine import events as e
from games.engine.gang import boss_of
from games.engine.roles import ROLES, Power
from games.herald.bulletin import Bulletin
from games.herald.day import left


def order_given(b: Bulletin, event: e.OrderGiven) -> None:
    """Answer what was understood of an order."""
    if event.target is None:
        b.tell(event.seat, _("Taken: you do nothing tonight. You may change your mind until dawn."))
        return
    names = b.names([event.target, event.second]) if event.second else b.name(event.target)
    if event.power == Power.MARK and b.state.ruleset.mafia_kill == "boss":
        text = _("Taken: %(name)s. A name once sent stays sent: with a second, different one tonight the mafia misses.")
    else:
        text = _("Taken: %(name)s. You may change your mind until dawn.")
    b.tell(event.seat, text % {"name": names})


def order_withdrawn(b: Bulletin, event: e.OrderWithdrawn) -> None:
    """Answer that an order is withdrawn; under `mafia_kill: boss` the name counts as sent all the same."""
    order = b.before.order_of(event.seat)
    if order and order.power == Power.MARK and order.target and b.state.ruleset.mafia_kill == "boss":
        text = _(
            "Your order is withdrawn, but %(name)s stays named: with a second, different name tonight the mafia misses."
        )
        b.tell(event.seat, text % {"name": b.name(order.target)})
    else:
        b.tell(event.seat, _("Your order is withdrawn. There is none for this night now."))


def order_voided(b: Bulletin, event: e.OrderVoided) -> None:
    """Tell a sender that the target has left."""
    if b.state.phase.name == "night":
        text = _("Your order for %(name)s fell away: this player has left the game. You may send another name.")
    else:
        text = _("Your order for %(name)s fell away: this player has left the game.")
    b.tell(event.seat, text % {"name": b.name(event.target)})
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
    b.begin(_("Morning of day %(n)d") % {"n": event.day + 1}, "dawn").words = b.context.reason
    # In the order of waking (section 2, "Night"): maniac, mafia, doctor, commissioner.
    killed = [made for made in b.events if isinstance(made, e.PlayerOut) and made.how == "killed"]
    for made in sorted(killed, key=lambda made: "maniac" not in made.by or not b.state.ruleset.report_killer):
        left(b, made, _("Killed in the night"))
    if not killed:
        b.fact(_("Killed in the night"), _("nobody"))
    if event.failed:
        b.fact(_("The mafia"), _("fired and missed"))
    if b.state.ruleset.report_treated and event.treated:
        b.fact(_("The doctor treated"), b.names(list(dict.fromkeys(patient for _doctor, patient in event.treated))))
    if b.state.ruleset.report_check and event.checked:
        b.fact(_("The commissioner"), _("has checked somebody"))
    for seat in event.awake:
        b.tell(seat, " ".join([_("Your night is over."), *_learned(b, seat)]))
        b.ring(seat, "host_letter", f"dawn-{event.day}")


def _learned(b: Bulletin, seat: int) -> list[str]:
    """Return what a player has learned in the night, or that there is nothing."""
    for made in b.events:
        match made:
            case e.CheckMade() if made.seat == seat:
                return [
                    _("Checked: %(name)s. This is: %(what)s.")
                    % {"name": b.name(made.target), "what": words.shown(made.result)}
                ]
            case e.ComparisonMade() if made.seat == seat:
                if made.same:
                    text = _("Compared: %(names)s. By the look of it they are of one side.")
                else:
                    text = _("Compared: %(names)s. By the look of it they are of different sides.")
                return [text % {"names": b.names([made.first, made.second])}]
            case e.WatchMade() if made.seat == seat:
                if made.visitors:
                    text = _("Watched: %(name)s. Who came in the night: %(who)s.")
                else:
                    text = _("Watched: %(name)s. Nobody came in the night.")
                return [text % {"name": b.name(made.target), "who": b.names(made.visitors)}]
            case _:
                pass
    return [_("There is nothing for you from it.")]


def boss_chosen(b: Bulletin, event: e.BossChosen) -> None:
    """Answer whom somebody wants as boss, and who leads the mafia now."""
    b.tell(
        event.seat,
        _("Noted: you want %(name)s as boss. The boss now: %(boss)s.")
        % {"name": b.name(event.target), "boss": b.name(boss_of(b.state))},
    )


def promoted(b: Bulletin, event: e.Promoted) -> None:
    """Tell an heir that the duty has come."""
    if ROLES[event.role].power == Power.MARK:
        text = _(
            "No other mafioso is left in play: from now on you send the mark. Send the nickname of a victim at night."
        )
    else:
        text = _("No %(role)s is left in play: the duty is yours now. Send the nickname to check at night.") % {
            "role": words.role(event.role)
        }
    b.tell(event.seat, text)
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
