"""Makes what a fresh installation has to show, as far as it is not there."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import timezone

from games.services import demo


class Command(BaseCommand):
    help = "Makes a game of bots that runs, one that is over, and a game that takes sign-ups, where there is none."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print a line for each game that was made."""
        here = {"language": settings.LANGUAGE_CODE, "time_zone": settings.TIME_ZONE}
        for what, make in (
            ("a game of bots that is over", demo.finished_show),
            ("a game of bots that runs", demo.keep_show),
            ("a game that takes sign-ups", demo.open_signup),
        ):
            game = make(**here, at=timezone.now())
            if game is not None:
                self.stdout.write(f"{what}: /games/{game.slug}/")
