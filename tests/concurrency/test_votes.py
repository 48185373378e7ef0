"""Commands that arrive at once: each stands in the log, in one order, without a gap."""

import threading
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from accounts.models import Persona
from common.refusal import Refusal
from games import services
from games.engine.composition import suggested
from games.engine.evolve import fold
from games.engine.ruleset import Ruleset
from games.models import Event, Game
from games.services.work import load_events, load_state, work_on
from tests.concurrency.games import has_no_gap, open_game, opened

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*acts: Callable[[], object]) -> list[object]:
    """Run the acts in threads that start together. Return what each returned, or the refusal's code."""
    barrier = threading.Barrier(len(acts))
    came: list[object] = [None] * len(acts)

    def run(i: int, act: Callable[[], object]) -> None:
        try:
            barrier.wait()
            came[i] = act()
        except Refusal as refusal:
            came[i] = refusal.code
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(i, act)) for i, act in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return came


def _seats(game: Game) -> list[int]:
    return [seat.number for seat in load_state(game).seats]


def test_twenty_votes_at_once_are_twenty_events() -> None:
    now = timezone.now()
    game = open_game("votes", now, players=20)
    seats = _seats(game)
    before = game.seq

    def vote(seat: int, target: int) -> Callable[[], object]:
        return lambda: services.cast_vote(game=game, seat=seat, target=target, at=now)

    came = at_once(*(vote(seat, seats[(i + 1) % 20]) for i, seat in enumerate(seats)))
    assert came == [None] * 20
    rows = Event.objects.filter(game=game, kind="vote_cast", seq__gt=before)
    assert sorted(row.data["seat"] for row in rows) == seats
    assert has_no_gap(game)
    game.refresh_from_db()
    assert fold(load_events(game)) == load_state(game)
    numbers = list(game.thread.posts.order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))


def test_posts_at_once_have_numbers_without_a_gap() -> None:
    now = timezone.now()
    game = open_game("posts", now, players=8)

    def post(seat: int) -> Callable[[], object]:
        return lambda: services.post(game=game, seat=seat, source=f"Text {seat}", at=now).number

    came = at_once(*(post(seat) for seat in _seats(game)))
    assert sorted(came) == list(range(min(came), min(came) + 8))  # type: ignore[type-var]
    assert has_no_gap(game)


def test_one_form_sent_many_times_at_once_makes_one_post_and_one_vote() -> None:
    now = timezone.now()
    game = open_game("twice", now)
    first, second = _seats(game)[:2]
    name = {seat.number: seat for seat in game.seats.select_related("persona")}[second].persona.name

    def post() -> object:
        return services.post(game=game, seat=first, source=f"[vote]{name}[/vote]", at=now, key="form-1").number

    came = at_once(*[post] * 8)
    assert len(set(came)) == 1
    assert Event.objects.filter(game=game, kind="vote_cast").count() == 1


def test_a_vote_and_the_deadline_at_once_leave_no_half() -> None:
    past = timezone.now() - timedelta(hours=48)
    late, early = past + timedelta(hours=48), past + timedelta(hours=48) - timedelta(milliseconds=500)
    for i in range(20):
        game = open_game(f"race {i}", past)
        seats = _seats(game)
        came = at_once(
            lambda game=game, seats=seats: services.cast_vote(game=game, seat=seats[0], target=seats[1], at=early),
            lambda game=game: services.advance(game_id=game.pk, now=late),
        )
        game.refresh_from_db()
        counted = Event.objects.get(game=game, kind="vote_closed").data.get("votes", [])
        if came[0] is None:
            assert counted == [[seats[0], seats[1]]] and game.phase == "last_word"
        else:
            assert came[0] in ("wrong_phase", "deadline_passed") and counted == [] and game.phase == "night"
        assert has_no_gap(game)


def test_two_hosts_clicks_and_the_clock_end_a_phase_once() -> None:
    past = timezone.now() - timedelta(hours=49)
    game = open_game("clicks", past)
    now = timezone.now()
    at_once(*[lambda: services.advance(game_id=game.pk, now=now)] * 6)
    # Six calls without the log position: the phase that opened stays open, since it is not due.
    assert opened(game)[-1] == "night 1"


def test_the_last_free_place_is_taken_once() -> None:
    now = timezone.now()
    host = Persona.objects.create(kind=Persona.Kind.MEMBER, name="Host last", holds_name=False)
    ruleset = Ruleset.from_options("forum", {"timezone": "UTC", "max_players": 9})
    game = services.create_game(
        host=host, title="Nine", ruleset=ruleset, composition=suggested(), deadline=now + timedelta(days=1), at=now
    )

    def persona(i: int) -> Persona:
        return Persona.objects.create(kind=Persona.Kind.CLONE, name=f"Late {i}", holds_name=False)

    def join(someone: Persona) -> Callable[[], object]:
        return lambda: services.seat_persona(game=game, persona=someone, announcement="Here.", at=now).number

    for i in range(8):
        join(persona(i))()
    came = at_once(*(join(persona(i)) for i in range(10, 15)))
    assert came.count("game_full") == 4
    with work_on(game.pk, now) as work:
        work.record(work.table.deal(at=now))
    assert len(load_state(Game.objects.get(pk=game.pk)).seats) == 9
