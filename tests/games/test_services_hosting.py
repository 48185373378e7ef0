"""What the host does, at service level: only the host, through the log, told to whom it concerns."""

from datetime import timedelta
from typing import Any

import pytest

from accounts.models import Persona
from common.refusal import Refusal
from forum import selectors as forum
from games import services
from games.engine.composition import Composition, suggested
from games.models import Event, Notice
from tests.factories import HOST, ROLES, Played, make_game
from tests.games.checks import last, posts, ru, said, told, words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("log_watched")]


def acts(played: Played, host: Persona | None) -> dict[str, Any]:
    """Return every act of the host's as a call by this persona."""
    common: dict[str, Any] = {"game": played.game, "host": host, "at": played.now()}
    return {
        "deal_now": lambda: services.deal_now(**common),
        "pause": lambda: services.pause(**common),
        "resume": lambda: services.resume(**common),
        "extend": lambda: services.extend(by=timedelta(hours=1), **common),
        "heart": lambda: services.give_heart_attack(seat=5, reason="да", **common),
        "call_off": lambda: services.call_off(**common),
        "options": lambda: services.change_options(options={}, composition=None, **common),
        "ask_rename": lambda: services.ask_rename(seat=5, **common),
        "remove": lambda: services.remove_clone(seat=5, **common),
        "post": lambda: services.host_post(source="Я ведущий.", **common),
        "message": lambda: services.host_message(seat=5, source="Я ведущий.", **common),
        "hide": lambda: services.hide_post(number=3, **common),
        "offer": lambda: services.offer_desk(to=played.host, **common),
        "withdraw": lambda: services.withdraw_offer(**common),
    }


@pytest.mark.parametrize("phase", ["signup", "day", "night", "finished"])
def test_nobody_else_can_do_what_the_host_does(phase: str) -> None:
    played, other = make_game(), make_game(tag="2")
    if phase == "finished":
        played.to_day(ROLES).to_end()
    elif phase != "signup":
        getattr(played.to_day(ROLES), f"to_{phase}")()
    log, posted = Event.objects.filter(game=played.game).count(), last(played.game.thread)
    for persona in (None, played.persona("Груздь"), other.host):
        for name, act in acts(played, persona).items():
            with pytest.raises(Refusal) as refused:
                act()
            assert refused.value.code == "not_host", name
    assert (Event.objects.filter(game=played.game).count(), last(played.game.thread)) == (log, posted)


# ---------- posts


def test_a_hidden_post_is_a_stub_its_vote_stands_and_nobody_reads_it_again() -> None:
    played = make_game().to_day(ROLES).post("Груздь", "канарейка [vote]Мухомор[/vote]")
    number = last(played.game.thread)
    services.hide_post(game=played.game, host=played.host, number=number, at=played.now())
    services.hide_post(game=played.game, host=played.host, number=number, at=played.now())
    for reader in (None, played.host, played.persona("Груздь"), played.persona("Опёнок")):
        (shown,) = forum.posts(played.game.thread, reader, number, number)
        assert (shown.source, shown.html) == ("", "") and shown.hidden_at is not None
    vote = played.state().vote_of(played.seats["Груздь"])
    assert vote is not None and vote.target == played.seats["Мухомор"]


def test_the_moderators_own_posts_and_numbers_that_are_none_cant_be_hidden() -> None:
    played = make_game()
    for number in (0, 1, -1, 10**9):
        with pytest.raises(Refusal, match="post_unknown"):
            services.hide_post(game=played.game, host=played.host, number=number, at=played.now())


def test_vote_tags_of_the_host_are_text() -> None:
    played = make_game(options={"night_vote": "on"}).to_day(ROLES)
    services.host_post(
        game=played.game, host=played.host, source="[vote]Груздь[/vote] [голос]ночь[/голос]", at=played.now()
    )
    assert played.state().votes == ()
    assert "[vote]Груздь[/vote]" in words(posts(played.game.thread)[-1])


def test_a_message_to_one_player_reaches_one_player() -> None:
    played = make_game().to_day(ROLES)
    bells = Notice.objects.count()
    services.host_message(game=played.game, host=played.host, seat=5, source="канарейка", at=played.now())
    for name in played.seats:
        seen = forum.posts(played.seat("Груздь").talk, played.persona(name), 1, 99)
        assert any("канарейка" in post.source for post in seen) == (name == "Груздь")
    assert not any("канарейка" in line for line in said(played))
    assert Notice.objects.count() == bells + 1
    with pytest.raises(Refusal, match="target_unknown"):
        services.host_message(game=played.game, host=played.host, seat=99, source="Кто?", at=played.now())


# ---------- heart attacks


def test_a_heart_attack_is_told_with_its_reason_and_never_interpreted() -> None:
    played = make_game().to_day(ROLES)
    played.heart_attack("Боровик", "<b>Цитата</b> [vote]Груздь[/vote]")
    post = posts(played.game.thread)[-1]
    assert "&lt;b&gt;Цитата&lt;/b&gt; [vote]Груздь[/vote]" in post.html
    assert "комиссар" in words(post)
    event = Event.objects.get(game=played.game, kind="heart_attack")
    assert event.data["post"] == post.number, "the log names the post that gives the reason"
    assert "Цитата" not in str(Event.objects.filter(game=played.game).values_list("data", flat=True)[:999])
    assert "<b>Цитата" not in post.html


@pytest.mark.parametrize("reason", ["", " \n ", "\u200b", "[b][/b]", "я" * 20_001])
def test_a_heart_attack_without_a_readable_reason_is_refused(reason: str) -> None:
    played = make_game().to_day(ROLES)
    with pytest.raises(Refusal, match="text_empty|text_too_long"):
        played.heart_attack("Боровик", reason)
    assert len(played.living()) == 7


def test_a_heart_attack_works_from_the_deal_on_and_in_a_pause() -> None:
    played = make_game()
    with pytest.raises(Refusal, match="wrong_phase"):
        played.heart_attack("Груздь")
    played.deal(ROLES).heart_attack("Груздь")
    played.acknowledge(*played.living())
    services.pause(game=played.game, host=played.host, at=played.now())
    played.heart_attack("Опёнок")
    assert (played.phase, len(played.living())) == ("day", 5)
    for seat, code in ((played.seats["Опёнок"], "target_not_alive"), (99, "target_unknown")):
        with pytest.raises(Refusal, match=code):
            services.give_heart_attack(game=played.game, host=played.host, seat=seat, reason="да", at=played.now())


def test_the_last_who_has_not_acknowledged_leaves_and_day_1_opens() -> None:
    played = make_game().deal(ROLES)
    played.acknowledge(*[name for name in played.seats if name != "Груздь"])
    assert played.phase == "deal"
    played.heart_attack("Груздь")
    assert played.phase == "day"


@pytest.mark.parametrize("paused", [False, True])
def test_a_bench_that_empties_lets_the_night_fall(paused: bool) -> None:
    played = make_game().to_day(ROLES).to_last_word("Груздь")
    if paused:
        services.pause(game=played.game, host=played.host, at=played.now())
    played.heart_attack("Груздь")
    state = played.state()
    assert (state.phase.name, state.phase.remaining is not None) == ("night", paused)
    assert next(seat.out.how for seat in state.seats if seat.number == 5 and seat.out) == "heart_attack"


def test_a_shrunken_bench_is_voted_on_in_the_runoff() -> None:
    played = make_game(9).to_day(ROLES).to_last_word("Груздь", "Опёнок")
    played.heart_attack("Груздь")
    assert played.state().bench == (played.seats["Опёнок"],)
    played.end_phase()
    assert played.phase == "runoff" and played.state().candidates == (played.seats["Опёнок"],)
    with pytest.raises(Refusal, match="target_not_alive"):
        played.vote("Лисичка", "Груздь")


# ---------- rules that may still change


def test_options_change_by_their_stars_and_the_thread_is_told() -> None:
    played = make_game()

    def change(**options: object) -> None:
        services.change_options(game=played.game, host=played.host, options=options, composition=None, at=played.now())

    change(day="24h", min_players=7)
    assert played.state().ruleset.day == timedelta(hours=24)
    assert said(played)[-1] == ru("The host has changed the rules of the game. They stand on the page of rules.")
    with pytest.raises(Refusal, match="roster_locked"):
        change(tie="nobody")
    played.to_day(ROLES)
    with pytest.raises(Refusal, match="roster_locked"):
        change(day="12h")
    change(weekly_pause="Fri 21:00 - Mon 09:00")
    assert played.state().ruleset.weekly_pause
    other = Composition(rows=suggested().rows[:2])
    with pytest.raises(Refusal, match="roster_locked"):
        services.change_options(game=played.game, host=played.host, options={}, composition=other, at=played.now())
    with pytest.raises(Refusal, match="options_invalid"):
        change(weekly_pause="всегда")


# ---------- who speaks in whose voice


def test_the_host_writes_under_the_own_name_and_the_moderator_under_none() -> None:
    played = make_game().to_day(ROLES).post(HOST, "Доброе утро.")
    assert posts(played.game.thread)[-1].author == played.host
    assert posts(played.game.thread)[0].author is None


def test_a_host_who_does_nothing_holds_nothing_up() -> None:
    played = make_game(9, options={"stalemate_after": 0}).to_day(ROLES)
    for victim in ("Груздь", "Опёнок", "Лисичка"):
        played.to_last_word(victim).end_phase().end_phase()
    assert (played.phase, played.state().phase.day) == ("day", 4)
    reports = [post for post in posts(played.game.thread) if post.style == "report"]
    assert len(reports) >= 7
    assert all(told(played, name) for name in played.living())
