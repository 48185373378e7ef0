"""Sign-up, log-in, log-out, reset and change of address, as a browser does them."""

import re

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts import selectors
from accounts.models import User
from tests.accounts.helpers import PASSWORD, code_of_last_letter, logged_in, person, sign_up, words

pytestmark = pytest.mark.django_db


def is_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def confirm(client: Client, code: str):
    return client.post(reverse("account_email_verification_sent"), {"code": code}, follow=True)


def log_in(client: Client, email: str, password: str = PASSWORD, **more: str):
    return client.post(reverse("account_login"), {"login": email, "password": password, **more}, follow=True)


def test_sign_up_is_finished_by_the_code_from_the_mail(client):
    sign_up(client, "Ann@Example.org")
    assert not is_in(client)
    assert mail.outbox[-1].to == ["ann@example.org"]

    confirm(client, code_of_last_letter())

    assert is_in(client)
    user = User.objects.get()
    assert (user.email, user.language) == ("ann@example.org", "ru")
    assert not selectors.is_unconfirmed(user)
    assert selectors.persona_ids_of(user) == set()


def test_sign_up_goes_on_to_where_one_was_going(client):
    client.post(f"{reverse('account_signup')}?next=/me/name/", {"email": "ann@example.org", "password1": PASSWORD})
    response = confirm(client, code_of_last_letter())
    assert response.redirect_chain[-1][0] == "/me/name/"


def test_sign_up_does_not_go_on_to_another_site(client):
    address = f"{reverse('account_signup')}?next=https://evil.example/"
    client.post(address, {"email": "ann@example.org", "password1": PASSWORD})
    response = client.post(reverse("account_email_verification_sent"), {"code": code_of_last_letter()})
    assert response["Location"] == "/"


def test_the_code_may_be_typed_small_and_without_the_dash(client):
    sign_up(client, "ann@example.org")
    confirm(client, code_of_last_letter().replace("-", " ").lower())
    assert is_in(client)


def test_a_wrong_code_is_refused_with_a_sentence_and_after_five_the_sign_up_is_over(client):
    sign_up(client, "ann@example.org")
    right = code_of_last_letter()
    for _attempt in range(4):
        assert "Это не тот код" in words(confirm(client, "BBBB-BBBB"))
    assert "Слишком много попыток" in words(confirm(client, "BBBB-BBBB"))
    confirm(client, right)
    assert not is_in(client)


def test_the_browsers_zone_and_the_pages_language_are_kept_for_mail(client):
    client.cookies["tz"] = "Asia/Omsk"
    client.cookies["django_language"] = "en"
    sign_up(client, "ann@example.org")
    user = User.objects.get()
    assert (user.language, user.time_zone) == ("en", "Asia/Omsk")
    assert mail.outbox[-1].subject == "The code for your address"


def test_signing_up_again_replaces_a_sign_up_that_was_never_confirmed(client):
    sign_up(client, "ann@example.org", "пароль чужого человека")
    stranger_code = code_of_last_letter()
    other = Client()
    _wait_for_limits()
    sign_up(other, "ann@example.org")

    confirm(other, code_of_last_letter())

    assert is_in(other)
    assert User.objects.get().check_password(PASSWORD)
    assert "Это не тот код" in words(confirm(client, stranger_code))
    assert not is_in(client)


def test_a_code_or_a_new_password_for_an_unconfirmed_address_leads_to_the_sign_up(client):
    sign_up(client, "ann@example.org", "пароль чужого человека")
    for page in ("account_request_login_code", "account_reset_password"):
        Client().post(reverse(page), {"email": "ann@example.org"})
        assert reverse("account_signup") in mail.outbox[-1].body
        assert "/key/" not in mail.outbox[-1].body


def test_a_second_click_does_not_undo_the_sign_up(client):
    sign_up(client, "ann@example.org")
    code = code_of_last_letter()
    assert sign_up(Client(), "ann@example.org").status_code == 429
    confirm(client, code)
    assert is_in(client)


def test_the_trap_is_hidden_by_a_class_and_who_fills_it_gets_nothing(client):
    page = client.get(reverse("account_signup")).content.decode()
    trap = re.search(r'<input[^>]*name="website"[^>]*>', page)
    assert trap and " style=" not in page and 'class="sr" aria-hidden="true"' in page
    response = sign_up(client, "bot@example.org", website="https://buy.example")
    assert response.status_code == 200
    assert not User.objects.exists() and not mail.outbox


def test_log_in_by_password_with_any_letter_case_of_the_address(client):
    person("ann@example.org")
    assert "Адрес и пароль не подходят" in words(log_in(client, "ann@example.org", "не тот пароль"))
    response = client.post(reverse("account_login"), {"login": "ANN@Example.ORG", "password": PASSWORD, "next": "/me/"})
    assert response["Location"] == "/me/"
    assert is_in(client)


def test_the_session_gets_a_new_key_at_log_in(client):
    person("ann@example.org")
    client.post(reverse("accounts:language"), {"language": "en"})
    client.get(reverse("account_request_login_code"))
    session = client.session
    session["kept"] = 1
    session.save()
    client.cookies["sessionid"] = before = session.session_key
    log_in(client, "ann@example.org")
    assert client.session.session_key != before


def test_five_wrong_passwords_block_even_the_right_one_for_a_while(client):
    person("ann@example.org")
    for _attempt in range(5):
        log_in(client, "ann@example.org", "не тот пароль")
    assert "Слишком много попыток" in words(log_in(client, "ann@example.org"))
    assert not is_in(client)


def test_too_many_log_ins_from_one_place_get_our_page(client):
    for number in range(31):
        response = log_in(client, f"nobody{number}@example.org", "не тот пароль")
    assert response.status_code == 429
    assert "Слишком много попыток" in words(response)
    assert '<header class="top' in response.content.decode()


def test_log_in_by_code(client):
    person("ann@example.org", None)
    client.post(f"{reverse('account_request_login_code')}?next=/me/", {"email": "ann@example.org"}, follow=True)
    address = f"{reverse('account_confirm_login_code')}?next=/me/"
    response = client.post(address, {"code": code_of_last_letter()})
    assert response["Location"] == "/me/"
    assert is_in(client)


def test_a_code_is_good_for_the_browser_that_asked_only(client):
    person("ann@example.org")
    client.post(reverse("account_request_login_code"), {"email": "ann@example.org"})
    other = Client()
    other.post(reverse("account_confirm_login_code"), {"code": code_of_last_letter()})
    assert not is_in(other)


def test_a_code_is_good_for_a_quarter_of_an_hour(client, time_machine_at):
    person("ann@example.org")
    with time_machine_at("2026-05-01 12:00"):
        client.post(reverse("account_request_login_code"), {"email": "ann@example.org"})
    with time_machine_at("2026-05-01 12:15:01"):
        client.post(reverse("account_confirm_login_code"), {"code": code_of_last_letter()})
    assert not is_in(client)


def test_log_out_takes_a_form_and_not_a_link():
    client = logged_in()
    assert client.get(reverse("account_logout")).status_code == 200
    assert is_in(client)
    client.post(reverse("account_logout"))
    assert not is_in(client)


def test_reset_by_the_link_from_the_mail_logs_in_once_and_ends_other_sessions(client):
    elsewhere = logged_in("ann@example.org")
    client.post(reverse("account_reset_password"), {"email": "ann@example.org"})
    found = re.search(r"https?://testserver(/\S+)", str(mail.outbox[-1].body))
    assert found
    response = client.get(found[1], follow=True)
    client.post(response.request["PATH_INFO"], {"password1": "совсем новые слова"})

    assert is_in(client)
    assert User.objects.get().check_password("совсем новые слова")
    assert elsewhere.get(reverse("accounts:profile")).status_code == 302
    assert mail.outbox[-1].subject == "Ваш пароль сменён"
    assert "Эта ссылка уже использована" in words(Client().get(found[1]))


@pytest.mark.parametrize(
    ("password", "sentence"),
    [("короткий", "10"), ("1234567890123", "цифр"), ("password123", "широко"), ("annexample", "похож")],
)
def test_a_weak_password_is_refused_and_the_address_stays_typed(client, password, sentence):
    response = sign_up(client, "annexample@example.org", password)
    assert sentence in words(response)
    assert 'value="annexample@example.org"' in response.content.decode()
    assert not mail.outbox


def test_changing_the_password_keeps_this_session_and_ends_the_others():
    here, elsewhere = logged_in(), logged_in()
    old_and_new = {"oldpassword": PASSWORD, "password1": "совсем новые слова"}
    response = here.post(reverse("account_change_password"), old_and_new)
    assert response["Location"] == reverse("accounts:profile")
    assert here.get(reverse("accounts:profile")).status_code == 200
    assert elsewhere.get(reverse("accounts:profile")).status_code == 302


def test_a_first_password_is_set_after_a_code_has_shown_who_it_is():
    client = logged_in(password=None)
    response = client.get(reverse("account_set_password"), follow=True)
    address = response.request["PATH_INFO"] + "?" + response.request["QUERY_STRING"]
    response = client.post(address, {"recipient": "ann@example.org"}, follow=True)
    confirm_address = response.request["PATH_INFO"] + "?" + response.request["QUERY_STRING"]
    response = client.post(confirm_address, {"code": code_of_last_letter()})
    assert response["Location"] == reverse("account_set_password")
    client.post(reverse("account_set_password"), {"password1": PASSWORD})
    assert User.objects.get().check_password(PASSWORD)


def _ask_for_new_address(client: Client, email: str):
    response = client.post(reverse("account_email"), {"email": email, "action_add": "1"}, follow=True)
    again = response.request["PATH_INFO"] + "?" + response.request["QUERY_STRING"]
    return client.post(again, {"password": PASSWORD}, follow=True)


def test_the_address_changes_when_the_code_sent_to_the_new_one_is_typed():
    client = logged_in()
    response = _ask_for_new_address(client, "new@example.org")
    assert "Код из письма" in words(response)
    assert User.objects.get().email == "ann@example.org"
    assert mail.outbox[-1].to == ["new@example.org"]

    confirm(client, code_of_last_letter())

    user = User.objects.get()
    assert user.email == "new@example.org"
    assert list(EmailAddress.objects.values_list("email", "verified", "primary")) == [("new@example.org", True, True)]
    assert (mail.outbox[-1].to, mail.outbox[-1].subject) == (["ann@example.org"], "Ваш адрес сменён")


def test_an_address_of_somebody_else_cannot_be_taken_over():
    person("bob@example.org")
    client = logged_in()
    _ask_for_new_address(client, "bob@example.org")
    assert "принадлежит другой" in words(confirm(client, code_of_last_letter()))
    assert set(User.objects.values_list("email", flat=True)) == {"ann@example.org", "bob@example.org"}


def test_a_sign_up_that_was_never_confirmed_does_not_keep_an_address_from_its_owner():
    sign_up(Client(), "new@example.org")
    _wait_for_limits()
    client = logged_in()
    _ask_for_new_address(client, "new@example.org")
    confirm(client, code_of_last_letter())
    assert list(User.objects.values_list("email", flat=True)) == ["new@example.org"]


def test_a_closed_account_says_so_after_the_right_password_only(client):
    user = person("ann@example.org")
    user.is_active = False
    user.save()
    assert "закрыта" in words(log_in(client, "ann@example.org"))
    assert "закрыта" not in words(log_in(client, "ann@example.org", "не тот пароль"))
    assert not is_in(client)


def test_forms_need_the_token():
    client = Client(enforce_csrf_checks=True)
    for page in ("account_login", "account_signup", "account_logout", "account_reset_password", "accounts:language"):
        assert client.post(reverse(page), {}).status_code == 403, page


def test_a_mail_server_that_is_away_costs_a_sentence_and_no_error(client, settings):
    settings.EMAIL_BACKEND = "tests.accounts.backends.AwayBackend"
    person("ann@example.org")
    for email in ("ann@example.org", "nobody@example.org"):
        other = Client()
        response = other.post(reverse("account_request_login_code"), {"email": email}, follow=True)
        assert response.status_code == 200
        assert "Письмо отправить не удалось" in words(response)


def _wait_for_limits() -> None:
    """Let the ten seconds pass in which one address gets one letter."""
    cache.clear()
