"""Set-ups that can be played but are lopsided: what a host should hear before opening a game (`rules.md` 5, 10).

Nothing here forbids anything: what can't be played is a problem of the ruleset or of the composition.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from functools import lru_cache

from games.engine.composition import REST, Composition, problems_of, suggested
from games.engine.options import MOST_PLAYERS
from games.engine.roles import Side, side_of
from games.engine.ruleset import Ruleset
from games.engine.victory import judge

# The mafia's share of the table: a third of it is too much, less than one in six and a half too little.
MOST_SHARE, LEAST_SHARE = 3, 6.5
# Up to so many players, checks and treatment together leave the mafia no chance.
TINY = 6
# From so many players on a maniac has a town to live in.
ROOM_FOR_MANIAC = 12
# A day from which on a game is played by post and not at a sitting.
BY_POST = timedelta(hours=2)
WHOLE_DAY, DRAWN_ON_DAY = timedelta(hours=24), timedelta(hours=20)
SHORT_NIGHT = timedelta(hours=8)
LONG_GAME = timedelta(days=21)
# Players of a usual game, for what depends on their number and is told once.
USUAL_PLAYERS = 12
ASLEEP = (0, 6)
# Up to this length a phase belongs to a game in which everybody stays at the table.
LIVE_PHASE = timedelta(minutes=45)
# Whoever is gone for less may just have changed rooms.
SHORT_ABSENCE = timedelta(minutes=4)


@dataclass(frozen=True, slots=True)
class Remark:
    """One thing that a host should consider. Reasons (in brackets the `params`):

    Of the composition, for `first` to `last` players, all of one row (`row`, where it starts):

    - `many_mafia`, `few_mafia` (mafia, usual): the mafia's share; `usual` is the suggested number for `first`
    - `one_miss` (mafia, town): under parity, one wrong day and one night end the game
    - `no_powers` (mafia): several mafiosi, and nobody who checks or treats
    - `many_powers` (powers, mafia): the town has far more powers than there are mafiosi
    - `tiny_powers`: commissioner and doctor at a tiny table
    - `early_maniac`: a maniac at a table too small for one

    Of the times:

    - `silent_short` (length): whoever is silent leaves, and a day is shorter than people sleep and work
    - `longer_than_day` (phase, length): evening, last word, verdict, runoff or night lasts longer than the day
    - `night_short` (length): in a game by post, a night that many may sleep through
    - `late_hour` (phase, time): a phase is drawn on to an hour at which people sleep
    - `late_signup` (time): the sign-up ends at such an hour
    - `no_pause` (days, players): a long game without a weekly pause

    Of what a live game has:

    - `gone_by_post` (length, phase): whoever is not connected leaves, and a phase is so long that people must be away
    - `gone_soon` (length): whoever is gone for a moment leaves
    - `watched_by_post` (phase, length): the host watches connections in phases that nobody sits through

    `mild` ones are hints: nothing is lopsided, but there may be something better.
    """

    reason: str
    first: int = 0
    last: int = 0
    row: int = 0
    mild: bool = False
    params: Mapping[str, object] = field(default_factory=dict)


def remarks(rules: Ruleset, composition: Composition, signup_ends: time | None = None) -> list[Remark]:
    """Return all that is lopsided: first of the composition, for every number of players, then of the times.

    `signup_ends` is the time of day, in the game's zone, at which the sign-up ends. Never raises, whatever
    the rules and the table are; about what can't be played at all nothing is said.
    """
    return [*_of_composition(rules, composition), *_of_times(rules, composition, signup_ends), *_of_presence(rules)]


# ---------- the composition ----------


def _of_composition(rules: Ruleset, composition: Composition) -> Iterator[Remark]:
    """Yield what is lopsided, joined for neighbouring numbers of players of one row."""
    found: dict[tuple[int, str], list[Remark]] = {}
    most = min(rules.max_players or MOST_PLAYERS, MOST_PLAYERS)
    for players in range(max(rules.min_players, 3), most + 1):
        for remark in _at(rules, composition, players):
            ranges = found.setdefault((remark.row, remark.reason), [])
            if ranges and ranges[-1].last == players - 1:
                before = ranges.pop()
                remark = Remark(before.reason, before.first, players, before.row, before.mild, before.params)
            ranges.append(remark)
    for ranges in found.values():
        yield from ranges


def _at(rules: Ruleset, composition: Composition, players: int) -> Iterator[Remark]:
    """Yield what is lopsided with so many players; nothing where they can't play at all."""
    row = composition.row_for(players)
    counts = dict(row.counts) if row is not None else {}
    if row is None or problems_of(counts, players, rules):
        return
    start = row.players
    mafia, maniac, town = _sides(counts, players)
    powers = sum(count for role, count in counts.items() if role != REST and side_of(role) is Side.TOWN)
    checks, treats = counts.get("commissioner", 0), counts.get("doctor", 0)

    def remark(reason: str, **params: object) -> Remark:
        return Remark(reason, players, players, start, params=params)

    if mafia * MOST_SHARE >= players:
        yield remark("many_mafia", mafia=mafia, usual=_usual_mafia(players))
    elif mafia * LEAST_SHARE < players:
        yield remark("few_mafia", mafia=mafia, usual=_usual_mafia(players))
    if rules.mafia_wins == "parity" and not maniac and town - 2 <= mafia:
        yield remark("one_miss", mafia=mafia, town=town)
    if mafia > 1 and not checks and not treats:
        yield remark("no_powers", mafia=mafia)
    if powers > mafia + 1:
        yield remark("many_powers", powers=powers, mafia=mafia)
    elif checks and treats and players <= TINY:
        yield remark("tiny_powers")
    if maniac and players < ROOM_FOR_MANIAC:
        yield remark("early_maniac")


def _sides(counts: Mapping[str, int], players: int) -> tuple[int, int, int]:
    """Return how many are mafia, maniac and town."""
    mafia = sum(count for role, count in counts.items() if side_of(role) is Side.MAFIA)
    maniac = sum(count for role, count in counts.items() if side_of(role) is Side.MANIAC)
    return mafia, maniac, players - mafia - maniac


@lru_cache(maxsize=MOST_PLAYERS + 1)
def _usual_mafia(players: int) -> int:
    row = suggested().row_for(players)
    return dict(row.counts)["mafia"] if row is not None else 1


# ---------- the times ----------


def _of_times(rules: Ruleset, composition: Composition, signup_ends: time | None) -> Iterator[Remark]:
    by_post = rules.day >= BY_POST
    enough = DRAWN_ON_DAY if rules.day_ends_at is not None else WHOLE_DAY
    if by_post and rules.day < enough and (rules.silent_removed or rules.inactive_removed):
        yield Remark("silent_short", params={"length": rules.day})
    for phase in phases(rules):
        length = rules.lasts(phase)
        if phase != "day" and length is not None and length > rules.day:
            yield Remark("longer_than_day", params={"phase": phase, "length": length})
    if by_post and rules.night < SHORT_NIGHT and rules.night_ends_at is None:
        yield Remark("night_short", mild=True, params={"length": rules.night})
    for phase in phases(rules):
        hour = rules.ends_at(phase)
        if hour is not None and _asleep(hour):
            yield Remark("late_hour", mild=True, params={"phase": phase, "time": hour})
    if signup_ends is not None and _asleep(signup_ends):
        yield Remark("late_signup", mild=True, params={"time": signup_ends})
    if by_post and not rules.weekly_pause:
        yield from _long(rules, composition)


def phases(rules: Ruleset) -> tuple[str, ...]:
    """Return the phases that a round of day and night may have under these rules."""
    return (
        "day",
        *(("evening",) if rules.evening is not None else ()),
        "last_word",
        *(("verdict",) if rules.trial else ()),
        *(("runoff",) if rules.tie == "runoff" else ()),
        "night",
    )


def _of_presence(rules: Ruleset) -> Iterator[Remark]:
    """Yield what does not go with a table at which everybody stays connected, or is missing at one."""
    longest = max(("day", "night"), key=lambda phase: rules.lasts(phase) or timedelta(0))
    length, gone = rules.lasts(longest) or timedelta(0), rules.auto_heart_attack_after
    if rules.presence and gone is not None and length > LIVE_PHASE:
        yield Remark("gone_by_post", params={"length": gone, "phase": longest})
    elif rules.presence and gone is not None and gone < SHORT_ABSENCE:
        yield Remark("gone_soon", params={"length": gone})
    elif rules.presence and length > LIVE_PHASE:
        yield Remark("watched_by_post", mild=True, params={"phase": longest, "length": length})


def _asleep(hour: time) -> bool:
    return ASLEEP[0] <= hour.hour < ASLEEP[1]


def _long(rules: Ruleset, composition: Composition) -> Iterator[Remark]:
    players = max(rules.min_players, min(USUAL_PLAYERS, rules.max_players or USUAL_PLAYERS))
    count = rounds(rules, composition, players)
    if count is not None:
        length = count * sum((rules.lasts(phase) or timedelta(0) for phase in _usual_round(rules)), timedelta(0))
        if length > LONG_GAME:
            yield Remark("no_pause", mild=True, params={"days": length.days, "players": players})


# ---------- how long it takes ----------


def rounds(rules: Ruleset, composition: Composition, players: int) -> int | None:
    """Return about how many rounds of day and night a game of so many players has, None where it can't be played.

    It is the mean for a town that jails at random and a doctor who never saves: every day one is jailed,
    and every night the mafia and the maniac kill.
    """
    row = composition.row_for(players)
    if not 0 < players <= MOST_PLAYERS or row is None or problems_of(dict(row.counts), players, rules):
        return None
    return max(1, round(_mean_rounds(*_sides(dict(row.counts), players), rules.mafia_wins)))


@lru_cache(maxsize=1 << 14)
def _mean_rounds(mafia: int, maniac: int, town: int, mafia_wins: str) -> float:
    """Return the mean number of rounds from the morning of a day on."""
    total = mafia + maniac + town
    if _is_over(mafia, maniac, town, mafia_wins):
        return 0.0
    mean = 1.0
    for count, left in (
        (mafia, (mafia - 1, maniac, town)),
        (maniac, (mafia, maniac - 1, town)),
        (town, (mafia, maniac, town - 1)),
    ):
        if count:
            mean += count / total * _mean_after_day(*left, mafia_wins)
    return mean


@lru_cache(maxsize=1 << 14)
def _mean_after_day(mafia: int, maniac: int, town: int, mafia_wins: str) -> float:
    """Return the mean number of rounds that follow the night."""
    if _is_over(mafia, maniac, town, mafia_wins):
        return 0.0
    killed_by_mafia = [(1.0, maniac, town)]
    if mafia and maniac + town:
        others = maniac + town
        killed_by_mafia = [
            (share / others, *left)
            for share, left in ((maniac, (maniac - 1, town)), (town, (maniac, town - 1)))
            if share
        ]
    mean = 0.0
    for chance, maniac_left, town_left in killed_by_mafia:
        # The maniac acts at the same moment, also when he is the victim.
        if not maniac or not mafia + town_left:
            mean += chance * _mean_rounds(mafia, maniac_left, town_left, mafia_wins)
            continue
        for share, left in (
            (mafia, (mafia - 1, maniac_left, town_left)),
            (town_left, (mafia, maniac_left, town_left - 1)),
        ):
            if share:
                mean += chance * share / (mafia + town_left) * _mean_rounds(*left, mafia_wins)
    return mean


@lru_cache(maxsize=1 << 14)
def _is_over(mafia: int, maniac: int, town: int, mafia_wins: str) -> bool:
    living = ["mafia"] * mafia + ["maniac"] * maniac + [REST] * town
    return judge(living, mafia_wins) is not None


def _usual_round(rules: Ruleset) -> tuple[str, ...]:
    """Return the phases of a round in which nobody ties."""
    return tuple(phase for phase in phases(rules) if phase != "runoff")


def ends_about(rules: Ruleset, count: int, start: datetime) -> datetime | None:
    """Return when a game of `count` rounds is over whose sign-up ends at `start`, pauses counted; None if never.

    Each day is taken to end in a last word of one (and a trial, where there are trials), and no second round.
    """
    if rules.problems():
        return None
    calendar, at = rules.calendar(), start
    for phase in ("deal", *(_usual_round(rules) * min(count, MOST_PLAYERS))):
        length = rules.lasts(phase)
        if length is not None:
            at = calendar.deadline(at, length, rules.ends_at(phase))
    return at
