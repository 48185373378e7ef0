"""What the host may change after the sign-up has opened, and what stands."""

import pytest
from django.test import Client

from games.engine.composition import Composition, Row
from games.engine.ruleset import Ruleset
from games.models import Event, Game
from tests.factories import HOST, Played, client_of, make_game, make_user
from tests.games.test_create_game import errors, fields_of

pytestmark = pytest.mark.django_db


def filled(played: Played, **changes: str) -> dict[str, str]:
    """Return the form as the host's page offers it, changed as asked."""
    return fields_of(played.client(HOST).get(played.url("change")).content.decode()) | changes


def rules(played: Played) -> Ruleset:
    return Ruleset.restore(Game.objects.get(pk=played.game.pk).options)


def test_until_the_deal_times_numbers_and_the_composition_change(clock) -> None:
    played = make_game(clock=clock)
    sent = {name: value for name, value in filled(played).items() if not name.startswith("row-")}
    sent |= {"day": "24 ч", "max_players": "9", "weekly_pause": "сб 00:00 - пн 00:00", "timezone": "Asia/Tokyo"}
    sent |= {"row-0-players": "6", "row-0-mafia": "2"}
    answer = played.client(HOST).post(played.url("change"), sent)
    assert answer.status_code == 303 and answer["Location"] == played.url("rules")
    now = rules(played)
    assert (f"{now.day}", now.max_players, now.timezone) == ("1 day, 0:00:00", 9, "Asia/Tokyo")
    composition = Composition.from_json(Game.objects.get(pk=played.game.pk).composition)
    assert composition == Composition((Row(6, (("mafia", 2),)),))
    page = Client().get(played.url("rules")).content.decode()
    assert "24\u00a0часа" in page and "сб" in page


def test_the_form_as_it_stands_changes_nothing_and_tells_nobody(clock) -> None:
    played = make_game(clock=clock)
    before = Event.objects.count()
    assert played.client(HOST).post(played.url("change"), filled(played)).status_code == 303
    assert Event.objects.count() == before


def test_what_is_lopsided_is_told_to_the_host_while_it_may_change(clock) -> None:
    played = make_game(clock=clock)
    page = played.client(HOST).get(played.url("change")).content.decode()
    assert "Над чем подумать" not in page
    sent = {name: value for name, value in filled(played, night="60 ч").items() if not name.startswith("row-")}
    sent |= {"row-0-players": "6", "row-0-mafia": "2", "max_players": "7"}
    assert played.client(HOST).post(played.url("change"), sent).status_code == 303
    page = played.client(HOST).get(played.url("change")).content.decode()
    assert "Над чем подумать" in page and page.count("треть стола или больше") == 2, "on top, and at its line"
    assert "дольше целого дня" in page
    played.to_day()
    assert "Над чем подумать" not in played.client(HOST).get(played.url("change")).content.decode()


def test_after_the_deal_only_the_pauses_change(clock) -> None:
    played = make_game(clock=clock).to_day()
    page = played.client(HOST).get(played.url("change")).content.decode()
    assert 'name="weekly_pause"' in page and 'name="day"' not in page and 'name="row-0-players"' not in page
    sent = filled(played, weekly_pause="ср 00:00 - чт 00:00")
    assert played.client(HOST).post(played.url("change"), sent).status_code == 303
    assert rules(played).weekly_pause == "Wed 00:00 - Thu 00:00"


@pytest.mark.parametrize("forged", [{"day": "1h"}, {"min_players": "3"}, {"timezone": "UTC"}, {"hammer": "on"}])
def test_what_stands_can_not_be_forged_after_the_deal(clock, forged: dict[str, str]) -> None:
    played = make_game(clock=clock).to_day()
    before = rules(played)
    answer = played.client(HOST).post(played.url("change"), filled(played) | forged)
    assert answer.status_code == 422 and "said is-no" in answer.content.decode()
    assert rules(played) == before


@pytest.mark.parametrize("forged", [{"hammer": "on"}, {"names": "member"}, {"mafia_wins": "parity"}, {"trial": "on"}])
def test_what_stands_from_the_beginning_can_not_be_forged(clock, forged: dict[str, str]) -> None:
    played = make_game(clock=clock)
    before = rules(played)
    answer = played.client(HOST).post(played.url("change"), filled(played) | forged)
    assert answer.status_code == 422 and rules(played) == before


def test_what_is_wrong_is_shown_and_kept(clock) -> None:
    played = make_game(clock=clock)
    sent = filled(played, day="никогда", max_players="5") | {"row-0-mafia": "5"}
    answer = played.client(HOST).post(played.url("change"), sent)
    page = answer.content.decode()
    assert answer.status_code == 422 and 'value="никогда"' in page
    assert "Меньше, чем наименьшее число игроков" in errors(page) and "мафии должно быть меньше" in errors(page)


def test_a_form_of_another_persona_changes_nothing(clock) -> None:
    played, other = make_game(clock=clock), make_game(clock=clock, tag="б")
    sent = filled(played, day="24 ч", **{"as": other.host.token})
    answer = played.client(HOST).post(played.url("change"), sent)
    assert answer.status_code == 422 and "под другим именем" in answer.content.decode()
    assert rules(played).day.days == 2


def test_nothing_changes_after_the_end(clock) -> None:
    played = make_game(clock=clock).to_end()
    page = played.client(HOST).get(played.url("change"))
    assert page.status_code == 200 and "менять больше нечего" in page.content.decode()
    sent = {"as": played.host.token, "weekly_pause": "ср 00:00 - чт 00:00"}
    before = rules(played)
    assert played.client(HOST).post(played.url("change"), sent).status_code == 422
    assert rules(played) == before


@pytest.mark.parametrize("method", ["get", "post"])
def test_the_page_is_the_hosts_alone(clock, method: str) -> None:
    played, other = make_game(clock=clock), make_game(clock=clock, tag="б")
    strangers = [Client(), played.client("Груздь"), client_of(other.host_user), client_of(make_user("ann@example.org"))]
    for client in strangers:
        assert getattr(client, method)(played.url("change"), {"as": played.host.token}).status_code == 404
