"""The app of tournaments, above the games: it opens them, and sweeps them up when they are over."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    """Tournaments: groups, points, standings, the final (`rules.md` section 11)."""

    name = "tournaments"
    verbose_name = _("Tournaments")
