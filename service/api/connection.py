"""One connection: JSON for what is not even HTTP,
an answer for a caller that has done sending, a short idle time.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from aiohttp import StreamReader, web
from aiohttp.web_protocol import RequestHandler

from service.api.answers import COMMON_HEADERS, make_error, make_internal_error
from service.api.connection_table import ConnectionTable
from service.api.counted_log import CountedLog
from service.domain.error_reference import make_error_reference

log = logging.getLogger(__name__)


class Connection(RequestHandler):
    """A connection of the table, from its acceptance to its end."""

    __slots__ = (
        "_idle_check",
        "_idle_s",
        "_requests_seen",
        "_table",
        "half_closed",
        "keyed",
        "malformed",
        "on_lost",
        "payload",
    )

    payload: StreamReader | None
    """The body of the call in hand."""
    on_lost: Callable[[], None] | None
    """Whom to tell when nobody waits for the call's answer any longer."""

    def __init__(
        self,
        server: web.Server,
        table: ConnectionTable,
        malformed: CountedLog,
        idle_s: float,
        **options: Any,  # noqa: ANN401 - handed on to aiohttp as they are
    ) -> None:
        """`idle_s` counts until a valid key was shown; `options` are aiohttp's own."""
        super().__init__(server, **options)
        self.payload = self.on_lost = None
        self.keyed = self.half_closed = False
        self.malformed = malformed
        self._table = table
        self._idle_s = idle_s
        self._requests_seen = 0
        self._idle_check: asyncio.TimerHandle | None = None

    @property
    def is_idle(self) -> bool:
        """Whether it waits for a call."""
        return not self._messages and (self._waiter is not None or self._request_count == 0)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._idle_check = self._loop.call_later(self._idle_s, self._end_if_idle)

    def connection_lost(self, exc: BaseException | None) -> None:
        """Nobody waits any longer for the rest of a body whose call was refused;
        aiohttp itself would.
        """
        super().connection_lost(exc)
        self._table.remove(self)
        if self._idle_check is not None:
            self._idle_check.cancel()
        if self.payload is not None:
            self.payload.feed_eof()
            self.payload = None
        self._tell_lost()

    def show_key(self) -> None:
        """A call came with a valid key."""
        if not self.keyed:
            self.keyed = True
            self._table.note_key(self)
            if self._idle_check is not None:
                self._idle_check.cancel()

    def take(self, payload: StreamReader) -> None:
        """A call begins; of a caller that has done sending, the last one ends the connection."""
        self.payload, self.on_lost = payload, None
        if self.half_closed and not self._messages:
            self.close()

    def eof_received(self) -> bool | None:  # type: ignore[override]  # asyncio: True keeps the other direction open
        """The caller has done sending: what it sent is answered, then the connection ends."""
        if self.is_idle:
            return None
        self.half_closed = True
        # One that has hung up looks just like it, so nothing is held for it.
        self._tell_lost()
        # What remains of a body will not come; aiohttp would wait for it after the answer too.
        self._lingering_time = 0.0
        for payload in (self.payload, *(payload for _, payload in self._messages)):
            if payload is not None and not payload.is_eof():
                payload.set_exception(web.RequestPayloadError("The sending side was closed."))
        if not self._messages:
            self.close()
        return True

    def _tell_lost(self) -> None:
        if self.on_lost is not None:
            self.on_lost()
            self.on_lost = None

    def _end_if_idle(self) -> None:
        """Ends a connection that asked nothing since the last look,
        and shows no key while it waits.
        """
        self._idle_check = None
        if self.keyed:
            return
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
        """Answers what could not be read as HTTP, and closes the connection."""
        answer = make_error(
            status, "bad_request", "The call is not well-formed HTTP; check its request line and headers."
        )
        if status < 500:
            # The error's own text repeats headers, a key among them perhaps.
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
    """Notes that a call's key is valid, on the connection that it came by."""
    connection = request.protocol
    if isinstance(connection, Connection):
        connection.show_key()


def watch_disconnect(request: web.BaseRequest | None, on_lost: Callable[[], None]) -> None:
    """Calls `on_lost` when the caller hangs up before the answer;
    at once where that has happened.
    """
    connection = None if request is None else request.protocol
    if isinstance(connection, Connection):
        if connection.transport is None or connection.half_closed:
            on_lost()
        else:
            connection.on_lost = on_lost
