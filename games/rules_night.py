"""The night, the roles, dawn and victory of one game in words: the other half of `rules_words.py`."""

from collections.abc import Iterator
from datetime import time, timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from common import clock_words
from games.engine.roles import ROLES
from games.engine.ruleset import Ruleset
from games.role_words import of_rules

Sentences = Iterator[str]


def lasts(length: timedelta, ends_at: time | None) -> str:
    """Return how long a phase takes: `48 hours`, or `48 hours, then on to the next 21:00`."""
    said = clock_words.in_words(length)
    if ends_at is None:
        return said
    return _("%(length)s, then on to the next %(time)s") % {"length": said, "time": f"{ends_at:%H:%M}"}


def night(rules: Ruleset, roles: set[str]) -> Sentences:
    """Yield what the night is, and who does what in it."""
    yield _("Length of a night: %(length)s.") % {"length": lasts(rules.night, rules.night_ends_at)}
    yield _("The thread is closed at night.")
    yield _(
        "Whoever has a power sends the host the nickname of one player, in a private message. A new order replaces "
        "the earlier one, “cancel” withdraws it, “pass” does nothing. Nobody has to."
    )
    if rules.mafia_kill == "boss":
        yield from _boss()
    else:
        yield _marks(rules)
    yield _("The mafia does not shoot its own.")
    if "doctor" in roles:
        yield from _doctor(rules)
    if "commissioner" in roles:
        yield {
            "role": _("The commissioner checks one player and learns the role at dawn."),
            "side": _("The commissioner checks one player and learns the side at dawn, not the role."),
        }[rules.check_shows]
    if "sergeant" in roles:
        yield _("When no commissioner is left in play, a sergeant takes over the checks.")
    if "maniac" in roles:
        yield _("The maniac kills one player.")
    yield _("All orders count, also those of players who are killed in the same night.")
    if rules.night_ends_early:
        yield _(
            "The night ends as soon as everybody with a power has sent an order, but not before its shortest length. "
            "Such an early end tells everybody that all orders are in. The shortest night: %(length)s."
        ) % {"length": clock_words.in_words(rules.night_min)}
        if rules.mafia_kill == "boss":
            yield _("Of the mafia only the boss is waited for.")
    else:
        yield _("The night lasts to the end of its time, so that nobody learns who acts.")


def _boss() -> Sentences:
    yield _(
        "The mafia has a boss, whom they choose by vote in their room, at any time, themselves included. Until they "
        "have chosen, and when their votes are equal, it is the first of them by seat. If the boss is out, the next "
        "is found in the same way."
    )
    yield _("Whom the boss names is attacked. If the boss names nobody, nobody is attacked, and it is no miss.")
    yield _(
        "If two different names are sent in one night, by whomever of the mafia, they miss and the town is told. "
        "A name once sent counts, also when it is withdrawn or replaced. The sender is warned beforehand."
    )


def _marks(rules: Ruleset) -> str:
    if rules.mafia_kill == "majority":
        return _(
            "The mafia: every mafioso may name a victim. Who is named by more than half of the living mafia "
            "is attacked; otherwise the kill fails."
        )
    return _(
        "The mafia: every mafioso may name a victim. Who is named most often is attacked; on a tie the kill fails."
    )


def of_further_roles(roles: set[str]) -> Sentences:
    """Yield what the further roles of a composition do, and in which order a night is settled (section 10a)."""
    further = [name for name, role in ROLES.items() if role.optional and name in roles]
    for name in further:
        yield from of_rules(name)
    if any(ROLES[name].power for name in further):
        yield _(
            "A night is settled in this order: blocks, covers, guards and treatments, attacks, then checks, "
            "comparisons and watches."
        )


def _doctor(rules: Ruleset) -> Sentences:
    yield _("The doctor treats one player. Treating saves from every attack of the night.")
    if rules.doctor_repeat == "never_twice_running":
        yield _("Nobody is treated two nights running.")
    else:
        yield _("The same player may be treated night after night.")
    yield {
        "free": _("The doctor may be the patient."),
        "once": _("The doctor may be the patient once in a game."),
        "never": _("The doctor can't be the patient."),
    }[rules.doctor_self]


def dawn(rules: Ruleset, roles: set[str]) -> Sentences:
    """Yield what is told at dawn."""
    yield _("At dawn the thread is told who was killed, and the role.")
    yield (
        _("It is told who killed: the mafia or the maniac.") if rules.report_killer else _("It is not told who killed.")
    )
    if "doctor" in roles:
        if rules.report_treated:
            yield _("It is told whom the doctor treated, never who the doctor is.")
        else:
            yield _("It is not told whom the doctor treated.")
    if "commissioner" in roles:
        if rules.report_check:
            yield _("It is told that the commissioner checked somebody, not whom.")
        else:
            yield _("It is not told whether the commissioner checked anybody.")
    yield _("If the kill of the mafia failed, that is told too. An attack that treatment stopped is not mentioned.")
    yield _("Everybody who was alive at nightfall gets one private message, also when nothing came of the night.")


def victory(rules: Ruleset, roles: set[str]) -> Sentences:
    """Yield who wins, and when."""
    yield (
        _("The town wins when no mafioso and no maniac is left in play.")
        if "maniac" in roles
        else _("The town wins when no mafioso is left in play.")
    )
    if rules.mafia_wins == "elimination":
        yield _("The mafia wins when nobody else is left in play.")
        if "maniac" in roles:
            yield _("The maniac wins when nobody else is left in play.")
    else:
        yield _("The mafia wins when there are as many of them in play as of the others.")
        if "maniac" in roles:
            yield _("The maniac wins when at most one other player is left in play.")
    if "maniac" in roles:
        yield _("While both mafia and maniac are in play, the game goes on.")
    yield _("If nobody is left in play, the game is a draw.")
    if rules.stalemate_after:
        yield ngettext(
            "The game is a draw also when nobody has left for %(n)d round of day and night. "
            "The thread is warned one round before.",
            "The game is a draw also when nobody has left for %(n)d rounds of day and night in a row. "
            "The thread is warned one round before.",
            rules.stalemate_after,
        ) % {"n": rules.stalemate_after}
    else:
        yield _("However many rounds pass quietly, the game goes on.")
    yield _("The dead win and lose with their side.")
    if rules.removed_share_win:
        yield _("Whoever left by heart attack, silence or inactivity shares the victory of the side.")
    else:
        yield _("Whoever left by heart attack, silence or inactivity has no share in the victory of the side.")
    yield _("After the end all roles, orders and checks are shown. Who stood behind a clone stays unsaid.")
