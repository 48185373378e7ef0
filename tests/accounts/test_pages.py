"""Every page of log-in and of one's own things, in both languages and in our look."""

import re

import html5lib
import pytest
from django.core import mail
from django.core.cache import cache
from django.template.loader import get_template
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone, translation

from accounts import services
from tests.accounts.helpers import PASSWORD, code_of_last_letter, logged_in, person, sign_up, words

pytestmark = pytest.mark.django_db


def visitor(page: str):
    return lambda: Client().get(reverse(page))


def member(page: str, password: str | None = PASSWORD):
    return lambda: logged_in(password=password).get(reverse(page))


def after_sign_up():
    return sign_up(Client(), "new@example.org")


def code_to_log_in():
    return Client().post(reverse("account_request_login_code"), {"email": "new@example.org"}, follow=True)


def link_of_reset(client: Client) -> str:
    person("ann@example.org")
    client.post(reverse("account_reset_password"), {"email": "ann@example.org"})
    found = re.search(r"http://testserver(/\S+/key/\S+)", str(mail.outbox[-1].body))
    assert found
    return found[1]


def reset():
    client = Client()
    return client.get(link_of_reset(client), follow=True)


def reset_used():
    return Client().get(reverse("account_reset_password_from_key", kwargs={"uidb36": "1", "key": "no-such"}))


def again_by_password():
    return logged_in().get(reverse("account_reauthenticate"))


def again_by_code(confirm: bool = False):
    client = logged_in(password=None)
    if not confirm:
        return client.get(reverse("account_request_reauthentication_code"))
    address = reverse("account_request_reauthentication_code")
    return client.post(address, {"recipient": "ann@example.org"}, follow=True)


def named():
    client = logged_in()
    services.claim_member_name(person("ann@example.org"), "Старый Маяк")
    return client.get(reverse("accounts:profile"))


def blocked():
    client = Client()
    for number in range(31):
        response = client.post(reverse("account_login"), {"login": f"a{number}@example.org", "password": "x"})
    return response


# page: (how to get it, Russian words on it, English words on it)
PAGES = {
    "log-in": (visitor("account_login"), "Войти по коду из письма", "Log in with a code from a letter"),
    "sign-up": (visitor("account_signup"), "От 10 знаков", "From 10 characters"),
    "code": (visitor("account_request_login_code"), "Код придёт письмом", "A code comes by mail"),
    "code, typing": (code_to_log_in, "Начать заново", "Start again"),
    "sign-up, typing": (after_sign_up, "Подтвердить адрес", "Confirm the address"),
    "reset": (visitor("account_reset_password"), "Придёт письмо со ссылкой", "A letter comes with a link"),
    "reset, sent": (visitor("account_reset_password_done"), "Письмо в пути", "The letter is on its way"),
    "reset, by link": (reset, "Задать пароль", "Set the password"),
    "reset, used": (reset_used, "Эта ссылка уже использована", "This link is used up"),
    "reset, done": (visitor("account_reset_password_from_key_done"), "Пароль сменён", "The password is changed"),
    "closed": (visitor("account_inactive"), "учётная запись закрыта", "This account is closed"),
    "log-out": (member("account_logout"), "Игры пойдут дальше и без вас", "Games go on without you"),
    "password": (member("account_change_password"), "Нынешний пароль", "Present password"),
    "again": (again_by_password, "Это вы?", "Is it you?"),
    "again, by code": (again_by_code, "Прислать код на ann@example.org", "Send a code to ann@example.org"),
    "again, typing": (lambda: again_by_code(confirm=True), "Код из письма", "The code from the letter"),
    "address": (member("account_email"), "Ваш адрес сейчас", "Your address now"),
    "me": (member("accounts:profile"), "Вид страниц", "How pages look"),
    "me, by code only": (member("accounts:profile", None), "Задать пароль", "Set a password"),
    "me, with a name": (named, "Под этим именем вы ведёте игры", "Under this name you host games"),
    "name": (member("accounts:name"), "Взять это имя", "Take this name"),
    "blocked": (blocked, "Слишком много попыток", "Too many attempts"),
}


def page_in(language: str, get, settings):
    settings.LANGUAGE_CODE = language
    cache.clear()
    return get()


@pytest.mark.parametrize("name", PAGES)
def test_the_page_speaks_russian_and_english(name, settings):
    get, russian, english = PAGES[name]
    in_russian = words(page_in("ru", get, settings))
    in_english = words(page_in("en", get, settings))
    assert russian in in_russian and english not in in_russian
    assert english in in_english and russian not in in_english


@pytest.mark.parametrize("name", PAGES)
def test_no_word_of_the_russian_page_is_left_in_english(name, settings):
    page = page_in("ru", PAGES[name][0], settings).content.decode()
    page = re.sub(r"(?s)<select\b.*?</select>", " ", page)  # the list of zones has names of cities
    text = re.sub(r"<[^>]*>", " ", re.sub(r"(?s)<(script|style|head)\b.*?</\1>", " ", page))
    left = re.sub(r"\S+@\S+", " ", text)
    assert set(re.findall(r"[A-Za-z]{2,}", left)) <= {"EN", "English"}


@pytest.mark.parametrize("language", ["ru", "en"])
@pytest.mark.parametrize("name", PAGES)
def test_the_page_is_whole_in_our_frame_and_keeps_to_the_policy(name, language, settings):
    response = page_in(language, PAGES[name][0], settings)
    page = response.content.decode()
    document = html5lib.HTMLParser(namespaceHTMLElements=False).parse(page)
    assert f'<html lang="{language}"' in page
    assert len(document.findall(".//h1")) == 1 and document.find(".//main") is not None
    title = document.find(".//title")
    assert title is not None and (title.text or "").strip()
    for element in document.iter():
        assert "style" not in element.attrib, element
        assert not any(attribute.startswith("on") for attribute in element.attrib), element
        assert element.tag != "style"
        if element.tag == "script":
            assert element.get("src"), "a script inline"
    forms = [form for form in document.findall(".//form") if form.get("method") == "post"]
    assert all(form.find(".//input[@name='csrfmiddlewaretoken']") is not None for form in forms)
    ids = [element.get("id") for element in document.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    labelled = {label.get("for") for label in document.findall(".//label")}
    for field in [*document.findall(".//input"), *document.findall(".//select")]:
        if field.get("type") != "hidden" and not field.get("aria-hidden"):
            assert field.get("id") in labelled


def test_an_error_is_on_top_with_a_link_and_below_its_field_and_what_was_typed_stays(client):
    response = client.post(reverse("account_signup"), {"email": "не адрес", "password1": PASSWORD})
    document = html5lib.HTMLParser(namespaceHTMLElements=False).parse(response.content.decode())
    field = document.find(".//input[@name='email']")
    assert field is not None
    assert (field.get("value"), field.get("aria-invalid")) == ("не адрес", "true")
    described = (field.get("aria-describedby") or "").split()
    below = [document.find(f".//*[@id='{one}']") for one in described]
    assert any("правильный адрес" in "".join(part.itertext()) for part in below if part is not None)
    summary = document.find(".//div[@role='alert']")
    assert summary is not None
    assert [link.get("href") for link in summary.findall(".//a")] == [f"#{field.get('id')}"]


def test_every_letter_is_written_in_both_languages_and_tells_nothing_of_games(settings):
    telling = re.compile(r"\bигр|маф|клон|\bрол[ьи]\b|\bgame|mafia|clone|\brole", re.IGNORECASE)
    for language in ("ru", "en"):
        settings.LANGUAGE_CODE = language
        settings.SITE_NAME = "Чердак" if language == "ru" else "Attic"
        cache.clear()
        mail.outbox.clear()
        person("ann@example.org")
        for email in ("ann@example.org", f"{language}@example.org"):
            sign_up(Client(), email)
            Client().post(reverse("account_request_login_code"), {"email": email})
            Client().post(reverse("account_reset_password"), {"email": email})
        client = logged_in("ann@example.org")
        new = {"oldpassword": PASSWORD, "password1": f"новые слова {language}"}
        client.post(reverse("account_change_password"), new)
        assert len({letter.subject for letter in mail.outbox}) == 6
        for letter in mail.outbox:
            text = f"{letter.subject}\n{letter.body}"
            rest = re.sub(r"\S+@\S+|https?://\S+|[A-Z]{4}-[A-Z]{4}|With:.*|Браузер:.*|Когда:.*", " ", text)
            assert bool(re.search("[а-яё]{3}", rest)) == (language == "ru"), text
            assert bool(re.search("[A-Za-z]{3}", rest)) == (language == "en"), text
            assert not telling.search(rest), text
            assert "testserver" in letter.body and letter.content_subtype == "plain"


@pytest.mark.parametrize("name", ["password_set", "email_changed", "email_deleted", "password_reset"])
@pytest.mark.parametrize("language", ["ru", "en"])
def test_the_rarer_letters_too(name, language):
    context = {
        "timestamp": timezone.now(),
        "ip": "192.0.2.1",
        "user_agent": "Lynx",
        "root_url": "http://testserver/",
        "from_email": "a@example.org",
        "to_email": "b@example.org",
        "deleted_email": "c@example.org",
    }
    with translation.override(language):
        body = get_template(f"account/email/{name}_message.txt").render(context, RequestFactory().get("/"))
        subject = get_template(f"account/email/{name}_subject.txt").render({})
    assert bool(re.search("[а-яё]{3}", body)) == bool(re.search("[а-яё]{3}", subject)) == (language == "ru")
    assert "http://testserver/accounts/password/reset/" in body and "192.0.2.1" in body


def test_the_code_in_a_letter_stands_alone_on_its_line():
    sign_up(Client(), "new@example.org")
    assert f"\n{code_of_last_letter()}\n" in mail.outbox[-1].body
