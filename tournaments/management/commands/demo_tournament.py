"""Makes a tournament in the middle of its day, to look at."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.utils import timezone

from games.models import Heartbeat
from tournaments.services.demo import make_demo

# Who has ticked within this time is running.
ALIVE = timedelta(seconds=30)


class Command(BaseCommand):
    help = "Makes a tournament that bots have played for a while: groups between games, a table, a check-in."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the language of the tournament."""
        parser.add_argument("--language", choices=[code for code, _name in settings.LANGUAGES])

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the address of what was made. Raises CommandError where a running site would wait for it."""
        now = timezone.now()
        if connection.vendor == "sqlite" and Heartbeat.objects.filter(at__gt=now - ALIVE).exists():
            raise CommandError("The site is running on SQLite and could write nothing for a while: stop it first.")
        language = options["language"] or settings.LANGUAGE_CODE
        tournament = make_demo(at=now, language=language)
        self.stdout.write(f"a tournament in the middle of its day: /tournaments/{tournament.slug}/")
