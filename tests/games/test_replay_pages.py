"""The pages of a replay: every step from every viewpoint, and nothing in it that was not known there and then."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from forum import services as forum
from forum.models import Post
from games import selectors, services, words
from games.engine import events as e
from games.engine.replay import Recording
from games.engine.sight import HOST as SEES_ALL
from games.engine.sight import Viewer
from games.models import Game
from tests.factories import HOST, Played, make_game
from tests.games import conference
from tests.games.web import text_of

pytestmark = pytest.mark.django_db


def played_through(**options: Any) -> Played:
    """Play a vote, a night with every order, and an end by heart attack; one post is hidden."""
    played = make_game(players=9, **options).to_day()
    played.post("Груздь", "Это лучше не читать.").post("Лисичка", "Голосую. [vote]Груздь[/vote]")
    hidden = Post.objects.get(thread=played.game.thread, source="Это лучше не читать.")
    forum.hide(hidden, played.now())
    played.to_last_word("Груздь").end_phase()
    for name, text in {"Мухомор": "Лисичка", "Боровик": "Мухомор", "Рыжик": "Рыжик"}.items():
        played.tell(name, text)
    played.end_phase()
    played.post("Опёнок", "Только слова.")
    return played.to_end()


ORDERS = {"Мухомор": "метка, Лисичка", "Боровик": "проверить, Мухомор", "Рыжик": "лечить, Рыжик"}


def recording(played: Played) -> Recording:
    return selectors.recording(Game.objects.get(pk=played.game.pk))


def step_with(played: Played, kind: type[e.Event], turn: int = 0) -> int:
    """Return the number of the step in which an event of a kind came about."""
    steps = recording(played).steps
    return [step.number for step in steps if any(isinstance(event, kind) for event, _seats in step.told)][turn]


def page(played: Played, step: int | str, whose: str, who: str = "", status: int = 200) -> str:
    """Return the words of a step's page, from `<main>` on."""
    seat = played.seats.get(whose, whose)
    answer = played.client(who).get(f"{played.url('replay')}?step={step}&as={seat}")
    assert answer.status_code == status
    main = answer.content.decode().split("<main", 1)[1].split("</main>")[0]
    options = re.sub(r"<select.*?</select>", " ", main, flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", options)).split())


# ---------- before the end there is nothing ----------


def test_nobody_looks_back_before_the_end() -> None:
    played = make_game()
    for station in (lambda: None, played.deal, played.acknowledge, played.to_night):
        station()
        for who, question in (("", "?step=1"), ("Груздь", ""), ("Мухомор", "?step=2&as=visitor"), (HOST, "?as=host")):
            assert played.client(who).get(played.url("replay") + question).status_code == 404
        assert "replay" not in played.client().get(played.url("protocol")).content.decode()
    played.end_phase().to_end()
    for who in ("", "Груздь", "Мухомор", HOST):
        assert played.client(who).get(played.url("replay")).status_code == 200


def test_the_replay_is_linked_from_where_a_game_has_ended() -> None:
    played = played_through()
    for name in ("table", "protocol", "story"):
        assert played.url("replay") in Client().get(played.url(name)).content.decode(), name
    assert played.url("replay") in Client().get("/games/archive/").content.decode()


# ---------- from the first step to the last ----------


@pytest.mark.parametrize("language", ["ru", "en"])
def test_the_links_lead_through_the_whole_game(language: str) -> None:
    played = played_through(language=language, reader_language=language)
    kept = recording(played)
    for whose, viewer in (("host", SEES_ALL), ("Мухомор", Viewer(played.seats["Мухомор"]))):
        steps = kept.seen(viewer)
        seat = played.seats.get(whose, whose)
        url = f"?step=1&as={seat}"
        seen: list[int] = []
        while url:
            answer = played.client("Груздь").get(played.url("replay") + url)
            assert answer.status_code == 200
            html = answer.content.decode()
            shown = text_of(answer)
            assert "%(" not in shown and "№ " not in shown.split("<main")[-1].split("№ ")[0]
            assert (f"Шаг {len(seen) + 1} из" if language == "ru" else f"Step {len(seen) + 1} of") in shown
            if language == "en":
                left = re.sub("|".join([*played.seats, HOST, "грибы", "Грибной суп"]), " ", shown.split("Replay", 1)[1])
                left = re.sub("(Только слова|Голосую|здесь|Нарушение правил)\\.", " ", left)
                assert not re.search("[а-яё]", left.lower()), left
            seen.append(int(re.search(r"step=(\d+)", url)[1]))
            found = re.search(r'<a class="btn btn-act" rel="next" accesskey="n" href="([^"#]*)#replay"', html)
            back = re.search(r'<a class="btn" rel="prev" accesskey="p" href="([^"#]*)#replay"', html)
            assert bool(back) == (len(seen) > 1)
            if back:
                assert f"step={seen[-2]}&amp;as={seat}" in back[1]
            url = unescape(found[1]) if found else ""
        assert seen == [step.number for step in steps]


def test_chapters_lead_to_days_and_nights() -> None:
    played = played_through()
    html = Client().get(f"{played.url('replay')}?as=visitor").content.decode()
    found = dict(re.findall(r'<li><a href="\?step=(\d+)&amp;as=visitor#replay"[^>]*>([^<]*)</a></li>', html))
    assert list(found.values()) == ["Набор", "Раздача ролей", "День 1", "Ночь 1", "День 2", "Игра окончена"]
    day_two = next(step for step, name in found.items() if name == "День 2")
    assert int(day_two) == step_with(played, e.NightResolved)
    html = Client().get(f"{played.url('replay')}?step={day_two}").content.decode()
    assert 'data-phase="day"' in html
    night = next(step for step, name in found.items() if name == "Ночь 1")
    html = Client().get(f"{played.url('replay')}?step={night}").content.decode()
    assert 'data-phase="night"' in html and "8 из 9" in html


def test_every_part_of_a_conference_game_is_drawn() -> None:
    """The boss and the names of the mafia, a trial, comparisons and watches, an avenger, a mayor."""
    played = conference.play(conference.make_conference(people_of="r")).to_end()
    verdict, dawn = step_with(played, e.VerdictGiven, 5), step_with(played, e.NightResolved)
    shown = page(played, verdict, "visitor")
    assert "Суд" in shown and "ПРОТИВ" in shown and "Ещё не сказали" in shown and "×2" in shown
    last_word = step_with(played, e.VengeanceNamed)
    assert "называет в последнем слове" in page(played, last_word, conference.LUCKY)
    names_sent = step_with(played, e.OrderGiven)
    for whose in (conference.WEREWOLF, conference.MAFIOSO, conference.LAWYER):
        shown = page(played, names_sent, whose)
        assert f"Имена, названные мафией этой ночью: {conference.LUCKY}" in shown
        assert f"Босс мафии: {conference.WEREWOLF}" in shown
        assert (f"метка, {conference.LUCKY}" in shown) == (whose == conference.WEREWOLF)
    assert "Босс мафии" not in page(played, names_sent, conference.LUCKY)
    for whose, line in {conference.JOURNALIST: "Ночь 1, сравнение: ", conference.WITNESS: "Ночь 1, слежка: "}.items():
        assert line in page(played, dawn, whose)
        assert line not in page(played, dawn, conference.COMMISSIONER)
    assert "повезло" in page(played, dawn, "host")
    assert "повезло" not in page(played, dawn, conference.LUCKY)


# ---------- who knew what ----------


def test_orders_are_seen_by_the_host_and_by_whoever_gave_them() -> None:
    played = played_through()
    step = step_with(played, e.OrderGiven, 2)
    host = page(played, step, "host")
    for line in ("Мухомор (мафия): метка, Лисичка", "Боровик (комиссар): проверить, Мухомор", "Рыжик (врач): лечить"):
        assert line in host, line
    assert "тогда это было тайной" in host
    for whose, own in ORDERS.items():
        shown = page(played, step, whose)
        assert own in shown
        assert not any(line in shown for name, line in ORDERS.items() if name != whose), whose
    for whose in ("visitor", "Груздь", "Поганка", "Опёнок"):
        shown = page(played, step, whose)
        assert not any(line in shown for line in ORDERS.values())
        assert "ничего не было видно" in shown


def test_the_morning_tells_everybody_what_it_told_then() -> None:
    played = played_through()
    dawn = step_with(played, e.NightResolved)
    for whose in ("visitor", "Опёнок", "Мухомор", "Боровик"):
        shown = page(played, dawn, whose)
        assert "Рассвет. Ночью убиты: Лисичка." in shown
        assert "Врач лечит: Рыжик." in shown
        assert "убийца" not in shown
        assert ("проверка, Мухомор: мафия" in shown) == (whose == "Боровик")
    shown = page(played, dawn, "host")
    assert "убийца: мафия" in shown and "проверка, Мухомор: мафия" in shown
    # Afterwards the commissioner still knows it, and nobody else.
    later = step_with(played, e.HeartAttack) - 1
    for whose in ("Боровик", "Рыжик", "visitor"):
        assert ("Ночь 1, проверка: Мухомор, мафия" in page(played, later, whose)) == (whose == "Боровик")


@pytest.mark.parametrize("whose", ["visitor", "Груздь", "Опёнок", "Рыжик", "Боровик", "Мухомор", "Поганка"])
def test_no_page_of_a_viewpoint_names_a_role_that_it_did_not_know(whose: str) -> None:
    played = played_through()
    kept = recording(played)
    viewer = Viewer(played.seats.get(whose, 0))
    names = {number: name for name, number in played.seats.items()}
    with translation.override("ru"):
        roles = {seat.number: words.role(seat.role) for seat in played.state().seats}
    for step in kept.steps[:-1]:
        view = kept.scene(step, viewer).view
        shown = page(played, step.number, whose)
        for seat in view.seats:
            if not seat.role:
                assert f"{names[seat.number]} ({roles[seat.number]})" not in shown, step
                assert f"{names[seat.number]} {roles[seat.number].capitalize()}" not in shown, step


def test_a_player_begins_with_the_own_eyes_and_everybody_else_with_the_hosts() -> None:
    played = played_through()
    for who, chosen in (("Опёнок", str(played.seats["Опёнок"])), ("", "host"), (HOST, "host")):
        html = played.client(who).get(played.url("replay")).content.decode()
        assert re.search(rf'<option value="{chosen}" selected>', html), who
        assert html.count(" selected>") == 1


# ---------- the thread beside it ----------


def test_the_posts_of_a_step_stand_under_it_and_hidden_ones_stay_hidden() -> None:
    played = played_through()
    vote = step_with(played, e.VoteCast)
    assert "Голосую." in page(played, vote, "visitor")
    everything = "".join(page(played, step.number, "host") for step in recording(played).steps)
    assert "Это лучше не читать" not in everything
    assert "Пост скрыт ведущим" in everything
    html = Client().get(f"{played.url('replay')}?step={vote}&as=visitor").content.decode()
    link = re.search(r'href="([^"]*)\?post=(\d+)#p\2">Это место в теме', html)
    post = Post.objects.get(thread=played.game.thread, number=int(link[2]))
    assert "Голосую" in post.source
    assert f'id="p{link[2]}"' in Client().get(f"{link[1]}?post={link[2]}").content.decode()


def fill(played: Played, count: int) -> None:
    """Let the thread have so many posts more, written after the end."""
    newest = Post.objects.filter(thread=played.game.thread).latest("number")
    seq, author = recording(played).steps[-1].last, played.persona("Груздь")
    plain = {"thread": newest.thread, "author": author, "source": "x", "html": "<p>x</p>", "seq": seq, "at": newest.at}
    Post.objects.bulk_create(Post(number=newest.number + n, **plain) for n in range(1, count + 1))


def test_the_page_asks_the_same_of_any_step_and_any_number_of_posts(django_assert_max_num_queries: Any) -> None:
    played = played_through()
    browser, last = played.client("Груздь"), len(recording(played).steps)
    browser.get(played.url("replay"))
    counted = set()
    for posts in (0, 20, 2000):
        fill(played, posts)
        for question in ("?step=1", f"?step={last // 2}&as=visitor", f"?step={last}&as=3"):
            with django_assert_max_num_queries(30) as queries:
                assert browser.get(played.url("replay") + question).status_code == 200
            counted.add(len(queries))
    assert len(counted) == 1, counted


# ---------- odd addresses, odd games ----------


@pytest.mark.parametrize(
    "question", ["?step=x", "?step=-3", "?step=999999999999", "?step=%00", "?as=99", "?as=%00", "?as="]
)
def test_what_is_not_there_leads_to_what_is(question: str) -> None:
    assert Client().get(played_through().url("replay") + question).status_code == 200


def test_a_game_that_was_called_off_has_a_short_replay() -> None:
    played = make_game(players=8)
    services.withdraw(game=played.game, seat=played.seats["Волнушка"], at=played.now())
    services.call_off(game=played.game, host=played.host, at=played.now())
    assert len(recording(played).steps) == 2
    assert "Волнушка: место возвращено" in page(played, 1, "visitor")
    assert "Игра отменена" in page(played, 2, "visitor")
