"""How a game ends: who wins, what everybody is shown, and that it stays ended (`rules.md` section 3)."""

from typing import Any

import pytest
from django.http import Http404

from accounts import selectors as people
from common.refusal import Refusal
from forum import selectors as forum
from forum.models import Post
from games import selectors, services
from games.engine.composition import Composition
from games.engine.deal import commitment, deal
from games.models import Event
from tests.factories import HOST, ROLES, Played, make_game
from tests.games.checks import last, posts, ru, said, words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("log_watched")]
R10 = {**ROLES, "Сморчок": "maniac"}


def only(played: Played, *names: str) -> Played:
    """Take everybody else out by heart attacks (their order is that of the seats)."""
    for name in list(played.living()):
        if name not in names:
            played.heart_attack(name)
    return played


def winners(played: Played) -> set[str]:
    """Return the names of the winners."""
    names = {number: name for name, number in played.seats.items()}
    return {names[number] for number in played.state().winners}


def test_equal_numbers_in_the_evening_end_a_game_of_parity_at_once() -> None:
    played = make_game(9, options={"mafia_wins": "parity"}).to_day(ROLES)
    only(played, "Мухомор", "Поганка", "Боровик", "Груздь", "Опёнок")
    before = last(played.game.thread)
    played.to_last_word("Опёнок").end_phase()
    state = played.state()
    assert (state.phase.name, state.winner, state.reason) == ("finished", "mafia", "parity")
    shown = " ".join(said(played, before))
    assert ru("The mafia has won") in shown
    assert all(f"{name} " in shown for name in played.seats), "all roles are shown"
    assert "Ночь" not in shown, "no night opens"


def test_without_parity_the_same_game_goes_on_into_the_night() -> None:
    played = make_game(9).to_day(ROLES)
    only(played, "Мухомор", "Груздь", "Опёнок")
    played.to_last_word("Опёнок").end_phase()
    assert (played.phase, played.living()) == ("night", ["Мухомор", "Груздь"])
    played.tell("Мухомор", "Груздь")
    played.end_phase()
    state = played.state()
    assert (state.phase.name, state.winner, state.reason) == ("finished", "mafia", "nobody_else_left")


def test_the_last_two_enemies_kill_each_other_and_nobody_wins() -> None:
    played = make_game(10).to_day(R10)
    only(played, "Мухомор", "Сморчок")
    played.to_night()
    played.tell("Мухомор", "Сморчок")
    played.tell("Сморчок", "Мухомор")
    before = last(played.game.thread)
    played.end_phase()
    state = played.state()
    assert (state.phase.name, state.winner, state.reason, state.winners) == ("finished", "draw", "nobody_left", ())
    shown = " ".join(said(played, before))
    assert shown.count(ru("A draw")) == 1
    assert ru("The winners") not in shown and "День 2" not in shown


def test_with_the_mafia_jailed_the_maniac_remains() -> None:
    played = make_game(10).to_day(R10)
    only(played, "Мухомор", "Сморчок", "Груздь", "Опёнок", "Лисичка")
    played.to_last_word("Мухомор").end_phase()
    assert (played.phase, played.state().winner) == ("night", "")
    played.heart_attack("Сморчок")
    assert (played.phase, played.state().winner) == ("finished", "town")


@pytest.mark.parametrize(("option", "share"), [("off", False), ("on", True)])
def test_a_side_wins_whole_the_dead_included_and_the_removed_by_the_option(option: str, share: bool) -> None:
    played = make_game(10, options={"removed_share_win": option, "stalemate_after": 0}).to_day(R10).to_night()
    for name in ("Мухомор", "Поганка"):
        played.tell(name, "Боровик")
    played.end_phase()
    played.heart_attack("Волнушка")
    for name in ("Сморчок", "Поганка", "Мухомор"):
        if played.phase == "night":
            played.end_phase()
        played.to_last_word(name).end_phase()
    assert played.state().winner == "town"
    town = set(played.seats) - {"Мухомор", "Поганка", "Сморчок"}
    assert winners(played) == (town if share else town - {"Волнушка"})
    report = words(posts(played.game.thread)[-1])
    assert "Боровик" in report.split(ru("The winners"))[1]


def test_a_quiet_game_is_warned_and_drawn() -> None:
    played = make_game(options={"stalemate_after": 2}).to_day(ROLES)
    played.to_night().end_phase()
    assert any(post.mark == "warn" for post in posts(played.game.thread))
    played.to_night().end_phase()
    assert (played.phase, played.state().winner, played.state().reason) == ("finished", "draw", "stalemate")


# ---------- what is open afterwards


def test_at_the_end_all_roles_are_in_the_thread_and_no_owner(log_watched: Any) -> None:
    played = make_game(reader_language="ru").to_day(ROLES).to_end()
    report = posts(played.game.thread)[-1]
    for seat in played.state().seats:
        name = next(name for name, number in played.seats.items() if number == seat.number)
        assert name in report.source
    everything = " ".join(post.source + post.html for post in Post.objects.all())
    assert "example.org" not in everything


def test_a_finished_game_stays_finished() -> None:
    played = make_game().to_day(ROLES).to_end()
    log = Event.objects.filter(game=played.game).count()
    at, game, host = played.now(), played.game, played.host
    acts: list[Any] = [
        lambda: services.cast_vote(game=game, seat=5, target=6, at=at),
        lambda: services.withdraw_vote(game=game, seat=5, at=at),
        lambda: services.message_host(game=game, seat=5, text="+", at=at),
        lambda: services.give_notice(game=game, seat=5, first=9, last=9, at=at),
        lambda: services.finish_last_word(game=game, seat=5, at=at),
        lambda: services.pause(game=game, host=host, at=at),
        lambda: services.resume(game=game, host=host, at=at),
        lambda: services.call_off(game=game, host=host, at=at),
        lambda: services.give_heart_attack(game=game, host=host, seat=5, reason="снова", at=at),
        lambda: services.rename(game=game, seat=5, name="Чага", at=at),
        lambda: services.withdraw(game=game, seat=5, at=at),
        lambda: services.deal_now(game=game, host=host, at=at),
    ]
    for act in acts:
        with pytest.raises(Refusal):
            act()
    services.advance(game_id=game.pk, now=at)
    assert Event.objects.filter(game=game).count() == log


def test_nicknames_are_free_again_and_the_archive_keeps_them() -> None:
    played = make_game().to_day(ROLES)
    assert people.holder_of("Груздь") is not None
    played.to_end()
    assert people.holder_of("Груздь") is None
    assert people.holder_of("Лесник") is not None, "a member's name is held for ever"
    again = make_game(tag="2", names=["Груздь"])
    assert again.seat("Груздь2").persona.name == "Груздь2"
    assert played.seat("Груздь").persona.name == "Груздь"


def test_the_deal_can_be_checked_after_the_end_and_not_before() -> None:
    played = make_game()
    sealed = played.game.commitment
    assert any(sealed in post.source for post in posts(played.game.thread)), "public from the start"
    played.deal().acknowledge()
    with pytest.raises(Http404):
        selectors.proof_of(played.game)
    for role in ("mafia", "maniac"):
        for name in played.with_role(role):
            if played.phase != "finished":
                played.heart_attack(name)
    played.game.refresh_from_db()
    proof = selectors.proof_of(played.game)
    seed = bytes.fromhex(str(proof["seed"]))
    assert proof["commitment"] == sealed == commitment(seed)
    state = played.state()
    dealt = [seat.role for seat in state.seats]
    names = [played_name(played, seat.number) for seat in state.seats]
    pack = [role for role, count in played_counts(played).items() for _one in range(count)]
    assert list(deal(seed, names, pack)) == dealt


def played_name(played: Played, number: int) -> str:
    """Return the nickname of a seat."""
    return next(name for name, seat in played.seats.items() if seat == number)


def played_counts(played: Played) -> dict[str, int]:
    """Return the pack that was dealt, in the order of the composition."""
    return Composition.from_json(played.state().composition).for_players(len(played.seats))


def test_a_game_that_was_called_off_has_no_winner_and_frees_the_names() -> None:
    played = make_game().to_day(ROLES)
    services.call_off(game=played.game, host=played.host, at=played.now())
    state = played.state()
    assert (state.phase.name, state.winner, state.winners) == ("cancelled", "", ())
    assert people.holder_of("Груздь") is None
    assert ru("The host has called the game off.") in words(posts(played.game.thread)[-1])
    assert forum.may_post(played.game.thread, played.persona(HOST))


def test_too_few_players_extend_once_and_then_call_off(clock: Any) -> None:
    played = make_game(5, clock=clock).end_phase()
    assert (played.phase, played.state().extended) == ("signup", True)
    assert ru("Sign-up goes on") in words(posts(played.game.thread)[-1])
    played.end_phase()
    assert (played.phase, played.state().reason) == ("cancelled", "too_few_players")
    assert people.holder_of("Груздь") is None
