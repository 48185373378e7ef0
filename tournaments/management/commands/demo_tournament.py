"""Makes a tournament in the middle of its day, to look at."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from tournaments.services.demo import make_demo


class Command(BaseCommand):
    help = "Makes a tournament that bots have played for a while: groups between games, a table, a check-in."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the language of the tournament."""
        parser.add_argument("--language", choices=[code for code, _name in settings.LANGUAGES])

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the address of what was made."""
        language = options["language"] or settings.LANGUAGE_CODE
        tournament = make_demo(at=timezone.now(), language=language)
        self.stdout.write(f"a tournament in the middle of its day: /tournaments/{tournament.slug}/")
