"""Settings of the tests: those of the site, made quick and kept to themselves.

DATABASE_URL is respected, so that the same tests run on PostgreSQL.
"""

import os

os.environ.setdefault("SECRET_KEY", "only-for-tests")
os.environ["REDIS_URL"] = ""
os.environ["DEVELOPMENT"] = "off"
os.environ["DEBUG"] = "off"

from mafiaforum.settings import *  # noqa: E402, F403

if not os.environ.get("DATABASE_URL"):
    DATABASES["default"]["NAME"] = ":memory:"  # noqa: F405

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
# No test sends to a broker by accident: `memory://` keeps messages in the process.
CELERY_BROKER_URL = "memory://"
WHITENOISE_AUTOREFRESH = True
