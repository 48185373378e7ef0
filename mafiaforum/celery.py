"""The Celery application. Its settings are those of Django that begin with CELERY_."""

import logging.config
import os

from celery import Celery
from celery.signals import setup_logging
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mafiaforum.settings")

app = Celery("mafiaforum")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def use_the_sites_logging(**_: object) -> None:
    """Keep Celery from setting up logging of its own, which would not blank secrets."""
    logging.config.dictConfig(settings.LOGGING)
