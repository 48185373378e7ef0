"""The acts of the desk through the pages: asked for, confirmed, done once, refused with the text kept."""

from datetime import timedelta

import pytest
from django.http import HttpResponse
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from forum.models import Post
from games import services
from games.models import Notice, Seat
from games.views.desk_acts import ACTS
from tests.factories import HOST, Played, make_game
from tests.games.desk import done, newest, send, seq, text

pytestmark = pytest.mark.django_db


# ---------- who may act, and as whom


@pytest.mark.parametrize("who", ["", "Мухомор"])
def test_nobody_else_can_act(who: str) -> None:
    played = make_game().to_day()
    before, posts = seq(played), newest(played).number
    fields = played.form(HOST, phase="day-1", confirm=1, seat=1, reason="да", by="2h", number=3, text="да", name="да")
    for act in [*ACTS, "post", "nonsense"]:
        assert played.client(who).post(played.url("desk_act", act=act), fields).status_code == 404, act
    assert (seq(played), newest(played).number) == (before, posts)


def test_a_form_of_another_persona_is_refused_and_the_text_kept() -> None:
    played = make_game().to_day()
    before = seq(played)
    typed = {"reason": "набранная причина", "by": "7h", "number": 5, "text": "набранный пост", "name": "Некто"}
    kept = {"heart": "набранная причина", "extend": "7h", "hide": "5", "post": "набранный пост", "hand": "Некто"}
    for act in [*ACTS, "post"]:
        for token in ("", "nonsense", played.persona("Груздь").token):
            form = {"as": token, "phase": "day-1", "confirm": 1, "seat": 2, **typed}
            response = played.client(HOST).post(played.url("desk_act", act=act), form)
            assert response.status_code == 422, act
            assert "форма открыта под другим именем" in text(response), act
            assert kept.get(act, "") in text(response), act
    assert seq(played) == before and played.phase == "day"


def test_acts_are_never_done_by_a_link_or_without_a_token() -> None:
    played = make_game().to_day()
    assert played.client(HOST).get(played.url("desk_act", act="pause")).status_code == 405
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(played.host_user)
    assert strict.post(played.url("desk_act", act="pause"), played.form(HOST, phase="day-1")).status_code == 403
    assert played.state().phase.remaining is None


def test_an_act_that_there_is_not_is_not_found() -> None:
    played = make_game().to_day()
    assert send(played, "nonsense").status_code == 404


# ---------- asked once more

ASKED: dict[str, tuple[dict[str, object], str]] = {
    "heart": ({"seat": 5, "reason": "Показал письмо."}, "Роль увидят все: честный житель"),
    "extend": ({"by": "2h", "way": "less"}, "Убавится: 2\u00a0часа"),
    "hide": ({"number": 3}, "Поганка здесь."),
    "hand": ({"name": "Лесник2"}, "Лесник2"),
    "cancel": ({}, "без победителя"),
}
ASKED_BEFORE: dict[str, tuple[dict[str, object], str]] = {
    "deal": ({}, "мафия: 2"),
    "remove": ({"seat": 5}, "Груздь"),
}


@pytest.mark.parametrize("act", [*ASKED, *ASKED_BEFORE])
def test_what_cant_be_taken_back_is_asked_once_more_with_its_consequence(act: str) -> None:
    played, _other = make_game(), make_game(tag="2")
    if act in ASKED:
        played.to_day()
    fields, consequence = {**ASKED, **ASKED_BEFORE}[act]
    before, hidden = seq(played), Post.objects.exclude(hidden_at=None).count()
    response = send(played, act, **fields)
    assert response.status_code == 200
    assert consequence in text(response)
    assert 'name="confirm"' in text(response)
    for name, value in fields.items():
        assert f'name="{name}" value="{value}"' in text(response), "the question carries what was typed"
    played.game.refresh_from_db()
    assert (seq(played), Post.objects.exclude(hidden_at=None).count()) == (before, hidden)
    assert played.game.offered_to is None

    back = send(played, act, **fields, confirm=1, back=1)
    assert back.status_code == 200 and seq(played) == before
    if act in ("heart", "extend", "hide", "hand"):
        typed = next(str(value) for value in fields.values() if str(value) != "less")
        assert typed in text(back)

    assert done(send(played, act, **fields, confirm=1))


# ---------- the clock


def test_pause_and_resume() -> None:
    played = make_game().to_day()
    assert done(send(played, "pause"))
    assert played.state().phase.remaining is not None
    assert "Часы остановлены." in text(played.client(HOST).get(played.url("desk")))
    assert done(send(played, "resume"))
    assert played.state().phase.remaining is None


def test_time_is_given_in_the_spellings_of_durations() -> None:
    played = make_game().to_day()
    spellings = {"2h": 2, "90m": 1.5, "1d 12h": 36, "3ч": 3, " 2 ч 30 мин ": 2.5, "90d": 2160}
    for typed, hours in spellings.items():
        before = played.state().phase.deadline
        assert before is not None
        assert done(send(played, "extend", by=typed, way="more")), typed
        assert played.state().phase.deadline == before + timedelta(hours=hours)


def test_what_is_no_duration_moves_nothing_and_is_kept() -> None:
    played = make_game().to_day()
    before = played.state().phase.deadline
    wrong = ["", " ", "два часа", "2", "h", "-2h", "0h", "0", "91d", "2161h", "1e9h", "9" * 40, "2h\x00", "💣", "2h2"]
    for typed in wrong:
        for way in ("more", "less"):
            response = send(played, "extend", by=typed, way=way, confirm=1)
            assert response.status_code == 422, typed
            assert f'value="{typed.strip().replace(chr(0), "")}' in text(response) or not typed.strip()
    assert send(played, "extend", by="2h", way="sideways").status_code == 422
    assert played.state().phase.deadline == before


def test_a_form_that_comes_twice_moves_the_time_once() -> None:
    played = make_game().to_day()
    before = played.state().phase.deadline
    assert before is not None
    for _time in range(3):
        assert done(send(played, "extend", by="2h", moved=0))
    assert played.state().phase.deadline == before + timedelta(hours=2)
    assert "второй раз ничего не сдвинуто" in text(played.client(HOST).get(played.url("desk")))
    assert done(send(played, "extend", by="2h"))
    assert played.state().phase.deadline == before + timedelta(hours=4)


def test_the_form_on_the_page_carries_what_was_moved() -> None:
    played = make_game().to_day()
    send(played, "extend", by="2h")
    assert '<input type="hidden" name="moved" value="7200">' in text(played.client(HOST).get(played.url("desk")))


def test_a_spoilt_form_of_time_breaks_nothing() -> None:
    played = make_game().to_day()
    for moved in ("x", "1" * 30, "-1" + "0" * 20, "1.5", "\x00"):
        assert send(played, "extend", by="2h", moved=moved).status_code == 422


def test_time_taken_to_nothing_ends_the_phase_and_makes_nobody_silent() -> None:
    played = make_game().to_day()
    question = send(played, "extend", by="48h", way="less")
    assert "она закончится сразу" in text(question) and "никто не выбывает" in text(question)
    assert done(send(played, "extend", by="48h", way="less", confirm=1))
    assert played.phase == "night"
    assert len(played.living()) == 7


def test_a_form_of_another_phase_is_not_taken_for_this_one() -> None:
    played = make_game().to_day().to_night()
    before = seq(played)
    timed = [act for act, made in ACTS.items() if made.timed]
    assert {"pause", "resume", "extend", "deal"} <= set(timed)
    for act in timed:
        response = send(played, act, by="2h", confirm=1, phase="day-1")
        assert response.status_code == 422, act
        assert "Сейчас это невозможно." in text(response), act
    assert seq(played) == before


def test_what_the_phase_does_not_allow_is_refused_with_its_sentence() -> None:
    played = make_game()
    assert "Игра ещё не началась" in text(send(played, "pause"))
    played.to_day()
    for act in ("rename", "remove"):
        assert send(played, act, seat=3, confirm=1).status_code == 422
    assert "Роли розданы" in text(send(played, "deal", confirm=1))


# ---------- players


def test_a_heart_attack_shows_role_and_reason_to_all() -> None:
    played = make_game().to_day()
    reason = "Цитата <script>alert(1)</script> из письма."
    assert done(send(played, "heart", seat=played.seats["Боровик"], reason=reason, confirm=1))
    assert "Боровик" not in played.living()
    report = newest(played)
    assert reason in report.source and "комиссар" in report.source
    assert "<script>" not in report.html


def test_a_heart_attack_needs_a_reason_of_a_decent_length() -> None:
    played = make_game().to_day()
    for reason in ("", "  \n ", "\u200b", "я" * 1001, "\x00"):
        assert send(played, "heart", seat=5, reason=reason, confirm=1).status_code == 422, repr(reason)
    assert len(played.living()) == 7


def test_a_player_that_there_is_not_is_refused() -> None:
    played = make_game()
    for act in ("rename", "remove", "heart"):
        if act == "heart":
            played.to_day()
        before = seq(played)
        for seat in ("", "0", "-1", "99", "x", "9" * 30, "1.5", "\x00", "5 5"):
            response = send(played, act, seat=seat, reason="набранная причина", confirm=1)
            assert response.status_code == 422, (act, seat)
            assert act != "heart" or "набранная причина" in text(response)
        assert seq(played) == before


def test_who_is_out_cant_be_removed_again() -> None:
    played = make_game().to_day().heart_attack("Груздь")
    assert send(played, "heart", seat=played.seats["Груздь"], reason="снова", confirm=1).status_code == 422


def test_asking_for_another_nickname_tells_the_player_and_shows_on_the_list() -> None:
    played = make_game()
    assert done(send(played, "rename", seat=2))
    assert Notice.objects.filter(persona=played.persona("Поганка"), kind="rename").count() == 1
    page = text(played.client(HOST).get(played.url("desk")))
    assert "ждём другой ник" in page
    assert done(send(played, "rename", seat=2)), "asked twice is asked once"
    assert Notice.objects.filter(kind="rename").count() == 1


def test_a_clone_is_taken_off_the_list_and_may_come_back() -> None:
    played = make_game()
    assert done(send(played, "remove", seat=5, confirm=1))
    assert not Seat.objects.filter(game=played.game, number=5, left=False).exists()
    assert 5 not in [seat.number for seat in played.state().seats]
    seat = services.join(
        game=played.game, user=played.users["Груздь"], name="Груздок", announcement="Снова здесь.", at=played.now()
    )
    assert seat.number == 8


def test_the_deal_needs_enough_players() -> None:
    played = make_game(5)
    for confirm in ({}, {"confirm": 1}):
        response = send(played, "deal", **confirm)
        assert response.status_code == 422 and "Игроков мало" in text(response)
    assert played.phase == "signup"
    played = make_game(6, tag="2")
    played.client(HOST).force_login(played.host_user)
    form = {"as": played.host.token, "phase": "signup-0", "confirm": 1}
    assert played.client(HOST).post(played.url("desk_act", act="deal"), form).status_code == 303
    assert played.phase == "deal"


# ---------- whatever is typed


@pytest.fixture
def in_a_day(db: None) -> Played:
    """A game that lasts over all examples."""
    return make_game().to_day()


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), database=None)
@given(data=st.data())
def test_no_form_of_the_desk_breaks_on_what_people_type(in_a_day: Played, data: st.DataObject) -> None:
    anything = st.one_of(st.text(max_size=60), st.integers().map(str), st.just("9" * 300), st.just("\x00"))
    names = ["seat", "reason", "by", "way", "moved", "number", "name", "text", "key", "phase", "confirm", "preview"]
    fields = {name: data.draw(anything) for name in data.draw(st.sets(st.sampled_from(names)))}
    act = data.draw(st.sampled_from([*ACTS, "post"]))
    response: HttpResponse = send(in_a_day, act, **fields)
    assert response.status_code in (200, 303, 422)
