"""The outbox page, of a site in development that has no mail server."""

from pathlib import Path

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts import outbox
from tests.accounts.helpers import CODE, sign_up, words

pytestmark = pytest.mark.django_db

FILES = "django.core.mail.backends.filebased.EmailBackend"


@pytest.fixture
def folder(settings, tmp_path) -> Path:
    settings.EMAIL_BACKEND = FILES
    settings.EMAIL_FILE_PATH = str(tmp_path / "outbox")
    settings.DEVELOPMENT = True
    return Path(settings.EMAIL_FILE_PATH)


def test_letters_are_readable_newest_first_with_links_to_click(folder, client):
    assert "Писем пока нет" in words(client.get(reverse("accounts:outbox")))
    mail.send_mail("Старое письмо", "Первое.", None, ["ann@example.org"])
    mail.send_mail("Новое письмо", "Читать: http://testserver/me/name/ и <b>всё</b>", None, ["bob@example.org"])
    response = client.get(reverse("accounts:outbox"))
    page, text = response.content.decode(), words(response)
    assert "Только для разработки" in text
    assert text.index("Новое письмо") < text.index("Старое письмо")
    assert 'href="http://testserver/me/name/"' in page and "&lt;b&gt;" in page
    assert "bob@example.org" in text


def test_a_person_can_sign_up_with_nothing_but_the_outbox(folder):
    client = Client()
    sign_up(client, "ann@example.org")
    [letter] = outbox.letters(folder)
    found = CODE.search(letter.body)
    assert found and found[1] in words(client.get(reverse("accounts:outbox")))
    client.post(reverse("account_email_verification_sent"), {"code": found[1]})
    assert "_auth_user_id" in client.session


def test_several_letters_in_one_file_and_no_more_than_asked(folder):
    with mail.get_connection() as connection:
        for number in range(5):
            mail.EmailMessage(f"№ {number}", "текст", to=["ann@example.org"], connection=connection).send()
    assert len(list(folder.iterdir())) == 1
    assert [letter.subject for letter in outbox.letters(folder, most=3)] == ["№ 4", "№ 3", "№ 2"]


@pytest.mark.parametrize(
    ("development", "backend"),
    [(False, FILES), (True, "django.core.mail.backends.smtp.EmailBackend"), (False, "any")],
)
def test_there_is_no_such_page_on_a_real_site(folder, settings, client, development, backend):
    mail.send_mail("Письмо", "Код", None, ["ann@example.org"])
    settings.DEVELOPMENT, settings.EMAIL_BACKEND = development, backend
    assert client.get(reverse("accounts:outbox")).status_code == 404
