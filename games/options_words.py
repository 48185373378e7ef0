"""The options of a game in words: label, explanation, the choices, and values as people read and type them.

Forms and the page of rules are worded from here; `engine/options.py` holds no words. Everything that
is lazy is worded where it is shown, in the reader's language.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import time, timedelta

from django.utils.dates import WEEKDAYS_ABBR
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext_lazy as _

from common import clock_words, zones
from games.engine.clock import parse_windows
from games.engine.options import OPTIONS, Group, Kind, Until
from games.engine.values import parse_duration
from games.words import Text


@dataclass(frozen=True, slots=True)
class Words:
    """One option in words: what it is called, what it does, and what each choice of it is called."""

    label: Text
    help: Text
    choices: Mapping[str, Text] = field(default_factory=dict)


_ENDS_AT = _("A time of day, such as 21:00, to which this phase is drawn on. Empty: it ends when its time is over.")

GROUP: Mapping[Group, Text] = {
    Group.PEOPLE: _("The players"),
    Group.PHASES: _("How long it takes"),
    Group.TIME: _("Clock and calendar"),
    Group.VOTES: _("The vote"),
    Group.NIGHT: _("The night"),
    Group.VICTORY: _("The end of the game"),
    Group.PRIVACY: _("Letters and rooms"),
}

# Options that a usual game leaves alone: on a page they stand by themselves, at its end.
SELDOM = frozenset(
    (
        "signup_extension", "guard_wait", "deal_ends_at", "evening_ends_at", "last_word_ends_at", "runoff_ends_at",
        "verdict_ends_at", "night_min", "stalemate_after", "outage_credit", "outage_after", "removed_share_win",
    )
)  # fmt: skip
SELDOM_TITLE: Text = _("Seldom changed")

# What stands beside an option that the host may change when the sign-up is open.
LATER: Mapping[Until, Text] = {Until.DEAL: _("changeable until the deal"), Until.ALWAYS: _("changeable at any time")}

OPTION: Mapping[str, Words] = {
    "names": Words(
        _("Under which names"),
        _("A clone is a nickname for this game alone, and nobody is told whose it is."),
        {"clone": _("clones"), "member": _("member names")},
    ),
    "min_players": Words(_("Fewest players"), _("With fewer there is no deal.")),
    "max_players": Words(_("Most players"), _("Empty: no upper limit.")),
    "signup_extension": Words(
        _("Second chance of the sign-up"),
        _("How far the deadline moves, once, when there are too few players. After that the game is called off."),
    ),
    "evening": Words(_("Evening"), _("A time of its own for the vote, after the day's talk. Empty: none.")),
    "deal": Words(_("Deal"), _("How long the players have to read their roles. When all have, day 1 opens sooner.")),
    "day": Words(_("Day"), _("How long the town talks and votes.")),
    "last_word": Words(_("Last word"), _("How long those on the bench may speak before they are judged.")),
    "runoff": Words(_("Second round"), _("How long the town votes again when several have the most votes.")),
    "verdict": Words(_("Verdict"), _("How long the town says FOR or AGAINST.")),
    "night": Words(_("Night"), _("How long the host takes orders.")),
    "deal_ends_at": Words(_("Deal, to a time of day"), _ENDS_AT),
    "day_ends_at": Words(_("Day, to a time of day"), _ENDS_AT),
    "evening_ends_at": Words(_("Evening, to a time of day"), _ENDS_AT),
    "last_word_ends_at": Words(_("Last word, to a time of day"), _ENDS_AT),
    "runoff_ends_at": Words(_("Second round, to a time of day"), _ENDS_AT),
    "verdict_ends_at": Words(_("Verdict, to a time of day"), _ENDS_AT),
    "night_ends_at": Words(_("Night, to a time of day"), _ENDS_AT),
    "timezone": Words(_("Time zone of the game"), _("Deadlines, times of day and pauses are meant in it.")),
    "weekly_pause": Words(
        _("Weekly pauses"),
        _(
            "When the clock stands still by itself, such as Fri 21:00 - Mon 09:00; several with commas between. "
            "Empty: never."
        ),
    ),
    "night_vote": Words(
        _("Vote for the night"), _("“Night” is one of the candidates: a vote for it is a vote that nobody leave today.")
    ),
    "self_vote": Words(_("Vote for themselves"), _("Players may vote for themselves.")),
    "trial": Words(
        _("Trial"), _("After the last word the town says FOR or AGAINST. More FOR, and the accused is executed.")
    ),
    "tie": Words(
        _("Several with the most votes"),
        _("What comes then."),
        {"runoff": _("a second round among them"), "nobody": _("nobody leaves"), "random": _("the lot decides")},
    ),
    "hammer": Words(
        _("More than half decides"),
        _("The vote ends at once when a player has votes of more than half of the living."),
    ),
    "votes_end_early": Words(
        _("A full vote ends the day"), _("The vote ends as soon as every living player has voted.")
    ),
    "night_ends_early": Words(
        _("Full orders end the night"),
        _("The night ends as soon as all orders are in. Such an end tells everybody that they are."),
    ),
    "night_min": Words(_("Shortest night"), _("However quick the orders are, the night lasts so long at least.")),
    "silent_removed": Words(
        _("The silent leave"), _("Whoever took part in the day but did not vote leaves the game; the role is shown.")
    ),
    "inactive_removed": Words(
        _("The inactive leave"),
        _("Whoever neither wrote nor voted all day leaves the game; the role is not shown."),
    ),
    "notice_max": Words(
        _("Days of absence"),
        _("For how many days of a game a player may give notice of being away. Empty: there are no notices."),
    ),
    "guard_wait": Words(
        _("Wait for the host"),
        _(
            "If more than half would leave for silence at once, nobody does and the host is asked. "
            "So long the game waits for the answer."
        ),
    ),
    "mafia_kill": Words(
        _("Victim of the mafia"),
        _("Each mafioso may send a name. Where they name different players, this decides."),
        {
            "plurality": _("who has the most marks"),
            "majority": _("who has marks of more than half of the mafia"),
            "boss": _("whom their boss names; two different names are a miss"),
        },
    ),
    "doctor_repeat": Words(
        _("One patient several times"),
        _("Whether the doctor may treat the same player two nights running."),
        {"never_twice_running": _("not two nights running"), "free": _("as often as the doctor likes")},
    ),
    "doctor_self": Words(
        _("The doctor as patient"),
        _("How often the doctor may be the patient."),
        {"free": _("always"), "once": _("once in a game"), "never": _("never")},
    ),
    "check_shows": Words(
        _("A check shows"),
        _("What the commissioner learns at dawn."),
        {"role": _("the role"), "side": _("the side only")},
    ),
    "report_killer": Words(_("Say who killed"), _("The report at dawn names the side that killed, never a person.")),
    "report_treated": Words(_("Say who was treated"), _("The report at dawn names whom the doctor treated.")),
    "report_check": Words(
        _("Say that there was a check"), _("The report at dawn says that the commissioner checked, not whom.")
    ),
    "mafia_wins": Words(
        _("Mafia and maniac win"),
        _("When the game is theirs."),
        {
            "elimination": _("when nobody else is in play"),
            "parity": _("when there are as many of them as of the others"),
        },
    ),
    "stalemate_after": Words(
        _("Quiet rounds until a draw"),
        _("After so many rounds in a row in which nobody left, the game is a draw. 0: never."),
    ),
    "private_messages": Words(_("Letters between players"), _("Living players may write to each other.")),
    "open_room": Words(_("Open the mafia's room at the end"), _("After the game everybody may read it.")),
    "graveyard": Words(
        _("Graveyard"),
        _("Rooms for the dead and for onlookers, closed to the living until the end. The host reads there."),
    ),
    "presence": Words(_("Who is connected"), _("The host sees who lost the connection, and since when.")),
    "auto_heart_attack_after": Words(
        _("Heart attack for the absent"),
        _("Whoever is gone for so long leaves the game. 5 min are usual in a live game. Empty: never."),
    ),
    "curtain": Words(
        _("Curtain"),
        _("How long a report waits for the host's words before the next phase opens. Empty: not at all."),
    ),
    "outage_credit": Words(
        _("Give back lost time"), _("If the site was away, the open phase is lengthened by what it lost.")
    ),
    "outage_after": Words(_("From what length on"), _("A shorter outage of the site gives no time back.")),
    "removed_share_win": Words(
        _("The removed share the victory"),
        _("Whoever left by heart attack, silence or inactivity wins with their side all the same."),
    ),
}

# What a set-up has besides its options.
OTHER: Mapping[str, Text] = {"composition": _("Composition"), "preset": _("Way of playing")}


def label(option: str) -> str:
    """Return what an option is called; a name that is no option is returned as it is."""
    if option in OTHER:
        return str(OTHER[option])
    return str(OPTION[option].label) if option in OPTION else option


def value_words(option: str, value: object) -> str:
    """Return a value of an option as a person reads it: `48 hours`, `from 21:00`, `on`, `the role`."""
    spec = OPTIONS[option]
    if isinstance(value, bool):
        return pgettext("option", "on") if value else pgettext("option", "off")
    if value is None or value == "":
        return pgettext("option", "off")
    if spec.kind is Kind.CHOICE:
        return str(OPTION[option].choices[str(value)])
    if spec.kind is Kind.WINDOWS:
        return pauses(str(value))
    return zone(str(value)) if spec.kind is Kind.ZONE else _plain(value)


def _plain(value: object) -> str:
    if isinstance(value, timedelta):
        return clock_words.in_words(value)
    return f"{value:%H:%M}" if isinstance(value, time) else str(value)


def zone(name: str) -> str:
    """Return a time zone by its phrase, or by its name where it has none: offsets change with the season."""
    known = zones.NAMES.get(name)
    return str(known) if known else name.replace("_", " ")


def pauses(windows: str) -> str:
    """Return weekly windows in the reader's language: `Fri 21:00 – Mon 09:00`."""
    return ", ".join(f"{_moment(start)} – {_moment(end)}" for start, end in parse_windows(windows))


def _moment(minute: int) -> str:
    day, of_day = divmod(minute, 24 * 60)
    name = str(WEEKDAYS_ABBR[day % 7])
    if (get_language() or "").startswith("ru"):
        name = name.lower()
    return f"{name}\u00a0{of_day // 60:02}:{of_day % 60:02}"


def typed(option: str, value: object) -> str:
    """Return a value as the reader would type it: a field shows it, and reading it again gives the same value."""
    if value is None or value is False:
        return ""
    if isinstance(value, timedelta):
        return typed_length(value)
    return pauses(str(value)).replace("\u00a0", " ") if OPTIONS[option].kind is Kind.WINDOWS else _plain(value)


def typed_length(length: timedelta) -> str:
    """Return a duration in short units of the reader's language, as `values.parse_duration` reads them: `48 h`."""
    seconds = int(length.total_seconds())
    units = ((3600, pgettext("unit", "h")), (60, pgettext("unit", "min")), (1, pgettext("unit", "s")))
    parts = []
    for size, unit in units:
        count, seconds = divmod(seconds, size)
        if count:
            parts.append(f"{count} {unit}")
    return " ".join(parts) or f"0 {units[-1][1]}"


def limit(value: object) -> str:
    """Return the limit of a problem in words: a number, or a duration spelt as `2160h`."""
    length = parse_duration(value) if isinstance(value, str) else None
    return clock_words.in_words(length) if length is not None else str(value)
