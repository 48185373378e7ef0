"""Make the virtual environment and install what the site (or its tests) needs.

    python3.11 -m scripts.install [--dev]

Quick when nothing changed: a file in `.venv` remembers the hash of what was installed.
"""

from __future__ import annotations  # old Pythons must come as far as the sentence about them

import hashlib
import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

from scripts.say import ROOT, Failure, fail, say

VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
LEAST = (3, 11)
SITE = (ROOT / "requirements.txt",)
DEV = (ROOT / "requirements.txt", ROOT / "requirements-dev.txt")


def check_python() -> None:
    """Raise Failure when this Python can't make the environment; the sentence says what to install."""
    if sys.platform == "win32":
        raise Failure("Windows is not supported: use Linux, macOS or WSL.")
    if sys.version_info < LEAST:
        raise Failure(f"Python {'.'.join(map(str, LEAST))} or later is needed, and this is {sys.version.split()[0]}.")
    if not all(importlib.util.find_spec(module) for module in ("venv", "ensurepip")):
        version = f"{sys.version_info.major}.{sys.version_info.minor}"
        raise Failure(f"Python's venv is missing: install it (on Debian and Ubuntu: apt install python{version}-venv).")


def ensure(wanted: tuple[Path, ...]) -> None:
    """Make `.venv` hold what the requirement files name; Failure when it can't be done."""
    check_python()
    if not _venv_works():
        say("Making the virtual environment in .venv ...")
        _run([sys.executable, "-m", "venv", "--clear", str(VENV)], "The virtual environment can't be made")
    missing = [file for file in wanted if _remembered(file) != _digest(file)]
    if not missing:
        return
    _install(wanted)
    for file in wanted:
        _memory(file).write_text(_digest(file))


def _venv_works() -> bool:
    """Say whether `.venv` is whole and of this Python's version."""
    probe = "import sys, pip; print(*sys.version_info[:2])"
    try:
        answer = subprocess.run([PYTHON, "-c", probe], capture_output=True, text=True)
    except OSError:
        return False
    return answer.returncode == 0 and answer.stdout.split() == [str(part) for part in sys.version_info[:2]]


def _digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def _memory(file: Path) -> Path:
    return VENV / f".installed-{file.stem}"


def _remembered(file: Path) -> str:
    try:
        return _memory(file).read_text()
    except OSError:
        return ""


def _install(files: tuple[Path, ...]) -> None:
    """Install the files' packages with pip, telling how far it has come."""
    total = sum(line[:1].isalnum() for file in files for line in file.read_text().splitlines())
    say(f"Installing {total} packages (a minute or so, once) ...")
    command = [str(PYTHON), "-m", "pip", "install", "--no-input", "--disable-pip-version-check", "--progress-bar=off"]
    for file in files:
        command += ["-r", str(file)]
    last: list[str] = []
    seen = 0
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as pip:
        assert pip.stdout is not None  # noqa: S101 - it is a pipe
        for line in pip.stdout:
            last = [*last[-9:], line.rstrip()]
            words = line.split()
            if line.startswith(("Collecting ", "Processing ", "Requirement already satisfied:", "Ignoring ")):
                seen += 1
                if words[0] in ("Collecting", "Processing"):
                    say(f"  {seen:>3}/{total} {Path(words[1]).name}")
            elif line.startswith("Installing collected packages"):
                say("  unpacking ...")
    if pip.returncode:
        raise Failure("The packages can't be installed; pip says:\n  " + "\n  ".join(last))


def _run(command: list[str], problem: str) -> None:
    """Run a command that is quiet when all goes well."""
    answer = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if answer.returncode:
        shutil.rmtree(VENV, ignore_errors=True)
        raise Failure(f"{problem}: {answer.stdout.strip()[-500:]}")


def main(arguments: list[str]) -> int:
    """Install; returns the exit code."""
    try:
        ensure(DEV if "--dev" in arguments else SITE)
    except Failure as error:
        return fail(error)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
