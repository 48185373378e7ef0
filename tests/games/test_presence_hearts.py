"""The heart attack by itself: after how long, what does not count, exactly once, many games at once."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from forum.models import Post
from games import services, tasks
from games.engine.table import Table
from games.models import Event, Presence
from games.selectors import access, attendance_of
from mafiaforum.celery import app
from tests.factories import HOST, Played, make_game
from tests.games.presence import FIVE, SECOND, come, due_of, hearts, live, others, pass_by, tick

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _here_and_now() -> Iterator[None]:
    """Let tasks run at once in this process, as a worker would run them."""
    app.conf.task_always_eager = True
    yield
    app.conf.task_always_eager = False


@pytest.fixture
def seven(clock: Any) -> Played:
    """Seven players on day 1 of a live game, everybody there."""
    played = live(clock).to_day()
    come(played, *played.living())
    return played


@pytest.mark.postgres
def test_whoever_is_gone_for_too_long_is_out_once(seven: Played) -> None:
    stay = others(seven, "Груздь")
    pass_by(seven, FIVE - SECOND, *stay)
    assert hearts(seven) == []
    pass_by(seven, SECOND, *stay)
    assert hearts(seven) == [(seven.seats["Груздь"], True)]
    assert seven.seat("Груздь").out_how == "heart_attack" and seven.seat("Груздь").role_shown == "citizen"
    newest = Post.objects.filter(thread=seven.game.thread).order_by("-number")[0]
    assert "Связи не было слишком долго." in newest.html and "Груздь" in newest.html
    event = Event.objects.get(game=seven.game, kind="heart_attack")
    assert event.data["post"] == newest.number
    pass_by(seven, timedelta(minutes=10), *stay)
    assert services.remove_missing(game_id=seven.game.pk, now=timezone.now()) == 0
    assert len(hearts(seven)) == 1


def test_whoever_comes_back_in_time_stays(seven: Played) -> None:
    stay = others(seven, "Груздь")
    for _turn in range(4):
        pass_by(seven, FIVE - SECOND, *stay)
        come(seven, "Груздь")
    assert hearts(seven) == []


def test_a_page_in_a_hidden_tab_is_enough(seven: Played) -> None:
    pass_by(seven, timedelta(minutes=30), *seven.living(), step=60)
    assert hearts(seven) == []


def test_without_the_option_nobody_is_removed(clock: Any) -> None:
    played = live(clock, options={"auto_heart_attack_after": "off"}).to_day()
    come(played, *played.living())
    pass_by(played, timedelta(hours=2), *others(played, "Груздь"))
    assert hearts(played) == []
    assert not Presence.objects.exclude(due_at=None).exists()


def test_it_counts_from_the_opening_of_the_first_day(clock: Any) -> None:
    """Whoever never came is gone since the deal, but the time to read one's role does not count."""
    played = live(clock, options={"deal": "1h"}).deal()
    come(played, *others(played, "Груздь"))
    pass_by(played, timedelta(minutes=50), *others(played, "Груздь"))
    assert hearts(played) == []
    seen = attendance_of(access(played.game.slug, played.host_user), timezone.now()) or []
    missing = [one for one in seen if one.gone]
    assert [(one.number, one.seen_at, one.due_at) for one in missing] == [(played.seats["Груздь"], None, None)]
    played.acknowledge()
    opened = timezone.now()
    assert played.phase == "day" and due_of(played, "Груздь") == opened + FIVE
    pass_by(played, FIVE - SECOND, *others(played, "Груздь"))
    assert hearts(played) == []
    pass_by(played, SECOND, *others(played, "Груздь"))
    assert hearts(played) == [(played.seats["Груздь"], True)]


def test_a_pause_does_not_count(seven: Played) -> None:
    stay = others(seven, "Груздь")
    pass_by(seven, timedelta(minutes=4), *stay)
    services.pause(game=seven.game, host=seven.host, at=timezone.now())
    pass_by(seven, timedelta(hours=1), *stay)
    assert hearts(seven) == []
    assert services.remove_missing(game_id=seven.game.pk, now=timezone.now()) == 0
    seen = attendance_of(access(seven.game.slug, seven.host_user), timezone.now()) or []
    assert [(one.gone, one.due_at) for one in seen if one.gone] == [(True, None)]
    services.resume(game=seven.game, host=seven.host, at=timezone.now())
    # Who went for a walk in the pause has the whole time to come back.
    pass_by(seven, FIVE - SECOND, *stay)
    assert hearts(seven) == []
    pass_by(seven, SECOND, *stay)
    assert len(hearts(seven)) == 1


def test_a_weekly_pause_does_not_count(clock: Any) -> None:
    """A quarter past noon in Moscow the clock stops for an hour."""
    played = live(clock, options={"weekly_pause": "Mon 12:15 - Mon 13:15", "day": "3h"}).to_day()
    pass_by(played, timedelta(minutes=13), *played.living())
    stay = others(played, "Груздь")
    pass_by(played, timedelta(minutes=64), *stay)
    assert hearts(played) == []
    pass_by(played, timedelta(minutes=1), *stay)
    assert hearts(played) == [(played.seats["Груздь"], True)], "two minutes before the pause, three after it"


def test_time_behind_a_curtain_does_not_count(clock: Any) -> None:
    """A report waits for the host's words: nobody has anything to do meanwhile."""
    played = live(clock, options={"curtain": "2h", "outage_credit": "off"}).to_day()
    played.away(*played.living()).end_phase()
    assert played.phase == "curtain"
    come(played, *played.living())
    stay = others(played, "Груздь")
    pass_by(played, timedelta(minutes=30), *stay)
    assert hearts(played) == []
    services.publish_report(game=played.game, host=played.host, words="", at=timezone.now())
    assert played.phase == "night"
    pass_by(played, FIVE - SECOND, *stay)
    assert hearts(played) == []
    pass_by(played, SECOND, *stay)
    assert hearts(played) == [(played.seats["Груздь"], True)]


@pytest.mark.parametrize("credit", ["on", "off"])
def test_time_in_which_the_site_was_away_does_not_count(clock: Any, credit: str) -> None:
    """Nobody could come: after an outage everybody has the whole time again."""
    played = live(clock, options={"outage_credit": credit}).to_day()
    come(played, *played.living())
    stay = others(played, "Груздь")
    pass_by(played, timedelta(minutes=4), *stay)
    pass_by(played, timedelta(minutes=20), site=False)
    tasks.tick()
    assert hearts(played) == [], "the first tick after it"
    pass_by(played, FIVE - timedelta(seconds=20), *stay, step=20)
    assert hearts(played) == []
    pass_by(played, timedelta(seconds=40), *stay, step=20)
    assert hearts(played) == [(played.seats["Груздь"], True)]


@pytest.mark.postgres
def test_time_in_which_only_the_pages_were_away_does_not_count(seven: Played) -> None:
    """The tick went on, but nobody was seen: nobody has left, and who comes first lets all begin anew."""
    pass_by(seven, timedelta(minutes=47))
    assert hearts(seven) == []
    come(seven, "Лисичка")
    stay = others(seven, "Груздь")
    pass_by(seven, FIVE - timedelta(seconds=20), *stay, step=20)
    assert hearts(seven) == []
    pass_by(seven, timedelta(seconds=40), *stay, step=20)
    assert hearts(seven) == [(seven.seats["Груздь"], True)]


def test_a_lost_cache_and_a_lost_snapshot_change_nothing(seven: Played) -> None:
    """What it needs stands in the database, and is no part of the state."""
    stay = others(seven, "Груздь")
    pass_by(seven, timedelta(minutes=4), *stay)
    cache.clear()
    call_command("rebuild")
    pass_by(seven, timedelta(minutes=1), *stay)
    assert hearts(seven) == [(seven.seats["Груздь"], True)]


def test_a_deadline_that_has_passed_goes_first(clock: Any) -> None:
    """Between a deadline and the end of its phase nobody is removed; right after it the next one is."""
    played = live(clock, options={"day": "5m"}).to_day()
    clock.shift(SECOND)
    come(played, *played.living())
    stay = others(played, "Груздь")
    pass_by(played, FIVE, *stay, ticks=False)
    assert services.games_of_the_missing(timezone.now()) == [played.game.pk]
    assert services.remove_missing(game_id=played.game.pk, now=timezone.now()) == 0
    assert played.phase == "day" and hearts(played) == []
    tick()
    assert played.phase == "night" and hearts(played) == [(played.seats["Груздь"], True)]


@pytest.mark.postgres
def test_several_leave_in_the_order_in_which_they_left_until_it_is_over(seven: Played) -> None:
    """Both mafiosi are gone: with the second the town has won, and nobody leaves a game that is over."""
    first, second = seven.with_role("mafia")
    stay = others(seven, first, second, "Груздь")
    pass_by(seven, timedelta(minutes=1), second, "Груздь", *stay)
    pass_by(seven, timedelta(minutes=1), "Груздь", *stay)
    pass_by(seven, FIVE, *stay, ticks=False)
    assert services.remove_missing(game_id=seven.game.pk, now=timezone.now()) == 2
    assert hearts(seven) == [(seven.seats[first], True), (seven.seats[second], True)]
    assert seven.phase == "finished" and not Presence.objects.exists()


def test_it_settles_what_waited_for_the_missing(clock: Any) -> None:
    """The vote ends early once everybody in play has voted: the missing player was the last."""
    played = live(clock, options={"votes_end_early": True}).to_day()
    come(played, *played.living())
    stay = others(played, "Груздь")
    played.votes("Мухомор", *[name for name in stay if name != "Мухомор"]).vote("Мухомор", "Лисичка")
    assert played.phase == "day"
    pass_by(played, FIVE, *stay)
    assert hearts(played) == [(played.seats["Груздь"], True)]
    assert played.phase == "last_word"


# ---------- many games


@pytest.mark.postgres
def test_all_games_are_found_in_one_query(clock: Any) -> None:
    games = [live(clock, tag=str(number), players=5).to_day({f"Мухомор{number}": "mafia"}) for number in range(2, 8)]
    make_game(5, clock=clock, tag="9").to_day({"Мухомор9": "mafia"})
    missing = {played.game.pk: [played.living()[-1]] if played in games[3:] else [] for played in games}
    for played in games:
        come(played, *played.living())
    for _minute in range(5):
        clock.shift(timedelta(minutes=1))
        for played in games:
            come(played, *others(played, *missing[played.game.pk]))
    with CaptureQueriesContext(connection) as queries:
        found = services.games_of_the_missing(timezone.now())
    assert found == sorted(played.game.pk for played in games[3:])
    assert len(queries) == 1
    tick()
    assert [len(hearts(played)) for played in games] == [0, 0, 0, 1, 1, 1]


def test_one_that_fails_holds_nobody_up(clock: Any, monkeypatch: pytest.MonkeyPatch, caplog: Any) -> None:
    sick, well = (live(clock, tag=tag).to_day({f"Мухомор{tag}": "mafia"}) for tag in ("2", "3"))
    for played in (sick, well):
        come(played, *played.living())
    heart_attack, gone = Table.heart_attack, {played.game.pk: played.living()[-1] for played in (sick, well)}

    def failing(self: Table, seat: int, **more: Any) -> Any:
        if self.names[seat].endswith("2"):
            raise ZeroDivisionError("a fault in the rules")
        return heart_attack(self, seat, **more)

    monkeypatch.setattr(Table, "heart_attack", failing)
    for _minute in range(5):
        clock.shift(timedelta(minutes=1))
        for played in (sick, well):
            come(played, *others(played, gone[played.game.pk]))
    tick()
    assert (len(hearts(sick)), len(hearts(well))) == (0, 1)
    assert "could not be removed" in caplog.text
    sick.game.refresh_from_db()
    assert (sick.game.failures, sick.game.retry_after) == (0, None), "its deadlines do not wait"
    assert services.games_of_the_missing(timezone.now()) == [], "it is not tried at every tick"
    monkeypatch.setattr(Table, "heart_attack", heart_attack)
    pass_by(sick, tasks.BACK_OFF, *others(sick, gone[sick.game.pk]), step=15)
    assert len(hearts(sick)) == 1


def test_a_message_of_a_game_that_is_gone_does_no_harm() -> None:
    tasks.remove_missing(999_999)


def test_a_message_carries_a_number_and_no_name(seven: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[tuple[Any, Any]] = []
    monkeypatch.setattr(tasks.remove_missing, "apply_async", lambda args, **options: sent.append((args, options)))
    pass_by(seven, FIVE, *others(seven, "Груздь"))
    assert sent == [((seven.game.pk,), {"expires": 10})]


def test_the_host_can_still_do_it_by_hand(seven: Played) -> None:
    seven.heart_attack("Груздь", "Связь потеряна.")
    assert hearts(seven) == [(seven.seats["Груздь"], False)]
    assert seven.client(HOST).get(seven.url()).status_code == 200
