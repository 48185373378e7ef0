"""Taking, renaming and giving back a seat: for somebody logged in, and for a newcomer by a code."""

import re
from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Persona, User
from accounts.selectors import owner_of
from common.refusal import Refusal
from forum.models import Post
from games import services
from games.models import Reservation, Seat
from tests.factories import HOST, Played, client_of, make_game, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

CODE = re.compile(r"\b([BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4})\b")
FORM = {"name": "Осенний Опёнок", "announcement": "Стою у пня.", "email": "new@example.org"}


def code() -> str:
    found = CODE.search(str(mail.outbox[-1].body))
    assert found, mail.outbox[-1].body
    return found[1]


def reserve(played: Played, client: Client, **fields: str) -> str:
    """Ask for a seat as a visitor; return the address of the page for the code."""
    answer = client.post(played.url("join"), {**FORM, **fields})
    assert answer.status_code == 303, answer.content.decode()[:2000]
    assert "/join/" in answer["Location"]
    return answer["Location"]


def test_somebody_logged_in_joins_in_one_step() -> None:
    played = make_game(players=6)
    user = make_user("ann@example.org")
    answer = client_of(user).post(played.url("join"), FORM)
    assert answer.status_code == 303 and answer["Location"] == played.url()
    seat = Seat.objects.get(game=played.game, persona__name="Осенний Опёнок")
    assert owner_of(seat.persona) == user and seat.number == 7
    assert Post.objects.get(thread=played.game.thread, author=seat.persona).source == "Стою у пня."


def test_the_same_form_sent_twice_takes_one_seat() -> None:
    played = make_game(players=6)
    client = client_of(make_user("ann@example.org"))
    first, second = (client.post(played.url("join"), FORM) for _i in range(2))
    assert first.status_code == second.status_code == 303
    assert played.game.seats.count() == 7


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"name": "Ночь"}, "имеет значение в игре"),
        ({"name": "Груздь"}, "занят"),
        ({"name": "Гpуздь"}, "Латиница и кириллица"),
        ({"name": ""}, "Нужно имя"),
        ({"name": "Ж" * 300}, "не больше 32"),
        ({"announcement": "  "}, ""),
        ({"announcement": "ё" * 20_001}, ""),
        ({"name": "a\0b", "announcement": "\0"}, ""),
    ],
)
def test_what_was_typed_is_kept_when_it_is_refused(fields: dict[str, str], said: str) -> None:
    played = make_game(players=6)
    for client in (client_of(make_user("ann@example.org")), Client()):
        answer = client.post(played.url("join"), {**FORM, **fields})
        page = answer.content.decode()
        assert answer.status_code == 422
        assert 'class="said is-no"' in page
        kept = {**FORM, **fields}
        assert kept["announcement"].strip("\0 ") in page
        if fields.get("name") in ("Ночь", "Груздь"):
            assert f'value="{fields["name"]}"' in page
    assert played.game.seats.count() == 6 and not Reservation.objects.exists()
    assert not Persona.objects.filter(name=FORM["name"]).exists()


@pytest.mark.parametrize("email", ["", "no", "a@", "a b@example.org", "x" * 260 + "@example.org", "a@b\ncc: d@e.org"])
def test_what_is_no_address_is_refused(email: str) -> None:
    played = make_game(players=6)
    answer = Client().post(played.url("join"), {**FORM, "email": email})
    assert answer.status_code == 422 and FORM["announcement"] in answer.content.decode()
    assert mail.outbox == [] and not Reservation.objects.exists()


def test_a_newcomer_joins_by_the_code_and_is_logged_in() -> None:
    played = make_game(players=6)
    client = Client()
    page = reserve(played, client)
    assert "new@example.org" in client.get(page).content.decode()
    assert played.game.seats.count() == 6 and not User.objects.filter(email="new@example.org").exists()
    before = client.session.session_key
    answer = client.post(page, {"code": code().lower().replace("-", " ")})
    assert answer.status_code == 303 and answer["Location"] == played.url()
    user = User.objects.get(email="new@example.org")
    assert client.session.session_key != before, "the session gets a new key"
    assert int(client.session["_auth_user_id"]) == user.pk
    seat = Seat.objects.get(game=played.game, persona__name="Осенний Опёнок")
    assert owner_of(seat.persona) == user
    assert "Осенний Опёнок" in client.get(played.url()).content.decode()
    assert not Reservation.objects.exists()


def test_a_known_address_gets_the_same_answer_and_the_same_letter_as_a_new_one() -> None:
    played = make_game(players=6)
    make_user("known@example.org")
    answers = []
    for number, email in enumerate(("known@example.org", "other@example.org")):
        client = Client()
        page = reserve(played, client, email=email, name=("Рядовка", "Ежовик")[number])
        shown = client.get(page).content.decode()
        for secret in (page.split("/")[-2], email, "Рядовка", "Ежовик"):
            shown = shown.replace(secret, "")
        shown = re.sub(r'csrfmiddlewaretoken" value="[^"]*"|seal/\w+|"X-CSRFToken": "[^"]*"', "", shown)
        answers.append((shown, CODE.sub("", str(mail.outbox[-1].body)), CODE.sub("", mail.outbox[-1].subject)))
    assert answers[0] == answers[1]
    assert "Грибной" not in "".join(answers[0][1:]), "the letter says nothing of the game"


def test_the_owner_of_a_seat_hears_it_only_after_the_code() -> None:
    played = make_game(players=6)
    client = Client()
    page = reserve(played, client, email="player1@example.org")
    answer = client.post(page, {"code": code()})
    assert answer.status_code == 422 and "уже есть место" in answer.content.decode()
    assert "_auth_user_id" not in client.session and played.game.seats.count() == 6


def test_the_host_can_not_come_in_by_the_back_door() -> None:
    played = make_game(players=6)
    client = Client()
    page = reserve(played, client, email="host0@example.org")
    assert client.post(page, {"code": code()}).status_code == 422
    assert client_of(played.host_user).post(played.url("join"), FORM).status_code == 422
    assert played.game.seats.count() == 6


def test_a_closed_account_stays_outside() -> None:
    played = make_game(players=6)
    user = make_user("ann@example.org")
    user.is_active = False
    user.save()
    client = Client()
    page = reserve(played, client, email="ann@example.org")
    assert client.post(page, {"code": code()}).status_code == 422
    assert played.game.seats.count() == 6 and "_auth_user_id" not in client.session


def test_five_wrong_codes_end_the_try() -> None:
    played = make_game(players=6)
    client = Client()
    page = reserve(played, client)
    right = code()
    for left in (4, 3, 2, 1, 0):
        answer = client.post(page, {"code": "BBBB-BBBB"})
        assert answer.status_code == 422, left
    assert client.post(page, {"code": right}, follow=True).redirect_chain == [(played.url(), 303)]
    assert played.game.seats.count() == 6


def test_tries_are_counted_before_the_code_is_looked_at() -> None:
    played = make_game(players=6)
    held, right = services.reserve(
        game=played.game, email="a@example.org", name="Рядовка", announcement="Тут.", at=timezone.now()
    )
    Reservation.objects.update(tries=5)
    with pytest.raises(Refusal) as refused:
        services.confirm_reservation(token=held.token, code=right, at=timezone.now())
    assert refused.value.code == "code_expired"


def test_a_held_seat_is_free_again_after_half_an_hour(clock) -> None:
    played = make_game(players=6, clock=clock)
    client = Client()
    page = reserve(played, client)
    clock.shift(timedelta(minutes=31))
    assert client.post(page, {"code": code()}, follow=True).redirect_chain == [(played.url(), 303)]
    assert services.drop_stale_reservations(timezone.now()) == 1
    assert not Persona.objects.filter(name=FORM["name"]).exists()
    assert reserve(played, Client())


def test_whoever_begins_anew_keeps_the_text_and_the_nickname() -> None:
    played = make_game(players=6)
    client = Client()
    page = reserve(played, client, email="wrong@example.org")
    answer = client.post(page, {"again": "1"})
    shown = answer.content.decode()
    assert answer.status_code == 200 and FORM["announcement"] in shown and 'value="Осенний Опёнок"' in shown
    assert not Reservation.objects.exists()
    page = reserve(played, client, email="right@example.org")
    assert client.post(page, {"code": code()}).status_code == 303


def test_a_second_form_of_the_same_browser_takes_the_place_of_the_first() -> None:
    played = make_game(players=6)
    client = Client()
    reserve(played, client)
    reserve(played, client, email="new2@example.org")
    assert Reservation.objects.get().email == "new2@example.org"


def test_the_same_visitors_form_sent_twice_holds_one_seat_and_mails_one_letter() -> None:
    played = make_game(players=6)
    first, second = Client(), Client()
    page = reserve(played, first, key="abc")
    assert reserve(played, second, key="abc") == page
    assert Reservation.objects.count() == 1 and len(mail.outbox) == 1


def test_held_seats_count_as_taken() -> None:
    played = make_game(players=6, options={"max_players": 7})
    reserve(played, Client())
    answer = Client().post(played.url("join"), {**FORM, "name": "Рядовка", "email": "b@example.org"})
    assert answer.status_code == 422 and "Все места заняты" in answer.content.decode()


def test_letters_to_one_address_and_from_one_place_are_limited() -> None:
    played = make_game(players=6)
    for name in ("Рядовка", "Ежовик", "Млечник"):
        reserve(played, Client(), name=name, email="victim@example.org")
    answer = Client().post(played.url("join"), {**FORM, "email": "victim@example.org"})
    assert answer.status_code == 429 and FORM["announcement"] in answer.content.decode()
    assert len(mail.outbox) == 3 and Reservation.objects.count() == 3
    assert reserve(played, Client(), email="somebody.else@example.org")


def test_a_page_for_a_code_exists_for_its_game_alone() -> None:
    played, other = make_game(players=6), make_game(players=6, tag="б")
    page = reserve(played, Client())
    token = page.rstrip("/").split("/")[-1]
    wrong = other.url("join_code", token=token)
    assert Client().get(wrong).status_code == 303
    assert Client().post(wrong, {"code": code()}).status_code == 303
    assert played.game.seats.count() == 6 and Reservation.objects.count() == 1


def test_nobody_joins_after_the_deal_and_the_text_is_kept() -> None:
    played = make_game(players=6)
    page = reserve(played, late := Client())
    played.deal()
    answer = client_of(make_user("ann@example.org")).post(played.url("join"), FORM)
    assert answer.status_code == 422 and 'class="said is-no"' in answer.content.decode()
    assert late.post(page, {"code": code()}).status_code == 422


def test_nobody_joins_after_the_deadline_before_the_tick_has_come(clock) -> None:
    played = make_game(players=6, clock=clock)
    clock.shift(timedelta(days=3))
    answer = client_of(make_user("ann@example.org")).post(played.url("join"), FORM)
    assert answer.status_code == 422 and played.game.seats.count() == 6


def test_a_game_under_member_names_takes_the_member_name() -> None:
    played = make_game(players=0, options={"names": "member"})
    assert Client().post(played.url("join"), FORM).status_code == 422
    nameless = make_user("ann@example.org")
    answer = client_of(nameless).post(played.url("join"), FORM)
    assert answer.status_code == 422 and reverse("accounts:name") in answer.content.decode()
    user = make_user("bob@example.org", member="Старый Маяк")
    client = client_of(user)
    for _round in range(2):
        assert client.post(played.url("join"), FORM).status_code == 303
        seat = Seat.objects.get(game=played.game, left=False)
        assert seat.persona.name == "Старый Маяк"
        # Given back, it can be taken again, under the same name.
        client.post(played.url("withdraw"), {"as": seat.persona.token})
        assert not Seat.objects.filter(game=played.game, left=False).exists()


# ---------- one's own seat ----------


def test_a_seat_can_be_given_back_until_the_deal() -> None:
    played = make_game()
    token = played.persona("Груздь").token
    answer = played.client("Груздь").post(played.url("withdraw"), {"as": token})
    assert answer.status_code == 303
    assert Seat.objects.get(game=played.game, number=played.seats["Груздь"]).left
    assert (
        client_of(make_user("ann@example.org")).post(played.url("join"), {**FORM, "name": "Груздь"}).status_code == 303
    )


def test_nobody_leaves_after_the_deal() -> None:
    played = make_game().deal()
    for name in ("withdraw", "rename"):
        answer = played.client("Груздь").post(played.url(name), played.form("Груздь", name="Масляк"))
        assert answer.status_code == 422
    assert played.persona("Груздь").name == "Груздь"


def test_another_nickname_until_the_deal() -> None:
    played = make_game()
    services.ask_rename(game=played.game, host=played.host, seat=played.seats["Груздь"], at=played.now())
    client = played.client("Груздь")
    taken = client.post(played.url("rename"), played.form("Груздь", name="лисичка"))
    assert taken.status_code == 422 and 'value="лисичка"' in taken.content.decode()
    assert client.post(played.url("rename"), played.form("Груздь", name="Масляк")).status_code == 303
    seat = played.seat("Груздь")
    assert seat.persona.name == "Масляк" and not seat.rename_asked


@pytest.mark.parametrize("name", ["withdraw", "rename"])
@pytest.mark.parametrize("who", ["", HOST, "чужой"])
def test_only_the_holder_of_a_seat_acts_for_it(name: str, who: str) -> None:
    played, other = make_game(), make_game(tag="б")
    client = other.client("Груздьб") if who == "чужой" else played.client(who)
    form = {"as": played.persona("Груздь").token, "name": "Масляк"}
    assert client.post(played.url(name), form).status_code == 422
    assert not Seat.objects.filter(left=True).exists() and played.persona("Груздь").name == "Груздь"


@pytest.mark.parametrize("name", ["withdraw", "rename"])
def test_a_form_of_another_persona_is_refused(name: str) -> None:
    played = make_game()
    form = {"as": played.persona("Лисичка").token, "name": "Масляк"}
    answer = played.client("Груздь").post(played.url(name), form)
    assert answer.status_code == 422
    assert not Seat.objects.filter(left=True).exists()
