"""The simulation: its statistics, that it can be repeated, that every mix of rules ends, and what a player knows."""

import gc
from collections.abc import Iterator, Sequence
from dataclasses import replace
from io import StringIO
from random import Random

import pytest
from django.core.management import CommandError, call_command

from common.refusal import Refusal
from games.engine import events as e
from games.engine.options import OPTIONS, Kind
from games.engine.roles import ROLES, Power, Side, side_of
from games.engine.ruleset import CONFERENCE, FORUM, Ruleset
from games.engine.sight import READER, Viewer, view
from games.engine.state import State
from games.engine.table import Table
from games.simulation import Odds, matters, simulate, wilson
from games.simulation.game import Game, seated
from games.simulation.ledger import Claim
from games.simulation.lots import Lots
from games.simulation.player import Player
from games.simulation.run import MATTERS

PARITY = replace(FORUM, mafia_wins="parity")
NINE = {"mafia": 2, "commissioner": 1, "doctor": 1}


def table_of(counts: dict[str, int], players: int, rules: Ruleset = PARITY) -> tuple[Table, list[str]]:
    roles = [role for role, count in counts.items() for _i in range(count)]
    return seated(rules, counts, players), roles + ["citizen"] * (players - len(roles))


# ---------- statistics


@pytest.mark.parametrize(
    ("hits", "of", "least", "most"),
    [
        # The worked examples of the literature (R. G. Newcombe, 1998, method 3).
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (20, 20, 0.8389, 1.0),
        (500, 1000, 0.4691, 0.5309),
    ],
)
def test_the_interval_is_wilsons(hits: int, of: int, least: float, most: float) -> None:
    assert wilson(hits, of) == pytest.approx((least, most), abs=5e-5)


def test_of_no_games_nothing_is_known_and_more_wins_than_games_are_an_error() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert Odds().share("town") == 0 and Odds().mean_days == 0 and Odds().interval() == (0.0, 1.0)
    for wrong in ((3, 2), (-1, 2)):
        with pytest.raises(ValueError):
            wilson(*wrong)


def test_odds_add_up_and_tell_shares_and_days() -> None:
    odds = Odds(30, 50, 5, 15, 420) + Odds(10, 10, 0, 0, 30)
    assert odds == Odds(40, 60, 5, 15, 450) and odds.games == 120 and odds.mean_days == 3.75
    assert odds.share("maniac") == pytest.approx(5 / 120)
    assert odds.interval() == wilson(40, 120) and odds.interval("draws") == wilson(15, 120)


def test_the_interval_holds_what_many_games_say() -> None:
    """Of parts of a long series nearly all have the whole share in their interval: games do not hang together."""
    parts = [simulate({"mafia": 1}, 5, PARITY, 40 * (n + 1), b"parts", first=40 * n) for n in range(20)]
    whole = sum(parts, Odds()).share("town")
    inside = sum(least <= whole <= most for least, most in (part.interval() for part in parts))
    assert inside >= 16


# ---------- repeated


def test_the_same_seed_gives_the_same_games_and_another_seed_others() -> None:
    first = simulate(NINE, 9, PARITY, 60, b"one")
    assert simulate(NINE, 9, PARITY, 60, b"one") == first
    assert simulate(NINE, 9, PARITY, 60, b"two") != first
    parts = simulate(NINE, 9, PARITY, 25, b"one") + simulate(NINE, 9, PARITY, 60, b"one", first=25)
    assert parts == first, "parts add up to the whole"


def test_lots_are_even_and_apart() -> None:
    lots = Lots(b"seed")
    drawn = [lots.below(6) for _i in range(6000)]
    assert all(880 < drawn.count(face) < 1120 for face in range(6))
    assert [Lots(b"seed").below(100) for _i in range(3)] == [Lots(b"seed").below(100)] * 3
    assert [lots.of("a").below(10**6), lots.of("b").below(10**6)] == [
        Lots(b"seed").of("a").below(10**6),
        Lots(b"seed").of("b").below(10**6),
    ]
    assert sorted(lots.shuffled(range(50))) == list(range(50)) != lots.shuffled(range(50))


# ---------- what comes of it


def test_more_mafiosi_are_worse_for_the_town_and_a_commissioner_is_better() -> None:
    def town(counts: dict[str, int]) -> float:
        return simulate(counts, 9, PARITY, 120, b"which way").share("town")

    assert town({"mafia": 1}) > town({"mafia": 2}) + 0.15
    assert town(NINE) > town({"mafia": 2}) + 0.05


def test_a_maniac_wins_some_and_nobody_wins_without_being_there() -> None:
    counts = {"mafia": 3, "commissioner": 1, "doctor": 1, "maniac": 1}
    odds = simulate(counts, 15, PARITY, 120, b"maniac")
    assert odds.games == 120 and odds.maniac > 0 and odds.town > 0 and odds.mafia > 0 and 2 < odds.mean_days < 12
    assert simulate(NINE, 9, PARITY, 50, b"maniac").maniac == 0


def mixes(count: int) -> Iterator[tuple[Ruleset, dict[str, int], int]]:
    """Yield random rules with random compositions that can be played."""
    rng = Random(20)
    while count:
        options: dict[str, object] = {}
        for option in OPTIONS.values():
            if rng.random() < 0.4:
                continue
            if option.kind is Kind.CHOICE:
                options[option.name] = rng.choice(option.values)
            elif option.kind is Kind.ONOFF:
                options[option.name] = rng.random() < 0.5
        if rng.random() < 0.5:
            options["evening"] = "2m"
        options["stalemate_after"] = rng.choice([1, 3])
        rules = FORUM.changed(options)
        players = rng.randint(6, 14)
        counts = {
            role: rng.randint(0, ROLES[role].most or max(2, ROLES[role].least)) for role in ROLES if role != "citizen"
        }
        counts = {role: number for role, number in counts.items() if number and rng.random() < 0.6}
        counts["mafia"] = rng.randint(1, 3)
        try:
            simulate(counts, players, rules, 0, b"")
        except Refusal:
            continue
        count -= 1
        yield rules, counts, players


class Logged(Game):
    """A game that keeps what happened in it."""

    def __init__(self, table: Table, roles: list[str], lots: Lots) -> None:
        self.log: list[e.Event] = []
        super().__init__(table, roles, lots)

    def _send(self, events: Sequence[e.Event]) -> None:
        self.log += events
        super()._send(events)


def test_games_end_under_every_mix_of_rules_and_roles() -> None:
    """Played by the rules as they are, with their evenings and pauses, not only by the options that matter."""
    winners: set[str] = set()
    used: set[str] = set()
    met: set[str] = set()
    for number, (rules, counts, players) in enumerate(mixes(40)):
        table, roles = table_of(counts, players, rules)
        game = Logged(table, roles, Lots(b"mixed", number))
        state = game.play().table.state
        winners.add(state.winner)
        used |= {event.power for event in game.log if isinstance(event, e.OrderGiven)}
        met |= {event.kind for event in game.log}
        assert state.winner in (*Side, "draw"), (rules, counts)
        assert {seat.out.how for seat in state.seats if seat.out} <= {"jailed", "killed", "taken"}, (rules, counts)
    assert winners >= {"town", "mafia"}
    assert used == set(Power), "every power is used"
    assert met >= {"verdict_closed", "mayor_declared", "vengeance_named", "comparison_made", "watch_made", "promoted"}


def test_what_does_not_matter_changes_nothing() -> None:
    assert set(matters(FORUM)) == set(MATTERS) <= set(OPTIONS)
    later = FORUM.changed(
        {"mafia_wins": "parity", "day": "8m", "weekly_pause": "Sat 00:00 - Mon 00:00", "names": "member"}
    )
    assert matters(later) == matters(PARITY) != matters(FORUM)
    assert simulate(NINE, 9, later, 20, b"same") == simulate(NINE, 9, PARITY, 20, b"same")


def test_what_can_not_be_played_is_refused_with_all_that_is_wrong() -> None:
    with pytest.raises(Refusal) as refused:
        simulate({"sergeant": 1, "maniac": 2}, 8, FORUM, 1, b"")
    assert refused.value.code == "composition_invalid"
    assert {problem.reason for problem in refused.value.params["problems"]} == {"without", "too_many_of", "no_mafia"}
    with pytest.raises(Refusal) as refused:
        simulate(NINE, 9, replace(FORUM, tie="maybe", mafia_wins="never"), 1, b"")
    assert [problem.option for problem in refused.value.params["problems"]] == ["tie", "mafia_wins"]


# ---------- what a player knows


def reachable(start: object) -> Iterator[object]:
    """Yield everything that can be reached from an object, code and types left out."""
    seen, ahead = {id(start)}, [start]
    while ahead:
        found = ahead.pop()
        yield found
        for one in gc.get_referents(found):
            if id(one) not in seen and not isinstance(one, type) and not callable(one):
                seen.add(id(one))
                ahead.append(one)


SECRET = (Table, State, Game, e.Event)


def test_no_player_holds_the_state_of_the_game_or_another_player() -> None:
    table, roles = table_of(NINE | {"sergeant": 1}, 11)
    game = Game(table, roles, Lots(b"walls"))
    for _phase in range(8):
        for player in game.players.values():
            within = list(reachable(player))
            assert not [one for one in within if isinstance(one, SECRET)]
            assert [one for one in within if isinstance(one, Player)] == [player]
        if not game.over:
            game.step()
    poisoned = game.players[1]
    poisoned.seen = {0: game}  # type: ignore[dict-item]
    assert [one for one in reachable(poisoned) if isinstance(one, SECRET)], "a leak would be seen"


def test_players_know_what_sight_would_show_them_and_nothing_else() -> None:
    """Their own role, whom they know, and what their checks brought; of the others what the thread was told."""
    told = seen = 0
    many = {"sergeant": 1, "maniac": 1, "lawyer": 1, "journalist": 1, "witness": 1, "twins": 2, "mayor": 1}
    for number in range(12):
        table, roles = table_of(NINE | many, 16, CONFERENCE)
        game = Game(table, roles, Lots(b"sight", number))
        while True:
            state = game.table.state
            open_view = view(state, READER, state.phase.opened)
            assert {seat.number for seat in open_view.seats if seat.alive} == set(game.ledger.living)
            shown = {seat.number: seat.role for seat in open_view.seats if not seat.alive}
            if not game.over:
                assert game.ledger.shown == shown
                assert [dict(votes) for votes in game.ledger.rounds] == [dict(one.votes) for one in open_view.rounds]
                assert game.ledger.declared == {seat.number for seat in open_view.seats if seat.declared}
                assert game.ledger.composition == open_view.composition
            for seat, player in game.players.items():
                own = view(state, Viewer(seat), state.phase.opened)
                assert own.mine is not None
                if game.over or not own.mine.alive:
                    continue
                assert (player.role, player.power) == (own.mine.role, own.mine.power)
                assert player.known == {one.number: one.role for one in own.seats if one.mate}
                assert player.checks == {
                    target: side_of(shows) != Side.TOWN for _night, target, shows in own.mine.checks
                }
                compared = [(first, second, same) for _night, first, second, same in own.mine.comparisons]
                assert player.comparisons == compared
                came = {who for _night, _target, visitors in own.mine.watches for who in visitors}
                assert set(player.seen) <= came
                told, seen = told + len(player.checks), seen + len(compared) + len(came)
            if game.over:
                break
            game.step()
    assert told > 30 and seen > 30


def test_whoever_is_accused_knows_that_it_is_a_lie_and_the_others_follow() -> None:
    """A claim is weighed by what each knows: an honest man that is accused turns on the accuser."""
    table, roles = table_of(NINE, 9)
    game = Game(table, roles, Lots(b"lie"))
    citizens = [seat for seat, player in game.players.items() if player.role == "citizen"]
    liar = next(seat for seat, player in game.players.items() if player.role == "mafia")
    mate = next(seat for seat, player in game.players.items() if player.role == "mafia" and seat != liar)
    commissioner = next(seat for seat, player in game.players.items() if player.role == "commissioner")
    for player in game.players.values():
        player.wake()
    accused, onlooker = citizens[:2]
    game.ledger.claims[liar] = Claim("commissioner", {accused: True})
    game.ledger.changed()
    everybody = list(game.players)

    def votes_for(seat: int) -> int:
        return game.players[seat].vote([other for other in everybody if other != seat], late=False)

    assert votes_for(accused) == liar and votes_for(onlooker) == accused and votes_for(mate) == accused
    assert votes_for(commissioner) == liar
    answer = game.players[commissioner].claim()
    assert answer is not None and answer.found == {liar: True}


# ---------- the command


def run(*arguments: str) -> str:
    output = StringIO()
    call_command("simulate", *arguments, stdout=output)
    return output.getvalue()


def test_the_command_prints_a_table() -> None:
    said = run("--players", "9", "--option", "mafia_wins=parity", "--games", "40", "--seed", "a")
    odds = simulate(NINE, 9, PARITY, 40, b"a")
    assert "9 players: mafia 2, commissioner 1, doctor 1, citizen 5" in said and "40 games" in said
    least, most = odds.interval()
    assert f"{odds.share('town'):.1%}" in said and f"{least:.1%} to {most:.1%}" in said
    assert "maniac" not in said
    roles = "mafia=3, commissioner=1 maniac=1"
    assert "maniac" in run("--players", "14", "--roles", roles, "--games", "5")
    assert run("--players", "14", "--roles", roles, "--games", "5") == run(
        "--players", "14", "--roles", roles, "--games", "5"
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--players", "9", "--roles", "mafia"], "can't be read"),
        (["--players", "9", "--roles", "wizard=1"], "There is no role “wizard”"),
        (["--players", "9", "--roles", "mafia=1 mafia=2"], "twice"),
        (["--players", "9", "--roles", "mafia=5 sergeant=1"], "mafia must be fewer"),
        (["--players", "9", "--roles", "mafia=5 sergeant=1"], "needs the role"),
        (["--players", "9", "--preset", "moon"], "“moon” is not among the choices"),
        (["--players", "9", "--option", "parity"], "can't be read"),
        (["--players", "9", "--option", "mafia_wins=maybe"], "“maybe” is not among the choices"),
        (["--players", "9", "--option", "moon=full"], "There is no such option"),
        (["--players", "2"], "from 3 to 100"),
        (["--players", "900"], "from 3 to 100"),
        (["--players", "9", "--games", "0"], "from 1 to"),
    ],
)
def test_bad_input_is_a_clear_sentence(arguments: list[str], said: str) -> None:
    with pytest.raises(CommandError) as refused:
        run(*arguments)
    assert said in str(refused.value) and refused.value.returncode == 1
