"""What the desk says needs attention, what it foresees, and that roles stand on it only when asked for."""

import re
from datetime import timedelta
from typing import Any

import pytest

from games import services
from games.engine.composition import Composition, Row
from games.models import Game
from tests.factories import HOST, Played, make_game, make_user
from tests.games.desk import desk, done, send, text
from tests.games.test_desk_page import board_of, matters, steps

pytestmark = pytest.mark.django_db


def preview(played: Played, *, roles: bool = True) -> dict[str, str]:
    """Return the report as the desk foresees it."""
    return {fact.label: fact.value for fact in board_of(played, roles=roles).preview}


# ---------- what needs attention


def test_nothing_needs_attention_in_a_fresh_sign_up() -> None:
    played = make_game()
    assert matters(played) == []
    assert "letter-in" not in desk(played) and 'class="todo"' not in desk(played)


def test_a_sign_up_with_too_few_near_its_end(clock: Any) -> None:
    played = make_game(4, clock=clock)
    assert matters(played) == []
    played.wait(timedelta(hours=30))
    (line,) = matters(played)
    assert line.startswith("До конца записи 18\u00a0часов, не хватает 2 игроков.")


def test_wishes_for_nicknames_until_they_are_met() -> None:
    played = make_game()
    send(played, "rename", seat=played.seats["Мухомор"])
    assert matters(played) == ["Просили сменить ник, он пока прежний: Мухомор."]
    services.rename(game=played.game, seat=played.seats["Мухомор"], name="Пантерный", at=played.now())
    assert matters(played) == []


def test_roles_that_do_not_fit_the_number_of_players() -> None:
    composition = Composition((Row(6, (("mafia", 1),)), Row(7, (("mafia", 4),))))
    played = make_game(6)
    assert matters(played) == []
    services.join(
        game=played.game, user=make_user("late@example.org"), name="Опята", announcement="Здесь.", at=played.now()
    )
    Game.objects.filter(pk=played.game.pk).update(composition=composition.to_json())
    (line,) = matters(played)
    assert "4 против 3" in line


def test_roles_that_are_lopsided_for_so_many_players() -> None:
    usual = (("mafia", 2), ("commissioner", 1), ("doctor", 1))
    played = make_game(8, composition=Composition((Row(6, usual), Row(8, (("mafia", 3),)))))
    assert matters(played), "three of the mafia among eight, and nobody who checks or treats"
    services.withdraw(game=played.game, seat=played.seats["Волнушка"], at=played.now())
    assert matters(played) == []


def test_nobody_has_confirmed_and_then_some_have_not() -> None:
    played = make_game().deal()
    assert matters(played) == ["Роль пока не подтвердил никто."]
    played.acknowledge("Мухомор")
    assert "Мухомор" not in matters(played)[0] and "Груздь" in matters(played)[0]


def test_who_would_leave_is_a_matter_in_the_second_half_of_the_day(clock: Any) -> None:
    played = make_game(clock=clock).to_day().vote("Груздь", "Мухомор").away("Рыжик")
    played.votes("Мухомор", "Боровик", "Опёнок").vote("Поганка", "Груздь")
    assert matters(played) == ["Сегодня в отъезде, предупреждение есть: Рыжик."]
    played.wait(timedelta(hours=25))
    assert matters(played)[1:] == ["Выбудут к ночи, если не проголосуют: Мухомор, Лисичка."]


def test_the_guard_is_foreseen_in_the_second_half_of_the_day(clock: Any) -> None:
    played = make_game(clock=clock).to_day().vote("Груздь", "Мухомор")
    played.wait(timedelta(hours=25))
    assert matters(played) == [
        "Больше половины без голоса: Мухомор, Поганка, Боровик, Рыжик, Опёнок, Лисичка. "
        "Никто из них не выбудет, ночью решать вам."
    ]


@pytest.mark.parametrize(
    ("tie", "words"),
    [("runoff", "ко второму туру"), ("random", "Решит жребий"), ("nobody", "В тюрьму не пойдёт никто")],
)
def test_a_tie_is_foreseen(tie: str, words: str, clock: Any) -> None:
    played = make_game(options={"tie": tie}, clock=clock).to_day().vote("Груздь", "Мухомор").vote("Мухомор", "Груздь")
    assert matters(played) == []
    played.wait(timedelta(hours=25))
    assert words in matters(played)[0] and "Мухомор, Груздь" in matters(played)[0]


def test_a_second_tie_jails_nobody(clock: Any) -> None:
    played = make_game(clock=clock).to_last_word("Груздь", "Опёнок").end_phase()
    played.vote("Груздь", "Опёнок").vote("Опёнок", "Груздь")
    played.wait(timedelta(hours=7))
    assert matters(played) == ["Снова поровну: Груздь, Опёнок. В тюрьму не пойдёт никто."]


def test_who_leaves_at_nightfall_is_a_matter_of_the_last_word() -> None:
    played = make_game().to_day().votes("Груздь", "Мухомор", "Поганка", "Боровик", "Рыжик").vote("Груздь", "Мухомор")
    played.end_phase()
    assert matters(played) == ["С наступлением ночи выбудут за молчание или неактивность: Опёнок, Лисичка."]


def test_missing_orders_near_dawn_name_nobody_while_roles_are_folded(clock: Any) -> None:
    played = make_game(clock=clock).to_night()
    played.tell("Рыжик", "Груздь")
    assert matters(played) == []
    played.wait(timedelta(hours=13))
    assert matters(played) == ["Рассвет близко, приказа нет от игроков: Мухомор, Поганка, Боровик."]
    (line,) = matters(played, roles=False)
    assert "не хватает 3 приказов" in line and not any(name in line for name in played.seats)


def test_an_offered_desk_is_a_matter() -> None:
    played, _other = make_game(), make_game(tag="2")
    assert done(send(played, "hand", name="Лесник2", confirm=1))
    played.game.refresh_from_db()
    assert matters(played) == ["Стол предложен участнику Лесник2. Ответа пока нет."]


# ---------- what comes


def test_what_may_end_the_phase_sooner_and_what_follows(clock: Any) -> None:
    options = {"votes_end_early": "on", "hammer": "on", "night_ends_early": "on", "night_min": "10m"}
    played = make_game(options=options, clock=clock).to_day()
    played.votes("Груздь", "Мухомор", "Поганка", "Рыжик").vote("Груздь", "Мухомор").away("Боровик", "Опёнок", "Лисичка")
    found = steps(played)
    assert found[0].startswith("Конец голосования. По нынешним голосам последнее слово за игроками: Груздь.")
    assert found[1:] == [
        "Как только у одного игрока больше половины всех голосов: 4.",
        "Как только голоса отдадут все, кто в игре.",
        "Конец последнего слова. Потом ночь 1.",
    ]
    times = [step.at for step in board_of(played).steps]
    assert times[0] is not None and times[1:3] == [None, None] and times[3] == times[0] + timedelta(hours=4)
    played.end_phase()
    assert steps(played)[1:] == ["Как только все на скамье скажут, что всё сказано.", "Рассвет. Потом день 2."]
    played.end_phase()
    assert "не раньше" in steps(played)[1]


def test_the_day_is_foreseen_with_roles_only_where_they_are_shown() -> None:
    played = make_game(options={"tie": "nobody"}).to_day().vote("Груздь", "Мухомор").vote("Мухомор", "Груздь")
    played.away(*[name for name in played.living() if name not in ("Груздь", "Мухомор")])
    assert preview(played, roles=False) == {"В тюрьму": "никто"}
    assert preview(played) == {"В тюрьму": "никто", "Победа": "игра идёт, живых: 7"}


def test_jail_is_foreseen_in_the_last_word() -> None:
    played = make_game().to_last_word("Мухомор")
    assert preview(played, roles=False)["В тюрьму"] == "Мухомор"
    assert preview(played)["В тюрьму"] == "Мухомор (мафия)"


def test_the_night_is_foreseen_only_where_orders_are_shown() -> None:
    played = make_game().to_night()
    played.tell("Мухомор", "Груздь")
    played.tell("Рыжик", "Опёнок")
    played.tell("Боровик", "Мухомор")
    assert preview(played, roles=False) == {}
    assert preview(played) == {
        "Убийство": "Груздь (честный житель)",
        "Лечение": "Опёнок",
        "Проверяет Боровик": "Мухомор: мафия",
        "Победа": "игра идёт, живых: 6",
    }
    played.tell("Поганка", "Лисичка")
    assert preview(played)["Убийство"] == "не будет: мафия промахнётся"
    played.end_phase()
    assert len(played.living()) == 7, "so it came"


# ---------- an end by hand


def test_the_button_that_ends_a_phase_says_what_it_will_do() -> None:
    played = make_game().to_day().votes("Груздь", "Мухомор", "Поганка").vote("Груздь", "Мухомор")
    said = board_of(played, roles=False).cut
    assert said == ("Сразу начнётся: последнее слово, день 1. Голоса: Груздь 2, Мухомор 1. Последнее слово: Груздь.")
    asked = text(send(played, "end"))
    assert said.split(". ")[1] in asked and "никто не выбывает" in asked
    assert done(send(played, "end", confirm=1))
    assert "В тюрьму: Груздь." in board_of(played, roles=False).cut
    assert "честный житель" not in board_of(played, roles=False).cut
    assert "Роль увидят все: честный житель." in text(send(played, "end"))


def test_a_night_ended_by_hand_is_asked_for_with_its_dead(clock: Any) -> None:
    played = make_game(clock=clock).to_night()
    played.tell("Мухомор", "Груздь")
    assert board_of(played, roles=False).cut.startswith("Приказы исполнятся как есть: 1 из 4.")
    assert "Груздь" not in board_of(played, roles=False).cut
    asked = text(send(played, "end"))
    assert "Убит игрок Груздь, роль: честный житель." in asked and "Сразу начнётся: день 2." in asked
    assert played.phase == "night"
    assert done(send(played, "end", confirm=1))
    assert (played.phase, "Груздь" in played.living()) == ("day", False)


def test_the_end_of_the_game_is_said_before_it_is_done(clock: Any) -> None:
    played = make_game(options={"mafia_wins": "parity"}, clock=clock).to_day()
    played.heart_attack("Поганка").to_last_word("Мухомор")
    asked = text(send(played, "end"))
    assert "Игра сразу закончится." in asked and "Победа мирных жителей." in asked
    assert done(send(played, "end", confirm=1))
    assert played.phase == "finished"


def test_a_phase_that_stands_or_is_over_has_no_such_button(clock: Any) -> None:
    played = make_game(clock=clock).to_day()
    assert "/desk/end/" in desk(played)
    services.pause(game=played.game, host=played.host, at=played.now())
    assert "/desk/end/" not in desk(played)
    assert send(played, "end", confirm=1).status_code == 422
    assert played.phase == "day"
    services.resume(game=played.game, host=played.host, at=played.now())
    assert "/desk/end/" in desk(played.to_night())
    assert "/desk/end/" not in desk(played.to_end())


def test_a_sign_up_is_not_ended_but_dealt() -> None:
    played = make_game()
    assert "/desk/end/" not in desk(played) and "/desk/deal/" in desk(played)
    assert send(played, "end", confirm=1).status_code == 422


# ---------- roles, shown and folded


def words_of(played: Played) -> str:
    """Return the words of the desk, the choice of a composition aside."""
    return re.sub(r"<[^>]+>", " ", desk(played)).lower()


ROLE_WORDS = ("мафия", "комиссар", "врач", "честный житель", "ходов нет")


@pytest.mark.parametrize("phase", ["deal", "day", "last_word", "night"])
def test_no_role_stands_on_the_desk_unasked(phase: str) -> None:
    played = make_game().deal({"Мухомор": "mafia", "Поганка": "mafia", "Боровик": "commissioner", "Рыжик": "doctor"})
    if phase != "deal":
        {"day": played.to_day, "night": played.to_night, "last_word": lambda: played.to_last_word("Мухомор")}[phase]()
    assert played.phase == phase
    if phase == "night":
        played.tell("Мухомор", "Груздь")
        played.tell("Боровик", "Рыжик")
    assert [word for word in ROLE_WORDS if word in words_of(played)] == []
    answer = send(played, "roles", show=1)
    assert answer.status_code == 303 and answer["Location"].endswith("/desk/#desk-seats")
    assert {"мафия", "комиссар", "врач"} <= {word for word in ROLE_WORDS if word in words_of(played)}
    assert send(played, "roles").status_code == 303
    assert [word for word in ROLE_WORDS if word in words_of(played)] == []


def test_a_form_of_another_persona_shows_no_roles() -> None:
    played = make_game().to_day()
    form = {"as": played.persona("Груздь").token, "show": 1}
    refused = played.client(HOST).post(played.url("desk_act", act="roles"), form)
    assert refused.status_code == 422 and "форма открыта под другим именем" in text(refused)
    assert "комиссар" not in words_of(played)


def test_roles_are_shown_for_this_game_and_this_browser_only() -> None:
    played, other = make_game().to_day(), make_game(tag="2").to_day({"Мухомор2": "mafia", "Рыжик2": "commissioner"})
    send(played, "roles", show=1)
    assert "комиссар" in words_of(played)
    client = other.client("")
    client.force_login(other.host_user)
    assert "комиссар" not in client.get(other.url("desk")).content.decode().lower()


def test_after_the_end_everybody_knows_the_roles() -> None:
    played = make_game().to_day().to_end()
    assert "комиссар" in words_of(played)


def test_players_do_not_toggle_anything() -> None:
    played = make_game().to_day()
    for who in ("", "Мухомор"):
        form = played.form("Мухомор", show=1)
        assert played.client(who).post(played.url("desk_act", act="roles"), form).status_code == 404


# ---------- the page while it is open


def test_an_open_page_learns_that_the_phase_has_changed() -> None:
    played = make_game().to_day()
    page = desk(played)
    poll = re.search(r'id="desk-live" hx-get="([^"]+)"', page)
    assert poll is not None and "data-anew" not in page
    assert "data-anew" not in played.client(HOST).get(poll[1]).content.decode()
    played.to_night()
    fresh = played.client(HOST).get(poll[1]).content.decode()
    assert "data-anew" in fresh
    assert poll[1] in fresh, "it goes on saying in which phase it was opened"


def test_the_answer_to_a_refused_form_is_not_loaded_anew() -> None:
    played = make_game().to_day()
    refused = send(played, "extend", by="два часа", way="more")
    assert refused.status_code == 422 and "?opened=" not in text(refused)


@pytest.mark.parametrize("opened", ["", "x", "day", "day-", "day-1-2", "<b>-1", "day-\u0661", "\x00", "a" * 5000])
def test_nonsense_for_the_opened_phase_is_no_change(opened: str) -> None:
    played = make_game().to_day()
    page = played.client(HOST).get(played.url("desk"), {"opened": opened})
    assert page.status_code == 200 and b"data-anew" not in page.content


def test_parts_that_are_drawn_anew_all_stand_on_the_page() -> None:
    played = make_game().to_day()
    page = desk(played)
    parts = re.search(r'hx-select-oob="([^"]+)"', page)
    assert parts is not None
    for part in parts[1].split(","):
        assert f'id="{part[1:]}"' in page, part
