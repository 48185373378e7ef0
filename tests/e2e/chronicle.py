"""A game with something to read: a day of talk and of votes that changed, a night with every order, a second day.

It is played in the past, at the pace of the rules, and stands on its second day at the present time; whoever looks at
the site meanwhile sees nothing of it, since all is written at once.
"""

from datetime import timedelta

import time_machine
from django.db import transaction
from django.utils import timezone

from games import services
from tests.factories import HOST, NAMES, Played, make_game

TITLE = "Тихая улица"
# The last name is as long as nicknames of people are.
WHO = (*NAMES[:8], "Подосиновик-Старожил")
# What was written on the first day, in turn; the second one of them speaks of windows in a form that nobody looks for.
SAID = (
    "Доброе утро. Кто вчера слышал шаги у реки?",
    "В окнах аптеки горел свет. Аптекарь говорит, что забыл про лампу.",
    "Я спал. И не стыжусь: [i]кто спит, тот не грешит[/i].",
    "Считаю по пальцам:\n[list][*]кто молчал\n[*]кто шутил\n[*]кто уже всё знает[/list]",
    "Слишком громко молчит тот, кто вчера говорил за всех.",
    "@Груздь, а вы что скажете? [color=blue]Без обид.[/color] :)",
    "[spoiler=Подозрение]Мне не нравится, как Поганка считает голоса.[/spoiler]",
)
# Who votes for whom at which hour of the first day: by a tag in a post where there are words, else by the control.
VOTES = (
    (3, "Груздь", "Поганка", "Голос за арифметику."),
    (5, "Лисичка", "Груздь", ""),
    (8, "Лисичка", "Поганка", "Передумываю: у реки был не он."),
    (11, "Мухомор", "Груздь", ""),
    (14, "Опёнок", "Поганка", ""),
    (20, "Поганка", "Груздь", "Меня топят, и я знаю зачем."),
    (26, "Боровик", "Поганка", ""),
    (30, "Рыжик", "Волнушка", ""),
    (38, "Рыжик", "Поганка", "Тихие пусть живут."),
    (44, "Подосиновик-Старожил", "Груздь", ""),
)
HOURS = 46


def second_day() -> Played:
    """Play a game of nine up to the morning of its second day: one is jailed, one killed, one was away."""
    begun = timezone.now() - timedelta(hours=83)
    with transaction.atomic(), time_machine.travel(begun, tick=False) as clock:
        played = make_game(9, names=WHO, title=TITLE, theme="маленький город", clock=clock).to_day().away("Волнушка")
        clock.shift(timedelta(minutes=20))
        played.post(HOST, "День открыт до послезавтра. Говорите по очереди, голосуйте по совести.")
        for hour in range(HOURS):
            clock.shift(timedelta(hours=1))
            played.post(WHO[hour % 7], f"{SAID[hour % len(SAID)]} Запись-{hour}.")
            for at, voter, target, words in VOTES:
                if at == hour and words:
                    played.post(voter, f"{words} [vote]{target}[/vote]")
                elif at == hour:
                    played.vote(voter, target)
            if hour == 12:
                services.withdraw_vote(game=played.game, seat=played.seats["Мухомор"], at=played.now())
            if hour == 16:
                played.vote("Мухомор", "Волнушка")
        played.end_phase().post("Поганка", "Лампу забыл я. Считайте дальше сами. [done]")
        for name, target in {"Мухомор": "Лисичка", "Боровик": "Мухомор", "Рыжик": "Рыжик"}.items():
            clock.shift(timedelta(hours=2))
            played.tell(name, target)
        played.letter("Опёнок", ["Груздь"], "Между нами: аптекарь врёт про лампу.")
        played.letter("Груздь", ["Опёнок", "Подосиновик-Старожил"], "Предлагаю смотреть на окна втроём.")
        played.end_phase()
        clock.shift(timedelta(hours=1))
        played.post("Опёнок", "Лисички нет. [b]Кто был у её окна?[/b]").vote("Опёнок", "Мухомор")
        clock.shift(timedelta(hours=1))
        played.post("Мухомор", "Не я. Я смотрел на реку. [vote]Опёнок[/vote]")
        clock.shift(timedelta(minutes=5))
    played.clock = None
    return played
