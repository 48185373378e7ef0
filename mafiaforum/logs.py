"""Log lines without secrets.

A log is read by people who may not know what the site knows: operators who also play. Our own
code logs numbers only; this guards against what libraries put into their messages.
"""

import logging
import re
import time

# What PostgreSQL adds to an error: the values of the row that was refused.
_DETAIL = re.compile(r"^(DETAIL|CONTEXT|LINE \d+):.*$", re.MULTILINE)
_CREDENTIALS = re.compile(r"(?<=://)[^\s/@]*@")
_ADDRESS = re.compile(r"[^\s@<>\"'(),;:=/]+@[\w.-]+\.\w+")
# Public ids, one-time keys and codes in addresses of pages: long words of letters and digits.
_TOKEN = re.compile(r"(?<=[/=])(?=[\w-]*[\d_-])[\w-]{16,}(?=[/?&\s\"']|$)")


def blank(line: str) -> str:
    """Return the line with e-mail addresses, credentials, tokens and database rows blanked out."""
    line = _DETAIL.sub(r"\1: ...", line)
    line = _CREDENTIALS.sub("...@", line)
    line = _ADDRESS.sub("...@...", line)
    return _TOKEN.sub("...", line)


class BlankedFormatter(logging.Formatter):
    """One line a record (and its traceback below it), blanked."""

    def __init__(self) -> None:
        super().__init__("%(asctime)sZ %(levelname)s %(name)s: %(message)s", "%Y-%m-%d %H:%M:%S")
        self.converter = time.gmtime

    def format(self, record: logging.LogRecord) -> str:
        """Format as usual, then blank the whole text."""
        return blank(super().format(record))


class HealthIsAnAnswer(logging.Filter):
    """Drops Django's line about every 503 of /healthz: whoever asked for it has been told."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Say whether the record is about anything else."""
        return getattr(getattr(record, "request", None), "path", "") != "/healthz"
