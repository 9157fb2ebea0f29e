"""Answers that are too long for memory: written to a file part by part, then sent from it.

One is written at a time. FEW of them exist at a time, one for each key; other calls for long
answers wait for their turn. Most answers are short and wait for nothing.
"""

from __future__ import annotations

import asyncio
import errno
import hashlib
import tempfile
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Final, TypeVar

from aiohttp import web

from service.domain.call_log.calls import MAX_STORED_ANSWER
from service.domain.errors import Unavailable, UnavailableCode
from service.domain.sentences import message

SHORT_BYTES: Final = 2 * 1024 * 1024
"""An answer up to this size is held in memory."""

FEW: Final = 4
SEND_S: Final = 300.0
"""A receiver that takes longer is disconnected."""

_PIECE_BYTES: Final = 64 * 1024


class LongBody:
    """A body in a file without a name, which is gone when it is closed."""

    def __init__(self, parts: Iterable[bytes], folder: Path) -> None:
        """Writes the parts. Raises Unavailable where the disk is full."""
        self._file: IO[bytes] = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115 - closed by `close`
        self.on_close: Callable[[], None] = lambda: None
        self.size = 0
        digest = hashlib.sha256()
        try:
            for part in parts:
                self._file.write(part)
                digest.update(part)
                self.size += len(part)
            self.digest = digest.hexdigest()
            self._file.seek(0)
            self.head = self._file.read(MAX_STORED_ANSWER)
        except BaseException as error:
            self._file.close()
            if isinstance(error, OSError) and error.errno == errno.ENOSPC:
                raise Unavailable(
                    message("The disk is full. Nothing was changed; try again once that is mended."),
                    UnavailableCode.DISK_FULL,
                ) from error
            raise

    def pieces(self) -> Iterator[bytes]:
        """The body in pieces of 64 KiB."""
        self._file.seek(0)
        while piece := self._file.read(_PIECE_BYTES):
            yield piece

    def close(self) -> None:
        """Frees the space and the turn."""
        if not self._file.closed:
            self._file.close()
            self.on_close()


Body = TypeVar("Body", bound=LongBody)


def join_short(parts: Iterable[bytes]) -> bytes | None:
    """The parts as one body; None where it is longer than SHORT_BYTES."""
    short: list[bytes] = []
    size = 0
    for part in parts:
        size += len(part)
        if size > SHORT_BYTES:
            return None
        short.append(part)
    return b"".join(short)


class LongAnswers:
    """Gives turns to calls for long answers; one for each program."""

    def __init__(self) -> None:
        self._few = asyncio.Semaphore(FEW)
        self._of_key: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._writing = asyncio.Lock()

    async def make(self, key_id: int, build: Callable[[], Awaitable[Body]]) -> Body:
        """Waits for a turn and builds; the turn ends when the body is closed."""
        with ExitStack() as turn:
            await self._of_key[key_id].acquire()
            turn.callback(self._of_key[key_id].release)
            await self._few.acquire()
            turn.callback(self._few.release)
            async with self._writing:
                body = await build()
            body.on_close = turn.pop_all().close
            return body


async def send_long(
    request: web.BaseRequest, response: web.StreamResponse, body: LongBody, limit_s: float = SEND_S
) -> web.StreamResponse:
    """Sends a long body as fast as its receiver reads, for `limit_s` seconds at most."""
    response.content_length = body.size
    try:
        async with asyncio.timeout(limit_s):
            await response.prepare(request)
            for piece in () if request.method == "HEAD" else body.pieces():
                await response.write(piece)
            await response.write_eof()
    except TimeoutError:
        if request.transport is not None:
            request.transport.abort()
    return response
