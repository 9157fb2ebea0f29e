"""The servers of the bench, each in a child that ends with SIGTERM: `KIND [WORDS]`.

`service FOLDER`: the headless service without its rate limit, with the secrets that its links need.
`bare`: an ordinary aiohttp application whose calls do nothing. `feedless TARGET`: passes calls on
to a marketplace and hides its event feed. `null`: a receiver with as little cost as possible, which
answers 204 to every POST.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace
from pathlib import Path

import aiohttp
from aiohttp import web
from aiohttp.web_runner import BaseRunner

_BODY = b'{"received":1,"saved":1,"created":0,"updated":1,"errors":[]}'
_ANSWER = b"HTTP/1.1 204 No Content\r\n\r\n"
_LENGTH = b"content-length: "
_PASSED_ON = ("Authorization", "Content-Type")
_PASSED_BACK = ("Date", "Content-Type", "Retry-After", "RateLimit-Remaining", "RateLimit-Reset")


@asynccontextmanager
async def service(folder: str) -> AsyncIterator[str | None]:
    # The other servers start without what the service imports.
    from bridge.secrets.chosen_store import open_secret_store  # noqa: PLC0415
    from bridge.secrets.engine_choice import choose_database  # noqa: PLC0415
    from bridge.system.process import freeze_startup_objects  # noqa: PLC0415
    from service.delivery.secret_stores import SecretCache  # noqa: PLC0415
    from service.domain.times import SharedClock, SystemClock  # noqa: PLC0415
    from service.service import Service, ServiceOptions  # noqa: PLC0415
    from service.store.engine.connection import FILE_NAME  # noqa: PLC0415

    data = Path(folder)
    clock = SharedClock(SystemClock())
    engine = choose_database(None, os.environ, data, clock)
    options = ServiceOptions(data / FILE_NAME, clock, rate_limit=None, engine=engine)
    if "COUNTERPART_VAULT_PASSPHRASE" in os.environ:
        options = replace(options, secrets=SecretCache(open_secret_store(data, os.environ)))
    running = Service(options)
    await running.start(port=0)
    freeze_startup_objects()  # as `counterpart serve` does
    yield running.address
    await running.stop()


@asynccontextmanager
async def bare() -> AsyncIterator[str]:
    async def answer(request: web.Request) -> web.Response:
        if request.body_exists:
            await request.read()
        return web.Response(body=_BODY, content_type="application/json")

    application = web.Application()
    application.router.add_route("*", "/v1/items", answer)
    application.router.add_get("/v1/orders", answer)
    application.router.add_post("/v1/orders/{order}/{action}", answer)
    async with _listening(web.AppRunner(application, access_log=None)) as address:
        yield address


@asynccontextmanager
async def feedless(target: str) -> AsyncIterator[str]:
    async def forward(request: web.BaseRequest) -> web.StreamResponse:
        if request.path == "/v1/events":
            return web.Response(status=404, body=b'{"error":"not_found","message":"There is no such path."}')
        headers = {name: request.headers[name] for name in _PASSED_ON if name in request.headers}
        body = await request.read() or None
        async with session.request(request.method, target + request.raw_path, data=body, headers=headers) as answer:
            back = {name: answer.headers[name] for name in _PASSED_BACK if name in answer.headers}
            return web.Response(status=answer.status, body=await answer.read(), headers=back)

    async with aiohttp.ClientSession() as session, _listening(web.ServerRunner(web.Server(forward))) as address:
        yield address


@asynccontextmanager
async def _listening(runner: BaseRunner) -> AsyncIterator[str]:
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    await runner.cleanup()


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


@asynccontextmanager
async def null() -> AsyncIterator[str]:
    server = await asyncio.get_running_loop().create_server(_NullReceiver, "127.0.0.1", 0)
    yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    server.close()


async def run(opened: AbstractAsyncContextManager[str | None]) -> None:
    """Listens on any free port, and says where."""
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    async with opened as address:
        print(f"Listening on {address}", flush=True)
        await stop.wait()


_KINDS: dict[str, Callable[..., AbstractAsyncContextManager[str | None]]] = {
    "service": service,
    "bare": bare,
    "feedless": feedless,
    "null": null,
}

if __name__ == "__main__":
    asyncio.run(run(_KINDS[sys.argv[1]](*sys.argv[2:])))
