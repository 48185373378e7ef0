"""The end of a tournament: places, awards, the check of what was drawn, the season and a member's results."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts import selectors as people
from scripts import verify_tournament
from tests.factories import client_of
from tests.memory import memory
from tests.tournaments.day import START, Day
from tests.tournaments.played import over_day, page, read, running_day, scored, text, url
from tournaments.models import Entry, Tournament, TournamentSeed

pytestmark = pytest.mark.django_db


@pytest.fixture
def running() -> Day:
    return running_day()


@pytest.fixture
def over() -> Day:
    return over_day()


# ---------- the end ----------


def test_the_end_has_podium_places_awards_and_the_seed(over: Day) -> None:
    said = read(over, "final")
    for entry in Entry.objects.filter(tournament=over.tournament).select_related("persona"):
        assert entry.persona.name in said
    assert said.count("Место 1 ") == said.count("Место 2 ") == said.count("Место 3 ") == 1
    assert "Лучший мафиози" in said
    assert bytes(TournamentSeed.objects.get(tournament=over.tournament).seed).hex() in said
    assert "совпадает с отпечатком" in said
    assert "is-me" not in page(over, "final")


def test_a_shared_place_is_told_at_each_who_has_it(over: Day) -> None:
    Entry.objects.filter(tournament=over.tournament, place=3).update(place=2)
    said = read(over, "final")
    assert said.count("Место 2 поделено") == 2
    assert "Место 3" not in said


def test_before_the_end_nothing_of_the_seed_is_anywhere(running: Day) -> None:
    seed = bytes(TournamentSeed.objects.get(tournament=running.tournament).seed)
    for name, *args in (("group", 1), ("group", 2), ("print",), ("points",), ("match", scored(running).pk)):
        assert seed.hex() not in page(running, name, *args)
    Tournament.objects.filter(pk=running.tournament.pk).update(stage="cancelled")
    assert Client().get(url(running, "draw_json")).status_code == 404


def test_anybody_can_check_the_draw_and_every_lot(over: Day, tmp_path: Path) -> None:
    draw = json.loads(Client().get(url(over, "draw_json")).content)
    assert verify_tournament.disagreements(draw) == []
    assert len(draw["games"]) == 7
    assert sorted(number for group in draw["groups"] for number in group) == list(range(1, 15))
    assert draw["lots"]
    file = tmp_path / "draw.json"
    file.write_text(json.dumps(draw))
    command = [sys.executable, "scripts/verify_tournament.py", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 (our own program)
    assert (done.returncode, done.stdout) == (0, "ok\n")


def test_the_check_notices_what_was_changed(over: Day) -> None:
    fair = json.loads(Client().get(url(over, "draw_json")).content)
    for change in (
        lambda draw: draw.update(seed="00" * 32),
        lambda draw: draw["groups"][0].__setitem__(0, draw["groups"][1][0]),
        lambda draw: draw["groups"].reverse(),
        lambda draw: draw["games"][0].update(commitment="0" * 64),
        _other_lot,
    ):
        forged = json.loads(json.dumps(fair))
        change(forged)
        assert verify_tournament.disagreements(forged)


def _other_lot(draw: Any) -> None:
    lot = draw["lots"][0]
    lot["entry"] = next(number for number in lot["equal"] if number != lot["entry"])


# ---------- the season ----------


def test_the_season_adds_up_points_under_public_names(over: Day) -> None:
    said = text(Client().get(reverse("tournaments:season")))
    assert "Сезон 2026" in said
    assert "Белые ночи" in said
    for number, user in over.users.items():
        assert over.entry(number).persona.name in said
        # The clone's owner is named nowhere.
        page = Client().get(reverse("tournaments:season")).content.decode()
        assert f">{_member_name(user)}<" not in page
    assert reverse("tournaments:season_of", args=[2026])
    assert Client().get(reverse("tournaments:season_of", args=[2025])).status_code == 404


def _member_name(user: Any) -> str:
    member = people.member_of(user)
    assert member is not None
    return str(member.name)


def test_a_member_has_no_results_of_the_own_clones(over: Day) -> None:
    user = over.users[1]
    address = reverse("tournaments:member", args=[_member_name(user)])
    assert Client().get(address).status_code == 404
    said = text(client_of(user).get(address))
    assert "Турниров пока нет" in said
    assert "Белые ночи" not in said
    assert Client().get(reverse("tournaments:member", args=[over.entry(1).persona.name])).status_code == 404


def test_a_member_who_played_as_such_has_a_page() -> None:
    day = memory.recall("members", lambda: Day(6, groups=1, hosts=1, names="member").close().give_hosts())
    Entry.objects.filter(tournament=day.tournament, number=1).update(place=1)
    Tournament.objects.filter(pk=day.tournament.pk).update(stage="over", ended_at=START)
    said = text(Client().get(reverse("tournaments:member", args=[day.entry(1).persona.name])))
    assert "Белые ночи" in said
    assert Client().get(reverse("tournaments:season")).status_code == 200
