"""A child of the bench: many callers at once, each sending its next call after its last answer."""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path

import msgspec
from msgspec import Struct

from tests.bench.timing import percentile

_SETTLING_S = 0.3


class Load(Struct):
    """What the callers do: the same calls over and over, each caller starting at another one."""

    address: str
    calls: list[bytes]
    callers: int
    seconds: float
    pause_s: float = 0.0
    """Between an answer and the next call."""


class LoadResult(Struct):
    """The result; times in seconds."""

    a_second: float
    median: float
    p99: float
    longest: float
    refused: int
    calls: int
    """All, also those while everything starts."""
    cpu_s: float
    """Of the callers' processor."""


class _Caller(asyncio.Protocol):
    def __init__(self, load: Load, first: int, ends: float, done: asyncio.Future[None]) -> None:
        self._calls = load.calls
        self._next = first
        self._ends, self._pause_s = ends, load.pause_s
        self._done = done
        self._left = 0
        self._sent_at = 0.0
        self.times: list[tuple[float, float]] = []
        self.refused = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._send()

    def data_received(self, data: bytes) -> None:
        if self._left:
            self._left -= len(data)
        else:
            end = data.index(b"\r\n\r\n") + 4
            place = data.index(b"Content-Length: ") + 16
            self._left = end + int(data[place : data.index(b"\r", place)]) - len(data)
            self.refused += data[9:12] != b"200"
        if self._left == 0:
            now = time.perf_counter()
            self.times.append((self._sent_at, now))
            if now >= self._ends:
                self._transport.close()
            elif self._pause_s:
                asyncio.get_running_loop().call_later(self._pause_s, self._send)
            else:
                self._send()

    def connection_lost(self, error: Exception | None) -> None:
        if not self._done.done():
            self._done.set_result(None)

    def _send(self) -> None:
        self._sent_at = time.perf_counter()
        self._transport.write(self._calls[self._next % len(self._calls)])
        self._next += 1


async def run(load: Load) -> LoadResult:
    """Sends for so many seconds; what is seen while everything starts does not count."""
    loop, cpu = asyncio.get_running_loop(), time.process_time()
    counts_from = time.perf_counter() + _SETTLING_S
    ends = counts_from + load.seconds
    host, _, port = load.address.removeprefix("http://").rpartition(":")
    callers = []
    for place in range(load.callers):
        done: asyncio.Future[None] = loop.create_future()
        first = place * len(load.calls) // load.callers
        callers.append(_Caller(load, first, ends, done))
        await loop.create_connection(lambda caller=callers[-1]: caller, host, int(port))  # type: ignore[misc]
    await asyncio.gather(*(caller._done for caller in callers))
    taken = [end - start for caller in callers for start, end in caller.times if start >= counts_from]
    refused = sum(caller.refused for caller in callers)
    return LoadResult(
        len(taken) / load.seconds,
        percentile(taken, 0.5),
        percentile(taken, 0.99),
        max(taken),
        refused,
        sum(len(caller.times) for caller in callers),
        time.process_time() - cpu,
    )


if __name__ == "__main__":
    seen = asyncio.run(run(msgspec.msgpack.decode(Path(sys.argv[1]).read_bytes(), type=Load)))
    sys.stdout.buffer.write(msgspec.json.encode(seen))
