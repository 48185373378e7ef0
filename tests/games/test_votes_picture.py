"""How votes grew, as a picture: lines told apart without colour, names apart, nothing that the policy refuses."""

import re
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from games.engine import events as e
from games.engine.ballots import history
from games.views.votes_chart import chart
from tests.factories import make_game
from tests.games.test_votes_page import ask
from tests.games.web import dom, inner, text_of

pytestmark = pytest.mark.django_db


def test_the_picture_has_a_line_for_each_candidate_told_apart_without_colour(clock):
    played = make_game(9, clock=clock).to_day()
    for name, target in (("Лисичка", "Груздь"), ("Рыжик", "Мухомор"), ("Лисичка", "Мухомор")):
        played.vote(name, target).wait(timedelta(hours=1))
    shown = dom(ask(played))
    (picture,) = [one for one in shown.iter("svg") if one.get("role") == "img" and one.get("width") == "100%"]
    assert "Словами это сказано в таблице" in picture.get("aria-label", "")
    lines = [one for one in picture.iter("path") if "H" in one.get("d", "") and "V" in one.get("d", "")]
    assert len(lines) == 2 and len({one.get("stroke-dasharray", "") for one in lines}) == 2
    labels = " ".join(inner(one) for one in picture.iter("text"))
    assert "2 Мухомор" in labels and "0 Груздь" in labels
    for one in picture.iter():
        assert not {"style", "onclick", "href"} & set(one.attrib)
    for path in lines:
        for x, y in re.findall(r"[MHV ]([\d.]+)[ V]([\d.]+)", path.get("d", "")):
            assert 0 <= float(x) <= 360 and 0 <= float(y) <= 200


def test_there_is_a_picture_for_each_vote_and_none_where_nobody_voted(clock):
    played = make_game(9, clock=clock).to_day()
    assert not _pictures(ask(played))
    played.to_last_word("Груздь", "Лисичка").end_phase()
    played.vote("Мухомор", "Груздь").end_phase()
    assert len(_pictures(ask(played))) == 2 and "1 более раннее голосование" in text_of(ask(played))


def test_many_candidates_keep_their_names_apart():
    """In a game of minutes: twenty-five seats, each voted for, of whom twelve have a line."""
    opened, ten = datetime(2026, 6, 8, 9, tzinfo=UTC), timedelta(seconds=10)
    log: list[e.Event] = [e.PhaseOpened(opened, "day", 1, opened + timedelta(minutes=8))]
    log += [e.VoteCast(opened + ten * seat, seat, seat) for seat in range(1, 26)]
    (ballot,) = history(enumerate(log, 1), seats=range(1, 26), votes_in="day").ballots
    made = chart(ballot, opened + timedelta(minutes=5), lambda seat: f"Очень длинное имя {seat}", "День 1")
    assert made is not None
    picture = ElementTree.fromstring(f"<div>{made[0]}</div>")[0]  # noqa: S314 (our own)
    heights = [float(one.get("y", "")) for one in picture.iter("text") if one.get("font-size") == "13"]
    assert len(heights) == 12 and all(after - before >= 17 for before, after in pairwise(heights))
    lines = [one for one in picture.iter("path") if "V" in one.get("d", "")]
    assert len({(one.get("stroke-dasharray"), one.get("stroke-width")) for one in lines}) == 12
    assert made[1] == 13


def _pictures(answer) -> list:
    return [one for one in dom(answer).iter("svg") if one.get("width") == "100%"]
