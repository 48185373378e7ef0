"""What holds of every game, whoever does whatever whenever (`rules.md`, all of it).

Two thousand random games under random rules, with all roles. A game that fails is named by its seed,
and its script is shown: `Walk(seed)` plays it again. `python -m tests.engine.many 5000` plays more.
"""

from collections import Counter

import pytest

from common.refusal import Refusal
from games.engine import day
from games.engine import events as e
from games.engine.state import State
from games.engine.table import Table
from games.engine.victory import Outcome, judge
from tests.engine.board import SEED
from tests.engine.properties import Summary, play, stays_finished, told
from tests.engine.test_refusals import CODES
from tests.engine.walk import Walk

BATCHES, BATCH = 20, 100
# The kinds of events at which the game is judged (section 3): nightfall, dawn, each heart attack.
JUDGED = (e.NightFell, e.NightResolved, e.HeartAttack)


@pytest.mark.parametrize("batch", range(BATCHES))
def test_every_game_is_sound_from_the_first_step_to_the_last(batch: int) -> None:
    found = Summary()
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        # The clock at every moment, and the log stored and read again, are looked at in every fourth.
        walk, one = play(seed, thorough=seed % 4 == 0)
        found.add(one)
        if seed % 5 == 0:
            stays_finished(walk, CODES)
    assert found.games == BATCH and sum(found.ended.values()) == 2 * BATCH


def test_everything_happens_in_these_games() -> None:
    """Random games prove little where nothing comes about."""
    found = Summary()
    for seed in range(BATCHES * BATCH):
        # Once everything has come about, it is enough.
        if seed % BATCH == 0 and seed and not found.missing():
            break
        found.add(play(seed, thorough=False)[1])
    assert found.missing() == []
    assert found.ended["by itself"] > found.games / 2


def test_a_miscounted_game_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The books are worth nothing if they agree to everything."""
    monkeypatch.setattr(day, "condemned", lambda state: bool(state.verdicts))
    with pytest.raises(AssertionError, match="fails"):
        for seed in range(60):
            play(seed)


def test_victory_is_judged_once_at_each_point(monkeypatch: pytest.MonkeyPatch) -> None:
    """And the same command on the same position gives the same events again."""
    calls = 0

    def counted(living_roles: list[str], mafia_wins: str) -> Outcome | None:
        nonlocal calls
        calls += 1
        return judge(living_roles, mafia_wins)

    monkeypatch.setattr(day, "judge", counted)
    points: Counter[int] = Counter()

    def watch(before: State, events: list[e.Event], after: State) -> None:
        nonlocal calls
        due = sum(isinstance(event, JUDGED) for event in events)
        if not due:
            return
        calls, first = 0, events[0]
        table = Table(before, seed=SEED)
        if isinstance(first, e.HeartAttack):
            again = table.heart_attack(first.seat, at=first.at, itself=first.itself)
        else:
            again = table.advance(first.at)
        assert again == events and calls == due
        points[due] += 1

    for seed in range(3000, 3060):
        with told(seed) as games:
            walk = Walk(seed, watch=watch)
            games.append(walk)
            walk.run(300)
            walk.finish()
    # Two at once: a heart attack that empties the bench brings nightfall.
    assert points[1] > 300 and points[2]


def test_every_refusal_has_a_code_of_the_rulebook_and_changes_nothing() -> None:
    seen: Counter[str] = Counter()
    for seed in range(1000, 1040):
        with told(seed) as games:
            walk = Walk(seed)
            games.append(walk)
            for _step in range(150):
                if walk.over:
                    break
                walk.step()
                state = walk.state
                for _try in range(3):
                    command = walk.random_command()
                    try:
                        walk.command(command)
                    except Refusal as refusal:
                        seen[refusal.code] += 1
                        assert refusal.code in CODES
                    assert walk.state is state and len(walk.log) == state.seq
    assert len(seen) > 12, seen


@pytest.mark.parametrize("weekly_pause", ["off", "Fri 21:00 - Mon 09:00"])
def test_deadlines_alone_bring_every_game_to_an_end(weekly_pause: str) -> None:
    for seed in range(2000, 2025):
        with told(seed) as games:
            walk = Walk(seed)
            games.append(walk)
            walk.send(walk.change({"weekly_pause": weekly_pause}))
            assert walk.state.ruleset.weekly_pause == weekly_pause.removeprefix("off")
            walk.finish()
            assert walk.over


def test_the_same_game_twice_is_the_same_game() -> None:
    """The engine has no dice and no clock of its own."""
    for seed in (1, 2, 3):
        first, second = Walk(seed), Walk(seed)
        first.run(200)
        second.run(200)
        assert first.log == second.log


def test_a_state_is_never_changed_once_it_is_given_away() -> None:
    """Events are applied to a copy; whoever holds an earlier state holds it as it was."""
    for seed in range(4000, 4020):
        held: list[tuple[State, str]] = []

        def watch(before: State, events: list[e.Event], after: State, held: list[tuple[State, str]] = held) -> None:
            held.append((after, repr(after)))

        walk = Walk(seed, watch=watch)
        walk.run(150)
        walk.finish()
        assert all(type(state) is State and repr(state) == was for state, was in held)
