"""Compile the catalogues of translations without GNU gettext."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from common.translations import compile_stale


class Command(BaseCommand):
    """Compiles every `.po` of LOCALE_PATHS whose `.mo` is missing or older."""

    help = "Compile the .po files that are newer than their .mo files."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Add `--all`."""
        parser.add_argument("--all", action="store_true", help="compile those that are up to date as well")

    def handle(self, *args: Any, **options: Any) -> None:
        """Compile; CommandError when a catalogue can't be read or written."""
        for folder in settings.LOCALE_PATHS:
            try:
                written = compile_stale(Path(folder), everything=options["all"])
            except (OSError, UnicodeDecodeError) as error:
                raise CommandError(f"The translations can't be compiled: {error}") from error
            for target in written:
                if options["verbosity"] > 1:
                    self.stdout.write(str(target))
