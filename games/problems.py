"""What is wrong with a set-up, in words: a sentence for each reason of a `Problem`.

The reasons are listed with `engine.options.Problem` and `engine.composition.Composition`.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import words
from games.engine.options import Problem
from games.options_words import label, limit

Params = Mapping[str, Any]
LONGEST_SHOWN = 60


def sentence(problem: Problem) -> str:
    """Return what is wrong in the reader's language, for a place that shows the option's label beside it.

    Raises KeyError for a reason that has no sentence: a test asks for every reason.
    """
    return SENTENCES[problem.reason]({**problem.params, "option": problem.option})


def in_words(problem: Problem) -> str:
    """Return the sentence of a problem with the name of its option, to stand alone."""
    return _("%(option)s: %(sentence)s") % {"option": label(problem.option), "sentence": sentence(problem)}


def _value(params: Params) -> str:
    """Return what was typed, cut to what a sentence bears."""
    value = " ".join(str(params.get("value", "")).split())
    return value if len(value) <= LONGEST_SHOWN else f"{value[:LONGEST_SHOWN]}…"


def _role(params: Params, key: str = "role") -> str:
    name = str(params[key])
    return words.role(name) if name in words.ROLE else name


def _about_value(text: Callable[[], str]) -> Callable[[Params], str]:
    """Make a sentence about what was typed; without anything typed another one is true."""

    def made(params: Params) -> str:
        value = _value(params)
        return text() % {"value": value} if value else _("Something must stand here.")

    return made


def _players(text: Callable[[int], str]) -> Callable[[Params], str]:
    """Make a sentence about a number of players; `text` gets the number for its plural form."""
    return lambda params: text(int(params["players"])) % {"n": params["players"], **params}


def _too_many_roles(params: Params) -> str:
    return _("For %(players)s players there are %(roles)s roles: more than seats.") % params


def _not_all_seats(params: Params) -> str:
    return _("For %(players)s players there are only %(roles)s roles.") % params


def _mafia_not_fewer(params: Params) -> str:
    return (
        _(
            "For %(players)s players: the mafia must be fewer than the town, and here it is %(mafia)s against "
            "%(town)s. A maniac does not count for the town."
        )
        % params
    )


def _without(params: Params) -> str:
    return _("For %(players)s players: the role “%(role)s” needs the role “%(needs)s” beside it.") % {
        "players": params["players"],
        "role": _role(params),
        "needs": _role(params, "needs"),
    }


def _too_few_of(params: Params) -> str:
    return _("For %(players)s players: of the role “%(role)s” there must be %(least)s at least, or none.") % {
        "players": params["players"],
        "role": _role(params),
        "least": params["least"],
    }


def _too_many_of(params: Params) -> str:
    return _("For %(players)s players: of the role “%(role)s” there can be %(most)s at most.") % {
        "players": params["players"],
        "role": _role(params),
        "most": params["most"],
    }


def _unknown_role(params: Params) -> str:
    return _("For %(players)s players: there is no role “%(role)s”.") % {
        "players": params["players"],
        "role": _role(params)[:LONGEST_SHOWN],
    }


def _unreadable(params: Params) -> str:
    row = int(params["row"])
    if not row:
        return _("The table of roles can't be read.")
    return _("In line %(row)s: only whole numbers from 0 to 100, and the number of players in front.") % {"row": row}


def _no_row(n: int) -> str:
    return ngettext("No line says what %(n)s player gets.", "No line says what %(n)s players get.", n)


def _row_twice(n: int) -> str:
    return ngettext("Two lines begin at %(n)s player.", "Two lines begin at %(n)s players.", n)


def _too_few(n: int) -> str:
    return ngettext(
        "%(n)s player is fewer than the game needs (%(min_players)s).",
        "%(n)s players are fewer than the game needs (%(min_players)s).",
        n,
    )


def _no_mafia(n: int) -> str:
    return ngettext("For %(n)s player there is no mafioso.", "For %(n)s players there is no mafioso.", n)


def _already_over(n: int) -> str:
    return ngettext(
        "With %(n)s player the game would be over before it begins.",
        "With %(n)s players the game would be over before it begins.",
        n,
    )


SENTENCES: Mapping[str, Callable[[Params], str]] = {
    "unknown_option": lambda params: _("There is no such option."),
    "unknown_choice": _about_value(lambda: _("“%(value)s” is not among the choices.")),
    "not_on_off": _about_value(lambda: _("“%(value)s” is neither on nor off.")),
    "not_duration": _about_value(
        lambda: _("“%(value)s” is not a length of time. Write a number and a unit: 48 h, 90 min, 2 d.")
    ),
    "not_number": _about_value(lambda: _("“%(value)s” is not a whole number.")),
    "not_time": _about_value(lambda: _("“%(value)s” is not a time of day. Write it like this: 21:00.")),
    "unknown_zone": _about_value(lambda: _("There is no time zone “%(value)s”.")),
    "not_windows": lambda params: (
        _("“%(part)s” can't be read as a pause. Write it like this: Fri 21:00 - Mon 09:00.")
        % {"part": _value({"value": params.get("part", "")})}
    ),
    "below_minimum": lambda params: _("The least is: %(limit)s.") % {"limit": limit(params["limit"])},
    "above_maximum": lambda params: _("The most is: %(limit)s.") % {"limit": limit(params["limit"])},
    "below_min_players": lambda params: _("Less than the fewest players (%(min_players)s).") % params,
    "whole_week": lambda params: _("The pauses take up the whole week: no time is left to play."),
    "always_paused": lambda params: _("On every day %(time)s lies in a weekly pause.") % params,
    "over_a_year": lambda params: _("Because of the weekly pauses this would last more than a year."),
    "unreadable": _unreadable,
    "row_twice": _players(_row_twice),
    "no_row": _players(_no_row),
    "too_few_players": _players(_too_few),
    "unknown_role": _unknown_role,
    "too_many_roles": _too_many_roles,
    "not_all_seats": _not_all_seats,
    "no_mafia": _players(_no_mafia),
    "mafia_not_fewer": _mafia_not_fewer,
    "without": _without,
    "too_few_of": _too_few_of,
    "too_many_of": _too_many_of,
    "already_over": _players(_already_over),
}
