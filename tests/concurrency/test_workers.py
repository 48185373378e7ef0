"""Two real workers, two beats, kills and an emptied broker: every deadline is ended once."""

from datetime import timedelta

import pytest
import redis
from django.utils import timezone

from games.models import Game
from mafiaforum.celery import app
from tests.concurrency.conftest import Workers, eventually
from tests.concurrency.games import has_no_gap, open_game, opened

pytestmark = [pytest.mark.servers, pytest.mark.timeout(300)]


def _send(broker: str, copies: int, games: list[Game]) -> None:
    """Put `copies` messages for each game next to each other into the broker."""
    address = broker.replace("unix://", "redis+socket://")
    with app.connection_for_write(address) as connection, connection.default_channel as channel:
        with app.amqp.Producer(channel) as producer:
            for game in games:
                for _copy in range(copies):
                    app.send_task("games.tasks.advance", (game.pk, game.seq), producer=producer)


def test_two_workers_end_the_same_due_game_once(workers: Workers, broker: str) -> None:
    past = timezone.now() - timedelta(hours=49)
    games = [open_game(f"{i}", past) for i in range(60)]
    workers.start("one")
    workers.start("two")
    _send(broker, 4, games)
    pks = [game.pk for game in games]
    done = eventually(lambda: not Game.objects.filter(pk__in=pks, phase="day").exists(), 120)
    # The copies that came second have been looked at too, before anything is judged.
    drained = eventually(lambda: redis.Redis.from_url(broker).llen("celery") == 0, 60)
    assert done and drained, workers.logs()
    for game in games:
        assert opened(game) == ["deal 0", "day 1", "night 1"], workers.logs()
        assert has_no_gap(game)


def test_nothing_is_lost_with_two_beats_a_killed_worker_and_an_emptied_broker(workers: Workers, broker: str) -> None:
    start = timezone.now()
    options = {"day": "4s", "night": "4s"}
    games = [open_game(f"b{i}", start, **options) for i in range(20)]
    one = workers.start("one", beat=True)
    workers.start("two", beat=True)
    first = [game.pk for game in games]
    assert eventually(lambda: not Game.objects.filter(pk__in=first, phase="day", day=1).exists(), 60), workers.logs()
    workers.kill(one)
    redis.Redis.from_url(broker).flushall()
    workers.start("three", beat=True)
    assert eventually(lambda: not Game.objects.filter(pk__in=first, day__lt=3).exists(), 90), workers.logs()
    for game in games:
        phases = opened(game)
        assert len(phases) == len(set(phases)), phases
        assert phases[:6] == ["deal 0", "day 1", "night 1", "day 2", "night 2", "day 3"]
        assert has_no_gap(game)
