"""The application that is measured: the site, and under /bare/ a Django without any middleware."""

from collections.abc import Callable, Iterable
from typing import Any

from django.core.handlers.wsgi import WSGIHandler
from django.core.wsgi import get_wsgi_application
from django.test.utils import override_settings

site = get_wsgi_application()
with override_settings(MIDDLEWARE=[]):
    bare = WSGIHandler()


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Answer a request by the bare Django or by the site."""
    handler = bare if environ["PATH_INFO"].startswith("/bare/") else site
    return handler(environ, start_response)
