"""Handing the desk over: offered, taken or declined, and never a way to learn who owns a clone."""

import re
from typing import Any

import pytest

from accounts import selectors as people
from accounts import services as accounts
from accounts.models import Persona, User
from common.refusal import Refusal
from forum import selectors as forum
from forum.models import Post
from games import services
from games.models import Notice
from games.selectors import access
from tests.factories import HOST, Played, client_of, make_game, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(clock: Any) -> Played:
    return make_game(clock=clock).to_day()


@pytest.fixture
def stranger() -> User:
    return make_user("lighthouse@example.org", "Старый Маяк")


def member(user: User) -> Persona:
    """Return the member of a person."""
    found = people.member_of(user)
    assert found is not None
    return found


def offer(played: Played, name: str) -> Any:
    """Offer the desk through the page, and confirm."""
    form = played.form(HOST, name=name, confirm=1)
    return played.client(HOST).post(played.url("desk_act", act="hand"), form)


def answer(played: Played, user: User, button: str) -> Any:
    """Answer an offer through the page."""
    return client_of(user).post(played.url("desk_offer"), {"as": member(user).token, button: 1})


def still(page: str) -> str:
    """Return a page without what is new each time: csrf tokens, keys of forms, the clock, seals."""
    return re.sub(r"(?<![\w-])[A-Za-z0-9_-]{20,64}(?![\w-])|\d\d:\d\d:\d\d|seal/\w+|T[\d:]+Z", "", page)


def test_the_member_is_told_and_takes_the_desk(played: Played, stranger: User) -> None:
    played.tell("Груздь", "Ведущий, вопрос.")
    assert offer(played, "  старый маяк ").status_code == 303
    assert Notice.objects.filter(persona=member(stranger), kind="desk_offer").count() == 1
    page = client_of(stranger).get(played.url("desk_offer"))
    assert page.status_code == 200 and "Лесник" in page.content.decode()
    assert not access(played.game.slug, stranger).host, "an offer alone opens nothing"
    assert client_of(stranger).get(played.url("desk")).status_code == 404

    response = answer(played, stranger, "take")
    assert response.status_code == 303 and response["Location"] == played.url("desk")
    assert client_of(stranger).get(played.url("desk")).status_code == 200
    assert played.client(HOST).get(played.url("desk")).status_code == 404
    line = Post.objects.filter(thread=played.game.thread).order_by("-number")[0]
    assert "Старый Маяк" in line.source and "Лесник" in line.source
    assert Notice.objects.filter(persona=played.host, kind="desk_taken").count() == 1


def test_rights_move_with_the_desk(played: Played, stranger: User) -> None:
    talk = played.seat("Груздь").talk
    played.tell("Груздь", "Ведущий, вопрос.")
    offer(played, "Старый Маяк")
    answer(played, stranger, "take")
    new, old = member(stranger), played.host
    played.game.refresh_from_db()
    assert [forum.may_post(thread, new) for thread in (talk, played.game.thread)] == [True, True]
    assert [forum.may_post(thread, old) for thread in (talk, played.game.thread)] == [False, False]
    assert forum.posts(talk, new, 1, 99) and not forum.posts(talk, old, 1, 99)
    services.host_message(game=played.game, host=new, seat=5, source="Слушаю.", at=played.now())
    for act in (services.pause, services.call_off):
        with pytest.raises(Refusal, match="not_host"):
            act(game=played.game, host=old, at=played.now())
    services.pause(game=played.game, host=new, at=played.now())


@pytest.mark.parametrize("button", ["take", "decline"])
def test_nobody_but_the_asked_can_answer(played: Played, stranger: User, button: str) -> None:
    other = make_user("other@example.org", "Прохожий")
    offer(played, "Старый Маяк")
    for user in (other, played.users["Груздь"], played.host_user):
        assert client_of(user).get(played.url("desk_offer")).status_code == 404
        assert client_of(user).post(played.url("desk_offer"), {button: 1}).status_code == 404
    assert client_of(None).post(played.url("desk_offer"), {button: 1}).status_code == 404
    spoilt = client_of(stranger).post(played.url("desk_offer"), {"as": "x", button: 1})
    assert spoilt.status_code == 422
    played.game.refresh_from_db()
    assert (played.game.host, played.game.offered_to) == (played.host, member(stranger))


def test_an_offer_is_declined_and_taken_back(played: Played, stranger: User) -> None:
    offer(played, "Старый Маяк")
    assert answer(played, stranger, "decline").status_code == 303
    assert client_of(stranger).get(played.url("desk_offer")).status_code == 404
    offer(played, "Старый Маяк")
    assert Notice.objects.filter(kind="desk_offer").count() == 2, "asked anew, told anew"
    played.client(HOST).post(played.url("desk_act", act="unhand"), played.form(HOST))
    assert client_of(stranger).get(played.url("desk_offer")).status_code == 404
    with pytest.raises(Refusal, match="not_host"):
        services.take_desk(game=played.game, member=member(stranger), at=played.now())


def test_only_the_last_offer_holds(played: Played, stranger: User) -> None:
    second = make_user("second@example.org", "Новый Маяк")
    offer(played, "Старый Маяк")
    offer(played, "Новый Маяк")
    assert client_of(stranger).get(played.url("desk_offer")).status_code == 404
    assert answer(played, second, "take").status_code == 303


def test_nobody_is_no_member_whoever_the_name_belongs_to(played: Played) -> None:
    """A clone's name gets the answer of a name that nobody bears."""
    answers = set()
    for name in ("Никтоша", "Груздь"):
        response = offer(played, name)
        assert response.status_code == 422
        answers.add(still(response.content.decode()).replace(name, "NAME").count("Участника с таким именем нет."))
    assert answers == {1}
    assert offer(played, "Лесник").status_code == 422


def test_the_host_learns_from_no_answer_whether_a_member_plays_here(played: Played, stranger: User) -> None:
    """Offered to a member who owns a clone here and to one who does not, everything is the same."""
    make_member(played.users["Груздь"], "Новый Маяк")
    pages = []
    for name, user in (("Старый Маяк", stranger), ("Новый Маяк", played.users["Груздь"])):
        question = played.client(HOST).post(played.url("desk_act", act="hand"), played.form(HOST, name=name))
        done = offer(played, name)
        refused_or_not = client_of(user).get(played.url("desk_offer")).status_code
        desk = played.client(HOST).get(played.url("desk"))
        pages.append(
            [
                still(question.content.decode()).replace(name, "NAME"),
                (done.status_code, done["Location"], refused_or_not),
                still(desk.content.decode()).replace(name, "NAME"),
            ]
        )
        played.client(HOST).post(played.url("desk_act", act="unhand"), played.form(HOST))
        played.client(HOST).get(played.url("desk"))
    assert pages[0] == pages[1]


def test_who_plays_here_cant_take_the_desk_and_only_that_person_hears_it(played: Played) -> None:
    player = played.users["Груздь"]
    make_member(player, "Новый Маяк")
    offer(played, "Новый Маяк")
    played.client(HOST).get(played.url("desk"))
    before = played.client(HOST).get(played.url("desk")).content.decode()
    bells = Notice.objects.filter(persona=played.host).count()
    response = answer(played, player, "take")
    assert response.status_code == 422
    assert "Груздь" not in response.content.decode(), "the member's page says nothing of the clone"
    played.game.refresh_from_db()
    assert (played.game.host, played.game.offered_to) == (played.host, member(player))
    assert still(played.client(HOST).get(played.url("desk")).content.decode()) == still(before)
    assert Notice.objects.filter(persona=played.host).count() == bells


def test_who_was_out_still_cant_take_it(played: Played) -> None:
    make_member(played.users["Груздь"], "Новый Маяк")
    played.heart_attack("Груздь")
    offer(played, "Новый Маяк")
    assert answer(played, played.users["Груздь"], "take").status_code == 422


def test_who_left_the_sign_up_may_host(played: Played) -> None:
    game = make_game(tag="2")
    services.withdraw(game=game.game, seat=5, at=game.now())
    make_member(game.users["Груздь2"], "Новый Маяк")
    services.offer_desk(game=game.game, host=game.host, to=member(game.users["Груздь2"]), at=game.now())
    services.take_desk(game=game.game, member=member(game.users["Груздь2"]), at=game.now())
    game.game.refresh_from_db()
    assert game.game.host.name == "Новый Маяк"
    with pytest.raises(Refusal, match="host_cannot_play"):
        services.join(game=game.game, user=game.users["Груздь2"], name="Груздок", announcement="Я.", at=game.now())


def test_no_desk_is_handed_over_after_the_end(played: Played, stranger: User) -> None:
    offer(played, "Старый Маяк")
    played.to_end()
    assert answer(played, stranger, "take").status_code == 422
    with pytest.raises(Refusal, match="wrong_phase"):
        services.offer_desk(game=played.game, host=played.host, to=member(stranger), at=played.now())


def make_member(user: User, name: str) -> Persona:
    """Give a player a member name."""
    return accounts.claim_member_name(user, name)
