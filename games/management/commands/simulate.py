"""Plays games of one composition between programs and says how often each side wins."""

import re
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import translation

from common.refusal import Refusal
from games import problems
from games.engine.composition import REST, suggested
from games.engine.options import MOST_PLAYERS
from games.engine.roles import ROLES
from games.engine.ruleset import PRESETS, Ruleset
from games.simulation import Odds, simulate

MOST_GAMES = 1_000_000
_ROLE = re.compile(r"([a-z_]+)=([0-9]{1,3})", re.ASCII)
_OPTION = re.compile(r"([a-z_]+)=(.*)", re.ASCII)
SIDES = (("town", "town"), ("mafia", "mafia"), ("maniac", "maniac"), ("draws", "draw"))


class Command(BaseCommand):
    help = (
        "Plays games of one composition between programs that know what players would know, and prints how often "
        "each side wins, with the 95 % confidence interval. The same seed gives the same games."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the set-up, how many games, and the seed."""
        parser.add_argument("--players", type=int, required=True, help="how many play")
        parser.add_argument(
            "--roles", help='how many of each role, the rest are citizens: "mafia=2 commissioner=1"; else as suggested'
        )
        parser.add_argument("--preset", default="forum", help=f"the rules to start from: {', '.join(PRESETS)}")
        parser.add_argument(
            "--option", action="append", default=[], metavar="NAME=VALUE", help="an option that differs from the preset"
        )
        parser.add_argument("--games", type=int, default=1000, help="how many games (1000)")
        parser.add_argument("--seed", default="1", help="any text")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print a table. What can't be played is an error of one sentence for each thing that is wrong."""
        players, games = options["players"], options["games"]
        if not 1 <= games <= MOST_GAMES:
            raise CommandError(f"The number of games must be from 1 to {MOST_GAMES:,}.")
        if not 3 <= players <= MOST_PLAYERS:
            raise CommandError(f"The number of players must be from 3 to {MOST_PLAYERS}.")
        roles = _roles(options["roles"], players)
        try:
            rules = Ruleset.from_options(options["preset"], _options(options["option"]))
            odds = simulate(roles, players, rules, games, options["seed"].encode())
        except Refusal as refusal:
            raise CommandError(_wrong(refusal)) from refusal
        self.stdout.write(_table(odds, roles, players))


def _roles(text: str | None, players: int) -> dict[str, int]:
    if text is None:
        counts = suggested().for_players(players) if players >= 5 else {"mafia": 1}
        return {role: count for role, count in counts.items() if role != REST}
    found: dict[str, int] = {}
    for part in text.replace(",", " ").split():
        match = _ROLE.fullmatch(part)
        if match is None:
            raise CommandError(f"“{part}” can't be read. Write roles like this: mafia=2 commissioner=1.")
        name, count = match[1], int(match[2])
        if name not in ROLES:
            raise CommandError(f"There is no role “{name}”. There are: {', '.join(ROLES)}.")
        if name in found:
            raise CommandError(f"The role “{name}” stands there twice.")
        found[name] = count
    return found


def _options(texts: list[str]) -> dict[str, object]:
    found: dict[str, object] = {}
    for text in texts:
        match = _OPTION.fullmatch(text)
        if match is None:
            raise CommandError(f"“{text}” can't be read. Write an option like this: mafia_wins=parity.")
        found[match[1]] = match[2]
    return found


def _wrong(refusal: Refusal) -> str:
    found = refusal.params["problems"]
    assert isinstance(found, list)
    with translation.override("en"):
        return "\n".join(problems.in_words(problem) for problem in found)


def _table(odds: Odds, roles: dict[str, int], players: int) -> str:
    special = sum(count for role, count in roles.items() if role != REST)
    told = ", ".join(f"{role} {count}" for role, count in {**roles, REST: players - special}.items() if count)
    lines = [f"{players} players: {told}", f"{odds.games:,} games, {odds.mean_days:.1f} days on the average", ""]
    lines.append(f"{'':8}{'wins':>8}{'share':>9}   95 % interval")
    for side, name in SIDES:
        wins = getattr(odds, side)
        if wins or side in ("town", "mafia") or (side == "maniac" and roles.get("maniac")):
            least, most = odds.interval(side)
            lines.append(f"{name:8}{wins:>8,}{odds.share(side):>9.1%}   {least:.1%} to {most:.1%}")
    return "\n".join(lines)
