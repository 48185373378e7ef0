"""The options of a game as data: what kind each is, what it may be, when it may change (`rules.md` section 12).

No words for people stand here: a page makes them from the names. `ruleset.py` reads what people
type by this table; forms draw their fields from it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with a set-up: which option, why, and plain values for the sentence.

    Reasons on one option (in brackets the `params`):

    - `unknown_option`, `unknown_choice` (value, values), `not_on_off` (value), `not_duration` (value),
      `not_number` (value), `not_time` (value), `unknown_zone` (value), `not_windows` (value, part)
    - `below_minimum` (limit), `above_maximum` (limit): the limit is a number or a duration such as `1s`
    - `below_min_players` (min_players): `max_players` is lower than `min_players`
    - `whole_week`: the weekly pauses leave no playing time
    - `always_paused` (time): this time of day lies in a weekly pause on every day
    - `over_a_year`: through the weekly pauses the phase would last more than a year

    Those of a composition are listed in `composition.py`; their `option` is `composition`.
    """

    option: str
    reason: str
    params: dict[str, object] = field(default_factory=dict)


class Kind(StrEnum):
    """How the value of an option is typed, and what it becomes."""

    DURATION = "duration"
    ONOFF = "onoff"
    CHOICE = "choice"
    NUMBER = "number"
    TIME = "time"
    ZONE = "zone"
    WINDOWS = "windows"


class Group(StrEnum):
    """Which options stand together on a page."""

    PEOPLE = "people"
    PHASES = "phases"
    TIME = "time"
    VOTES = "votes"
    NIGHT = "night"
    VICTORY = "victory"
    PRIVACY = "privacy"


class Until(StrEnum):
    """Until when the host may change an option: no star, one star, two stars."""

    CREATION = "creation"
    DEAL = "deal"
    ALWAYS = "always"


@dataclass(frozen=True, slots=True)
class Option:
    """One option. `needs` names another option without which this one has no effect.

    `least` and `most` bound durations and numbers; `can_be_off` says whether `off` is a value.
    """

    name: str
    kind: Kind
    group: Group
    until: Until = Until.CREATION
    values: tuple[str, ...] = ()
    least: int | timedelta | None = None
    most: int | timedelta | None = None
    can_be_off: bool = False
    needs: str = ""


SECOND = timedelta(seconds=1)
LONGEST = timedelta(days=90)
MOST_PLAYERS = 100

# The phases with a length of their own, in the order of a game.
TIMED_PHASES = ("deal", "day", "evening", "last_word", "runoff", "verdict", "night")


def _duration(name: str, group: Group, until: Until = Until.CREATION, *, off: bool = False, needs: str = "") -> Option:
    return Option(name, Kind.DURATION, group, until, least=SECOND, most=LONGEST, can_be_off=off, needs=needs)


def _on_off(name: str, group: Group) -> Option:
    return Option(name, Kind.ONOFF, group)


def _choice(name: str, group: Group, *values: str) -> Option:
    return Option(name, Kind.CHOICE, group, values=values)


def _ends_at(phase: str, needs: str = "") -> Option:
    return Option(f"{phase}_ends_at", Kind.TIME, Group.TIME, Until.DEAL, can_be_off=True, needs=needs)


def _number(
    name: str, group: Group, least: int, most: int, until: Until = Until.CREATION, *, off: bool = False
) -> Option:
    return Option(name, Kind.NUMBER, group, until, least=least, most=most, can_be_off=off)


_ALL = (
    _choice("names", Group.PEOPLE, "clone", "member"),
    _number("min_players", Group.PEOPLE, 3, MOST_PLAYERS, Until.DEAL),
    _number("max_players", Group.PEOPLE, 3, MOST_PLAYERS, Until.DEAL, off=True),
    _duration("signup_extension", Group.PEOPLE, Until.DEAL),
    _duration("evening", Group.PHASES, off=True),
    _duration("deal", Group.PHASES, Until.DEAL),
    _duration("day", Group.PHASES, Until.DEAL),
    _duration("last_word", Group.PHASES, Until.DEAL),
    _duration("runoff", Group.PHASES, Until.DEAL, needs="tie"),
    _duration("verdict", Group.PHASES, Until.DEAL, needs="trial"),
    _duration("night", Group.PHASES, Until.DEAL),
    _ends_at("deal"),
    _ends_at("day"),
    _ends_at("evening", needs="evening"),
    _ends_at("last_word"),
    _ends_at("runoff", needs="tie"),
    _ends_at("verdict", needs="trial"),
    _ends_at("night"),
    Option("timezone", Kind.ZONE, Group.TIME, Until.DEAL),
    Option("weekly_pause", Kind.WINDOWS, Group.TIME, Until.ALWAYS, can_be_off=True),
    _on_off("night_vote", Group.VOTES),
    _on_off("self_vote", Group.VOTES),
    _on_off("trial", Group.VOTES),
    _choice("tie", Group.VOTES, "runoff", "nobody", "random"),
    _on_off("hammer", Group.VOTES),
    _on_off("votes_end_early", Group.VOTES),
    _on_off("night_ends_early", Group.NIGHT),
    Option(
        "night_min",
        Kind.DURATION,
        Group.NIGHT,
        least=timedelta(0),
        most=LONGEST,
        needs="night_ends_early",
    ),
    _on_off("silent_removed", Group.PEOPLE),
    _on_off("inactive_removed", Group.PEOPLE),
    _number("notice_max", Group.PEOPLE, 1, MOST_PLAYERS, off=True),
    _duration("guard_wait", Group.PEOPLE),
    _choice("mafia_kill", Group.NIGHT, "plurality", "majority", "boss"),
    _choice("doctor_repeat", Group.NIGHT, "never_twice_running", "free"),
    _choice("doctor_self", Group.NIGHT, "free", "once", "never"),
    _choice("check_shows", Group.NIGHT, "role", "side"),
    _on_off("report_killer", Group.NIGHT),
    _on_off("report_treated", Group.NIGHT),
    _on_off("report_check", Group.NIGHT),
    _choice("mafia_wins", Group.VICTORY, "elimination", "parity"),
    _number("stalemate_after", Group.VICTORY, 0, MOST_PLAYERS),
    _on_off("private_messages", Group.PRIVACY),
    _on_off("open_room", Group.PRIVACY),
    _on_off("graveyard", Group.PRIVACY),
    _on_off("presence", Group.PEOPLE),
    Option(
        "auto_heart_attack_after",
        Kind.DURATION,
        Group.PEOPLE,
        Until.DEAL,
        # A browser wakes a hidden page once a minute, and a gap of a minute is no outage yet.
        least=timedelta(minutes=2),
        most=LONGEST,
        can_be_off=True,
        needs="presence",
    ),
    _duration("curtain", Group.TIME, Until.ALWAYS, off=True),
    _on_off("outage_credit", Group.TIME),
    _duration("outage_after", Group.TIME, needs="outage_credit"),
    _on_off("removed_share_win", Group.VICTORY),
)

OPTIONS: Mapping[str, Option] = MappingProxyType({option.name: option for option in _ALL})


def changeable(option: str) -> str:
    """Return until when the host may change an option: `creation`, `deal` or `always`.

    `creation` is until sign-ups open, `deal` until the roles are dealt, `always` at any time
    (`rules.md` section 12). Raises `KeyError` for a name that is no option.
    """
    return OPTIONS[option].until.value
