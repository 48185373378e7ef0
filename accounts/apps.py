"""The app of people and their public names."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """People, personas, and who owns which."""

    name = "accounts"
    verbose_name = _("People")
