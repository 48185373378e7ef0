"""One's own page, member name, language, time zone, paper or ink."""

from datetime import UTC, datetime
from urllib.parse import quote

import pytest
from allauth.core import context
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from accounts import context_processors, entrance, selectors, services
from accounts.decorators import member_required
from accounts.middleware import ReaderMiddleware
from accounts.models import User
from tests.accounts.helpers import PASSWORD, code_of_last_letter, logged_in, person, sign_up, words

pytestmark = pytest.mark.django_db

PROFILE = {"language": "", "time_zone": "", "scheme": "follow"}


def lang(client: Client) -> str:
    page = client.get(reverse("account_reset_password")).content.decode()
    return page.split('<html lang="')[1][:2]


# ---------- own page ----------


def test_ones_own_page_is_for_people_who_are_logged_in(client):
    response = client.get(reverse("accounts:profile"))
    assert response["Location"] == f"{reverse('account_login')}?next={reverse('accounts:profile')}"


def test_what_is_chosen_on_the_page_is_kept_and_holds_at_once():
    client = logged_in()
    chosen = {"language": "en", "time_zone": "Asia/Omsk", "scheme": "ink"}
    response = client.post(reverse("accounts:profile"), chosen, follow=True)
    assert "Saved." in words(response)
    assert 'data-scheme="ink"' in response.content.decode()
    user = User.objects.get()
    assert (user.language, user.time_zone, user.scheme) == ("en", "Asia/Omsk", "ink")


@pytest.mark.parametrize(("field", "value"), [("language", "xx"), ("time_zone", "Mars/Base"), ("scheme", "pink")])
def test_what_cannot_be_chosen_is_refused_and_nothing_is_kept(field, value):
    client = logged_in()
    good = {"language": "en", "time_zone": "Asia/Omsk", "scheme": "ink"}
    response = client.post(reverse("accounts:profile"), good | {field: value})
    assert response.status_code == 422
    assert (User.objects.get().time_zone, User.objects.get().scheme) == ("", "follow")


def test_a_person_who_came_by_code_is_offered_a_first_password():
    page = logged_in(password=None).get(reverse("accounts:profile")).content.decode()
    assert reverse("account_set_password") in page and reverse("account_change_password") not in page


# ---------- member name ----------


@member_required
def desk(request: HttpRequest) -> HttpResponse:
    return HttpResponse(f"desk of {request.member}")  # type: ignore[attr-defined]


def ask(user: User | None, path: str = "/desk/?a=1"):
    request = RequestFactory().get(path)
    request.user = user or AnonymousUser()
    return desk(request)


def test_a_member_name_is_asked_for_when_first_needed_and_then_one_goes_on():
    client, ann = logged_in(), person("ann@example.org")
    asked = ask(ann)["Location"]
    assert asked == f"{reverse('accounts:name')}?next={quote('/desk/?a=1', safe='')}"
    assert 'name="next" value="/desk/?a=1"' in client.get(asked).content.decode()
    response = client.post(reverse("accounts:name"), {"name": "Груздь", "next": "/desk/?a=1"})
    assert response["Location"] == "/desk/?a=1"
    assert ask(ann).content == "desk of Груздь".encode()


def test_a_visitor_is_sent_to_the_log_in_first():
    assert ask(None)["Location"] == f"{reverse('account_login')}?next={quote('/desk/?a=1', safe='/')}"


def test_a_refused_name_stays_in_the_form_with_the_sentence():
    services.make_clone(None, "Чемодан")
    client = logged_in()
    response = client.post(reverse("accounts:name"), {"name": "Чемод-ан", "next": "/desk/"})
    page = response.content.decode()
    assert response.status_code == 422
    assert 'value="Чемод-ан"' in page and 'name="next" value="/desk/"' in page
    assert "Такое имя уже почти есть: «Чемодан». Свободно: «" in words(response)
    assert selectors.member_of(person("ann@example.org")) is None


@pytest.mark.parametrize("name", ["", "Ж" * 300, "Гру\nздь", "\u202eьдзурГ", "<b>х</b>", "\x00", "Ночь"])
def test_no_name_upsets_the_page(name):
    response = logged_in().post(reverse("accounts:name"), {"name": name})
    assert response.status_code == 422
    assert "<b>х" not in response.content.decode()


def test_who_has_a_name_is_not_asked_again_and_cannot_take_another():
    client = logged_in()
    client.post(reverse("accounts:name"), {"name": "Груздь"})
    assert client.get(f"{reverse('accounts:name')}?next=/desk/")["Location"] == "/desk/"
    assert client.post(reverse("accounts:name"), {"name": "Груздь", "next": "/desk/"})["Location"] == "/desk/"
    response = client.post(reverse("accounts:name"), {"name": "Другой"})
    assert "Имя участника у вас уже есть: Груздь." in words(response)


@pytest.mark.parametrize("url", ["https://evil.example/", "//evil.example", "javascript:alert(1)", "\\\\evil.example"])
def test_next_leads_to_this_site_only(url):
    client = logged_in()
    assert client.post(reverse("accounts:language"), {"language": "en", "next": url})["Location"] == "/"
    response = client.post(reverse("accounts:name"), {"name": "Груздь", "next": url})
    assert response["Location"] == reverse("accounts:profile")


# ---------- language ----------


def test_a_visitor_switches_the_language_and_it_stays(client):
    assert lang(client) == "ru"
    response = client.post(reverse("accounts:language"), {"language": "en", "next": "/accounts/login/?next=/me/"})
    assert response["Location"] == "/accounts/login/?next=/me/"
    assert lang(client) == "en" and lang(client) == "en"
    assert lang(Client()) == "ru"


def test_a_person_finds_the_language_on_every_device():
    client = logged_in()
    client.post(reverse("accounts:language"), {"language": "en"})
    elsewhere = logged_in()
    elsewhere.cookies["django_language"] = "ru"
    assert lang(elsewhere) == "en"


def test_without_a_choice_the_browser_is_asked():
    assert lang(Client(headers={"accept-language": "en-GB,en;q=0.9"})) == "en"
    assert lang(Client(headers={"accept-language": "fr"})) == "ru"


def test_a_language_that_the_site_does_not_speak_changes_nothing():
    client = logged_in()
    for value in ("fr", "", "ru-RU", "\x00", "e" * 10_000):
        response = client.post(reverse("accounts:language"), {"language": value, "next": "/me/"})
        assert (response.status_code, response["Location"]) == (302, "/me/")
    assert User.objects.get().language == ""
    assert client.get(reverse("accounts:language")).status_code == 405


# ---------- time zone ----------


def zone_for(user: User | None, cookies: dict[str, str]) -> str:
    request = RequestFactory().get("/")
    request.COOKIES = cookies
    request.user = user or AnonymousUser()
    say = ReaderMiddleware(lambda _request: HttpResponse(timezone.get_current_timezone_name()))
    return say(request).content.decode()


def test_times_are_shown_in_the_readers_zone(settings):
    ann = person("ann@example.org")
    assert zone_for(None, {}) == settings.TIME_ZONE
    assert zone_for(None, {"tz": "Asia/Omsk"}) == "Asia/Omsk"
    assert zone_for(None, {"tz": "America%2FNew_York"}) == "America/New_York"
    assert zone_for(ann, {"sessionid": "x", "tz": "Asia/Omsk"}) == "Asia/Omsk"
    ann.time_zone = "Asia/Tokyo"
    assert zone_for(ann, {"sessionid": "x", "tz": "Asia/Omsk"}) == "Asia/Tokyo"
    ann.time_zone = "Gone/Away"
    assert zone_for(ann, {"sessionid": "x"}) == settings.TIME_ZONE


@pytest.mark.parametrize("value", ["Mars/Base", "../../etc/passwd", "%00", "\u202e", "", "x" * 5000])
def test_a_strange_cookie_is_nothing(value, settings):
    assert zone_for(None, {"tz": value}) == settings.TIME_ZONE


def test_the_zone_and_language_of_one_reader_do_not_stay_for_the_next():
    noon = datetime(2026, 5, 1, 12, tzinfo=UTC)
    client = logged_in()
    user = User.objects.get()
    user.language, user.time_zone = "en", "Asia/Omsk"
    user.save()
    client.get(reverse("accounts:profile"))
    assert timezone.localtime(noon).hour == 15
    assert lang(Client()) == "ru"


# ---------- what every page knows ----------


def test_a_page_that_does_not_show_the_name_does_not_look_it_up(django_assert_num_queries):
    ann = person("ann@example.org")
    services.claim_member_name(ann, "Груздь")
    request = RequestFactory().get("/")
    request.user = ann
    with django_assert_num_queries(0):
        known = context_processors.reader(request)
    template = engines["django"].from_string("{% if member_name %}{{ member_name }}, {{ member_name }}{% endif %}")
    with django_assert_num_queries(1):
        assert template.render(known) == "Груздь, Груздь"


def test_the_seal_and_name_of_a_member_stand_on_top():
    client = logged_in()
    services.claim_member_name(person("ann@example.org"), "Груздь")
    assert "Груздь" in words(client.get(reverse("account_change_password")))


# ---------- coming in by a code asked for in passing ----------


def test_an_address_confirmed_in_passing_becomes_a_person_once():
    ann = services.user_for_email(" Ann@Example.org ", language="en", time_zone="Asia/Omsk")
    assert (ann.email, ann.language, ann.time_zone, ann.has_usable_password()) == (
        "ann@example.org",
        "en",
        "Asia/Omsk",
        False,
    )
    assert services.user_for_email("ann@example.org", language="ru") == ann
    assert User.objects.get().language == "en"


def test_a_strangers_password_does_not_survive_the_confirmation():
    sign_up(Client(), "ann@example.org", "пароль чужого человека")
    ann = services.user_for_email("ann@example.org")
    assert not ann.has_usable_password() and not selectors.is_unconfirmed(ann)
    assert User.objects.count() == 1


def test_an_operator_made_in_the_shell_keeps_the_password():
    User.objects.create_superuser("root@example.org", "слова оператора сайта")
    assert services.user_for_email("root@example.org").check_password("слова оператора сайта")


def test_codes_are_compared_as_people_type_them():
    code = entrance.make_code()
    assert entrance.same_code(code.lower().replace("-", " "), code)
    assert not entrance.same_code("", "") and not entrance.same_code("", code) and not entrance.same_code("я", code)
    assert len({entrance.make_code() for _ in range(50)}) == 50


def test_a_code_can_be_mailed_and_who_typed_it_logged_in(rf):
    request = rf.post("/games/x/join/")
    request.session = SessionStore()
    with context.request_context(request):
        code = entrance.make_code()
        entrance.mail_code("Ann@example.org", code)
        assert code_of_last_letter() == code
        ann = services.user_for_email("ann@example.org")
        assert entrance.log_in(request, ann)
        assert request.session["_auth_user_id"] == str(ann.pk)
        ann.is_active = False
        assert not entrance.log_in(request, ann)


# ---------- paper or ink ----------


def scheme_of(client: Client) -> str:
    page = client.get(reverse("account_reset_password")).content.decode()
    pressed = page.split('aria-pressed="true"')
    assert len(pressed) == 2, "one choice is the present one"
    assert page.split('<details class="pick"')[1].split("</details>")[0].count("<button") in (3, 4)
    return page.split('data-scheme="')[1].split('"')[0] + " " + pressed[0].rsplit('value="', 1)[1].split('"')[0]


def test_a_visitor_switches_paper_and_ink_and_it_stays(client):
    assert scheme_of(client) == "auto follow"
    response = client.post(reverse("accounts:scheme"), {"scheme": "ink", "next": "/accounts/login/?next=/me/"})
    assert (response.status_code, response["Location"]) == (302, "/accounts/login/?next=/me/")
    assert scheme_of(client) == scheme_of(client) == "ink ink"
    assert scheme_of(Client()) == "auto follow"
    client.post(reverse("accounts:scheme"), {"scheme": "follow"})
    assert scheme_of(client) == "auto follow"


def test_a_person_finds_paper_and_ink_on_every_device_and_after_the_log_out():
    client = logged_in()
    client.post(reverse("accounts:scheme"), {"scheme": "paper"})
    elsewhere = logged_in()
    elsewhere.cookies["scheme"] = "ink"
    assert scheme_of(elsewhere) == "paper paper"
    client.post(reverse("account_logout"))
    assert scheme_of(client) == "paper paper"
    elsewhere.post(reverse("accounts:profile"), PROFILE | {"scheme": "auto"})
    assert scheme_of(elsewhere) == "auto auto"
    assert elsewhere.cookies["scheme"].value == "auto"


@pytest.mark.parametrize(("own", "kept"), [("follow", "ink"), ("paper", "paper")])
def test_the_log_in_keeps_what_a_visitor_chose_unless_the_account_has_its_own_choice(own, kept):
    user = person("ann@example.org")
    User.objects.filter(pk=user.pk).update(scheme=own)
    client = Client()
    client.post(reverse("accounts:scheme"), {"scheme": "ink"})
    client.post(reverse("account_login"), {"login": user.email, "password": PASSWORD})
    assert User.objects.get(pk=user.pk).scheme == kept
    assert scheme_of(client) == f"{kept} {kept}"


def test_a_scheme_that_is_none_changes_nothing_and_the_way_back_is_on_this_site():
    client = logged_in()
    for value in ("pink", "", "\x00", "e" * 10_000):
        response = client.post(reverse("accounts:scheme"), {"scheme": value, "next": "//evil.example/"})
        assert (response.status_code, response["Location"]) == (302, "/")
        assert "scheme" not in response.cookies
    assert User.objects.get().scheme == "follow"
    client.cookies["scheme"] = "pink"
    client.post(reverse("account_logout"))
    assert scheme_of(client) == "auto follow"
    assert client.get(reverse("accounts:scheme")).status_code == 405
