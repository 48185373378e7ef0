"""What counts points, ranks and draws is plain Python: anybody can run it on an exported log."""

import subprocess
import sys

from tests.shape.source import ROOT, imports, is_or_below

PURE = ("tournaments.points", "tournaments.record", "tournaments.seating", "tournaments.standings")


def test_points_and_seating_know_the_engine_and_the_standard_library_only() -> None:
    strangers = [
        f"{name}: {source}"
        for name in PURE
        for source, _name in imports(ROOT.joinpath(*name.split(".")).with_suffix(".py"))
        if not is_or_below(source, "games.engine", *PURE) and source.split(".")[0] not in sys.stdlib_module_names
    ]
    assert strangers == []


def test_points_and_seating_run_without_django() -> None:
    program = f"import sys, {', '.join(PURE)}; print([n for n in sys.modules if n.split('.')[0] == 'django'])"
    answer = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "[]"
