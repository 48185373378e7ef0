"""What is put back from the memory is what would have been played; and it is not put back where it might not be."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from django.utils import translation

from forum.models import Post
from games import services
from games.models import Game
from games.services import work
from tests import memory as module
from tests.factories import make_game
from tests.games.checks import Watch, log_holds, said
from tests.games.conftest import START
from tests.memory import Memory, memory

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def only_here() -> Iterator[None]:
    """Begin with an empty memory and leave the process its own."""
    if module.connection.vendor != "sqlite":
        pytest.skip("there is a memory on SQLite only")
    kept = {name: getattr(memory, name) for name in ("_roots", "_kept", "recalled", "played")}
    vars(memory).update({name: value for name, value in vars(Memory()).items() if name in kept})
    yield
    vars(memory).update(kept)


def counts() -> tuple[int, int]:
    return memory.played, memory.recalled


def undone(play: Any) -> Any:
    """Do something from the empty database, and undo it as the end of a test does."""
    memory._place = None
    with transaction.atomic():
        found = play()
        transaction.set_rollback(True)
    return found


def test_what_is_put_back_is_what_was_played(clock: Any) -> None:
    def play() -> tuple[Any, ...]:
        played = make_game(clock=clock).to_day().to_last_word("Груздь", "Опёнок")
        state = log_holds(played.game)
        return module._rows(), state, said(played), played.seats, played.game.pk, played.now(), vars(played.game.host)

    first = undone(play)
    assert counts() == (4, 0)
    clock.move_to(START)
    second = undone(play)
    assert counts() == (4, 3)
    assert first[0] == second[0] and len(first[0]["games_event"]) > 20
    assert first[1:-1] == second[1:-1]
    assert {**first[-1], "_state": None} == {**second[-1], "_state": None}


def test_a_game_goes_on_from_where_it_was_put_back() -> None:
    for _time in range(2):

        def play() -> None:
            played = make_game(7).to_day()
            played.vote("Груздь", "Опёнок").post("Опёнок", "За что?")
            log_holds(played.game)
            numbers = list(Post.objects.filter(thread=played.game.thread).values_list("number", flat=True))
            assert sorted(numbers) == list(range(1, len(numbers) + 1))
            assert make_game(5, tag="2", title="Соседи").game.pk == played.game.pk + 1

        undone(play)
    assert counts() == (2, 2)


@pytest.mark.parametrize("change", ["other options", "other language", "other time", "another name"])
def test_what_is_not_the_same_is_played(change: str, clock: Any) -> None:
    undone(lambda: make_game(5))
    assert counts() == (1, 0)
    more: dict[str, Any] = {}
    if change == "other options":
        more["options"] = {"day": "24h"}
    elif change == "another name":
        more["names"] = ("Анна", "Борис", "Вера", "Глеб", "Дарья")
    elif change == "other time":
        clock.shift(1)
    with translation.override("en" if change == "other language" else "ru"):
        undone(lambda: make_game(5, **more))
    assert counts() == (2, 0)


def test_where_code_is_replaced_nothing_is_put_back(monkeypatch: pytest.MonkeyPatch) -> None:
    undone(lambda: make_game(5).to_day())
    assert counts() == (2, 0)
    record, called = work.Work.record, []

    def watched(*args: Any) -> None:
        called.append(args)
        record(*args)

    monkeypatch.setattr(work.Work, "record", watched)
    undone(lambda: make_game(5).to_day())
    assert len(called) > 10
    monkeypatch.undo()
    undone(lambda: make_game(5).to_day())
    assert counts() == (2, 2)


def test_code_that_only_watches_may_stand_there(monkeypatch: pytest.MonkeyPatch, log_watched: Watch) -> None:
    """What was put back is held against its log as soon as something follows; another patch is still noticed."""
    undone(lambda: make_game(5).to_day())
    log_watched.states.clear()

    def play() -> None:
        played = make_game(5).to_day()
        assert not log_watched.states
        played.vote("Мухомор", "Поганка")
        assert log_watched.states[played.game.pk] == played.state()

    undone(play)
    assert counts() == (2, 2)
    log_watched.states.clear()
    monkeypatch.setattr(work, "project", work.project.__call__)
    undone(lambda: make_game(5).to_day())
    assert counts() == (2, 2)


def test_other_settings_are_played(settings: Any) -> None:
    undone(lambda: make_game(5))
    settings.LANGUAGE_CODE = "en"
    undone(lambda: make_game(5))
    assert counts() == (1, 0)


def test_after_something_else_was_written_one_plays() -> None:
    undone(lambda: make_game(5).to_day())

    def play() -> None:
        played = make_game(5)
        Game.objects.update(title="Другая")
        assert played.to_day().phase == "day"
        played.game.refresh_from_db()
        assert played.game.title == "Другая"

    undone(play)
    assert counts() == (2, 1)


def test_after_something_was_undone_one_plays() -> None:
    undone(lambda: make_game(5).to_day())

    def play() -> None:
        played = make_game(5)
        with transaction.atomic():
            played.to_day()
            transaction.set_rollback(True)
        assert played.phase == "signup"
        assert played.to_night().phase == "night"

    undone(play)
    assert counts() == (2, 2)


def test_what_is_undone_with_the_memorys_knowledge_is_not_forgotten() -> None:
    def play() -> None:
        played = make_game(5)
        with memory.undone():
            played.to_day()
            services.cast_vote(game=played.game, seat=1, target=2, at=played.now())
        assert played.phase == "signup"
        assert played.to_day().phase == "day"

    undone(play)
    assert counts() == (2, 1)
