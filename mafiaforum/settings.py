"""Settings of the site. Everything comes from the environment; with nothing set the site runs on
SQLite and an embedded broker. README has the table of the variables, and a test compares the two."""

import os
import ssl
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

from django.core.management.utils import get_random_secret_key
from django.utils.translation import gettext_lazy as _
from redis.backoff import NoBackoff
from redis.retry import Retry

from mafiaforum import environment
from mafiaforum.sqlite import wal_is_safe

BASE_DIR = Path(__file__).resolve().parent.parent
# Everything that the site writes: database, broker, logs, outbox, collected static files.
VAR_DIR = BASE_DIR / environment.text("VAR_DIR", "var")

# The site
SITE_NAME = environment.text("SITE_NAME")  # empty: the translated default of the base template
SITE_URL = environment.site_url("SITE_URL", default="http://localhost:8000")
_site = urlsplit(SITE_URL)
HTTPS = _site.scheme == "https"

# Development conveniences that must not exist on a real site: the mail outbox page.
DEVELOPMENT = environment.flag("DEVELOPMENT", default=False)
DEBUG = environment.flag("DEBUG", default=False)
# A game of bots to watch, one to read and one to join, made by the site itself.
DEMO = environment.flag("DEMO", default=DEVELOPMENT)


def _secret_key() -> str:
    """Return the key from the environment, else the one made at the first start and kept in VAR_DIR."""
    if key := environment.text("SECRET_KEY"):
        return key
    file = VAR_DIR / "secret_key"
    if not file.exists():
        VAR_DIR.mkdir(parents=True, exist_ok=True)
        new = VAR_DIR / f"secret_key.{os.getpid()}"
        new.touch(mode=0o600)
        new.write_text(get_random_secret_key())
        new.replace(file)
    return file.read_text().strip()


SECRET_KEY = _secret_key()
ALLOWED_HOSTS = environment.words("ALLOWED_HOSTS", [_site.hostname or "", "localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = environment.words("CSRF_TRUSTED_ORIGINS", [SITE_URL])

INSTALLED_APPS = [
    "mafiaforum",
    "accounts",
    "forum",
    "games",
    "tournaments",
    "common",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
    "csp",
    "allauth",
    "allauth.account",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.ReaderMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "mafiaforum.urls"
WSGI_APPLICATION = "mafiaforum.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.context_processors.reader",
                "games.context_processors.bell",
            ],
        },
    },
]

# Database. Every command takes the write lock first (IMMEDIATE), so a read that turns into a
# write can't fail half-way; on PostgreSQL the game's row is locked instead.
DATABASES = {
    "default": environment.database("DATABASE_URL", default=VAR_DIR / "mafiaforum.sqlite3", folder=BASE_DIR)
    | {"CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True, "ATOMIC_REQUESTS": False}
}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    SQLITE_JOURNAL = "wal" if wal_is_safe() else "delete"
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": (
            f"PRAGMA journal_mode={SQLITE_JOURNAL}; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;"
            "PRAGMA mmap_size=134217728; PRAGMA journal_size_limit=27103364; PRAGMA cache_size=-16000;"
        ),
    }
else:
    DATABASES["default"].setdefault("OPTIONS", {}).setdefault("connect_timeout", 5)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Broker and cache: one Valkey or Redis, two database numbers (clearing the cache empties its
# database, which must not be the one where messages wait).
REDIS_URL = environment.redis("REDIS_URL")
if REDIS_URL:
    CACHES = {
        "default": {
            "BACKEND": "mafiaforum.cache.SteadyCache",
            "LOCATION": environment.redis_with_database(REDIS_URL, above=1),
            "OPTIONS": {"socket_timeout": 1, "socket_connect_timeout": 1, "retry": Retry(NoBackoff(), 1)},
        }
    }
else:
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

# The live streams, a process of their own (`common.channels` says where browsers find them).
EVENTS_URL = environment.events_url("EVENTS_URL")
EVENTS_PORT = environment.number("EVENTS_PORT", default=8001, least=1, most=65535)

# Celery. The truth of every deadline is its row in the database; the broker may lose or repeat
# anything. Work is acknowledged when it is done, so a killed worker's task comes back.
CELERY_BROKER_URL = environment.broker(REDIS_URL)
if REDIS_URL.startswith("rediss:"):
    CELERY_BROKER_USE_SSL = {"ssl_cert_reqs": ssl.CERT_REQUIRED}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 300,  # longer than any task may run
    "unacked_restore_interval": 5,
    "unacked_restore_throttle": 1,
    "socket_connect_timeout": 2,
}
CELERY_RESULT_BACKEND = None
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_SOFT_TIME_LIMIT = 45  # these two work in a pool of processes only
CELERY_TASK_TIME_LIMIT = 60
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT = 10
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE = {
    "tick": {"task": "games.tasks.tick", "schedule": timedelta(seconds=1), "options": {"expires": 3}},
    "bots": {"task": "games.tasks.bots", "schedule": timedelta(seconds=2), "options": {"expires": 4}},
    "tournaments": {
        "task": "tournaments.tasks.sweep",
        "schedule": timedelta(seconds=5),
        "options": {"expires": 8},
    },
    "odds": {"task": "games.tasks.odds", "schedule": timedelta(seconds=2), "options": {"expires": 4}},
    "tidy": {"task": "games.tasks.tidy", "schedule": timedelta(seconds=60), "options": {"expires": 55}},
    "mail": {"task": "games.tasks.send_mail_notices", "schedule": timedelta(seconds=30), "options": {"expires": 25}},
}

# People: log-in by e-mail, sign-up, rate limits.
AUTH_USER_MODEL = "accounts.User"
# --- allauth: begin ---
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = LOGOUT_REDIRECT_URL = "/"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ("email",)},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
PASSWORD_RESET_TIMEOUT = 3 * 3600
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_SIGNUP_FORM_HONEYPOT_FIELD = "website"
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
# Nobody learns from a page whether an address is known: so it must be confirmed before it counts,
# and a letter goes out either way. A code is never sent a second time on the same page, because
# that letter would go to known addresses only; one starts again instead.
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = True
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_TIMEOUT = 15 * 60
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_MAX_ATTEMPTS = 5
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = False
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_CHANGE = False
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 15 * 60
ACCOUNT_LOGIN_BY_CODE_MAX_ATTEMPTS = 5
ACCOUNT_LOGIN_BY_CODE_SUPPORTS_RESEND = False
ACCOUNT_LOGIN_TIMEOUT = 20 * 60
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_TIMEOUT = 15 * 60
ACCOUNT_RATE_LIMITS = {
    "login": "30/m/ip",
    "login_failed": "10/m/ip,5/5m/key",
    "signup": "20/m/ip",
    "confirm_email": "1/10s/key,10/h/key",
    "request_login_code": "20/m/ip,3/m/key,10/h/key",
    "reset_password": "20/m/ip,3/m/key,10/h/key",
    "reset_password_from_key": "20/m/ip",
    "reauthenticate": "10/m/user",
    "change_password": "5/m/user",
    "manage_email": "10/m/user",
    # A newcomer's sign-up for a game: tries, and letters that go out.
    "join": "40/m/ip",
    "join_letter": "20/m/ip,100/h/ip,3/m/key,8/h/key",
    "join_code": "40/m/ip",
    # A practice game on the spot.
    "play": "10/m/ip,60/h/ip",
}
ACCOUNT_FORMS = {
    "login": "accounts.forms.LoginForm",
    "signup": "accounts.forms.SignupForm",
    "request_login_code": "accounts.forms.RequestLoginCodeForm",
    "confirm_login_code": "accounts.forms.ConfirmLoginCodeForm",
    "confirm_email_verification_code": "accounts.forms.ConfirmEmailForm",
    "add_email": "accounts.forms.AddEmailForm",
    "change_password": "accounts.forms.ChangePasswordForm",
    "set_password": "accounts.forms.SetPasswordForm",
    "reset_password": "accounts.forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.forms.ResetPasswordKeyForm",
    "reauthenticate": "accounts.forms.ReauthenticateForm",
    "confirm_reauthentication_code": "accounts.forms.ConfirmReauthenticationCodeForm",
}
# --- allauth: end ---

# Mail: a server, or files in an outbox.
globals().update(environment.mail("EMAIL_URL", outbox=VAR_DIR / "outbox"))
DEFAULT_FROM_EMAIL = environment.text("EMAIL_FROM", f"noreply@{_site.hostname}")
SERVER_EMAIL = DEFAULT_FROM_EMAIL

# A table of roles has up to 60 rows with a column for each role.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2000
# A text of 5 MB is refused with a sentence and given back, not answered by an error page; Cyrillic takes
# three times its size in a form.
DATA_UPLOAD_MAX_MEMORY_SIZE = 16 * 1024 * 1024

# Languages and time
LANGUAGE_CODE = environment.choice("LANGUAGE", default="ru", among=("ru", "en"))
LANGUAGES = [("ru", _("Russian")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = environment.zone("TIME_ZONE", default="Europe/Moscow")

# Static files, each under a name that changes with its content.
STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "mafiaforum.storage.MinifyingStaticFilesStorage"},
}

# What a browser is told: nothing from elsewhere, nothing inline, never in a frame.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'"],
        "font-src": ["'self'"],
        "connect-src": ["'self'"],
        "manifest-src": ["'self'"],
        "form-action": ["'self'"],
        "base-uri": ["'none'"],
        "frame-ancestors": ["'none'"],
    }
}
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SECURE_HSTS_SECONDS = 30 * 24 * 3600 if HTTPS else 0
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
SESSION_ENGINE = "django.contrib.sessions.backends.db"
SESSION_COOKIE_AGE = 60 * 24 * 3600
# How many reverse proxies stand in front; what they say of the visitor is believed, nobody else.
TRUSTED_PROXIES = environment.number("TRUSTED_PROXIES", default=0, least=0, most=9)
ALLAUTH_TRUSTED_PROXY_COUNT = TRUSTED_PROXIES
if TRUSTED_PROXIES:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# Logs go to standard error, with addresses, tokens and rows of the database blanked out.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"()": "mafiaforum.logs.BlankedFormatter"}},
    "filters": {"health": {"()": "mafiaforum.logs.HealthIsAnAnswer"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["health"]}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        "django.server": {"handlers": [], "level": "WARNING", "propagate": True},
    },
}
