"""Calls a service once and writes the status:
`python -m tests.nothing_lost.one_call ADDRESS KEY`.
"""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress

from tests.service.api.wire_client import exchange, request_bytes

LIMIT_S = 20.0


async def main(address: str, key: str) -> None:
    with suppress(OSError, asyncio.IncompleteReadError, TimeoutError):
        async with asyncio.timeout(LIMIT_S):
            reply = await exchange(address, request_bytes("GET", "/v1/items", key=key))
        print(reply.status)  # noqa: T201 - the test reads it


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2]))
