"""Game scripts through the management command: all pass, and a wrong one says where and how."""

import os
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Persona
from forum.models import Post
from games.engine.roles import ROLES
from games.models import Event, Game

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).parent.parent.parent
SCENARIOS = ROOT / "tests" / "scenarios"
ALL = sorted(SCENARIOS.glob("*.yaml"))
FORUM = sorted(SCENARIOS.glob("f*.yaml"))
SEATS = "seats: {Анна: mafia, Борис: commissioner, Вера: doctor, Глеб: citizen, Дина: citizen, Ева: citizen}\n"


NO_SCRIPTS = (
    "", "[]", "seats: 5", "title: без мест", "seats: {Анна: mafia}\nsteps: 7", "{", "- 1\n- 2", "\x00",
    "seats: {Анна: wizard}\nsteps: []", "seats: {5: mafia}\nsteps: []", "seats: {Анна: [mafia]}\nsteps: []",
    "seats: {Анна: mafia}\noptions: {day: вечность}\nsteps: []", "seats: {Анна: mafia}\noptions: 5\nsteps: []",
    "seats: {Анна: mafia}\nsteps: [1, [2], null]", "preset: moon\nseats: {Анна: mafia}\nsteps: []",
    "seats: {Анна: mafia}\nstart: завтра\nsteps: []", "seats: {Анна: mafia}\nstart: 2026-03-02\nsteps: []",
    "seats: {Анна: mafia}\nstart: 2026-03-02T12:00:00\nsteps: []",
)  # fmt: skip


def play(*paths: Path | str) -> tuple[list[str], int]:
    """Run the command in the database of the tests; return its lines and its exit code."""
    output = StringIO()
    try:
        call_command("playscript", "--site-database", *map(str, paths), stdout=output)
    except SystemExit as stopped:
        return output.getvalue().splitlines(), int(str(stopped.code))
    return output.getvalue().splitlines(), 0


@pytest.fixture
def script(tmp_path: Path):
    """Write a script with these steps; return its path."""

    def write(steps: str, name: str = "probe", head: str = "preset: forum\n" + SEATS) -> Path:
        path = tmp_path / f"{name}.yaml"
        path.write_text(f"title: Проба\n{head}steps:\n{steps}", encoding="utf-8")
        return path

    return write


def test_there_are_scripts_of_both_presets_and_of_every_further_role() -> None:
    names = [path.stem for path in ALL]
    assert len([name for name in names if name.startswith("f")]) >= 19
    assert len([name for name in names if name.startswith("c")]) >= 11
    for role in [role.name for role in ROLES.values() if role.optional]:
        assert any(name.startswith(f"r-{role}") for name in names), role


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_every_script_passes(path: Path) -> None:
    assert play(path) == ([f"ok {path.stem}"], 0)


def test_a_folder_is_played_script_by_script(tmp_path: Path) -> None:
    for path in FORUM[:3]:
        (tmp_path / path.name).write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "notes.txt").write_text("not a script")
    assert play(tmp_path) == ([f"ok {path.stem}" for path in FORUM[:3]], 0)


def test_nothing_of_a_script_stays(script) -> None:
    play(FORUM[0], script("  - {Анна: vote Никто}\n"))
    assert [model.objects.count() for model in (Game, Event, Post, Persona)] == [0, 0, 0, 0]


def test_scripts_are_played_in_a_database_of_their_own(script) -> None:
    """The site's database is not asked, and is there again afterwards."""
    output = StringIO()
    with CaptureQueriesContext(connection) as asked:
        call_command("playscript", str(FORUM[0]), str(script("  - expect: {phase: day 1}\n")), stdout=output)
    assert output.getvalue().splitlines() == [f"ok {FORUM[0].stem}", "ok probe"]
    assert len(asked) == 0
    with pytest.raises(SystemExit):
        call_command("playscript", str(script("  - expect: {phase: night 1}\n")), stdout=output)
    assert output.getvalue().splitlines()[-1].startswith("FAIL probe step 1: expected phase night 1")
    assert Game.objects.count() == 0


@pytest.mark.parametrize("database", ["", "postgres://nobody@127.0.0.1:9/nothing"])
def test_a_machine_without_a_site_will_do(tmp_path: Path, database: str) -> None:
    clean = {key: value for key, value in os.environ.items() if key != "DJANGO_SETTINGS_MODULE"}
    site = {"VAR_DIR": str(tmp_path), "DATABASE_URL": database, "SECRET_KEY": "only-for-tests", "REDIS_URL": ""}
    command = [sys.executable, "manage.py", "playscript", str(FORUM[0])]
    done = subprocess.run(command, cwd=ROOT, env=clean | site, capture_output=True, text=True, timeout=100)
    assert (done.stdout.splitlines(), done.returncode) == ([f"ok {FORUM[0].stem}"], 0), done.stderr
    assert list(tmp_path.iterdir()) == [], "nothing is left on the disk"


@pytest.mark.parametrize(
    ("steps", "says"),
    [
        ("  - expect: {phase: night 1}\n", "step 1: expected phase night 1, came day 1"),
        (
            "  - Анна: vote Борис\n  - expect: {tally: {Вера: 1}}\n",
            "step 2: expected tally {'Вера': 1}, came {'Борис': 1}",
        ),
        ("  - 7\n", "step 1: expected a step, came 7"),
        ("  - expect: 7\n", "step 1: expected keys and values, came 7"),
        ("  - expect: {alive: 7}\n", "step 1: expected a value that fits alive, came 7"),
        ("  - expect: {closes_in: 7}\n", "step 1: expected a duration such as 48h, came 7"),
        ("  - Анна: away tomorrow\n", "step 1: expected the number of a day, came 'tomorrow'"),
        ("  - Анна: advance\n", "step 1: expected the number of a day, came ''"),
        ("  - host: extend\n", "step 1: expected a duration such as 48h, came ''"),
        ("  - host: heart_attack\n", "step 1: expected a player of the script, came ''"),
        ("  - Анна: whisper Жанна привет\n", "step 1: expected a whisper to a player, came 'Жанна привет'"),
        ("  - Анна: vote Анна\n", "step 1: expected Анна: vote Анна to be taken, came target_self"),
        ("  - {Анна: vote Борис, refused: target_self}\n", "step 1: expected a refusal target_self, came none"),
        ("  - {Анна: vote Анна, refused: not_alive}\n", "step 1: expected a refusal not_alive, came target_self"),
        ("  - expect: {alive: [Анна]}\n", "step 1: expected alive [Анна], came [Анна, Борис, Вера, Глеб, Дина, Ева]"),
        ("  - clock: deadline\n  - expect: {out: {}}\n", None),
        ("  - clock: deadline\n  - expect: {paused: false}\n", "step 2: expected paused False, came True"),
        ("  - expect: {closes_in: 47h}\n", "step 1: expected closes_in 1 day, 23:00:00, came 2 days, 0:00:00"),
        ("  - expect: {winner: town}\n", "step 1: expected winner town, came none"),
        ("  - expect: {moon: full}\n", "step 1: expected a known key, came 'moon'"),
        ("  - expect: {boss: Анна}\n", "step 1: expected boss Анна, came nobody"),
        ("  - expect: {verdicts: {Анна: for}}\n", "step 1: expected verdicts {'Анна': 'for'}, came {}"),
        ("  - expect: {declared: [Анна]}\n", "step 1: expected declared [Анна], came []"),
        ("  - expect: {knows: {Анна: [Вера]}}\n", "step 1: expected knows {'Анна': {'Вера'}}, came {'Анна': set()}"),
        ("  - expect: {knows: {Жанна: []}}\n", "step 1: expected a player of the script, came 'Жанна'"),
        ("  - expect: {blocked: [Анна]}\n", "step 1: expected blocked [Анна], came []"),
        ("  - expect: {lucky: [Анна]}\n", "step 1: expected lucky [Анна], came []"),
        ("  - expect: {boss: [Анна]}\n", "step 1: expected boss ['Анна'], came nobody"),
        ("  - Жанна: vote Борис\n", "step 1: expected a player of the script, came 'Жанна'"),
        ("  - Анна: dance\n", "step 1: expected an act that is built, came 'dance'"),
        ("  - host: dance\n", "step 1: expected an act of the host, came 'dance'"),
        ("  - clock: yesterday\n", "step 1: expected a move of the clock, came 'yesterday'"),
        ("  - clock: +2w\n", "step 1: expected a duration such as 48h, came '2w'"),
        ("  - {Анна: vote Борис, Борис: vote Анна}\n", "step 1: expected one actor in a step, came ['Анна', 'Борис']"),
        ("  - Анна: order Борис\n", "step 1: expected Анна: order Борис to be taken, came order"),
    ],
)
def test_a_wrong_script_says_what_was_expected_and_what_came(script, steps: str, says: str | None) -> None:
    lines, code = play(script(steps))
    expected = (["ok probe"], 0) if says is None else ([f"FAIL probe {says}"], 1)
    assert (lines, code) == expected


def test_one_wrong_script_does_not_keep_the_others_from_being_played(script) -> None:
    lines, code = play(FORUM[0], script("  - expect: {phase: night 1}\n"), FORUM[1])
    assert [line.split()[0] for line in lines] == ["ok", "FAIL", "ok"]
    assert code == 1


def test_what_is_no_script_fails_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "broken.yaml"
    for text in NO_SCRIPTS:
        path.write_text(text, encoding="utf-8")
        lines, code = play(path)
        assert code == 1, text
        assert len(lines) == 1 and lines[0].startswith("FAIL broken step "), text
    path.write_bytes(b"\xff\xfe title")
    assert play(path)[0][0].startswith("FAIL broken step 0: expected YAML")


def test_a_path_that_is_not_there_is_told() -> None:
    with pytest.raises(CommandError, match="There is no file or folder nowhere.yaml"):
        call_command("playscript", "nowhere.yaml")
