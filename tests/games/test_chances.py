"""The chances of a composition: asked for by pages, played by one worker however many ask, and kept."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games import simulation, tasks
from games.engine.ruleset import CONFERENCE, FORUM
from games.models import Odds
from games.services import chances
from mafiaforum.celery import app

pytestmark = pytest.mark.django_db
# As the house has it: the tests ask for less.
ENOUGH = chances.GAMES
FIVE = {"mafia": 1, "commissioner": 1}


@pytest.fixture(autouse=True)
def _few_games(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let tasks run at once, and few games make an answer."""
    monkeypatch.setattr(chances, "GAMES", 50)
    app.conf.task_always_eager = True
    yield
    app.conf.task_always_eager = False


def asked(**more: Any) -> Odds:
    given: dict[str, Any] = {"counts": FIVE, "players": 6, "rules": FORUM, "at": timezone.now()}
    return chances.ask(**given | more)


def test_at_least_a_thousand_games_make_an_answer() -> None:
    assert ENOUGH >= 1000


def test_asking_plays_nothing_and_the_worker_plays_all(clock: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[Any] = []
    real = simulation.simulate

    def noted(*args: Any, **more: Any) -> simulation.Odds:
        played.append(args)
        return real(*args, **more)

    monkeypatch.setattr(simulation, "simulate", noted)
    row = asked()
    assert (row.state, chances.result(row).games, played) == ("waiting", 0, [])
    tasks.odds()
    row.refresh_from_db()
    assert row.state == "ready" and row.busy_until is None
    assert [args[3] for args in played] == [20, 40, 50], "a part at a time"
    whole = real(FIVE, 6, FORUM, 50, bytes.fromhex(row.digest))
    assert chances.result(row) == whole and whole.games == 50
    tasks.odds()
    assert len(played) == 3 and asked().pk == row.pk, "what is known is kept"


def test_one_row_for_one_set_up_however_it_is_put(clock: Any) -> None:
    row = asked()
    same = [
        asked(counts={"commissioner": 1, "mafia": 1}),
        asked(counts=FIVE | {"citizen": 4, "doctor": 0}),
        asked(rules=FORUM.changed({"day": "8m", "names": "member", "min_players": 3, "presence": True})),
    ]
    assert {one.pk for one in same} == {row.pk} and Odds.objects.count() == 1
    others = [asked(players=7), asked(counts={"mafia": 1}), asked(rules=CONFERENCE)]
    assert len({one.pk for one in [row, *others]}) == 4


def test_one_task_however_many_ask(clock: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[Any] = []
    monkeypatch.setattr(tasks.simulate, "apply_async", lambda args, **options: sent.append((args, options)))
    row = asked()
    for _i in range(5):
        asked()
    tasks.odds()
    assert sent == [((row.pk,), {"expires": 5})]
    assert chances.take(row.pk, timezone.now())
    assert not chances.take(row.pk, timezone.now()), "a second worker finds it taken"
    asked(players=9)
    tasks.odds()
    assert len(sent) == 1, "while one plays no other is sent"
    tasks.simulate(row.pk)
    row.refresh_from_db()
    assert chances.result(row).games == 0


def test_a_lost_worker_is_followed_by_another_that_goes_on(clock: Any) -> None:
    row = asked()
    assert chances.take(row.pk, timezone.now()) and chances.play_on(row.pk)
    clock.shift(chances.LEASE - timedelta(seconds=1))
    assert chances.next_wanted(timezone.now()) is None
    clock.shift(timedelta(seconds=2))
    asked()
    tasks.odds()
    row.refresh_from_db()
    assert row.state == "ready"
    assert chances.result(row) == simulation.simulate(FIVE, 6, FORUM, 50, bytes.fromhex(row.digest))


def test_what_two_play_at_once_is_counted_once(clock: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    row = asked()
    real = simulation.simulate

    def slow(*args: Any, **more: Any) -> simulation.Odds:
        monkeypatch.setattr(simulation, "simulate", real)
        chances.play_on(row.pk)
        return real(*args, **more)

    monkeypatch.setattr(simulation, "simulate", slow)
    chances.play_on(row.pk)
    row.refresh_from_db()
    assert chances.result(row).games == 20


def test_the_last_one_asked_for_comes_first_and_nobody_plays_for_nobody(clock: Any) -> None:
    old = asked()
    clock.shift(timedelta(seconds=30))
    new = asked(players=8)
    assert chances.next_wanted(timezone.now()) == new.pk
    clock.shift(timedelta(seconds=30))
    asked()
    assert chances.next_wanted(timezone.now()) == old.pk, "whoever asks again waits"
    clock.shift(chances.PATIENCE)
    assert chances.next_wanted(timezone.now()) is None


def test_what_fails_is_tried_again_and_then_no_more(
    clock: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*args: Any, **more: Any) -> simulation.Odds:
        raise RuntimeError("the game does not end")

    row = asked()
    monkeypatch.setattr(simulation, "simulate", broken)
    for failures in (1, 2, 3):
        tasks.odds()
        row.refresh_from_db()
        assert row.failures == failures
        clock.shift(chances.LEASE + timedelta(seconds=1))
        asked()
    assert row.state == "failed" and chances.next_wanted(timezone.now()) is None
    assert len(caplog.records) == 3


def test_too_many_at_once_are_not_kept(clock: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chances, "MOST_WAITING", 2)
    asked()
    asked(players=7)
    row = asked(players=8)
    assert (row.pk, row.state) == (None, "waiting") and Odds.objects.count() == 2


def test_what_nobody_asks_for_is_forgotten(clock: Any) -> None:
    ready, waiting = asked(), asked(players=7)
    tasks.simulate(ready.pk)
    clock.shift(chances.FORGET_WAITING + timedelta(seconds=1))
    tasks.tidy()
    assert list(Odds.objects.values_list("pk", flat=True)) == [ready.pk] and waiting.pk
    clock.shift(chances.FORGET_READY)
    tasks.tidy()
    assert not Odds.objects.exists()
