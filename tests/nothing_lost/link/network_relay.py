"""The network between a shop and its marketplace as a process that can be killed.

`python -m tests.nothing_lost.link.network_relay PORT TARGET_PORT` forwards connections of this
computer and prints a line when it listens.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys

HERE = "127.0.0.1"
_CHUNK = 65_536


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while chunk := await reader.read(_CHUNK):
            writer.write(chunk)
            await writer.drain()
    writer.close()


async def main(port: int, target_port: int) -> None:
    async def forward(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            upstream_reader, upstream_writer = await asyncio.open_connection(HERE, target_port)
        except OSError:
            writer.close()
            return
        await asyncio.gather(_copy(reader, upstream_writer), _copy(upstream_reader, writer))

    server = await asyncio.start_server(forward, HERE, port)
    print("Listening", flush=True)  # noqa: T201 - the test waits for this line
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), int(sys.argv[2])))
