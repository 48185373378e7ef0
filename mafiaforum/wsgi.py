"""The WSGI application that serves the pages."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mafiaforum.settings")

application = get_wsgi_application()
