"""The sign-up under many hands: the last free place, leaving while roles are dealt, codes, and letters."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.core import mail
from django.utils import timezone

from accounts.models import Ownership, Persona, User
from common.refusal import Refusal
from forum.models import Post
from games import notify, services
from games.engine.composition import suggested
from games.engine.ruleset import Ruleset
from games.models import Game, Notice, Reservation, Seat
from games.services.work import load_state
from tests.concurrency.games import has_no_gap
from tests.concurrency.test_votes import at_once

# No two of them look alike, as names go.
LETTERS = "abcdefghjkmnpqrstuvw"

pytestmark = pytest.mark.django_db(transaction=True)


def person(number: int) -> User:
    return User.objects.get_or_create(email=f"p{number}@example.org")[0]


def sign_up(title: str, at: datetime, players: int, **options: object) -> Game:
    """Open a game and seat so many people, each with an own account."""
    host = Persona.objects.create(kind=Persona.Kind.MEMBER, name=f"Host {title}", holds_name=False)
    ruleset = Ruleset.from_options("forum", {"timezone": "UTC", **options})
    game = services.create_game(
        host=host, title=title, ruleset=ruleset, composition=suggested(), deadline=at + timedelta(days=1), at=at
    )
    for number in range(players):
        take(game, number, at)()
    return game


def take(game: Game, number: int, at: datetime) -> Callable[[], object]:
    """Return the act of one person who joins."""
    user = person(number)
    name = f"Player {LETTERS[number]} of {game.title}"
    return lambda: services.join(game=game, user=user, name=name, announcement="Here.", at=at).number


def is_whole(game: Game, players: int) -> None:
    """Assert that so many play, each with one role, one message of it and a clone of an own person."""
    game.refresh_from_db()
    state = load_state(game)
    seats = list(Seat.objects.filter(game=game, left=False))
    assert len(seats) == len(state.seats) == players
    assert {seat.number for seat in seats} == {seat.number for seat in state.seats}
    assert all(seat.role for seat in state.seats)
    counted = {role: sum(seat.role == role for seat in state.seats) for role in ("mafia", "commissioner", "doctor")}
    assert counted == {"mafia": 2, "commissioner": 1, "doctor": 1}
    for seat in seats:
        assert Post.objects.filter(thread=seat.talk, author=None).count() == 1
    personas = [seat.persona_id for seat in seats]
    assert Ownership.objects.filter(persona__in=personas).values("user").distinct().count() == players
    gone = Seat.objects.filter(game=game, left=True).values("talk")
    assert not Post.objects.filter(thread__in=gone, author=None).exists()
    assert has_no_gap(game)


def test_of_five_who_want_the_last_place_one_gets_it_and_nine_roles_are_dealt() -> None:
    now = timezone.now()
    game = sign_up("last", now, 8, max_players=9)
    came = at_once(*(take(game, number, now) for number in range(10, 15)))
    assert sorted(map(str, came)) == ["9", "game_full", "game_full", "game_full", "game_full"]
    # Whoever was refused has no clone: the nickname is free.
    assert Persona.objects.filter(kind=Persona.Kind.CLONE).count() == 9
    services.deal_now(game=game, host=game.host, at=now)
    is_whole(game, 9)


def test_newcomers_with_a_code_and_people_who_are_logged_in_share_the_last_places() -> None:
    now = timezone.now()
    game = sign_up("held", now, 7, max_players=9)

    def reserve(number: int) -> Callable[[], object]:
        return lambda: services.reserve(
            game=game, email=f"new{number}@example.org", name=f"Newcomer {LETTERS[number]}", announcement="Hi.", at=now
        )

    came = at_once(*(reserve(number) for number in range(4)), *(take(game, number, now) for number in range(10, 13)))
    held = [one for one in came if isinstance(one, tuple)]
    taken = [one for one in came if isinstance(one, int)]
    assert len(held) + len(taken) == 2 and came.count("game_full") == 5

    def confirm(token: str, code: str) -> Callable[[], object]:
        return lambda: services.confirm_reservation(token=token, code=code, at=now)[1].number

    # Each code typed twice at once: one seat.
    again = at_once(*(confirm(one.token, code) for one, code in held for _i in range(2)))
    assert sum(isinstance(one, int) for one in again) == len(held)
    assert set(again) - {"code_expired"} == {one for one in again if isinstance(one, int)}
    services.deal_now(game=game, host=game.host, at=now)
    is_whole(game, 9)


def test_leaving_while_roles_are_dealt() -> None:
    now = timezone.now()
    ways = set()
    for turn in range(10):
        game = sign_up(f"deal {LETTERS[turn]}", now, 9, min_players=9)
        number = Seat.objects.filter(game=game).order_by("number")[turn % 9].number
        host = game.host

        def deal(game: Game = game, host: Persona = host) -> None:
            services.deal_now(game=game, host=host, at=now)

        def leave(game: Game = game, number: int = number) -> None:
            services.withdraw(game=game, seat=number, at=now)

        came = at_once(*((deal, leave) if turn % 2 else (leave, deal)))
        dealt, left = came if turn % 2 else reversed(came)
        ways.add((dealt, left))
        if dealt is None:
            assert left == "roster_locked"
            is_whole(game, 9)
        else:
            assert (dealt, left) == ("too_few_players", None)
            game.refresh_from_db()
            assert game.phase == "signup" and game.players == 8 and has_no_gap(game)
            assert not Notice.objects.filter(game=game, kind="host_letter").exists()
    assert ways <= {(None, "roster_locked"), ("too_few_players", None)}


def test_leaving_while_roles_are_dealt_to_enough_players() -> None:
    """Eight are enough here: either nine play, or the leaver is out and eight do."""
    now = timezone.now()
    for turn in range(10):
        game = sign_up(f"few {LETTERS[turn]}", now, 9, min_players=6)
        number = Seat.objects.filter(game=game).order_by("number")[turn % 9].number
        host = game.host
        came = at_once(
            lambda game=game, host=host: services.deal_now(game=game, host=host, at=now),
            lambda game=game, number=number: services.withdraw(game=game, seat=number, at=now),
        )
        assert came[0] is None
        is_whole(game, 9 if came[1] == "roster_locked" else 8)


def test_one_person_who_joins_many_times_at_once_has_one_seat() -> None:
    now = timezone.now()
    game = sign_up("once", now, 5)
    user = person(15)

    def join(number: int) -> Callable[[], object]:
        name = f"Twin {LETTERS[number]}"
        return lambda: services.join(game=game, user=user, name=name, announcement="Me.", at=now).number

    came = at_once(*(join(number) for number in range(6)))
    assert came.count("already_joined") == 5 and Seat.objects.filter(game=game).count() == 6
    assert Ownership.objects.filter(user=user).count() == 1


def test_a_code_typed_at_the_last_second_and_the_sweep_of_held_seats() -> None:
    now = timezone.now()
    game = sign_up("stale", now, 5)
    for turn in range(10):
        name = f"Late {LETTERS[turn]}"
        held, code = services.reserve(
            game=game, email=f"late{turn}@example.org", name=name, announcement="Almost.", at=now
        )
        came = at_once(
            lambda held=held, code=code: (
                services.confirm_reservation(token=held.token, code=code, at=held.until - timedelta(seconds=1))[
                    1
                ].number
            ),
            lambda held=held: services.drop_stale_reservations(held.until + timedelta(seconds=1)),
        )
        assert not Reservation.objects.exists()
        seated = Seat.objects.filter(game=game, persona__name=name, left=False).count()
        persona = Persona.objects.filter(name=name).count()
        assert (seated, persona) == ((1, 1) if isinstance(came[0], int) else (0, 0)), came
        if not isinstance(came[0], int):
            assert came[0] == "code_expired"


def test_tries_typed_at_once_are_five_tries() -> None:
    now = timezone.now()
    game = sign_up("tries", now, 5)
    held, _code = services.reserve(game=game, email="t@example.org", name="Guesser", announcement="Hm.", at=now)

    def guess() -> object:
        try:
            return services.confirm_reservation(token=held.token, code="BBBB-BBBB", at=now)
        except Refusal as refusal:
            return refusal.code

    came = at_once(*[guess] * 12)
    assert sorted(came) == ["code_expired"] * 7 + ["code_wrong"] * 5  # type: ignore[type-var]


def test_sweeps_at_once_send_each_letter_once() -> None:
    now = timezone.now()
    game = sign_up("mail", now, 9)
    services.deal_now(game=game, host=game.host, at=now)
    came = at_once(*[lambda: notify.send_notices(now)] * 4)
    assert sum(came) == 9  # type: ignore[arg-type]
    assert sorted(letter.to[0] for letter in mail.outbox) == [f"p{number}@example.org" for number in range(9)]
    assert not Notice.objects.exclude(kind="phase").filter(mailed_at=None).exists()
