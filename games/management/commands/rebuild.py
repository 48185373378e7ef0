"""Remakes snapshots and public columns from the log, which is the truth."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from games.models import Game
from games.services.work import rebuild


class Command(BaseCommand):
    help = "Folds the log of games anew and rewrites their snapshots and public columns."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the addresses of games; none means all."""
        parser.add_argument("slugs", nargs="*", help="addresses of games; none: every game")

    def handle(self, *args: Any, **options: Any) -> None:
        """Rebuild one game after another, each under its lock."""
        games = Game.objects.order_by("pk")
        if options["slugs"]:
            games = games.filter(slug__in=options["slugs"])
        count = 0
        for pk in games.values_list("pk", flat=True):
            rebuild(pk, timezone.now())
            count += 1
        self.stdout.write(f"{count} games rebuilt")
