"""One connection: JSON errors for input that is not HTTP, answers for half-closed callers, a short
idle time.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from aiohttp import StreamReader, web
from aiohttp.http_exceptions import LineTooLong
from aiohttp.streams import EMPTY_PAYLOAD
from aiohttp.web_protocol import RequestHandler, _ErrInfo

from service.api.answers import COMMON_HEADERS, make_error, make_internal_error
from service.api.connection_table import ConnectionTable
from service.api.counted_log import CountedLog
from service.api.request_target import MAX_TARGET_BYTES
from service.api.unknown_methods import read_unknown_method
from service.domain.error_reference import make_error_reference

log = logging.getLogger(__name__)

_MALFORMED = "The call is not well-formed HTTP; check its request line and headers."
_TOO_LONG = (
    f"A line of the call's head is too long: the path with its query may have {MAX_TARGET_BYTES} characters, a header "
    f"{MAX_TARGET_BYTES} bytes. Send fewer parameters, or several calls."
)


class Connection(RequestHandler):
    """A connection of the table, from its acceptance to its end."""

    __slots__ = (
        "_has_ended",
        "_idle_check",
        "_idle_s",
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
        self.keyed = self.half_closed = self.has_begun = False
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
        super().connection_made(transport)
        self._idle_check = self._loop.call_later(self._idle_s, self._end_if_idle)

    def connection_lost(self, exc: BaseException | None) -> None:
        """Also ends the reading of a refused call's body, which no handler needs. aiohttp itself
        would read on.
        """
        super().connection_lost(exc)
        self._table.remove(self)
        if self._idle_check is not None:
            self._idle_check.cancel()
        if self.payload is not None:
            self.payload.feed_eof()
            self.payload = None
        self._tell_lost()

    async def shutdown(self, timeout: float | None = 15.0) -> None:  # noqa: ASYNC109 - aiohttp's own signature
        """Lets the call in progress finish for `timeout` seconds, then ends it and the connection;
        aiohttp waits that long twice.
        """
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

    @property
    def _is_encrypted(self) -> bool:
        return self.transport is not None and self.transport.get_extra_info("sslcontext") is not None

    def show_key(self) -> None:
        """Notes that a call had a valid key."""
        if not self.keyed:
            self.keyed = True
            self._table.note_key(self)
            if self._idle_check is not None:
                self._idle_check.cancel()

    def take(self, payload: StreamReader) -> None:
        """Begins a call. After the last call of a half-closed caller the connection ends."""
        self.payload, self.on_lost = payload, None
        if self.half_closed and not self._messages:
            self.close()

    def eof_received(self) -> bool | None:  # type: ignore[override]  # asyncio: True keeps the other direction open
        """The caller has closed its sending side: its calls are answered, then the
        connection ends.
        """
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
            self.malformed.warn("A call from %s is not well-formed HTTP (%s)", request.remote, type(exc).__name__)
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
