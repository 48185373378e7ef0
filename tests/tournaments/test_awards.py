"""Awards, from plain figures alone."""

from itertools import permutations

from tournaments.awards import AWARDS, Award, Played, awards


def of(code: str, *games: Played) -> Award | None:
    """Return one award of a tournament."""
    return next((award for award in awards(games) if award.code == code), None)


def test_the_best_commissioner_found_the_most_over_all_games() -> None:
    games = [
        Played(entry=1, role="commissioner", found=2),
        Played(entry=2, role="commissioner", found=1),
        Played(entry=2, role="sergeant", found=2),
    ]
    assert of("best_commissioner", *games) == Award("best_commissioner", (2,), 3)


def test_whoever_is_equal_shares_an_award_whatever_the_order() -> None:
    games = [
        Played(entry=7, role="doctor", prevented=1),
        Played(entry=3, role="doctor", prevented=1),
        Played(entry=5, role="doctor"),
    ]
    for order in permutations(games):
        assert of("best_doctor", *order) == Award("best_doctor", (3, 7), 1)


def test_only_days_as_a_citizen_make_the_longest_lived_citizen() -> None:
    games = [
        Played(entry=1, role="mafia", days=9),
        Played(entry=2, role="citizen", days=3),
        Played(entry=3, role="citizen", days=2),
        Played(entry=3, role="citizen", days=2),
        Played(entry=4, role="doctor", days=8),
    ]
    assert of("longest_lived", *games) == Award("longest_lived", (3,), 4)


def test_of_as_many_victories_the_mafioso_who_lived_longer_is_the_best() -> None:
    games = [
        Played(entry=1, role="mafia", won=True, days=2),
        Played(entry=2, role="lawyer", won=True, days=4),
        Played(entry=3, role="mafia", won=False, days=9),
        Played(entry=4, role="citizen", won=True, days=9),
    ]
    assert of("best_mafioso", *games) == Award("best_mafioso", (2,), 1)
    games.append(Played(entry=5, role="werewolf", won=True, days=4))
    assert of("best_mafioso", *games) == Award("best_mafioso", (2, 5), 1)


def test_the_maniac_is_no_mafioso() -> None:
    games = [Played(entry=1, role="maniac", won=True)]
    assert of("best_mafioso", *games) is None
    assert of("best_maniac", *games) == Award("best_maniac", (1,), 1)


def test_the_best_game_is_the_dearest_single_one() -> None:
    games = [
        Played(entry=1, role="citizen", cents=400),
        Played(entry=1, role="citizen", cents=400),
        Played(entry=2, role="mafia", cents=650),
    ]
    assert of("best_game", *games) == Award("best_game", (2,), 650)


def test_killed_once_in_a_first_night_is_no_award() -> None:
    once = Played(entry=1, role="citizen", first_night=True)
    assert of("first_victim", once) is None
    assert of("first_victim", once, once) == Award("first_victim", (1,), 2)


def test_what_nobody_did_is_awarded_to_nobody() -> None:
    assert awards([]) == []
    assert awards([Played(entry=1, role="citizen", cents=-100)]) == []


def test_awards_come_in_their_order() -> None:
    games = [
        Played(entry=1, role="citizen", cents=1, days=1),
        Played(entry=2, role="mafia", won=True),
        Played(entry=3, role="commissioner", found=1),
    ]
    codes = [award.code for award in awards(games)]
    assert codes == [code for code in AWARDS if code in codes]
    assert codes == ["best_commissioner", "best_mafioso", "longest_lived", "best_game"]
