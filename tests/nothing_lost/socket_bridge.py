"""Brings a socket of the file system into a network: `python -m tests.nothing_lost.socket_bridge
SOCKET HOST PORT`. It says when it listens.
"""

from __future__ import annotations

import asyncio
import sys


async def copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    except ConnectionError:
        return
    finally:
        writer.close()


async def main(socket: str, host: str, port: int) -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, to_there = await asyncio.open_unix_connection(socket)
        await asyncio.gather(copy(reader, to_there), copy(there, writer))

    server = await asyncio.start_server(serve, host, port)
    print("listening", flush=True)  # noqa: T201 - the test waits for this line
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))
