"""The base page and the error pages, as they are served: schemes, languages, names, and no crash without anything."""

import html5lib
import pytest
from django.conf import settings
from django.contrib import messages
from django.contrib.messages.storage.fallback import FallbackStorage
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template import Context, engines
from django.template.loader import get_template
from django.test import Client, RequestFactory, override_settings
from django.urls import path
from django.utils import translation

from mafiaforum.urls import urlpatterns as site

HTML = "{http://www.w3.org/1999/xhtml}"


def shown(request: HttpRequest) -> HttpResponse:
    """A page with nothing of its own, with the context that the query names."""
    return render(request, "base.html", request.GET.dict())


def broken(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("broken on purpose")


def forbidden(request: HttpRequest) -> HttpResponse:
    raise PermissionDenied("a reason that nobody reads")


def missing(request: HttpRequest) -> HttpResponse:
    raise Http404("a reason that nobody reads")


urlpatterns = [
    path("shown/", shown),
    path("broken/", broken),
    path("forbidden/", forbidden),
    path("missing/", missing),
    *site,
]

pytestmark = pytest.mark.urls(__name__)


def parse(text: str):
    """Read a page as strictly as a browser's console does."""
    return html5lib.HTMLParser(tree=html5lib.getTreeBuilder("etree"), strict=False).parse(text)


def bare(source: str = "{% extends 'base.html' %}") -> str:
    return engines["django"].from_string(source).render({}, None)


def test_the_base_page_needs_no_context_at_all():
    page = bare("{% extends 'base.html' %}{% block content %}<h1>x</h1>{% endblock %}")
    assert 'data-scheme="auto"' in page
    assert "data-phase" not in page
    assert 'id="main"' in page


@pytest.mark.parametrize(
    ("scheme", "phase", "palette"),
    [
        ("follow", "", "auto"),
        ("follow", "day", "paper"),
        ("follow", "trial", "paper"),
        ("follow", "over", "paper"),
        ("follow", "night", "ink"),
        ("", "night", "ink"),
        ("paper", "night", "paper"),
        ("ink", "day", "ink"),
        ("auto", "night", "auto"),
        ("nonsense", "", "auto"),
    ],
)
def test_the_palette_follows_the_reader_and_else_the_game(scheme, phase, palette):
    page = get_template("base.html").template
    drawn = page.render(Context({"scheme": scheme, "phase_kind": phase}))
    assert f'data-scheme="{palette}"' in drawn
    assert (f'data-phase="{phase}"' in drawn) == bool(phase)


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "name"), [("ru", "Город засыпает"), ("en", "Town Falls Asleep")])
def test_the_site_speaks_the_language_of_the_browser(client, language, name):
    page = client.get("/shown/", headers={"accept-language": language}).content.decode()
    assert f'<html lang="{language}"' in page
    assert name in page


@pytest.mark.django_db
def test_the_name_of_the_site_is_a_setting(client):
    with override_settings(SITE_NAME="Тихий <город>"):
        page = client.get("/shown/").content.decode()
    assert "Тихий &lt;город&gt;" in page
    assert "Город засыпает" not in page


@pytest.mark.django_db
def test_a_page_says_as_whom_one_acts(client):
    page = client.get("/shown/?as_whom=Изморозь", headers={"accept-language": "ru"}).content.decode()
    assert "Вы здесь как</small>Изморозь" in page
    assert "Войти" not in page.split("<main")[0]


@pytest.mark.django_db
def test_a_guest_is_shown_one_door(client):
    head = client.get("/shown/", headers={"accept-language": "ru"}).content.decode().split("<main")[0]
    assert "Войти" in head
    assert "Уведомления" not in head


@pytest.mark.django_db
def test_somebody_logged_in_is_never_shown_an_address(client, django_user_model):
    user = django_user_model.objects.create_user("secret@example.org", "x")
    client.force_login(user, backend=settings.AUTHENTICATION_BACKENDS[0])
    page = client.get("/shown/", headers={"accept-language": "ru"}).content.decode()
    assert "Вы вошли" in page
    assert "secret@example.org" not in page
    assert 'data-who="in"' in page


@pytest.mark.django_db
def test_the_page_is_well_formed_and_its_ids_are_unique(client):
    text = client.get("/shown/?as_whom=A&phase_kind=day").content.decode()
    parser = html5lib.HTMLParser(tree=html5lib.getTreeBuilder("etree"))
    tree = parser.parse(text)
    assert [error for error in parser.errors if error[1] != "non-void-element-with-trailing-solidus"] == []
    ids = [node.get("id") for node in tree.iter() if node.get("id")]
    assert len(ids) == len(set(ids))
    assert tree.find(f".//{HTML}html") is None
    assert len(list(tree.iter(f"{HTML}main"))) == 1


@pytest.mark.django_db
def test_the_page_fetches_only_what_is_here(client):
    tree = parse(client.get("/shown/").content.decode())
    for node in tree.iter():
        for attribute in ("src", "href", "action"):
            assert not (node.get(attribute) or "").startswith(("http", "//", "data:")), node.attrib


def test_messages_have_an_icon_and_words():
    request = RequestFactory().get("/")
    request.session = {}
    storage = FallbackStorage(request)
    request._messages = storage
    messages.success(request, "Сохранено <b>")
    messages.error(request, "Нельзя")
    messages.warning(request, "Осторожно")
    drawn = get_template("_messages.html").render({"messages": storage}, None)
    assert "Сохранено &lt;b&gt;" in drawn
    assert "is-no" in drawn
    assert "is-warn" in drawn
    assert drawn.count("<use") == 3


ERRORS = [
    ("/missing/", 404, "Такой страницы нет", "No such page"),
    ("/no-such-address/", 404, "Такой страницы нет", "No such page"),
    ("/forbidden/", 403, "Посторонним вход закрыт", "No admission"),
    ("/broken/", 500, "Что-то сломалось", "Something broke"),
]


@pytest.mark.django_db
@pytest.mark.parametrize(("address", "status", "ru", "en"), ERRORS)
def test_error_pages_are_ours_in_both_languages(address, status, ru, en):
    client = Client(raise_request_exception=False)
    for language, heading in (("ru", ru), ("en", en)):
        answer = client.get(address, headers={"accept-language": language})
        page = answer.content.decode()
        assert answer.status_code == status
        assert f"<h1>{heading}</h1>" in page
        assert f'<html lang="{language}"' in page
        assert "css/tokens.css" in page
        assert " data-error" in page, "so that the scripts know that nothing has arrived"
        assert "a reason that nobody reads" not in page
        assert "on purpose" not in page
        assert client.get(address).headers.get("Content-Security-Policy") or status == 500


def test_the_page_of_a_fault_needs_neither_context_nor_database():
    """No django_db mark: a query would fail the test."""
    for language, heading in (("ru", "Что-то сломалось"), ("en", "Something broke")):
        with translation.override(language):
            assert heading in get_template("500.html").render()


def test_the_page_of_a_fault_stands_when_the_table_of_static_files_is_lost(tmp_path):
    storages = settings.STORAGES | {
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"}
    }
    with override_settings(STORAGES=storages, STATIC_ROOT=tmp_path):
        assert "css/base.css" in get_template("500.html").render()


@pytest.mark.django_db
@pytest.mark.parametrize("field", ["text", "announcement", "body"])
def test_a_form_without_its_mark_is_refused_and_the_words_come_back(field):
    client = Client(enforce_csrf_checks=True)
    answer = client.post("/shown/", {field: "Мой <длинный> пост"}, headers={"accept-language": "ru"})
    page = answer.content.decode()
    assert answer.status_code == 403
    assert "<h1>Форма не принята</h1>" in page
    assert "Мой &lt;длинный&gt; пост</textarea>" in page
    assert " data-error" in page


@pytest.mark.django_db
def test_nothing_else_of_a_refused_form_is_shown():
    client = Client(enforce_csrf_checks=True)
    page = client.post("/shown/", {"password": "тайна", "email": "a@example.org"}).content.decode()
    assert "тайна" not in page
    assert "a@example.org" not in page
    assert 'id="kept"' not in page


@pytest.mark.django_db
def test_the_language_form_comes_back_to_the_page_but_never_to_the_address_of_a_post(client):
    assert 'name="next" value="/shown/?a=1&amp;b=2"' in client.get("/shown/?a=1&b=2").content.decode()
    assert 'name="next"' not in client.post("/shown/").content.decode()
