"""The deal that anyone can check, and every other random choice (`rules.md` section 8)."""

import importlib.util
import io
import json
import random
import subprocess
import sys
import unicodedata
from collections import Counter
from itertools import permutations
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import deal as dealing
from games.engine.composition import suggested
from games.engine.deal import choose, commitment, deal, evidence

SCRIPT = Path(__file__).parents[2] / "scripts" / "verify_deal.py"
ZEROS = bytes(32)
COUNTING = bytes(range(32))
NAMES = ("Анна", "Борис", "Вера", "Глеб", "Дина", "Ёжик", "Zoë")
ROLES = ("mafia", "mafia", "commissioner", "doctor", "citizen", "citizen", "citizen")

KNOWN_ZEROS = ("citizen", "commissioner", "mafia", "citizen", "citizen", "doctor", "mafia")
KNOWN_COUNTING = ("citizen", "commissioner", "mafia", "citizen", "mafia", "doctor", "citizen")
KNOWN_CHOICES = [4, 1, 3, 0, 1, 2, 4, 1, 3, 2, 3, 3]

SEEDS = st.binary(min_size=32, max_size=32)
NICKNAMES = st.lists(st.text(max_size=12), min_size=1, max_size=30)


@pytest.fixture(scope="module")
def checker() -> ModuleType:
    """Load the script for players: a file by itself, of which the project imports nothing."""
    spec = importlib.util.spec_from_file_location("verify_deal", SCRIPT)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# ---- always the same


def test_what_was_dealt_once_is_dealt_for_ever() -> None:
    """Known answers: a game that is over must be checkable by every later version."""
    assert commitment(ZEROS) == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
    assert deal(ZEROS, NAMES, ROLES) == KNOWN_ZEROS
    assert deal(COUNTING, NAMES, ROLES) == KNOWN_COUNTING
    assert [choose(ZEROS, "tie", n, 5) for n in range(12)] == KNOWN_CHOICES


def test_the_deal_depends_on_the_seed_and_on_the_names_in_seat_order_only() -> None:
    dealt = deal(ZEROS, NAMES, ROLES)
    assert deal(ZEROS, NAMES, tuple(reversed(ROLES))) == dealt
    assert deal(COUNTING, NAMES, ROLES) != dealt
    assert deal(ZEROS, NAMES[1:] + NAMES[:1], ROLES) != dealt
    assert deal(ZEROS, (*NAMES[:-1], "Зоя"), ROLES) != dealt


def test_a_name_is_the_same_in_either_way_of_writing_its_marks() -> None:
    spelt = tuple(unicodedata.normalize("NFD", name) for name in NAMES)
    assert spelt != NAMES
    assert deal(ZEROS, spelt, ROLES) == deal(ZEROS, NAMES, ROLES)


@pytest.mark.parametrize(
    ("names", "others"),
    [
        (["ab", "c"], ["a", "bc"]),
        (["a,b", "c"], ["a", "b,c"]),
        (['a","b', "c"], ["a", 'b","c']),
        (["a\n0", "c"], ["a", "0\nc"]),
        (["a\\", "c"], ["a", "\\c"]),
    ],
)
def test_names_can_not_run_into_each_other(names: list[str], others: list[str]) -> None:
    labels = [dealing._json(names), dealing._json(others)]
    assert labels[0] != labels[1]
    assert json.loads(labels[0]) == names and "\n" not in labels[0]


@given(SEEDS, NICKNAMES, st.data())
def test_every_role_is_dealt_once(seed: bytes, names: list[str], data: st.DataObject) -> None:
    roles = data.draw(st.lists(st.sampled_from(ROLES), min_size=len(names), max_size=len(names)))
    assert Counter(deal(seed, names, roles)) == Counter(roles)


def test_what_can_not_be_dealt() -> None:
    with pytest.raises(ValueError, match="6 roles for 7 seats"):
        deal(ZEROS, NAMES, ROLES[1:])
    for seed in (b"", bytes(31), bytes(33)):
        for refused in (lambda s: deal(s, NAMES, ROLES), commitment, lambda s: choose(s, "tie", 0, 2)):
            with pytest.raises(ValueError, match="a seed has 32 bytes"):
                refused(seed)
    with pytest.raises(ValueError, match="nothing to choose among"):
        choose(ZEROS, "tie", 0, 0)


# ---- fair


def chi_squared(counts: Counter[Any], cells: int) -> float:
    expected = sum(counts.values()) / cells
    assert len(counts) <= cells
    return sum((n - expected) ** 2 / expected for n in counts.values()) + (cells - len(counts)) * expected


def seeds(start: int, number: int) -> list[bytes]:
    made = random.Random(start)
    return [made.randbytes(32) for _i in range(number)]


@pytest.mark.parametrize("start", [1, 2, 3])
def test_all_orders_are_equally_likely(start: int) -> None:
    names, roles = NAMES[:4], ("citizen", "commissioner", "doctor", "mafia")
    orders = Counter(deal(seed, names, roles) for seed in seeds(start, 7200))
    assert set(orders) == set(permutations(roles))
    # 23 degrees of freedom: beyond 49.7 comes once in a thousand fair deals; the seeds here are fixed.
    assert chi_squared(orders, 24) < 49.7


def test_every_seat_gets_every_role_as_often() -> None:
    composition = suggested()
    names = [f"Игрок {n}" for n in range(1, 20)]
    roles = composition.roles_for(19)
    mafiosi: Counter[int] = Counter()
    for seed in seeds(4, 3000):
        mafiosi.update(seat for seat, role in enumerate(deal(seed, names, roles)) if role == "mafia")
    # 18 degrees of freedom (drawn without putting back, so less spread than that).
    assert chi_squared(mafiosi, 19) < 42.3


@pytest.mark.parametrize("among", [2, 3, 5, 7, 24])
def test_choices_are_equally_likely(among: int) -> None:
    chosen = Counter(choose(COUNTING, "tie", n, among) for n in range(4000))
    limits = {2: 10.8, 3: 13.8, 5: 18.5, 7: 22.5, 24: 49.7}  # once in a thousand
    assert set(chosen) == set(range(among))
    assert chi_squared(chosen, among) < limits[among]


def test_choices_of_different_purposes_and_counters_are_not_tied_to_each_other() -> None:
    first = [choose(ZEROS, "tie", n, 1 << 32) for n in range(200)]
    second = [choose(ZEROS, "lot", n, 1 << 32) for n in range(200)]
    assert len({*first, *second}) == 400
    assert [choose(ZEROS, "tie", n, 1 << 32) for n in range(200)] == first


def test_words_beyond_the_last_whole_multiple_are_passed_over() -> None:
    """Without this, among 2**63 + 1 the small numbers would come twice as often."""
    limit = (1 << 63) + 1
    assert dealing._below(limit, iter([limit, (1 << 64) - 1, limit - 1])) == limit - 1
    assert dealing._below(3, iter([(1 << 64) - 1, 4])) == 1  # 2**64 - 1 is a multiple of 3
    assert dealing._below(1 << 32, iter([(1 << 64) - 1])) == (1 << 32) - 1


# ---- the script for players


@given(seed=SEEDS, names=NICKNAMES, data=st.data())
def test_the_script_agrees_with_the_deal(
    checker: ModuleType, seed: bytes, names: list[str], data: st.DataObject
) -> None:
    roles = data.draw(st.lists(st.sampled_from(ROLES), min_size=len(names), max_size=len(names)))
    published = json.loads(json.dumps(evidence(seed, names, deal(seed, names, roles))))
    assert checker.disagreements(published) == []


@given(seed=SEEDS, bit=st.integers(0, 255))
def test_the_script_finds_one_flipped_bit_of_the_seed(checker: ModuleType, seed: bytes, bit: int) -> None:
    published = evidence(seed, NAMES, deal(seed, NAMES, ROLES))
    flipped = (int.from_bytes(seed, "big") ^ (1 << bit)).to_bytes(32, "big")
    assert any("committed" in sentence for sentence in checker.disagreements({**published, "seed": flipped.hex()}))
    other = {**published, "commitment": commitment(flipped)}
    assert any("committed" in sentence for sentence in checker.disagreements(other))


def test_the_script_finds_what_was_changed(checker: ModuleType) -> None:
    published = evidence(ZEROS, NAMES, deal(ZEROS, NAMES, ROLES))
    dealt = list(deal(ZEROS, NAMES, ROLES))
    one, other = dealt.index("mafia"), dealt.index("citizen")
    swapped = list(dealt)
    swapped[one], swapped[other] = swapped[other], swapped[one]
    found = checker.disagreements({**published, "dealt": swapped})
    assert found == [
        f"{NAMES[seat]}: the seed gives {dealt[seat]}, dealt was {swapped[seat]}." for seat in sorted((one, other))
    ]
    assert checker.disagreements({**published, "roles": {"mafia": 3, "commissioner": 1, "doctor": 1, "citizen": 2}})
    assert checker.disagreements({**published, "names": [*NAMES[1:], NAMES[0]]})
    assert checker.disagreements({**published, "names": list(NAMES[1:])})
    assert checker.disagreements({**published, "dealt": dealt[1:]})
    assert checker.disagreements({**published, "roles": {"citizen": 10**15}})
    assert "32 bytes" in checker.disagreements({**published, "seed": "00"})[0]


def test_the_script_by_itself(tmp_path: Path) -> None:
    """As a player runs it: another folder, no site packages, a file or standard input."""
    good, bad, unread = tmp_path / "good.json", tmp_path / "bad.json", tmp_path / "unread.json"
    published = evidence(ZEROS, NAMES, deal(ZEROS, NAMES, ROLES))
    good.write_text(json.dumps(published, ensure_ascii=False), encoding="utf-8")
    bad.write_text(json.dumps({**published, "seed": COUNTING.hex()}), encoding="utf-8")
    unread.write_text("{}", encoding="utf-8")

    def run(argument: str, typed: str = "") -> tuple[int, str]:
        command = [sys.executable, "-I", "-S", "-X", "utf8", str(SCRIPT), argument]
        done = subprocess.run(
            command, cwd=tmp_path, input=typed, capture_output=True, encoding="utf-8", timeout=60, check=False
        )
        return done.returncode, done.stdout

    assert run(str(good)) == (0, "ok\n")
    assert run("-", good.read_text(encoding="utf-8")) == (0, "ok\n")
    assert run(str(bad))[0] == 1
    assert run(str(unread)) == (2, "")
    assert run(str(tmp_path / "nothing.json")) == (2, "")


@given(
    broken=st.recursive(
        st.none() | st.booleans() | st.integers(-3, 3) | st.text(max_size=3),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.sampled_from(["seed", "names", "roles", "dealt", "commitment"]), inner, max_size=5)
        ),
    )
)
def test_the_script_says_so_when_there_is_nothing_to_check(
    checker: ModuleType, tmp_path_factory: Any, broken: object
) -> None:
    file = tmp_path_factory.getbasetemp() / "broken.json"
    file.write_text(json.dumps(broken), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(sys, "stderr", io.StringIO())
        patched.setattr(sys, "stdout", io.StringIO())
        assert checker.main([str(file)]) in (1, 2)
