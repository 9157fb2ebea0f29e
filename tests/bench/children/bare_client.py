"""A child of the bench: aiohttp's client alone, signing each delivery:
`ADDRESS COUNT`. Prints the seconds it took.
"""

from __future__ import annotations

import asyncio
import sys
import time

import aiohttp

from service.domain.webhooks.signing import make_delivery_headers, make_secret
from service.domain.webhooks.webhook_secrets import SecretPair
from tests.bench.data.waiting_deliveries import BODY

CONNECTIONS = 8


async def run(address: str, count: int) -> float:
    """Posts on as many connections as the service opens for a target."""
    pair, left = SecretPair(make_secret()), iter(range(count))
    timeout, connector = aiohttp.ClientTimeout(total=15), aiohttp.TCPConnector(limit=CONNECTIONS)
    async with aiohttp.ClientSession(connector=connector, timeout=timeout) as session:

        async def work() -> None:
            for number in left:
                at = time.time_ns() // 1_000_000
                headers = make_delivery_headers(
                    pair, delivery_id=f"dlv_{number:032}", event="stock.changed", body=BODY, at=at
                )
                headers["Content-Type"] = "application/json"
                async with session.post(address, data=BODY, headers=headers, allow_redirects=False) as response:
                    await response.read()

        began = time.perf_counter()
        await asyncio.gather(*(work() for _ in range(CONNECTIONS)))
        return time.perf_counter() - began


if __name__ == "__main__":
    print(asyncio.run(run(sys.argv[1], int(sys.argv[2]))))
