"""Static files, collected only when they have changed."""

import hashlib
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command


def fingerprint() -> str:
    """Return a hash of the names, sizes and times of all static files."""
    lines = []
    for finder in get_finders():
        for name, storage in finder.list(ignore_patterns=None):
            status = Path(storage.path(name)).stat()
            lines.append(f"{storage.path(name)} {status.st_size} {status.st_mtime_ns}")
    return hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()


def collect_when_changed() -> bool:
    """Collect the static files unless those in STATIC_ROOT are of now; returns whether it did."""
    root = Path(settings.STATIC_ROOT)
    memory = root / ".fingerprint"
    now = fingerprint()
    if memory.exists() and memory.read_text() == now and (root / "staticfiles.json").exists():
        return False
    call_command("collectstatic", verbosity=0, interactive=False)
    memory.write_text(now)
    return True
