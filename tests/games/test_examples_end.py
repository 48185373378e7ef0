"""Behaviour by example: how a game ends.

By number, with the test that shows it in another file; here the same is played by the other preset, and read on pages.

    E049 equal numbers after the evening  test_services_victory.test_equal_numbers_in_the_evening...
    E050 nobody left                      test_services_victory.test_the_last_two_enemies_kill_each_other...
    E051 the maniac is still there        test_services_victory.test_with_the_mafia_jailed_the_maniac_remains
    E052 the list of winners              test_services_victory.test_a_side_wins_whole_the_dead_included...
    E053 no parity by the forum preset    test_services_victory.test_without_parity_the_same_game_goes_on_into_the_night
"""

from typing import Any

import pytest

from games import services
from games.models import Game
from games.words import capital, role
from tests.factories import ROLES, Played, make_game
from tests.games.checks import last, posts, ru, said
from tests.games.live import R10, conference, night_of, to_trial
from tests.games.web import by_class, dom, inner

pytestmark = pytest.mark.django_db


def only(played: Played, *names: str) -> Played:
    """Let everybody else leave by heart attack."""
    for name in list(played.living()):
        if name not in names:
            played.heart_attack(name)
    return played


def execute(played: Played, accused: str) -> Played:
    """Let all others say FOR in a trial, and end it."""
    others = [name for name in played.living() if name != accused]
    return to_trial(played, accused, *others).say(True, *others).end_phase()


def winners(played: Played) -> set[str]:
    """Return the names of the winners."""
    names = {number: name for name, number in played.seats.items()}
    return {names[number] for number in played.state().winners}


def test_e049_equal_numbers_after_a_trial(clock: Any) -> None:
    """The mafia has won at once: no night, all roles on the page for everybody, and the game takes nothing more."""
    played = only(conference(clock=clock), "Мухомор", "Поганка", "Боровик", "Груздь", "Опёнок")
    before = last(played.game.thread)
    execute(played, "Опёнок")
    state = played.state()
    assert (state.phase.name, state.winner, state.reason) == ("finished", "mafia", "parity")
    told = " ".join(said(played, before))
    assert ru("The mafia has won") in told and "Ночь 1" not in told
    ending = inner(by_class(dom(played.client().get(played.url())), "is-ending")[0])
    dealt = {name: ROLES.get(name, "citizen") for name in played.seats}
    assert all(f"{name}{capital(str(role(dealt[name])))}" in ending for name in dealt), ending
    assert Game.objects.get(pk=played.game.pk).due_at is None
    assert not services.advance(game_id=played.game.pk, now=played.now())


def test_e050_nobody_is_left_by_the_names_of_a_boss_and_a_maniac() -> None:
    played = only(conference(10, R10), "Мухомор", "Сморчок")
    assert played.phase == "day", "mafia and maniac both alive: the game goes on"
    night_of(played)
    played.tell("Мухомор", "Сморчок")
    played.tell("Сморчок", "Мухомор")
    before = last(played.game.thread)
    played.end_phase()
    state = played.state()
    assert (state.phase.name, state.winner, state.winners) == ("finished", "draw", ())
    told = " ".join(said(played, before))
    assert told.count(ru("A draw")) == 1 and "День 2" not in told and ru("The winners") not in told


@pytest.mark.parametrize("preset", ["forum", "conference"])
def test_e051_with_the_mafia_gone_the_maniac_remains(preset: str) -> None:
    played = conference(10, R10) if preset == "conference" else make_game(10).to_day(R10)
    only(played, "Мухомор", "Сморчок", "Груздь", "Опёнок", "Лисичка")
    if preset == "conference":
        execute(played, "Мухомор")
    else:
        played.to_last_word("Мухомор").end_phase()
    assert (played.phase, played.state().winner) == ("night", "")
    played.tell("Сморчок", "Груздь")
    played.end_phase()
    assert (played.phase, played.state().winner) == ("day", ""), "two others still live"
    played.heart_attack("Опёнок")
    # Parity for the maniac: at most one other lives. Without it the last of them must go too.
    assert played.state().winner == ("maniac" if preset == "conference" else "")


def test_e052_the_winners_are_the_whole_side_on_the_page_too(clock: Any) -> None:
    """The dead of the town are winners, the maniac and the mafia are not, nor is who left by heart attack."""
    played = night_of(conference(10, R10, clock=clock))
    played.tell("Мухомор", "Боровик")
    played.tell("Сморчок", "Волнушка")
    played.end_phase()
    assert {"Боровик", "Волнушка"}.isdisjoint(played.living())
    played.heart_attack("Маслёнок")
    for name in ("Сморчок", "Поганка", "Мухомор"):
        if played.phase == "night":
            played.end_phase()
        execute(played, name)
    assert (played.phase, played.state().winner) == ("finished", "town")
    town = {"Боровик", "Рыжик", "Груздь", "Опёнок", "Лисичка", "Волнушка"}
    assert winners(played) == town
    report = posts(played.game.thread)[-1].source
    listed = report[report.index(ru("The winners")) :]
    assert all(name in listed for name in town)
    ending = by_class(dom(played.client().get(played.url())), "is-ending")[0]
    rows = [inner(one) for one in by_class(ending, "facts")[0]]
    assert {name for name in played.seats for row in rows if row.startswith(name) and "победа" in row} == town


@pytest.mark.parametrize(("preset", "over"), [("forum", False), ("conference", True)])
def test_e053_two_left_of_both_sides_by_each_preset(preset: str, over: bool) -> None:
    played = conference() if preset == "conference" else make_game(9).to_day(ROLES)
    only(played, "Мухомор", "Груздь", "Опёнок")
    if preset == "conference":
        execute(played, "Опёнок")
    else:
        played.to_last_word("Опёнок").end_phase()
    assert (played.phase == "finished", played.living()) == (over, ["Мухомор", "Груздь"])
    if not over:
        played.tell("Мухомор", "Груздь")
        played.end_phase()
    assert (played.phase, played.state().winner) == ("finished", "mafia")
