"""Play now, at the pages: one click, the way back, bots like people, and what is opened at the end."""

import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone

from accounts import selectors as people
from accounts import services as accounts
from accounts.models import User
from games import services
from games.models import Bot, Game, Notice, Reservation, Seat
from games.services import practice
from games.services.work import load_state
from tests.factories import client_of, make_game, make_user
from tests.games.visits import PLAY, Visit
from tests.games.web import by_class, dom, inner, text_of

pytestmark = pytest.mark.django_db

CODE = re.compile(r"\b[A-Z]{4}-[A-Z]{4}\b")


# ---------- the button ----------


def test_a_visitor_plays_by_one_click(visit: Visit) -> None:
    assert visit.user.is_guest and visit.client.session.get_expiry_age() == 60 * 24 * 3600
    assert (visit.game.kind, visit.game.phase, visit.game.players) == ("practice", "deal", practice.SEATS)
    page = visit.page()
    assert page.status_code == 200 and visit.seat.persona.name in text_of(page)


@pytest.mark.parametrize(("language", "zone"), [("en", "Asia/Omsk"), ("ru", "Europe/Berlin")])
def test_the_game_speaks_the_visitors_language_and_zone(clock: Any, language: str, zone: str) -> None:
    client = Client(headers={"accept-language": language})
    client.cookies["tz"] = zone
    visit = Visit(clock, client)
    assert (visit.user.language, visit.user.time_zone) == (language, zone)
    assert (visit.game.language, visit.game.options["timezone"]) == (language, zone)
    assert ("Practice: " if language == "en" else "Тренировка: ") in visit.game.title


def test_one_game_at_a_time_and_another_after_its_end(visit: Visit) -> None:
    assert visit.client.post(PLAY)["Location"] == visit.url
    assert Game.objects.count() == 1 and User.objects.count() == 1
    services.call_off(game=visit.game, host=visit.game.host, at=timezone.now())
    assert visit.client.post(PLAY)["Location"] != visit.url
    assert Game.objects.count() == 2 and User.objects.count() == 1


def test_somebody_logged_in_plays_with_the_own_account(clock: Any) -> None:
    user = make_user("ann@example.org", "Лесник")
    visit = Visit(clock, client_of(user))
    assert visit.user == user and User.objects.count() == 1
    assert visit.seat.persona.name != "Лесник"


def test_looking_at_an_address_makes_no_game() -> None:
    for method in ("get", "head", "put"):
        assert getattr(Client(), method)(PLAY).status_code == 405
    assert not Game.objects.exists() and not User.objects.exists()


def test_the_button_needs_its_token_and_has_it() -> None:
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(PLAY).status_code == 403
    page = strict.get("/").content.decode()
    found = re.search(rf'action="{PLAY}"[^>]*><input[^>]*name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert found
    assert strict.post(PLAY, {"csrfmiddlewaretoken": found[1]}).status_code == 303


@override_settings(ACCOUNT_RATE_LIMITS={"play": "2/m/ip"})
def test_too_many_games_from_one_place_are_refused_in_words(clock: Any) -> None:
    first = Visit(clock)
    assert Client().post(PLAY).status_code == 303
    refused = Client().post(PLAY)
    assert refused.status_code == 429 and "Слишком много попыток" in text_of(refused)
    assert (User.objects.count(), Game.objects.count()) == (2, 2)
    assert first.client.post(PLAY)["Location"] == first.url, "the way back is always open"


# ---------- the front page and lists ----------


def test_the_front_page_has_one_main_button_and_it_is_this_one(clock: Any) -> None:
    make_game(4)
    for client in (Client(), client_of(make_user("ann@example.org", "Соня"))):
        (button,) = by_class(dom(client.get("/")), "btn-act")
        assert inner(button) == "Играть сейчас"


def test_whoever_plays_is_led_back_from_the_front_page(visit: Visit) -> None:
    page = visit.client.get("/")
    (button,) = by_class(dom(page), "btn-act")
    assert inner(button) == "Вернуться в свою игру"
    assert visit.game.title in text_of(page), "it waits among the own games"
    for other in (Client(), client_of(make_user("ann@example.org"))):
        for url in ("/", reverse("games:list"), reverse("games:archive")):
            assert visit.game.title not in text_of(other.get(url))


def test_a_game_of_bots_is_called_so_in_lists_and_on_its_page(visit: Visit) -> None:
    show = practice.table_of_bots(
        user=None, kind=Game.Kind.SHOW, language="ru", time_zone="Europe/Moscow", at=timezone.now()
    )
    url = reverse("games:table", args=[show.slug])
    front = Client().get("/")
    assert "играют боты" in text_of(front) and f'href="{url}">Или посмотреть, как играют боты' in front.content.decode()
    assert "играют боты" in text_of(Client().get(reverse("games:list")))
    page = Client().get(url)
    assert "В этой игре играют боты" in text_of(page) and PLAY in page.content.decode()
    panel = re.findall(r'hx-get="([^"]+/panel/[^"]+)"', page.content.decode())[0].replace("&amp;", "&")
    assert "В этой игре играют боты" in text_of(Client().get(panel[:-5])), "an open page keeps it"
    services.call_off(game=show, host=show.host, at=timezone.now())
    Game.objects.filter(pk=show.pk).update(day=1)
    assert "играют боты" in text_of(Client().get(reverse("games:archive")))
    assert "В этой игре играют боты" not in text_of(Client().get(url))


# ---------- bots look like people ----------


def test_onlookers_can_not_tell_the_person_from_a_bot(visit: Visit) -> None:
    """Not by the markup: a post, a vote's line and a seat of the person are like those of the others."""
    visit.send("acknowledge")
    visit.to("day")
    visit.go_on(lambda: len(by_class(dom(Client().get(visit.url)), "post")) > practice.SEATS + 3)
    visit.send("post", text="Добрый день.", key="k" * 20)
    tree = dom(Client().get(visit.url))
    mine = visit.seat.persona.name
    shapes: dict[bool, set[tuple[str, ...]]] = {True: set(), False: set()}
    for row in by_class(tree, "seats")[0].iter("li"):
        shapes[mine in inner(row)].add(shape(row))
    assert shapes[True] and shapes[True] <= shapes[False]
    # Articles by whether the visitor wrote them; all kinds that the person has, bots have too.
    posts: dict[bool, set[tuple[str, ...]]] = {True: set(), False: set()}
    for article in tree.iter("article"):
        if "post" in (article.get("class") or "").split():
            author = inner(by_class(article, "nick")[0])
            posts[author == mine].add(shape(article, deep=False))
    assert len(posts[True]) > 0 and posts[True] <= posts[False]


def shape(element: Any, *, deep: bool = True) -> tuple[str, ...]:
    """Return what an element is made of, without its words, names and numbers."""
    found = []
    for one in element.iter():
        if not deep and "body" in (one.get("class") or "").split():
            break
        kinds = sorted(name for name in one.keys() if name not in ("href", "src", "id", "datetime", "title"))
        found.append(f"{one.tag} {one.get('class', '')} {kinds}")
    return tuple(found)


# ---------- the end ----------


def test_at_the_end_the_nights_are_opened_and_one_may_play_again(visit: Visit) -> None:
    visit.to("finished")
    page = visit.page()
    words = text_of(page)
    won = visit.seat.number in load_state(visit.game).winners
    assert ("Ваша сторона победила" if won else "Ваша сторона проиграла") in words
    assert "Ваша роль:" in words and "Ночь 1" in words
    assert "метка" in words.split("Ваша роль:")[1].split("Ночь 1")[1], "whom the mafia marked"
    assert "добавьте почту" in words and visit.hint() == ""
    html = page.content.decode()
    assert html.index('id="practice-end-h"') < html.index('id="ending-h"') < html.index("<article")
    assert f'action="{PLAY}"' in html and f'href="{reverse("games:list")}">Сесть в настоящую игру' in html
    # Others who come by see the usual ending alone.
    other = Client().get(visit.url).content.decode()
    assert "practice-end-h" not in other and "ending-h" in other
    again = Visit(visit.clock, visit.client)
    assert again.url != visit.url and again.user == visit.user


def test_who_has_an_address_is_not_told_to_add_one(clock: Any) -> None:
    visit = Visit(clock, client_of(make_user("ann@example.org")))
    for seat in load_state(visit.game).seats:
        if seat.role == "mafia":
            services.give_heart_attack(
                game=visit.game, host=visit.game.host, seat=seat.number, reason="Проверка.", at=timezone.now()
            )
    words = text_of(visit.page())
    assert "Сыграть ещё" in words and "добавьте почту" not in words


# ---------- guests and real games ----------


FORM = {"name": "Осенний Опёнок", "announcement": "Здравствуйте.", "email": "new@example.org"}


def reserve(visit: Visit, url: str, mailoutbox: list[Any], **fields: str) -> tuple[str, str]:
    """Hold a seat in a real game; return the address of the page for the code, and the code."""
    answer = visit.client.post(url, {**FORM, **fields})
    assert answer.status_code == 303 and Reservation.objects.exists()
    found = CODE.search(mailoutbox[-1].body)
    assert found
    return answer["Location"], found[0]


def test_a_guest_joins_a_real_game_as_a_newcomer_and_keeps_the_practice_games(
    visit: Visit, mailoutbox: list[Any]
) -> None:
    played = make_game(6)
    assert 'name="email"' in visit.client.get(played.url()).content.decode()
    page, code = reserve(visit, played.url("join"), mailoutbox)
    assert played.game.seats.count() == 6
    assert visit.client.post(page, {"code": code})["Location"] == played.url()
    visit.user.refresh_from_db()
    assert (visit.user.email, visit.user.is_guest) == ("new@example.org", False)
    seat = Seat.objects.get(game=played.game, persona__name=FORM["name"])
    assert people.owner_of(seat.persona) == visit.user == people.owner_of(visit.seat.persona)
    assert visit.client.post(PLAY)["Location"] == visit.url


def test_a_guest_without_an_address_gets_no_seat(visit: Visit) -> None:
    played = make_game(6)
    answer = visit.client.post(played.url("join"), {**FORM, "email": ""})
    assert answer.status_code == 422 and not Reservation.objects.exists()
    assert FORM["announcement"] in answer.content.decode() and played.game.seats.count() == 6


def test_a_guest_with_a_known_address_is_that_person_from_then_on(visit: Visit, mailoutbox: list[Any]) -> None:
    known, played = make_user("known@example.org"), make_game(6)
    page, code = reserve(visit, played.url("join"), mailoutbox, email="known@example.org")
    visit.client.post(page, {"code": code})
    assert int(visit.client.session["_auth_user_id"]) == known.pk
    assert people.owner_of(Seat.objects.get(game=played.game, persona__name=FORM["name"]).persona) == known
    visit.user.refresh_from_db()
    assert visit.user.is_guest and people.owner_of(visit.seat.persona) == visit.user


def test_no_bell_and_no_mail_for_games_with_bots(visit: Visit, mailoutbox: list[Any]) -> None:
    visit.to("night")
    sender, reader = [seat.number for seat in visit.game.seats.filter(alive=True)][:2]
    services.write_letter(game=visit.game, seat=sender, to=[reader], source="Ночью пишут письма.", at=timezone.now())
    assert not Notice.objects.exists() and mailoutbox == []


def test_a_guest_goes_a_day_after_the_last_game_and_whoever_added_an_address_stays(clock: Any) -> None:
    gone, kept = Visit(clock), Visit(clock)
    accounts.user_for_email("kept@example.org", guest=kept.user)
    for visit in (gone, kept):
        services.call_off(game=visit.game, host=visit.game.host, at=timezone.now())
    later: datetime = timezone.now() + timedelta(days=1, minutes=1)
    assert practice.forget_practice(later) == 1
    assert list(User.objects.all()) == [kept.user] and list(Game.objects.all()) == [kept.game]
    assert Bot.objects.filter(seat__game=kept.game).count() == practice.SEATS - 1
    assert gone.page().status_code == 404 and kept.page().status_code == 200
