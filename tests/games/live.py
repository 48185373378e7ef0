"""Games by the conference preset for the examples: one phase for talk and vote, nothing ends early, long phases."""

from typing import Any

from games.engine.ruleset import Ruleset
from tests.factories import ROLES, Played, make_game

R10 = {**ROLES, "Сморчок": "maniac"}
# What a preset sets beside its lengths: the examples keep to one clock in both.
KEPT = (
    "trial", "tie", "night_vote", "silent_removed", "inactive_removed", "mafia_kill", "doctor_repeat", "doctor_self",
    "report_killer", "report_treated", "report_check", "mafia_wins", "presence",
)  # fmt: skip


def conference(players: int = 9, roles: dict[str, str] = ROLES, **options: Any) -> Played:
    """Return a game on day 1 by the conference preset. `clock` and `tag` go to the game."""
    made = Ruleset.from_options("conference", {"timezone": "Europe/Moscow"}).to_options()
    given = {name: options.pop(name) for name in ("clock", "tag") if name in options}
    rules = {**{name: made[name] for name in KEPT}, "stalemate_after": 0, **options}
    tag = str(given.get("tag", ""))
    return make_game(players, options=rules, **given).to_day({f"{name}{tag}": role for name, role in roles.items()})


def night_of(played: Played) -> Played:
    """Go on to the next night, nobody jailed."""
    while played.phase != "night":
        played.end_phase()
    return played


def to_trial(played: Played, accused: str, *voters: str) -> Played:
    """Put one player before the town by some votes, and let the last word pass."""
    played.votes(accused, *voters).end_phase()
    assert (played.phase, played.state().bench) == ("last_word", (played.seats[accused],))
    return played.end_phase()
