"""What `games.engine.balance` finds lopsided, in words."""

from collections.abc import Callable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.balance import Warning, warnings
from games.engine.composition import Composition
from games.engine.ruleset import Ruleset


def _range(warning: Warning) -> str:
    """Say which numbers of players it is about."""
    if warning.first == warning.last:
        return ngettext("With %(n)d player", "With %(n)d players", warning.first) % {"n": warning.first}
    return _("With %(first)d–%(last)d players") % {"first": warning.first, "last": warning.last}


def _about_mafia(text: Callable[[], str]) -> Callable[[Warning], str]:
    def said(warning: Warning) -> str:
        mafia = ngettext("%(n)d mafioso", "%(n)d mafiosi", warning.mafia) % {"n": warning.mafia}
        return text() % {"range": _range(warning), "mafia": mafia}

    return said


SAID: dict[str, Callable[[Warning], str]] = {
    "many_mafia": _about_mafia(
        lambda: _("%(range)s, %(mafia)s: more than a third. The town will hardly have time to find anybody.")
    ),
    "few_mafia": _about_mafia(
        lambda: _("%(range)s, %(mafia)s: fewer than one in six. The mafia will have a hard time; add one.")
    ),
    "one_miss": _about_mafia(
        lambda: _("%(range)s, %(mafia)s: one wrong day and one night, and the game is over. Take a mafioso away.")
    ),
    "no_powers": _about_mafia(
        lambda: _("%(range)s, %(mafia)s and neither commissioner nor doctor: the town has nothing to go by but talk.")
    ),
    "maniac_early": lambda warning: (
        _("%(range)s there is a maniac: among so few two killers empty the town in a few nights.")
        % {"range": _range(warning)}
    ),
    "silent_short": lambda warning: (
        ngettext(
            "A day lasts %(n)d hour, and whoever is silent in it leaves. People sleep and work: give a day or more.",
            "A day lasts %(n)d hours, and whoever is silent in it leaves. People sleep and work: give a day or more.",
            warning.hours,
        )
        % {"n": warning.hours}
    ),
    "night_longer": lambda warning: _("The night lasts longer than the day. Most players have nothing to do in it."),
}


def warnings_of(rules: Ruleset, composition: Composition) -> list[str]:
    """Return a sentence for all that is lopsided in a set-up."""
    return [SAID[warning.reason](warning) for warning in warnings(rules, composition)]
