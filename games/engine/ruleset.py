"""`Ruleset`: every option of a game by its name in `rules.md` section 12, and the two presets.

Nothing asks "is this the forum preset?": it asks for the option.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from datetime import time, timedelta
from functools import lru_cache

from common.refusal import Refusal
from games.engine import clock, values
from games.engine.options import OPTIONS, TIMED_PHASES, Problem, changeable

__all__ = ["CONFERENCE", "FORUM", "PRESETS", "Problem", "Ruleset", "changeable", "read"]

YEAR = timedelta(days=365)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """The options of one game. The values that stand here are those of the forum preset.

    A duration is a `timedelta`, a time of day a `time`, a number an `int`; `None` means off.
    Building one checks nothing: `from_options` is the door for what people type, `restore` for what was stored.
    """

    names: str = "clone"
    min_players: int = 6
    max_players: int | None = None
    signup_extension: timedelta = timedelta(hours=48)
    evening: timedelta | None = None
    deal: timedelta = timedelta(hours=24)
    day: timedelta = timedelta(hours=48)
    last_word: timedelta = timedelta(hours=4)
    runoff: timedelta = timedelta(hours=12)
    verdict: timedelta = timedelta(hours=12)
    night: timedelta = timedelta(hours=24)
    deal_ends_at: time | None = None
    day_ends_at: time | None = None
    evening_ends_at: time | None = None
    last_word_ends_at: time | None = None
    runoff_ends_at: time | None = None
    verdict_ends_at: time | None = None
    night_ends_at: time | None = None
    # The host's own; whoever makes a game fills it in.
    timezone: str = "UTC"
    weekly_pause: str = ""
    night_vote: bool = False
    self_vote: bool = False
    trial: bool = False
    tie: str = "runoff"
    hammer: bool = False
    votes_end_early: bool = False
    night_ends_early: bool = False
    night_min: timedelta = timedelta(seconds=60)
    silent_removed: bool = True
    inactive_removed: bool = True
    notice_max: int | None = 5
    guard_wait: timedelta = timedelta(hours=24)
    mafia_kill: str = "plurality"
    doctor_repeat: str = "never_twice_running"
    doctor_self: str = "free"
    check_shows: str = "role"
    report_killer: bool = False
    report_treated: bool = True
    report_check: bool = False
    mafia_wins: str = "elimination"
    stalemate_after: int = 3
    private_messages: bool = True
    open_room: bool = True
    graveyard: bool = False
    presence: bool = False
    auto_heart_attack_after: timedelta | None = None
    curtain: timedelta | None = None
    outage_credit: bool = True
    outage_after: timedelta = timedelta(minutes=10)
    removed_share_win: bool = False

    @classmethod
    def from_options(cls, preset: str, options: Mapping[str, object]) -> "Ruleset":
        """Build the rules of a new game from a preset and the options that differ from it.

        Values may be typed as in `rules.md` section 12 (`48h`, `off`, `21:00`) or be Python values.
        Raises `Refusal("options_invalid", problems=[Problem, ...])` with everything that is wrong at
        once, options that do not work yet included.
        """
        if preset not in PRESETS:
            problem = Problem("preset", "unknown_choice", {"value": preset, "values": list(PRESETS)})
            raise Refusal("options_invalid", problems=[problem, *read(FORUM, options)[1]])
        return PRESETS[preset].changed(options)

    def changed(self, options: Mapping[str, object]) -> "Ruleset":
        """Return these rules with some options changed; values and refusal as in `from_options`."""
        rules, problems = read(self, options)
        if problems:
            raise Refusal("options_invalid", problems=problems)
        return rules

    @classmethod
    def restore(cls, options: Mapping[str, object]) -> "Ruleset":
        """Return the rules that `to_options` wrote, sound or not.

        An option that the writer did not know has the forum preset's value. Raises
        `Refusal("options_invalid")` when a value can't be read at all.
        """
        try:
            return _restored(tuple([(name, type(value), value) for name, value in options.items()]))
        except TypeError:
            # What can't be a key is no value of an option either: it is refused here.
            return _read_all(options)

    def to_options(self) -> dict[str, object]:
        """Return every option spelt out, fit for JSON; `restore` gives the same rules back."""
        return dict(_spelt(self))

    def differences(self, other: "Ruleset") -> list[str]:
        """Return the names of the options in which two rulesets differ, in the rulebook's order."""
        return [f.name for f in fields(self) if getattr(self, f.name) != getattr(other, f.name)]

    def problems(self) -> list[Problem]:
        """Return everything that is wrong with these rules, in the rulebook's order; empty when they can be played."""
        return _in_order([*self._limits(), *self._players(), *self._time()])

    def lasts(self, phase: str) -> timedelta | None:
        """Return how long a phase lasts, None for one that this game does not have. `KeyError` for an unknown one."""
        if phase not in TIMED_PHASES:
            raise KeyError(phase)
        length: timedelta | None = getattr(self, phase)
        return length

    def ends_at(self, phase: str) -> time | None:
        """Return the time of day to which a phase is drawn on, or None. `KeyError` for an unknown phase."""
        if phase not in TIMED_PHASES:
            raise KeyError(phase)
        of_day: time | None = getattr(self, f"{phase}_ends_at")
        return of_day

    def calendar(self) -> clock.Calendar:
        """Return the game's calendar. Raises as `clock.Calendar` does."""
        return clock.Calendar(self.timezone, self.weekly_pause)

    def _limits(self) -> Iterable[Problem]:
        for option in OPTIONS.values():
            problem = values.judge(option, getattr(self, option.name))
            if problem is not None:
                yield problem

    def _players(self) -> Iterable[Problem]:
        if self.max_players is not None and self.max_players < self.min_players:
            yield Problem("max_players", "below_min_players", {"min_players": self.min_players})

    def _time(self) -> Iterable[Problem]:
        """Yield what the weekly pauses make impossible."""
        try:
            windows = clock.merged(clock.parse_windows(self.weekly_pause))
        except Refusal:
            return  # `judge` has said so
        if clock.whole_week(windows):
            yield Problem("weekly_pause", "whole_week")
            return
        share = clock.playing_a_week(windows) / timedelta(weeks=1)
        for phase in TIMED_PHASES:
            length, of_day = self.lasts(phase), self.ends_at(phase)
            if length is not None and length / share > YEAR:
                yield Problem(phase, "over_a_year")
            if of_day is not None and clock.always_paused(windows, of_day):
                yield Problem(f"{phase}_ends_at", "always_paused", {"time": f"{of_day:%H:%M}"})


FORUM = Ruleset()

CONFERENCE = Ruleset(
    names="member",
    signup_extension=timedelta(minutes=10),
    evening=timedelta(minutes=2),
    deal=timedelta(minutes=5),
    day=timedelta(minutes=8),
    last_word=timedelta(minutes=1),
    runoff=timedelta(minutes=1),
    verdict=timedelta(minutes=1),
    night=timedelta(minutes=3),
    night_vote=True,
    trial=True,
    votes_end_early=True,
    silent_removed=False,
    inactive_removed=False,
    notice_max=None,
    guard_wait=timedelta(minutes=5),
    mafia_kill="boss",
    doctor_repeat="free",
    doctor_self="once",
    report_killer=True,
    report_check=True,
    mafia_wins="parity",
    presence=True,
    outage_after=timedelta(minutes=2),
)

PRESETS: Mapping[str, Ruleset] = {"forum": FORUM, "conference": CONFERENCE}


def read(base: Ruleset, options: Mapping[str, object]) -> tuple[Ruleset, list[Problem]]:
    """Read options over those of `base`: the rules as far as they can be read, and all their problems.

    An option that can't be read keeps its value of `base`; it is reported once, for that alone.
    For a page that shows the problems of the options and of the composition together.
    """
    taken, problems = values.take(options)
    rules = replace(base, **taken)
    unread = {problem.option for problem in problems}
    if unread & {"min_players", "max_players"}:
        unread |= {"min_players", "max_players"}
    if "weekly_pause" in unread:
        rules = replace(rules, weekly_pause="")
    return rules, _in_order(problems + [problem for problem in rules.problems() if problem.option not in unread])


def _in_order(problems: list[Problem]) -> list[Problem]:
    """Sort problems as the rulebook's table has the options; names that it does not have come last."""
    order = {name: place for place, name in enumerate(OPTIONS)}
    return sorted(problems, key=lambda problem: order.get(problem.option, len(order)))


@lru_cache(maxsize=256)
def _restored(options: tuple[tuple[str, type, object], ...]) -> Ruleset:
    """Rules are read several times for each page and each command, and never change: the same are given again."""
    return _read_all({name: value for name, _kind, value in options})


@lru_cache(maxsize=256)
def _spelt(rules: Ruleset) -> dict[str, object]:
    """They are written with every event, too. To be copied before it is given away."""
    return {name: values.spell(option, getattr(rules, name)) for name, option in OPTIONS.items()}


def _read_all(options: Mapping[str, object]) -> Ruleset:
    taken, problems = values.take(options)
    if problems:
        raise Refusal("options_invalid", problems=problems)
    return Ruleset(**taken)
