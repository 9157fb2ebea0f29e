"""A child of the bench: tills that wait for events of the feed: `ADDRESS TILLS KEY…`.

It prints the address once every till waits. Each asks again as soon as it is answered.
"""

from __future__ import annotations

import asyncio
import json
import signal
import sys

from tests.bench.children.bench_caller import content_length, request

_WAIT_S = 25


class _Till:
    """One connection, which always has a call that waits."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, key: str) -> None:
        self._reader, self._writer, self._key = reader, writer, key
        self._cursor = "latest"

    async def ask(self, wait: int) -> None:
        """One call; the answer's cursor is that of the next."""
        path = f"/v1/events?after={self._cursor}&wait={wait}"
        self._writer.write(request("GET", path, self._key))
        head = await self._reader.readuntil(b"\r\n\r\n")
        body = await self._reader.readexactly(content_length(head))
        if head[9:12] != b"200":
            raise RuntimeError(f"A till was answered with {head[9:12]!r}.")
        self._cursor = json.loads(body)["next"]

    async def run(self) -> None:
        """Waits for events for ever."""
        while True:
            await self.ask(_WAIT_S)


async def run(address: str, tills: int, keys: list[str]) -> None:
    """Connects all of them, says so, and goes on until SIGTERM."""
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    host, _, port = address.removeprefix("http://").rpartition(":")
    made = [_Till(*await asyncio.open_connection(host, int(port)), keys[place % len(keys)]) for place in range(tills)]
    for till in made:
        await till.ask(0)
    tasks = [asyncio.create_task(till.run()) for till in made]
    print(f"Listening on {address}", flush=True)
    waiting = asyncio.create_task(stop.wait())
    done, _ = await asyncio.wait([waiting, *tasks], return_when=asyncio.FIRST_COMPLETED)
    if waiting not in done:
        raise RuntimeError("A till stopped waiting.")


if __name__ == "__main__":
    asyncio.run(run(sys.argv[1], int(sys.argv[2]), sys.argv[3:]))
