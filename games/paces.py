"""Ready-made ways and paces for a new game, and names for one that has none yet."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext_lazy as _

from games.engine.ruleset import FORUM, PRESETS, Ruleset, read
from games.words import Text


@dataclass(frozen=True, slots=True)
class Way:
    """A preset as a host chooses it: what it is called, and what it comes to."""

    name: str
    label: Text
    said: Text


WAYS: Mapping[str, Way] = {
    way.name: way
    for way in (
        Way(
            "forum",
            _("Forum, in days"),
            _("By post, over days and weeks, under clones. Whoever has the most votes goes to jail."),
        ),
        Way(
            "conference",
            _("Conference, in minutes"),
            _(
                "Live, at one sitting, under member names: talk, an evening for the vote, a trial FOR or AGAINST, "
                "and a boss of the mafia."
            ),
        ),
    )
}


@dataclass(frozen=True, slots=True)
class Pace:
    """Times that go together: what they are called, what they come to, and the options that they set.

    `way` is the preset that they are offered with.
    """

    name: str
    label: Text
    said: Text
    options: Mapping[str, str]
    way: str = "forum"


# Whatever one pace sets, every other one sets back.
_USUAL = {
    "deal": "24h", "day": "48h", "last_word": "4h", "runoff": "12h", "verdict": "12h", "night": "24h",
    "deal_ends_at": "off", "day_ends_at": "off", "last_word_ends_at": "off", "runoff_ends_at": "off",
    "verdict_ends_at": "off", "night_ends_at": "off", "weekly_pause": "off", "guard_wait": "24h",
    "signup_extension": "48h",
}  # fmt: skip
# The same at a table that is played live.
_LIVE = {
    **_USUAL, "deal": "5m", "day": "8m", "evening": "2m", "last_word": "1m", "runoff": "1m", "verdict": "1m",
    "night": "3m", "evening_ends_at": "off", "guard_wait": "5m", "signup_extension": "10m",
}  # fmt: skip

PACES: Mapping[str, Pace] = {
    pace.name: pace
    for pace in (
        Pace("calm", _("Calm"), _("A day of 48 hours, a night of 24. The usual pace of a forum."), _USUAL),
        Pace(
            "weekends",
            _("Calm, weekends free"),
            _("The same, and from Saturday to Monday the clock stands still."),
            {**_USUAL, "weekly_pause": "Sat 00:00 - Mon 00:00"},
        ),
        Pace(
            "brisk",
            _("Brisk"),
            _("A day of 24 hours, a night of 12. For people who look in twice a day."),
            {**_USUAL, "deal": "12h", "day": "24h", "last_word": "2h", "runoff": "6h", "verdict": "6h", "night": "12h"},
        ),
        Pace(
            "at_nine",
            _("Always at 21:00"),
            _("One evening the day ends, the next one the night."),
            {
                **_USUAL,
                "deal": "12h",
                "deal_ends_at": "21:00",
                "day": "20h",
                "day_ends_at": "21:00",
                "last_word": "2h",
                "runoff": "6h",
                "verdict": "6h",
                "night": "12h",
                "night_ends_at": "21:00",
            },  # fmt: skip
        ),
        Pace(
            "sitting",
            _("In one evening"),
            _("A day of 20 minutes, a night of 10. Everybody is there from beginning to end."),
            {
                **_USUAL,
                "deal": "10m",
                "day": "20m",
                "last_word": "3m",
                "runoff": "5m",
                "verdict": "5m",
                "night": "10m",
                "guard_wait": "10m",
                "signup_extension": "30m",
            },  # fmt: skip
        ),
        Pace("live", _("As at a tournament"), _("Talk of 8 minutes, vote of 2, a night of 3."), _LIVE, "conference"),
        Pace(
            "live_quick",
            _("Quick"),
            _("Talk of 4 minutes, vote of 90 seconds, a night of 2 minutes. For a table that knows the game."),
            {
                **_LIVE,
                "deal": "3m",
                "day": "4m",
                "evening": "90s",
                "last_word": "40s",
                "runoff": "45s",
                "verdict": "45s",
                "night": "2m",
            },
            "conference",
        ),  # fmt: skip
        Pace(
            "live_calm",
            _("Without haste"),
            _("Talk of 15 minutes, vote of 4, a night of 5. For beginners and large tables."),
            {
                **_LIVE,
                "deal": "10m",
                "day": "15m",
                "evening": "4m",
                "last_word": "2m",
                "runoff": "2m",
                "verdict": "2m",
                "night": "5m",
            },
            "conference",
        ),  # fmt: skip
    )
}


def pace_of(rules: Ruleset) -> str:
    """Return the name of the pace that these rules have, or an empty string."""
    for name, pace in PACES.items():
        wanted, _problems = read(FORUM, pace.options)
        if all(getattr(rules, option) == getattr(wanted, option) for option in pace.options):
            return name
    return ""


def way_of(rules: Ruleset) -> str:
    """Return the preset from which these rules differ least: what is usual is meant by it."""
    return min(WAYS, key=lambda name: len(rules.differences(PRESETS[name])))


# A title and what the nicknames are taken from: a host who has no idea yet finds one for each day.
THEMES: tuple[tuple[Text, Text], ...] = (
    (_("Lost property"), _("forgotten things")),
    (_("Soup of the day"), _("dishes")),
    (_("A change of weather"), _("weather")),
    (_("The old chemist's shop"), _("herbs and bottles")),
    (_("A summer of mushrooms"), _("mushrooms")),
    (_("The last screening"), _("old films")),
    (_("The attic"), _("things that nobody throws away")),
    (_("The town band"), _("instruments")),
    (_("The night train"), _("fellow travellers")),
)


def theme_of(day: date) -> tuple[Text, Text]:
    """Return the title and theme that are suggested on a day."""
    return THEMES[day.toordinal() % len(THEMES)]
