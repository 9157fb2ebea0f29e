"""The listening socket: aiohttp's low-level server with limits, and JSON for what is not even HTTP."""

from __future__ import annotations

import asyncio
import errno
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import StreamReader, web
from aiohttp.abc import AbstractStreamWriter
from aiohttp.http import RawRequestMessage
from aiohttp.web_protocol import RequestHandler

from service.api.answers import COMMON_HEADERS, make_error, make_internal_error
from service.domain.error_reference import make_error_reference
from service.domain.errors import Unavailable, UnavailableCode
from service.domain.sentences import message, os_reason

log = logging.getLogger(__name__)

LOOPBACK = "127.0.0.1"
ALL_INTERFACES = "0.0.0.0"  # noqa: S104 - only where the owner opened the service to the network
KEEP_ALIVE_S = 75.0
_BACKLOG = 512
_SHUTDOWN_TIMEOUT_S = 10.0
_READ_BUFFER_BYTES = 1024 * 1024
"""Bytes taken from a connection before its call has read them: a body comes in few pieces, and none can flood."""
_LINGER_S = 2.0
"""How long the rest of a refused body is taken and thrown away, so that its sender comes to read the answer."""

RequestHandlerFunction = Callable[[web.BaseRequest], Awaitable[web.StreamResponse]]


class PortInUse(Unavailable):
    """Another program listens on the port."""

    def __init__(self, host: str, port: int) -> None:
        super().__init__(
            message(
                "Port {port} on {host} is in use by another program. Close that program, or choose another port.",
                port=str(port),
                host=host,
            ),
            UnavailableCode.PORT_TAKEN,
        )
        self.host = host
        self.port = port


class JsonRequestHandler(RequestHandler):
    """One connection; what aiohttp itself refuses is told in JSON too."""

    __slots__ = ("payload",)

    payload: StreamReader | None
    """The body of the call in hand."""

    def connection_lost(self, exc: BaseException | None) -> None:
        """Nobody waits any longer for the rest of a body whose call was refused; aiohttp itself would."""
        super().connection_lost(exc)
        if self.payload is not None:
            self.payload.feed_eof()
            self.payload = None

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
            log.warning("A call from %s is not well-formed HTTP (%s)", request.remote, type(exc).__name__)
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


class _Server(web.Server):
    def __init__(self, handler: RequestHandlerFunction, **kwargs: Any) -> None:  # noqa: ANN401 - handed on to aiohttp as they are
        super().__init__(handler, **kwargs)
        self._handler_kwargs = kwargs

    def __call__(self) -> RequestHandler:
        connection = JsonRequestHandler(self, loop=self._loop, **self._handler_kwargs)
        connection.payload = None
        return connection

    def _make_request(
        self,
        message: RawRequestMessage,
        payload: StreamReader,
        protocol: RequestHandler,
        writer: AbstractStreamWriter,
        task: asyncio.Task[None],
    ) -> web.BaseRequest:
        if isinstance(protocol, JsonRequestHandler):
            protocol.payload = payload
        return super()._make_request(message, payload, protocol, writer, task)


class HttpServer:
    """Listens on one address until it is stopped."""

    def __init__(self, answer: RequestHandlerFunction) -> None:
        self._answer = answer
        self._runner: web.ServerRunner | None = None
        self.address = ""
        self.port = 0

    async def start(self, host: str, port: int) -> None:
        """Listens at `host` and `port` (0 takes any free one). Raises PortTaken or Unavailable."""
        server = _Server(
            self._answer,
            access_log=None,
            auto_decompress=False,
            keepalive_timeout=KEEP_ALIVE_S,
            lingering_time=_LINGER_S,
            read_bufsize=_READ_BUFFER_BYTES,
            logger=log,
        )
        runner = web.ServerRunner(server, handle_signals=False, shutdown_timeout=_SHUTDOWN_TIMEOUT_S)
        await runner.setup()
        try:
            site = web.TCPSite(runner, host, port, backlog=_BACKLOG)
            await site.start()
        except OSError as error:
            await runner.cleanup()
            if error.errno in (errno.EADDRINUSE, getattr(errno, "WSAEADDRINUSE", errno.EADDRINUSE)):
                raise PortInUse(host, port) from error
            raise Unavailable(
                message(
                    "The program cannot listen on {where}: {reason}. Choose another address or port.",
                    where=f"{host}:{port}",
                    reason=os_reason(error),
                )
            ) from error
        self._runner = runner
        bound = runner.addresses[0]
        shown = f"[{bound[0]}]" if ":" in bound[0] else bound[0]
        self.address, self.port = f"http://{shown}:{bound[1]}", int(bound[1])

    async def stop(self) -> None:
        """Stops accepting, lets calls in flight finish (10 s at most), closes."""
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner, self.address, self.port = None, "", 0
