"""Who takes part: posts and votes by day, and nothing of the night."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from forum.models import Post
from forum.services import hide
from games import services
from tests.factories import HOST, Played, make_game
from tests.games.web import by_id, dom, inner, text_of

pytestmark = pytest.mark.django_db

CALM = {"silent_removed": False, "inactive_removed": False}


def rows(played: Played, who: str = "") -> dict[str, list[str]]:
    """Return the rows of the table by name: posts, the days, votes missed, days away."""
    table = next(dom(played.client(who).get(played.url("activity"))).iter("table"))
    found = {}
    for row in list(table.iter("tr"))[1:]:
        cells = [" ".join(" ".join(cell.itertext()).split()) for cell in row]
        found[cells[0].split()[0]] = cells[1:-1]
    return found


@pytest.fixture
def second_day(clock) -> Played:
    """Day 2: Груздь wrote and voted, Лисичка was away on day 1, Опёнок did neither; a player was jailed."""
    played = make_game(9, clock=clock, options=CALM).to_day()
    played.post("Груздь", "Раз").post("Груздь", "Два").away("Лисичка")
    others = [name for name in played.living() if name not in ("Лисичка", "Опёнок", "Волнушка")]
    played.votes("Волнушка", *others).vote("Волнушка", "Груздь").end_phase().end_phase()
    assert played.phase == "night"
    played.tell("Мухомор", "Маслёнок")
    played.end_phase()
    played.wait(timedelta(hours=1)).post("Груздь", "Три").vote("Поганка", "Груздь")
    return played


def test_posts_and_missed_votes_are_counted_by_day(second_day):
    found = rows(second_day)
    assert found["Груздь"] == ["3", "2", "1 ещё без голоса", "0", ""]
    assert found["Лисичка"] == ["0", "0 в отъезде", "0 ещё без голоса", "1", "1"]
    assert found["Опёнок"] == ["0", "0 без голоса", "0 ещё без голоса", "1", ""]
    assert found["Поганка"] == ["0", "0", "0", "0", ""]
    assert found["Волнушка"] == ["0", "0", "–", "0", ""], "jailed on day 1"
    assert found["Маслёнок"] == ["0", "0", "–", "0", ""], "killed in the night after it"


def test_who_has_not_been_heard_from_is_named(second_day):
    page = text_of(second_day.client("").get(second_day.url("activity")))
    assert "ещё ни поста, ни голоса: Мухомор, Боровик, Рыжик, Опёнок, Лисичка." in page
    second_day.away("Опёнок").post("Боровик", "Тут.").vote("Рыжик", "Груздь")
    page = text_of(second_day.client("").get(second_day.url("activity")))
    assert "ещё ни поста, ни голоса: Мухомор, Лисичка." in page
    second_day.to_night()
    assert "ещё ни поста" not in text_of(second_day.client("").get(second_day.url("activity")))


def test_nothing_of_the_night_shows(clock):
    """Orders, letters, `+`, reading: the page is the same, whoever did them."""
    played = make_game(9, clock=clock, options=CALM).to_night()
    before = inner(by_id(dom(played.client("").get(played.url("activity"))), "main"))
    played.tell("Мухомор", "Груздь")
    played.tell("Боровик", "Мухомор")
    played.letter("Груздь", ["Лисичка"], "Тихо.")
    played.client("Лисичка").get(played.url())
    after = inner(by_id(dom(played.client("").get(played.url("activity"))), "main"))
    assert before == after and "День 1" in before


def test_hidden_posts_and_those_after_the_end_are_not_counted(second_day):
    post = Post.objects.get(thread=second_day.game.thread, source="Два")
    hide(post, second_day.now())
    assert rows(second_day)["Груздь"][:2] == ["2", "1"]
    second_day.to_end()
    services.post(
        game=second_day.game,
        seat=second_day.seats["Груздь"],
        source="Хорошая игра",
        at=second_day.now(),
        limit_pace=False,
    )
    assert rows(second_day)["Груздь"][:2] == ["2", "1"]


def test_there_is_a_page_from_the_sign_up_on(clock):
    played = make_game(clock=clock)
    assert "Считать пока нечего" in text_of(played.client("").get(played.url("activity")))
    played.to_day()
    assert rows(played)["Груздь"][0] == "0", "the announcement is no taking part"
    played.to_end()
    assert rows(played, HOST)


def test_it_costs_the_same_for_a_few_posts_and_for_many(clock):
    played = make_game(9, clock=clock, options=CALM).to_day()
    played.post("Груздь", "Раз").vote("Груздь", "Лисичка")
    few = _cost(played)
    for number in range(30):
        played.post("Лисичка", f"Слово {number}").vote("Груздь", ("Опёнок", "Лисичка")[number % 2])
    played.to_night().end_phase()
    assert _cost(played) == few <= 9


def _cost(played: Played) -> int:
    with CaptureQueriesContext(connection) as caught:
        assert played.client("").get(played.url("activity")).status_code == 200
    return len(caught)
