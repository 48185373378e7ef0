"""The room of the dead (`graveyard`): who comes there, reads and writes, and who finds nothing; and the host in it."""

from typing import Any

import pytest

from accounts import selectors as people
from accounts.models import User
from common.refusal import Refusal
from forum.models import ThreadMember
from games import services
from games.models import Notice, Room
from games.services.work import rebuild
from tests.factories import HOST, Played, client_of, make_game, make_user
from tests.games.graveyard import DEAD, LIVING, MAFIOSO, MEMBER, enter, is_404, room, say, speak
from tests.games.web import by_class, dom, field, refusals, text_of, worded

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(clock: Any) -> Played:
    """Nine players on day 1 of a game with a graveyard."""
    return make_game(9, clock=clock, options={"graveyard": True}).to_day()


@pytest.fixture
def reader() -> User:
    """A member without a seat."""
    return make_user("reader@example.org", MEMBER)


# ---------- the dead ----------


def test_who_leaves_the_game_comes_to_the_dead(played: Played) -> None:
    """Reads from the beginning, writes, finds it in the list and on the game's page; the host is there, nobody else."""
    played.heart_attack(DEAD)
    assert say(played, DEAD, "Кто ещё здесь?").status_code == 303
    played.heart_attack("Лисичка")
    page = played.client("Лисичка").get(played.url("dead"))
    assert "Кто ещё здесь?" in text_of(page) and "видят те, кто выбыл" in text_of(page)
    assert say(played, "Лисичка", "Теперь двое.").status_code == 303
    for url in (played.url("letters"), played.url()):
        found = dom(played.client("Лисичка").get(url))
        assert played.url("dead") in [one.get("href") for one in found.iter("a")]
    names = set(ThreadMember.objects.filter(thread=room(played, "dead")).values_list("persona__name", flat=True))
    assert names == {DEAD, "Лисичка", HOST}


def test_the_living_find_nothing(played: Played) -> None:
    """The same 404 as in a game without the rooms; their pages are silent; forms change nothing."""
    plain = make_game(5, clock=played.clock, tag="2", options={"min_players": 5})
    played.heart_attack(DEAD)
    say(played, DEAD, "Убийца - Мухомор.")
    for who in (LIVING, MAFIOSO, ""):
        client = played.client(who)
        for name in ("dead", "onlookers"):
            url = played.url(name)
            assert is_404(client.get(url), client.get(plain.url(name)))
            assert is_404(client.post(url, {"text": "Эй"}), client.post(plain.url(name), {"text": "Эй"}))
        page = client.get(played.url())
        assert "Убийца - Мухомор" not in page.content.decode() and played.url("dead") not in page.content.decode()
    token = room(played, "dead").token
    for who in (LIVING, DEAD, HOST):
        assert played.client(who).get(played.url("letter", token=token)).status_code == 404, "it has one address"
    for number in (played.seats[LIVING], 99):
        with pytest.raises(Refusal, match="not_in_game"):
            services.write_among_dead(game=played.game, seat=number, source="Я тут", at=played.now())
    with pytest.raises(Refusal, match="not_alive"):
        services.reply(game=played.game, seat=played.seats[DEAD], token=token, source="Мимо", at=played.now())
    assert room(played, "dead").posts.count() == 1


def test_the_dead_write_by_night_in_a_pause_and_behind_a_curtain(clock: Any) -> None:
    played = make_game(9, clock=clock, options={"graveyard": True, "curtain": "2h"}).to_day().heart_attack(DEAD)
    services.pause(game=played.game, host=played.host, at=played.now())
    assert say(played, DEAD, "Пауза").status_code == 303
    services.resume(game=played.game, host=played.host, at=played.now())
    played.away(*played.living()).end_phase()
    assert played.phase == "curtain" and say(played, DEAD, "Занавес").status_code == 303
    played.end_phase()
    assert played.phase == "night" and say(played, DEAD, "Ночь").status_code == 303


def test_what_a_dead_player_typed_is_kept(played: Played) -> None:
    played.heart_attack(DEAD)
    for text, code, params in (("  ", "text_empty", {}), ("а" * 20_001, "text_too_long", None)):
        answer = say(played, DEAD, text)
        assert answer.status_code == 422 and field(answer) == text
        assert params is None or refusals(answer) == [worded(code, **params)]
    wrong = played.client(DEAD).post(played.url("dead"), {"as": "x", "text": "Не я"})
    assert wrong.status_code == 422 and refusals(wrong) == [worded("wrong_persona")] and field(wrong) == "Не я"
    shown = say(played, DEAD, "[b]Жирно[/b]", preview=1)
    assert shown.status_code == 200 and by_class(dom(shown), "preview-post")
    assert not room(played, "dead").posts.exists()
    for _twice in range(2):
        assert say(played, DEAD, "Раз", key="k").status_code == 303
    assert room(played, "dead").posts.count() == 1


def test_letters_of_the_dead_stay_as_they_were(played: Played) -> None:
    """Reading ends where they left; in the room of the dead it does not."""
    token = played.letter(DEAD, [LIVING, "Лисичка"], "До")
    played.heart_attack(DEAD)
    services.reply(
        game=played.game, seat=played.seats[LIVING], token=token, source="После", at=played.now(), limit_pace=False
    )
    assert "После" not in text_of(played.client(DEAD).get(played.url("letter", token=token)))
    played.heart_attack("Лисичка")
    say(played, "Лисичка", "Я с вами")
    assert "Я с вами" in text_of(played.client(DEAD).get(played.url("dead")))


def test_whoever_leaves_with_the_end_reads_only(played: Played) -> None:
    """Nobody writes in the rooms when the game is over, and everybody reads them."""
    played.heart_attack(DEAD)
    say(played, DEAD, "Ждём вас")
    played.to_end()
    last = (
        MAFIOSO
        if not ThreadMember.objects.filter(thread=room(played, "dead"), persona=played.persona(MAFIOSO)).exists()
        else "Поганка"
    )
    for who in (last, LIVING, DEAD, HOST, ""):
        page = played.client(who).get(played.url("dead"))
        assert page.status_code == 200 and "Ждём вас" in text_of(page) and "открыт" in text_of(page)
        assert not by_class(dom(page), "composer")
    late = say(played, DEAD, "Поздно")
    assert (
        late.status_code == 422
        and field(late) == "Поздно"
        and refusals(late) == [worded("wrong_phase", phase="finished")]
    )
    assert say(played, LIVING, "И я").status_code == 422
    tree = dom(played.client("").get(played.url()))
    hrefs = [one.get("href") for one in tree.iter("a")]
    assert played.url("dead") in hrefs and played.url("onlookers") not in hrefs, "an empty room is not shown"


def test_a_cancelled_game_opens_them_too(played: Played, reader: User) -> None:
    enter(played, reader)
    speak(played, reader, "Жаль")
    services.call_off(game=played.game, host=played.host, at=played.now())
    assert "Жаль" in text_of(played.client(LIVING).get(played.url("onlookers")))
    assert played.client("").get(played.url("dead")).status_code == 200


def test_rebuilding_a_game_buries_nobody_twice(played: Played) -> None:
    played.heart_attack(DEAD)
    before = list(ThreadMember.objects.filter(thread=room(played, "dead")).order_by("pk").values())
    rebuild(played.game.pk, played.now())
    assert list(ThreadMember.objects.filter(thread=room(played, "dead")).order_by("pk").values()) == before


def test_a_game_without_the_option_has_no_rooms(clock: Any, reader: User) -> None:
    played = make_game(7, clock=clock).to_day().heart_attack(LIVING)
    assert set(Room.objects.filter(game=played.game).values_list("kind", flat=True)) == {"mafia"}
    for who in (LIVING, HOST):
        assert played.client(who).get(played.url("dead")).status_code == 404
    assert enter(played, reader).status_code == 404
    assert "Войти к зрителям" not in text_of(client_of(reader).get(played.url()))
    with pytest.raises(Refusal, match="not_in_game"):
        services.enter_onlookers(game=played.game, user=reader, at=played.now())


# ---------- the host ----------


def test_the_host_reads_both_and_writes_in_neither(played: Played, reader: User) -> None:
    played.heart_attack(DEAD)
    say(played, DEAD, "Было ясно")
    enter(played, reader)
    speak(played, reader, "Не было")
    desk = dom(played.client(HOST).get(played.url("desk")))
    hrefs = [one.get("href") for one in desk.iter("a")]
    for name, text in (("dead", "Было ясно"), ("onlookers", "Не было")):
        assert played.url(name) in hrefs
        page = played.client(HOST).get(played.url(name))
        assert text in text_of(page) and not by_class(dom(page), "composer")
        tried = say(played, HOST, "Слово ведущего", name)
        assert tried.status_code == 422 and field(tried) == "Слово ведущего"
    assert not Notice.objects.filter(persona=played.host, kind__in=("dead", "onlooker")).exists()


def test_with_the_desk_goes_the_right_to_read(played: Played, reader: User) -> None:
    """Whoever looked on until now reads on as the host, writes no more, and the old host may look on instead."""
    enter(played, reader)
    speak(played, reader, "Пока я зритель")
    member = people.member_of(reader)
    assert member is not None
    services.offer_desk(game=played.game, host=played.host, to=member, at=played.now())
    services.take_desk(game=played.game, member=member, at=played.now())
    assert speak(played, reader, "А теперь").status_code == 422
    for name in ("dead", "onlookers"):
        assert client_of(reader).get(played.url(name)).status_code == 200
        assert client_of(played.host_user).get(played.url(name)).status_code == 404
    assert enter(played, played.host_user).status_code == 303
    names = ThreadMember.objects.filter(thread=room(played, "onlooker")).values_list("persona__name", "may_post")
    assert set(names) == {(MEMBER, False), (HOST, True)}
