"""What README promises is so: its settings, its commands, its game in ten lines."""

import ast
import re
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.shape.source import APPS, ROOT

README = (ROOT / "README.md").read_text()
READERS = {"text", "flag", "number", "words", "choice", "zone", "site_url", "events_url"}
READERS |= {"database", "redis", "mail", "get"}


def variables(path: Path) -> set[str]:
    """Return the environment variables that a file reads: the upper-case first argument of a reader."""
    return {
        str(node.args[0].value)
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call)
        and (node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")) in READERS
        and node.args
        and isinstance(node.args[0], ast.Constant)
        and re.fullmatch(r"[A-Z][A-Z_]+", str(node.args[0].value))
    }


def test_every_variable_stands_in_the_table_and_the_other_way_round() -> None:
    read = variables(ROOT / "mafiaforum/settings.py") | variables(ROOT / "scripts/run.py")
    assert {"DATABASE_URL", "PORT"} <= read
    assert set(re.findall(r"^\| `([A-Z_]+)` \|", README, re.MULTILINE)) == read


def test_nothing_else_reads_the_environment() -> None:
    allowed = {"mafiaforum/environment.py", "mafiaforum/settings.py"}
    readers = {
        str(path.relative_to(ROOT))
        for app in (*APPS, "mafiaforum")
        for path in (ROOT / app).rglob("*.py")
        if re.search(r"os\.environ(?!\.setdefault\(\"DJANGO_SETTINGS_MODULE\")|getenv", path.read_text())
    }
    assert readers <= allowed


def test_every_command_is_a_target_and_the_other_way_round() -> None:
    targets = set(re.findall(r"^([a-z0-9]+):.*##", (ROOT / "Makefile").read_text(), re.MULTILINE)) - {"help"}
    assert set(re.findall(r"^\| `make (\w+)` \|", README, re.MULTILINE)) == targets


@pytest.mark.django_db
def test_the_game_in_ten_lines_can_be_played(tmp_path: Path) -> None:
    script = re.search(r"```yaml\n(.*?)```", README, re.DOTALL)
    assert script is not None
    assert len(script[1].splitlines()) <= 10
    file = tmp_path / "small.yaml"
    file.write_text(script[1])
    output = StringIO()
    call_command("playscript", str(file), stdout=output)
    assert output.getvalue().strip() == "ok small"
