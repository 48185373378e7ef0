"""Scores in words: every reason in both languages with its plurals, points, ties, protocol lines."""

from datetime import UTC, datetime

import pytest
from django.utils import translation

from games.engine.roles import ROLES
from tournaments import words
from tournaments.awards import AWARDS
from tournaments.points import BOUNDS, DEFAULT, FIGURES, PENALTIES, REASONS, Point, PointsTable
from tournaments.points_words import OTHERS, label, names, read, roles_shown, sentence, table_of, typed
from tournaments.record import GameRecord, SeatRecord
from tournaments.refusals import FIGURE_WRONG
from tournaments.services.rulings import WALK_OVER
from tournaments.standings import LOT, STEPS, Line, rank

SEED = bytes(range(32))


@pytest.mark.parametrize(
    ("cents", "russian", "english"),
    [
        (975, "9,75", "9.75"),
        (0, "0,00", "0.00"),
        (-50, "−0,50", "−0.50"),
        (5, "0,05", "0.05"),
        (-1200, "−12,00", "−12.00"),
    ],
)
def test_points_have_the_decimal_sign_of_the_language(cents: int, russian: str, english: str) -> None:
    with translation.override("ru"):
        assert words.figure(cents) == russian
    with translation.override("en"):
        assert words.figure(cents) == english
        assert words.brief(400) == "4"
        assert words.brief(150, signed=True) == "+1.50"


@pytest.mark.parametrize(
    ("point", "russian", "english"),
    [
        (Point("victory", 500), "победа: 5", "victory: 5"),
        (Point("days", 25, 1), "пережит 1 день: 0,25", "survived 1 day: 0.25"),
        (Point("days", 75, 3), "пережито 3 дня: 0,75", "survived 3 days: 0.75"),
        (Point("days", 125, 5), "пережито 5 дней: 1,25", "survived 5 days: 1.25"),
        (
            Point("days", 150, 21),
            "пережит 21 день: 1,50, больше не даётся",
            "survived 21 days: 1.50, the most there is",
        ),
        (Point("nights", 100, 2), "пережито 2 ночи: 1", "survived 2 nights: 1"),
        (Point("first_night", 50), "убийство в первую ночь: 0,50", "killed in the first night: 0.50"),
        (Point("found_mafioso", 100, 1), "найден 1 мафиози: 1", "1 mafioso found: 1"),
        (Point("found_mafioso", 200, 2), "найдено 2 мафиози: 2", "2 mafiosi found: 2"),
        (Point("prevented_kill", 100, 1), "предотвращено 1 убийство: 1", "1 kill prevented: 1"),
        (
            Point("prevented_kill", 200, 5),
            "предотвращено 5 убийств: 2, больше не даётся",
            "5 kills prevented: 2, the most there is",
        ),
        (Point("heart_attack", -100), "инфаркт: −1", "heart attack: −1"),
        (Point("walk_over", 400), "явка на игру, которая не состоялась: 4", "there for a game that was not played: 4"),
    ],
)  # fmt: skip
def test_a_point_is_told_with_its_reason(point: Point, russian: str, english: str) -> None:
    with translation.override("ru"):
        assert words.reason(point, DEFAULT) == russian
    with translation.override("en"):
        assert words.reason(point, DEFAULT) == english


def test_every_reason_award_and_step_has_words() -> None:
    for language in ("ru", "en"):
        with translation.override(language):
            for reason in (*REASONS, WALK_OVER):
                assert words.reason(Point(reason, 100, 2))
            for award in AWARDS:
                assert str(words.AWARD[award])
                assert "2" in words.award_for(award, 200 if award == "best_game" else 2)
            for step in (*STEPS, LOT):
                assert str(words.STEP[step])


def test_ties_are_told_step_by_step() -> None:
    lines = [Line(1, 900, 2, 1, 5, 0, 3), Line(2, 900, 2, 0, 7, 0, 3), Line(3, 500, 1, 0, 3, 0, 3)]
    with translation.override("ru"):
        assert words.ties(rank(lines)) == [
            "Места 1 и 2: очки равны, победы равны, побед мафией или маньяком 1 : 0."
        ]  # fmt: skip
    with translation.override("en"):
        assert words.ties(rank(lines)) == [
            "Places 1 and 2: points are equal, victories are equal, wins as mafia or maniac 1 : 0."
        ]


def test_a_lot_and_a_shared_place_are_told() -> None:
    alike = [Line(1, 900, 2, 1, 5, 0, 3), Line(2, 900, 2, 1, 5, 0, 3), Line(3, 900, 2, 1, 5, 0, 3)]
    with translation.override("en"):
        drawn = words.ties(rank(alike, SEED, "group 1"))
        assert len(drawn) == 2
        assert drawn[0].startswith("Places 1 and 2: points are equal")
        assert drawn[0].endswith("heart attacks are equal, the lot has decided.")
        shared = words.ties(rank(alike))
        assert shared == ["Place 1 is shared: equal in everything so far. At the end a lot decides."]


def test_before_the_first_game_no_tie_is_told() -> None:
    assert words.ties(rank([Line(1), Line(2)])) == []


def seat(number: int, name: str, role: str, **more: object) -> SeatRecord:
    return SeatRecord(number=number, name=name, role=role, **more)  # type: ignore[arg-type]


RECORD = GameRecord(
    seats=(
        seat(1, "Груздь", "citizen", how="jailed", phase="evening", day=1, won=True),
        seat(2, "Опёнок", "doctor", how="killed", phase="night", day=1, won=True),
        seat(3, "Лисичка", "mafia", how="heart_attack", phase="day", day=2),
        seat(4, "Боровик", "citizen", won=True),
    ),
    left=(1, 2, 3),
    winner="town",
    reason="no_enemy_left",
    cancelled=False,
    day=3,
    ended_at=datetime(2026, 6, 6, tzinfo=UTC),
)


def test_the_protocol_says_phase_what_who_and_role() -> None:
    """E097: the record reads as in the rules, evening 1 and night 1 apart; nobody is called a man or a woman."""
    with translation.override("ru"):
        assert words.protocol(RECORD, trial=True) == [
            "вечер 1: казнён игрок Груздь, честный житель",
            "ночь 1: убит игрок Опёнок, врач",
            "день 2: инфаркт у игрока Лисичка, мафия",
            "итог: победа мирных жителей",
        ]
    with translation.override("en"):
        assert words.protocol(RECORD, trial=False)[:2] == [
            "evening 1: jailed Груздь, citizen",
            "night 1: killed Опёнок, doctor",
        ]
        assert words.protocol(RECORD, trial=True)[-1] == "end: the town has won"


# ---------- the table of points ----------


def test_every_figure_and_everything_wrong_with_it_has_words() -> None:
    assert set(OTHERS) == {*FIGURES, *PENALTIES}
    for language in ("ru", "en"):
        with translation.override(language):
            for name in names(ROLES):
                assert label(name)
                assert label(name) != name
            for code in FIGURE_WRONG:
                assert sentence(code).endswith(".")


@pytest.mark.parametrize(
    ("text", "cents"),
    [("0,25", 25), ("0.25", 25), ("4", 400), (" 1 ,5 ", 150), ("-1", -100), ("−0,5", -50), ("+2", 200), ("007", 700)],
)
def test_a_figure_is_read_with_either_sign(text: str, cents: int) -> None:
    assert read(text, "per_day") == (cents, "")


@pytest.mark.parametrize("text", ["x", "1,255", "1e3", "٣", "--1", "1.2.3", "9999999", "nan", "0x1", ",5", "1,"])
def test_what_is_no_figure_is_refused(text: str) -> None:
    assert read(text, "per_day") == (None, "not_whole")


def test_an_empty_field_is_a_bound_that_is_off_and_else_missing() -> None:
    for name in BOUNDS:
        assert read("  ", name) == (None, "")
    assert read("", "per_day") == (None, "missing")


def test_a_typed_table_gives_the_table_back() -> None:
    roles = roles_shown(None, DEFAULT)
    for language in ("ru", "en"):
        with translation.override(language):
            sent = {name: typed(DEFAULT, name) for name in names(roles)}
            data, wrong = table_of(sent, DEFAULT, roles)
            assert not wrong
            assert PointsTable.from_json(data) == DEFAULT


def test_roles_of_the_game_stand_in_the_table_and_others_do_not() -> None:
    composition = {"rows": [{"players": 9, "roles": {"mafia": 2, "lawyer": 1, "mayor": 0}}]}
    shown = roles_shown(composition, DEFAULT)
    assert "lawyer" in shown
    assert "mayor" not in shown
    assert {"citizen", "mafia", "maniac", "commissioner", "doctor", "sergeant"} <= set(shown)
