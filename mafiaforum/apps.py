"""The project as a Django app: its start-up checks and commands."""

from django.apps import AppConfig
from django.core import checks

from mafiaforum.checks import database_is_as_asked, debug_is_for_development


class SiteConfig(AppConfig):
    """Registers what is checked at every start."""

    name = "mafiaforum"
    verbose_name = "Mafiaforum"

    def ready(self) -> None:
        """Register the checks."""
        checks.register(database_is_as_asked, checks.Tags.database)
        checks.register(debug_is_for_development, checks.Tags.security)
