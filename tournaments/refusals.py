"""The one table of refusals of tournaments: a sentence for each code that their pages reach.

Those of games, names and texts come from their own tables. Sentences say what happened, what is kept and what
one can do.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from common.clock_words import with_zone
from common.refusal import Refusal
from games import words
from games.refusals import SENTENCES as OF_GAMES
from games.refusals import Sentence
from games.words import Text
from tournaments.models import Match, Tournament
from tournaments.services import opening

# What can be wrong with a new tournament, by the codes of `services.create`.
PROBLEMS: dict[str, Text] = {
    "title_empty": gettext_lazy("A tournament needs a title."),
    "title_long": gettext_lazy("The title is too long: at most %(title)s characters fit."),
    "description_long": gettext_lazy("The description is too long: at most %(description)s characters fit."),
    "language_unknown": gettext_lazy("The moderator speaks Russian or English."),
    "zone_unknown": gettext_lazy("There is no such time zone."),
    "names_unknown": gettext_lazy("Choose whether people play under member names or as clones."),
    "close_past": gettext_lazy("Entries must close at some moment that is still to come."),
    "close_after_start": gettext_lazy("Entries close before the first game, or when it begins."),
    "groups_or_size": gettext_lazy("Give either the number of groups or the players in a group: the other comes out."),
    "groups_range": gettext_lazy("There are from 1 to %(groups)s groups."),
    "size_range": gettext_lazy("A group has from %(least)s to %(most)s players."),
    "size_below_least": gettext_lazy("A group is smaller than the fewest players of a game."),
    "games_range": gettext_lazy("A group plays three games or four."),
    "qualifiers_range": gettext_lazy("From each group 1 to %(qualifiers)s go to the final."),
    "qualifiers_many": gettext_lazy("More players of a group would go to the final than it has."),
    "final_range": gettext_lazy("The final has from one to three games."),
    "check_in_range": gettext_lazy("A check-in lasts from one minute to an hour."),
    "rest_range": gettext_lazy("The pause between two games lasts from one minute to twelve hours."),
}

_LIMITS: Mapping[str, object] = {
    "title": opening.LONGEST_TITLE,
    "description": opening.LONGEST_DESCRIPTION,
    "groups": opening.MOST_GROUPS,
    "least": opening.SIZES[0],
    "most": opening.SIZES[1],
    "qualifiers": opening.QUALIFIERS[1],
}

# The figures of a table of points, as its form calls them; `victory` is followed by a role.
FIGURES: dict[str, Text] = {
    "table": gettext_lazy("Table of points"),
    "version": gettext_lazy("Table of points"),
    "victory": gettext_lazy("Victory"),
    "per_day": gettext_lazy("A day survived"),
    "per_night": gettext_lazy("A night survived"),
    "per_day_most": gettext_lazy("Days and nights at most"),
    "first_night": gettext_lazy("Killed in the first night"),
    "found_mafioso": gettext_lazy("A mafioso found"),
    "prevented_kill": gettext_lazy("A kill prevented"),
    "acts_most": gettext_lazy("Found and prevented at most"),
    "heart_attack": gettext_lazy("Heart attack"),
}

FIGURE_WRONG: dict[str, Text] = {
    "unreadable": gettext_lazy("this can't be read."),
    "unknown": gettext_lazy("there is no such line in the table."),
    "missing": gettext_lazy("a value is needed."),
    "not_whole": gettext_lazy("a number is needed, with two digits after the point at most."),
    "below_zero": gettext_lazy("it can't be below zero."),
    "above_zero": gettext_lazy("this takes points, so it can't be above zero."),
    "too_great": gettext_lazy("a hundred points at most."),
}


def problem_in_words(code: str) -> str:
    """Return what is wrong with a new tournament. Raises KeyError for a code that has no sentence."""
    return str(PROBLEMS[code]) % _LIMITS


def figure_in_words(code: str) -> str:
    """Return what is wrong with a figure of a table of points (`points.problems`), its name before it."""
    name, _colon, reason = code.partition(":")
    figure, _dot, role = name.partition(".")
    label = str(FIGURES.get(figure, figure))
    if role:
        label = _("%(figure)s, role “%(role)s”") % {"figure": label, "role": words.ROLE.get(role, role)}
    return _("%(figure)s: %(problem)s") % {"figure": label, "problem": FIGURE_WRONG[reason]}


def _wrong_stage(params: Mapping[str, Any]) -> str:
    stage = params.get("stage")
    if stage == Tournament.Stage.CANCELLED:
        return _("The tournament has been called off.")
    if stage == Tournament.Stage.OVER:
        return _("The tournament is over.")
    if stage == Tournament.Stage.FINAL:
        return _("The final is drawn: what came of the groups stands.")
    if stage == Tournament.Stage.ENTRY:
        return _("The groups are not drawn yet.")
    return _("The groups are drawn: this can't be done any more.")


def _entries_closed(params: Mapping[str, Any]) -> str:
    if params.get("reserve"):
        return _("Entries are closed. The reserve list is still open.")
    return _("Entries are closed.")


def _wrong_match(params: Mapping[str, Any]) -> str:
    state = params.get("state")
    if state == Match.State.PLANNED:
        return _("The check-in for this game is not open yet.")
    if state == Match.State.CHECKIN:
        return _("This game has not begun.")
    if state == Match.State.PLAYING:
        return _("This game is being played already.")
    if state == Match.State.VOID:
        return _("This game has been voided.")
    return _("This game is over.")


def _deadline_passed(params: Mapping[str, Any]) -> str:
    deadline = params.get("deadline")
    if deadline is None:
        return _("The deadline has passed.")
    return _("The check-in ended: %(when)s.") % {"when": with_zone(deadline, timezone.get_current_timezone())}


def _check_in_closed(params: Mapping[str, Any]) -> str:
    return _("One checks in on the day of the tournament, from this moment on: %(when)s.") % {
        "when": with_zone(params["opens"], timezone.get_current_timezone())
    }


def _not_all_here(params: Mapping[str, Any]) -> str:
    names = ", ".join(params.get("names", ()))
    return _("Not all have checked in: %(names)s. At the end of the check-in the game begins without them.") % {
        "names": names
    }


def _minutes_invalid(params: Mapping[str, Any]) -> str:
    return ngettext(
        "A game is put off by at least %(least)d minute and at most %(most)d.",
        "A game is put off by at least %(least)d minutes and at most %(most)d.",
        int(params["least"]),
    ) % {"least": int(params["least"]), "most": int(params["most"])}


def _points_range(params: Mapping[str, Any]) -> str:
    return _("Give or take some points, at most %(most)s at once.") % {"most": int(params["most"]) // 100}


def _fixed(make: Callable[[], str]) -> Sentence:
    return lambda params: make()


SENTENCES: dict[str, Sentence] = {
    **OF_GAMES,
    "not_organiser": _fixed(lambda: _("Only the organiser of the tournament can do this.")),
    "not_in_charge": _fixed(lambda: _("Only the organiser and the host of this group can do this.")),
    "not_host": _fixed(lambda: _("This group is not offered to you.")),
    "host_cannot_play": _fixed(
        lambda: _("Who organises a tournament does not play in it, and who hosts a group does not play in that group.")
    ),
    "hosts_already": _fixed(lambda: _("This member hosts the group already.")),
    "already_entered": _fixed(lambda: _("You have entered this tournament already, and one entry is for one person.")),
    "entries_closed": _entries_closed,
    "entry_withdrawn": _fixed(lambda: _("This entry has been withdrawn.")),
    "not_in_group": _fixed(lambda: _("This entry does not belong to this game.")),
    "wrong_stage": _wrong_stage,
    "wrong_match": _wrong_match,
    "deadline_passed": _deadline_passed,
    "check_in_closed": _check_in_closed,
    "not_all_here": _not_all_here,
    "no_host": _fixed(lambda: _("The group has no host yet: without one no game begins.")),
    "minutes_invalid": _minutes_invalid,
    "points_range": _points_range,
    "points_frozen": _fixed(lambda: _("The first game has been dealt: the table of points stands.")),
    "points_invalid": lambda params: " ".join(figure_in_words(code) for code in params.get("problems", ())),
    "tournament_invalid": lambda params: " ".join(problem_in_words(code) for code in params.get("problems", ())),
}


def sentence(refusal: Refusal) -> str:
    """Return the sentence of a refusal in the reader's language.

    Raises KeyError for a code that has none: a test asks for every code.
    """
    return SENTENCES[refusal.code]({**refusal.params, "names": refusal.params.get("names", {})})
