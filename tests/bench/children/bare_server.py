"""A child of the bench: an ordinary aiohttp application whose calls do nothing."""

from __future__ import annotations

import asyncio
import signal

from aiohttp import web

_BODY = b'{"received":1,"saved":1,"created":0,"updated":1,"errors":[]}'


async def answer(request: web.Request) -> web.Response:
    """Reads the call and answers."""
    if request.body_exists:
        await request.read()
    return web.Response(body=_BODY, content_type="application/json")


async def run() -> None:
    """Listens on any free port, and says where."""
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    application = web.Application()
    application.router.add_route("*", "/v1/items", answer)
    application.router.add_get("/v1/orders", answer)
    application.router.add_post("/v1/orders/{order}/{action}", answer)
    runner = web.AppRunner(application, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    print(f"Listening on http://127.0.0.1:{runner.addresses[0][1]}", flush=True)
    await stop.wait()
    await runner.cleanup()


if __name__ == "__main__":
    asyncio.run(run())
