"""The panel of chances, in a new game and where the host changes the composition: in both languages."""

import html
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import simulation, tasks
from games.models import Game, Odds
from games.services import chances
from games.views.odds import FIELD
from mafiaforum.celery import app
from tests.factories import client_of, make_game
from tests.games.test_create_game import CREATE, fields_of, filled, host
from tests.games.test_new_game_steps import go, text, words

pytestmark = pytest.mark.django_db
SUMMARY = reverse("games:create_summary")
SAID = {
    "ru": (
        "Каковы шансы",
        "Считаем: сыграно партий — 0 из 40.",
        "Мирные",
        "Люди играют иначе",
        "Сначала нужно поправить",
    ),
    "en": ("How the chances look", "Being computed: 0 of 40 games", "Town", "People play otherwise", "mended first"),
}


@pytest.fixture(autouse=True)
def _few_games(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(chances, "GAMES", 40)
    app.conf.task_always_eager = True
    yield
    app.conf.task_always_eager = False


def odds_in(answer: Any) -> str:
    """Return the words of the place where the chances stand."""
    page = text(answer)
    inside = page[page.index('id="set-odds"') :].partition(">")[2].partition("</section>")[0]
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", inside.partition(' id="set-')[0])).split())


def last_step(client: Client, **changes: str) -> Any:
    return go(client, text(client.get(CREATE)), "3", **changes)


@pytest.mark.parametrize("language", ["ru", "en"])
def test_the_last_step_shows_the_chances_once_they_are_computed(
    clock: Any, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    heading, waits, town, honest, _mended = SAID[language]
    client = host(language=language)
    with monkeypatch.context() as closed:
        closed.setattr(simulation, "simulate", lambda *args, **more: pytest.fail("played in a request"))
        page = last_step(client)
        assert heading in words(page) and waits in odds_in(page)
        # With script the place asks again by itself; without, a reload does.
        assert re.search(r'id="set-odds".*?hx-post="[^"]*/summary/".*?hx-trigger="every 2s"', text(page), re.DOTALL)
        assert "<noscript>" in text(page)
        assert waits in odds_in(client.get(f"{CREATE}?step=3"))
    row = Odds.objects.get()
    assert (row.setup["players"], row.setup["roles"]) == (12, {"mafia": 3, "commissioner": 1, "doctor": 1})
    tasks.odds()
    odds = chances.result(Odds.objects.get())
    told = odds_in(client.get(f"{CREATE}?step=3"))
    assert town in told and honest in told and str(round(100 * odds.share("town"))) in told
    least, most = odds.interval()
    assert str(round(100 * least)) in told and str(round(100 * most)) in told
    answer = client.post(SUMMARY, fields_of(text(page)) | {"go": "odds"})
    assert odds_in(answer) == told and "every 2s" not in text(answer)
    assert text(answer).count("hx-swap-oob") == 1, "nothing else is drawn anew"


def test_before_the_last_step_nothing_is_asked_for(clock: Any) -> None:
    client = host()
    page = text(client.get(CREATE))
    client.post(SUMMARY, fields_of(page))
    go(client, page, "2")
    assert not Odds.objects.exists()


def test_the_number_of_players_is_kept_on_the_way_and_what_is_typed_is_computed(clock: Any) -> None:
    client = host()
    page = go(client, text(last_step(client)), "3", **{FIELD: "9", "row-1-mafia": "1"})
    assert f'name="{FIELD}" value="9"' in text(page)
    newest = Odds.objects.latest("pk")
    assert newest.setup["players"] == 9 and newest.setup["roles"]["mafia"] == 1
    page = go(client, text(page), "back")
    assert f'name="{FIELD}" value="9"' in text(page) and "set-odds" not in text(page)
    assert f'name="{FIELD}" value="9"' in text(go(client, text(page), "next"))


@pytest.mark.parametrize("language", ["ru", "en"])
def test_a_composition_with_problems_has_no_chances_and_all_problems(clock: Any, language: str) -> None:
    client = host(language=language)
    sent = filled(client, step="3", **{"row-0-mafia": "3", "row-0-sergeant": "1", "row-0-commissioner": "0"})
    answer = client.post(SUMMARY, sent)
    assert SAID[language][4] in odds_in(answer)
    wrong = {"ru": ("нужна рядом роль", "мафии должно быть меньше"), "en": ("needs the role", "mafia must be fewer")}
    assert all(said in words(answer) for said in wrong[language])
    assert not Odds.objects.exists()


@pytest.mark.parametrize("typed", ["abc", "0", "-5", "999", "4", "٣"])
def test_a_number_that_is_none_or_too_great_is_answered_with_a_sentence(clock: Any, typed: str) -> None:
    client = host(language="en")
    answer = client.post(SUMMARY, filled(client, step="3", **{FIELD: typed}))
    assert answer.status_code == 200
    assert "This game takes from 6 to 100 players." in odds_in(answer)
    assert not Odds.objects.exists()


def test_what_can_not_be_computed_is_said(clock: Any) -> None:
    client = host(language="en")
    last_step(client)
    Odds.objects.update(state=Odds.State.FAILED)
    told = odds_in(client.get(f"{CREATE}?step=3"))
    assert "can't be computed" in told


# ---------- where the host changes the composition


def changing(clock: Any) -> tuple[Client, str, Game]:
    played = make_game(clock=clock)
    user = played.host_user
    return client_of(user), reverse("games:change", args=[played.game.slug]), played.game


def test_the_host_sees_the_chances_of_what_is_typed_before_it_is_saved(clock: Any) -> None:
    client, url, game = changing(clock)
    page = text(client.get(url))
    assert "set-odds" in page and Odds.objects.count() == 1
    sent = fields_of(page) | {FIELD: "10", "row-1-mafia": "3", "go": "odds"}
    answer = client.post(url, sent)
    assert answer.status_code == 200 and 'name="row-1-mafia" value="3"' in text(answer)
    newest = Odds.objects.latest("pk")
    assert (newest.setup["players"], newest.setup["roles"]["mafia"]) == (10, 3)
    before = game.composition
    game.refresh_from_db()
    assert game.composition == before, "nothing is saved"
    tasks.odds()
    tasks.odds()
    part_only = client.post(url, sent, headers={"HX-Request": "true"})
    assert part_only.status_code == 200 and "<html" not in text(part_only)
    assert "%" in odds_in(part_only) and 'hx-swap-oob="true"' in text(part_only)
    saved = client.post(url, {name: value for name, value in sent.items() if name != "go"})
    assert saved.status_code == 303


def test_chances_of_a_wrong_form_are_no_chances_and_nothing_is_lost(clock: Any) -> None:
    client, url, _game = changing(clock)
    sent = fields_of(text(client.get(url))) | {"row-1-mafia": "x", "go": "odds"}
    answer = client.post(url, sent)
    assert answer.status_code == 422 and 'value="x"' in text(answer)
    assert "%" not in odds_in(answer)
    other = client.post(url, sent | {"as": "somebody else"})
    assert other.status_code == 422
