"""Two hundred practice games that bots play among themselves, through the services, on the quick clock."""

import signal
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest

from forum.models import Post
from games import bots
from games.engine.state import OVER
from games.models import Game
from games.services import bot_table, demo, practice

# They let others go first (`scripts/test.py`), so what they may take is counted in their own seconds: `CPU_SECONDS`.
pytestmark = [pytest.mark.django_db, pytest.mark.timeout(7200)]

GAMES, BATCHES = 200, 8
START = datetime(2026, 6, 8, 9, 0, tzinfo=UTC)
# A game that comes to no end would be seen by this.
LONGEST = timedelta(minutes=60)
# A batch that hangs is ended after so much work, however long that takes on a busy machine.
CPU_SECONDS = 400.0


@pytest.fixture(autouse=True)
def _ends_after_so_much_work() -> Iterator[None]:
    def hangs(*_: object) -> None:
        pytest.fail(f"more than {CPU_SECONDS:.0f} seconds of the processor's time")

    before = signal.signal(signal.SIGPROF, hangs)
    signal.setitimer(signal.ITIMER_PROF, CPU_SECONDS)
    yield
    signal.setitimer(signal.ITIMER_PROF, 0)
    signal.signal(signal.SIGPROF, before)


@pytest.mark.parametrize("batch", range(BATCHES))
def test_every_game_of_bots_comes_to_an_end(
    batch: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Every one ends, nothing is logged as an error, no bot is out for silence, and both sides win some."""
    # They take their time: what they do is the same, only that they are asked less often.
    monkeypatch.setattr(bot_table, "SOONEST", 0.3)
    monkeypatch.setattr(bot_table, "LATEST", 0.4)
    caplog.set_level("ERROR")
    # Every fourth game is one with words; the others, of the simulation's policy, are the same decisions without.
    worded = bots.decide
    wordless = partial(worded, talk=False)
    winners: Counter[str] = Counter()
    for number in range(batch, GAMES, BATCHES):
        talks = number // BATCHES % 4 == 0
        monkeypatch.setattr(practice.bots, "decide", worded if talks else wordless)
        game = practice.table_of_bots(
            user=None,
            kind=Game.Kind.PRACTICE,
            language="ru" if number % 2 else "en",
            time_zone="Europe/Moscow",
            at=START,
            options={**practice.QUICK, "silent_removed": True, "inactive_removed": True},
            seed=number.to_bytes(32, "big"),
        )
        ended = demo.play_out(game, START)
        winners[game.winner] += 1
        assert game.phase in OVER, number
        assert ended - START < LONGEST, number
        how = set(game.seats.exclude(out_how="").values_list("out_how", flat=True))
        assert how <= {"jailed", "killed"}, (number, how)
        posts = Post.objects.filter(thread=game.thread, author__isnull=False, style=Post.Style.POST).count()
        assert (posts > 2 * practice.SEATS) == talks, number
        practice.forget_game(game)
    assert not caplog.records
    assert winners["town"] >= 4, winners
    assert winners["mafia"] >= 4, winners
    assert winners.total() == GAMES // BATCHES
