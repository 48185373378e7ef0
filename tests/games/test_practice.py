"""Games with bots, through the services: `games/services/practice.py` and `demo.py`."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts import selectors as people
from accounts import services as accounts
from accounts.models import Persona, User
from forum.models import Post, Thread
from games import listing, services
from games.engine.state import OVER
from games.models import Bot, Game, Seat
from games.services import demo, practice
from games.services.work import load_state
from tests.factories import make_game, make_user

pytestmark = pytest.mark.django_db

HERE: dict[str, Any] = {"language": "ru", "time_zone": "Europe/Moscow"}
MINUTE = timedelta(minutes=1)


def start(user: User | None = None) -> tuple[Game, Seat]:
    user = user or accounts.make_guest()
    game = practice.start_practice(user=user, at=timezone.now(), **HERE)
    return game, Seat.objects.get(game=game, persona__in=people.persona_ids_of(user))


def test_a_practice_game_is_dealt_at_once_with_one_person_among_bots() -> None:
    game, mine = start()
    assert (game.kind, game.phase, game.players) == ("practice", "deal", practice.SEATS)
    assert set(Bot.objects.values_list("seat_id", flat=True)) == set(
        Seat.objects.filter(game=game).exclude(pk=mine.pk).values_list("pk", flat=True)
    )
    assert people.owner_of(game.host) is None
    assert {seat.role for seat in load_state(game).seats} == {"mafia", "commissioner", "doctor", "citizen"}


def test_the_person_may_get_any_seat_and_any_role() -> None:
    found = [start() for _game in range(12)]
    assert len({seat.number for _game, seat in found}) > 2
    roles = set()
    for game, seat in found:
        place = load_state(game).seat(seat.number)
        assert place is not None
        roles.add(place.role)
    assert len(roles) > 1


def test_there_is_one_practice_game_at_a_time_for_a_person() -> None:
    user = accounts.make_guest()
    game, _seat = start(user)
    assert start(user)[0] == game
    assert start(accounts.make_guest())[0] != game
    services.call_off(game=game, host=game.host, at=timezone.now())
    assert practice.practice_of(user) is None
    assert start(user)[0] != game


def test_practice_games_are_in_nobodys_lists_and_hold_no_names() -> None:
    game, _seat = start()
    assert not Persona.objects.filter(kind=Persona.Kind.CLONE, holds_name=True).exists()
    assert [*listing.running(), *listing.signups()] == []
    services.call_off(game=game, host=game.host, at=timezone.now())
    Game.objects.update(day=1)
    assert list(listing.over()) == []


def test_all_confirm_their_roles_and_the_day_opens_early() -> None:
    game, mine = start()
    at = timezone.now()
    for second in range(1, 15):
        practice.act_bots(game.pk, at + timedelta(seconds=second))
    game.refresh_from_db()
    assert game.phase == "deal"
    services.message_host(game=game, seat=mine.number, text="+", at=at + timedelta(seconds=15))
    game.refresh_from_db()
    assert (game.phase, game.day) == ("day", 1)


def test_a_person_who_does_nothing_does_not_stop_the_game() -> None:
    game, mine = start()
    demo.play_out(game, timezone.now())
    mine.refresh_from_db()
    assert game.phase == "finished"
    assert game.winner in ("town", "mafia")
    # Nobody is thrown out of a first game for looking on.
    assert mine.out_how in ("", "killed", "jailed")


def test_bots_talk_vote_and_order() -> None:
    game, _mine = start()
    demo.play_out(game, timezone.now())
    kinds = set(game.events.values_list("kind", flat=True))
    assert {"vote_cast", "order_given", "role_acknowledged"} <= kinds
    texts = Post.objects.filter(thread=game.thread, style=Post.Style.POST, author__isnull=False)
    assert texts.count() > practice.SEATS * 2


def test_a_bots_moment_is_taken_once() -> None:
    game, _mine = start()
    at = timezone.now() + timedelta(seconds=5)
    assert practice.act_bots(game.pk, at) == practice.SEATS - 1
    assert practice.act_bots(game.pk, at) == 0
    assert practice.games_of_bots(at) == []
    assert practice.games_of_bots(at + MINUTE) == [game.pk]


def test_a_bot_reads_only_what_its_persona_may_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """What comes to a bot's mind: the view of its own seat, the open thread, and its own room."""
    game, _mine = start()
    asked: list[dict[str, Any]] = []

    def decide(view: Any, **known: Any) -> None:
        asked.append({"view": view, **known})

    monkeypatch.setattr(practice.bots, "decide", decide)
    practice.act_bots(game.pk, timezone.now() + timedelta(seconds=5))
    assert len(asked) == practice.SEATS - 1
    roles = {seat.number: seat.role for seat in load_state(game).seats}
    for one in asked:
        view, me = one["view"], one["me"]
        assert (view.mine.seat, view.host, view.orders) == (me, False, ())
        known = {seat.number for seat in view.seats if seat.role}
        mates = {number for number, role in roles.items() if role == "mafia"} if roles[me] == "mafia" else set()
        assert known == {me} | mates


def test_a_bot_answers_a_persons_letter_once() -> None:
    game, mine = start()
    at = timezone.now()
    bot = Seat.objects.filter(game=game).exclude(pk=mine.pk).first()
    assert bot is not None
    for second in range(1, 15):
        practice.act_bots(game.pk, at + timedelta(seconds=second))
    letter = services.write_letter(
        game=game, seat=mine.number, to=[bot.number], source="Кого подозреваете?", at=at + timedelta(seconds=15)
    )
    for second in range(16, 60):
        practice.act_bots(game.pk, at + timedelta(seconds=second))
    texts = list(Post.objects.filter(thread=letter.thread).values_list("author", flat=True))
    assert texts == [mine.persona_id, bot.persona_id]


# ---------- what is over ----------


def test_guests_go_a_day_after_their_last_game_with_their_games() -> None:
    guest, other = accounts.make_guest(), accounts.make_guest()
    game, _seat = start(guest)
    start(other)
    before = Thread.objects.count()
    services.call_off(game=game, host=game.host, at=timezone.now())
    later = timezone.now() + timedelta(days=1, minutes=1)
    assert practice.forget_practice(timezone.now()) == 0
    assert practice.forget_practice(later) == 1
    assert list(people.guests()) == [other]
    assert Game.objects.count() == 1
    # Each game has its thread, the talks with the host, and the mafia's room.
    assert Thread.objects.count() == before // 2
    assert Persona.objects.filter(kind=Persona.Kind.CLONE).count() == practice.SEATS


def test_whoever_adds_an_address_stays() -> None:
    guest = accounts.make_guest()
    game, _seat = start(guest)
    services.call_off(game=game, host=game.host, at=timezone.now())
    User.objects.filter(pk=guest.pk).update(email="guest@example.org")
    assert practice.forget_practice(timezone.now() + timedelta(days=3)) == 0
    assert Game.objects.filter(pk=game.pk).exists()


def test_a_guest_who_never_played_goes_after_a_day() -> None:
    accounts.make_guest()
    assert practice.forget_practice(timezone.now() + timedelta(hours=23)) == 0
    assert practice.forget_practice(timezone.now() + timedelta(hours=25)) == 1


def test_real_games_are_never_deleted() -> None:
    played = make_game(players=6)
    with pytest.raises(ValueError, match="kept for ever"):
        practice.forget_game(played.game)
    make_user("a@example.org")
    assert practice.forget_practice(timezone.now() + timedelta(days=30)) == 0
    assert Game.objects.count() == 1


# ---------- what a fresh installation shows ----------


def test_a_show_is_kept_running_and_old_ones_go() -> None:
    at = timezone.now()
    first = demo.keep_show(at=at, **HERE)
    assert first is not None
    assert first.kind == "show"
    assert demo.keep_show(at=at, **HERE) is None
    assert Bot.objects.filter(seat__game=first).count() == practice.SEATS
    made = [first]
    for _round in range(demo.KEPT + 2):
        services.call_off(game=made[-1], host=made[-1].host, at=at)
        again = demo.keep_show(at=at, **HERE)
        assert again is not None
        made.append(again)
    shows = list(Game.objects.filter(kind="show").order_by("pk"))
    assert shows == made[-demo.KEPT - 1 :]


def test_there_is_a_finished_game_to_read() -> None:
    at = timezone.now()
    game = demo.finished_show(at=at, **HERE)
    assert game is not None
    game.refresh_from_db()
    assert game.phase in OVER
    assert game.ended_at is not None
    assert game.ended_at < at
    assert demo.finished_show(at=at, **HERE) is None
    assert list(listing.over()) == [game]


def test_people_can_join_the_game_to_try_out() -> None:
    at = timezone.now()
    game = demo.open_signup(at=at, **HERE)
    assert game is not None
    assert demo.open_signup(at=at, **HERE) is None
    assert list(listing.signups()) == [game]
    user = make_user("a@example.org")
    services.join(game=game, user=user, name="Зонтик", announcement="Я тоже.", at=at)
    assert practice.games_of_bots(at + timedelta(days=1)) == []
    for number in range(2):
        other = make_user(f"b{number}@example.org")
        services.join(game=game, user=other, name=f"Трутовик {number}", announcement="И я.", at=at)
    services.deal_now(game=game, host=game.host, at=at)
    assert practice.games_of_bots(at + timedelta(days=1)) == [game.pk]
