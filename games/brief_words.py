"""A set-up in short: the few facts that most people want to know first."""

from datetime import datetime, timedelta

from django.utils import dateformat
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from common import clock_words
from games import words
from games.balance_words import with_players
from games.engine.balance import ends_about, phases, rounds
from games.engine.clock import zone
from games.engine.composition import Composition
from games.engine.roles import ROLES
from games.engine.ruleset import Ruleset
from games.options_words import label, pauses, value_words
from games.rules_night import lasts
from games.rules_words import roles_in

Fact = tuple[str, str]

# For tables of these sizes it is told how long a game takes.
TABLES = (8, 14)
# Up to this length the end of a game is told with its hour.
SHORT = timedelta(days=2)


def of_rules(rules: Ruleset) -> list[Fact]:
    """Return the times, how the town and the mafia decide, who leaves for silence, and whether there are letters."""
    switches = ("silent_removed", "inactive_removed", "private_messages")
    facts = [*_times(rules), *_deciding(rules)]
    return [*facts, *((label(name), value_words(name, getattr(rules, name))) for name in switches)]


def of_new_game(rules: Ruleset, composition: Composition, deadline: datetime | None) -> list[Fact]:
    """Return what a new game comes to: until when one may join, how many may play, the times, and how long it takes."""
    facts = []
    if deadline is not None:
        facts.append((_("Sign-up until"), clock_words.with_zone(deadline, zone(rules.timezone))))
    facts.append((_("Number of players"), _people(rules)))
    facts += [*_times(rules), *_deciding(rules)]
    facts.append((_("Whoever is silent"), _silence(rules)))
    further = [words.role(role) for role in roles_in(composition) if ROLES[role].optional]
    if further:
        facts.append((_("Further roles"), ", ".join(further)))
    return [*facts, *_length(rules, composition, deadline)]


def _times(rules: Ruleset) -> list[Fact]:
    facts = []
    for phase in phases(rules):
        length = rules.lasts(phase)
        if length is not None:
            facts.append((label(phase), lasts(length, rules.ends_at(phase))))
    if rules.weekly_pause:
        facts.append((label("weekly_pause"), pauses(rules.weekly_pause)))
    return facts


def _deciding(rules: Ruleset) -> list[Fact]:
    """Return how the town decides, how the mafia does, when somebody has won, what ends early, and who is watched."""
    if rules.trial:
        town = _("vote, last word, and a trial FOR or AGAINST")
    else:
        town = _("vote, last word, and jail")
    facts = [
        (_("How the town decides"), town),
        (label("night_vote"), value_words("night_vote", rules.night_vote)),
        (label("mafia_kill"), value_words("mafia_kill", rules.mafia_kill)),
        (label("mafia_wins"), value_words("mafia_wins", rules.mafia_wins)),
    ]
    early = [
        *([pgettext("ends early", "the vote, when all have voted")] if rules.votes_end_early else []),
        *([pgettext("ends early", "the vote, when one has more than half")] if rules.hammer else []),
        *([pgettext("ends early", "the night, when all orders are in")] if rules.night_ends_early else []),
    ]
    if early:
        facts.append((_("Ends early"), "; ".join(early)))
    if rules.presence and rules.auto_heart_attack_after is not None:
        said = _("the host sees it; a heart attack after: %(length)s") % {
            "length": clock_words.in_words(rules.auto_heart_attack_after)
        }
        facts.append((_("Whoever loses the connection"), said))
    elif rules.presence:
        facts.append((_("Whoever loses the connection"), _("the host sees it")))
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
