"""A child of the bench: a receiver with as little cost as possible, which answers 204 to every
POST.
"""

from __future__ import annotations

import asyncio
import signal

_ANSWER = b"HTTP/1.1 204 No Content\r\n\r\n"
_LENGTH = b"content-length: "


class _NullReceiver(asyncio.Protocol):
    def __init__(self) -> None:
        self._seen = bytearray()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._seen += data
        while (end := self._seen.find(b"\r\n\r\n")) >= 0:
            head = bytes(self._seen[:end]).lower()
            place = head.index(_LENGTH) + len(_LENGTH)
            whole = end + 4 + int(head[place:].split(b"\r\n", 1)[0])
            if len(self._seen) < whole:
                return
            del self._seen[:whole]
            self._transport.write(_ANSWER)


async def run() -> None:
    """Listens on any free port, and says where."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGTERM, stop.set)
    server = await loop.create_server(_NullReceiver, "127.0.0.1", 0)
    print(f"Listening on http://127.0.0.1:{server.sockets[0].getsockname()[1]}", flush=True)
    await stop.wait()
    server.close()


if __name__ == "__main__":
    asyncio.run(run())
