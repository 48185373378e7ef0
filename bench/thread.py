"""Measure the pages of a game with a long thread, on SQLite and on PostgreSQL.

    .venv/bin/python -m bench.thread [sqlite] [postgresql]

A site of its own in a temporary folder, served by granian as `make run` serves it; threads of 10,000
and of 50,000 posts; 16 connections that ask as quickly as they are answered, and for replies 8
players who vote. CPU is what the web server's processes used for a request, on PostgreSQL with the
database's; the load comes from the same machine, so requests a second say less than CPU does.

What is measured stands in `pages.py`. A figure that misses its goal bears a star.
"""

import json
import os
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlencode
from urllib.request import urlopen

from bench.load import Figures, measure, request
from bench.pages import ALIKE, FIRST, LAST, MEMBER, MIDDLE, PAGES, REPLIES, SIZES, WHO, WRITERS, Page
from bench.streams import free_port
from scripts.run import broker, site
from scripts.say import ROOT, Failure, say
from tests.servers import postgres

CONNECTIONS = 16
SECONDS = 2.0
REPLYING = 6.0
# The columns of the table: their names, and how wide they are.
COLUMNS = {
    "": 31,
    " ": 9,
    "posts": 7,
    "req/s": 9,
    "p50 ms": 8,
    "p99 ms": 8,
    "CPU ms": 9,
    "x bare": 8,
    "queries": 9,
    "kB": 7,
}


@dataclass(frozen=True, slots=True)
class Site:
    """A site that runs: where it answers, whose CPU counts, and what `world.py` told of it."""

    port: int
    pids: tuple[int, ...]
    world: Mapping[str, Any]


def _manage(environment: Mapping[str, str], *command: str) -> str:
    """Run one command of Django, and return what it prints."""
    ran = subprocess.run(
        [sys.executable, "manage.py", *command], cwd=ROOT, env=environment, capture_output=True, text=True
    )
    if ran.returncode:
        raise Failure(f"manage.py {command[0]} fails:\n{ran.stderr[-3000:]}")
    return ran.stdout


def _start(stack: ExitStack, command: list[str], environment: Mapping[str, str]) -> int:
    child = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL)
    stack.callback(child.wait)
    stack.callback(child.terminate)
    return child.pid


@contextmanager
def running(database: str) -> Iterator[Site]:
    """Run a site on a database of its own, filled; it leaves nothing behind."""
    with ExitStack() as stack:
        # First in, last out: the folder goes when everything in it has ended.
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="mf-bench-", dir="/tmp")))  # noqa: S108
        path, port = folder / "broker.sock", free_port()
        environment = os.environ | {
            "VAR_DIR": str(folder), "REDIS_URL": f"unix://{path}", "DATABASE_URL": "", "LANGUAGE": "ru",
            "SECRET_KEY": "only-for-the-bench", "SITE_URL": f"http://localhost:{port}", "TIME_ZONE": "Europe/Moscow",
            "DEVELOPMENT": "off", "DEBUG": "off", "DEMO": "off", "DJANGO_SETTINGS_MODULE": "bench.settings",
        }  # fmt: skip
        pids: tuple[int, ...] = ()
        if database == "postgresql":
            environment["DATABASE_URL"] = url = stack.enter_context(postgres(durable=True))
            data = Path(unquote(url.split("@")[1].split("/")[0])) / "data"
            pids = (int((data / "postmaster.pid").read_text().split()[0]),)
        _start(stack, list(broker(folder, path).command), environment)
        for command in (("migrate",), ("compile_translations",), ("collectstatic", "--noinput")):
            _manage(environment, *command)
        told = _manage(environment, "shell", "-c", "from bench import world; world.main()")
        web = next(child for child in site(folder, "127.0.0.1", port, free_port()) if child.name == "web")
        pids += (_start(stack, [*web.command[:-1], "bench.wsgi:application"], environment),)
        _wait(port)
        yield Site(port, pids, json.loads(told.splitlines()[-1]))


def _wait(port: int) -> None:
    for _ in range(300):
        with suppress(OSError), urlopen(f"http://127.0.0.1:{port}/games/") as answer:  # noqa: S310 (our own address)
            if answer.status == 200:
                return
        time.sleep(0.1)
    raise Failure("The pages do not answer.")


def ask(run: Site, page: Page, size: int, who: str) -> tuple[Figures, int, int]:
    """Measure a page; return the figures, the number of queries, and that of bytes."""
    slug, thread = run.world["games"][str(size)]
    url = page.address(size, slug, thread)
    cookie = run.world["cookies"][2] if who == MEMBER else "django_language=ru"

    def make(number: int, turn: int) -> bytes:
        return request(page.address(size, slug, thread, turn * CONNECTIONS + number), cookie)

    figures = measure(run.port, run.pids, make, connections=CONNECTIONS, seconds=SECONDS)
    queries, length = run.world["asked"][f"{who} {url}"]
    return figures, queries, length


def reply(run: Site) -> Figures:
    """Measure replies with a vote: eight players at once, each votes for another with every post."""
    slug, _thread = run.world["games"][str(SIZES[0])]
    tokens, names, cookies = run.world["tokens"], run.world["names"], run.world["cookies"]
    csrf = cookies[0].split("csrftoken=")[1].split(";")[0]

    def make(number: int, turn: int) -> bytes:
        target = names[(number + 1 + turn % 3) % len(names)]
        text = f"{'Я думал об этом всю ночь и вот что решил. ' * 6}[b]Голос[/b]: [vote]{target}[/vote]"
        fields = {"as": tokens[number], "key": secrets.token_urlsafe(12), "phase": "day-1", "text": text}
        body = urlencode({**fields, "csrfmiddlewaretoken": csrf}).encode()
        return request(f"/games/{slug}/post/", cookies[number], body)

    return measure(run.port, run.pids, make, connections=WRITERS, seconds=REPLYING, expected=303)


def row(*cells: str) -> str:
    """Return one line of the table; what comes after its columns stands at the end."""
    widths = list(COLUMNS.values())
    kept = [f"{cell:<{width}}" for cell, width in zip(cells[:2], widths[:2], strict=True)]
    kept += [f"{cell:>{width}}" for cell, width in zip(cells[2:10], widths[2:], strict=True)]
    return "".join(kept) + "  " + ", ".join(cells[10:])


def starred(text: str, missed: bool) -> str:
    """Mark a figure that misses its goal."""
    return text + ("*" if missed else " ")


def line(page: Page, who: str, size: int, figures: Figures, bare: float, queries: int, length: int) -> str:
    """Return the line of a page in the table, with the goals at its end."""
    goals, n, kilobytes = page.goals, WHO.index(who), length / 1000
    wanted = [f">= {goals.rate[n]:.0f}/s"] if goals.rate else []
    wanted += [f"<= {goals.cpu[n]:g} ms"] if goals.cpu else []
    wanted += [f"<= {goals.queries[n]} queries"] if goals.queries else []
    wanted += [f"<= {goals.kilobytes:g} kB"] if goals.kilobytes else []
    return row(
        page.label,
        who,
        str(size) if page.each else "",
        starred(f"{figures.rate:.0f}", goals.rate is not None and figures.rate < goals.rate[n]),
        f"{figures.p50:.1f}",
        f"{figures.p99:.1f}",
        starred(f"{figures.cpu:.2f}", goals.cpu is not None and figures.cpu > goals.cpu[n]),
        f"{figures.cpu / bare:.1f}",
        starred(str(queries), goals.queries is not None and queries > goals.queries[n]),
        starred(f"{kilobytes:.0f}", goals.kilobytes is not None and kilobytes > goals.kilobytes),
        *wanted,
    )


def measure_all(run: Site) -> None:
    """Measure every page and the replies, and print a line for each."""
    say(row(*COLUMNS))
    bare, cpu = 0.0, {}
    for page in PAGES:
        for size in SIZES if page.each else SIZES[:1]:
            for who in page.who:
                figures, queries, length = ask(run, page, size, who)
                bare = bare or figures.cpu
                cpu[page, size, who] = figures.cpu
                say(line(page, who, size, figures, bare, queries, length))
    figures = reply(run)
    rate = starred(f"{figures.rate:.0f}", figures.rate < REPLIES)
    times = (f"{figures.p50:.1f}", f"{figures.p99:.1f}", f"{figures.cpu:.2f} ", f"{figures.cpu / bare:.1f}")
    say(row("a reply with a vote", f"{WRITERS} players", str(SIZES[0]), rate, *times, "", "", f">= {REPLIES}/s"))
    for who in WHO:
        alike = {size: [cpu[page, size, who] for page in (FIRST, MIDDLE, LAST)] for size in SIZES}
        within = ", ".join(f"{size:,} posts: {max(found) / min(found):.2f}" for size, found in alike.items())
        grown = max(later / earlier for earlier, later in zip(*alike.values(), strict=True))
        say(f"CPU of first, middle and last page, {who}: {within}; the longer thread: {grown:.2f} (goal: {ALIKE})")


def main(databases: list[str] | None = None) -> None:
    """Measure on each database, and print a table for each."""
    for database in databases or ["sqlite", "postgresql"]:
        load = os.getloadavg()[0]
        say(f"\nThread, {database}; {CONNECTIONS} connections; a star: misses its goal")
        say(
            f"CPU is that of the web server's processes{' and of the database' if database == 'postgresql' else ''}; "
            "the load comes from this machine."
        )
        say(f"Whatever else runs here makes all figures worse (load now: {load:.1f}, processors: {os.cpu_count()}).")
        with running(database) as run:
            measure_all(run)


if __name__ == "__main__":
    main(sys.argv[1:])
