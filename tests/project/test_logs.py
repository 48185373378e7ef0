"""Logs say what happened and not to whom."""

import logging
import logging.config
import subprocess
import sys

import pytest
from django.conf import settings
from django.test import Client

from mafiaforum.logs import BlankedFormatter, blank
from tests.shape.source import ROOT


@pytest.mark.parametrize(
    ("line", "blanked"),
    [
        ("Not Found: /games/k3v9x2mq/", "Not Found: /games/k3v9x2mq/"),
        (
            "Forbidden: /accounts/password/reset/key/5-abc123def456ghi789/",
            "Forbidden: /accounts/password/reset/key/.../",
        ),
        ("Not Found: /threads/Zk3_uQ8xXf0aBcDeFgHiJw/", "Not Found: /threads/.../"),
        ("mail to anna.k+test@example.org failed", "mail to ...@... failed"),
        ("Key (email)=(анна@пример.рф) already exists.", "Key (email)=(...@...) already exists."),
        ("can't reach redis://:word@host:6379/0", "can't reach redis://...@host:6379/0"),
        ("duplicate key\nDETAIL:  Key (skeleton)=(ahha) already exists.", "duplicate key\nDETAIL: ..."),
        ("null value\nDETAIL:  Failing row contains (7, mafia, 3).\nnext", "null value\nDETAIL: ...\nnext"),
        ("games.services.timekeeping.credit failed", "games.services.timekeeping.credit failed"),
    ],
)
def test_secrets_are_blanked(line: str, blanked: str) -> None:
    assert blank(line) == blanked


def test_a_traceback_is_blanked_too() -> None:
    role = "mafia"
    try:
        raise ValueError(f"DETAIL is fine\nDETAIL:  Failing row contains ({role})")
    except ValueError:
        record = logging.LogRecord("games", logging.ERROR, "x.py", 1, "game %s failed", (7,), sys.exc_info())
    text = BlankedFormatter().format(record)
    assert "ERROR games: game 7 failed\nTraceback" in text
    assert "(mafia)" not in text


def test_health_is_an_answer_and_no_error_of_ours(client: Client, db: None, capsys: pytest.CaptureFixture[str]) -> None:
    logging.config.dictConfig(settings.LOGGING)
    assert client.get("/healthz").status_code == 503
    client.get("/no/such/page")
    said = capsys.readouterr().err
    assert "WARNING django.request: Not Found: /no/such/page" in said
    assert "healthz" not in said


def test_celery_uses_the_sites_logging() -> None:
    program = (
        "import logging; from mafiaforum.celery import app; app.log.setup(loglevel='WARNING', logfile=None);"
        "logging.getLogger('celery.worker').warning('to anna@example.org')"
    )
    answer = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert answer.stderr.endswith("WARNING celery.worker: to ...@...\n")
