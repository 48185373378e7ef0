"""The project: settings, urls, servers, Celery."""

from mafiaforum.sqlite import use_fixed_sqlite

use_fixed_sqlite()

from mafiaforum.celery import app as celery_app  # noqa: E402

__all__ = ["celery_app"]
