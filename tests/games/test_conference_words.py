"""What is said of a conference game: reports, private messages, protocol, story; one word for one outcome."""

from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from games import story
from games.models import Game
from games.selectors import chronicle
from tests.factories import Played, make_game
from tests.games import conference
from tests.games.checks import said, told
from tests.games.conference import AVENGER, BODYGUARD, COURTESAN, DOCTOR, JOURNALIST, LAWYER, MAFIOSO, WEREWOLF, WITNESS
from tests.games.test_archive_pages import text

pytestmark = pytest.mark.django_db


def test_reports_of_a_trial_and_of_the_nights(clock: Any) -> None:
    played = conference.play(conference.make_conference(clock))
    shown = "\n".join(said(played))
    for part in (
        "Обсуждение до",
        "Объявляю: мэр города — это я.",
        "Суд На скамье Груздь ЗА казнь или ПРОТИВ, до",
        f"Приговор: казнь На скамье {AVENGER}",
        f"Казнь {AVENGER} , мститель",
        f"Мститель забирает с собой {BODYGUARD} , телохранитель",
        "Приговор: казни не будет",
        "Казнь не состоялась",
        "Комиссар кого-то проверил",
        "Мафия выстрел мимо",
    ):
        assert part in shown, (part, shown)
    assert "тюрьм" not in shown.lower()


def test_what_each_player_alone_is_told(clock: Any) -> None:
    played = conference.play(conference.make_conference(clock))
    letters = {name: "\n".join(told(played, name)) for name in played.seats}
    for name, part in {
        MAFIOSO: "Приказ отменён, но имя уже названо",
        WEREWOLF: "Проверка показывает, что вы честный житель",
        LAWYER: f"Принято, ваш выбор босса: {WEREWOLF}. Босс сейчас: {WEREWOLF}.",
        JOURNALIST: "С виду они на разных сторонах",
        WITNESS: f"Ночью приходили: {WEREWOLF}.",
        AVENGER: "[голос]Ник[/голос]",
    }.items():
        assert part in letters[name], (name, letters[name])
    for name in (MAFIOSO, WEREWOLF, LAWYER):
        assert f"Босс, пока вы не выбрали другого: {MAFIOSO}." in letters[name]
    assert not any("Босс, пока" in text for name, text in letters.items() if name not in (MAFIOSO, WEREWOLF, LAWYER))
    # A blocked order is a night that brought nothing.
    assert "Для вас она ничего не принесла" in letters[DOCTOR] and "не подейств" not in letters[DOCTOR]


def test_the_protocol_of_a_trial(clock: Any) -> None:
    played = conference.play(conference.make_conference(clock))
    shown = text(Client().get(played.url("protocol")))
    assert f"Вечер 1 Казнь: {AVENGER}, мститель Месть: {BODYGUARD}, телохранитель" in shown
    assert "Вечер 2 Никто не казнён" in shown and "Мафия стреляла и промахнулась" in shown
    assert f"Суд, день 1: {AVENGER} ЗА" in shown and f"Суд, день 2: {JOURNALIST} ПРОТИВ" in shown
    votes = shown.split("Прошлые голосования")[1]
    assert "Вечер 1 Груздь 12 голосов" in votes and "День 1" not in votes
    # The mayor has declared, and counts twice; the commissioner was against.
    assert "ЗА 11 голосов" in votes and "ПРОТИВ 1 голос Боровик" in votes
    assert "тюрьм" not in shown.lower()


def test_the_roster_and_the_story_say_execution_too(clock: Any) -> None:
    played = conference.play(conference.make_conference(clock))
    assert "казнь, день 1" in text(Client().get(played.url())) and "тюрьма" not in text(Client().get(played.url()))
    played.to_end()
    shown = text(Client().get(played.url("story")))
    for line in (
        "Груздь, в последнем слове: Маслёнок",
        "Суд окончен: Груздь. ЗА: 11, ПРОТИВ: 1.",
        "Наступает ночь. Казнь: Груздь.",
        "Выбывает Маслёнок (телохранитель): месть",
        "Чага (адвокат) за босса: Поганка",
        "Лисичка (журналист): сравнить, Трюфель, Чага",
        "Лисичка (журналист), сравнение: Трюфель, Чага, с виду на разных сторонах",
        "Волнушка (свидетель), слежка: Сморчок, приходили: Поганка",
        "Опёнок (путана): помешать, Рыжик",
        "Рыжик (врач): приказ не действует, помеха: Опёнок (путана)",
        "Сморчок (везунчик): нападение, но повезло",
        "Трюфель: мэр, отныне два голоса",
    ):
        assert line in shown, (line, shown)
    assert "казнь, день 1" in shown and "тюрьм" not in shown.lower()


def test_where_there_is_no_trial_the_word_is_jail(clock: Any) -> None:
    played = make_game(9, clock=clock).to_last_word("Груздь").end_phase()
    shown = "\n".join(said(played)) + text(Client().get(played.url())) + text(Client().get(played.url("protocol")))
    assert "В тюрьму" in shown and "тюрьма, день 1" in shown and "казн" not in shown.lower()


def test_only_the_nights_are_told_after_a_practice_game(clock: Any) -> None:
    played = conference.play(conference.make_conference(clock)).to_end()
    names = {number: name for name, number in played.seats.items()}
    with translation.override("ru"):
        parts = story.nights(chronicle(Game.objects.get(pk=played.game.pk)), names)
    lines = [line.text for part in parts for line in part.lines]
    assert any("сравнение" in line for line in lines) and any("повезло" in line for line in lines)
    assert not any("ЗА" in line for line in lines) and COURTESAN in " ".join(lines)


def test_the_accused_is_named_where_nobody_was_for(clock: Any) -> None:
    played: Played = conference.make_conference(clock).to_day(conference.CAST)
    conference.to_verdict(played, DOCTOR)
    played.end_phase()
    shown = text(Client().get(played.url("protocol")))
    assert f"Суд, день 1: {DOCTOR} Голосов нет." in shown
