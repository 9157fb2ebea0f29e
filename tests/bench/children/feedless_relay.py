"""A child of the bench: passes calls on to a marketplace and hides its event feed: `TARGET`."""

from __future__ import annotations

import asyncio
import signal
import sys

import aiohttp
from aiohttp import web

_PASSED_ON = ("Authorization", "Content-Type")
_PASSED_BACK = ("Date", "Content-Type", "Retry-After", "RateLimit-Remaining", "RateLimit-Reset")


async def run(target: str) -> None:
    """Listens on any free port, and says where."""
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    async with aiohttp.ClientSession() as session:

        async def forward(request: web.BaseRequest) -> web.StreamResponse:
            if request.path == "/v1/events":
                return web.Response(status=404, body=b'{"error":"not_found","message":"There is no such path."}')
            headers = {name: request.headers[name] for name in _PASSED_ON if name in request.headers}
            body = await request.read()
            async with session.request(
                request.method, target + request.raw_path, data=body or None, headers=headers
            ) as answer:
                back = {name: answer.headers[name] for name in _PASSED_BACK if name in answer.headers}
                return web.Response(status=answer.status, body=await answer.read(), headers=back)

        runner = web.ServerRunner(web.Server(forward))
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        print(f"Listening on http://127.0.0.1:{runner.addresses[0][1]}", flush=True)
        await stop.wait()
        await runner.cleanup()


if __name__ == "__main__":
    asyncio.run(run(sys.argv[1]))
