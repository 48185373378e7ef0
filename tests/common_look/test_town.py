"""The town: one window for each seat, always in its place, where a phone shows it, and public facts only."""

import inspect
import random
import re
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from common import town

slugs = st.text(alphabet="abcdefghijklmnopqrstuvwxyz0123456789-", min_size=1, max_size=40)


def rects(drawn: str) -> list[tuple[str, int, int]]:
    return [(c, int(x), int(y)) for c, x, y in re.findall(r'<rect class="(w0?)" x="(\d+)" y="(\d+)"', drawn)]


@given(slugs)
@settings(max_examples=40)
def test_thirty_seats_have_windows_that_a_phone_shows_and_none_covers_another(slug):
    windows = town.windows(slug, 30)
    assert len(windows) == 30
    for x, y in windows:
        assert town.SEEN_FROM <= x <= town.SEEN_TO - town.WINDOW_WIDTH
        assert 0 <= y <= town.HEIGHT - town.WINDOW_HEIGHT
    for (x1, y1), (x2, y2) in combinations(windows, 2):
        assert abs(x1 - x2) >= town.WINDOW_WIDTH or abs(y1 - y2) >= town.WINDOW_HEIGHT


@given(slugs)
@settings(max_examples=20)
def test_even_sixty_seats_have_windows(slug):
    assert len(set(town.windows(slug, 60))) == 60


@given(slugs, st.lists(st.booleans(), min_size=1, max_size=30))
@settings(max_examples=40)
def test_a_window_is_lit_while_its_seat_lives_and_never_moves(slug, alive):
    drawn = rects(town.inside(slug, alive, night=False))
    assert [kind for kind, *_ in drawn] == ["w" if lit else "w0" for lit in alive]
    assert [(x, y) for _, x, y in drawn] == town.windows(slug, 30)[: len(alive)]


def test_the_same_game_has_the_same_town_and_another_game_another():
    assert town.inside("weather", [True] * 9, night=False) == town.inside("weather", [True] * 9, night=False)
    town._town.cache_clear()
    again = town.inside("weather", [True] * 9, night=False)
    assert again == town.inside("weather", [True] * 9, night=False)
    assert again != town.inside("attic", [True] * 9, night=False)


def test_chance_has_no_part_in_it():
    random.seed(1)
    town._town.cache_clear()
    one = town.inside("weather", [True] * 9, night=False)
    random.seed(2)
    town._town.cache_clear()
    assert town.inside("weather", [True] * 9, night=False) == one


def test_day_and_night_are_the_same_town():
    day, night = (town.inside("weather", [True, False], night=night) for night in (False, True))
    assert day.removeprefix(town.SUN) == night.removeprefix(town.MOON)


def test_it_is_given_nothing_but_who_lives():
    assert list(inspect.signature(town.inside).parameters) == ["slug", "alive", "night"]


@pytest.mark.parametrize("slug", ["a", "weather", "x" * 60])
def test_the_drawing_is_small_and_plain(slug):
    drawn = town.inside(slug, [True] * 25, night=True)
    assert len(drawn) < 9000
    assert not re.search(r"style|<script|href|#", drawn)
