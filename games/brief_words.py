"""A set-up in short: the few facts that most people want to know first."""

from datetime import datetime, timedelta

from django.utils import dateformat
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from common import clock_words
from games.balance_words import with_players
from games.engine.balance import ends_about, rounds
from games.engine.clock import zone
from games.engine.composition import Composition
from games.engine.ruleset import Ruleset
from games.options_words import label, pauses, value_words
from games.rules_words import lasts

Fact = tuple[str, str]

# For tables of these sizes it is told how long a game takes.
TABLES = (8, 14)
# Up to this length the end of a game is told with its hour.
SHORT = timedelta(days=2)


def of_rules(rules: Ruleset) -> list[Fact]:
    """Return the times, who leaves for silence, and what is unusual about votes and letters."""
    switches = ("silent_removed", "inactive_removed", "night_vote", "private_messages")
    return [*_times(rules), *((label(name), value_words(name, getattr(rules, name))) for name in switches)]


def of_new_game(rules: Ruleset, composition: Composition, deadline: datetime | None) -> list[Fact]:
    """Return what a new game comes to: until when one may join, how many may play, the times, and how long it takes."""
    facts = []
    if deadline is not None:
        facts.append((_("Sign-up until"), clock_words.with_zone(deadline, zone(rules.timezone))))
    facts.append((_("Number of players"), _people(rules)))
    facts += _times(rules)
    facts.append((_("Whoever is silent"), _silence(rules)))
    return [*facts, *_length(rules, composition, deadline)]


def _times(rules: Ruleset) -> list[Fact]:
    shown = ["day", "last_word", *(["runoff"] if rules.tie == "runoff" else []), "night"]
    facts = []
    for phase in shown:
        length = rules.lasts(phase)
        if length is not None:
            facts.append((label(phase), lasts(length, rules.ends_at(phase))))
    if rules.weekly_pause:
        facts.append((label("weekly_pause"), pauses(rules.weekly_pause)))
    return facts


def _people(rules: Ruleset) -> str:
    if rules.max_players is None:
        return _("%(n)s and more") % {"n": rules.min_players}
    least, most = rules.min_players, rules.max_players
    return str(least) if least == most else f"{least}–{most}"


def _silence(rules: Ruleset) -> str:
    if rules.silent_removed and rules.inactive_removed:
        return pgettext("whoever is silent", "leaves the game")
    if rules.silent_removed:
        return pgettext("whoever is silent", "leaves after writing without a vote")
    if rules.inactive_removed:
        return pgettext("whoever is silent", "leaves after neither writing nor voting")
    return pgettext("whoever is silent", "stays")


def _length(rules: Ruleset, composition: Composition, deadline: datetime | None) -> list[Fact]:
    """Return how long the game takes, for a smaller and for a larger table."""
    most = rules.max_players or TABLES[-1]
    facts = []
    for players in sorted({max(rules.min_players, min(most, size)) for size in TABLES}):
        count = rounds(rules, composition, players)
        if count is None:
            continue
        said = ngettext("about %(n)d round of day and night", "about %(n)d rounds of day and night", count) % {
            "n": count
        }
        end = ends_about(rules, count, deadline) if deadline is not None else None
        if deadline is not None and end is not None:
            here = zone(rules.timezone)
            until = (
                clock_words.day_and_time(end, here)
                if end - deadline < SHORT
                else dateformat.format(end.astimezone(here), pgettext("date format", "j E"))
            )
            said = _("%(rounds)s, until %(date)s or so") % {"rounds": said, "date": until}
        facts.append((with_players(players, players), said))
    return facts
