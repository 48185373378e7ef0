"""Measure the live streams: memory for each, and the time from publishing a nudge to the browser's socket.

    .venv/bin/python -m bench.streams [STREAMS ...]

Starts a broker and one process of streams of its own, in a temporary folder, and prints a line for
each number of streams (by default 500 and 5,000): memory while idle and with all open, and p50 and
p99 over all sockets and nudges. Half of the nudges go to everybody at once, half to a game of twelve.
"""

import asyncio
import os
import resource
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from urllib.request import urlopen

from common import channels, nudges
from scripts.run import broker, streams
from scripts.say import ROOT, Failure, say

# What a browser sends, so that the memory of a stream is that of a real one.
REQUEST = (
    "GET /events/?ticket={ticket} HTTP/1.1\r\nHost: localhost:{port}\r\nAccept: text/event-stream\r\n"
    "Accept-Language: ru-RU,ru;q=0.9,en;q=0.8\r\nAccept-Encoding: gzip, deflate, br\r\nCache-Control: no-store\r\n"
    "Origin: http://localhost:8000\r\nReferer: http://localhost:8000/\r\nSec-Fetch-Mode: cors\r\n"
    "User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36"
    "\r\n\r\n"
)
A_GAME = 12
NUDGES = 10


@dataclass
class Reader(asyncio.Protocol):
    """One browser: notes when a nudge arrives, and tells who waits for the last of them."""

    request: bytes
    opened: asyncio.Event = field(default_factory=asyncio.Event)
    arrived: float = 0.0
    told: asyncio.Event = field(default_factory=asyncio.Event)
    closed: bool = False
    transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        if b": open" in data:
            self.opened.set()
        if b"data: " in data and not self.told.is_set():
            self.arrived = time.perf_counter()
            self.told.set()

    def connection_lost(self, _error: Exception | None) -> None:
        self.closed = True


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def memory(pid: int) -> int:
    """Return the resident memory of a process and those below it, in kB."""
    total = 0
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            status = dict(line.split(":", 1) for line in (entry / "status").read_text().splitlines())
        except (OSError, ValueError):
            continue
        if pid in (int(entry.name), int(status["PPid"])):
            total += int(status.get("VmRSS", "0 kB").split()[0])
    return total


def start(stack: ExitStack, folder: Path) -> tuple[int, int]:
    """Start a broker and a process of streams, which end with the stack. Return the latter's id and port."""
    path, port = folder / "broker.sock", free_port()
    os.environ.update(REDIS_URL=f"unix://{path}", VAR_DIR=str(folder), SECRET_KEY="only-for-the-bench")  # noqa: S106
    commands = (broker(folder, path).command, streams("127.0.0.1", port))
    for command in commands:
        child = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL)
        stack.callback(child.wait)
        stack.callback(child.terminate)
    for _ in range(300):
        with suppress(OSError), urlopen(f"http://127.0.0.1:{port}{channels.PATH}health") as answer:  # noqa: S310
            if answer.status == 200:
                return child.pid, port
        time.sleep(0.1)
    raise Failure("The streams do not answer.")


async def measure(count: int, pid: int, port: int) -> str:
    """Open streams, nudge them, close them; return the line of what was measured."""
    loop = asyncio.get_running_loop()
    public = channels.channel("thread", "bench")
    idle = memory(pid)
    readers = []
    for number in range(count):
        mine = channels.channel("persona", str(number))
        game = channels.channel("thread", f"game {number // A_GAME}")
        ticket = channels.make_ticket([[public, game, mine]], channels.of_user(number))
        reader = Reader(REQUEST.format(ticket=ticket, port=port).encode())
        readers.append(reader)
        await loop.create_connection(partial(_itself, reader), "127.0.0.1", port)
        if number % 50 == 49:
            await asyncio.wait_for(asyncio.gather(*(one.opened.wait() for one in readers[-50:])), 30)
    await asyncio.wait_for(asyncio.gather(*(one.opened.wait() for one in readers)), 30)
    full = memory(pid)
    everybody = [await nudge(public, readers) for _ in range(NUDGES)]
    games = [
        await nudge(channels.channel("thread", f"game {number}"), readers[number * A_GAME : (number + 1) * A_GAME])
        for number in range(0, count // A_GAME, max(1, count // A_GAME // (5 * NUDGES)))
    ]
    lost = sum(reader.closed for reader in readers)
    for reader in readers:
        assert reader.transport is not None
        reader.transport.close()
    await asyncio.sleep(1)
    each = (full - idle) / count
    return (
        f"{count:>6} streams: {idle / 1024:.0f} -> {full / 1024:.0f} MB, {each:.0f} kB each; "
        f"a game of {A_GAME}: {_figures(games)}; all of them at once: {_figures(everybody)}; lost {lost}"
    )


def _itself(reader: Reader) -> Reader:
    return reader


async def nudge(name: str, readers: Sequence[Reader]) -> list[float]:
    """Publish a nudge, and return how long it took to each socket, in milliseconds. Raises TimeoutError."""
    for reader in readers:
        reader.told.clear()
    begun = time.perf_counter()
    nudges.publish(channels.pack([name]))
    await asyncio.wait_for(asyncio.gather(*(reader.told.wait() for reader in readers)), 20)
    return [(reader.arrived - begun) * 1000 for reader in readers]


def _figures(times: Sequence[Sequence[float]]) -> str:
    """Return p50 and p99 in words."""
    flat = sorted(one for some in times for one in some)
    return f"p50 {flat[len(flat) // 2]:.0f} ms, p99 {flat[int(len(flat) * 0.99)]:.0f} ms"


def main(counts: Sequence[str] = ("500", "5000")) -> None:
    """Measure, and print a line for each number of streams."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    os.environ["DJANGO_SETTINGS_MODULE"] = "mafiaforum.settings"
    if len(counts) > 1:
        # A process for each figure: settings and connections are made once in a process.
        for count in counts:
            subprocess.run([sys.executable, "-m", "bench.streams", count], cwd=ROOT, check=True)
        return
    with tempfile.TemporaryDirectory(prefix="mf-bench-", dir="/tmp") as folder, ExitStack() as stack:  # noqa: S108
        say(asyncio.run(measure(int(counts[0]), *start(stack, Path(folder)))))


if __name__ == "__main__":
    main(sys.argv[1:] or ("500", "5000"))
