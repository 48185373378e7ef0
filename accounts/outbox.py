"""The letters that a site without a mail server has written to files."""

import email
import email.policy
from dataclasses import dataclass
from pathlib import Path

# What Django's file backend writes between two letters of one file.
_BETWEEN = b"\n" + b"-" * 79 + b"\n"
_MOST = 50


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter as a person reads it."""

    to: str
    subject: str
    date: str
    body: str


def letters(folder: Path, most: int = _MOST) -> list[Letter]:
    """Return the newest letters of the outbox, newest first. No folder, no letters."""
    files = sorted(folder.glob("*.log"), key=lambda file: file.stat().st_mtime_ns, reverse=True)
    found: list[Letter] = []
    for file in files:
        parts = [part for part in file.read_bytes().split(_BETWEEN) if part.strip()]
        found += [_letter(part) for part in reversed(parts)]
        if len(found) >= most:
            break
    return found[:most]


def _letter(raw: bytes) -> Letter:
    message = email.message_from_bytes(raw, policy=email.policy.default)
    part = message.get_body(("plain", "html"))
    return Letter(
        to=str(message["To"] or ""),
        subject=str(message["Subject"] or ""),
        date=str(message["Date"] or ""),
        body=part.get_content() if part else "",
    )
