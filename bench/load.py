"""Asking a server as quickly as it answers, over connections that stay open, and reading what its processes cost."""

import asyncio
import os
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from scripts.say import Failure

TICKS = os.sysconf("SC_CLK_TCK")
# A page is asked for so long before anything is counted, and then at least so often, but no longer than that.
WARM, LEAST, LONGEST = 0.4, 100, 12.0


@dataclass(frozen=True, slots=True)
class Figures:
    """What came of it: requests a second, times in milliseconds, and the servers' CPU milliseconds a request."""

    rate: float
    p50: float
    p99: float
    cpu: float


def cpu_of(pids: tuple[int, ...]) -> float:
    """Return the CPU seconds that processes and all below them have used, those that have ended included."""
    spent, parents = {}, {}
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        with suppress(OSError):
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
            parents[int(entry.name)] = int(fields[1])
            spent[int(entry.name)] = sum(map(int, fields[11:15])) / TICKS
    total, found = 0.0, list(pids)
    while found:
        pid = found.pop()
        total += spent.get(pid, 0.0)
        found += [child for child, parent in parents.items() if parent == pid]
    return total


def request(path: str, cookie: str = "", body: bytes = b"") -> bytes:
    """Return the bytes of a request as a browser sends it."""
    lines = [f"{'POST' if body else 'GET'} {path} HTTP/1.1", "Host: localhost", "Accept-Language: ru"]
    lines += [f"Cookie: {cookie}"] if cookie else []
    if body:
        lines += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}"]
    return "\r\n".join([*lines, "", ""]).encode() + body


async def _answer(reader: asyncio.StreamReader, expected: int, asked: bytes) -> None:
    """Read one answer. Raises Failure for another status than the expected one."""
    head = await reader.readuntil(b"\r\n\r\n")
    status = int(head[9:12])
    length = next((line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")), None)
    if length is None:
        raise Failure(f"An answer without a length: {head.decode()}")
    body = await reader.readexactly(int(length.split(b":")[1]))
    if status != expected:
        words = body.decode(errors="replace")[-3000:]
        raise Failure(f"{asked.split(b' HTTP')[0].decode()} answers {status}, not {expected}:\n{words}")


async def _run(
    port: int, make: Callable[[int, int], bytes], connections: int, seconds: float, expected: int
) -> tuple[list[float], float]:
    """Ask over so many connections for so long; return the time of each request, and how long it was in all."""
    times: list[float] = []
    begun = time.perf_counter()
    least = LEAST if seconds > WARM else 0

    def enough() -> bool:
        took = time.perf_counter() - begun
        return took > LONGEST or (took > seconds and len(times) >= least)

    async def ask(number: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        turn = 0
        while not enough():
            asked = make(number, turn)
            sent = time.perf_counter()
            writer.write(asked)
            await _answer(reader, expected, asked)
            times.append((time.perf_counter() - sent) * 1000)
            turn += 1
        writer.close()

    await asyncio.gather(*(ask(number) for number in range(connections)))
    return times, time.perf_counter() - begun


def measure(
    port: int,
    pids: tuple[int, ...],
    make: Callable[[int, int], bytes],
    *,
    connections: int,
    seconds: float,
    expected: int = 200,
) -> Figures:
    """Measure a request that `make` gives for a connection and its turn. Raises Failure for an unexpected answer."""
    asyncio.run(_run(port, make, connections, WARM, expected))
    before = cpu_of(pids)
    times, took = asyncio.run(_run(port, make, connections, seconds, expected))
    cpu = cpu_of(pids) - before
    times.sort()
    p50, p99 = times[len(times) // 2], times[int(len(times) * 0.99)]
    return Figures(len(times) / took, p50, p99, 1000 * cpu / len(times))
