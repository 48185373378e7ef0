"""The page of a game in every phase, for every kind of reader, in both languages."""

import re
from datetime import timedelta

import pytest
from django.utils import translation

from accounts.selectors import member_of
from forum.models import Post
from games import services, words
from tests.factories import HOST, Played, client_of, make_game, make_user
from tests.games.web import by_class, by_id, dom, inner, post, refusals, send, shown, speak, text_of, worded

pytestmark = pytest.mark.django_db

ROLE_WORDS = ("мафия", "комиссар", "врач", "Mafia", "Commissioner", "Doctor")


def readers(played: Played) -> dict[str, object]:
    """Return a browser for every kind of reader of a game."""
    onlooker = make_user("onlooker@example.org")
    member = make_user("member@example.org", member="Прохожий")
    found = {"visitor": client_of(None), "onlooker": client_of(onlooker), "member": client_of(member)}
    found |= {name: played.client(name) for name in ("Мухомор", "Боровик", "Рыжик", "Груздь", "Лисичка")}
    return {**found, "host": played.client(HOST)}


def writable(response) -> bool:
    """Whether the page has the field for a post."""
    return any(one.tag == "textarea" and one.get("name") == "text" for one in dom(response).iter())


def check_everywhere(played: Played, writers: set[str]) -> None:
    """Look at the page as everybody, in both languages: it comes, and exactly these may write."""
    found = readers(played)
    for number, (name, browser) in enumerate(found.items()):
        # Every reader in one language, every phase in both; which is whose changes with the phase.
        for language in ("ru", "en")[(number + len(played.phase)) % 2 :][:1]:
            if name in played.users:
                speak(played, name, language)
            response = browser.get(played.url(), headers={"accept-language": language})
            assert response.status_code == 200, (played.phase, name)
            assert response["Cache-Control"] == "no-store, private"
            page = response.content.decode()
            assert "Traceback" not in page and "{%" not in page and "None" not in text_of(response)
            assert not re.search(r"\sstyle=|<style|javascript:|\son[a-z]+=", page), "the policy allows nothing inline"
            assert writable(response) is (name in writers), (played.phase, name, language)
            if not writable(response):
                assert by_class(dom(response), "closed"), (played.phase, name)
            if played.phase not in ("finished", "cancelled"):
                folded = re.sub(r'(?s)<details class="card">.*?</details>', "", page)
                folded = re.sub(r"(?s)<h2>(В раскладе|Dealt)</h2>.*?</section>", "", folded)
                folded = re.sub(r'(?s)<article class="report".*?</article>', "", folded)
                folded = re.sub(r'(?s)<ul class="seats seats-out">.*?</ul>', "", folded)
                for word in ROLE_WORDS:
                    assert word.casefold() not in re.sub(r"<[^>]*>", " ", folded).casefold(), (played.phase, name, word)


LIVING = {"Мухомор", "Боровик", "Рыжик", "Груздь"}


def test_every_phase_for_every_reader(clock):
    """Section 2, "Who may write where"; a page never names a role outside the folded card and public reports."""
    played = make_game(7, clock=clock)
    check_everywhere(played, {*LIVING, "Лисичка", "host"})
    played.deal({"Мухомор": "mafia", "Поганка": "mafia", "Боровик": "commissioner", "Рыжик": "doctor"})
    check_everywhere(played, {"host"})
    played.acknowledge()
    played.heart_attack("Лисичка")
    check_everywhere(played, {*LIVING, "host"})
    services.pause(game=played.game, host=played.host, at=played.now())
    check_everywhere(played, {*LIVING, "host"})
    services.resume(game=played.game, host=played.host, at=played.now())
    played.to_last_word("Груздь", "Мухомор")
    check_everywhere(played, {"Мухомор", "Груздь", "host"})
    played.end_phase()
    check_everywhere(played, {*LIVING, "host"})
    played.end_phase()
    assert played.phase == "night"
    check_everywhere(played, {"host"})
    played.clock.move_to(played.state().phase.deadline + timedelta(seconds=1))
    check_everywhere(played, {"host"})
    for name in ("Груздь", "visitor"):
        page = text_of(played.client(name if name in played.users else "").get(played.url()))
        assert "Подводим итог" in page or "Adding up" in page
    played.end_phase().to_end()
    assert played.phase == "finished"
    check_everywhere(played, {*LIVING, "Лисичка", "host", "member"})


def test_a_game_that_is_called_off(clock):
    """It stays to be read; whoever joined and members write on, and no role was dealt."""
    played = make_game(7, clock=clock)
    services.call_off(game=played.game, host=played.host, at=played.now())
    check_everywhere(played, {*LIVING, "Лисичка", "host", "member"})
    response = played.client().get(played.url())
    with translation.override("ru"):
        assert str(words.REASON["host"]) in text_of(response)
    assert "Проверить раздачу" not in text_of(response), "nothing was dealt"


def test_the_card_is_folded_and_tells_the_role_to_its_owner_alone(clock):
    """Role, duty and mates stand on the card; another player's page has none of it."""
    played = make_game(7, clock=clock).to_day()
    card = by_class(dom(played.client("Мухомор").get(played.url())), "card")[0]
    assert card.tag == "details" and card.get("open") is None
    assert "Мафия" in inner(card) and "Поганка" in inner(card)
    citizen = by_class(dom(played.client("Груздь").get(played.url())), "card")[0]
    assert "Честный житель" in inner(citizen) and "Поганка" not in inner(citizen)
    assert inner(card.find("summary")) == inner(citizen.find("summary"))
    for who in ("", HOST):
        assert not by_class(dom(played.client(who).get(played.url())), "card")


def test_the_seats_by_day_and_by_night(clock):
    """By day a mark for each; at night none at all; who is out stands apart with role and way out as nouns."""
    played = make_game(7, clock=clock).to_day()
    played.vote("Груздь", "Мухомор").away("Опёнок")
    tree = dom(played.client("Груздь").get(played.url()))
    lines = [inner(one) for one in by_class(tree, "seats")[0].iter() if one.tag == "li"]
    said = {name: line for name in played.seats for line in lines if line.startswith(name)}
    assert "голос отдан" in said["Груздь"] and "это вы" in said["Груздь"]
    assert "в отъезде" in said["Опёнок"]
    played.heart_attack("Лисичка").away(*[name for name in played.living() if name != "Опёнок"]).end_phase()
    while played.phase != "night":
        played.end_phase()
    played.tell("Рыжик", "Опёнок")
    for who in ("", "Рыжик", "Мухомор", "Груздь"):
        tree = dom(played.client(who).get(played.url()))
        living, out = by_class(tree, "seats")[0], by_class(tree, "seats-out")[0]
        assert not [one for one in by_class(living, "mark") if inner(one).replace(", это вы", "")]
        assert re.search(r"Лисичка\s*Честный житель, инфаркт, день 1", inner(out))


def test_the_end_shows_winner_roles_and_the_way_to_the_story(clock):
    """Section 3: at the end all roles are shown; the page leads to the story and to the check of the deal."""
    played = make_game(7, clock=clock).to_day().to_end()
    response = played.client().get(played.url())
    ending = inner(by_class(dom(response), "is-ending")[0])
    assert "Победа мирных жителей" in ending
    for name in played.seats:
        assert name in ending
    assert ending.count("победа") == 5
    page = response.content.decode()
    for name in ("story", "proof", "protocol"):
        assert f'href="{played.url(name)}"' in page
    assert "Комната мафии" in ending
    room = re.search(r'href="([^"]*/letters/[^"]*/)"', page)
    assert room and played.client().get(room[1]).status_code == 200


def test_a_member_talks_after_the_end_and_an_onlooker_is_told_how(clock):
    """Section 2: finished: everybody who played, and members."""
    played = make_game(7, clock=clock).to_day()
    member = make_user("member@example.org", member="Прохожий")
    browser, token = client_of(member), {"as": people_token(member)}
    assert browser.post(played.url("post"), {**token, "text": "Рано"}).status_code == 422
    played.to_end()
    assert browser.post(played.url("post"), {**token, "text": "Отличная игра [vote]Груздь[/vote]"}).status_code == 303
    last = shown(played, query=f"?post={Post.objects.filter(thread=played.game.thread).count()}")[-1]
    assert "Прохожий" in inner(last) and "читатель" in inner(last)
    assert not by_class(last, "voted"), "after the end a tag is text"
    onlooker = client_of(make_user("onlooker@example.org"))
    assert "Взять имя участника" in text_of(onlooker.get(played.url()))
    assert onlooker.post(played.url("post"), {"as": "", "text": "И я"}).status_code == 422


def people_token(user) -> str:
    """Return the token of a person's member name."""
    return member_of(user).token


def test_an_unknown_game_and_one_that_is_no_address(clock):
    """404 for whatever is not there, and nothing else."""
    for path in ("/games/none/", "/games/-/", "/games/" + "x" * 300 + "/", "/games/none/post/"):
        assert client_of(None).get(path).status_code in (404, 405)


def test_the_phase_bar_says_what_comes_and_until_when(clock):
    """Every display names the zone; a reader elsewhere sees the own time, and the game's beside it (E059)."""
    played = make_game(7, clock=clock, options={"day": "11h", "deal": "1h", "day_ends_at": "21:00"}).to_day()
    deadline = played.state().phase.deadline
    assert deadline is not None
    user = played.users["Груздь"]
    user.time_zone = "Asia/Vladivostok"
    user.save(update_fields=["time_zone"])
    bar = inner(by_id(dom(played.client("Груздь").get(played.url())), "phasebar"))
    assert "День 1" in bar and "по Владивостоку" in bar and "04:00" in bar
    assert "21:00" in bar and "по Москве" in bar
    assert "Потом последнее слово, за ним ночь 1" in bar
    timer = next(one for one in dom(played.client().get(played.url())).iter() if one.get("role") == "timer")
    assert timer.get("datetime") == deadline.strftime("%Y-%m-%dT%H:%M:%SZ")
    clock.move_to(deadline - timedelta(minutes=5))
    assert "is-near" in played.client().get(played.url()).content.decode()


def test_pauses_in_the_bar(clock):
    """A pause by hand shows what is left; a weekly one also until when, and the true deadline (E057)."""
    played = make_game(7, clock=clock, options={"day": "11h", "weekly_pause": "Mon 18:00 - Tue 09:00"}).to_day()
    clock.shift(timedelta(hours=7))  # 19:00 in Moscow
    bar = inner(by_id(dom(played.client().get(played.url())), "phasebar"))
    assert "Пауза" in bar and "Осталось 5 ч 00 мин" in bar
    assert "вт 9 июня, 09:00" in bar and "вт 9 июня, 14:00" in bar
    clock.shift(timedelta(hours=15))
    services.pause(game=played.game, host=played.host, at=played.now())
    clock.shift(timedelta(days=3))
    bar = inner(by_id(dom(played.client().get(played.url())), "phasebar"))
    assert "Осталось 4 ч 00 мин" in bar and "Ведущий остановил часы" in bar
    assert post(played, "Груздь", "Пока стоят часы.").status_code == 303, "people talk in a pause (E058)"


def test_the_deadline_by_the_second(clock):
    """E054, E059: a second before counts, the very second does not; the text is kept, the page says it closes."""
    played = make_game(7, clock=clock).to_day()
    deadline = played.state().phase.deadline
    assert deadline is not None
    clock.move_to(deadline - timedelta(seconds=6))
    assert send(played, "Груздь", "vote", target=played.seats["Мухомор"]).status_code == 303
    clock.move_to(deadline - timedelta(seconds=5))
    for name, fields in (
        ("post", {"text": "Поздно. [vote]Мухомор[/vote]"}),
        ("vote", {"target": played.seats["Мухомор"]}),
        ("unvote", {}),
        ("away", {"first": 1, "last": 1}),
    ):
        clock.move_to(deadline - timedelta(seconds=5))
        response = send(played, "Лисичка", name, **fields)
        assert response.status_code == 422, name
        assert worded("deadline_passed", deadline=deadline)[:20] in refusals(response)[0]
        if name == "post":
            assert "Поздно. [vote]Мухомор[/vote]" in response.content.decode()
    assert [one.seat for one in played.state().votes] == [played.seats["Груздь"]]
    assert "Подводим итог" in text_of(played.client("Лисичка").get(played.url()))
