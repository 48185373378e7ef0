"""What the host's desk shows, phase by phase, and what it never shows."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Ownership
from forum.models import Post
from games import services
from games.models import Game, Heartbeat, Room
from games.selectors import access, desk_view_for, view_for
from games.views.desk_board import Board, board
from games.views.desk_letters import waiting
from games.views.desk_words import Desk
from tests.factories import HOST, Played, make_game
from tests.games.desk import desk
from tests.games.web import field

pytestmark = pytest.mark.django_db
ALARMS = ("Часы сайта стоят", "Часы сайта ещё не пошли", "Сервер не может продолжить игру")


def at_desk(played: Played, *, roles: bool = True) -> Desk:
    """Sit down at the desk, with the roles shown or folded away."""
    found, now = access(played.game.slug, played.host_user), timezone.now()
    return Desk(found, *_in_order(found, now), open=roles)


def _in_order(found: Any, now: Any) -> tuple[Any, ...]:
    view, ahead, cut = desk_view_for(found, now)
    return view, now, ahead, cut


def board_of(played: Played, *, roles: bool = True) -> Board:
    """Return what stands on the desk."""
    desk = at_desk(played, roles=roles)
    return board(desk, waiting(desk, {}))


def row(played: Played, name: str) -> Any:
    """Return one player's row on the desk."""
    return next(row for row in board_of(played).rows if row.name == name)


def steps(played: Played) -> list[str]:
    """Return what the clock will do by itself, in words."""
    return [f"{step.strong} {step.text}".strip() for step in board_of(played).steps]


def matters(played: Played, *, roles: bool = True) -> list[str]:
    """Return what needs attention, in words."""
    return [matter.said for matter in board_of(played, roles=roles).matters]


# ---------- what stands on it


def test_the_list_before_the_deal() -> None:
    played = make_game(5)
    page = desk(played)
    assert "Видите только вы" in page
    assert all(name in page for name in played.seats)
    assert "Роль" not in page and "Инфаркт" not in page
    assert steps(played) == [
        "Раздача ролей, если игроков хватит. Нужен ещё 1 игрок. Иначе срок один раз сдвинется: плюс 48\u00a0часов."
    ]


def test_after_its_one_extension_a_sign_up_is_called_off(clock: Any) -> None:
    played = make_game(5, clock=clock).end_phase()
    assert played.phase == "signup"
    assert steps(played) == ["Раздача ролей, если игроков хватит. Нужен ещё 1 игрок. Иначе игра отменяется."]


def test_the_deal_shows_roles_and_who_has_not_confirmed() -> None:
    played = make_game().deal({"Мухомор": "mafia", "Поганка": "mafia", "Боровик": "commissioner"})
    played.acknowledge("Мухомор", "Рыжик")
    shown = board_of(played)
    assert row(played, "Мухомор").role == "Мафия" and row(played, "Мухомор").enemy
    assert row(played, "Боровик").role == "Комиссар" and not row(played, "Боровик").enemy
    assert (row(played, "Рыжик").state, row(played, "Груздь").state) == ("ok", "wait")
    assert shown.count == "подтвердили: 2 из 7"
    assert matters(played) == ["Роль пока не подтверждена: Поганка, Боровик, Груздь, Опёнок, Лисичка."]


def test_the_day_shows_votes_and_who_would_leave() -> None:
    played = make_game().to_day()
    played.votes("Мухомор", "Рыжик", "Груздь").post("Опёнок", "Думаю.").away("Лисичка")
    services.give_notice(game=played.game, seat=played.seats["Боровик"], first=2, last=3, at=played.now())
    services.leave_advance_vote(game=played.game, seat=played.seats["Боровик"], day=2, target="Груздь", at=played.now())
    assert (row(played, "Рыжик").state, row(played, "Рыжик").doing) == ("ok", "Мухомор")
    assert row(played, "Опёнок").notes == ("под угрозой: молчание",)
    assert row(played, "Поганка").notes == ("под угрозой: неактивность",)
    assert row(played, "Лисичка").notes == ("в отъезде, день 1",)
    assert row(played, "Боровик").notes == (
        "в отъезде, дни 2–3", "заранее, день 2: Груздь", "под угрозой: неактивность",
    )  # fmt: skip
    assert board_of(played).count == "голоса: 2 из 7"
    step = steps(played)[0]
    assert step.startswith("Конец голосования. По нынешним голосам последнее слово за игроками: Мухомор.")


def test_rules_that_remove_nobody_threaten_nobody() -> None:
    options = {"silent_removed": "off", "inactive_removed": "off"}
    played = make_game(options=options).to_day().post("Опёнок", "Думаю.")
    assert all(not row.notes for row in board_of(played).rows)


def test_a_day_cut_short_threatens_nobody() -> None:
    played = make_game().to_day()
    services.extend(game=played.game, host=played.host, by=timedelta(hours=-1), at=played.now())
    assert all(not row.notes for row in board_of(played).rows)


def test_when_too_many_would_leave_the_desk_says_what_the_guard_will_do() -> None:
    played = make_game().to_day()
    assert "больше половины" in steps(played)[0]
    played.votes("Мухомор", "Поганка", "Боровик", "Рыжик", "Груздь")
    assert "больше половины" not in steps(played)[0]


def test_the_night_shows_orders_as_they_come() -> None:
    played = make_game().to_night()
    assert board_of(played).count == "приказы: 0 из 4"
    played.tell("Мухомор", "Груздь")
    played.tell("Рыжик", "пас")
    assert (row(played, "Мухомор").state, row(played, "Мухомор").doing) == ("ok", "Груздь")
    assert (row(played, "Рыжик").state, row(played, "Рыжик").doing) == ("ok", "пас")
    assert (row(played, "Боровик").state, row(played, "Боровик").doing) == ("wait", "ждём")
    assert (row(played, "Груздь").state, row(played, "Груздь").doing) == ("", "ходов нет")
    assert board_of(played).count == "приказы: 2 из 4"
    played.tell("Мухомор", "отмена")
    assert board_of(played).count == "приказы: 1 из 4"


def test_an_early_dawn_is_announced_to_the_host_alone(clock: Any) -> None:
    played = make_game(options={"night_ends_early": "on", "night_min": "10m"}, clock=clock).to_night()
    deadline = played.state().phase.deadline
    assert board_of(played).steps[0].at == deadline
    for name in ("Мухомор", "Поганка", "Рыжик", "Боровик"):
        played.tell(name, "Груздь")
    assert board_of(played).steps[0].at == timezone.now() + timedelta(minutes=10)
    for person in (None, *played.users.values()):
        view = view_for(access(played.game.slug, person or AnonymousUser()), timezone.now())
        assert (view.due, view.orders, view.would_leave) == (None, (), ((), ()))
        assert view.deadline == deadline


def test_who_is_out_stands_below_with_the_way_out() -> None:
    played = make_game().to_day().heart_attack("Груздь")
    shown = board_of(played).rows
    assert shown[-1].name == "Груздь" and not shown[-1].alive
    assert shown[-1].doing == "инфаркт, день 1"


def test_a_sergeant_who_took_over_is_noted() -> None:
    roles = {"Мухомор": "mafia", "Боровик": "commissioner", "Рыжик": "sergeant"}
    played = make_game().to_day(roles).heart_attack("Боровик")
    assert "исполняет роль: комиссар" in row(played, "Рыжик").notes
    assert row(played, "Рыжик").role == "Сержант"


def test_the_last_post_is_of_the_game_thread_only(clock: Any) -> None:
    played = make_game(clock=clock).to_day()
    clock.shift(timedelta(hours=1))
    played.post("Груздь", "Доброе утро.")
    posted = timezone.now()
    clock.shift(timedelta(hours=1))
    played.tell("Груздь", "Ведущий, вопрос.")
    played.letter("Груздь", ["Опёнок"], "Привет.")
    assert row(played, "Груздь").last == posted


def test_an_advance_vote_is_no_sign_of_life(clock: Any) -> None:
    played = make_game(clock=clock).to_day()
    services.give_notice(game=played.game, seat=played.seats["Груздь"], first=2, last=2, at=played.now())
    services.leave_advance_vote(game=played.game, seat=played.seats["Груздь"], day=2, target="Опёнок", at=played.now())
    before = row(played, "Груздь").last
    played.to_night().end_phase()
    assert (played.state().phase.day, row(played, "Груздь").doing) == (2, "Опёнок")
    assert row(played, "Груздь").last == before


# ---------- letters


def test_letters_wait_until_they_are_answered_not_until_they_are_read() -> None:
    played = make_game().to_day()
    assert all(row.waiting == 0 for row in board_of(played).rows), "what was taken by itself waits for nobody"
    played.tell("Груздь", "Ведущий, вопрос.")
    played.tell("Груздь", "И ещё один.")
    assert row(played, "Груздь").waiting == 2
    assert matters(played) == ["2 письма ждут ответа, самое раннее пришло только что."]
    talk = played.url("desk_talk", seat=played.seats["Груздь"])
    page = played.client(HOST).get(talk).content.decode()
    assert "Ведущий, вопрос." in page and "И ещё один." in page
    assert row(played, "Груздь").waiting == 2
    played.client(HOST).post(talk, played.form(HOST, text="Ответ.", key="k"))
    assert row(played, "Груздь").waiting == 0


def test_what_came_while_the_host_wrote_in_the_talk_still_waits() -> None:
    played = make_game().to_day()
    played.tell("Груздь", "Первый вопрос.")
    talk = played.url("desk_talk", seat=played.seats["Груздь"])
    read = field(played.client(HOST).get(talk), "read")
    played.tell("Груздь", "Второй вопрос.")
    played.client(HOST).post(talk, played.form(HOST, text="Ответ.", key="k", read=read))
    assert row(played, "Груздь").waiting == 1


def test_orders_that_were_taken_wait_for_no_answer_and_others_do() -> None:
    played = make_game().to_night()
    played.tell("Мухомор", "Груздь")
    played.tell("Рыжик", "лечу того же, что и вчера")
    assert (row(played, "Мухомор").waiting, row(played, "Рыжик").waiting) == (0, 1)


def test_the_host_never_sees_letters_the_mafias_room_or_owners() -> None:
    played = make_game()
    played.to_day()
    played.letter("Груздь", ["Опёнок"], "канарейка письма")
    room = Room.objects.get(game=played.game, kind="mafia")
    services.reply(
        game=played.game, seat=1, token=room.thread.token, source="канарейка комнаты", at=played.now(), limit_pace=False
    )
    pages = [desk(played)]
    pages += [
        played.client(HOST).get(played.url("desk_talk", seat=seat)).content.decode() for seat in played.seats.values()
    ]
    for page in pages:
        assert "канарейка" not in page and room.thread.token not in page
        assert "example.org" not in page


def test_ownership_is_not_even_asked_for_the_board() -> None:
    played = make_game().to_day()
    desk = at_desk(played)
    with CaptureQueriesContext(connection) as queries:
        board(desk, waiting(desk, {}))
    assert not any(Ownership._meta.db_table in query["sql"] for query in queries)


def test_the_talk_with_nobody_is_not_found() -> None:
    played = make_game().to_day()
    for seat in (0, 99, 2**31, 10**30):
        assert played.client(HOST).get(f"{played.url('desk')}talk/{seat}/").status_code == 404


def test_a_long_talk_comes_in_pages_and_opens_at_its_end() -> None:
    played = make_game().to_day()
    seat = played.seat("Груздь")
    last = Post.objects.filter(thread=seat.talk).count()
    Post.objects.bulk_create(
        Post(thread=seat.talk, number=last + n, author=seat.persona, source=f"письмо {n}.", html=f"<p>письмо {n}.</p>",
             at=timezone.now())
        for n in range(1, 101)
    )  # fmt: skip
    talk = played.url("desk_talk", seat=seat.number)
    client = played.client(HOST)
    assert "письмо 100." in client.get(talk).content.decode()
    assert "письмо 1." in client.get(f"{talk}?page=1").content.decode()
    assert "письмо 40." in client.get(f"{talk}?post={last + 40}").content.decode()
    for nonsense in ("page=0", "page=-4", "page=999999999999", "page=x", "post=0", "post=-1", "post=\x00"):
        assert client.get(f"{talk}?{nonsense}").status_code == 200


# ---------- the guard, the clock, failures


def test_the_guard_asks_the_host() -> None:
    played = make_game().to_day().end_phase()
    shown = board_of(played)
    assert shown.guarded and "Груздь" in shown.spared
    page = desk(played)
    assert "Решать вам" in page and "Без ответа она пойдёт сама" in page
    assert row(played, "Груздь").notes == ("остаётся: была неактивность",)
    assert [step.strong for step in shown.steps] == ["Часы снова идут.", "Рассвет."]
    assert shown.steps[1].at is None and shown.steps[1].label == "после паузы"
    services.pause(game=played.game, host=played.host, at=played.now())
    assert steps(played) == ["Ничего: часы стоят, пока вы их не пустите."]
    services.resume(game=played.game, host=played.host, at=played.now())
    assert not board_of(played).guarded


def test_a_pause_by_hand_says_that_nothing_happens_by_itself() -> None:
    played = make_game().to_day()
    services.pause(game=played.game, host=played.host, at=played.now())
    assert steps(played) == ["Ничего: часы стоят, пока вы их не пустите."]
    assert "Пустить часы" in desk(played)


def test_weekly_pauses_stand_among_the_steps(clock: Any) -> None:
    played = make_game(options={"weekly_pause": "Mon 18:00 - Tue 09:00"}, clock=clock).to_day()
    assert [step.strong for step in board_of(played).steps] == ["Начнётся недельная пауза.", "Конец голосования."]
    clock.shift(timedelta(hours=8))
    found = board_of(played).steps
    assert [step.strong for step in found] == ["Недельная пауза кончится.", "Конец голосования."]
    assert found[0].at is not None and found[0].at.isoformat() == "2026-06-09T06:00:00+00:00"


def test_a_clock_that_does_not_tick_is_seen_at_the_desk(clock: Any) -> None:
    played = make_game(clock=clock).to_day()
    assert ALARMS[1] in desk(played)
    services.beat(timezone.now())
    assert not any(alarm in desk(played) for alarm in ALARMS)
    clock.shift(timedelta(seconds=30))
    assert ALARMS[0] not in desk(played)
    clock.shift(timedelta(seconds=1))
    assert ALARMS[0] in desk(played)
    assert Heartbeat.objects.count() == 1


def test_a_game_that_fails_is_seen_at_its_own_desk(clock: Any) -> None:
    played, other = make_game(clock=clock).to_day(), make_game(tag="2", clock=clock)
    services.beat(timezone.now())
    Game.objects.filter(pk=played.game.pk).update(failures=1)
    assert ALARMS[2] in desk(played)
    response = other.client(f"{HOST}2")
    response.force_login(other.host_user)
    assert ALARMS[2] not in response.get(other.url("desk")).content.decode()
