"""Presence on pages: what the desk shows of it, what an open page sends, and that nobody else learns anything."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games import services
from games.models import Event, Presence
from tests.factories import HOST, NAMES, Played, client_of, make_game, make_user
from tests.games.desk import desk, done, newest, send, text
from tests.games.web import by_id, dom
from tests.secrets.answers import text_of

pytestmark = pytest.mark.django_db
LIVE = {"presence": True, "auto_heart_attack_after": "5m", "day": "3h", "silent_removed": False}


def live(clock: Any, **more: Any) -> Played:
    """Make a live game on day 1, nobody there yet."""
    options = {**LIVE, **more.pop("options", {})}
    return make_game(7, clock=clock, options=options, **more).to_day()


@pytest.fixture
def seven(clock: Any) -> Played:
    """Seven players on day 1 of a live game; Груздь leaves at once, Чага has never come, the rest stay."""
    played = live(clock)
    come(played, "Груздь")
    clock.shift(timedelta(minutes=3, seconds=10))
    come(played, *[name for name in played.living() if name not in ("Груздь", "Лисичка")])
    return played


def come(played: Played, *names: str) -> None:
    """Let these players' open pages say that they are there."""
    for name in names:
        assert played.client(name).post(played.url("here")).status_code == 204


def card(played: Played) -> Any:
    """Return the desk's part as the page has it."""
    return by_id(dom(played.client(HOST).get(played.url("desk"))), "desk-presence")


def words(element: Any) -> str:
    """Return the words of a part, blanks collapsed."""
    return " ".join("".join(element.itertext()).split())


# ---------- the desk


def test_the_desk_shows_who_is_connected_and_since_when_somebody_is_gone(seven: Played) -> None:
    said = words(card(seven))
    assert "Кто на связи 5 из 7" in said
    assert "Лисичка: с раздачи ролей связи не было" in said
    # The first to come after nobody was there lets all begin anew: in the zone of the reader, to the second.
    assert "Груздь: нет на связи с 12:00:00 (3 минуты) Инфаркт без ведущего: 12:08:10" in said.replace("\xa0", " ")
    assert "На связи: Мухомор, Поганка, Боровик, Рыжик, Опёнок." in said
    assert said.index("Лисичка") < said.index("Груздь"), "the longest gone first"
    assert "5 минут" in said.replace("\xa0", " ")


def test_the_desk_says_it_in_english(clock: Any) -> None:
    played = live(clock, language="en", reader_language="en")
    come(played, "Груздь")
    clock.shift(timedelta(minutes=3, seconds=10))
    come(played, *[name for name in played.living() if name != "Груздь"])
    said = words(card(played)).replace("\xa0", " ")
    assert "Who is connected 6 of 7" in said
    assert "Груздь: gone since 12:00:00 (3 minutes) Heart attack by itself: 12:08:10" in said
    assert "A heart attack by itself after: 5 minutes." in said


def test_without_a_heart_attack_by_itself_none_is_spoken_of(clock: Any) -> None:
    played = live(clock, options={"auto_heart_attack_after": "off"})
    come(played, "Груздь")
    said = words(card(played))
    assert "без ведущего" not in said and "с раздачи ролей связи не было" in said


def test_in_a_pause_no_time_is_named(seven: Played) -> None:
    services.pause(game=seven.game, host=seven.host, at=timezone.now())
    said = words(card(seven))
    assert "нет на связи с 12:00:00" in said and "Инфаркт без ведущего: 1" not in said


def test_where_nobody_is_there_the_site_is_suspected(seven: Played) -> None:
    seven.clock.shift(timedelta(minutes=2))
    said = words(card(seven))
    assert "На связи нет никого" in said and "0 из 7" in said and "На связи:" not in said
    assert "Инфаркт без ведущего: 1" not in said
    come(seven, "Лисичка")
    assert "На связи: Лисичка." in words(card(seven))


def test_one_who_is_out_is_not_spoken_of(seven: Played) -> None:
    seven.heart_attack("Груздь")
    assert "Груздь" not in words(card(seven))


def test_the_part_comes_anew_by_itself(seven: Played) -> None:
    """It asks at an address of its own, and is not replaced under the hands."""
    page = desk(seven)
    url = seven.url("desk_presence")
    assert f'hx-get="{url}"' in page and "data-hold" in page
    answer = seven.client(HOST).get(url)
    assert answer.status_code == 200 and "no-store" in answer["Cache-Control"]
    assert "<html" not in answer.content.decode()
    again = " ".join(re.sub(r"<[^>]*>", "", text(answer)).split())
    assert again == words(card(seven))
    seven.to_end()
    last = seven.client(HOST).get(url).content.decode()
    assert "hx-get" not in last and 'id="desk-presence" hidden' in last
    assert "desk-presence" not in desk(seven)


def test_the_button_beside_it_asks_once_more_and_then_does_it(seven: Played) -> None:
    form = card(seven).findall(".//form")
    assert len(form) == 2
    fields = {one.get("name"): one.get("value") for one in form[1].iter("input")}
    assert (fields["seat"], fields["reason"]) == (str(seven.seats["Груздь"]), "Связь потеряна.")
    asked = send(seven, "heart", seat=fields["seat"], reason=fields["reason"])
    assert asked.status_code == 200 and "Связь потеряна." in text(asked)
    assert not Event.objects.filter(kind="heart_attack").exists()
    assert done(send(seven, "heart", seat=fields["seat"], reason=fields["reason"], confirm="1"))
    assert not seven.seat("Груздь").alive
    assert "Связь потеряна." in newest(seven).html and "слишком долго" not in newest(seven).html


def test_the_reason_is_in_the_language_of_the_game(clock: Any) -> None:
    played = live(clock, language="en")
    reasons = {one.get("value") for one in card(played).iter("input") if one.get("name") == "reason"}
    assert reasons == {"Connection lost."}


def test_a_game_without_the_option_has_no_such_part(clock: Any) -> None:
    played = make_game(7, clock=clock).to_day()
    assert "desk-presence" not in desk(played)
    assert played.client(HOST).get(played.url("desk_presence")).status_code == 404


# ---------- an open page


def test_an_open_page_of_a_living_player_says_that_it_is_there(seven: Played) -> None:
    mark = f'hx-post="{seven.url("here")}"'
    for page in ("table", "letters", "talk", "rules", "protocol"):
        assert mark in seven.client("Груздь").get(seven.url(page)).content.decode(), page
    stranger = client_of(make_user("stranger@example.org", "Прохожий"))
    for client in (seven.client(HOST), seven.client(""), stranger):
        assert mark not in client.get(seven.url()).content.decode()
    seven.heart_attack("Лисичка")
    assert mark not in seven.client("Лисичка").get(seven.url()).content.decode()
    seven.to_end()
    assert mark not in seven.client("Груздь").get(seven.url()).content.decode()


def test_without_the_option_a_page_says_nothing(clock: Any) -> None:
    played = make_game(7, clock=clock).to_day()
    assert "/here/" not in played.client("Груздь").get(played.url()).content.decode()


def test_a_page_is_enough_without_a_script(seven: Played) -> None:
    """Whoever reads a page of the game is there, whichever it is; pages of the site do not count."""
    for page in ("table", "letters", "talk", "rules", "protocol"):
        Presence.objects.update(seen_at=None)
        assert seven.client("Груздь").get(seven.url(page)).status_code == 200
        assert Presence.objects.exclude(seen_at=None).values_list("seat__number", flat=True).get() == 5, page
    Presence.objects.update(seen_at=None)
    assert seven.client("Груздь").get("/").status_code == 200
    assert not Presence.objects.exclude(seen_at=None).exists()


def test_whoever_plays_in_one_game_is_not_there_in_another(seven: Played) -> None:
    other = make_game(5, clock=seven.clock, tag="2", options=LIVE).to_day({"Мухомор2": "mafia"})
    Presence.objects.update(seen_at=None)
    assert seven.client("Груздь").post(other.url("here")).status_code == 404
    seven.client("Груздь").get(other.url())
    assert not Presence.objects.exclude(seen_at=None).exists()


# ---------- nobody else learns anything


def test_the_answer_is_the_same_whoever_is_there(seven: Played) -> None:
    """Seen for the first time, again, out of the game, in a game without presence, over: no content, no header."""
    quiet = make_game(5, clock=seven.clock, tag="2").to_day({"Мухомор2": "mafia"})
    seven.heart_attack("Лисичка")
    answers = {
        text_of(seven.client(name).post(seven.url("here"))) for name in ("Груздь", "Груздь", "Мухомор", "Лисичка")
    }
    answers.add(text_of(quiet.client("Груздь2").post(quiet.url("here"))))
    seven.to_end()
    answers.add(text_of(seven.client("Груздь").post(seven.url("here"))))
    assert len(answers) == 1


def test_outsiders_find_nothing_at_either_address(seven: Played) -> None:
    stranger = client_of(make_user("stranger@example.org", "Прохожий"))
    nowhere = {client: text_of(client.post("/games/nosuch/here/")) for client in (stranger, Client())}
    for client, nothing in nowhere.items():
        answer = client.post(seven.url("here"))
        assert answer.status_code == 404
        assert text_of(answer).replace(seven.game.slug, "nosuch") == nothing
    for name in ("Груздь", "Мухомор"):
        assert seven.client(name).get(seven.url("desk_presence")).status_code == 404
    assert stranger.get(seven.url("desk_presence")).status_code == 404


def test_the_host_has_no_seat_and_leaves_no_trace(seven: Played) -> None:
    before = list(Presence.objects.order_by("seat").values_list("seat", "seen_at", "due_at"))
    seven.clock.shift(timedelta(seconds=30))
    assert seven.client(HOST).post(seven.url("here")).status_code == 404
    desk(seven)
    seven.client(HOST).get(seven.url())
    assert list(Presence.objects.order_by("seat").values_list("seat", "seen_at", "due_at")) == before


def test_no_page_of_anybody_else_changes_when_somebody_goes(seven: Played) -> None:
    """All pages of all others, byte for byte, with one player there and with the same one gone for an hour."""
    watchers: dict[str, User | None] = {name: seven.users[name] for name in NAMES[:7] if name != "Груздь"} | {"": None}
    browsers = {name: client_of(user) for name, user in watchers.items()}
    pages = ("table", "live_panel", "letters", "talk", "rules", "protocol", "desk", "desk_presence")

    def look() -> dict[tuple[str, str], str]:
        return {
            (name, page): re.sub(r"\b[A-Za-z0-9]{64}\b", "", text_of(client.get(seven.url(page))))
            for name, client in browsers.items()
            for page in pages
        }

    look()  # what was new is read
    Presence.objects.update(seen_at=timezone.now())
    there = look()
    Presence.objects.filter(seat__number=5).update(
        seen_at=timezone.now() - timedelta(hours=1), due_at=timezone.now() + timedelta(seconds=1)
    )
    assert look() == there


def test_players_read_in_the_rules_that_the_host_sees_it(seven: Played) -> None:
    said = text(seven.client("Груздь").get(seven.url("rules"))).replace("\xa0", " ")
    assert "Ведущий видит, у кого и с какого времени пропала связь." in said
    assert "На связи тот, у кого открыта страница игры." in said
    assert "выбывает с инфарктом без ведущего" in said and "5 минут" in said
