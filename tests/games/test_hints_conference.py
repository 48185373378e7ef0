"""The hints of a game with evening and trial: what is to be done now, said to every role alike."""

from typing import Any

import pytest
from django.utils import timezone, translation

from games.engine.sight import Viewer, view
from games.hints import Hint, hint
from tests.factories import Played
from tests.games import conference
from tests.games.conference import COMMISSIONER, DOCTOR, MAFIOSO

pytestmark = pytest.mark.django_db


def said(played: Played, name: str) -> Hint:
    """Return the hint of a player, in Russian."""
    with translation.override("ru"):
        found = hint(view(played.state(), Viewer(seat=played.seats[name]), timezone.now()))
    assert found is not None
    return found


def test_each_step_of_a_day_with_a_trial(clock: Any) -> None:
    played = conference.make_conference(clock).to_day(conference.CAST)
    assert "голосовать будут вечером" in said(played, COMMISSIONER).title
    assert [address for address, _words in said(played, COMMISSIONER).ways] == ["#reply"]
    played.end_phase()
    assert "#votes" in [address for address, _words in said(played, COMMISSIONER).ways]
    played.votes(DOCTOR, *(name for name in played.living() if name != DOCTOR)).end_phase()
    assert "ЗА казнь или ПРОТИВ, и вы тоже" in said(played, DOCTOR).text
    assert "ЗА казнь или ПРОТИВ" in said(played, MAFIOSO).text
    played.end_phase()
    assert "Судят вас" in said(played, DOCTOR).text and "[за] или [против]" in said(played, MAFIOSO).text
    assert said(played, MAFIOSO) == said(played, COMMISSIONER), "nobody learns a role from it"
    played.say(True, MAFIOSO)
    assert said(played, MAFIOSO).title == "Ваше слово сказано"


def test_behind_a_curtain_one_waits(clock: Any) -> None:
    played = conference.make_conference(clock, options={"curtain": "1h"}).to_day(conference.CAST)
    played.end_phase().end_phase()
    while played.phase != "curtain":
        played.end_phase()
    found = said(played, MAFIOSO)
    assert found.title == "Ведущий пишет итог" and found.ways == ()
