"""Real workers for the tests of this folder: Celery processes on the tests' PostgreSQL and a Valkey of their own."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from django.db import connection

from tests.servers import die_with_parent, valkey

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(scope="module")
def broker() -> Iterator[str]:
    """Run a Valkey; yields its REDIS_URL."""
    with valkey() as url:
        yield url


def database_url() -> str:
    """Return the address of the test database that this process uses, for processes beside it."""
    told = connection.settings_dict
    host = quote(str(told["HOST"]), safe="")
    return f"postgres://{told['USER']}@{host}/{told['NAME']}"


class Workers:
    """Celery processes that a test starts, kills and starts again."""

    def __init__(self, broker: str, folder: Path) -> None:
        self.folder = folder
        self.environment = {
            **os.environ,
            "DATABASE_URL": database_url(),
            "REDIS_URL": broker,
            "SECRET_KEY": "only-for-tests",
            "VAR_DIR": str(folder),
            "DJANGO_SETTINGS_MODULE": "mafiaforum.settings",
        }
        self.running: list[subprocess.Popen[bytes]] = []

    def start(self, name: str, *, beat: bool = False) -> subprocess.Popen[bytes]:
        """Start a worker with two threads (and beat inside it, if asked for)."""
        command = [sys.executable, "-m", "celery", "-A", "mafiaforum", "worker", "-n", f"{name}@%h"]
        command += ["-P", "threads", "-c", "2", "-l", "WARNING"]
        if beat:
            command += ["-B", "-s", str(self.folder / f"beat-{name}")]
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=self.environment,
            stdout=(self.folder / f"{name}.log").open("ab"),
            stderr=subprocess.STDOUT,
            preexec_fn=die_with_parent,
            start_new_session=True,
        )
        self.running.append(process)
        return process

    def kill(self, process: subprocess.Popen[bytes]) -> None:
        """Kill a worker at once, as a power cut would."""
        os.killpg(process.pid, 9)
        process.wait()
        self.running.remove(process)

    def logs(self) -> str:
        """Return what all workers have written."""
        return "\n".join(path.read_text(errors="replace") for path in sorted(self.folder.glob("*.log")))


@pytest.fixture
def workers(broker: str, tmp_path: Path, transactional_db: None) -> Iterator[Workers]:
    """Hand out a starter of workers; whatever runs at the end is killed."""
    found = Workers(broker, tmp_path)
    yield found
    for process in list(found.running):
        found.kill(process)


def eventually(ready: Callable[[], bool], seconds: float = 60.0) -> bool:
    """Wait until it is so, at most `seconds`. Return whether it came."""
    limit = time.monotonic() + seconds
    while time.monotonic() < limit:
        if ready():
            return True
        time.sleep(0.1)
    return False
