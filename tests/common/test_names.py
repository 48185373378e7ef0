"""Nicknames: which are allowed, which are the same, how a typed one is found (`rules.md` sections 2, 6)."""

import string
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from common import names
from common.names import REASONS, check, clean, find, nearest, skeleton, suggest
from common.refusal import Refusal

RUSSIAN = "абвгдеёжзийклмнопрстуфхцчшщъыьэюя"

# Text that people type, and text that nobody should.
anything = st.text(max_size=80) | st.text(
    alphabet=st.sampled_from("аАaAоО0oІіl1iЁёйЙ@-_.' \u00a0\u200b\u202e\u0301\u0306\u0308ß\u0345ﬁ🍄\n\ufe0f"),
    max_size=40,
)
nicknames = st.text(alphabet=RUSSIAN + RUSSIAN.upper() + "0123456789 -_.'", min_size=2, max_size=32) | st.text(
    alphabet=string.ascii_letters + "0123456789 -_.'", min_size=2, max_size=32
)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Сосо", "Coco"),
        ("Host", "НОST"),
        ("Ёлка", "елка"),
        ("player1", "playerl"),
        ("player1", "PlayerI"),
        ("Dr Who", "DrWho"),
        ("ПЕТЯ", "Петя"),
        ("гРуЗдЬ", "ГРУЗДЬ"),
        ("Опёнок", "Опенок"),
        ("Вера", "Bepa"),
        ("Зоя", "3оя"),
        ("Оля", "0ля"),
        ("Чага", "4ага"),
        ("боб", "606"),
        ("@Доктор", "доктор"),
        ("  @ Доктор", "доктор"),
        ("Белый  гриб", "Белый\u00a0гриб"),
        ("Белый гриб", "белый_гриб"),
        ("Д'Артаньян", "Д’Артаньян"),
        ("Мистер-Икс", "Мистер–Икс"),
        ("Груздь\u200b", "Груздь"),
        ("\u202eГруздь\u202c", "Груздь"),
        ("Гру\u00adздь", "Груздь"),
        ("Gru\u0301zd", "gruzd"),
        ("Ｆｕｌｌ", "full"),
        ("Łukasz", "lukasz"),
        ("ıgor", "igor"),
        ("Straße", "strasse"),
        ("й", "и\u0306"),
        ("Й", "и\u0323\u0306"),
    ],
)
def test_the_same_to_the_eye(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Груздь", "Груздь2"),
        ("Опёнок", "Опёнек"),
        ("Йод", "Иод"),
        ("Райка", "Раика"),
        ("Груздь", "Чёрный груздь"),
        ("Бот 2", "Бот 7"),
    ],
)
def test_different_to_the_eye(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


def test_no_two_letters_of_russian_and_no_two_digits_are_joined() -> None:
    letters = [letter for letter in RUSSIAN if letter != "ё"]
    assert len({skeleton(letter) for letter in letters}) == len(letters)
    assert len({skeleton(digit) for digit in string.digits}) == len(string.digits)


@given(anything)
@example("-@a")
@example("ß\u0345İ")
def test_a_skeleton_is_its_own_skeleton(text: str) -> None:
    assert skeleton(skeleton(text)) == skeleton(text)


@given(anything)
def test_a_skeleton_has_nothing_that_cannot_be_seen(text: str) -> None:
    kept = unicodedata.normalize("NFD", skeleton(text).replace("й", "и"))
    assert not [sign for sign in kept if unicodedata.category(sign)[0] in "MZC" or sign in names.SEPARATORS]


@given(nicknames, st.data())
def test_case_spaces_and_invisible_signs_make_no_difference(name: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(name)))
    added = data.draw(st.sampled_from([" ", "\u00a0", "\u200b", "\u202e", "\ufeff", "-", "."]))
    other = name[:place] + added + name[place:]
    assert skeleton(name) == skeleton(other) == skeleton(name.upper()) == skeleton(f" @{name.lower()} ")
    assert skeleton(name) == skeleton(unicodedata.normalize("NFD", name))


@given(anything)
def test_cleaning_twice_changes_nothing(text: str) -> None:
    assert clean(clean(text)) == clean(text)


def test_cleaning_keeps_what_is_seen() -> None:
    assert clean("  Белый \u00a0 гриб\t") == "Белый гриб"
    assert clean("Д’Артаньян") == "Д'Артаньян"
    assert clean("и\u0306од") == "йод"


@pytest.mark.parametrize(
    "name",
    [
        "Груздь", "Белый гриб", "Д'Артаньян", "Dr. Who", "player1", "Łukasz", "Їжак", "Ghost", "Hostel", "Йо",
        "Доктор Ватсон", "миссис Хадсон", "x_X", "Новый", "Мафиозник", "  Груздь  ", "и\u0306од", "Ж" * 32, "Админка",
    ],
)  # fmt: skip
def test_a_good_nickname_passes(name: str) -> None:
    check(name)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "empty"),
        (" \t\u00a0", "empty"),
        ("Г", "short"),
        ("Ж" * 33, "long"),
        ("Ж" * 300, "long"),
        ("Ж" * 5_000_000, "long"),
        ("ﷺﷺ", "script"),
        ("Гру\nздь", "line_break"),
        ("Гру\u2028здь", "line_break"),
        ("Груздь\u202e", "direction"),
        ("\u202eьдзурГ", "direction"),
        ("\u200b" * 15, "invisible"),
        ("Гру\u200bздь", "invisible"),
        ("Гру\u00adздь", "invisible"),
        ("Гру\x00здь", "invisible"),
        ("\u3164\u3164", "invisible"),
        ("\ud800аб", "invisible"),
        ("Г" + "\u0301" * 40, "marks"),
        ("за\u0301мок", "marks"),
        ("Гриб🍄", "emoji"),
        ("Гриб \U0001faf8", "emoji"),
        ("Гриб 1\ufe0f\u20e3", "emoji"),
        ("👨\u200d👩\u200d👧", "emoji"),
        ("Лис & Ко", "sign"),
        ("Гриб [север]", "sign"),
        ('"Белый"', "sign"),
        ("@Груздь", "sign"),
        ("<b>Груздь", "sign"),
        ("Груз|дь", "sign"),
        ("Гриб٣", "sign"),
        ("Σίσυφος", "script"),
        ("груздьא", "script"),
        ("ɑnnɑ", "script"),
        ("Гpyздь", "mixed_scripts"),
        ("НОST", "mixed_scripts"),
        ("Дед Moroz", "mixed_scripts"),
        ("1234", "no_letter"),
        ("-.-", "no_letter"),
    ],
)
def test_a_bad_nickname_is_refused_with_its_reason(name: str, reason: str) -> None:
    with pytest.raises(Refusal) as refused:
        check(name)
    assert (refused.value.code, refused.value.params["reason"]) == ("nick_invalid", reason)
    shown = str(refused.value.params["name"])
    assert len(shown) <= names.LONGEST + 1
    assert not [sign for sign in shown if unicodedata.category(sign)[0] in "CM" or sign == "\u2028"]


def test_the_limit_is_named() -> None:
    with pytest.raises(Refusal) as refused:
        check("Ж" * 300)
    assert refused.value.params["limit"] == 32
    assert refused.value.params["length"] == 300


@pytest.mark.parametrize(
    "name",
    [
        "Ночь", "НОЧЬ", "ночь.", "н о ч ь", "night", "Nlght", "unvote", "vote", "За", "3а", "Против", "Никто", "Никого",
        "nobody", "No One", "Ведущий", "ВЕДУЩИЙ", "ведущий 2", "The Host", "Host1", "h_o_s_t",
        "Мафия", "admin", "Admin_7", "new", "комиссар", "Врач", "Доктор", "отмена", "Cancel", "пас", "pass",
        "Честный житель", "Модератор", "done", "снять",
    ],
)  # fmt: skip
def test_a_name_that_reads_as_a_command_or_the_staff_is_refused(name: str) -> None:
    with pytest.raises(Refusal) as refused:
        check(name)
    assert refused.value.code == "nick_reserved"
    assert refused.value.params["name"] == clean(name)


@given(anything)
def test_any_text_is_a_name_or_is_refused_with_a_known_reason(text: str) -> None:
    try:
        check(text)
    except Refusal as refused:
        assert refused.code == "nick_reserved" or refused.params["reason"] in REASONS
    else:
        name = clean(text)
        assert 2 <= len(name) <= 32
        assert 1 <= len(skeleton(name)) <= 64
        assert name.isprintable()


def test_every_reason_can_come() -> None:
    documented = {line.split()[0] for line in str(names.__doc__).split("of each:\n\n")[1].split("\n\n")[0].splitlines()}
    assert documented == set(REASONS)


MUSHROOMS = {1: "Груздь", 2: "Груздь2", 3: "Чёрный груздь", 4: "Опёнок", 5: "Маслёнок", 6: "Белый гриб", 7: "Белянка"}


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("груздь", [1]),
        ("Груздь2", [2]),
        ("чёрный груздь", [3]),
        ("ОПЕНОК", [4]),
        ("Опёнек", []),
        ("\u00a0Груздь\u00a0", [1]),
        ("Груздь\u200b", [1]),
        ("Белый  гриб", [6]),
        ("бел", [6, 7]),
        ("белы", [6]),
        ("Гру", [1, 2]),
        ("@Масл", [5]),
        ("гриб", []),
        ("", []),
        (" \u200b ", []),
        ("@", []),
    ],
)
def test_a_typed_name_is_found(typed: str, found: list[int]) -> None:
    assert find(typed, MUSHROOMS) == found


@given(anything, st.dictionaries(st.integers(), anything, max_size=8))
def test_looking_up_never_fails_and_finds_beginnings_only(text: str, known: dict[int, str]) -> None:
    found = find(text, known)
    assert all(skeleton(known[key]).startswith(skeleton(text)) for key in found)
    assert set(nearest(text, known)) <= set(known)
    assert len(nearest(text, known)) <= 3


@given(st.dictionaries(st.integers(), nicknames, min_size=1, max_size=8), st.data())
def test_a_whole_name_finds_itself_alone(known: dict[int, str], data: st.DataObject) -> None:
    key = data.draw(st.sampled_from(sorted(known)))
    if skeleton(known[key]):
        assert key in find(known[key].swapcase(), known)
        assert {skeleton(known[other]) for other in find(known[key], known)} == {skeleton(known[key])}


@pytest.mark.parametrize(
    ("typed", "near"),
    [
        ("Опёнек", [4]),
        ("Групздь", [1, 2]),
        ("Гурздь", [1, 2]),
        ("Груздь👍", [1, 2]),
        ("Мориарти", []),
        ("Жо", []),
        ("", []),
        ("а" * 20_000, []),
    ],
)
def test_the_nearest_names(typed: str, near: list[int]) -> None:
    assert nearest(typed, MUSHROOMS) == near


def test_no_more_than_three_are_near() -> None:
    assert nearest("грибок", {n: f"грибо{n}" for n in range(2, 9)}) == [2, 3, 4]


@pytest.mark.parametrize(
    ("name", "suggestion"),
    [
        ("Гриб🍄", "Гриб"),
        ("Гpyздь", "Груздь"),
        ("Сhоmр", "Chomp"),
        ("Лис & Ко", "Лис Ко"),
        ("Груздь\u202e", "Груздь"),
        ("Ж" * 300, "Ж" * 32),
        ("Привет World", None),
        ("Ведущий", None),
        ("НОST", None),
        ("Ночь", None),
        ("1234", None),
        ("🍄", None),
        ("", None),
    ],
)
def test_a_mended_name_is_suggested(name: str, suggestion: str | None) -> None:
    assert suggest(name, lambda _option: False) == suggestion


def test_a_tail_is_suggested_for_a_taken_name() -> None:
    taken = {"Чемодан", "Чемодан с севера"}
    assert suggest("Чемодан", taken.__contains__) == "Чемодан у реки"
    assert suggest("Suitcase", {"Suitcase"}.__contains__) == "Suitcase of the North"
    assert suggest("Чемодан", taken.__contains__, ["без ручки"]) == "Чемодан без ручки"
    assert suggest("Чемодан", lambda _option: True) is None


@given(anything | nicknames, st.integers(0, 8))
def test_a_suggestion_is_always_a_free_name(name: str, refusals: int) -> None:
    asked: list[str] = []

    def taken(option: str) -> bool:
        asked.append(option)
        return len(asked) <= refusals

    suggestion = suggest(name, taken)
    if suggestion is not None:
        check(suggestion)
        assert clean(suggestion) == suggestion
        assert asked[-1] == suggestion
