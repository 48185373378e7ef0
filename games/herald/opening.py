"""What is said before the game begins: sign-up and deal."""

from django.utils.html import format_html
from django.utils.translation import gettext as _

from games import words
from games.engine import events as e
from games.engine.gang import boss_of
from games.engine.roles import ROLES, Side
from games.herald.bulletin import Bulletin


def game_created(b: Bulletin, event: e.GameCreated) -> None:
    """Report that sign-up is open: theme, deadline, and the seal of the deal (`rules.md` section 8)."""
    report = b.begin(_("Sign-up is open"), "signup")
    if b.game.description:
        report.words = b.game.description
    if b.game.theme and event.ruleset.names == "clone":
        b.fact(_("Theme of the clones"), b.game.theme)
    b.fact(_("Sign-up until"), b.moment(event.deadline))
    b.fact(_("Players needed"), str(event.ruleset.min_players))
    b.fact(_("Seal of the deal"), format_html('<code class="seal-code">{}</code>', event.commitment))


def seat_left(b: Bulletin, event: e.SeatLeft) -> None:
    """Say that a seat is free again, and by whom."""
    if event.how == "removed":
        text = _("The host has taken %(name)s off the list.")
    else:
        text = _("%(name)s is off the list: the seat was given up.")
    plain = text % {"name": b.name(event.seat)}
    b.line(plain, plain, "left")


def seat_renamed(b: Bulletin, event: e.SeatRenamed) -> None:
    """Say a clone's new nickname beside the old one."""
    plain = _("New nickname: %(new)s, until now %(old)s.") % {"new": b.name(event.seat), "old": b.context.reason}
    b.line(plain, plain, "renamed")


def signup_extended(b: Bulletin, event: e.SignupExtended) -> None:
    """Report that the sign-up goes on, this once."""
    b.begin(_("Sign-up goes on"), "signup")
    b.fact(_("On the list"), str(len(b.state.seats)))
    b.fact(_("Players needed"), str(b.state.ruleset.min_players))
    b.fact(_("Sign-up until"), b.moment(event.deadline))


def options_changed(b: Bulletin, event: e.OptionsChanged) -> None:
    """Say that the rules have changed before the deal."""
    plain = _("The host has changed the rules of the game. They stand on the page of rules.")
    b.line(plain, plain, "rules")


def roles_dealt(b: Bulletin, event: e.RolesDealt) -> None:
    """Report the public composition, and tell each player the role in one message of one kind."""
    b.begin(_("The roles are dealt"), "deal")
    counts: dict[str, int] = {}
    for name in event.roles.values():
        counts[name] = counts.get(name, 0) + 1
    order = list(ROLES)
    listed = sorted(counts.items(), key=lambda pair: order.index(pair[0]))
    b.fact(_("In play"), ", ".join(f"{words.role(name)}: {count}" for name, count in listed))
    by_boss = b.state.ruleset.mafia_kill == "boss"
    boss = boss_of(b.state)
    for seat, name in event.roles.items():
        mates = [(other, role) for other, role in event.roles.items() if other != seat and role in ROLES[name].knows]
        lines = [_("Your role: %(role)s.") % {"role": words.role(name)}, words.duty(name, boss=by_boss)]
        if mates:
            known = ", ".join(f"{b.name(other)} ({words.role(role)})" for other, role in mates)
            lines.append(_("You know: %(names)s.") % {"names": known})
        if boss and ROLES[name].side == Side.MAFIA:
            lines.append(_("The boss, until you choose one: %(name)s.") % {"name": b.name(boss)})
        if b.state.ruleset.open_room and ROLES[name].side == Side.MAFIA:
            lines.append(_("When the game is over the closed room is open to all readers."))
        lines.append(_("Answer with + to show that you have read this."))
        b.tell(seat, "\n\n".join(lines))
        b.ring(seat, "host_letter", "deal")


def role_acknowledged(b: Bulletin, event: e.RoleAcknowledged) -> None:
    """Answer `+`."""
    b.tell(event.seat, _("Noted: you have read your role."))
