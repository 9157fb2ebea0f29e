"""A proxy before an upstream that answers like bad networks, bad servers and bad gateways."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from email.utils import formatdate
from enum import StrEnum

import aiohttp
from aiohttp import web

from tests.fakes.clock import FakeClock


class Weather(StrEnum):
    """The fate of a call."""

    FINE = "fine"
    DROPPED = "dropped"
    """It never reaches the upstream."""
    CUT = "cut"
    """It takes effect, and the answer never comes."""
    TRUNCATED = "truncated"
    DOUBLED = "doubled"
    """It reaches the upstream twice."""
    KEY_REFUSED = "401"
    TOO_MANY = "429"
    BROKEN = "500"
    HTML = "html"
    WRONG_JSON = "wrong json"
    NOTHING = "nothing"
    """An empty 200."""
    REDIRECT = "redirect"
    ENDLESS = "endless"
    """An answer that is larger than any that may be read."""


ON_THE_WAY = (Weather.DROPPED, Weather.CUT, Weather.TRUNCATED, Weather.BROKEN, Weather.HTML, Weather.WRONG_JSON)
_CLOSE_S = 0.1
"""How long a call that still waits may go on when its connection is closed."""

_CANNED = {
    Weather.KEY_REFUSED: (401, b'{"error":"unauthorized","message":"no"}', "application/json"),
    Weather.TOO_MANY: (429, b'{"error":"rate_limited","message":"slow down"}', "application/json"),
    Weather.BROKEN: (500, b'{"error":"internal_error","message":"oh"}', "application/json"),
    Weather.HTML: (200, b"<html><body>Please sign in</body></html>", "text/html"),
    Weather.WRONG_JSON: (200, b'{"what": ["is", "this"]}', "application/json"),
    Weather.NOTHING: (200, b"", "application/json"),
    Weather.REDIRECT: (302, b"", "text/plain"),
}


class UpstreamProxy:
    """Listens on a port of its own; `weather` is the fate of calls whose path holds `over`."""

    def __init__(self, upstream_address: str, clock: FakeClock) -> None:
        self.upstream_address = upstream_address
        self.clock = clock
        self.weather = Weather.FINE
        self.over = ""
        self.script: list[Weather] = []
        """The fate of the next calls, before `weather` counts again."""
        self.calls: list[tuple[str, str]] = []
        self.moments: list[float] = []
        self.statuses: list[int] = []
        self.answers: dict[str, bytes] = {}
        """By path (with its query) an answer of the test's own."""
        self.meanwhile: dict[str, Callable[[], Awaitable[None]]] = {}
        """By path what happens once between the upstream's answer and its arrival."""
        self.missing = ""
        """A path that the upstream does not have."""
        self._server = web.Server(self._handle)
        self._runner = web.ServerRunner(self._server)
        self._session: aiohttp.ClientSession | None = None
        self.address = ""

    async def start(self) -> None:
        self._session = aiohttp.ClientSession()
        await self._runner.setup()
        self._site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await self._site.start()
        host, port = self._runner.addresses[0][:2]
        self.address = f"http://{host}:{port}"

    async def stop_listening(self) -> None:
        """Refuses connections from now on, and closes those there are."""
        await self._site.stop()
        await self._server.shutdown(_CLOSE_S)

    async def stop(self) -> None:
        await self._runner.cleanup()
        if self._session is not None:
            await self._session.close()

    async def _handle(self, request: web.BaseRequest) -> web.StreamResponse:
        path = request.raw_path
        body = await request.read()
        self.calls.append((request.method, path))
        self.moments.append(self.clock.monotonic())
        if self.missing and path.startswith(self.missing):
            return web.Response(status=404, body=b'{"error":"not_found"}', content_type="application/json")
        weather = self.weather if self.over in path else Weather.FINE
        if self.script:
            weather = self.script.pop(0)
        if weather is Weather.DROPPED:
            raise asyncio.CancelledError
        if weather is Weather.ENDLESS:
            return await self._endless(request)
        if weather in _CANNED:
            status, canned, kind = _CANNED[weather]
            headers = {"Location": "http://127.0.0.1:1/", "Retry-After": "30"} if status in (302, 429) else {}
            return web.Response(status=status, body=canned, content_type=kind, headers=headers)
        status, answer = await self._forward(request, body)
        if weather is Weather.DOUBLED:
            status, answer = await self._forward(request, body)
        self.statuses.append(status)
        answer = self.answers.get(path, answer)
        if path in self.meanwhile:
            await self.meanwhile.pop(path)()
        if weather is Weather.CUT:
            raise asyncio.CancelledError
        date = {"Date": formatdate(self.clock.now() / 1000, usegmt=True)}
        if weather is Weather.TRUNCATED:
            return await self._truncated(request, answer, date)
        return web.Response(status=status, body=answer, content_type="application/json", headers=date)

    async def _forward(self, request: web.BaseRequest, body: bytes) -> tuple[int, bytes]:
        assert self._session is not None
        headers = {"Authorization": request.headers.get("Authorization", "")}
        async with self._session.request(
            request.method, self.upstream_address + request.raw_path, data=body or None, headers=headers
        ) as response:
            return response.status, await response.read()

    async def _truncated(self, request: web.BaseRequest, answer: bytes, date: dict[str, str]) -> web.StreamResponse:
        response = web.StreamResponse(headers={**date, "Content-Length": str(len(answer))})
        await response.prepare(request)
        await response.write(answer[: len(answer) // 2])
        raise asyncio.CancelledError

    async def _endless(self, request: web.BaseRequest) -> web.StreamResponse:
        response = web.StreamResponse()
        await response.prepare(request)
        for _ in range(20):
            await response.write(b" " * 1024 * 1024)
        return response
