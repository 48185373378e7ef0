"""Mail from notices: once, to those concerned, in their language, and nothing of what it is about."""

from datetime import timedelta
from smtplib import SMTPServerDisconnected

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.utils import timezone

from games import notify, services
from games.models import Notice
from games.tasks import send_mail_notices
from tests.factories import NAMES, make_game

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


class Broken(EmailBackend):
    """A mail server that is away."""

    def send_messages(self, messages):
        raise SMTPServerDisconnected("Connection unexpectedly closed")


def addresses() -> list[str]:
    return sorted(letter.to[0] for letter in mail.outbox)


def text_of(letter) -> str:
    return f"{letter.subject}\n{letter.body}"


def test_everybody_gets_one_letter_of_the_deal_and_none_twice() -> None:
    played = make_game().deal()
    now = played.now()
    assert notify.send_notices(now) == 7
    assert notify.send_notices(now) == 0
    assert addresses() == sorted(f"player{n}@example.org" for n in range(1, 8))


def test_letters_are_alike_whatever_the_role_and_hold_no_role_and_no_nickname() -> None:
    played = make_game().deal()
    notify.send_notices(played.now())
    assert len({text_of(letter) for letter in mail.outbox}) == 1
    said = text_of(mail.outbox[0])
    for word in (*NAMES[:7], "мафия", "врач", "комиссар", "житель", "роль"):
        assert word.lower() not in said.lower(), word
    assert "Грибной суп" in mail.outbox[0].subject
    assert played.url() in mail.outbox[0].body


def test_the_letters_of_a_dawn_are_alike_for_who_checked_and_who_slept() -> None:
    played = make_game().to_night()
    played.tell("Боровик", "Мухомор")
    Notice.objects.update(read_at=played.now())
    mail.outbox.clear()
    played.end_phase()
    notify.send_notices(played.now())
    assert len(mail.outbox) == 7
    assert len({text_of(letter) for letter in mail.outbox}) == 1
    assert "День 2" in mail.outbox[0].body and "Сообщение ведущего" in mail.outbox[0].body


def test_of_the_phases_a_new_day_alone_is_mailed() -> None:
    played = make_game().to_day()
    assert notify.send_notices(played.now()) == 7
    assert all("День 1" in letter.body for letter in mail.outbox)
    mail.outbox.clear()
    played.to_night()
    notify.send_notices(played.now())
    unsent = Notice.objects.filter(kind="phase", mailed_at=None).values_list("key", flat=True)
    assert len(unsent) == 7 and all("night-1" in key for key in unsent)
    assert not any("Ночь" in letter.body for letter in mail.outbox)


def test_a_letter_is_in_the_language_of_its_reader() -> None:
    played = make_game(reader_language="en").deal()
    notify.send_notices(played.now())
    assert mail.outbox[0].subject == "News in the game “Грибной суп”"
    assert "A message from the host" in mail.outbox[0].body


def test_what_is_read_on_the_site_is_not_mailed() -> None:
    played = make_game().deal()
    services.read_notices(user=played.users["Груздь"], at=played.now())
    notify.send_notices(played.now())
    assert "player5@example.org" not in addresses() and len(mail.outbox) == 6


def test_a_letter_between_players_rings_for_its_reader_alone_without_a_word_of_it() -> None:
    played = make_game().to_day()
    Notice.objects.update(read_at=played.now())
    played.letter("Груздь", ["Лисичка"], "Канарейка в клетке.")
    notify.send_notices(played.now())
    assert addresses() == ["player7@example.org"]
    said = text_of(mail.outbox[0])
    assert "Канарейка" not in said and "Груздь" not in said


def test_whose_seat_was_given_up_gets_no_letter_of_the_game() -> None:
    played = make_game()
    services.ask_rename(game=played.game, host=played.host, seat=played.seats["Груздь"], at=played.now())
    services.remove_clone(game=played.game, host=played.host, seat=played.seats["Груздь"], at=played.now())
    assert notify.send_notices(played.now()) == 0 and mail.outbox == []


def test_a_closed_account_gets_no_letter_and_is_not_asked_for_again() -> None:
    played = make_game().deal()
    user = played.users["Груздь"]
    user.is_active = False
    user.save()
    assert notify.send_notices(played.now()) == 6
    assert not Notice.objects.filter(kind="host_letter", mailed_at=None).exists()


def test_a_mail_server_that_is_away_costs_nothing_but_time(settings) -> None:
    played = make_game().deal()
    now = played.now()
    backend = settings.EMAIL_BACKEND
    settings.EMAIL_BACKEND = f"{__name__}.Broken"
    assert notify.send_notices(now) == 0
    tried = Notice.objects.filter(mail_tries=1)
    assert tried.count() == notify.MOST_FAILURES and not tried.exclude(mailed_at=None).exists()
    settings.EMAIL_BACKEND = backend
    assert notify.send_notices(now) == 7 - notify.MOST_FAILURES, "those that failed wait for their next try"
    assert notify.send_notices(now + timedelta(minutes=1)) == notify.MOST_FAILURES
    assert len(addresses()) == len(set(addresses())) == 7
    assert set(Notice.objects.filter(kind="host_letter").values_list("mail_tries", flat=True)) == {0}


def test_tries_come_to_an_end(settings) -> None:
    played = make_game(players=6).deal()
    now = played.now()
    settings.EMAIL_BACKEND = f"{__name__}.Broken"
    for minutes in range(0, 23 * 60, 7):
        notify.send_notices(now + timedelta(minutes=minutes))
    assert set(Notice.objects.filter(kind="host_letter").values_list("mail_tries", flat=True)) == {len(notify.WAITS)}


def test_a_sweep_that_died_leaves_its_letter_to_another_with_the_same_id() -> None:
    played = make_game(players=6).deal()
    now = played.now()
    pks = list(Notice.objects.filter(persona=played.persona("Груздь")).values_list("pk", flat=True))
    taken = notify._take(pks, now)
    assert taken and notify._take(pks, now) == []
    letter = notify._letter(taken)
    assert letter is not None
    assert notify.send_notices(now) == 5, "the one that is taken is left alone"
    assert notify.send_notices(now + notify.LEASE + timedelta(seconds=1)) == 1
    ids = [sent.extra_headers["Message-ID"] for sent in mail.outbox]
    assert len(set(ids)) == 6 and ids[-1] == letter.extra_headers["Message-ID"]
    assert "example.org" not in "".join(ids)


def test_old_news_is_no_news() -> None:
    played = make_game().deal()
    assert notify.send_notices(played.now() + notify.OLDEST + timedelta(seconds=1)) == 0


def test_a_title_with_a_line_break_can_not_make_a_header() -> None:
    played = make_game(title="Суп\nBcc: all@example.org").deal()
    notify.send_notices(played.now())
    assert mail.outbox[0].subject == "Новости игры «Суп Bcc: all@example.org»"


def test_the_end_is_mailed_and_the_task_sends() -> None:
    played = make_game().to_day()
    Notice.objects.update(read_at=timezone.now())
    played.to_end()
    send_mail_notices()
    assert len(mail.outbox) == 7 and "Игра окончена" in mail.outbox[0].body
