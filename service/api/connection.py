"""Connections: one and its requests, the table of the open ones, and their limits."""

from __future__ import annotations

import asyncio
import logging
import math
import re
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, Protocol

from aiohttp import StreamReader, web
from aiohttp.base_protocol import BaseProtocol
from aiohttp.http import HttpRequestParser, RawRequestMessage
from aiohttp.http_exceptions import HttpProcessingError, LineTooLong
from aiohttp.streams import EMPTY_PAYLOAD
from aiohttp.web_protocol import RequestHandler, _ErrInfo

from service.api.answers import COMMON_HEADERS, make_error, make_internal_error
from service.api.api_request import MAX_TARGET_BYTES
from service.api.checks.access import is_loopback
from service.domain.errors import make_error_reference

INTERVAL_S = 60.0
_MAX_KNOWN_ADDRESSES = 1_000
_MAX_LOOKED_AT = 50
_METHOD = re.compile(rb"([!#$%&'*+.^_`|~0-9A-Za-z-]{1,40}) [^ \r\n]+ HTTP/1\.[01]\r\n")
_KNOWN = frozenset((b"GET", b"HEAD", b"POST", b"PUT", b"DELETE", b"PATCH", b"OPTIONS", b"TRACE", b"CONNECT"))
_HEAD_END = b"\r\n\r\n"
log = logging.getLogger(__name__)

_MALFORMED = "The call is not well-formed HTTP; check its request line and headers."
_TOO_LONG = (
    f"A line of the call's head is too long: the path with its query may have {MAX_TARGET_BYTES} characters, a header "
    f"{MAX_TARGET_BYTES} bytes. Send fewer parameters, or several calls."
)


class CountedLog:
    """One kind of line. Even a thousand events a second write at most two lines a minute."""

    def __init__(
        self,
        log: logging.Logger,
        monotonic: Callable[[], float],
        level: int = logging.WARNING,
    ) -> None:
        self._log = log
        self._monotonic = monotonic
        self._level = level
        self._last: float | None = None
        self._left_out = 0

    def write(self, text: str, *values: object) -> None:
        """Writes the line, or counts it."""
        now = self._monotonic()
        if self._last is not None and now - self._last < INTERVAL_S:
            self._left_out += 1
            return
        more = f" ({self._left_out} more like this since the last line)" if self._left_out else ""
        self._last, self._left_out = now, 0
        self._log.log(self._level, text + "%s", *values, more)


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """Bounds; `reserve` of `total` are for addresses that have used a valid key."""

    total: int = 1_000
    per_address: int = 250
    reserve: int = 100
    keyless_idle_s: float = 15.0
    """Seconds that a connection may be idle before its first valid key."""
    keep_alive_s: float = 75.0
    """The same after a valid key."""
    handshake_s: int = 10
    """Seconds for the first byte of a connection from the network, and then for its handshake."""
    first_call_s: float = 0.2
    """Seconds that a service that stops leaves to new connections for their first call."""


class OpenConnection(Protocol):
    """What the table needs of a connection."""

    @property
    def is_idle(self) -> bool:
        """Whether no call is in progress."""

    def force_close(self) -> None:
        """Ends the connection at once."""


Connections = OrderedDict[OpenConnection, float]
"""Connections in order of arrival, with the moment of it."""


class ConnectionTable:
    """Every open connection by its address, and those that have had no valid key."""

    def __init__(self, limits: ConnectionLimits, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._limits, self._monotonic = limits, monotonic
        self._addresses: dict[OpenConnection, str] = {}
        self._keyless: dict[str, Connections] = {}
        self._all_keyless: Connections = OrderedDict()
        self._counts: dict[str, int] = {}
        self._known: OrderedDict[str, None] = OrderedDict()

    def __len__(self) -> int:
        return len(self._addresses)

    def __iter__(self) -> Iterator[OpenConnection]:
        return iter(tuple(self._addresses))

    @property
    def has_new(self) -> bool:
        """Whether a connection is so new that its first call may be on its way."""
        newest = next(reversed(self._all_keyless.values()), -math.inf)
        return self._monotonic() - newest < self._limits.first_call_s

    def make_room(self, address: str) -> bool:
        """Whether a connection is accepted. If needed, one without a key is ended for it."""
        if self._counts.get(address, 0) >= self._limits.per_address:
            return self._end_one(self._keyless.get(address))
        reserve = 0 if address in self._known or is_loopback(address) else self._limits.reserve
        if len(self) >= self._limits.total - reserve:
            return self._end_one(self._all_keyless)
        return True

    def end_one(self) -> bool:
        """Ends a connection without a valid key; False if there is none."""
        return self._end_one(self._all_keyless)

    def add(self, connection: OpenConnection, address: str) -> None:
        self._addresses[connection] = address
        self._counts[address] = self._counts.get(address, 0) + 1
        now = self._monotonic()
        self._keyless.setdefault(address, OrderedDict())[connection] = now
        self._all_keyless[connection] = now

    def remove(self, connection: OpenConnection) -> None:
        """Removes a connection; a second call does nothing."""
        address = self._addresses.pop(connection, None)
        if address is None:
            return
        self._forget_keyless(connection, address)
        self._counts[address] -= 1
        if not self._counts[address]:
            del self._counts[address]

    def note_key(self, connection: OpenConnection) -> None:
        """Notes that a connection had a valid key."""
        address = self._addresses.get(connection)
        if address is None:
            return
        self._forget_keyless(connection, address)
        self._known[address] = None
        self._known.move_to_end(address)
        if len(self._known) > _MAX_KNOWN_ADDRESSES:
            self._known.popitem(last=False)

    def _forget_keyless(self, connection: OpenConnection, address: str) -> None:
        self._all_keyless.pop(connection, None)
        of_address = self._keyless.get(address)
        if of_address is not None:
            of_address.pop(connection, None)
            if not of_address:
                del self._keyless[address]

    def _end_one(self, connections: Connections | None) -> bool:
        """Ends the oldest idle connection, or else the oldest."""
        if not connections:
            return False
        oldest = next(iter(connections))
        victim = next((some for some in islice(connections, _MAX_LOOKED_AT) if some.is_idle), oldest)
        self.remove(victim)
        victim.force_close()
        return True


def read_unknown_method(
    data: bytes, protocol: BaseProtocol, loop: asyncio.AbstractEventLoop, max_line_size: int
) -> RawRequestMessage | None:
    """The head at the start of `data`, where the parser refuses it for its method alone. The
    connection ends after the answer, as where a body would end is not known.
    """
    match = _METHOD.match(data)
    head, end, _ = data.partition(_HEAD_END)
    if match is None or not end or match.group(1) in _KNOWN:
        return None
    parser = HttpRequestParser(protocol, loop, 2**16, max_line_size=max_line_size)
    try:
        # With a method that takes no body nothing behind the head is waited for.
        messages, _, _ = parser.feed_data(b"GET" + _drop_framing(head[match.end(1) :]) + end)
    except HttpProcessingError:
        return None
    message: RawRequestMessage = messages[0][0]
    return message._replace(method=match.group(1).decode("ascii"), should_close=True)


def _drop_framing(head: bytes) -> bytes:
    """The head without the headers that announce a body."""
    lines = head.split(b"\r\n")
    return b"\r\n".join(
        line for line in lines if not line.lower().startswith((b"content-length:", b"transfer-encoding:"))
    )


READ_BUFFER_BYTES = 32 * 1024
"""Of a body, before its call reads it: twice as much waits at most."""
STRANGERS_PIECE_BYTES = 16 * 1024
_PIECE_BYTES = 256 * 1024
"""The most that is read of a connection at once, before its first valid key and after it."""


def _limit_reads(transport: asyncio.BaseTransport, size: int) -> None:
    """So many bytes at once, where it is asyncio's transport of a socket; others ignore it."""
    setattr(transport, "max_size", size)  # noqa: B010 - its types lack the name


class Connection(RequestHandler):
    """A connection of the table, from its acceptance to its end."""

    __slots__ = (
        "_has_ended",
        "_idle_check",
        "_idle_s",
        "_is_encrypted",
        "_requests_seen",
        "_table",
        "before_http",
        "half_closed",
        "has_begun",
        "keyed",
        "malformed",
        "on_lost",
        "payload",
    )

    payload: StreamReader | None
    """The body of the call in progress."""
    on_lost: Callable[[], None] | None
    """Called when the caller leaves before the answer."""
    before_http: asyncio.Transport | None
    """The connection below, where HTTP waits for the first byte and the TLS handshake."""
    has_begun: bool
    """Whether HTTP has begun."""

    def __init__(
        self,
        server: web.Server,
        table: ConnectionTable,
        malformed: CountedLog,
        idle_s: float,
        **options: Any,  # noqa: ANN401 - handed on to aiohttp as they are
    ) -> None:
        """`idle_s` counts until the first valid key; `options` are aiohttp's own."""
        super().__init__(server, **options)
        self.payload = self.on_lost = self.before_http = None
        self.keyed = self.half_closed = self.has_begun = self._is_encrypted = False
        self.malformed = malformed
        self._table = table
        self._idle_s = idle_s
        self._has_ended = False
        """Whether what comes next cannot be read: something before it was no HTTP."""
        self._requests_seen = 0
        self._idle_check: asyncio.TimerHandle | None = None

    @property
    def is_idle(self) -> bool:
        """Whether no call is in progress."""
        return not self._messages and (self._waiter is not None or self._request_count == 0)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.has_begun = True
        # Once both sides have closed it, asyncio's TLS raises where it is asked.
        self._is_encrypted = transport.get_extra_info("sslcontext") is not None
        _limit_reads(transport, STRANGERS_PIECE_BYTES)
        super().connection_made(transport)
        self._idle_check = self._loop.call_later(self._idle_s, self._end_if_idle)

    def connection_lost(self, exc: BaseException | None) -> None:
        """Ends the reading of a refused call's body too; aiohttp itself would read on."""
        self._table.remove(self)
        super().connection_lost(exc)
        if self._idle_check is not None:
            self._idle_check.cancel()
        if self.payload is not None:
            self.payload.feed_eof()
            self.payload = None
        self._tell_lost()

    async def shutdown(self, timeout: float | None = 15.0) -> None:  # noqa: ASYNC109 - aiohttp's own signature
        """Gives the call in progress `timeout` seconds, then ends it; aiohttp waits twice that."""
        try:
            async with asyncio.timeout(timeout):
                await super().shutdown(timeout)
        except TimeoutError:
            if self._task_handler is not None:
                self._task_handler.cancel()
            if self.transport is not None:
                self.transport.abort()

    def end_before_http(self) -> None:
        """Forgets a connection that ended before HTTP began."""
        if not self.has_begun:
            self._table.remove(self)

    def force_close(self) -> None:
        """Ends the connection at once. Nothing waits for a stranger's consent to the end of TLS."""
        below, self.before_http = self.before_http, None
        if below is not None and not self.keyed and (not self.has_begun or self._is_encrypted):
            below.abort()
        super().force_close()

    def show_key(self) -> None:
        """Notes that a call had a valid key."""
        if not self.keyed:
            self.keyed = True
            if self.transport is not None:
                _limit_reads(self.transport, _PIECE_BYTES)
            self._table.note_key(self)
            if self._idle_check is not None:
                self._idle_check.cancel()

    def take(self, payload: StreamReader) -> None:
        """Begins a call. After the last call of a half-closed caller the connection ends."""
        self.payload, self.on_lost = payload, None
        if self.half_closed and not self._messages:
            self.close()

    def eof_received(self) -> bool | None:  # type: ignore[override]  # asyncio: True keeps the other direction open
        """The caller has closed its sending side: its calls are answered, then it ends."""
        if self.is_idle or self._is_encrypted:
            return None  # TLS of asyncio cannot answer a caller that has closed its side
        self.half_closed = True
        # A caller that has left looks the same, so nothing waits for it.
        self._tell_lost()
        # The rest of a body will not come; aiohttp would wait for it even after the answer.
        self._lingering_time = 0.0
        for payload in (self.payload, *(payload for _, payload in self._messages)):
            if payload is not None and not payload.is_eof():
                payload.set_exception(web.RequestPayloadError("The sending side was closed."))
        if not self._messages:
            self.close()
        return True

    def data_received(self, data: bytes) -> None:
        """Takes what the caller sends; a call with an unknown method is read too."""
        if self._has_ended:
            return
        super().data_received(data)
        if not self._messages or not isinstance(self._messages[-1][0], _ErrInfo):
            return
        self._has_ended = True
        message = read_unknown_method(data, self, self._loop, self.max_line_size)
        if message is not None:
            self._messages[-1] = (message, EMPTY_PAYLOAD)

    def log_exception(self, *args: Any, **kw: Any) -> None:  # noqa: ANN401 - aiohttp's own signature
        """Logs a fault of aiohttp; that the rest of a refused body does not come is none."""
        if not isinstance(kw.get("exc_info"), web.RequestPayloadError):
            super().log_exception(*args, **kw)

    def _tell_lost(self) -> None:
        if self.on_lost is not None:
            self.on_lost()
            self.on_lost = None

    def _end_if_idle(self) -> None:
        """Ends a connection that has been idle since the last check and has no valid key."""
        self._idle_check = None
        if self.is_idle and self._requests_seen == self._request_count:
            self.force_close()
            return
        self._requests_seen = self._request_count
        self._idle_check = self._loop.call_later(self._idle_s, self._end_if_idle)

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,  # noqa: ARG002 - aiohttp's own words are not ours
    ) -> web.StreamResponse:
        """Answers input that is not readable HTTP, and closes the connection."""
        answer = make_error(status, "bad_request", _TOO_LONG if isinstance(exc, LineTooLong) else _MALFORMED)
        if status < 500:
            # The error's own text repeats headers, which may contain a key.
            self.malformed.write("A call from %s is not well-formed HTTP (%s)", request.remote, type(exc).__name__)
        else:
            reference = make_error_reference()
            log.error("Reference %s: a call could not be answered", reference, exc_info=exc)
            answer = make_internal_error(reference)
        if request.writer.output_size > 0:
            raise ConnectionError("The answer had begun already.")
        response = web.Response(
            status=answer.status, body=answer.body, headers=COMMON_HEADERS, content_type="application/json"
        )
        response.force_close()
        return response


def show_key(request: web.BaseRequest) -> None:
    """Notes, on its connection, that a call's key is valid."""
    connection = request.protocol
    if isinstance(connection, Connection):
        connection.show_key()


def watch_disconnect(request: web.BaseRequest | None, on_lost: Callable[[], None]) -> None:
    """Calls `on_lost` when the caller leaves before the answer; at once if it has left already."""
    connection = None if request is None else request.protocol
    if isinstance(connection, Connection):
        if connection.transport is None or connection.half_closed:
            on_lost()
        else:
            connection.on_lost = on_lost
