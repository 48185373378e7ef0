"""Sign-up at service level: seats held by a code, the roster, the deal (`rules.md` section 2, "Sign-up")."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts import selectors as people
from accounts.models import Persona, User
from common.refusal import Refusal
from forum import selectors as forum
from games import services
from games.engine.composition import Composition, suggested
from games.engine.ruleset import Ruleset
from games.models import Event, Game, Notice, Reservation, Seat
from tests.factories import NAMES, ROLES, Played, make_game, make_user
from tests.games.checks import last, posts, ru, said, words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("log_watched")]


def hold(played: Played, name: str = "Чага", email: str = "new@example.org", text: str = "Я здесь.") -> tuple[str, str]:
    """Hold a seat for a newcomer; return token and code."""
    held, code = services.reserve(game=played.game, email=email, name=name, announcement=text, at=timezone.now())
    return held.token, code


def confirm(token: str, code: str) -> Seat:
    """Type the code."""
    return services.confirm_reservation(token=token, code=code, at=timezone.now())[1]


def refused(act: Any) -> Refusal:
    """Return the refusal of an act."""
    with pytest.raises(Refusal) as found:
        act()
    return found.value


# ---------- a seat that is held


def test_a_held_seat_becomes_a_taken_one_by_the_code(clock: Any) -> None:
    played = make_game(5, clock=clock)
    token, code = hold(played)
    assert played.state().seats[-1].number == 5, "held is not taken"
    assert people.holder_of("чага") is not None, "but the nickname is"
    clock.shift(timedelta(minutes=29, seconds=59))
    user, seat = services.confirm_reservation(token=token, code=code.lower(), at=timezone.now())
    assert (seat.number, seat.persona.name, user.email) == (6, "Чага", "new@example.org")
    assert people.owns(user, seat.persona)
    assert not Reservation.objects.exists()
    assert words(posts(played.game.thread)[-1]) == "Я здесь."


def test_a_held_seat_is_given_back_after_thirty_minutes(clock: Any) -> None:
    played = make_game(5, clock=clock)
    token, code = hold(played)
    clock.shift(timedelta(minutes=30))
    assert refused(lambda: confirm(token, code)).code == "code_expired"
    assert services.drop_stale_reservations(timezone.now()) == 1
    assert people.holder_of("Чага") is None and not Persona.objects.filter(name="Чага").exists()
    hold(played, email="other@example.org")


def test_a_code_can_be_tried_five_times(clock: Any) -> None:
    played = make_game(5, clock=clock)
    token, code = hold(played)
    left = [refused(lambda: confirm(token, "нетакой")).params["left"] for _time in range(5)]
    assert left == [4, 3, 2, 1, 0]
    assert refused(lambda: confirm(token, code)).code == "code_expired", "the right code comes too late"
    assert Seat.objects.filter(game=played.game).count() == 5


def test_a_code_of_one_seat_opens_no_other(clock: Any) -> None:
    played = make_game(5, clock=clock)
    first, _code = hold(played)
    _second, code = hold(played, "Сыроежка", "other@example.org")
    assert refused(lambda: confirm(first, code)).code == "code_wrong"
    assert refused(lambda: confirm("нет-такого", code)).code == "code_expired"


def test_held_seats_take_up_places_until_they_expire(clock: Any) -> None:
    played = make_game(6, clock=clock, options={"max_players": 7})
    token, code = hold(played)
    other = make_user("late@example.org")

    def join() -> Seat:
        return services.join(game=played.game, user=other, name="Сыроежка", announcement="И я.", at=timezone.now())

    assert refused(join).code == "game_full"
    assert refused(lambda: hold(played, "Дождевик", "third@example.org")).code == "game_full"
    assert confirm(token, code).number == 7
    assert refused(join).code == "game_full"

    again = make_game(6, clock=clock, options={"max_players": 7}, tag="2")
    hold(again, "Моховик", "fourth@example.org")
    clock.shift(timedelta(minutes=31))
    services.join(game=again.game, user=other, name="Строчок", announcement="И я.", at=timezone.now())


def test_what_would_be_refused_later_is_refused_before_the_code_is_mailed(clock: Any) -> None:
    played = make_game(5, clock=clock)
    for text, code in (("", "text_empty"), ("\u200b", "text_empty"), ("я" * 20_001, "text_too_long")):
        assert refused(lambda text=text: hold(played, text=text)).code == code
    for name, code in (("Груздь", "nick_taken"), ("ГРУЗДЬ!", "nick_invalid"), ("Ведущий", "nick_reserved")):
        assert refused(lambda name=name: hold(played, name)).code == code
    assert not Reservation.objects.exists()
    assert not Persona.objects.filter(name="Чага").exists(), "a refused seat holds no nickname"


def test_known_and_new_addresses_are_answered_alike_and_only_the_code_tells(clock: Any) -> None:
    played = make_game(5, clock=clock)
    token, code = hold(played, email="player1@example.org")
    assert refused(lambda: confirm(token, code)).code == "already_joined"
    token, code = hold(played, "Сыроежка", email="host0@example.org")
    assert refused(lambda: confirm(token, code)).code == "host_cannot_play"


def test_a_seat_held_over_the_deal_is_too_late(clock: Any) -> None:
    played = make_game(6, clock=clock)
    token, code = hold(played)
    played.deal()
    assert refused(lambda: confirm(token, code)).code == "roster_locked"
    assert refused(lambda: hold(played, "Сыроежка")).code == "roster_locked"


def test_games_of_members_hold_no_clones(clock: Any) -> None:
    host = make_user("host@example.org", "Старый Маяк")
    member = people.member_of(host)
    assert member is not None
    game = services.create_game(
        host=member, title="Свои", ruleset=Ruleset.from_options("forum", {"names": "member", "timezone": "UTC"}),
        composition=suggested(), deadline=timezone.now() + timedelta(days=1), at=timezone.now(),
    )  # fmt: skip
    common: dict[str, Any] = {"game": game, "announcement": "Я.", "at": timezone.now()}
    assert refused(lambda: services.reserve(email="a@example.org", name="Чага", **common)).code == "member_name_needed"
    nameless = make_user("nameless@example.org")
    assert refused(lambda: services.join(user=nameless, name="Чага", **common)).code == "member_name_needed"
    named = make_user("named@example.org", "Прохожий")
    assert services.join(user=named, name="", **common).persona == people.member_of(named)


# ---------- the roster


def test_one_seat_a_person_and_none_for_the_host() -> None:
    played = make_game(5)
    common: dict[str, Any] = {"game": played.game, "name": "Чага", "announcement": "Я.", "at": played.now()}
    assert refused(lambda: services.join(user=played.users["Груздь"], **common)).code == "already_joined"
    assert refused(lambda: services.join(user=played.host_user, **common)).code == "host_cannot_play"
    assert not Persona.objects.filter(name="Чага").exists()


def test_nicknames_of_unfinished_games_are_unique_by_their_look() -> None:
    make_game(6)
    other = make_game(5, tag="2")
    user = make_user("late@example.org")
    for name, code in (
        ("Груздь", "nick_taken"),
        ("груздь", "nick_taken"),
        ("Гру-здь", "nick_confusable"),
        ("Лесник", "nick_taken"),
    ):
        found = refused(
            lambda name=name: services.join(game=other.game, user=user, name=name, announcement="Я.", at=other.now())
        )
        assert found.code == code, name
        assert found.params.get("suggestion"), "each comes with a free name"


def test_who_withdraws_frees_the_nickname_and_may_come_back() -> None:
    played = make_game(6)
    talk = played.seat("Груздь").talk
    services.withdraw(game=played.game, seat=5, at=played.now())
    assert people.holder_of("Груздь") is None
    assert ru("%(name)s is off the list: the seat was given up.", name="Груздь") in said(played)[-1]
    assert refused(lambda: services.withdraw(game=played.game, seat=5, at=played.now())).code == "not_in_game"
    assert not forum.may_post(played.game.thread, Seat.objects.get(game=played.game, number=5).persona)
    talk.refresh_from_db()
    assert talk.writers == "nobody"
    seat = services.join(
        game=played.game, user=played.users["Груздь"], name="Груздь", announcement="Снова.", at=played.now()
    )
    assert seat.number == 7, "numbers of the log are never given twice"


def test_a_nickname_is_changed_before_the_deal_and_the_thread_is_told() -> None:
    played = make_game(6)
    services.ask_rename(game=played.game, host=played.host, seat=5, at=played.now())
    services.ask_rename(game=played.game, host=played.host, seat=5, at=played.now())
    assert Notice.objects.filter(kind="rename").count() == 1
    services.rename(game=played.game, seat=5, name="Чага", at=played.now())
    assert not played.seat("Груздь").rename_asked
    assert said(played)[-1] == ru("New nickname: %(new)s, until now %(old)s.", new="Чага", old="Груздь")
    assert (
        refused(lambda: services.rename(game=played.game, seat=5, name="Боровик", at=played.now())).code == "nick_taken"
    )
    assert played.seat("Груздь").persona.name == "Чага"
    played.deal()
    assert (
        refused(lambda: services.rename(game=played.game, seat=5, name="Груздь", at=played.now())).code
        == "roster_locked"
    )
    assert (
        refused(lambda: services.ask_rename(game=played.game, host=played.host, seat=5, at=played.now())).code
        == "roster_locked"
    )


def test_after_the_deal_the_roster_is_locked() -> None:
    played = make_game(6).deal(ROLES)
    late = make_user("late@example.org")
    for act in (
        lambda: services.join(game=played.game, user=late, name="Чага", announcement="Я.", at=played.now()),
        lambda: services.withdraw(game=played.game, seat=5, at=played.now()),
        lambda: services.remove_clone(game=played.game, host=played.host, seat=5, at=played.now()),
        lambda: services.deal_now(game=played.game, host=played.host, at=played.now()),
    ):
        assert refused(act).code == "roster_locked"


def test_the_announcement_is_the_first_post_and_a_refused_one_takes_no_seat() -> None:
    played = make_game(5)
    user, log = make_user("late@example.org"), Event.objects.filter(game=played.game).count()
    for text, code in (("", "text_empty"), (" \u200b ", "text_empty"), ("я" * 20_001, "text_too_long")):
        found = refused(
            lambda text=text: services.join(
                game=played.game, user=user, name="Чага", announcement=text, at=played.now()
            )
        )
        assert found.code == code
    assert Event.objects.filter(game=played.game).count() == log
    assert people.holder_of("Чага") is None
    services.join(game=played.game, user=user, name="Чага", announcement="[b]Всем привет[/b]", at=played.now())
    post = posts(played.game.thread)[-1]
    assert (post.author, post.mark, words(post)) == (
        Seat.objects.get(game=played.game, number=6).persona,
        "joined",
        "Всем привет",
    )


# ---------- the deadline and the deal


def test_the_sign_up_deals_by_itself_at_its_deadline_with_enough_players(clock: Any) -> None:
    played = make_game(7, clock=clock)
    deadline = played.state().phase.deadline
    assert deadline is not None
    clock.move_to(deadline)
    late = make_user("late@example.org")
    assert (
        refused(
            lambda: services.join(game=played.game, user=late, name="Чага", announcement="Я.", at=timezone.now())
        ).code
        == "deadline_passed"
    )
    services.advance(game_id=played.game.pk, now=timezone.now())
    assert played.phase == "deal"
    roles = sorted(seat.role for seat in played.state().seats)
    assert roles == sorted(["mafia"] * 2 + ["commissioner", "doctor"] + ["citizen"] * 3)


def test_the_host_deals_early_only_with_enough_players() -> None:
    few, enough = make_game(5), make_game(6, tag="2")
    found = refused(lambda: services.deal_now(game=few.game, host=few.host, at=few.now()))
    assert (found.code, found.params["least"], found.params["now"]) == ("too_few_players", 6, 5)
    services.deal_now(game=enough.game, host=enough.host, at=enough.now())
    assert enough.phase == "deal"
    with pytest.raises(Refusal, match="not_host"):
        services.deal_now(game=few.game, host=enough.host, at=few.now())


def test_day_1_opens_when_all_have_acknowledged_or_at_the_deadline(clock: Any) -> None:
    early, late = make_game(7, clock=clock), make_game(7, clock=clock, tag="2")
    early.deal().acknowledge(*list(early.seats)[:-1])
    assert early.phase == "deal"
    early.tell(list(early.seats)[-1], "+")
    assert early.phase == "day"
    late.deal().acknowledge(*list(late.seats)[:-1])
    before = {name: last(late.seat(name).talk) for name in late.seats}
    late.end_phase()
    assert late.phase == "day"
    assert all(last(late.seat(name).talk) == before[name] for name in late.seats), "who has not is told to nobody"
    late.tell(list(late.seats)[-1], "+")
    assert all(seat.acknowledged for seat in late.state().seats)


def test_a_game_is_made_with_all_problems_told_at_once() -> None:
    host = make_user("host@example.org", "Старый Маяк")
    member = people.member_of(host)
    assert member is not None
    common: dict[str, Any] = {
        "host": member, "title": "Проба", "deadline": timezone.now() + timedelta(days=1), "at": timezone.now(),
    }  # fmt: skip
    ruleset = Ruleset.from_options("forum", {"timezone": "UTC"})
    found = refused(lambda: services.create_game(ruleset=ruleset, composition=Composition(rows=()), **common))
    assert found.code == "composition_invalid" and found.params["problems"]
    assert not Game.objects.exists()
    game = services.create_game(ruleset=ruleset, composition=suggested(), **common)
    assert game.commitment and game.phase == "signup" and game.seq == 1
    assert len(posts(game.thread)) == 1


def test_sign_up_takes_a_table_of_the_largest_size() -> None:
    played = make_game(25, names=NAMES)
    played.deal()
    assert len(played.state().seats) == 25 == User.objects.filter(email__startswith="player").count()
