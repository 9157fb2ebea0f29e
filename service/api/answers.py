"""Answers of the API, and how long ones are sent."""

from __future__ import annotations

import asyncio
import errno
import hashlib
import tempfile
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Final, TypeVar

import msgspec
from aiohttp import web
from msgspec import Struct

from service.api.api_request import Caller
from service.api.checks.rate_limits import RateLimitState
from service.domain import wire
from service.domain.call_log.calls import MAX_STORED_ANSWER
from service.domain.errors import (
    BadRequest,
    CounterpartError,
    NotAllowed,
    NotFound,
    Refused,
    Unavailable,
    UnavailableCode,
    UpstreamUnavailable,
)
from service.domain.sentences import message
from service.store.engine.transaction import Tx
from service.version import VERSION

SHORT_BYTES: Final = 2 * 1024 * 1024
"""An answer up to this size is held in memory."""

FEW: Final = 4
SEND_S: Final = 300.0
"""A receiver that takes longer is disconnected."""

_PIECE_BYTES: Final = 64 * 1024
COMMON_HEADERS = {"Server": f"Counterpart/{VERSION}", "Cache-Control": "no-store"}
"""Headers of every answer. They do not name the server software."""


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


@dataclass(slots=True)
class Answer:
    """A status with its JSON body. `notes` and `facts` are for the call log only."""

    status: int
    body: bytes
    error: str | None = None
    message: str | None = None
    notes: tuple[str, ...] = ()
    facts: dict[str, int | str] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    close: bool = False
    packed_body: bytes | None = None
    """The body as the log stores it, if the handler has packed it outside the event loop."""

    long_body: LongBody | None = None
    """The body where it is too long for memory; `body` is its beginning then."""

    call_id: int | None = None
    """The entry of the call log, once it is written."""
    write_id: int | None = None
    """What the call wrote, in the history of items."""
    held_s: float = 0.0
    """How long the call waited for an event. The log does not count this as work."""
    etag: str | None = None
    """The tag of the body, where the handler has made it already."""
    may_be_kept: bool = True
    """Whether a repetition of the call may be answered with it."""
    rate: RateLimitState | None = None
    """What all services have counted of the key, where there are several."""
    made_for: Caller | None = None
    """The key that a call without a key got: the log has the call with this key, without bodies."""
    on_committed: Callable[[], None] | None = None
    """Called in the event loop once the answer and its effect are stored."""

    @property
    def size(self) -> int:
        """The bytes of the body."""
        return len(self.body) if self.long_body is None else self.long_body.size

    @property
    def facts_json(self) -> str | None:
        return msgspec.json.encode(self.facts).decode() if self.facts else None


AnswerWork = Callable[[Tx], Answer]
"""A write that ends in an answer: it runs in one transaction with the call's log entry."""


class AnswerJob(Struct, frozen=True):
    """Work of a handler that needs a transaction. `large` work waits for small work; some is
    `read_only`. `part_marks` are those of the parts that the call names, for the call log.

    A small read is answered in the transaction of its log entry: its own thread would cost more
    than the read.
    """

    work: AnswerWork
    large: bool = False
    read_only: bool = False
    part_marks: bytes = b""


def make_ok(body: msgspec.Struct, *, notes: tuple[str, ...] = (), facts: dict[str, int | str] | None = None) -> Answer:
    return Answer(200, wire.encode(body), notes=notes, facts=facts or {})


def make_error(status: int, code: str, message: str, *, notes: tuple[str, ...] = (), close: bool = False) -> Answer:
    """An error answer in the shape of contract §2.5."""
    return Answer(status, wire.encode(wire.ErrorBody(code, message)), code, message, notes, close=close)


def convert_error(error: CounterpartError) -> Answer:
    """The error answer for an exception (contract §2.5)."""
    match error:
        case Refused():
            return make_error(422, error.code, error.message)
        case NotAllowed():
            return make_error(403, "not_allowed", error.message)
        case NotFound():
            return make_error(404, "not_found", error.message)
        case BadRequest():
            return make_error(400, "bad_request", error.message)
        case UpstreamUnavailable():
            return make_error(503, "upstream_unavailable", error.message)
        case Unavailable():
            return make_error(503, "unavailable", error.message)
    return make_error(500, "internal_error", error.message)


def make_internal_error(reference: str) -> Answer:
    return make_error(
        500, "internal_error", f"The program made a mistake. Nothing was changed; tell support {reference}."
    )
