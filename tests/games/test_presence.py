"""Who is there: what is kept of it, and what the host is told."""

from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.http import Http404
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import attendance, services
from games.models import Bot, Game, Presence
from games.selectors import access, attendance_of
from tests.factories import Played, make_game
from tests.games.presence import FIVE, SECOND, come, live, others, pass_by

pytestmark = pytest.mark.django_db


@pytest.fixture
def seven(clock: Any) -> Played:
    """Seven players on day 1 of a live game, everybody there."""
    played = live(clock).to_day()
    come(played, *played.living())
    return played


# ---------- what is kept


def test_a_game_without_the_option_keeps_nothing(clock: Any) -> None:
    played = make_game(clock=clock).to_day()
    for name in played.living():
        assert played.client(name).get(played.url()).status_code == 200
        assert played.client(name).post(played.url("here")).status_code == 204
        seat = played.seat(name)
        with CaptureQueriesContext(connection) as queries:
            assert not services.note_presence(game=played.game, seat=seat, at=timezone.now())
        assert len(queries) == 0
    played.to_night()
    assert not Presence.objects.exists()
    assert attendance_of(access(played.game.slug, played.host_user), timezone.now()) is None


@pytest.mark.postgres
def test_rows_stand_from_the_deal_to_the_way_out(clock: Any) -> None:
    played = live(clock)
    come(played, "Груздь")
    assert not Presence.objects.exists(), "nothing is kept of the sign-up"
    played.to_day()
    assert Presence.objects.count() == 7
    played.heart_attack("Лисичка")
    assert sorted(Presence.objects.values_list("seat__number", flat=True)) == sorted(
        played.seats[name] for name in played.living()
    )
    come(played, "Лисичка")
    assert Presence.objects.count() == 6, "whoever is out is nobody's business"
    played.to_end()
    assert not Presence.objects.exists()
    come(played, "Груздь")
    assert not Presence.objects.exists()


def test_a_game_that_is_called_off_keeps_nothing(seven: Played) -> None:
    services.call_off(game=seven.game, host=seven.host, at=timezone.now())
    assert not Presence.objects.exists()


def test_bots_have_no_connection_to_lose(clock: Any) -> None:
    played = live(clock)
    now = timezone.now()
    Bot.objects.create(seat=played.seat("Груздь"), seed=b"x" * 16, asked_at=now, next_at=now)
    played.to_day()
    assert Presence.objects.count() == 6
    assert not Presence.objects.filter(seat=played.seat("Груздь")).exists()
    come(played, "Груздь")
    assert Presence.objects.count() == 6


@pytest.mark.postgres
def test_being_seen_is_written_once_in_a_quarter_of_a_minute(seven: Played) -> None:
    seat, at = seven.seat("Груздь"), timezone.now()
    game = Game.objects.get(pk=seven.game.pk)

    def note(after: timedelta) -> tuple[bool, int]:
        with CaptureQueriesContext(connection) as queries:
            return services.note_presence(game=game, seat=seat, at=at + after), len(queries)

    assert note(attendance.NOTE_EVERY - SECOND) == (False, 1)
    assert note(attendance.NOTE_EVERY) == (True, 2)
    assert note(attendance.NOTE_EVERY) == (False, 1)
    assert note(timedelta(0)) == (False, 1), "a request that was slow takes nothing back"
    assert Presence.objects.get(seat=seat).seen_at == at + attendance.NOTE_EVERY


def test_being_seen_touches_nothing_else(seven: Played) -> None:
    """No event, no post, no notice, no column that anybody else could see: only the one row."""
    for name in seven.living():
        seven.client(name)  # logged in
    seven.clock.shift(timedelta(seconds=30))
    before = dump()
    for name in seven.living():
        assert seven.client(name).post(seven.url("here")).status_code == 204
    after = dump()
    assert {label for label in before if before[label] != after[label]} == {"games.presence"}


def dump() -> dict[str, str]:
    """Return all rows of the site but sessions, by table."""
    found = {}
    for model in apps.get_models():
        if model._meta.app_label in ("sessions", "contenttypes", "auth"):
            continue
        out = StringIO()
        call_command("dumpdata", model._meta.label, stdout=out)
        found[model._meta.label_lower] = out.getvalue()
    return found


def test_a_page_comes_though_presence_cannot_be_noted(seven: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    def locked(**_kwargs: Any) -> bool:
        raise DatabaseError("database is locked")

    monkeypatch.setattr(services, "note_presence", locked)
    assert seven.client("Груздь").get(seven.url()).status_code == 200


# ---------- who is gone


def test_the_host_sees_who_is_gone_and_since_when(seven: Played) -> None:
    left = timezone.now()
    pass_by(seven, attendance.GONE_AFTER, *others(seven, "Груздь"), step=15, ticks=False)
    seen = {one.number: one for one in attendance_of(access(seven.game.slug, seven.host_user), timezone.now()) or []}
    assert not any(one.gone for one in seen.values()), "a hidden page is woken once a minute"
    seven.clock.shift(SECOND)
    seen = {one.number: one for one in attendance_of(access(seven.game.slug, seven.host_user), timezone.now()) or []}
    gone = seen.pop(seven.seats["Груздь"])
    assert (gone.gone, gone.seen_at, gone.due_at) == (True, left, left + FIVE)
    assert len(seen) == 6 and not any(one.gone or one.due_at for one in seen.values())


@pytest.mark.parametrize("who", ["", "Груздь", "Мухомор"])
def test_nobody_but_the_host_is_told(seven: Played, who: str) -> None:
    user = seven.users.get(who)
    found = access(seven.game.slug, user if user else seven.client("").get("/").wsgi_request.user)
    with pytest.raises(Http404):
        attendance_of(found, timezone.now())
