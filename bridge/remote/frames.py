"""Messages on a stream: four bytes with the length, then the message."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

MAX_MESSAGE = 256 * 1024 * 1024
"""Bytes; a page of the largest items has 128 MiB."""

_LENGTH = 4


class StreamBroken(Exception):
    """The other side does not speak this protocol, or has closed the stream."""


@dataclass(frozen=True, slots=True)
class FrameStream:
    """Both directions of one connection, whatever carries it. Used in one event loop."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    async def read(self, limit: int = MAX_MESSAGE) -> bytes:
        """The next message. Raises StreamBroken where there is none, or a longer one."""
        try:
            size = int.from_bytes(await self.reader.readexactly(_LENGTH), "big")
            if size > limit:
                raise StreamBroken(f"a message of {size} bytes")
            return await self.reader.readexactly(size)
        except (OSError, asyncio.IncompleteReadError) as error:
            raise StreamBroken(str(error)) from error

    def write(self, message: bytes) -> None:
        """Queues a message and returns at once."""
        self.writer.write(len(message).to_bytes(_LENGTH, "big") + message)

    @property
    def unsent(self) -> int:
        """Bytes that the other side has not taken yet."""
        return self.writer.transport.get_write_buffer_size()

    def close(self) -> None:
        """Ends the connection without waiting for the other side."""
        self.writer.transport.abort()
