"""Plays game scripts and says of each whether it came out as written."""

from contextlib import nullcontext
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from games.playscript import ScriptError, play
from games.playscript.database import of_its_own


class Command(BaseCommand):
    help = "Plays game scripts (YAML) through the services, in a database of its own that is thrown away."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take files and folders."""
        parser.add_argument("paths", nargs="+", help="files, or folders with *.yaml in them")
        parser.add_argument(
            "--site-database",
            action="store_true",
            help="play in the database of the site, each script in a transaction that is rolled back",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Print a line for each script; exit with 1 if any failed."""
        failed = False
        paths = _files(options["paths"])
        with nullcontext() if options["site_database"] else of_its_own():
            for path in paths:
                error = _outcome(path)
                failed = failed or bool(error)
                self.stdout.write(f"FAIL {path.stem} {error}" if error else f"ok {path.stem}")
        if failed:
            raise SystemExit(1)


def _files(paths: list[str]) -> list[Path]:
    found: list[Path] = []
    for name in paths:
        path = Path(name)
        if path.is_dir():
            found += sorted(path.glob("*.yaml"))
        elif path.is_file():
            found.append(path)
        else:
            raise CommandError(f"There is no file or folder {name}.")
    return found


def _outcome(path: Path) -> str:
    try:
        with transaction.atomic():
            play(path)
            transaction.set_rollback(True)
    except ScriptError as error:
        return str(error)
    return ""
