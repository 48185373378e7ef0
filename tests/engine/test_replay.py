"""A finished game in steps (`games.engine.replay`): nothing is lost, and no viewpoint sees more than it did then."""

from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from random import Random

import pytest

from games.engine import events as e
from games.engine.evolve import fold
from games.engine.replay import QUIET, NameSent, Recording, Scene, Step, record, scene_of
from games.engine.sight import HOST, READER, View, Viewer, view
from games.engine.state import OVER, State
from tests.engine.board import CALM, Board
from tests.engine.walk import Walk

# The last three have an order that falls away, a witness, and a mafia that must be reminded.
SEEDS = (*range(7000, 7007), 7010, 7066, 7053)


class Kept(Walk):
    """A random game that keeps what every viewpoint saw at the time, by the log's position."""

    def __init__(self, seed: int) -> None:
        self.then: dict[int, tuple[State, datetime, dict[int, View]]] = {}
        super().__init__(seed, watch=self.keep)

    def keep(self, _before: State, events: list[e.Event], after: State) -> None:
        at = events[-1].at
        seats = [0, *(seat.number for seat in after.seats)]
        self.then[after.seq] = after, at, {number: view(after, Viewer(number), at) for number in seats}


@cache
def played(seed: int) -> tuple[Kept, Recording]:
    """Return a random game, played to its end, and its recording."""
    walk = Kept(seed)
    for _step in range(300):
        if walk.over:
            break
        walk.step()
    walk.finish()
    return walk, record(walk.log)


def everybody(recording: Recording) -> list[Viewer]:
    return [READER, *(Viewer(seat.number) for seat in fold(recording.events).seats)]


@dataclass(frozen=True)
class Look:
    """A step as somebody has it, with what the same viewer knew before it, and after what was noticed in it."""

    scene: Scene
    viewer: Viewer
    before: View | None
    after: View
    state: State


@cache
def looks(seed: int) -> list[Look]:
    """Return every step as some viewpoints have it, the host's left out."""
    _walk, recording = played(seed)
    viewers, rng = everybody(recording), Random(seed)
    found: list[Look] = []
    state: State | None = None
    for step in recording.steps:
        events = list(recording.events[step.first - 1 : step.last])
        loud = [event for event in events if not isinstance(event, QUIET)]
        rest = events[events.index(loud[-1]) + 1 :]
        before, noticed = state, fold(events[: events.index(loud[-1]) + 1], state)
        state = fold(rest, noticed) if rest else noticed
        for viewer in {*rng.sample(viewers, k=min(4, len(viewers))), *(Viewer(n) for n in told_of(step))}:
            earlier = view(before, viewer, step.at) if before is not None else None
            scene = scene_of(step, state, viewer)
            found.append(Look(scene, viewer, earlier, view(noticed, viewer, step.at), state))
    return found


def told_of(step: Step) -> set[int]:
    """Return those who noticed what not everybody did."""
    return {number for _event, seats in step.told for number in seats or ()}


@pytest.mark.parametrize("seed", SEEDS)
def test_steps_hold_the_whole_log_once_and_in_order(seed: int) -> None:
    walk, recording = played(seed)
    assert recording.events == tuple(walk.log)
    assert [step.number for step in recording.steps] == list(range(1, len(recording.steps) + 1))
    assert recording.steps[0].first == 1 and recording.steps[-1].last == len(walk.log)
    for one, other in zip(recording.steps, recording.steps[1:], strict=False):
        assert other.first == one.last + 1 and other.at >= one.at
    told = [event for step in recording.steps for event, _seats in step.told]
    assert told == [event for event in walk.log if not isinstance(event, QUIET)]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_last_step_is_the_end_of_the_game_for_everybody(seed: int) -> None:
    walk, recording = played(seed)
    last = recording.steps[-1]
    for viewer in (HOST, *everybody(recording)):
        scene = recording.scene(last, viewer)
        assert scene.view == view(walk.state, viewer, last.at)
        assert {seat.number: seat.role for seat in scene.view.seats} == {s.number: s.role for s in walk.state.seats}
        assert scene.heard == tuple(event for event, _seats in last.told)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_viewpoint_sees_what_it_saw_then(seed: int) -> None:
    """Where a step ends with a command the view is the very one of that moment."""
    walk, recording = played(seed)
    compared, rng = 0, Random(seed)
    for step in recording.steps:
        if step.last not in walk.then or isinstance(walk.log[step.last - 1], QUIET):
            continue
        state, at, views = walk.then[step.last]
        assert (state.phase.name, state.phase.day) == (step.phase, step.day)
        assert at == step.at
        for viewer in rng.sample(everybody(recording), k=2):
            if viewer.seat in views:
                assert recording.scene(step, viewer).view == views[viewer.seat], (step, viewer)
                compared += 1
    assert compared > len(recording.steps) / 2


@pytest.mark.parametrize("seed", SEEDS)
def test_what_a_viewpoint_did_not_notice_changed_nothing_for_it(seed: int) -> None:
    for look in looks(seed):
        if look.before is not None and not look.scene.step.noticed(look.viewer):
            assert look.before == look.after, (look.scene.step, look.viewer)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_a_viewpoint_heard_names_nothing_that_it_did_not_know(seed: int) -> None:
    for look in looks(seed):
        if look.state.phase.name in OVER:
            continue
        assert bool(look.scene.heard) == look.scene.step.noticed(look.viewer)
        for event in look.scene.heard:
            assert knows(event, look.viewer, look.scene.view, look.state), (event, look.viewer)


OWN = (e.OrderWithdrawn, e.OrderVoided, e.OrderGiven, e.AdvanceVoteLeft, e.AdvanceVoteLapsed, e.Promoted)
LEARNED = (e.CheckMade, e.ComparisonMade, e.WatchMade)


def knows(event: e.Event, viewer: Viewer, seen: View, state: State) -> bool:
    """Whether all that an event holds stands in what the viewer may know."""
    mine = seen.mine
    match event:
        case e.CheckMade():
            return mine is not None and (event.target, event.result) in [one[1:] for one in mine.checks]
        case e.OrderGiven() | e.OrderWithdrawn() | e.OrderVoided() | e.AdvanceVoteLeft() | e.AdvanceVoteLapsed():
            return event.seat == viewer.seat
        case e.ComparisonMade() | e.WatchMade() | e.Promoted():
            return event.seat == viewer.seat
        case NameSent():
            return mine is not None and event.target in mine.names_sent
        case e.BossChosen():
            return {seat.number: seat.boss_vote for seat in seen.seats}[event.seat] == event.target
        case e.RolesDealt():
            return event.roles == {seat.number: seat.role for seat in seen.seats}
        case e.MafiaReminded():
            return event.seats == (viewer.seat,)
        case e.PlayerOut():
            told = [fact for report in seen.reports for fact in report.facts]
            return any(
                (one.kind, one.seat, one.role, one.by) == (event.how, event.seat, event.role, event.by) for one in told
            )
        case e.NightResolved():
            bare = replace(event, killed=(), failed=False)
            killers = state.ruleset.report_killer
            return bare == e.NightResolved(event.at, event.day, (), (), False, False, ()) and (
                killers or not any(by for _seat, by in event.killed)
            )
        case e.VoteClosed():
            return not event.silent and not event.inactive
        case e.GuardRaised():
            return not any(event.seats)
        case e.PhaseOpened():
            return event.bench == seen.bench
        case e.CurtainRaised():
            return False
    return True


def test_the_random_games_have_what_there_is_to_hear() -> None:
    """Else the test before would prove little."""
    heard: set[type[e.Event]] = set()
    for seed in SEEDS:
        for look in looks(seed):
            if look.state.phase.name not in OVER:
                heard |= {type(event) for event in look.scene.heard}
    assert heard >= {*OWN, *LEARNED, NameSent, e.BossChosen, e.MafiaReminded, e.NightResolved, e.GuardRaised}


@pytest.mark.parametrize("seed", SEEDS)
def test_a_viewpoint_walks_from_its_first_step_to_the_last_and_back(seed: int) -> None:
    _walk, recording = played(seed)
    for viewer in (HOST, *everybody(recording)):
        steps = recording.seen(viewer)
        assert steps[-1] == recording.steps[-1] and (viewer.host is False or steps == list(recording.steps))
        for one, other in zip([None, *steps], [*steps, None], strict=True):
            assert one is None or recording.beside(one, viewer)[1] == other
            assert other is None or recording.beside(other, viewer)[0] == one


@pytest.mark.parametrize("seed", SEEDS)
def test_a_turn_of_the_game_is_one_step(seed: int) -> None:
    """A dawn, the end of a vote, a heart attack: with all that came of it, and the phase that opened."""
    _walk, recording = played(seed)
    for step in recording.steps:
        kinds = [type(event) for event, _seats in step.told]
        assert kinds.count(e.PhaseOpened) <= 1
        assert e.PlayerOut not in kinds[:1] and e.GameWon not in kinds[:1]
        if e.NightResolved in kinds or e.NightFell in kinds:
            assert e.PhaseOpened in kinds
        if e.VoteCast in kinds[1:]:
            assert e.PhaseOpened in kinds
    assert recording.steps[0].chapter == ("signup", 0)


def test_a_number_that_there_is_not_is_the_nearest_step() -> None:
    _walk, recording = played(SEEDS[0])
    assert recording.at(-5) == recording.at(1) == recording.steps[0]
    assert recording.at(10**9) == recording.steps[-1]


def test_a_game_that_goes_on_is_not_replayed() -> None:
    walk = Walk(1)
    for log in ([], walk.log):
        with pytest.raises(ValueError):
            record(log)


def test_a_name_is_news_to_the_mafia_once_a_night() -> None:
    board = Board(
        "Ann mafia, Abe mafia, Doc doctor, Dan, Eve, Fay, Gil, Hal",
        phase="night",
        **{**CALM, "stalemate_after": 0, "mafia_kill": "boss", "doctor_repeat": "free"},
    )
    for _night in range(2):
        board.do("Ann order Dan; Abe order Dan; Doc order Dan")
        board.end()
        board.end()
        assert board.state.phase.name == "night"
    board.do("host cancel")
    ann, abe, doc = (board.number(name) for name in ("Ann", "Abe", "Doc"))
    given = [
        (event.seat, seats)
        for step in record(board.log).steps
        for event, seats in step.told
        if isinstance(event, e.OrderGiven)
    ]
    assert given == 2 * [(ann, {ann, abe}), (abe, {abe}), (doc, {doc})]
