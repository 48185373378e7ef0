"""Many games of one composition."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from common.refusal import Refusal
from games.engine.composition import REST, problems_of
from games.engine.roles import ROLES
from games.engine.ruleset import FORUM, Ruleset
from games.simulation.game import Game, seated
from games.simulation.lots import Lots
from games.simulation.odds import Odds

# The players' way of playing; whatever changes it makes it another number.
POLICY = 1
# The options that change what these players do, or what comes of it. The others are about time and
# people; and nobody here votes for the night or for himself.
MATTERS = (
    "trial",
    "tie",
    "hammer",
    "mafia_kill",
    "doctor_repeat",
    "doctor_self",
    "check_shows",
    "report_treated",
    "mafia_wins",
    "stalemate_after",
)


def matters(rules: Ruleset) -> dict[str, object]:
    """Return the options that matter for the chances, by name, fit for JSON."""
    spelt = rules.to_options()
    return {name: spelt[name] for name in MATTERS}


def simulate(
    counts: Mapping[str, int], players: int, rules: Ruleset, games: int, seed: bytes, *, first: int = 0
) -> Odds:
    """Play so many games and return what they came to; the same arguments give the same answer.

    `counts` says how many of each role; whoever is left is a citizen. With `first` the games before that
    number are left out, so that parts add up to the whole. Raises `composition_invalid` or
    `options_invalid` with all that is wrong, before anything is played.
    """
    if problems := rules.problems():
        raise Refusal("options_invalid", problems=problems)
    if problems := problems_of(counts, players, replace(rules, min_players=min(players, rules.min_players))):
        raise Refusal("composition_invalid", problems=problems)
    # In the registry's order, so that it does not matter how the roles were put.
    special = {role: counts[role] for role in ROLES if role != REST and counts.get(role)}
    roles = [role for role, count in special.items() for _i in range(count)]
    roles += [REST] * (players - len(roles))
    table, lots = seated(FORUM.changed(matters(rules)), special, players), Lots(seed, "games")
    won: Counter[str] = Counter()
    days = 0
    for number in range(first, games):
        played = Game(table, roles, lots.of(number)).play()
        won[played.table.state.winner] += 1
        days += played.ledger.day
    return Odds(won["town"], won["mafia"], won["maniac"], won["draw"], days)
