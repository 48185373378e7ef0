"""Ready-made paces for a new game, and names for one that has none yet."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext_lazy as _

from games.engine.ruleset import FORUM, Ruleset, read
from games.words import Text


@dataclass(frozen=True, slots=True)
class Pace:
    """Times that go together: what they are called, what they come to, and the options that they set."""

    name: str
    label: Text
    said: Text
    options: Mapping[str, str]


# Whatever one pace sets, every other one sets back.
_USUAL = {
    "deal": "24h", "day": "48h", "last_word": "4h", "runoff": "12h", "night": "24h",
    "deal_ends_at": "off", "day_ends_at": "off", "last_word_ends_at": "off", "runoff_ends_at": "off",
    "night_ends_at": "off", "weekly_pause": "off", "guard_wait": "24h", "signup_extension": "48h",
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
            {**_USUAL, "deal": "12h", "day": "24h", "last_word": "2h", "runoff": "6h", "night": "12h"},
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
                "night": "10m",
                "guard_wait": "10m",
                "signup_extension": "30m",
            },  # fmt: skip
        ),
    )
}


def pace_of(rules: Ruleset) -> str:
    """Return the name of the pace that these rules have, or an empty string."""
    for name, pace in PACES.items():
        wanted, _problems = read(FORUM, pace.options)
        if all(getattr(rules, option) == getattr(wanted, option) for option in pace.options):
            return name
    return ""


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
