"""The room of the onlookers (`graveyard`): who may enter and who finds nothing; bells and news of both rooms."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts import selectors as people
from accounts import services as accounts
from accounts.models import User
from common import channels, nudges
from common.refusal import Refusal
from forum import nudges as forum_nudges
from forum import selectors as forum
from forum.models import ReadMark, ThreadMember
from games import services
from games.models import Notice
from tests.factories import HOST, Played, client_of, make_game, make_user
from tests.games.graveyard import DEAD, LIVING, MEMBER, as_of, enter, is_404, room, say, speak
from tests.games.web import by_class, dom, inner, refusals, text_of, worded

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(clock: Any) -> Played:
    """Nine players on day 1 of a game with a graveyard."""
    return make_game(9, clock=clock, options={"graveyard": True}).to_day()


@pytest.fixture
def reader() -> User:
    """A member without a seat."""
    return make_user("reader@example.org", MEMBER)


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


def test_news_of_a_room_reach_its_members_and_nobody_else(
    played: Played, reader: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The living hear nothing, and who looks on is told by no nudge."""
    said: list[set[str]] = []
    monkeypatch.setattr(nudges, "_promise", said.append)
    played.heart_attack(DEAD)
    said.clear()
    enter(played, reader)
    assert not any(said)
    said.clear()
    speak(played, reader, "Слышно?")
    member = people.member_of(reader)
    assert member is not None
    assert said == [{forum_nudges.of_persona(member), forum_nudges.of_persona(played.host)}]
    said.clear()
    say(played, DEAD, "А нас?")
    assert said == [{forum_nudges.of_persona(played.persona(DEAD)), forum_nudges.of_persona(played.host)}]


def test_a_ticket_lets_a_member_hear_the_own_name_and_a_player_the_clone_alone(
    played: Played, reader: User, settings: Any
) -> None:
    settings.REDIS_URL = "unix:///nowhere"
    accounts.claim_member_name(played.users[LIVING], "Другое Имя")
    public, member = forum_nudges.of_thread(played.game.thread), people.member_of(reader)
    assert member is not None
    for user, persona in ((reader, member), (played.users[LIVING], played.persona(LIVING)), (None, None)):
        answer = client_of(user).get("/live/ticket/", {"game": played.game.slug})
        ticket = channels.read_ticket(answer.json()["url"].partition("?ticket=")[2])
        own = {forum_nudges.of_persona(persona)} if persona is not None else set()
        assert ticket.games == (frozenset({public, *own}),)
