"""The host's desk in a live game: evening, trial, the night under a boss, the clock by three buttons, the curtain."""

import re
from datetime import timedelta

import pytest

from games import services
from tests.factories import HOST, make_game
from tests.games.desk import desk, done, newest, send
from tests.games.test_desk_page import board_of, matters, row, steps
from tests.games.test_table_trial import table, to_evening, to_trial
from tests.games.web import by_class, by_id, dom, inner, text_of

pytestmark = pytest.mark.django_db

ROLES = {"Мухомор": "mafia", "Поганка": "mafia", "Боровик": "commissioner", "Рыжик": "doctor", "Груздь": "mayor"}


def lead(played) -> str:
    """Return the words of the card that a live game is led by."""
    return inner(by_id(dom(played.client(HOST).get(played.url("desk"))), "desk-lead"))


def form_of(played, act: str) -> tuple[str, dict[str, str]]:
    """Return the address and the hidden fields of a form of that card."""
    card = by_id(dom(played.client(HOST).get(played.url("desk"))), "desk-lead")
    form = next(one for one in card.iter("form") if f"/desk/{act}/" in one.get("action", ""))
    return form.get("action"), {one.get("name"): one.get("value") for one in form.iter("input")}


def facts(played, *, roles: bool = True) -> dict[str, str]:
    """Return the preview of what the end of the phase brings."""
    return {fact.label: fact.value for fact in board_of(played, roles=roles).preview}


def test_a_slow_game_has_no_such_card(clock):
    played = make_game(7, clock=clock).to_day()
    assert lead(played) == "" and "Ещё минута" not in desk(played)


def test_a_day_of_talk_leads_to_the_vote(clock):
    """No count and no jail is foreseen of a day without a vote."""
    played = table(clock)
    assert lead(played).startswith("День 1") and "Следующая фаза сейчас" in lead(played)
    assert steps(played)[0] == "Открывается голосование. Начинается вечер дня 1."
    assert facts(played) == {"Вечер 1": "открывается голосование"}
    assert "тюрьм" not in board_of(played).cut and "голос" not in board_of(played).cut
    asked = send(played, "end")
    assert asked.status_code == 200 and "вечер 1" in text_of(asked)
    assert done(send(played, "end", confirm=1)) and played.phase == "evening"


def test_the_evening_and_the_last_word(clock):
    played = to_evening(table(clock, ROLES))
    played.votes("Опёнок", "Лисичка", "Рыжик")
    services.declare_mayor(game=played.game, seat=played.seats["Груздь"], at=played.now())
    played.vote("Груздь", "Мухомор")
    assert "голоса: 3 из 9" in lead(played)
    assert row(played, "Груздь").doing == "Мухомор" and "мэр, два голоса" in row(played, "Груздь").notes
    assert "Мухомор 2, Опёнок 2" in board_of(played).cut or "Опёнок 2, Мухомор 2" in board_of(played).cut
    played.vote("Волнушка", "Опёнок")
    assert facts(played)["Последнее слово"] == "Опёнок"
    played.end_phase()
    assert "Последнее слово окончено" in lead(played)
    assert any("Суд. За или против: Опёнок." in step for step in steps(played))
    assert done(send(played, "end", confirm=1)) and played.phase == "verdict"


def test_the_last_word_ends_by_one_touch(clock):
    """The button of the card carries the answer: nothing is lost by it, and nobody is asked again."""
    played = to_evening(table(clock))
    played.votes("Опёнок", "Лисичка", "Рыжик").end_phase()
    card = by_id(dom(played.client(HOST).get(played.url("desk"))), "desk-lead")
    form = next(one for one in card.iter("form") if one.get("action", "").split("#")[0].endswith("/end/"))
    fields = {
        one.get("name"): one.get("value") for one in form.iter("input") if one.get("name") != "csrfmiddlewaretoken"
    }
    assert done(played.client(HOST).post(form.get("action"), fields)) and played.phase == "verdict"


def test_a_trial_is_counted_and_foreseen(clock):
    """Who has said what, who is still to say, and what comes of it as things stand; weighed."""
    played = to_trial(table(clock, ROLES), "Опёнок")
    services.declare_mayor(game=played.game, seat=played.seats["Груздь"], at=played.now())
    assert any("Никого не казнят" in step for step in steps(played))
    played.say(True, "Груздь").say(False, "Лисичка", "Опёнок")
    assert "сказали: 3 из 9" in lead(played) and "За: 2, против: 2" in lead(played)
    assert (row(played, "Груздь").doing, row(played, "Лисичка").doing) == ("ЗА", "ПРОТИВ")
    assert row(played, "Рыжик").state == "wait"
    assert facts(played)["Казнь"] == "никто" and facts(played)["Голоса суда"] == "За: 2, против: 2."
    played.say(True, "Рыжик")
    assert facts(played)["Казнь"] == "Опёнок (честный житель)"
    assert "Казнь: Опёнок." in board_of(played).cut
    clock.move_to(played.state().phase.deadline - timedelta(seconds=10))
    assert any(said.startswith("Ещё не сказали ни «за», ни «против»") for said in matters(played))


def test_the_night_under_a_boss_waits_for_the_boss_alone(clock):
    """Of the mafia one order is waited for; others of them stand apart, with what they want, once roles are shown."""
    played = table(clock, ROLES, mafia_kill="boss")
    services.choose_boss(
        game=played.game, seat=played.seats["Мухомор"], target=played.seats["Поганка"], at=played.now()
    )
    to_evening(played).end_phase()
    assert played.phase == "night" and "приказы: 0 из 3" in lead(played)
    assert board_of(played).cut.startswith("Приказы исполнятся как есть: 0 из 3.")
    assert row(played, "Мухомор").doing == "не босс" and row(played, "Поганка").state == "wait"
    assert "босс мафии" in row(played, "Поганка").notes and "хочет боссом: Поганка" in row(played, "Мухомор").notes
    folded = {one.name: one for one in board_of(played, roles=False).rows}
    assert not folded["Поганка"].notes and not folded["Поганка"].doing
    played.tell("Мухомор", "Груздь")
    assert "приказы: 1 из 4" in lead(played)
    played.tell("Поганка", "Опёнок")
    assert "промах" in " ".join(facts(played).values())


def test_comparisons_watches_and_blocks_are_foreseen(clock):
    roles = {**ROLES, "Опёнок": "journalist", "Лисичка": "witness", "Волнушка": "courtesan"}
    played = table(clock, roles)
    to_evening(played).end_phase()
    played.tell("Опёнок", "Мухомор, Рыжик")
    played.tell("Лисичка", "Мухомор")
    played.tell("Волнушка", "Боровик")
    played.tell("Боровик", "Мухомор")
    found = facts(played)
    assert found["Сравнение: Опёнок"] == "Мухомор, Рыжик: разные стороны"
    assert found["Слежка: Лисичка"].startswith("Мухомор: ")
    assert found["Без действия"] == "Боровик"
    assert row(played, "Опёнок").doing == "Мухомор, Рыжик"
    assert not any("Слежка" in label for label in facts(played, roles=False))


def test_one_minute_more_by_one_touch(clock):
    """The button moves the deadline once, however often it is sent from one page; pausing gives another button."""
    played = table(clock)
    before = played.state().phase.deadline
    card = by_id(dom(played.client(HOST).get(played.url("desk"))), "desk-lead")
    form = next(one for one in card.iter("form") if one.get("action", "").split("#")[0].endswith("/extend/"))
    fields = {
        one.get("name"): one.get("value") for one in form.iter("input") if one.get("name") != "csrfmiddlewaretoken"
    }
    fields |= {"way": "more"}
    for _again in range(2):
        assert done(played.client(HOST).post(form.get("action"), fields))
    assert played.state().phase.deadline == before + timedelta(minutes=1)
    assert done(send(played, "pause"))
    assert "Ещё минута" not in lead(played)
    assert "Следующая фаза сейчас" not in lead(played)


def test_the_open_desk_draws_the_card_anew(clock):
    played = table(clock)
    page = desk(played)
    assert "#desk-lead" in re.search(r'hx-select-oob="([^"]+)"', page)[1]


# ---------- the curtain ----------


def test_a_report_behind_the_curtain_is_published_from_the_desk(clock):
    """With words or without; until then the page tells everybody that it is being written, in the look of the phase."""
    played = table(clock, curtain="10m")
    to_evening(played).votes("ночь", "Груздь").end_phase()
    assert played.phase == "curtain"
    for who in ("", "Груздь", "Мухомор"):
        page = played.client(who).get(played.url())
        assert page.status_code == 200 and "Ведущий пишет итог" in text_of(page)
        assert not by_class(dom(page), "composer")
    page = dom(played.client(HOST).get(played.url("desk")))
    assert "Итог готов" in inner(page) and any("Итог готов и ждёт вас" in said for said in matters(played))
    assert played.client("Груздь").post(played.url("desk_act", act="publish"), {}).status_code == 404
    long = send(played, "publish", words="а" * 20_001)
    assert long.status_code == 422 and by_id(dom(long), "d-curtain") is not None
    assert done(send(played, "publish", words="Ночь будет [b]долгой[/b].")) and played.phase == "night"
    assert "долгой" in "".join(post.html for post in played.game.thread.posts.all())
    assert send(played, "publish", words="Ещё раз").status_code == 422
    assert newest(played).number
    played.end_phase()
    assert (
        played.phase == "curtain" and by_id(dom(played.client(HOST).get(played.url("desk"))), "d-curtain") is not None
    )
    assert 'data-phase="night"' in played.client("Груздь").get(played.url()).content.decode()
    assert done(send(played, "publish", words="")) and played.phase == "day"
