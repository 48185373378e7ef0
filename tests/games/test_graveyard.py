"""The rooms of the dead and of the onlookers (`graveyard`): who enters, reads and writes, and who finds nothing."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts import selectors as people
from accounts import services as accounts
from accounts.models import User
from common.refusal import Refusal
from forum import selectors as forum
from forum.models import ReadMark, Thread, ThreadMember
from games import services
from games.models import Notice, Room
from games.services.work import rebuild
from tests.factories import HOST, Played, client_of, make_game, make_user
from tests.games.web import by_class, dom, field, inner, refusals, text_of, worded

pytestmark = pytest.mark.django_db

DEAD, LIVING, MAFIOSO, MEMBER = "Маслёнок", "Груздь", "Мухомор", "Прохожий"


@pytest.fixture
def played(clock: Any) -> Played:
    """Nine players on day 1 of a game with a graveyard."""
    return make_game(9, clock=clock, options={"graveyard": True}).to_day()


@pytest.fixture
def reader() -> User:
    """A member without a seat."""
    return make_user("reader@example.org", MEMBER)


def room(played: Played, kind: str) -> Thread:
    """Return the thread of a room."""
    return Room.objects.select_related("thread").get(game=played.game, kind=kind).thread


def say(played: Played, who: str, text: str, name: str = "dead", **fields: object) -> Any:
    """Write in the room of the dead as somebody of the game."""
    played.clock.shift(5)
    return played.client(who).post(played.url(name), played.form(who, text=text, **fields))


def as_of(user: User) -> str:
    member = people.member_of(user)
    assert member is not None
    return member.token


def enter(played: Played, user: User) -> Any:
    """Press the button that lets a member in."""
    return client_of(user).post(played.url("look_on"), {"as": as_of(user)})


def speak(played: Played, user: User, text: str, **fields: object) -> Any:
    """Write in the room of the onlookers."""
    played.clock.shift(5)
    return client_of(user).post(played.url("onlookers"), {"as": as_of(user), "text": text, **fields})


def is_404(answer: Any, nothing: Any) -> bool:
    """Say whether an answer is the 404 of what does not exist, to the letter but for the address asked for."""
    pages = []
    for one in (answer, nothing):
        slug = one.wsgi_request.path.split("/")[2]
        pages.append(re.sub(r"\b[A-Za-z0-9]{64}\b", "", one.content.decode()).replace(slug, "игра"))
    return answer.status_code == nothing.status_code == 404 and pages[0] == pages[1]


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


# ---------- onlookers ----------


def test_a_member_enters_and_writes_under_the_member_name(played: Played, reader: User) -> None:
    client = client_of(reader)
    page = client.get(played.url())
    assert "Войти к зрителям" in text_of(page) and client.get(played.url("onlookers")).status_code == 404
    answer = enter(played, reader)
    assert answer.status_code == 303 and answer["Location"] == played.url("onlookers")
    assert speak(played, reader, "Ставлю на мафию").status_code == 303
    page = client.get(played.url("onlookers"))
    (post,) = by_class(dom(page), "post")
    assert MEMBER in inner(post) and "Ставлю на мафию" in inner(post)
    table = client.get(played.url())
    assert "Войти к зрителям" not in text_of(table)
    assert played.url("onlookers") in [one.get("href") for one in dom(table).iter("a")]
    assert enter(played, reader).status_code == 303, "once more changes nothing"
    assert ThreadMember.objects.filter(thread=room(played, "onlooker")).count() == 2


def test_before_one_can_enter(played: Played) -> None:
    """A visitor logs in, somebody without a member name chooses one, and both come back; a wrong form is refused."""
    visitor = client_of(None).post(played.url("look_on"))
    assert visitor.status_code == 302 and visitor["Location"].startswith(reverse("account_login"))
    nameless = client_of(make_user("nameless@example.org")).post(played.url("look_on"))
    assert nameless.status_code == 302 and nameless["Location"].startswith(reverse("accounts:name"))
    assert played.game.slug in visitor["Location"] and played.game.slug in nameless["Location"]
    reader = make_user("reader@example.org", MEMBER)
    wrong = client_of(reader).post(played.url("look_on"), {"as": "x"})
    assert wrong.status_code == 422 and refusals(wrong) == [worded("wrong_persona")]
    assert speak(played, reader, "Без входа").status_code == 404
    with pytest.raises(Refusal, match="not_in_game"):
        services.write_among_onlookers(game=played.game, user=reader, source="Без входа", at=played.now())
    with pytest.raises(Refusal, match="member_name_needed"):
        user = User.objects.get(email="nameless@example.org")
        services.enter_onlookers(game=played.game, user=user, at=played.now())


@pytest.mark.parametrize("who", [LIVING, DEAD, HOST])
def test_whoever_has_a_seat_does_not_get_in_under_another_name(played: Played, who: str) -> None:
    """Looked at by the owner: a member name of the same person opens nothing, of the living and of the dead."""
    played.heart_attack(DEAD)
    user = played.users.get(who, played.host_user)
    if who != HOST:
        accounts.claim_member_name(user, "Другое Имя")
    outsider = make_user("reader@example.org", MEMBER)
    enter(played, outsider)
    speak(played, outsider, "Мы одни?")
    client = client_of(user)
    for token in {as_of(user), played.persona(who).token}:
        nothing = client.post("/games/nosuch/onlookers/enter/", {"as": token})
        assert is_404(client.post(played.url("look_on"), {"as": token}), nothing)
        with pytest.raises(Refusal, match="not_in_game"):
            services.enter_onlookers(game=played.game, user=user, at=played.now())
        if who != HOST:
            assert client.get(played.url("onlookers")).status_code == 404
            assert client.post(played.url("onlookers"), {"as": token, "text": "Пустите"}).status_code == 404
            with pytest.raises(Refusal, match="not_in_game"):
                services.write_among_onlookers(game=played.game, user=user, source="Пустите", at=played.now())
    assert "Войти к зрителям" not in text_of(client.get(played.url()))


def test_a_membership_left_over_opens_nothing_to_the_living(played: Played) -> None:
    """Were somebody with a seat a member of the room by whatever mishap, the page would still be nothing."""
    user = played.users[LIVING]
    member = accounts.claim_member_name(user, "Другое Имя")
    for kind in ("dead", "onlooker"):
        for persona in (member, played.persona(LIVING)):
            ThreadMember.objects.create(thread=room(played, kind), persona=persona)
    for name in ("dead", "onlookers"):
        assert client_of(user).get(played.url(name)).status_code == 404


def test_taking_a_seat_ends_looking_on_and_nobody_can_tell(clock: Any) -> None:
    """At once by a join, and by a code from the mail; the others' page stays the same to the letter."""
    played = make_game(5, clock=clock, options={"graveyard": True, "names": "clone"})
    one, other, third = (make_user(f"r{n}@example.org", f"Зритель {word}") for n, word in enumerate("АБВ"))
    for user in (one, other, third):
        enter(played, user)
    speak(played, one, "Кто пойдёт играть?")
    speak(played, other, "Не я.")
    watching = client_of(third)
    watching.get(played.url("onlookers"))

    def seen() -> str:
        return re.sub(
            r"\b[A-Za-z0-9]{64}\b|name=\"key\" value=\"[^\"]*\"",
            "",
            watching.get(played.url("onlookers")).content.decode(),
        )

    before = seen()
    services.join(game=played.game, user=one, name="Тихоня", announcement="Я играю.", at=played.now())
    held, code = services.reserve(
        game=played.game, email="r1@example.org", name="Скромник", announcement="И я.", at=played.now()
    )
    services.confirm_reservation(token=held.token, code=code, at=played.now())
    after = seen()
    assert "Тихоня" not in after
    clean = [re.sub(r"(?s)<header.*?</header>|<aside.*?</aside>", "", page) for page in (before, after)]
    assert clean[0].split('<section class="conversation"')[1] == clean[1].split('<section class="conversation"')[1]
    for user in (one, other):
        assert client_of(user).get(played.url("onlookers")).status_code == 404
        assert not ThreadMember.objects.filter(thread=room(played, "onlooker"), persona=people.member_of(user)).exists()
        assert not Notice.objects.filter(persona=people.member_of(user), kind="onlooker").exists()
    seat = next(seat for seat in played.game.seats.all() if people.owns(one, seat.persona))
    services.withdraw(game=played.game, seat=seat.number, at=played.now())
    assert enter(played, one).status_code == 303, "whoever gives the seat back may look on again"


def test_in_a_game_of_members_the_own_name_is_the_players(clock: Any) -> None:
    played = make_game(5, clock=clock, options={"graveyard": True})
    members = make_game(0, clock=clock, tag="2", options={"graveyard": True, "names": "member", "min_players": 5})
    user = make_user("m@example.org", MEMBER)
    enter(members, user)
    assert speak(members, user, "Посмотрю").status_code == 303
    services.join(game=members.game, user=user, name="", announcement="Нет, сыграю.", at=members.now())
    assert client_of(user).get(members.url("onlookers")).status_code == 404
    assert enter(played, user).status_code == 303, "another game is another game"


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


# ---------- bells, marks, news ----------


def test_bells_ring_for_those_who_write_there_and_once_until_they_look(played: Played, reader: User) -> None:
    played.heart_attack(DEAD).heart_attack("Лисичка")
    for text in ("Раз", "Два", "Три"):
        say(played, DEAD, text)
    rung = Notice.objects.filter(game=played.game, kind="dead")
    assert [notice.persona.name for notice in rung] == ["Лисичка"]
    bell = dom(played.client("Лисичка").get("/notices/"))
    assert played.url("dead") in [one.get("href") for one in bell.iter("a")]
    played.client("Лисичка").get(played.url("dead"))
    assert not rung.filter(read_at=None).exists()
    say(played, DEAD, "Четыре")
    assert rung.filter(read_at=None).count() == 1
    other = make_user("other@example.org", "Соседка")
    for user in (reader, other):
        enter(played, user)
    speak(played, reader, "Всем привет")
    speak(played, reader, "Кто здесь?")
    rung = Notice.objects.filter(game=played.game, kind="onlooker", read_at=None)
    assert [notice.persona.name for notice in rung] == ["Соседка"]
    assert "Комната зрителей 2" in text_of(client_of(other).get(played.url()))
    client_of(other).get(played.url("onlookers"))
    assert not rung.all().exists()


def test_what_is_new_comes_to_an_open_page(played: Played, reader: User) -> None:
    enter(played, reader)
    client = client_of(reader)
    speak(played, reader, "Первое")
    page = client.get(played.url("onlookers"))
    assert "?after=1" in page.content.decode()
    member = people.member_of(reader)
    assert member is not None and f'data-as="{member.token[:8]}"' in page.content.decode()
    ask = {"HTTP_HX_REQUEST": "true"}
    assert client.get(played.url("onlookers") + "?after=1", **ask).status_code == 204
    speak(played, reader, "Второе")
    news = client.get(played.url("onlookers") + "?after=1", **ask)
    assert "Второе" in news.content.decode() and "Первое" not in news.content.decode()
    assert ReadMark.objects.get(thread=room(played, "onlooker"), persona=member).number == 2
    assert played.client(LIVING).get(played.url("onlookers") + "?after=1", **ask).status_code == 404


def test_who_may_post_says_the_same_as_the_services(played: Played, reader: User) -> None:
    played.heart_attack(DEAD)
    enter(played, reader)
    member = people.member_of(reader)
    may = {
        kind: {
            name
            for name, persona in ((DEAD, played.persona(DEAD)), (LIVING, played.persona(LIVING)), (MEMBER, member),
                                  (HOST, played.host))
            if forum.may_post(room(played, kind), persona)
        }
        for kind in ("dead", "onlooker")
    }  # fmt: skip
    assert may == {"dead": {DEAD}, "onlooker": {MEMBER}}


def test_a_busy_room_costs_the_game_page_no_more(
    played: Played, reader: User, django_assert_max_num_queries: Any
) -> None:
    enter(played, reader)
    client = client_of(reader)
    counted = []
    for many in (1, 30):
        for number in range(many):
            services.write_among_onlookers(
                game=played.game,
                user=reader,
                source=f"Реплика {number}",
                at=timezone.now() + timedelta(minutes=number),
                limit_pace=False,
            )
        for url in (played.url(), played.url("onlookers")):
            client.get(url)
            with django_assert_max_num_queries(70) as queries:
                client.get(url)
            counted.append(len(queries))
    assert counted[:2] == counted[2:]
